"""Of moves that are equally good the first in the game's order is named, by every search and in both lanes.

Found by an attack: with an ordering or a table a search tries another move first, and named that one.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from itertools import islice
from math import floor
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import (
    CHANCE,
    FIRST,
    SECOND,
    Game,
    Ordering,
    Table,
    best,
    deepen,
    deepen_tree,
    grow,
    highfirst,
    prune,
    rate,
    search,
    searches,
    solve,
    up_to_symmetry,
)
from lazytree.core.values import WIN, later
from lazytree.games import GAMES, konane
from tests.helpers.examples import examples
from tests.helpers.marks import slow_unless
from tests.helpers.trees import brute, game_of, graphs

UNIT = 65_536


@cache
def worth(game: Game[Any, Any], rating: Any, position: Any, depth: int) -> Any:
    """The value of a position, by the rules alone; means are rounded down to whole numbers of units."""
    moves = list(game.moves(position))
    if not moves:
        return WIN * game.payoffs(position)[FIRST]
    if depth == 0:
        given = rating(position)
        return given if game.odds is None else Fraction(floor(given * UNIT), UNIT)
    values = [later(worth(game, rating, game.play(position, move), depth - 1)) for move in moves]
    if game.mover(position) == CHANCE:
        odds = [game.odds(position, move) for move in moves]  # type: ignore[misc]
        mean = Fraction(sum(weight * value for weight, value in zip(odds, values))) / sum(odds)
        return Fraction(floor(mean * UNIT), UNIT)
    return max(values) if game.mover(position) == FIRST else min(values)


def first_best(game: Game[Any, Any], rating: Any, position: Any, depth: int) -> tuple[Any, Any]:
    """The value of a position, and the first of the moves that have it."""
    values = {move: later(worth(game, rating, game.play(position, move), depth - 1)) for move in game.moves(position)}
    value = (max if game.mover(position) == FIRST else min)(values.values())
    return value, next(move for move in values if values[move] == value)


class At(NamedTuple):
    seed: int
    ply: int
    mover: int


LAST = 5
SEEDS = 211


def mixed(seed: int, move: int) -> int:
    return (seed * 31 + move * 17 + 7) % SEEDS


def mover(position: At) -> int:
    return position.mover


def moves(position: At) -> Iterator[int]:
    if position.ply < LAST and position.seed % 13 != 0:
        yield from range(2 + position.seed % 4)


def play(position: At, move: int) -> At:
    seed = mixed(position.seed, move)
    return At(seed, position.ply + 1, 1 - position.mover if seed % 5 else position.mover)


def payoffs(position: At) -> tuple[int, int]:
    payoff = position.seed % 3 - 1
    return payoff, -payoff


def coarse(position: At) -> int:
    return position.seed % 3


def halves(position: At) -> float:
    return 0.5 * (position.seed % 3)


def mover_or_chance(position: At) -> int:
    return CHANCE if position.ply % 2 else position.mover


def odds(position: At, move: int) -> int:
    return 1 + position.seed % 2 + move % 2


PLAIN: Game[At, int] = Game(
    "many ties", At(1, 0, FIRST), mover, moves, play, payoffs, ratings={"coarse": coarse, "halves": halves}
)
DICED: Game[At, int] = Game(
    "ties and chance",
    At(1, 0, FIRST),
    mover_or_chance,
    moves,
    play,
    payoffs,
    odds=odds,
    ratings={"coarse": coarse, "halves": halves},
)
STARTS = st.builds(
    At, st.integers(1, SEEDS - 1).filter(lambda seed: seed % 13 != 0), st.just(0), st.sampled_from((FIRST, SECOND))
)
LANES = ("python", "machine") if find_spec("llvmlite") else ("python",)


@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize("game", [PLAIN, DICED], ids=lambda game: game.name)
@pytest.mark.parametrize("rating", slow_unless(["coarse"], ["coarse", "halves"]))
@examples(25)
@given(position=STARTS, depth=st.integers(1, LAST + 1))
def test_search_names_the_first_of_equal_moves(
    game: Game[At, int], rating: str, lane: str, position: At, depth: int
) -> None:
    answer = search(game, depth, rating, position, lane=lane, megabytes=1)
    assert (answer.value, answer.best) == first_best(game, game.ratings[rating], position, answer.depth)
    assert answer.best == answer.line[0]


@pytest.mark.parametrize("lane", LANES)
@examples(25)
@given(position=STARTS, step=st.integers(1, 2))
def test_every_answer_of_deepening_names_the_first_of_equal_moves(lane: str, position: At, step: int) -> None:
    answers = deepen(PLAIN, position, lane=lane, megabytes=1, step=step)
    for answer in [*answers, *answers]:  # read again, the table knows them
        assert (answer.value, answer.best) == first_best(PLAIN, coarse, position, answer.depth)


@pytest.mark.parametrize("lane", LANES)
@examples(25)
@given(position=STARTS)
def test_solving_names_the_first_of_equal_moves(lane: str, position: At) -> None:
    solution = solve(PLAIN, position, lane=lane, megabytes=1)
    value, first = first_best(PLAIN, coarse, position, LAST + 1)
    assert solution.line[0] == first
    assert solution.value == (value > 0) - (value < 0)
    assert value == 0 or abs(value) == WIN - solution.plies


@cache
def library_game(name: str) -> Game[Any, Any]:
    return GAMES[name]()


@pytest.mark.parametrize("name", slow_unless(["tic_tac_toe", "konane", "dice_of_doom"], GAMES))
def test_searches_of_every_game_name_the_first_of_equal_moves(name: str) -> None:
    """Positions of random games, by the game's first rating: both lanes, and moves tried one by one."""
    pytest.importorskip("llvmlite")
    game, random = library_game(name), Random(3)
    rating = next(iter(game.ratings))
    for plies in (1, 6):
        position = game.start
        for _ in range(plies):
            after = game.play(position, random.choice(list(game.moves(position))))
            position = after if any(True for _ in game.moves(after)) else position
        while game.mover(position) == CHANCE:
            position = game.play(position, next(iter(game.moves(position))))
        depth = 2 if len(list(game.moves(position))) < 20 else 1
        expected = first_best(game, game.ratings[rating], position, depth)
        for lane in LANES:
            assert search(game, depth, rating, position, lane=lane, megabytes=1)[1:3] == expected
        deeper = [search(game, depth + 1, rating, position, lane=lane, megabytes=1) for lane in LANES]
        assert len({(answer.value, answer.best) for answer in deeper if answer.depth == depth + 1}) < 2


