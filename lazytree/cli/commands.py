"""The commands about games: games, rules, new, lane, perft, rate, solve. Each yields the lines that it prints.

Beside them are answers as text: values, the cost of a search, lines of moves, pipelines.
"""

from __future__ import annotations

import json
import re
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from fractions import Fraction
from keyword import iskeyword
from pathlib import Path
from threading import Event
from typing import Any

from lazytree.compiler import is_compiling
from lazytree.core.estimates import estimate_seconds, format_duration
from lazytree.core.files import require_folder, write_new
from lazytree.core.game import FIRST, SECOND, Game
from lazytree.core.lanes import MACHINE, PYTHON, Lane
from lazytree.core.progress import Tell, print_over_last_line, run_watcher, saying
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop, Stopped, deadline, interruptible, never
from lazytree.core.value_texts import worth_text
from lazytree.core.values import end_of, plies_to_end
from lazytree.games import GAMES
from lazytree.naming.loading import factory_named
from lazytree.naming.words import OUTSIDE, game_named, parameters_of, position_after, quoted, rules_text
from lazytree.playing.announcing import line_texts
from lazytree.playing.bots import BOTS, human
from lazytree.questions.lanes import QUESTIONS, judged
from lazytree.questions.lanes import lane as lanes_of
from lazytree.questions.move_values import ValuedMoves, value_moves
from lazytree.questions.perft import perft as lines_of_play
from lazytree.questions.solve import solve
from lazytree.questions.solve_pieces import solve_in_pieces
from lazytree.searching.choosing import Choice
from lazytree.solving.exact import WINNER
from lazytree.solving.pieces import EACH

EVERY = 2.0  # seconds


@contextmanager
def report_progress(
    stats: Stats, tell: Callable[[str], object] | None = None, where: Callable[[], str] = lambda: ""
) -> Iterator[None]:
    """A context manager that calls `tell(text)` every second with the positions grown or seen so far.

    `where()` is added: how far the work has come. By default the text is printed on standard error, if that is a
    terminal.
    """
    terminal = tell is None and sys.stderr.isatty()

    def line() -> str:
        counts = f"{stats.nodes:,} positions seen" if stats.nodes else f"{stats.grown:,} positions grown"
        parts = (counts if stats.nodes or stats.grown else "", where())
        return f"… {', '.join(filter(None, parts)) or 'nothing counted yet'}"

    if tell is None and not terminal:
        yield
        return
    try:
        with saying(line, tell or print_over_last_line):
            yield
    finally:
        if terminal:
            print_over_last_line("")


@contextmanager
def telling_progress() -> Iterator[Tell | None]:
    """A context manager that gives what writes a line over the last one on a terminal; elsewhere None."""
    if not sys.stderr.isatty():
        yield None
        return
    try:
        yield print_over_last_line
    finally:
        print_over_last_line("")


@contextmanager
def saying_when_compiling(after: float = 1.0, every: float = 0.25) -> Iterator[None]:
    """A context manager that says once, on a terminal, that the rules are compiled, if that takes `after` seconds."""
    if not sys.stderr.isatty():
        yield
        return
    done = Event()

    def watch() -> None:
        waited = 0.0
        while not done.wait(every):
            waited = waited + every if is_compiling() else 0.0
            if waited >= after:
                print_over_last_line("compiling the rules…\n")
                return

    with run_watcher(watch, done):
        yield


MORE = "--seconds N gives it more, --seconds none all that it takes"


class Unfinished(Exception):  # noqa: N818 - the answer is there, as far as it goes
    """Raised by a command after it has said what it has found out, where its time was up before all was found."""


class DepthCosts:
    """How far a command has come that looks one ply deeper again and again: what each depth took."""

    def __init__(self, asked: Namespace) -> None:
        self.asked, self.costs, self.doing = asked, list[float](), ""
        self.began = asked.clock()

    def depths(self) -> Iterator[int]:
        """The depths, each asked for once the one before is done, up to the one of the command line."""
        for depth in range(1, self.asked.depth + 1):
            self.began, self.doing = self.asked.clock(), ""
            yield depth
            self.costs.append(self.asked.clock() - self.began)

    def tell(self, doing: str) -> None:
        """Takes down what is being done at the depth."""
        self.doing = doing

    def text(self) -> str:
        """Where the work is, and how long it still takes."""
        done = len(self.costs)
        needs = estimate_seconds(self.costs, self.asked.depth - done)
        left = "" if needs is None else f", {format_duration(max(0.0, needs - self.asked.clock() + self.began))} left"
        doing = f", {self.doing}" if self.doing else ""
        return f"depth {min(done + 1, self.asked.depth)} of {self.asked.depth}{doing}{left}"


