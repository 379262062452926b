"""Side by side with other libraries, in one run, the same answer checked: `python benchmarks/peers.py [--json]`.

Needs the extra `bench`: easyAI, OpenSpiel, python-chess, aima3 and mctspy, from PyPI; what is missing is left out, and
the versions of the others are printed. A ratio says how many times as long the other one takes: below 1 it is the
faster one. Times are the processor's, the best of some rounds; what takes long is run once.

Columns: `lazytree` is its usual search in Python; `unordered` is its alpha-beta without table or ordering, the very
search that aima3 and OpenSpiel make; `machine` and `machine, plain` are both in machine code, where the game compiles.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from time import process_time
from types import ModuleType
from typing import Any, NamedTuple

import ours
from options import options
from ours import CONNECT_FOUR, LINES_OF_ACTION, Lane, Said

ROUNDS, ENOUGH = 30, 1.0  # rounds at most; seconds after which no further round begins
DEPTHS = (5, 6, 7, 8)
SIMULATIONS = 10_000
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE_IN_TWO = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1"  # Buckle, London 1840
PACKAGES = "aima3", "chess", "easyAI", "mctspy", "open_spiel"


class Peer(NamedTuple):
    """Another library: the room in `rivals` that asks it, and what to ask there."""

    name: str
    room: str
    function: str
    arguments: tuple[Any, ...]


class Task(NamedTuple):
    name: str
    lanes: Mapping[str, Lane]  # lazytree's
    peers: tuple[Peer, ...]
    worth: Callable[[str], float] | None = None  # of a move, to check the peers' choice
    in_words: Callable[[float], str] = lambda seconds: f"{1000 * seconds:,.1f} ms"


# ---- the tasks, the shortest first


def tic_tac_toe() -> Task:
    peers = (
        Peer("easyAI, table", "easy_ai", "tic_tac_toe", (True,)),
        Peer("easyAI", "easy_ai", "tic_tac_toe", ()),
        Peer("aima3", "aima", "tic_tac_toe", ()),
        Peer("OpenSpiel", "spiel", "tic_tac_toe", ()),
    )
    return Task("tic-tac-toe solved", {"lazytree": ours.solved}, peers)


def simulations(count: int) -> Task:
    peers = (
        Peer("mctspy", "mcts_py", "sampled", (count,)),
        Peer("OpenSpiel's in Python", "spiel", "sampled_in_python", (count,)),
        Peer("OpenSpiel's in C++", "spiel", "sampled", (count,)),
    )
    return Task(
        "connect four by MCTS",
        ours.sampling_lanes(count),
        peers,
        in_words=lambda seconds: f"{count / seconds:,.0f} a second",
    )


def lines_of_action(depth: int) -> Task:
    means = LINES_OF_ACTION, ours.moves_of_mover(LINES_OF_ACTION), depth
    peers = (Peer("OpenSpiel", "spiel", "lines_of_action", (depth,)),)
    name = f"lines of action to depth {depth}"
    return Task(name, ours.search_lanes(*means), peers, partial(ours.worth_of, *means))


def connect_four(depth: int) -> Task:
    means = CONNECT_FOUR, CONNECT_FOUR.ratings["column_weights"], depth
    peers = (
        Peer("OpenSpiel", "spiel", "connect_four", (depth,)),
        Peer("aima3", "aima", "connect_four", (depth,)),
        Peer("easyAI, table, unmake", "easy_ai", "connect_four", (depth, True)),
        Peer("easyAI", "easy_ai", "connect_four", (depth,)),
    )
    name = f"connect four to depth {depth}"
    return Task(name, ours.search_lanes(*means), peers, partial(ours.worth_of, *means))


def chess_counted(depth: int) -> Task:
    lanes = ours.in_both_lanes(partial(ours.counted, KIWIPETE, depth))
    return Task(
        f"chess, perft {depth} of Kiwipete",
        lanes,
        (Peer("python-chess", "python_chess", "counted", (KIWIPETE, depth)),),
    )


def chess_mated(plies: int) -> Task:
    lanes = ours.in_both_lanes(partial(ours.mated, MATE_IN_TWO, plies))
    return Task("chess, a mate in two", lanes, (Peer("python-chess", "python_chess", "mated", (MATE_IN_TWO, plies)),))


def tasks() -> Iterator[Task]:
    yield tic_tac_toe()
    yield chess_counted(3)
    yield chess_mated(3)
    yield simulations(SIMULATIONS)
    yield lines_of_action(3)
    yield from map(connect_four, DEPTHS)


# ---- measuring


def best_time(run: Lane) -> tuple[float, Said]:
    """The shortest of some rounds, in seconds, and the answer (the same in each)."""
    times: list[float] = []
    answers = set()
    while len(times) < ROUNDS and sum(times) < ENOUGH:
        gc.collect()
        began = process_time()
        answers.add(run())
        times.append(process_time() - began)
    (answer,) = answers
    return min(times), answer


@cache
def room(name: str) -> ModuleType | None:
    try:
        return import_module(f"rivals.{name}")
    except ModuleNotFoundError:
        return None


def best_times(lanes: Mapping[str, Lane]) -> tuple[dict[str, float], Said]:
    """Of lazytree's lanes; and what the first of them answers, the others agreeing."""
    measured = {name: best_time(lane) for name, lane in lanes.items()}
    said = measured["lazytree"][1]
    assert {value for _, (value, _) in measured.values()} == {said[0]}, measured
    return {name: seconds for name, (seconds, _) in measured.items()}, said


