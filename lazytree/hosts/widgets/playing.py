"""The board widget: a game that is played by clicks, against a bot or between people."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from random import Random
from typing import Any

from lazytree.core.game import FIRST, Game, M, P, position_or_start
from lazytree.core.seeds import random_from
from lazytree.core.stopping import Stop
from lazytree.core.texts import shorten
from lazytree.playing.bots import BOTS
from lazytree.playing.ending import check_limits
from lazytree.playing.one_line import one_line
from lazytree.searching.choosing import Bot
from lazytree.searching.deepening import Progress
from lazytree.session.jobs import BotMove
from lazytree.session.records import rules_of
from lazytree.session.refusals import TOO_LATE, Refused
from lazytree.session.runner import SessionRunner
from lazytree.session.session import Seat, Session, new_session, permissions_of_all
from lazytree.session.view import drawing_of, session_view
from lazytree.session.words import bot_text

from .host import Data, host_widget

Opponent = Callable[[Any, Stop, Callable[[Progress[Any]], object]], Any]
"""From a position, a flag that is polled, and whom to tell of progress, to a move."""


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
        raise ValueError(f"an opponent is a bot, such as bots.think(game, seconds=1), not {shorten(opponent)}")
    if not means and opponent not in BOTS.values():
        return lambda position, stop, tell: opponent(position)
    taken = signature(opponent).parameters
    return stoppable(lambda **outside: opponent(game, **means, **{it: outside[it] for it in outside if it in taken}))


def stoppable(make: Callable[..., Bot[P, M]]) -> Opponent:
    """What plays as the bot that `make(stop=..., progress=...)` makes: it can be told to move now."""
    now = dict[str, Any]()
    bot = make(stop=lambda: now["stop"](), progress=lambda progress: now["tell"](progress))

    def play(position: P, stop: Stop, tell: Callable[[Progress[M]], object]) -> M:
        now.update(stop=stop, tell=tell)
        return bot(position)

    return play


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
    swapped, draws offered. The opponent thinks in a thread of its own: the notebook never waits for it. `widget.state`
    is what has been played, as a value: its `record`, its `position`.

    - `game`: the rules, with a layout.
    - `opponent`: a bot, such as `bots.think(game, seconds=1)`, or one of `bots` with its parameters as `means`, as in
      `board(game, bots.think, seconds=1)`: then it can be told to move now, and what it thinks is shown. It plays all
      players but `person`. None: people play all of them.
    - `person`: the player that the person plays (default: FIRST).
    - `position`: where the game begins (default: the start).
    - `seed`: of the chance moves, which are drawn by the odds.
    - `repetitions`: a position that has occurred this number of times is a draw; None: no limit.
    - `plies`: after this number of plies the game is drawn; None: no limit.
    - `means`: the parameters of the opponent.

    Raises: ValueError for what is no position, no player or no bot of the game; ImportError, which names the extra,
    without anywidget.

    >>> from lazytree import bots
    >>> from lazytree.games import konane
    >>> widget = board(konane(rows=4, columns=4, opening="corner"), bots.minimax, depth=2)
    >>> widget.state.record.written()
    []
    """
    first = position_or_start(game, position)
    check_limits(repetitions, plies)
    if not isinstance(person, int) or person not in range(len(game.players)):
        last = len(game.players) - 1
        raise ValueError(f"person must be a player of {game.name}, 0 to {last}, not {shorten(person)}")
    bot, random = opponent_of(game, opponent, means), random_from(seed)
    other = Seat() if opponent is None else Seat("bot", name=bot_text(opponent, means))
    seats = [Seat() if player == person else other for player in range(len(game.players))]
    session = new_session(game, first, seats, random, repetitions=repetitions, plies=plies)
    return host_session(session, lambda game, text, *means: (bot(*means) if bot else None, ""), random)


def host_session(session: Session, bot_move: BotMove, random: Random, hosting: Callable[..., Any] = host_widget) -> Any:
    """The host of a session that all people share: a widget, or what `hosting` makes of the same arguments.

    A host shows its `view` and its `live`, which are set in any thread, and calls what it was given with what people
    ask.
    """
    return host_runner(SessionRunner(session, bot_move, random), hosting)


def host_runner(runner: SessionRunner, hosting: Callable[..., Any] = host_widget) -> Any:
    """The host of the session that a runner changes: see `host_session`."""
    game = runner.session.game
    rules = rules_of(game)

    def view() -> Data:
        try:
            link = one_line(game, runner.session.position)
        except ValueError:  # the game reads no positions
            link = ""
        return session_view(runner.session, link=link, rules=rules)

    def asked(message: Data) -> None:
        try:
            runner.act(message, permissions_of_all(runner.session))
        except Refused as refused:
            if refused.status != TOO_LATE:  # a click that was too late needs no words
                runner.change(runner.session._replace(said=refused.why))

    host = hosting("board_widget.mjs", view(), asked, lambda: drawing_of(runner.session), lambda: runner.session)
    shown = [runner.stamp]

    def update() -> None:
        with runner.lock:
            if shown[0] != runner.stamp:
                shown[0] = runner.stamp
                host.view = view()
            host.live = runner.live

    runner.follow(update)
    runner.wake()
    return host
