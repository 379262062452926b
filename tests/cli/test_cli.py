"""The command line: its grammar to the letter, its answers, its mistakes in one line, its clean ends."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from itertools import count, takewhile
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import Game, Stats, bots, minimax, perft, prune, rate, solve
from lazytree.cli import main
from lazytree.cli.commands import report_progress, too_large_error
from lazytree.cli.shell import read
from lazytree.cli.table import play_on_terminal
from lazytree.core.values import later
from lazytree.games import GAMES, dice_of_doom, konane, nim, tic_tac_toe
from lazytree.naming.words import format_value, game_named, parameters_of, parse_value, quoted
from lazytree.questions.lanes import QUESTIONS
from lazytree.trees.growing import grow
from tests.helpers.marks import slow_unless
from tests.helpers.waiting import LONG

README = Path(__file__).parents[2] / "README.md"


class Said(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def lazytree(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The command line in this process: lazytree("perft nim --depth 2", typed="...")."""

    def run(words: str, typed: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        code = main(shlex.split(words))
        return Said(code, *capsys.readouterr())

    yield run


# What is asked for


def test_perft_counts_each_depth_asked_for_and_0_after_the_end(lazytree: Any):
    said = lazytree("perft konane rows=4 columns=4 opening=corner --depth 8 --json")
    assert said.code == 0
    assert said.json == {"leaves": [1, 3, 7, 20, 38, 117, 211, 470]}
    assert said.err.splitlines()[0] == "lane: machine"
    assert said.err.splitlines()[1:] == [
        f"depth {depth}: {count}" for depth, count in enumerate(said.json["leaves"], 1)
    ]
    assert lazytree("perft nim heaps=2 --depth 4 --json").json == {"leaves": [2, 1, 0, 0]}
    assert lazytree("perft nim heaps=2 --depth 4").out == "2 1 0 0\n"


def test_perft_counts_chance_plies(lazytree: Any):
    said = lazytree("perft dice_of_doom dice=rolled board=a3,b2,a1,b1 --depth 3 --json")
    game = dice_of_doom(dice="rolled", board="a3,b2,a1,b1")
    attacks = len(list(game.moves(game.start)))
    assert said.json["leaves"][:2] == [attacks, 2 * attacks]
    assert said.json["leaves"][2] == perft(game, 3)


def test_solve_says_the_payoff_of_first_and_a_line(lazytree: Any):
    said = lazytree("solve nim heaps=1,2 --json")
    assert said.json == said.json | {"value": 1, "plies": 3, "line": ["b-1", "a-1", "b-1"]}
    assert {"ends first", "parts"} <= {*said.json["techniques"]}
    assert lazytree("solve konane rows=4 columns=4 opening=corner --lane python --json").json["value"] == -1
    assert lazytree("solve nim heaps=1,2 --moves b-2 --json").json["value"] == -1
    assert "value for first: 1" in lazytree("solve nim heaps=1,2").out


def test_solve_says_who_wins_and_by_which_move(lazytree: Any):
    said = lazytree("solve nim heaps=1,2 --what winner --json").json
    known = "first wins"  # the values of the heaps tell no more
    assert said == said | {"value": 1, "plies": None, "line": ["b-1"], "known": known}
    assert f"known: {known}\nby b-1\n" in lazytree("solve nim heaps=1,2 --what winner").out
    said = lazytree("solve konane rows=4 columns=4 opening=corner --what winner --json").json
    assert said["known"] == "light wins in at most 4 plies"


@pytest.mark.slow
def test_solve_writes_a_proof_by_which_a_page_is_published(lazytree: Any, tmp_path: Path):
    proof, page = tmp_path / "proof.json", tmp_path / "page.html"
    told = "the first player gets at least 1"
    said = lazytree(f"solve nim heaps=1,2 --lane python --proof {proof} --json").json
    assert said["proof"] == str(proof) and said["proved"].startswith(told)
    assert f"bytes): {told}" in lazytree(f"solve nim heaps=1,2 --lane python --proof {proof}").out
    assert lazytree(f"publish nim heaps=1,2 --perfect {proof} -o {page}").code == 0
    assert "This bot always wins as" in page.read_text(encoding="utf-8")
    assert "other rules" in lazytree(f"publish nim heaps=1,3 --perfect {proof} -o {page}").err
    assert "there is no folder" in lazytree(f"solve nim --proof {tmp_path / 'no' / 'proof.json'}").err


def test_solve_where_the_game_is_over(lazytree: Any):
    said = lazytree("solve nim heaps=1 --moves a-1 --json").json
    assert said == {"value": 1, "plies": 0, "line": [], "techniques": []}
    assert "0 plies" in lazytree("solve nim heaps=1 --moves a-1").out


def test_solve_with_chance_is_exact(lazytree: Any):
    words = "solve dice_of_doom dice=rolled board=a3,a3,b3,b1"
    exact = solve(dice_of_doom(dice="rolled", board="a3,a3,b3,b1")).value
    said = lazytree(f"{words} --json").json
    assert said["exact"] == str(exact)
    assert said["value"] == float(exact)
    assert str(exact) in lazytree(words).out


def test_solve_for_three_players_says_everyones_payoff(lazytree: Any):
    words = "solve dice_of_doom players=3 board=a3,a2,a2,b2"
    said = lazytree(f"{words} --json").json
    assert said["value"] == said["payoffs"][0]
    assert len(said["payoffs"]) == 3
    assert "a 1  b 0  c 0" in lazytree(words).out


def brute(game: Game[Any, Any], position: Any, depth: int, rating: str) -> dict[str, float]:
    """Every move's minimax value; the move itself is the first ply."""
    look = rate(game, game.ratings[rating])
    return {
        game.format(position, move): later(minimax(look(prune(depth - 1)(grow(game)(game.play(position, move))))))
        for move in game.moves(position)
    }


@pytest.mark.parametrize("depth", [1, 2, 4])
@pytest.mark.parametrize("rating", slow_unless(["stones"], ["mobility", "stones"]))
def test_rate_says_every_move_s_value_at_a_depth(lazytree: Any, depth: int, rating: str):
    game = konane(rows=4, columns=6, opening="centre")
    words = f"rate konane rows=4 columns=6 opening=centre --depth {depth} --rating {rating}"
    assert lazytree(f"{words} --json").json == {"moves": brute(game, game.start, depth, rating)}
    text = lazytree(words).out
    assert f'game.ratings["{rating}"]' in text
    assert f"prune({depth})" in text
    assert "seen by dark" in text


@pytest.mark.parametrize(
    "words",
    slow_unless(
        lambda words: "nim" in words,
        ["rate nim heaps=2,3 --depth 2", "rate tic_tac_toe --depth 4", "solve nim heaps=1,2"],
    ),
)
def test_both_lanes_say_the_same_and_which_of_them_it_was(lazytree: Any, words: str):
    machine, python = lazytree(words).out, lazytree(f"{words} --lane python").out
    assert "\nlane: machine\n" in machine
    assert "\nlane: python (as asked for)\n" in python
    assert machine.split("lane: ")[0] == python.split("lane: ")[0]
    assert "nodes visited" in machine
    told = lazytree(f"{words} --json"), lazytree(f"{words} --json --lane python")
    answers = [{name: found for name, found in said.json.items() if name != "techniques"} for said in told]
    assert answers[0] == answers[1]
    assert [said.err for said in told] == ["lane: machine\n", "lane: python (as asked for)\n"]


def test_what_does_not_compile_says_why(lazytree: Any):
    words = "dice_of_doom dice=rolled board=a3,b2,a1,b1"
    assert "lane: python (with chance the value is an exact fraction" in lazytree(f"solve {words}").out
    assert "moves are compared in one tree in Python" in lazytree(f"rate {words}").out
    assert "lane: machine\n" in lazytree(f"perft {words}").err


@pytest.mark.slow
def test_the_lane_of_each_question_and_of_a_search_by_each_rating(lazytree: Any):
    said = lazytree("lane nim --json").json
    assert {question: its["lane"] for question, its in said.items() if question != "ratings"} == dict.fromkeys(
        QUESTIONS, "machine"
    )
    assert said["ratings"] == {"nim_sum": {"lane": "machine"}}


@pytest.mark.slow
def test_the_lane_of_questions_about_a_game_with_chance(lazytree: Any):
    out = lazytree("lane dice_of_doom dice=rolled board=a3,b2,a1,b1").out
    assert out.startswith("dice_of_doom:\n    rules: machine\n    search: machine\n    solve: python (with chance")
    assert "\n    search by score_board: machine\n" in out


def test_rate_puts_the_mover_s_best_first(lazytree: Any):
    for moves, sign in (("", -1), ("a1", 1)):
        values = list(lazytree(f'rate tic_tac_toe --depth 2 --moves "{moves}" --json').json["moves"].values())
        assert values == sorted(values, key=lambda value: sign * value)


def test_rate_says_who_wins_and_when(lazytree: Any):
    out = lazytree('rate tic_tac_toe --depth 3 --moves "a1; a2; b1; b2"').out
    assert re.search(r"c1 +X wins in 1 ply$", out, re.MULTILINE)
    assert re.search(r"a3 +O wins in 2 plies$", out, re.MULTILINE)


def test_rate_where_the_game_is_over(lazytree: Any):
    assert lazytree("rate nim heaps=1 --moves a-1 --json").json == {"moves": {}}
    assert "the game is over" in lazytree("rate nim heaps=1 --moves a-1").out


def test_rate_where_chance_moves(lazytree: Any):
    words = "rate dice_of_doom dice=rolled board=a3,b2,a1,b1 --moves 0->1 --depth 2"
    assert set(lazytree(f"{words} --json".replace("0->1", "'0->1'")).json["moves"]) == {"success", "failure"}
    won = lazytree("rate dice_of_doom size=1 board=a1 --json").json
    assert won == {"moves": {}}


def test_rate_for_four_players_says_everyone_s_value(lazytree: Any):
    said = lazytree("rate dice_of_doom size=3 players=4 seed=23 --depth 3 --rating hexes --json").json["moves"]
    assert all(len(values) == 4 for values in said.values())
    text = lazytree("rate dice_of_doom size=3 players=4 seed=23 --depth 3 --rating hexes").out
    assert 'rate_each(game, game.standings["hexes"])' in text
    assert "maxn" in text


def test_the_list_of_games_is_complete(lazytree: Any):
    listed = {entry["name"]: entry for entry in lazytree("games --json").json}
    assert set(listed) == set(GAMES)
    for name, entry in listed.items():
        assert set(entry["ratings"]) == set(GAMES[name]().ratings)
        assert set(entry["parameters"]) == set(parameters_of(GAMES[name]))
        assert set(entry["bots"]) == {*bots.BOTS, "human"}
    text = lazytree("games").out
    for word in (*GAMES, *bots.BOTS, "human", "opening='corner or centre'", "board=none", "swap=true"):
        assert word in text


@pytest.mark.parametrize("name", GAMES)
def test_every_default_can_be_typed_as_it_is_listed(name: str):
    words = [f"{key}={value}" for key, value in parameters_of(GAMES[name]).items()]
    typed = game_named(name, words)
    assert typed.start == GAMES[name]().start
    assert dict(typed.parameters) == dict(GAMES[name]().parameters)


@pytest.mark.parametrize(
    "words",
    [
        "rows=4 columns=4 opening=corner --depth 3 --json",
        "--depth 3 --json rows=4 columns=4 opening=corner",
        "rows=4 --depth 3 columns=4 --json opening=corner",
    ],
)
def test_parameters_and_options_stand_in_any_order(lazytree: Any, words: str):
    assert lazytree(f"perft konane {words}").json == {"leaves": [1, 3, 7]}


def test_parameters_have_text_forms(lazytree: Any):
    def leaves(words: str) -> list[int]:
        found: list[int] = lazytree(f"perft {words} --json --lane python").json["leaves"]
        return found

    assert leaves("hex size=3 swap=false --depth 2") == [9, 72]
    assert leaves("hex size=3 swap=true --depth 2") == [9, 81]
    assert leaves("konane 'opening=corner or centre' --depth 1") == [4]
    assert leaves("konane opening=d5,e5 --depth 2") == [3, 20]
    assert leaves("dice_of_doom board=a3,a3,b3,b1 --depth 1") == [2]
    assert leaves("selfo steps=1,2 swap=false passing=false --depth 1") == [57]


VALUES = st.one_of(st.none(), st.booleans(), st.integers(), st.lists(st.integers(), min_size=2).map(tuple))


@given(VALUES)
def test_text_forms_are_read_back(value: object):
    assert parse_value(format_value(value)) == value
    assert type(parse_value(format_value(value))) is type(value)


@given(st.text("ab ;'\"$", min_size=1).filter(str.strip))
def test_a_quoted_word_is_one_word_to_a_shell(text: str):
    if " " in text and not set("'\"$;") & set(text):
        assert shlex.split(f"name={quoted(text)}") == [f"name={text}"]


# Playing


def test_the_board_is_shown_before_a_person_is_asked(lazytree: Any):
    said = lazytree("play tic_tac_toe --first human --second human", typed="b2\n")
    assert said.out.index("1  . . .") < said.out.index("X, your move")
    assert said.out.index("2  . X .") < said.out.index("O, your move")


def test_a_game_with_a_prompt_and_a_last_sentence_of_its_own_is_played_in_them(lazytree: Any):
    said = lazytree("play dice_of_doom board=a3,b1,a1,a1 --first human", typed="9\n1\n1\n")
    assert said.out.count("choose your move:\n1. 0 -> 1\n") == 2
    assert "'9' is not a legal move" in said.out
    assert "choose your move:\n1. end turn\n" in said.out
    assert said.out.endswith("The winner is a\n")


def test_a_whole_game_against_an_engine(lazytree: Any):
    said = lazytree("play nim heaps=2,1 --first human --second think:depth=4,rating=nim_sum", typed="?\na-1\nb-1\n")
    assert said.code == 0
    assert "1. a-1\n2. a-2\n3. b-1\n" in said.out
    assert "first: a-1\n" in said.out
    assert said.out.endswith("wins\n")
    assert "nodes visited" in said.err


def test_minimax_and_alphabeta_play_the_same_game_and_say_what_it_cost(lazytree: Any):
    courses = []
    for first, second in (("minimax", "alphabeta"), ("alphabeta", "minimax")):
        words = f"--first {first}:depth=3,rating=mobility --second {second}:depth=3,rating=mobility"
        said = lazytree(f"play konane rows=4 columns=4 opening=corner {words}")
        assert said.code == 0
        assert "static evaluations" in said.err
        assert "cutoffs" in said.err
        courses.append(said.out)
    assert courses[0] == courses[1]


def test_an_illegal_answer_is_told_and_asked_again(lazytree: Any):
    said = lazytree("play nim heaps=1 --second human", typed="z\n1\n")
    assert "'z' is not a legal move; legal here: a-1" in said.out
    assert said.out.count("your move") == 2
    assert said.out.endswith("first wins\n")


def test_the_end_of_input_ends_the_game_with_a_message(lazytree: Any):
    said = lazytree("play nim --first human", typed="a-1\n")
    assert said.code == 0
    assert "the input has ended" in said.err
    assert "Traceback" not in said.out + said.err


def test_engines_play_each_other_and_chance_by_its_seed(lazytree: Any):
    words = "play dice_of_doom players=3 dice=rolled board=a3,b2,c2,a1 --first think:depth=2 --second at_random:seed=7"
    said = lazytree(f"{words} --third breadth_first --seed 4")
    assert said.code == 0
    assert "chance: " in said.out
    assert re.search(r"The (winner is [abc]|game is a tie between \([abc ]+\))\n$", said.out)
    assert lazytree(f"{words} --third breadth_first --seed 4").out == said.out


def test_a_game_that_is_over_is_shown_with_its_result(lazytree: Any):
    assert lazytree("play nim heaps=1 --moves a-1").out == "a\nsecond to move\nfirst wins\n"


@pytest.mark.parametrize("text", ["X.. / .O. / ...", "x--/_o_/---", "-X-/-O-/---", "1 / a"])
def test_a_question_about_a_position_from_text(lazytree: Any, text: str):
    """As from the same position in Python; a text that begins with a dash is no option."""
    game = tic_tac_toe()
    said = lazytree(f'perft tic_tac_toe --position "{text}" --depth 2 --json')
    if text == "1 / a":
        assert (said.code, said.err.count("\n")) == (2, 1)
        assert "3 rows of 3" in said.err and "a position looks like: 3 . . . / 2 . . . / 1 . . . / a b c" in said.err
        return
    assert said.json == {"leaves": [perft(game, depth, game.read(text)) for depth in (1, 2)]}
    assert said.json == lazytree("perft tic_tac_toe --position - --depth 2 --json", typed=text.replace("/", "\n")).json


def test_a_position_from_a_file_may_begin_with_a_byte_order_mark(lazytree: Any):
    """Editors on Windows put it there; it is not seen."""
    words = "perft tic_tac_toe --position - --depth 2 --json"
    assert lazytree(words, typed="\ufeffX.. / .O. / ...").json == lazytree(words, typed="X.. / .O. / ...").json


def answered(solution: dict[str, Any]) -> dict[str, Any]:
    """A solution without how it was found, which machine code alone tells."""
    return {name: each for name, each in solution.items() if name != "techniques"}


def test_moves_are_played_from_the_position_given(lazytree: Any):
    """X completes a row: hence 1 for X in one ply; after X elsewhere O has none."""
    said = lazytree('solve tic_tac_toe --position "XX. / OO. / ..." --json')
    assert answered(said.json) == {"value": 1, "plies": 1, "line": ["c3"]}
    said = lazytree('solve tic_tac_toe --position "XX. / OO. / ..." --moves "a1" --json')
    assert answered(said.json) == {"value": -1, "plies": 1, "line": ["c2"]}
    said = lazytree('play tic_tac_toe --position "XX. / OO. / ..." --moves a1 --first at_random --second think:depth=2')
    assert said.out.startswith("3  X X .\n2  O O .\n1  X . .\n") and said.out.endswith("O wins\n")
    said = lazytree('rate tic_tac_toe --position "XX. / OO. / ..." --depth 1 --json')
    assert set(said.json["moves"]) == {"c3", "c2", "a1", "b1", "c1"}


def test_a_game_starts_after_the_moves_given(lazytree: Any):
    said = lazytree('play tic_tac_toe --moves "b2; a1" --first at_random --second at_random')
    assert said.out.startswith("3  . . .\n2  . X .\n1  O . .\n")


def test_results_are_told_in_words():
    game = nim(heaps=())
    assert list(play_on_terminal(game, [min, min]))[-1] == "second wins"
    draw = tic_tac_toe()
    assert list(play_on_terminal(draw, [min, min], position_of(draw, "a1 b2 c3 b3 b1 c1 a3 a2 c2")))[-1] == "a draw"


def position_of(game: Game[Any, Any], moves: str) -> Any:
    position = game.start
    for move in moves.split():
        position = game.play(position, game.parse(position, move))
    return position


# The demonstration


def test_the_demonstration_shows_what_it_promises(lazytree: Any):
    said = lazytree("demo")
    assert said.code == 0
    konane_part, dice_part = said.out.split("== Dice of Doom 3×3, dealt from seed")
    for part in (konane_part, dice_part):
        assert "moves were listed: 0" in part
        assert "ranked(look(position), " in part
        assert re.search(r"positions;\s+(alpha-beta|the search) grew [\d,]+ of them", part)
        assert "Principal variation" in part
        assert re.search(r"After \d+ moves: (\w+ wins|a draw)\.", part)
        assert max(map(len, part.splitlines())) <= 110
    assert "6  X O X O X O" in konane_part
    assert re.match(r" \d+: ([ab]\d,){8}[ab]\d\n", dice_part)


@pytest.mark.slow
def test_what_the_demonstration_says_of_dice_of_doom_is_so(lazytree: Any):
    pattern = r"dealt from seed \d+: (\S+)\n.*?Seen by a: exact.*?\n(.*?)\n\n"
    found = re.search(pattern, lazytree("demo").out, re.DOTALL)
    assert found
    dealt, told = found.groups()
    game, stats = dice_of_doom(size=3, board=dealt), Stats()
    for line in told.splitlines():
        move, winner, _, _, plies, _ = line.split()
        solution = solve(game, game.play(game.start, game.parse(game.start, move)), stats)
        assert ("a" if solution.value == 1 else "b") == winner
        assert solution.plies + 1 == int(plies)


# Mistakes

MISTAKES = {
    "": "which command? there are: demo, games, lane, play, perft, rate, ",
    "foo": "'demo'",
    "perft": "there are: andantino, ",
    "perft draughts": "there are: andantino, ",
    "perft nim heap=1": "it has: heaps=3,4,5",
    "perft nim heaps": "parameter=value",
    "perft nim heaps=": "parameter=value",
    "perft nim =1": "parameter=value",
    "perft nim heaps=1 heaps=2": "heaps is given twice",
    "perft nim heaps=a": "whole number",
    "perft nim heaps=1.5": "whole number",
    "perft nim heaps=-1": "whole number of at least 0",
    "perft tic_tac_toe size=4": "it has: none",
    "perft konane rows=x": "rows must be a whole number",
    "perft konane rows=true": "rows must be a whole number",
    "perft konane rows=0": "rows must be a whole number of at least 1",
    "perft konane opening=3": '"corner or centre"',
    "perft konane opening=a1,c3": "adjacent",
    "perft konane first=green": '"dark" or "light"',
    "perft dice_of_doom board=7": "a board of size 2 is 4 hexes",
    "perft dice_of_doom dice=loaded": "'certain' or 'rolled'",
    "perft hex swap=maybe": "swap must be true or false",
    "perft selfo density=nan": "density must be between",
    "perft selfo setup=9": "setup must be 1 to 5",
    "perft nim --depth 0": "a whole number from 1",
    "perft nim --depth -3": "a whole number from 1",
    "perft nim --depth x": "a whole number",
    "perft nim --depth 1.5": "a whole number",
    "perft nim --depth 99999999999999999999": "a whole number from 1",
    "perft nim --depth": "--depth",
    "perft nim --deep 3": "--depth",
    "perft nim --dep 3": "--depth",
    "perft nim --rating x": "--json",
    "solve nim --position 3/4": "a position looks like: a | | |",
    "solve nim --position": "--position: expected one argument",
    "lane nim --position x": "it has: --help, --json",
    "solve nim --depth 3": "it has: --help, --position, --moves, --table, --what,",
    "solve nim --interpreted": "--interpreted is called --lane python now",
    "solve nim --lane c": "'python', 'machine'",
    "solve nim --seconds 0": "a number of seconds above 0, or none",
    "solve nim --seconds soon": "a number of seconds above 0, or none",
    "rate nim --lane machine --depth 1": "from --depth 2 on",
    "rate dice_of_doom dice=rolled --lane machine": "moves are compared in one tree in Python",
    "games nim": "it has: --help, --json",
    "demo --json": "it has: --help",
    "rate nim --rating x": "it has: nim_sum",
    "rate dice_of_doom players=3 --rating x": "it has: score_board, hexes, dice",
    "rate nim --moves a-9": "legal here: a-1",
    "rate nim heaps=1 --moves 'a-1; a-1'": "the game is over",
    "rate dice_of_doom --moves 'pass'": "legal here: ",
    "play nim --first foo": "there are: alphabeta, at_random, best_first, breadth_first, human, mcts, minimax, think",
    "play nim --first think:depth": "parameter=value",
    "play nim --first think:deep=3": "it has: depth=none, rating=none, seconds=none",
    "play nim --first think:depth=x": "depth must be a whole number",
    "play nim --first think:seconds=x": "seconds must be a number or none, not 'x'",
    "play nim --first think:seconds=true": "seconds must be a number or none",
    "play nim --first think:seconds=0": "seconds must be a number above 0",
    "play nim --first mcts:seed=x": "seed must be a whole number",
    "play nim --first think:rating=x": "it has: nim_sum",
    "play nim --first at_random:seed=x": "seed must be a whole number",
    "play nim --first human:depth=3": "it has: none",
    "play nim --third think": "there is no --third",
    "play dice_of_doom players=3 --fourth think": "there is no --fourth",
    "play dice_of_doom dice=rolled --first best_first": "two players without chance",
    "play nim --seed x": "whole number",
}


@pytest.mark.parametrize("words", MISTAKES)
def test_a_mistake_is_one_line_that_names_what_is_legal(lazytree: Any, words: str):
    said = lazytree(words)
    assert said.code == 2
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert said.err.startswith("lazytree: ")
    assert MISTAKES[words] in said.err


@given(st.lists(st.sampled_from([*GAMES, "perft", "rate", "--depth", "--json", "1", "x=1", "rows=3", "--moves", "a1"])))
def test_no_words_whatever_end_in_a_traceback(words: list[str]):
    assert main(["perft", "nim", "heaps=1", *words]) in (0, 2)


# In a process of its own


@contextmanager
def started(*words: str, **settings: Any) -> Iterator[subprocess.Popen[str]]:
    """The program with these words, in a process that is ended with the block."""
    with subprocess.Popen(
        [sys.executable, "-m", "lazytree", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **settings,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize(
    "words",
    [
        ("perft", "konane", "--depth", "40"),
        ("play", "konane", "--first", "think:depth=1", "--second", "think:depth=40"),
        ("play", "nim", "--second", "human"),
    ],
    ids=" ".join,
)
def test_an_interrupt_ends_cleanly(words: tuple[str, ...]):
    """Sent as soon as something has been said, in the middle of the work or at the prompt."""
    with started(*words) as process:
        assert process.stdout is not None and process.stderr is not None
        first = (process.stderr if words[0] == "perft" else process.stdout).readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=LONG)
    assert first
    assert process.returncode == 130
    assert "Traceback" not in out + err
    assert err.splitlines()[-1] == "stopped"


WELL_UNDER_WAY = """
import sys
from dataclasses import replace
from itertools import count
from lazytree import Game
from lazytree.games import konane

def told(size: int = 8) -> Game:  # it says when a search has asked for many moves
    game, asked = konane(rows=size, columns=size, opening="centre"), count()

    def moves(position):
        if next(asked) == 3_000:
            print("well under way", file=sys.stderr, flush=True)
        return game.moves(position)

    return replace(game, moves=moves)
"""


@pytest.fixture
def told(tmp_path: Path) -> str:
    """The file of a game that says on standard error when a search of it, in Python, is well under way."""
    path = tmp_path / "told.py"
    path.write_text(WELL_UNDER_WAY, encoding="utf-8")
    return str(path)


@pytest.mark.process
@pytest.mark.parametrize("command", ["perft", "rate", "solve"])
def test_an_interrupted_command_says_what_it_has(command: str, told: str):
    """The finished depths: those of the published leaves of Konane, opened in the centre, begin 3 20 103."""
    words = [told, "--json", "--lane", "python", "--seconds", "none"]
    with started(command, *words, *([] if command == "solve" else ["--depth", "40"])) as process:
        assert process.stdout is not None and process.stderr is not None
        wanted = "depth 3" if command == "perft" else "well under way"
        next(line for line in process.stderr if line.startswith(wanted))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=LONG)
    assert process.returncode == 130
    assert err.splitlines()[-1] == "stopped"
    found = json.loads(out)
    if command == "perft":
        assert found["leaves"][:3] == [3, 20, 103]
    elif command == "rate":
        assert len(found["moves"]) == 3 and 1 <= found["depth"] < 40
    else:
        assert found["value"] is None and found["seen"] > 0


STARTING = """
import signal, sys
sys.argv = ["lazytree", "games"]

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
import lazytree.cli
signal.raise_signal(signal.SIGINT)
"""


@pytest.mark.parametrize("module", ["lazytree.core.game", "pyrsistent", "lazytree.games", "lazytree.cli.shell", None])
def test_an_interrupt_while_it_is_starting_is_one_line(module: str | None):
    """When this module is looked for, or all are there; before lazytree is imported Python itself is starting."""
    program = STARTING.format(module=module)
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=LONG)
    assert (ended.returncode, ended.stdout, ended.stderr.split()) == (130, "", ["stopped"])


