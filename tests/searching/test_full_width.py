"""The searches agree with brute force, and look at no more than they must."""

from fractions import Fraction
from itertools import product
from math import inf, isfinite

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from toolz import compose

from lazytree import (
    CHANCE,
    FIRST,
    SECOND,
    Stats,
    alphabeta,
    expectimax,
    grow,
    highfirst,
    make_tree,
    maptree,
    maxn,
    minimax,
    paranoid,
    prune,
    rate,
    rate_each,
)
from lazytree.games import nim, tic_tac_toe
from lazytree.searching.averages import mean
from tests.helpers.trees import (
    SURE,
    WIN,
    WITH_CHANCE,
    Node,
    PoisonError,
    brute,
    brute_mean,
    game_of,
    graphs,
    poisoned,
    textbook,
)

DEPTHS = st.integers(0, 6)


def rated(graph, depth=99):
    game = game_of(graph)
    return prune(depth)(rate(game, game.ratings["number"])(grow(game)(0)))


@given(graphs(), DEPTHS)
def test_minimax_and_alphabeta_are_brute_force(graph, depth):
    game = game_of(graph)
    value = brute(game, game.ratings["number"], 0, depth)
    assert minimax(rated(graph, depth)) == value
    assert alphabeta(rated(graph, depth)) == value
    assert expectimax(rated(graph, depth)) == value


@given(graphs(WITH_CHANCE), DEPTHS)
def test_expectimax_and_alphabeta_are_brute_force_with_chance_and_exact(graph, depth):
    game = game_of(graph)
    value = brute_mean(game, game.ratings["number"], 0, depth)
    for search in (expectimax, alphabeta):
        found = search(rated(graph, depth))
        assert found == value
        assert isinstance(found, int | Fraction)
        assert not isinstance(found, Fraction) or found.denominator > 1


@given(graphs(WITH_CHANCE), st.integers(0, 5), st.integers(0, 5))
def test_pruning_twice_is_pruning_at_the_nearer_cut(graph, m, n):
    game = game_of(graph)
    tree = rate(game, game.ratings["number"])(grow(game)(0))
    twice, once = prune(m)(prune(n)(tree)), prune(min(m, n))(tree)

    def same(one, other):
        assert (one.key, one.label, one.mover, one.over) == (other.key, other.label, other.mover, other.over)
        assert [move for move, _ in one.branches] == [move for move, _ in other.branches]
        for (_, a), (_, b) in zip(one.branches, other.branches):
            same(a, b)

    same(twice, once)


@given(graphs(WITH_CHANCE), DEPTHS, st.lists(st.integers(-3, 3), min_size=9, max_size=9), st.randoms())
def test_order_never_changes_a_value(graph, depth, promises, random):
    value = expectimax(rated(graph, depth))
    for stage in (highfirst(), highfirst(by=lambda at: promises[at]), highfirst(by=lambda at: random.random())):
        assert expectimax(stage(rated(graph, depth))) == value
        assert alphabeta(stage(rated(graph, depth))) == value


@given(graphs(WITH_CHANCE, endless=True), st.integers(0, 4), st.integers(0, 4))
def test_quiescence_is_a_deeper_look_where_it_is_wanted(graph, depth, more):
    """Past the cut the line goes on as long as the position is odd."""
    game = game_of(graph)
    rating = game.ratings["number"]

    def quiet(at, left, beyond):
        if not graph[at].children or (left == 0 and (at % 2 == 0 or beyond == 0)):
            return (at,)
        return (at, *(quiet(sub, max(left - 1, 0), beyond - (left == 0)) for sub in graph[at].children))

    def shape(tree):
        return (tree.key, *(shape(sub) for _, sub in tree.branches))

    bounded = prune(depth, unless=lambda at: at % 2 == 1)(prune(depth + more)(rate(game, rating)(grow(game)(0))))
    assert shape(bounded) == quiet(0, depth, more)


BOUNDS = st.sampled_from([-inf, inf, SURE, -SURE]) | st.integers(-12, 12) | st.integers(WIN - 8, WIN + 1)
BOUNDS = BOUNDS | BOUNDS.map(lambda bound: -bound) | st.integers(2 * WIN - 8, 2 * WIN)


