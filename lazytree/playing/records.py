"""Records: a game so far, as a value that can be taken back, gone on with, branched, saved and loaded."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic

from lazytree.core.game import Game, M, P, legal_move, start_of


@dataclass(frozen=True)
class Record(Generic[P, M]):
    """A game so far: its positions, the moves between them, and the moves taken back."""

    game: Game[P, M]
    positions: tuple[P, ...]  # one more than moves
    moves: tuple[M, ...] = ()
    undone: tuple[M, ...] = ()  # the one taken back last comes last

    @property
    def position(self) -> P:
        """Where the game stands."""
        return self.positions[-1]

    def play(self, move: M) -> Record[P, M]:
        """The record with one more move; what was taken back is forgotten. Raises IllegalMove."""
        return self._with(legal_move(self.game, self.position, move), ())

    def undo(self) -> Record[P, M]:
        """The record one move earlier. Raises ValueError at the start."""
        if not self.moves:
            raise ValueError("no move has been made: there is nothing to undo")
        return replace(
            self, positions=self.positions[:-1], moves=self.moves[:-1], undone=(*self.undone, self.moves[-1])
        )

    def redo(self) -> Record[P, M]:
        """The record with the last move taken back made again. Raises ValueError if none was."""
        if not self.undone:
            raise ValueError("no move has been taken back: there is nothing to redo")
        return self._with(self.undone[-1], self.undone[:-1])

    def branch(self, ply: int) -> Record[P, M]:
        """A record of its own that begins with the first `ply` moves of this one."""
        if not isinstance(ply, int) or not 0 <= ply <= len(self.moves):
            raise ValueError(f"this record has plies 0 to {len(self.moves)}, not {ply!r}")
        return Record(self.game, self.positions[: ply + 1], self.moves[:ply])

    def _with(self, move: M, undone: tuple[M, ...]) -> Record[P, M]:
        after = self.game.play(self.position, move)
        return Record(self.game, (*self.positions, after), (*self.moves, move), undone)

    def written(self) -> list[str]:
        """The moves as the game writes them."""
        return [self.game.format(position, move) for position, move in zip(self.positions, self.moves)]


def record(game: Game[P, M], moves: Iterable[M] = ()) -> Record[P, M]:
    """The record of a game from its start.

    >>> from lazytree.games import tic_tac_toe
    >>> so_far = record(tic_tac_toe(), [4, 0])
    >>> so_far.written(), so_far.undo().written(), so_far.undo().redo().written()
    (['b2', 'a3'], ['b2'], ['b2', 'a3'])
    """
    begun: Record[P, M] = Record(game, (start_of(game),))
    for move in moves:
        begun = begun.play(move)
    return begun


def save_record(so_far: Record[P, M]) -> str:
    """A record as JSON: the game's name and the arguments of its factory, then the moves as the game writes them.

    >>> from lazytree.games import nim
    >>> print(save_record(record(nim(heaps=(1, 2)), [(1, 2)])))
    {"game": "nim", "parameters": {"heaps": [1, 2]}, "moves": ["b-2"]}
    """
    game = so_far.game
    try:
        return json.dumps({"game": game.name, "parameters": dict(game.parameters), "moves": so_far.written()})
    except TypeError as error:
        raise ValueError(f"{game.name} was made with a parameter that has no form in JSON: {error}") from error


def load_record(text: str, games: Mapping[str, Callable[..., Game[Any, Any]]] | None = None) -> Record[Any, Any]:
    """The record that `save` wrote. `games` are factories by name: the library's, if none are given.

    Raises ValueError that says what is wrong with the text, IllegalMove at a move that the rules do not allow.

    >>> load_record('{"game": "nim", "parameters": {"heaps": [1, 2]}, "moves": ["b-2"]}').position.heaps
    pvector([1, 0])
    """
    if games is None:
        from lazytree.games import GAMES

        games = GAMES
    name, parameters, moves = _parts(text)
    if name not in games:
        raise ValueError(f"there is no game {name!r} here; there are: {', '.join(games)}")
    begun: Record[Any, Any] = record(_made(name, games[name], parameters))
    for move in moves:
        begun = begun.play(begun.game.parse(begun.position, move))
    return begun


def _parts(text: str) -> tuple[str, dict[str, object], list[str]]:
    try:
        saved = json.loads(text)
        name, parameters, moves = saved["game"], saved["parameters"], saved["moves"]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise ValueError(f"this is no saved record ({error}): one is written by save_record(record)") from error
    written = isinstance(moves, list) and all(isinstance(move, str) for move in moves)
    if not (isinstance(name, str) and isinstance(parameters, dict) and written):
        raise ValueError(
            'this is no saved record: "game" is a text, "parameters" an object and "moves" a list of texts'
        )
    return name, parameters, moves


def _made(name: str, factory: Callable[..., Game[Any, Any]], parameters: Mapping[str, object]) -> Game[Any, Any]:
    try:
        return factory(**{key: _tuples(value) for key, value in parameters.items()})
    except (ArithmeticError, AttributeError, LookupError, TypeError) as error:
        raise ValueError(f"{name} cannot be made with these parameters, {dict(parameters)} ({error})") from error


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
