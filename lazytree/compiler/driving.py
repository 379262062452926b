"""Whole searches of a game: in machine code where that can be, else the same text in Python.

A search polls `stop`, a function that says True once it is enough; Ctrl-C, too, ends it at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from time import perf_counter
from typing import Any, TypeVar

from lazytree.account import Account
from lazytree.board import at_least
from lazytree.deepening import Answer
from lazytree.game import FIRST, Game, M, P, Rating
from lazytree.ratings import even
from lazytree.solving import Solution
from lazytree.solving import solve as solve_interpreted
from lazytree.stopping import Stop, Stopped, check
from lazytree.strategies import named_rating
from lazytree.worth import SURE, WIN

from . import scout as pvs
from . import searches
from .build import built, type_of
from .compiling import COMPILED, INTERPRETED, Machine, interpreted, machine_of, original
from .errors import Refused, Trap, Trapped
from .kinds import SMALL, WORDS, Fixed, Int, Record, Type
from .memory import Flag, Words
from .searches import FAR, Rules

T = TypeVar("T")
MEGABYTES = 64
POLLED = 0.005  # seconds
STACKED = 2**15  # moves of the nodes above, all told


# ---- what is compiled


def arguments_of(search: Any, position: Type) -> Mapping[str, Type]:
    """The types of a search's arguments after its rules."""
    depth, window = {"depth": Int(0, pvs.TO_THE_END)}, {"alpha": SMALL, "beta": SMALL}
    if search is searches.alphabeta:
        return {"counts": WORDS, "position": position, **depth, **window}
    if search is pvs.scout:
        memory = {"memory": Record(pvs.Memory, (WORDS,) * 4)}
        return {**memory, "position": position, **depth, **window, "ply": type_of(1), "base": type_of(1)}
    return {"position": position, "games": SMALL, "plies": SMALL, "seed": Int(0, searches.ALL_BITS)}


def compiled_search(machine: Machine[Any, Any], search: Any, rules: Rules) -> Any:
    """A search with a game's rules in machine code, made once; or why not, as a Refused."""
    key = search, rules
    with machine.lock:
        if key not in machine.searches:
            machine.searches[key] = _compiled_search(machine, search, rules)
        return machine.searches[key]


def _compiled_search(machine: Machine[Any, Any], search: Any, rules: Rules) -> Any:
    from .machine import functions

    kinds = {"rules": Fixed(rules), **arguments_of(search, machine.position)}
    roots = [machine.game.start, search, pvs.Memory, *rules]
    try:
        binary = built(roots, lambda program: {"it": program.request(search, kinds)}, machine.binary.cell)
        return functions(binary)["it"]
    except Refused as refused:
        return refused


class Runner:
    """A search of one game, in the better lane; `lane` says which lane answered last."""

    def __init__(self, game: Game[Any, Any], search: Any, rating: Rating[Any]) -> None:
        plain = original(game)
        self.search = search
        self.rules = Rules(plain.mover, plain.moves, plain.play, plain.payoffs, interpreted(rating))
        machine = machine_of(game)
        self.function: Any = machine if isinstance(machine, Refused) else compiled_search(machine, search, self.rules)
        self.lane = INTERPRETED if isinstance(self.function, Refused) else COMPILED

    def __call__(self, *arguments: Any, stop: Stop | None = None) -> Any:
        check(stop)
        if self.lane == COMPILED:
            flag = Flag()
            try:
                return interruptible(lambda: self.function(*map(handles, arguments), stop=flag), flag, stop)
            except Trapped as trapped:
                if trapped.trap is Trap.STOPPED:
                    raise Stopped from None
                self.lane = INTERPRETED
        return self.search(self.rules, *arguments)


def handles(argument: Any) -> Any:
    """Memory as machine code wants it: where it begins, and how long it is."""
    if isinstance(argument, pvs.Memory):
        return pvs.Memory(*map(handles, argument))
    return argument.handle if isinstance(argument, Words) else argument