def check(task: Task, peer: Peer, ours: Said, theirs: Said) -> None:
    """The peer's value is lazytree's; the peer's move is worth as much as lazytree's, or is the same."""
    value, move = theirs
    assert value is None or value == ours[0], f"{task.name}: {peer.name} says {value}, lazytree {ours[0]}"
    if move is not None:
        right = task.worth(move) == ours[0] if task.worth else move == ours[1]
        assert right, f"{task.name}: {peer.name} plays {move}, lazytree {ours[1]}"


def compared(task: Task, tell: Callable[[str], object]) -> dict[str, float]:
    """How many times as long each peer takes as each of lazytree's lanes."""
    times, said = best_times(task.lanes)
    tell(row(task.name, "", times))
    tell(row("", "", [task.in_words(seconds) for seconds in times.values()]))
    ratios = {}
    for peer in task.peers:
        rival = room(peer.room)
        if rival is None:
            tell(row(f"    {peer.name}", "not installed", []))
            continue
        seconds, theirs = best_time(partial(getattr(rival, peer.function), *peer.arguments))
        check(task, peer, said, theirs)
        beside = {lane: seconds / mine for lane, mine in times.items()}
        tell(row(f"    {peer.name}", task.in_words(seconds), [f"{ratio:.2f}" for ratio in beside.values()]))
        ratios |= {f"{task.name}, {peer.name} / {lane}": round(ratio, 2) for lane, ratio in beside.items()}
    return ratios


def installed() -> Iterator[str]:
    """The peers that run, each with its version."""
    for package in PACKAGES:
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            yield f"no {package}"


def row(name: str, theirs: str, ours: Iterable[str]) -> str:
    return f"{name:28}{theirs:>18}" + "".join(f"{word:>18}" for word in ours)


def main() -> None:
    options(__doc__, "--json")
    as_json = "--json" in sys.argv
    tell = partial(print, file=sys.stderr if as_json else sys.stdout, flush=True)
    tell("How many times as long the peers take, the same answers checked:")
    tell(f"{', '.join(installed())}\n")
    ratios: dict[str, float] = {}
    for task in tasks():
        ratios |= compared(task, tell)
    if as_json:
        print(json.dumps(ratios, ensure_ascii=False))


if __name__ == "__main__":
    main()
