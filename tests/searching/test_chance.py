"""Searches at chance nodes are worth what expectimax is worth; Star1 and Star2 look at less."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import (
    CHANCE,
    FIRST,
    SECOND,
    WIN,
    Ordering,
    Stats,
    Table,
    Tree,
    alphabeta,
    expectimax,
    grow,
    make_tree,
    prune,
    rate,
    scout,
    searches,
)
from lazytree.searching.searches import Context, star_pruning
from tests.helpers.trees import WITH_CHANCE, Graph, brute_mean, game_of, graphs

depths = st.integers(0, 6)
tables = st.sampled_from([None, 1, 3, 1000])
WIDE = (-2 * WIN, 2 * WIN)  # payoffs of these games are at most 2


def looked_at(graph: Graph, depth: int) -> Tree[float, int]:
    game = game_of(graph)
    return rate(game, game.ratings["number"])(prune(depth)(grow(game)(game.start)))


def means(entries: int | None, ordered: bool) -> dict[str, Any]:
    return {"table": entries and Table(entries=entries), "order": Ordering() if ordered else None}


@pytest.mark.parametrize("probing", [False, True])
@given(graphs(WITH_CHANCE, endless=True), depths, tables, st.booleans())
def test_star_is_worth_what_expectimax_is(
    probing: bool, graph: Graph, depth: int, entries: int | None, ordered: bool
) -> None:
    tree = looked_at(graph, depth)
    value = alphabeta(tree, chance=star_pruning(*WIDE, probing), **means(entries, ordered))
    assert value == expectimax(tree) == brute_mean(game_of(graph), lambda at: graph[at].number, 0, depth)


@pytest.mark.parametrize("probing", [False, True])
@given(
    graphs(WITH_CHANCE, endless=True),
    depths,
    st.sampled_from([-inf, -WIN, -2, 0, 1, 3, WIN]),
    st.sampled_from([-WIN, -2, 0, 1, 3, WIN, inf]),
    tables,
)
def test_any_window_is_answered_fail_soft(
    probing: bool, graph: Graph, depth: int, alpha: float, beta: float, entries: int | None
) -> None:
    if alpha >= beta:
        alpha, beta = -inf, beta
    tree = looked_at(graph, depth)
    answer = alphabeta(tree, alpha, beta, chance=star_pruning(*WIDE, probing), **means(entries, True))
    value = expectimax(tree)
    if answer <= alpha:
        assert value <= answer
    elif answer >= beta:
        assert value >= answer
    else:
        assert value == answer


@given(graphs(WITH_CHANCE, endless=True), depths, tables)
def test_star_within_scout(graph: Graph, depth: int, entries: int | None) -> None:
    tree = looked_at(graph, depth)
    for probing in (False, True):
        context = Context(**means(entries, True), chance=star_pruning(*WIDE, probing=probing))
        assert searches.scout(tree, None, context).value == expectimax(tree)


@pytest.mark.slow
@given(graphs(WITH_CHANCE, endless=True), depths)
def test_star1_sees_no_more_than_alphabeta(graph: Graph, depth: int) -> None:
    tree, without, with_star = looked_at(graph, depth), Stats(), Stats()
    alphabeta(tree, stats=without)
    alphabeta(tree, stats=with_star, chance=star_pruning(*WIDE))
    assert with_star.nodes <= without.nodes


def leaf(value: float) -> Tree[float, str]:
    return make_tree(lambda: value)


def poison() -> float:
    raise AssertionError("this need not be read")


def test_star1_leaves_a_chance_node_that_cannot_come_up() -> None:
    """After 5: the first of two branches is 1, the other at most 8 of 10: the mean is at most 4.5."""
    rolled = make_tree(poison, CHANCE, [("low", leaf(1)), ("high", make_tree(poison))])
    tree = make_tree(poison, FIRST, [("sure", leaf(5)), ("roll", rolled)])
    assert alphabeta(tree, chance=star_pruning(-8, 8)) == 5


def test_star2_probes_replies_first() -> None:
    """One reply to each roll shows that SECOND holds the mean to 1: no second reply is looked at."""
    replies = [
        (roll, make_tree(poison, SECOND, [("a", leaf(1)), ("b", make_tree(poison))])) for roll in ("low", "high")
    ]
    tree = make_tree(poison, FIRST, [("sure", leaf(5)), ("roll", make_tree(poison, CHANCE, replies))])
    assert alphabeta(tree, chance=star_pruning(-WIN, WIN, probing=True)) == 5
    with pytest.raises(AssertionError, match="need not be read"):
        alphabeta(tree, chance=star_pruning(-WIN, WIN))


@pytest.mark.parametrize("probing", [False, True])
def test_labels_outside_the_bounds_are_refused(probing: bool) -> None:
    tree = make_tree(lambda: 0, CHANCE, [("a", leaf(30)), ("b", leaf(0))])
    with pytest.raises(ValueError, match="outside the bounds"):
        alphabeta(tree, chance=star_pruning(-20, 20, probing))


@given(graphs(WITH_CHANCE), tables)
def test_one_table_for_all_depths(graph: Graph, entries: int | None) -> None:
    with_them = means(entries, True)
    for depth in range(5):
        assert scout(looked_at(graph, depth), **with_them) == expectimax(looked_at(graph, depth))
