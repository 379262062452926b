"""A search of a game, in machine code where that can be, else the same text in Python.

It polls `stop`, a function that says True once it is enough; Ctrl-C, too, ends it at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

from lazytree.core.errors import Refused, Trap, Trapped
from lazytree.core.game import Game
from lazytree.core.lanes import MACHINE, PYTHON
from lazytree.core.rules import rules_of, with_whole_payoffs
from lazytree.core.stopping import Stop, Stopped, raise_if_stopped
from lazytree.searching.kernels import searches
from lazytree.searching.kernels.memory import NEVER, Flag, Words
from lazytree.searching.kernels.searches import POSITION, VALUE, WITHIN, Rules

from .compiling import Machine, Traps, interpreted, original, unmade
from .driver import Made, made_for
from .frontend.dependencies import Stamp
from .ir.joining import type_of
from .ir.kinds import MIXED_FLOAT, Fixed, Float, Int, Record, Type, leaves
from .ir.kinds import Words as Memory
from .runtime.cache import Binary
from .runtime.entries import Improving
from .runtime.waiting import interruptible

if TYPE_CHECKING:
    from .inference.programs import Instance
    from .passes import Plan, Planning

T = TypeVar("T")
PAYOFFS, BESIDE = "payoffs", "beside"  # entries


def kinds_of(search: Any, position: Type, floats: bool = False) -> Mapping[str, Type]:
    """The types of a search's arguments after its rules: its annotations say them. `floats`: those of values are."""
    hints = get_type_hints(search, include_extras=True)
    value = MIXED_FLOAT if floats else int_in(WITHIN)
    return {name: _kind(hint, position, value) for name, hint in hints.items() if name not in ("rules", "return")}


def _kind(hint: Any, position: Type, value: Type) -> Type:
    if hasattr(hint, "_fields"):
        fields = get_type_hints(hint, include_extras=True)
        return Record(hint, tuple(_kind(fields[name], position, value) for name in hint._fields))
    kind = get_args(hint)[1]
    if isinstance(kind, range):
        return int_in(kind)
    return Memory(kind) if isinstance(kind, int) else {POSITION: position, VALUE: value}[kind]


def int_in(numbers: range) -> Int:
    """The type of an int in a range."""
    return Int(numbers.start, numbers.stop - 1)


def compiled_search(
    machine: Machine[Any, Any], search: Any, rules: Rules, soon: bool = False, beside: Any = None
) -> Made:
    """A search with a game's rules in machine code, made once, and again where what it depends on has changed."""
    key = search, beside, *map(id, rules)
    return machine.searches.get(key, rules, lambda: _compiled_search(machine, search, rules, soon, beside))


def _compiled_search(machine: Machine[Any, Any], search: Any, rules: Rules, soon: bool, beside: Any) -> Made:
    memory = [kind.cls for kind in kinds_of(search, type_of(0)).values() if isinstance(kind, Record)]
    roots = [search, *([beside] if beside else []), searches.reached, *memory, rules]
    return made_for(machine.game, roots, plan_of(machine.game, search, rules, beside), counted=False, soon=soon)


def plan_of(game: Game[Any, Any], search: Any, rules: Rules, beside: Any = None) -> Plan:
    """What is to be compiled for a search of a game: the search, as the entry `it`, and the payoffs, as PAYOFFS.

    `beside` is a function that asks the search, if there is one: the entry BESIDE.
    """

    def plan(planning: Planning) -> Mapping[str, Instance]:
        position = planning.reached(game)
        known = with_floats(planning, position, rules)

        def made(search: Any) -> Instance:
            return planning.request(search, {"rules": Fixed(known), **kinds_of(search, position, known.floats)})

        entries = {"it": made(search), **({BESIDE: made(beside)} if beside else {})}
        planning.settle()
        return {**entries, PAYOFFS: planning.rule(rules.payoffs, position)}

    return plan


def with_floats(planning: Planning, position: Type, rules: Rules) -> Rules:
    """The rules, which say whether values are floats because ratings or payoffs are."""
    asked = [planning.rule(function, position) for function in (rules.rating, rules.payoffs)]
    planning.settle()
    rating, payoffs = (has_floats(each.result) for each in asked)
    if payoffs and rules.odds is not None:
        raise Refused("payoffs are floats, where chance moves: `Shares` of lazytree.core.rules, or ints")
    if not isinstance(rules, Rules):  # those of simulations
        if payoffs:
            raise Refused("payoffs are floats, and simulations count: `Shares` of lazytree.core.rules, or ints")
        return rules._replace(floats=rating)
    return rules._replace(floats=(rating or payoffs) and rules.odds is None, converted=rating or payoffs)


