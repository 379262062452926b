"""The commands of the arena: tournament, survey and tune let bots play many games."""

from __future__ import annotations

import json
import os
import shlex
import sys
from argparse import Namespace
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext, redirect_stdout
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

from lazytree.arena import Results, SoFar, Sprt, Terms, balanced_openings, is_decided, tournament, tuning
from lazytree.arena.strength.pairs import check_test
from lazytree.arena.surveys import survey_report
from lazytree.arena.surveys.surveying import survey
from lazytree.arena.tournaments.planning import Openings
from lazytree.arena.tournaments.report import as_csv, as_json, page, plot_strengths, report
from lazytree.arena.tournaments.results import Score, plain_data
from lazytree.core.extras import how_to_install
from lazytree.core.game import Game
from lazytree.core.processes import pool_of, stop
from lazytree.core.progress import print_over_last_line
from lazytree.core.stopping import interruptible
from lazytree.naming.words import game_named, parse_value

from .commands import EVERY, MORE, tell_beside
from .programs import clock_asked

PLOTS = (".html", ".jpeg", ".jpg", ".pdf", ".png", ".svg", ".svgz", ".tiff", ".webp")


def check_files(*names: str | None) -> None:
    """Raises ValueError if one of these files cannot be written; None is no file."""
    for name in names:
        if name is None:
            continue
        path = Path(name)
        if path.is_dir() or not path.parent.is_dir():
            raise ValueError(f"{name} cannot be written: name a file in a folder that is there")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise ValueError(f"{name} cannot be written: you have no right to write there")


def check_plot(name: str | None) -> None:
    """Raises ValueError if no plot can be written to the file, or no plot can be drawn at all."""
    check_files(name)
    if name is not None and Path(name).suffix.lower() not in PLOTS:
        raise ValueError(f"{name} cannot be written: a plot is a file such as elo.svg, one of {', '.join(PLOTS)}")
    if name is not None and find_spec("matplotlib") is None:
        raise ValueError(f"plots need the extra `notebook`: {how_to_install('notebook')}")


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
                terms=Terms(asked.repetitions or None, asked.plies or None, asked.judged, clock_asked(asked)),
                gauntlet=asked.gauntlet,
                seats="permutations" if asked.permutations else "rotations",
                executor=executor,
                processes=asked.processes,
                store=asked.store,
                progress=watch,
                enough=None if test is None else lambda games: is_decided(test, *seen[-1].players)(games),
            )
    except KeyboardInterrupt:
        if seen:
            yield from report_results(asked, seen[-1].results(), test)
        tell_beside(how_to_go_on(asked))
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


def report_results(asked: Namespace, results: Results, test: Sprt | None) -> Iterator[str]:
    """What is known, printed; and written to the files that are asked for."""
    if results.damaged:
        tell_beside(f"lazytree: {results.damaged}")
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
        return lambda game, number, seed: balanced_openings(game, number, asked.openings, seed, depth=asked.balanced)
    return int(asked.openings)


@contextmanager
def executor_at(scheduler: str | None, processes: int = 1) -> Generator[Any, None, None]:
    """A context manager that gives the executor of a Dask scheduler, or of new processes; None without them.

    Raises: ValueError without Dask, and if there is no scheduler.
    """
    if scheduler is None and processes == 1:
        yield None
        return
    if scheduler is None:
        pool, finished = pool_of(processes), False
        try:
            yield pool
            finished = True
        finally:
            stop(pool, finished)
        return
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise ValueError(f"--scheduler needs the extra `cluster`: {how_to_install('cluster')}") from None
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
    has_bar = sys.stderr.isatty() and find_spec("tqdm") is not None
    bar = import_module("tqdm").tqdm(unit=" games", file=sys.stderr) if has_bar else None

    with now_and_then() as tell:

        def watch(so_far: SoFar) -> None:
            seen[:] = [so_far]
            if bar is None:
                tell(f"… {so_far.finished} of {so_far.planned} games; {standings(so_far.scores)}")
            else:
                bar.total = so_far.planned
                bar.set_postfix_str(standings(so_far.scores), refresh=False)
                bar.update(so_far.finished - bar.n)

        with nullcontext() if bar is None else closing(bar):
            yield watch


@contextmanager
def now_and_then(clock: Callable[[], float] = perf_counter) -> Iterator[Callable[[str], None]]:
    """A context manager that gives what says a line on standard error, at most one every few seconds.

    On a terminal a line is written over the one before, and cleared in the end.
    """
    last, terminal = clock(), sys.stderr.isatty()

    def tell(line: str) -> None:
        nonlocal last
        if clock() - last >= EVERY:
            last = clock()
            if terminal:
                print_over_last_line(line)
            else:
                tell_beside(line)

    try:
        yield tell
    finally:
        if terminal:
            print_over_last_line("")


