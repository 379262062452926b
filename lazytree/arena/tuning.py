"""Tuning: better numbers for a bot, found by play (SPSA) or by fitting (Texel), and confirmed by held-out games.

SPSA compares two guesses on either side of the numbers, and moves towards the winner. Texel's method takes the weights
under which ratings foretell best how games ended: FIRST wins with the probability 1 / (1 + exp(-sum)), where the sum is
of the weighted ratings of a position of the game.

Sources: J. C. Spall, Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation,
IEEE Transactions on Automatic Control 37 (1992), and Implementation of the Simultaneous Perturbation Algorithm (1998)
for the exponents; P. Österlund, Texel's Tuning Method, Chessprogramming wiki (2014), which is logistic regression.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from inspect import signature
from math import exp, isfinite, log1p
from operator import mul
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from lazytree.arena.strength.bradley_terry import LikelihoodAt, greatest
from lazytree.arena.strength.pairs import Margin, margin, pentanomial
from lazytree.arena.tournaments.identity import identity, rules_digest
from lazytree.arena.tournaments.one_game import game_from_text
from lazytree.arena.tournaments.results import points_for
from lazytree.core.board import at_least
from lazytree.core.checks import payoffs_of
from lazytree.core.executing import on_executor
from lazytree.core.files import write_whole
from lazytree.core.game import CHANCE, FIRST, Game, is_over
from lazytree.core.seeds import seed_of
from lazytree.core.texts import shorten
from lazytree.naming.attached_files import SourceFile, attached_files
from lazytree.naming.words import bot_factory, bot_named, kinds_of
from lazytree.playing.playthrough import play_game
from lazytree.playing.random_games import random_game
from lazytree.searching.choosing import Bot
from lazytree.trees.ratings import resolve_two_player_rating, weigh

RATE, REACH = 0.602, 0.101  # exponents: how quickly steps shrink, and how quickly guesses come nearer

STEP = 3.0  # how far a number moves at first, in its reach, where one guess wins all that it can


def reaches(start: Sequence[float]) -> tuple[float, ...]:
    """How far the first guesses lie from the numbers: half of each, or of their mean size where that is more."""
    mean = sum(map(abs, start)) / len(start) or 1.0
    return tuple(max(abs(number), mean) / 2 for number in start)


def guesses(
    numbers: Sequence[float], reach: Sequence[float], step: int, seed: int
) -> tuple[tuple[int, ...], tuple[float, ...], tuple[float, ...]]:
    """The signs of a step (from 1 up), drawn by lot, and two guesses: numbers moved by the signs, and against them."""
    random = Random(f"signs {seed} {step}")
    signs = tuple(random.choice((-1, 1)) for _ in numbers)
    moved = [sign * far / step**REACH for sign, far in zip(signs, reach)]
    plus, minus = (tuple(number + side * change for number, change in zip(numbers, moved)) for side in (1, -1))
    return signs, plus, minus


def move_guesses(
    numbers: Sequence[float], reach: Sequence[float], signs: Sequence[int], step: int, steps: int, lead: float
) -> tuple[float, ...]:
    """The numbers after step `step` of `steps`; `lead`, -1 to 1, is the score of the plus guess minus the other's."""
    delay = 0.1 * steps
    rate = STEP * ((1 + delay) / (step + delay)) ** RATE
    slope = lead / (2 * step**-REACH)
    return tuple(number + rate * slope * sign * far for number, sign, far in zip(numbers, signs, reach))


PULL = 1e-3  # the strength of the pull towards 0, for each position

Sample = Sequence[float]  # how a game ended for FIRST (1, 0.5 or 0), then the ratings of a position, seen by FIRST


