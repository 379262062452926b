"""Acts that change no game: those that let somebody think, and those that show more of a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lazytree.show.sittings.exploration import drawn_of
from lazytree.show.sittings.sitting import (
    DRAW,
    HINT,
    NOBODY,
    Sitting,
    folded,
    looked_at,
    looking,
    not_looking,
    unfolded,
)

from .acting import Asked, at_the_place
from .kept import Kept, is_alone, mover_of, people
from .mistakes import NOT_YOURS, TOO_LATE, WRONG, Refused, shown
from .seats import PERSON, Hands

WATCHES = "this browser watches: open the link of a seat to play"


def thought_about(kept: Kept, hands: Hands, asked: Asked) -> str | None:
    """What somebody is to think about: HINT, DRAW; NOBODY: the thinking is to end. None for every other act.

    Raises Refused where it cannot be asked for.
    """
    act = asked.get("do")
    offers_to_bot = act == "draw" and len(kept.seats) == 2 and len(people(kept.seats)) == 1
    if act not in ("hint", "move now") and not offers_to_bot:
        return None
    if not hands.players and not (hands.owner and act == "move now"):
        raise Refused(NOT_YOURS, WATCHES)
    at_the_place(kept, asked.get("at"))
    mover = mover_of(kept)
    if act == "move now":
        return NOBODY
    if mover is None:
        raise Refused(TOO_LATE, "the game is over already")
    if act == "hint" and kept.seats[mover].who != PERSON:
        raise Refused(TOO_LATE, "hints are for a person who is to move")
    if mover not in hands.players:
        raise Refused(NOT_YOURS, f"{act} can be asked for by the player to move")
    if act == "hint" and not is_alone(kept, hands):
        raise Refused(NOT_YOURS, "another person plays: hints are for those who play alone, or against bots")
    return DRAW if act == "draw" else HINT


def looked_into(kept: Kept, hands: Hands, asked: Asked) -> Sitting:
    """The sitting that shows more of its position, or less. Raises Refused where others play: it is no help for one."""
    if not hands.players and not hands.owner:
        raise Refused(NOT_YOURS, WATCHES)
    if not is_alone(kept, hands):
        raise Refused(NOT_YOURS, "another person plays: values and the tree are shown to those who play alone")
    return LOOKS[asked["do"]](kept.here, asked)


def _node(here: Sitting, asked: Asked) -> str:
    """The node of the tree that is asked for. Raises Refused unless it is one of those that are drawn."""
    id = asked.get("id")
    if here.tree is None or id not in [node.id for node in drawn_of(here.tree).nodes]:
        raise Refused(WRONG, f'"id" must be the name of a node that is drawn, not {shown(id)}')
    return str(id)


def _values(here: Sitting, asked: Asked) -> Sitting:
    return here._replace(valuing=not here.valuing, values=None, said="")


LOOKS: Mapping[str, Callable[[Sitting, Asked], Sitting]] = {
    "values": _values,
    "look": lambda here, asked: looking(here) if here.tree is None else not_looking(here),
    "unfold": lambda here, asked: unfolded(here, _node(here, asked)),
    "fold": lambda here, asked: folded(here, _node(here, asked)),
    "choose": lambda here, asked: looked_at(here, _node(here, asked)),
}
"""The acts that show more of a position, by name."""
