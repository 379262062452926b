"""What a position of chess remembers: the moves that led to it, as far back as it can have occurred before."""

from __future__ import annotations

from collections.abc import Sequence

from pyrsistent import pvector

from .position import Move, Position

SINCE = " since "
"""What stands before these moves in the text of a position: `w KQkq - 4 since g1f3 g8f6 f3g1 f6g8`."""


def with_trail(position: Position, move: Move, after: Position, is_passable: bool) -> Position:
    """The position after a move, with the moves that led to it.

    None of those before a capture, a pawn's move, the loss of a right to castle or, if `is_passable`, of that to take a
    pawn in passing: what stood on the board before cannot come back.
    """
    if after.pawns != position.pawns or after.own != position.enemy or after.castling != position.castling:
        return after
    if is_passable:
        return after
    return after._replace(trail=position.trail.append(64 * (move.source & 63) + (move.target & 63)))


def before(position: Position, step: int) -> Position:
    """The pieces before a move of the trail, with the player to move who made it."""
    source, target = 1 << step // 64, 1 << step % 64
    both = source | target
    return position._replace(
        own=position.enemy ^ both,
        enemy=position.own,
        knights=position.knights ^ (both if position.knights & target else 0),
        diagonals=position.diagonals ^ (both if position.diagonals & target else 0),
        straights=position.straights ^ (both if position.straights & target else 0),
        kings=position.kings ^ (both if position.kings & target else 0),
    )


def times_met(position: Position) -> int:
    """How often this position has occurred, this time included: the moves of its trail are taken back to see it."""
    times, earlier = 1, position
    for step in reversed(position.trail):
        earlier = before(earlier, step)
        if earlier[:7] == position[:7]:  # not with the other player to move: the player's own pieces are among these
            times += 1
    return times


def written_trail(position: Position, names: Sequence[str]) -> str:
    """The trail as text, empty where nothing is remembered."""
    steps = " ".join(names[step // 64] + names[step % 64] for step in position.trail)
    return f"{SINCE}{steps}" if steps else ""


def read_trail(position: Position, names: Sequence[str], text: str) -> Position:
    """The position with the trail in a text. Raises: ValueError where its pieces cannot have come by these moves."""
    earlier, trail = position, list[int]()
    for step in reversed(text.split()):
        source, target = ((names.index(name) if name in names else -1) for name in (step[:2], step[2:]))
        taken = earlier.own | earlier.enemy
        if min(source, target) < 0 or taken >> source & 1 or not (earlier.enemy & ~earlier.pawns) >> target & 1:
            raise ValueError(f"no piece can have come by {step} to where it stands")
        trail.append(64 * source + target)
        earlier = before(earlier, trail[-1])
    return position._replace(trail=pvector(reversed(trail)))
