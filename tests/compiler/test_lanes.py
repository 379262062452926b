"""Which lane answers, and why: verdicts name what is refused, traps are counted, Python answers what is left."""

from __future__ import annotations

import json
import math
import operator
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

import pytest
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from lazytree import Game, check_game, deepen, grow, perft, solve, unfold
from lazytree.cli import main
from lazytree.compiler import compiled, rules_lane
from lazytree.core.lanes import Lane
from lazytree.games import dice_of_doom, nim, tic_tac_toe
from lazytree.solving.exact import solve_in_python


def now_an_int(position):
    return (0.5, 0.5) if position.mover else (0, 1)


def half(position):
    return 0.5


def by_name(position):
    return {"0": 1, "1": -1}[str(position.mover)]


def test_a_compiled_game_is_the_same_record():
    game = tic_tac_toe()
    machine = compiled(game)
    assert (machine.name, machine.start, machine.players) == (game.name, game.start, game.players)
    assert list(machine.ratings) == list(game.ratings)
    assert compiled(machine) is machine
    check_game(machine)


def test_a_rating_outside_the_subset_runs_interpreted():
    game = replace(tic_tac_toe(), ratings={"half": half, "by_name": by_name})
    found = rules_lane(game)
    assert found.name == "machine"
    assert list(found.ratings) == ["by_name"]
    assert found.ratings["by_name"].startswith("test_lanes.py:")
    assert "no text is made" in found.ratings["by_name"]
    machine = compiled(game)
    assert machine.ratings["half"](game.start) == 0.5
    assert machine.ratings["by_name"](game.start) == 1
    answer = next(iter(deepen(game, rating="by_name")))
    assert (answer.value, answer.lane) == (-1, "python")


def test_a_game_outside_the_subset_runs_interpreted():
    game = replace(nim(), payoffs=now_an_int)
    found = rules_lane(game)
    assert found.name == "python"
    assert "now an int, now a float" in found.reason
    assert compiled(game) is game
    assert perft(game, 1) == len(list(game.moves(game.start)))


def test_lazytree_itself_does_not_load_llvmlite():
    code = "import sys, lazytree, lazytree.games, lazytree.compiler; print('llvmlite' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


def test_without_the_extra_all_runs_interpreted_and_the_reason_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "llvmlite", None)
    game = tic_tac_toe()
    assert compiled(game) is game
    assert rules_lane(game) == Lane("python", "llvmlite is not installed (extra `compiled`): pip install llvmlite")
    assert perft(game, 3) == 504
    assert [answer.lane for answer in islice(deepen(game), 3)] == ["python"] * 3
    assert unfold(game).positions == 5478
    assert solve(game).value == 0


# ---- a verdict says what really answers: traps are counted, and nothing is compiled that then runs in Python


class Heap(NamedTuple):
    left: int
    mover: int
    last: object = 0


def mover(heap):
    return heap.mover


def moves(heap):
    if heap.left > 0:
        yield 1
    if heap.left > 1:
        yield 2


def play(heap, move):
    return Heap(heap.left - move, 1 - heap.mover, move)


def payoffs(heap):
    return (1, -1) if heap.mover else (-1, 1)


def game(**rules):
    own = {"start": Heap(5, 0), "mover": mover, "moves": moves, "play": play, "payoffs": payoffs}
    return Game("heap", **{**own, **rules})


# ---- what would be refused at every call


@pytest.mark.parametrize("held", (1.5, frozenset((1.5,)), 1j, math, mover, Heap))
def test_a_field_that_machine_code_cannot_hold_is_refused_at_once(held):
    plain = game(start=Heap(5, 0, held))
    assert "last of the start is " in rules_lane(plain).reason
    assert compiled(plain) is plain
    assert [answer.lane for answer in islice(deepen(plain), 3)] == ["python"] * 3


@pytest.mark.parametrize(
    ("start", "after"),
    [
        ((0,), "a tuple of 1 at the start and an int after a move"),
        (False, "a bool at the start and an int after a move"),
        (pvector([1]), "a PVector of 1"),
    ],
)
def test_a_field_that_changes_its_shape_is_refused_at_once(start, after):
    plain = game(start=Heap(5, 0, start))
    assert f"the position's last is {after}" in rules_lane(plain).reason
    assert unfold(plain).lane == "python"