def limit(asked: Namespace) -> Stop:
    """The flag that becomes true once the seconds of the command line are over."""
    return never if asked.seconds is None else deadline(asked.seconds, asked.clock)


def either(one: Stop, other: Stop) -> Stop:
    """The flag that is true once one of two is."""
    return lambda: one() or other()


def too_deep_error(asked: Namespace, costs: Sequence[float]) -> Unfinished:
    """What is said where a depth was not finished; `costs` are the seconds of the depths before it."""
    depth, left = len(costs) + 1, asked.depth - len(costs)
    needs = estimate_seconds(costs, left)
    rest = f"depth {depth} takes" if left == 1 else f"depths {depth} to {asked.depth} take"
    how_long = (
        "how long it takes is not known yet" if needs is None else f"at this rate {rest} {format_duration(needs)}"
    )
    return Unfinished(f"depth {depth} was not finished within {asked.seconds:g} seconds: {how_long} ({MORE})")


def too_large_error(asked: Namespace, stats: Stats, missing: str = "not solved") -> Unfinished:
    """What is said where a search to the end of the game did not come to it."""
    rate = stats.nodes / asked.seconds
    seen = f", in which {stats.nodes:,} positions were seen, {rate:,.0f} a second" if stats.nodes else ""
    return Unfinished(
        f"{missing} within {asked.seconds:g} seconds{seen}: how many positions there are is not known ({MORE})"
    )


def format_lanes(lanes: tuple[Lane, ...]) -> str:
    """The lanes that answered, as text: for how many moves each, if there are several."""
    counts = Counter(format_lane(lane) for lane in lanes)
    if not counts:
        return f"{PYTHON} (moves are rated one ply ahead)"
    if len(counts) == 1:
        return next(iter(counts))
    return "; ".join(f"{told} for {number} {'move' if number == 1 else 'moves'}" for told, number in counts.items())


def games(asked: Namespace) -> Iterator[str]:
    """The lines that list every game with its parameters and ratings, and every bot with its parameters."""
    bots = {name: parameters_of(factory, OUTSIDE) for name, factory in {**BOTS, "human": human}.items()}
    listed: list[dict[str, Any]] = [
        {
            "name": name,
            "about": (factory.__doc__ or "").split("\n")[0],
            "parameters": parameters_of(factory),
            "ratings": list(factory().ratings),
            "bots": bots,
        }
        for name, factory in sorted(GAMES.items())
    ]
    if asked.json:
        yield json.dumps(listed)
        return
    for entry in listed:
        yield f"{entry['name']}: {entry['about']}"
        yield f"    parameters: {_assigned(entry['parameters']) or 'none'}"
        yield f"    ratings: {', '.join(entry['ratings']) or 'none'}"
    yield ""
    yield "bots, for play --first, --second and so on, such as think:depth=4,rating=mobility:"
    for name, parameters in bots.items():
        yield f"    {name} {_assigned(parameters)}".rstrip()


def _assigned(parameters: Mapping[str, str]) -> str:
    return " ".join(f"{name}={quoted(default)}" for name, default in parameters.items())


def rules(asked: Namespace) -> Iterator[str]:
    """The lines that say how a game is played, its parameters, its players and its ratings."""
    factory = factory_named(asked.game)
    game = game_named(asked.game, asked.parameters)
    yield from (rules_text(factory) or f"{game.name} says nothing about its rules").splitlines()
    yield ""
    yield f"parameters: {_assigned(parameters_of(factory)) or 'none'}"
    yield f"players: {', '.join(game.players)}"
    yield f"ratings: {', '.join([*game.ratings, *game.standings]) or 'none'}"


def new(asked: Namespace) -> Iterator[str]:
    """The lines that say what was written: a file NAME.py with a small game that works.

    Raises: ValueError if the name is no name of a Python module, or if there is such a file.
    """
    name = asked.name.removesuffix(".py")
    text = Path(__file__).with_name("first_game.py").read_text(encoding="utf-8")
    if not name.isidentifier() or iskeyword(name):
        raise ValueError(f"{asked.name!r} cannot name a game: take letters, digits and _, as in lazytree new my_game")
    if name in {*sys.stdlib_module_names, "lazytree", "pyrsistent", "toolz"} or re.search(rf"\b{name}\b", text):
        raise ValueError(f"{name!r} means something else in Python or in the file: take another name, as in my_{name}")
    path = Path(f"{name}.py")
    text = text.replace("hexapawn", name)
    write_new(path, text)
    yield f"{path} is written: a small game that works. Try:"
    yield from (f"    lazytree {command}" for command in (f"play {path}", f"solve {path}", f"rules {path}"))


