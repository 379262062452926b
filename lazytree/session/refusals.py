"""Why something that is asked for cannot be: what kind of refusal it is, and a sentence that says why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from lazytree.core.texts import shorten as shown

__all__ = ["Refused", "by_the_rules", "in_line", "shown"]

WRONG, NOT_YOURS, NOT_FOUND, TOO_LATE, TOO_LARGE, NOT_LEGAL, BUSY = 400, 403, 404, 409, 413, 422, 503
"""The kinds of refusals, by the numbers that HTTP has for them."""


class Refused(Exception):  # noqa: N818 - an answer, and no error of ours
    """Raised where what is asked for cannot be."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why

    def __reduce__(self) -> tuple[type[Refused], tuple[int, str]]:
        return Refused, (self.status, self.why)  # another process can raise it here


@contextmanager
def by_the_rules(name: str) -> Iterator[None]:
    """A context manager in which whatever the rules of a game raise is a refusal: their author is not known.

    >>> with by_the_rules("nim"):
    ...     {}["no such key"]
    Traceback (most recent call last):
    lazytree.session.refusals.Refused: the rules of nim cannot do this: KeyError: 'no such key'
    """
    try:
        yield
    except Refused:
        raise
    except MemoryError as error:
        raise Refused(TOO_LARGE, f"there is not enough memory for {name} of this size") from error
    except Exception as error:
        why = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        raise Refused(NOT_LEGAL, in_line(f"the rules of {name} cannot do this: {why}")) from error


def in_line(words: str, most: int = 400) -> str:
    """A text in one line, cut where it is long."""
    line = " ".join(words.split())
    return line if len(line) <= most else f"{line[:most]} …"
