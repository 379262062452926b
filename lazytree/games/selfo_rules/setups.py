"""Where the pieces of Selfo stand at the start: the published setups, setups written out, and random ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from lazytree.core.bitsets import Near, cells_of, is_one_group, near_on, set_of
from lazytree.core.board import Grid, at_least, cell_named

from .boards import TURNS, grid_of, orbits_of
from .fairness import Fairness, is_fair
from .position import Sets

TRIES = 1000

PUBLISHED: Mapping[str, str] = MappingProxyType(
    {
        "1": "a1 b2 b3 c2 c3 d4 h6 i5 i6 j6 j7 k6 e9 f8 f9 f10 f11 g10"
        "/ e2 f1 f2 f3 f4 g3 h8 i9 i10 j9 j10 k11 a6 b5 b6 c6 c7 d6",
        "2": "b1 b7 c1 c2 c7 c8 d1 d9 e1 e2 e9 e10 j7 j9 k7 k8 k9 k10"
        "/ a2 a3 a4 a5 b3 b5 g2 g3 g10 g11 h3 h11 i4 i5 i10 i11 j5 j11",
        "3": "a1 a2 b1 b3 c2 c3 e9 e10 f9 f11 g10 g11 i5 i6 j5 j7 k6 k7"
        "/ a5 a6 b5 b7 c6 c7 e1 e2 f1 f3 g2 g3 i9 i10 j9 j11 k10 k11",
        "4": "a4 a6 b3 c2 c8 d1 d6 e9 f1 f4 g10 h3 h8 i5 i11 j7 k9 k11"
        "/ a1 a3 b5 c1 c7 d4 d9 e2 f8 f11 g3 h6 h11 i4 i10 j9 k6 k8",
        "5": "a1 a3 b1 b6 b7 c3 c5 d2 d8 e1 e10 f2 f9 f11 g4 h9 h11 i4 i6 j8 j10 k6 k7 k10"
        "/ a2 a5 a6 b2 b4 c6 c8 d1 d3 e8 f1 f3 f10 g2 g11 h4 h10 i7 i9 j5 j6 j11 k9 k11",
    }
)
"""Black's cells / White's on the hexhex board of side 6. Source: published Zillions file, 2009."""


class Chance(NamedTuple):
    """How a setup is made by chance: the arguments of `selfo` with these names."""

    seed: int
    density: float
    triangles: int
    random_steps: int
    asked: Fairness


def starting_sets(
    setup: int | str | Sequence[str], board: str | Grid, side: int, steps: Sequence[int], chance: Chance
) -> Sets:
    """Where the pieces stand at the start, for as many players as `steps` has numbers.

    The arguments, and when they raise ValueError, are those of `selfo`.
    """
    grid, players = grid_of(board, side), len(steps)
    checked(chance)
    if str(setup) in PUBLISHED:
        if (board, side, players) != ("hexhex", 6, 2):
            others = 'elsewhere take setup="regular", "irregular" or "dropped", or write the cells'
            raise ValueError(f'setup {setup} is for two players on board="hexhex", side=6; {others}')
        return written(grid, PUBLISHED[str(setup)].split("/"), players)
    if setup in ("regular", "irregular", "dropped"):
        return first_fair(by_chance(str(setup), board, side, players, chance), grid, steps, chance.asked)
    sides = setup.split("/") if isinstance(setup, str) and "/" in setup else setup
    if not isinstance(sides, list | tuple) or not all(isinstance(mine, str) for mine in sides):
        raise ValueError(
            f'setup must be 1 to 5, "regular", "irregular", "dropped" or cells, "a1 b2 / c3 d4", not {setup!r}'
        )
    return written(grid, sides, players)


def checked(chance: Chance) -> None:
    """Raises ValueError, naming the argument, if one is out of range."""
    at_least("margin", chance.asked.margin, 0)
    at_least("least_gap", chance.asked.least_gap, 1)
    at_least("least_groups", chance.asked.least_groups, 2)
    at_least("triangles", chance.triangles, 1)
    at_least("random_steps", chance.random_steps, 0)
    if not isinstance(chance.density, int | float) or not LEAST <= chance.density <= MOST:
        raise ValueError(f"density must be between {LEAST} and {MOST}, not {chance.density!r}")


def by_chance(setup: str, board: str | Grid, side: int, players: int, chance: Chance) -> Callable[[], Sets]:
    """What draws a setup "regular", "irregular" or "dropped", a new one at each call, fair or not."""
    grid, random = grid_of(board, side), Random(chance.seed)
    if setup == "dropped":
        return lambda: dropped(grid, players, chance.density, random)
    if not isinstance(board, str):
        raise ValueError(
            f"a setup that is {setup} has a pattern that is copied around: it needs a board out of {', '.join(TURNS)};"
            ' "dropped" fits any Grid'
        )
    copied = partial(regular, board, side, players, chance.density, chance.triangles, random)
    if setup == "regular":
        return copied
    near = near_on(grid)
    return lambda: irregular(near, copied(), chance.random_steps, random)


def written(grid: Grid, sides: Sequence[str], players: int) -> Sets:
    """The setup given by the names of each player's cells.

    Raises: ValueError where a cell is unknown or named twice, the players are too many or too few, or one has won.
    """
    cells = [[cell_named(grid, name) for name in side.replace(",", " ").split()] for side in sides]
    everyone = sorted(cell for mine in cells for cell in mine)
    for cell, following in pairwise(everyone):
        if cell == following:
            raise ValueError(f"two pieces stand on {grid.names[cell]}: name each cell once")
    if len(cells) != players:
        raise ValueError(f"the setup has cells for {len(cells)} players, not for {players}")
    sets = tuple(set_of(mine) for mine in cells)
    if any(is_one_group(near_on(grid), mine) for mine in sets):
        raise ValueError(f"no player's pieces may be one group from the start: not {sides!r}")
    return sets


def first_fair(draw: Callable[[], Sets], grid: Grid, steps: Sequence[int], asked: Fairness) -> Sets:
    """The first fair one of the setups drawn (see `is_fair`); ValueError if 1000 of them are not."""
    near = near_on(grid)
    for sets in (draw() for _ in range(TRIES)):
        if is_fair(near, sets, steps, asked):
            return sets
    raise ValueError(
        f"none of {TRIES} setups was fair to all, with no piece that is or may at once be cut off:"
        ' take a larger margin, a lower least_gap or least_groups, a lower density, setup="regular",'
        " or another seed, board or number of players"
    )


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
