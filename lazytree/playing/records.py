"""Records: the course of a game as an immutable value, with undo, redo, branches, saving and loading."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any, Generic

from lazytree.core.game import Game, IllegalMove, M, P, is_over, legal_move, position_or_start, refuse_text
from lazytree.core.showing import mime_bundle
from lazytree.core.texts import shorten
from lazytree.games import GAMES

from .ending import Ending
from .one_line import one_line

Factories = Mapping[str, Callable[..., Game[Any, Any]]]
"""Functions that make games, by the games' names."""

VERSION = 1
"""The form of saved records, which `docs/records.md` describes."""


@dataclass(frozen=True, repr=False)
class Record(Generic[P, M]):
    """The course of a game: its positions, the moves between them, and the moves that were undone.

    Records are immutable; `play`, `undo`, `redo` and `branch` return new ones. Make one by `record`.

    >>> from lazytree.games import nim
    >>> so_far = record(nim(heaps=(1, 2))).play((1, 2))
    >>> so_far.position.heaps, so_far.undo().position.heaps
    (pvector([1, 0]), pvector([1, 2]))
    """

    game: Game[P, M]
    positions: tuple[P, ...]  # one more than moves; the first is where the record begins
    moves: tuple[M, ...] = ()
    undone: tuple[M, ...] = ()  # the latest undone move is the last one
    ended: Ending | None = None  # how people have ended it in the current position, where not the rules do it

    @property
    def position(self) -> P:
        """The current position."""
        return self.positions[-1]

    def play(self, move: M) -> Record[P, M]:
        """The record with one more move; undone moves are dropped. Raises IllegalMove if the rules forbid the move."""
        return self._with(legal_move(self.game, self.position, move), ())

    def undo(self) -> Record[P, M]:
        """The record one move earlier. Raises ValueError at the start."""
        if not self.moves:
            raise ValueError("there is nothing to undo: no move has been made")
        return Record(self.game, self.positions[:-1], self.moves[:-1], (*self.undone, self.moves[-1]))

    def redo(self) -> Record[P, M]:
        """The record with the latest undone move played again. Raises ValueError if no move was undone."""
        if not self.undone:
            raise ValueError("there is nothing to redo: no move has been undone")
        return self._with(self.undone[-1], self.undone[:-1])

    def branch(self, ply: int) -> Record[P, M]:
        """A record of the first `ply` moves of this one. Raises ValueError if this one has fewer."""
        if not isinstance(ply, int) or not 0 <= ply <= len(self.moves):
            raise ValueError(f"this record has plies 0 to {len(self.moves)}, not {ply!r}")
        return Record(self.game, self.positions[: ply + 1], self.moves[:ply])

    def _with(self, move: M, undone: tuple[M, ...]) -> Record[P, M]:
        after = self.game.play(self.position, move)
        return Record(self.game, (*self.positions, after), (*self.moves, move), undone)

    def written(self) -> list[str]:
        """The moves in the notation of the game (`game.format`)."""
        return [self.game.format(position, move) for position, move in zip(self.positions, self.moves)]

    def __repr__(self) -> str:
        return f"<Record of {self.game.name}: {' '.join(self.written()) or 'no moves'}>"

    _repr_mimebundle_ = mime_bundle


def record(game: Game[P, M], moves: Iterable[M] = (), position: P | None = None) -> Record[P, M]:
    """The record of a game with these moves, from a position: the game's start if it is None.

    Moves are those of `game.moves`, not their texts: a game may have moves that are texts themselves.
    `game.parse(position, text)` reads one.

    Raises: ValueError if the position is none of this game, or `moves` is one text or one move; IllegalMove at a move
    that the rules forbid.

    >>> from lazytree.games import tic_tac_toe
    >>> so_far = record(tic_tac_toe(), [4, 0])
    >>> so_far.written(), so_far.undo().written(), so_far.undo().redo().written()
    (['b2', 'a3'], ['b2'], ['b2', 'a3'])
    >>> record(tic_tac_toe(), [1], tic_tac_toe().read("X.. / .O. / ...")).written()
    ['b3']
    """
    if isinstance(moves, str):
        fix = "give a list of moves, each read with game.parse(position, text)"
        raise ValueError(f"the moves of a record are no text, as {shorten(moves)} is: {fix}")
    if not isinstance(moves, Iterable):
        raise ValueError(f"the moves of a record are a list of moves, not {shorten(moves)}")
    begun: Record[P, M] = Record(game, (position_or_start(game, position),))
    for number, move in enumerate(moves, 1):
        with _numbered(number):
            begun = begun.play(move)
    return begun


def save_record(so_far: Record[P, M]) -> str:
    """A record as JSON text: the game's name, the arguments of its factory, and the moves in the game's notation.

    A record that begins elsewhere than the factory's game carries its first position, too, as `one_line` writes it. (A
    game that `lazytree.games` does not know carries it whenever it can `read`.) Undone moves are not saved.
    Where people have ended the game (`Record.ended`: one has resigned, both have agreed to a draw), its payoffs and the
    reason are.

    Raises: ValueError if an argument of the factory has no form in JSON, or if the first position has no text that the
    game reads.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> print(save_record(record(game, [(1, 2)])))
    {"version": 1, "game": "nim", "parameters": {"heaps": [1, 2]}, "moves": ["b-2"]}
    >>> json.loads(save_record(record(game, [(1, 1)], game.read("1 / 1 / first to move"))))["position"]
    '| / | / first to move'
    """
    game = so_far.game
    saved: dict[str, object] = {"version": VERSION, "game": game.name, "parameters": dict(game.parameters)}
    try:
        json.dumps(saved)
    except TypeError as error:
        raise ValueError(
            f"{game.name} was made with a parameter that has no form in JSON: {error}; "
            "use numbers, texts, true, false, none and tuples of them"
        ) from error
    return json.dumps({**saved, **_position_to_save(so_far), "moves": so_far.written(), **ending_fields(so_far.ended)})


