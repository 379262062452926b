"""Every search on random positions of every game: worth what minimax or expectimax is worth."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import (
    Ordering,
    Table,
    alphabeta,
    expectimax,
    grow,
    mtdf,
    prune,
    rate,
    scout,
    searches,
    up_to_symmetry,
)
from lazytree.searching.windowed import aspiration
from tests.helpers.examples import examples
from tests.helpers.marks import slow_unless
from tests.helpers.positions import FIRST_OF_EACH, SMALL, Variant, walk_to, walks

WINDOWED = (alphabeta, scout, mtdf, aspiration)
WIDE = (-(10**9), 10**9)  # games that pay margins go beyond WIN


@pytest.mark.parametrize("variant", slow_unless(FIRST_OF_EACH, SMALL), ids=str)
@examples(5)
@given(walks(), st.integers(1, 3), st.sampled_from([1, 10, 10_000]), st.integers(0, 9))
def test_every_search_on_every_game(
    variant: Variant, walk: tuple[int, int], depth: int, entries: int, number: int
) -> None:
    game = variant()
    rating = list(game.ratings.values())[number % len(game.ratings)]
    position = walk_to(game, walk)
    growing = grow(game)
    if sum(1 for _ in game.moves(position)) ** depth > 20_000:
        depth = 1

    def tree(depth: int) -> Any:
        return rate(game, rating)(prune(depth)(growing(position)))

    value = expectimax(tree(depth))
    for search in WINDOWED:
        assert search(tree(depth)) == value
        table, order = Table(entries=entries), Ordering()
        for less in range(1, depth):
            search(tree(less), table=table, order=order)
        assert search(tree(depth), table=table, order=order) == value
    for probing in (False, True):
        chance = searches.star_pruning(*WIDE, probing)
        assert alphabeta(tree(depth), table=Table(entries=entries), order=Ordering(), chance=chance) == value


SYMMETRIC = [variant for variant in SMALL if variant().canonical is not None]


@pytest.mark.parametrize("variant", slow_unless(FIRST_OF_EACH, SYMMETRIC), ids=str)
@examples(5)
@given(walks(), st.integers(1, 4), st.integers(0, 9))
def test_symmetry_changes_no_value(variant: Variant, walk: tuple[int, int], depth: int, number: int) -> None:
    """Nor may it: a rating that told symmetric positions apart would be found out here."""
    game = variant()
    rating = list(game.ratings.values())[number % len(game.ratings)]
    position = walk_to(game, walk)
    tree = rate(game, rating)(prune(depth)(grow(game)(position)))
    value = expectimax(tree)
    assert scout(tree, table=Table(megabytes=1, canonical=game.canonical)) == value
    assert expectimax(rate(game, rating)(prune(depth)(grow(up_to_symmetry(game))(position)))) == value