def fit_weights(samples: Sequence[Sample]) -> tuple[float, ...]:
    """The weights of the ratings under which the results of the games are likeliest.

    Ratings are first divided by their mean size, so that the pull towards 0 is the same for all of them.

    Raises: ValueError without samples.
    """
    if not samples:
        raise ValueError("weights are fitted to positions of games: there are none")
    count, pull = len(samples[0]) - 1, PULL * len(samples)
    sizes = [sum(abs(sample[at + 1]) for sample in samples) / len(samples) or 1.0 for at in range(count)]
    scaled = [(sample[0], [value / size for value, size in zip(sample[1:], sizes)]) for sample in samples]

    def look(weights: Sequence[float]) -> LikelihoodAt:
        likelihood = -pull * sum(map(mul, weights, weights)) / 2
        gradient = [-pull * weight for weight in weights]
        information = [[pull * (row == column) for column in range(count)] for row in range(count)]
        for result, values in scaled:
            total = max(-30.0, min(30.0, sum(map(mul, weights, values))))
            chance = 1 / (1 + exp(-total))
            likelihood += result * total - log1p(exp(total))
            for row, value in enumerate(values):
                gradient[row] += (result - chance) * value
                for column, other in enumerate(values):
                    information[row][column] += chance * (1 - chance) * value * other
        return LikelihoodAt(likelihood, gradient, information)

    return tuple(weight / size for weight, size in zip(greatest(look, [0.0] * count), sizes))


Maker = Callable[[Game[Any, Any], tuple[float, ...]], Bot[Any, Any]]

RATINGS, PARAMETERS = "ratings", "parameters"

TRIES = 100  # openings that may be over, or that chance has ended, before a game is taken to have none


class Tunable(NamedTuple):
    """A bot with numbers: the weights of ratings, or parameters of a bot; or a function from game and numbers.

    >>> Tunable("alphabeta:depth=2", RATINGS, ("mobility", "stones")).names
    ('mobility', 'stones')
    """

    bot: str | Maker
    kind: str = RATINGS
    names: tuple[str, ...] = ()


def bot_of(game: Game[Any, Any], player: Tunable, numbers: tuple[float, ...]) -> Bot[Any, Any]:
    """The bot with these numbers. Raises ValueError for a wrong name."""
    if callable(player.bot):
        return player.bot(game, numbers)
    if player.kind == RATINGS:
        parts = [(weight, resolve_two_player_rating(game, name)) for weight, name in zip(numbers, player.names)]
        return bot_named(game, player.bot, rating=weigh(*parts))
    return bot_named(game, with_numbers(player.bot, player.names, numbers))


def with_numbers(bot: str, names: Sequence[str], numbers: Sequence[float]) -> str:
    """The text of a bot with these parameters; a parameter that takes whole numbers gets the nearest one."""
    _, factory, words = bot_factory(bot)
    kinds = {name: kinds_of(factory, name) if name in signature(factory).parameters else () for name in names}
    whole = {name for name in names if int in kinds[name] and float not in kinds[name]}
    given = [f"{name}={round(number) if name in whole else number}" for name, number in zip(names, numbers)]
    head = bot.removesuffix(",".join(words)).rstrip(":") if words else bot
    return f"{head}:{','.join([*words, *given])}"


def game_of(game: str | Game[Any, Any], files: tuple[SourceFile, ...] = ()) -> Game[Any, Any]:
    """The game, made from its text where it is one; `files` are those that the text may name."""
    return game_from_text(game, files) if isinstance(game, str) else game


def opening(game: Game[Any, Any], plies: int, seed: str) -> Any:
    """A position after `plies` random moves, in which the game is not over.

    Raises: ValueError where no such position is found.
    """
    random = Random(seed)
    for _ in range(TRIES):
        *_, position = random_game(game, random, plies)
        if not is_over(game, position):
            return position
    raise ValueError(f"{game.name} is over after {plies} random plies: take shorter openings")


def points(pairing: Pairing) -> float:
    """The points of `one` in the two games: 0 to 2. Numbers that the factory of the bot refuses have lost both."""
    plan, one, other = pairing.plan, pairing.one, pairing.other
    game = game_of(plan.game, pairing.files)
    start = opening(game, plan.opening, pairing.seed)
    taken = [_takes(game, plan.player, numbers) for numbers in (one, other)]
    if not all(taken):
        return 2.0 * taken[0] if any(taken) else 1.0
    ends = [_positions_played(game, pairing, seated, start)[-1] for seated in ((one, other), (other, one))]
    return score(game, ends[0])[0] + score(game, ends[1])[1]


