"""Positions and moves of Selfo: the players' sets of cells, side by side in one int."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from colorsys import hls_to_rgb
from typing import NamedTuple

from lazytree.core.layout import DARK, GREEN, LIGHT, PURPLE, RUST, YELLOW, Colour

from ..support.arguments import within

COLOURS = ("Black", "White", "Red", "Green", "Yellow", "Purple", *"ACDEFHIJKLMNOQSTUVXZ")
PIECES = dict(zip(COLOURS, (DARK, LIGHT, RUST, GREEN, YELLOW, PURPLE)))
"""How the pieces look of players who are named by a colour."""
SWAP = -2  # in place of a cell to move from

Sets = tuple[int, ...]
"""Each player's set of cells."""


class Position(NamedTuple):
    """The pieces, whose turn it is, and what decides on draws and swaps."""

    sets: int  # the players' sets of cells side by side: bit `player * cells + cell`
    mover: int
    passes: int  # how many of the last turns, in a row, were passes
    newcomers: int  # with the swap rule: players who have not had their first turn yet


class Move(NamedTuple):
    """A piece steps from a cell to a cell; or a player swaps sets with another one; or PASS."""

    source: int  # a cell, or SWAP
    target: int  # a cell; after SWAP the player to swap sets with


PASS = Move(-1, -1)


def sides_on(cells: int, players: int) -> Callable[[Position, int], tuple[int, int]]:
    """A function that gives, for a position and a player, the player's set of cells and that of all other players."""
    everywhere = (1 << cells) - 1

    def sides(position: Position, player: int) -> tuple[int, int]:
        taken = position.sets
        for _ in range(players - 1):
            taken |= taken >> cells
        mine = position.sets >> player * cells & everywhere
        return mine, taken & everywhere & ~mine

    return sides


def split(sets: int, cells: int, players: int) -> Sets:
    """Each player's set of cells, out of a position's field `sets`."""
    return tuple(sets >> player * cells & (1 << cells) - 1 for player in range(players))


def side_by_side(sets: Sets, cells: int) -> int:
    """The field `sets` of a position, out of each player's set of cells."""
    return sum(mine << player * cells for player, mine in enumerate(sets))


def names_of(players: int) -> tuple[str, ...]:
    """The names of that many players, whose initials differ and mark their pieces.

    Raises: ValueError unless there are at least 2 players and a name for each.
    """
    within("players", players, 2, len(COLOURS))
    return COLOURS[:players]


def colours_of(names: Sequence[str]) -> tuple[Colour, ...]:
    """How the pieces of these players look: as they are called, or else in one of twenty more colours.

    >>> [colour.fill for colour in colours_of(["White", "A"])]
    ['#f5f0e6', '#d7cd75']
    """
    return tuple(PIECES.get(name) or _hue(COLOURS.index(name)) for name in names)


def _hue(number: int) -> Colour:
    """One of twenty colours, neighbours in number far from each other."""
    red, green, blue = (round(255 * part) for part in hls_to_rgb((0.05 + 0.35 * number) % 1, 0.65, 0.55))
    return Colour(f"#{red:02x}{green:02x}{blue:02x}", DARK.fill)
