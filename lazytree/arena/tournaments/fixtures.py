"""Fixtures: who plays whom, from which opening, in which seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from random import Random
from typing import TypeVar

T = TypeVar("T")

ROTATIONS, PERMUTATIONS = "rotations", "permutations"
SEATINGS = ROTATIONS, PERMUTATIONS


def groups(players: Sequence[T], seats: int, gauntlet: bool = False) -> list[tuple[T, ...]]:
    """Who plays with whom: all groups of `seats` players; in a gauntlet those with the first player.

    Raises: ValueError if there are fewer players than seats.

    >>> groups("abc", 2), groups("abc", 2, gauntlet=True)
    ([('a', 'b'), ('a', 'c'), ('b', 'c')], [('a', 'b'), ('a', 'c')])
    """
    if len(players) < seats:
        raise ValueError(f"{seats} players sit at a table, and there are {len(players)}: name more bots")
    found = list(combinations(players, seats))
    return [group for group in found if group[0] == players[0]] if gauntlet else found


def seatings(group: tuple[T, ...], how: str = ROTATIONS) -> list[tuple[T, ...]]:
    """In which seats a group plays from each opening: each player in each seat once, or all orders.

    Equal players, of one that plays against itself, give equal seatings, of which there is one.

    Raises: ValueError for another word.

    >>> seatings(("a", "b")), len(seatings(("a", "b", "c"))), len(seatings(("a", "b", "c"), "permutations"))
    ([('a', 'b'), ('b', 'a')], 3, 6)
    """
    if how not in SEATINGS:
        raise ValueError(f"seats are changed by {' or '.join(SEATINGS)}, not {how!r}")
    turned = [(*group[turn:], *group[:turn]) for turn in range(len(group))]
    return list(dict.fromkeys(turned if how == ROTATIONS else permutations(group)))


def fixtures(
    found: Iterable[tuple[T, ...]], openings: Sequence[str], how: str = ROTATIONS
) -> Iterator[tuple[int, str, tuple[T, ...]]]:
    """All games, each with the number of its opening, the opening, and who sits where.

    The first opening is played by all groups, then the second: so that a table of what is known is fair at any time.

    >>> list(fixtures([("a", "b")], ["startpos"]))
    [(0, 'startpos', ('a', 'b')), (0, 'startpos', ('b', 'a'))]
    """
    listed = list(found)
    for number, opening in enumerate(openings):
        for group in listed:
            for seated in seatings(group, how):
                yield number, opening, seated


def seed_of(seed: int, pair: int) -> int:
    """The seed of all games of a pair, from the seed of the tournament.

    >>> seed_of(1, 0) == seed_of(1, 0), seed_of(1, 0) == seed_of(1, 1)
    (True, False)
    """
    return Random(f"{seed} {pair}").randrange(1, 2**31)
