"""Inference comes to an end, whatever calls what: types that keep growing are widened, and there is a budget."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest
from pyrsistent import PVector, pvector

pytest.importorskip("llvmlite")

from lazytree import Game, deepen
from lazytree.compiler import compiled, rules_lane


class Position(NamedTuple):
    board: PVector
    turn: int
    left: int


class Pair(NamedTuple):
    a: int
    b: int


def mover(position):
    return position.turn


def play(position, move):
    return Position(position.board.set(move % 4, 1), 1 - position.turn, position.left - 1)


def payoffs(position):
    return 0, 0


def game(moves, **rules):
    start = Position(pvector([0, 1, 1, 0]), 0, 3)
    given = {"start": start, "mover": mover, "moves": moves, "play": play, "payoffs": payoffs}
    return Game("ends", **{**given, **rules})


def right(cell):
    return cell + 1


def twice(cell):
    return right(right(cell))


def doubled(number):
    return number * 2 + 1


def squared(number):
    return number * number


def turned(pair):
    return Pair(pair.b + 1, pair.a + 2)


def replaced(pair):
    return pair._replace(a=pair.b + 1, b=pair.a + 3)


def steps(number):
    yield number + 1
    yield number + 2


def first(number):
    for each in steps(number):
        return each
    return 0


def even(count, number):
    return number if count <= 0 else odd(count - 1, number + 1)


def odd(count, number):
    return number if count <= 0 else even(count - 1, number + 2)


def raised(board):
    return board.set(0, board[0] + 1)


def nested(position):
    yield right(right(right(position.turn)))
    yield doubled(doubled(doubled(doubled(position.left))))


def nested_in_functions(position):
    yield twice(twice(twice(position.turn)))


def in_a_loop(position):
    cell = position.turn
    for _ in range(position.left):
        cell = right(right(cell))
    yield cell


def growing_fast(position):
    yield squared(squared(squared(position.left)))


def of_records(position):
    yield turned(turned(turned(Pair(position.turn, 0)))).a
    pair = replaced(replaced(Pair(position.turn, 0)))
    yield replaced(replaced(pair)).b


def of_generators(position):
    for a in steps(position.turn):
        for b in steps(a):
            yield first(first(b))


def mutual(position):
    yield even(3, odd(2, even(position.left, 0)))


def of_boards(position):
    yield raised(raised(raised(position.board)))[0]


@pytest.mark.parametrize(
    "moves", (nested, nested_in_functions, in_a_loop, growing_fast, of_records, of_generators, mutual, of_boards)
)
def test_calls_of_calls_are_widened(moves):
    plain = game(moves)
    assert rules_lane(plain).name == "machine"
    machine, position = compiled(plain), plain.start
    for _ in range(3):
        found = list(plain.moves(position))
        assert list(machine.moves(position)) == found
        position = plain.play(position, found[0])
        assert machine.play(position, found[0]) == plain.play(position, found[0])


def wrapped(number):
    return wrapped((number, 1))


def wraps_without_end(position):
    yield wrapped(position.turn)


def pair_of(value):
    return value, value


def wraps_too_much(position):
    value = pair_of(pair_of(pair_of(pair_of(pair_of(pair_of(pair_of(position.turn)))))))
    value = pair_of(pair_of(pair_of(pair_of(pair_of(pair_of(pair_of(value)))))))
    yield value == value


BIG = range(10**9)


def in_a_long_range(position):
    yield position.left in BIG


def repeated(position):
    yield ((0, 1) * 10**9)[position.left]


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        (wraps_without_end, "tuples in tuples"),
        (wraps_too_much, "parts"),
        (in_a_long_range, "not a range"),
        (repeated, "a constant of more than"),
    ],
)
def test_what_has_no_end_is_refused_with_its_place(moves, reason):
    found = rules_lane(game(moves))
    assert reason in found.reason
    assert "test_inference_ends.py:" in found.reason


def test_a_function_that_is_called_with_ever_other_constants_is_refused():
    found = rules_lane(game(constants_without_end))
    assert "inference of grown does not come to an end" in found.reason
    assert f"test_inference_ends.py:{grown.__code__.co_firstlineno}" in found.reason


def grown(items):
    return grown(items + (1,))  # noqa: RUF005 - `*` is not compiled


def constants_without_end(position):
    yield grown((1,))


class History(NamedTuple):
    left: int
    last: tuple


def any_left(position):
    if position.left > 0:
        yield 1


def no_one(position):
    return 0


def remembered(position, move):
    return History(position.left - 1, (move, position.last))


def forgotten(position, move):
    return History(position.left - 1, (move, position.left))


def test_positions_that_hold_ever_more_tuples_are_refused():
    plain = game(any_left, start=History(3, (0,)), play=remembered, mover=no_one)
    assert "tuples in tuples" in rules_lane(plain).reason
    assert compiled(plain).play(plain.start, 1) == plain.play(plain.start, 1)


def test_a_tuple_that_is_longer_after_a_move_grows():
    plain = game(any_left, start=History(3, (0,)), play=forgotten, mover=no_one)
    assert not rules_lane(plain).reason
    assert compiled(plain).play(plain.start, 1) == plain.play(plain.start, 1)


def test_searches_of_such_a_game_answer():
    plain = game(nested)
    assert [answer.depth for answer in islice(deepen(plain), 2)] == [1, 2]


def test_many_terms_are_no_fault(tmp_path):
    text = "+".join(["position.left"] * 900)
    file = tmp_path / "many_terms.py"
    head = Path(__file__).read_text().split("def right(")[0]
    file.write_text(
        f"{head}\ndef moves(position):\n    yield {text}\nfound = rules_lane(game(moves))\n"
        "print(found.name, 'fault' in found.reason, list(compiled(game(moves)).moves(game(moves).start)))\n"
    )
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, timeout=120)
    assert done.stdout.split(" ", 1)[1] == "False [2700]\n", done.stderr
