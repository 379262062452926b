"""What a page shows of a game: the same for all who may do the same."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from lazytree.playing.ending import Ending, told_ending
from lazytree.playing.one_line import one_line
from lazytree.show.sittings.shown import data_of
from lazytree.show.sittings.sitting import HINT, NOBODY

from .acting import can_swap
from .kept import Kept, ended, mover_of, others, people
from .seats import PERSON, Hands

Data = dict[str, Any]


def view_of(kept: Kept, hands: Hands) -> Data:
    """What a page shows to somebody with these hands; `static/server_host.mjs` hands it on."""
    here, how, mover = kept.here, ended(kept), mover_of(kept)
    data = data_of(here._replace(people=hands.players))
    if how is not None:
        data |= {"turn": "over", "moves": [], "caption": told_ending(here.game, how)}
        if data["board"]:
            data["board"] |= {"caption": data["caption"], "mover": -1}
    if mover not in hands.players:
        data |= {"hint": None, "thinking": NOBODY if here.thinking == HINT else here.thinking}
    acts = offered_acts(kept, hands)
    return data | {
        "version": kept.version,
        "said": here.said or told_asks(kept, hands),
        "opponent": len(people(kept.seats)) < len(kept.seats),
        "acts": list(acts),
        "acts_off": [act for act in acts if is_off(act, kept, hands, data, how)],
        "seats": [seat_data(kept, hands, number) for number in range(len(kept.seats))],
        "link": link_of(kept),
        "values": None,
        "heat": None,
        "tree": None,
    }


def seat_data(kept: Kept, hands: Hands, number: int) -> Data:
    """What a page says of a seat."""
    seat = kept.seats[number]
    who = told_bot(seat.who) if seat.who != PERSON else "a person" if seat.taken else "open"
    return {"name": kept.here.game.players[number], "who": who, "yours": number in hands.players}


def told_bot(text: str) -> str:
    """A bot in words.

    >>> told_bot("think:seconds=1,rating=mobility"), told_bot("at_random")
    ('think, seconds 1, rating mobility', 'at random')
    """
    name, _, rest = text.partition(":")
    return ", ".join([name.replace("_", " "), *(part.replace("=", " ") for part in rest.split(",") if part)])


def offered_acts(kept: Kept, hands: Hands) -> tuple[str, ...]:
    """The acts that a page offers in this game, whether or not they can be done just now."""
    bots, two = len(people(kept.seats)) < len(kept.seats), len(kept.seats) == 2
    if not hands.players and not hands.owner:
        return ("save", "link", "new")
    moving = ("undo", "redo", *(("move now",) if bots else ()))
    playing = ("hint", *(("resign",) if two else ()), *(() if bots else ("draw",))) if hands.players else ()
    swap = ("swap sides",) if hands.players and can_swap(kept) else ()
    return (*moving, *playing, *swap, "save", "open", "link", "new")


def is_off(act: str, kept: Kept, hands: Hands, data: Data, how: Ending | None) -> bool:
    """Whether an act can not be done just now."""
    agrees = any(ask.place is not None and ask.player not in hands.players for ask in kept.asks)
    if act == "undo":
        return not data["undo"] and not agrees
    if act == "redo":
        return not data["redo"]
    if act == "hint":
        return data["turn"] != "person" or bool(data["thinking"])
    if act == "move now":
        return how is not None or (data["turn"] == "person" and not data["thinking"])
    return act in ("resign", "draw", "swap sides") and how is not None


def told_asks(kept: Kept, hands: Hands) -> str:
    """What players have asked one another for, in words; empty where nobody has."""
    told = []
    for ask in sorted(kept.asks, key=str):
        name = kept.here.game.players[ask.player]
        what = "offers a draw" if ask.place is None else f"asks to go to {_place_in_words(kept, ask.place)}"
        if ask.player in hands.players:
            told.append(f"{name} {what}.")
        elif hands.players:
            told.append(f"{name} {what}: “{'Draw' if ask.place is None else 'Undo'}” agrees, a move declines.")
        else:
            told.append(f"{name} {what}.")
    return " ".join(told)


def _place_in_words(kept: Kept, number: int) -> str:
    place = kept.here.course.places[number]
    if place.move is None:
        return "the beginning"
    before = kept.here.course.places[place.before].position
    return f"the position after {kept.here.game.format(before, place.move)}"


def link_of(kept: Kept) -> str:
    """The address of the position: a page on which a game that begins there can be made; empty if it has no text."""
    try:
        line = one_line(kept.here.game, kept.here.position)
    except Exception:
        return ""
    return "/?" + urlencode(
        [("game", kept.name), *((f"p.{name}", value) for name, value in kept.settings), ("position", line)]
    )


def waits_for(kept: Kept, hands: Hands, data: Data) -> bool:
    """Whether a page of somebody with these hands will change without them: a bot thinks, or somebody else moves."""
    return bool(data["thinking"]) or (data["turn"] != "over" and data["turn"] != "person") or bool(others(kept, hands))
