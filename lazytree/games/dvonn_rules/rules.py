"""DVONN: stacks that jump as far as they are high, and are lost when nothing joins them to a red DVONN piece.

Source: Kris Burm, *DVONN* (2001), the rulebook; the numbered board and the text of stacks after Hoyte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from pyrsistent import pvector

from lazytree.core.bitsets import cells_of, set_of
from lazytree.core.board import at_least
from lazytree.core.game import FIRST, Game, reading

from ..support.hexagons import grown
from .board import (
    BOARD,
    CELLS,
    EMPTY,
    HAND,
    PASS,
    PIECES,
    PLAYERS,
    REDS,
    WIDTH,
    Move,
    Position,
    movable,
    occupied,
    targets,
)
from .ratings import RATINGS, heights
from .text import format_move, format_numbers, picture, read, show


def mover(position: Position) -> int:
    return position.mover


def can_move(position: Position, player: int) -> bool:
    return any(targets(position, source) != 0 for source in cells_of(movable(position, player)))


def moves(position: Position) -> Iterator[Move]:
    if position.unplaced > 0:
        for cell in cells_of(BOARD & ~occupied(position)):
            yield Move(HAND, cell)
    elif can_move(position, position.mover):
        for source in cells_of(movable(position, position.mover)):
            for target in cells_of(targets(position, source)):
                yield Move(source, target)
    elif can_move(position, 1 - position.mover):
        yield PASS


def play(position: Position, move: Move) -> Position:
    if move.source != HAND:
        return stacked(position, move.source, move.target)
    if move.target != HAND:
        return placed(position, move.target)
    heights, white, black, dvonns, unplaced, mover = position
    return Position(heights, white, black, dvonns, unplaced, 1 - mover)


def placed(position: Position, cell: int) -> Position:
    """The DVONN pieces go first. White places the last piece, and moves first."""
    heights, white, black, dvonns, unplaced, mover = position
    if unplaced > PIECES - REDS:
        dvonns |= 1 << cell
    elif mover == FIRST:
        white |= 1 << cell
    else:
        black |= 1 << cell
    return Position(heights.set(cell, 1), white, black, dvonns, unplaced - 1, FIRST if unplaced == 1 else 1 - mover)


def stacked(position: Position, source: int, target: int) -> Position:
    heights, white, black, dvonns, unplaced, mover = position
    heights = heights.set(target, heights[target] + heights[source]).set(source, 0)
    left, reached = ~(1 << source), 1 << target
    if mover == FIRST:
        white, black = white & left | reached, black & ~reached
    else:
        white, black = white & ~reached, black & left | reached
    if dvonns >> source & 1:
        dvonns = dvonns & left | reached
    kept = grown(dvonns, white | black | dvonns, WIDTH)
    for cell in cells_of((white | black) & ~kept):
        heights = heights.set(cell, 0)
    return Position(heights, white & kept, black & kept, dvonns, unplaced, 1 - mover)


def win(position: Position) -> tuple[int, int]:
    lead = heights(position)
    outcome = (lead > 0) - (lead < 0)
    return outcome, -outcome


def margin(position: Position) -> tuple[int, int]:
    lead = heights(position)
    return lead, -lead


def dealt(seed: int) -> Position:
    """All 49 pieces on random cells."""
    cells = list(CELLS)
    Random(seed).shuffle(cells)
    dvonns, white, black = set_of(cells[:REDS]), set_of(cells[REDS:26]), set_of(cells[26:])
    ones = pvector(BOARD >> cell & 1 for cell in range(5 * WIDTH))
    return Position(ones, white, black, dvonns, 0, FIRST)


def stack_first(random: Random) -> Callable[[Position], Move]:
    """The bot that picks one of the stacks that can move, then one of its targets, each with equal chances."""

    def choice(position: Position) -> Move:
        options = list(moves(position))
        source = random.choice(sorted({move.source for move in options}))
        return random.choice([move for move in options if move.source == source])

    return choice


def dvonn(placement: str = "by hand", seed: int = 1, score: str = "win") -> Game[Position, Move]:
    """DVONN for White, who is first, and Black: in the end, own more pieces than the other.

    Placement. The 49 cells are filled one by one with 3 red DVONN pieces (White, Black, White), then 23 white and 23
    black pieces (Black, White, and so on); with `placement="random"` they have been dealt, from `seed`. White places
    the last piece, and moves first.

    Movement. A stack belongs to the colour on its top; a DVONN piece alone belongs to nobody and is never moved. A
    stack of n pieces moves exactly n cells in a straight line, over anything, and must land on another stack. A stack
    with stacks on all six sides may not move (on the edge of the board it always may). After each move all stacks
    that do not hang together, from stack to stack, with a DVONN piece are lost. Who has no move must pass, and may
    move again later; nobody else may pass.

    The game ends when nobody can move. Each player has all the pieces in his stacks; with `score="win"` the greater
    number wins (equal numbers: a tie), with `score="margin"` it is paid the difference.

    A placement is written `C1`, a move `C1-D2` or by the cells' numbers `2-12`, a pass `pass`. Ratings: "heights",
    White's pieces in stacks minus Black's; "stacks"; "mobility", the moves that both could make; "connectedness", how
    near stacks are to the DVONN pieces; "weighed", the first plus twice the last two.

    >>> game = dvonn(placement="random", seed=1)
    >>> print(game.show(game.play(game.start, game.parse(game.start, "F1-G2"))))
          0     1     2     3     4     5     6     7     8
          b1    b1    r1r   b1    b1    .     b1    b1    b1
       9     10    11    12    13    14    15    16    17    18
       w1    w1    w1    w1    b1    w1    w2r   b1    b1    b1
    19    20    21    22    23    24    25    26    27    28    29
    w1    w1    w1    w1    b1    b1    b1    w1    b1    b1    w1
       30    31    32    33    34    35    36    37    38    39
       b1    b1    w1    w1    w1    w1    b1    w1    w1    w1
          40    41    42    43    44    45    46    47    48
          b1    w1    b1    b1    b1    w1    r1r   w1    w1
    White: 24 points, 23 stacks
    Black: 23 points, 23 stacks
    Black to move

    Raises ValueError for another `placement` or `score`, or a seed that is not a whole number of at least 0.
    """
    if placement not in ("by hand", "random"):
        raise ValueError(f"placement must be 'by hand' or 'random', not {placement!r}")
    if score not in ("win", "margin"):
        raise ValueError(f"score must be 'win' or 'margin', not {score!r}")
    at_least("seed", seed, 0)
    return Game(
        name="dvonn",
        start=dealt(seed) if placement == "random" else EMPTY,
        mover=mover,
        moves=moves,
        play=play,
        payoffs=win if score == "win" else margin,
        players=PLAYERS,
        ratings=RATINGS,
        format=format_move,
        parse=reading(moves, format_move, format_numbers),
        show=show,
        read=read,
        picture=picture,
        parameters={"placement": placement, "seed": seed, "score": score},
    )