def _positions_played(
    game: Game[Any, Any], pairing: Pairing, seated: Sequence[tuple[float, ...]], start: Any
) -> list[Any]:
    """The positions of a game between bots with these numbers, by seat."""
    bots, seed = [bot_of(game, pairing.plan.player, numbers) for numbers in seated], seed_of("chance", pairing.seed)
    return [here for here, _ in play_game(game, bots, start, seed, repetitions=3, plies=pairing.plan.longest)]


def _takes(game: Game[Any, Any], player: Tunable, numbers: tuple[float, ...]) -> bool:
    """Whether the factory of the bot takes such numbers; it does not take, say, a depth of -1."""
    try:
        bot_of(game, player, numbers)
    except ValueError:
        return False
    return True


def score(game: Game[Any, Any], end: Any) -> tuple[float, ...]:
    """What the two players have scored in a game with this last position: 1 a win, 1/2 a draw or no end."""
    return points_for(payoffs_of(game, end) if is_over(game, end) else (0, 0))


def samples(pairing: Pairing) -> list[list[float]]:
    """Positions of a game of `one` against itself: how it ended for FIRST, and the ratings, seen by FIRST."""
    game = game_of(pairing.plan.game, pairing.files)
    ratings = [resolve_two_player_rating(game, name) for name in pairing.plan.player.names]
    start = opening(game, pairing.plan.opening, pairing.seed)
    *positions, end = _positions_played(game, pairing, (pairing.one, pairing.other), start)
    first = score(game, end)[FIRST]
    return [[first, *(rating(here) for rating in ratings)] for here in positions if game.mover(here) != CHANCE]


PLAY, FIT = "play", "fit"

AT_ONCE = 20  # pairs of games after which it is known, and kept, how far the work is
DIGITS = 3  # digits to which numbers that are found are rounded: more of them are noise

Run = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]
"""What has work done, in the order in which it is given: `map`, or `run_on(executor)`."""


def run_on(executor: Executor) -> Run:
    """What has work done by an executor; the results come in the order of the work."""

    def run(work: Callable[[Any], Any], items: Iterable[Any]) -> list[Any]:
        numbered: list[tuple[int, Any]] = [*enumerate(items)]
        groups = on_executor(numbered, partial(_second, work), executor)
        done = {pair[0]: result for group in groups for pair, result in group}
        return [done[number] for number, _ in numbered]

    return run


def _second(work: Callable[[Any], Any], pair: tuple[int, Any]) -> Any:
    return work(pair[1])


class Tuning(NamedTuple):
    """What is to be tuned, and how.

    >>> Tuning("konane rows=6 columns=6", Tunable("alphabeta:depth=2", names=("mobility", "stones")), (1.0, 1.0)).method
    'play'
    """

    game: str | Game[Any, Any]
    player: Tunable
    start: tuple[float, ...]
    method: str = PLAY
    steps: int = 60  # of SPSA
    pairs: int = 4  # of games: at each step of SPSA, or a sixtieth of those that weights are fitted to
    held_out: int = 100  # pairs of games that confirm
    opening: int = 4  # random plies
    longest: int = 500  # plies after which a game is a draw
    seed: int = 1


class Pairing(NamedTuple):
    """Two games of a plan from the same opening, in which two guesses change seats."""

    plan: Tuning
    one: tuple[float, ...]
    other: tuple[float, ...]
    seed: str  # of the opening, and of chance
    files: tuple[SourceFile, ...]  # of the user's own, for workers on other machines


class State(NamedTuple):
    """How far a plan has come: all that is needed to go on."""

    numbers: tuple[float, ...]  # the best guess so far
    step: int = 0
    samples: tuple[tuple[float, ...], ...] = ()  # what weights are fitted to
    held_out: tuple[float, ...] = ()  # points in the pairs of held-out games so far
    done: bool = False


