"""Every rule of the subset broken once: the verdict names the rule, the file and the line, in a true sentence."""

from __future__ import annotations

import linecache
from dataclasses import dataclass
from typing import NamedTuple

import pytest
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from agreement import agree_on, machine_function, refuse_all, rule_of

from lazytree import Game
from lazytree.compiler import rules_lane
from lazytree.compiler.ir.kinds import FLOAT, SMALL, Int
from lazytree.core.errors import Refused

BROKEN = {
    "try": ("try:\n    a = 1\nexcept ValueError:\n    a = 2\nreturn a", "no `try`"),
    "with": ("with a:\n    return 1", "no `with`"),
    "text and float": ("b = 'x'\nif a:\n    b = 1.5\nreturn b", "not 'x' here and a float there"),
    "text and int in a board": (
        "b = (a, 1, 2)\nc = pvector([a if a else 'x', 1])\nreturn a",
        "a board holds values of one kind",
    ),
    "bytes": ("return a + len(b'1') + b'1'[a]", "no bytes and no complex numbers: b'1'"),
    "float": ("return a + 1.5 if a else 0", "now an int, now a float"),
    "lambda": ("b = (lambda x: x, 1)\nreturn a", "a `lambda` inside of a rule"),
    "inner function": ("def f(x):\n    return x\nreturn (f, a)", "it is no value"),
    "inner class": ("class C:\n    pass\nreturn a", "no classes"),
    "global": ("global G\nG = a\nreturn a", "no `global`"),
    "del": ("del a\nreturn 1", "no `del`"),
    "import": ("import os\nreturn a", "no `import`"),
    "match": ("match a:\n    case int(x):\n        return 1\nreturn 2", "a `match` of numbers"),
    "star": ("return helper(*TABLE, *TABLE)", "`f(a, *t)`"),
    "slice": ("return 1 if 'abc'[a:] == 'bc' else 0", "the bounds of a slice"),
    "bits of a float": ("return a & int(1.5 * a) & 1.5", "`&` of floats"),
    "power": ("return pow(a, 5, 7)", "`x ** y % z`"),
    "is": ("return 1 if a is TABLE else 0", "no `is`"),
    "generator kept": ("b = (x * a for x in TABLE)\na = 1\nreturn sum(b) + sum(b)", "a generator that reads"),
    "yield in an expression": ("return sum(odd(a))", "a `yield` is a statement of its own"),
    "item changed in place": ("VECTOR[a] = 3\nreturn a", "no side effects"),
    "wide division": ("return (1 << (a & 100)) // 3", "wider than 64 bits"),
    "next": ("return next(TABLE)", "no method .next()"),
    "row handed to Python": ("return RAGGED[a]", "a row of a table"),
    "unknown function": ("return hex(a)", "hex cannot be called here"),
    "unknown method": ("return VECTOR.remove(1)[0]", "`b.delete(b.index(x))` takes x out"),
    "object": ("return THING.size", "THING is or holds a Thing"),
    "call of a value": ("return a(1)", "a function that is called is known"),
    "wrong arguments": ("return helper(1, 2, 3)", "a call needs the arguments x"),
    "function kept": ("b = helper if a else other\nreturn 1", "a variable holds ints"),
    "zip, strictly": ("return sum(x + y for x, y in zip(TABLE, VECTOR, strict=True))", "`zip` takes sequences of one"),
    "unpacking": ("x, y, z = TABLE\nreturn x", "unpacking 2 values into 3 names"),
    "ordered boards": ("return 1 if VECTOR.set(0, 1) < VECTOR else 0", "no order of"),
    "board compared with an int": ("return 1 if VECTOR == a else 0", "no comparison of"),
    "keyword-only": ("return fussy(a)", "of fussy: 1 are given by place"),
    "attribute of an int": ("return a.real", "no attribute .real"),
    "endless recursion without a result": ("return forever(a)", "never returns"),
    "no items": ("return [x for x in a]", "or a generator, not over an int"),
    "text gone over": ("return [c for c in WORDS[a]]", "not over 'ab' or 'c'"),
    "texts of several lengths": ("return 'abc'.find(WORDS[a])", "no `+` of a text of 3 and 'c' or 'ab'"),
    "list that is a constant": (
        "LIST.append(a)\nreturn 1",
        "`.append()` changes a list, which is a constant: `list(...)`",
    ),
    "set that is a constant": ("SET.discard(a)\nreturn 1", "`.discard()` changes a set, which is a constant"),
    "frozenset that is a constant": ("FROZEN.add(a)\nreturn 1", "`.add()` changes a frozenset, which is a constant"),
    "dict that is a constant": ("DICT.pop(a)\nreturn 1", "`.pop()` changes a dict, which is a constant"),
    "method that no list has": ("return LIST.foo()", "no method .foo() of a list:"),
    "no dict": ("return len({**LIST})", "no `|` of a dict and a list"),
    "pairs that are no dict": ("x = [(a, 1)]\nreturn len({**x})", "no `|` of a dict and a list"),
    "text without an argument": ("return WORDS[a].find()", "`.find()` of a text raises here: find() takes"),
    "keys": ("return {a: 1}.keys() & [a]", "no `&` of the keys of a dict and a list"),
}

