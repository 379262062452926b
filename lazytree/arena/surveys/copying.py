"""Symmetric shortcuts: moves that differ by a symmetry only, and a player who copies each move on the other side."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from lazytree.core.checks import moves_of
from lazytree.core.game import Game
from lazytree.core.stopping import Stop

from .survey_games import Choice, SurveyedGame, play_surveyed_game, player

TURNS: Mapping[str, tuple[int, int]] = {
    "half a turn": (-1, -1),
    "left and right": (-1, 1),
    "top and bottom": (1, -1),
}
"""What is copied where: the factors of the distance from the centre, across and down."""


class Copies(NamedTuple):
    """How a second player fares who copies each move of the first on the other side of the board, where it is legal."""

    way: str  # a word of TURNS
    games: int
    copied: float  # share of the turns in which the copy was legal
    score: float  # of the copying player: 0 to 1


class FirstMoves(NamedTuple):
    """How many first moves there are, and how many differ by more than a symmetry; None: the game names no symmetry."""

    moves: int
    different: int | None


def first_moves(game: Game[Any, Any]) -> FirstMoves:
    """The first moves, and how many of them differ by more than a symmetry that the game knows (`canonical`).

    >>> from lazytree.games import tic_tac_toe
    >>> first_moves(tic_tac_toe())
    FirstMoves(moves=9, different=3)
    """
    moves = moves_of(game, game.start)
    if game.canonical is None:
        return FirstMoves(len(moves), None)
    return FirstMoves(len(moves), len({game.canonical(game.play(game.start, move)) for move in moves}))


def mirrored_cells(game: Game[Any, Any], way: str) -> tuple[int, ...] | None:
    """For each cell of the board the cell on the other side; None if there is no board, or it has no such symmetry.

    >>> from lazytree.games import tic_tac_toe
    >>> mirrored_cells(tic_tac_toe(), "half a turn")
    (8, 7, 6, 5, 4, 3, 2, 1, 0)
    """
    if game.layout is None:
        return None
    across, down = TURNS[way]
    cells = game.layout.cells
    left, top = ((min(numbers) + max(numbers)) for numbers in ([c.x for c in cells], [c.y for c in cells]))
    places = {(round(cell.x, 3), round(cell.y, 3)): index for index, cell in enumerate(cells)}

    def other(x: float, y: float) -> tuple[float, float]:
        return round(left - x if across < 0 else x, 3), round(top - y if down < 0 else y, 3)

    found = [places.get(other(cell.x, cell.y)) for cell in cells]
    return None if None in found else tuple(index for index in found if index is not None)


def ways(game: Game[Any, Any]) -> tuple[str, ...]:
    """The ways in which moves can be copied; none for chance, other than two players, and boards without symmetry.

    >>> from lazytree.games import dice_of_doom, tic_tac_toe
    >>> ways(tic_tac_toe()), ways(dice_of_doom(dice="rolled"))
    (('half a turn', 'left and right', 'top and bottom'), ())
    """
    touched = any(game.touched(game.start, move) for move in game.moves(game.start))
    if len(game.players) != 2 or game.odds is not None or not touched:
        return ()
    return tuple(way for way in TURNS if mirrored_cells(game, way) is not None)


def copying(
    game: Game[Any, Any], way: str, simulations: int, seed: int, stop: Stop, lane: str | None = None
) -> SurveyedGame:
    """A game in which SECOND copies each move of FIRST where that is legal; else both use Monte-Carlo tree search.

    >>> from lazytree.core.stopping import never
    >>> from lazytree.games import domineering
    >>> course = copying(domineering(rows=2, columns=2), "half a turn", 0, 1, never)
    >>> course.payoffs, course.copied, course.copiable
    ((1, -1), 0, 0)
    """
    mirror = mirrored_cells(game, way)
    assert mirror is not None  # ways(game) says so
    last: list[tuple[tuple[int, ...], int]] = []  # the cells of FIRST's last move, and its place among such moves
    counts = [0, 0]
    plain = [player(game, simulations, seed + seat, stop, lane) for seat in (0, 1)]

    def first(position: Any, random: Random) -> tuple[Any, float | None]:
        move, value = plain[0](position, random)
        cells = tuple(game.touched(position, move))
        last[:] = [(cells, _touching(game, position, cells).index(move))]
        return move, value

    def second(position: Any, random: Random) -> tuple[Any, float | None]:
        counts[1] += 1
        cells, place = last[0] if last else ((), 0)
        there = _touching(game, position, tuple(mirror[cell] for cell in cells)) if cells else []
        if place < len(there):
            counts[0] += 1
            return there[place], None
        return plain[1](position, random)

    seats: list[Choice] = [first, second]
    course = play_surveyed_game(game, seats, (simulations, simulations), seed, stop)
    return course._replace(copied=counts[0], copiable=counts[1])


def _touching(game: Game[Any, Any], position: Any, cells: tuple[int, ...]) -> list[Any]:
    """The moves that name these cells, in the order of the game."""
    return [move for move in moves_of(game, position) if tuple(game.touched(position, move)) == cells]


def copies(way: str, courses: list[SurveyedGame]) -> Copies:
    """What these games come to.

    >>> copies("half a turn", [SurveyedGame((0, 0), (-1, 1), True, (), (), (), copied=3, copiable=4)])
    Copies(way='half a turn', games=1, copied=0.75, score=1.0)
    """
    turns = sum(course.copiable for course in courses)
    score = sum(0.5 + 0.5 * ((c.payoffs[1] > 0) - (c.payoffs[1] < 0)) for c in courses) / len(courses)
    return Copies(way, len(courses), sum(course.copied for course in courses) / turns if turns else 0.0, score)
