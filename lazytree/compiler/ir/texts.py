"""Texts as boards: of one length, with a character in each cell."""

from __future__ import annotations

from lazytree.core.errors import Refused

from .kinds import Fixed, Type, Vector
from .symbols import Symbol, symbols_of

OF_ONE = "a text is looked through for one character (`board.find('XX') >= 0` for more), and made of single characters"

OF_ONE_TEXT = (
    *("lower", "upper", "swapcase", "capitalize", "title", "strip", "lstrip", "rstrip"),
    *("islower", "isupper", "isdigit", "isalpha", "isalnum", "isspace", "startswith", "endswith", "count", "find"),
)
"""The methods of a text that is one of a few, which are read as a table."""


def as_text(kind: Type) -> Type:
    """A text that is one of a few, all equally long, as a board of its characters; any other type as it is."""
    if isinstance(kind, Fixed) and type(kind.value) is str:
        kind = symbols_of([kind.value])
    if not isinstance(kind, Symbol) or not all(type(value) is str for value in kind.values):
        return kind
    lengths = {len(value) for value in kind.values}
    if len(lengths) != 1 or lengths == {0}:
        return kind
    characters = symbols_of({character for value in kind.values for character in value})
    return Vector(lengths.pop(), characters.low, characters.high, characters, str)


def is_text(kind: Type) -> bool:
    """Whether a value is a text that is a board."""
    return isinstance(kind, Vector) and kind.form is str


def of_one_character(kind: Type) -> Type:
    """The type itself; Refused unless it is a text of one character."""
    if not isinstance(kind, Symbol) or not all(type(value) is str and len(value) == 1 for value in kind.values):
        raise Refused(OF_ONE)
    return kind
