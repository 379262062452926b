"""The engine speaks UGI: its answers, its mistakes in one line, its search that can be stopped."""

import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from queue import Queue
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import CHANCE, Game, grow, minimax, prune, rate, search
from lazytree.arena import engine
from lazytree.arena.protocols.ugi import Engine, move_word, nearly_best_move, position_of, position_words, read_move
from lazytree.games import GAMES, dice_of_doom, konane, nim, tic_tac_toe
from lazytree.playing.random_games import random_game
from tests.helpers.examples import examples
from tests.helpers.waiting import LONG


def replies(game: Game, *lines: str) -> list[str]:
    """All that the engine says to these lines."""
    heard: list[str] = []
    engine(game, lines, heard.append)
    return heard


def test_it_introduces_itself_and_is_ready():
    answers = replies(konane(), "ugi", "isready")
    assert answers[0] == "id name lazytree konane"
    assert answers[-2:] == ["ugiok", "readyok"]
    assert all(re.match(r"(id|option|ugiok|readyok)", line) for line in answers)


def test_it_searches_as_deep_as_it_is_told_and_says_what_search_says():
    game = konane(rows=6, columns=6, opening="centre")
    heard: Queue[str] = Queue()

    def lines() -> Iterator[str]:
        yield from ["setoption name rating value mobility", "position startpos", "go depth 3"]
        while not heard.queue or not heard.queue[-1].startswith("bestmove"):
            time.sleep(0.01)
        yield "quit"

    engine(game, lines(), heard.put)
    answers = list(heard.queue)
    answer = search(game, 3, "mobility")
    assert answers[-1] == f"bestmove {game.format(game.start, answer.best)}"
    assert f"info depth 3 score cp {answer.value} " in answers[-2]
    assert answers[-2].split(" pv ")[1].split()[0] == game.format(game.start, answer.best)
    assert [line.split()[2] for line in answers[:-1]] == ["1", "2", "3"]


def test_scores_are_those_of_the_player_to_move():
    game = nim(heaps=(2, 2))  # lost for who is to move
    assert "score loss 4" in " ".join(_thought(game, "position startpos", "go depth 6"))
    assert "score win 3" in " ".join(_thought(game, "position startpos moves a-1", "go depth 6"))


def _thought(game: Game, *lines: str) -> list[str]:
    heard: Queue[str] = Queue()

    def waiting() -> Iterator[str]:
        yield from lines
        while not any(line.startswith("bestmove") for line in heard.queue):
            time.sleep(0.01)

    engine(game, waiting(), heard.put)
    return list(heard.queue)


def test_an_engine_gives_up_where_it_is_told_to_and_lost():
    """Two equal heaps are lost for who is to move (Bouton 1901); three and two are not."""
    lost, won = nim(heaps=(2, 2)), nim(heaps=(3, 2))
    assert _thought(lost, "setoption name resign value true", "go depth 6")[-1] == "bestmove resign"
    assert _thought(won, "setoption name resign value true", "go depth 6")[-1] == "bestmove a-1"
    assert _thought(lost, "go depth 6")[-1] in ("bestmove a-1", "bestmove a-2", "bestmove b-1", "bestmove b-2")
    assert replies(lost, "setoption name resign value yes") == [
        "info string error: resign must be true or false, not 'yes'"
    ]


@pytest.mark.parametrize("end", ["stop", "quit", None])
def test_an_infinite_search_ends_when_it_is_told_to(end: str | None):
    """The whole of tic-tac-toe is known at once; it still waits for `stop`, and names its move once."""
    told, seen = list[str](), threading.Event()

    def tell(line: str) -> None:
        told.append(line)
        seen.set()

    def lines() -> Iterator[str]:
        yield "go infinite"
        assert seen.wait(LONG)
        if end:
            yield end

    engine(tic_tac_toe(), lines(), tell)
    assert sum(line.startswith("bestmove") for line in told) == 1


def test_questions_about_a_position():
    game = tic_tac_toe()
    assert replies(game, "query gameover", "query p1turn", "query result") == [
        *("response false", "response true", "response none")
    ]
    won = "position fen XX. / OO. / ... moves c3"
    assert replies(game, won, "query gameover", "query result") == ["response true", "response p1win"]
    assert replies(game, "position fen XOX / XOO / OXX", "query result") == ["response draw"]


