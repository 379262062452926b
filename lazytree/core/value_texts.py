"""Values and payoffs in words, for people: who wins and when, chances to win in percent, points as points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from lazytree.core.values import SURE, WIN, end_of, plies_to_end

if TYPE_CHECKING:
    from lazytree.core.game import Game

PLAYERS = "the first player", "the second player"
LONGEST = 12  # characters of a fraction that is written out
MEANS = WIN - SURE  # ratings of a game with chance are nearer to 0: from here on a value is a mean of ends


def worth_text(value: Any, game: Game[Any, Any] | None = None, whole: bool = False) -> str:
    """What a search has found, in words: how the game ends, or else the value, seen by the first player.

    `whole`: whether looking deeper would find the same.

    >>> worth_text(999_997), worth_text(-1_999_991), worth_text(4), worth_text(0, whole=True), worth_text(0)
    ('the first player wins in 3 plies', 'the second player wins by 2 in 9 plies', 'value 4', 'a draw', 'value 0')
    >>> worth_text((1_999_997, 999_997, 0)), worth_text(Fraction(218_453, 65_536))
    ('2 : 1 : 0 in 3 plies', 'value 3.333')
    """
    chance = game is not None and game.odds is not None
    if isinstance(value, tuple):
        end = None if chance else end_of(value)
        if end is None:
            return f"values {' : '.join(number_text(part, exact=False) for part in value)}"
        return " : ".join(map(number_text, end.payoffs)) + ("" if end.plies is None else in_so_many(end.plies))
    plies = None if isinstance(value, Fraction) else plies_to_end(value)
    if plies is not None and not (chance and plies > 100):
        margin = (abs(value) + plies) / WIN
        return f"{won_by(value > 0, margin, game)}{in_so_many(plies)}"
    if chance and abs(value) >= MEANS:
        return expected_text(value / WIN, game, exact=False)
    if whole and not chance:
        return payoff_text(0, game) if value == 0 else payoff_text(value / WIN, game)
    return f"value {number_text(value, exact=False)}"


def payoff_text(payoff: Any, game: Game[Any, Any] | None = None) -> str:
    """What an end pays, in words; with more than two players a payoff for each. Where chance moves it is a mean.

    >>> payoff_text(1), payoff_text(-5), payoff_text(0), payoff_text((2, 1, 0)), payoff_text(Fraction(10, 3))
    ('the first player wins', 'the second player wins by 5', 'a draw', '2 : 1 : 0', '10/3')
    """
    if isinstance(payoff, tuple):
        return " : ".join(map(number_text, payoff))
    if game is not None and game.odds is not None:
        return expected_text(payoff, game)
    if isinstance(payoff, int) or payoff == int(payoff):
        return won_by(payoff > 0, abs(int(payoff)), game) if payoff else "a draw"
    return number_text(payoff)


def expected_text(payoff: Any, game: Game[Any, Any] | None = None, exact: bool = True, points: bool = False) -> str:
    """What a player is paid on average, in words: a chance to win, of which a draw counts half, or points.

    `exact`: whether the number is exact; `points`: whether an end is known to pay more than 1. A mean above 1, and one
    of a game that is counted in points, is in points, too.

    >>> expected_text(Fraction(1, 3)), expected_text(Fraction(10, 3)), expected_text(0.14, exact=False)
    ('1/3, 66.7% to win for the first player', '10/3 points for the first player', '57% to win for the first player')
    """
    name = players_of(game)[0]
    if points or abs(payoff) > 1 or (game is not None and game.in_points):
        return f"{number_text(payoff, exact)} points for {name}"
    number = f"{number_text(payoff)}, " if exact else ""
    return f"{number}{percent_text(float(payoff))} to win for {name}"


def percent_text(payoff: float) -> str:
    """The chance to win that a mean of wins, draws and losses says, in percent.

    >>> percent_text(1.0), percent_text(0.836844), percent_text(-0.99999), percent_text(0)
    ('100%', '91.8%', '<0.1%', '50%')
    """
    percent = 50 * (1 + payoff)
    if 0 < percent < 0.1:
        return "<0.1%"
    return ">99.9%" if 99.9 < percent < 100 else f"{percent:.1f}".removesuffix(".0") + "%"


def won_by(first: bool, margin: float, game: Game[Any, Any] | None = None) -> str:
    """Who of two has won, and by how many points if they are not 1."""
    by = "" if margin == 1 else f" by {number_text(margin)}"
    return f"{players_of(game)[0 if first else 1]} wins{by}"


def players_of(game: Game[Any, Any] | None) -> Sequence[str]:
    """The names of the players."""
    return PLAYERS if game is None or len(game.players) < 2 else game.players


def in_so_many(plies: int) -> str:
    """In how many plies a game ends, in words; empty if it has ended."""
    return f" in {plies} {'ply' if plies == 1 else 'plies'}" if plies else ""


def number_text(number: Any, exact: bool = True) -> str:
    """A number: a fraction that is exact and short as such, others with four digits.

    >>> number_text(Fraction(10, 3)), number_text(Fraction(10, 3), exact=False), number_text(2.0), number_text(-1234567)
    ('10/3', '3.333', '2', '-1,234,567')
    """
    if isinstance(number, Fraction) and number.denominator > 1 and exact and len(str(number)) <= LONGEST:
        return str(number)
    if number == int(number):
        return f"{int(number):,}"
    size = float(number)
    return f"{size:,.0f}" if abs(size) >= 10_000 else f"{size:.4g}"
