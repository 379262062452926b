"""A second opinion: what reading and inference make of rules, run without lowering; every interval is checked."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("llvmlite")

from ir_interpreter import inferred, run
from ir_interpreter.checking import Wrong
from programs import lanes
from programs.program import arguments, examples, loaded, programs
from pyrsistent import pvector

from lazytree.compiler import rules_lane
from lazytree.compiler.compiling import plan
from lazytree.compiler.ir.joining import cell_bits, type_of
from lazytree.compiler.ir.kinds import SMALL, Int
from lazytree.core.errors import Refused, Trapped
from lazytree.games import GAMES


@pytest.mark.parametrize("seed", range(4))
def test_random_programs_in_their_typed_form_answer_as_python_does(seed):
    random, ran = Random(seed), 0
    made = programs(random, 15)
    head = loaded(made[0].head)
    for each in made:
        if each.form == "game":
            continue
        names = loaded(each.body, head)
        kinds = lanes.kinds_of(examples(names, each.form))
        try:
            program, instances = inferred(lambda p: {"rule": p.request(names["rule"], kinds)})  # noqa: B023
        except Refused:
            continue
        for _ in range(4):
            given = arguments(random, names, each.form)
            try:
                with lanes.within(1):  # some programs do not end, in Python as well
                    expected = lanes.answer(names["rule"], given)
                found, _ = run(program, instances["rule"], *given)
            except (Trapped, lanes.Overtime):
                continue
            assert found == expected, each.body
            ran += 1
    assert ran > 10


def answers(program, instance, *given):
    """What a rule returns, and what it emits; None after a trap."""
    try:
        return run(program, instance, *given)
    except Trapped:
        return None


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_of_a_game_in_their_typed_form_answer_as_python_does(name):
    game, random, ran = GAMES[name](), Random(1), 0
    program, instances = inferred(lambda p: plan(p, game), cell_bits(game.start))
    position = game.start
    for _ in range(8):
        moves = list(game.moves(position))
        for rule, expected, given in (
            ("mover", game.mover(position), ()),
            *(("play", game.play(position, move), (move,)) for move in random.sample(moves, min(3, len(moves)))),
            *(() if moves else (("payoffs", game.payoffs(position), ()),)),
        ):
            found = answers(program, instances[rule], position, *given)
            assert found is None or found[0] == expected
            ran += found is not None
        found = answers(program, instances["moves"], position)
        assert found is None or found[1] == moves
        if not moves:
            break
        position = game.play(position, random.choice(moves))
    assert ran > 4


@pytest.mark.parametrize("name", GAMES)
def test_the_ratings_of_a_game_in_their_typed_form_answer_as_python_does(name):
    game, random = GAMES[name](), Random(2)
    refused = rules_lane(game).ratings
    ratings = {name: rating for name, rating in game.ratings.items() if name not in refused}

    def of_ratings(planning):
        position = plan(planning, game)["mover"].arguments[0]
        return {name: planning.rule(rating, position) for name, rating in ratings.items()}

    try:
        program, instances = inferred(of_ratings, cell_bits(game.start))
    except Refused as refused:
        pytest.skip(f"a rating is not compiled: {refused}")
    position = game.start
    for _ in range(3):
        for rating in instances:
            found = answers(program, instances[rating], position)
            assert found is None or found[0] == game.ratings[rating](position)
        moves = list(game.moves(position))
        if moves:
            position = game.play(position, random.choice(moves))


def grown(a):
    b = a
    for _ in range(3):
        b = b + 1
    return b


def emptied(board):
    for cell, stone in enumerate(board):
        if stone:
            board = board.set(cell, 0)
    return board


def test_a_value_outside_of_its_interval_is_a_defect_of_inference():
    program, instances = inferred(lambda p: {"it": p.request(grown, {"a": Int(0, 5)})})
    assert run(program, instances["it"], 4)[0] == grown(4)
    instances["it"].variables["b"] = Int(0, 5)
    with pytest.raises(Wrong, match="b: 6 is not of the type"):
        run(program, instances["it"], 4)


def test_traps_are_those_of_the_language():
    program, instances = inferred(lambda p: {"it": p.request(grown, {"a": SMALL})})
    with pytest.raises(Trapped, match="overflow"):
        run(program, instances["it"], 2**63 - 2)
    with pytest.raises(Trapped, match="outside"):
        run(program, instances["it"], 2**63)


def test_boards_are_values():
    board = pvector([1, 0, 2])
    program, instances = inferred(lambda p: {"it": p.request(emptied, {"board": type_of(board)})})
    assert run(program, instances["it"], board)[0] == emptied(board)
    assert board == pvector([1, 0, 2])
