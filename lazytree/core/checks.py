"""What the rules answer, checked: an answer that breaks a law is an error that names the game and the law."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lazytree.core.laws import NO_ODDS, moves_error, opposed_payoffs_error, payoffs_error, raise_if_broken, weight_error
from lazytree.core.texts import shorten

if TYPE_CHECKING:
    from lazytree.core.game import Game


def moves_of(game: Game[Any, Any], position: Any) -> list[Any]:
    """The legal moves of a position in a list. Raises ValueError where `moves` returns None.

    >>> from lazytree.games import nim
    >>> moves_of(nim(heaps=(0, 1)), nim(heaps=(0, 1)).start)
    [Take(heap=1, pieces=1)]
    """
    moves = game.moves(position)
    if moves is None:
        raise_if_broken(game, f"{moves_error(moves)}; at {shorten(position)}")
    return list(moves)


def require_odds(game: Game[Any, Any], position: Any) -> None:
    """Raises ValueError if the game has no odds; called where the mover is CHANCE."""
    if game.odds is None:
        raise ValueError(f"{game.name}: {NO_ODDS}; at {shorten(position)}")


def require_weight(weight: int, move: object) -> int:
    """The odds of a move of a tree made by hand. Raises ValueError unless they are an int above 0."""
    if law := weight_error(weight):
        raise ValueError(f"{law}, of the move {shorten(move)}")
    return weight


def weight_of(game: Game[Any, Any], position: Any, move: Any) -> int:
    """The odds of a move of chance. Raises ValueError unless they are an int above 0, or where the game has no odds.

    >>> from dataclasses import replace
    >>> from lazytree.games import nim
    >>> weight_of(replace(nim(), odds=lambda position, move: 0), "here", "a-1")
    Traceback (most recent call last):
    ValueError: nim: odds must be ints above 0, not 0, at 'here'
    """
    require_odds(game, position)
    weight: int = game.odds(position, move)  # type: ignore[misc]  # it has, as that line makes sure
    if not isinstance(weight, int) or weight < 1:
        raise_if_broken(game, f"{weight_error(weight)}, at {shorten(position)}")
    return weight


def payoffs_of(game: Game[Any, Any], position: Any) -> tuple[float, ...]:
    """The payoffs where a game is over. Raises ValueError unless there is one number for each player.

    >>> from lazytree.games import nim
    >>> payoffs_of(nim(heaps=()), nim(heaps=()).start)
    (-1, 1)
    """
    payoffs = game.payoffs(position)
    if type(payoffs) is not tuple or len(payoffs) != len(game.players) or not isinstance(payoffs[0], int | float):
        raise_if_broken(game, payoffs_error(game, payoffs))
    return payoffs


def opposed_payoffs(game: Game[Any, Any], position: Any) -> tuple[float, ...]:
    """The payoffs where a game is over, of two players a number and its negation. Raises ValueError if they are not.

    >>> from dataclasses import replace
    >>> from lazytree.games import nim
    >>> opposed_payoffs(replace(nim(), payoffs=lambda position: (1, 1)), "here")
    Traceback (most recent call last):
    ValueError: nim: the payoffs of two players must be a number and its negation, not (1, 1); at 'here'
    """
    payoffs = payoffs_of(game, position)
    if broken := opposed_payoffs_error(payoffs):
        raise_if_broken(game, f"{broken}; at {shorten(position)}")
    return payoffs
