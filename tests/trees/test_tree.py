"""The tree: grown once, where it is read; equal positions are one node, at every stage; interrupted, it goes on."""

import gc
from collections import deque
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolz import compose

from lazytree import (
    CHANCE,
    SECOND,
    EndlessTree,
    IllegalMove,
    Stats,
    Tree,
    alphabeta,
    best,
    expectimax,
    foldtree,
    grow,
    highfirst,
    make_tree,
    maptree,
    maxn,
    minimax,
    narrow,
    perft,
    perft_counts,
    principal_variation,
    prune,
    ranked,
    rate,
    rate_each,
)
from lazytree.games import nim, tic_tac_toe
from lazytree.trees.growing import follow, grown_so_far
from tests.helpers.trees import (
    WITH_CHANCE,
    brute_mean,
    count_calls,
    endless_game,
    game_of,
    graphs,
    long_game,
    loop,
    most,
)

from .test_lazy_sequences import hasty, in_threads, interrupted_at

assert hasty  # a fixture


def unfolded(tree, depth):
    """All that a reader of a tree can see, `depth` plies deep, as nested tuples."""
    below = [(move, unfolded(sub, depth - 1)) for move, sub in tree.branches] if depth else ()
    return tree.label, tree.mover, tree.over, tree.key, tuple(below)


def by_the_rules(game, position, depth):
    """The same of a game, by its rules alone."""
    moves = list(game.moves(position))
    below = [(move, by_the_rules(game, game.play(position, move), depth - 1)) for move in moves] if depth else ()
    return position, game.mover(position), not moves, position, tuple(below)


def nodes(tree, depth=1_000):
    """Every node of a tree, each path of it."""
    yield tree
    for _, sub in tree.branches if depth else ():
        yield from nodes(sub, depth - 1)


@given(graphs(WITH_CHANCE, endless=True), st.integers(0, 4))
def test_a_grown_tree_is_what_the_rules_say(graph, depth):
    game = game_of(graph)
    assert unfolded(grow(game)(0), depth) == by_the_rules(game, 0, depth)


@given(graphs(WITH_CHANCE))
def test_equal_positions_are_one_node(graph):
    found = {}
    for node in nodes(grow(game_of(graph))(0)):
        assert found.setdefault(node.key, node) is node


STAGES = {
    "maptree": maptree(str),
    "highfirst": highfirst(by=lambda position: -position),
    "narrow": narrow(2),
    "rate": lambda tree: rate(game_of(()), lambda position: 0)(tree) if not tree.over else tree,
    "unless": prune(2, unless=lambda position: position % 2 == 0),
}


@given(graphs(WITH_CHANCE), st.sampled_from(sorted(STAGES)))
def test_stages_keep_sharing_and_keys_movers_and_whether_it_is_over(graph, name):
    game, labels = game_of(graph), []
    stages = STAGES | {"rate": rate(game, lambda position: labels.append(position) or position)}
    found = {}
    ahead = [stages[name](grow(game)(0))]
    for node in ahead:
        if name != "unless":  # there it is one by plies left too
            assert found.setdefault(node.key, node) is node
        assert node.mover == graph[node.key].mover
        assert node.over == (not graph[node.key].children)
        assert node.label is node.label
        for move, sub in node.branches:
            if node.mover == CHANCE:
                assert node.odds(move) == graph[node.key].odds[move]
            ahead.append(sub)
    assert len(labels) == len(set(labels))


@given(graphs(WITH_CHANCE, endless=True), st.integers(0, 5))
def test_prune_shares_by_node_and_plies_left(graph, depth):
    found = {}

    def walk(node, left):
        assert found.setdefault((node.key, left), node) is node
        if left == 0:
            assert not node.branches
        for _, sub in node.branches:
            walk(sub, left - 1)

    walk(prune(depth)(grow(game_of(graph))(0)), depth)


@given(graphs(WITH_CHANCE))
def test_whole_pipelines_keep_sharing(graph):
    game = game_of(graph)
    look = compose(narrow(3), highfirst(), prune(9), rate(game, game.ratings["number"]), highfirst(by=hash), grow(game))
    found = {}

    def walk(node, ply):
        assert found.setdefault((node.key, ply), node) is node
        for _, sub in node.branches:
            walk(sub, ply + 1)

    walk(look(0), 0)


