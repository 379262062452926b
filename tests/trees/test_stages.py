"""Stages: each reshapes the tree as it says, and leaves everything else alone."""

from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolz import compose

from lazytree import (
    CHANCE,
    FIRST,
    SECOND,
    IllegalMove,
    alphabeta,
    best,
    expectimax,
    grow,
    highfirst,
    make_tree,
    minimax,
    narrow,
    paranoid,
    prune,
    rate,
)
from lazytree.games import nim
from tests.helpers.trees import WITH_CHANCE, game_of, graphs, loop


def tree_of(graph):
    game = game_of(graph)
    return rate(game, game.ratings["number"])(grow(game)(0))


def levels(tree):
    """Every path to a node, as (plies from the root, node)."""
    ahead = [(0, tree)]
    for ply, node in ahead:
        yield ply, node
        ahead.extend((ply + 1, sub) for _, sub in node.branches)


@given(graphs(WITH_CHANCE, endless=True, size=5), st.integers(0, 4))
def test_prune_cuts_at_the_depth_and_nowhere_before(graph, depth):
    for ply, node in levels(prune(depth)(tree_of(graph))):
        assert len(node.branches) == (len(graph[node.key].children) if ply < depth else 0)
        assert node.over == (not graph[node.key].children)


def test_a_pruned_leaf_is_rated_not_paid():
    game = nim((1, 1))
    tree = prune(1)(rate(game, lambda position: 5)(grow(game)(game.start)))
    assert [sub.label for _, sub in tree.branches] == [5, 5]
    assert [sub.over for _, sub in tree.branches] == [False, False]
    assert alphabeta(tree) == 5


def test_quiescence_asks_only_past_the_cut_and_of_positions():
    asked = []
    tree = prune(2, unless=lambda position: asked.append(position) or False)(grow(loop())(0))
    assert [ply for ply, _ in levels(tree)] == [0, 1, 1, 2, 2, 2, 2]
    assert set(asked) == {0}  # after two plies the loop is back where it began


def test_quiescence_over_stages_that_change_labels_sees_the_position():
    game = nim((3,))
    rated = rate(game, lambda position: 0)(grow(game)(game.start))
    tree = prune(0, unless=lambda position: sum(position.heaps) > 1)(rated)
    assert sorted({sum(node.key.heaps) for _, node in levels(tree)}) == [0, 1, 2, 3]
    assert all(sum(node.key.heaps) > 1 or not node.branches for _, node in levels(tree))


@given(graphs(WITH_CHANCE), st.integers(1, 3))
def test_narrow_keeps_the_first_and_all_of_chance(graph, n):
    for _, node in levels(narrow(n)(tree_of(graph))):
        moves = list(range(len(graph[node.key].children)))
        assert [move for move, _ in node.branches] == (moves if node.mover == CHANCE else moves[:n])


@given(graphs(WITH_CHANCE))
def test_bestfirst_puts_first_what_promises_most_to_the_mover(graph):
    for _, node in levels(highfirst()(tree_of(graph))):
        moves = [move for move, _ in node.branches]
        promises = [sub.label for _, sub in node.branches]
        assert sorted(moves) == list(range(len(graph[node.key].children)))
        if node.mover == CHANCE:
            assert moves == sorted(moves)
        else:
            assert promises == sorted(promises, reverse=node.mover == FIRST)
            for (one, a), (other, b) in zip(node.branches, islice(node.branches, 1, None)):
                assert a.label != b.label or one < other  # ties keep their order


@given(graphs(WITH_CHANCE), st.lists(st.integers(-3, 3), min_size=9, max_size=9))
def test_bestfirst_by_a_function_of_the_position_asks_no_label(graph, promises):
    def unasked(position):
        raise AssertionError("a label")

    game = game_of(graph)
    tree = highfirst(by=promises.__getitem__)(rate(game, unasked)(grow(game)(0)))
    for _, node in levels(tree):
        mine = [promises[sub.key] for _, sub in node.branches]
        if node.mover != CHANCE:
            assert mine == sorted(mine, reverse=node.mover == FIRST)


def test_bestfirst_of_many_players_is_for_the_mover():
    leaves = [(move, make_tree(lambda move=move: move)) for move in ((1, 0, 5), (2, 3, 4), (0, 9, 6))]
    for player, order in ((0, [1, 0, 2]), (1, [2, 1, 0]), (2, [2, 0, 1])):
        tree = highfirst()(make_tree(lambda: (), player, leaves))
        assert [move for move, _ in tree.branches] == [leaves[at][0] for at in order]


def test_a_taken_tree_is_narrowed_after_it_is_ordered():
    """Hughes' taketree: the n best to the mover."""
    leaves = [(move, make_tree(lambda move=move: move)) for move in (3, 9, 1, 7)]
    for mover, kept in ((FIRST, [9, 7]), (SECOND, [1, 3])):
        tree = compose(narrow(2), highfirst())(make_tree(lambda: 0, mover, leaves))
        assert [move for move, _ in tree.branches] == kept


def test_paranoid_makes_two_sides_of_many_players():
    leaf = make_tree(lambda: (5, 6, 7), over=lambda: False)
    chance = make_tree(lambda: (4, 5, 6), CHANCE, [("b", leaf)], odds=lambda move: 7)
    tree = make_tree(lambda: (1, 2, 3), 2, [("a", make_tree(lambda: (1, 2, 3), 1, [("c", chance)]))])
    by_third = paranoid(2)(tree)
    assert (by_third.mover, by_third.label) == (FIRST, 3)
    assert by_third.branches[0][1].mover == SECOND
    rolled = by_third.branches[0][1].branches[0][1]
    assert (rolled.mover, rolled.label, rolled.odds("b")) == (CHANCE, 6, 7)
    assert paranoid(0)(tree).mover == SECOND


NONSENSE = [lambda: prune(-1), lambda: prune(1.5), lambda: prune(True), lambda: narrow(0), lambda: narrow("2")]


@pytest.mark.parametrize("ask", NONSENSE)
def test_nonsense_is_named(ask):
    with pytest.raises(ValueError, match="must be a whole number of at least"):
        ask()


def test_an_unrated_tree_is_told_what_it_lacks():
    game = nim((1, 2))
    tree = prune(2)(grow(game)(game.start))
    for look in (minimax, expectimax, alphabeta, best, lambda tree: highfirst()(tree).branches):
        with pytest.raises(ValueError, match=r"put rate\(game, rating\), with a rating that returns numbers, before"):
            look(tree)


def test_a_variant_reads_its_own_moves():
    game = nim((1, 2))
    variant = replace(game, moves=lambda position: list(game.moves(position))[:1])
    with pytest.raises(IllegalMove, match=r"legal here: a-1$"):
        variant.parse(variant.start, "b-2")


def test_a_depth_may_be_larger_than_any_game():
    """Levels that are not reached are not made: a list of them would fill the memory."""
    game = nim(heaps=(1, 2))
    tree = rate(game, lambda position: 0)(grow(game)(game.start))
    assert minimax(prune(10**30)(tree)) == minimax(tree)
    assert [ply for ply, _ in levels(prune(10**30)(tree))] == [ply for ply, _ in levels(tree)]
