"""Choosing: the first of the best, the whole ranking exact, variety within its margin."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree import (
    CHANCE,
    FIRST,
    SECOND,
    Stats,
    best,
    grow,
    make_tree,
    maptree,
    minimax,
    principal_variation,
    prune,
    ranked,
    rate,
    searches,
    variety,
)
from lazytree.games import nim, tic_tac_toe
from lazytree.searching.searches import search_for
from lazytree.trees.growing import follow
from tests.helpers.trees import WITH_CHANCE, brute_mean, game_of, graphs, nearer

DEPTHS = st.integers(1, 5)


def tree_of(graph, depth):
    game = game_of(graph)
    return prune(depth)(rate(game, game.ratings["number"])(grow(game)(0)))


def has_a_choice(graph):
    return bool(graph[0].children) and graph[0].mover != CHANCE


def by_brute_force(graph, depth):
    """Every move of the root with its value, as the rules alone say."""
    game = game_of(graph)
    values = [nearer(brute_mean(game, game.ratings["number"], child, depth - 1)) for child in graph[0].children]
    return list(enumerate(values))


CHOICES = graphs(WITH_CHANCE).filter(has_a_choice)


@given(CHOICES, DEPTHS)
def test_ranked_is_exact_and_equals_keep_their_order(graph, depth):
    sign = 1 if graph[0].mover == FIRST else -1
    wanted = sorted(by_brute_force(graph, depth), key=lambda choice: -sign * choice[1])
    for search in (searches.alphabeta, searches.expectimax):
        assert [tuple(choice) for choice in ranked(tree_of(graph, depth), search)] == wanted


@given(CHOICES, DEPTHS)
def test_best_is_the_first_of_the_best(graph, depth):
    values = by_brute_force(graph, depth)
    top = (max if graph[0].mover == FIRST else min)(value for _, value in values)
    first = next(move for move, value in values if value == top)
    for search in (searches.alphabeta, searches.expectimax):
        assert best(tree_of(graph, depth), search) == first
    assert ranked(tree_of(graph, depth))[0] == (first, top)
    assert variety(0, 1)(tree_of(graph, depth)) == first


def test_best_looks_at_less_than_ranked():
    game = tic_tac_toe()
    few, many = Stats(), Stats()
    tree = rate(game, lambda position: 0)(grow(game)(game.play(game.start, 4)))
    assert best(tree, stats=few) == ranked(tree, stats=many)[0].move
    assert 0 < few.nodes < many.nodes


@given(CHOICES, DEPTHS, st.integers(0, 12), st.integers())
def test_variety_stays_within_its_margin_and_reaches_all_of_it(graph, depth, margin, seed):
    values = dict(by_brute_force(graph, depth))
    sign = 1 if graph[0].mover == FIRST else -1
    top = max(sign * value for value in values.values())
    tree = tree_of(graph, depth)
    allowed = {move for move, value in values.items() if sign * value >= top - margin}
    assert variety(margin, seed)(tree) in allowed
    if margin:
        choose = variety(margin, seed)
        assert {choose(tree) for _ in range(40 * len(allowed))} == allowed


def test_variety_is_as_random_as_its_source_and_no_more():
    tree = make_tree(lambda: 0, FIRST, [(move, make_tree(lambda: 1)) for move in range(9)])
    one = [variety(1, 5)(tree) for _ in range(5)]
    assert len(set(one)) == 1
    choose = variety(1, 5)
    assert len({choose(tree) for _ in range(30)}) > 3


@given(graphs(WITH_CHANCE), DEPTHS)
def test_the_principal_variation_is_best_move_after_best_move(graph, depth):
    tree = tree_of(graph, depth)
    line = principal_variation(tree)
    for played in range(len(line)):
        assert line[played] == best(follow(tree, line[:played]))
    end = follow(tree, line)
    assert not end.branches or end.mover == CHANCE


@given(graphs(), DEPTHS)
def test_the_principal_variation_leads_to_the_value(graph, depth):
    tree = tree_of(graph, depth)
    line = principal_variation(tree)
    assert nearer(follow(tree, line).label, len(line)) == minimax(tree)


def test_the_principal_variation_of_perfect_nim():
    game = nim((3, 5))
    tree = rate(game, lambda position: 0)(grow(game)(game.start))
    line = principal_variation(tree)
    assert game.format(game.start, line[0]) == "b-2"
    assert len(line) == 7  # every pair of moves takes one from each heap: the loser makes it last


@pytest.mark.parametrize("choose", [best, ranked, variety(0, 1), variety(3, 1)])
def test_no_choice_without_moves(choose):
    with pytest.raises(ValueError, match="no move to choose"):
        choose(make_tree(lambda: 0))
    with pytest.raises(ValueError, match="chance"):
        choose(make_tree(lambda: 0, CHANCE, [(1, make_tree(lambda: 1))]))


@pytest.mark.parametrize("choose", [best, ranked, principal_variation, variety(0, 1), variety(3, 1)])
def test_a_third_player_is_not_taken_for_the_second(choose):
    tree = make_tree(lambda: 0, 2, [("a", make_tree(lambda: 1)), ("b", make_tree(lambda: 2))])
    with pytest.raises(ValueError, match=r"maxn.*paranoid"):
        choose(tree)


def test_a_variety_below_nothing():
    with pytest.raises(ValueError, match="margin must be 0 or more"):
        variety(-1, 1)


def test_many_players_choose_by_maxn():
    leaves = [(label, make_tree(lambda label=label: label)) for label in ((1, 0, 3), (2, 2, 3), (9, 9, 1))]
    tree = make_tree(lambda: (), 2, leaves)
    assert best(tree, searches.maxn) == (1, 0, 3)
    assert [choice.move for choice in ranked(tree, searches.maxn)] == [(1, 0, 3), (2, 2, 3), (9, 9, 1)]
    assert principal_variation(tree, searches.maxn) == [(1, 0, 3)]
    assert variety(2, 3)(tree, searches.maxn) in [move for move, _ in leaves]
    assert best(make_tree(lambda: (), 1, leaves), searches.maxn) == (9, 9, 1)
    assert (search_for(2), search_for(3)) == (searches.alphabeta, searches.maxn)


def test_values_of_many_players_are_counted_from_where_the_move_is_made():
    tree = make_tree(lambda: (), 1, [("a", make_tree(lambda: (-1_000_000, 1_000_000)))])
    assert ranked(tree, searches.maxn)[0].value == (-999_999, 999_999)


def test_second_chooses_what_is_bad_for_first():
    leaves = [(value, make_tree(lambda value=value: value)) for value in (3, -2, 5, -2)]
    tree = make_tree(lambda: 0, SECOND, leaves)
    assert best(tree) == -2
    assert [choice.value for choice in ranked(tree)] == [-2, -2, 3, 5]


def test_who_chooses_counts_in_the_account():
    stats = Stats()
    tree = maptree(lambda label: label)(
        make_tree(lambda: 0, FIRST, [(1, make_tree(lambda: 1)), (2, make_tree(lambda: 2))])
    )
    assert best(tree, stats=stats) == 2
    assert stats.nodes >= 2
