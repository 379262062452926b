"""Fork while other threads compile, grow trees or search: the child goes on by itself."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("llvmlite")

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
