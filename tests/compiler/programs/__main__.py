"""python tests/compiler/programs --programs 50000 --jobs 2 --seed 1

Random programs in both lanes, in processes that are renewed; what fails is cut down and printed at once.
The last line counts: N programs, W wrong, F faults, H hangs.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

here = Path(__file__).resolve()
sys.path[:0] = [str(here.parents[1]), str(here.parents[2]), str(here.parents[3])]
os.environ["LAZYTREE_CACHE"] = "off"

from programs import lanes  # noqa: E402
from programs.judging import Tally  # noqa: E402
from programs.shrink import shrunk  # noqa: E402
from programs.workers import BATCH, tallies  # noqa: E402

TARGETS = "wasm: WebAssembly, which wasmtime runs; no games are tried"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--show", type=int, default=20, help="how many of what fails is cut down and printed")
    parser.add_argument("--target", choices=("native", "wasm"), default="native", help=TARGETS)
    options = parser.parse_args()
    lanes.TARGET = options.target
    batches, whole, begin = -(-options.programs // BATCH), Tally(), time.time()
    seeds = range(options.seed * 10**6, options.seed * 10**6 + batches)
    for done, tally in enumerate(tallies(seeds, options.jobs), start=1):
        for found in tally.found[: max(0, options.show - len(whole.found))]:
            print(f"---- {found.kind} ({found.way}) {found.what}\n{shrunk(found).body}", flush=True)
        whole += tally
        print(f"{done * BATCH} programs, {len(whole.found)} found", end="\r", file=sys.stderr, flush=True)
    report(whole, batches * BATCH, time.time() - begin)
    return 1 if whole.found else 0


def report(whole: Tally, number: int, seconds: float) -> None:
    count = whole.programs
    print(f"{seconds:.0f} s; calls:", ", ".join(f"{n} {name}" for name, n in whole.calls.most_common()))
    print(f"refused: {count['refused']} ({count['refused'] / number:.1%})")
    for reason, n in whole.reasons.most_common(12):
        print(f"  {n:6} {reason}")
    wrong = count["wrong"] + count["wrong kind"]
    print(f"wrong by kind only: {count['wrong kind']}")
    print(f"{number} programs, {wrong} wrong, {count['fault']} faults, {count['hang']} hangs")


if __name__ == "__main__":
    sys.exit(main())
