"""A game in a file of one's own: everything on the command line works with it, and mistakes name their line."""

import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from lazytree import check_game, perft, solve
from lazytree.cli import main
from lazytree.cli.first_game import hexapawn
from lazytree.compiler import rules_lane
from lazytree.games import GAMES
from lazytree.naming.loading import factory_named
from tests.helpers.marks import slow_unless

FILE = """
from lazytree import Game
from lazytree.games import nim

def heap(size=3, doubled: bool = False) -> Game:
    '''One heap of Nim.

    The player who takes the last piece wins.

    >>> heap(2)
    '''
    return nim(heaps=(size, size) if doubled else (size,))
"""


class Said(NamedTuple):
    code: int
    out: str
    err: str


Line = Callable[[str], Said]


@pytest.fixture
def lazytree(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Line:
    """The command line in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)

    def run(words: str) -> Said:
        code = main(shlex.split(words))
        return Said(code, *capsys.readouterr())

    return run


@pytest.mark.parametrize("name", slow_unless(["mine:heap"], ["mine.py", "mine.py:heap", "mine:heap"]))
@pytest.mark.slow
def test_a_game_is_named_by_its_file_or_module(lazytree: Line, name: str):
    Path("mine.py").write_text(FILE, encoding="utf-8")
    assert lazytree(f"perft {name} size=2 --depth 3").out == "2 1 0\n"
    assert lazytree(f"perft {name} size=1 doubled=true --depth 3").out == "2 2 0\n"
    assert "value for first: 1" in lazytree(f"solve {name}").out
    assert lazytree(f"lane {name}").out.startswith("nim:")
    assert lazytree(f"play {name} size=1 --first at_random --second at_random").code == 0


def test_a_game_without_parameters_can_stand_in_the_file(lazytree: Line):
    Path("two.py").write_text("from lazytree.games import nim\ngame = nim(heaps=(1, 1))\nother = 3\n", encoding="utf-8")
    assert lazytree("perft two.py --depth 2").out == "2 2\n"
    assert "has no parameter 'size'" in lazytree("perft two.py size=3").err


def test_a_file_named_as_a_module_of_python_hides_nothing(lazytree: Line):
    import random

    Path("random.py").write_text(FILE, encoding="utf-8")
    assert lazytree("perft random.py --depth 1").out == "3\n"
    assert __import__("sys").modules["random"] is random


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        ("x = 1\ny = 1 +\n", "perft bad.py", "bad.py, line 2: invalid syntax"),
        ("x = 1\ny = 1 / 0\n", "perft bad.py", "bad.py, line 2: ZeroDivisionError: division by zero"),
        ("import nowhere_to_be_found\n", "perft bad.py", "bad.py, line 1: ModuleNotFoundError"),
        ("x = 1\n", "perft bad.py", "bad.py has no game: give it a Game, or a function that returns one"),
        ("x = 1\n", "perft bad.py:x", "x is neither a Game nor a function that makes one, but 1"),
        ("x = 1\n", "perft bad.py:y", "bad.py has no 'y'; it has: no game"),
        ("def f(): return 3\n", "perft bad.py:f", "bad.py:f must return a Game, not 3"),
        (FILE + FILE.replace("heap(", "pile("), "perft bad.py", "several games, heap, pile: name one, as in bad.py:"),
        (
            FILE,
            "perft bad.py sise=3",
            "bad.py has no parameter 'sise'; did you mean size? it has: size=3, doubled=false",
        ),
        (FILE, "perft missing.py", "there is no file 'missing.py'"),
        (FILE, "perft nowhere_to_be_found:heap", "ModuleNotFoundError: No module named 'nowhere_to_be_found'"),
        (FILE, "perft konnane", "there is no game 'konnane'; did you mean konane? there are: andantino"),
    ],
)
def test_mistakes_are_named(lazytree: Line, text: str, words: str, said: str):
    Path("bad.py").write_text(text, encoding="utf-8")
    answer = lazytree(words)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert answer.err.count("\n") == 1


def test_rules_are_the_docstring_without_its_examples(lazytree: Line):
    Path("mine.py").write_text(FILE, encoding="utf-8")
    said = lazytree("rules mine.py").out.splitlines()
    assert said == [
        "One heap of Nim.",
        "",
        "The player who takes the last piece wins.",
        "",
        "parameters: size=3 doubled=false",
        "players: first, second",
        "ratings: nim_sum",
    ]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_of_the_library_tells_its_rules(lazytree: Line, name: str):
    said = lazytree(f"rules {name}")
    assert said.code == 0
    assert ">>>" not in said.out
    assert said.out.startswith((GAMES[name].__doc__ or "?").strip().splitlines()[0])


THREE = """
from lazytree import Game

ENDS = {(0, 0): (2, 2, 2), (0, 1): (3, 1, 0), (1, 0): (1, 2, 0), (1, 1): (5, 1, 1)}
game = Game(
    name="three", start=(), mover=len, moves=lambda at: () if len(at) == 2 else (0, 1),
    play=lambda at, move: (*at, move),
    payoffs=lambda at: ENDS[at], players=("ann", "bob", "cy"),
)
"""


def test_what_three_players_are_paid_is_told_in_payoffs_and_plies(lazytree: Line):
    """By hand: bob answers 0 to either move of ann."""
    Path("three.py").write_text(THREE, encoding="utf-8")
    said = lazytree("rate three.py --depth 3").out
    assert "    0    ann 2, bob 2, cy 2 in 2 plies\n    1    ann 1, bob 2, cy 0 in 2 plies\n" in said
    assert "9999" not in said


@pytest.mark.slow
def test_new_writes_a_game_that_works(lazytree: Line):
    said = lazytree("new my_game")
    assert "my_game.py is written" in said.out
    assert "def my_game(" in Path("my_game.py").read_text(encoding="utf-8")
    assert "value for X: -1" in lazytree("solve my_game.py").out
    game: Any = factory_named("my_game.py")()
    assert check_game(game).ended == 20
    assert rules_lane(game).name == "machine"
    again = lazytree("new my_game.py")
    assert (again.code, "there is a file my_game.py already" in again.err) == (2, True)
    assert "cannot name a game" in lazytree("new 3d").err


def test_the_first_game_is_hexapawn():
    """Gardner's analysis of 1962: the second player wins on 3 by 3; X has three moves."""
    game = hexapawn()
    assert solve(game).value == -1
    assert perft(game, 1) == 3


TOO_LARGE = (
    *("konane rows=1000000", "andantino side=100000", "nim heaps=1000000000", "connect_four columns=1000"),
    *(
        "hex size=100000",
        "othello rows=100000",
        "dice_of_doom size=10000",
        "kalah pits=100000000",
        "clobber rows=90000",
    ),
    *(
        "domineering rows=100000",
        "lines_of_action size=100000",
        "selfo side=100000",
        "selfo board=triangular side=9999",
    ),
)


@pytest.mark.parametrize("words", TOO_LARGE)
def test_a_board_that_is_too_large_is_refused_at_once(lazytree: Line, words: str):
    said = lazytree(f"perft {words} --depth 1")
    assert said.code == 2
    assert re.search(r"must be (at most|one of|at least|from|\d)", said.err), said.err


def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "lazytree", "games"]
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert ended.returncode == 2
    assert ended.stderr == "lazytree: the answer cannot be written: No space left on device\n"


@pytest.mark.parametrize("name", ["class", "Game", "pvector", "range", "squares", "typing", "random", "lazytree"])
def test_new_takes_no_name_that_means_something_else(lazytree: Line, name: str):
    said = lazytree(f"new {name}")
    assert said.code == 2
    assert "name" in said.err
    assert not list(Path().iterdir())


def test_a_factory_that_raises_is_named_with_its_line(lazytree: Line):
    Path("bad.py").write_text("def boom():\n    raise RuntimeError('no')\n", encoding="utf-8")
    for command in ("rules", "perft", "lane"):
        said = lazytree(f"{command} bad.py:boom")
        assert said.code == 2
        assert "RuntimeError: no, in bad.py, line 2" in said.err


def test_a_record_of_one_s_own_game_is_replayed_with_its_file(lazytree: Line):
    lazytree("new my_game")
    Path("game.json").write_text(lazytree("play my_game.py --first at_random --second at_random --json").out, "utf-8")
    assert (
        "name the file of your own game, as in lazytree replay game.json my_game.py" in lazytree("replay game.json").err
    )
    assert lazytree("replay game.json my_game.py").out.splitlines()[-1] in ("X wins", "O wins")
