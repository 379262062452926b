"""More than two players: shallow pruning changes no value; best-reply is what its paper says."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import (
    CHANCE,
    FIRST,
    Ordering,
    Stats,
    Table,
    Tree,
    alphabeta,
    best_reply,
    grow,
    make_tree,
    maptree,
    maxn,
    minimax,
    paranoid,
    prune,
    scout,
)
from lazytree.searching.many_players import shallow_maxn
from tests.helpers.trees import Graph, game_of, graphs

Drawn = tuple[int, Any]  # a mover and its branches, or -2 and a label


def labels(total: int) -> st.SearchStrategy[Drawn]:
    """Three shares of a sum."""
    cuts = st.tuples(st.integers(0, total), st.integers(0, total)).map(sorted)
    return cuts.map(lambda cut: (-2, (cut[0], cut[1] - cut[0], total - cut[1])))


def trees(movers: tuple[int, ...] = (0, 1, 2), total: int = 9) -> st.SearchStrategy[Drawn]:
    return st.recursive(
        labels(total),
        lambda below: st.tuples(st.sampled_from(movers), st.lists(below, min_size=1, max_size=3)),
        max_leaves=25,
    )


def planted(drawn: Drawn) -> Tree[tuple[float, ...], int]:
    mover, rest = drawn
    if mover == -2:
        return make_tree(lambda: rest)
    return make_tree(lambda: (0, 0, 0), mover, list(enumerate(map(planted, rest))), odds=lambda move: move + 1)


@given(trees((0, 1, 2, CHANCE)))
def test_shallow_pruning_changes_no_value(drawn: Drawn) -> None:
    tree, pruned, whole = planted(drawn), Stats(), Stats()
    assert shallow_maxn(tree, total=9, stats=pruned) == maxn(tree, whole)
    assert pruned.nodes <= whole.nodes


@given(graphs((0, 1, 2, CHANCE), endless=True), st.integers(0, 5))
def test_shared_nodes(graph: Graph, depth: int) -> None:
    tree = maptree(lambda at: (at % 4, at % 3, 5 - at % 4 - at % 3))(prune(depth)(grow(game_of(graph))(0)))
    assert shallow_maxn(tree, total=5) == maxn(tree)


@given(trees(), st.integers(-5, 0))
def test_numbers_below_zero(drawn: Drawn, lowest: int) -> None:
    tree = planted(shifted(drawn, lowest))
    assert shallow_maxn(tree, total=9 + 3 * lowest, lowest=lowest) == maxn(tree)


def shifted(drawn: Drawn, by: int) -> Drawn:
    mover, rest = drawn
    if mover == -2:
        return mover, tuple(number + by for number in rest)
    return mover, [shifted(sub, by) for sub in rest]


@given(trees(total=2_000_000))
def test_wins_come_sooner(drawn: Drawn) -> None:
    tree = planted(drawn)
    assert shallow_maxn(tree, total=2_000_000) == maxn(tree)


def test_labels_that_break_the_promise_are_refused() -> None:
    tree = planted((0, [(-2, (4, 4, 4)), (-2, (-1, 0, 0))]))
    with pytest.raises(ValueError, match="sums up"):
        shallow_maxn(tree, total=9)
    with pytest.raises(ValueError, match="less than"):
        shallow_maxn(tree, total=20)
    with pytest.raises(ValueError, match="lowest"):
        shallow_maxn(tree, total=20, lowest=-1_000_000)


def by_hand(drawn: Drawn, player: int, free: bool = True) -> float:
    """Best-reply on its own: an opponent who is not free to choose makes his first move."""
    mover, rest = drawn
    if mover == -2:
        return float(rest[player])
    if mover == player:
        return max(by_hand(sub, player) for sub in rest)
    values = [by_hand(rest[0], player, free)]
    values += [by_hand(sub, player, False) for sub in rest[1:] if free]
    return min(values)


@given(trees(), st.integers(0, 2), st.sampled_from([None, 1, 100]))
def test_best_reply(drawn: Drawn, player: int, entries: int | None) -> None:
    tree = best_reply(player)(planted(drawn))
    table = None if entries is None else Table(entries=entries)
    assert by_hand(drawn, player) == minimax(tree) == alphabeta(tree) == scout(tree, table=table, order=Ordering())


@given(trees((0, 1, 2, CHANCE)), st.integers(0, 2))
def test_paranoia_is_worse_than_best_reply(drawn: Drawn, player: int) -> None:
    """Opponents who may all choose hold the player to no more than one who may."""
    assert alphabeta(paranoid(player)(planted(drawn))) <= alphabeta(best_reply(player)(planted(drawn)))


@given(trees())
def test_paranoid_in_any_search(drawn: Drawn) -> None:
    tree = paranoid(FIRST)(planted(drawn))
    assert scout(tree, -inf, inf, table=Table(entries=5)) == minimax(tree)


def test_maxn_says_that_it_needs_a_number_for_each_player():
    with pytest.raises(ValueError, match="rate_each"):
        maxn(make_tree(lambda: 0, 2, [("a", make_tree(lambda: 1))]))
