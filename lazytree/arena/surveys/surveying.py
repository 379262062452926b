"""A survey of rules: what an inventor wants to know of a game, from games that a computer plays against itself.

Terms are those of C. Browne, Automatic Generation and Evaluation of Recombination Games (thesis, Queensland University
of Technology 2008): completion, duration, drawishness, advantage, lead change, drama; and of the concepts of the Ludii
system (E. Piette and others 2020): branching factor, decision moves.

The games are those of players of rising strength against themselves, each other, and a player who copies moves. Of a
game that was lost the last chance is looked for: the last position that could still be held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, chain, pairwise
from math import sqrt
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any, NamedTuple

from lazytree.arena.strength.pairs import Interval, Margin, margin, mean_of, pentanomial
from lazytree.arena.tournaments.results import points_for
from lazytree.core.board import at_least
from lazytree.core.checks import moves_of, payoffs_of
from lazytree.core.game import CHANCE, FIRST, Game, is_over, position_or_start, require_game, sample_move
from lazytree.core.progress import bar_in_notebook
from lazytree.core.seeds import seed_of
from lazytree.core.stopping import Stop, Stopped, never, raise_if_stopped
from lazytree.core.values import SURE, seen_by
from lazytree.questions.depth_search import search
from lazytree.questions.mcts import mcts
from lazytree.questions.playouts import playouts
from lazytree.trees.ratings import even

LEVELS = (0, 4, 16, 64, 256)  # simulations that players of rising strength make for a move; 0: they move at random
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
    would be visited once, and the first of them played, in all games. Then as many moves as simulations, at most all,
    are drawn, and the best is played by games at random after each; of equal ones the first that was drawn.
    """
    if simulations == 0:
        return lambda position, random: (random.choice(moves_of(game, position)), None)
    search = mcts(game, seed, simulations=simulations, longest=LONGEST, stop=stop, lane=lane)

    def choose(position: Any, random: Random) -> tuple[Any, float | None]:
        moves = moves_of(game, position)
        if simulations >= 2 * len(moves):
            *_, answer = search(position)
            return answer.best, None if isinstance(answer.value, tuple) else float(answer.value)
        drawn_moves = random.sample(moves, min(simulations, len(moves)))
        paid = list[float | tuple[float, ...]]()
        for move in drawn_moves:
            own, after = random.randrange(1, 2**31), game.play(position, move)
            games = simulations // len(drawn_moves)
            paid.append(playouts(game, games, after, seed=own, plies=LONGEST, lane=lane, stop=stop).value)
        merits = [seen_by(game.mover(position), value) for value in paid]
        numbers = [value for value in paid if not isinstance(value, tuple)]
        return drawn_moves[merits.index(max(merits))], fmean(numbers) if numbers else None

    return choose


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


EVEN, UNEVEN = "even", "uneven"  # kinds of games: between players of one level, and of two neighbours


def round_of(
    game: Game[Any, Any], number: int, seed: int, levels: Sequence[int], stop: Stop = never, lane: str | None = None
) -> Iterator[tuple[str, SurveyedGame]]:
    """The games of a round, each with its kind: of each level one EVEN game, and between neighbours UNEVEN ones.

    Neighbours change seats: of n players the stronger one sits in each of the n seats once. Each is played when it is
    read.
    """
    seats = len(game.players)
    for index, level in enumerate(levels):
        for strong in range(-1, seats if index > 0 and seats > 1 else 0):  # -1: all are
            sitting = [level if strong in (-1, seat) else levels[index - 1] for seat in range(seats)]
            seeds = [seed_of(seed, number, level, seats * (strong + 1) + seat) for seat in range(seats)]
            players = [player(game, each, own, stop, lane) for each, own in zip(sitting, seeds)]
            course = play_surveyed_game(game, players, sitting, seed_of(seed, number, level, -2 - strong), stop)
            yield EVEN if strong == -1 else UNEVEN, course


def different(courses: Sequence[SurveyedGame]) -> list[SurveyedGame]:
    """The games; where nothing varies, and all of the same levels in the same seats are the same, each once."""
    lines = {course.line: course for course in courses}
    return [*courses] if len(lines) > len({course.levels for course in courses}) else [*lines.values()]


TURNS: Mapping[str, tuple[int, int]] = {"half a turn": (-1, -1), "left and right": (-1, 1), "top and bottom": (1, -1)}
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
    """The ways in which moves can be copied; none for chance, other than two players, and boards without symmetry."""
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
    """What these games come to."""
    turns, copied = sum(course.copiable for course in courses), sum(course.copied for course in courses)
    return Copies(way, len(courses), copied / turns if turns else 0.0, fmean(course.points[1] for course in courses))


HORIZON = 5  # plies that are looked ahead


class LastChances(NamedTuple):
    """How games were lost."""

    games: int  # decided ones
    known: int  # in which there was a last chance: the loser had a choice of moves, one of which held
    only: float  # share of these in which just one move held
    good: float  # moves that held, on the mean


