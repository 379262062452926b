"""Openings: the positions from which games of a match begin, as text; drawn at random, balanced by a search, or given.

An opening is written in the words of UGI, such as `startpos moves a4-a6 b2-b4`: it can be read by every worker and
every program that plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from lazytree.arena.protocols.ugi import position_words, read_move
from lazytree.core.board import at_least
from lazytree.core.game import Game, P, Rating, is_over, require_game, sample_move
from lazytree.core.seeds import random_from
from lazytree.playing.one_line import one_line
from lazytree.playing.records import Record, record
from lazytree.questions.depth_search import search

START = "startpos"  # the opening of a game that begins at its start
PLIES = 4  # random moves of an opening by default
TRIES = 1_000  # draws without a new opening after which there are taken to be no more


def written_opening(so_far: Record[Any, Any]) -> str:
    """A record as an opening."""
    return position_words(so_far.game, so_far.positions[0], so_far.moves).removeprefix("position ")


def opening_record(game: Game[P, Any], opening: str) -> Record[P, Any]:
    """The record of an opening. Raises ValueError where it is none of this game, or the game is over there."""
    head, found, tail = opening.partition(" moves ")
    words = head.split()
    if words[:1] == [START] and len(words) == 1:
        so_far = record(game)
    elif words[:1] == ["fen"] and len(words) > 1:
        so_far = record(game, position=game.read(head.partition("fen")[2].strip()))
    else:
        fix = "write startpos moves ..., or fen and a position in one line"
        raise ValueError(f"{opening!r} is no opening of {game.name}: {fix}")
    for word in tail.split() if found else ():
        so_far = so_far.play(read_move(game, so_far.position, word))
    if is_over(game, so_far.position):
        raise ValueError(f"the game is over after the opening {opening!r}: take a shorter one")
    return so_far


def opening_of(game: Game[P, Any], given: object) -> str:
    """What a user gives as an opening, written: a record, a position, or a text.

    A text is in the words of UGI, or moves with `;` between them. Raises ValueError for what is no opening.

    >>> from lazytree.games import nim
    >>> opening_of(nim(heaps=(2, 1)), "a-1; b-1"), opening_of(nim(heaps=(2, 1)), "startpos")
    ('startpos moves a-1 b-1', 'startpos')
    """
    if isinstance(given, Record):
        text = written_opening(given)
    elif not isinstance(given, str):
        position: Any = given
        text = START if given == game.start else f"fen {one_line(game, position)}"
    elif given.split()[:1] in ([START], ["fen"]):
        text = given
    else:
        so_far = record(game)
        for word in filter(None, map(str.strip, given.split(";"))):
            so_far = so_far.play(game.parse(so_far.position, word))
        text = written_opening(so_far)
    opening_record(game, text)
    return text


def random_openings(game: Game[P, Any], number: int, plies: int = PLIES, seed: int = 1) -> tuple[str, ...]:
    """Different openings, `number` of them: each is `plies` random moves from the start, and the game goes on there.

    Moves of chance are drawn by the odds and count as plies. The same seed gives the same openings.

    Raises: ValueError if no more than some such openings can be found.

    >>> from lazytree.games import nim
    >>> random_openings(nim(heaps=(2, 2)), 2, plies=1)
    ('startpos moves a-2', 'startpos moves a-1')
    """
    return _first(number, _drawn(game, plies, seed), plies, game)


def balanced_openings(
    game: Game[P, Any],
    number: int,
    plies: int = PLIES,
    seed: int = 1,
    *,
    depth: int = 4,
    rating: str | Rating[P] | None = None,
    within: float = 1,
) -> tuple[str, ...]:
    """Random openings after which a search finds a value that is nearly even, as texts.

    - `game`: the rules, for two players.
    - `number`: of openings.
    - `plies`: random moves of each.
    - `seed`: of these moves.
    - `depth`: plies that the search looks ahead.
    - `rating`: one of the game's by name (default: its first), or a function of a position, seen by FIRST.
    - `within`: the most by which the value may differ from 0, which is even, in points of the rating.

    Raises: ValueError if the game has more than two players, and if fewer than `number` such openings are found.

    >>> from lazytree.games import tic_tac_toe
    >>> opening, = balanced_openings(tic_tac_toe(), 1, plies=1, depth=9, within=0)  # every first move is a draw
    >>> len(opening_record(tic_tac_toe(), opening).moves)
    1
    """
    at_least("depth", depth, 1)
    if len(game.players) != 2:
        raise ValueError(f"openings are balanced for two players: {game.name} has {len(game.players)}")

    drawn = _drawn(game, plies, seed)
    even = (so_far for so_far in drawn if abs(search(game, depth, rating, so_far.position).value) <= within)
    return _first(number, even, plies, game)


def _first(number: int, openings: Iterator[Record[P, Any]], plies: int, game: Game[P, Any]) -> tuple[str, ...]:
    """The first `number` openings, written. Raises ValueError if there are fewer."""
    at_least("openings", number, 1)
    found = tuple(map(written_opening, islice(openings, number)))
    if len(found) < number:
        fix = "take fewer pairs, or other plies"
        raise ValueError(f"{len(found)} such openings of {plies} plies were found for {game.name}, not {number}: {fix}")
    return found


def _drawn(game: Game[P, Any], plies: int, seed: int) -> Iterator[Record[P, Any]]:
    """Different random openings; the end is where no new one has been found for long."""
    require_game(game)
    at_least("plies", plies, 0)
    random, met, tries = random_from(seed), set[P](), 0
    while tries < TRIES:
        tries += 1
        so_far = _random_record(game, plies, random)
        here = so_far.position
        if len(so_far.moves) == plies and here not in met and not is_over(game, here):
            met.add(here)
            tries = 0
            yield so_far


def _random_record(game: Game[P, Any], plies: int, random: Random) -> Record[P, Any]:
    """Random moves from the start, at most `plies` of them."""
    so_far = record(game)
    for _ in range(plies):
        moves = list(game.moves(so_far.position))
        if not moves:
            break
        so_far = so_far.play(sample_move(game, so_far.position, moves, random))
    return so_far
