"""What is said where a search ends with an error: the rules and the bots may be anybody's."""

from __future__ import annotations

from .sitting import DRAW, HINT, OPPONENT, VALUES

NOTHING = {OPPONENT: "No move", HINT: "No hint", DRAW: "No answer to the draw", VALUES: "No values"}


def failure(about: str, name: str, error: BaseException) -> str:
    """What is said where a search ends with an error.

    >>> failure(HINT, "nim", KeyError("heap"))
    "No hint: the rules of nim raised KeyError: 'heap'"
    """
    who = f"the rules of {name} or the bot" if about == OPPONENT else f"the rules of {name}"
    return f"{NOTHING[about]}: {who} raised {type(error).__name__}: {error}"