def test_a_start_that_is_no_tuple_is_refused():
    assert "the start is " in rules_lane(game(start=b"5")).reason


# ---- traps are counted


def too_long(heap):
    return (1, -1)[heap.left + 2], 0


def test_traps_are_counted_by_every_rule():
    plain = game(payoffs=too_long)
    machine = compiled(plain)
    assert (rules_lane(plain).name, rules_lane(plain).trapped, rules_lane(plain).reason) == ("machine", 0, "")
    for _ in range(3):
        with pytest.raises(IndexError):
            machine.payoffs(plain.start)
    assert rules_lane(plain).trapped == rules_lane(machine).trapped == 3
    assert f"test_lanes.py:{too_long.__code__.co_firstlineno + 1}" in rules_lane(plain).reason
    assert list(machine.moves(Heap(5, 0, None))) == [1, 2]
    assert rules_lane(plain).trapped == 4
    assert "outside" in rules_lane(plain).reason


def test_traps_of_many_threads_are_counted():
    plain = game()
    machine, other = compiled(plain), Heap(5, 0, None)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: machine.mover(other), range(400)))
    assert rules_lane(plain).trapped == 400


def third(heap):
    return (3, 2, 1)[heap.left]


def test_a_search_that_python_ends_is_counted_and_says_so():
    plain = game(ratings={"third": third}, start=Heap(9, 0))
    with pytest.raises(IndexError):
        next(iter(deepen(plain, rating="third")))
    assert rules_lane(plain).trapped > 0
    plain = game(start=Heap(5, 0), ratings={"third": third})
    assert compiled(plain).ratings["third"](Heap(1, 0)) == 2
    assert rules_lane(plain).trapped == 0
    with pytest.raises(IndexError):
        compiled(plain).ratings["third"](Heap(5, 0))
    assert rules_lane(plain).trapped == 1


def renamed(heap):
    """A rating that is a trap: an int in a list has more than 64 bits."""
    mine = [heap.left + 1]
    for _ in range(70):
        mine.append(mine[-1] * 3)
    return len(mine) + heap.left - 71


def test_answers_say_which_lane_found_them():
    plain = game(ratings={"renamed": renamed})
    answers = list(islice(deepen(plain, rating="renamed"), 2))
    assert [answer.lane for answer in answers] == ["python"] * 2
    assert rules_lane(plain).trapped > 0


def test_the_command_line_tells_of_traps(monkeypatch, capsys):
    plain = game(ratings={"renamed": renamed})
    monkeypatch.setattr("lazytree.cli.commands.game_named", lambda *_: plain)
    main(["rate", "nim", "--depth", "3", "--rating", "renamed"])
    told = capsys.readouterr().out
    assert "lane: python (" in told and "test_lanes.py:" in told


def test_the_command_line_says_nothing_of_no_traps(capsys):
    main(["perft", "nim", "--depth", "2", "--json"])
    told = capsys.readouterr()
    assert told.err.count("lane: machine\n") == 1
    assert len(json.loads(told.out)["leaves"]) == 2


# ---- no faults of the compiler


class Point(NamedTuple):
    x: int
    y: int


CENTRE = Point(2, 2)


def far(a, b=CENTRE):
    return abs(a.x - b.x) + abs(a.y - b.y)


def at(table, place):
    return table[place]


def applied(rule, number):
    return rule(number)


def of_module(module, number):
    return module.lcm(number, 2)


def added(module, number):
    return module.add(number, 1)


def is_nothing(value):
    return 1 if value is None else 2


def summed(numbers=range(4)):
    return sum(number for number in numbers)


def turned(number):
    return 1 - number


def constants_given(heap):
    yield far(Point(heap.mover, 0), CENTRE)
    yield far(CENTRE, Point(heap.left, 1))
    yield far(b=CENTRE, a=CENTRE) + far(CENTRE)
    kept = CENTRE
    other = kept if heap.mover else Point(0, 0)
    yield far(kept, other)


def tables_given(heap):
    yield at((1, 2, 3), heap.mover) + at(CENTRE, heap.mover) + at(CENTRE, 0) + at(((1, 2), (3, 4)), 0)[heap.mover]
    yield applied(turned, heap.mover) + summed() + is_nothing(None) + at((Point(1, 2), CENTRE), heap.mover).x


