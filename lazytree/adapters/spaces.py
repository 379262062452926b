"""Moves as numbers and positions as planes of numbers: what other libraries' learners read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lazytree.core.checks import moves_of
from lazytree.core.game import Game, M, P
from lazytree.core.seeds import random_from
from lazytree.core.texts import shorten
from lazytree.playing.random_games import random_plies

MOST = 512
"""How many moves a position may have where it is not said."""

Actions = Sequence[str] | int
"""The texts of all moves, or how many moves a position has at most."""

Planes = list[list[int]]


def numbering(game: Game[P, M], actions: Actions = MOST) -> tuple[int, Callable[[P], dict[int, M]]]:
    """How many numbers there are, and a function from a position to its legal moves by number, in ascending order.

    Where `actions` are the texts of all moves, a move has the number of its text, the same one in every position. Where
    it is a number, a move has the number of its place among the moves of the position.

    Raises: ValueError if `actions` is neither, or names a text twice. The function raises it, with the fix, at a
    position with a move that has no number.

    >>> from lazytree.games import nim
    >>> count, numbered = numbering(nim(heaps=(1, 2)), ["a-1", "a-2", "b-1", "b-2"])
    >>> numbered(nim(heaps=(0, 2)).start)
    {2: Take(heap=1, pieces=1), 3: Take(heap=1, pieces=2)}
    """
    if isinstance(actions, int):
        if actions < 1:
            raise ValueError(f"actions must be at least 1, not {actions}")
        return actions, lambda position: _by_place(game, position, actions)
    if isinstance(actions, str) or len(set(actions)) != len(actions) or not actions:
        raise ValueError(f"actions must be the texts of all moves, each once, or a number, not {shorten(actions)}")
    numbers = {text: number for number, text in enumerate(actions)}
    return len(numbers), lambda position: _by_text(game, position, numbers)


def _by_place(game: Game[P, M], position: P, most: int) -> dict[int, M]:
    moves = moves_of(game, position)
    if len(moves) > most:
        raise ValueError(f"{game.name} has a position with {len(moves)} moves: say so, as in actions={2 * len(moves)}")
    return dict(enumerate(moves))


def _by_text(game: Game[P, M], position: P, numbers: dict[str, int]) -> dict[int, M]:
    found = dict[int, M]()
    for move in moves_of(game, position):
        text = game.format(position, move)
        if text not in numbers:
            raise ValueError(f"{game.name} has a move {text!r}, which is none of the actions: add it to them")
        found[numbers[text]] = move
    return dict(sorted(found.items()))


def texts_of_moves(game: Game[Any, Any], games: int = 100, plies: int = 200, seed: int = 1) -> tuple[str, ...]:
    """The moves of players that are met in random games, as texts, in order: `actions` for most games.

    A move that is met in none of them is missing: for a learner write all of them where the rules tell them.

    >>> from lazytree.games import connect_four
    >>> texts_of_moves(connect_four())
    ('a', 'b', 'c', 'd', 'e', 'f', 'g')
    """
    random, met = random_from(seed), set[str]()
    for _ in range(games):
        for position, moves, _ in random_plies(game, random, plies):
            if game.mover(position) >= 0:
                met.update(game.format(position, move) for move in moves)
    return tuple(sorted(met))


def planes(game: Game[P, M], position: P, player: int) -> Planes:
    """What stands on the board, as a player sees it: rows of numbers, one number a cell of the layout.

    The first row has the heights of the player's own stones, the next ones those of the players that follow, the last
    but one those of no player, the last one the stones' marks.

    Raises: ValueError for a game without a layout.

    >>> from lazytree.games import tic_tac_toe
    >>> game = tic_tac_toe()
    >>> planes(game, game.at("X.. / .O. / ...").position, player=1)[:2]
    [[0, 0, 0, 0, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0]]
    """
    if game.layout is None:
        raise ValueError(f"{game.name} has no layout to observe: give `observe`, a function of (position, player)")
    players = len(game.players)
    rows = [[0] * len(game.layout.cells) for _ in range(players + 2)]
    for cell, owner, height, mark in game.stones(position):
        rows[(owner - player) % players if owner >= 0 else players][cell] = height
        rows[-1][cell] = mark
    return rows