@pytest.mark.process
def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "lazytree", "games"]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=LONG)
    assert ended.returncode == 2
    assert ended.stderr.splitlines() == ["lazytree: the answer cannot be written: No space left on device"]


@pytest.mark.process
def test_an_interrupt_has_the_engine_move_now_where_a_human_waits(told: str):
    """Its thinking would last for days; the interrupt ends it with a legal move, and the game goes on."""
    with started("play", told, "size=6", "--second", "think:seconds=1000000,lane=python") as process:
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        process.stdin.write("f3-d3\n")
        process.stdin.flush()
        said = iter(process.stdout.readline, "")
        board = list(takewhile(lambda line: "light to move" not in line, said))
        next(line for line in process.stderr if line.startswith("well under way"))
        process.send_signal(signal.SIGINT)
        answer = next(line for line in said if line.startswith("light: "))
        process.stdin.close()
        rest = process.stdout.read()
        process.wait(timeout=LONG)
    game = konane(rows=6, columns=6, opening="centre")
    position = game.play(game.start, game.parse(game.start, "f3-d3"))
    assert board and game.parse(position, answer.partition(": ")[2]) in game.moves(position)
    assert "dark to move" in rest


@pytest.mark.process
def test_a_closed_pipe_is_no_traceback():
    with started("play", "konane", "--first", "at_random", "--second", "at_random") as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()  # before it has written anything: its first line already finds the pipe closed
        err = process.stderr.read()
    assert err == ""
    assert process.returncode == 0


