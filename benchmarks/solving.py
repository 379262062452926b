"""What solving costs: `python benchmarks/solving.py [--json] [problem ...]`. Needs `lazy-game-trees[compiled]`.

For each problem, by turns, positions seen and seconds of the processor (one thread, rules compiled before) of `solve`,
of `solve(what="winner")`, of `prove` (proof numbers alone: who wins only), and of the same search to the end as in
earlier versions: principal variation search in the order of few replies, killers and history
(`lazytree.searching.kernels.scout`). All that end give the same value, else it is an error. What takes more than a
minute is given up.

`--only`: `solve` alone, without the other two. `--winner`: `solve(what="winner")` alone. `--long`: what takes more than
ten minutes is given up, instead of one.

`--ablation`: the same for fixed sets of techniques, without a trial: those of the race, the second one without parts,
and the largest one with each technique left out; with `--winner` of who wins.

`--specialist`: connect four, positions of random play (seed 11), against a solver in C for this game alone
(benchmarks/c/connect_four_solver.c, gcc -O3 -march=native): the same values, else it is an error; the means of
positions seen and of processor time, and how often ours are as many (wanted: 1.5 times the positions, 6 times the
time). Sets are by plies played, and easy if the game ends within 14 plies of best play, middle within 28. Pons
(http://blog.gamesolver.org/solving-connect-four, his own sets and machine) has for such sets means of 92, 2,081,
33,764, 104,137 and 2,321,000 positions, of 2.8 to 5.8 million a second.

`--threads`: who wins with two threads beside one, of problems that take more than 5 seconds (seconds of the clock;
wanted: 1.5 times as fast). It says something on a machine with nothing else to do only.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any
from unittest.mock import patch

from extras import gcc_needed, machine_code_needed
from options import options

from lazytree import Stats, Stopped, prove, solve
from lazytree.compiler.running import Runner
from lazytree.core.errors import Trapped
from lazytree.core.values import SURE, WIN
from lazytree.games import (
    chess,
    clobber,
    connect_four,
    domineering,
    hex,
    kalah,
    konane,
    othello,
    selfo,
)
from lazytree.machine import trials
from lazytree.machine.asking import BEGUN
from lazytree.machine.deepening import memories_for
from lazytree.machine.memories import grow_table, room_of
from lazytree.machine.proving import prove_runner
from lazytree.machine.retrograde import retrograde_runner
from lazytree.machine.to_the_end import solve_runner
from lazytree.searching.kernels import solver, threats
from lazytree.searching.kernels.scout import ENTRIES, SEEN, scout
from lazytree.searching.kernels.searches import FAR, TO_THE_END
from lazytree.trees.ratings import even

MOST, LONG_MOST = 60.0, 600.0  # seconds
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
    "hex 5x5": lambda: hex(5, swap=False),
    "kalah (5,5)": lambda: kalah(5, 5, score="margin"),
    "kalah (6,4)": lambda: kalah(6, 4, score="margin"),
    "domineering 7x7": lambda: domineering(7, 7),
    "domineering 8x8": lambda: domineering(8, 8),
    "clobber 5x5": lambda: clobber(5, 5),
    "clobber 4x6": lambda: clobber(4, 6),
    "konane 5x8": lambda: konane(5, 8, "corner"),
    "othello, 20 empty": lambda: othello_with(20),
    "king and queen": lambda: chess("8/8/8/4k3/8/8/8/KQ6 w"),
    "king and rook": lambda: chess("8/8/8/4k3/8/8/8/KR6 w"),
    "selfo 3x3": lambda: selfo("a1 b2 c3 / a3 b1 c2", board="square", side=3),
}


def before(game: Any, position: Any, most: float) -> tuple[float, int]:
    """FIRST's payoff and the positions seen, as in earlier versions; Stopped after `most` seconds."""
    run, (memory,), began = Runner(game, scout, even), memories_for(1, MEGABYTES), process_time()
    memory.counts[ENTRIES] = BEGUN

    def poll() -> bool:
        grow_table([memory], room_of(memory.table))
        return process_time() - began > most

    def ask(low: int, high: int) -> int:
        return int(run.in_machine_code(memory, position, TO_THE_END, low, high, 0, 0, stop=poll))

    value = ask(*((0, FAR) if ask(0, 1) > 0 else (-FAR, 1)))
    return (round(value / WIN) if abs(value) > SURE else 0), int(memory.counts[SEEN])


def now(game: Any, position: Any, what: str, most: float = MOST) -> tuple[float | None, int, tuple[str, ...]]:
    """FIRST's payoff, the positions seen and the techniques that were chosen; Stopped after `most` seconds."""
    stats, began = Stats(), process_time()
    solution = solve(
        game,
        position,
        stats,
        what=what,
        megabytes=MEGABYTES,
        lane="machine",
        stop=lambda: process_time() - began > most,
    )
    if solution.why and not (what == "winner" and solution.bounds is not None and solution.bounds.decided):
        raise Stopped
    return solution.value, stats.nodes, solution.techniques


