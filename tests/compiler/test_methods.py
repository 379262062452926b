"""Methods that give items, lists or sets, or are handed some: of NamedTuples, dataclasses, the rules' object."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import pytest

pytest.importorskip("llvmlite")

from agreement import agree_on, agree_thrice, refusal, rule_of
from pyrsistent import PVector, pvector

from lazytree import Game, perft
from lazytree.compiler import compiled, rules_lane
from lazytree.compiler.ir.kinds import Int
from lazytree.compiler.ir.start_types import type_of
from lazytree.core.errors import Trapped
from lazytree.core.lanes import MACHINE

HELPERS = """
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
def some(place):
    return sum(place.steps(1))
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
    def fill(self, board, c, seen):
        seen.add(c)
        for d in NEAR[c]:
            if board[d] == 0 and d not in seen:
                self.fill(board, d, seen)
class Odd(Rules):
    def deep(self, c, left):
        yield -c
        for d in Rules.deep(self, c, left):
            yield d
RULES, ODD = Rules(2), Odd(3)
"""
ALIKE = {
    "a generator": "p = Place(board)\nreturn sum(p.steps(n)), list_of(p, n), max(p.steps(1), default=n)",
    "a generator of an argument": "return some(Place(board)), some(Place(board).put(n))",
    "a list": "p = Place(board)\nreturn len(p.listed(n)), sum(p.listed(c=n, most=2)), n in p.listed(4)",
    "a value on the way": "return sum(Place(board).put(4).steps(n)), sum(Place(board)._replace(k=2).listed(1))",
    "a method that calls itself": "return Place(board).height(n)",
    "a generator that calls itself": "return sum(x * i for i, x in enumerate(Place(board).deep(n, 3)))",
    "yield from itself": "return sum(x * i for i, x in enumerate(Place(board).through(n, 2)))",
    "a list that is made by itself": "return sum(x * i for i, x in enumerate(Place(board).all_below(n, 3)))",
    "a fill": "seen = {n}\nPlace(board).fill(n, seen)\nreturn len(seen), sum(seen)",
    "a property": "p = Place(board)\nreturn len(p.empties), sum(p.odd), n in p.empties, bool(p.empties)",
    "a loop over a property": "t = 0\nfor c in Place(board, n).put(2).empties:\n    t = t * 3 + c\nreturn t",
    "a set": "s = Place(board).cells()\ns.add(9)\nreturn len(s), sum(Place(board).cells())",
    "a function inside of the rule": "return Place(board, n).applied(lambda x: x * 2)",
    "a name of two classes": "p = Place(board, n)\nreturn of_piece(Piece(n)), of_place(p)",
    "in a loop that changes the value": "t, p = 0, Place(board)\nfor d in p.steps(1):\n    p = p.put(d)\n"
    "    t = t * 3 + d + sum(p.steps(1)) & 4095\nreturn t",
    "pieces of a position": "return sum(Both(Place(board), (Piece(1), Piece(n))).ahead())",
    "the class asked": "return sum(Place.steps(Place(board), n))",
    "of the rules' object": "return sum(x * i for i, x in enumerate(RULES.deep(n, 2))), len(RULES.all_below(n, 3))",
    "an object's fill": "s = set()\nRULES.fill(board, n, s)\nreturn len(s), max(s)",
    "a method of a base class": "return sum(x * i for i, x in enumerate(ODD.deep(n, 2)))",
    "None that is asked": "return silent(perhaps(n))",
    "None that is asked before": "p = perhaps(n)\nreturn 0 if p is None else len(list(p.moves(board)))",
}
REFUSED = {
    "p, q = Place(board), Piece(n)\nreturn sum(p.items()) + sum(q.items())": "",
    "p = Place(board)\nreturn sum(p.steps(1, 2))": "a call needs the arguments",
    "p, q = Place(board), Piece(n)\nreturn sum(q.steps(1)) + p.k": "has the name of one of Place",
    "return sum(board.steps(1)) + len(Place(board).empties)": "has the name of one of Place",
}
BOARDS = [pvector(Random(seed).choices((0, 0, 1, 2), k=9)) for seed in range(4)]
CALLS = [(board, n) for board in BOARDS for n in range(-1, 9)]
HELPERS += """
def list_of(place, c):
    t = 0
    for d in place.steps(c):
        t = t * 9 + d
    return t
"""


@pytest.mark.parametrize("name", ALIKE)
def test_methods_give_what_python_gives(name):
    agree_on(rule_of(ALIKE[name], HELPERS), (BOARDS[0], Int(-1, 8)), CALLS)


@pytest.mark.parametrize("name", ["a generator that calls itself", "a property", "a fill"])
def test_so_does_typed_code(name):
    agree_thrice(rule_of(ALIKE[name], HELPERS), lambda: (type_of(BOARDS[0]), Int(-1, 8)), CALLS[:12])


@pytest.mark.parametrize("body", REFUSED)
def test_what_is_not_clear_is_refused(body):
    assert REFUSED[body] in refusal(rule_of(body, HELPERS))


# ---- a game whose rules are methods


@dataclass(frozen=True)
class Hill:
    """Stones on a line: a player moves one of theirs down, over others, or takes the top one away."""

    cells: PVector
    turn: int = 0

    @property
    def own(self):
        return [c for c, x in enumerate(self.cells) if x == self.turn + 1]

    def targets(self, c):
        for d in range(c - 1, -1, -1):
            if self.cells[d] == 0:
                yield d

    def moves(self):
        for c in self.own:
            yield from (Step(c, d) for d in self.targets(c))

    def chain(self, c):
        return 1 + self.chain(c + 1) if c < len(self.cells) and self.cells[c] else 0


class Step(NamedTuple):
    at: int
    to: int


def hill():
    def play(position, step):
        stones = position.cells.set(step.to, position.cells[step.at]).set(step.at, 0)
        return Hill(stones, 1 - position.turn)

    def payoffs(position):
        lost = position.chain(0) % 2
        return (1, -1) if lost == position.turn else (-1, 1)

    start = Hill(pvector([0, 0, 1, 0, 2, 0, 1, 0, 2]))
    return Game("hill", start, mover=lambda p: p.turn, moves=Hill.moves, play=play, payoffs=payoffs)


def test_a_game_of_methods_runs_in_machine_code():
    game = compiled(hill())
    assert rules_lane(game).name == MACHINE, rules_lane(game).reason
    for depth in (1, 3, 5):
        assert perft(game, depth) == perft(hill(), depth, lane="python") > 3
    position = hill().start
    for seed in range(3):
        random = Random(seed)
        while moves := list(hill().moves(position)):
            assert list(game.moves(position)) == moves
            position = hill().play(position, random.choice(moves))
        assert game.payoffs(position) == hill().payoffs(position)


def test_a_method_exchanged_is_noticed(monkeypatch):
    game = compiled(hill())
    before = list(game.moves(game.start))
    monkeypatch.setattr(Hill, "targets", lambda self, c: iter((0,)))
    after = list(game.moves(game.start))
    assert after == [Step(c, 0) for c in (2, 6)] != before


def test_none_has_no_methods():
    from lazytree.compiler.driver import machine_function

    rule = rule_of("return silent(perhaps(n))", HELPERS)
    machine = machine_function(rule, BOARDS[0], Int(-1, 8))
    assert machine(BOARDS[0], 3) == 1
    with pytest.raises(Trapped):
        machine(BOARDS[0], 1)
