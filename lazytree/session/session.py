"""A game that is being played, as a value: its moves, who sits where, offers, how it has ended, what is looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from pyrsistent import PMap, pmap

from lazytree.core.game import CHANCE, Game
from lazytree.core.game import sample_move as random_move
from lazytree.core.stats import Stats
from lazytree.playing.ending import Ending, ending
from lazytree.playing.records import Record
from lazytree.trees.growing import grow
from lazytree.trees.ratings import label_tree, resolve_rating

from . import exploration
from .exploration import Exploration
from .records import record_head
from .values import MoveValue, Worth
from .variations import Variations, add_move, line_to, new_variations

PERSON = "person"
"""Who a seat is for, where a person moves; else it is the text of a bot."""


class Seat(NamedTuple):
    """Who plays one side."""

    who: str = PERSON  # or a bot, such as think:seconds=1
    token: str = ""  # by which a host knows who may move for a person
    taken: bool = True  # whether this person has been here
    name: str = ""  # in words; by default "a person" or "the computer"


class Permissions(NamedTuple):
    """What an actor may do: the players for whom they move, and whether they have made the game."""

    players: frozenset[int] = frozenset()
    owner: bool = False


class Offer(NamedTuple):
    """What a player offers the others: a draw, to show another place, or another game with sides changed."""

    player: int
    place: int | None = None  # None: a draw, or another game
    rematch: bool = False


class Session(NamedTuple):
    """A game that is being played. What a bot does is worked out by a host, which knows it by `jobs.wanted_job`."""

    game: Game[Any, Any]
    seats: tuple[Seat, ...]  # one for each player
    variations: Variations
    repetitions: int | None = None  # the same position that often is a draw; None: never
    plies: int | None = None  # this number of them is a draw; None: never
    limit: int | None = None  # of nodes; None: none
    head: Mapping[str, Any] | None = None  # what a saved record says before its moves; None: it cannot be saved
    endings: PMap[int, Ending] = pmap()  # by resignation and agreement, by places
    offers: frozenset[Offer] = frozenset()
    said: str = ""  # what went wrong, or was answered
    asked: str = ""  # what a person has asked for, one of jobs.JOBS
    hurried: bool = False  # whether what is being thought about is to end with what has been found
    rested: bool = False  # whether nothing more is begun here by itself: it has failed, or is done
    hint: Any = None  # a move that was advised here, or None
    valuing: bool = False  # whether the values of all moves are wanted
    values: tuple[MoveValue, ...] | None = None  # what is known of them here, the best for the mover first
    tree: Exploration | None = None  # of the position, if a person looks at it
    reviewing: bool = False  # whether the values of all positions of the line are wanted
    worths: PMap[int, Worth | None] = pmap()  # what is known of them, by places; None where nothing was found

    @property
    def position(self) -> Any:
        """The position that is shown."""
        return self.variations.node.position

    @property
    def place(self) -> int:
        """The number of the node that is shown."""
        return self.variations.place

    @property
    def people(self) -> frozenset[int]:
        """The players who are people."""
        return frozenset(player for player, seat in enumerate(self.seats) if seat.who == PERSON)

    @property
    def record(self) -> Record[Any, Any]:
        """The moves that led to the position that is shown."""
        return record_along(self, line_to(self.variations, self.place))


def record_along(session: Session, line: Sequence[int]) -> Record[Any, Any]:
    """The moves that led along these places, as a record."""
    nodes = [session.variations.nodes[place] for place in line]
    positions, moves = tuple(node.position for node in nodes), tuple(node.move for node in nodes[1:])
    return Record(session.game, positions, moves, ended=session.endings.get(line[-1]))


def new_session(
    game: Game[Any, Any],
    position: Any,
    seats: Sequence[Seat],
    random: Random,
    repetitions: int | None = None,
    plies: int | None = None,
    limit: int | None = None,
) -> Session:
    """A game that begins at a position; where chance moves first, it has. The limits are those of a `Session`."""
    head, variations = record_head(game, position), new_variations(position)
    return after_chance(Session(game, tuple(seats), variations, repetitions, plies, limit, head), random)


def permissions_of_all(session: Session) -> Permissions:
    """What is allowed at a board that all people share."""
    return Permissions(session.people, owner=True)


def has_ended(session: Session) -> Ending | None:
    """How the game has ended in the position that is shown; None if it goes on."""
    return session.endings.get(session.place) or ending(
        session.game,
        session.record.positions if session.repetitions or session.plies else [session.position],
        session.repetitions,
        session.plies,
    )


def player_to_move(session: Session) -> int | None:
    """The player to move; None where the game is over, and where chance moves."""
    if has_ended(session) is not None:
        return None
    mover = session.game.mover(session.position)
    return None if mover == CHANCE else mover


def bot_to_move(session: Session) -> str:
    """The bot that is to move, as text; empty if none is."""
    mover = player_to_move(session)
    return "" if mover is None or session.seats[mover].who == PERSON else session.seats[mover].who


def turn_of(session: Session, permissions: Permissions | None = None) -> str:
    """Whose turn it is: "person", "other" (a person for whom others move), "opponent" (a bot, or chance), "over"."""
    if has_ended(session) is not None:
        return "over"
    mover = session.game.mover(session.position)
    if mover not in session.people:
        return "opponent"
    return "person" if permissions is None or mover in permissions.players else "other"


# ---- sessions after something has happened


def play_move(session: Session, move: Any, random: Random) -> Session:
    """The session after a legal move; where chance moves then, it has, too."""
    variations = add_move(session.variations, move, session.game.play(session.position, move))
    return after_chance(session._replace(variations=variations), random)


def after_chance(session: Session, random: Random) -> Session:
    """The session after what chance decides in its position."""
    game, variations = session.game, session.variations
    while game.mover(position := variations.node.position) == CHANCE and (moves := list(game.moves(position))):
        move = random_move(game, position, moves, random)
        variations = add_move(variations, move, game.play(position, move))
    return show(session, variations)


def show(session: Session, variations: Variations) -> Session:
    """The session at a place, of which nothing is known yet; the tree that is shown is that of its position."""
    shown = at_rest(session)._replace(variations=variations, offers=frozenset(), values=None, tree=None)
    return shown if session.tree is None else look(shown)


def at_rest(session: Session) -> Session:
    """The session in which nothing was said and nothing is asked for."""
    return session._replace(said="", asked="", hint=None, hurried=False, rested=False)


def restart(session: Session, random: Random) -> Session:
    """The session in which the game begins again, with the same seats."""
    variations = new_variations(session.variations.nodes[0].position)
    fresh = session._replace(variations=variations, endings=pmap(), tree=None, reviewing=False, worths=pmap())
    return after_chance(fresh, random)


def with_record(session: Session, record: Record[Any, Any], random: Random) -> Session:
    """The session with the moves of a record of its game, and as people have ended it; chance moves then, too."""
    variations = new_variations(record.positions[0])
    for move, position in zip(record.moves, record.positions[1:]):
        variations = add_move(variations, move, position)
    endings = pmap({} if record.ended is None else {variations.place: record.ended})
    head = record_head(session.game, record.positions[0])
    known: dict[str, Any] = {"reviewing": False, "worths": pmap()}
    opened = session._replace(variations=variations, endings=endings, head=head, **known)
    return show(opened, variations) if has_ended(opened) else after_chance(opened, random)


def swap_sides(session: Session) -> Session:
    """The session in which each seat has gone to the next player: of two players, they have changed sides."""
    return show(session._replace(seats=(*session.seats[-1:], *session.seats[:-1])), session.variations)


def end_game(session: Session, how: Ending) -> Session:
    """The session after people have ended the game; itself where it is over already."""
    if has_ended(session) is not None:
        return session
    endings = session.endings.set(session.place, how)
    return at_rest(session)._replace(endings=endings, offers=frozenset(), values=None)


def look(session: Session) -> Session:
    """The session in which a person looks at the tree of the position: at its first ply. Nothing else has grown."""
    game, stats = session.game, Stats()
    tree = label_tree(game, resolve_rating(game, None), stats)(grow(game, stats)(session.position))
    return session._replace(tree=exploration.unfold(exploration.new_exploration(tree, stats, own=True), "/"))
