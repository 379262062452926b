"""Tables change only the stats: at any size, with any hashes, with symmetry."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import (
    FIRST,
    WIN,
    Game,
    Ordering,
    Stats,
    Table,
    Tree,
    grow,
    minimax,
    prune,
    rate,
    scout,
    searches,
)
from lazytree.games import connect_four, domineering, tic_tac_toe
from lazytree.searching.tables import EXACT, Bound
from lazytree.trees.symmetry import up_to_symmetry
from tests.helpers.trees import Graph, game_of, graphs, nearer


class Colliding(NamedTuple):
    """A position whose hash is no help: there are only two."""

    at: int

    def __hash__(self) -> int:
        return self.at % 2


def colliding(graph: Graph) -> Game[Colliding, int]:
    game = game_of(graph)
    return Game(
        name="colliding",
        start=Colliding(0),
        mover=lambda position: game.mover(position.at),
        moves=lambda position: game.moves(position.at),
        play=lambda position, move: Colliding(game.play(position.at, move)),
        payoffs=lambda position: game.payoffs(position.at),
        ratings={"number": lambda position: graph[position.at].number},
    )


def looked_at(game: Game[Any, Any], rating: str, depth: int) -> Tree[float, Any]:
    return rate(game, game.ratings[rating])(prune(depth)(grow(game)(game.start)))


@given(graphs(endless=True), st.integers(0, 5), st.sampled_from([1, 2, 3, 1000]))
def test_colliding_hashes_mix_nothing_up(graph: Graph, depth: int, entries: int) -> None:
    game, table = colliding(graph), Table(entries=entries)
    for d in range(depth + 1):
        tree = looked_at(game, "number", d)
        assert scout(tree, table=table, order=Ordering()) == minimax(tree)


def bound(work: int) -> Bound:
    return Bound(EXACT, 0, (), False, work, None)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 99)), max_size=30), st.integers(1, 12))
def test_it_says_nothing_but_what_it_was_told_last(told: list[tuple[int, int]], entries: int) -> None:
    table = Table(entries=entries)
    said: dict[int, Bound] = {}
    for at, work in told:
        said[at] = bound(work)
        table.put((Colliding(at), ()), said[at])
        assert table.get((Colliding(at), ())) == said[at]  # the newest is always there
        for other in range(10):
            assert table.get((Colliding(other), ())) in (None, said.get(other))
    assert len(table) <= min(entries, len(said))


def test_of_two_the_less_laborious_gives_way() -> None:
    table = Table(entries=2)
    for at, work in ((0, 50), (2, 3), (4, 7)):
        table.put((Colliding(at), ()), bound(work))
    assert table.get((Colliding(0), ())) == bound(50)
    assert table.get((Colliding(2), ())) is None
    assert table.get((Colliding(4), ())) == bound(7)


def test_sizes() -> None:
    assert Table(megabytes=1).size > 1000
    assert Table(entries=1).size == 1
    for wrong in ({"megabytes": 0}, {"megabytes": 1, "entries": 1}, {"entries": 0}):
        with pytest.raises(ValueError, match=r"entries|megabytes"):
            Table(**wrong)  # type: ignore[arg-type]


def test_the_depth_left_keeps_bounds_apart() -> None:
    """The same positions meet again at other depths: what was known of fewer plies must not answer for more."""
    game = connect_four(columns=4, rows=3, connect=3)
    table = Table()
    for depth in (1, 2, 3, 4, 3, 2, 5):
        tree = looked_at(game, "open_lines", depth)
        assert scout(tree, table=table) == minimax(tree)


@given(st.integers(0, 6), st.sampled_from([1, 50, 10_000]))
def test_symmetry_changes_only_the_account(depth: int, entries: int) -> None:
    game = connect_four(columns=5, rows=4)
    plain, mirrored = Stats(), Stats()
    tree = looked_at(game, "open_lines", depth)
    value = scout(tree, stats=plain, table=Table(entries=entries))
    table = Table(entries=entries, canonical=game.canonical)
    assert scout(tree, stats=mirrored, table=table) == value == minimax(tree)
    folded = up_to_symmetry(game)
    assert minimax(looked_at(folded, "open_lines", depth)) == value


@pytest.mark.parametrize("game", [tic_tac_toe(), domineering(4, 4), connect_four(columns=4, rows=4)])
@pytest.mark.parametrize("walk", range(4))
def test_lines_are_of_the_position_that_was_asked_about(game: Game[Any, Any], walk: int) -> None:
    """Not of one that is its mirror image, found in the same table."""
    assert game.canonical is not None
    rating, random, position = next(iter(game.ratings.values())), Random(walk), game.start
    for _ in range(walk):
        position = game.play(position, random.choice(list(game.moves(position))))
    growing, table = grow(game), Table(entries=10_000, canonical=game.canonical)
    for depth in range(1, 6):
        for asked in (position, game.canonical(position), *after_each_move(game, position)):
            found = searches.scout(
                rate(game, rating)(prune(depth)(growing(asked))), None, searches.Context(table=table)
            )
            assert found.value == led_to(game, rating, asked, found.line)


def after_each_move(game: Game[Any, Any], position: Any) -> list[Any]:
    return [game.play(position, move) for move in game.moves(position)]


def led_to(game: Game[Any, Any], rating: Any, position: Any, line: tuple[Any, ...]) -> float:
    """What a line comes to, played out by the rules."""
    for move in line:
        assert move in list(game.moves(position))
        position = game.play(position, move)
    over = not list(game.moves(position))
    return nearer(WIN * game.payoffs(position)[FIRST] if over else rating(position), len(line))


def test_symmetry_saves_work() -> None:
    game = connect_four(columns=5, rows=4)
    plain, mirrored = Stats(), Stats()
    scout(looked_at(game, "open_lines", 7), stats=plain, table=Table(megabytes=10))
    scout(looked_at(game, "open_lines", 7), stats=mirrored, table=Table(megabytes=10, canonical=game.canonical))
    assert mirrored.nodes < plain.nodes
