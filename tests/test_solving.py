"""`solve` against twins that know nothing of it: plain recursion, and play cut off after very many plies."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given, settings
from pyrsistent import pvector

from lazytree import CHANCE, FIRST, SECOND, WIN, Account, Game, grow, minimax, rate, solve
from lazytree.games import nim, tic_tac_toe
from lazytree.games.nim_rules import Take
from lazytree.games.tic_tac_toe_rules import Position
from tests.graphs import Node, graph_game, graphs


def good_for(player: int, payoffs: tuple[float, ...], plies: float) -> tuple[float, float]:
    mine = payoffs[player]
    return (mine, -plies) if mine > 0 else (mine, plies) if mine < 0 else (mine, 0)


def in_full(game: Game[int, int], at: int) -> tuple[tuple[float, ...], float]:
    """Payoffs and plies by plain recursion over every line of play."""
    ways = [in_full(game, game.play(at, move)) for move in game.moves(at)]
    if not ways:
        return game.payoffs(at), 0
    if game.mover(at) == CHANCE:
        parts = [Fraction(move + 1, sum(range(1, len(ways) + 1))) for move in game.moves(at)]
        payoffs, plies = zip(*ways)
        mean = tuple(sum(part * x for part, x in zip(parts, column)) for column in zip(*payoffs))
        return mean, 1 + sum(part * n for part, n in zip(parts, plies))
    payoffs, plies = max(ways, key=lambda way: good_for(game.mover(at), *way))
    return payoffs, plies + 1


def after_many_plies(game: Game[int, int], start: int, plies: int = 60) -> tuple[float, float]:
    """Payoff of FIRST and plies when play that lasts too long is a draw."""

    @cache
    def value(at: int, left: int) -> tuple[tuple[float, ...], int]:
        if not game.moves(at):
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


@given(graphs([FIRST, SECOND]))
def test_two_players_get_what_every_line_of_play_gives(nodes: list[Node]) -> None:
    game = graph_game(nodes)
    (payoff, _), plies = in_full(game, 0)
    value, length, line = solve(game)
    assert value == payoff
    assert len(line) == length
    if payoff:
        assert length == plies
    end = along(game, line)[-1]
    assert game.payoffs(end)[FIRST] == payoff
    assert not game.moves(end)


@given(graphs([FIRST, SECOND, 2], players=3))
def test_more_players_each_look_after_themselves(nodes: list[Node]) -> None:
    game = graph_game(nodes)
    payoffs, _ = in_full(game, 0)
    value, _, line = solve(game)
    assert value == payoffs == game.payoffs(along(game, line)[-1])


@given(graphs([FIRST, SECOND, CHANCE]))
def test_chance_gives_the_exact_expectation_and_ends_the_line(nodes: list[Node]) -> None:
    game = graph_game(nodes)
    value, plies, line = solve(game)
    assert value == in_full(game, 0)[0][FIRST]
    assert isinstance(value, int | Fraction)
    *before, end = along(game, line)
    assert CHANCE not in [game.mover(at) for at in before]
    assert game.mover(end) == CHANCE or not game.moves(end)
    assert plies == len(line)


@given(graphs([FIRST, SECOND], cyclic=True))
@settings(max_examples=400)
def test_where_positions_come_round_again(nodes: list[Node]) -> None:
    game = graph_game(nodes)
    payoff, plies = after_many_plies(game, 0)
    value, length, line = solve(game)
    assert value == payoff
    path = along(game, line)
    if payoff:
        assert length == plies
        assert game.payoffs(path[-1])[FIRST] == payoff
    else:
        assert path[-1] in path[:-1] or game.payoffs(path[-1]) == (0, 0)


def test_cycles_are_refused_where_they_cannot_be_solved() -> None:
    waits = graph_game([Node(CHANCE, (0,), (0, 0))])
    with pytest.raises(ValueError, match="two players without chance"):
        solve(waits)
    three = graph_game([Node(FIRST, (0,), (0, 0, 0))])
    with pytest.raises(ValueError, match="two players only"):
        solve(three)


def test_tic_tac_toe_agrees_with_minimax_wherever_two_plies_lead() -> None:
    game = tic_tac_toe()
    even = rate(game, lambda position: 0)
    for _, sub in grow(game)(game.start).branches:
        for _, node in sub.branches:
            value, plies, _ = solve(game, node.key)
            assert minimax(even(node)) == (value * (WIN - plies) if value else 0)


def test_symmetry_changes_only_the_account() -> None:
    game = tic_tac_toe()
    quarter, mirror = (6, 3, 0, 7, 4, 1, 8, 5, 2), (2, 1, 0, 5, 4, 3, 8, 7, 6)

    def canonical(position: Position) -> Position:
        boards = [tuple(position.board)]
        for turn in (quarter, quarter, quarter, mirror, quarter, quarter, quarter):
            boards.append(tuple(boards[-1][square] for square in turn))
        return Position(pvector(min(boards)), position.mover)

    plain, symmetric = Account(), Account()
    for account, rules in ((plain, game), (symmetric, replace(game, canonical=canonical))):
        for opening in range(9):
            assert solve(rules, game.play(game.start, opening)).value == 0
        value, plies, line = solve(rules, game.start, account)
        assert (value, plies) == (0, 9)
        assert along(rules, line)[-1].mover == SECOND
    assert (plain.grown, symmetric.grown) == (5478, 765)  # the published numbers of positions


def test_a_line_as_long_as_the_heap() -> None:
    """One piece at a time, 3,000 of them: no recursion limit."""
    game = replace(nim(heaps=(3000,)), moves=lambda position: [Take(0, 1)] if position.heaps[0] else [])
    value, plies, line = solve(game)
    assert (value, plies, set(line)) == (-1, 3000, {Take(0, 1)})