def standings(scores: Mapping[str, Score]) -> str:
    """The players with their points so far, the best first, in one line."""
    names = sorted(scores, key=lambda name: -(scores[name].share or 0.0))
    some = [f"{name} {scores[name]}" for name in names[:SHOWN]]
    return ", ".join([*some, *(["…"] if len(names) > SHOWN else [])])


def tune(asked: Namespace) -> Iterator[str]:
    """The lines that say which numbers are better, by how much in held-out games, or that none were found."""
    plan = plan_of(asked)
    tuning.check_plan(plan)
    name = asked.store or f"tune-{tuning.digest(plan)}.json"
    path = None if name == "none" else Path(name)
    check_files(None if path is None else str(path))
    so_far = tuning.read_state(path, plan) if path else None
    keep = tuning.writer(path, plan) if path else lambda state: None
    if path:
        begun = "goes on from" if so_far else "is kept in"
        tell_beside(f"the work {begun} {path}: after Ctrl-C the same command goes on")

    with executor_at(asked.scheduler, asked.processes) as executor, now_and_then() as tell:

        def each(state: tuning.State) -> None:
            keep(state)
            if not state.done:
                tell(f"… {tuning.progress(plan, state)}")

        found = tuning.tune(plan, so_far, map if executor is None else tuning.run_on(executor), each)
    yield from _told(plan, found, asked.json)


def plan_of(asked: Namespace) -> tuning.Tuning:
    """The plan that the command line names. Raises ValueError where it names none."""
    text = shlex.join([asked.game, *asked.parameters])
    if asked.numbers and asked.rating:
        raise ValueError("give either --rating, whose weights are tuned, or --numbers, parameters of the bot; not both")
    if asked.numbers:
        player = tuning.Tunable(asked.bot, tuning.PARAMETERS, _names(asked.numbers))
    else:
        names = _names(asked.rating) if asked.rating else _ratings(tuning.game_of(text))
        player = tuning.Tunable(asked.bot, tuning.RATINGS, names)
    start = _numbers(asked.start) if asked.start else (1.0,) * len(player.names)
    return tuning.Tuning(
        text, player, start, asked.method, asked.steps, asked.pairs, asked.held_out, asked.opening, seed=asked.seed
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, text.split(","))))


def _ratings(game: Game[Any, Any]) -> tuple[str, ...]:
    if not game.ratings:
        raise ValueError(f"{game.name} has no ratings whose weights could be tuned: give it some, or take --numbers")
    return tuple(game.ratings)


def _numbers(text: str) -> tuple[float, ...]:
    value = parse_value(text)
    numbers = value if isinstance(value, tuple) else (value,)
    if not all(isinstance(number, int | float) and not isinstance(number, bool) for number in numbers):
        raise ValueError(f"--start must be numbers separated by commas, as in --start 1,-2,0.5, not {text!r}")
    return tuple(map(float, numbers))


def _told(plan: tuning.Tuning, found: tuning.Tuned, as_json: bool) -> Iterator[str]:
    if as_json:
        about, result = found._asdict(), found.margin._asdict() | {"elo": tuple(found.margin.elo)}
        del about["margin"]
        yield json.dumps(plain_data(about | result))
        return
    yield str(found)
    if found.better and plan.player.kind == tuning.RATINGS:
        yield f"in Python: {tuning.weights_as_python(found.names, found.found)}"


def surveying(asked: Namespace) -> Iterator[str]:
    """The lines that answer what inventors ask of rules; after Ctrl-C those that are known."""
    name = shlex.join([asked.game, *asked.parameters])
    game = game_named(asked.game, asked.parameters)
    parts = asked.levels.split(",")
    if not all(part.strip().isdecimal() for part in parts):
        raise ValueError(f"--levels must be whole numbers separated by commas, as in 0,4,16, not {asked.levels!r}")
    check_files(asked.html)
    with interruptible() as stop, now_and_then(asked.clock) as tell:
        found = survey(
            game,
            asked.rounds,
            seconds=asked.seconds,
            seed=asked.seed,
            levels=tuple(map(int, parts)),
            lane=asked.lane,
            stop=stop,
            progress=lambda so_far: tell(
                f"… {so_far.games} games, round {min(so_far.rounds + 1, asked.rounds)} of {asked.rounds}"
            ),
            clock=asked.clock,
            name=name,
        )
        stopped = stop()
    others = [row for row in survey_report.library() if row.game != name]
    yield from [survey_report.as_json(found)] if asked.json else survey_report.survey_lines(found, others)
    if asked.html is not None:
        Path(asked.html).write_text(survey_report.page(found, others), encoding="utf-8")
    if stopped:
        raise KeyboardInterrupt
    if found.rounds < asked.rounds:
        done = f"{found.rounds} of {asked.rounds} rounds were finished within {asked.seconds:g} seconds"
        tell_beside(f"{done}: {MORE}")
