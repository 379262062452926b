"""What a person may ask for at a board: one table of names, words, keys, and when each of them makes sense.

A page, the terminal and the command line take their buttons, keys and words from here. `static/actions.mjs` is this
table for the front end; `lazytree.session.front_end` writes it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

VIEWER, OWNER, PLAYER = "viewer", "owner", "player"
"""Who may ask: all who see the game; its players and who has made it; its players."""
PLAY, GAME = "play", "game"
"""The row of a button: it is for every move, or for the whole game."""


class Action(NamedTuple):
    """An action at a board. `offered` and `enabled` are names of flags; an empty one is always true."""

    name: str
    label: str = ""  # of its button; empty: it has none
    help: str = ""
    key: str = ""  # in the terminal
    who: str = PLAYER
    offered: str = ""  # the flag of a game that has a use for it,
    enabled: str = ""  # and that of a position in which it can be asked for
    row: str = PLAY
    sure: str = ""  # what its button asks before it is done; empty: nothing


ACTIONS = (
    Action("move"),
    Action("undo", "Undo", "Take back your last move", "u", OWNER, "", "can_undo"),
    Action("redo", "Redo", "Play again what was taken back", "r", OWNER, "", "can_redo"),
    Action("go", who=OWNER),
    Action("accept", "Agree", "Agree to what is offered", "y", PLAYER, "offered"),
    Action("decline", "Decline", "Go on without it", "x", PLAYER, "offered"),
    Action("rematch"),
    Action("hint", "Hint", "A good move, shown on the board", "h", PLAYER, "alone", "can_hint"),
    Action(
        "values",
        "Values",
        "The values of all legal moves, on the board and in the list",
        "v",
        OWNER,
        "alone",
        "goes_on",
    ),
    Action("look", "Tree", "What a search looks at: the tree of this position", "t", OWNER, "alone"),
    Action("unfold", who=OWNER, offered="alone"),
    Action("fold", who=OWNER, offered="alone"),
    Action("choose", who=OWNER, offered="alone"),
    Action("move now", "Move now", "Ends the thinking with what has been found", "n", OWNER, "bots", "can_hurry"),
    Action("swap sides", "Swap sides", "You go on with the other side", "s", PLAYER, "can_swap", "", GAME),
    Action("draw", "Offer draw", "Ask for a draw", "d", PLAYER, "can_draw", "can_offer", GAME),
    Action("resign", "Resign", "Give up this game", "g", PLAYER, "two", "goes_on", GAME, "Really resign?"),
    Action(
        "review",
        "Review",
        "The values of the whole game as a curve, with its mistakes",
        "",
        OWNER,
        "can_review",
        "played",
        GAME,
    ),
    Action("new", "New game", "Begin again", "a", VIEWER, "", "can_restart", GAME, "Really begin anew?"),
    Action("save", "Save", "Write the game to a file", "w", VIEWER, "record", "can_save", GAME),
    Action("open", "Open", "Go on with a game from a file", "", OWNER, "", "", GAME),
    Action("link", "Link", "The address of this position", "", VIEWER, "link", "", GAME),
)
BY_NAME: Mapping[str, Action] = {action.name: action for action in ACTIONS}
BUTTONS = tuple(action.name for action in ACTIONS if action.label)


def offered_actions(names: Collection[str], who: Collection[str], flags: Mapping[str, bool]) -> list[str]:
    """Those of the actions `names` that this game can use at some position, in the order of the table.

    `who` are the roles of the actor: VIEWER, OWNER, PLAYER.
    """
    return [
        action.name
        for action in ACTIONS
        if action.label and action.name in names and action.who in who and is_set(flags, action.offered)
    ]


def disabled_actions(names: Collection[str], flags: Mapping[str, bool]) -> list[str]:
    """The names of those actions, of `names`, that cannot be asked for in this position."""
    return [name for name in names if not is_set(flags, BY_NAME[name].enabled)]


def is_set(flags: Mapping[str, bool], flag: str) -> bool:
    """Whether a flag is true; an empty one is."""
    return not flag or flags[flag]
