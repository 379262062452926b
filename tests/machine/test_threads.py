"""One search by several threads has the values of one thread; a fork while other threads work goes on by itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from itertools import islice

import pytest

pytest.importorskip("llvmlite")

import lazytree
from lazytree.compiler.running import Runner
from lazytree.games import andantino, connect_four, dvonn, konane, nim, othello, tic_tac_toe
from lazytree.machine.deepening import memories_for
from lazytree.machine.memories import search
from lazytree.searching.kernels import scout
from lazytree.searching.kernels.searches import FAR
from tests.helpers.searches import alphabeta_to_depth, assert_line
from tests.helpers.threads import have_ended

GAMES = [
    (konane(rows=6, columns=6, opening="corner"), 9),
    (connect_four(), 9),
    (dvonn(placement="random"), 5),
    (andantino(), 6),
    (othello(rows=6, columns=6), 7),
    (tic_tac_toe(), 9),
]


@pytest.mark.parametrize(("game", "depth"), GAMES, ids=lambda each: getattr(each, "name", ""))
def test_threads_find_the_values_of_one_thread(game, depth):
    alone = [alphabeta_to_depth(game, plies) for plies in range(1, depth + 1)]
    for threads in (2, 5):
        answers = list(islice(lazytree.deepen(game, threads=threads, megabytes=1), depth))
        assert [answer.value for answer in answers] == alone
        for answer in answers:
            assert_line(game, answer, next(iter(game.ratings.values())), game.start)


@pytest.mark.parametrize("entries", (1, 2, 64))
def test_threads_that_write_the_same_entries_all_the_time_find_the_same(entries):
    game = konane(rows=4, columns=6, opening="corner")
    exact = [alphabeta_to_depth(game, depth, "mobility") for depth in range(1, 11)]
    run = Runner(game, scout.scout, game.ratings["mobility"])
    for _ in range(10):
        memories = memories_for(3, 1)
        for memory in memories:
            memory.counts[scout.ENTRIES] = entries
        for depth, value in enumerate(exact, 1):
            assert search(run, memories, game.start, depth, -FAR, FAR)[0] == value
    assert run.lane == "machine"


def test_a_torn_entry_of_the_table_is_not_taken():
    """Keys of one search with the data of another, which found the same positions worth 500 more."""
    game = konane(rows=6, columns=6, opening="corner")
    mobility = game.ratings["mobility"]

    def inflated(position):
        return 500 + mobility(position)

    honest, lying = Runner(game, scout.scout, mobility), Runner(game, scout.scout, inflated)
    assert (honest.lane, lying.lane) == ("machine", "machine")
    (memory,), (other,) = memories_for(1, 1), memories_for(1, 1)
    exact = alphabeta_to_depth(game, 7, "mobility")
    honest(memory, game.start, 7, exact, exact + 1, 0, 0)
    lying(other, game.start, 7, exact + 499, exact + 500, 0, 0)
    torn = 0
    for place in range(0, 2 * memory.counts[scout.ENTRIES], 2):
        if memory.table[place] != 0 != other.table[place]:
            memory.table[place + 1] = other.table[place + 1]
            torn += 1
    assert torn > 10
    assert honest(memory, game.start, 7, exact, exact + 1, 0, 0) <= exact


def test_threads_solve():
    for heaps in [(1, 2, 3), (3, 1), (2, 3, 4)]:
        game = nim(heaps=heaps)
        assert lazytree.solve(game, megabytes=1, threads=2)[:2] == lazytree.solve(game, megabytes=1)[:2]
    game = konane(rows=5, columns=5, opening="corner")
    assert lazytree.solve(game, megabytes=16, threads=2).value == 1


def test_a_flag_stops_all_threads():
    flag, game, before = threading.Event(), konane(opening="corner"), threading.active_count()
    threading.Timer(0.3, flag.set).start()
    answers = list(lazytree.deepen(game, stop=flag.is_set, threads=2))
    assert answers
    assert {answer.lane for answer in answers} == {"machine"}
    assert have_ended(before)


def test_an_interrupt_stops_all_threads():
    before = threading.active_count()
    timer = threading.Timer(0.3, signal.raise_signal, (signal.SIGINT,))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        list(lazytree.deepen(konane(opening="corner"), threads=2))
    timer.join()
    assert have_ended(before)


def test_one_thread_at_least():
    with pytest.raises(ValueError, match="threads"):
        next(lazytree.deepen(tic_tac_toe(), threads=0))


def test_think_may_use_several_threads():
    game = nim(heaps=(3, 4, 5))
    move = lazytree.think(game, depth=12, threads=2)(game.start)
    assert game.ratings["nim_sum"](game.play(game.start, move)) > 0  # seen by FIRST: still won
    with pytest.raises(ValueError, match="threads"):
        lazytree.think(game, threads=0)


# ---- fork while other threads compile, grow trees or search


PROGRAM = """
import os, signal, sys, threading, time
from lazytree import grow, prune
from lazytree import deepen, perft
from lazytree.compiler import compiled, rules_lane
from lazytree.games import connect_four, nim, tic_tac_toe

shared, stop = tic_tac_toe(), []

def compiling():
    k = 0
    while not stop:
        k += 1
        perft(nim(heaps=(k % 5 + 1, 2)), 2)

def growing():
    while not stop:
        list(prune(3)(grow(compiled(shared))(shared.start)).branches)

def sharing():
    while not stop:
        rules_lane(shared)
        next(iter(deepen(shared)))

threads = [threading.Thread(target=each) for each in (compiling, growing, sharing)]
for thread in threads:
    thread.start()
hung = 0
for k in range(8):
    time.sleep(0.02 if k < 4 else 0.2)  # at first while modules are imported
    child = os.fork()
    if child == 0:
        signal.alarm(300)
        perft(connect_four(columns=4, rows=4), 3)
        next(iter(deepen(shared)))
        len(list(grow(compiled(shared))(shared.start).branches))
        os._exit(0)
    hung += os.waitpid(child, 0)[1] != 0
stop.append(1)
for thread in threads:
    thread.join()
print(hung, "hung")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_children_of_a_process_that_compiles_do_not_hang(tmp_path):
    place = {**os.environ, "LAZYTREE_CACHE": "off", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=place, capture_output=True, text=True, timeout=3000)
    assert done.stdout == "0 hung\n", done.stderr[-2000:]
