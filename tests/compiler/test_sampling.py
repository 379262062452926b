"""MCTS in machine code: exact where it is certain, the same as its text in Python, the same for the same seed."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from math import log, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

import lazytree
from lazytree import FIRST, SURE, Stats, solve
from lazytree.core.lanes import Lane
from lazytree.games import GAMES, connect_four, dice_of_doom, dvonn, konane, nim, othello, selfo, tic_tac_toe
from lazytree.questions.simulating import Simulations, Wanted
from lazytree.searching.averages import UNIT
from lazytree.searching.kernels import simulations
from tests.helpers.graph_games import TWO, Place, brute_values, game_of_two, places

WANTED = Wanted(None, trust=8, exploration=1, rave=0, longest=20, highest=1, megabytes=1)
tic_tac_toe_once, connect_four_once = lru_cache(tic_tac_toe), lru_cache(connect_four)


def simulate(game, position, simulations=50_000, seed=1):
    """The last answer of `mcts`, which need not be certain, after a number of simulations."""
    answer = None
    for answer in lazytree.mcts(game, seed)(position):
        if answer.simulations >= simulations:
            break
    assert answer is not None
    assert answer.lane == "machine"
    return answer


def position_after(game, *plies):
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
    position = position_after(game, *plies)
    if not list(game.moves(position)):
        return
    answer = simulate(game, position, 10**6, seed)
    assert answer.value == solve(game, position).value
    assert solve(game, game.play(position, answer.best)).value == answer.value


@pytest.mark.parametrize("heaps", [(1,), (2, 2), (1, 2, 3), (3, 1), (2, 3, 4), (3, 4, 5)])
def test_nim_is_solved_by_its_sum(heaps):
    game = nim(heaps=heaps)
    answer = simulate(game, game.start, 10**6)
    wins = lambda position: game.ratings["nim_sum"](position) > 0  # noqa: E731
    assert answer.value == (1 if wins(game.start) else -1)
    if answer.value == 1:
        assert wins(game.play(game.start, answer.best))  # seen by FIRST still


@pytest.mark.parametrize(("columns", "value"), [(4, -1), (5, 1)])
def test_small_boards_of_konane_are_solved(columns, value):
    game = konane(rows=columns, columns=columns, opening="centre")
    answer = simulate(game, game.start, 10**6)
    assert answer.value == value


@pytest.mark.parametrize("seed", range(8))
def test_a_win_that_is_near_is_found(seed):
    """Connect four, where deepening proves a win within seven plies."""
    game, random = connect_four_once(), Random(seed)
    while True:
        position = position_after(game, *(random.randrange(7) for _ in range(16)))
        if not list(game.moves(position)):
            continue
        deep = list(islice(lazytree.deepen(game, position), 7))[-1]
        if deep.depth > 2 and abs(deep.value) > SURE:
            break
    answer = simulate(game, position)
    winner = 1 if deep.value > 0 else -1
    assert answer.value * winner > 0.5
    if (game.mover(position) == FIRST) == (winner == 1):
        (*_, again) = islice(lazytree.deepen(game, game.play(position, answer.best)), 9)
        assert again.value * winner > SURE


SELFO = selfo(side=3, setup="a1 b3 d4 e5 / a3 b1 d2 e3 / a2 b2 c3 e4", players=3, swap=False)
SAMPLED = {
    **{name: (game(), {}) for name, game in GAMES.items()},
    "rolled": (dice_of_doom(size=3, dice="rolled", seed=2), {}),
    "rolled, rave": (dice_of_doom(size=2, dice="rolled", seed=2), {"rave": 3.5}),
    "rolled, rated": (dice_of_doom(size=2, dice="rolled", seed=2), {"rating": "score_board", "rave": 20}),
    "three": (SELFO, {}),
    "three, rave": (SELFO, {"rave": 50}),
    "rave": (tic_tac_toe(), {"rave": 20}),
    "rated": (connect_four(), {"rating": "open_lines", "trust": 3}),
    "half a payoff": (tic_tac_toe(), {"highest": 1.5}),
}


def simulations_of(game, options, **more):
    """The simulations of a game; a rating is named."""
    rating = {"rating": game.ratings[options["rating"]]} if "rating" in options else {}
    return Simulations(game, WANTED._replace(**{**options, **rating, **more}))


@pytest.mark.parametrize("name", SAMPLED)
def test_the_same_text_in_python_grows_the_same_tree(name):
    made = simulations_of(*SAMPLED[name])
    game = made.game
    trees, seeds = [made.fresh_tree(), made.fresh_tree()], []
    for tree, search in zip(trees, (made.in_machine_code, made.in_python)):
        seeds.append([search(tree, game.start, 30, seed) for seed in (5, 7)])
    assert seeds[0] == seeds[1]
    used = trees[0].room[simulations.USED]
    assert used > made.rules.size
    codes = set(range(made.rules.more + simulations.CODE, used, made.rules.size))
    words = [list(tree.nodes.words)[:used] for tree in trees]  # where turns have codes, the lanes have their own
    if made.rules.rave:
        words = [[word for place, word in enumerate(each) if place not in codes] for each in words]
    assert words[0] == words[1]
    assert trees[0].counts[simulations.SEEN] == trees[1].counts[simulations.SEEN]
    assert (
        made.answer(game.start, trees[0], 0, Lane("machine"))[:5]
        == made.answer(game.start, trees[1], 0, Lane("machine"))[:5]
    )


@settings(deadline=None, max_examples=40)
@given(place=places(TWO), seed=st.integers(0, 99), rave=st.sampled_from([0, 5]), rated=st.booleans())
def test_what_is_certain_of_chance_is_near_enough(place: Place, seed, rave, rated):
    game = game_of_two()
    exact = brute_values(game, place, 10, lambda place: (0, 0))[0] / 10**6
    for answer in lazytree.mcts(game, seed, "number" if rated else None, rave=rave, lane="machine")(place):
        if answer.simulations > 3000:
            break
    assert abs(answer.value - exact) < 0.01  # values of searches count plies: a win in 9 plies is 0.999991
    assert answer.best in list(game.moves(place))


def test_the_same_seed_finds_the_same():
    game = connect_four_once()

    def told_by(seed):
        return [each._replace(seconds=0) for each in islice(lazytree.mcts(game, seed)(game.start), 12)]

    told = [told_by(seed) for seed in (1, 1, 2)]
    assert told[0] == told[1] != told[2]
    assert [answer.simulations for answer in told[0]] == [1, *(2**power for power in range(1, 11)), 2048]


def test_a_line_is_legal_and_its_first_move_wins():
    game = tic_tac_toe_once()
    position = position_after(game, 0, 0)
    *_, answer = lazytree.mcts(game, 1)(position)
    assert answer.value == 1
    assert solve(game, game.play(position, answer.best)).value == 1
    assert answer.best == answer.line[0]
    for move in answer.line:
        assert move in list(game.moves(position))
        position = game.play(position, move)


@given(number=st.integers(1, 10**9))
def test_roots_are_near_enough(number):
    assert simulations.one_by_root(number) == pytest.approx(UNIT / sqrt(number), rel=0.01, abs=2)
    assert simulations.root_of_log(number) <= UNIT * sqrt(log(number)) + 1
    assert simulations.root_of_log(number) == pytest.approx(UNIT * sqrt(log(number)), rel=0.1, abs=1)


@given(number=st.integers(0, 2**32 - 1))
def test_roots_of_shares_are_exact(number):
    assert simulations.root(number) ** 2 <= number < (simulations.root(number) + 1) ** 2


@pytest.mark.parametrize("room", [8, 100])
@pytest.mark.parametrize("name", ["connect_four", "rolled, rated", "three, rave"])
def test_a_full_tree_lets_go_of_what_is_least_visited(name, room):
    """Alike in both lanes; and what stays is a tree: each node has one above it, is visited as often as those below."""
    made = simulations_of(*SAMPLED[name])
    game = made.game
    trees, size = [made.fresh_tree(), made.fresh_tree()], made.rules.size
    for tree, search in zip(trees, (made.in_machine_code, made.in_python)):
        tree.room[simulations.ROOM] = room * size
        search(tree, game.start, 300, 1)
    assert list(trees[0].room.words) == list(trees[1].room.words)
    tree = trees[0]
    assert tree.nodes[simulations.VISITS] == 300
    assert tree.room[simulations.USED] <= room * size
    check_tree(made, tree, game.start)
    answers = [made.answer(game.start, tree, 0, Lane("machine")) for tree in trees]
    assert answers[0] == answers[1]
    whole = made.fresh_tree()
    made.in_machine_code(whole, game.start, 300, 1)
    assert answers[0].full == (whole.room[simulations.USED] > room * size)


def test_what_is_least_visited_goes_and_what_is_known_stays():
    made = Simulations(connect_four_once(), WANTED)
    tree, size = made.fresh_tree(), made.rules.size
    tree.room[simulations.ROOM] = 1000 * size
    made.runner(tree, made.habits(tree), made.game.start, 10**4, 1)  # until it waits for room
    before = known(tree, size)
    assert made.clearing(tree, made.game.start) == tree.room[simulations.USED] // size <= 500
    after = known(tree, size)
    assert after.items() <= before.items()  # the same visits, payoffs and moves at the same places of the tree
    gone = [before[path] for path in before if path not in after]
    least = min(before[path[:-1]][0] for path in after if path)
    assert all(visits < 2 * least for visits, *_ in gone)


def known(tree, size):
    """For each node, by the numbers of the branches that lead to it: visits, payoffs, what is certain; its move."""
    found, waiting = {}, [((), 0)]
    while waiting:
        path, node = waiting.pop()
        words = tree.nodes.words[node : node + size]
        rest = [word for place, word in enumerate(words) if place not in (simulations.BELOW, simulations.COUNT)]
        found[path] = words[simulations.VISITS], *rest, tree.moves[node // size]
        for number in range(words[simulations.COUNT]):
            waiting.append(((*path, number), words[simulations.BELOW] + number * size))
    return found


def check_tree(made, tree, position):
    """Every node is below one other, after it, and its move is the move of the game there."""
    game, nodes, size = made.game, tree.nodes, made.rules.size
    waiting, met = [(0, position)], {0}
    while waiting:
        node, here = waiting.pop()
        count, below = nodes[node + simulations.COUNT], nodes[node + simulations.BELOW]
        if count:
            moves = list(game.moves(here))
            assert (count, below % size) == (len(moves), 0)
            assert below > node
            for number, move in enumerate(moves):
                child = below + number * size
                assert child not in met
                met.add(child)
                assert nodes[child + simulations.VISITS] <= nodes[node + simulations.VISITS]
                waiting.append((child, game.play(here, move)))
    assert size * len(met) == tree.room[simulations.USED]


def test_a_tree_too_small_for_the_moves_of_a_position_says_so():
    game = connect_four_once()
    made = Simulations(game, WANTED)
    tree = made.fresh_tree()
    tree.room[simulations.ROOM] = 5 * made.rules.size
    made.in_machine_code(tree, game.start, 20, 1)
    with pytest.raises(MemoryError, match="megabytes="):
        made.answer(game.start, tree, 0, Lane("machine"))


def test_only_a_full_tree_says_so():
    assert not next(lazytree.mcts(connect_four_once(), 1)(connect_four_once().start)).full


POINTS = {
    "othello": othello(rows=4, columns=4, score="margin"),
    "dvonn": dvonn(placement="random", score="margin"),
}


@pytest.mark.parametrize("name", POINTS)
def test_the_highest_payoff_of_a_game_of_points_is_learnt_alike_in_both_lanes(name):
    game = POINTS[name]
    machine, python = (
        [answer._replace(seconds=0, lane="", reason="") for answer in islice(sample(game.start), 8)]
        for sample in (lazytree.mcts(game, 1, lane="machine"), lazytree.mcts(game, 1, lane="python"))
    )
    assert machine[:6] == python[:6]  # after 1 to 32 simulations
    assert machine[6] in python
    made = Simulations(game, WANTED._replace(highest=None, longest=100))
    tree = made.fresh_tree()
    made.in_machine_code(tree, game.start, 300, 1)
    assert 1 < tree.room[simulations.TAKEN] <= 49
    assert made.habits(tree).bound == 0
    moves = list(game.moves(game.start))
    assert {lazytree.bots.mcts(game, 60, lane=lane)(game.start) for lane in (None, "machine")} <= set(moves)


def test_a_payoff_higher_than_the_highest_is_named():
    game = POINTS["othello"]
    for lane in "machine", "python":
        with pytest.raises(ValueError, match=r"a payoff of \d+ is above highest=2: leave out highest="):
            list(islice(lazytree.mcts(game, 1, highest=2, lane=lane)(game.start), 12))
    answer = [*islice(lazytree.mcts(game, 1, highest=16)(game.start), 14)][-1]
    assert answer.lane == "machine"
    assert -16 <= answer.value <= 16


def test_ratings_that_do_not_compile_are_pythons():
    game, stats = tic_tac_toe_once(), Stats()
    text = lambda position: len(str(position))  # noqa: E731
    assert next(lazytree.mcts(game, 1, text, stats=stats)(game.start)).lane == "python"
    assert stats.lane.reason
    half = lambda position: game.ratings["open_lines"](position) / 2  # noqa: E731
    halves, wholes = (
        [answer[:5] for answer in islice(lazytree.mcts(game, 1, rating)(game.start), 6)]
        for rating in (half, "open_lines")
    )
    assert halves == wholes  # only differences count
    with pytest.raises(ValueError, match="no move to choose"):
        next(lazytree.mcts(nim(heaps=(0,)), 1)(nim(heaps=(0,)).start))
    with pytest.raises(ValueError, match="seed must be a whole number"):
        lazytree.mcts(game, Random(1))


def test_the_sampler_samples_in_machine_code_where_it_pays():
    game, stats = tic_tac_toe_once(), Stats()
    position = position_after(game, 0, 0)
    for number, asked_for, lane in [(100, None, "python"), (5_000, "python", "python"), (5_000, None, "machine")]:
        move = lazytree.bots.mcts(game, number, lane=asked_for, stats=stats)(position)
        assert solve(game, game.play(position, move)).value == 1
        assert stats.lane.name == lane


DRAWN = connect_four(columns=4, rows=4, connect=5)  # there is no room for a line


@pytest.mark.parametrize("room", [40, 10**4])
@pytest.mark.parametrize("name", ["drawn", "rolled, rated", "three, rave"])
def test_threads_leave_a_tree_behind_as_one_does(name, room):
    """Every simulation is counted once at each node on its way, and no visit stays taken for a loss."""
    made = simulations_of(*{**SAMPLED, "drawn": (DRAWN, {})}[name], threads=3)
    game = made.game
    tree, size, seed = made.fresh_tree(), made.rules.size, 1
    tree.room[simulations.ROOM] = min(room * size, tree.room[simulations.ROOM])
    for _ in range(6):
        before = tree.nodes[simulations.VISITS]
        seed = made.in_machine_code(tree, game.start, 500, seed)
        assert tree.nodes[simulations.VISITS] == before + 500 or tree.nodes[simulations.PLIES]  # it is certain
    assert tree.room[simulations.LOCK] == 0
    check_tree(made, tree, game.start)
    for node in range(0, tree.room[simulations.USED], size):
        visits, below = tree.nodes[node + simulations.VISITS], tree.nodes[node + simulations.BELOW]
        children = [below + number * size for number in range(tree.nodes[node + simulations.COUNT])]
        assert sum(tree.nodes[child + simulations.VISITS] for child in children) <= visits
        for number in range(made.rules.numbers):
            assert abs(tree.nodes[node + simulations.TOTAL + number]) <= visits * made.habits(tree).highest
            assert name != "drawn" or tree.nodes[node + simulations.TOTAL + number] == 0


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_find_what_is_certain(threads):
    for heaps in [(1,), (2, 2), (1, 2, 3), (2, 3, 4)]:
        game = nim(heaps=heaps)
        for seed in range(3):
            *_, answer = lazytree.mcts(game, seed, threads=threads, lane="machine")(game.start)
            assert answer.value == (1 if game.ratings["nim_sum"](game.start) > 0 else -1)
    game = tic_tac_toe_once()
    *_, answer = lazytree.mcts(game, 1, threads=threads)(game.start)
    assert (answer.value, answer.lane) == (0, "machine")


@settings(deadline=None, max_examples=15)
@given(place=places(TWO), seed=st.integers(0, 99))
def test_threads_find_what_is_certain_of_chance(place: Place, seed):
    game = game_of_two()
    exact = brute_values(game, place, 10, lambda place: (0, 0))[0] / 10**6
    (*_, answer) = lazytree.mcts(game, seed, threads=2, simulations=3000, lane="machine")(place)
    assert abs(answer.value - exact) < 0.01


def test_threads_are_at_least_one_and_not_for_python():
    game = tic_tac_toe_once()
    with pytest.raises(ValueError, match="threads"):
        lazytree.mcts(game, 1, threads=0)
    python = list(islice(lazytree.mcts(game, 1, threads=2, lane="python")(game.start), 5))
    assert [each[:5] for each in python] == [each[:5] for each in islice(lazytree.mcts(game, 1)(game.start), 5)]


def test_a_trap_ends_all_threads_and_python_goes_on():
    game, before = connect_four_once(), threading.active_count()

    def moves(position):
        for cell in game.moves(position):
            assert position.first.bit_count() < 4
            yield cell

    stats = Stats()
    with pytest.raises(AssertionError):
        list(lazytree.mcts(replace(game, moves=moves), 1, threads=3, stats=stats)(game.start))
    assert threading.active_count() == before
    assert stats.lane.reason
