"""The referee: whole games between programs, and programs that break every rule of conduct."""

import itertools
import os
import shlex
import signal
import sys
from pathlib import Path

import pytest

from lazytree.arena import Clock, referee
from lazytree.arena.protocols import refereeing
from lazytree.arena.protocols.refereeing import Fault, Program, forfeit
from lazytree.cli import main
from lazytree.games import GAMES, dice_of_doom, nim
from lazytree.playing.records import load_record, save_record
from tests.helpers.waiting import LONG, until

from .test_resuming import alive

QUICK = Clock(movetime=0.02, margin=LONG)  # no program is late, however busy the machine is
AT_ONCE = Clock(movetime=0.02)  # for programs that never answer
GAME = nim(heaps=(3, 3))
STARTS = [GAME.start, GAME.play(GAME.start, next(iter(GAME.moves(GAME.start))))]
"""Positions in which the first and the second player are to move."""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs may take long to start."""
    monkeypatch.setattr(refereeing, "PATIENCE", LONG)


HONEST = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi": print("ugiok")
    if word == "isready": print("readyok")
    if word == "go": {go}
    if word == "quit": break
    sys.stdout.flush()
"""
FIRST_MOVE = 'print("info depth 1"); print("bestmove a-1")'

MISBEHAVING = {
    "an illegal move": (HONEST.format(go='print("bestmove z-9")'), "'z-9' is not a legal move"),
    "no move": (HONEST.format(go='print("bestmove")'), "it named no move"),
    "a crash": (HONEST.format(go="raise SystemExit(1)"), "it has ended"),
    "silence": (HONEST.format(go="pass"), "it did not answer within 0.52 seconds"),
    "a flood": (HONEST.format(go='[print("info") for _ in range(20000)]'), "it sent more than 10,000 lines"),
    "one long line": (HONEST.format(go='print("x" * 1000000)'), "it sent a line of more than 65,536 bytes"),
    "no text": (HONEST.format(go='sys.stdout.buffer.write(b"\\xff\\xfe\\n")'), "it sent bytes that are no text"),
    "an end at once": ("", "it has ended"),
}


def program(folder: Path, text: str) -> list[str]:
    path = folder / f"program_{len(list(folder.iterdir()))}.py"
    path.write_text(text, encoding="utf-8")
    return [sys.executable, "-S", str(path)]


def ours(*words: str) -> list[str]:
    return [sys.executable, "-m", "lazytree", "engine", *words]


@pytest.mark.parametrize("fault", MISBEHAVING)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_program_that_misbehaves_loses_and_the_reason_is_kept(tmp_path: Path, fault: str, seat: int):
    text, reason = MISBEHAVING[fault]
    honest = program(tmp_path, HONEST.format(go=FIRST_MOVE))
    seats = [honest, honest]
    seats[seat] = program(tmp_path, text)
    clock, position = (AT_ONCE, STARTS[seat]) if fault == "silence" else (QUICK, None)  # it alone is to answer
    found = referee(GAME, seats, clock, position)
    assert found.ended.payoffs == ((-1, 1) if seat == 0 else (1, -1))
    assert found.ended.reason.startswith(f"{GAME.players[seat]} has lost: {reason}")


def test_two_honest_programs_play_to_the_end(tmp_path: Path):
    """`a-1` is legal until the heap is empty: the first player then names a move that is none."""
    commands = [program(tmp_path, HONEST.format(go=FIRST_MOVE))] * 2
    found = referee(nim(heaps=(3,)), commands, QUICK)
    assert found.record.written() == ["a-1", "a-1", "a-1"]
    assert (found.ended.payoffs, found.ended.reason) == ((1, -1), "")
    assert all(seconds > 0 for seconds in found.used)


