"""How fast lists, dicts, sets and generators are: `python benchmarks/containers.py [--against PATH] [--json]`.

The rules of benchmarks/container_rules.py as machine code, on boards of 64 cells of which 60 and 95 in a hundred are
empty. With `--against`, another checkout of lazytree runs the same rules, and both are asked by turns, each in a
process of its own; the best of some rounds counts. Both must give the same totals. Printed: microseconds a call of the
inner rule, of this checkout and of the other, their ratio (above 1: this one is slower), and the geometric mean.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from math import exp, log
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

ROUNDS = 25
WARM = 0.3  # seconds of the processor, after which optimized code has taken over
HERE = Path(__file__).resolve().parents[1]
EMPTY = 60, 95


def board_with(empty: int) -> tuple[int, ...]:
    """64 cells, of which about `empty` in a hundred are 0."""
    random = Random(3)
    return tuple(0 if random.random() < empty / 100 else random.choice((1, 2)) for _ in range(64))


# ---- the process of one checkout


def game_of(rule: Any, board: tuple[int, ...]) -> Any:
    """A game whose move `n` adds what the rule says of the board and `n`."""
    from lazytree import Game

    return Game(
        name=rule.__name__,
        start=(board, 0),
        mover=lambda position: 0,
        moves=lambda position: range(1_000_000) if position[1] == 0 else (),
        play=lambda position, n: (position[0], rule(position[0], n)),
        payoffs=lambda position: (0, 0),
    )


def serve() -> None:
    """Answers each line, "rule empty rounds", with seconds and the total; a rule is compiled when it is first named."""
    import container_rules

    import lazytree
    from lazytree import compiler

    compiled, rules_lane = compiler.compiled, getattr(compiler, "rules_lane", None) or compiler.lane  # its older name
    if not Path(lazytree.__file__).is_relative_to(Path.cwd()):
        raise SystemExit(f"{Path.cwd()} is no checkout of lazytree")
    known = {}
    for line in sys.stdin:
        name, empty, count = line.split()
        if (name, empty) not in known:
            game = game_of(getattr(container_rules, name), board_with(int(empty)))
            known[name, empty] = machine = compiled(game)
            began = process_time()
            while rules_lane(game).name == "machine" and process_time() - began < WARM:
                machine.play(machine.start, int(count))
        machine = known[name, empty]
        began = process_time()
        _, total = machine.play(machine.start, int(count))
        taken = process_time() - began
        lane = rules_lane(machine)
        print(json.dumps([taken, total, lane.reason or lane.trapped]), flush=True)


class Checkout:
    """A process in which one checkout runs."""

    def __init__(self, path: Path) -> None:
        environment = {**os.environ, "LAZYTREE_CACHE": "off", "PYTHONPATH": str(path)}
        command = [sys.executable, __file__, "--serve"]
        self.path = path
        self.process = subprocess.Popen(
            command, env=environment, cwd=path, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def asked(self, name: str, empty: int, count: int) -> tuple[float, int]:
        """Seconds and the total; SystemExit where that was not machine code."""
        assert self.process.stdin and self.process.stdout
        print(name, empty, count, file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.path} gives no answer")
        seconds, total, reason = json.loads(line)
        if reason:
            raise SystemExit(f"{name} in {self.path}: {reason}")
        return seconds, total


# ---- the race


def raced(name: str, empty: int, count: int, checkouts: list[Checkout]) -> list[float]:
    """Microseconds a call of the inner rule, for each checkout."""
    best = [float("inf")] * len(checkouts)
    for _ in range(ROUNDS):
        answers = [checkout.asked(name, empty, count) for checkout in checkouts]
        if len({total for _, total in answers}) > 1:
            raise SystemExit(f"{name}: {[total for _, total in answers]} are not the same")
        best = [min(pair) for pair in zip(best, (seconds for seconds, _ in answers))]
    return [seconds * 1e6 / count for seconds in best]


def main() -> None:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="PATH", type=Path, help="another checkout of lazytree")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", action="store_true", help="be the process of one checkout (for this program itself)")
    asked = parser.parse_args()
    if asked.serve:
        serve()
        return
    from container_rules import TIMED
    from extras import machine_code_needed

    machine_code_needed()
    checkouts = [Checkout(path.resolve()) for path in (HERE, *([asked.against] if asked.against else []))]
    found: dict[str, list[float]] = {}
    for rule, count in TIMED:
        for empty in EMPTY:
            found[f"{rule.__name__} {empty}"] = times = raced(rule.__name__, empty, count, checkouts)
            texts = [f"{each:8.2f} us" for each in times] + [f"{times[0] / each:6.2f}" for each in times[1:]]
            print(f"{rule.__name__:16} {empty} % empty", *texts, file=sys.stderr)
    if asked.against:
        mean = exp(sum(log(ours / theirs) for ours, theirs in found.values()) / len(found))
        print(f"geometric mean {mean:.2f}", file=sys.stderr)
    if asked.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
