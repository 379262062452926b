"""The board widget: a game that is played by clicks, against a bot or between people."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from inspect import signature
from threading import RLock
from typing import Any

from lazytree.core.game import FIRST, Game, M, P, legal_move, start_of
from lazytree.core.mistakes import in_words
from lazytree.core.seeds import random_from
from lazytree.core.stopping import Stop
from lazytree.playing.bots import BOTS, think
from lazytree.searching.choosing import Bot
from lazytree.searching.deepening import Progress
from lazytree.show.sittings.sitting import (
    HINT,
    NOBODY,
    OPPONENT,
    Sitting,
    after,
    back,
    data_of,
    drawing_of,
    on,
    sitting,
    to_place,
    turn_of,
)
from lazytree.show.sittings.words import thought

from .background import Task
from .host import Data, hosted

Opponent = Callable[[Any, Stop, Callable[[Progress[Any]], object]], Any]
"""From a position, a flag that is polled, and whom to tell of progress, to a move."""

HINT_SECONDS = 1.0


def board(
    game: Game[P, M],
    opponent: Callable[..., Any] | None = None,
    *,
    person: int = FIRST,
    position: P | None = None,
    seed: int = 1,
    **means: Any,
) -> Any:
    """The widget on which a game is played by clicks: undo, redo, branches, hints; what the opponent thinks is shown.

    `opponent` is a bot, such as `bots.think(game, seconds=1)`, or one of `bots` with its parameters as `means`, as in
    `board(game, bots.think, seconds=1)`: then it can be told to move now, and what it thinks is shown. It plays all
    players but `person`, who is FIRST unless another is named. None: people play all of them. The game begins at
    `position` (default: the start). Where chance moves, a move is drawn by the odds, from `seed`.

    The opponent thinks in a thread of its own: the notebook never waits for it. `widget.state` is what has been played,
    as a value: its `record`, its `position`.

    Raises: ValueError for what is no position, no player or no bot of the game; ImportError, which names the extra,
    without anywidget.

    >>> from lazytree import bots
    >>> from lazytree.games import konane
    >>> widget = board(konane(rows=4, columns=4, opening="corner"), bots.minimax, depth=2)
    >>> widget.state.record.written()
    []
    """
    here = start_of(game, position)
    if not isinstance(person, int) or person not in range(len(game.players)):
        last = len(game.players) - 1
        raise ValueError(f"person must be a player of {game.name}, 0 to {last}, not {in_words(person)}")
    people = range(len(game.players)) if opponent is None else (person,)
    began = sitting(game, here, frozenset(people), random := random_from(seed))
    return _Table(began, opponent_of(game, opponent, means), random).host


def opponent_of(game: Game[P, M], opponent: Callable[..., Any] | None, means: dict[str, Any]) -> Opponent | None:
    """What plays against the person: a bot, or a factory of bots with its parameters.

    A factory that takes `stop` and `progress` can be told to move now, and tells what it thinks.

    Raises: ValueError unless it is a function, and for parameters without a factory.
    """
    if opponent is None:
        if means:
            raise ValueError(f"no opponent takes {', '.join(means)}: name one of bots, as in board(game, bots.think)")
        return None
    if not callable(opponent):
        raise ValueError(f"an opponent is a bot, such as bots.think(game, seconds=1), not {in_words(opponent)}")
    if not means and opponent not in BOTS.values():
        return lambda position, stop, tell: opponent(position)
    taken, now = signature(opponent).parameters, dict[str, Any]()
    outside = {"stop": lambda: now["stop"](), "progress": lambda progress: now["tell"](progress)}
    bot: Bot[P, M] = opponent(game, **means, **{name: it for name, it in outside.items() if name in taken})

    def play(position: P, stop: Stop, tell: Callable[[Progress[M]], object]) -> M:
        now.update(stop=stop, tell=tell)
        return bot(position)

    return play


class _Table:
    """The shell of the widget: it holds the sitting that is shown, and the task that thinks."""

    def __init__(self, began: Sitting, opponent: Opponent | None, random: Any) -> None:
        self._here, self._opponent, self._random = began, opponent, random
        self._task: Task | None = None
        self._lock = RLock()
        self._acts: dict[str, Callable[[Data], None]] = {
            "move": self._move,
            "undo": lambda asked: self._show(back(self._here)),
            "redo": lambda asked: self._show(on(self._here)),
            "go": lambda asked: self._show(to_place(self._here, asked["to"])),
            "hint": lambda asked: self._think(HINT),
            "move now": lambda asked: self._now(),
        }
        self.host = hosted("board_widget.mjs", data_of(began), self._asked, self._picture, lambda: self._here)
        with self._lock:
            self._show(began)

    def _asked(self, asked: Data) -> None:
        with self._lock:
            self._acts[asked["do"]](asked)

    def _picture(self) -> Any:
        return drawing_of(self._here)

    def _move(self, asked: Data) -> None:
        here, number = self._here, asked["move"]
        moves = list(here.game.moves(here.position)) if turn_of(here) == "person" else []
        if asked["at"] == here.course.at and number in range(len(moves)):  # not one of a position shown before
            self._show(after(here, moves[number], self._random))

    def _now(self) -> None:
        """Ends the thinking with what has been found; or begins it, where the opponent has not thought yet."""
        if self._task is not None:
            self._task.stop()
        elif turn_of(self._here) == "opponent":
            self._think(OPPONENT)

    def _show(self, here: Sitting) -> None:
        """Shows another sitting; nobody thinks about the one before any more."""
        if self._task is not None:
            self._task.drop()
            self._task = None
        self._here = here
        if turn_of(here) == "opponent" and not here.course.here.after:  # where it has moved, a person looks back
            self._think(OPPONENT)
        else:
            self.host.view = data_of(here)

    def _think(self, about: str) -> None:
        """Lets the opponent, or who gives hints, think in the background, unless somebody does already."""
        thinker = self._opponent if about == OPPONENT else self._advisor
        if self._task is not None or thinker is None or turn_of(self._here) == "over":
            return
        here = self._here = self._here._replace(thinking=about, said="", hint=None)
        self.host.view, self.host.live = data_of(here), ""
        self._task = Task(
            lambda stop: thinker(here.position, stop, lambda told: self._tell(here, told)),
            lambda task, found: self._thought(task, about, found),
        )

    @cached_property
    def _advisor(self) -> Opponent | None:
        """Who gives hints, made when the first one is asked for."""
        return opponent_of(self._here.game, think, {"seconds": HINT_SECONDS})

    def _tell(self, here: Sitting, told: Progress[Any]) -> None:
        with self._lock:
            if self._here.course.at == here.course.at:
                self.host.live = thought(here.game, here.position, told)

    def _thought(self, task: Task, about: str, found: Any) -> None:
        """Shows what was found: the opponent's move, a hint, or what went wrong."""
        with self._lock:
            if task is not self._task:
                return
            self._task = None
            rested = self._here._replace(thinking=NOBODY)
            try:
                if isinstance(found, BaseException):
                    raise found
                move = legal_move(rested.game, rested.position, found)
                shown = after(rested, move, self._random) if about == OPPONENT else rested._replace(hint=move)
            except BaseException as error:
                shown = rested._replace(said=f"{type(error).__name__}: {error}")
                self._here = shown
                self.host.view = data_of(shown)
                return
            self._show(shown)