def last_chances(found: Sequence[int | None]) -> LastChances:
    """A summary of the numbers of good moves at last chances; a None stands for a game without such a chance."""
    known = [number for number in found if number is not None]
    return LastChances(len(found), len(known), _mean([number == 1 for number in known]), _mean(known))


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
    positions = list(accumulate(course.moves, game.play, initial=game.start))[:-1]
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


# ---- what games come to


class Level(NamedTuple):
    """What games are like between equal players of a level."""

    simulations: int  # that a player makes for a move; 0: at random
    games: int
    different: int  # of the games; where all of them are one game, it counts once in what seats score
    completion: float  # share of games that the rules have ended
    shortest: int  # plies of the games that ended; 0 where none has
    duration: float  # on the mean
    longest: int
    branching: float  # legal moves where a player moves, on the mean
    widest: int
    choices: float  # share of the plies of players in which there are several moves (decision moves)
    drawishness: float  # share of the ended games that no player has won alone
    seats: tuple[Interval, ...]  # what each seat scores in ended games: 0 to 1


class Skill(NamedTuple):
    """What players of one level score against those of the level below."""

    simulations: int
    against: int
    games: int
    score: Interval  # of the stronger one: 0 to 1, with n players 1 / n where skill does not pay
    margin: Margin | None  # of pairs of games; None with more than two players


class Leads(NamedTuple):
    """How often it changes who stands better, by the opinions of the players."""

    simulations: int
    games: int
    changes: float  # of the lead in a game, on the mean
    share: float  # of the plies (lead change)
    comebacks: float  # share of the decided games in which the winner was behind by a quarter of a win or more
    drama: float  # how far behind winners were, where they were: the mean root of the distance; 0 to 1


def level(simulations: int, courses: Sequence[SurveyedGame]) -> Level:
    """What these games between equal players are like."""
    ended = [course for course in courses if course.ended]
    lengths = [course.plies for course in ended]
    widths = [width for course in courses for mover, width in zip(course.movers, course.widths) if mover != CHANCE]
    scored = [course.points for course in different(ended)]
    return Level(
        simulations,
        len(courses),
        len({course.line for course in courses}),
        len(ended) / len(courses),
        min(lengths, default=0),
        _mean(lengths),
        max(lengths, default=0),
        _mean(widths),
        max(widths, default=0),
        _mean([width > 1 for width in widths]),
        _mean([max(each) < 1 for each in scored]) if scored and len(scored[0]) > 1 else 0.0,
        tuple(mean_of([each[seat] for each in scored]) for seat in range(len(courses[0].levels))),
    )


def _mean(numbers: Sequence[float]) -> float:
    return float(fmean(numbers)) if numbers else 0.0


def skill(courses: Sequence[SurveyedGame]) -> Skill:
    """What the stronger player has scored in games against the level below, n games a round with n seats."""
    strong, weak = max(courses[0].levels), min(courses[0].levels)
    scored = [course.points[course.levels.index(strong)] for course in different(courses)]
    seats = len(courses[0].levels)
    pairs = [sum(scored[at : at + 2]) for at in range(0, len(scored) - 1, 2)] if seats == 2 else []
    found = margin(pentanomial(pairs)) if pairs else None
    return Skill(strong, weak, len(courses), mean_of(scored), found)


def leads(simulations: int, courses: Sequence[SurveyedGame]) -> Leads:
    """How often the lead has changed in these games between two equal players."""
    signs = [[value > 0 for value in course.values if value] for course in courses]  # zeros lead nowhere
    changes = [sum(one != other for one, other in pairwise(each)) for each in signs]
    plies = sum(course.plies for course in courses)
    behind = [found for course in courses if (found := behind_of_winner(course)) is not None]
    distances = [sqrt(gap) for gaps in behind for gap in gaps]
    return Leads(
        simulations,
        len(courses),
        _mean(changes),
        sum(changes) / plies if plies else 0.0,
        _mean([any(gap >= QUARTER for gap in gaps) for gaps in behind]),
        _mean(distances),
    )


QUARTER = 0.125  # how far a value of a quarter of a win, 0.25, is from an even one, on a scale from 0 to 1


def behind_of_winner(course: SurveyedGame) -> list[float] | None:
    """How far the winner was behind, at the plies at which they were: half of the value against them; None: a draw."""
    if len(course.payoffs) != 2 or not course.payoffs[FIRST]:
        return None
    sign = 1 if course.payoffs[FIRST] > 0 else -1
    return [-sign * value / 2 for value in course.values if value is not None and sign * value < 0]


COPYING_LEVEL = 16  # simulations of players where the second one copies moves


class Survey(NamedTuple):
    """What is known of the rules of a game. Parts of which nothing is known yet, or that make no sense, are empty.

    >>> from lazytree.games import nim
    >>> print(survey(nim(heaps=(1, 1)), 1, levels=(0,)).players)
    ('first', 'second')
    """

    game: str
    players: tuple[str, ...]
    chance: bool
    games: int  # that were played
    rounds: int  # of games that are finished
    first_moves: FirstMoves
    levels: tuple[Level, ...]  # equal players, of rising strength
    skills: tuple[Skill, ...]  # each level against the one below
    leads: tuple[Leads, ...]  # of the levels that have opinions
    last_chances: LastChances | None
    copies: tuple[Copies, ...]