@given(graphs(WITH_CHANCE), DEPTHS, BOUNDS, BOUNDS)
def test_fail_soft_bounds_for_any_window(graph, depth, alpha, beta):
    assume(alpha < beta)
    value = expectimax(rated(graph, depth))
    found = alphabeta(rated(graph, depth), alpha, beta)
    if found <= alpha:
        assert value <= found
    elif found >= beta:
        assert value >= found
    else:
        assert value == found


@given(graphs(), DEPTHS, st.integers(-10, 10))
def test_a_null_window_says_on_which_side(graph, depth, bound):
    value = minimax(rated(graph, depth))
    assert (alphabeta(rated(graph, depth), bound, bound + 1) > bound) == (value > bound)


@given(graphs(WITH_CHANCE, size=12))
def test_alphabeta_looks_where_the_books_look_and_nowhere_else(graph):
    value, labels, tried = textbook(graph)
    assert alphabeta(poisoned(graph, labels, tried)) == value


@given(graphs(size=12))
def test_the_poison_is_strong(graph):
    """A look less, and the test above would know."""
    _, labels, tried = textbook(graph)
    for leaf in labels:
        with pytest.raises(PoisonError):
            alphabeta(poisoned(graph, labels - {leaf}, tried))
    for branch in tried:
        with pytest.raises(PoisonError):
            alphabeta(poisoned(graph, labels, tried - {branch}))


@given(graphs(WITH_CHANCE))
def test_inner_labels_are_not_read(graph):
    everywhere = {(at, move) for at, node in enumerate(graph) for move in range(len(node.children))}
    leaves = {at for at, node in enumerate(graph) if not node.children}
    assert expectimax(poisoned(graph, leaves, everywhere)) == expectimax(rated(graph))


@given(graphs(WITH_CHANCE), DEPTHS)
def test_accounts_are_honest(graph, depth):
    stats = Stats()
    rates = Stats()
    game = game_of(graph)
    tree = prune(depth)(rate(game, game.ratings["number"], rates)(grow(game)(0)))
    expectimax(tree, stats)
    found = {}

    def count(node):
        if node not in found:
            found[node] = len(node.branches)
            for _, sub in node.branches:
                count(sub)

    count(tree)
    assert stats.nodes == len(found)
    assert stats.interior == sum(1 for branches in found.values() if branches)
    assert stats.branches == sum(found.values())
    assert stats.hits == stats.branches - (stats.nodes - 1)
    assert stats.cutoffs == 0
    assert rates.rated == len({node.key for node in found if not node.branches and not node.over})
    assert stats.branching == (stats.branches / stats.interior if stats.interior else 0.0)


@given(graphs())
def test_alphabeta_counts_each_visit(graph):
    stats = Stats()
    alphabeta(rated(graph), stats=stats)
    assert stats.branches == stats.nodes - 1
    assert stats.interior <= stats.nodes
    assert (stats.cutoffs > 0) <= (stats.interior > 0)


def test_time_is_taken_from_the_clock_that_is_given():
    ticks = iter([10.0, 12.5, 20.0, 21.0])
    stats = Stats(clock=lambda: next(ticks))
    leaf = make_tree(lambda: 1)
    minimax(leaf, stats)
    alphabeta(leaf, stats=stats)
    assert stats.seconds == 3.5


# Distance to the end.


def chain(payoff, plies):
    """A forced line of `plies` plies, ended by a payoff."""
    return [Node(FIRST, 0, (at + 1,), (1,)) for at in range(plies)] + [Node(FIRST, payoff)]


def fork(mover, *lines):
    """A root whose branches are the given lines."""
    nodes, starts = [], []
    for line in lines:
        shift = 1 + len(nodes)
        starts.append(shift)
        nodes += [node._replace(children=tuple(child + shift for child in node.children)) for node in line]
    return (Node(mover, 0, tuple(starts), (1,) * len(starts)), *nodes)


@pytest.mark.parametrize("payoff", [1, -1])
@pytest.mark.parametrize("mover", [FIRST, SECOND])
@given(st.lists(st.integers(0, 30), min_size=1, max_size=4))
def test_a_win_sooner_and_a_loss_later(payoff, mover, plies):
    graph = fork(mover, *[chain(payoff, n) for n in plies])
    wins = (payoff > 0) == (mover == FIRST)
    wanted = 1 + (min(plies) if wins else max(plies))
    for search in (minimax, alphabeta, expectimax):
        assert search(rated(graph)) == payoff * (WIN - wanted)


