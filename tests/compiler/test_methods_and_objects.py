"""Rules that are methods, `partial`s and objects that are called, and methods of records within rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial, wraps
from random import Random
from typing import Any, ClassVar, NamedTuple

import pytest
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from agreement import (
    agree_all,
    agree_on,
    agree_thrice,
    lanes_agree,
    machine_function,
    refuse_all,
    rule_of,
    searches_agree,
)

from lazytree import Game, lane, search
from lazytree.compiler import compiled, rules_lane
from lazytree.compiler.ir.joining import type_of
from lazytree.compiler.ir.kinds import Int
from lazytree.core.errors import Trapped

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
def test_rules_that_are_objects_compile_and_agree(name, game):
    lanes_agree(game)
    if name in ("partial by name", "an object"):
        searches_agree(game)


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
    lanes_agree(game)


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
    lanes_agree(game)


def test_a_class_that_changes_is_noticed(monkeypatch):
    plain = Plain(3)
    game = game_of(plain.moves, mover=plain.mover)
    machine = compiled(game)
    assert list(machine.moves(START)) == [1, 4, 9]
    monkeypatch.setattr(Plain, "STEP", 3)
    assert list(machine.moves(START)) == [9]
    monkeypatch.setattr(Plain, "taken", lambda self: [2])
    assert list(machine.moves(START)) == [2]
    lanes_agree(game)


def test_a_frozen_dataclass_that_changes_all_the_same_is_noticed():
    table = Table(3, TABLE)
    game = game_of(table.moves)
    machine = compiled(game)
    assert list(machine.moves(START)) == [1, 4, 9]
    object.__setattr__(table, "most", 2)
    assert list(machine.moves(START)) == [1, 4]
    lanes_agree(game)


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


test_calls_of_objects_within_rules_give_what_python_gives = agree_all(RULES, HELPERS)
test_objects_that_are_refused_say_why = refuse_all(REFUSED, HELPERS)


# ---- methods that give items, lists or sets, or are handed some: of NamedTuples, dataclasses, the rules' object


METHODS_HELPERS = """
from dataclasses import dataclass, replace
from typing import NamedTuple
NEAR = ((1, 3), (0, 2, 4), (1, 5), (0, 4, 6), (1, 3, 5, 7), (2, 4, 8), (3, 7), (6, 4, 8), (7, 5))
class Place(NamedTuple):
    board: object
    k: int = 0
    def steps(self, c):
        for d in NEAR[c]:
            if self.board[d] == 0:
                yield d
    def doubled(self, xs):
        for x in xs:
            yield 2 * x
    def listed(self, c, most=9):
        return [d for d in NEAR[c] if self.board[d] < most]
    def height(self, n):
        return 0 if n <= 0 else 1 + self.height(n - 1)
    def deep(self, c, left):
        yield c + self.k
        if left > 0:
            for d in self.steps(c):
                for x in self._replace(k=d).deep(d, left - 1):
                    yield x
    def through(self, c, left):
        yield c
        if left > 0:
            for d in NEAR[c]:
                yield from self.through(d, left - 1)
    def fill(self, c, seen):
        seen.add(c)
        for d in self.steps(c):
            if d not in seen:
                self.fill(d, seen)
    def all_below(self, c, left):
        out = [c]
        if left > 0:
            for d in self.steps(c):
                out += self.all_below(d, left - 1)
        return out
    def put(self, c):
        return self._replace(board=self.board.set(c, 2), k=self.k + 1)
    @property
    def empties(self):
        return [c for c in range(9) if self.board[c] == 0]
    @property
    def odd(self):
        for c in self.empties:
            if c & 1:
                yield c
    def cells(self):
        return {c for c in range(9) if self.board[c] == 0}
    def applied(self, f):
        return f(self.k) + 1
    def items(self):
        yield self.k
        yield 3
@dataclass(frozen=True)
class Piece:
    c: int
    def items(self):
        return [self.c, 2]
    def moves(self, board):
        for d in NEAR[self.c]:
            if not board[d]:
                yield replace(self, c=d)
class Both(NamedTuple):
    place: Place
    pieces: tuple
    def ahead(self):
        for piece in self.pieces:
            for moved in piece.moves(self.place.board):
                yield moved.c
def of_piece(piece):
    return sum(piece.items())
def of_place(place):
    return sum(place.items())
def perhaps(n):
    return Piece(n) if n > 1 else None
