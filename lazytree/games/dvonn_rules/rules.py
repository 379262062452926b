"""The rules of DVONN."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from pyrsistent import PVector, pvector

from lazytree.core.bitsets import cells_of
from lazytree.core.board import at_least
from lazytree.core.game import FIRST, Game, reading

from ..support.arguments import one_of
from ..support.hexagons import grown
from ..support.payoffs import paid_by_lead
from ..support.symmetry import Symmetry, carried, renumbered, symmetries_of
from ..support.turns import mover
from .placing import EMPTY_BOARD, dealt, placed
from .position import (
    BOARD,
    CELLS,
    GRID,
    HAND,
    LAYOUT,
    NUMBERED,
    PASS,
    PLAYERS,
    WIDTH,
    Move,
    Position,
    movable,
    occupied,
    stones,
    targets,
    touched,
)
from .ratings import RATINGS, heights
from .text import NOTATIONS, format_compact, read, show, show_numbered


def can_move(position: Position, player: int) -> bool:
    """Whether some stack of the player could move, also when it is the other player's turn."""
    return any(targets(position, source) != 0 for source in cells_of(movable(position, player)))


def moves(position: Position) -> Iterator[Move]:
    """The free cells while pieces are placed; then the moves of stacks, or a pass if only the other player has any."""
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
    """The position after a piece was placed, a stack moved, or a player passed."""
    if move.source != HAND:
        return stacked(position, move.source, move.target)
    if move.target != HAND:
        return placed(position, move.target)
    heights, white, black, dvonns, unplaced, mover = position
    return Position(heights, white, black, dvonns, unplaced, 1 - mover)


def stacked(position: Position, source: int, target: int) -> Position:
    """The position after the mover's stack has moved and all stacks without connection to a DVONN piece are lost."""
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


SYMMETRIES = tuple(renumbered(to, CELLS) for to in symmetries_of(GRID))


def turned(position: Position, to: Symmetry) -> Position:
    """The position on the board turned or mirrored by a symmetry that, done twice, moves nothing."""
    heights, white, black, dvonns, unplaced, mover = position
    heights = pvector(heights[cell] for cell in to)
    return Position(heights, carried(white, to), carried(black, to), carried(dvonns, to), unplaced, mover)


def canonical(position: Position) -> Position:
    """The least of the positions that differ by a symmetry of the board."""
    least = position
    for to in SYMMETRIES:
        image = turned(position, to)
        if image[1:4] < least[1:4] or (image[1:4] == least[1:4] and is_less(image.heights, least.heights)):
            least = image
    return least


def is_less(heights: PVector[int], others: PVector[int]) -> bool:
    """Whether heights are less than others where they first differ."""
    for height, other in zip(heights, others):
        if height != other:
            return height < other
    return False


def stack_first(random: Random) -> Callable[[Position], Move]:
    """The bot that chooses one of the stacks that can move, then one of its targets, each with equal chances."""

    def choice(position: Position) -> Move:
        options = list(moves(position))
        source = random.choice(sorted({move.source for move in options}))
        return random.choice([move for move in options if move.source == source])

    return choice


def dvonn(
    placement: str = "by hand", seed: int = 1, score: str = "win", notation: str = "letters"
) -> Game[Position, Move]:
    """DVONN, where stacks jump as far as they are high and the player who owns more pieces in the end wins.

    Placement. White begins. The 49 cells are filled one by one with 3 red DVONN pieces (placed by White, Black,
    White), then 23 white and 23 black pieces (Black, White, and so on). White places the last piece, and moves first.

    Movement. A stack belongs to the player whose colour is on top. A DVONN piece alone belongs to neither and is never
    moved. A stack of n pieces moves exactly n cells in a straight line, over anything, and must land on another stack,
    on top of which it is put. A stack with stacks on all six sides may not move (on the edge of the board it always
    may). After each move all stacks are lost from which no steps over neighbouring stacks lead to a DVONN piece. A
    player who cannot move must pass, and may move again later; passing is not allowed otherwise.

    The game ends when neither player can move. Each player then has all pieces in the player's own stacks; the
    greater number wins, equal numbers are a draw.

    Arguments: `placement="random"` deals all pieces from `seed` (a whole number of at least 0) instead of letting the
    players place them; `score="win"` pays 1, 0 or -1, `score="margin"` the difference of the pieces. `notation`: cells
    are named by "letters", as in the rulebook, or by "numbers", 0 to 48, as on Hoyte's board; both are understood.
    Positions: the 49 stacks as shown below, each below its cell's letter (or number): `w2` is a white stack of two
    pieces, `b3r` a black one of three with a DVONN piece inside, `r1r` a DVONN piece alone, `*` no stack; then points
    and stacks, with `<--- TURN` (`<--- TURN to place` before all pieces are on the board) at the player to move. `read`
    needs the stacks and whose turn it is, which may also be a last line `White to place` or `Black to move`. White is
    FIRST.
    Moves: two cells, `C1-D2` or `C1D2`, or their numbers, `2-12`; one cell, `C1` or `2`, for a placement; `pass`.
    Ratings, White's minus Black's: "heights", pieces in the player's stacks; "stacks"; "pegs_and_heights", their sum,
    the evaluation of Hoyte's engine; "mobility", the moves that the stacks could make; "connectedness", how near stacks
    are to the DVONN pieces; "weighed", the first plus twice each of the last two.
    Raises: ValueError for another `placement`, `score` or `notation`, or a seed that is no whole number of at least 0.
    Source: Kris Burm, *DVONN* (2001), the rulebook; the numbered board, the text and the evaluation after Hoyte.

    >>> game = dvonn(placement="random", seed=1)
    >>> print(game.show(game.play(game.start, game.parse(game.start, "F1-G2"))))
             A     B     C     D     E     F     G     H     I
    1        b1    b1    r1r   b1    b1    *     b1    b1    b1
          A     B     C     D     E     F     G     H     I     J
    2     w1    w1    w1    w1    b1    w1    w2r   b1    b1    b1
       A     B     C     D     E     F     G     H     I     J     K
    3  w1    w1    w1    w1    b1    b1    b1    w1    b1    b1    w1
          B     C     D     E     F     G     H     I     J     K
    4     b1    b1    w1    w1    w1    w1    b1    w1    w1    w1
             C     D     E     F     G     H     I     J     K
    5        b1    w1    b1    b1    b1    w1    r1r   w1    w1
    White: 24 points (23 stacks)
    Black: 23 points (23 stacks)  <--- TURN
    """
    one_of("placement", placement, "by hand", "random")
    at_least("seed", seed, 0)
    one_of("notation", notation, *NOTATIONS)
    spelling, other = NOTATIONS[notation]
    return Game(
        name="dvonn",
        start=dealt(seed) if placement == "random" else EMPTY_BOARD,
        mover=mover,
        moves=moves,
        play=play,
        payoffs=paid_by_lead(heights, score),
        players=PLAYERS,
        ratings=RATINGS,
        format=spelling,
        parse=reading(moves, spelling, format_compact, other),
        show=show if notation == "letters" else show_numbered,
        read=read,
        layout=LAYOUT if notation == "letters" else NUMBERED,
        stones=stones,
        touched=touched,
        canonical=canonical,
        parameters={"placement": placement, "seed": seed, "score": score, "notation": notation},
        in_points=score == "margin",
    )