class Evidence(NamedTuple):
    """The games of a survey so far."""

    games: tuple[tuple[str, SurveyedGame], ...] = ()  # each with its kind: EVEN, UNEVEN, or a word of TURNS
    chances: tuple[int | None, ...] = ()
    rounds: int = 0

    def of_kind(self, kind: str) -> list[SurveyedGame]:
        """The games of a kind."""
        return [course for other, course in self.games if other == kind]


def survey(
    game: Game[Any, Any],
    rounds: int = 20,
    *,
    seconds: float | None = None,
    seed: int = 1,
    levels: Sequence[int] = LEVELS,
    lane: str | None = None,
    stop: Stop = never,
    progress: Callable[[Survey], object] | None = None,
    clock: Callable[[], float] = perf_counter,
    name: str | None = None,
) -> Survey:
    """What is known of the rules of a game after `rounds` rounds of games, or after `seconds`.

    In each round equal players play each other at each of the `levels`, each level plays the one below from all seats,
    and a second player copies the moves of the first. It works for any game; with chance or more than two players the
    parts that make no sense are empty. The same seed and rounds, without a limit of time, give the same survey, in both
    lanes.

    - `game`: the rules.
    - `rounds`: their number, at least 1.
    - `seconds`: the limit of time; None: no limit.
    - `seed`: of all games.
    - `levels`: simulations of Monte-Carlo tree search for a move, rising; 0: at random.
    - `lane`: "python" keeps machine code out, "machine" keeps Python out; None: the first that can answer.
    - `stop`: a function that is polled; once it returns True the survey ends.
    - `progress`: called after each game with the survey so far; a notebook shows a bar, too.
    - `clock`: the seconds so far, as `perf_counter` has them.
    - `name`: of the game in the survey (default: its own).

    Raises: ValueError if `rounds` is less than 1, and for levels that do not rise.

    Source: the measures are named in `lazytree.arena.surveys.surveying`.

    >>> from lazytree.games import nim
    >>> found = survey(nim(heaps=(1, 2)), 2, levels=(0, 8))
    >>> found.levels[0].completion, found.levels[0].longest <= 3, found.rounds
    (1.0, True, 2)
    """
    require_game(game)
    position_or_start(game)
    at_least("rounds", rounds, 1)
    if not levels or any(one >= other for one, other in zip((-1, *levels), levels)):
        raise ValueError(f"levels must be whole numbers that rise from 0 on, not {levels!r}")
    ends = None if seconds is None else clock() + seconds

    def over() -> bool:
        return stop() or (ends is not None and clock() >= ends)

    known, uneven = Evidence(), len(game.players) if len(game.players) > 1 else 0
    planned = rounds * (len(levels) + (len(levels) - 1) * uneven + len(ways(game)))
    with bar_in_notebook("games", planned) as bar:
        for evidence in gather(without_margins(game), rounds, seed, levels, over, lane):
            known = evidence
            bar(len(known.games))
            if progress is not None:
                progress(measure(game, known, name))
    return measure(game, known, name)


def gather(
    game: Game[Any, Any], rounds: int, seed: int, levels: Sequence[int], stop: Stop, lane: str | None = None
) -> Iterator[Evidence]:
    """A lazy sequence of what is known after each game; it ends once `stop()` is true."""
    evidence, known, strength = Evidence(), ways(game), min(COPYING_LEVEL, levels[-1])
    try:
        for number in range(rounds):
            copied = ((way, copying(game, way, strength, seed + 10 * number + 1, stop, lane)) for way in known)
            for kind, course in chain(round_of(game, number, seed, levels, stop, lane), copied):
                evidence = evidence._replace(games=(*evidence.games, (kind, course)))
                yield evidence
                if kind == EVEN and course.levels[0] == levels[-1] and has_loser(game, course):
                    chance = last_chance(game, course, stop, lane=lane)
                    evidence = evidence._replace(chances=(*evidence.chances, chance))
            evidence = evidence._replace(rounds=number + 1)
            yield evidence
    except Stopped:
        yield evidence


def measure(game: Game[Any, Any], evidence: Evidence, name: str | None = None) -> Survey:
    """What is known from the games so far."""
    even = _by_level(evidence.of_kind(EVEN))
    two, certain = len(game.players) == 2, game.odds is None
    return Survey(
        name or game.name,
        tuple(game.players),
        not certain,
        len(evidence.games),
        evidence.rounds,
        first_moves(game),
        tuple(level(simulations, courses) for simulations, courses in even.items()),
        tuple(skill(courses) for courses in _by_level(evidence.of_kind(UNEVEN)).values()),
        tuple(leads(number, courses) for number, courses in even.items() if number and two),
        last_chances(evidence.chances) if evidence.chances else None,
        tuple(copies(way, courses) for way in TURNS if (courses := evidence.of_kind(way))),
    )


def _by_level(courses: Sequence[SurveyedGame]) -> dict[int, list[SurveyedGame]]:
    """The games, by the strongest player."""
    found: dict[int, list[SurveyedGame]] = {}
    for course in courses:
        found.setdefault(max(course.levels), []).append(course)
    return found
