"""What a person may ask for at a board besides a move: the words, and which of them make sense in a position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

ACTS = (
    *("undo", "redo", "hint", "values", "look", "move now"),
    *("swap sides", "draw", "decline", "resign", "new", "save", "open", "link"),
)
"""Everything that a host may offer; the page has a button for each."""


def offered(
    acts: Sequence[str], players: int, opponent: bool, saved: bool, link: str, offer: bool, tree: bool = True
) -> list[str]:
    """Those of the acts that this game has a use for, whatever the position, in the order of ACTS.

    `opponent`: a bot plays, too; `saved`: a record can be written; `link`: the text of the address of the position;
    `offer`: a draw has been offered.

    >>> offered(["resign", "undo", "link"], players=3, opponent=True, saved=True, link="", offer=False)
    ['undo']
    """
    useless = {
        "draw": players != 2,
        "resign": players != 2,
        "decline": not offer,
        "swap sides": not opponent,
        "move now": not opponent,
        "save": not saved,
        "link": not link,
        "look": not tree,
    }
    return [act for act in ACTS if act in acts and not useless.get(act, False)]


def off(acts: Iterable[str], turn: str, thinking: str, begun: bool, redo: bool) -> list[str]:
    """Those of the acts that cannot be asked for here and now.

    `turn` is "person", "other", "opponent" or "over"; `thinking` what is being thought about; `begun`: a move has been
    made; `redo`: one has been taken back.

    >>> off(["undo", "redo", "hint"], turn="opponent", thinking="opponent", begun=True, redo=False)
    ['redo', 'hint']
    """
    over, person = turn == "over", turn == "person"
    senseless = {
        "undo": not begun,
        "redo": not redo,
        "hint": not person or thinking == "hint",
        "values": over,
        "move now": over or (person and not thinking) or thinking == "values",
        "draw": over or thinking == "draw",
        "decline": over,
        "resign": over,
        "new": not begun and not redo and not over,
        "save": not begun and not over,
    }
    return [act for act in acts if senseless.get(act, False)]
