"""What is written in a drawing of a tree: moves, values, and the words of a tooltip."""

from __future__ import annotations

from fractions import Fraction
from math import isinf
from typing import Any

from lazytree.core.game import CHANCE, Game
from lazytree.core.texts import shorten
from lazytree.core.values import end_of, plies_to_end
from lazytree.playing.announcing import seen_names
from lazytree.trees.read_so_far import label_so_far
from lazytree.trees.tree import Tree

from .known_values import Known

LONGEST = 14  # characters of a move or a label
HUNDRED, THOUSAND, MILLION = 100, 10_000, 1_000_000


def move_text(game: Game[Any, Any] | None, node: Tree[Any, Any], move: Any) -> str:
    """A move as it is written in a drawing: in the notation of the game, if there is one."""
    text = str(move) if game is None else game.format(node.key, move)
    if not isinstance(text, str):
        raise ValueError(f"{game.name if game else ''}: format must return a text, not {shorten(text)}")
    return shorten_text(text)


def shorten_text(text: str, longest: int = LONGEST) -> str:
    """A text in one line of at most `longest` characters.

    >>> shorten_text("a very long name of a move")
    'a very long n…'
    """
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…" if longest > 1 else "…"


def number_text(number: Any) -> str:
    """A number as it is written in a node; a value that decides the game says in how many plies it ends.

    >>> number_text(-3), number_text(0.123456), number_text(4321.5), number_text(999_997), number_text(-1_000_000)
    ('−3', '0.123', '4,322', 'win in 3', 'lost')
    """
    if isinstance(number, Fraction):
        number = float(number)
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    plies = plies_to_end(number)
    if plies is not None:
        won = number > 0
        return f"{'win' if won else 'loss'} in {plies}" if plies else "won" if won else "lost"
    if isinstance(number, float):
        return (f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.3g}").replace("-", "−")
    return str(number).replace("-", "−")


def short_text(number: Any) -> str:
    """A number as it is written on a cell, in five or six characters: W3 is a win in 3 plies, L3 a loss.

    >>> short_text(999_997), short_text(-999_996), short_text(0), short_text(0.333), short_text(-1274), short_text(9e4)
    ('W3', 'L4', '0', '+0.33', '−1274', '+90k')
    """
    plies, size = plies_to_end(number), abs(number)
    if plies is not None:
        return f"{'W' if number > 0 else 'L'}{plies}"
    if size >= THOUSAND:
        text = f"{float(number) / 1e6:.1f}M" if size >= MILLION else f"{float(number) / 1e3:.0f}k"
    elif isinstance(number, int):
        text = str(number)
    else:
        text = f"{float(number):.0f}" if size >= HUNDRED else f"{float(f'{float(number):.2g}'):g}"
    return signed_text(number, text.replace("-", "−"))


def signed_text(value: Any, text: str) -> str:
    """A number's text with a plus, if it is more than 0."""
    return f"+{text}" if value > 0 else text


def numbers_text(numbers: tuple[Any, ...]) -> str:
    """The values of more than two players; where they tell the end of the game, what it pays each.

    >>> numbers_text((1_999_997, 999_997, 0)), numbers_text((4, 2.5, -1))
    ('2 · 1 · 0 in 3', '4 · 2.5 · −1')
    """
    end = end_of(numbers) if all(number % 1 == 0 for number in numbers) else None  # no means of chance
    parts = " · ".join(map(number_text, end.payoffs if end else numbers))
    return f"{parts} in {end.plies}" if end and end.plies else parts


def value_text(known: Known) -> str:
    """What is known of a value: the value, a bound, or nothing.

    >>> value_text(Known(3, 3)), value_text(Known(3, float("inf"))), value_text(Known(-1, 2))
    ('3', '≥ 3', '−1 … 2')
    """
    if known.exact:
        return numbers_text(known.low) if isinstance(known.low, tuple) else number_text(known.low)
    if isinf(known.high):
        return "" if isinf(known.low) else f"≥ {number_text(known.low)}"
    return (
        f"≤ {number_text(known.high)}" if isinf(known.low) else f"{number_text(known.low)} … {number_text(known.high)}"
    )


def label_text(node: Tree[Any, Any]) -> str:
    """The label of a node that is not its value, if it has been read: an estimate, if it is a number, or a short text.

    >>> from lazytree import make_tree
    >>> tree = make_tree(lambda: 3)
    >>> label_text(tree), tree.label, label_text(tree)
    ('', 3, '≈ 3')
    """
    label = label_so_far(node)
    if isinstance(label, int | float | Fraction) and not isinstance(label, bool):
        return f"≈ {number_text(label)}"
    return shorten_text(label) if isinstance(label, str) else ""


def turn_text(game: Game[Any, Any] | None, mover: int) -> str:
    """Whose turn it is, in words."""
    if mover == CHANCE:
        return "Chance moves"
    named = game is not None and 0 <= mover < len(game.players)
    return f"{seen_names(game)[mover] if game and named else f'Player {mover}'} to move"


STATES = {
    "open": "not looked further",
    "folded": "branches not drawn",
    "leaf": "the tree is cut here",
    "over": "the game is over",
}


def title_of(game: Game[Any, Any] | None, mover: int, move: str, text: str, state: str) -> str:
    """A node in words: the move that leads to it, whose turn it is, what it is worth, what is below it.

    >>> title_of(None, 0, "a1", "≥ 3", "open")
    'a1: Player 0 to move; value ≥ 3; not looked further'
    """
    turn = "" if state == "over" else turn_text(game, mover)
    parts = [turn, text and f"value {text}", STATES.get(state, "")]
    return (f"{move}: " if move else "") + "; ".join(part for part in parts if part)


def stub_text(hidden: int, whole: bool) -> str:
    """What a stub says: how many branches are not drawn, or only that there may be some.

    >>> stub_text(119, True), stub_text(0, False), stub_text(2, False)
    ('… 119 more', '…', '… 2 or more')
    """
    if not hidden:
        return "…"
    return f"… {hidden} more" if whole else f"… {hidden} or more"
