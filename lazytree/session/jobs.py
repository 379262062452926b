"""What is to be thought about in a session, as data; how it is worked out; and the session after the answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from lazytree.core.game import CHANCE, Game, legal_move
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped, deadline, never
from lazytree.core.values import seen_by
from lazytree.playing.bots import think
from lazytree.playing.ending import agreed_draw
from lazytree.questions.depth_search import deepen
from lazytree.questions.move_values import value_moves
from lazytree.searching.deepening import Progress, within

from .refusals import TOO_LARGE, Refused, in_line
from .session import Session, at_rest, end_game, play_move, turn_of
from .values import MoveValue, Worth, level_values
from .variations import line_through

OPPONENT, HINT, VALUES, DRAW, REVIEW = "opponent", "hint", "values", "draw", "review"
"""The kinds of jobs: the move of a bot, a hint, the values of all moves, the answer to an offer of a draw, and the
value of a position of the line."""
NOTHING = {
    OPPONENT: "No move",
    HINT: "No hint",
    DRAW: "No answer to the draw",
    VALUES: "No values",
    REVIEW: "No values",
}
SECONDS, HINT_SECONDS, REVIEW_SECONDS = 2.0, 1.0, 0.5

Tell = Callable[[Progress[Any]], object]
BotMove = Callable[[Game[Any, Any], str, Any, Stop, Tell], tuple[Any, str]]
"""From a game, the text of a bot, a position, a flag that is polled, and a function that is told of progress, to a move
and what is to be said of it."""


class Job(NamedTuple):
    """What is to be thought about: a kind of job, in the position of a place; by which bot, where it is to move."""

    kind: str
    place: int
    bot: str = ""


def wanted_job(session: Session) -> Job | None:
    """What is to be thought about now; None if nothing is.

    It is what a person has asked for, else the move of the bot that is to move, else the values of the positions of the
    line or of the moves, if a person wants to see these.
    """
    turn, mover = turn_of(session), session.game.mover(session.position)
    if session.asked and turn != "over":
        return Job(session.asked, session.place, session.seats[mover].who if session.asked == OPPONENT else "")
    if session.rested:
        return None
    if turn == "opponent" and mover != CHANCE and not session.variations.node.after:
        return Job(OPPONENT, session.place, session.seats[mover].who)
    if session.reviewing and (place := next(unknown_places(session), None)) is not None:
        return Job(REVIEW, place)
    return Job(VALUES, session.place) if session.valuing and turn == "person" else None


def unknown_places(session: Session) -> Iterator[int]:
    """The places of the line in which a player moves, and of whose values nothing is known yet."""
    game, variations = session.game, session.variations
    for place in line_through(variations):
        if place not in session.worths:
            position = variations.nodes[place].position
            if game.mover(position) != CHANCE and any(True for _ in game.moves(position)):
                yield place


def do_job(session: Session, job: Job, bot_move: BotMove, stop: Stop, tell: Tell, show: Callable[[Any], object]) -> Any:
    """What a job finds: a move, whether a draw is taken, the values of moves; with what is to be said of it.

    `show(values)` is called with the values of moves as they become known. Raises: what the rules and the bot raise.
    """
    game, position = session.game, session.position
    if job.kind == OPPONENT:
        return bot_move(game, job.bot, position, stop, tell)
    if job.kind == HINT:
        return think(game, seconds=HINT_SECONDS, stop=stop, progress=tell)(position), ""
    if job.kind == DRAW:
        return takes_a_draw(game, position, min(set(range(2)) - session.people), stop), ""
    if job.kind == REVIEW:
        position = session.variations.nodes[job.place].position
        found = deque(level_values(values_found(game, position, stop, REVIEW_SECONDS)), 1)
        return found[0] if found else None, ""
    values = None
    for values in level_values(values_found(game, position, stop)):
        show(values)
    return values, ""


def with_answer(session: Session, job: Job, answer: Any, said: str, random: Random) -> Session:
    """The session after what a job has found.

    Raises: ValueError for a move that is not legal, Refused if the game has become too long.
    """
    game = session.game
    if job.kind == REVIEW:
        worth = worth_of(game, session.variations.nodes[job.place].position, answer)
        return session._replace(worths=session.worths.set(job.place, worth), hurried=False)
    if job.kind == VALUES:
        return session._replace(values=answer, rested=True, hurried=False)
    if job.kind == DRAW:
        declined = at_rest(session)._replace(said="The offer of a draw is declined.")
        return end_game(session, agreed_draw(game)) if answer else declined
    move = legal_move(game, session.position, answer)
    if job.kind == HINT:
        return at_rest(session)._replace(hint=move, said=said)
    return with_room(play_move(session, move, random))._replace(said=said)


def worth_of(game: Game[Any, Any], position: Any, values: Sequence[MoveValue] | None) -> Worth | None:
    """What a position of two players is worth whose moves have these values, the best first; None if none is known."""
    return Worth(seen_by(game.mover(position), values[0].value), values[0].exact) if values else None


def with_failure(session: Session, job: Job, error: BaseException) -> Session:
    """The session after a job that has ended with an error: it says so, and begins nothing else by itself."""
    if isinstance(error, Refused):
        return session._replace(asked="", hurried=False, rested=True, said=in_line(error.why))
    name = session.game.name
    blamed = f"the rules of {name} or the bot" if job.kind == OPPONENT else f"the rules of {name}"
    said = in_line(f"{NOTHING[job.kind]}: {blamed} raised {type(error).__name__}: {error}")
    return session._replace(asked="", hurried=False, rested=True, said=said)


def with_room(session: Session) -> Session:
    """The session. Raises Refused if its game has become too long."""
    if session.limit is not None and len(session.variations.nodes) > session.limit:
        raise Refused(TOO_LARGE, f"{session.limit} positions of this game are kept, the most: begin a new one")
    return session


def values_found(
    game: Game[Any, Any],
    position: Any,
    stop: Stop = never,
    seconds: float = SECONDS,
    clock: Callable[[], float] = perf_counter,
) -> Iterator[tuple[MoveValue, ...]]:
    """The values of all legal moves at depth 1, 2, 3 ..., each seen by the mover, the best first.

    It ends when all values are exact, after `seconds`, and when `stop()` is true; depth 1 is always finished.
    No values where the game is over.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> *_, found = values_found(game, game.start, seconds=60)  # all are exact long before
    >>> [(game.format(game.start, each.move), each.value, each.exact) for each in found]
    [('b-1', 999997, True), ('a-1', -999998, True), ('b-2', -999998, True)]
    """
    mover, late = game.mover(position), deadline(seconds, clock)
    depths = value_moves(game, position, None, Stats(), None, lambda: stop() or late())
    with suppress(Stopped):
        for found in depths:
            choices = zip(found.choices, found.exact)
            yield tuple(_seen(choice.move, mover, choice.value, exact) for choice, exact in choices)
            if all(found.exact) or stop() or late():
                return


def _seen(move: Any, mover: int, value: Any, exact: bool) -> MoveValue:
    return MoveValue(move, seen_by(mover, value), exact, value if isinstance(value, tuple) else ())


def takes_a_draw(game: Game[Any, Any], position: Any, player: int, stop: Stop = never, seconds: float = 1.0) -> bool:
    """Whether an engine that plays for this player takes a draw: where it does not think that it stands better.

    Where chance moves next, and with more than two players, it does not.
    """
    if game.mover(position) == CHANCE or len(game.players) > 2:
        return False
    *_, answer = within(seconds)(deepen(game, position, stop=stop))
    return bool(seen_by(player, answer.value) <= 0)
