"""Rules that are methods, `partial`s and objects that are called: what they hold is looked at again."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial, wraps
from itertools import islice
from typing import Any, NamedTuple

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, refusal, rule_of
from programs.lanes import alike

from lazytree import Game, deepen
from lazytree.compiler import compiled, rules_lane
from lazytree.core.lanes import MACHINE

START = (11, 0)


def mover(position):
    return position[1]


def play(position, taken):
    return position[0] - taken, 1 - position[1]


def payoffs(position):
    return (-1, 1) if position[1] == 0 else (1, -1)


def squares(most, position, spare=0):
    return [n * n for n in range(1, most + 1) if n * n <= position[0] - spare]


def counted(function):
    """A decorator that is a plain closure."""

    @wraps(function)
    def inner(position):
        return function(position)

    return inner


@counted
def wrapped(position):
    yield from squares(3, position)


@dataclass(frozen=True)
class Table:
    most: int
    table: tuple

    def taken(self, position):
        for n in range(1, self.most + 1):
            yield self.table[n][0]

    def moves(self, position):
        for n in self.taken(position):
            if n <= position[0]:
                yield n

    @property
    def one(self):
        return 1

    @staticmethod
    def play(position, taken):
        return position[0] - taken, Table.other(position[1])

    @classmethod
    def other(cls, player):
        return 1 - player

    def payoffs(self, position):
        return (-self.one, 1) if position[1] == 0 else (1, -1)

    def __call__(self, position):
        return position[0] * self.most


class Named(NamedTuple):
    most: int
    table: tuple

    def taken(self):
        return [self.table[n][0] for n in range(1, self.most + 1)]

    def moves(self, position):
        return [n for n in self.taken() if n <= position[0]]

    def worth(self, position, k=2):
        return position[0] * k + self.most


class Plain:
    """An object that may change, as most people write it."""

    STEP = 1

    def __init__(self, most):
        self.most = most
        self.table = [n * n for n in range(5)]

    def taken(self):
        return [self.table[n] for n in range(self.STEP, self.most + 1)]

    def moves(self, position):
        for n in self.taken():
            if n <= position[0]:
                yield n

    def mover(self, position):
        return position[1]

    def play(self, position, taken):
        return position[0] - taken, self.one - position[1]

    @property
    def one(self):
        return 1

    @classmethod
    def payoffs(cls, position):
        return (-cls.STEP, 1) if position[1] == 0 else (1, -1)

    def __call__(self, position):
        return position[0] * self.most


TABLE = tuple((n * n,) for n in range(5))


def game_of(moves: Any, play=play, payoffs=payoffs, mover=mover, **ratings):
    return Game("squares", START, mover, moves, play, payoffs, ratings=ratings)


def agree_in_play(game):
    """Both lanes give the same moves and ratings in every line of play."""
    assert rules_lane(game).name == MACHINE and not rules_lane(game).ratings, rules_lane(game)
    machine, ahead, seen = compiled(game), [game.start], set()
    before = rules_lane(machine).trapped
    while ahead:
        position = ahead.pop()
        moves = list(game.moves(position))
        assert alike(moves, list(machine.moves(position)))
        assert alike(game.mover(position), machine.mover(position))
        assert alike(game.payoffs(position), machine.payoffs(position))
        for name, rating in game.ratings.items():
            assert alike(rating(position), machine.ratings[name](position))
        after = [machine.play(position, move) for move in moves]
        assert alike(after, [game.play(position, move) for move in moves])
        ahead += [each for each in after if each not in seen]
        seen |= {*after}
    assert rules_lane(machine).trapped == before


def search_alike(game):
    found = [[each.value for each in islice(deepen(game, lane=name), 3)] for name in ("machine", "python")]
    assert found[0] == found[1]


def games():
    table, named, plain = Table(3, TABLE), Named(3, TABLE), Plain(3)
    yield "partial", game_of(partial(squares, 3))
    yield "partial by name", game_of(partial(squares, 2, spare=1), odd=table)
    yield "partial of a partial", game_of(partial(partial(squares, 3), spare=2))
    yield "partial of a method", game_of(table.moves, worth=partial(named.worth, k=5))
    yield "wrapped", game_of(wrapped)
    yield "a frozen dataclass", game_of(table.moves, table.play, table.payoffs, call=table)
    yield "a NamedTuple", game_of(named.moves, worth=named.worth)
    yield "an object", game_of(plain.moves, plain.play, plain.payoffs, plain.mover, call=plain)
    yield "a class method", game_of(table.moves, payoffs=Plain.payoffs)


@pytest.mark.parametrize("name, game", list(games()))
def test_it_compiles_and_agrees(name, game):
    agree_in_play(game)
    if name in ("partial by name", "an object"):
        search_alike(game)


def changed_partial(game):
    game.moves.keywords["spare"] = 7


def restored_partial(game):
    game.moves.__setstate__((squares, (2,), {"spare": 3}, None))


@pytest.mark.parametrize("change", [changed_partial, restored_partial])
def test_a_partial_that_changes_is_noticed(change):
    game = game_of(partial(squares, 3, spare=0))
    machine = compiled(game)
    list(machine.moves(START))
    change(game)
    assert list(machine.moves(START)) == list(game.moves(START)) != [1, 4, 9]
    agree_in_play(game)


class Other(Plain):
    STEP = 2


CHANGES = {
    "an attribute": lambda plain: setattr(plain, "most", 2),
    "an item of a list": lambda plain: plain.table.__setitem__(2, 3),
    "an attribute in front of the class": lambda plain: setattr(plain, "STEP", 2),
    "a method": lambda plain: setattr(plain, "taken", lambda: [1]),
    "all attributes": lambda plain: setattr(plain, "__dict__", {"most": 1, "table": [0, 5]}),
    "the class": lambda plain: setattr(plain, "__class__", Other),
}


@pytest.mark.parametrize("name", CHANGES)
def test_an_object_that_changes_is_noticed(name):
    plain = Plain(3)
    game = game_of(plain.moves, plain.play, Plain.payoffs, plain.mover, call=plain)
    machine = compiled(game)
    before = list(machine.moves(START))
    CHANGES[name](plain)
    assert list(machine.moves(START)) == list(game.moves(START)) != before
    agree_in_play(game)


def test_a_class_that_changes_is_noticed(monkeypatch):
    plain = Plain(3)
    game = game_of(plain.moves, mover=plain.mover)
    machine = compiled(game)
    assert list(machine.moves(START)) == [1, 4, 9]
    monkeypatch.setattr(Plain, "STEP", 3)
    assert list(machine.moves(START)) == [9]
    monkeypatch.setattr(Plain, "taken", lambda self: [2])
    assert list(machine.moves(START)) == [2]
    agree_in_play(game)


def test_a_frozen_dataclass_that_changes_all_the_same_is_noticed():
    table = Table(3, TABLE)
    game = game_of(table.moves)
    machine = compiled(game)
    assert list(machine.moves(START)) == [1, 4, 9]
    object.__setattr__(table, "most", 2)
    assert list(machine.moves(START)) == [1, 4]
    agree_in_play(game)


HELPERS = """
from functools import partial
def scaled(a, x, k=2, b=0):
    return a + x * k + b