def silent(piece):
    for d in piece.moves((0,) * 9):
        return 1
    return 0
class Rules:
    def __init__(self, size):
        self.size = size
    def deep(self, c, left):
        yield c
        if left > 0:
            for d in NEAR[c]:
                yield from self.deep(d, left - 1)
    def all_below(self, c, left):
        out = [c]
        if left > 0:
            for d in NEAR[c]:
                if d > self.size:
                    out.extend(self.all_below(d, left - 1))
        return out
class Odd(Rules):
    def deep(self, c, left):
        yield -c
        for d in Rules.deep(self, c, left):
            yield d
RULES, ODD = Rules(2), Odd(3)
"""
ALIKE = {
    "a generator": "p = Place(board)\nreturn sum(p.steps(n)), list_of(p, n), max(p.steps(1), default=n)",
    "a list": "p = Place(board)\nreturn len(p.listed(n)), sum(p.listed(c=n, most=2)), n in p.listed(4)",
    "a method that calls itself": "return Place(board).height(n)",
    "a generator that calls itself": "return sum(x * i for i, x in enumerate(Place(board).deep(n, 3)))",
    "yield from itself": "return sum(x * i for i, x in enumerate(Place(board).through(n, 2)))",
    "a list that is made by itself": "return sum(x * i for i, x in enumerate(Place(board).all_below(n, 3)))",
    "a fill": "seen = {n}\nPlace(board).fill(n, seen)\nreturn len(seen), sum(seen)",
    "a property": "p = Place(board)\nreturn len(p.empties), sum(p.odd), n in p.empties, bool(p.empties)",
    "a set": "s = Place(board).cells()\ns.add(9)\nreturn len(s), sum(Place(board).cells())",
    "a name of two classes in one rule": "p, q = Place(board), Piece(n)\nreturn sum(p.items()) + sum(q.items())",
    "what it is handed is made late": "xs = [n, 2]\ndef f():\n    xs[0] = 7\n    return 0\n"
    "return sum(Place(board).doubled(y for y in xs), f()), sum(Place(board).doubled(iter(xs)))",
    "arguments by name": "p = Place(board, k=n)\nreturn len(p.listed(most=2, c=4)), sum(p.deep(left=1, c=n))",
    "a name of two classes": "p = Place(board, n)\nreturn of_piece(Piece(n)), of_place(p)",
    "in a loop that changes the value": "t, p = 0, Place(board)\nfor d in p.steps(1):\n    p = p.put(d)\n"
    "    t = t * 3 + d + sum(p.steps(1)) & 4095\nreturn t",
    "pieces of a position": "return sum(Both(Place(board), (Piece(1), Piece(n))).ahead())",
    "of the rules' object": "return sum(x * i for i, x in enumerate(RULES.deep(n, 2))), len(RULES.all_below(n, 3))",
    "a method of a base class": "return sum(x * i for i, x in enumerate(ODD.deep(n, 2)))",
    "None that is asked": "return silent(perhaps(n))",
    "None that is asked before": "p = perhaps(n)\nreturn 0 if p is None else len(list(p.moves(board)))",
}
METHODS_REFUSED = {
    "return Place(board, n).applied(lambda x: x * 2)": "a method is handed no function inside of the rule",
    "return len(Place(board).listed(c=n, c2=1))": "a call needs the arguments",
    "return len(Place(board).listed(n, c=n))": "a call needs the arguments",
    "return board.count(x=n)": "by place",
    "p = Place(board)\nreturn sum(p.steps(1, 2))": "a call needs the arguments",
    "p, q = Place(board), Piece(n)\nreturn sum(q.steps(1)) + p.k": "no method .steps() of a Piece",
    "return sum(board.steps(1)) + len(Place(board).empties)": "no method .steps() of a PVector",
}
BOARDS = [pvector(Random(seed).choices((0, 0, 1, 2), k=9)) for seed in range(4)]
CALLS = [(board, n) for board in BOARDS for n in range(-1, 9)]
METHODS_HELPERS += """
def list_of(place, c):
    t = 0
    for d in place.steps(c):
        t = t * 9 + d
    return t
