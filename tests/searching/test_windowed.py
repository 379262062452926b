"""Every search with a window is worth what minimax is worth, whatever the table, the order, the window."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import (
    FIRST,
    SECOND,
    SURE,
    WIN,
    Ordering,
    Stats,
    Table,
    Tree,
    alphabeta,
    expectimax,
    grow,
    make_tree,
    minimax,
    mtdf,
    narrow,
    prune,
    rate,
    scout,
    searches,
)
from lazytree.core.values import later
from lazytree.searching.searches import Context
from lazytree.searching.windowed import aspiration
from lazytree.trees.growing import follow
from tests.helpers.trees import Graph, game_of, graphs

SEARCHES = [alphabeta, scout, mtdf, aspiration]

depths = st.integers(0, 6)
tables = st.sampled_from([None, 1, 2, 7, 1000])
bounds = st.sampled_from([-inf, -WIN, -WIN + 2, -SURE, -3, 0, 1, 5, SURE, WIN - 3, WIN, inf])


def looked_at(graph: Graph, depth: int) -> Tree[float, int]:
    game = game_of(graph)
    return rate(game, game.ratings["number"])(prune(depth)(grow(game)(game.start)))


def means(entries: int | None, ordered: bool) -> dict[str, Any]:
    return {"table": entries and Table(entries=entries), "order": Ordering() if ordered else None}


@pytest.mark.parametrize("search", SEARCHES)
@given(graphs(endless=True), depths, tables, st.booleans())
def test_every_search_is_worth_what_minimax_is(
    search: Any, graph: Graph, depth: int, entries: int | None, ordered: bool
) -> None:
    tree = looked_at(graph, depth)
    assert search(tree, **means(entries, ordered)) == minimax(tree)


@pytest.mark.parametrize("search", SEARCHES)
@given(graphs(endless=True), depths, tables)
def test_one_table_and_order_for_all_depths(search: Any, graph: Graph, depth: int, entries: int | None) -> None:
    with_them = means(entries, True)
    for d in range(depth + 1):
        assert search(looked_at(graph, d), **with_them) == minimax(looked_at(graph, d))


@pytest.mark.parametrize("search", [alphabeta, scout])
@given(graphs(endless=True), depths, bounds, bounds, tables)
def test_any_window_is_answered_fail_soft(
    search: Any, graph: Graph, depth: int, one: float, other: float, entries: int | None
) -> None:
    alpha, beta = sorted((one, other))
    if alpha == beta:
        beta = inf if beta < inf else beta
        alpha = -inf if alpha == inf else alpha
    tree = looked_at(graph, depth)
    answer, value = search(tree, alpha, beta, **means(entries, True)), minimax(tree)
    if answer <= alpha:
        assert value <= answer
    elif answer >= beta:
        assert value >= answer
    else:
        assert value == answer


@given(graphs(endless=True), depths, tables, st.booleans())
def test_the_line_leads_to_the_value(graph: Graph, depth: int, entries: int | None, ordered: bool) -> None:
    tree = looked_at(graph, depth)
    found = searches.scout(tree, None, Context(**means(entries, ordered)))
    end = follow(tree, found.line)
    assert not end.branches
    value = end.label
    for _ in found.line:
        value = later(value)
    assert value == found.value


@given(graphs(endless=True), depths)
def test_a_whole_search_knows_all_that_deeper_ones_will(graph: Graph, depth: int) -> None:
    table = Table(entries=3)
    for d in range(depth):
        found = searches.scout(looked_at(graph, d), None, Context(table=table))
        if found.exhaustive:
            assert minimax(looked_at(graph, d + 5)) == found.value


@pytest.mark.parametrize("search", SEARCHES)
@given(graphs(endless=True), st.integers(0, 3), st.integers(1, 2), tables)
def test_quiescence(search: Any, graph: Graph, depth: int, further: int, entries: int | None) -> None:
    """Sharp positions go on past the cut; here those whose number is odd and which lead only to later ones."""
    game = game_of(graph)

    def sharp(at: int) -> bool:
        return graph[at].number % 2 == 1 and all(child > at for child in graph[at].children)

    with_them = means(entries, True)
    for d in range(depth + 1):
        quiet = rate(game, game.ratings["number"])(prune(d, unless=sharp)(grow(game)(0)))
        assert search(quiet, **with_them) == minimax(quiet)


@given(graphs(endless=True), depths, depths, tables)
def test_cuts_within_cuts(graph: Graph, inner: int, outer: int, entries: int | None) -> None:
    """Two prunes, one of them with quiescence: what lies below depends on the plies left to both."""
    game = game_of(graph)
    with_them = means(entries, True)
    for d in range(outer + 1):
        tree = prune(d, unless=lambda at: at % 2 == 1)(prune(inner)(grow(game)(0)))
        assert scout(rate(game, game.ratings["number"])(tree), **with_them) == minimax(
            rate(game, game.ratings["number"])(tree)
        )


@given(graphs(endless=True), st.integers(0, 5), tables)
def test_narrow_trees(graph: Graph, depth: int, entries: int | None) -> None:
    tree = narrow(2)(looked_at(graph, depth))
    assert scout(tree, **means(entries, True)) == minimax(tree)


@pytest.mark.parametrize("search", SEARCHES)
@given(st.lists(st.lists(st.one_of(st.floats(-9, 9), st.fractions(-9, 9)), min_size=1, max_size=4), min_size=1))
def test_values_need_not_be_ints(search: Any, replies: list[list[float | Fraction]]) -> None:
    def leaf(value: float) -> Tree[float, int]:
        return make_tree(lambda: value)

    nodes = [make_tree(lambda: 0.0, SECOND, list(enumerate(map(leaf, values)))) for values in replies]
    tree: Tree[float, int] = make_tree(lambda: 0.0, FIRST, list(enumerate(nodes)))
    assert search(tree) == max(map(min, replies))


@given(graphs((FIRST, SECOND, -1)), tables, st.booleans())
def test_chance_in_any_search(graph: Graph, entries: int | None, ordered: bool) -> None:
    tree = looked_at(graph, 9)
    for search in SEARCHES:
        assert search(tree, **means(entries, ordered)) == expectimax(tree)


@given(graphs(endless=True), depths)
def test_a_good_order_does_not_hurt_scout(graph: Graph, depth: int) -> None:
    """With the line of a first search in its table, a second one sees no more than that line and its alternatives."""
    table, first, second = Table(entries=1000), Stats(), Stats()
    value = scout(looked_at(graph, depth), stats=first, table=table)
    assert scout(looked_at(graph, depth), stats=second, table=table) == value
    assert second.nodes == 1


def test_a_third_player_is_refused() -> None:
    tree: Tree[float, int] = make_tree(lambda: 0, 2, [(0, make_tree(lambda: 0))])
    for search in SEARCHES:
        with pytest.raises(ValueError, match="more than two players"):
            search(tree)


@pytest.mark.parametrize("search", [alphabeta, scout])
def test_a_window_that_holds_nothing_is_refused(search: Any) -> None:
    for window in ((5, 5), (5, -5), (0, float("nan"))):
        with pytest.raises(ValueError, match="alpha must be less than beta"):
            search(make_tree(lambda: 3), *window)


@pytest.mark.parametrize("margin", [0, -3, float("nan")])
def test_an_aspiration_window_has_some_width(margin: float) -> None:
    with pytest.raises(ValueError, match="margin must be more than 0"):
        aspiration(make_tree(lambda: 3), margin=margin)
