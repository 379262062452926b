"""The table in the terminal: words in place of moves, records, ends that the rules do not know."""

import json
import re
import shlex
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import Game, bots, play_game, play_out
from lazytree.cli import main
from lazytree.cli.table import seats
from lazytree.games import dice_of_doom, konane, tic_tac_toe
from lazytree.playing.ending import ending
from lazytree.session.reducer import reduce
from lazytree.session.refusals import Refused
from lazytree.session.session import Seat, Session, new_session, permissions_of_all, play_move


class Said(NamedTuple):
    code: int
    out: str
    err: str


Line = Callable[..., Said]


@pytest.fixture
def lazytree(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Line:
    """The command line in an empty folder: lazytree("play nim", "a-1", "undo", ...)."""
    monkeypatch.chdir(tmp_path)

    def run(words: str, *typed: str) -> Said:
        monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in typed)))
        code = main(shlex.split(words))
        return Said(code, *capsys.readouterr())

    return run


TWO = "--first human --second human"


def to_and_fro() -> Game[int, str]:
    """A game in which both only step to and fro between 0 and 1 for ever."""
    return Game(
        "to and fro", 0, lambda position: position, lambda position: ["step"], lambda p, m: 1 - p, lambda p: (0, 0)
    )


def test_a_repeated_position_is_a_draw_where_it_is_asked_for():
    game, players = to_and_fro(), [bots.at_random(to_and_fro(), 1)] * 2
    assert len(list(play_game(game, players, repetitions=3))) == 5  # 0 1 0 1 0
    assert len(list(play_game(game, players, plies=7))) == 8
    assert play_out(game, players, plies=7) == (0, 0)
    for limit in ({"repetitions": 1}, {"plies": 0}, {"plies": 1.5}):
        with pytest.raises(ValueError, match=r"repetitions|plies"):
            play_game(game, players, **limit)  # type: ignore[arg-type]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=12), st.integers(2, 4), st.integers(1, 12))
def test_ending_counts_the_current_position_and_the_plies(numbers: list[int], repetitions: int, plies: int):
    game = Game("numbers", 0, lambda p: 0, lambda p: [1], lambda p, m: p, lambda p: (0, 0))
    found = ending(game, numbers, repetitions, plies)
    drawn = sum(number == numbers[-1] for number in numbers) >= repetitions or len(numbers) - 1 >= plies
    assert (found is not None) == drawn


@pytest.mark.slow
def test_two_swarms_no_longer_shuffle_for_ever(lazytree: Line):
    swarm = "think:depth=1,rating=swarm"
    said = lazytree(f"play selfo setup=1 swap=false --first {swarm} --second {swarm}")
    assert said.out.splitlines()[-1] == "a draw: the same position 3 times"
    said = lazytree(f"play selfo setup=1 swap=false --first {swarm} --second {swarm} --repetitions none --plies 30")
    assert said.out.splitlines()[-1] == "a draw: 30 plies were played"


def test_undo_takes_back_one_s_own_move_and_redo_plays_it_again(lazytree: Line):
    said = lazytree(f"play tic_tac_toe {TWO}", "b2", "a1", "undo", "undo", "redo", "redo", "redo", "quit")
    assert said.out.count("there is nothing to redo") == 1
    assert "the game is left unfinished" in said.out
    start = tic_tac_toe().show(tic_tac_toe().start)
    assert said.out.count(start) == 2  # at first, and after both moves were taken back


@given(st.integers(0, 8), st.sampled_from([{0}, {1}, {0, 1}]), st.integers(0, 2**32))
def test_after_undo_the_same_person_is_to_move(plies: int, people: set[int], seed: int):
    game, random = tic_tac_toe(), Random(seed)
    session = new_session(game, game.start, [Seat() if it in people else Seat("bot") for it in range(2)], random)
    for _ in range(plies):
        if moves := list(game.moves(session.position)):
            session = play_move(session, random.choice(moves), random)
    before = session.record.positions

    def asked(action: str) -> Session:
        return reduce(session, {"action": action}, permissions_of_all(session), random)

    if not any(game.mover(position) in people for position in before[:-1]):
        with pytest.raises(Refused, match="nothing to undo"):
            asked("undo")
        return
    session = asked("undo")
    after = session.record.positions
    assert after == before[: len(after)] and len(after) < len(before)
    assert game.mover(session.position) in people
    assert not any(game.mover(position) in people for position in before[len(after) : -1])
    while session.variations.node.latest >= 0:
        session = asked("redo")
    assert session.record.positions == before


def test_a_saved_game_is_loaded_replayed_and_never_overwritten(lazytree: Line):
    said = lazytree(f"play tic_tac_toe {TWO}", "b2", "a1", "save game.json", "save game.json", "quit")
    assert "saved to game.json" in said.out
    assert "there is a file game.json already" in said.out
    assert json.loads(Path("game.json").read_text(encoding="utf-8"))["moves"] == ["b2", "a1"]
    replayed = lazytree("replay game.json").out
    assert replayed.startswith(tic_tac_toe().show(tic_tac_toe().start))
    assert "X: b2" in replayed and "O: a1" in replayed
    said = lazytree(f"play tic_tac_toe {TWO}", "load game.json", "a3", "c3", "c1", "b3", "a2", "c2", "b1")
    assert said.out.splitlines()[-1] in ("X wins", "a draw")
    assert "O: a1" not in said.out  # it was loaded, not played again


def test_only_a_record_of_this_game_is_loaded(lazytree: Line):
    lazytree(f"play nim heaps=1,2 {TWO}", "save other.json", "quit")
    Path("bad.json").write_text("{}", encoding="utf-8")
    said = lazytree(
        f"play nim heaps=1,3 {TWO}", "load other.json", "load bad.json", "load none.json", "load", "save", "quit"
    )
    assert "the record is of nim with" in said.out
    assert "this is no saved record" in said.out
    assert "none.json cannot be read: No such file or directory" in said.out
    assert "load it from where?" in said.out and "save it where?" in said.out
    assert lazytree("replay none.json").code == 2


