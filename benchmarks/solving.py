"""What solving costs: `python benchmarks/solving.py [--json] [problem ...]`. Needs `lazy-game-trees[compiled]`.

For each problem, by turns, positions seen and seconds of the processor (one thread, rules compiled before) of `solve`,
of `solve(what="winner")`, and of the same search to the end as in earlier versions: principal variation search in the
order of few replies, killers and history (`lazytree.searching.kernels.scout`). All that end give the same value, else
it is an error. What takes more than a minute is given up.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from extras import machine_code_needed
from options import options

from lazytree import Stats, Stopped, solve
from lazytree.compiler.entry_points.deepening import memories_for
from lazytree.compiler.entry_points.memories import grow_table, room_of
from lazytree.compiler.entry_points.solving import SMALLEST, solve_runner
from lazytree.compiler.running import Runner
from lazytree.core.values import SURE, WIN
from lazytree.games import clobber, connect_four, domineering, hex, kalah, konane, othello
from lazytree.searching.kernels.scout import ENTRIES, SEEN, scout
from lazytree.searching.kernels.searches import FAR, TO_THE_END
from lazytree.trees.ratings import even

MOST = 60.0  # seconds
MEGABYTES = 1024


def othello_with(empty: int) -> tuple[Any, Any]:
    """Othello by margin, after a game played at random until that many cells are empty."""
    game, random = othello(score="margin"), Random(5)
    while True:
        position = game.start
        for _ in range(60 - empty):
            if not (moves := list(game.moves(position))):
                break
            position = game.play(position, random.choice(moves))
        else:
            if any(True for _ in game.moves(position)):
                return game, position


PROBLEMS: dict[str, Callable[[], Any]] = {
    "connect four 5x5": lambda: connect_four(5, 5),
    "connect four 6x5": lambda: connect_four(6, 5),
    "hex 4x4": lambda: hex(4, swap=False),
    "othello, 14 empty": lambda: othello_with(14),
    "konane 5x6": lambda: konane(5, 6, "corner"),
    "konane 6x6": lambda: konane(6, 6, "corner"),
    "clobber 4x5": lambda: clobber(4, 5),
    "domineering 6x6": lambda: domineering(6, 6),
    "kalah (4,4)": lambda: kalah(4, 4, score="margin"),
}


def before(game: Any, position: Any) -> tuple[float, int]:
    """FIRST's payoff and the positions seen, as in earlier versions; Stopped after MOST seconds."""
    run, (memory,), began = Runner(game, scout, even), memories_for(1, MEGABYTES), process_time()
    memory.counts[ENTRIES] = SMALLEST

    def poll() -> bool:
        grow_table([memory], room_of(memory.table))
        return process_time() - began > MOST

    def ask(low: int, high: int) -> int:
        return int(run.in_machine_code(memory, position, TO_THE_END, low, high, 0, 0, stop=poll))

    value = ask(*((0, FAR) if ask(0, 1) > 0 else (-FAR, 1)))
    return (round(value / WIN) if abs(value) > SURE else 0), int(memory.counts[SEEN])


def now(game: Any, position: Any, what: str) -> tuple[float | None, int, tuple[str, ...]]:
    """FIRST's payoff, the positions seen and the techniques that were chosen; Stopped after MOST seconds."""
    stats, began = Stats(), process_time()
    solution = solve(
        game,
        position,
        stats,
        what=what,
        megabytes=MEGABYTES,
        lane="machine",
        stop=lambda: process_time() - began > MOST,
    )
    return solution.value, stats.nodes, solution.techniques


def cost(ask: Callable[[], Any]) -> dict[str, Any]:
    """What was found, positions and seconds; no value where it was given up."""
    began = process_time()
    try:
        value, seen, *more = ask()
    except Stopped:
        value, seen, more = None, None, []
    return {"value": value, "positions": seen, "seconds": process_time() - began, "techniques": more[0] if more else ()}


def measured(name: str) -> dict[str, Any]:
    """The costs of a problem, each way once."""
    made = PROBLEMS[name]()
    game, position = made if isinstance(made, tuple) else (made, made.start)
    solve_runner(game), Runner(game, scout, even)  # compiled before the time runs
    found = {
        "before": cost(lambda: before(game, position)),
        "winner": cost(lambda: now(game, position, "winner")),
        "shortest": cost(lambda: now(game, position, "shortest")),
    }
    if len({way["value"] for way in found.values()} - {None}) > 1:
        raise SystemExit(f"{name}: the values differ: {found}")
    return {"problem": name, **found}


def main() -> None:
    given = options(__doc__, "--json", words="problems")
    machine_code_needed()
    rows = map(measured, given.problems or PROBLEMS)
    if given.json:
        print(json.dumps(list(rows)))
        return
    for row in rows:
        print(row["problem"])
        for way in ("before", "winner", "shortest"):
            one = row[way]
            seen = "given up" if one["positions"] is None else f"{one['positions']:,} positions"
            print(f"  {way:9} {one['seconds']:7.2f} s  {seen:>24}  {', '.join(one['techniques'])}", flush=True)


if __name__ == "__main__":
    main()