"""


test_methods_give_what_python_gives = agree_all(
    ALIKE, METHODS_HELPERS, check=lambda rule: agree_on(rule, (BOARDS[0], Int(-1, 8)), CALLS)
)


@pytest.mark.parametrize("name", ["a generator that calls itself", "a property", "a fill"])
def test_methods_in_typed_code_give_what_python_gives(name):
    agree_thrice(rule_of(ALIKE[name], METHODS_HELPERS), lambda: (type_of(BOARDS[0]), Int(-1, 8)), CALLS[:12])


test_methods_that_are_not_clear_are_refused = refuse_all(METHODS_REFUSED, METHODS_HELPERS)


def test_none_has_no_methods():
    rule = rule_of("return silent(perhaps(n))", METHODS_HELPERS)
    machine = machine_function(rule, BOARDS[0], Int(-1, 8))
    assert machine(BOARDS[0], 3) == 1
    with pytest.raises(Trapped):
        machine(BOARDS[0], 1)


class Steps(NamedTuple):
    n: int = 0

    @staticmethod
    def up_to(most):
        yield from range(most)

    @classmethod
    def least(cls, most):
        return most + cls.FIRST

    def after(self, move):
        return Steps(self.n + move + self.least(0) - 2 + sum(self.up_to(2)) - 1)


Steps.FIRST, Steps.MOST = 2, 4


@dataclass(frozen=True)
class Bounded:
    n: int = 0
    MOST: ClassVar[int] = 4

    @staticmethod
    def added(a, b):
        return a + b

    def after(self, move):
        return Bounded(self.added(self.n, move))


@dataclass(frozen=True, slots=True)
class Slotted:
    n: int = 0
    MOST: ClassVar[int] = 4

    def after(self, move):
        return Slotted(self.n + move)


@pytest.mark.parametrize("start", [Steps(), Bounded(), Slotted()], ids=lambda start: type(start).__name__)
def test_what_belongs_to_a_class_is_asked_of_its_values(start):
    def moves(position):
        return range(1, 3) if position.n < position.MOST else ()

    def paid(position):
        return (1, -1) if position.n % 2 else (-1, 1)

    game = Game(
        name="steps",
        start=start,
        mover=lambda position: position.n % 2,
        moves=moves,
        play=lambda position, move: position.after(move),
        payoffs=paid,
        ratings={"n": lambda position: position.n},
    )
    lanes_agree(game)
    searches_agree(game)


PLAIN = """
class Plain:
    def __init__(self, n):
        self.n = n
"""

test_objects_are_not_made_in_rules = refuse_all(
    {"of a plain class": ("return Plain(n).n", "Plain makes an object, which may change")}, PLAIN
)


class Counted(NamedTuple):
    n: int


def test_what_belongs_to_a_class_is_not_asked_of_a_value_that_may_raise():
    game = Game(
        name="counted",
        start=Counted(0),
        mover=lambda position: position.n % 2,
        moves=lambda position: (1,) if position.n < 3 else (),
        play=lambda position, move: Counted(position.n + move),
        payoffs=lambda position: (1, -1),
        ratings={"most": lambda position: Bounded(1 // position.n).MOST},
    )
    assert "is asked of a name: Bounded.MOST" in rules_lane(game).ratings["most"]


MOVES = {
    "range or tuple": lambda position: range(1, 3) if position[0] < 6 else (),
    "range or list": lambda position: range(1, 3) if position[0] < 6 else [],
    "generator or tuple": lambda position: (move for move in (1, 2)) if position[0] < 6 else (),
}


@pytest.mark.parametrize("moves", MOVES.values(), ids=MOVES)
@pytest.mark.parametrize("players", [2, 3])
def test_moves_are_of_several_kinds_of_what_is_gone_over(moves, players):
    def last(position):
        found = next((n for n in range(position[0]) if n > 2), None)
        return -1 if found is None else found

    paid = [tuple(2 if player == winner else -1 for player in range(players)) for winner in range(players)]
    judged = {"last": last} if players == 2 else {}
    game = Game(
        name="several kinds",
        start=(0, 0),
        mover=mover,
        moves=moves,
        play=lambda position, move: (position[0] + move, (position[1] + 1) % players),
        payoffs=(lambda position: (-1, 1) if position[1] else (1, -1)) if players == 2 else (lambda p: paid[p[1]]),
        players=("a", "b", "c")[:players],
        ratings=judged,
        standings={} if players == 2 else {"even": lambda position: (position[0], 0, 0)},
    )
    lanes_agree(game)
    assert {each.name for each in (lane(game).search, lane(game).mcts, lane(game).publish)} == {"machine"}
    searches = [search(game, 4, lane=each) for each in ("machine", "python")]
    assert searches[0].value == searches[1].value and searches[0].best == searches[1].best