def all_of(k, board):
    for x in board:
        if x > k:
            yield x
double, named = partial(scaled, 1), partial(scaled, k=5, b=1)
above = partial(all_of, 1)
most = partial(max, 3)
class Rules:
    def __init__(self):
        self.size, self.steps, self.inner = 4, [1, -1], Inner()
    def worth(self, x, k=1):
        return x * self.size + k
    def near(self, x):
        return [x + step for step in self.steps]
    @staticmethod
    def plain(x):
        return x + 1
class Inner:
    K = 3
    def add(self, x):
        return x + self.K
class Equal:
    def __init__(self):
        self.size = 1
    def __eq__(self, other):
        return True
rules, equal = Rules(), Equal()
fallen = partial(scaled, [1])
"""
RULES = {
    "partial": "return double(n), double(n, k=4), named(n, 3), named(n, 3, k=1), most(n)",
    "partial of a generator": "return sum(above(board)), max(above(board), default=n)",
    "a key": "return max(board, key=double), min(board, key=rules.worth)",
    "methods of an object": "return rules.worth(n), rules.worth(k=n, x=2), rules.plain(n), rules.inner.add(n)",
    "a list of a method": "return sum(rules.near(n)), n in rules.near(1), len(rules.near(n)), rules.size + n",
    "given twice": "return double(n, b=n)",
}
REFUSED = {
    "return double(n, a=n)": "a is given twice",
    "return equal.size + n": "a Equal",
    "return fallen(n)": "a list, which may change",
    "rules.size = n\nreturn n": "no side effects",
    "return rules.height": "no attribute .height",
    "x = rules\nreturn n if rules == n else rules": "a variable holds",
}


@pytest.mark.parametrize("name", RULES)
def test_calls_within_rules(name):
    agree(rule_of(RULES[name], HELPERS))


@pytest.mark.parametrize("body", REFUSED)
def test_what_is_refused(body):
    assert REFUSED[body] in refusal(rule_of(body, HELPERS))
