"""Random setups of Selfo: a pattern copied around the board, the same perturbed, and pieces dropped at random."""

from __future__ import annotations

from random import Random

from lazytree.core.bitsets import Near, cells_of, set_of
from lazytree.core.board import Grid

from .boards import orbits_of
from .position import Sets

LEAST, MOST = 0.35, 0.40  # pieces to a cell, where chance places them
FEWEST = 4  # pieces a player


def regular(board: str, side: int, players: int, density: float, triangles: int, random: Random) -> Sets:
    """A random pattern on some sectors of a board, side by side, copied around it.

    The sectors of a hexhex board are the six triangles around its centre cell, which stays empty; the pattern fills
    `triangles` of them. Every copy has the players' colours moved on by one; where they would not come round (as with
    three copies for two players) it keeps the colours, and the pattern has equally many pieces of each. Raises
    ValueError where the board cannot be divided so, or the pieces cannot be shared equally.
    """
    orbits = orbits_of(board, side)
    sectors = max(map(len, orbits))
    if triangles >= sectors or sectors % triangles:
        fit = ", ".join(str(number) for number in range(1, sectors) if sectors % number == 0)
        raise ValueError(f"a {board} board has {sectors} sectors: triangles must be one of {fit}, not {triangles}")
    copies = sectors // triangles
    parts = [orbit[at::triangles] for orbit in orbits if len(orbit) == sectors for at in range(triangles)]
    turning = copies % players == 0
    pieces = number_of_pieces(sum(map(len, orbits)), copies if turning else copies * players, players, density)
    sets = [0] * players
    for at, part in enumerate(random.sample(parts, pieces // copies)):
        colour = random.randrange(players) if turning else at % players
        for cell in part:
            sets[colour] |= 1 << cell
            colour = (colour + turning) % players
    return tuple(sets)


def irregular(near: Near, sets: Sets, steps: int, random: Random) -> Sets:
    """A setup perturbed: one after another, `steps` times a random piece steps to a random empty cell beside it."""
    perturbed = list(sets)
    for _ in range(steps):
        empty = (1 << len(near)) - 1 & ~sum(perturbed)
        able = [
            (player, cell) for player, mine in enumerate(perturbed) for cell in cells_of(mine) if near[cell] & empty
        ]
        if able:
            player, source = random.choice(able)
            perturbed[player] ^= 1 << source | 1 << random.choice(list(cells_of(near[source] & empty)))
    return tuple(perturbed)


def dropped(grid: Grid, players: int, density: float, random: Random) -> Sets:
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
            f" {FEWEST * players}, on {LEAST:.0%} to {MOST:.0%} of the cells; take another side, another"
            ' number of `triangles`, setup="dropped", or write the setup out'
        )
    return min(possible, key=lambda pieces: abs(pieces - density * cells))