def lane(asked: Namespace) -> Iterator[str]:
    """The lines that say which lane answers each question about a game, and why; a search by each of its ratings."""
    game = game_named(asked.game, asked.parameters)
    with report_progress(Stats(), where=lambda: "compiling"):
        lanes = lanes_of(game)
        found: dict[str, Lane] = {question: getattr(lanes, question) for question in QUESTIONS}
        ratings = {name: lanes_of(game, name).search for name in judged(game)}
    if asked.json:
        told = {question: _lane_in_json(verdict) for question, verdict in found.items()}
        yield json.dumps({**told, "ratings": {name: _lane_in_json(verdict) for name, verdict in ratings.items()}})
        return
    yield f"{game.name}:"
    for question, verdict in found.items():
        yield f"    {question}: {format_lane(verdict)}"
    for name, verdict in ratings.items():
        yield f"    search by {name}: {format_lane(verdict)}"


def _lane_in_json(lane: Lane) -> dict[str, str]:
    return {"lane": lane.name} | ({"reason": lane.reason} if lane.reason else {})


def perft(asked: Namespace) -> Iterator[str]:
    """The lines that say how many lines of play of 1 to `--depth` plies there are; after Ctrl-C what is known."""
    game, position = _asked_for(asked)
    stats, counts, so_far = Stats(), list[int](), DepthCosts(asked)
    lane = Lane(PYTHON, "as asked for") if asked.lane == PYTHON else lanes_of(game).perft
    tell_beside(f"lane: {format_lane(lane)}")
    stop = limit(asked)
    with interruptible() as pressed, report_progress(stats, where=so_far.text), suppress(Stopped):
        for depth in so_far.depths():
            flag = either(stop, pressed) if counts else pressed
            counts.append(lines_of_play(game, depth, position, stats, lane=asked.lane, stop=flag))
            tell_beside(f"depth {depth}: {counts[-1]:,}")
    if stats.lane is not None and stats.lane.name != lane.name:
        _tell_lane(game, stats)
    yield json.dumps({"leaves": counts}) if asked.json else " ".join(map(str, counts))
    if pressed():
        raise KeyboardInterrupt
    if len(counts) < asked.depth:
        raise too_deep_error(asked, so_far.costs)


def rate(asked: Namespace) -> Iterator[str]:
    """The lines that give the value of every move, by a search of `--depth` plies; after Ctrl-C of fewer."""
    game, position = _asked_for(asked)
    stats, so_far, found = Stats(), DepthCosts(asked), ValuedMoves((), ())
    if asked.lane == MACHINE and asked.depth == 1:
        raise ValueError("moves are rated in Python: machine code is asked from --depth 2 on")
    stop = limit(asked)
    with interruptible() as pressed, report_progress(stats, where=so_far.text), suppress(Stopped):
        flag = either(stop, pressed)
        depths = value_moves(game, position, asked.rating, stats, asked.lane, flag, so_far.tell)
        for _, at_depth in zip(so_far.depths(), depths):
            found = at_depth
    reached = len(so_far.costs) if found.choices else asked.depth
    unfinished = reached < asked.depth
    if asked.json:
        if found.choices:
            tell_beside(f"lane: {format_lanes(found.lanes)}")
        values = {game.format(position, move): as_json(value) for move, value in found.choices}
        yield json.dumps({"moves": values} | ({"depth": reached} if unfinished else {}))
    else:
        yield f"{game.show(position)}\n"
        yield from pipeline(game, reached, asked.rating)
        yield f"\nseen by {game.players[FIRST]}:" if len(game.players) == 2 else "\nseen by each player:"
        yield from ranking(game, position, found.choices)
        yield f"lane: {format_lanes(found.lanes)}" if found.choices else "    the game is over: there are no moves"
        if found.choices:
            yield f"({cost(stats)})"
    if pressed():
        raise KeyboardInterrupt
    if unfinished:
        raise too_deep_error(asked, so_far.costs)


def _tell_lane(game: Game[Any, Any], stats: Stats) -> None:
    """Prints which lane answered, beside the answer."""
    tell_beside(f"lane: {format_lane(stats.lane or lanes_of(game).solve)}")


