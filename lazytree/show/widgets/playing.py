"""The board widget: a game that is played by clicks, against a bot or between people."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any

from lazytree.core.game import FIRST, Game, M, P, legal_move, start_of
from lazytree.core.mistakes import in_words
from lazytree.core.seeds import random_from
from lazytree.core.stopping import Stop
from lazytree.playing.bots import think
from lazytree.playing.ending import check_limits
from lazytree.playing.one_line import one_line
from lazytree.searching.deepening import Progress
from lazytree.show.sittings.agreeing import agreed_on, declined, given_up
from lazytree.show.sittings.failing import failure
from lazytree.show.sittings.keeping import read_record, rules_of
from lazytree.show.sittings.shown import data_of, drawing_of
from lazytree.show.sittings.sitting import (
    DRAW,
    HINT,
    NOBODY,
    OPPONENT,
    VALUES,
    Sitting,
    after,
    anew,
    back,
    folded,
    looked_at,
    looking,
    not_looking,
    on,
    sitting,
    swapped,
    to_place,
    turn_of,
    unfolded,
    with_record,
)
from lazytree.show.sittings.thinking import takes_a_draw, values_found
from lazytree.show.sittings.words import bot_text, thought

from .background import Task
from .host import Data, hosted
from .opponent import Opponent, opponent_of

HINT_SECONDS = 1.0


def board(
    game: Game[P, M],
    opponent: Callable[..., Any] | None = None,
    *,
    person: int = FIRST,
    position: P | None = None,
    seed: int = 1,
    repetitions: int | None = None,
    plies: int | None = None,
    **means: Any,
) -> Any:
    """The widget on which a game is played by clicks: undo, redo, branches, hints; what the opponent thinks is shown.

    So are the values of all moves, the tree of the position, the signals of Selfo; games are saved and opened, sides
    swapped, draws offered.

    `opponent` is a bot, such as `bots.think(game, seconds=1)`, or one of `bots` with its parameters as `means`, as in
    `board(game, bots.think, seconds=1)`: then it can be told to move now, and what it thinks is shown. It plays all
    players but `person`, who is FIRST unless another is named. None: people play all of them. The game begins at
    `position` (default: the start). Where chance moves, a move is drawn by the odds, from `seed`. It is a draw where a
    position occurs for the time `repetitions`, and after so many `plies` (None: no limit).

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
    check_limits(repetitions, plies)
    if not isinstance(person, int) or person not in range(len(game.players)):
        last = len(game.players) - 1
        raise ValueError(f"person must be a player of {game.name}, 0 to {last}, not {in_words(person)}")
    people = range(len(game.players)) if opponent is None else (person,)
    began = sitting(game, here, frozenset(people), random := random_from(seed))
    bot = opponent_of(game, opponent, means)
    who = "" if opponent is None else bot_text(opponent, means)
    names = tuple("a person" if player in people else who for player in range(len(game.players)))
    return table(began._replace(names=names, repetitions=repetitions, plies=plies), bot, random)


def table(began: Sitting, opponent: Opponent | None, random: Any, hosting: Callable[..., Any] = hosted) -> Any:
    """The host of a table at which this sitting goes on: a widget, or what `hosting` makes of the same arguments.

    A host shows its `view` and its `live`, which are set in any thread, and calls what it was given with what people
    ask.
    """
    return _Table(began, opponent, random, hosting).host


def then(show: Callable[[Sitting], None], act: Callable[[Data], Sitting]) -> Callable[[Data], None]:
    """What is done for a message: the sitting after an act is shown."""
    return lambda asked: show(act(asked))


