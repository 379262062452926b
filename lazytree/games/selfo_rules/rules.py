"""The rules of Selfo, for any number of players on any board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from lazytree.core.bitsets import cells_of, is_one_group, near_on, reach
from lazytree.core.board import Grid, at_least
from lazytree.core.game import FIRST, Game
from lazytree.core.layout import WON, Stone, layout_of_grid
from lazytree.swarm import each, lead

from ..support.arguments import true_or_false
from ..support.turns import mover
from . import text
from .boards import grid_of
from .fairness import Fairness
from .position import PASS, SWAP, Move, Position, Sets, colours_of, names_of, side_by_side, sides_on, split
from .ratings import scores_of
from .setups import Chance, starting_sets


def selfo(
    setup: int | str | Sequence[str] = 1,
    board: str | Grid = "hexhex",
    side: int = 6,
    steps: int | Sequence[int] = 1,
    players: int = 2,
    swap: bool = True,
    passing: bool = True,
    seed: int = 1,
    density: float = 0.39,
    margin: int = 0,
    triangles: int = 1,
    random_steps: int = 40,
    least_gap: int = 1,
    least_groups: int = 2,
    lots: bool = False,
) -> Game[Position, Move]:
    """Selfo, where the player whose pieces all come together first wins.

    Each player has a set of pieces, scattered over the board. In a turn one of your pieces steps into empty adjacent
    cells, one after another, `steps` of them at most. Pieces are never taken. You win when all your pieces are
    connected, as one group; only your own moves can do that.

    You may also pass; with `passing=False` you must pass if none of your pieces can step, and may not otherwise. When
    all players pass one after the other the game is a draw. With `swap` every player but the first may, in their first
    turn, exchange sets with another player instead of moving.

    Arguments: all of them have defaults.

    - `setup`: where the pieces start: 1 to 5 (published, for two players on the hexhex board of side 6); "regular", a
      random pattern copied around the board; "irregular", a regular one perturbed by random steps; "dropped", pieces on
      random cells; or the cells, "a1 b2 b4 c4 / d4 e5 e6 f3", or one text of cells a player.
    - `board`: "hexhex", "square", "rhombus", "triangle" (of hexagons) or "triangular" (a hexagon of triangles), or any
      `Grid`.
    - `side`: the cells along an edge of the board, at least 1.
    - `steps`: one number of at least 1, or one a player.
    - `players`: 2 to 26.
    - `swap`: True or False, as above.
    - `passing`: True or False, as above.
    - `seed`: of random setups and of `lots`.
    - `density`: of random setups, 0.35 to 0.40 pieces a cell.
    - `margin`: by how much the players may differ in widest gap or number of groups, in random setups.
    - `triangles`: 1, 2 or 3: how many of a hexhex board's six the pattern fills (other boards: of their sectors).
    - `random_steps`: how many perturb the pattern.
    - `least_gap`: the least that a player's widest gap (a lower bound of the steps to one group) may be.
    - `least_groups`: the least that a player's number of groups may be.
    - `lots`: True: `seed` decides which set each player has, and which colour begins.

    In random setups players have equally many pieces, at least 4 each, none cut off from its set or to be cut off by
    any next move.

    Positions: rows of the players' initials and `.`, each after the name of its first cell; then a line such as
    `Black to move, 1 passed`. `read` needs no names of cells, as in "B.. / .... / ..... / .... / .W. / Black to move".
    Moves: `a1-b2`; `pass`; `swap`, or, among more than two players, `swap with White`.
    Ratings: "swarm", "chemotaxis" and "chemotaxis_literal" hear the groups' signals decay exponentially,
    "swarm_inverse", "chemotaxis_inverse" and "chemotaxis_literal_inverse" in inverse proportion to the distance (see
    `lazytree.swarm`); "groups", the fewer the better; "largest_group", its pieces. They are FIRST's score minus the
    best score of the other players; the standings of the same names are every player's score.
    Raises: ValueError if there is no such setup, board or cell, a number is out of range, or the pieces cannot be
    shared equally.
    Source: D. D. Albarracín Molina, thesis, Málaga 2010; F. Vico (2007); the Zillions of Games file of 2009.

    >>> game = selfo(side=3, setup="a1 b3 d4 e5 / a3 b1 d2 e3", swap=False)
    >>> print(game.show(game.play(game.start, game.parse(game.start, "b3-c3"))))
    a1      B . W
    b1    W . . .
    c1   . . B . .
    d2    W . B .
    e3      W . B
    White to move; 8 pieces on 19 cells (42.1%)
    """
    names, strides = names_of(players), steps_of(steps, players)
    for argument, given in (("swap", swap), ("passing", passing), ("lots", lots)):
        true_or_false(argument, given)
    grid = grid_of(board, side)
    chance = Chance(seed, density, triangles, random_steps, Fairness(margin, least_gap, least_groups))
    start = starting_sets(setup, board, side, strides, chance)
    if lots:
        names, start = by_lot(names, start, seed)
    near, cells, sides = near_on(grid), len(grid.names), sides_on(len(grid.names), players)
    everywhere = (1 << cells) - 1
    results = tuple(tuple(1 if player == winner else -1 for player in range(players)) for winner in range(players))
    draw = (0,) * players

    def moves(position: Position) -> Iterator[Move]:
        if position.passes < players and not has_won(position, last_mover(position)):
            yield from steps_in(position)
            if passing or not any(True for _ in steps_in(position)):
                yield PASS
            yield from swaps_in(position)

    def steps_in(position: Position) -> Iterator[Move]:
        mine, theirs = sides(position, position.mover)
        empty = everywhere & ~(mine | theirs)
        for source in cells_of(mine):
            for target in cells_of(reach(near, source, empty, strides[position.mover])):
                yield Move(source, target)

    def swaps_in(position: Position) -> Iterator[Move]:
        if 0 < position.newcomers < players:
            for player in range(players):
                if player != position.mover:
                    yield Move(SWAP, player)

    def last_mover(position: Position) -> int:
        return (position.mover + players - 1) % players

    def has_won(position: Position, player: int) -> bool:
        return is_one_group(near, sides(position, player)[0])

    def play(position: Position, move: Move) -> Position:
        sets, player, passes, newcomers = position
        if move == PASS:
            passes += 1
        elif move.source == SWAP:
            sets, passes = swapped(position, player, move.target % players), 0  # a player, so that it compiles
        else:
            sets, passes = sets ^ (1 << move.source | 1 << move.target) << player * cells, 0
        return Position(sets, (player + 1) % players, passes, max(0, newcomers - 1))

    def swapped(position: Position, one: int, other: int) -> int:
        change = sides(position, one)[0] ^ sides(position, other)[0]
        return position.sets ^ (change << one * cells | change << other * cells)

    def payoffs(position: Position) -> tuple[int, ...]:
        winner = last_mover(position)
        return results[winner] if has_won(position, winner) else draw

    def stones(position: Position) -> Iterator[Stone]:
        winner = last_mover(position)
        won = has_won(position, winner)
        for player in range(players):
            for cell in cells_of(sides(position, player)[0]):
                yield Stone(cell, player, 1, WON if won and player == winner else 0)

    def touched(position: Position, move: Move) -> Iterator[int]:
        if move.source >= 0:
            yield move.source
            yield move.target

    def format_move(position: Position, move: Move) -> str:
        return text.format_move(grid, names, move)

    def read(shown: str) -> Position:
        position = text.read(grid, names, shown)
        if sizes(split(position.sets, cells, players)) != sizes(start):
            have = sizes(split(position.sets, cells, players))
            raise ValueError(f"the players of this game have {sizes(start)} pieces, not {have}")
        return position if swap else position._replace(newcomers=0)

    def sizes(sets: Sets) -> list[int]:
        return sorted(mine.bit_count() for mine in sets)

    game = Game(
        name="selfo",
        start=Position(side_by_side(start, cells), FIRST, 0, players if swap else 0),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=names,
        format=format_move,
        show=partial(text.show, grid, names),
        read=read,
        layout=layout_of_grid(grid, colours_of(names)),
        stones=stones,
        touched=touched,
        parameters={
            "setup": setup if isinstance(setup, int | str) else tuple(setup),
            "board": board,
            "side": side,
            "steps": steps if isinstance(steps, int) else strides,
            "players": players,
            "swap": swap,
            "passing": passing,
            "seed": seed,
            "density": density,
            "margin": margin,
            "triangles": triangles,
            "random_steps": random_steps,
            "least_gap": least_gap,
            "least_groups": least_groups,
            "lots": lots,
        },
    )
    scores = scores_of(game)
    return replace(
        game,
        ratings={name: lead(score, players) for name, score in scores.items()},
        standings={name: each(score, players) for name, score in scores.items()},
    )


def by_lot(names: tuple[str, ...], start: Sets, seed: int) -> tuple[tuple[str, ...], Sets]:
    """The colours in the order in which they move, and each one's set, both drawn by lot."""
    random = Random(f"lots {seed}")
    return tuple(random.sample(names, len(names))), tuple(random.sample(start, len(start)))


def steps_of(steps: int | Sequence[int], players: int) -> tuple[int, ...]:
    """How many steps each player may make in a turn; ValueError unless there is a number of at least 1 for each."""
    numbers = tuple(steps) if isinstance(steps, Sequence) else (steps,) * players
    if len(numbers) != players:
        raise ValueError(f"steps must be one number, or one for each of the {players} players, not {steps!r}")
    for number in numbers:
        at_least("steps", number, 1)
    return numbers