def has_floats(kind: Type | None) -> bool:
    """Whether a value is a float, or holds one."""
    return kind is not None and any(isinstance(leaf, Float) for leaf in leaves(kind))


def payoffs_kind(game: Game[Any, Any]) -> Type | None:
    """The type of a game's payoffs; None where its rules do not compile."""
    machine = unmade(game)
    return payoffs_in(machine if isinstance(machine, Refused) else machine.made().verdict)


def payoffs_in(verdict: Binary | Refused) -> Type | None:
    """The type of the payoffs of what was made of a game; None where that was refused."""
    return None if isinstance(verdict, Refused) else verdict.entries[PAYOFFS].result


def pays_floats(game: Game[Any, Any]) -> bool:
    """Whether payoffs are floats: plies are not counted in the values of such wins."""
    return has_floats(payoffs_kind(game))


def pays_more(game: Game[Any, Any]) -> bool:
    """Whether a certain win may still grow: whether payoffs other than 1, 0 and -1 are known."""
    return are_more(payoffs_kind(game))


def are_more(payoffs: Type | None) -> bool:
    """Whether payoffs of a type may be others than 1, 0 and -1."""
    first = payoffs.items[0] if isinstance(payoffs, Record) else None
    return not (isinstance(first, Int) and first.low >= -1 and first.high <= 1)


class Runner:
    """A search of one game, in the better lane; `lane` says which lane answered last."""

    def __init__(
        self,
        game: Game[Any, Any],
        search: Any,
        rating: Callable[[Any], Any],
        laid_out: Callable[[Rules], Any] = lambda rules: rules,
        soon: bool = False,
        beside: Any = None,
    ) -> None:
        """`laid_out` gives the rules as the search wants them: with numbers that are built in.

        If `soon`, quick code answers until the optimized code is made: for what is asked again and again. `beside` is
        compiled with the search, which it asks.
        """
        plain = original(game)
        self.search, self.asks_search = search, beside
        known, whole = with_whole_payoffs(rules_of(plain))
        rules = Rules(known.mover, known.moves, known.play, known.payoffs, interpreted(rating), known.odds, whole)
        self.rules = laid_out(rules)
        self.traps = Traps()
        self.made = self.best_made(game, soon)
        self.function: Any = self.made.refused or self.made.functions["it"]
        if isinstance(self.function, Improving) and not soon:
            self.function = self.function.improved(NEVER)
        self.beside = self.made.functions.get(BESIDE)
        self.lane = PYTHON if isinstance(self.function, Refused) else MACHINE

    @property
    def pays_more(self) -> bool:
        """`pays_more` of the game, which is not compiled for that."""
        return are_more(payoffs_in(self.made.verdict))

    def best_made(self, game: Game[Any, Any], soon: bool) -> Made:
        machine = unmade(game)
        if isinstance(machine, Refused):
            return Made(machine, {}, Stamp())
        self.traps = machine.traps
        machine.look_again()
        return compiled_search(machine, self.search, self.rules, soon, self.asks_search)

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
        raise_if_stopped(stop)
        if self.lane == MACHINE and not self.made.stamp.current():
            self.function, self.lane = Refused("the rules have changed since the search began"), PYTHON
        if isinstance(self.function, Refused):
            raise Trapped(Trap.OUTSIDE, str(self.function))
        flag = Flag()
        try:
            return interruptible(lambda: work(flag), flag, stop)
        except Trapped as trapped:
            self.note(trapped)
            raise

    def note(self, trapped: Trapped) -> None:
        """From now on the other lane is taken. Raises Stopped where a flag has ended the search."""
        if trapped.trap is Trap.STOPPED:
            raise Stopped from None
        self.traps.note(trapped)
        self.function, self.lane = Refused(str(trapped)), PYTHON


def handles(argument: Any) -> Any:
    """Memory as machine code wants it: where it begins, and how long it is."""
    if isinstance(argument, Words):
        return argument.handle
    if isinstance(argument, tuple) and any(isinstance(part, Words) for part in argument):
        return type(argument)._make(map(handles, argument))  # type: ignore[attr-defined]
    return argument