def test_a_tree_that_merges_is_walked_in_its_size_and_not_in_its_paths():
    game = long_game(300, wide=True)  # 301 positions, 2**300 paths
    rated = compose(prune(400), rate(game, game.ratings["even"]), highfirst(by=hash), grow(game))(0)
    stats = Stats()
    assert minimax(rated, stats) == 1_000_000 - 300
    assert (stats.nodes, stats.hits) == (301, 300)
    assert foldtree(lambda label, parts: 1 + sum(parts))(rated) == 2**301 - 1


def reachable(game, position):
    """The positions that can follow, by the rules alone."""
    found = {position}
    ahead = [position]
    for here in ahead:
        for move in game.moves(here):
            there = game.play(here, move)
            if there not in found:
                found.add(there)
                ahead.append(there)
    return found


# Growth happens once.

PIPELINES = st.lists(
    st.sampled_from(["prune", "highfirst", "by", "narrow", "maptree", "rate", "quiescence"]), min_size=1, max_size=5
)
READERS = st.lists(st.sampled_from(["expectimax", "alphabeta", "foldtree", "twice", "some", "over"]), max_size=4)


def staged(game, names):
    made = {
        "prune": lambda: prune(3),
        "highfirst": lambda: highfirst(),
        "by": lambda: highfirst(by=lambda position: position),
        "narrow": lambda: narrow(2),
        "maptree": lambda: maptree(lambda label: label),
        "rate": lambda: maptree(lambda label: label),
        "quiescence": lambda: prune(1, unless=lambda position: position % 2 == 0),
    }
    return compose(*[made[name]() for name in names])


def read_in_a_way(tree, how):
    {
        "expectimax": expectimax,
        "alphabeta": alphabeta,
        "foldtree": foldtree(lambda label, parts: 1 + sum(parts)),
        "twice": lambda tree: (list(tree.branches), list(tree.branches), len(tree.branches)),
        "some": lambda tree: next(iter(tree.branches), None),
        "over": lambda tree: tree.over,
    }[how](tree)


@given(graphs(WITH_CHANCE), st.lists(st.tuples(PIPELINES, READERS), max_size=4))
def test_growth_is_never_repeated_whatever_the_stages_and_searches(graph, programs):
    game, counts = count_calls(game_of(graph))
    rated = []
    tree = rate(game, lambda position: rated.append(position) or -position)(grow(game)(0))
    for stages, readers in programs:
        looked_at = staged(game, stages)(tree)
        for how in readers:
            read_in_a_way(looked_at, how)
    assert most(counts.moves) <= 1
    assert most(counts.drawn) <= 1
    assert most(counts.play) <= 1
    assert most(counts.mover) <= 1
    assert len(rated) == len(set(rated))


@given(graphs(WITH_CHANCE), PIPELINES)
def test_stages_read_nothing_until_they_are_read(graph, stages):
    game, counts = count_calls(game_of(graph))

    def poison(position):
        raise AssertionError("it has not been read")

    staged(game, stages)(rate(game, poison)(grow(game)(0)))
    assert not counts.moves
    assert not counts.play


@given(graphs(WITH_CHANCE), PIPELINES)
def test_whether_it_is_over_draws_one_move_and_plays_none(graph, stages):
    game, counts = count_calls(game_of(graph))
    tree = staged(game, stages)(rate(game, lambda position: 0)(grow(game)(0)))
    assert tree.over == (not graph[0].children)
    assert tree.over == (not graph[0].children)
    assert sum(counts.drawn.values()) == min(1, len(graph[0].children))
    assert not counts.play


def test_reading_one_branch_plays_one_move():
    game, counts = count_calls(nim((3, 4)))
    tree = grow(game)(game.start)
    next(iter(tree.branches))
    assert sum(counts.play.values()) == 1
    tree.branches[:3]
    assert sum(counts.play.values()) == 3
    next(iter(prune(2)(tree).branches))
    next(iter(rate(game, lambda position: 0)(tree).branches))
    assert sum(counts.play.values()) == 3


def test_narrow_plays_no_more_than_it_keeps():
    game, counts = count_calls(nim((3, 4)))
    assert len(narrow(2)(grow(game)(game.start)).branches) == 2
    assert sum(counts.play.values()) == 2


