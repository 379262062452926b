"""The quick look at what code depends on agrees with the close one, place by place, whatever is exchanged."""

from __future__ import annotations

import builtins
import types
from enum import Enum, IntEnum
from typing import NamedTuple

import pytest

from lazytree.compiler.frontend.dependencies import ATTRIBUTE, CELL, CLASS, FUNCTION, GLOBAL, depends_on
from lazytree.compiler.frontend.stamp import Known, Stamp


class Move(NamedTuple):
    cell: int
    far: int = 2000


class Colour(IntEnum):
    RED = 1


class Rules:
    most = 70_000


TOOLS = types.ModuleType("tools")
TOOLS.wide = 90_000


def rule_with(kept):
    def rule(position, number=5_000, *, named=6_000):
        return kept + number + LIMIT + len(position) + Rules.most + TOOLS.wide + named

    return rule


LIMIT = 80_000
RULE = rule_with(100_000)
EMPTY = types.CellType()

PLACES = [
    depends_on(FUNCTION, RULE, ""),
    depends_on(CELL, RULE.__closure__[0], ""),
    depends_on(CELL, EMPTY, ""),
    *(depends_on(GLOBAL, RULE, name) for name in ("LIMIT", "Rules", "TOOLS", "len")),
    depends_on(ATTRIBUTE, Rules, "most"),
    depends_on(ATTRIBUTE, TOOLS, "wide"),
    depends_on(ATTRIBUTE, Colour, "RED"),
    *(depends_on(CLASS, cls, "") for cls in (Move, Colour)),
]


def exchanged(monkeypatch):
    """Every change, by name."""
    here = RULE.__globals__
    return {
        "code": lambda: monkeypatch.setattr(RULE, "__code__", rule_with(1).__code__.replace(co_name="other")),
        "default": lambda: monkeypatch.setattr(RULE, "__defaults__", (5_001,)),
        "default by name": lambda: monkeypatch.setattr(RULE, "__kwdefaults__", {"named": 6_001}),
        "default by name, in place": lambda: monkeypatch.setitem(RULE.__kwdefaults__, "named", 6_001),
        "another default by name": lambda: monkeypatch.setitem(RULE.__kwdefaults__, "more", 1),
        "closure": lambda: monkeypatch.setattr(RULE.__closure__[0], "cell_contents", 100_001),
        "global": lambda: monkeypatch.setitem(here, "LIMIT", 80_001),
        "no global": lambda: monkeypatch.delitem(here, "LIMIT"),
        "built-in": lambda: monkeypatch.setattr(builtins, "len", lambda thing: 0),
        "hidden built-in": lambda: monkeypatch.setitem(here, "len", max),
        "attribute of a class": lambda: monkeypatch.setattr(Rules, "most", 70_001),
        "attribute of a module": lambda: monkeypatch.setattr(TOOLS, "wide", 90_001),
        "no attribute": lambda: monkeypatch.delattr(TOOLS, "wide"),
        "operation": lambda: monkeypatch.setattr(Move, "__eq__", lambda a, b: True, raising=False),
        "operation of an enum": lambda: monkeypatch.setattr(Colour, "__add__", lambda a, b: 7, raising=False),
        "default of a field": lambda: monkeypatch.setitem(Move._field_defaults, "far", 2001),
        "another default": lambda: monkeypatch.setitem(Move._field_defaults, "cell", 1),
        "default of a call": lambda: monkeypatch.setattr(Move.__new__, "__defaults__", (2001,)),
        "value of a member": lambda: monkeypatch.setattr(Colour.RED, "_value_", 2),
        "another member": lambda: monkeypatch.setitem(Colour._member_map_, "BLUE", Colour.RED),
        "fields": lambda: monkeypatch.setattr(Move, "_fields", ("cell", "near")),
        "operation of Enum": lambda: monkeypatch.setattr(Enum, "_fields", ("cell",), raising=False),
        "nothing": lambda: monkeypatch.setattr(Rules, "least", 1, raising=False),
    }


def test_what_lies_there_is_found_at_once():
    known = Known(PLACES)
    assert known.lie_there()
    assert [(place.kind, place.found is PLACES[2].found or place.name) for place in known.others] == [
        (CELL, True),  # the empty one
        (ATTRIBUTE, "RED"),
    ]


@pytest.mark.parametrize("change", exchanged(None))
def test_a_change_is_seen_by_both_and_its_end_too(monkeypatch, change):
    stamp = Stamp(PLACES)
    assert stamp.holds()
    with monkeypatch.context() as patch:
        exchanged(patch)[change]()
        now = [place.holds() for place in PLACES]
        assert stamp.holds() == all(now) == (change == "nothing")
        assert stamp.known.lie_there() == all(now)
    assert stamp.holds()


def test_equal_numbers_that_have_taken_their_place_are_no_change(monkeypatch):
    stamp = Stamp(PLACES)
    assert stamp.holds()
    monkeypatch.setitem(RULE.__globals__, "LIMIT", int("80000"))
    monkeypatch.setattr(TOOLS, "wide", int("90000"))
    assert not stamp.known.lie_there()
    assert stamp.holds()
