"""Records: the course of a game as an immutable value, with undo, redo, branches, saving and loading."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic

from lazytree.core.game import Game, M, P, legal_move, start_of
from lazytree.core.mistakes import in_words


@dataclass(frozen=True)
class Record(Generic[P, M]):
    """The course of a game: its positions, the moves between them, and the moves that were undone.

    Records are immutable; `play`, `undo`, `redo` and `branch` return new ones. Make one by `record`.

    >>> from lazytree.games import nim
    >>> so_far = record(nim(heaps=(1, 2))).play((1, 2))
    >>> so_far.position.heaps, so_far.undo().position.heaps
    (pvector([1, 0]), pvector([1, 2]))
    """

    game: Game[P, M]
    positions: tuple[P, ...]  # one more than moves
    moves: tuple[M, ...] = ()
    undone: tuple[M, ...] = ()  # the latest undone move is the last one

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
        return replace(
            self, positions=self.positions[:-1], moves=self.moves[:-1], undone=(*self.undone, self.moves[-1])
        )

    def redo(self) -> Record[P, M]:
        """The record with the latest undone move played again. Raises ValueError if no move was undone."""
        if not self.undone:
            raise ValueError("there is nothing to redo: no move has been undone")
        return self._with(self.undone[-1], self.undone[:-1])

    def branch(self, ply: int) -> Record[P, M]:
        """A record of the first `ply` moves of this one. Raises ValueError unless there are so many."""
        if not isinstance(ply, int) or not 0 <= ply <= len(self.moves):
            raise ValueError(f"this record has plies 0 to {len(self.moves)}, not {ply!r}")
        return Record(self.game, self.positions[: ply + 1], self.moves[:ply])

    def _with(self, move: M, undone: tuple[M, ...]) -> Record[P, M]:
        after = self.game.play(self.position, move)
        return Record(self.game, (*self.positions, after), (*self.moves, move), undone)

    def written(self) -> list[str]:
        """The moves in the notation of the game (`game.format`)."""
        return [self.game.format(position, move) for position, move in zip(self.positions, self.moves)]


def record(game: Game[P, M], moves: Iterable[M] = ()) -> Record[P, M]:
    """The record of a game from its start, with these moves.

    Moves are those of `game.moves`, not their texts: a game may have moves that are texts themselves.
    `game.parse(position, text)` reads one. Raises: IllegalMove at a move that the rules forbid; ValueError if `moves`
    is one text.

    >>> from lazytree.games import tic_tac_toe
    >>> so_far = record(tic_tac_toe(), [4, 0])
    >>> so_far.written(), so_far.undo().written(), so_far.undo().redo().written()
    (['b2', 'a3'], ['b2'], ['b2', 'a3'])
    """
    if isinstance(moves, str):
        fix = "give a list of moves, each read with game.parse(position, text)"
        raise ValueError(f"the moves of a record are no text, as {in_words(moves)} is: {fix}")
    begun: Record[P, M] = Record(game, (start_of(game),))
    for move in moves:
        begun = begun.play(move)
    return begun


def save_record(so_far: Record[P, M]) -> str:
    """A record as JSON text: the game's name, the arguments of its factory, and the moves in the game's notation.

    Undone moves are not saved. Raises ValueError if an argument of the factory has no form in JSON.

    >>> from lazytree.games import nim
    >>> print(save_record(record(nim(heaps=(1, 2)), [(1, 2)])))
    {"game": "nim", "parameters": {"heaps": [1, 2]}, "moves": ["b-2"]}
    """
    game = so_far.game
    try:
        return json.dumps({"game": game.name, "parameters": dict(game.parameters), "moves": so_far.written()})
    except TypeError as error:
        raise ValueError(
            f"{game.name} was made with a parameter that has no form in JSON: {error}; "
            "use numbers, texts, true, false, none and tuples of them"
        ) from error


def load_record(text: str, games: Mapping[str, Callable[..., Game[Any, Any]]] | None = None) -> Record[Any, Any]:
    """The record that `save_record` wrote. `games` maps names to factories; by default those of `lazytree.games`.

    Raises: ValueError, which says what is wrong, if the text is not a saved record, its game is not in `games` or
    cannot be made with its parameters; IllegalMove at a move that the rules forbid.

    >>> load_record('{"game": "nim", "parameters": {"heaps": [1, 2]}, "moves": ["b-2"]}').position.heaps
    pvector([1, 0])
    """
    if games is None:
        from lazytree.games import GAMES

        games = GAMES
    name, parameters, moves = _parts(text)
    if name not in games:
        raise ValueError(f"there is no game {name!r} here; there are: {', '.join(games)}; pass others by games=")
    begun: Record[Any, Any] = record(_made(name, games[name], parameters))
    for move in moves:
        begun = begun.play(begun.game.parse(begun.position, move))
    return begun


def _parts(text: str) -> tuple[str, dict[str, object], list[str]]:
    try:
        saved = json.loads(text)
        name, parameters, moves = saved["game"], saved["parameters"], saved["moves"]
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise ValueError(f"this is no saved record ({error}): use a text that save_record(record) wrote") from error
    written = isinstance(moves, list) and all(isinstance(move, str) for move in moves)
    if not (isinstance(name, str) and isinstance(parameters, dict) and written):
        raise ValueError(
            'this is no saved record: "game" must be a text, "parameters" an object and "moves" a list of texts'
        )
    return name, parameters, moves


def _made(name: str, factory: Callable[..., Game[Any, Any]], parameters: Mapping[str, object]) -> Game[Any, Any]:
    try:
        return factory(**{key: _tuples(value) for key, value in parameters.items()})
    except (ArithmeticError, AttributeError, LookupError, TypeError) as error:
        raise ValueError(f"{name} cannot be made with these parameters, {dict(parameters)} ({error})") from error


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