@pytest.mark.parametrize("rule", (constants_given, tables_given))
def test_constants_are_handed_to_functions(rule):
    plain = game(moves=rule)
    assert rules_lane(plain).name == "machine"
    for start in (Heap(5, 0), Heap(3, 1)):
        assert list(compiled(plain).moves(start)) == list(plain.moves(start))


def by_module(heap):
    yield of_module(math, heap.left)


def by_operator(heap):
    yield added(operator, heap.left)


def never(heap):
    if heap.left > 10**9:
        return
    return
    yield


def nowhere(heap):
    if False:
        yield 1


def no_record(heap):
    yield heap.left._replace() + 1


def no_field(heap):
    yield heap._replace(right=1).left


def no_fields(heap):
    yield (heap.left, 1)._replace()


def raising(heap):
    yield Point(1, 2, 3).x + Raising(1).x


class Raising(NamedTuple("Raising", [("x", int)])):
    def __new__(cls, x):
        raise KeyError(x)


def made(heap):
    yield Raising(1).x


@pytest.mark.parametrize(
    "rule",
    (by_module, by_operator, never, nowhere, no_record, no_field, no_fields, raising, made),
)
def test_what_is_not_compiled_is_refused_with_a_reason(rule):
    plain = game(moves=rule)
    found = rules_lane(plain)
    assert found.name == "python"
    assert "fault" not in found.reason
    assert "test_lanes.py:" in found.reason


def weighed(heap, weight=2):
    return heap.left * weight


def weighed_by(heap, weights=(1, 2), rule=turned, centre=CENTRE, numbers=range(3), nothing=None):
    return weights[heap.mover] * rule(heap.left) + centre.x + sum(numbers)


def unweighed(heap, weight):
    return weight


def weighed_by_name(heap, *, weight=1):
    return weight


def test_ratings_with_parameters_of_their_own():
    rules = {"weighed": weighed, "weighed_by": weighed_by, "unweighed": unweighed, "by_name": weighed_by_name}
    plain = game(ratings=rules)
    found = rules_lane(plain)
    assert (found.name, set(found.ratings)) == ("machine", {"unweighed"})
    assert not any("fault" in reason for reason in found.ratings.values())
    for name in ("weighed", "weighed_by", "by_name"):
        assert compiled(plain).ratings[name](plain.start) == rules[name](plain.start)
        assert {answer.lane for answer in islice(deepen(plain, rating=name), 3)} == {"machine"}


def moves_by(heap, most=3):
    for move in range(most):
        if move < heap.left:
            yield move + 1


def play_by(heap, move, turn=1):
    return Heap(heap.left - move, turn - heap.mover, move)


def test_rules_with_parameters_of_their_own():
    plain = game(moves=moves_by, play=play_by)
    assert rules_lane(plain).name == "machine"
    assert perft(plain, 3) == perft(game(moves=moves_by), 3) == len(list(lines(plain, plain.start, 3)))
    assert solve(plain).value == 1
    assert [move for move, _ in grow(compiled(plain))(plain.start).branches] == [1, 2, 3]


def lines(plain, position, plies):
    if plies == 0:
        yield position
        return
    for move in plain.moves(position):
        yield from lines(plain, plain.play(position, move), plies - 1)


@pytest.mark.parametrize("rules", ({"mover": play}, {"play": mover}, {"payoffs": play}, {"moves": play}))
def test_rules_of_other_parameters_are_refused(rules):
    with pytest.raises(ValueError, match="must be a function of"):
        game(**rules)


# ---- questions that machine code cannot answer: Python does; to ask for machine code is an error


CHANCY = dice_of_doom(size=2, dice="rolled", board="a3,b2,a1,b1")
OF_THREE = dice_of_doom(size=2, players=3)


@pytest.mark.parametrize("game", [CHANCY, OF_THREE], ids=["chance", "three players"])
@pytest.mark.parametrize("ask", [solve, unfold])
def test_exact_values_with_chance_and_third_players_are_left_to_python(game, ask):
    assert ask(game).lane == "python"
    assert ask(game).value == solve_in_python(game).value
    with pytest.raises(ValueError, match=r'exact.*leave out lane="machine"'):
        ask(game, lane="machine")


def test_rules_with_chance_compile():
    assert rules_lane(CHANCY).name == "machine"
