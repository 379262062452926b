"""Constants, starts and rules whose operations raise errors: `lane` and `compiled` give a reason."""

from __future__ import annotations

import types
from typing import NamedTuple

import pytest
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from agreement import agree, rule_of
from places import Place, mover, payoffs, play

import lazytree
from lazytree import Game
from lazytree.compiler import compiled, rules_lane
from tests.helpers.searches import alphabeta_to_depth
from tests.helpers.waiting import LONG


class Turn(NamedTuple):
    turn: int


class Hostile:
    """Everything that one may ask of it raises, but one method."""

    def __raised(self, *_):
        raise RuntimeError("do not touch")

    __eq__ = __hash__ = __repr__ = __str__ = __len__ = __bool__ = __getattr__ = __iter__ = __raised
    __getitem__ = __contains__ = __index__ = __int__ = __add__ = __call__ = __instancecheck__ = __raised
    __class__ = property(__raised)


class HostileKind(type):
    def __getattribute__(cls, name):
        raise RuntimeError("do not touch")

    def __eq__(cls, other):
        raise RuntimeError("do not touch")

    __hash__ = type.__hash__


def of_hostile_kind():
    class Of(metaclass=HostileKind):
        pass

    return Of


class HostileInt(int):
    def __repr__(self):
        raise RuntimeError("do not touch")

    __add__ = __eq__ = __index__ = __hash__ = __repr__


class HostileTuple(tuple):
    def __iter__(self):
        raise RuntimeError("do not touch")

    __len__ = __getitem__ = __repr__ = __hash__ = __eq__ = __iter__


class Lazy(types.ModuleType):
    def __getattr__(self, name):
        raise ImportError(f"{name} needs an optional part")

    def __getattribute__(self, name):
        if name == "__dict__":
            raise ImportError("no")
        return super().__getattribute__(name)


def linked(length):
    link = None
    for number in range(length):
        link = (number, link)
    return link


def around():
    items = [1]
    items.append(items)
    return items


def array():
    return pytest.importorskip("numpy").arange(3)


VALUES = {
    "hostile": Hostile,
    "class of a hostile class": of_hostile_kind,
    "hostile int": lambda: HostileInt(3),
    "hostile tuple": lambda: HostileTuple((1, 2)),
    "hostile in a tuple": lambda: (1, Hostile()),
    "hostile in a list": lambda: [1, Hostile()],
    "hostile in a dict": lambda: {1: Hostile()},
    "hostile in a PVector": lambda: pvector([Hostile()]),
    "huge int": lambda: (1 << 20_000) - 1,
    "huge int in a tuple": lambda: ((1 << 20_000) - 1, [1]),
    "huge negative int": lambda: -(1 << 100_000),
    "linked tuples": lambda: linked(3000),
    "a list of itself": around,
    "a list of itself in a tuple": lambda: (around(),),
    "an array": array,
    "a module": lambda: Lazy("lazy"),
    "nothing": lambda: None,
    "a code object": lambda: mover.__code__,
    "a generator": lambda: (each for each in ()),
    "nan": lambda: float("nan"),
    "surrogates": lambda: "\ud800",
    "a dict of itself": lambda: types.MappingProxyType({}),
    "a descriptor": lambda: property(lambda self: 1),
    "a bound method": lambda: Hostile.__init__.__get__(Hostile()),
}

RULES = {
    "read": "def moves(p): yield K",
    "added": "def moves(p): yield K + p.turn",
    "masked": "def moves(p): yield K & p.turn",
    "taken": "def moves(p): yield K[0]",
    "measured": "def moves(p): yield len(K)",
    "tested": "def moves(p): yield 1 if K else 2",
    "compared": "def moves(p): yield 1 if K == 1 else 2",
    "is": "def moves(p): yield 1 if K is None else 2",
    "found": "def moves(p): yield 1 if 1 in K else 2",
    "called": "def moves(p): yield K(p)",
    "an attribute": "def moves(p): yield K.size + p.turn",
    "a method": "def moves(p): yield K.count(1)",
    "gone over": "def moves(p):\n    for k in K: yield 1",
    "a default": "def f(p, k=K): return 1\ndef moves(p): yield f(p)",
    "a class attribute": "class C: k = K\ndef moves(p): yield 1 if C.k else 2",
    "a module attribute": "import types\nm = types.ModuleType('m')\nm.k = K\ndef moves(p): yield 1 if m.k else 2",
    "in a tuple": "T = (K, 1)\ndef moves(p): yield T[1]",
    "not read": "def moves(p):\n    if p.turn > 5:\n        K\n    yield 1",
}