def test_following_a_line_plays_only_up_to_its_moves():
    game, counts = count_calls(nim((3, 4)))
    line = list(islice(game.moves(game.start), 1))
    assert follow(grow(game)(game.start), line).label == game.play(game.start, line[0])
    assert sum(counts.play.values()) == 2  # one by ourselves


def test_each_account_counts_what_was_done():
    game, counts = count_calls(tic_tac_toe())
    stats = Stats()
    minimax(rate(game, lambda position: 0, stats)(grow(game, stats)(game.start)), stats)
    assert stats.grown == stats.expanded == stats.nodes == len(counts.moves) == 5_478
    assert stats.rated == 0
    assert sum(counts.play.values()) == stats.branches == stats.nodes - 1 + stats.hits
    assert stats.interior == 5_478 - 958  # GAMES: 958 positions in which the game has ended


# Whatever interrupts the growth, it goes on as if nothing had been.


class TemperError(Exception):
    """A rule that will not answer this time."""


def moody(game, random, errors=3, often=0.3):
    """The same game, whose `moves` and `play` raise now and then, at most `errors` times, before or between items."""
    left = [errors]

    def mood():
        if left[0] and random.random() < often:
            left[0] -= 1
            raise random.choice([TemperError, KeyboardInterrupt])

    def moves(position):
        for move in game.moves(position):
            mood()
            yield move
        mood()

    def play(position, move):
        mood()
        return game.play(position, move)

    return replace(game, moves=moves, play=play)


@given(graphs(WITH_CHANCE), st.randoms(use_true_random=False))
def test_growth_that_was_interrupted_goes_on(graph, random):
    game = game_of(graph)
    tree = prune(4)(highfirst(by=lambda position: -position)(grow(moody(game, random))(0)))
    undisturbed = unfolded(prune(4)(highfirst(by=lambda position: -position)(grow(game)(0))), 4)
    for _ in range(4):
        try:
            assert unfolded(tree, 4) == undisturbed
            break
        except (TemperError, KeyboardInterrupt):
            continue
    assert unfolded(tree, 4) == undisturbed


@pytest.mark.parametrize("file", ["trees/lazy_sequences.py", "trees/growing.py", "trees/tree.py", "trees/stages.py"])
def test_an_interrupt_anywhere_in_growth_loses_no_move(file):
    game = nim((2, 1))
    undisturbed = by_the_rules(game, game.start, 3)
    step, more = 0, True
    while more:
        tree = narrow(9)(grow(game)(game.start))
        more = interrupted_at(step, lambda: unfolded(tree, 3), file)  # noqa: B023
        assert unfolded(tree, 3) == undisturbed, f"interrupted at step {step}"
        step += 7 if step else 1
    assert step > 50 or file == "trees/stages.py"


def test_a_search_that_was_interrupted_can_be_made_again():
    game = nim((2, 3))
    rated = rate(game, lambda position: 0)(grow(game)(game.start))
    moody_one = rate(game, lambda position: 0)(grow(moody(game, Random(1), 1, 0.05))(game.start))
    with pytest.raises((TemperError, KeyboardInterrupt)):
        alphabeta(moody_one)
    assert alphabeta(moody_one) == minimax(moody_one) == minimax(rated) == 1_000_000 - 5


def test_a_label_that_raised_is_asked_again():
    left = [2]

    def label():
        if left[0]:
            left[0] -= 1
            raise TemperError
        return 7

    tree = maptree(lambda number: number + 1)(make_tree(label))
    for _ in range(2):
        with pytest.raises(TemperError):
            _ = tree.label
    assert tree.label == 8


def test_threads_share_one_tree_and_grow_it_once(hasty):
    for _ in range(5):
        game, counts = count_calls(nim((2, 2, 2)))
        rated = []
        tree = rate(game, lambda position: rated.append(position) or 0)(grow(game)(game.start))  # noqa: B023
        looked_at = highfirst()(prune(3)(tree))
        seen = in_threads(lambda: unfolded(looked_at, 3))  # noqa: B023
        assert seen[1:] == seen[:1] * 3
        assert seen[0] == unfolded(highfirst()(prune(3)(rate(game, lambda position: 0)(grow(game)(game.start)))), 3)
        answers = in_threads(lambda: [node for node in nodes(looked_at, 3)])  # noqa: B023, C416
        assert all(one is other for one, other in zip(answers[0], answers[3]))
        assert most(counts.moves) == 2  # once by each of the two growths
        assert most(counts.play) == 2
        assert set(rated) <= set(counts.moves) | {node.key for node in answers[0]}


