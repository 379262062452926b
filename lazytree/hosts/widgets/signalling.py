"""The swarm widget: the signal of each group on the board, with sliders for the law, and what they do to the rating."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from threading import RLock
from typing import Any, NamedTuple

from lazytree.core.game import Game, P, position_or_start
from lazytree.playing.announcing import format_turn, seen_names
from lazytree.show.boards import render_board
from lazytree.show.fields import law_of, loudest_heat, swarm_on
from lazytree.show.svg import Drawing
from lazytree.show.view import BoardView, as_data, view_of
from lazytree.swarm import (
    Law,
    Signal,
    Swarm,
    chemotaxis_rating,
    exponential,
    inverse,
    signals,
    swarm_rating,
    swarm_score,
)

from .host import Data, host_widget

LAWS: Mapping[str, Callable[..., Law]] = {"exponential": exponential, "inverse": inverse}
LEAST, HALF, MOST = 1, 50, 98  # parts of the full power, in hundredths
ALL = -1


class Signalling(NamedTuple):
    """A position with its signals, by a law and a power, and the group whose signal is shown; ALL: of all groups."""

    game: Game[Any, Any]
    position: Any
    swarm: Swarm[Any]
    law: str = "exponential"
    power: int = HALF  # of the largest group, in hundredths of the full power
    group: int = ALL
    answers: int = 0  # how many times another one was asked for


def swarm(game: Game[P, Any], position: P | None = None, swarm: Swarm[P] | None = None) -> Any:
    """The widget that shows the signal of each group of stones in a position (default: the start).

    A click on a group shows its signal alone. A slider sets the power, as a part of what the largest group may have at
    most; the law is exponential or inverse (see `lazytree.swarm`). Below stand each player's score, and the ratings.
    `swarm` is the game's, such as `swarm_of(selfo())`, whose board and sides are used; by default cells are neighbours
    where they touch in the drawing. `widget.state` is what is shown, as a value: its `swarm`, its `position`.

    Raises: ValueError for what is no position, and for a game without a board of squares, hexagons or triangles;
    ImportError, which names the extra, without anywidget.

    >>> from lazytree.games import selfo
    >>> widget = swarm(selfo(setup=1))
    >>> len(signals_of(widget.state))
    6
    """
    here = position_or_start(game, position)
    return _Signaller(Signalling(game, here, swarm or swarm_on(game))).host


def swarm_as_set(here: Signalling) -> Swarm[Any]:
    """The swarm with the law and the power that are set."""
    return law_of(here.swarm, LAWS[here.law], Fraction(here.power, 100))


def signals_of(here: Signalling) -> tuple[Signal, ...]:
    """The signals of all groups, by the law and the power that are set."""
    return signals(swarm_as_set(here), here.position)


def data_of(here: Signalling) -> dict[str, Any]:
    """What a page shows; `static/swarm_widget.mjs` shows it."""
    tuned_swarm, found = swarm_as_set(here), signals_of(here)
    score, players = swarm_score(tuned_swarm), here.game.players
    ratings = {"swarm": swarm_rating(tuned_swarm), "chemotaxis": chemotaxis_rating(tuned_swarm)}
    return {
        "board": as_data(_view(here, found)),
        "groups": [{"cells": list(signal.group), "owner": signal.colour} for signal in found],
        "group": here.group,
        "answers": here.answers,
        "law": here.law,
        "laws": list(LAWS),
        "power": here.power,
        "least": LEAST,
        "most": MOST,
        "scores": [[name, _number(score(here.position, player))] for player, name in enumerate(players)],
        "ratings": [[name, _number(rating(here.position))] for name, rating in ratings.items()],
    }


def _number(value: float) -> str:
    text = f"{value:,.0f}" if abs(value) >= 10 or value == 0 else f"{value:.2g}"
    return text.replace("-", "−")


def _view(here: Signalling, found: tuple[Signal, ...]) -> BoardView:
    shown = found if here.group == ALL else found[here.group : here.group + 1]
    marks = [(cell, "frame") for signal in shown for cell in signal.group] if here.group != ALL else []
    caption = format_turn(here.game, here.position) if here.group == ALL else _said(here, shown[0])
    return view_of(here.game, here.position, heat=loudest_heat(shown), marks=marks, caption=caption)


def _said(here: Signalling, signal: Signal) -> str:
    count = len(signal.group)
    return f"The signal of {seen_names(here.game)[signal.colour]}, from {count} {'piece' if count == 1 else 'pieces'}"


class _Signaller:
    """The shell of the widget: it holds what is shown."""

    def __init__(self, began: Signalling) -> None:
        self._here, self._lock = began, RLock()
        self.host = host_widget("swarm_widget.mjs", data_of(began), self._asked, self._picture, lambda: self._here)

    def _asked(self, asked: Data) -> None:
        with self._lock:
            wanted = {name: asked[name] for name in ("law", "power", "group") if name in asked}
            self._here = allowed(self._here, wanted)
            self.host.view = data_of(self._here)

    def _picture(self) -> Drawing:
        return render_board(_view(self._here, signals_of(self._here)))


def allowed(here: Signalling, wanted: Data) -> Signalling:
    """What is shown after a slider has moved, or a group was clicked; what cannot be set stays as it is."""
    law = wanted.get("law", here.law)
    power, group = int(wanted.get("power", here.power)), int(wanted.get("group", here.group))
    groups = len(signals_of(here))
    return here._replace(
        law=law if law in LAWS else here.law,
        power=min(MOST, max(LEAST, power)),
        group=group if group in range(groups) else ALL,
        answers=here.answers + 1,
    )
