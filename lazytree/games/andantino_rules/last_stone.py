"""Andantino with positions that name the last stone, and the rating of a published program that looks at it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NamedTuple

from lazytree.core.board import cell_named
from lazytree.core.game import FIRST, Game

from .lines_and_rings import cut_off, encloses, has_five, line_through, touches
from .position import NO_WINNER, PLAYERS, Board, Position

NO_STONE = -1
"""In place of the last stone's cell, before the first stone."""
HEADING = "last stone "
"""How the line begins that names the last stone."""


class LastStonePosition(NamedTuple):
    """The fields of `Position`, and the last stone: the rules and ratings of the plain game read it as it is."""

    black: int
    white: int
    black_rings: int
    white_rings: int
    mover: int
    winner: int
    last: int  # the cell of the last stone, or NO_STONE


def with_last_stone(game: Game[Any, int], board: Board) -> Game[LastStonePosition, int]:
    """The same game with positions that name the last stone, and one more rating, "last_stone"."""
    width, plain_play = board.width, game.play

    def play(position: LastStonePosition, cell: int) -> LastStonePosition:
        return named(plain_play(plain_of(position), cell), cell)

    def last_stone(position: LastStonePosition) -> int:
        if position.last == NO_STONE:
            return 0
        by_black, stone = position.mover != FIRST, 1 << position.last
        own, enemy = (position.black, position.white) if by_black else (position.white, position.black)
        rings = position.black_rings if by_black else position.white_rings
        worth = max(line_through(stone, own, 1), line_through(stone, own, width), line_through(stone, own, width + 1))
        if encloses(stone, rings, enemy, width):
            worth += 5
        if not touches(stone, own, width):
            worth -= 1
        return worth if by_black else -worth

    def name_of(position: LastStonePosition) -> str:
        return game.format(position, position.last)

    def show(position: LastStonePosition) -> str:
        rows, _, turn = game.show(position).rpartition("\n")
        return "\n".join([rows, turn] if position.last == NO_STONE else [rows, HEADING + name_of(position), turn])

    return replace(
        game,
        start=named(game.start, NO_STONE),
        play=play,
        ratings={**game.ratings, "last_stone": last_stone},
        show=show,
        read=lambda text: read(game, board, text),
        canonical=None,
        parameters={**game.parameters, "last_stone": True},
    )


def named(position: Position, last: int) -> LastStonePosition:
    """The position with this last stone."""
    black, white, black_rings, white_rings, mover, winner = position
    return LastStonePosition(black, white, black_rings, white_rings, mover, winner, last)


def plain_of(position: LastStonePosition) -> Position:
    """The position without its last stone."""
    black, white, black_rings, white_rings, mover, winner, _ = position
    return Position(black, white, black_rings, white_rings, mover, winner)


def read(game: Game[Position, int], board: Board, text: str) -> LastStonePosition:
    """The position that is written so: as in the plain game, with a line such as `last stone 10 J` if there are stones.

    Case and spaces do not matter. Raises ValueError where the text is no position, the last stone is not named, or it
    does not lead to the position.
    """
    lines = [(line, re.fullmatch(r"laststone(\w+)", "".join(line.split()).lower())) for line in text.splitlines()]
    stones = [said[1] for _, said in lines if said]
    position = game.read("\n".join(line for line, said in lines if not said))
    if len(stones) != (position.black | position.white != 0):
        raise ValueError("with last_stone=True a position with stones has one line such as `last stone 10 J`")
    if not stones:
        return named(position, NO_STONE)
    last = board.cells[cell_named(board.grid, stones[0])]
    earlier = before(board, position, last)
    over = has_five(earlier.black, board.width) or has_five(earlier.white, board.width)
    if over or game.play(earlier, last) != position:
        name = game.format(position, last)
        raise ValueError(f"{PLAYERS[1 - position.mover]} has not come here with {name}, which is called the last stone")
    return named(position, last)


def before(board: Board, position: Position, cell: int) -> Position:
    """The position without the stone there, with the other player to move."""
    black, white = (stones & ~(1 << cell) for stones in position[:2])
    black_rings, white_rings = (cut_off(own, board.inside, board.border, board.width) for own in (black, white))
    return Position(black, white, black_rings, white_rings, 1 - position.mover, NO_WINNER)
