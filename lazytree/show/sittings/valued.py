"""What is known of the value of each legal move, as data for a page: in words, and as a strength to colour cells by."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from lazytree.core.values import SURE, WIN, plies_to_end
from lazytree.show.tree_texts import number_text

GUESSED = 0.75  # the strength of the best value that is only an estimate
ALIKE = 0.02  # estimates that differ by less than this part of them are nearly of one colour
HUNDRED, THOUSAND, MILLION = 100, 10_000, 1_000_000


class MoveValue(NamedTuple):
    """What is known of the value of one legal move, seen by the player who makes it.

    >>> MoveValue("a1", 3, exact=False).value
    3
    """

    move: Any
    value: Any  # the greater, the better for the mover; beyond ±SURE the game is decided
    exact: bool = False  # whether looking deeper would find the same


def values_data(moves: Sequence[Any], values: Sequence[MoveValue]) -> list[dict[str, Any]]:
    """The values as a page shows them, in the order given; `move` is the number of the move in `moves`.

    `text` is the value in words, `short` what fits on a cell, `strength` from -1 to 1 how good the move is.

    >>> values_data(["a", "b", "c"], [MoveValue("b", 999_997, True), MoveValue("a", 4), MoveValue("c", 0, True)])[0]
    {'move': 1, 'text': 'win in 3', 'short': 'W3', 'strength': 1.0, 'exact': True}
    """
    guessed = [float(each.value) for each in values if abs(each.value) <= SURE] or [0.0]
    least, most = min(guessed), max(guessed)
    numbers = {move: number for number, move in enumerate(moves)}
    return [
        {
            "move": numbers[each.move],
            "text": words(each),
            "short": shortly(each),
            "strength": round(strength(each, least, most), 3),
            "exact": each.exact,
        }
        for each in values
        if each.move in numbers
    ]


def strength(of: MoveValue, least: float, most: float) -> float:
    """How good a value is, from -1 to 1; estimates, which lie between `least` and `most`, are compared to one another.

    >>> strength(MoveValue("a", 999_995, True), 2, 6), strength(MoveValue("b", 6), 2, 6)
    (1.0, 0.75)
    """
    if abs(of.value) > SURE:
        return 1.0 if of.value > 0 else -1.0
    if of.exact and of.value == 0:
        return 0.0
    between = most - least
    wide = max(between, ALIKE * max(abs(least), abs(most)), 1e-9)
    return GUESSED * (2 * (float(of.value) - least) - between) / wide


def words(of: MoveValue) -> str:
    """A value in words.

    >>> words(MoveValue("a", -999_996, True)), words(MoveValue("a", 0, True)), words(MoveValue("a", 7))
    ('loss in 4', 'draw', '+7')
    >>> words(MoveValue("a", 4_999_997, True))
    'win by 5 in 3'
    """
    plies = plies_to_end(of.value)
    if plies is not None:
        margin = round((abs(of.value) + plies) / WIN)
        by = f" by {margin}" if margin > 1 else ""
        return f"{'win' if of.value > 0 else 'loss'}{by} in {plies}"
    if of.exact and of.value == 0:
        return "draw"
    return signed(of.value, number_text(of.value))


def shortly(of: MoveValue) -> str:
    """A value in a few characters: W3, L4 and D are exact, numbers are estimates.

    >>> shortly(MoveValue("a", -999_996, True)), shortly(MoveValue("a", 0, True)), shortly(MoveValue("a", 123_456))
    ('L4', 'D', '+123k')
    >>> shortly(MoveValue("a", -1274.3)), shortly(MoveValue("a", 99.6)), shortly(MoveValue("a", 0.333))
    ('−1274', '+100', '+0.33')
    """
    plies = plies_to_end(of.value)
    if plies is not None:
        return f"{'W' if of.value > 0 else 'L'}{plies}"
    if of.exact and of.value == 0:
        return "D"
    size = abs(of.value)
    if size >= THOUSAND:
        text = f"{of.value / 1e6:.1f}M" if size >= MILLION else f"{of.value / 1e3:.0f}k"
    elif isinstance(of.value, int):
        text = str(of.value)
    else:
        text = f"{float(of.value):.0f}" if size >= HUNDRED else f"{float(f'{float(of.value):.2g}'):g}"
    return signed(of.value, text.replace("-", "−"))


def signed(value: int | float | Fraction, text: str) -> str:
    """A number's text with a plus, if it is more than 0.

    >>> signed(3, "3"), signed(0, "0")
    ('+3', '0')
    """
    return f"+{text}" if value > 0 else text
