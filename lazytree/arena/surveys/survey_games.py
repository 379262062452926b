"""The games of a survey: players of rising strength against themselves, each other, and a player who copies moves.

Also the last chance of the loser of a game: the last position that could still be held, and how many moves held there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from lazytree.arena.tournaments.results import points_for
from lazytree.core.checks import moves_of, payoffs_of
from lazytree.core.game import CHANCE, FIRST, Game, is_over, sample_move
from lazytree.core.seeds import seed_of
from lazytree.core.stopping import Stop, never, raise_if_stopped
from lazytree.core.values import SURE, seen_by
from lazytree.questions.depth_search import search
from lazytree.questions.mcts import mcts
from lazytree.questions.playouts import playouts
from lazytree.trees.ratings import even

LEVELS = (0, 4, 16, 64, 256)
"""Simulations that players of rising strength make for a move; 0: they move at random."""

LONGEST = 1_000  # plies after which a game is left unfinished


class SurveyedGame(NamedTuple):
    """A game of a survey."""

    levels: tuple[int, ...]  # simulations of the players, by seat
    payoffs: tuple[float, ...]  # all 0 where the game was left unfinished
    ended: bool  # by the rules
    movers: tuple[int, ...]
    widths: tuple[int, ...]  # legal moves at each ply
    values: tuple[float | None, ...]  # what FIRST gets, as the mover thought; None: not known, or many players
    moves: tuple[Any, ...] = ()
    copied: int = 0  # moves that a player copied
    copiable: int = 0  # turns in which a player wished to copy

    @property
    def plies(self) -> int:
        """How many moves were made, chance moves included."""
        return len(self.movers)

    @property
    def points(self) -> tuple[float, ...]:
        """What each seat scores: those with the highest payoff share 1."""
        return points_for(self.payoffs)

    @property
    def line(self) -> tuple[Any, ...]:
        """What two copies of a game have in common: who plays in which seat, and all moves."""
        return self.levels, self.payoffs, self.movers, self.widths, self.moves


Choice = Callable[[Any, Random], tuple[Any, float | None]]
"""What chooses a move: from position and random numbers to the move, and what FIRST gets in the player's opinion."""


