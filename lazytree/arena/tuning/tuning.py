"""Tuning: better numbers for a bot, found by play or by fitting, and confirmed by games that were held out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from math import isfinite
from typing import Any, NamedTuple

from lazytree.arena.strength.pairs import Margin, margin, pentanomial
from lazytree.arena.tournaments.executing import on_executor
from lazytree.arena.tournaments.identity import identity, rules_digest
from lazytree.core.board import at_least
from lazytree.core.game import Game
from lazytree.core.texts import shorten
from lazytree.naming.attached_files import attached_files
from lazytree.trees.ratings import resolve_two_player_rating

from .numbered import RATINGS, Pairing, Tunable, bot_of, game_of, points, samples
from .spsa import guesses, move_guesses, reaches
from .texel import fit_weights

PLAY, FIT = "play", "fit"

AT_ONCE = 20
"""Pairs of games after which it is known, and kept, how far the work is."""

DIGITS = 3
"""Digits to which numbers that are found are rounded: more of them are noise."""

Run = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]
"""What has work done, in the order in which it is given: `map`, or `run_on(executor)`."""


def run_on(executor: Executor) -> Run:
    """What has work done by an executor; the results come in the order of the work.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as threads:
    ...     run_on(threads)(str, [3, 1, 2])
    ['3', '1', '2']
    """

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


class State(NamedTuple):
    """How far a plan has come: all that is needed to go on.

    >>> State((1.0, 2.0)).step
    0
    """

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
    """A lazy sequence of ever later states of a plan, the last of which is done; each step is played when it is read.

    >>> plan = Tuning("nim heaps=1", Tunable("alphabeta:depth=1", names=("nim_sum",)), (1.0,), steps=1, held_out=1)
    >>> [state.done for state in states(plan._replace(opening=0), State((1.0,)))]
    [False, False, True]
    """
    while not state.done:
        state = _next(plan, state, run)
        yield state


def _next(plan: Tuning, state: State, run: Run) -> State:
    if state.step < plan.steps:
        return _played(plan, state, run) if plan.method == PLAY else _sampled(plan, state, run)
    if state.step == plan.steps:
        found = state.numbers if plan.method == PLAY else _fit(plan, state)
        return state._replace(numbers=tuple(_rounded(number) for number in found), step=state.step + 1, samples=())
    left = range(len(state.held_out), min(plan.held_out, len(state.held_out) + AT_ONCE))
    new = run(points, [_pairing(plan, state.numbers, plan.start, f"held out {at}") for at in left])
    held_out = (*state.held_out, *new)
    return state._replace(held_out=held_out, done=len(held_out) >= plan.held_out)


def _played(plan: Tuning, state: State, run: Run) -> State:
    """The state after a step of SPSA."""
    step, reach = state.step + 1, reaches(plan.start)
    signs, plus, minus = guesses(state.numbers, reach, step, plan.seed)
    played = run(points, [_pairing(plan, plus, minus, f"step {step} {at}") for at in range(plan.pairs)])
    lead = sum(played) / plan.pairs - 1
    return state._replace(numbers=move_guesses(state.numbers, reach, signs, step, plan.steps, lead), step=step)


def _sampled(plan: Tuning, state: State, run: Run) -> State:
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


def _rounded(number: float) -> float:
    return float(f"{number:.{DIGITS}g}")


def _pairing(plan: Tuning, one: tuple[float, ...], other: tuple[float, ...], name: str) -> Pairing:
    files = attached_files(plan.game) if isinstance(plan.game, str) else ()
    return Pairing(plan.game, plan.player, one, other, f"{plan.seed} {name}", plan.opening, plan.longest, files)


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
    """A few letters that name a plan: another plan has others, and so has another game of the same name.

    >>> plan = Tuning("nim", Tunable("alphabeta"), (1.0,))
    >>> digest(plan) == digest(plan), digest(plan) == digest(plan._replace(seed=2))
    (True, False)
    """
    return identity([rules_digest(game_of(plan.game)), repr(plan)])


def progress(plan: Tuning, state: State) -> str:
    """How far a plan has come, in words.

    >>> progress(Tuning("nim", Tunable("alphabeta", names=("nim_sum",)), (1.0,)), State((1.2345,), 3))
    'step 3 of 60: nim_sum 1.23'
    """
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