def test_a_person_resigns_and_a_draw_is_agreed_or_not(lazytree: Line):
    assert lazytree(f"play nim {TWO}", "resign").out.endswith("second wins: first resigns\n")
    assert lazytree(f"play nim {TWO}", "draw", "yes").out.endswith("a draw: by agreement\n")
    assert "The offer of a draw is declined." in lazytree(f"play nim {TWO}", "draw", "no", "quit").out
    won = lazytree("play nim heaps=1,2 --second think:depth=4", "draw", "quit").out  # b-1 wins for the first player
    assert won.splitlines()[-1].endswith("a draw: by agreement")
    lost = lazytree("play nim heaps=2,2 --second think:depth=4", "draw", "quit").out
    assert "The offer of a draw is declined." in lost
    three = lazytree("play dice_of_doom players=3 --first human --second at_random --third at_random", "resign", "quit")
    assert "no player can resign from dice_of_doom" in three.out


def test_an_engine_gives_up_where_it_is_told_to_and_lost(lazytree: Line):
    said = lazytree("play nim heaps=2,2 --first think:depth=4 --second think:depth=4 --resign")
    assert said.out.splitlines()[-1] == "second wins: first resigns"
    assert "for games of two players" in lazytree("play dice_of_doom players=3 --resign --first at_random").err


def test_a_hint_is_a_best_move(lazytree: Line):
    said = lazytree(f"play nim heaps=1,3 {TWO}", "hint", "quit")
    assert re.search(r"b-2 \(first wins in 3 plies, \d plies deep; ", said.out)


def test_a_word_that_is_a_move_is_a_move(lazytree: Line):
    assert dice_of_doom().format(dice_of_doom().start, next(iter(dice_of_doom().moves(dice_of_doom().start))))
    Path("words.py").write_text(
        "from lazytree import Game\n"
        "game = Game('words', 0, lambda p: p % 2, lambda p: ['undo', 'draw'] if p < 2 else [], lambda p, m: p + 1,"
        " lambda p: (1, -1))\n",
        encoding="utf-8",
    )
    assert lazytree(f"play words.py {TWO}", "undo", "draw").out.splitlines()[-1] == "first wins"


def test_a_long_list_of_moves_has_columns(lazytree: Line):
    said = lazytree(f"play hex size=11 {TWO}", "moves", "quit").out
    listed = [line for line in said.splitlines() if "1. " in line]
    assert len(listed) < 40
    assert any(line.count(". ") > 3 for line in listed)
    assert "2. " in lazytree(f"play tic_tac_toe {TWO}", "?", "quit").out


def test_a_coin_says_who_plays_which_side(lazytree: Line):
    game = konane()
    drawn = {tuple(seats(game, ["random", "at_random"], Random(seed))) for seed in range(20)}
    assert drawn == {("human", "at_random"), ("at_random", "human")}
    said = lazytree("play nim heaps=1 --first random --second at_random", "a-1")
    assert said.out.splitlines()[0] in ("first is human, second is at_random", "first is at_random, second is human")


def test_a_game_between_bots_as_json(lazytree: Line):
    said = lazytree("play nim heaps=1,1 --first at_random --second at_random --json")
    found = json.loads(said.out)
    assert (found["game"], len(found["moves"]), found["payoffs"]) == ("nim", 2, [-1, 1])
    assert "--json is for games between bots" in lazytree("play nim --json").err


def test_each_move_is_judged_where_that_is_asked_for(lazytree: Line):
    said = lazytree("play nim heaps=1,1 --first at_random --second at_random --evaluate")
    assert said.out.count("best now: ") == 1


def test_the_table_draws_the_names_that_the_board_does_not_show(lazytree: Line):
    """Dice of Doom's board is the book's, without the numbers of its hexes; DVONN's shows the names that moves have."""
    said = lazytree(f"play dice_of_doom board=a3,a3,b3,b1 {TWO}", "cells", "quit")
    assert said.out.startswith("the cells are:\n 0 1\n2 3\n\ncurrent player = a\n    a-3 a-3\n  b-3 b-1\n")
    assert said.out.count(" 0 1\n2 3\n") == 2
    assert "the cells are" not in lazytree(f"play dvonn {TWO}", "quit").out


def test_a_hint_says_what_it_cost(lazytree: Line):
    said = lazytree(f"play tic_tac_toe {TWO}", "hint", "quit")
    assert re.search(r"\(value 0, 9 plies deep; [\d,]+ positions in \d+\.\d\d s, (machine|python)\)", said.out)


def test_many_moves_of_dice_of_doom_are_listed_in_columns(lazytree: Line):
    said = lazytree(f"play dice_of_doom size=6 dice=rolled {TWO}", "quit")
    lines = said.out[said.out.index("choose your move:") :].splitlines()[1:-1]
    assert max(map(len, lines)) < 80
    numbers = sorted(int(number) for line in lines for number in re.findall(r"(\d+)\. ", line))
    assert numbers == list(range(1, numbers[-1] + 1))
    assert len(numbers) > 20 >= len(lines)


def test_a_file_without_a_record_is_named(lazytree: Line):
    Path("notes.txt").write_text("hello", encoding="utf-8")
    assert "notes.txt holds no saved game: name a file that `save` has written" in lazytree("replay notes.txt").err


def test_the_lane_is_named_as_it_was_typed(lazytree: Line):
    assert "leave out --lane machine" in lazytree("solve dice_of_doom dice=rolled --lane machine").err