@pytest.mark.process
def test_a_terminal_without_unicode_is_forgiven():
    with started("games", env={**os.environ, "PYTHONIOENCODING": "ascii"}) as process:
        out, err = process.communicate(timeout=LONG)
    assert process.returncode == 0
    assert err == ""
    assert "Dice of Doom" in out


@pytest.mark.process
def test_no_input_at_all_ends_the_game():
    command = f"{shlex.quote(sys.executable)} -m lazytree play nim --first human <&-"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=LONG)
    assert ended.returncode == 0
    assert "the input has ended" in ended.stderr
    assert "Traceback" not in ended.stderr


# What takes too long


TOO_SLOW = "tic_tac_toe --depth 7 --lane python"
DEAD_SLOW = f"{TOO_SLOW} --seconds 4"


@pytest.fixture
def slow(capsys: pytest.CaptureFixture[str]) -> Any:
    """The command line with a clock that goes on by a millisecond whenever it is read."""

    def run(words: str) -> Said:
        ticks = count()
        code = main(shlex.split(words), clock=lambda: next(ticks) / 1000)
        return Said(code, *capsys.readouterr())

    return run


LEAVES = [9, 72, 504, 3024, 15120, 54720, 148176]
"""The lines of play of tic-tac-toe, 1 to 7 plies (9 * 8 * 7 ..., without what ended before)."""


