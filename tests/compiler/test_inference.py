"""Inference comes to an end, and one more walk through every function changes no type."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest
from pyrsistent import PVector, pvector

pytest.importorskip("llvmlite")

from agreement import walk_in_both_lanes
from places import mover, payoffs
from programs import lanes
from programs.program import examples, forgotten, loaded, programs

from lazytree import Game
from lazytree.compiler import compiled, passes, rules_lane
from lazytree.compiler.inference.programs import Program, WiderCells
from lazytree.compiler.inference.statements import inferred, settle
from lazytree.compiler.ir.kinds import Int
from lazytree.core.errors import Refused
from lazytree.games import GAMES


class Position(NamedTuple):
    board: PVector
    turn: int
    left: int


class Pair(NamedTuple):
    a: int
    b: int


def play(position, move):
    return Position(position.board.set(move % 4, 1), 1 - position.turn, position.left - 1)


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


def nested(position):
    yield right(right(right(position.turn)))
    yield doubled(doubled(doubled(doubled(position.left))))


def nested_in_functions(position):
    yield twice(twice(twice(position.turn)))


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


@pytest.mark.parametrize("moves", (nested, nested_in_functions, of_records, of_generators, mutual))
def test_calls_of_calls_are_widened(moves):
    plain = game(moves)
    assert rules_lane(plain).name == "machine"
    assert walk_in_both_lanes(plain, random.Random(1), 3) == 3


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
    assert "test_inference.py:" in found.reason


def test_a_function_that_is_called_with_ever_other_constants_is_refused():
    found = rules_lane(game(constants_without_end))
    assert "inference of grown does not come to an end" in found.reason
    assert f"test_inference.py:{grown.__code__.co_firstlineno}" in found.reason


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


def last_kept(position, move):
    return History(position.left - 1, (move, position.left))


def test_positions_that_hold_ever_more_tuples_are_refused():
    plain = game(any_left, start=History(3, (0,)), play=remembered, mover=no_one)
    assert "tuples in tuples" in rules_lane(plain).reason
    assert compiled(plain).play(plain.start, 1) == plain.play(plain.start, 1)


def test_a_tuple_that_is_longer_after_a_move_grows():
    plain = game(any_left, start=History(3, (0,)), play=last_kept, mover=no_one)
    assert not rules_lane(plain).reason
    assert compiled(plain).play(plain.start, 1) == plain.play(plain.start, 1)


# ---- what inference ends with stays as it is


def types_of(program):
    """All that code generation reads of the types of a program."""
    return {
        each.name: (list(each.arguments), dict(each.variables), each.result, each.emitted)
        for each in program.instances.values()
    }


def walked_again(program):
    """The types after one more walk through each function, in which every call is asked for anew."""
    for each in list(program.instances.values()):
        each.asked.clear()
        inferred(program, each)
    return types_of(program)


@pytest.mark.parametrize("name", GAMES)
def test_games_are_settled(name):
    game = GAMES[name]()

    def plan(asked):
        position = asked.reached(game)
        rules = {"mover": game.mover, "payoffs": game.payoffs, **game.ratings}
        return {name: asked.rule(rule, position) for name, rule in rules.items()}

    program, _ = passes.inferred(plan)
    known = types_of(program)
    assert walked_again(program) == known
    assert not program.waiting


@pytest.mark.parametrize("seed", range(4))
def test_random_programs_are_settled(seed):
    made = programs(random.Random(seed), 12)
    head, settled = loaded(made[0].head), 0
    for each in made:
        if each.form == "game":
            continue
        names = loaded(each.body, head)
        program = Program(64)
        try:
            program.request(names["rule"], lanes.kinds_of(examples(names, each.form)))
            settle(program)
            known, settled = types_of(program), settled + 1
            again = walked_again(program)
        except (Refused, WiderCells):
            continue
        finally:
            forgotten(names)
        assert {name: again[name] for name in known} == known, each.text  # there may be more, of containers that met
    assert settled


CHAIN = """
def first(n):
    return second(n) + second(n + 1)
def second(n):
    return third(n) + third(n + 1)
def third(n):
    return n & 255
"""


def test_calls_of_calls_have_exact_intervals():
    names, program = loaded(CHAIN), Program()
    program.request(names["first"], {"n": Int(0, 10)})
    settle(program)
    results = {each.name.partition(".")[0]: each.result for each in program.instances.values()}
    assert results == {"first": Int(0, 48), "second": Int(0, 24), "third": Int(0, 12)}