HELPERS = """
def helper(x):
    return x
def other(x):
    return x
def odd(n):
    x = yield n
def fussy(*, x):
    return x
def forever(n):
    return forever(n)
"""


class Thing:
    size = 3

    def __len__(self):
        return 3


NAMES = {
    "WORDS": ("ab", "c", "ab"),
    "LIST": [1, 2],
    "SET": {1, 2},
    "FROZEN": frozenset({1, 2}),
    "DICT": {1: 2},
    "TABLE": (3, 4),
    "RAGGED": ((1, 2), (3, 4, 5)),
    "VECTOR": pvector([1, 2, 3]),
    "THING": Thing(),
    "pvector": pvector,
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_verdict_names_the_rule_and_the_place(name):
    body, rule = BROKEN[name]
    function = rule_of(body, HELPERS, "a", **NAMES)
    with pytest.raises(Refused) as refused:
        machine_function(function, SMALL)
    assert rule in refused.value.rule
    assert refused.value.place.startswith(f"{function.__code__.co_filename}:")


def test_a_function_without_source_is_refused():
    names: dict[str, object] = {}
    exec("def rule(a):\n    return a", names)
    with pytest.raises(Refused, match="no source text for rule"):
        machine_function(names["rule"], SMALL)


def test_text_that_is_no_longer_the_function_is_refused():
    function = rule_of("return a + 1", HELPERS, "a")
    file = function.__code__.co_filename
    text = [line.replace("a + 1", "a + 2") for line in linecache.getlines(file)]
    linecache.cache[file] = (1, None, text, file)
    with pytest.raises(Refused, match="has changed since rule was loaded"):
        machine_function(function, SMALL)


# ---- floats among ints: the sentence names the function, and what to write


BIT = Int(0, 1)


def half_more(n: int):
    counts = [0, 0]
    counts[0] += 0.5
    return counts[n]


def half_more_of_floats(n: int):
    counts = [0.0, 0.0]
    counts[0] += 0.5
    return counts[n]


def test_a_float_among_ints_is_blamed_on_the_function():
    with pytest.raises(Refused, match=r"`half_more` gives now an int, now a float.*in lists: `\[0\.0\] \* n`"):
        machine_function(half_more, BIT)
    assert [machine_function(half_more_of_floats, BIT)(n) for n in (0, 1)] == [0.5, 0.0]


# ---- sentences that were false, contradicted themselves, or spoke of the compiler's own parts


SENTENCES_HELPERS = """
from dataclasses import dataclass, field
@dataclass(frozen=True)
class Made:
    x: int = field(default_factory=lambda: 3)
@dataclass(frozen=True)
class Half:
    x: int = field(init=False, default=7)
"""
SENTENCES = {
    "return board * 2": "no `*` of a PVector of 5 and an int",
    "return (tuple(board) * 2)[n]": "no `*` of a tuple of 5 and an int",
    "return board.index(1, 2)": "no `.index()` of a PVector of 5 with 2 arguments",
    "return board.count()": "no `.count()` of a PVector of 5 with 0 arguments",
    "return Made().x": "of Made: x is missing",
    "return Half().x": "the field x of Half is no plain field",
}


test_a_refusal_names_what_is_wrong = refuse_all(SENTENCES, SENTENCES_HELPERS)


def test_the_greatest_of_floats_is_a_float():
    rule = rule_of("return max((x, 0.5)), min([x, n / 2]), max(y / 4 for y in range(1, 4))", "", "x, n")
    agree_on(rule, (FLOAT, Int(-4, 4)), [(x, n) for x in (-1.5, 0.0, -0.0, 3.0) for n in (-4, 0, 1)])


@dataclass(frozen=True)
class Sized:
    turn: int

    def __len__(self):
        return 7


class Shorter(NamedTuple):
    turn: int

    def __len__(self):
        return 7


@pytest.mark.parametrize("cls", [Sized, Shorter])
def test_an_operation_of_a_positions_own_class_is_told_with_its_line(cls):
    game = Game("own", cls(0), lambda p: p.turn, lambda p: [], lambda p, move: p, lambda p: (0, 0))
    line = cls.__len__.__code__.co_firstlineno
    assert (
        rules_lane(game).reason
        == f"test_subset.py:{line}: the class {cls.__name__} has its own `__len__`, which is not compiled"
    )
