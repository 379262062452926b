"""A rating that does not lie within ±SURE is refused with one sentence, by whatever meets it, in either lane."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.examples import examples

pytest.importorskip("llvmlite")

from lazytree import BrokenLaw, Game, check_game, deepen, grow, mcts, minimax, prune, rate, rate_each, search, think
from lazytree.compiler.running import Runner
from lazytree.core.errors import Trap, Trapped
from lazytree.machine.deepening import memories_for
from lazytree.searching.kernels import scout, searches
from lazytree.searching.kernels.memory import Words

SURE = 990_000  # as the documents say; written again on purpose
LANES = (None, "machine", "python")
SENTENCE = (
    "the rating {} must return a number within ±990,000, not {}: values beyond are wins and losses, so divide it by "
    "a constant (check_rating looks for such numbers); at Step(cell=6, "
)


class Step(NamedTuple):
    """A cell of a path; what the rating says on the sixth, and on all others, as twice the number."""

    cell: int = 0
    mover: int = 0
    large: int = 0
    small: int = 14


def whole(position: Step) -> int:
    return (position.large if position.cell == 6 else position.small) // 2


def halved(position: Step) -> float:
    return (position.large if position.cell == 6 else position.small) / 2


def stepped(position: Step, move: int) -> Step:
    """After a move; the sums only make the compiler foresee any number."""
    large, small = position.large + move - move, position.small + move - move
    return Step(position.cell + move, 1 - position.mover, large, small)


def path(rating: Callable[[Step], float], length: int) -> Game[Step, int]:
    return Game(
        name="path",
        start=Step(),
        mover=lambda position: position.mover,
        moves=lambda position: [n for n in (2, 1) if position.cell + n <= length],
        play=stepped,
        payoffs=lambda position: (1, -1),
        ratings={"judged": rating},
    )


WHOLE, HALVED, ENDS = path(whole, 12), path(halved, 12), path(whole, 6)
INTS = [SURE, -SURE, SURE + 1, 10**6, -(10**9), 10**15]
FLOATS = [990_000.0, -990_000.5, 1e6, 1e15]


def refusal(ask: Callable[[], object]) -> str:
    with pytest.raises(ValueError) as caught:
        ask()
    return str(caught.value)


@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize(("game", "large"), [(WHOLE, n) for n in INTS] + [(HALVED, x) for x in FLOATS])
def test_every_search_of_each_lane_says_the_same_sentence(game, large, lane):
    start, near = (Step(cell=cell, large=int(2 * large)) for cell in (0, 4))
    told = SENTENCE.format(game.ratings["judged"].__name__, large)
    assert refusal(lambda: search(game, 3, lane=lane, position=start)).startswith(told)
    assert refusal(lambda: list(islice(deepen(game, start, lane=lane, threads=2), 3))).startswith(told)
    assert refusal(lambda: search(game, 3, lane=lane, position=near)).startswith(told)
    assert refusal(lambda: minimax(rate(game)(prune(3)(grow(game)(start))))).startswith(told)
    assert refusal(lambda: think(game, 3, lane=lane)(start)).startswith(told)
    assert refusal(lambda: list(islice(mcts(game, rating="judged", lane=lane)(near), 40))).startswith(told)


@pytest.mark.parametrize("lane", LANES)
@examples(30)
@given(st.integers(1 - SURE, SURE - 1), st.booleans())
def test_ratings_within_the_bounds_are_values_of_both(lane, small, floats):
    game, start = HALVED if floats else WHOLE, Step(large=2 * small, small=2 * small)
    assert search(game, 3, lane=lane, position=start).value == small


@pytest.mark.parametrize("lane", LANES)
def test_what_a_search_does_not_look_at_is_not_refused(lane):
    start = Step(large=10**9)
    assert [answer.value for answer in islice(deepen(WHOLE, start, lane=lane), 2)] == [7, 7]


@pytest.mark.parametrize("lane", LANES)
def test_a_rating_of_a_position_that_is_over_is_not_asked(lane):
    assert search(ENDS, 12, lane=lane, position=Step(large=10**9)).value > SURE


@pytest.mark.parametrize(("game", "large"), [(WHOLE, 10**6), (WHOLE, -SURE), (HALVED, 1e9)])
@pytest.mark.parametrize("kernel", [searches.alphabeta, scout.scout])
def test_machine_code_has_a_trap_of_its_own_for_it(kernel, game, large):
    run, start = Runner(game, kernel, game.ratings["judged"]), Step(large=int(2 * large))
    assert run.lane == "machine"
    with pytest.raises(Trapped, match="a rating does not lie within ±SURE") as trapped:
        if kernel is searches.alphabeta:
            run.in_machine_code(Words(1), start, 3, -1000, 1000)
        else:
            run.in_machine_code(memories_for(1, 1)[0], start, 3, -1000, 1000, 0, 0)
    assert trapped.value.trap is Trap.RATING


# ---- three players


class Turn(NamedTuple):
    cell: int = 0
    large: int = 0


def standing(position: Turn) -> tuple[int, int, int]:
    return 0, 1, position.large if position.cell == 6 else 2


THREE: Game[Turn, int] = Game(
    name="three",
    start=Turn(),
    mover=lambda position: position.cell % 3,
    moves=lambda position: [1, 2] if position.cell < 9 else [],
    play=lambda position, move: Turn(position.cell + move, position.large + move - move),
    payoffs=lambda position: (1, 0, 0),
    players=("a", "b", "c"),
    standings={"judged": standing},
)


@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize("large", [SURE, -(10**6), 10**12])
def test_a_standing_is_refused_alike(large, lane):
    told = f"the standing standing must return a number within ±990,000, not {large}: "
    start = Turn(large=large)
    assert refusal(lambda: search(THREE, 4, lane=lane, position=start)).startswith(told)
    assert refusal(lambda: rate_each(THREE)(grow(THREE)(Turn(6, large))).label).startswith(told)
    assert search(THREE, 2, lane=lane, position=start).value == (0, 1, 2)


def test_check_game_tries_standings():
    with pytest.raises(BrokenLaw, match="numbers of a standing must lie within ±990,000"):
        check_game(replace(THREE, start=Turn(large=10**6)))
