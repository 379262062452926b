"""What inference ends with stays as it is: one more walk through every function changes no type."""

from __future__ import annotations

import random
from collections import Counter

import pytest

pytest.importorskip("llvmlite")

from programs import lanes
from programs.program import examples, forgotten, loaded, programs

from lazytree.compiler import planning
from lazytree.compiler.frontend.meanwhile import keeping
from lazytree.compiler.inference import settling, statements
from lazytree.compiler.inference.programs import Program, WiderCells
from lazytree.compiler.inference.settling import settle
from lazytree.compiler.inference.statements import inferred
from lazytree.compiler.ir.kinds import Int
from lazytree.core.errors import Refused
from lazytree.games import GAMES, dvonn


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

    program, _ = planning.inferred(plan)
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
        with keeping():
            try:
                program.request(names["rule"], lanes.kinds_of(examples(names, each.form)))
                settle(program)
            except (Refused, WiderCells):
                continue
            finally:
                forgotten(names)
            known, settled = types_of(program), settled + 1
            assert walked_again(program) == known, each.text
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


def test_a_function_that_waits_is_inferred_where_it_is_called(monkeypatch):
    """So each round of a position that changes goes once through what is called, not once for each of its callers."""
    walks, game = Counter(), dvonn()

    def counted(program, instance):
        walks[instance.core.name] += 1
        return inferred(program, instance)

    monkeypatch.setattr(statements, "inferred", counted)
    monkeypatch.setattr(settling, "inferred", counted)
    planning.inferred(lambda asked: {"payoffs": asked.rule(game.payoffs, asked.reached(game))})
    rounds = walks["reached"]  # of a counter that is widened after three: see PATIENCE
    assert 1 < rounds <= 7
    assert all(walks[name] <= rounds for name in ("play", "can_move", "movable", "targets", "occupied"))
