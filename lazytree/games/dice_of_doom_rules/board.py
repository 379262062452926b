"""Positions of Dice of Doom: stacks of dice on a parallelogram of hexes, dealt, written, read and drawn."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isqrt
from random import Random
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree.core.board import Grid, hexes
from lazytree.core.game import Cell, Picture

PLAYERS = ("a", "b", "c", "d")
MOST_PLAYERS = len(PLAYERS)
MOST_DICE = 31  # on one hex, so that its stack fits into a byte
BOOK_ORDER = ((-1, 0), (1, 0), (-1, -1), (0, -1), (0, 1), (1, 1))  # up, down, up-left, left, right, down-right
NOTHING = -1


class Position(NamedTuple):
    board: PVector[int]  # for each hex its dice and whose they are: `stack_of(owner, dice)`
    player: int  # whose turn it is
    captured: int  # dice captured in this turn, where they bring reinforcement
    attacked: bool  # in this turn, so that passing is legal
    rolling: int  # source * hexes + target of the attack for which the dice are rolling, or NOTHING


class Move(NamedTuple):
    source: int
    target: int


PASS = Move(-1, -1)
SUCCESS, FAILURE = Move(-2, -2), Move(-3, -3)  # what chance makes of an attack
WORDS = {PASS: "pass", SUCCESS: "success", FAILURE: "failure"}


def stack_of(owner: int, dice: int) -> int:
    """The dice on one hex and whose they are, as one small int."""
    return dice * MOST_PLAYERS + owner


def owner_of(stack: int) -> int:
    """Whose dice these are."""
    return stack % MOST_PLAYERS


def dice_of(stack: int) -> int:
    """How many dice these are."""
    return stack // MOST_PLAYERS


def parallelogram(size: int) -> Grid:
    """The size × size hexes, named by their numbers, row by row from 0; neighbours in the book's order."""
    cells = [(row, column) for row in range(size) for column in range(size)]
    return hexes(cells, lambda row, column: str(row * size + column), BOOK_ORDER)


def dealt(size: int, players: int, max_dice: int, seed: int) -> list[int]:
    """A random owner and 1 to `max_dice` dice for each hex; ValueError: the seed is not a whole number."""
    if not isinstance(seed, int):
        raise ValueError(f"seed must be a whole number, not {seed!r}")
    random = Random(seed)
    return [stack_of(random.randrange(players), random.randint(1, max_dice)) for _ in range(size * size)]


def in_one_line(stacks: Iterable[int]) -> str:
    """The board as a parameter: `a3,a3,b3,b1`."""
    return ",".join(f"{PLAYERS[owner_of(stack)]}{dice_of(stack)}" for stack in stacks)


def format_move(position: Position, move: Move) -> str:
    return WORDS.get(move) or f"{move.source}->{move.target}"


def show_turn(position: Position) -> str:
    """The line above the board: `current player = a`, and what has happened in this turn."""
    _, player, captured, attacked, rolling = position
    hexes = len(position.board)
    more = [
        ", attacked" if attacked else "",
        f", captured {captured}" if captured else "",
        f", rolling {rolling // hexes}->{rolling % hexes}" if rolling != NOTHING else "",
    ]
    return f"current player = {PLAYERS[player]}{''.join(more)}"


def show(position: Position) -> str:
    """The board as the book draws it, each row a little further left than the one above."""
    stacks = [f"{PLAYERS[owner_of(stack)]}-{dice_of(stack)}" for stack in position.board]
    size = isqrt(len(stacks))
    rows = ["  " * (size - row) + " ".join(stacks[size * row : size * (row + 1)]) for row in range(size)]
    return "\n".join([show_turn(position), *rows])


def read_position(size: int, players: int, max_dice: int, text: str) -> Position:
    """The position that `show` writes so; without the line above the board, player a begins a turn.

    ValueError: it does not fit these numbers.
    """
    line, _, rows = text.strip().partition("\n") if "=" in text else ("current player = a", "", text)
    said = re.fullmatch(
        r"current player = ([a-d])(, attacked)?(?:, captured (\d+))?(?:, rolling (\d+)->(\d+))?", line.strip().lower()
    )
    if not said or said[1] not in PLAYERS[:players]:
        raise ValueError(f"the first line is like 'current player = a, attacked, captured 2', not {line!r}")
    rolling = NOTHING if said[4] is None else int(said[4]) * size * size + int(said[5])
    stacks = read_stacks(size, players, max_dice, rows)
    return Position(pvector(stacks), PLAYERS.index(said[1]), int(said[3] or 0), bool(said[2]), rolling)


def read_stacks(size: int, players: int, max_dice: int, text: str) -> list[int]:
    """The stacks of a board in one line or in rows.

    ValueError: too many or too few of them, or one of no player or of no such number of dice.
    """
    if not isinstance(text, str):
        raise ValueError(f"a board is one text such as 'a3,a3,b3,b1', not {text!r}")
    words = re.findall(r"[^\s,]+", text)
    if len(words) != size * size:
        raise ValueError(f"a board of size {size} is {size * size} hexes such as a3 or b1, not {len(words)}: {text!r}")
    return [read_stack(word, players, max_dice) for word in words]


def read_stack(word: str, players: int, max_dice: int) -> int:
    """The stack written `a3` or `a-3`."""
    found = re.fullmatch("([a-d])-?([0-9]+)", word.lower())
    if not found or found[1] not in PLAYERS[:players] or not 1 <= int(found[2]) <= max_dice:
        owners = ", ".join(PLAYERS[:players])
        raise ValueError(f"{word!r} is no hex: write its owner ({owners}) and its dice (1 to {max_dice}), as in a1")
    return stack_of(PLAYERS.index(found[1]), int(found[2]))


def picture_on(grid: Grid, position: Position) -> Picture:
    """The board as data that can be drawn, each stack as high as it has dice."""
    cells = (
        Cell(name, x, y, grid.shape, owner_of(stack), dice_of(stack), str(dice_of(stack)))
        for name, (x, y), stack in zip(grid.names, grid.places, position.board)
    )
    return Picture(tuple(cells), show_turn(position))
