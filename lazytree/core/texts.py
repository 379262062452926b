"""Texts of messages and lists: a thing cut short, the name that a misspelt one may mean, columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from math import ceil

LONGEST = 60  # characters of a thing that a message shows
TITLES = {"dvonn": "DVONN", "tic_tac_toe": "Tic-tac-toe"}  # that no rule makes of the name
SMALL_WORDS = ("a", "an", "and", "in", "of", "on", "the", "to")


def capitalize(text: str) -> str:
    """A text with a capital at its beginning; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def title_of(name: str) -> str:
    """The name of a game as people read it: that of a function without underscores, its words with capitals.

    >>> title_of("dice_of_doom"), title_of("dvonn"), title_of("subtract a square"), title_of("a-b")
    ('Dice of Doom', 'DVONN', 'Subtract a square', 'A-b')
    """
    if not name.isidentifier():
        return capitalize(name)
    words = [word if word in SMALL_WORDS else capitalize(word) for word in name.split("_")]
    return TITLES.get(name, capitalize(" ".join(words).strip()))


def shorten(thing: object) -> str:
    """A thing as a message shows it: its `repr`, cut where it is long.

    >>> shorten("x" * 70)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx ..."
    """
    try:
        text = " ".join(repr(thing).split())
    except Exception:
        text = f"a {type(thing).__name__}"
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()} ..."


def meant(name: object, known: Iterable[str]) -> str:
    """A question that names what a misspelt name may mean; empty where nothing is alike.

    >>> meant("konnane", ["nim", "konane"]), meant("chess", ["nim", "konane"])
    ('did you mean konane? ', '')
    """
    alike = get_close_matches(name, list(known), 1, 0.75) if isinstance(name, str) else []
    return f"did you mean {alike[0]}? " if alike else ""


def arrange_in_columns(texts: Sequence[str], width: int = 79, few: int = 20) -> str:
    """Texts below one another or, if they are more than `few`, in columns that are read downwards.

    >>> print(arrange_in_columns("abcdefg", width=9, few=3))
    a  d  g
    b  e
    c  f
    """
    wide = max(map(len, texts), default=0) + 2
    rows = len(texts) if len(texts) <= few else ceil(len(texts) / max(1, width // wide))
    return "\n".join("".join(f"{text:<{wide}}" for text in texts[row::rows]).rstrip() for row in range(rows))
