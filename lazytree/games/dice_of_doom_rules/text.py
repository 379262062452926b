"""Positions and moves of Dice of Doom as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import isqrt

from pyrsistent import pvector

from lazytree.core.texts import arrange_in_columns

from ..support.turns import plain
from .position import FAILURE, NOTHING, PASS, PLAYERS, SUCCESS, Move, Position, dice_of, owner_of, stack_of

WORDS = {PASS: "pass", SUCCESS: "success", FAILURE: "failure"}


def in_one_line(stacks: Iterable[int]) -> str:
    """The board as a parameter: `a3,a3,b3,b1`."""
    return ",".join(f"{PLAYERS[owner_of(stack)]}{dice_of(stack)}" for stack in stacks)


def format_move(position: Position, move: Move) -> str:
    """`2->3`, `pass`, `success` or `failure`."""
    return WORDS.get(move) or f"{move.source}->{move.target}"


def book_move(position: Position, move: Move) -> str:
    """`2 -> 3` or `end turn`, as the book writes them."""
    return "end turn" if move == PASS else WORDS.get(move) or f"{move.source} -> {move.target}"


def choose(position: Position, moves: Iterable[Move]) -> str:
    """The book's question to a person: `choose your move:` and each move with its number from 1; many in columns."""
    listed = arrange_in_columns([f"{number}. {book_move(position, move)}" for number, move in enumerate(moves, 1)])
    return f"choose your move:\n{listed}\n"


def announce(payoffs: Sequence[float]) -> str:
    """The book's last sentence: who has won, or between whom the game is a tie.

    >>> announce((0, 1, 0)), announce((0.5, 0, 0.5))
    ('The winner is b', 'The game is a tie between (a c)')
    """
    winners = [PLAYERS[player] for player, payoff in enumerate(payoffs) if payoff == max(payoffs)]
    return f"The winner is {winners[0]}" if len(winners) == 1 else f"The game is a tie between ({' '.join(winners)})"


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

    Raises: ValueError where it does not fit these numbers.
    """
    line, _, rows = text.strip().partition("\n") if "=" in text else ("current player = a", "", text)
    said = re.fullmatch(r"currentplayer=([a-d])(,attacked)?(?:,captured(\d+))?(?:,rolling(\d+)->(\d+))?", plain(line))
    if not said or said[1] not in PLAYERS[:players]:
        raise ValueError(f"the first line is like 'current player = a, attacked, captured 2', not {line!r}")
    rolling = NOTHING if said[4] is None else int(said[4]) * size * size + int(said[5])
    stacks = read_stacks(size, players, max_dice, rows)
    return Position(pvector(stacks), PLAYERS.index(said[1]), int(said[3] or 0), bool(said[2]), rolling)


def read_stacks(size: int, players: int, max_dice: int, text: str) -> list[int]:
    """The stacks of a board in one line or in rows.

    Raises: ValueError where they are too many or too few, or one has no such owner or number of dice.
    """
    if not isinstance(text, str):
        raise ValueError(f"a board is one text such as 'a3,a3,b3,b1', not {text!r}")
    words = re.findall(r"[^\s,]+", text)
    if len(words) != size * size:
        raise ValueError(f"a board of size {size} is {size * size} hexes such as a3 or b1, not {len(words)}: {text!r}")
    return [read_stack(word, players, max_dice) for word in words]


def read_stack(word: str, players: int, max_dice: int) -> int:
    """The stack written `a3` or `a-3`; ValueError if it has no such owner or number of dice."""
    found = re.fullmatch("([a-d])-?([0-9]+)", word.lower())
    if not found or found[1] not in PLAYERS[:players] or not 1 <= int(found[2]) <= max_dice:
        owners = ", ".join(PLAYERS[:players])
        raise ValueError(f"{word!r} is no hex: write its owner ({owners}) and its dice (1 to {max_dice}), as in a1")
    return stack_of(PLAYERS.index(found[1]), int(found[2]))
