"""Where the pieces of Selfo stand at the start: the published setups, and regular and irregular ones made by chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from random import Random
from types import MappingProxyType

from lazytree.core.bitsets import Near, cells_of, is_one_group, joined_to, near_on, reach, rings, set_of
from lazytree.core.board import Coordinates, Grid, at_least, cell_named, hexhex, rhombus, squares, triangle

from .position import Sets

LEAST, MOST = 0.35, 0.40  # pieces to a cell, where chance places them
FEWEST = 4  # pieces a player
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

TURNS: Mapping[str, Callable[[int, int, int], Coordinates]] = MappingProxyType(
    {
        "hexhex": lambda row, column, side: (column, column - row + side - 1),  # by a sixth
        "square": lambda row, column, side: (column, side - 1 - row),  # by a quarter
        "triangle": lambda row, column, side: (side - 1 - column, row - column),  # by a third
        "rhombus": lambda row, column, side: (side - 1 - row, side - 1 - column),  # by a half
    }
)
"""Where a cell comes to lie when the board is turned by its smallest angle."""

BOARDS: Mapping[str, Callable[[int], Grid]] = MappingProxyType(
    {
        "hexhex": hexhex,
        "square": lambda side: squares(side, side),
        "rhombus": lambda side: rhombus(side, side),
        "triangle": triangle,
    }
)


def grid_of(board: str | Grid, side: int) -> Grid:
    """The board of that name, `side` cells along an edge; a grid is its own board."""
    at_least("side", side, 1)
    if isinstance(board, Grid):
        return board
    if board not in BOARDS:
        raise ValueError(f"board must be one of {', '.join(BOARDS)}, or a Grid, not {board!r}")
    return BOARDS[board](side)


def starting_sets(
    setup: int | str | Sequence[str],
    board: str | Grid,
    side: int,
    steps: Sequence[int],
    seed: int,
    density: float,
    margin: int,
) -> Sets:
    """Where the pieces stand at the start, for as many players as `steps` has numbers; see `selfo`."""
    grid, players, random = grid_of(board, side), len(steps), Random(seed)
    at_least("margin", margin, 0)
    if not isinstance(density, int | float) or not LEAST <= density <= MOST:
        raise ValueError(f"density must be between {LEAST} and {MOST}, not {density!r}")
    if str(setup) in PUBLISHED:
        if (board, side, players) != ("hexhex", 6, 2):
            raise ValueError(f'setup {setup} is for two players on board="hexhex", side=6; "irregular" fits any board')
        return written(grid, PUBLISHED[str(setup)].split("/"), players)
    if setup == "regular":
        if not isinstance(board, str):
            raise ValueError(f'a regular setup needs a board out of {", ".join(TURNS)}; "irregular" fits any Grid')
        return first_fair(lambda: regular(board, side, players, density, random), grid, steps, margin)
    if setup == "irregular":
        return first_fair(lambda: irregular(grid, players, density, random), grid, steps, margin)
    sides = setup.split("/") if isinstance(setup, str) and "/" in setup else setup
    if not isinstance(sides, list | tuple) or not all(isinstance(mine, str) for mine in sides):
        raise ValueError(f'setup must be 1 to 5, "regular", "irregular" or cells, "a1 b2 / c3 d4", not {setup!r}')
    return written(grid, sides, players)


def written(grid: Grid, sides: Sequence[str], players: int) -> Sets:
    """The sets of a setup given by the names of each player's cells."""
    cells = [[cell_named(grid, name) for name in side.replace(",", " ").split()] for side in sides]
    everyone = sorted(cell for mine in cells for cell in mine)
    for cell, following in pairwise(everyone):
        if cell == following:
            raise ValueError(f"two pieces stand on {grid.names[cell]}: name each cell once")
    if len(cells) != players:
        raise ValueError(f"the setup has cells for {len(cells)} players, not for {players}")
    sets = tuple(set_of(mine) for mine in cells)
    if any(is_one_group(near_on(grid), mine) for mine in sets):
        raise ValueError(f"nobody's pieces may be one group from the start: not {sides!r}")
    return sets


def regular(board: str, side: int, players: int, density: float, random: Random) -> Sets:
    """A pattern on one sector of a board, copied round it: the board turned, the colours changed, for every copy.

    The sectors of a hexhex board are the six triangles around its centre cell, which stays empty.
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


def orbits_of(board: str, side: int) -> list[list[int]]:
    """For each cell of a sector, the cells on which it comes to lie as the board is turned round."""
    grid = grid_of(board, side)
    number = {place: cell for cell, place in enumerate(grid.coordinates)}
    orbits: list[list[int]] = []
    seen: set[int] = set()
    for cell in range(len(grid.names)):
        orbit = []
        while cell not in seen:
            seen.add(cell)
            orbit.append(cell)
            cell = number[TURNS[board](*grid.coordinates[cell], side)]
        if orbit:
            orbits.append(orbit)
    return orbits


def irregular(grid: Grid, players: int, density: float, random: Random) -> Sets:
    """Pieces dropped on cells at random, as many for each player."""
    count = len(grid.names)
    cells = random.sample(range(count), number_of_pieces(count, players, players, density))
    return tuple(set_of(cells[player::players]) for player in range(players))


def number_of_pieces(cells: int, unit: int, players: int, density: float) -> int:
    """How many pieces, a multiple of `unit`, come nearest to a density; ValueError if there is no such number."""
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


def first_fair(draw: Callable[[], Sets], grid: Grid, steps: Sequence[int], margin: int) -> Sets:
    """The first of the setups drawn that nobody has won, in which nobody is or can at once be cut off, and in which
    the players' widest gaps differ by at most `margin`; ValueError if 1000 are drawn in vain."""
    near = near_on(grid)
    for sets in (draw() for _ in range(TRIES)):
        gaps = [widest_gap(near, mine) for mine in sets]
        if min(gaps) > 0 and max(gaps) - min(gaps) <= margin and not may_be_cut_off(near, sets, steps):
            return sets
    raise ValueError(f"none of {TRIES} setups was fair to all: take another seed, board or number of players")


def widest_gap(near: Near, mine: int) -> int:
    """A lower bound of the steps that make a set one group, whatever the others do.

    However the set is parted in two, no fewer steps than there are empty cells between the parts join them, for a step
    brings them nearer by one at most. The bound is the largest of these gaps: the longest edge of the groups' minimum
    spanning tree.
    """
    everywhere = (1 << len(near)) - 1
    joined, widest = joined_to(near, mine & -mine, mine), 0
    while joined != mine:
        for gap, ring in enumerate(rings(near, joined, everywhere)):
            if ring & mine:
                joined = joined_to(near, joined | ring & mine, mine)
                widest = max(widest, gap)
                break
        else:
            raise ValueError("this board is in several parts that do not hang together: no set on it can be joined")
    return widest


def may_be_cut_off(near: Near, sets: Sets, steps: Sequence[int]) -> bool:
    """Whether some piece is, or can be by anybody's next move, walled off by others from the rest of its set."""
    empty = (1 << len(near)) - 1 & ~sum(sets)
    return is_cut_off(near, sets) or any(
        is_cut_off(near, [*sets[:player], mine ^ (1 << source | 1 << target), *sets[player + 1 :]])
        for player, mine in enumerate(sets)
        for source in cells_of(mine)
        for target in cells_of(reach(near, source, empty, steps[player]))
    )


def is_cut_off(near: Near, sets: Sequence[int]) -> bool:
    """Whether some piece is walled off by others from the rest of its set."""
    taken = sum(sets)
    return any(joined_to(near, mine & -mine, ~taken | mine) & mine != mine for mine in sets)
