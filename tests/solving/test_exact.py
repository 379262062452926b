"""`solve` against twins that know nothing of it: plain recursion, and play cut off after very many plies."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import accumulate, chain, count, repeat
from typing import Any

import pytest
from hypothesis import given

from lazytree import CHANCE, FIRST, SECOND, WIN, Game, Stats, grow, make_tree, minimax, rate
from lazytree.core.stopping import Stopped
from lazytree.games import nim, tic_tac_toe
from lazytree.games.nim_rules import Take
from lazytree.solving.cycles import retrograde
from lazytree.solving.exact import Known, Outcome
from lazytree.solving.exact import solve_in_python as solve
from tests.helpers.examples import examples
from tests.helpers.trees import WITH_CHANCE, Graph, Node, game_of, graphs


def good_for(player: int, payoffs: tuple[float, ...], plies: float) -> tuple[float, float]:
    mine = payoffs[player]
    return (mine, -plies) if mine > 0 else (mine, plies) if mine < 0 else (mine, 0)


def in_full(game: Game[int, int], at: int) -> tuple[tuple[float, ...], float]:
    """Payoffs and plies by plain recursion over every line of play."""
    ways = [in_full(game, game.play(at, move)) for move in game.moves(at)]
    if not ways:
        return game.payoffs(at), 0
    if game.mover(at) == CHANCE:
        odds = [game.odds(at, move) for move in game.moves(at)] if game.odds else []
        parts = [Fraction(weight, sum(odds)) for weight in odds]
        payoffs, plies = zip(*ways)
        mean = tuple(sum(part * x for part, x in zip(parts, column)) for column in zip(*payoffs))
        return mean, 1 + sum(part * n for part, n in zip(parts, plies))
    payoffs, plies = max(ways, key=lambda way: good_for(game.mover(at), *way))
    return payoffs, plies + 1


def after_many_plies(game: Game[int, int], start: int, plies: int = 60) -> tuple[float, float]:
    """Payoff of FIRST and plies when play that lasts too long is a draw."""

    @cache
    def value(at: int, left: int) -> tuple[tuple[float, ...], int]:
        if not list(game.moves(at)):
            return game.payoffs(at), 0
        if left == 0:
            return (0, 0), 0
        ways = [value(game.play(at, move), left - 1) for move in game.moves(at)]
        payoffs, length = max(ways, key=lambda way: good_for(game.mover(at), *way))
        return payoffs, length + 1

    for left in range(plies):
        payoffs, length = value(start, left)
    return payoffs[FIRST], length if payoffs[FIRST] else 0


def along(game: Game[Any, Any], line: tuple[Any, ...]) -> list[Any]:
    return list(accumulate(line, game.play, initial=game.start))


@given(graphs())
def test_two_players_get_what_every_line_of_play_gives(graph: Graph) -> None:
    game = game_of(graph)
    (payoff, _), plies = in_full(game, 0)
    value, length, line, *_ = solve(game)
    assert value == payoff
    assert len(line) == length
    if payoff:
        assert length == plies
    end = along(game, line)[-1]
    assert game.payoffs(end)[FIRST] == payoff
    assert not graph[end].children


@given(graphs((FIRST, SECOND, 2)))
def test_more_players_each_look_after_themselves(graph: Graph) -> None:
    game = replace(
        game_of(graph),
        payoffs=lambda at: (graph[at].number, -graph[at].number, graph[at].number ** 2 - 1),
        players=("a", "b", "c"),
    )
    payoffs, _ = in_full(game, 0)
    value, _, line, *_ = solve(game)
    assert value == payoffs == game.payoffs(along(game, line)[-1])


@given(graphs(WITH_CHANCE))
def test_chance_gives_the_exact_expectation_and_ends_the_line(graph: Graph) -> None:
    game = game_of(graph)
    value, plies, line, *_ = solve(game)
    assert value == in_full(game, 0)[0][FIRST]
    assert isinstance(value, int | Fraction)
    *before, end = along(game, line)
    assert CHANCE not in [graph[at].mover for at in before]
    assert graph[end].mover == CHANCE or not graph[end].children
    assert plies == len(line)


@given(graphs(endless=True))
@examples(200)
def test_where_positions_come_round_again(graph: Graph) -> None:
    game = game_of(graph)
    payoff, plies = after_many_plies(game, 0)
    value, length, line, *_ = solve(game)
    assert value == payoff
    path = along(game, line)
    if payoff:
        assert length == plies
        assert game.payoffs(path[-1])[FIRST] == payoff
    else:
        assert path[-1] in path[:-1] or game.payoffs(path[-1]) == (0, 0)


@pytest.mark.parametrize(
    ("nodes", "value", "plies"),
    [
        # two ways to win for FIRST in 1 do not make up for the way round that SECOND has from 0
        ((Node(SECOND, 0, (1, 2)), Node(FIRST, 0, (3, 3)), Node(FIRST, 0, (0,)), Node(FIRST, 1)), 0, None),
        # who may wait, or have 1, or have 2, has 2; and so has SECOND
        ((Node(FIRST, 0, (0, 1, 2)), Node(FIRST, 1), Node(FIRST, 2)), 2, 1),
        ((Node(SECOND, 0, (0, 1, 2)), Node(FIRST, -1), Node(FIRST, -2)), -2, 1),
        # SECOND puts the loss off, by way of 1, but not for ever
        ((Node(SECOND, 0, (3, 1)), Node(FIRST, 0, (2, 1)), Node(SECOND, 0, (3,)), Node(FIRST, 1)), 1, 3),
    ],
)
def test_circles_on_the_way(nodes: Graph, value: int, plies: int | None) -> None:
    found = solve(game_of(nodes))
    assert found.value == value
    assert plies in (None, found.plies)


def test_a_throw_of_dice_is_a_ply() -> None:
    """FIRST wins in two plies either way, through chance or not: the first move will do."""
    leaf = Node(FIRST, 1)
    sure, dice = Node(FIRST, 0, (3,), (1,)), Node(CHANCE, 0, (3,), (1,))
    assert solve(game_of((Node(FIRST, 0, (1, 2)), sure, dice, leaf))).line == (0, 0)


def test_cycles_are_refused_where_they_cannot_be_solved() -> None:
    with pytest.raises(ValueError, match="two players without chance"):
        solve(game_of((Node(CHANCE, 0, (0,), (1,)),)))
    three = replace(game_of((Node(FIRST, 0, (0,), (1,)),)), players=("a", "b", "c"))
    with pytest.raises(ValueError, match="two players only"):
        solve(three)


@pytest.mark.slow
def test_tic_tac_toe_agrees_with_minimax_wherever_two_plies_lead() -> None:
    game = tic_tac_toe()
    even = rate(game, lambda position: 0)
    for _, sub in grow(game)(game.start).branches:
        for _, node in sub.branches:
            value, plies, *_ = solve(game, node.key)[:3]
            assert minimax(even(node)) == (value * (WIN - plies) if value else 0)


def test_symmetry_changes_only_the_account() -> None:
    game, plain, symmetric = tic_tac_toe(), Stats(), Stats()
    assert solve(replace(game, canonical=None), stats=plain)[:2] == (0, 9)
    value, plies, line, *_ = solve(game, stats=symmetric)
    assert (value, plies) == (0, 9)
    assert not list(game.moves(along(game, line)[-1]))  # the line is of the game itself, not of its representatives
    assert (plain.grown, symmetric.grown) == (5478, 765)  # the published numbers of positions


def test_a_line_as_long_as_the_heap() -> None:
    """One piece at a time, 3,000 of them: no recursion limit."""
    game = replace(nim(heaps=(3000,)), moves=lambda position: [Take(0, 1)] if position.heaps[0] else [])
    value, plies, line, *_ = solve(game)
    assert (value, plies, set(line)) == (-1, 3000, {Take(0, 1)})


def test_retrograde_analysis_is_stopped_at_any_time():
    """Also once the whole tree has been read: what follows takes about as long."""
    branches = [("wait", lambda: tree), ("win", lambda: make_tree(lambda: 1))]
    tree = make_tree(lambda: 0, FIRST, ((move, sub()) for move, sub in branches))
    polls, spent = count(1), Stats()
    retrograde(tree, spent, lambda: next(polls) < 0)
    most = next(polls) - 1
    assert most > 2 * spent.nodes
    for last in range(1, most + 1):
        with pytest.raises(Stopped):
            retrograde(tree, stop=chain([False] * (last - 1), repeat(True)).__next__)


@pytest.mark.parametrize("endless", [False, True])
def test_what_is_known_is_not_read_again(endless: bool) -> None:
    @given(graphs(endless=endless))
    def each(graph: Graph) -> None:
        game, known, spent = game_of(graph), Known(megabytes=1), Stats()
        first = solve(game, kept=known)
        assert solve(game, stats=spent, kept=known) == first
        assert spent.grown == 0
        for at in range(len(graph)):
            assert solve(game, at, kept=known) == solve(game, at)

    each()


def test_what_is_known_keeps_to_its_megabytes() -> None:
    game, known = nim(heaps=(3, 4, 5)), Known(megabytes=1)
    for _ in range(40):
        known.keep({(len(known.outcomes), at): Outcome((0, 0), 0) for at in range(100)})
        assert len(known.outcomes) <= 2**20 // 1000
    assert solve(game, kept=known).value == 1
