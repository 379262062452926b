"""What a page shows of a game: the same for all who may do the same."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from lazytree.core.game import no_text
from lazytree.naming.words import settings_of, value_of
from lazytree.playing.bots import BOTS
from lazytree.playing.one_line import one_line
from lazytree.show.sittings.shown import data_of
from lazytree.show.sittings.sitting import NOBODY, OPPONENT
from lazytree.show.sittings.words import bot_text

from .acting import can_swap
from .kept import Kept, is_alone, mover_of, others
from .seats import PERSON, Hands
from .tables import Table

Data = dict[str, Any]

ALWAYS = ("save", "link", "new")
"""Acts that are open to those who only watch, too."""


def view_of(id: str, kept: Kept, hands: Hands) -> Data:
    """What a page shows of the game of this name to somebody with these hands; `static/server_host.mjs` hands it on."""
    here, alone = kept.here, is_alone(kept, hands)
    moves = mover_of(kept) in hands.players
    data = data_of(
        here._replace(
            names=tuple(told_seat(kept, number) for number in range(len(kept.seats))),
            offer=next((ask.player for ask in sorted(kept.asks, key=str) if ask.place is None), None),
            said=here.said or told_asks(kept, hands),
            thinking=here.thinking if here.thinking == OPPONENT or alone else NOBODY,
            hint=here.hint if moves and alone else None,
            values=here.values if alone else None,
            valuing=here.valuing and alone,
            tree=here.tree if alone else None,
        ),
        acts=offered_acts(kept, hands),
        yours=hands.players,
        link="" if here.game.read is no_text else f"/?from={id}.{here.course.at}",
    )
    off = {*data["acts_off"]} - {"new", "save"}
    if agrees(kept, hands):
        off.discard("undo")
    del data["rules"], data["source"]  # the page has them once
    return data | {"acts_off": sorted(off), "version": kept.version, "again": again_of(kept)}


def shown(table: Table, hands: Hands) -> Data:
    """What a page shows to somebody with these hands."""
    view: Data = table.remembered(hands, lambda kept: {**view_of(table.id, kept, hands), "stamp": table.stamp})
    return view


def told(view: Data, knows: int | None = None) -> str:
    """What a page shows, as JSON; only what it lacks (`news`), if it knows a place already."""
    return json.dumps(view if knows is None else news(view, knows))


def last_of(view: Data) -> int:
    """The number of the last place of the line that a page shows."""
    return int(view["line"][-1]["at"]) if view["line"] else 0


def news(view: Data, knows: int) -> Data:
    """What a page lacks that has the layout of the board, and the moves up to the place with this number.

    `known` is this number where the line leads through that place: then `line` holds what comes after it. What led to a
    place never changes. `static/server_host.mjs` puts both together.

    >>> news({"board": None, "line": [{"at": 1}, {"at": 5}]}, 1)
    {'board': None, 'line': [{'at': 5}], 'known': 1}
    >>> news({"board": None, "line": [{"at": 2}]}, 1)
    {'board': None, 'line': [{'at': 2}]}
    """
    board = view["board"] and {name: part for name, part in view["board"].items() if name != "layout"}
    places = [0, *(move["at"] for move in view["line"])]
    if knows not in places:
        return view | {"board": board}
    return view | {"board": board, "line": view["line"][places.index(knows) :], "known": knows}


def told_seat(kept: Kept, number: int) -> str:
    """Who has a seat, in words."""
    seat = kept.seats[number]
    return told_bot(seat.who) if seat.who != PERSON else "a person" if seat.taken else "open"


def told_bot(text: str) -> str:
    """A bot in words.

    >>> told_bot("think:seconds=1,rating=mobility"), told_bot("at_random")
    ('think, 1 second, rating mobility', 'at random')
    """
    name, _, rest = text.partition(":")
    means = {key: value_of(value) for key, value in settings_of(rest.split(",") if rest else ()).items()}
    return bot_text(BOTS[name.strip()], {key: value for key, value in means.items() if value is not None})


def offered_acts(kept: Kept, hands: Hands) -> tuple[str, ...]:
    """The acts that a page offers in this game, whether or not they can be done just now."""
    if not hands.players and not hands.owner:
        return ALWAYS
    playing = ("resign", "draw") if hands.players else ()
    asked = ("decline",) if any(ask.player not in hands.players for ask in kept.asks) and hands.players else ()
    swap = ("swap sides",) if hands.players and can_swap(kept) else ()
    alone = ("values", "look") if is_alone(kept, hands) else ()
    hint = ("hint",) if alone and hands.players else ()
    return ("undo", "redo", "move now", *hint, *playing, *asked, *swap, *alone, "open", *ALWAYS)


def agrees(kept: Kept, hands: Hands) -> bool:
    """Whether somebody else has asked to show another place, so that “Undo” agrees."""
    return bool(hands.players) and any(ask.place is not None and ask.player not in hands.players for ask in kept.asks)


def told_asks(kept: Kept, hands: Hands) -> str:
    """What players have asked one another for, in words; empty where nobody has."""
    told = []
    for ask in sorted(kept.asks, key=str):
        name = kept.here.game.players[ask.player]
        what = "offers a draw" if ask.place is None else f"asks to go to {_place_in_words(kept, ask.place)}"
        asks_me = hands.players and ask.player not in hands.players
        how = f": “{'Accept draw' if ask.place is None else 'Undo'}” agrees, a move declines." if asks_me else "."
        told.append(f"{name} {what}{how}")
    return " ".join(told)


def _place_in_words(kept: Kept, number: int) -> str:
    place = kept.here.course.places[number]
    if place.move is None:
        return "the beginning"
    before = kept.here.course.places[place.before].position
    return f"the position after {kept.here.game.format(before, place.move)}"


def link_of(kept: Kept, number: int) -> str:
    """The address of the form that begins a game at a position. Raises ValueError where it has no text."""
    line = one_line(kept.here.game, kept.here.course.places[number].position)
    return f"{again_of(kept)}&{urlencode([('position', line)])}"


def again_of(kept: Kept) -> str:
    """The address of the form that begins such a game again, with the same seats."""
    settings = [(f"p.{name}", value) for name, value in kept.settings]
    seats = [(f"s.{number}", seat.who) for number, seat in enumerate(kept.seats)]
    return "/?" + urlencode([("game", kept.name), *settings, *seats])


def waits_for(kept: Kept, hands: Hands, data: Data) -> bool:
    """Whether a page of somebody with these hands will change without them: a bot thinks, or somebody else moves."""
    return bool(data["thinking"]) or data["turn"] in ("other", "opponent") or bool(others(kept, hands))
