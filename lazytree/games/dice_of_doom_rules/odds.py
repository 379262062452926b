"""The exact odds of an attack with rolled dice, as numbers of rolls."""

from __future__ import annotations

from itertools import accumulate

Rolls = tuple[int, ...]  # for each sum: how many rolls of some dice have it


def rolls_of(dice: int) -> Rolls:
    """For each sum from 0: how many of the 6 ** dice rolls of that many dice have it.

    >>> rolls_of(2)
    (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
    """
    rolls: Rolls = (1,)
    for _ in range(dice):
        rolls = tuple(sum(rolls[max(0, total - 6) : total]) for total in range(len(rolls) + 6))
    return rolls


def wins_of(attackers: Rolls, defenders: Rolls) -> int:
    """In how many rolls of all dice the attackers' sum is greater than the defenders' sum.

    >>> wins_of(rolls_of(2), rolls_of(1)), 6**3
    (181, 216)
    """
    below = (0, *accumulate(defenders))  # for each sum: in how many rolls the defenders' is smaller
    return sum(ways * below[min(total, len(defenders))] for total, ways in enumerate(attackers))


def odds_table(max_dice: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each number of attacking dice, for each of defending dice: in how many rolls the attack succeeds, and fails.

    >>> odds_table(3)[2][1]
    (181, 35)
    """
    rolls = [rolls_of(dice) for dice in range(max_dice + 1)]
    wins = [[wins_of(attackers, defenders) for defenders in rolls] for attackers in rolls]
    return tuple(
        tuple((won, 6 ** (attackers + defenders) - won) for defenders, won in enumerate(row))
        for attackers, row in enumerate(wins)
    )