def ending_fields(ended: Ending | None) -> dict[str, object]:
    """What a saved record says of a game that people have ended; nothing where they have not.

    >>> ending_fields(Ending((1, -1), "second resigns"))
    {'payoffs': [1, -1], 'ended': 'second resigns'}
    """
    return {} if ended is None else {"payoffs": list(ended.payoffs), "ended": ended.reason}


def _position_to_save(so_far: Record[P, M]) -> dict[str, str]:
    """Where a record begins, unless its factory's game begins there."""
    game, first = so_far.game, so_far.positions[0]
    known = _factories(None)
    if game.name in known:
        begins = _made(game.name, known[game.name], game.parameters).start == first
    else:
        begins = first == game.start and game.read is refuse_text
    return {} if begins else {"position": one_line(game, first)}


def load_record(text: str, games: Factories | None = None, fix: str = "pass others by games=") -> Record[Any, Any]:
    """The record that `save_record` wrote. `games` maps names to factories; by default those of `lazytree.games`.

    `fix` is what the error says about games that are not among them.

    Raises: ValueError, which says what is wrong, if the text is not a saved record, its game is not in `games` or
    cannot be made with its parameters, or its first position is none of the game; IllegalMove at a move that the rules
    forbid.

    >>> load_record('{"game": "nim", "parameters": {"heaps": [1, 2]}, "moves": ["b-2"]}').position.heaps
    pvector([1, 0])
    """
    games = _factories(games)
    name, parameters, position, moves, payoffs, reason = _parts(text)
    if name not in games:
        raise ValueError(f"there is no game {name!r} here; there are: {', '.join(games)}; {fix}")
    game = _made(name, games[name], parameters)
    begun: Record[Any, Any] = record(game, position=None if position is None else game.read(position))
    for number, move in enumerate(moves, 1):
        with _numbered(number):
            begun = begun.play(begun.game.parse(begun.position, move))
    if not reason or is_over(game, begun.position):
        return begun
    if payoffs is None or len(payoffs) != len(game.players):
        raise ValueError(
            f'this is no saved record: it has "ended", so "payoffs" must be {len(game.players)} numbers, one for each '
            f"player of {game.name}"
        )
    return replace(begun, ended=Ending(tuple(payoffs), reason))


@contextmanager
def _numbered(number: int) -> Iterator[None]:
    """A context manager in which an IllegalMove says which move of a record it is."""
    try:
        yield
    except IllegalMove as error:
        raise IllegalMove(f"move {number}: {error}") from None


def _factories(games: Factories | None) -> Factories:
    """These factories by name, or those of the library."""
    return GAMES if games is None else games


def _parts(text: str) -> tuple[str, dict[str, object], str | None, list[str], list[float] | None, str]:
    """The name, parameters, first position and moves of a record; the payoffs and the reason where it has ended."""
    try:
        saved = json.loads(text)
    except TypeError:
        told = "pass the text that save_record(record) wrote, as in load_record(path.read_text())"
        raise ValueError(f"load_record takes a text, not {shorten(text)}: {told}") from None
    except (ValueError, RecursionError) as error:
        raise _no_record(str(error)) from error
    if not isinstance(saved, dict):
        raise _no_record(f"it is a JSON text of {shorten(saved)}, not of an object")
    version = saved.get("version", VERSION)
    if type(version) is not int or version != VERSION:
        raise ValueError(f"this record is of version {shorten(version)}; this lazytree reads version {VERSION}")
    if missing := [f'"{part}"' for part in ("game", "parameters", "moves") if part not in saved]:
        raise _no_record(f"it has no {' and no '.join(missing)}")
    name, parameters, moves, position = saved["game"], saved["parameters"], saved["moves"], saved.get("position")
    written = isinstance(moves, list) and all(isinstance(move, str) for move in moves)
    if not (isinstance(name, str) and isinstance(parameters, dict) and isinstance(position, str | None) and written):
        raise ValueError(
            'this is no saved record: "game" must be a text, "parameters" an object, "moves" a list of texts and '
            '"position", if it is there, a text'
        )
    payoffs, reason = saved.get("payoffs"), saved.get("ended")
    return name, parameters, position, moves, *_ending_of(payoffs, reason)


def _ending_of(payoffs: object, reason: object) -> tuple[list[float] | None, str]:
    """What a record says of its end. Raises ValueError for what cannot be read, where it says that it has ended."""
    if reason is None or reason == "":
        return None, ""
    numbers = isinstance(payoffs, list) and all(type(each) in (int, float) and isfinite(each) for each in payoffs)
    if not isinstance(reason, str) or not numbers:
        raise ValueError(
            'this is no saved record: "ended", the reason why it has ended, must be a text, and "payoffs" a list of '
            "numbers, one for each player"
        )
    return payoffs, reason  # type: ignore[return-value]  # it was looked at


def _no_record(why: str) -> ValueError:
    return ValueError(
        f"this is no saved record ({why}): use the text that save_record(record) wrote, not a file's name"
    )


def _made(name: str, factory: Callable[..., Game[Any, Any]], parameters: Mapping[str, object]) -> Game[Any, Any]:
    try:
        return factory(**{key: _tuples(value) for key, value in parameters.items()})
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError) as error:
        raise ValueError(
            f"{name} cannot be made with these parameters, {shorten(dict(parameters))} ({error})"
        ) from error


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
