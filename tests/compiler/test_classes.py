"""Values come back equal in class, too; classes with operations of their own are refused."""

from __future__ import annotations

import sys
import threading
from collections import namedtuple
from enum import Enum, IntEnum, IntFlag
from types import FunctionType
from typing import NamedTuple

import pytest
from pyrsistent import CheckedPVector, PVector, pvector

pytest.importorskip("llvmlite")

from programs.lanes import alike

from lazytree import Game, deepen, perft, solve, unfold
from lazytree import solve as solve_compiled
from lazytree.compiler import compiled, rules_lane


class Side(IntEnum):
    RED = 0
    BLUE = 1


class Cell(IntEnum):
    EMPTY = 0
    X = 1
    O = 2


class Mixed(int, Enum):
    THREE = 3


class Place(NamedTuple):
    x: int
    y: int

    def far(self):
        return self.x + self.y


class Position(NamedTuple):
    board: PVector
    side: Side
    swapped: bool


START = Position(pvector([Cell.EMPTY] * 4), Side.RED, False)
PLACES = (Place(Side.RED, True), Place(Side.BLUE, False))
TRUTHS, CELLS, UNEVEN = (True, False), (Cell.X, Cell.O), (True, 2)
BOARD = pvector([Cell.X, Cell.O])


def mover(position):
    return position.side


def moves(position):
    for cell, x in enumerate(position.board):
        if x == Cell.EMPTY:
            yield cell


def play(position, move):
    piece = Cell.X if position.side == Side.RED else Cell.O
    other = Side.BLUE if position.side == Side.RED else Side.RED
    return Position(position.board.set(move, piece), other, not position.swapped)


def kept(position, move):
    return position._replace(board=position.board.set(0, Cell.X))


def payoffs(position):
    red, blue = position.side == Side.RED, position.side == Side.BLUE
    return red - blue, blue - red


def game(**rules):
    return Game(
        "classes", **{"start": START, "mover": mover, "moves": moves, "play": play, "payoffs": payoffs, **rules}
    )


def both_agree(plain, plies=3):
    """Both lanes, along the first moves: values and classes."""
    machine, position = compiled(plain), plain.start
    for _ in range(plies):
        found = tuple(plain.moves(position))
        assert alike(tuple(machine.moves(position)), found)
        assert alike(machine.mover(position), plain.mover(position))
        assert alike(machine.payoffs(position), plain.payoffs(position))
        assert alike(machine.play(position, found[0]), plain.play(position, found[0]))
        position = plain.play(position, found[0])
    assert rules_lane(plain).trapped == 0


def test_members_of_enums_and_bools_come_back_as_what_they_were():
    assert rules_lane(game()).name == "machine"
    both_agree(game())


def test_searches_take_bools_and_enums_as_numbers():
    def is_red(position):
        return position.side == Side.RED

    plain = game(ratings={"red": is_red, "side": mover})
    assert rules_lane(plain).ratings == {}
    for rating in plain.ratings:
        answers = list(deepen(plain, rating=rating))
        assert {answer.lane for answer in answers} == {"machine"}
        assert (answers[-1].value > 0) == solve(plain).value
    assert solve_compiled(plain)[:2] == solve(plain)[:2]
    assert perft(plain, 3) == 24
    assert unfold(plain).lane == "machine"


def members(position):
    yield Cell.X if position.side else Cell.O


def all_kinds(position):
    yield Cell.X, position.swapped, True, position.side, position.side + 1, Cell.X | Cell.O, int(Cell.O), +True


def least(position):
    yield min(Cell.X, Cell.O), max(position.swapped, True), abs(position.side), ~position.swapped, Mixed.THREE


def from_tables(position):
    yield PLACES[position.side], TRUTHS[position.side], CELLS[position.side], BOARD[position.side]
    for x, y in PLACES:
        yield Place(x, y), y, Cell.O, BOARD[x]


def boards(position):
    yield pvector(x == Cell.X for x in position.board), pvector(Cell.X for _ in position.board)


def pick(a, b, first):
    return a if first else b


def through_functions(position):
    turn = position.swapped
    yield (
        pick(Cell.X, Cell.O, turn),
        pick(1, 2, turn),
        pick(True, False, turn),
        pick(Place(1, True), Place(2, turn), turn),
    )


