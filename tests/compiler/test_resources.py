"""What takes too much, of boards, stacks, code, time: a reason, Python, or Ctrl-C; memory is freed."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
import weakref
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest
from pyrsistent import PVector, pvector

pytest.importorskip("llvmlite")

from places import mover, payoffs

import lazytree
from lazytree import Game, Stopped
from lazytree.compiler import compiled, rules_lane
from lazytree.compiler.inference.programs import MOST_ITEMS
from lazytree.games import connect_four, nim, tic_tac_toe
from lazytree.machine import memories
from lazytree.searching.kernels.memory import Words
from tests.helpers.searches import alphabeta_to_depth
from tests.helpers.threads import have_ended
from tests.helpers.waiting import LONG

pytestmark = pytest.mark.optimized


class Board(NamedTuple):
    board: PVector
    turn: int


class Left(NamedTuple):
    left: int
    turn: int


def play(position, move):
    return Board(position.board.set(move, position.turn + 1).set(move + 1, 3), 1 - position.turn)


def cells_with_one(position):
    for cell, stone in enumerate(position.board):
        if stone == 1:
            yield cell


def some_empty(position):
    for cell in range(0, 12, 4):
        if position.board[cell] == 0:
            yield cell


def depth(number):
    return 0 if number <= 0 else depth(number - 1) + 1


def while_deep(position):
    if depth(position.left) > 0:
        yield 1


def taken(position, move):
    return Left(position.left - move, 1 - position.turn)


def board_game(moves, length=4):
    return Game("board", Board(pvector([0] * length), 0), mover, moves, play, payoffs)


def deep_game(left):
    return Game("deep", Left(left, 0), mover, while_deep, taken, payoffs)


def written(tmp_path, text, **names):
    """The function `moves` of a text; other names are its globals."""
    file = tmp_path / "rules.py"
    file.write_text(textwrap.dedent(text))
    exec(compile(file.read_text(), str(file), "exec"), names)
    return names["moves"]


# ---- boards and stacks


@pytest.mark.parametrize("length", (1_023, 1_024, 1_025, 65_536, 70_000))
def test_a_test_of_every_cell_of_a_large_board(length):
    game = board_game(cells_with_one, length)
    fast = compiled(game)
    for cell in (0, 4, length - 2):
        after = game.play(game.start, cell)
        assert fast.play(game.start, cell) == after
        assert list(fast.moves(after)) == list(game.moves(after)) == [cell]


def test_boards_larger_than_the_stack_are_refused():
    game = board_game(some_empty, 2_000_000)
    found = rules_lane(game)
    assert found.name == "python" and "of the stack" in found.reason
    assert list(compiled(game).moves(game.start)) == [0, 4, 8]


def test_many_boards_in_one_frame(tmp_path):
    names = "\n    ".join(f"b{number} = p.board.set(p.turn, {number})" for number in range(40))
    text = f"def moves(p):\n    {names}\n    yield {' + '.join(f'b{number}[p.turn]' for number in range(40))}\n"
    game = board_game(written(tmp_path, text), 40_000)
    assert list(compiled(game).moves(game.start)) == list(game.moves(game.start))


@pytest.mark.parametrize("size", (2**16, 2**18, 2**20))
def test_a_thread_with_a_small_stack_whose_setting_was_changed_since(size):
    game, found = deep_game(60_000), []
    fast = compiled(game)
    go = threading.Event()

    def ask():
        go.wait()
        found.append(list(fast.moves(game.start)))

    threading.stack_size(size)
    try:
        thread = threading.Thread(target=ask)
        thread.start()
    finally:
        threading.stack_size(0)
    go.set()
    thread.join()
    assert found == [[1]]


def test_recursion_that_no_stack_has_room_for():
    game = deep_game(10**9)
    with pytest.raises(RecursionError):
        list(compiled(game).moves(game.start))


# ---- code that grows


def nested(loops, over):
    lines = ["def moves(p):", "    x = 0"]
    lines += [f"{'    ' * (number + 1)}for a{number} in {over}:" for number in range(loops)]
    lines += [f"{'    ' * (loops + 1)}x = (x + a0 * a{loops - 1}) % 1009", "    yield x"]
    return "\n".join(lines)


FEW = "def few(n):\n    yield n\n    yield n + 1\n    if n % 3:\n        yield n + 2\n"


def chain(links):
    sets = "".join(f".set({link % 4}, {link % 3})" for link in range(links))
    return f"def moves(p):\n    b = p.board{sets}\n    yield b[0]\n    yield b[1]\n"


def twice_over(depth):
    """Generators, each of which goes twice over the one before."""
    text = "def g0(n):\n    yield n % 5\n"
    for number in range(1, depth):
        text += (
            f"def g{number}(n):\n    for x in g{number - 1}(n): yield x\n    for x in g{number - 1}(n + 1): yield x\n"
        )
    return text + f"def moves(p):\n    for x in g{depth - 1}(p.turn): yield x\n"


def calls_of_calls(depth):
    text = "def f0(n):\n    return n % 1000 + 1\n"
    for number in range(1, depth):
        text += f"def f{number}(n):\n    return (f{number - 1}(n) + f{number - 1}(n + 1)) % 1000\n"
    return text + f"def moves(p):\n    yield f{depth - 1}(p.turn)\n"


WITHIN_BOUNDS = {
    "a chain of sets": chain(40),
    "a longer chain": chain(120),
    "loops over a tuple": nested(2, "(p.turn, 5, x, p.board[1])"),
    "loops over generators": FEW + nested(6, "few(x % 100)"),
    "arguments of arguments": "def f(n):\n    return (n + 1) % 1000\ndef moves(p):\n    yield "
    + "f(" * 60
    + "p.turn"
    + ")" * 60,
    "calls of calls": calls_of_calls(12),
    "a deep expression": "def moves(p):\n    yield " + "-" * 900 + "p.turn",
    "many terms": "def moves(p):\n    yield " + "+".join(["p.turn"] * 900),
    "many branches": "def moves(p):\n    if p.turn == 900:\n        yield 1\n"
    + "".join(f"    elif p.turn == {number}:\n        yield {number + 3}\n" for number in range(400)),
    "functions that call one another": "".join(
        f"def f{number}(n):\n    return f{number + 1}(n) + 1\n" for number in range(200)
    )
    + "def f200(n):\n    return n\ndef moves(p):\n    yield f0(p.turn)",
    "generators of generators": twice_over(5),
}


@pytest.mark.parametrize("text", WITHIN_BOUNDS.values(), ids=WITHIN_BOUNDS)
def test_code_that_must_not_multiply(tmp_path, text):
    game = board_game(written(tmp_path, text))
    assert rules_lane(game).name == "machine"
    assert list(compiled(game).moves(game.start)) == list(game.moves(game.start))


TOO_MUCH = {
    "loops over a tuple": (nested(6, "(p.turn, 5, x, p.board[1], 7, 8)"), "written out"),
    "a long function": (
        "def moves(p):\n    x = 1\n" + "    x = (x * 3 + p.turn) % 99\n" * 9_000 + "    yield x",
        "too long",
    ),
    "generators of generators": (twice_over(14), "more than 2,000 loops"),
    "a large table": ("def moves(p):\n    yield T[p.turn]", "takes too long to compile"),
}


@pytest.mark.parametrize(("text", "reason"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_code_that_grows_too_much_is_refused_with_a_reason(tmp_path, text, reason):
    game = board_game(written(tmp_path, text, T=tuple(range(MOST_ITEMS + 1))))
    found = rules_lane(game)
    assert found.name == "python" and reason in found.reason


# ---- Ctrl-C


ENDLESS = """
    import signal, sys, threading, time
    from typing import NamedTuple
    from lazytree import Game
    from lazytree import mcts, perft, playouts, solve
    from lazytree.compiler import compiled, rules_lane
    from random import Random

    class Count(NamedTuple):
        number: int
        turn: int

    def counted(p):
        s = p.turn
        for i in range(1 << 30):
            for j in range(1 << 30):
                s = (s * 5 + i * j) & 255
        yield s

    def while_true(p):
        s = p.number
        while s >= 0:
            s = (s * 5 + 1) & 255
            while s > 4:
                s = s - 3
        yield s

    def endless(n):
        while n >= 0:
            n = (n * 5 + 1) & 255
            yield n

    def of_a_generator(p):
        total = 0
        for n in endless(p.number):
            total = (total + n) & 255
        yield total

    def fib(n):
        return n if n < 2 else (fib(n - 1) + fib(n - 2)) & 255

    def recursive(p):
        yield fib(90 + p.turn)

    def mover(p): return p.turn
    def play(p, move): return Count(move, 1 - p.turn)
    def payoffs(p): return (0, 0)

    game = Game("endless", Count(1, 0), mover, MOVES, play, payoffs)
    assert rules_lane(game).name == "machine"
    fast = compiled(game)

    def interrupt():
        while True:
            time.sleep(1)
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    heard = []
    try:
        try:
            threading.Thread(target=interrupt, daemon=True).start()
            CALL
        except KeyboardInterrupt:
            heard.append(1)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
    except KeyboardInterrupt:  # the next one, of a second later
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if heard:
        print("heard")