def interruptible(work: Callable[[], T], flag: Flag, stop: Stop | None) -> T:
    """Works in another thread, while this one polls `stop` and hears Ctrl-C: either sets the flag."""
    done: list[Callable[[], T]] = []

    def run() -> None:
        try:
            result = work()
            done.append(lambda: result)
        except BaseException as error:
            caught = error
            done.append(lambda: _raise(caught))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(POLLED)
            if stop is not None and stop():
                flag.set()
    except KeyboardInterrupt:
        flag.set()
        thread.join()
        raise
    return done[0]()


def _raise(error: BaseException) -> Any:
    raise error


# ---- searches


def for_two_without_chance(game: Game[Any, Any], instead: str) -> None:
    """ValueError, with what to take instead, for a game that these searches cannot judge in either lane."""
    if game.odds is not None or len(game.players) != 2:
        raise ValueError(f"this is for two players without chance: take {instead} for {game.name}")


def perft(game: Game[P, M], depth: int, position: P | None = None) -> int:
    """The number of lines of exactly `depth` plies, as `lazytree.perft` counts them.

    >>> from lazytree.games import tic_tac_toe
    >>> perft(tic_tac_toe(), 9)
    127872
    """
    at_least("depth", depth, 0)
    here, machine = game.start if position is None else position, machine_of(game)
    if not isinstance(machine, Refused):
        try:
            return machine.functions["perft"](here, depth)  # type: ignore[no-any-return]
        except Trapped:
            pass
    plain = original(game)
    return searches.perft(plain.moves, plain.play, here, depth)


def alphabeta(
    game: Game[P, M],
    depth: int,
    rating: str | Rating[P] | None = None,
    position: P | None = None,
    account: Account | None = None,
) -> int:
    """The value of a position, seen by FIRST, `depth` plies ahead; as many positions are seen as in the lazy tree.

    For two players without chance: ValueError elsewhere.

    >>> from lazytree.games import tic_tac_toe
    >>> alphabeta(tic_tac_toe(), 9)
    0
    """
    at_least("depth", depth, 0)
    for_two_without_chance(game, "lazytree.expectimax or lazytree.maxn")
    counts, spent = Words(pvs.HISTORY), account or Account()
    run = Runner(game, searches.alphabeta, named_rating(game, rating))
    with spent.timed():
        value = run(counts, game.start if position is None else position, depth, -FAR, FAR)
    spent.seen += counts[searches.SEEN]
    return int(value)


def deepen(
    game: Game[P, M],
    position: P | None = None,
    rating: str | Rating[P] | None = None,
    *,
    megabytes: int = MEGABYTES,
    stop: Stop | None = None,
) -> Iterator[Answer[M]]:
    """Ever deeper answers, from depth 1 on: a scout with table, ordering, killers, history and aspiration.

    It ends where nothing is left to find: where no line was cut short, or a win or loss is certain. Once `stop` says
    True the depth that it was at is dropped and the sequence ends; the first depth is always finished. ValueError
    where the game is over, where chance moves, and for more than two players.

    >>> from lazytree.games import tic_tac_toe
    >>> [(answer.depth, answer.value) for answer in deepen(tic_tac_toe())][-1]
    (9, 0)
    """
    for_two_without_chance(game, "lazytree.deepen")
    here = game.start if position is None else position
    run, memory = Runner(game, pvs.scout, named_rating(game, rating)), fresh_memory(megabytes)
    began, value, depth = perf_counter(), 0, 0
    if not any(True for _ in game.moves(here)):
        raise ValueError("the game is over: there is no move to choose")
    while True:
        depth += 1
        memory.counts[pvs.CUT] = 0
        try:
            value = aspired(run, memory, here, depth, value, stop if depth > 1 else None)
        except Stopped:
            return
        line = moves_along(game, here, memory.counts)
        seconds = perf_counter() - began
        yield Answer(depth, value, line[0], line, memory.counts[pvs.SEEN], seconds, run.lane)
        if memory.counts[pvs.CUT] == 0 or (SURE < abs(value) <= WIN and not pays_more(game)):
            return


