"""How a game has ended, and who moves, in words."""

from __future__ import annotations

from typing import Any

from lazytree.core.game import CHANCE, Game, P, is_over


def format_turn(game: Game[P, Any], position: P) -> str:
    """Who moves in a position, or how the game has ended there.

    >>> from lazytree.games import tic_tac_toe
    >>> game = tic_tac_toe()
    >>> format_turn(game, game.start), format_turn(game, game.read("XXX / OO. / ..."))
    ('X to move', 'X wins')
    """
    if is_over(game, position):
        return format_payoffs(game, game.payoffs(position))
    mover = game.mover(position)
    return "chance moves" if mover == CHANCE else f"{game.players[mover]} to move"


def format_payoffs(game: Game[Any, Any], payoffs: tuple[float, ...]) -> str:
    """How a game has ended, from its payoffs: in the game's own words if it has any, else as `format_result` says it.

    >>> from lazytree.games import dice_of_doom
    >>> format_payoffs(dice_of_doom(), (-1, 1)), format_payoffs(dice_of_doom(), (0, 0))
    ('The winner is b', 'The game is a tie between (a b)')
    """
    return format_result(game, payoffs) if game.announce is None else game.announce(payoffs)


def format_result(game: Game[Any, Any], payoffs: tuple[float, ...]) -> str:
    """The result of a game in one line, from its payoffs.

    >>> from lazytree.games import tic_tac_toe
    >>> format_result(tic_tac_toe(), (-1, 1)), format_result(tic_tac_toe(), (0, 0))
    ('O wins', 'a draw')
    """
    top = max(payoffs)
    if all(payoff == top for payoff in payoffs):
        return "a draw"
    winners = [name for name, payoff in zip(game.players, payoffs) if payoff == top]
    margin = f" by {top:g}" if len(payoffs) == 2 and abs(top) > 1 else ""
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'share the win'}{margin}"
