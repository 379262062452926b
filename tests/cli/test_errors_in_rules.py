"""Rules of a user's own that raise: every command ends with one sentence that names the rule, its line and position."""

import shlex
import subprocess
import sys
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from lazytree.cli import commands, main

FILE = """
from functools import partial
from lazytree import Game

BAD, WHEN, ERROR = {bad!r}, {when}, {error}

def fails(name, position):
    if name == BAD and position[2] >= WHEN:
        raise ERROR

class Rules:
    def mover(self, position):
        fails("mover", position)
        return position[1]

    def __call__(self, position):
        fails("payoffs", position)
        return (-1, 1) if position[1] == 0 else (1, -1)

def moves(most, position):
    fails("moves", position)
    yield from (n for n in (1, 2) if n <= most and n <= position[0])

def play(position, taken):
    fails("play", position)
    left, mover, plies, *more = position
    position = (left - taken, 1 - mover, plies + 1, *more)
    return position

def left(position):
    fails("left", position)
    return position[0]

def read(text):
    fails("read", (0, 0, 9))
    return (int(text), 0, 0{more})

game = Game(
    name="takeaway", start=(8, 0, 0{more}), mover=Rules().mover, moves=partial(moves, 2), play=play, payoffs=Rules(),
    ratings={{"left": left}}, read=read,
)

def clumsy(game):
    def bot(position):
        return [][1]
    return bot

def asking(game):
    def bot(position):
        from lazytree import search
        return search(game, 2, "no such rating", position).best
    return bot

def picky(game, depth=3):
    raise ValueError("depth must be even")
"""

COMMANDS = (
    "perft bad.py --depth 5",
    "rate bad.py --depth 5 --seconds none",
    "solve bad.py",
    "play bad.py --first think:depth=2 --second at_random",
    "play bad.py --first mcts:simulations=5 --second minimax:depth=2 --json",
    "tournament bad.py --bots alphabeta:depth=2 at_random --pairs 1 --openings 0",
    "survey bad.py --rounds 1 --levels 0,4",
    "tune bad.py --steps 1 --pairs 1 --held-out 1 --opening 0 --store none",
    "tune bad.py --steps 1 --pairs 1 --held-out 1 --opening 0 --store none --method fit",
    'referee bad.py "python no_program.py" "python no_program.py"',
)
RATED = tuple(words for words in COMMANDS if words.startswith(("rate", "play", "tournament", "tune")))


NUMBERS = count()


def text(
    bad: str = "", when: int = 0, error: str = "KeyError('boom')", file: str = "bad.py", more: str = ", 1j"
) -> None:
    """Writes the file of the game. Its rules do not compile, which would take long, unless there is no `more`."""
    Path(file).write_text(FILE.format(bad=bad, when=when, error=error, more=more), encoding="utf-8")


