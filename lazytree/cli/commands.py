"""The commands that answer a question: games, lane, perft, rate, solve. Each yields the lines that it prints."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

from lazytree.core.game import FIRST, Game
from lazytree.core.lanes import MACHINE, PYTHON, Lane
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stopped, interruptible
from lazytree.games import GAMES
from lazytree.naming.words import OUTSIDE, game_named, parameters_of, position_after, quoted
from lazytree.playing.bots import BOTS, human
from lazytree.questions.lanes import QUESTIONS, judged
from lazytree.questions.lanes import lane as lanes_of
from lazytree.questions.move_values import ValuedMoves, value_moves
from lazytree.questions.perft import perft as lines_of_play
from lazytree.questions.solve import solve

from .limits import DepthCosts, either, limit, too_deep_error, too_large_error
from .texts import as_json, cost, format_lane, format_line, format_value, in_plies, pipeline, ranking
from .valuing import format_lanes
from .watching import report_progress

Lines = Iterator[str]

PLAYING = {name: parameters_of(factory, OUTSIDE) for name, factory in {**BOTS, "human": human}.items()}
"""The parameters of every bot, as texts, by the bot's name."""


def games(asked: Namespace) -> Lines:
    """The lines that list every game with its parameters and ratings, and every bot with its parameters."""
    listed = [_described(name) for name in sorted(GAMES)]
    if asked.json:
        yield json.dumps(listed)
        return
    for entry in listed:
        yield f"{entry['name']}: {entry['about']}"
        yield f"    parameters: {_assigned(entry['parameters']) or 'none'}"
        yield f"    ratings: {', '.join(entry['ratings']) or 'none'}"
    yield ""
    yield "bots, for play --first, --second and so on, such as think:depth=4,rating=mobility:"
    for name, parameters in PLAYING.items():
        yield f"    {name} {_assigned(parameters)}".rstrip()


def _described(name: str) -> dict[str, Any]:
    """A game as JSON."""
    return {
        "name": name,
        "about": (GAMES[name].__doc__ or "").split("\n")[0],
        "parameters": parameters_of(GAMES[name]),
        "ratings": list(GAMES[name]().ratings),
        "bots": PLAYING,
    }


def _assigned(parameters: Mapping[str, str]) -> str:
    return " ".join(f"{name}={quoted(default)}" for name, default in parameters.items())


def lane(asked: Namespace) -> Lines:
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


def perft(asked: Namespace) -> Lines:
    """The lines that say how many lines of play of 1 to `--depth` plies there are; after Ctrl-C what is known."""
    game, position = _asked_for(asked)
    stats, counts, so_far = Stats(), list[int](), DepthCosts(asked)
    lane = Lane(PYTHON, "as asked for") if asked.lane == PYTHON else lanes_of(game).perft
    _tell(f"lane: {format_lane(lane)}")
    stop = limit(asked)
    with interruptible() as pressed, report_progress(stats, where=so_far.text), suppress(Stopped):
        for depth in so_far.depths():
            flag = either(stop, pressed) if counts else pressed
            counts.append(lines_of_play(game, depth, position, stats, lane=asked.lane, stop=flag))
            _tell(f"depth {depth}: {counts[-1]:,}")
    if stats.lane is not None and stats.lane.name != lane.name:
        _tell_lane(game, stats)
    yield json.dumps({"leaves": counts}) if asked.json else " ".join(map(str, counts))
    if pressed():
        raise KeyboardInterrupt
    if len(counts) < asked.depth:
        raise too_deep_error(asked, so_far.costs)


def rate(asked: Namespace) -> Lines:
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
            _tell(f"lane: {format_lanes(found.lanes)}")
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
    _tell(f"lane: {format_lane(stats.lane or lanes_of(game).solve)}")


def exact_solution(asked: Namespace) -> Lines:
    """The lines that give the exact value under perfect play, and a best line."""
    game, position = _asked_for(asked)
    stats = Stats()
    try:
        with interruptible() as pressed, report_progress(stats):
            solution = solve(game, position, stats, lane=asked.lane, stop=either(limit(asked), pressed))
    except Stopped:
        if asked.json:
            yield json.dumps({"value": None, "plies": None, "line": None, "seen": stats.nodes})
        if pressed():
            _tell(f"not solved: {stats.nodes:,} positions were seen")
            raise KeyboardInterrupt from None
        raise too_large_error(asked, stats) from None
    line = format_line(game, position, solution.line)
    if asked.json:
        _tell_lane(game, stats)
        yield json.dumps({**_exactly(solution.value), "plies": solution.plies, "line": line})
        return
    yield f"{game.show(position)}\n"
    whose = f" for {game.players[FIRST]}" if len(game.players) == 2 else ""
    yield f"value{whose}: {format_value(game, solution.value)}"
    yield f"{in_plies(solution.plies)}: {' '.join(line)}".rstrip(" :")
    yield f"lane: {format_lane(stats.lane or lanes_of(game).solve)}"
    yield f"({cost(stats)})"


def _tell(line: str) -> None:
    """Prints a line that is not part of the answer, on standard error."""
    print(line, file=sys.stderr, flush=True)


def position_asked(game: Game[Any, Any], asked: Namespace) -> Any:
    """The position that `--position`, which may be `-` for standard input, and `--moves` name."""
    text = sys.stdin.read().removeprefix("\ufeff") if asked.position == "-" else asked.position  # editors put it there
    return position_after(game, asked.moves, text)


def _exactly(value: Any) -> dict[str, Any]:
    """A value as JSON: FIRST's payoff; for more than two players also all payoffs; a fraction also exactly."""
    if isinstance(value, tuple):
        return {**_exactly(value[FIRST]), "payoffs": as_json(value)}
    return {"value": as_json(value)} | ({"exact": str(value)} if isinstance(value, Fraction) else {})


def _asked_for(asked: Namespace) -> tuple[Game[Any, Any], Any]:
    """The game and the position that the command line names."""
    game = game_named(asked.game, asked.parameters)
    return game, position_asked(game, asked)
