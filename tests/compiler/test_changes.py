"""What changes while Python runs: globals, helpers, closures, files. Nobody gets the answers of before."""

from __future__ import annotations

import importlib.util
import itertools
import sys
import types
from dataclasses import replace
from typing import NamedTuple

import pytest
from pyrsistent import PVector, pvector

pytest.importorskip("llvmlite")

from agreement import alphabeta_to_depth

import lazytree
from lazytree import Game, grow
from lazytree.compiler import compiled, rules_lane

HEAD = """
import types
from typing import NamedTuple
from pyrsistent import pvector
"""


class Place(NamedTuple):
    board: PVector
    turn: int


def mover(position):
    return position.turn


def play(position, move):
    return Place(position.board.set(move % 4, 1), 1 - position.turn)


def payoffs(position):
    return (0, 0)


def game_of(moves, **others):
    return Game("changing", Place(pvector([0, 1, 1, 0]), 0), mover, moves, play, payoffs, **others)


def module_of(path, text):
    """A module from a file of its own."""
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules.pop(path.stem, None)
    spec.loader.exec_module(module)
    return module


CHANGES = {
    "a global": ("N = 1\ndef moves(p): yield N", "N = 2"),
    "a global, to a list": ("N = 1\ndef moves(p): yield 1 if N else 2", "N = []"),
    "a module of another class": (
        "class M(types.ModuleType): pass\nm = M('m')\nm.N = 1\ndef moves(p): yield m.N",
        "m.N = 2",
    ),
    "a tuple": ("T = (1, 1)\ndef moves(p): yield T[p.turn]", "T = (2, 2)"),
    "a PVector": ("T = pvector([1, 1])\ndef moves(p): yield T[p.turn]", "T = pvector([2, 2])"),
    "what a dict is made by": (
        "T = (1, 1)\ndef moves(p):\n    d = dict.fromkeys(T, p.turn)\n    yield len(d)",
        "dict = types.SimpleNamespace(fromkeys=lambda keys, value: (1, 2, 3))",
    ),
    "what a defaultdict holds": (
        "from collections import defaultdict\ndef moves(p):\n    d = defaultdict(int)\n    yield d[p.turn]",
        "int = lambda: 7",
    ),
    "what a Counter is": (
        "from collections import Counter\ndef moves(p):\n    d = Counter(p.board)\n    yield d[1]",
        "Counter = lambda board: (5, 6)",
    ),
    "a helper": ("def f(): return 1\ndef moves(p): yield f()", "f = lambda: 3"),
    "a helper's helper": ("def g(): return 1\ndef f(): return g()\ndef moves(p): yield f()", "def g(): return 5"),
    "a helper's global": ("N = 1\ndef f(): return N\ndef moves(p): yield f()", "N = 2"),
    "a helper's default": ("def f(k=1): return k\ndef moves(p): yield f()", "def f(k=2): return k"),
    "a closure": (
        "def made(k):\n    def moves(p): yield k\n    def change(): nonlocal k; k = 2\n    return moves, change\n"
        "moves, change = made(1)",
        "change()",
    ),
    "a class attribute": ("class C: N = 1\ndef moves(p): yield C.N", "C.N = 2"),
    "an inherited class attribute": ("class B: N = 1\nclass C(B): pass\ndef moves(p): yield C.N", "B.N = 2"),
    "an overridden class attribute": ("class B: N = 1\nclass C(B): pass\ndef moves(p): yield C.N", "C.N = 2"),
    "an attribute of a module": ("m = types.ModuleType('m')\nm.N = 1\ndef moves(p): yield m.N", "m.N = 2"),
    "another module": (
        "m, k = types.ModuleType('m'), types.ModuleType('k')\nm.N, k.N = 1, 2\ndef moves(p): yield m.N",
        "m = k",
    ),
    "a static method": (
        "class C:\n    @staticmethod\n    def f(): return 1\ndef moves(p): yield C.f()",
        "C.f = staticmethod(lambda: 2)",
    ),
    "a built-in that is hidden": ("def moves(p): yield max(1, 0)", "max = min"),
    "a name that is gone": ("max = min\ndef moves(p): yield max(1, 0)", "del max"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_after_compiling_is_noticed(tmp_path, change):
    text, edit = CHANGES[change]
    module = module_of(tmp_path / "changing.py", HEAD + text)
    game = game_of(module.moves)
    machine = compiled(game)
    assert rules_lane(game).name == "machine"
    assert list(machine.moves(game.start)) == list(game.moves(game.start))
    before = list(game.moves(game.start))
    exec(edit, vars(module))
    after = list(game.moves(game.start))
    assert after != before
    assert list(machine.moves(game.start)) == after
    assert list(compiled(game).moves(game.start)) == after
    assert list(compiled(machine).moves(game.start)) == after
    assert [move for move, _ in grow(compiled(game))(game.start).branches] == after


def test_code_that_was_exchanged_in_place_is_noticed_when_machine_code_is_asked_for(tmp_path):
    module = module_of(tmp_path / "changing.py", "def f(): return 1\ndef moves(p): yield f()\ndef g(): return 2\n")
    game = game_of(module.moves)
    assert list(compiled(game).moves(game.start)) == [1]
    module.f.__code__ = module.g.__code__  # as tools that reload do
    assert list(compiled(game).moves(game.start)) == [2]


PAIR = "class Pair(NamedTuple):\n    x: int = 1\n    y: int = 2\n"
CLASS_CHANGES = {
    "defaults": (f"{PAIR}def moves(p): yield Pair().x", "Pair.__new__.__defaults__ = (5, 6)"),
    "__new__": (
        f"{PAIR}def moves(p): yield Pair(p.turn).x",
        "Pair.__new__ = lambda cls, x: tuple.__new__(cls, (7, 8))",
    ),
    "__eq__": (f"{PAIR}def moves(p): yield 1 if Pair(p.turn) == Pair(5) else 2", "Pair.__eq__ = lambda a, b: True"),
    "fields": (f"{PAIR}def moves(p): yield Pair(p.turn, 4).x", "Pair.x, Pair.y = Pair.y, Pair.x"),
    "an operator of an IntEnum": (
        "from enum import IntEnum\nclass Side(IntEnum):\n    RED = 1\ndef moves(p): yield Side.RED + p.turn",
        "Side.__add__ = lambda a, b: 9",
    ),
}


@pytest.mark.parametrize("change", CLASS_CHANGES)
def test_a_class_that_works_otherwise_is_noticed_when_machine_code_is_asked_for(tmp_path, change):
    text, edit = CLASS_CHANGES[change]
    module = module_of(tmp_path / "changing.py", HEAD + text)
    game = game_of(module.moves)
    before = list(game.moves(game.start))
    assert rules_lane(game).name == "machine"
    assert list(compiled(game).moves(game.start)) == before
    exec(edit, vars(module))
    after = list(game.moves(game.start))
    assert after != before
    for asked in (game, replace(game)):
        assert list(compiled(asked).moves(game.start)) == after
        assert "its own" in rules_lane(asked).reason


def test_equal_values_are_no_change_and_what_comes_back_compiles_again(tmp_path):
    module = module_of(tmp_path / "changing.py", "N = 10 ** 10\ndef moves(p): yield N\n")
    game = game_of(module.moves)
    machine = compiled(game)
    made = machine.moves.__self__.rules
    module.N = int("1" + "0" * 10)
    assert list(machine.moves(game.start)) == [10**10]
    assert machine.moves.__self__.made() is made
    module.N = 3
    assert list(machine.moves(game.start)) == [3]
    assert rules_lane(machine).name == "machine"
    assert machine.moves.__self__.made() is not made


def test_searches_see_the_change(tmp_path):
    text = "N, R = 1, 1\ndef moves(p):\n    if sum(p.board) < 4: yield N\n    if sum(p.board) < 3: yield 0\n"
    module = module_of(tmp_path / "changing.py", text + "def rating(p): return R\n")
    game = game_of(module.moves, ratings={"r": module.rating})
    machine = compiled(game)

    def answers(asked, rating):
        return [
            lazytree.perft(asked, 2),
            alphabeta_to_depth(asked, 2, rating),
            next(iter(lazytree.deepen(asked, rating=rating))).value,
            rating(game.start),
        ]

    answers(game, module.rating), answers(machine, machine.ratings["r"])
    module.N, module.R = 3, 7
    other = replace(game)
    expected = answers(other, module.rating)
    assert expected[1:] == [7, 7, 7]
    assert answers(game, module.rating) == answers(machine, machine.ratings["r"]) == expected
    assert expected[0] == lazytree.perft(game, 2, lane="python")


def test_a_search_that_has_begun_goes_on_with_the_rules_of_now(tmp_path):
    module = module_of(tmp_path / "changing.py", "N = 1\ndef moves(p):\n    if p.board[N] == 1: yield 1\n    yield 0\n")
    game = game_of(module.moves)
    module.R = 1
    deepening = iter(lazytree.deepen(game))
    assert next(deepening).lane == "machine"
    module.N = 3
    assert next(deepening).lane == "python"


def test_a_refused_game_is_asked_again_after_a_change(tmp_path):
    module = module_of(tmp_path / "changing.py", "N = bytearray(1)\ndef moves(p): yield len(N)\n")
    game = game_of(module.moves)
    assert "N is or holds a bytearray" in rules_lane(game).reason
    module.N = (1, 2)
    assert rules_lane(game).name == "machine"
    assert list(compiled(game).moves(game.start)) == [2]


@pytest.mark.parametrize(
    ("rule", "change"),
    [
        ("N = [1, 2]\ndef moves(p): yield from N\n", lambda n: n.append(3)),
        ("N = [[1], [2]]\ndef moves(p): yield from N[1]\n", lambda n: n[1].insert(0, 0)),
        ("N = {1: 2}\ndef moves(p): yield N[1]\n", lambda n: n.update({1: 3})),
        ("N = {1: 2}\ndef moves(p): yield len(N)\n", lambda n: n.update({True: 2, 5: 1})),
        ("N = [1]\ndef moves(p): yield N[0]\n", lambda n: n.__setitem__(0, True)),
        ("N = {1, 2}\ndef moves(p): yield 1 if 2 in N else 5\n", lambda n: n.discard(2)),
        ("class C: N = [1]\nN = C.N\ndef moves(p): yield from C.N\n", lambda n: n.clear()),
        ("def made(k): return lambda p: [x for x in k]\nN = [1]\nmoves = made(N)\n", lambda n: n.append(4)),
    ],
)
def test_a_list_a_dict_or_a_set_that_changes_in_place_is_noticed(tmp_path, rule, change):
    module = module_of(tmp_path / "changing.py", rule)
    game = game_of(module.moves)
    machine = compiled(game)
    assert rules_lane(machine).name == "machine"
    for _ in range(2):
        assert list(map(repr, machine.moves(game.start))) == list(map(repr, game.moves(game.start)))
    change(module.N)
    after = list(map(repr, game.moves(game.start)))
    assert list(map(repr, machine.moves(game.start))) == after
    assert rules_lane(machine).trapped == 1
    assert list(map(repr, compiled(game).moves(game.start))) == after


# ---- files that are edited while Python runs

NORMAL = "def normal():\n    def moves(p):\n        yield 1\n    return moves\n"
HARDER = "def harder():\n    def moves(p):\n        yield 99\n    return moves\n" + NORMAL
MODE = "MODE = 'short'\ndef moves(p):\n    yield 1 if MODE == 'short' else 2\n"
EDITS = {
    "another function at its line": (NORMAL, HARDER, "normal()"),
    "a text": (MODE, MODE.replace("== 'short'", "== 'long'"), "moves"),
    "an equal number of another kind": ("def moves(p):\n    yield 1\n", "def moves(p):\n    yield True\n", "moves"),
    "a float's sign": ("def moves(p):\n    yield int(0.0)\n", "def moves(p):\n    yield int(-0.0)\n", "moves"),
    "a nested tuple": (
        "def moves(p):\n    yield ((1, 2), 3)[0][0]\n",
        "def moves(p):\n    yield ((1.0, 2), 3)[0][0]\n",
        "moves",
    ),
    "a generator inside": (
        "def moves(p):\n    yield sum(x + 1 for x in (1, 2))\n",
        "def moves(p):\n    yield sum(x + 2 for x in (1, 2))\n",
        "moves",
    ),
    "a line": ("def moves(p):\n    yield 1\n", "def moves(p):\n\n    yield 1\n", "moves"),
    "a default": ("def moves(p, k=1):\n    yield k\n", "def moves(p, k=1, *, j=2):\n    yield k\n", "moves"),
    "a scope": (
        "def made(k):\n    def moves(p):\n        yield k\n    return moves\n",
        "k = 5\ndef made(j):\n    def moves(p):\n        yield k\n    return moves\n",
        "made(1)",
    ),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_file_is_not_taken_for_the_running_function(tmp_path, monkeypatch, edit):
    monkeypatch.setenv("LAZYTREE_CACHE", str(tmp_path / "cache"))
    before, after, asked = EDITS[edit]
    path = tmp_path / "edited.py"
    moves = eval(asked, vars(module_of(path, before)))
    path.write_text(after + "\n# longer\n")
    game = game_of(moves)
    assert "the file has changed" in rules_lane(game).reason
    assert compiled(game) is game
    assert not (tmp_path / "cache").exists()
    fresh = game_of(eval(asked, vars(module_of(path, before))))
    assert list(compiled(fresh).moves(fresh.start)) == list(fresh.moves(fresh.start))


def test_a_file_that_is_edited_and_loaded_again_is_compiled_anew(tmp_path):
    path = tmp_path / "edited.py"
    for number in itertools.chain((1, 2), (1,)):
        game = game_of(module_of(path, f"def moves(p):\n    yield {number}\n#{'-' * number}\n").moves)
        assert rules_lane(game).name == "machine"
        assert list(compiled(game).moves(game.start)) == [number]


def test_a_module_is_not_asked_more_than_rules_ask(tmp_path):
    class Shy(types.ModuleType):
        def __getattr__(self, name):
            raise ImportError(f"{name} needs an optional part")

    module = module_of(tmp_path / "shy.py", "def moves(p): yield lazy.ONE + p.turn\n")
    module.lazy = Shy("lazy")
    module.lazy.ONE = 1
    game = game_of(module.moves)
    assert list(compiled(game).moves(game.start)) == [1]
    assert rules_lane(game).name == "machine"
