"""Playouts and `mcts`: exact where they say so (against `solve`), the same for the same seed, lazy, and any time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lazytree import CHANCE, FIRST, SECOND, Game, Stats, bots, mcts, solve
from lazytree.games import konane, nim, tic_tac_toe
from lazytree.searching.kernels.memory import digest
from lazytree.searching.kernels.sampled import note, tell, tell_all_as_first
from lazytree.searching.kernels.searches import Rules
from lazytree.searching.kernels.simulations import (
    BELOW,
    CODE,
    COUNT,
    RAVE,
    RAVE_VISITS,
    SLOTS,
    STAMP,
    SURE_PLIES,
    TOTAL,
    Sampled,
    sampling,
)
from lazytree.searching.sampling import MctsAnswer, playout
from lazytree.trees.ratings import even
from tests.helpers.trees import WITH_CHANCE, Graph, Node, game_of, graphs, loop

SEEDS = st.integers(0, 1000)


def mover_of_three(game: Game[int, int]) -> Game[int, int]:
    """The same graph for three players, no two of whose payoffs are alike, so that no player is ever indifferent."""
    return replace(
        game,
        mover=lambda at: (game.mover(at) + at) % 3,
        payoffs=lambda at: ((at + 1) / 10, (at * 3 % 10 + 1) / 10, (at * 7 % 10 + 1) / 10),
        players=("a", "b", "c"),
    )


def last_of(answers: Iterator[MctsAnswer[int]], simulations: int = 3000) -> MctsAnswer[int]:
    """The last answer, or the first that needed `simulations` simulations."""
    for answer in answers:
        if answer.simulations >= simulations:
            break
    return answer


def is_near(value: float, exact: float) -> bool:
    """Whether a value differs from the exact one by less than rounding at every chance node of a small graph costs."""
    return exact - Fraction(10, 65_536) < value <= exact


@given(
    graph=graphs(WITH_CHANCE, size=7),
    seed=SEEDS,
    rave=st.sampled_from([0, 5]),
    rated=st.booleans(),
    highest=st.sampled_from([None, 2]),
)
@pytest.mark.slow
def test_what_is_certain_is_exact(graph: Graph, seed: int, rave: float, rated: bool, highest: int | None) -> None:
    game = game_of(graph)
    assume(graph[0].children and graph[0].mover != CHANCE)
    rating = game.ratings["number"] if rated else None
    last = last_of(mcts(game, seed, rating, rave=rave, highest=highest)(0))
    assert is_near(last.value, solve(game).value)
    assert is_near(last.value, solve(game, game.play(0, last.best)).value)


@pytest.mark.slow
@given(graph=graphs(size=7), seed=SEEDS)
def test_what_is_certain_of_three_players_is_exact(graph: Graph, seed: int) -> None:
    game = mover_of_three(game_of(graph))
    assume(graph[0].children)
    last = last_of(mcts(game, seed)(0))
    assert all(map(is_near, last.value, solve(game).value))


@pytest.mark.parametrize("rave", [0, 20])
def test_known_games_are_solved(rave: float) -> None:
    *_, lost = mcts(konane(4, 4, "centre"), 1, rave=rave)(konane(4, 4, "centre").start)
    assert lost.value == -1
    game = tic_tac_toe()
    position = game.play(game.play(game.start, 0), 1)  # a corner, and a square beside it: X wins
    *_, won = mcts(game, 1, rave=rave)(position)
    assert won.value == 1
    assert solve(game, game.play(position, won.best)).value == 1
    assert len(won.line) % 2 == 1


def test_answers_come_now_and_then_and_get_better() -> None:
    game, stats = konane(6, 6, "corner"), Stats()
    answers = mcts(game, 3, stats=stats)(game.start)
    assert stats.nodes == 0
    first = next(answers)
    assert first.simulations == 1
    assert stats.nodes == first.nodes == 2  # the root and one move
    assert [answer.simulations for answer in islice(answers, 11)] == [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048]


def test_a_flag_ends_the_sequence() -> None:
    game = konane(6, 6, "corner")
    assert [answer.simulations for answer in mcts(game, 3, stop=lambda: True)(game.start)] == [1]
    with pytest.raises(ValueError, match="stop must be a function"):
        mcts(game, stop=True)  # type: ignore[arg-type]


def test_a_seed_is_all_there_is_to_chance() -> None:
    game = konane(6, 6, "corner")
    one, same, other = ([answer[:4] for answer in islice(mcts(game, seed)(game.start), 9)] for seed in (5, 5, 6))
    assert one == same != other


@pytest.mark.parametrize("worst", [False, True])
def test_a_rating_is_tried_first_and_believed_no_longer_than_it_is_good(worst: bool) -> None:
    game = nim(heaps=(1, 3, 4))
    sign = -1 if worst else 1
    rating = lambda position: sign * game.ratings["nim_sum"](position)  # noqa: E731
    answers = mcts(game, 1, rating, lane="python")(game.start)
    tried = [answer.best for answer in islice(answers, 2)]
    won = [solve(game, game.play(game.start, move)).value == 1 for move in tried]
    assert won == [not worst] * 2
    *_, last = answers
    assert last.value == 1
    assert solve(game, game.play(game.start, last.best)).value == 1


def test_a_move_made_later_counts_as_if_made_at_once_for_its_own_player() -> None:
    """Of three branches, that of move 0 by FIRST; the same move by SECOND, and another move, do not count."""
    rules = sampling(Rules(*[None] * 4, even), 2, rave=True, whole=True)
    tree = Sampled(*[[0] * 200 for _ in Sampled._fields])
    tree.counts[SLOTS], tree.counts[STAMP] = 16, 1
    tree.nodes[BELOW], tree.nodes[COUNT] = rules.size, 3
    children = [rules.size * (1 + number) + rules.more for number in range(3)]
    for child, turn in zip(children, [(FIRST, 0), (FIRST, 1), (FIRST, 2)]):
        tree.nodes[child + CODE] = digest(turn)
    for turn in (FIRST, 0), (SECOND, 1):
        note(tree, digest(turn))
    assert tell_all_as_first(rules, tree, 0, 1) == 1
    assert [(tree.nodes[child + RAVE_VISITS], tree.nodes[child + RAVE]) for child in children] == [
        (1, 1),
        (0, 0),
        (0, 0),
    ]


@pytest.mark.parametrize(("mover", "told"), [(FIRST, [0, 1]), (SECOND, [-1, 0])])
def test_who_is_sure_of_a_draw_learns_no_loss(mover: int, told: list[int]) -> None:
    rules = sampling(Rules(*[None] * 4, even), 2, rave=False, whole=True)
    for payoff, expected in zip((-1, 1), told):
        tree = Sampled(*[[0] * 200 for _ in Sampled._fields])
        tree.nodes[SURE_PLIES], tree.nodes[rules.sure] = 3, 0
        tree.path[:3] = 0, mover, rules.size
        tree.payoffs[0] = payoff
        tell(rules, tree, 1, 0, 1, 1)
        assert tree.nodes[TOTAL] == expected


def test_an_average_is_one() -> None:
    """FIRST has one move, and chance does the rest: 1 of 4 lines wins. The payoffs are never certain at once."""
    graph = (Node(FIRST, 0, (1,), (1,)), Node(CHANCE, 0, (2, 3), (3, 1)), Node(FIRST, -1), Node(FIRST, 1))
    game = game_of(graph)
    *_, last = mcts(game, 2)(0)
    assert last.value == Fraction(-1, 2)
    assert last.line == (0,)


def test_points_are_learnt() -> None:
    """To win 1 at once is certain soon, and not the best."""
    graph = (
        Node(FIRST, 0, (2, 3), (1, 1)),
        Node(FIRST, 2),
        Node(FIRST, 1),
        Node(SECOND, 0, (1, 4), (1, 1)),
        Node(0, 5),
    )
    game = game_of(graph)
    *_, last = mcts(game, 1)(0)
    assert (last.value, last.best, last.line) == (2, 1, (1, 0))
    with pytest.raises(ValueError, match=r"a payoff of 2 is above highest=1: leave out highest="):
        list(mcts(game, 1, highest=1)(3))


def paid_late(position: tuple[int, int]) -> tuple[int, int]:
    """Wins of 1, but for one end in a hundred, which pays 7."""
    number = position[0] * 2654435761 >> 7
    won = 7 if number % 101 == 5 else 1 if number % 5 < 2 else -1
    return won, -won


PAID_LATE = Game(
    name="paid late",
    start=(0, 0),
    mover=lambda position: position[1],
    moves=lambda position: [1, 2, 3] if position[0] < 1093 else [],
    play=lambda position, move: (3 * position[0] + move, 1 - position[1]),
    payoffs=paid_late,
)


@pytest.mark.slow
def test_a_higher_payoff_that_is_met_late_begins_all_again() -> None:
    """After 1 was taken for the highest, 7 is met: nothing that was certain by then is kept, alike in both lanes."""
    exact, seen = solve(PAID_LATE).value, set()
    for seed in range(4):
        lanes = [list(mcts(PAID_LATE, seed, lane=lane)(PAID_LATE.start)) for lane in (None, "python")]
        told = [{answer.simulations: answer[:5] for answer in answers} for answers in lanes]
        both = told[0].keys() & told[1].keys()
        assert len(both) > 6
        assert all(told[0][number] == told[1][number] for number in both)
        assert lanes[0][-1][:5] == lanes[1][-1][:5]
        assert lanes[0][-1].value == exact
        seen.add(lanes[0][-1].nodes)  # what was seen before it began again counts, too
    assert len(seen) > 1


def test_nothing_to_choose() -> None:
    over = game_of((Node(FIRST, 1),))
    with pytest.raises(ValueError, match="no move to choose"):
        next(mcts(over, 1)(0))
    chance = game_of((Node(CHANCE, 0, (1,), (1,)), Node(FIRST, 1)))
    with pytest.raises(ValueError, match="chance moves here"):
        next(mcts(chance, 1)(0))
    with pytest.raises(ValueError, match="0 or more"):
        mcts(over, 1, exploration=-1)
    with pytest.raises(ValueError, match="seed must be a whole number, not <random"):
        mcts(over, Random(1))  # type: ignore[arg-type]


def test_endless_play_is_a_draw() -> None:
    assert playout(loop(), seed=1, longest=50) == (0, 0)
    answer = next(islice(mcts(loop(), 1, longest=50)(0), 5, None))
    assert answer.value == 0


@given(graph=graphs(WITH_CHANCE, size=6))
def test_playouts_go_by_the_odds(graph: Graph) -> None:
    game = game_of(graph)

    def average(at: int) -> Fraction:
        children = graph[at].children
        if not children:
            return Fraction(graph[at].number)
        odds = graph[at].odds if graph[at].mover == CHANCE else (1,) * len(children)
        return sum((weight * average(child) for weight, child in zip(odds, children)), Fraction()) / sum(odds)

    games = 400
    mean = sum(playout(game, seed=seed)[FIRST] for seed in range(games)) / games
    assert abs(mean - average(0)) < 5 * 2 / games**0.5  # payoffs are within ±2: five standard errors at the most


def test_the_sampler_does_not_lose_a_won_game() -> None:
    game = nim(heaps=(3, 4, 5))
    bot, random = bots.mcts(game, simulations=2000, seed=1), Random(9)
    position = game.start
    while moves := list(game.moves(position)):
        position = game.play(position, bot(position) if position.mover == FIRST else random.choice(moves))
    assert position.mover == SECOND