def consumed(position):
    yield any(position.board), max((x for x in position.board), default=Cell.X), sum(x == 1 for x in position.board)


def nothing(position):
    yield ()


@pytest.mark.parametrize(
    "yielded",
    (members, all_kinds, least, from_tables, boards, through_functions, consumed, nothing),
)
def test_moves_are_of_the_class_that_they_are_in_python(yielded):
    plain = game(moves=yielded, play=kept)
    assert rules_lane(plain).name == "machine"
    both_agree(plain)


def enum_or_int(position):
    yield Cell.X if position.side else 2


def bool_or_int(position):
    yield position.side == Side.RED and position.side + 1


def uneven(position):
    yield UNEVEN[position.side]


def uneven_board(position):
    yield position.board.set(0, 1)


@pytest.mark.parametrize("yielded", (enum_or_int, bool_or_int, uneven, uneven_board))
def test_what_is_now_of_one_class_now_of_another_is_refused(yielded):
    plain = game(moves=yielded, play=kept)
    assert "now a bool or an IntEnum" in rules_lane(plain).reason
    assert f":{yielded.__code__.co_firstlineno}: " in rules_lane(plain).reason
    both_agree(plain)


def counted(position, move):
    return position._replace(side=1 - position.side)


def pieces(position, move):
    return position._replace(board=position.board.set(move, position.side))


def flagged(position, move):
    return position._replace(swapped=move)


@pytest.mark.parametrize(("played", "field"), [(counted, "side"), (pieces, "board"), (flagged, "swapped")])
def test_fields_keep_their_classes(played, field):
    plain = game(play=played)
    assert f"the position's {field} is " in rules_lane(plain).reason
    both_agree(plain)


def test_positions_of_other_classes_are_for_python():
    plain, odd = game(), Position(pvector([0, 0, 0, 0]), 0, 0)
    assert alike(compiled(plain).play(odd, 1), plain.play(odd, 1))
    assert alike(tuple(compiled(plain).moves(odd)), tuple(plain.moves(odd)))
    assert rules_lane(plain).trapped == 2


# ---- operations of their own


class Edge(namedtuple("Edge", "x y")):
    def __new__(cls, x, y):
        return super().__new__(cls, min(x, y), max(x, y))


class Checked(Place):
    def __init__(self, x, y):
        assert x >= 0


class Wild(Place):
    def __eq__(self, other):
        return True

    __hash__ = Place.__hash__


class Unequal(Place):
    def __ne__(self, other):
        return False


class Backwards(Place):
    def __iter__(self):
        return iter((self[1], self[0]))


class Long(Place):
    def __len__(self):
        return 9


class Containing(Place):
    def __contains__(self, item):
        return True


class Shifted(Place):
    def __getitem__(self, index):
        return 7


class Hiding(Place):
    @property
    def x(self):
        return 7


class Asked(Place):
    def __getattribute__(self, name):
        return 7


class Replacing(Place):
    def _replace(self, **fields):
        return self


class Counting(Place):
    def count(self, item):
        return 9


class Ordered(Place):
    def __lt__(self, other):
        return self.y < other.y


class Above(Place):
    def __ge__(self, other):
        return True


class Reversed(Place):
    def __reversed__(self):
        return iter((9,))


class Defaults(namedtuple("Defaults", "x y")):
    pass


class Given(NamedTuple):
    x: int
    y: int = 1


class Swapped(Place):
    x, y = Place.y, Place.x


Defaults.__new__.__defaults__ = (5,)
Given.__new__.__defaults__ = (2,)

OWN = (
    *(Edge, Checked, Wild, Unequal, Backwards, Long, Containing, Shifted, Hiding, Replacing),
    *(Ordered, Above, Reversed, Defaults, Given, Swapped),
)


def code_run_by(work):
    """The code of all functions that run meanwhile, in this thread and in new ones."""
    run = set()
    watch = lambda frame, *_: run.add(frame.f_code)  # noqa: E731
    threading.setprofile(watch)
    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    return run