@pytest.fixture
def lazytree(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The command line in an empty folder: what it says on standard error, and its code."""
    monkeypatch.chdir(tmp_path)

    def run(words: str, bad: str = "", when: int = 0, error: str = "KeyError('boom')") -> tuple[int, str]:
        file = f"bad{next(NUMBERS)}.py"  # another one each time: what has been read is kept
        text(bad, when, error, file)
        code = main(shlex.split(words.replace("bad.py", file)))
        said = capsys.readouterr().err.splitlines()
        kept = "\n".join(line for line in said if not line.startswith(("lane: ", "depth ", "  (")))
        return code, kept.replace(file, "bad.py")

    return run


LINE = 9  # of the `raise`


@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize("when", [0, 3])
def test_moves_that_raise_are_named_by_every_command(lazytree: Any, words: str, when: int):
    if "referee" in words and when:
        return  # the programs would be asked first, and there are none
    code, said = lazytree(words, "moves", when)
    assert code == 2
    assert said.startswith(
        f"lazytree: the rule `moves` of takeaway raised KeyError: 'boom', in bad.py, line {LINE}: `raise ERROR`"
    )
    assert f", {when}, 1j)" in said.partition("at the position (")[2]  # after a number of plies
    assert said.endswith("(python -X dev -m lazytree … shows the whole traceback)")
    assert "\n" not in said


@pytest.mark.parametrize("words", RATED)
def test_ratings_that_raise_are_named(lazytree: Any, words: str):
    code, said = lazytree(words, "left", 1)
    assert code == 2
    assert "the rating `left` of takeaway raised KeyError: 'boom', in bad.py" in said
    assert "at the position (" in said


@pytest.mark.parametrize("rule", ["mover", "play", "payoffs"])
@pytest.mark.parametrize("error", ["KeyError(1)", "ValueError('no')", "OSError('no')", "StopIteration()"])
def test_whatever_a_rule_raises_is_named(lazytree: Any, rule: str, error: str):
    code, said = lazytree("solve bad.py", rule, 2, error)
    assert code == 2
    assert f"the rule `{rule}` of takeaway raised {error.partition('(')[0]}" in said
    assert ("at the position (" in said) == (rule != "play")  # which sets the name of its position anew


@pytest.mark.process
@pytest.mark.parametrize("rule", ["moves", "play"])
def test_workers_say_where_it_was(lazytree: Any, rule: str):
    words = "tournament bad.py --bots alphabeta:depth=2 at_random --pairs 1 --openings 0 --processes 2"
    code, said = lazytree(words, rule)
    assert code == 2
    assert f"the rule `{rule}` of takeaway raised KeyError: 'boom', in bad.py, line {LINE}" in said


def test_what_a_page_cannot_have_is_said(lazytree: Any):
    assert lazytree("publish bad.py", "moves")[0] == 2
    assert not Path("bad.html").exists()


RAISING = """
from lazytree import Game

def play(position, taken):
    spare = 2 // (2 - taken)
    return position[0] - taken, 1 - position[1]

game = Game(
    name="halves", start=(4, 0), mover=lambda p: p[1], moves=lambda p: [n for n in (1, 2) if n <= p[0]], play=play,
    payoffs=lambda p: (1, -1) if p[1] else (-1, 1),
    format=lambda p, move: f"{p[0]} less {move}" if LONG else str(move),
)
"""


@pytest.fixture
def publishes(tmp_path: Any, monkeypatch: Any, capsys: Any) -> Any:
    """A function that publishes rules in a file: the exit code, and the lines that are said."""
    pytest.importorskip("llvmlite")
    monkeypatch.chdir(tmp_path)

    def publishes(text: str) -> tuple[int, list[str]]:
        Path("halves.py").write_text(text)
        code = main(["publish", "halves.py"])
        said = capsys.readouterr()
        return code, (said.out + said.err).splitlines()

    return publishes


def test_rules_that_raise_while_a_page_is_written_are_named(publishes: Any):
    """They compile, and would raise in the page."""
    code, said = publishes(RAISING.replace("LONG", "False"))
    assert code == 2 and len(said) == 1
    assert said[0].startswith("lazytree: the rule `play` of halves raised ZeroDivisionError: ")
    assert "in halves.py, line 5: `spare = 2 // (2 - taken)`, at the position (" in said[0]
    assert said[0].count("for the move 2") == 1
    assert not Path("halves.html").exists()


@pytest.mark.slow
def test_an_error_of_the_system_that_a_rule_raises_is_not_taken_for_a_page_that_cannot_be_written(publishes: Any):
    code, said = publishes(
        RAISING.replace("2 // (2 - taken)", "0").replace("LONG", "(_ for _ in ()).throw(OSError('gone'))")
    )
    assert code == 2 and "raised OSError: gone" in said[0]


@pytest.mark.slow
@pytest.mark.parametrize("depends", [True, False])
def test_a_page_without_save_and_open_says_why(publishes: Any, depends: bool):
    code, said = publishes(RAISING.replace("2 // (2 - taken)", "0").replace("LONG", str(depends)))
    assert code == 0 and said[0].startswith("halves.html is written (")
    why = "games cannot be saved in it: the text of a move depends on the position (4 less 1)"
    assert [line for line in said if line.startswith("games cannot")] == [why] * depends


def test_the_engine_goes_on(lazytree: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    text("left", 0, "KeyError(1)")
    asked = "isready\nposition startpos moves 1\ngo depth 2\nstop\nquery p1turn\nquit\n"
    monkeypatch.setattr(sys, "stdin", StringIO(asked))
    assert main(["engine", "bad.py"]) == 0
    answers = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in answers] == ["readyok", "info", "info", "bestmove", "response"]
    assert answers[1].startswith("info string error: the rating `left` of takeaway raised KeyError: 1, in bad.py")


def test_bots_of_one_s_own_are_named(lazytree: Any):
    code, said = lazytree("play bad.py --first bad.py:clumsy --second at_random")
    assert (code, "`clumsy.bot` raised IndexError: list index out of range, in bad.py, line" in said) == (2, True)
    said = lazytree("play nim --first bad.py:asking --second at_random")[1]
    assert "`asking.bot` raised ValueError: nim has no rating 'no such rating'" in said
    assert "`return search(game, " in said


def test_a_bot_that_raises_loses_but_rules_that_raise_end_the_tournament(lazytree: Any):
    words = "tournament bad.py --bots bad.py:clumsy at_random --openings 0 --pairs 1"
    assert lazytree(words)[0] == 0
    assert "the rule `mover` of takeaway raised" in lazytree(words, "mover")[1]


def test_answers_in_words_stay_as_they_are(lazytree: Any):
    assert lazytree("play bad.py --first bad.py:picky --second at_random")[1] == "lazytree: depth must be even"
    said = lazytree("perft bad.py --position x --depth 1")[1]
    assert said.startswith("lazytree: invalid literal for int()")
    assert "the function `read` of takeaway raised KeyError" in lazytree("perft bad.py --position x", "read")[1]


def test_ctrl_c_in_a_rule_is_ctrl_c(lazytree: Any):
    assert lazytree("perft bad.py", "moves", 0, "KeyboardInterrupt()") == (130, "\nstopped")
    assert lazytree("perft bad.py", "moves", 0, "BrokenPipeError()")[1].count("KeyError") == 0


def test_bugs_of_ours_are_not_hidden(lazytree: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(commands, "limit", len)
    with pytest.raises(TypeError):
        lazytree("perft bad.py")
    monkeypatch.setattr("lazytree.questions.depth_search.position_or_start", len)
    with pytest.raises(TypeError):  # although a user's bot asked for it
        lazytree("play nim --first bad.py:asking --second at_random")


def test_the_whole_traceback_is_shown_where_it_is_asked_for(tmp_path: Path):
    text("moves", 0, "KeyError(1)", str(tmp_path / "bad.py"), more="")
    command = [sys.executable, "-X", "dev", "-m", "lazytree", "solve", "bad.py"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert 'bad.py", line 9, in fails' in ended.stderr
    assert ended.stderr.splitlines()[-1].startswith("lazytree: the rule `moves` of takeaway raised KeyError: 1")


WITHOUT_CODE = """
from functools import partial
from operator import itemgetter
from lazytree import Game

RULES = dict(
    mover=itemgetter(1),
    moves=lambda p: [n for n in (1, 2) if n <= p[0]],
    play=lambda p, n: (p[0] - n, 1 - p[1]),
    payoffs=lambda p: (1, -1) if p[1] else (-1, 1),
    ratings={{"left": itemgetter(0)}},
)
game = Game(name="in C", start=(5, 0), **{{**RULES, {wrong}}})
"""


@pytest.mark.parametrize(
    ("wrong", "what", "raised"),
    [
        ("'payoffs': itemgetter(7)", "rule `payoffs` of in C, operator.itemgetter(7),", "IndexError: tuple index"),
        ("'payoffs': partial(max, None)", "rule `payoffs` of in C, functools.partial(", "TypeError: "),
        ("'mover': itemgetter('x')", "rule `mover` of in C, operator.itemgetter('x'),", "TypeError: tuple indices"),
        ("'moves': itemgetter(9)", "rule `moves` of in C, operator.itemgetter(9),", "IndexError: tuple index"),
        ("'ratings': {'left': itemgetter(8)}", "rating `left` of in C, operator.itemgetter(8),", "IndexError: tuple"),
    ],
)
@pytest.mark.parametrize(
    "words", [words for words in COMMANDS if words.startswith(("perft", "rate", "solve", "play", "tournament"))]
)
def test_rules_without_python_code_that_raise_are_named(
    words: str, wrong: str, what: str, raised: str, tmp_path: Path, monkeypatch: Any, capsys: Any
):
    monkeypatch.chdir(tmp_path)
    file = f"bad{next(NUMBERS)}.py"
    Path(file).write_text(WITHOUT_CODE.format(wrong=wrong), encoding="utf-8")
    code = main(shlex.split(words.replace("bad.py", file)))
    said = [*capsys.readouterr().err.splitlines(), ""][0 if code == 0 else -2]
    if code == 0 and ("left" in wrong or ("payoffs" in wrong and "perft" in words)):
        return  # this command does not ask for it
    assert code == 2
    assert said.startswith(f"lazytree: the {what}") and raised in said, said
    assert ", at the position (" in said
