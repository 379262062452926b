"""Domineering's bounds against values found without them, and the places that they count against best play."""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest

from lazytree.core.game import FIRST
from lazytree.games import domineering
from lazytree.games.domineering_rules import Position, taken_in_turn


def undecided(rows, columns, covered):
    """How many of these positions, with either player to move, have bounds that leave both values; all must be true."""
    game = domineering(rows, columns)

    @cache
    def payoff(position):
        player = 1 if position.mover == FIRST else -1
        return player if any(payoff(game.play(position, m)) == player for m in game.moves(position)) else -player

    left = 0
    for position in (Position(taken, mover) for taken in covered for mover in (0, 1)):
        least, most = game.bounds(position)
        assert least <= payoff(position) <= most, game.show(position)
        left += least < most
    return left


@pytest.mark.parametrize(("rows", "columns"), [(1, 8), (8, 1), (2, 5), (5, 2), (3, 4), (4, 3)])
def test_all_positions_of_small_boards(rows, columns) -> None:
    every = range(2 ** (rows * columns))
    assert undecided(rows, columns, every) < len(every) / 2  # of twice as many


@pytest.mark.slow
def test_all_positions_of_four_by_four() -> None:
    assert undecided(4, 4, range(2**16)) < 2**16 * 0.6


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(4, 5), (5, 4), (2, 9), (9, 2), (3, 7), (7, 3), (5, 5)])
def test_random_positions_of_larger_boards(rows, columns) -> None:
    random, cells = Random(2), rows * columns
    count = 50 if cells > 21 else 400
    undecided(rows, columns, [random.getrandbits(cells) & random.getrandbits(cells) for _ in range(count)])


@cache
def best_turns(first, blocks, whole_doubles, doubles, whole, singles):
    """The most of three for a move and what it takes, that the player has against every play of the opponent."""
    left = (blocks, whole_doubles, doubles, whole, singles)

    def after(*destroyed):
        return tuple(count - destroyed.count(kind) for kind, count in enumerate(left))

    kinds = [kind for kind in range(5) if left[kind]]
    if first:  # twice the moves, and the cells
        return max(((8, 4, 3, 4, 3)[kind] + best_turns(False, *after(kind)) for kind in kinds), default=0)
    pairs = [pair for pair in ((1, 1), (1, 2), (2, 2)) if min(after(*pair)) >= 0]
    return min((best_turns(True, *after(*some)) for some in [(kind,) for kind in kinds] + pairs), default=0)


def test_turns_are_those_of_the_best_play() -> None:
    exact = 0
    for first in (True, False):
        for counts in product(range(3), range(5), range(5), range(4), range(4)):
            blocks, whole_doubles, doubles, whole, singles = counts
            given = whole_doubles + doubles, whole_doubles, whole + singles, whole
            moves, cells = taken_in_turn(first, blocks, *given)
            best = best_turns(first, *counts)
            assert best - 1 <= 2 * moves + cells <= best
            exact += 2 * moves + cells == best
    assert exact > 1200
