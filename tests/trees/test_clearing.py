"""Clearing up: little by little, beside other work, before no clock; what is dropped goes, and no value changes."""

import gc
from collections import deque
from collections.abc import Iterator
from itertools import chain, count, islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolz import compose

from lazytree import Game, Stats, Table, Tree, alphabeta, bots, compiled, foldtree, grow, prune, rate, think
from lazytree.games import konane, nim
from lazytree.trees import clearing as room
from lazytree.trees.clearing import Clearing, dismantle
from lazytree.trees.collector import gc_paused
from lazytree.trees.growing import follow
from lazytree.trees.tree import UNMADE

from .test_tree import nodes, reachable


@pytest.mark.parametrize("machine", [False, True])
@given(st.data())
def test_trees_grow_on_while_nodes_are_dropped_and_equal_positions_share_one_node(machine: bool, data: st.DataObject):
    game = compiled(nim((3, 2, 2))) if machine else nim((3, 2, 2))
    grower = grow(game)
    tree, steps = grower(game.start), iter(())
    foldtree(lambda label, parts: 0)(prune(data.draw(st.integers(1, 7)))(tree))
    for _ in range(data.draw(st.integers(1, 3))):
        tree = data.draw(st.sampled_from(list(tree.branches)))[1] if tree.branches else tree
        steps = chain(steps, grower.keep(tree))
        for _ in range(data.draw(st.integers(0, 4))):  # something is read meanwhile
            deque(islice(steps, data.draw(st.integers(0, 6))), 0)
            follow(tree, list(walk(tree, data.draw(st.integers(0, 2**16)))))
    deque(steps, 0)
    assert all(grower(node.key) is node for node in nodes(tree))
    assert len(grower) == len(reachable(game, tree.key))


def walk(tree: Any, number: int) -> Iterator[Any]:
    """The moves of a line that a number chooses, to its end."""
    while tree.branches:
        number, at = divmod(number, len(tree.branches))
        move, tree = tree.branches[at]
        yield move


def test_a_node_that_is_dropped_is_still_a_value():
    game = nim((2, 2))
    grower = grow(game)
    tree = grower(game.start)
    before = [(move, sub.key) for move, sub in tree.branches]
    deque(grower.keep(tree.branches[0][1]), 0)
    assert tree._branches is UNMADE
    assert [(move, sub.key) for move, sub in tree.branches] == before


def test_steps_are_done_when_asked_for_and_no_more_of_them():
    clearing, done = Clearing(), list[int]()
    clearing.put_off(map(done.append, range(3)), map(done.append, range(3, 9)))
    clearing.when_done(map(done.append, range(9, 11)))
    assert done == []
    assert (clearing.work(5), done) == (5, [0, 1, 2, 3, 4])
    assert (clearing.work(100), done[-1]) == (4, 8)
    assert clearing.work() == 0  # the last task must wait
    clearing.done()
    assert (clearing.work(), done) == (2, list(range(11)))


SMALL = konane(rows=4, columns=4, opening="corner")


@pytest.mark.slow
def test_a_tree_that_is_taken_apart_goes_a_node_at_each_step():
    gc.collect()
    with gc_paused():  # nothing goes by the collector
        others, grower = alive(), grow(SMALL)
        tree = compose(rate(SMALL, "mobility"), prune(5))(grower(SMALL.start))
        value = alphabeta(tree)
        staged = alive() - others - len(grower)
        steps = sum(1 for _ in dismantle(tree))
        assert staged - 1 == steps > 20
        assert alive() - others - len(grower) == 2  # the roots, which the test holds
    assert alphabeta(tree) == value


def alive() -> int:
    """How many nodes there are in memory, without a run of the collector."""
    return sum(isinstance(thing, Tree) for thing in gc.get_objects())


def test_a_table_that_is_emptied_forgets_a_bound_at_each_step():
    table = Table(entries=50)
    alphabeta(compose(rate(SMALL, "mobility"), prune(4), grow(SMALL))(SMALL.start), table=table)
    known = len(table)
    assert known > 5
    for left, _ in zip(range(known - 1, -1, -1), table.emptied()):
        assert len(table) == left


@pytest.fixture
def full_collections() -> Iterator[list[int]]:
    """How often the collector has run over everything."""
    runs = list[int]()

    def noted(phase: str, what: dict[str, int]) -> None:
        if phase == "start" and what["generation"] == 2:
            runs.append(1)

    gc.callbacks.append(noted)
    yield runs
    gc.callbacks.remove(noted)


@pytest.mark.slow
def test_a_bot_that_thinks_for_a_time_runs_no_full_collection(full_collections: list[int], monkeypatch: Any):
    """Every clock reading is a second, so that a move takes 3,000 of them; the heap is said to be full of garbage."""
    monkeypatch.setattr("lazytree.trees.collector.HEAP.made", 10**9)
    ticks, game = count(), konane(rows=6, columns=6, opening="corner")
    bot = think(game, seconds=3_000, lane="python", clock=lambda: next(ticks))
    position = game.start
    before = len(full_collections)  # think has tidied up, when no clock ran
    assert before >= 1
    for _ in range(3):
        position = game.play(position, bot(position))
    assert len(full_collections) == before


@pytest.mark.slow
def test_what_is_let_go_goes_without_the_collector(monkeypatch: Any):
    made = list[Any]()
    monkeypatch.setattr(bots, "Clearing", lambda: made.append(Clearing()) or made[-1])
    monkeypatch.setattr(bots, "grow", lambda *means: made.append(grow(*means)) or made[-1])
    game, spent = konane(rows=6, columns=6, opening="corner"), Stats()
    gc.collect()
    others = alive()
    with gc_paused():
        bot = think(game, 5, stats=spent, lane="python")
        clearing, grower = made[1], made[0]
        position = game.start
        for _ in range(6):
            position = game.play(position, bot(position))
        clearing.done()
        assert clearing.work(10**9) > 0
        assert clearing.work(10**9) == 0
        stages = alive() - others - len(grower)
    assert len(grower) < spent.grown
    assert stages <= 6 * 5  # of each depth perhaps the root
    del bot, clearing, grower
    made.clear()
    gc.collect()
    assert alive() == others


@pytest.mark.slow
def test_a_deadline_is_kept_though_much_is_to_be_cleared(monkeypatch: Any):
    """The clock goes on by one for each step of clearing up: a move takes its time, and hardly more."""
    now = [0]
    monkeypatch.setattr(room, "MANY", 200)

    def slow(clearing: Clearing, steps: int = room.AT_ONCE) -> int:
        done = work(clearing, steps)
        now[0] += done
        return done

    work = Clearing.work
    monkeypatch.setattr(Clearing, "work", slow)

    def clock() -> float:
        now[0] += 1
        return now[0]

    game: Game[Any, Any] = konane(rows=6, columns=6, opening="corner")
    bot = think(game, seconds=20_000, lane="python", clock=clock)
    position = game.start
    for _ in range(4):
        began = now[0]
        position = game.play(position, bot(position))
        assert now[0] - began <= 20_000 + 2 * room.AT_ONCE