def test_threads_that_come_to_a_new_node_at_once_ask_its_moves_once(hasty):
    for _ in range(100):
        game, counts = count_calls(long_game(10))
        tree = grow(game)(0)
        lines = in_threads(lambda: follow(tree, [0] * 10))  # noqa: B023
        assert all(end is lines[0] for end in lines)
        assert most(counts.moves) == most(counts.play) == 1


# Without an end, and very long.

EVEN = {"rating": lambda position: 0}
WALKERS = {
    "minimax": minimax,
    "alphabeta": alphabeta,
    "expectimax": expectimax,
    "foldtree": foldtree(lambda label, parts: 1),
    "maxn": lambda tree: maxn(maptree(lambda label: (label, -label))(tree)),
    "best": best,
    "ranked": ranked,
    "principal_variation": principal_variation,
}


@pytest.mark.parametrize("game", [endless_game(), loop()], ids=["endless", "loop"])
@pytest.mark.parametrize("walker", WALKERS)
def test_a_tree_without_an_end_says_so(game, walker, monkeypatch):
    monkeypatch.setattr("lazytree.trees.recursion.DEEPEST", 5_000)  # for speed; test_recursion tries the real one
    tree = rate(game, game.ratings["even"])(grow(game)(0))
    with pytest.raises(EndlessTree, match=r"prune\(depth\)"):
        WALKERS[walker](tree)


def test_a_circle_is_seen_as_soon_as_it_is_closed():
    game, counts = count_calls(loop())
    with pytest.raises(EndlessTree, match=r"comes round again.*prune\(depth\)"):
        minimax(rate(game, game.ratings["even"])(grow(game)(0)))
    assert dict(counts.moves) == {0: 1, 1: 1}


@given(graphs(WITH_CHANCE, endless=True, size=5), st.integers(0, 4))
def test_prune_bounds_trees_without_an_end(graph, depth):
    game = game_of(graph)
    rating = game.ratings["number"]
    assert expectimax(prune(depth)(rate(game, rating)(grow(game)(0)))) == brute_mean(game, rating, 0, depth)


PLIES = 1_200  # more than Python calls inside of one another
LONG = {
    name: walker
    for name, walker in WALKERS.items()
    if name != "principal_variation"  # quadratic: below
}


@pytest.mark.parametrize("stage", ["grown", "pruned", "ordered"])
@pytest.mark.parametrize("walker", LONG)
def test_long_games_are_walked_and_dropped(walker, stage):
    game = long_game(PLIES)
    tree = rate(game, game.ratings["even"])(grow(game)(0))
    tree = {"grown": tree, "pruned": prune(PLIES)(tree), "ordered": narrow(1)(highfirst()(tree))}[stage]
    answer = LONG[walker](tree)
    value = 1_000_000 - PLIES
    assert answer == {"foldtree": 1, "maxn": (value, -value), "best": 0, "ranked": ((0, value),)}.get(walker, value)


def test_long_games_are_followed_counted_and_grown_along():
    game = long_game(PLIES)
    tree = grow(game)(0)
    assert follow(tree, [0] * PLIES).over
    assert perft(game, PLIES) == 1
    assert perft(game, PLIES + 1) == 0
    assert list(islice(perft_counts(game), PLIES - 1, PLIES + 1)) == [1, 0]
    mapped = maptree(str)(narrow(1)(prune(PLIES + 1)(tree)))
    assert follow(mapped, [0] * PLIES).label == str(PLIES)


def test_the_principal_variation_of_a_long_game():
    game = long_game(400)
    assert principal_variation(rate(game, game.ratings["even"])(grow(game)(0))) == [0] * 400