def value_by_pieces(asked: Namespace, game: Game[Any, Any], position: Any, stats: Stats) -> Iterator[str]:
    """The lines that give the value, found in pieces that a file keeps."""
    if asked.proof is not None or asked.what == WINNER:
        raise ValueError("--file finds the value: leave out --proof and --what")
    with interruptible() as pressed:
        try:
            solution = solve_in_pieces(
                game,
                asked.file,
                position,
                stats,
                each=asked.each or EACH,
                lane=asked.lane,
                megabytes=asked.megabytes,
                threads=asked.threads,
                stop=either(limit(asked), pressed),
                progress=print_over_last_line if sys.stderr.isatty() else None,
            )
        except Stopped:
            tell_beside(f"not solved so far: the same command goes on from what {asked.file} holds")
            if pressed():
                raise KeyboardInterrupt from None
            raise too_large_error(asked, stats) from None
    if asked.json:
        _tell_lane(game, stats)
        yield json.dumps({**_exactly(solution.value), "seen": stats.nodes})
    else:
        yield f"value for {game.players[FIRST]}: {format_value(game, solution.value)}"
        yield f"({cost(stats)})"


def exact_solution(asked: Namespace) -> Iterator[str]:
    """The lines that give the exact value under perfect play, and a best line."""
    game, position = _asked_for(asked)
    stats = Stats()
    if asked.file is not None:
        yield from value_by_pieces(asked, game, position, stats)
        return
    if asked.each is not None:
        raise ValueError("--each is for --file: it says how large the pieces are that the file keeps")
    if asked.proof is not None:
        require_folder(asked.proof)
    with interruptible() as pressed, telling_progress() as tell:
        solution = solve(
            game,
            position,
            stats,
            what=asked.what,
            lane=asked.lane,
            megabytes=asked.megabytes,
            stop=either(limit(asked), pressed),
            threads=asked.threads,
            progress=tell,
            proof=asked.proof or False,
            tables=asked.table,
        )
    line = [*line_texts(game, position, solution.line)]
    known = solution.bounds.told(game) if solution.bounds else ""
    solved = solution.plies is not None or (asked.what == WINNER and known != "" and not pressed())
    stopped = not solved or (asked.proof is not None and solution.certificate is None)
    if asked.json:
        _tell_lane(game, stats)
        proved = {"proof": asked.proof, "proved": solution.certificate.told} if solution.certificate else {}
        found = {**_exactly(solution.value), "plies": solution.plies, "line": line}
        so_far = {} if solution.plies is not None else {"known": known, "seen": stats.nodes}
        yield json.dumps({**found, **so_far, "techniques": solution.techniques, **proved})
    elif known or solution.value is not None:
        yield f"{game.show(position)}\n"
        whose = f" for {game.players[FIRST]}" if len(game.players) == 2 else ""
        if solution.value is not None:
            yield f"value{whose}: {format_value(game, solution.value)}"
        if solution.plies is None:
            yield f"known: {known}"
            yield from (f"by {move}" for move in line)
        else:
            yield f"{in_plies(solution.plies)}: {' '.join(line)}".rstrip(" :")
        if solution.certificate:
            size = Path(asked.proof).stat().st_size
            yield f"{asked.proof} is written ({size:,} bytes): {solution.certificate.told}"
        yield f"lane: {format_lane(stats.lane or lanes_of(game).solve)}"
        if solution.techniques:
            yield f"techniques: {', '.join(solution.techniques)}"
        yield f"({cost(stats)})"
    if pressed():
        tell_beside(solution.why)
        raise KeyboardInterrupt
    if stopped:
        raise too_large_error(asked, stats, "not solved" if not known else "how soon is not known")


def tell_beside(line: str) -> None:
    """Prints a line that is not part of the answer, on standard error."""
    print(line, file=sys.stderr, flush=True)


def position_asked(game: Game[Any, Any], asked: Namespace) -> Any:
    """The position that `--position`, which may be `-` for standard input, and `--moves` name."""
    text = sys.stdin.read().removeprefix("\ufeff") if asked.position == "-" else asked.position  # editors put it there
    return position_after(game, asked.moves, text)


def _exactly(value: Any) -> dict[str, Any]:
    """A value as JSON: FIRST's payoff; for more than two players also all payoffs; a fraction also exactly."""
    if value is None:
        return {"value": None}
    if isinstance(value, tuple):
        return {**_exactly(value[FIRST]), "payoffs": as_json(value)}
    return {"value": as_json(value)} | ({"exact": str(value)} if isinstance(value, Fraction) else {})