class _Table:
    """The shell of the widget: it holds the sitting that is shown, and the task that thinks."""

    def __init__(
        self, began: Sitting, opponent: Opponent | None, random: Any, hosting: Callable[..., Any] = hosted
    ) -> None:
        self._here, self._opponent, self._random = began, opponent, random
        self._rules = rules_of(began.game)
        self._task: Task | None = None
        self._lock = RLock()
        change: dict[str, Callable[[Data], Sitting]] = {
            "undo": lambda asked: back(self._here),
            "redo": lambda asked: on(self._here),
            "go": lambda asked: to_place(self._here, asked["to"]),
            "new": lambda asked: anew(self._here, self._random),
            "open": lambda asked: with_record(self._here, read_record(self._here.game, asked["text"])),
            "swap sides": lambda asked: swapped(self._here),
            "resign": lambda asked: given_up(self._here, self._person()),
            "values": lambda asked: self._here._replace(valuing=not self._here.valuing, values=None, said=""),
        }
        look: dict[str, Callable[[Data], Sitting]] = {
            "look": lambda asked: looking(self._here) if self._here.tree is None else not_looking(self._here),
            "unfold": lambda asked: unfolded(self._here, asked["id"]),
            "fold": lambda asked: folded(self._here, asked["id"]),
            "choose": lambda asked: looked_at(self._here, asked["id"]),
        }
        self._acts: dict[str, Callable[[Data], None]] = {
            **{name: then(self._show, act) for name, act in change.items()},
            **{name: then(self._redraw, act) for name, act in look.items()},
            "move": self._move,
            "hint": lambda asked: self._think(HINT),
            "draw": lambda asked: self._draw(),
            "move now": lambda asked: self._now(),
        }
        self.host = hosting("board_widget.mjs", self._data(), self._asked, self._picture, lambda: self._here)
        with self._lock:
            self._show(began)

    def _asked(self, asked: Data) -> None:
        with self._lock:
            try:
                self._acts[asked["do"]](asked)
            except ValueError as error:  # such as a file that is no record
                self._redraw(self._here._replace(said=str(error)))

    def _data(self) -> Data:
        here = self._here
        try:
            link = one_line(here.game, here.position)
        except ValueError:  # the game reads no positions
            link = ""
        return data_of(here, link=link, rules=self._rules)

    def _picture(self) -> Any:
        return drawing_of(self._here)

    def _person(self) -> int:
        """The player who resigns: the person to move, or the first one."""
        mover = self._here.game.mover(self._here.position)
        return mover if mover in self._here.people else min(self._here.people)

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

    def _draw(self) -> None:
        """Ends the game where people play all sides; else the opponent thinks about the offer."""
        if self._opponent is None:
            self._show(agreed_on(self._here))
        else:
            self._think(DRAW)

    def _show(self, here: Sitting) -> None:
        """Shows another sitting; nobody thinks about the one before any more."""
        self._drop()
        self._here = here._replace(thinking=NOBODY)
        if turn_of(here) == "opponent" and not here.course.here.after:  # where it has moved, a person looks back
            self._think(OPPONENT)
        elif here.valuing and turn_of(here) == "person":
            self._think(VALUES)
        else:
            self.host.view = self._data()

    def _redraw(self, here: Sitting) -> None:
        """Shows a sitting of the same position: who thinks about it thinks on."""
        self._here = here
        self.host.view = self._data()

    def _drop(self) -> None:
        if self._task is not None:
            self._task.drop()
            self._task = None

    def _think(self, about: str) -> None:
        """Lets somebody think in the background, unless somebody does already; values of moves are of less weight."""
        thinker = self._thinker(about)
        if self._task is not None and self._here.thinking == VALUES:
            self._drop()
        if self._task is not None or thinker is None or turn_of(self._here) == "over":
            return
        here = self._here = self._here._replace(thinking=about, said="", hint=None)
        self.host.view, self.host.live = self._data(), ""
        self._task = Task(
            lambda stop: thinker(here.position, stop, lambda told: self._tell(here, told)),
            lambda task, found: self._thought(task, about, found),
        )

    def _thinker(self, about: str) -> Opponent | None:
        """Who thinks about a move, a hint, the values of all moves, an offer of a draw."""
        game = self._here.game
        if about == OPPONENT:
            return self._opponent
        if about == HINT:
            return opponent_of(game, think, {"seconds": HINT_SECONDS})
        if about == DRAW:
            other = 1 - self._person()
            return lambda position, stop, tell: takes_a_draw(game, position, other, stop)
        return self._values

    def _values(self, position: Any, stop: Stop, tell: Callable[[Progress[Any]], object]) -> Any:
        """Finds the values of all moves, and shows them depth by depth."""
        for found in values_found(self._here.game, position, stop):
            with self._lock:
                if stop():
                    break
                self._redraw(self._here._replace(values=found))
        return self._here.values

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
                shown = self._found(rested, about, found)
            except BaseException as error:
                self._redraw(rested._replace(said=failure(about, rested.game.name, error)))
                return
            if about == OPPONENT or shown.endings != rested.endings:
                self._show(shown)
            else:
                self._redraw(shown)

    def _found(self, rested: Sitting, about: str, found: Any) -> Sitting:
        """The sitting after what was found about it."""
        if about == VALUES:
            return rested
        if about == DRAW:
            return agreed_on(rested) if found else declined(rested)
        move = legal_move(rested.game, rested.position, found)
        return after(rested, move, self._random) if about == OPPONENT else rested._replace(hint=move)