@pytest.mark.slow
def test_a_long_tree_that_is_dropped_is_gone():
    game = long_game(20_000)
    tree = highfirst()(rate(game, game.ratings["even"])(grow(game)(0)))
    assert minimax(tree) == 1_000_000 - 20_000 or minimax(tree) == 990_000
    del tree
    gc.collect()  # the recursion does not go too deep on the way down
    assert not [thing for thing in gc.get_objects() if isinstance(thing, Tree) and thing.key == 19_999]


# What the functions say.


@given(graphs(WITH_CHANCE))
def test_foldtree_sees_every_path(graph):
    tree = grow(game_of(graph))(0)
    assert foldtree(lambda label, parts: 1 + sum(parts))(tree) == sum(1 for _ in nodes(tree))
    assert foldtree(lambda label, parts: (label, tuple(parts)))(tree)[0] == 0


@given(graphs(WITH_CHANCE))
def test_maptree_maps_labels_and_nothing_else(graph):
    tree = grow(game_of(graph))(0)
    mapped = maptree(lambda label: (label, "seen"))(tree)
    for one, other in zip(nodes(tree), nodes(mapped), strict=True):
        assert other.label == (one.label, "seen")
        assert (other.key, other.mover, other.over) == (one.key, one.mover, one.over)


@given(graphs(WITH_CHANCE, endless=True, size=5), st.integers(0, 5))
@pytest.mark.slow
def test_perft_counts_lines(graph, depth):
    game = game_of(graph)

    def lines(at, left):
        return 1 if left == 0 else sum(lines(child, left - 1) for child in graph[at].children)

    assert perft(game, depth) == lines(0, depth)
    assert list(islice(perft_counts(game), depth)) == [lines(0, plies) for plies in range(1, depth + 1)]


@pytest.mark.parametrize("depth", [-1, "3", 1.5, None])
def test_perft_of_less_than_nothing(depth):
    with pytest.raises(ValueError, match="depth must be a whole number of at least 0"):
        perft(nim(), depth)


def test_following_a_move_that_is_not_there_names_those_that_are():
    game = nim((1, 1))
    with pytest.raises(IllegalMove, match=r"nonsense.*Take"):
        follow(grow(game)(game.start), ["nonsense"])


def test_following_where_a_game_is_over():
    game = nim((0,))
    with pytest.raises(IllegalMove):
        follow(grow(game)(game.start), ["nonsense"])


def test_keep_forgets_what_is_not_below():
    game = nim((3, 3))
    grower = grow(game)
    tree = grower(game.start)
    foldtree(lambda label, parts: 0)(tree)
    assert len(grower) == len(reachable(game, game.start))
    below = tree.branches[0][1]
    deque(grower.keep(below), 0)
    assert len(grower) == len(reachable(game, below.key)) < len(reachable(game, game.start))
    assert grower(below.key) is below
    for node in nodes(below):
        assert grower(node.key) is node


def test_grown_so_far_looks_at_nothing_new():
    game, counts = count_calls(nim((3,)))
    tree = grow(game)(game.start)
    assert grown_so_far(tree) == ()
    first = tree.branches[0]
    assert grown_so_far(tree) == (first,)
    assert sum(counts.play.values()) == 1


def test_a_tree_planted_by_hand():
    leaf = make_tree(lambda: 3)
    pruned = make_tree(lambda: 4, over=lambda: False)
    tree = make_tree(lambda: 0, SECOND, iter([("a", leaf), ("b", pruned)]))
    assert (leaf.over, pruned.over, tree.over) == (True, False, False)
    assert [move for move, _ in tree.branches] == ["a", "b"]
    assert [move for move, _ in tree.branches] == ["a", "b"]
    assert tree.key is tree


def test_three_players_rated_each():
    game = replace(long_game(1), players=("a", "b", "c"), payoffs=lambda at: (0, -1, 1))
    tree = rate_each(game, lambda at: (1, 2, 3))(grow(game)(0))
    assert tree.label == (1, 2, 3)
    assert tree.branches[0][1].label == (0, -1_000_000, 1_000_000)


def test_a_tree_shows_itself_without_being_looked_at():
    game, counts = count_calls(nim())
    tree = rate(game, lambda position: 3)(grow(game)(game.start))
    assert "not looked at yet" in repr(tree)
    assert not counts.moves
    assert tree.label == 3
    assert "label 3" in repr(tree)
