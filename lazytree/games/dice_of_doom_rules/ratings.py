"""What the players of Dice of Doom have on a board: counts, from which come ratings, standings and payoffs."""

from __future__ import annotations

from collections.abc import Callable

from pyrsistent import PVector

from lazytree.core.game import FIRST, SECOND, Rating, Standing

from .board import Position, dice_of, owner_of

Board = PVector[int]
Count = Callable[[Board, int], int]  # what a player has on a board


def hexes_of(board: Board, player: int) -> int:
    """How many hexes a player holds."""
    return sum(1 for stack in board if owner_of(stack) == player)


def all_dice_of(board: Board, player: int) -> int:
    """How many dice a player has."""
    return sum(dice_of(stack) for stack in board if owner_of(stack) == player)


def score_board(neighbours: tuple[tuple[int, ...], ...]) -> Count:
    """The book's score: 2 for an own hex, 1 if an enemy with more dice stands beside it, -1 for an enemy hex."""

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


def margin(count: Count) -> Rating[Position]:
    """FIRST's minus SECOND's."""

    def rating(position: Position) -> int:
        return count(position.board, FIRST) - count(position.board, SECOND)

    return rating


def each(count: Count, players: int) -> Standing[Position]:
    """Every player's."""

    def standing(position: Position) -> tuple[int, ...]:
        return tuple(count(position.board, player) for player in range(players))

    return standing


def won_or_lost(position: Position) -> tuple[int, int]:
    """The payoffs of two players: 1 to the one who holds more hexes, -1 to the other, 0 for a tie."""
    lead = hexes_of(position.board, FIRST) - hexes_of(position.board, SECOND)
    return (lead > 0) - (lead < 0), (lead < 0) - (lead > 0)


def shares(players: int) -> Callable[[Position], tuple[float, ...]]:
    """The payoffs of more players: those who hold most hexes share 1, the others get 0."""

    def payoffs(position: Position) -> tuple[float, ...]:
        held = [hexes_of(position.board, player) for player in range(players)]
        winners = held.count(max(held))
        share = 1 / winners if winners > 1 else 1
        return tuple(share if hexes == max(held) else 0 for hexes in held)

    return payoffs