@pytest.mark.process
@pytest.mark.parametrize("name", ["dice_of_doom", "dvonn", "konane", "nim"])
def test_our_engines_play_each_other_without_a_fault(name: str):
    found = referee(GAMES[name](), [ours(name)] * 2, QUICK, plies=6)
    assert "has lost" not in found.ended.reason
    assert len(found.record.moves) == 6 or not found.ended.reason
    again = load_record(save_record(found.record))
    assert again.position == found.record.position


@pytest.mark.minutes
@pytest.mark.parametrize("name", sorted(name for name in GAMES if len(GAMES[name]().players) == 2))
def test_twenty_games_of_every_game_without_a_fault(name: str):
    for seed in range(20):
        found = referee(GAMES[name](), [ours(name)] * 2, QUICK, seed=seed, plies=400)
        assert "has lost" not in found.ended.reason


@pytest.mark.minutes
def test_a_thousand_games_with_programs_that_misbehave(tmp_path: Path):
    honest = program(tmp_path, HONEST.format(go=FIRST_MOVE))
    bad = {fault: program(tmp_path, text) for fault, (text, _) in MISBEHAVING.items()}
    descriptors = len(os.listdir("/proc/self/fd"))
    for fault, _ in zip(itertools.cycle(MISBEHAVING), range(1000)):
        found = referee(GAME, [honest, bad[fault]], AT_ONCE if fault == "silence" else QUICK, STARTS[1])
        assert MISBEHAVING[fault][1] in found.ended.reason
    assert len(os.listdir("/proc/self/fd")) <= descriptors + 2


@pytest.mark.process
def test_chance_is_rolled_from_the_seed():
    game, words = dice_of_doom(dice="rolled"), ours("dice_of_doom", "dice=rolled")
    found = referee(game, [words, words], QUICK, seed=3, plies=8)
    movers = {game.mover(position) for position in found.record.positions[:-1]}
    assert "has lost" not in found.ended.reason
    assert movers <= {0, 1, -1}


def test_a_clock_for_the_whole_game_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The first player takes 450 of 900 seconds for each of two moves, by a clock of ours, and does not end a third.

    Nothing is left then but the margin.
    """
    slow = program(tmp_path, HONEST.format(go='n = globals().get("n", 0) + 1; print("bestmove a-1") if n < 3 else 0'))
    quick = program(tmp_path, HONEST.format(go='print("bestmove a-1")'))
    steps = itertools.accumulate(itertools.chain.from_iterable(itertools.repeat([0.0, 450.0, 0.0, 0.0])))
    monkeypatch.setattr(refereeing, "perf_counter", lambda: next(steps))
    found = referee(nim(heaps=(9,)), [slow, quick], Clock(None, seconds=900.0))
    assert found.ended.reason == "first has lost: it did not answer within 0.5 seconds"
    assert (found.record.written(), found.used) == (["a-1"] * 4, (900.0, 0.0))


@pytest.mark.process
def test_a_program_may_give_up(tmp_path: Path):
    quitter = program(tmp_path, HONEST.format(go='print("bestmove resign")'))
    honest = program(tmp_path, HONEST.format(go=FIRST_MOVE))
    seen: list[int] = []
    found = referee(GAME, [honest, quitter], QUICK, watch=lambda so_far: seen.append(len(so_far.moves)))
    assert (found.ended.payoffs, found.ended.reason) == ((1, -1), "second resigns")
    assert seen == [0, 1]
    found = referee(nim(heaps=(2, 2)), [[*ours("nim", "heaps=2,2"), "--resign"]] * 2, QUICK)
    assert (found.ended.payoffs, found.ended.reason) == ((-1, 1), "first resigns")


def test_a_repeated_position_is_a_draw(tmp_path: Path):
    from lazytree import Game

    steps = Game("steps", 0, lambda p: p, lambda p: ["a-1"], lambda p, m: 1 - p, lambda p: (0, 0))
    found = referee(steps, [program(tmp_path, HONEST.format(go='print("bestmove a-1")'))] * 2, QUICK)
    assert (found.ended.payoffs, found.ended.reason) == ((0, 0), "the same position 3 times")


@pytest.mark.process
def test_what_a_program_has_started_ends_with_it(tmp_path: Path):
    mark = tmp_path / "child"
    text = (
        f"import os, time\nchild = os.fork()\nif child:\n    print(child, file=open({str(mark)!r}, 'w'), flush=True)\n"
    )
    started = Program(program(tmp_path, text + f"time.sleep({2 * LONG})\n"))
    child = int(until(lambda: mark.exists() and mark.read_text().strip()))
    assert alive(child)
    started.close()
    until(lambda: not alive(child))


LEAVING = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep({long})"], start_new_session=True)
print(child.pid, file=open({mark!r}, "w"), flush=True)
"""