class Tuned(NamedTuple):
    """What tuning has found. As text it says so, and says it where nothing was found.

    >>> print(Tuned(("a", "b"), (1.0, 1.0), (2.0, 0.5), margin((1, 1, 4, 3, 1)), False))
    a 1 -> 2, b 1 -> 0.5
    held-out games: score 55.0 % of 10 pairs, Elo +35 (-118 to +184), stronger with a probability of 68.8 %
    nothing was found that is surely better: keep the old numbers, or play more steps and more pairs
    """

    names: tuple[str, ...]
    start: tuple[float, ...]
    found: tuple[float, ...]
    margin: Margin  # of the found numbers above those of the start, in held-out games
    better: bool  # whether the interval of the margin lies above 0

    def __str__(self) -> str:
        changes = ", ".join(f"{name} {old:g} -> {new:g}" for name, old, new in zip(self.names, self.start, self.found))
        said = "they are better" if self.better else NOTHING
        return f"{changes}\nheld-out games: {self.margin}\n{said}"


NOTHING = "nothing was found that is surely better: keep the old numbers, or play more steps and more pairs"


def tune(
    plan: Tuning, so_far: State | None = None, run: Run = map, keep: Callable[[State], object] | None = None
) -> Tuned:
    """The numbers that play better, found and confirmed.

    With the method "play" two guesses on either side of the numbers play pairs of games, and the numbers move towards
    the winner (SPSA); so any numbers can be tuned. With "fit" the start plays itself, and the weights under which the
    ratings foretell the results best are taken (Texel's method). Then what was found plays pairs of games against the
    start, from openings that were not used before. All of it repeats exactly for bots that do not look at a clock.

    `keep` is told each state; with the last one as `so_far` the work goes on as if it had not been interrupted. `run`
    is `map`, or `run_on(executor)`; for processes the game must be a text, as on the command line.

    Raises: ValueError for a plan that makes no sense.

    >>> from lazytree.arena import Tunable, Tuning
    >>> player = Tunable("alphabeta:depth=1", names=("nim_sum",))
    >>> found = tune(Tuning("nim heaps=3,4", player, (-1.0,), steps=5, pairs=2, held_out=4, opening=0))
    >>> found.names, found.start
    (('nim_sum',), (-1.0,))
    """
    check_plan(plan)
    begun = so_far or State(plan.start)
    last = begun
    for state in states(plan, begun, run):
        last = state
        if keep is not None:
            keep(state)
    result = margin(pentanomial(last.held_out))
    return Tuned(plan.player.names, plan.start, last.numbers, result, result.elo.low > 0)


def states(plan: Tuning, state: State, run: Run = map) -> Iterator[State]:
    """Ever later states of a plan, lazily, the last of which is done; each step is played when it is read."""
    while not state.done:
        state = _next(plan, state, run)
        yield state


def _next(plan: Tuning, state: State, run: Run) -> State:
    if state.step < plan.steps:
        return _play_step(plan, state, run) if plan.method == PLAY else _sample_step(plan, state, run)
    if state.step == plan.steps:
        found = state.numbers if plan.method == PLAY else _fit(plan, state)
        return state._replace(
            numbers=tuple(float(f"{number:.{DIGITS}g}") for number in found), step=state.step + 1, samples=()
        )
    left = range(len(state.held_out), min(plan.held_out, len(state.held_out) + AT_ONCE))
    new = run(points, [_pairing(plan, state.numbers, plan.start, f"held out {at}") for at in left])
    held_out = (*state.held_out, *new)
    return state._replace(held_out=held_out, done=len(held_out) >= plan.held_out)


def _play_step(plan: Tuning, state: State, run: Run) -> State:
    """The state after a step of SPSA."""
    step, reach = state.step + 1, reaches(plan.start)
    signs, plus, minus = guesses(state.numbers, reach, step, plan.seed)
    played = run(points, [_pairing(plan, plus, minus, f"step {step} {at}") for at in range(plan.pairs)])
    lead = sum(played) / plan.pairs - 1
    return state._replace(numbers=move_guesses(state.numbers, reach, signs, step, plan.steps, lead), step=step)


def _sample_step(plan: Tuning, state: State, run: Run) -> State:
    """The state with the positions of some more games."""
    step = state.step + 1
    games = [_pairing(plan, plan.start, plan.start, f"step {step} {at}") for at in range(2 * plan.pairs)]
    new = [tuple(sample) for found in run(samples, games) for sample in found]
    return state._replace(samples=(*state.samples, *new), step=step)