def test_perft_that_takes_too_long_says_what_it_has_and_what_the_rest_would_take(slow: Any):
    said = slow(f"perft {TOO_SLOW} --seconds 2 --json")
    leaves = said.json["leaves"]
    assert said.code == 3
    assert 3 <= len(leaves) < 7
    assert leaves == LEAVES[: len(leaves)]
    last = said.err.splitlines()[-1]
    assert f"depth {len(leaves) + 1} was not finished within 2 seconds: at this rate depths " in last
    assert "take about " in last
    assert "--seconds none" in last


@pytest.mark.slow
def test_rate_that_takes_too_long_gives_the_values_of_the_last_depth_that_was_done(slow: Any):
    said = slow(f"rate {DEAD_SLOW} --json")
    game = tic_tac_toe()
    reached = said.json["depth"]
    assert said.code == 3
    assert 2 <= reached < 7
    assert said.json["moves"] == brute(game, game.start, reached, "open_lines")
    assert f"depth {reached + 1} was not finished within 4 seconds" in said.err
    assert f"prune({reached})" in slow(f"rate {DEAD_SLOW}").out


def test_rate_with_chance_stops_too(slow: Any):
    words = "rate dice_of_doom dice=rolled size=3 --depth 30 --seconds 1 --json"
    said = slow(words)
    assert said.code == 3
    assert said.json["moves"]
    assert said.json["depth"] < 30


