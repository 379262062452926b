"""What the front end takes from here, as text: the table of actions, and the type of a view in TypeScript.

`python -m lazytree.session.front_end` writes both into `show/static/`; a test holds them equal.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, NotRequired, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict

from lazytree.show.front_end import STATIC

from .actions import ACTIONS, PLAY, PLAYER
from .exploration import ExplorationView, FoundView, StepView
from .view import ClockView, FriendsView, MoveView, PlayedMove, SeatView, SessionView, ValueView, WorthView

WRITTEN = "lazytree.session.front_end has written this file."
NAMES: Mapping[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    Any: "any",
}


def actions_module() -> str:
    """The table of actions as a module: `static/actions.mjs`."""
    rows = [
        {name: part for name, part in action._asdict().items() if part and name != "key" and part not in (PLAYER, PLAY)}
        for action in ACTIONS
        if action.label
    ]
    lines = "".join("  { " + ", ".join(f"{name}: {json.dumps(row[name])}" for name in row) + " },\n" for row in rows)
    return (
        f"// What a person may ask for at a board. {WRITTEN}\n\n"
        "/** @typedef {{name: string, label: string, help: string, who?: string, offered?: string, enabled?: string,\n"
        " *   row?: string, sure?: string}} Action as in actions.py of lazytree/session; by default for a player,\n"
        " *   and in the row of those for every move */\n\n"
        f"// prettier-ignore\n/** @type {{Action[]}} */\nexport const ACTIONS = [\n{lines}];\n"
    )


def view_declaration() -> str:
    """The types of a view, for the type checker of the front end: `static/session_view.d.ts`."""
    parts = (MoveView, PlayedMove, ValueView, SeatView, WorthView, ClockView, FriendsView)
    types = (*parts, SessionView, StepView, FoundView, ExplorationView)
    return (
        "\n\n".join(
            [f"// What a page shows of a session, and of a tree that is explored. {WRITTEN}", *map(declaration, types)]
        )
        + "\n"
    )


def declaration(view: type[TypedDict]) -> str:  # type: ignore[valid-type]
    """One TypedDict as an interface of TypeScript."""
    fields = get_type_hints(view, include_extras=True).items()
    lines = [f"  {name}{'?' if get_origin(kind) is NotRequired else ''}: {type_text(kind)};" for name, kind in fields]
    return "\n".join([f"export interface {view.__name__} {{", *lines, "}"])


def type_text(kind: Any) -> str:
    """A type of Python as one of TypeScript.

    >>> type_text(list[int | str] | None), type_text(dict[str, bool])
    ('(number | string)[] | null', 'Record<string, boolean>')
    """
    inside, origin = get_args(kind), get_origin(kind)
    if origin is NotRequired:
        return type_text(inside[0])
    if origin is Annotated:
        return str(inside[1])
    if origin in (Union, UnionType):
        return " | ".join(map(type_text, inside))
    if origin is list:
        item = type_text(inside[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    if origin is dict:
        return f"Record<string, {type_text(inside[1])}>"
    return kind.__name__ if is_typeddict(kind) else NAMES[kind]


FILES = {"actions.mjs": actions_module, "session_view.d.ts": view_declaration}
"""What is written, by the names of the files."""

if __name__ == "__main__":
    for name, text in FILES.items():
        (STATIC / name).write_text(text(), encoding="utf-8")