def without_margins(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game in which only the result counts, not the margin: 1 for a win, 0 for a draw, -1 for a loss.

    Of more than two players those share 1 who have the highest payoff. Games of the library for two that pay no margins
    are returned unchanged.

    >>> from lazytree.games import dvonn, nim
    >>> game = nim()
    >>> without_margins(game) is game, without_margins(dvonn(score="margin")).in_points
    (True, False)
    >>> three = replace(game, players=("a", "b", "c"), payoffs=lambda position: (5, 5, 2))
    >>> without_margins(three).payoffs(game.start)
    (0.5, 0.5, 0.0)
    """
    players, own_game = len(game.players), not game.parameters
    if players == 1 or (players == 2 and not (game.in_points or own_game)):
        return game
    payoffs = game.payoffs

    def result(position: Any) -> tuple[float, float]:
        first, second = payoffs(position)
        return (1, -1) if first > second else (-1, 1) if second > first else (0, 0)

    def shares(position: Any) -> tuple[float, ...]:
        paid = payoffs(position)
        top = max(paid)
        winners = sum(1 for payoff in paid if payoff == top)
        return tuple(1 / winners if payoff == top else 0.0 for payoff in paid)

    return replace(game, payoffs=result if players == 2 else shares, in_points=False)


def player(game: Game[Any, Any], simulations: int, seed: int, stop: Stop, lane: str | None = None) -> Choice:
    """The player that makes `simulations` simulations for a move; with 0 it moves at random.

    With fewer simulations than two for each move, a tree would say nothing: the first moves in the order of the game
    would be visited once, and the first of them played, in all games. Then it plays `sampled` moves.
    """
    if simulations == 0:
        return lambda position, random: (random.choice(moves_of(game, position)), None)
    search = mcts(game, seed, simulations=simulations, longest=LONGEST, stop=stop, lane=lane)

    def choose(position: Any, random: Random) -> tuple[Any, float | None]:
        if simulations < 2 * len(moves := moves_of(game, position)):
            return best_sampled_move(game, position, moves, simulations, random, stop, lane)
        *_, answer = search(position)
        return answer.best, None if isinstance(answer.value, tuple) else float(answer.value)

    return choose


def best_sampled_move(
    game: Game[Any, Any],
    position: Any,
    moves: Sequence[Any],
    simulations: int,
    random: Random,
    stop: Stop,
    lane: str | None = None,
) -> tuple[Any, float | None]:
    """The best of some moves by games played at random after each, and what FIRST gets in them, on the mean.

    There are as many of the moves as simulations, at most all of them, drawn at random; of equal ones the first that
    was drawn is played.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> _, mean = best_sampled_move(game, game.start, list(game.moves(game.start)), 3, Random(1), never)
    >>> mean in (-1, -1 / 3, 1 / 3, 1)
    True
    """
    drawn_moves = random.sample(moves, min(simulations, len(moves)))
    each, mover = simulations // len(drawn_moves), game.mover(position)

    def paid_after(move: Any) -> float | tuple[float, ...]:
        seed, after = random.randrange(1, 2**31), game.play(position, move)
        return playouts(game, each, after, seed=seed, plies=LONGEST, lane=lane, stop=stop).value

    paid = [paid_after(move) for move in drawn_moves]
    merits = [seen_by(mover, value) for value in paid]
    best = drawn_moves[merits.index(max(merits))]
    numbers = [value for value in paid if not isinstance(value, tuple)]
    return best, fmean(numbers) if numbers else None


def play_surveyed_game(
    game: Game[Any, Any], players: Sequence[Choice], levels: Sequence[int], seed: int, stop: Stop
) -> SurveyedGame:
    """The course of a game between players. Raises Stopped once `stop()` is true."""
    random, here = Random(seed), game.start
    movers, widths, values, made = list[int](), list[int](), list[float | None](), list[Any]()
    while len(made) < LONGEST and (moves := moves_of(game, here)):
        raise_if_stopped(stop)
        mover = game.mover(here)
        if mover == CHANCE:
            move, value = sample_move(game, here, moves, random), None
        else:
            move, value = players[mover](here, random)
        movers.append(mover)
        widths.append(len(moves))
        values.append(value)
        made.append(move)
        here = game.play(here, move)
    ended = is_over(game, here)
    payoffs = payoffs_of(game, here) if ended else (0,) * len(game.players)
    return SurveyedGame(tuple(levels), payoffs, ended, tuple(movers), tuple(widths), tuple(values), tuple(made))


EVEN, UNEVEN = "even", "uneven"
"""Kinds of games: between players of one level, and of two neighbours."""


def round_of(
    game: Game[Any, Any], number: int, seed: int, levels: Sequence[int], stop: Stop = never, lane: str | None = None
) -> Iterator[tuple[str, SurveyedGame]]:
    """The games of a round, each with its kind: of each level one EVEN game, and between neighbours UNEVEN ones.

    Neighbours change seats: of n players the stronger one sits in each of the n seats once. Each is played when it is
    read.
    """
    seats = len(game.players)
    for index, level in enumerate(levels):
        own = [player(game, level, seed_of(seed, number, level, seat), stop, lane) for seat in range(seats)]
        yield EVEN, play_surveyed_game(game, own, (level,) * seats, seed_of(seed, number, level, -1), stop)
        if index == 0 or seats == 1:
            continue
        for strong in range(seats):
            uneven = [level if seat == strong else levels[index - 1] for seat in range(seats)]
            seeds = [seed_of(seed, number, level, seats * (strong + 1) + seat) for seat in range(seats)]
            others = [player(game, each, own_seed, stop, lane) for each, own_seed in zip(uneven, seeds)]
            yield UNEVEN, play_surveyed_game(game, others, uneven, seed_of(seed, number, level, -2 - strong), stop)


def positions_of(game: Game[Any, Any], course: SurveyedGame) -> Iterator[Any]:
    """The positions of a game, from the start to its end."""
    return accumulate(course.moves, game.play, initial=game.start)


def different(courses: Sequence[SurveyedGame]) -> list[SurveyedGame]:
    """The games, each once, where nothing varies: where all games of the same levels in the same seats are the same.

    >>> course = SurveyedGame((0, 0), (1, -1), True, (0, 1, 0), (1, 1, 1), (None, None, None))
    >>> len(different([course, course])), len(different([course, course, course._replace(movers=(0,))]))
    (1, 3)
    """
    lines = {course.line: course for course in courses}
    return [*courses] if len(lines) > len({course.levels for course in courses}) else [*lines.values()]


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
    """The first moves, and how many of them differ by more than a symmetry that the game knows (`canonical`)."""
    moves = moves_of(game, game.start)
    if game.canonical is None:
        return FirstMoves(len(moves), None)
    return FirstMoves(len(moves), len({game.canonical(game.play(game.start, move)) for move in moves}))


def mirrored_cells(game: Game[Any, Any], way: str) -> tuple[int, ...] | None:
    """For each cell of the board the cell on the other side; None if there is no board, or it has no such symmetry."""
    if game.layout is None:
        return None
    places = [(cell.x, cell.y) for cell in game.layout.cells]
    across, down = (
        [min(numbers) + max(numbers) - number if sign < 0 else number for number in numbers]
        for numbers, sign in zip(zip(*places), TURNS[way])
    )
    cells = {(round(x, 3), round(y, 3)): index for index, (x, y) in enumerate(places)}
    found = [cells.get((round(x, 3), round(y, 3))) for x, y in zip(across, down)]
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
    """A game in which SECOND copies each move of FIRST where that is legal; else both use Monte-Carlo tree search."""
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


HORIZON = 5  # plies that are looked ahead


class LastChances(NamedTuple):
    """How games were lost.

    >>> last_chances([1, 3, None, 1])
    LastChances(games=4, known=3, only=0.6666666666666666, good=1.6666666666666667)
    """

    games: int  # decided ones
    known: int  # in which there was a last chance: the loser had a choice of moves, one of which held
    only: float  # share of these in which just one move held
    good: float  # moves that held, on the mean


def last_chances(found: Sequence[int | None]) -> LastChances:
    """A summary of the numbers of good moves at last chances; a None stands for a game without such a chance."""
    known = [number for number in found if number is not None]
    only = sum(number == 1 for number in known) / len(known) if known else 0.0
    return LastChances(len(found), len(known), only, sum(known) / len(known) if known else 0.0)


def last_chance(
    game: Game[Any, Any],
    course: SurveyedGame,
    stop: Stop | None = None,
    horizon: int = HORIZON,
    lane: str | None = None,
) -> int | None:
    """How many moves held at the last position, with several moves, in which the loser still had one that held.

    A move holds if it does not lose by force within `horizon` plies. None if the game is drawn or not over, or if the
    loser never had such a choice. For two players, without chance.
    """
    if not has_loser(game, course):
        return None
    loser = 0 if course.payoffs[FIRST] < 0 else 1
    positions = list(positions_of(game, course))[:-1]
    for here, mover, width in zip(positions[::-1], course.movers[::-1], course.widths[::-1]):
        if mover != loser or width == 1:
            continue
        after = [game.play(here, move) for move in moves_of(game, here)]
        good = sum(not loses(game, position, loser, horizon, stop, lane) for position in after)
        if good:
            return good if good < width else None
    return None


def has_loser(game: Game[Any, Any], course: SurveyedGame) -> bool:
    """Whether one of two players has lost, in a game without chance."""
    return len(game.players) == 2 and game.odds is None and course.ended and bool(course.payoffs[FIRST])


def loses(
    game: Game[Any, Any], position: Any, player: int, horizon: int, stop: Stop | None = None, lane: str | None = None
) -> bool:
    """Whether a player has lost here, or loses by force within `horizon` plies."""
    if is_over(game, position):
        return payoffs_of(game, position)[player] < 0
    value = search(game, horizon, even, position, lane=lane, stop=stop).value
    return bool(seen_by(player, value) < -SURE)
