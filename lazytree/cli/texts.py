"""Answers as text: values, the cost of a search, lines of moves, pipelines, results of games."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from lazytree.core.game import FIRST, SECOND, Game
from lazytree.core.lanes import Lane
from lazytree.core.stats import Stats
from lazytree.core.value_texts import worth_text
from lazytree.core.values import end_of, plies_to_end
from lazytree.searching.choosing import Choice


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
    """What a search has found, as text: how the game ends, where that is known, else the value.

    >>> from lazytree.games import tic_tac_toe
    >>> format_result_value(tic_tac_toe(), -999997), format_result_value(tic_tac_toe(), 4)
    ('O wins in 3 plies', 'value 4')
    """
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
        f"{stats.nodes:,} nodes visited" + (f" ({stats.in_machine_code:,} of them in machine code)" if both else ""),
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
