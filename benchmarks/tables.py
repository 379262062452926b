"""Endgame tables of chess, king and rook against king: what they cost, by play and by numbers, alone and with workers.

    python benchmarks/tables.py                # by play, then by numbers: alone, two processes, two workers of Dask
    python benchmarks/tables.py --machines 100 # and what the passes would take on as many machines of two cores

By play it is the usual board, where the longest mate takes 16 moves (Thompson); by numbers one of six by six cells. It
checks that the tables agree.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from lazytree.games import chess
from lazytree.tables import Tablebase, tabulate

USUAL, GAME = chess(setup="8/8/8/4k3/8/8/8/KR6 w"), chess(setup="5k/6/6/6/6/KR4 w")
WIDE = 6
CELLS = WIDE * WIDE
SIZE = 2 * CELLS**3


def rank(position: Any) -> int | None:
    """The number of a position: who moves, and where white's king, the rook and black's king stand."""
    white, black = (position.own, position.enemy) if position.mover == 0 else (position.enemy, position.own)
    if not position.straights:
        return None
    king, rook = (white & position.kings).bit_length() - 1, position.straights.bit_length() - 1
    return int(((position.mover * CELLS + king) * CELLS + rook) * CELLS + black.bit_length() - 1)


def unrank(number: int) -> Any:
    """The position of a number; None where two pieces stand on one cell, or who does not move is in check."""
    rest, black = divmod(number, CELLS)
    rest, rook = divmod(rest, CELLS)
    mover, king = divmod(rest, CELLS)
    if len({black, rook, king}) < 3 or is_near(king, black) or (mover == 0 and attacks(rook, black, king)):
        return None
    white, other = 1 << king | 1 << rook, 1 << black
    own, enemy = (white, other) if mover == 0 else (other, white)
    kings = 1 << king | other
    return GAME.start._replace(own=own, enemy=enemy, straights=1 << rook, kings=kings, mover=mover)


def is_near(one: int, other: int) -> bool:
    """Whether two cells touch."""
    return max(abs(one // WIDE - other // WIDE), abs(one % WIDE - other % WIDE)) == 1


def attacks(rook: int, target: int, between: int) -> bool:
    """Whether a rook attacks a cell, where one more piece stands on the board."""
    lines = [rook // WIDE, target // WIDE, between // WIDE], [rook % WIDE, target % WIDE, between % WIDE]
    is_between = min(rook, target) < between < max(rook, target)
    return any(own == its and not (is_between and other == own) for own, its, other in lines)


def timed(game: Any, name: str, folder: str, **how: Any) -> tuple[Tablebase[Any, Any], float]:
    """A table, and the seconds of the processor that this process took for it; what it took is printed."""
    began, spent = perf_counter(), process_time()
    table = tabulate(game, file=f"{folder}/{name}", **how)
    seconds, spent = perf_counter() - began, process_time() - spent
    size = Path(f"{folder}/{name}").stat().st_size
    print(f"{name:<24} {len(table):>9,} {size:>10,} {seconds:8.1f} {spent:8.1f}", flush=True)
    return table, spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--machines", type=int, default=100)
    machines = parser.parse_args().machines
    with TemporaryDirectory() as folder:
        print(f"{'':<24} positions {'bytes':>10} {'seconds':>8} of this processor")
        met, _ = timed(USUAL, "by play, 8 by 8", folder)
        small, _ = timed(GAME, "by play, 6 by 6", folder)
        numbers: dict[str, Any] = {"rank": rank, "unrank": unrank, "size": SIZE}
        alone, one = timed(GAME, "by numbers, alone", folder, **numbers)
        timed(GAME, "by numbers, 2 processes", folder, processes=2, **numbers)
        from distributed import Client, LocalCluster  # type: ignore[import-untyped]

        with LocalCluster(2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
            _, led = timed(GAME, "by numbers, 2 of Dask", folder, executor=client.get_executor(pure=False), **numbers)
    assert all(
        alone[position] == small[position] for position in filter(None, map(unrank, range(SIZE))) if position in small
    )
    assert max(entry.plies or 0 for entry in met.entries if entry) == 32
    times = 10**9 / SIZE / 3600  # as many numbers, in hours
    print(f"10**9 numbers like these: {times * one:,.0f} hours of the processor; {machines} machines of two cores need")
    print(
        f"{times * one / machines / 2:.1f} hours for the slices, and the one that leads them {times * led:.1f} hours;"
    )
    print("all of them see 2 GB of codes, and files of moves of about 50 bytes a position")


if __name__ == "__main__":
    main()