def test_solve_that_takes_too_long_says_how_far_it_came(slow: Any):
    said = slow("solve konane rows=6 columns=6 opening=corner --lane python --seconds 1")
    assert (said.code, said.out) == (3, "")
    assert re.search(r"not solved within 1 seconds, in which [\d,]+ positions were seen", said.err)


def test_no_number_of_positions_is_said_where_none_were_counted():
    said = str(too_large_error(Namespace(seconds=3.0), Stats()))
    assert said.startswith("not solved within 3 seconds: how many positions there are is not known")


@pytest.mark.slow
def test_the_lane_of_the_last_depth_that_searched_is_named_once_all_moves_are_known(lazytree: Any):
    """From depth 10 on no move of tic-tac-toe is searched again: after nine plies the game is over."""
    for lane in ("machine", "python"):
        said = lazytree(f"rate tic_tac_toe --depth 11 --lane {lane}")
        assert f"\nlane: {lane}" in said.out
        assert "one ply ahead" not in said.out


@pytest.mark.slow
def test_without_a_limit_all_is_done(slow: Any):
    said = slow(f"perft {TOO_SLOW} --seconds none --json")
    assert (said.code, said.json["leaves"]) == (0, LEAVES)
    said = slow(f"rate {TOO_SLOW} --seconds none --json")
    assert (said.code, set(said.json)) == (0, {"moves"})