def pays_more(game: Game[Any, Any]) -> bool:
    """Whether a certain win may still grow: whether payoffs other than 1, 0 and -1 are known."""
    machine = machine_of(game)
    kind = None if isinstance(machine, Refused) else machine.binary.entries["payoffs"].result
    first = kind.items[0] if isinstance(kind, Record) else None
    return not (isinstance(first, Int) and first.low >= -1 and first.high <= 1)


def aspired(run: Runner, memory: pvs.Memory, position: Any, depth: int, guess: int, stop: Stop | None) -> int:
    """The exact value: first in a window around the guess, then in a full one if it lies outside."""
    margin = max(8, abs(guess) // 4)
    low, high = (guess - margin, guess + margin) if depth > 2 else (-FAR, FAR)
    value = run(memory, position, depth, low, high, 0, 0, stop=stop)
    if low < value < high:
        return int(value)
    return int(run(memory, position, depth, -FAR, FAR, 0, 0, stop=stop))


def fresh_memory(megabytes: int) -> pvs.Memory:
    at_least("megabytes", megabytes, 1)
    entries = 2 ** ((megabytes * 2**20 // 16).bit_length() - 1)
    memory = pvs.Memory(Words(pvs.COUNTS), Words(2 * entries), Words(STACKED), Words(8 * STACKED))
    memory.counts[pvs.ENTRIES] = entries
    return memory


def moves_along(game: Game[P, M], position: P, counts: Any) -> tuple[M, ...]:
    """The best line, from the numbers of its moves."""
    line: list[M] = []
    for ply in range(pvs.LONGEST):
        number = counts[pvs.LINES + ply]
        if number == pvs.NOTHING:
            break
        line.append(next(islice(game.moves(position), number, None)))
        position = game.play(position, line[-1])
    return tuple(line)


def solve(
    game: Game[P, M], position: P | None = None, *, megabytes: int = 1024, stop: Stop | None = None
) -> Solution[M]:
    """What `lazytree.solve` says: the payoff of FIRST under best play, in how many plies, and a best line.

    >>> from lazytree.games import tic_tac_toe
    >>> solve(tic_tac_toe()).value
    0
    """
    here = game.start if position is None else position
    run, memory = Runner(game, pvs.scout, even), fresh_memory(megabytes)
    if run.lane == INTERPRETED:
        return solve_interpreted(game, here)
    line: list[M] = []
    while any(True for _ in game.moves(here)):
        won = run(memory, here, pvs.TO_THE_END, 0, 1, 0, 0, stop=stop) > 0  # first who, then how soon
        run(memory, here, pvs.TO_THE_END, *((0, FAR) if won else (-FAR, 1)), 0, 0, stop=stop)
        if run.lane == INTERPRETED:  # it goes in circles, or too deep
            return solve_interpreted(game, here)
        for move in moves_along(game, here, memory.counts):
            line.append(move)
            here = game.play(here, move)
    return Solution(game.payoffs(here)[FIRST], len(line), tuple(line))


def playouts(
    game: Game[P, M], games: int, position: P | None = None, *, seed: int = 1, plies: int = 10_000
) -> tuple[float, int]:
    """The mean payoff of FIRST over random games, and how many plies were played in all.

    For two players without chance: ValueError elsewhere.

    >>> from lazytree.games import nim
    >>> playouts(nim(heaps=(1,)), 10)
    (1.0, 10)
    """
    at_least("games", games, 1)
    at_least("seed", seed, 1)
    for_two_without_chance(game, "lazytree.playout")
    run = Runner(game, searches.playouts, even)
    total, played = run(game.start if position is None else position, games, plies, seed)
    return total / games, played