def _asked_for(asked: Namespace) -> tuple[Game[Any, Any], Any]:
    """The game and the position that the command line names."""
    game = game_named(asked.game, asked.parameters)
    return game, position_asked(game, asked)


# ---- answers as text


def format_value(game: Game[Any, Any], value: Any) -> str:
    """A value as text: a fraction also as a decimal number; for more than two players one value for each.

    >>> from lazytree.games import tic_tac_toe
    >>> format_value(tic_tac_toe(), Fraction(1, 3)), format_value(tic_tac_toe(), 4.0)
    ('1/3 = 0.333', '4')
    """
    if isinstance(value, tuple):
        return "  ".join(f"{name} {format_value(game, part)}" for name, part in zip(game.players, value))
    return f"{value} = {float(value):.3f}" if isinstance(value, Fraction) else str(as_json(value))


def promise(game: Game[Any, Any], value: Any) -> str:
    """How the game ends and in how many plies, as text, if a value decides it; else "".

    Of two players it is the winner, of more of them what each is paid.

    >>> from lazytree.games import tic_tac_toe
    >>> promise(tic_tac_toe(), -999997), promise(tic_tac_toe(), 4)
    ('O wins in 3 plies', '')
    """
    if isinstance(value, tuple):
        end = end_of(value) if game.odds is None else None
        paid = ", ".join(f"{name} {payoff}" for name, payoff in zip(game.players, end.payoffs)) if end else ""
        return paid + (f" in {in_plies(end.plies)}" if end and end.plies is not None else "")
    if isinstance(value, Fraction) or (plies := plies_to_end(value)) is None:
        return ""
    return worth_text(value, game) if plies else f"{game.players[FIRST if value > 0 else SECOND]} wins in 0 plies"


def format_result_value(game: Game[Any, Any], value: Any) -> str:
    """What a search has found, as text: how the game ends, where that is known, else the value."""
    return promise(game, value) or f"value {format_value(game, value)}"


def in_plies(number: int) -> str:
    """A number of plies as text."""
    return f"{number} {'ply' if number == 1 else 'plies'}"


def ranking(game: Game[Any, Any], position: Any, choices: Iterable[Choice[Any]]) -> list[str]:
    """Lines of text, one for each move with its value, in columns."""
    told = [(game.format(position, move), value, promise(game, value)) for move, value in choices]
    rows = [(move, "" if promised else format_value(game, value), promised) for move, value, promised in told]
    wide, tall = (max((len(row[column]) for row in rows), default=0) for column in (0, 1))
    return [f"    {move:<{wide}}  {value:>{tall}}  {promised}".rstrip() for move, value, promised in rows]


def as_json(value: Any) -> Any:
    """A value as JSON: an int if it is whole, else a float; a list if each player has a value."""
    if isinstance(value, tuple):
        return [as_json(part) for part in value]
    return int(value) if value == int(value) else float(value)


def cost(stats: Stats) -> str:
    """The counts of a search in one line; how many nodes machine code has visited, if both lanes have visited some."""
    both = 0 < stats.in_machine_code < stats.nodes
    parts = (
        f"{stats.rated:,} static evaluations" if stats.rated else "",
        f"{stats.nodes:,} node{'s' * (stats.nodes != 1)} visited"
        + (f" ({stats.in_machine_code:,} of them in machine code)" if both else ""),
        f"{stats.branching:.1f} branches each" if stats.interior else "",
        f"{stats.cutoffs:,} cutoffs" if stats.cutoffs else "",
        f"{stats.seconds:.2f} s",
    )
    return ", ".join(filter(None, parts))


def format_lane(lane: Lane) -> str:
    """A lane as text, with the reason if it is not machine code, and how often Python had to answer if it is."""
    if lane.trapped:
        times = "once" if lane.trapped == 1 else f"{lane.trapped} times"
        return f"{lane.name}, but Python was asked {times} (the last time: {lane.reason})"
    return f"{lane.name} ({lane.reason})" if lane.reason else lane.name


def pipeline(game: Game[Any, Any], depth: int, rating: str | None) -> list[str]:
    """The pipeline that ranks moves, as lines of Python."""
    two = len(game.players) <= 2
    kind, search, known = ("rate", "alphabeta", "ratings") if two else ("rate_each", "maxn", "standings")
    name = rating or next(iter(getattr(game, known)), None)
    label = f'{kind}(game, game.{known}["{name}"])' if name else f"{kind}(game, even)"
    return [
        f"    look = compose(highfirst(), {label}, prune({depth}), grow(game))",
        f"    ranked(look(position), searches.{search})",
    ]
