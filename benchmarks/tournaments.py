"""Games of a tournament a second of processor time, from the first to the last: bots that cost nothing, with a store.

    python benchmarks/tournaments.py [GAMES] [PROCESSES]

It plays GAMES (100,000) games of tic-tac-toe between two bots that play at random, stored and told one by one, and
prints the rate for each tenth of them, and that of the last tenth over that of the first: what the coordinator does
for a game does not grow with the number of games. With PROCESSES (1) the time is that of the coordinator alone.
"""

from __future__ import annotations

import argparse
import os
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from lazytree.arena import SoFar, tournament
from lazytree.cli.arena import standings


def main(games: int = 100_000, processes: int = 1) -> None:
    marks, begun = list[tuple[int, float, float]](), (process_time(), perf_counter())
    slices = [games * number // 10 for number in range(1, 11)]

    def watch(so_far: SoFar) -> None:
        standings(so_far.scores)  # what the command line shows
        if so_far.finished == 1 or so_far.finished in slices:
            marks.append((so_far.finished, process_time(), perf_counter()))

    with TemporaryDirectory() as folder:
        store = Path(folder) / "games.db"
        how = {"openings": 0, "processes": processes, "store": store, "progress": watch}
        found = tournament("tic_tac_toe", {"one": "at_random", "other": "at_random"}, games // 2, **how)
        print(f"{len(found.games):,} games, {os.path.getsize(store):,} bytes in the store")
        print(f"planning {marks[0][1] - begun[0]:.1f} s of the processor")
        rates = []
        for (before, worked, clock), (after, works, clocks) in pairwise(marks):
            rates.append((after - before) / (works - worked))
            told = f"games {before:>7,} to {after:>7,}: {rates[-1]:>6,.0f} a second of processor time"
            print(f"{told}, {(after - before) / (clocks - clock):>6,.0f} a second")
        print(f"last tenth over first: {rates[-1] / rates[0]:.2f}; slowest: {min(rates):,.0f}")
        begins = process_time()
        again = tournament("tic_tac_toe", {"one": "at_random", "other": "at_random"}, games // 2, **how)
        print(f"the same call again: {process_time() - begins:.1f} s of the processor, {again.games == found.games}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=int, default=100_000)
    parser.add_argument("processes", nargs="?", type=int, default=1)
    main(**vars(parser.parse_args()))
