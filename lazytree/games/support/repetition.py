"""Games of stones in which a board that comes back is a draw: their positions remember the boards before them.

Stones that have been taken never return, so no board from before a capture can come back: those are forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree.core.game import Game, Rating
from lazytree.core.layout import Stone

from .moves import Move
from .stones import Position
from .turns import mover

SINCE = "since the last capture:"


class Remembering(NamedTuple):
    """The stones of both players, whose turn it is, and the boards that there have been since the last capture."""

    first: int
    second: int
    mover: int
    earlier: PVector[int]  # the boards before this one, oldest first, each the stones of both as one int


def stones_of(position: Remembering) -> Position:
    """The position without its memory."""
    return Position(position.first, position.second, position.mover)


def drawn_by_repetition(game: Game[Position, Move], names: Sequence[str]) -> Game[Remembering, Move]:
    """The variant of a game in which the game is drawn when a board comes back, with any player to move.

    In `game` the players take turns, each moves one stone from cell to cell, and stones are only ever taken away.
    `names` are the names of its cells. In the text of a position, a last line `since the last capture: b1-d3 a2-c2`
    says which moves led from board to board; there is none right after a capture and at the start.
    """
    cells = len(names)

    def board(position: Remembering) -> int:
        return position.first << cells | position.second

    def is_back(position: Remembering) -> bool:
        return board(position) in position.earlier

    def moves(position: Remembering) -> Iterator[Move]:
        if not is_back(position):
            yield from game.moves(stones_of(position))

    def play(position: Remembering, move: Move) -> Remembering:
        first, second, mover = game.play(stones_of(position), move)
        captured = (first | second).bit_count() < (position.first | position.second).bit_count()
        earlier = pvector() if captured else position.earlier.append(board(position))
        return Remembering(first, second, mover, earlier)

    def payoffs(position: Remembering) -> tuple[float, ...]:
        return (0, 0) if is_back(position) else game.payoffs(stones_of(position))

    def of_stones(rating: Rating[Position]) -> Rating[Remembering]:
        return lambda position: rating(stones_of(position))

    def format_move(position: Remembering, move: Move) -> str:
        return game.format(stones_of(position), move)

    def step(before: int, after: int) -> str:
        """The move that made one board of another."""
        source, target = before & ~after, after & ~before
        return "-".join(names[(stone.bit_length() - 1) % cells] for stone in (source, target))

    def show(position: Remembering) -> str:
        boards = [*position.earlier, board(position)]
        steps = [step(before, after) for before, after in pairwise(boards)]
        return "\n".join([game.show(stones_of(position)), *([" ".join([SINCE, *steps])] if steps else [])])

    def read(text: str) -> Remembering:
        *lines, last = text.strip().split("\n")
        told = last.strip().lower().startswith(SINCE)
        stones = game.read("\n".join(lines) if told else text)
        steps = last.lower().replace(SINCE, "").split() if told else []
        position = Remembering(*taken_back(stones, steps, names), pvector())
        for written in steps:
            legal = {game.format(stones_of(position), move): move for move in moves(position)}
            if written not in legal:
                raise ValueError(f"{written} cannot have been played since the last capture: it was not legal")
            position = play(position, legal[written])
        return position

    def stones(position: Remembering) -> Iterable[Stone]:
        return game.stones(stones_of(position))

    def touched(position: Remembering, move: Move) -> Iterable[int]:
        return game.touched(stones_of(position), move)

    return Game(
        name=game.name,
        start=Remembering(*game.start, pvector()),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=game.players,
        ratings={name: of_stones(rating) for name, rating in game.ratings.items()},
        format=format_move,
        show=show,
        read=read,
        layout=game.layout,
        stones=stones,
        touched=touched,
        parameters=game.parameters,
    )


def taken_back(position: Position, steps: Sequence[str], names: Sequence[str]) -> Position:
    """The position from which these moves without captures, each written as `b1-d3`, led to this one.

    Raises: ValueError where a stone is not where its move has ended, or where it came from is not empty.

    >>> taken_back(Position(first=0b001, second=0b010, mover=1), ["c1-a1"], ["a1", "b1", "c1"])
    Position(first=4, second=2, mover=0)
    """
    stones, mover = [position.first, position.second], position.mover
    for written in reversed(steps):
        source, _, target = written.partition("-")
        mover = 1 - mover
        if source not in names or target not in names:
            raise ValueError(f"{written!r} is not a move such as {names[0]}-{names[-1]}")
        left, reached = 1 << names.index(source), 1 << names.index(target)
        if not stones[mover] & reached or (stones[0] | stones[1]) & left:
            raise ValueError(
                f"{written} cannot have been played since the last capture: it does not lead to this board"
            )
        stones[mover] ^= left | reached
    return Position(stones[0], stones[1], mover)
