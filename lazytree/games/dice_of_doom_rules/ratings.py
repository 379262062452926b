"""What each player of Dice of Doom has on a board, and the ratings, standings and payoffs made of that."""

from __future__ import annotations

from collections.abc import Callable

from pyrsistent import PVector

from lazytree.core.game import FIRST, SECOND, Standing
from lazytree.core.rules import Shares

from .position import Position, dice_of, owner_of

Board = PVector[int]
WHOLE = 12  # can be shared by 2, 3 or 4
Count = Callable[[Board, int], int]  # what a player has on a board


def hexes_of(board: Board, player: int) -> int:
    """How many hexes a player holds."""
    return sum(1 for stack in board if owner_of(stack) == player)


def all_dice_of(board: Board, player: int) -> int:
    """How many dice a player has."""
    return sum(dice_of(stack) for stack in board if owner_of(stack) == player)


def score_board(neighbours: tuple[tuple[int, ...], ...]) -> Count:
    """The book's score: 2 for an own hex, but 1 if an enemy with more dice is beside it, and -1 for an enemy hex."""

    def threatened(board: Board, cell: int) -> bool:
        owner, dice = owner_of(board[cell]), dice_of(board[cell])
        return any(owner_of(board[near]) != owner and dice_of(board[near]) > dice for near in neighbours[cell])

    def score_of(board: Board, player: int) -> int:
        score = 0
        for cell, stack in enumerate(board):
            if owner_of(stack) != player:
                score -= 1
            else:
                score += 1 if threatened(board, cell) else 2
        return score

    return score_of


def lead(count: Count) -> Callable[[Position], int]:
    """The rating that is FIRST's count minus SECOND's."""

    def rating(position: Position) -> int:
        return count(position.board, FIRST) - count(position.board, SECOND)

    return rating


def each(count: Count, players: int) -> Standing[Position]:
    """The standing that is each player's count."""

    def standing(position: Position) -> tuple[int, ...]:
        return tuple(count(position.board, player) for player in range(players))

    return standing


def shares(players: int) -> Shares[Position]:
    """The book's rating of a board, for each player: those who hold most hexes share 1 equally, the others get 0.

    These are the payoffs of more than two players.
    """

    def parts(position: Position) -> tuple[int, ...]:
        board = position.board
        most = max(hexes_of(board, player) for player in range(players))
        winners = sum(1 for player in range(players) if hexes_of(board, player) == most)
        return tuple(WHOLE // winners if hexes_of(board, player) == most else 0 for player in range(players))

    return Shares(parts, WHOLE)


def share_of_each(players: int) -> Standing[Position]:
    """The standing that is each player's share of 1, as `shares` has it, in floats."""
    parts = shares(players).parts

    def standing(position: Position) -> tuple[float, ...]:
        return tuple(part / WHOLE for part in parts(position))

    return standing


def winners(position: Position) -> float:
    """FIRST's share of two players: 1 with more hexes than SECOND, 0.5 with as many, 0 with fewer."""
    ahead = hexes_of(position.board, FIRST) - hexes_of(position.board, SECOND)
    return 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