def test_the_first_depth_is_always_finished(slow: Any):
    assert slow("perft tic_tac_toe --depth 3 --lane python --seconds 0.000001 --json").json["leaves"] == [9]
    assert slow("rate tic_tac_toe --depth 3 --lane python --seconds 0.000001 --json").json["depth"] == 1


# The README


def readme_commands() -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    lines = [line.split(" #")[0].strip() for block in blocks for line in block.splitlines()]
    return [line.removeprefix("lazytree ") for line in lines if line.startswith("lazytree ")]


def test_the_readme_has_commands():
    assert len(readme_commands()) >= 5


FEWER = {"tournament": " --pairs 1", "tune": " --steps 2 --held-out 2", "survey": " --rounds 1 --levels 0,4"}
"""What makes commands of the README short enough for a test."""

UNTIL_STOPPED = ("web", "tui")
"""Commands that go on until they are ended: here only their words are read; their own tests run them."""


LONG_COMMANDS = ("lane konane", "survey", "publish", "solve konane")


@pytest.mark.parametrize(
    "words",
    slow_unless(
        lambda words: not words.startswith(LONG_COMMANDS), [words for words in readme_commands() if words != "demo"]
    ),
)
def test_the_readme_s_commands_work(lazytree: Any, words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    if "my_game.py" in words:
        lazytree("new my_game")
    command = words.split()[0]
    if command in UNTIL_STOPPED:
        assert read(shlex.split(words)).command == command
        return
    said = lazytree(words + FEWER.get(command, ""))
    assert said.code == 0
    assert said.out


def test_work_that_takes_long_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch):
    stats, told, heard = Stats(grown=12_345), [], threading.Event()

    def tell(line: str) -> None:
        told.append(line)
        heard.set()

    monkeypatch.setattr("lazytree.core.progress.EVERY", 0.01)
    with report_progress(stats, tell):
        assert heard.wait(timeout=LONG)
    assert told[0] == "… 12,345 positions grown"


def test_work_that_is_soon_done_says_nothing():
    told: list[str] = []
    with report_progress(Stats(), told.append):
        pass
    assert not told


@pytest.mark.parametrize(
    "words",
    ["survey nim --html {}", "publish nim --output {}", "tune nim --store {}", "tournament nim --plot {} --bots"],
)
def test_every_command_asks_before_its_work_whether_its_file_can_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str
):
    def poisoned(*given: object, **named: object) -> None:
        raise AssertionError("the work has begun")

    for begins in ("arena.survey", "pages.publish", "arena.tuning.tune", "arena.tournament"):
        monkeypatch.setattr(f"lazytree.cli.{begins}", poisoned)
    path = tmp_path / "nowhere" / "x.svg"
    more = ["minimax:depth=5", "at_random"] if words.endswith("--bots") else []
    assert main([*words.format(path).split(), *more]) == 2
    assert f"{path} cannot be written: name a file in a folder that is there" in capsys.readouterr().err
