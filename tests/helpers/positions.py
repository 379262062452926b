"""Random positions of every game of the library, in variants small enough for brute force."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from lazytree import Game
from lazytree.core.game import sample_move
from lazytree.games import GAMES

VARIANTS: Mapping[str, list[dict[str, Any]]] = {
    "andantino": [{"side": 3}, {"side": 4}, {"side": 4, "last_stone": True}],
    "chess": [
        {"setup": "5x5"},
        {"setup": "4k/1p3/5/3P1/K4 w - - 0 1", "fifty": 2},
        {"setup": "960", "number": 1, "notation": "uci"},
        {"notation": "san", "bare": "play on"},
        {"setup": "k3/1n2/3N/3K w - - 0 1", "repetition": 2},
    ],
    "clobber": [{"rows": 3, "columns": 3}, {"rows": 2, "columns": 5}],
    "connect_four": [{"columns": 4, "rows": 4}, {"columns": 5, "rows": 3, "connect": 3}],
    "dice_of_doom": [
        {"size": 2, "board": "a3,a3,b3,b1"},
        {"size": 2, "dice": "rolled", "max_dice": 5, "reinforcement": "largest cluster", "seed": 4},
        {"size": 3, "reinforcement": "largest cluster", "seed": 2},
        {"size": 2, "players": 3, "seed": 3},
        {"size": 2, "players": 4, "dice": "rolled", "max_dice": 2, "seed": 5},
    ],
    "domineering": [{"rows": 3, "columns": 4}, {"rows": 4, "columns": 4}],
    "dvonn": [
        {"placement": "random", "seed": 3},
        {"placement": "random", "score": "margin"},
        {"placement": "random", "notation": "numbers"},
        {},
    ],
    "hex": [{"size": 3}, {"size": 4, "swap": False}],
    "kalah": [{"pits": 3, "seeds": 2}, {"pits": 4, "seeds": 3, "score": "margin", "empty_capture": False}],
    "konane": [
        {"rows": 4, "columns": 4},
        {"rows": 5, "columns": 5, "opening": "centre"},
        {"rows": 4, "columns": 6, "opening": "corner"},
        {"rows": 4, "columns": 4, "first": "light", "notation": "course"},
    ],
    "lines_of_action": [{"size": 4}, {"size": 5}, {"size": 4, "repetition": "draw"}],
    "nim": [{"heaps": (3, 4, 5)}, {"heaps": (1, 0, 6)}],
    "othello": [{"rows": 4, "columns": 4}, {"rows": 4, "columns": 6, "score": "margin"}],
    "selfo": [
        {"side": 3, "setup": "a1 b3 d4 e5 / a3 b1 d2 e3"},
        {"side": 3, "setup": "a1 b3 d4 e5 / a3 b1 d2 e3", "steps": (1, 2), "passing": False, "swap": False},
        {"side": 5, "setup": "irregular", "players": 3, "seed": 2},
        {"side": 5, "setup": "irregular", "triangles": 2, "random_steps": 20, "least_groups": 3, "lots": True},
        {"side": 6, "setup": "dropped", "board": "triangle", "least_gap": 2},
        {"side": 8, "setup": "regular", "board": "square"},
    ],
    "tic_tac_toe": [{}],
}


class Variant(NamedTuple):
    """A game with its parameters, made when a test asks for it."""

    name: str
    parameters: Mapping[str, Any]

    def __call__(self) -> Game[Any, Any]:
        return GAMES[self.name](**self.parameters)

    def __str__(self) -> str:
        return " ".join([self.name, *(f"{name}={value}" for name, value in self.parameters.items())])


ALL = [Variant(name, parameters) for name in GAMES for parameters in VARIANTS[name]]
FIRST_OF_EACH = [next(variant for variant in ALL if variant.name == name) for name in GAMES]
TWO = [variant for variant in ALL if variant.parameters.get("players", 2) == 2]
SMALL = [variant for variant in TWO if variant.parameters.get("side", 0) < 7]  # for brute force


def walks(plies: int = 60) -> st.SearchStrategy[tuple[int, int]]:
    """What decides on a random position: how far to play from the start, and a seed."""
    return st.tuples(st.integers(0, plies), st.integers(0, 2**32))


def walk_to(game: Game[Any, Any], walk: tuple[int, int]) -> Any:
    """The position that a random game has come to after a number of plies, or the last one with moves."""
    plies, random = walk[0], Random(walk[1])
    position = game.start
    for _ in range(plies):
        moves = list(game.moves(position))
        after = game.play(position, sample_move(game, position, moves, random)) if moves else position
        if not any(True for _ in game.moves(after)):
            break
        position = after
    return position