@pytest.mark.slow
def test_the_lanes_name_the_same_move_of_konane() -> None:
    """The attack."""
    pytest.importorskip("llvmlite")
    game, random = konane(rows=6, columns=6, opening="corner"), Random(1)
    for _ in range(30):
        position = game.start
        for _ in range(random.randrange(12)):
            moves = list(game.moves(position))
            if not moves:
                break
            position = game.play(position, random.choice(moves))
        if any(True for _ in game.moves(position)):
            python, machine = (search(game, 4, "mobility", position, lane=lane) for lane in LANES)
            assert (python.value, python.best) == (machine.value, machine.best)


def test_several_threads_name_the_first_of_equal_moves() -> None:
    pytest.importorskip("llvmlite")
    game = konane(rows=6, columns=6, opening="corner")
    for depth in (4, 6):
        alone, together = (search(game, depth, "mobility", megabytes=1, threads=threads) for threads in (1, 2))
        assert (alone.value, alone.best) == (together.value, together.best)


HOW = [searches.alphabeta, searches.scout, searches.mtdf, searches.aspiration(margin=2)]


@examples(80)
@given(graph=graphs(), how=st.sampled_from(HOW), depth=st.integers(1, 5), entries=st.sampled_from([None, 1, 2, 64]),
       ordered=st.booleans(), sort=st.booleans())  # fmt: skip
def test_a_tree_names_the_first_in_its_own_order(
    graph: Any, how: Any, depth: int, entries: int | None, ordered: bool, sort: bool
) -> None:
    """With tables, orderings and sorted branches, searched twice with the same means."""
    game = game_of(graph)
    if not graph[0].children:
        return
    stage = highfirst() if sort else lambda tree: tree
    tree = stage(rate(game, "number")(prune(depth)(grow(game)(game.start))))
    means: Any = {"table": Table(entries=entries) if entries else None, "order": Ordering() if ordered else None}
    values = {
        move: brute(game, lambda at: graph[at].number, graph[0].children[move], depth - 1, 1)
        for move, _ in tree.branches
    }
    value = (max if graph[0].mover == FIRST else min)(values.values())
    first = next(move for move, _ in tree.branches if values[move] == value)
    for _ in range(2):
        assert best(tree, how, **means) == first


@examples(50)
@given(graph=graphs(), how=st.sampled_from(HOW), symmetric=st.booleans())
def test_deepening_in_a_tree_names_the_first_of_equal_moves(graph: Any, how: Any, symmetric: bool) -> None:
    game = game_of(graph)
    if not graph[0].children:
        return
    growing = grow(up_to_symmetry(game) if symmetric and game.canonical else game)
    answers = deepen_tree(lambda depth: lambda position: rate(game, "number")(prune(depth)(growing(position))), 0, how)
    for answer in islice(answers, 6):
        assert (answer.value, answer.best) == first_best(game, lambda at: graph[at].number, 0, answer.depth)
