"""The command `tournament`: bots and programs against each other, stored, by several processes or on a cluster."""

from __future__ import annotations

import shlex
import sys
from argparse import Namespace
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from pathlib import Path
from time import perf_counter
from typing import Any

from lazytree.arena import Clock, Played, Results, SoFar, Sprt, Terms, balanced_openings, is_decided, tournament
from lazytree.arena.strength.pairs import check_test
from lazytree.arena.tournaments.planning import Openings
from lazytree.arena.tournaments.report import as_csv, as_json, page, plot_strengths, report
from lazytree.arena.tournaments.results import Score

from .files import check_files, check_plot

EVERY = 5.0  # seconds between two lines about how far a tournament has come
SHOWN = 4  # players in such a line


def play(asked: Namespace) -> Iterator[str]:
    """The lines that tell a tournament when it is over, or has been stopped by Ctrl-C; files are written as asked."""
    games = [shlex.join([asked.game, *asked.parameters]), *asked.also]
    seen, test = list[SoFar](), sequential_test(asked)
    check_files(asked.csv, asked.html)
    check_plot(asked.plot)
    try:
        with (
            progress(seen) as watch,
            executor_at(asked.scheduler) as executor,
            redirect_stdout(sys.stderr),  # what bots print
        ):
            results = tournament(
                games,
                asked.bots,
                asked.pairs,
                openings=openings(asked),
                seed=asked.seed,
                terms=terms(asked),
                gauntlet=asked.gauntlet,
                seats="permutations" if asked.permutations else "rotations",
                executor=executor,
                processes=asked.processes,
                store=asked.store,
                progress=watch,
                enough=None if test is None else enough(test, seen),
            )
    except KeyboardInterrupt:
        if seen:
            yield from report_results(asked, seen[-1].results(), test)
        print(how_to_go_on(asked), file=sys.stderr)
        raise
    yield from report_results(asked, results, test)


def sequential_test(asked: Namespace) -> Sprt | None:
    """The test that the options ask for. Raises ValueError where it makes no sense."""
    if asked.sprt is None:
        return None
    test = Sprt(*asked.sprt)
    check_test(test)
    if len(asked.bots) != 2 or asked.bots[0] == asked.bots[1]:
        raise ValueError("--sprt asks whether the first of two bots is stronger: name two different --bots")
    if asked.pairs is None and asked.openings_file is None:
        raise ValueError("--sprt needs the most pairs that are played, as in --pairs 1000")
    return test


def enough(test: Sprt, seen: Sequence[SoFar]) -> Callable[[Sequence[Played]], bool]:
    """Whether a test between the two players of the last results has come to its end."""
    return lambda games: is_decided(test, *seen[-1].players)(games)


def report_results(asked: Namespace, results: Results, test: Sprt | None) -> Iterator[str]:
    """What is known, printed; and written to the files that are asked for."""
    if results.damaged:
        print(f"lazytree: {results.damaged}", file=sys.stderr)
    yield as_json(results, test) if asked.json else report(results, test)
    if not results.games:
        return
    if asked.csv is not None:
        Path(asked.csv).write_text(as_csv(results), encoding="utf-8", newline="")
    if asked.html is not None:
        Path(asked.html).write_text(page(results, test), encoding="utf-8", newline="")
    if asked.plot is not None:
        plot_strengths(results).save(asked.plot)


def how_to_go_on(asked: Namespace) -> str:
    """What is said after Ctrl-C."""
    command = shlex.join(["lazytree", *asked.command_line])
    if asked.store is None:
        return f"stopped; nothing is kept without --store FILE, as in {command} --store games.db"
    return f"stopped; the finished games are in {asked.store}, and the same command goes on: {command}"


def openings(asked: Namespace) -> Openings:
    """The openings that the options ask for."""
    if asked.openings_file is not None:
        try:
            lines = Path(asked.openings_file).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"the openings {asked.openings_file!r} cannot be read: {error}") from None
        return [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if asked.balanced is not None:
        more: dict[str, Any] = {"depth": asked.balanced}
        return lambda game, number, seed: balanced_openings(game, number, asked.openings, seed, **more)
    plies: int = asked.openings
    return plies


def terms(asked: Namespace) -> Terms:
    """What ends a game beside its rules, and the time of programs."""
    clock = Clock(asked.movetime if asked.clock_seconds is None else None, asked.clock_seconds, asked.increment)
    return Terms(asked.repetitions or None, asked.plies or None, asked.judged, clock)


@contextmanager
def executor_at(scheduler: str | None) -> Generator[Any, None, None]:
    """A context manager that gives the executor of a Dask scheduler; None without one.

    Raises: ValueError without Dask, and if there is no scheduler.
    """
    if scheduler is None:
        yield None
        return
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise ValueError("--scheduler needs the extra `cluster`: pip install 'lazytree[cluster]'") from None
    try:
        client = distributed.Client(scheduler, timeout=10)
    except (OSError, ValueError, TimeoutError) as error:
        raise ValueError(f"there is no Dask scheduler at {scheduler!r} ({error})") from None
    with client:
        yield client.get_executor(pure=False)


@contextmanager
def progress(seen: list[SoFar]) -> Generator[Callable[[SoFar], None], None, None]:
    """A context manager that gives what shows how far a tournament has come: a bar at a terminal, else lines.

    What was told last is left in the list.
    """
    bar = _bar() if sys.stderr.isatty() else None
    last = perf_counter()

    def watch(so_far: SoFar) -> None:
        nonlocal last
        seen[:] = [so_far]
        if bar is not None:
            bar.total = so_far.planned
            bar.set_postfix_str(standings(so_far.scores), refresh=False)
            bar.update(so_far.finished - bar.n)
        elif perf_counter() - last >= EVERY:
            last = perf_counter()
            line = f"… {so_far.finished} of {so_far.planned} games; {standings(so_far.scores)}"
            print(line, file=sys.stderr, flush=True)

    try:
        yield watch
    finally:
        if bar is not None:
            bar.close()


def _bar() -> Any:
    """The bar of tqdm; None where it is not installed."""
    try:
        return import_module("tqdm").tqdm(unit=" games", file=sys.stderr)
    except ImportError:
        return None


def standings(scores: Mapping[str, Score]) -> str:
    """The players with their points so far, the best first, in one line.

    >>> standings({"at_random": Score(1.0, 4), "minimax": Score(3.0, 4)})
    'minimax 3/4, at_random 1/4'
    """
    names = sorted(scores, key=lambda name: -(scores[name].share or 0.0))
    some = [f"{name} {scores[name]}" for name in names[:SHOWN]]
    return ", ".join([*some, *(["…"] if len(names) > SHOWN else [])])