"""


def run_and_interrupt(moves, call):
    text = textwrap.dedent(ENDLESS).replace("MOVES", moves).replace("CALL", call)
    with open(os.devnull) as nothing:
        return subprocess.run(
            [sys.executable, "-c", "import linecache, sys\ntext = sys.argv[1]\n"
             "linecache.cache['<endless>'] = (len(text), None, text.splitlines(True), '<endless>')\n"
             "exec(compile(text, '<endless>', 'exec'))", text],
            capture_output=True, text=True, timeout=LONG, stdin=nothing,
        )  # fmt: skip


@pytest.mark.parametrize("moves", ("counted", "while_true", "of_a_generator", "recursive"))
def test_a_call_that_does_not_end_hears_ctrl_c(moves):
    done = run_and_interrupt(moves, "list(fast.moves(game.start))")
    assert done.stdout == "heard\n", done.stderr


@pytest.mark.parametrize(
    "call",
    ("perft(game, 2)", "solve(game)", "playouts(game, 3)", "next(mcts(game, 1)(game.start))"),
)
def test_a_search_of_rules_that_do_not_end_hears_ctrl_c(call):
    done = run_and_interrupt("counted", call)
    assert done.stdout == "heard\n", done.stderr


def long_walk(position):
    total = position.turn
    for _ in range(30_000_000):
        total = (total * 5 + 1) & 255
    yield total


def closed_form():
    total = 0
    for _ in range(30_000_000 % 256):  # the walk has a period that divides 256
        total = (total * 5 + 1) & 255
    return total


def test_a_long_call_is_right_in_every_thread():
    game = board_game(long_walk)
    fast, before = compiled(game), threading.active_count()
    assert list(fast.moves(game.start)) == [closed_form()]
    found = []
    thread = threading.Thread(target=lambda: found.append(list(fast.moves(game.start))))
    thread.start()
    thread.join()
    assert found == [[closed_form()]]
    assert have_ended(before)


def walk_after_a_ply(position):
    """One move at the start, where Python looks at the rules; then a walk."""
    if position.turn == 0:
        yield 0
    else:
        yield from long_walk(position)


def test_a_flag_ends_a_search_whose_rules_do_not_end():
    from lazytree import Stopped, perft

    began = time.monotonic()
    with pytest.raises(Stopped):
        perft(board_game(walk_after_a_ply), 12, stop=lambda: time.monotonic() > began + 0.2)


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="no signals to threads here")
def test_ctrl_c_is_heard_while_llvm_works(monkeypatch):
    from lazytree.compiler.runtime import native

    real, begun, sent = native.object_code, threading.Event(), threading.Event()

    def slow(text, level):
        begun.set()
        sent.wait()
        return real(text, level)

    def interrupt():
        begun.wait()
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        sent.set()

    monkeypatch.setenv("LAZYTREE_CACHE", "off")
    monkeypatch.setattr(native, "object_code", slow)
    game = board_game(cells_with_one)
    with pytest.raises(KeyboardInterrupt):
        threading.Thread(target=interrupt).start()
        rules_lane(game)
    monkeypatch.setattr(native, "object_code", real)
    assert rules_lane(game).name == "machine"


# ---- games, refused or compiled, and tables of searches are freed without the garbage collector


def refusing():
    table = tuple(range(1000))

    def moves(position):
        return list(table[:2])

    return replace(tic_tac_toe(), moves=moves)


def knowing_itself():
    """A game whose rating knows the game."""
    known = []

    def rating(position):
        return len(known)

    game = replace(tic_tac_toe(), ratings={"r": rating})
    known.append(game)
    return game


@pytest.mark.parametrize("make", [refusing, knowing_itself, tic_tac_toe], ids=["refused", "circle", "machine"])
@pytest.mark.parametrize(
    "use",
    [
        rules_lane,
        lambda game: list(compiled(game).moves(game.start)),
        lambda game: list(islice(lazytree.deepen(game), 2)),
        lambda game: lazytree.perft(game, 2),
        lambda game: alphabeta_to_depth(game, 2, max(game.ratings)) if game.ratings else None,
    ],
    ids=["lane", "machine", "deepen", "perft", "rating"],
)
def test_games_are_freed(make, use):
    game = make()
    rule = weakref.ref(game.moves) if make is refusing else None
    use(game), use(game)
    gone = weakref.ref(game)
    del game
    gc.collect()
    assert gone() is None
    assert rule is None or rule() is None


def powers(position):
    """More than 64 bits, once four moves have been made: machine code gives up."""
    power = 2**59
    for cell in position.board:
        if cell >= 0:
            power *= 2
    return (power >> 58) + position.board[0]


def assert_stops(search):
    polls = iter(range(10**9))
    with pytest.raises(Stopped):
        search(lambda: next(polls) > 1)


GAME, LARGE = tic_tac_toe(), connect_four()
SEARCHES = {
    "solve": lambda: lazytree.solve(GAME),
    "solve with threads": lambda: lazytree.solve(GAME, threads=2),
    "perft": lambda: lazytree.perft(GAME, 5),
    "deepen": lambda: list(islice(lazytree.deepen(GAME), 5)),
    "deepen with threads": lambda: list(islice(lazytree.deepen(GAME, threads=2), 5)),
    "deepen, given up": lambda: list(islice(lazytree.deepen(GAME, rating=powers), 5)),
    "deepen with threads, given up": lambda: list(islice(lazytree.deepen(GAME, rating=powers, threads=2), 5)),
    "alphabeta": lambda: alphabeta_to_depth(GAME, 3),
    "alphabeta, given up": lambda: alphabeta_to_depth(GAME, 5, powers),
    "mcts": lambda: list(islice(lazytree.mcts(GAME, 1)(GAME.start), 3)),
    "unfold": lambda: lazytree.unfold(GAME),
    "perft, stopped": lambda: assert_stops(lambda stop: lazytree.perft(LARGE, 14, stop=stop)),
    "solve, stopped": lambda: lazytree.solve(LARGE, stop=iter([False, True]).__next__),
    "unfold, stopped": lambda: assert_stops(lambda stop: lazytree.unfold(LARGE, stop=stop)),
}


@pytest.mark.parametrize("search", SEARCHES)
def test_tables_are_freed_as_a_search_ends(search, monkeypatch):
    made = []
    before = Words.__init__

    def noted(self, *given):
        before(self, *given)
        made.append(weakref.ref(self))

    monkeypatch.setattr(Words, "__init__", noted)
    gc.collect()
    gc.disable()
    try:
        SEARCHES[search]()
        memories._SPARE.clear()  # that of a small search, which is lent to the next
        assert made and not any(each() for each in made)
    finally:
        gc.enable()


def test_copies_of_a_game_have_machine_code_of_their_own():
    game = nim()
    rules_lane(game)
    twin = copy.copy(game)
    assert rules_lane(twin) == rules_lane(game)
    assert game.derived
    assert not pickle.loads(pickle.dumps(game)).derived
    assert not copy.deepcopy(game).derived


@pytest.mark.minutes
def test_two_thousand_games_leave_next_to_nothing():
    figures = subprocess.run(
        [sys.executable, str(Path(__file__).parents[2] / "benchmarks" / "freed.py"), "2000"],
        capture_output=True,
        text=True,
        timeout=3600,
        check=True,
    ).stdout
    assert all(float(line.split()[-2]) < 10 for line in figures.splitlines()), figures