def test_margins_keep_their_order_whatever_the_distance():
    graph = fork(FIRST, chain(1, 0), chain(2, 30), chain(2, 20), chain(-1, 5))
    assert minimax(rated(graph)) == alphabeta(rated(graph)) == 2 * WIN - 21


def test_distance_is_right_for_every_path_to_a_shared_node():
    """Node 3 is met after one ply and after two: a win from there is counted from each of them."""
    graph = (
        Node(FIRST, 0, (1, 2), (1, 1)),
        Node(SECOND, 0, (2, 3), (1, 1)),
        Node(SECOND, 0, (3,), (1,)),
        Node(FIRST, 0, (4,), (1,)),
        Node(FIRST, 1),
    )
    tree = rated(graph)
    assert minimax(tree) == WIN - 3
    assert minimax(tree.branches[0][1]) == WIN - 3
    assert minimax(tree.branches[1][1]) == WIN - 2


def test_values_come_down_to_sure_and_no_further():
    assert minimax(make_tree(lambda: 0, FIRST, [(0, make_tree(lambda: SURE + 1))])) == SURE
    assert minimax(make_tree(lambda: 0, FIRST, [(0, make_tree(lambda: SURE))])) == SURE
    assert minimax(make_tree(lambda: 0, SECOND, [(0, make_tree(lambda: -SURE - 1))])) == -SURE


NEAR_SURE = [SURE - 1, SURE, SURE + 1, SURE + 2, SURE + 3]


@pytest.mark.parametrize("low, high", list(product(NEAR_SURE, NEAR_SURE)))
def test_windows_are_right_at_the_border_of_sure(low, high):
    for sign, mover in product((1, -1), (FIRST, SECOND)):
        leaf = make_tree(lambda: sign * low)  # noqa: B023
        other = make_tree(lambda: sign * high)  # noqa: B023
        deep = make_tree(lambda: 0, SECOND, [("b", make_tree(lambda: 0, FIRST, [("c", other)]))])
        tree = make_tree(lambda: 0, mover, [("a", leaf), ("d", deep)])
        assert alphabeta(tree) == minimax(tree)
        for alpha, beta in product(NEAR_SURE, NEAR_SURE):
            if alpha < beta:
                found = alphabeta(tree, alpha, beta)
                assert (found > alpha) == (minimax(tree) > alpha)
                assert (found < beta) == (minimax(tree) < beta)


# Chance.


def test_means_are_exact():
    assert mean([1, 2], [0, 1]) == Fraction(2, 3)
    assert mean([3, 3], [1, 3]) == 2
    assert isinstance(mean([3, 3], [1, 3]), int)
    assert mean([1, 1], [0.5, 0.25]) == Fraction(3, 8)
    assert mean([1, 1, 1], [Fraction(1, 3), 1, 10**30]) == Fraction(10**30 * 3 + 4, 9)
    assert mean([10**20, 1], [1, 0]) == Fraction(10**20, 10**20 + 1)


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(-WIN, WIN) | st.fractions()), min_size=1, max_size=6))
def test_a_mean_is_the_mean(weighted):
    odds, values = zip(*weighted)
    assert mean(odds, values) == sum(o * Fraction(v) for o, v in weighted) / sum(odds)


def test_a_bet_is_worth_its_odds():
    sixth = make_tree(
        lambda: 0,
        CHANCE,
        [("six", make_tree(lambda: 60)), ("else", make_tree(lambda: 0))],
        odds={"six": 1, "else": 5}.get,
    )
    sure = make_tree(lambda: 9)
    for search in (expectimax, alphabeta):
        assert search(sixth) == 10
        assert search(make_tree(lambda: 0, FIRST, [("sure", sure), ("bet", sixth)])) == 10
        assert search(make_tree(lambda: 0, SECOND, [("sure", sure), ("bet", sixth)])) == 9


# More than two players.


@st.composite
def labels_of_three(draw):
    return draw(st.tuples(*[st.integers(-2, 2)] * 3))


