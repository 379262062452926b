"""Random setups of Selfo: regular ones, a pattern copied around the board, and irregular ones."""

from __future__ import annotations

from random import Random

from lazytree.core.bitsets import set_of
from lazytree.core.board import Grid

from .boards import orbits_of
from .position import Sets

LEAST, MOST = 0.35, 0.40  # pieces to a cell, where chance places them
FEWEST = 4  # pieces a player


def regular(board: str, side: int, players: int, density: float, random: Random) -> Sets:
    """A random pattern on one sector of a board, copied around it with another colour in every copy.

    The sectors of a hexhex board are the six triangles around its centre cell, which stays empty. Raises ValueError
    where the copies or the pieces cannot be shared equally.
    """
    orbits = orbits_of(board, side)
    copies = max(map(len, orbits))
    if copies % players:
        raise ValueError(
            f"a regular setup copies its pattern {copies} times round a {board}, which {players} players cannot share"
            f' equally: try setup="irregular"'
        )
    whole = [orbit for orbit in orbits if len(orbit) == copies]
    pieces = number_of_pieces(sum(map(len, orbits)), copies, players, density)
    sets = [0] * players
    for orbit in random.sample(whole, pieces // copies):
        colour = random.randrange(players)
        for cell in orbit:
            sets[colour] |= 1 << cell
            colour = (colour + 1) % players
    return tuple(sets)


def irregular(grid: Grid, players: int, density: float, random: Random) -> Sets:
    """Pieces on random cells, equally many for each player; ValueError where no such number fits the density."""
    count = len(grid.names)
    cells = random.sample(range(count), number_of_pieces(count, players, players, density))
    return tuple(set_of(cells[player::players]) for player in range(players))


def number_of_pieces(cells: int, unit: int, players: int, density: float) -> int:
    """The multiple of `unit` pieces that comes nearest to a density; ValueError if there is none within the limits."""
    possible = [
        pieces
        for pieces in range(unit, cells + 1, unit)
        if LEAST * cells <= pieces <= MOST * cells and pieces >= FEWEST * players
    ]
    if not possible:
        raise ValueError(
            f"{cells} cells cannot be filled equally: {players} players need a multiple of {unit} pieces, at least"
            f" {FEWEST * players}, on {LEAST:.0%} to {MOST:.0%} of the cells; take another side, or write the setup out"
        )
    return min(possible, key=lambda pieces: abs(pieces - density * cells))
