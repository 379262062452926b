"""Code, defaults and classes exchanged in place, as an editor's autoreload does: rules, ratings, helpers, odds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from programs.program import loaded

from lazytree import CHANCE, Game, alphabeta, grow, prune, rate, search
from lazytree.compiler import compiled, rules_lane
from lazytree.compiler.driver import machine_function
from lazytree.compiler.ir.kinds import Int
from lazytree.core.errors import Refused

RULES = """
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple
class P(NamedTuple):
    left: int
    turn: int
    x: int = 0
    def more(self, m): return self.x + m
@dataclass(frozen=True)
class D:
    a: int
    b: int = 4
    def both(self): return self.a + self.b
def helper(x, k=1): return x + k + D(1).both() + P(0, 0, x).more(1)
def mover(p): return p.turn
def moves(p):
    if p.left > 0:
        yield 1
        yield 2
def play(p, m): return P(p.left - 1, 1 - p.turn, p.x * 3 + helper(m))
def payoffs(p): return (p.x % 3 - 1, 1 - p.x % 3)
def odds(p, m): return m
def rating(p): return helper(p.x) + P(1, 2).x
def other_helper(x, k=1): return x * 5 + k
def other_mover(p): return 1 - p.turn
def other_moves(p):
    if p.left > 0:
        yield 3
        yield 1
        yield 2
def other_play(p, m): return P(p.left - 1, 1 - p.turn, p.x + m)
def other_payoffs(p): return (1, -1)
def other_odds(p, m): return 5 - m
def other_rating(p): return p.x + 100
"""
RULES_OF_A_GAME = ("helper", "mover", "moves", "play", "payoffs", "rating")
EXCHANGED = {
    **{name: (name, "__code__", f"other_{name}.__code__") for name in RULES_OF_A_GAME},
    "a default": ("helper", "__defaults__", "(7,)"),
    "a default of a class": ("P.__new__", "__defaults__", "(77,)"),
    "a default of a dataclass": ("D.__init__", "__defaults__", "(44,)"),
    "what makes one": (
        "P.__new__",
        "__code__",
        "(lambda _cls, left, turn, x: _tuple_new(_cls, (left, 1, 9))).__code__",
    ),
    "a method": ("P.more", "__code__", "(lambda self, m: 50 + m).__code__"),
    "a method of a dataclass": ("D", "both", "lambda self: self.a * 7"),
    "an operation": ("P", "__add__", "lambda a, b: 5"),
    "what a tuple equals": ("P", "__eq__", "lambda a, b: True"),
}
OF_CLASSES = {name for name in EXCHANGED if name.startswith(("a default of", "an operation", "what "))}


def game_of(names: dict[str, Any], chance: bool = False) -> Game[Any, Any]:
    mover = (lambda p: CHANCE if p.turn else 0) if chance else names["mover"]
    rules = (names[name] for name in ("moves", "play", "payoffs"))
    odds = {"odds": names["odds"]} if chance else {}
    return Game("exchanged", names["P"](3, 0), mover, *rules, ratings={"r": names["rating"]}, **odds)


def said(rules: Game[Any, Any], position: Any) -> list[Any]:
    """What the rules and the rating of a game say of a position and those after it."""
    here = [rules.mover(position), list(rules.moves(position)), rules.payoffs(position), rules.ratings["r"](position)]
    return here + [part for move in here[1] for part in said(rules, rules.play(position, move))]


def found(game: Game[Any, Any], way: str | None) -> Any:
    return search(game, 2, "r", lane=way).value


@contextmanager
def exchanged(names: dict[str, Any], owner: str, attribute: str, value: str) -> Iterator[None]:
    """Within, an attribute of a function or a class has another value."""
    changed = eval(owner, names)
    own = not isinstance(changed, type) or attribute in vars(changed)
    before = getattr(changed, attribute)
    setattr(changed, attribute, eval(value, names))
    try:
        yield
    finally:
        setattr(changed, attribute, before) if own else delattr(changed, attribute)


ASKED = {
    "nothing": lambda machine: None,
    "search": lambda machine: found(machine, None),
    "search in Python": lambda machine: found(machine, "python"),
    "lane": rules_lane,
    "compiled": compiled,
}


def assert_as_python(machine: Game[Any, Any], game: Game[Any, Any]) -> None:
    """The compiled game answers as the game does: rule by rule, in the lazy tree, and searched in both lanes."""
    assert said(machine, game.start) == said(game, game.start)
    searched = alphabeta(rate(game, "r")(prune(2)(grow(game)(game.start))))
    assert alphabeta(rate(machine, "r")(prune(2)(grow(machine)(game.start)))) == searched
    assert found(machine, None) == found(machine, "python") == found(game, None) == found(game, "python")


@pytest.mark.parametrize("change", EXCHANGED)
def test_what_is_exchanged_in_place_is_exchanged_in_the_compiled_game(change):
    """Whatever is asked first after the exchange, and after its end."""
    names = loaded(RULES)
    game = game_of(names)
    machine = compiled(game)
    assert rules_lane(machine).name == "machine"
    assert_as_python(machine, game)
    for name, ask in ASKED.items():
        if name == "nothing" and change in OF_CLASSES:
            continue  # noticed only as something is asked
        with exchanged(names, *EXCHANGED[change]):
            ask(machine)
            assert_as_python(machine, game)
        ask(machine)
        assert_as_python(machine, game)


def test_odds_and_helpers_by_closures_are_exchanged_too():
    names = loaded(RULES)
    game = game_of(names, chance=True)
    machine = compiled(game)
    position = game.play(game.start, 1)
    assert machine.odds is not None and [machine.odds(position, m) for m in (1, 2)] == [1, 2]
    assert found(machine, None) == found(game, "python")
    exec("odds.__code__ = other_odds.__code__", names)
    assert [machine.odds(position, m) for m in (1, 2)] == [4, 3]
    assert found(machine, None) == found(game, "python") == found(machine, "python")


CACHED = """
from functools import cache, lru_cache
K = 3
@{by}
def helper(x, y=1): return x + K * y
def rule(n): return helper(n)
"""


@pytest.mark.parametrize("by", ["cache", "lru_cache(maxsize=8)", "lru_cache(maxsize=8, typed=True)"])
@pytest.mark.parametrize("call", ["helper(4)", "helper(4, 2)", "helper(x=4)", "helper(4, y=3)"])
def test_what_is_remembered_of_another_global_is_refused_until_it_is_cleared(by, call):
    names = loaded(CACHED.format(by=by))
    exec(call, names)
    assert machine_function(names["rule"], Int(0, 9))(4) == names["rule"](4) == 7
    names["K"] = 500
    with pytest.raises(Refused, match="cache_clear"):
        machine_function(names["rule"], Int(0, 9))
    names["helper"].cache_clear()
    assert machine_function(names["rule"], Int(0, 9))(4) == names["rule"](4) == 504


def test_a_game_whose_helper_is_cleared_is_compiled_again():
    names = loaded(RULES + "K = 1\n@cache\ndef kept(x): return x + K\ndef rating(p): return kept(p.x)\n")
    game = game_of(names)
    found(game, "python")
    assert not rules_lane(game).ratings
    names["K"] = 50
    assert "cache_clear" in rules_lane(game).ratings["r"]
    assert found(game, None) == found(game, "python")
    names["kept"].cache_clear()
    assert not rules_lane(game).ratings
    assert found(game, None) == found(game, "python")