@given(graphs((0, 1, 2)), st.lists(labels_of_three(), min_size=9, max_size=9), DEPTHS)
def test_maxn_is_everyone_for_himself_and_the_first_of_equals(graph, standings, depth):
    game = game_of(graph)

    def naive(at, left):
        if left == 0 or not graph[at].children:
            return standings[at]
        chosen = None
        for child in graph[at].children:
            value = naive(child, left - 1)
            if chosen is None or value[graph[at].mover] > chosen[graph[at].mover]:
                chosen = value
        return chosen

    tree = maptree(lambda at: standings[at])(prune(depth)(grow(game)(0)))
    assert maxn(tree) == naive(0, depth)


@given(graphs(), DEPTHS)
def test_maxn_for_two_is_minimax(graph, depth):
    """As the payoffs are a number and its negation, so are the values."""
    game = game_of(graph)
    each = rate_each(game, lambda at: (graph[at].number, -graph[at].number))
    value = minimax(rated(graph, depth))
    assert maxn(prune(depth)(each(grow(game)(0)))) == (value, -value)


def test_maxn_with_chance_takes_the_mean_of_each():
    tree = make_tree(
        lambda: (),
        CHANCE,
        [(1, make_tree(lambda: (3, 0, 1))), (2, make_tree(lambda: (0, 0, 2)))],
        odds=lambda move: move,
    )
    assert maxn(tree) == (1, 0, Fraction(5, 3))


def test_maxn_counts_the_distance_for_each_player():
    won = make_tree(lambda: (WIN, -WIN, 0))
    assert maxn(make_tree(lambda: (), 2, [("a", won)])) == (WIN - 1, 1 - WIN, 0)


@given(graphs((0, 1, 2)), st.lists(labels_of_three(), min_size=9, max_size=9), st.integers(0, 2), DEPTHS)
def test_paranoid_is_one_against_all(graph, standings, player, depth):
    def naive(at, left):
        if left == 0 or not graph[at].children:
            return standings[at][player]
        values = [naive(child, left - 1) for child in graph[at].children]
        return max(values) if graph[at].mover == player else min(values)

    look = compose(paranoid(player), maptree(lambda at: standings[at]), prune(depth), grow(game_of(graph)))
    assert alphabeta(look(0)) == minimax(look(0)) == naive(0, depth)


def test_the_books_maxn_example():
    """Luckhardt and Irani's point: what the others do depends on what they want, not on what hurts the mover."""
    second = make_tree(lambda: (), 1, [("l", make_tree(lambda: (9, 1, 0))), ("r", make_tree(lambda: (1, 2, 0)))])
    third = make_tree(lambda: (), 2, [("l", make_tree(lambda: (5, 0, 4))), ("r", make_tree(lambda: (4, 9, 3)))])
    tree = make_tree(lambda: (), 0, [("to second", second), ("to third", third)])
    assert maxn(tree) == (5, 0, 4)
    assert alphabeta(paranoid(0)(tree)) == 4


# Errors that name the fix.

ROLL = make_tree(lambda: 0, CHANCE, [(1, make_tree(lambda: 1)), (2, make_tree(lambda: 2))])
THREE = make_tree(lambda: 0, 2, [(1, make_tree(lambda: 1)), (2, make_tree(lambda: 2))])


def test_minimax_does_not_roll_dice():
    with pytest.raises(ValueError, match="expectimax"):
        minimax(ROLL)


@pytest.mark.parametrize("search", [minimax, alphabeta, expectimax])
def test_a_third_player_needs_maxn(search):
    with pytest.raises(ValueError, match=r"maxn.*paranoid"):
        search(THREE)
    with pytest.raises(ValueError, match=r"maxn.*paranoid"):
        search(make_tree(lambda: 0, FIRST, [(1, THREE)]))


# Whole games.


def test_tic_tac_toe_is_a_draw_by_every_search():
    game = tic_tac_toe()
    for search in (minimax, alphabeta, expectimax):
        assert search(rate(game, lambda position: 0)(grow(game)(game.start))) == 0


@pytest.mark.parametrize("heaps", list(product(range(4), repeat=3)))
def test_nim_is_boutons(heaps):
    game = nim(heaps)
    value = minimax(rate(game, lambda position: 0)(grow(game)(game.start)))
    assert isfinite(value)
    assert (value > 0) == (heaps[0] ^ heaps[1] ^ heaps[2] != 0)
    assert alphabeta(rate(game, lambda position: 0)(grow(game)(game.start))) == value