def proofs(game: Any, position: Any, most: float) -> tuple[int, int]:
    """Who wins, by proof numbers alone, as a payoff of 1, 0 or -1, and the visits; Stopped after `most` seconds."""
    stats, began, decided = Stats(), process_time(), []
    for more_than in (0, -1):
        asked = {"more_than": more_than, "most": 10**12, "entries": MEGABYTES * 2**20 // 16, "stats": stats}
        found = prove(game, position, lane="machine", stop=lambda: process_time() - began > most, **asked)
        if found.result == "unknown":
            raise Stopped
        decided.append(found.result == "proven")
        if decided[0]:
            break
    return (1 if decided[0] else 0 if decided[1] else -1), stats.nodes


def sign(value: float) -> int:
    """Who wins."""
    return (value > 0) - (value < 0)


def cost(ask: Callable[[], Any]) -> dict[str, Any]:
    """What was found, positions and seconds; no value where it was given up."""
    began = process_time()
    try:
        value, seen, *more = ask()
    except (Stopped, Trapped):  # the search of earlier versions has no end where positions come back
        value, seen, more = None, None, []
    return {"value": value, "positions": seen, "seconds": process_time() - began, "techniques": more[0] if more else ()}


WAYS: dict[str, Callable[[Any, Any, float], Any]] = {
    "before": before,
    "proofs": proofs,
    "winner": lambda game, position, most: now(game, position, "winner", most),
    "shortest": lambda game, position, most: now(game, position, "shortest", most),
}


def measured(name: str, ways: Iterable[str], most: float) -> dict[str, Any]:
    """The costs of a problem, each of these ways once."""
    game, position = made(name)
    solve_runner(game), prove_runner(game), retrograde_runner(game), Runner(game, scout, even)  # before the time runs
    found = {way: cost(partial(WAYS[way], game, position, most)) for way in ways}
    values = {name: way["value"] for name, way in found.items() if way["value"] is not None}
    winners, payoffs = {*map(sign, values.values())}, {values[name] for name in values if name != "proofs"}
    if len(winners) > 1 or len(payoffs) > 1:
        raise SystemExit(f"{name}: the values differ: {found}")
    return {"problem": name, **found}


def made(name: str) -> tuple[Any, Any]:
    """The game and the position of a problem."""
    if name not in PROBLEMS:
        raise SystemExit(f"no problem {name!r}: there are {', '.join(PROBLEMS)}")
    found = PROBLEMS[name]()
    return found if isinstance(found, tuple) else (found, found.start)


# ---- Without each technique


def without_each(name: str, what: str) -> Iterator[dict[str, Any]]:
    """The costs of a problem with sets of techniques that stay the same."""
    game, position = made(name)
    rules = solve_runner(game).rules
    most = trials.HEAVY
    asked = (
        *trials.SETS,
        trials.LIGHT & ~threats.PARTS,
        *(most & ~bit for bit in trials.NAMES if most & bit),
        most & ~solver.RATED | solver.REPLIES,
    )
    for techniques in dict.fromkeys(trials.usable(rules, each) for each in asked):
        with patch.object(trials, "SETS", (techniques,)):
            told = ", ".join(trials.names_of(techniques))
            yield {"problem": name, "set": told, **cost(lambda: now(game, position, what))}


# ---- Against a specialist


SETS = {  # fewest and most plies played, fewest and most plies to the end, how many positions
    "28 plies, easy": (28, 32, 1, 13, 100),
    "14 to 27 plies, easy": (14, 27, 1, 13, 100),
    "14 to 27 plies, middle": (14, 27, 14, 28, 50),
    "up to 13 plies, easy": (6, 13, 1, 13, 20),
    "up to 13 plies, middle": (6, 13, 14, 28, 5),
}
SOURCE = Path(__file__).parent / "c" / "connect_four_solver.c"


def played_at_random(game: Any, fewest: int, most: int) -> Iterator[tuple[str, Any]]:
    """Columns, and the position after them, in which the game is not over and who is to move does not win at once."""
    random = Random(11)
    while True:
        columns, position = "", game.start
        for _ in range(random.randint(fewest, most)):
            if moves := list(game.moves(position)):
                columns += str(move := random.choice(moves))
                position = game.play(position, move)
        after = [game.play(position, move) for move in game.moves(position)]
        if len(columns) >= fewest and after and all(any(True for _ in game.moves(each)) for each in after):
            yield columns, position


Specialist = Callable[[list[str]], list[tuple[int, ...]]]


def asked_of_both(game: Any, name: str, specialist: Specialist) -> list[tuple[str, Any, tuple[int, ...]]]:
    """The positions of a set, and what the specialist says of each."""
    fewest, most, soonest, latest, count = SETS[name]
    made, found = played_at_random(game, fewest, most), list[tuple[str, Any, tuple[int, ...]]]()
    while len(found) < count:
        some = list(islice(made, 4 * count))
        for (columns, position), said in zip(some, specialist([columns for columns, _ in some])):
            plies = plies_of(said[0], len(columns)) or 42 - len(columns)
            if soonest <= plies <= latest:
                found.append((columns, position, said))
    return found[:count]


def plies_of(worth: int, played: int) -> int | None:
    """In how many plies a game ends that the specialist says this of; None: a draw."""
    stones = 22 - abs(worth)  # of the winner, at the end
    if worth == 0:
        return None
    return 2 * (stones - played // 2) - 1 if worth > 0 else 2 * (stones - (played + 1) // 2)


def against_specialist(name: str) -> dict[str, Any]:
    """Means of positions and seconds, ours and those of the specialist, of one set."""
    game = connect_four()
    _, first = next(played_at_random(game, 30, 32))
    solve(game, first, lane="machine")  # before the time runs: the first call imports and compiles
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "solver"
        subprocess.run(["gcc", "-O3", "-march=native", "-o", program, SOURCE], check=True)

        def specialist(asked: list[str]) -> list[tuple[int, ...]]:
            lines = "".join(f"{columns}\n" for columns in asked)
            done = subprocess.run([program], input=lines, capture_output=True, text=True, check=True)
            return [tuple(map(int, line.split())) for line in done.stdout.splitlines()]

        asked = asked_of_both(game, name, specialist)
    seen, spent, theirs = 0, 0.0, [said for _, _, said in asked]
    for columns, position, (worth, *_) in asked:
        stats, began = Stats(), process_time()
        solution = solve(game, position, stats, lane="machine")
        spent += process_time() - began
        seen += stats.nodes
        plies = plies_of(worth, len(columns))
        wins = 0 if plies is None else 1 if (worth > 0) == (len(columns) % 2 == 0) else -1
        if solution.value != wins or (wins and solution.plies != plies):
            raise SystemExit(f"{columns}: {solution!r}, but the specialist says {worth}")
    count = len(asked)
    return {
        "set": name,
        "count": count,
        "positions": seen / count,
        "seconds": spent / count,
        "specialist": {
            "positions": sum(each[1] for each in theirs) / count,
            "seconds": sum(each[2] for each in theirs) / count / 1e9,
        },
    }


# ---- Two threads


LONG = ("domineering 8x8", "konane 5x8", "hex 5x5", "clobber 4x6")


def by_threads(name: str) -> dict[str, Any]:
    """Seconds of the clock in which a problem's winner is found, with one thread and with two."""
    game, position = made(name)
    solve_runner(game), prove_runner(game)
    seconds = []
    for threads in (1, 2):
        began = perf_counter()
        solve(game, position, what="winner", megabytes=MEGABYTES, lane="machine", threads=threads)
        seconds.append(perf_counter() - began)
    return {"problem": name, "threads": seconds}


def print_row(row: dict[str, Any]) -> None:
    """Prints what was measured."""
    if "threads" in row:
        one, two = row["threads"]
        print(
            f"{row['problem']:20} one thread {one:7.1f} s, two {two:7.1f} s: {one / two:.2f} times as fast", flush=True
        )
        return
    if "specialist" in row:
        for who, one in ((f"{row['count']}: {row['set']}", row), ("  specialist", row["specialist"])):
            print(f"{who:30} {one['positions']:14,.0f} positions {1000 * one['seconds']:10.2f} ms each")
        ratios = (row[part] / row["specialist"][part] for part in ("positions", "seconds"))
        print("  {:.2f} times as many positions, {:.1f} times the time".format(*ratios), flush=True)
        return
    for way in ("before", "proofs", "winner", "shortest", "set"):
        if way in row:
            one = row if way == "set" else row[way]
            seen = "given up" if one["positions"] is None else f"{one['positions']:,} positions"
            told = f"{row['problem']}, {'fixed' if way == 'set' else way}"
            used = row["set"] if way == "set" else ", ".join(one["techniques"])
            worth = "" if one["value"] is None else f"{one['value']:+}"
            print(f"{told:32} {one['seconds']:7.2f} s  {seen:>24}  {worth:>3}  {used}", flush=True)


def main() -> None:
    given = options(
        __doc__, "--json", "--only", "--winner", "--long", "--ablation", "--specialist", "--threads", words="problems"
    )
    machine_code_needed()
    if given.specialist:
        gcc_needed()
        rows = map(against_specialist, given.problems or SETS)
    elif given.threads:
        rows = map(by_threads, given.problems or LONG)
    elif given.ablation:
        what = "winner" if given.winner else "shortest"
        rows = (row for name in given.problems or PROBLEMS for row in without_each(name, what))
    else:
        ways = ("winner",) if given.winner else ("winner", "shortest") if given.only else WAYS
        most = LONG_MOST if given.long else MOST
        rows = (measured(name, ways, most) for name in given.problems or PROBLEMS)
    if given.json:
        print(json.dumps(list(rows)))
        return
    for row in rows:
        print_row(row)


if __name__ == "__main__":
    main()