def moves_or_error(moves, position):
    """The moves, or the kind of error."""
    try:
        return [repr(each) if type(each).__name__ in ("float", "ndarray") else each for each in moves(position)]
    except Exception as error:
        return type(error)


def assert_refused_or_as_python(folder, number, text, constant):
    """The reason for which rules that read a constant K are refused, or none; their moves are those of Python."""
    path = folder / f"hostile_{number}.py"
    path.write_text(text + "\n")
    names = {"K": constant, "__name__": path.stem}
    exec(compile(path.read_text(), str(path), "exec"), names)
    game = Game("hostile", Turn(0), mover, names["moves"], lambda p, move: Turn(1 - p.turn), payoffs)
    verdict = rules_lane(game)
    assert verdict.name == "machine" or verdict.reason
    assert "a fault of the compiler" not in verdict.reason
    machine = compiled(game)
    assert moves_or_error(machine.moves, game.start) == moves_or_error(game.moves, game.start)
    return verdict.reason


@pytest.mark.parametrize("value", VALUES)
def test_constants_that_raise_are_refused_with_a_reason(tmp_path, value):
    constant = VALUES[value]()
    for number, text in enumerate(RULES.values()):
        assert_refused_or_as_python(tmp_path, number, text, constant)


def test_a_constant_that_python_cannot_follow_is_refused_with_a_reason(tmp_path):
    """It is found before the rules are read: one rule stands for all."""
    reason = assert_refused_or_as_python(tmp_path, 0, RULES["read"], linked(30_000))
    assert "nested deeper than Python itself can follow" in reason


STARTS = {
    "hostile": Hostile,
    "hostile inside": lambda: Place(pvector([0]), Hostile()),
    "linked": lambda: linked(3000),
    "huge": lambda: Place(pvector([0]), 1 << 20_000),
    "a huge cell": lambda: Place(pvector([1 << 20_000]), 0),
}


@pytest.mark.parametrize("start", STARTS)
def test_a_start_that_raises_is_refused_with_a_reason(start):
    def moves(position):
        yield 1

    game = Game("hostile", STARTS[start](), mover, moves, play, payoffs)
    assert rules_lane(game).reason
    assert compiled(game) is game


@pytest.mark.parametrize("rule", ["mover", "moves", "play", "payoffs"])
def test_rules_that_are_objects_which_raise_are_refused(rule):
    def moves(position):
        yield 1

    rules = {"mover": mover, "moves": moves, "play": play, "payoffs": payoffs, rule: Hostile()}
    game = Game("hostile", Place(pvector([0]), 0), **rules)
    assert rules_lane(game).reason
    assert compiled(game) is game


def test_a_rating_that_cannot_be_compared_is_answered_by_python():
    def moves(position):
        if position.board[1] == 0:
            yield 1

    class Rating:
        def __call__(self, position):
            return 3

        __hash__ = None

        def __eq__(self, other):
            raise RuntimeError("do not touch")

    game = Game("hostile", Place(pvector([0, 0, 0, 0]), 0), mover, moves, play, payoffs, ratings={"r": Rating()})
    assert rules_lane(game).ratings["r"]
    assert alphabeta_to_depth(game, 0, "r") == 3
    assert next(iter(lazytree.deepen(game, rating="r"))).value == 0


def test_llvmlite_that_cannot_be_loaded_is_the_reason_given(tmp_path):
    import os
    import subprocess
    import sys

    (tmp_path / "llvmlite.py").write_text("raise OSError('libLLVM.so: cannot open shared object file')")
    program = "from lazytree import lane; from lazytree.games import nim; print(lane(nim()).search.reason)"
    place = {**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), *sys.path))}
    done = subprocess.run([sys.executable, "-c", program], env=place, capture_output=True, text=True, timeout=LONG)
    assert "cannot open shared object file" in done.stdout, done.stderr


@pytest.mark.parametrize("name", ['the "bold" one', "nul\0", "\ud800", 'q"\\\n%', "λ", "x" * 5000])
def test_a_function_may_have_any_name(name):
    rule = rule_of("return doubled(n) + board[0]", "def doubled(n):\n    return 2 * n\n")
    rule.__name__ = rule.__globals__["doubled"].__name__ = name
    agree(rule)