@pytest.mark.parametrize(
    ("line", "fix"),
    [
        ("fly", "there is no command 'fly'; there are: ugi, isready"),
        ("go", "write: go movetime MS"),
        ("go movetime soon", "go movetime wants a whole number"),
        ("go depth", "go depth wants a whole number"),
        ("position", "write: position startpos"),
        ("position fen", "write: position startpos"),
        ("position startpos moves z9", "'z9' is not a legal move; legal here: "),
        ("setoption name colour value red", "write: setoption name N value V; names: rating"),
        ("setoption name rating value beauty", "there is no rating 'beauty'; there are: "),
        ("setoption name threads value 0", "threads must be 1 to 65536"),
        ("query weather", "query gameover, p1turn or result"),
    ],
)
def test_a_wrong_line_is_answered_and_the_engine_goes_on(line: str, fix: str):
    wrong, *moves, ready = replies(tic_tac_toe(), line, "isready")
    assert wrong.startswith(f"info string error: {fix}")
    assert moves == (["bestmove none"] if line.startswith("go") else []), "a `go` is always answered"
    assert ready == "readyok"


@pytest.mark.parametrize("wrong", ["position startpos moves z9", "position fen nonsense", "position"])
def test_after_a_wrong_position_it_does_not_play_in_the_one_before(wrong: str):
    """What is asked then is asked about a position that the engine does not know."""
    error = "info string error: the last position was wrong: send another one"
    answers = replies(tic_tac_toe(), "position startpos moves b2", wrong, "go depth 1", "query gameover")
    assert answers[1:] == [error, "bestmove none", error]
    assert replies(tic_tac_toe(), wrong, "position startpos moves b2", "query p1turn")[1:] == ["response false"]


@pytest.mark.parametrize("nodes", [1, 100, 3000])
def test_go_nodes_visits_what_a_bot_with_this_limit_visits(nodes: int):
    """The depth under way is finished: the last one is the first at which this number of positions has been visited."""
    game = konane(rows=6, columns=6, opening="centre")
    infos = [line.split() for line in _thought(game, f"go nodes {nodes}")[:-1]]
    seen = [int(line[line.index("nodes") + 1]) for line in infos]
    assert seen[-1] >= nodes and all(before < nodes for before in seen[:-1])
    assert _thought(game, f"go nodes {nodes} depth 1")[-2].startswith("info depth 1 ")


@given(st.lists(st.text(max_size=30), max_size=5))
def test_nothing_that_it_hears_harms_it(lines: list[str]):
    harmless = [line for line in lines if line.split()[:1] not in (["quit"], ["go"])]
    assert replies(nim(heaps=(1, 1)), *harmless, "query p1turn")[-1] in ("response true", "response false")


def test_it_does_not_choose_for_chance():
    game = dice_of_doom(dice="rolled")
    here, moves = game.start, []
    while game.mover(here) != CHANCE:
        moves.append(next(iter(game.moves(here))))
        here = game.play(here, moves[-1])
    answers = replies(game, position_words(game, game.start, moves), "go movetime 10")
    assert answers == ["info string error: chance moves here: its move is yours to roll", "bestmove none"]


@pytest.mark.parametrize("name", sorted(GAMES))
@examples(12)
@given(seed=st.integers(0, 2**32))
def test_positions_and_moves_survive_the_way(name: str, seed: int):
    """What one program writes another reads as the very same position, in every game."""
    game = GAMES[name]()
    course = list(random_game(game, Random(seed), 12))
    here, moves = course[0], []
    for after in course[1:]:
        moves.append(next(move for move in game.moves(here) if game.play(here, move) == after))
        here = after
    words = position_words(game, game.start, moves).split()
    assert position_of(game, words[1:]) == here
    for move in game.moves(here):
        assert game.play(here, read_move(game, here, move_word(game, here, move))) == game.play(here, move)


@pytest.mark.process
def test_lines_of_two_threads_stay_whole():
    """The search and the answers to questions speak at once."""
    lines = ["position startpos", "go depth 3", "query p1turn", "query result", "isready"] * 40
    command = [sys.executable, "-m", "lazytree", "engine", "tic_tac_toe"]
    ended = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, timeout=LONG)
    heard = ended.stdout.splitlines()
    assert all(re.fullmatch(r"info depth \d .*|bestmove \S+|response \w+|readyok", line) for line in heard)
    assert sum(line.startswith("bestmove") for line in heard) == 40


def test_with_variety_it_makes_any_of_the_nearly_best_moves() -> None:
    """All that is chosen is worth at most the margin less than the best, and more than one move is chosen."""
    game = konane(rows=6, columns=6, opening="corner")
    position = game.play(game.start, game.parse(game.start, "a4-a6"))
    running = Engine(game, print, position)
    running.options |= {"rating": "mobility", "variety": 2.0}
    chosen = {nearly_best_move(running, position, 2) for _ in range(30)}
    worth = {
        move: minimax(rate(game, "mobility")(prune(1)(grow(game)(game.play(position, move)))))
        for move in game.moves(position)
    }
    assert {move for move, value in worth.items() if value <= min(worth.values()) + 2} == chosen
    assert len(chosen) > 1


def test_variety_is_a_number() -> None:
    said: list[str] = []
    engine(konane(rows=4, columns=4), ["setoption name variety value many"], said.append)
    assert said == ["info string error: variety must be a number from 0 up, not 'many'"]
