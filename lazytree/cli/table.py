"""Playing a game at the terminal."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Generator, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from lazytree.core.game import CHANCE, Game, is_over, legal_move, position_or_start
from lazytree.core.values import SURE, seen_by
from lazytree.naming.loading import factory_named
from lazytree.naming.words import game_named
from lazytree.playing.ending import ending, format_ending, resignation
from lazytree.playing.records import Record, load_record, save_record
from lazytree.searching.choosing import Bot
from lazytree.session.refusals import Refused
from lazytree.session.session import Seat, Session, end_game, has_ended, new_session, play_move
from lazytree.session.variations import go_to, line_to
from lazytree.show.places import names_in_place, shows_its_names

from .commands import position_asked
from .seats import BY_LOT, PERSON, SEATS, ask, make_seat, seats
from .table_commands import TableCommand, opinion, person, read_record, run_command, told_opinion


class TableOptions(NamedTuple):
    """How a game is played at the table."""

    seed: int = 1  # of the chance moves
    repetitions: int | None = None  # a position that has occurred this number of times is a draw; None: never
    plies: int | None = None  # after this number of plies the game is drawn; None: never
    evaluate: bool = False  # say after each move what a second of search thinks of it
    resign: bool = False  # engines give up where they are lost for sure


def play(asked: Namespace) -> Iterator[str]:
    """The lines of a game at the terminal; each seat is taken by a bot or a person."""
    game = game_named(asked.game, asked.parameters)
    position = position_asked(game, asked)
    wanted = [getattr(asked, seat) for seat in SEATS]
    names = seats(game, wanted)
    people = frozenset(player for player, name in enumerate(names) if name == PERSON)
    if asked.json and people:
        raise ValueError("--json is for games between bots: name one for each seat, as in --first think:depth=3")
    if asked.resign and len(game.players) > 2:
        raise ValueError("--resign is for games of two players")
    bots = [person(game, ask, print) if name == PERSON else make_seat(game, name, bool(people)) for name in names]
    manner = TableOptions(asked.seed, asked.repetitions or None, asked.plies or None, asked.evaluate, asked.resign)
    course = play_on_terminal(game, bots, position, people, manner)
    if asked.json:
        yield json.dumps(in_json(_outcome(course)))
        return
    if BY_LOT in wanted:
        yield ", ".join(f"{player} is {name}" for player, name in zip(game.players, names))
    if people and game.layout is not None and not shows_its_names(game):
        yield f"the cells are:\n{names_in_place(game.layout)}\n"
    yield from course


def _outcome(course: Generator[str, None, Session]) -> Session:
    """How a course ends, its lines unprinted."""
    while True:
        try:
            next(course)
        except StopIteration as done:
            session: Session = done.value
            return session


def in_json(last: Session) -> dict[str, Any]:
    """A finished game as JSON: its record, the payoffs, and why it ended where not the rules did it."""
    how = has_ended(last)
    assert how is not None
    saved: dict[str, Any] = json.loads(save_record(last.record))
    return saved | {"payoffs": how.payoffs} | ({"ended": how.reason} if how.reason else {})


def play_on_terminal(
    game: Game[Any, Any],
    bots: Sequence[Bot[Any, Any]],
    position: Any = None,
    people: frozenset[int] = frozenset(),
    manner: TableOptions | None = None,
) -> Generator[str, None, Session]:
    """The texts of a game as it is played: each position, printed before its move is chosen, each move, the result."""
    manner = manner or TableOptions()
    seats = [Seat() if player in people else Seat("bot") for player in range(len(game.players))]
    first, random = position_or_start(game, position), Random(manner.seed)
    yield game.show(first)
    session = new_session(game, first, seats, random, manner.repetitions, manner.plies)
    yield from news(session, 0, manner.evaluate)
    while (how := has_ended(session)) is None:
        mover, before = game.mover(session.position), session
        if manner.resign and mover not in people and is_lost(session.record):
            session = end_game(session, resignation(game, mover))
            continue
        try:
            session = play_move(session, legal_move(game, session.position, bots[mover](session.position)), random)
            yield from news(session, before.place, manner.evaluate)
        except TableCommand as command:
            try:
                session = run_command(command, session, ask, print, random)
            except (Refused, ValueError) as error:
                print(error)
            if command.word == "quit":
                yield "the game is left unfinished"
                return session
            if session.variations is not before.variations:
                yield game.show(session.position)
    yield format_ending(game, how)
    return session


def news(session: Session, place: int, evaluate: bool) -> Iterator[str]:
    """The lines of the moves since a place: the last one, and what chance has decided then."""
    game, nodes = session.game, session.variations.nodes
    line = line_to(session.variations, session.place)
    for at in line[line.index(place) + 1 :]:
        here, after = nodes[nodes[at].before].position, nodes[at].position
        yield from ply(game, here, nodes[at].move, after)
        if evaluate and not is_over(game, after) and game.mover(after) != CHANCE:
            so_far = session._replace(variations=go_to(session.variations, at)).record
            yield f"best now: {told_opinion(so_far, opinion(so_far))}"


def ply(game: Game[Any, Any], here: Any, move: Any, after: Any) -> Iterator[str]:
    """The lines of a move: who makes it, and the position after it."""
    yield f"{mover_name(game, here)}: {game.format(here, move)}\n"
    yield game.show(after)


def mover_name(game: Game[Any, Any], position: Any) -> str:
    """Who is to move, as a name."""
    return "chance" if (mover := game.mover(position)) == CHANCE else game.players[mover]


def is_lost(so_far: Record[Any, Any]) -> bool:
    """Whether the player to move has lost for sure, as far as half a second of search sees."""
    mover = so_far.game.mover(so_far.position)
    return bool(seen_by(mover, opinion(so_far, seconds=0.5).value) < -SURE)


def replay(asked: Namespace) -> Iterator[str]:
    """The lines of a saved game: each position and each move."""
    own = {} if asked.game is None else {(made := factory_named(asked.game))().name: made}
    fix = f"name the file of your own game, as in lazytree replay {asked.file} my_game.py"
    so_far = load_record(read_record(asked.file), own or None, fix)
    game = so_far.game
    yield game.show(so_far.positions[0])
    for here, move, after in zip(so_far.positions, so_far.moves, so_far.positions[1:]):
        yield from ply(game, here, move, after)
    if (ended := so_far.ended or ending(game, so_far.positions)) is not None:
        yield format_ending(game, ended)