@pytest.mark.parametrize("cls", OWN)
def test_a_tuple_with_operations_of_its_own_is_refused_wherever_it_is_met_and_none_is_run(cls):
    own = {each.__code__ for each in vars(cls).values() if isinstance(each, FunctionType)}
    constant, table = cls(2, 1), (cls(2, 1), cls(1, 1))

    def made(position):
        place = cls(2, position.side)
        yield place.x + place[1] + len(place) + (place == cls(0, 0)) + (7 in place) + place.count(1) + sum(place)

    def fixed(position):
        x, y = constant
        yield x + y + position.side + (position.side in constant) + constant.count(position.side)

    def given(position):
        yield of_place(constant, position.side)

    def looked_up(position):
        yield table[position.side].x + table[position.side].count(2)

    def of_constants(position):
        yield cls(2, 1).x + (cls(y=1, x=2), cls(4, 3))[position.side][0] + (cls(0, 1) == cls(5, 1)) + cls(1, 2).count(1)

    for rule in (made, fixed, given, looked_up, of_constants):
        plain = game(moves=rule, play=kept)
        assert not own & code_run_by(lambda: rules_lane(plain))  # noqa: B023 - called at once
        machine = compiled(plain)
        assert "its own" in rules_lane(plain).reason or "needs the arguments" in rules_lane(plain).reason
        assert list(machine.moves(START)) == list(plain.moves(START))


def test_a_method_that_tuples_have_too_is_the_class_s_own():
    constant = Counting(2, 1)

    def counted(position):
        place = Counting(2, position.side)
        yield place.count(1) + constant.count(position.side) + (7 in place) + 2 * (2 in place) + (1 in constant)

    plain = game(moves=counted, play=kept)
    assert rules_lane(plain).reason == ""
    assert list(compiled(plain).moves(START)) == list(plain.moves(START)) == [21]


def test_a_tuple_that_answers_for_its_fields_is_refused():
    def asked(position):
        yield Asked(position.side, 1).x

    plain = game(moves=asked, play=kept)
    assert "its own `__getattribute__`" in rules_lane(plain).reason
    both_agree(plain)


def of_place(place, at):
    return place.x + place[at] + place.count(at)


def test_a_position_with_operations_of_its_own_is_refused():
    def taken(position, move):
        return position._replace(x=position.x - 1)

    def left(position):
        if position.x > 0:
            yield position.y

    for cls in (Wild, Hiding, Replacing):
        plain = game(start=cls(2, 1), mover=no_one, moves=left, play=taken, payoffs=even)
        assert "its own" in rules_lane(plain).reason


def no_one(position):
    return 0


def even(position):
    return 0, 0


class Harmless(Place):
    """Nothing that rules could ask for."""

    __slots__ = ()

    def __str__(self):
        return "harmless"

    def __add__(self, other):
        return 9

    @property
    def both(self):
        return self.x + self.y


def test_methods_that_rules_do_not_ask_for_are_no_matter():
    def harmless(position):
        yield Harmless(position.side + 0, 1)

    plain = game(moves=harmless, play=kept)
    assert rules_lane(plain).name == "machine"
    both_agree(plain)


class Flags(IntFlag):
    A = 1
    B = 2


class Sum(int):
    def __add__(self, other):
        return 7


class Odd(IntEnum):
    ONE = 1

    def __invert__(self):
        return 5


class Ints(CheckedPVector):
    __type__ = int


@pytest.mark.parametrize("constant", (Flags.A, Flags.A | Flags.B, Sum(3), Odd.ONE))
def test_ints_with_operators_of_their_own_are_refused(constant):
    table, board = (constant, constant), pvector([constant])

    def added(position):
        yield int(constant + position.side)

    def inverted(position):
        own = constant if position.side else table[0]
        yield int(~own)

    def looked_up(position):
        yield int(~table[position.side])

    def on_board(position):
        yield int(~board[position.side])

    def is_in(position):
        yield position.side in table

    for rule in (added, inverted, looked_up, on_board, is_in):
        plain = game(moves=rule, play=kept)
        assert rules_lane(plain).name == "python"
        assert "fault" not in rules_lane(plain).reason
        assert list(compiled(plain).moves(START)) == list(plain.moves(START))
    assert rules_lane(game(start=START._replace(side=constant))).name == "python"


def test_boards_that_check_their_cells_are_refused():
    plain = game(start=START._replace(board=Ints([0, 0])))
    assert "plain PVector" in rules_lane(plain).reason
