"""What a request cannot have: the status of the answer, and a sentence that says why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from lazytree.core.mistakes import in_words

WRONG, NOT_YOURS, NOT_FOUND, TOO_LATE, TOO_LARGE, NOT_LEGAL, BUSY = 400, 403, 404, 409, 413, 422, 503


class Refused(Exception):  # noqa: N818 - an answer, and no error of ours
    """Raised where a request cannot have what it asks for."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status, self.why = status, why


@contextmanager
def by_the_rules(name: str) -> Iterator[None]:
    """A context manager in which whatever the rules of a game raise refuses the request: they may be anybody's.

    >>> with by_the_rules("nim"):
    ...     {}["no such key"]
    Traceback (most recent call last):
    lazytree.web.mistakes.Refused: the rules of nim cannot do this: KeyError: 'no such key'
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


def shown(thing: object) -> str:
    """A thing that a request has sent, as a message shows it."""
    return in_words(thing)
