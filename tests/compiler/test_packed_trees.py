"""Trees grown from rules in machine code: the same trees, as lazy, packed until they are read."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

from lazytree import Stats, Tree, alphabeta, grow, highfirst, minimax, prune, rate
from lazytree.compiler import compiled
from lazytree.games import GAMES, connect_four, konane, nim, tic_tac_toe
from lazytree.trees.growing import PackedGrower, grown_so_far
from lazytree.trees.recursion import DEEPEST

TWO = [name for name in GAMES if GAMES[name]().odds is None and len(GAMES[name]().players) == 2]


def in_threads(work):
    """What each of four threads makes of the same work."""
    with ThreadPoolExecutor(4) as pool:
        return [done.result() for done in [pool.submit(work) for _ in range(4)]]


def look(tree, other, random, plies):
    """Compares two trees along a random line, all branches of each node on it."""
    for _ in range(plies):
        assert other.label == other.key == tree.label
        assert (other.mover, other.over) == (tree.mover, tree.over)
        assert [move for move, _ in other.branches] == [move for move, _ in tree.branches]
        for (_, sub), (_, twin) in zip(tree.branches, other.branches):
            assert (twin.label, twin.mover, type(twin.label)) == (sub.label, sub.mover, type(sub.label))
        if tree.over:
            return
        at = random.randrange(len(tree.branches))
        tree, other = tree.branches[at][1], other.branches[at][1]


@pytest.mark.parametrize("name", TWO)
@settings(max_examples=5, deadline=None)
@given(random=st.randoms(use_true_random=False))
def test_both_lanes_grow_the_same_tree(name, random):
    game = GAMES[name]()
    growing = grow(compiled(game))
    assert isinstance(growing, PackedGrower)
    look(grow(game)(game.start), growing(game.start), random, 60)


@given(st.integers(0, 5), st.integers(0, 40))
def test_stages_and_searches_see_the_same_tree(depth, seed):
    game = konane(rows=5, columns=6, opening="corner")
    position, random = game.start, Random(seed)
    for _ in range(seed % 7):
        position = game.play(position, random.choice([*game.moves(position)])) if [*game.moves(position)] else position
    answers = []
    for rules in (game, compiled(game)):
        stats = Stats()
        tree = highfirst()(rate(rules, rules.ratings["mobility"])(prune(depth)(grow(rules, stats)(position))))
        answers.append((alphabeta(tree, stats=stats), stats.nodes, stats.rated, minimax(tree)))
    assert answers[0] == answers[1]


def test_only_what_is_read_grows():
    stats = Stats()
    tree = grow(compiled(connect_four()), stats)(connect_four().start)
    assert stats.grown == 1
    _ = tree.branches[2][0]
    third = tree.branches.subtree(3)
    assert stats.grown == 5  # one after another to the third, and the fourth alone
    assert [move for move, _ in grown_so_far(tree)] == [0, 1, 2, 3]
    assert tree.branches[3] == (3, third)
    assert len(tree.branches) == 7
    assert stats.grown == 5
    assert len(list(tree.branches)) == len(list(tree.branches)) == 7
    assert (stats.grown, stats.expanded) == (8, 1)


def test_equal_positions_share_one_node():
    game = compiled(tic_tac_toe())
    growing = grow(game)
    ply = {growing(game.start)}
    while ply:
        ply = {sub for node in ply for _, sub in node.branches}
    assert len(growing) == 5478  # the positions of tic-tac-toe that can be reached
    assert growing(game.play(game.start, 4)) is growing(game.start).branches[4][1]


def test_no_position_is_made_before_it_is_read():
    game = compiled(konane())
    tree = grow(game)(game.start)
    subs = [sub for _, sub in tree.branches]
    assert {type(sub.origin) for sub in subs} == {bytes}
    assert not any(isinstance(held, type(game.start)) for sub in subs for held in gc.get_referents(sub))
    assert subs[0].label is subs[0].key


def test_what_is_kept_is_the_subtree_of_a_node():
    game = compiled(tic_tac_toe())
    growing = grow(game)
    tree = growing(game.start)
    for _, sub in tree.branches:
        list(sub.branches)
    for _ in growing.keep(tree.branches[0][1]):
        pass
    assert len(growing) == 1 + 8
    assert growing(game.play(game.start, 0)) is tree.branches[0][1]


@pytest.mark.parametrize("rule", ["mover", "moves", "play"])
def test_a_variant_of_a_compiled_game_grows_by_its_own_rules(rule):
    game = compiled(tic_tac_toe())
    interpreted = getattr(tic_tac_toe(), rule)
    asked = []
    variant = replace(game, **{rule: lambda *arguments: asked.append(arguments) or interpreted(*arguments)})
    tree = grow(variant)(variant.start)
    assert [sub.label for _, sub in tree.branches] == [sub.label for _, sub in grow(game)(game.start).branches]
    assert asked


def test_a_position_that_machine_code_does_not_take_grows_by_the_interpreted_rules():
    game = nim(heaps=(3, 4))
    machine = compiled(game)
    large = game.start._replace(heaps=game.start.heaps.set(0, 2**70))
    tree, twin = grow(machine)(large), grow(game)(large)
    assert tree.label == large
    for at in (0, 1, 5):
        assert tree.branches[at][0] == twin.branches[at][0]
        assert tree.branches[at][1].label == twin.branches[at][1].label
    last = grow(machine)(game.start._replace(heaps=game.start.heaps.set(0, 1)))
    assert type(last.origin) is bytes


def test_very_many_branches_come_one_by_one():
    game = compiled(nim(heaps=(DEEPEST,)))
    stats = Stats()
    tree = grow(game, stats)(game.start)
    assert tree.branches[0][1].label == game.play(game.start, tree.branches[0][0])
    assert stats.grown == 2
    assert len(tree.branches) == DEEPEST


def test_threads_share_one_tree():
    game = compiled(tic_tac_toe())
    for _ in range(20):
        stats = Stats()
        tree = grow(game, stats)(game.start)

        def whole(node: Tree, depth: int) -> list:
            return [node] + [each for _, sub in node.branches for each in whole(sub, depth - 1)] if depth else [node]

        answers = in_threads(lambda: whole(tree, 3))  # noqa: B023
        assert all(one is other for one, other in zip(answers[0], answers[3], strict=True))
        assert stats.grown == len(set(answers[0]))