def _fit(plan: Tuning, state: State) -> tuple[float, ...]:
    """The fitted weights, as large as those of the start are on average: their size does not matter to a search."""
    weights = fit_weights(state.samples)
    size = sum(map(abs, weights)) or 1.0
    wanted = sum(map(abs, plan.start)) or 1.0
    return tuple(weight * wanted / size for weight in weights)


def _pairing(plan: Tuning, one: tuple[float, ...], other: tuple[float, ...], name: str) -> Pairing:
    files = attached_files(plan.game) if isinstance(plan.game, str) else ()
    return Pairing(plan, one, other, f"{plan.seed} {name}", files)


def check_plan(plan: Tuning) -> None:
    """Raises ValueError for a plan that makes no sense."""
    game = game_of(plan.game)
    if len(game.players) != 2:
        raise ValueError(f"numbers are tuned for games of two players, and {game.name} has {len(game.players)}")
    if not plan.start or len(plan.start) != len(plan.player.names):
        raise ValueError(f"give a number for each of {', '.join(plan.player.names) or 'the names'} to start from")
    if not all(isinstance(number, int | float) and isfinite(number) for number in plan.start):
        raise ValueError(f"numbers to start from must be finite, not {shorten(plan.start)}")
    if plan.method not in (PLAY, FIT):
        raise ValueError(f"method must be {PLAY} or {FIT}, not {plan.method!r}")
    if plan.method == FIT and plan.player.kind != RATINGS:
        raise ValueError(f"only weights of ratings are fitted to results: take method={PLAY}")
    for what in ("steps", "pairs", "held_out", "longest"):
        at_least(what, getattr(plan, what), 1)
    at_least("opening", plan.opening, 0)
    if plan.player.kind == RATINGS and not callable(plan.player.bot):
        for name in plan.player.names:
            resolve_two_player_rating(game, name)
    bot_of(game, plan.player, plan.start)


def digest(plan: Tuning) -> str:
    """A few letters that name a plan: another plan has others, and so has another game of the same name."""
    return identity([rules_digest(game_of(plan.game)), repr(plan)])


def progress(plan: Tuning, state: State) -> str:
    """How far a plan has come, in words."""
    now = ", ".join(f"{name} {number:.3g}" for name, number in zip(plan.player.names, state.numbers))
    if state.step <= plan.steps:
        sampled = f"{len(state.samples)} positions" if plan.method == FIT else now
        return f"step {state.step} of {plan.steps}: {sampled}"
    share = sum(state.held_out) / (2 * len(state.held_out)) if state.held_out else 0.5
    return f"held-out pairs: {len(state.held_out)} of {plan.held_out}, score {100 * share:.0f} %; {now}"


def weights_as_python(names: Sequence[str], numbers: Sequence[float]) -> str:
    """The rating with these weights, as Python.

    >>> weights_as_python(["mobility", "stones"], [1.5, -2])
    'weigh((1.5, game.ratings["mobility"]), (-2, game.ratings["stones"]))'
    """
    parts = [f'({number:g}, game.ratings["{name}"])' for name, number in zip(names, numbers)]
    return f"weigh({', '.join(parts)})"


def read_state(path: Path, plan: Tuning) -> State | None:
    """The last state of a plan that is in a file; None if there is no file.

    Raises: ValueError where the file is of another plan, or is none that `writer` has written.
    """
    try:
        saved: Any = json.loads(path.read_text(encoding="utf-8"))
        if saved["plan"] != digest(plan):
            raise ValueError(f"{path} belongs to another plan: name another file, or remove it")
        state = State(**saved["state"])
        parts = map(tuple, state.samples)
        return state._replace(numbers=tuple(state.numbers), samples=tuple(parts), held_out=tuple(state.held_out))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, KeyError, TypeError) as error:
        raise ValueError(f"{path} is no file of `tune` ({type(error).__name__}): name another file") from None


def writer(path: Path, plan: Tuning) -> Callable[[State], object]:
    """What writes each state of a plan to a file; a file is never half written.

    Raises: ValueError, when it is called, where the file cannot be written.
    """
    name = digest(plan)
    return lambda state: write_whole(path, json.dumps({"plan": name, "state": state._asdict()}))
