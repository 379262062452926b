"""A search of a game, in machine code where that can be, else the same text in Python.

It polls `stop`, a function that says True once it is enough; Ctrl-C, too, ends it at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, get_args, get_type_hints

from lazytree.core.game import Game, M, P, Rating, a_game
from lazytree.core.lanes import COMPILED, INTERPRETED
from lazytree.core.stopping import Stop, Stopped, check

from .compiling import Machine, interpreted, original, unmade
from .ir.errors import Refused, Trap, Trapped
from .ir.kinds import Fixed, Record, Type
from .kernels.searches import POSITION, Rules
from .positions import reached
from .runtime.build import built, cell_bits, type_of
from .runtime.memory import Flag, Words
from .traps import Traps

T = TypeVar("T")
POLLED = 0.005  # seconds


def kinds_of(search: Any, position: Type) -> Mapping[str, Type]:
    """The types of a search's arguments after its rules: its annotations say them."""
    hints = get_type_hints(search, include_extras=True)
    return {name: _kind(hint, position) for name, hint in hints.items() if name not in ("rules", "return")}


def _kind(hint: Any, position: Type) -> Type:
    if hasattr(hint, "_fields"):
        fields = get_type_hints(hint, include_extras=True)
        return Record(hint, tuple(_kind(fields[name], position) for name in hint._fields))
    kind = get_args(hint)[1]
    return position if kind is POSITION else kind


def compiled_search(machine: Machine[Any, Any], search: Any, rules: Rules) -> Any:
    """A search with a game's rules in machine code, made once; or why not, as a Refused."""
    key = search, rules
    with machine.lock:
        if key not in machine.searches:
            machine.searches[key] = _compiled_search(machine, search, rules)
        return machine.searches[key]


def _compiled_search(machine: Machine[Any, Any], search: Any, rules: Rules) -> Any:
    from .runtime.entries import functions

    def plan(program: Any) -> Mapping[str, Any]:
        kinds = kinds_of(search, reached(program, machine.game))
        return {"it": program.request(search, {"rules": Fixed(rules), **kinds})}

    start = machine.game.start
    memory = [kind.cls for kind in kinds_of(search, type_of(0)).values() if isinstance(kind, Record)]
    try:
        return functions(built([start, search, reached, *memory, *rules], plan, cell_bits(start)))["it"]
    except Refused as refused:
        return refused


class Runner:
    """A search of one game, in the better lane; `lane` says which lane answered last."""

    def __init__(self, game: Game[Any, Any], search: Any, rating: Rating[Any]) -> None:
        plain = original(game)
        self.search = search
        self.rules = Rules(plain.mover, plain.moves, plain.play, plain.payoffs, interpreted(rating))
        machine = unmade(game) if isinstance(rating, Hashable) else Refused("a rating is a plain `def` function")
        self.traps = Traps() if isinstance(machine, Refused) else machine.traps
        self.function: Any = machine if isinstance(machine, Refused) else compiled_search(machine, search, self.rules)
        self.lane = INTERPRETED if isinstance(self.function, Refused) else COMPILED

    def __call__(self, *arguments: Any, stop: Stop | None = None) -> Any:
        try:
            return self.in_machine_code(*arguments, stop=stop)
        except Trapped:
            return self.search(self.rules, *arguments)

    def in_machine_code(self, *arguments: Any, stop: Stop | None = None) -> Any:
        """What the search finds in machine code; Trapped where it cannot: from then on the other lane is taken."""
        return self.interruptible(lambda flag: self.direct(flag, *arguments), stop)

    def direct(self, flag: Flag, *arguments: Any) -> Any:
        """The same in this thread, which hears nothing but the flag."""
        return self.function(*map(handles, arguments), stop=flag)

    def interruptible(self, work: Callable[[Flag], T], stop: Stop | None) -> T:
        """What work in machine code finds, stopped by its flag."""
        check(stop)
        if isinstance(self.function, Refused):
            raise Trapped(Trap.OUTSIDE, str(self.function))
        flag = Flag()
        try:
            return interruptible(lambda: work(flag), flag, stop)
        except Trapped as trapped:
            if trapped.trap is Trap.STOPPED:
                raise Stopped from None
            self.traps.note(trapped)
            self.function, self.lane = Refused(str(trapped)), INTERPRETED
            raise


def handles(argument: Any) -> Any:
    """Memory as machine code wants it: where it begins, and how long it is."""
    if isinstance(argument, Words):
        return argument.handle
    if isinstance(argument, tuple) and any(isinstance(part, Words) for part in argument):
        return type(argument)._make(map(handles, argument))  # type: ignore[attr-defined]
    return argument


def interruptible(work: Callable[[], T], flag: Flag, stop: Stop | None) -> T:
    """Works in another thread, while this one polls `stop` and hears Ctrl-C: either sets the flag."""
    done: list[Callable[[], T]] = []
    ended = threading.Event()  # a join that Ctrl-C interrupts takes the thread for ended (Python 3.11)

    def run() -> None:
        try:
            result = work()
            done.append(lambda: result)
        except BaseException as error:
            caught = error
            done.append(lambda: _raise(caught))
        ended.set()

    thread = threading.Thread(target=run, daemon=True)
    try:
        thread.start()
        while not ended.wait(POLLED):
            if stop is not None and stop():
                flag.set()
    except BaseException:  # Ctrl-C, or a mistake in `stop`
        flag.set()
        if thread.ident is not None:
            ended.wait()
        raise
    return done[0]()


def _raise(error: BaseException) -> Any:
    raise error


def watched(game: Game[P, M], stop: Stop | None) -> Game[P, M]:
    """The same game, interpreted: who asks it for moves once `stop` says True gets Stopped."""

    def moves(position: P) -> Iterable[M]:
        check(stop)
        return game.moves(position)

    return game if stop is None else replace(game, moves=moves)


def for_two_without_chance(game: Game[Any, Any], instead: str) -> None:
    """ValueError, with what to take instead, for a game that these searches cannot judge in either lane."""
    a_game(game)
    if game.odds is not None or len(game.players) != 2:
        raise ValueError(f"this is for two players without chance: take {instead} for {game.name}")
