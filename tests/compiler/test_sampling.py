"""MCTS in machine code: exact where it is certain, the same as its text in Python, the same for the same seed."""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import islice
from math import log, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

import lazytree
from lazytree import FIRST, SURE, Stats, solve
from lazytree.compiler.entry_points.sampling import fresh_tree
from lazytree.compiler.kernels import sampled
from lazytree.compiler.kernels.sampled import NODE, UNIT, Habits
from lazytree.compiler.running import Runner
from lazytree.games import GAMES, connect_four, konane, nim, othello, tic_tac_toe
from lazytree.searching import sampling as sampling_in_python
from lazytree.trees.ratings import even

HABITS = Habits(UNIT, 300, 1)
tic_tac_toe_once, connect_four_once = lru_cache(tic_tac_toe), lru_cache(connect_four)


def asked(game, position, simulations=50_000, seed=1):
    """The last answer of `mcts`, which need not be certain after so many simulations."""
    answer = None
    for answer in lazytree.mcts(game, seed)(position):
        if answer.simulations >= simulations:
            break
    assert answer is not None
    assert answer.lane == "machine"
    return answer


def after(game, *plies):
    """The position after moves by number."""
    position = game.start
    for number in plies:
        moves = list(game.moves(position))
        if moves:
            position = game.play(position, moves[number % len(moves)])
    return position


@given(plies=st.lists(st.integers(0, 8), max_size=6), seed=st.integers(0, 99))
@settings(max_examples=30, deadline=None)
def test_what_is_certain_of_tic_tac_toe_is_exact(plies, seed):
    game = tic_tac_toe_once()
    position = after(game, *plies)
    if not list(game.moves(position)):
        return
    answer = asked(game, position, 10**6, seed)
    assert answer.value == solve(game, position).value
    assert solve(game, game.play(position, answer.best)).value == answer.value


@pytest.mark.parametrize("heaps", [(1,), (2, 2), (1, 2, 3), (3, 1), (2, 3, 4), (3, 4, 5)])
def test_nim_is_solved_by_its_sum(heaps):
    game = nim(heaps=heaps)
    answer = asked(game, game.start, 10**6)
    wins = lambda position: game.ratings["nim_sum"](position) > 0  # noqa: E731
    assert answer.value == (1 if wins(game.start) else -1)
    if answer.value == 1:
        assert wins(game.play(game.start, answer.best))  # seen by FIRST still


@pytest.mark.parametrize(("columns", "value"), [(4, -1), (5, 1)])
def test_small_boards_of_konane_are_solved(columns, value):
    game = konane(rows=columns, columns=columns, opening="centre")
    answer = asked(game, game.start, 10**6)
    assert answer.value == value


@pytest.mark.parametrize("seed", range(8))
def test_a_win_that_is_near_is_found(seed):
    """Connect four, where deepening proves a win within seven plies."""
    game, random = connect_four_once(), Random(seed)
    while True:
        position = after(game, *(random.randrange(7) for _ in range(16)))
        if not list(game.moves(position)):
            continue
        deep = list(islice(lazytree.deepen(game, position), 7))[-1]
        if deep.depth > 2 and abs(deep.value) > SURE:
            break
    answer = asked(game, position)
    winner = 1 if deep.value > 0 else -1
    assert answer.value * winner > 0.5
    if (game.mover(position) == FIRST) == (winner == 1):
        (*_, again) = islice(lazytree.deepen(game, game.play(position, answer.best)), 9)
        assert again.value * winner > SURE


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_same_text_in_python_grows_the_same_tree(name):
    game = GAMES[name]()
    run = Runner(game, sampled.sample, even)
    trees, seeds = [fresh_tree(1), fresh_tree(1)], []
    habits = HABITS._replace(longest=20)
    for tree, search in zip(trees, (run, partial(run.search, run.rules))):
        seeds.append([search(tree, habits, game.start, 30, seed) for seed in (5, 7)])
    assert run.lane == "machine"
    assert seeds[0] == seeds[1]
    used = trees[0].counts[sampled.USED]
    assert used > NODE
    for part in ("counts", "nodes"):
        assert list(getattr(trees[0], part).words)[:used] == list(getattr(trees[1], part).words)[:used]


def test_the_same_seed_finds_the_same():
    game = connect_four_once()

    def told_by(seed):
        return [each._replace(seconds=0) for each in islice(lazytree.mcts(game, seed)(game.start), 12)]

    told = [told_by(seed) for seed in (1, 1, 2)]
    assert told[0] == told[1] != told[2]
    assert [answer.simulations for answer in told[0]] == [1, *(2**power for power in range(1, 11)), 2048]


def test_answers_are_those_of_lazytree():
    game = tic_tac_toe_once()
    position = after(game, 0, 0)
    *_, mine = lazytree.mcts(game, 1)(position)
    *_, theirs = sampling_in_python.sampled(game, 1)(position)
    assert mine.value == theirs.value == 1
    for answer in (mine, theirs):
        assert solve(game, game.play(position, answer.best)).value == 1
        assert answer.best == answer.line[0]
        end = position
        for move in answer.line:
            assert move in list(game.moves(end))
            end = game.play(end, move)


@given(number=st.integers(1, 10**9))
def test_roots_are_near_enough(number):
    assert sampled.one_by_root(number) == pytest.approx(UNIT / sqrt(number), rel=0.01, abs=2)
    assert sampled.root_of_log(number) <= UNIT * sqrt(log(number)) + 1
    assert sampled.root_of_log(number) == pytest.approx(UNIT * sqrt(log(number)), rel=0.1, abs=1)


def test_a_full_tree_grows_no_further():
    game = connect_four_once()
    tree, run = fresh_tree(1), Runner(game, sampled.sample, even)
    tree.counts[sampled.ROOM] = 100 * NODE
    run(tree, HABITS, game.start, 2000, 1)
    assert tree.nodes[sampled.VISITS] == 2000
    assert 93 * NODE < tree.counts[sampled.USED] <= 100 * NODE


def test_a_payoff_higher_than_the_highest_is_named():
    game = othello(rows=4, columns=4, score="margin")
    with pytest.raises(ValueError, match="highest"):
        lazytree.mcts(game, 1)
    with pytest.raises(ValueError, match="highest"):
        list(islice(lazytree.mcts(game, 1, highest=2)(game.start), 12))
    answer = [*islice(lazytree.mcts(game, 1, highest=16)(game.start), 14)][-1]
    assert answer.lane == "machine"
    assert -16 <= answer.value <= 16


def test_what_machine_code_does_not_do_python_does():
    game = tic_tac_toe_once()
    for options in ({"rave": 10}, {"rating": game.ratings["open_lines"]}):
        assert next(lazytree.mcts(game, 1, **options)(game.start)).lane == "python"
    with pytest.raises(ValueError, match="no move to choose"):
        next(lazytree.mcts(nim(heaps=(0,)), 1)(nim(heaps=(0,)).start))
    with pytest.raises(ValueError, match="seed must be a whole number"):
        lazytree.mcts(game, Random(1))


def test_the_sampler_samples_in_machine_code_where_it_pays():
    game, stats = tic_tac_toe_once(), Stats()
    position = after(game, 0, 0)
    for simulations, asked_for, lane in [(100, None, "python"), (5_000, "python", "python"), (5_000, None, "machine")]:
        move = lazytree.bots.mcts(game, simulations, lane=asked_for, stats=stats)(position)
        assert solve(game, game.play(position, move)).value == 1
        assert stats.lane.name == lane