@pytest.mark.process
@pytest.mark.parametrize(
    "go, reason", [('print("bestmove a-1")', ""), ("raise SystemExit", "it did not answer within")]
)
def test_a_child_that_lives_on_and_keeps_the_output_is_not_waited_for(tmp_path: Path, go: str, reason: str):
    """It has left the session of its program, so that it is not killed, and the pipe has no end."""
    mark = tmp_path / "child"
    leaving = LEAVING.format(long=2 * LONG, mark=str(mark)) + HONEST.format(go=go)
    clock = AT_ONCE if reason else QUICK
    try:
        honest = program(tmp_path, HONEST.format(go=FIRST_MOVE))
        found = referee(nim(heaps=(3,)), [program(tmp_path, leaving), honest], clock)
        assert alive(int(mark.read_text()))
    finally:
        os.kill(int(mark.read_text()), signal.SIGKILL)
    assert found.ended.reason == (f"first has lost: {reason} 0.52 seconds" if reason else "")


@pytest.mark.process
@pytest.mark.parametrize("text", [f"import time; time.sleep({2 * LONG})", "while True: print('x' * 60000)"])
def test_a_program_that_does_not_read_is_not_waited_for(tmp_path: Path, text: str):
    """A pipe takes 65,536 bytes; then one who writes would wait for ever."""
    deaf = Program(program(tmp_path, text))
    with pytest.raises(Fault, match="it does not read what it is told"):
        deaf.tell("x" * 1_000_000, 0.01)
    deaf.close()


def test_wrong_commands_are_named():
    with pytest.raises(ValueError, match="nim has 2 players, not 1: give a command for each"):
        referee(nim(), [["true"]])
    with pytest.raises(ValueError, match="no_such_program cannot be started: No such file"):
        referee(nim(), [["no_such_program"]] * 2)


def test_of_three_players_all_others_win():
    ended = forfeit(dice_of_doom(players=3), 1, "it has ended")
    assert ended.payoffs == (0.5, -1, 0.5)


def test_the_command_line_plays_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    command = shlex.join(program(tmp_path, HONEST.format(go=FIRST_MOVE)))
    assert main(["referee", "nim", "heaps=3", command, command, "--games", "2", "--movetime", "300"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["game 1: first wins (3 plies)", "game 2: first wins (3 plies)"]
    assert main(["referee", "nim", command]) == 2
    assert "nim has 2 players: write a command for each" in capsys.readouterr().err


@pytest.mark.parametrize(
    "clock", [Clock(-1), Clock(0), Clock(None), Clock(None, -1), Clock(None, 1, -1), Clock(float("nan"))]
)
def test_a_clock_that_makes_no_sense_is_refused(clock: Clock):
    with pytest.raises(ValueError, match="a clock has seconds above 0"):
        referee(GAME, [["true"]] * 2, clock)


def test_commands_that_make_no_sense_are_refused(capsys: pytest.CaptureFixture[str]):
    for words, said in {
        ("", "true"): "a command is empty",
        ('"open', "true"): "is no command: No closing quotation",
        ("true", "true", "--games", "0"): "--games must be a whole number from 1 up",
    }.items():
        assert main(["referee", "nim", *words]) == 2
        assert said in capsys.readouterr().err
