"""Programs: functions that are inferred together, once for each shape of their arguments.

The intervals of all calls of one instance are joined. A `Walk` is one walk through a function.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import CodeType, FunctionType
from typing import Any, NoReturn

from lazytree.core.errors import Refused

from ..frontend.source import begins_at, read_in_place
from ..frontend.statements import Function, read_function
from ..ir import subset
from ..ir.core import FRAME, Ask, Block, Call, Evaluate, Node, Op, Target, all_nodes, copied, size
from ..ir.joining import DEEPEST, constant_kind, join, shapes_of, widen
from ..ir.kinds import (
    GENERATOR,
    MOST,
    Fixed,
    Held,
    Int,
    Table,
    Type,
    Varying,
    Vector,
    bounds_of_cells,
    is_shallow,
    leaves,
    mapped,
    members_of,
    shape,
)
from ..ir.symbols import Numbering, use
from ..ir.varying import LEAST_ROOM, with_varying
from ..ir.webs import separate

MOST_ITEMS = 2**18  # of a table: LLVM reads them as text
MOST_NODES = 20_000  # of all functions, written out
MOST_NUMBERS = 65_536  # of a range that is a table
PATIENCE = 3  # changes of one type before it is widened, if it depends on itself
LONG_PATIENCE = 20  # of any type
MOST_WORK = 500_000  # expressions looked at: the searches of the library take 15,000
MOST_INSTANCES = 300  # of one program
MOST_PARTS = 4096  # of one value
MOST_CELL = 64  # bits of a cell
FEW = 2**14  # items of boards below are given cells that are wide enough, and sets of cells; others are checked
MOST_LENGTHS = 8  # of boards that one function is handed: beyond, they are boards whose length changes
ENDLESS = "inference of {} does not come to an end: it is called with ever other kinds of values"


Variables = frozenset[tuple[CodeType, str]]  # by their functions and names


class WiderCells(Exception):  # noqa: N818 - a restart, not an error
    """Some board needs wider cells than this program has."""


@dataclass(eq=False)
class Instance:
    """A function for one shape of arguments: what inference knows of it.

    Code generation reads `core` (the statements), `arguments` and `variables` (types), `result` and `emitted`
    (the types of the value and of what is handed to Python), `constants` (arguments that are built in) and
    `calls`.
    """

    core: Function
    name: str
    arguments: list[Type]
    constants: Mapping[str, Any] = field(default_factory=dict)  # arguments that are built in
    variables: dict[str, Type] = field(default_factory=dict)
    result: Type | None = None
    emitted: Type | None = None
    for_python: bool = False  # whether Python calls it: it gives no row of a table
    callers: dict[Instance, None] = field(default_factory=dict)  # in order, so that types do not depend on addresses
    calls: set[Instance] = field(default_factory=set)
    changes: Counter[object] = field(default_factory=Counter)
    asked: dict[Node, list[Type]] = field(default_factory=dict)  # the arguments of its calls in the last walk
    trouble: Refused | None = None
    where: str = ""  # the place of its first call
    held: Held | None = None  # of a generator that is a value: what it gives
    heard: set[Instance] | None = None  # while it is inferred: whose results it has been given in this walk

    @property
    def recursive(self) -> bool:
        """Whether the function calls itself, directly or through others."""
        reached: set[Instance] = set()
        front = set(self.calls)
        while front:
            reached |= front
            front = {each for called in front for each in called.calls} - reached
        return self in reached


class Program:
    """Functions inferred together. `cell` is how many bits a cell of a board has in machine code.

    `request` adds a function, `settle` infers the types of all, and code generation then reads `instances` and
    `table`.
    """

    def __init__(self, cell: int = 8, parts: int = 1, apart: Variables = frozenset()) -> None:
        self.cell, self.parts = cell, parts  # parts: how many times longer the code may be than the limits say
        self.apart, self.clashes = apart, Variables()  # whose webs are variables of their own; with values of two kinds
        self.numbering = use(Numbering())  # of texts and members of Enums
        self.room = LEAST_ROOM  # of boards whose length changes
        self.work = 0  # expressions that inference has looked at
        self.lazy: dict[Any, bool] = {}  # whether functions give their items one by one
        self.tables: dict[int, tuple[object, Table | None]] = {}
        self.constants: dict[int, tuple[object, Type]] = {}  # with their types, by their ids
        self.fits: dict[int, Type] = {}  # types whose boards fit, by their ids
        self.most_lengths: dict[object, int] = {}  # of functions with fewer than others
        self.instances: dict[object, Instance] = {}
        self.boards: dict[object, tuple[Any, Any]] = {}  # instances by the shapes of their arguments as boards
        self.waiting: list[Instance] = []
        self.nodes = 0
        self.positions: Type | None = None  # of a game, if a plan has asked for it: all that play can reach
        self.stashed: Type | None = None
        self.fetching: dict[Instance, None] = {}
        self.containers: list[Held] = []  # what is known of those that functions make
        self.depth = 0  # of functions that are inferred inside of one another
        self.asked = Counter[object]()  # how often each function was asked for, but for the lengths of boards

    def request(self, function: Any, arguments: Mapping[str, Type]) -> Instance:
        """The instance of a plain function for arguments of these types, by name.

        Constant arguments (functions, tables) are built in. Refused where the function is outside of the subset.
        """
        for kind in arguments.values():
            self.numbering.adopt(members_of(kind))
        key, boards = shapes_of(function, arguments)
        if key not in self.instances and boards not in self.boards:
            arguments = self.few_lengths(function, arguments)
            key, boards = shapes_of(function, arguments)
        if key not in self.instances and boards in self.boards:
            key = self.boards[boards]
        kinds: list[Type] = [kind for kind in arguments.values() if not isinstance(kind, Fixed)]
        if key not in self.instances:
            self.within_reason(function)
            constants = {name: kind.value for name, kind in arguments.items() if isinstance(kind, Fixed)}
            core = read_function(function, constants, self.lazy, FRAME in arguments)
            for name in sorted(name for code, name in self.apart if code is function.__code__):
                separate(core.body, name)
            written = read_in_place(function, constants)
            self.grown(size(core.body), f"`{written.__name__}` or what it calls is too long", written)
            name = re.sub(r"[^\w<>]", "_", function.__name__)  # which may be any text: `f.__name__ = 'a "b"'`
            made = Instance(core, f"{name}.{len(self.instances)}", kinds, constants)
            if FRAME in arguments:
                made.held = Held(GENERATOR, self.wake, frames=[made])
                self.containers.append(made.held)
            self.instances[key] = made
            self.boards.setdefault(boards, key)
            self.wake(made)
        instance = self.instances[key]
        for position, kind in enumerate(kinds):
            old = instance.arguments[position]
            if kind is old or kind == old:
                continue
            new = self.settled(instance, position, old, kind, instance.recursive)
            if new != old:
                instance.arguments[position] = new
                self.wake(instance)
        return instance

    def few_lengths(self, function: Any, arguments: Mapping[str, Type]) -> Mapping[str, Type]:
        """The arguments of a new instance; boards of ever other lengths become boards whose length changes."""
        if not all(is_shallow(kind, DEEPEST) for kind in arguments.values()):
            return arguments  # such types are refused
        varied = {name: with_varying(kind) for name, kind in arguments.items()}
        self.asked[shapes := (function, *map(shape, varied.values()))] += 1
        return varied if self.asked[shapes] > self.most_lengths.get(function, MOST_LENGTHS) else arguments

    def forget(self) -> None:
        """Begins anew: no function has been asked for."""
        self.instances, self.boards, self.waiting, self.nodes, self.asked = {}, {}, [], 0, Counter()

    def settled(self, instance: Instance, key: object, old: Type | None, new: Type, in_circles: bool = True) -> Type:
        """The join of two types, widened if it has changed often: sooner if the type depends on itself."""
        both = self.clipped(join(old, new))  # a tuple that becomes a board: its cells are checked then
        if old is not None and both != old:
            instance.changes[key] += 1
            often = instance.changes[key] - (PATIENCE if in_circles else LONG_PATIENCE)
            if often > 0:
                both = self.clipped(widen(old, both, far=often > 1))
        return both

    def within_reason(self, function: FunctionType) -> None:
        """Refused once inference has worked too long."""
        if self.work > MOST_WORK or len(self.instances) > MOST_INSTANCES:
            raise Refused(ENDLESS.format(function.__name__), begins_at(function))

    def keep_stashed(self, kind: Type, instance: Instance) -> None:
        """Joins a type into that of all stashed values; functions that fetch them are looked at again."""
        new = self.settled(instance, "stashed", self.stashed, kind)
        if new != self.stashed:
            self.stashed = new
            for each in self.fetching:
                self.wake(each)

    def clipped(self, kind: Type) -> Type:
        """A board's cells within what machine code gives them: what goes beyond is checked as it is stored."""
        if isinstance(kind, Varying):
            self.room = max(self.room, kind.room)
        if isinstance(kind, Vector):
            low, high = bounds_of_cells(kind, self.cell)
            if low <= kind.low and kind.high <= high:
                return kind
            if kind.low >= 0 and kind.high >= FEW and (kind.high != MOST or self.has_63rd_bits()):
                self.widened()  # for sets of cells: of a counter without a bound the end is MOST as well
            return Vector(kind.length, max(kind.low, low), min(kind.high, high), kind.cls, kind.form)
        made = mapped(self.clipped, kind)
        if isinstance(made, Varying) and any(each.low > each.high for each in leaves(made.cells)):  # type: ignore[union-attr]
            self.widened()
        return made

    def has_63rd_bits(self) -> bool:
        """Whether some function makes sets of 63 cells, whose greatest is MOST."""
        nodes = (node for each in self.instances.values() for node in all_nodes(each.core.body))
        kinds = [node.type for node in nodes if isinstance(node, Op) and node.symbol in ("<<", "**", "&", "|", "^")]
        return any(isinstance(kind, Int) and kind.low >= 0 and MOST // 2 < kind.high <= MOST for kind in kinds)

    def widened(self) -> NoReturn:
        """Asks for wider cells; Refused beyond the widest."""
        if self.cell >= MOST_CELL:
            raise Refused(subset.WIDE_CELL)
        raise WiderCells

    def fitting(self, kind: Type) -> Type:
        """The type itself; WiderCells if its boards do not fit."""
        if type(kind) is Int or id(kind) in self.fits:
            return kind
        clipped = self.clipped(kind)
        if clipped is not kind and clipped != kind:
            self.widened()
        self.fits[id(kind)] = kind
        return kind

    def copies(self, body: list[Node], number: int) -> list[list[Node]]:
        """A loop's body, once for each item. Refused where loops within loops make too much of it."""
        self.grown(number * size(body), "loops over tuples are written out: go over a range, a PVector or a table")
        return [copied(body) for _ in range(number)]

    def grown(self, nodes: int, advice: str, written: FunctionType | None = None) -> None:
        """Notes that there is more code, of a function that a user wrote; Refused if that is too much."""
        self.nodes += nodes
        if self.nodes > (most := MOST_NODES * self.parts):
            where = begins_at(written) if written else ""
            raise Refused(f"the code grows beyond {most:,} operations: {advice}", where)

    def wake(self, instance: Instance, later: bool = False) -> None:
        if instance not in self.waiting:
            self.waiting.insert(0 if later else len(self.waiting), instance)

    def constant(self, value: object) -> Type:
        """The type of a constant; it is kept, since the class of a tuple is looked at closely."""
        if id(value) not in self.constants:
            self.constants[id(value)] = value, constant_kind(value)
        return self.constants[id(value)][1]

    def table(self, value: object) -> Table | None:
        """The constant as a table of ints; None if it is no table.

        (A NamedTuple is a record: its items have types.)
        """
        if id(value) not in self.tables:
            self.tables[id(value)] = value, (table := _table(value))
            if table and len(table.items) > MOST_ITEMS:
                raise Refused(f"a table of more than {MOST_ITEMS:,} ints takes too long to compile")
        return self.tables[id(value)][1]


def _table(value: object) -> Table | None:
    if isinstance(value, range) and len(value) <= MOST_NUMBERS:
        return Table(tuple(value))
    if not isinstance(value, tuple) or hasattr(value, "_fields") or value == ():  # which has items of any kind
        return None
    try:
        return Table(value)
    except Refused:
        return None


# ---- What one walk of inference through a function knows: which variables surely have a value, and how loops are left


class Unsettled(Exception):  # noqa: N818 - not an error: ask again later
    """The type depends on a result that is not known yet."""


class NoneUsed(Unsettled):
    """None is used as if it were a value: what may be None is that as well, once more is known of it."""


MOST_WITHIN = 8  # functions that are inferred inside of one another: more of them take too much of Python's stack


class Walk:
    """`assigned` holds what surely has a value; None: unreachable. `statements` infers those inside of others.

    `infer` infers another function.
    """

    def __init__(
        self,
        program: Program,
        instance: Instance,
        statements: Callable[[Walk, list[Node]], None],
        infer: Callable[[Program, Instance], None],
    ) -> None:
        self.program, self.instance = program, instance
        self.statements, self.infer = partial(statements, self), infer
        self.assigned: set[str] | None = set(instance.core.parameters)
        self.last_place = instance.where
        self.used: set[str] = set()
        self.stale = False  # whether a variable's type has changed after its use
        self.leaving: dict[int, set[str] | None] = {}  # what has a value at the breaks of a loop
        self.rounds: dict[int, Int] = {}  # how many rounds loops have, by their labels
        self.splices: dict[int, tuple[Target, list[set[str]]]] = {}  # what a yield sets, and what has a value then

    def copy(self) -> set[str] | None:
        return None if self.assigned is None else set(self.assigned)

    def called_now(self, called: Instance) -> None:
        """Infers a function that waits for it where it is called: this walk goes on with what it gives now."""
        program = self.program
        while called in program.waiting and called.heard is None and program.depth < MOST_WITHIN:
            program.within_reason(called.core.source)
            program.waiting.remove(called)
            program.depth += 1
            try:
                self.infer(program, called)
            finally:
                program.depth -= 1
        if self.instance.heard is not None:
            self.instance.heard.add(called)

    def either(self, then: Callable[[], Any], other: Callable[[], Any]) -> tuple[Any, Any]:
        before = self.copy()
        first = then()
        after, self.assigned = self.assigned, before
        second = other()
        self.assigned = both(after, self.assigned)
        return first, second


def both(a: set[str] | None, b: set[str] | None) -> set[str] | None:
    """What is assigned on both of two ways; None stands for a way that is never taken."""
    return b if a is None else a if b is None else a & b


def keep(w: Walk, name: str, kind: Type) -> Type:
    """Joins a type into that of a variable, and gives the joined type."""
    if w.assigned is not None:
        w.assigned.add(name)
    old = w.instance.variables.get(name)
    if old is not None and (old is kind or old == kind):
        return kind
    if old is not None or not isinstance(kind, Fixed):
        w.program.fitting(kind)
    try:
        new = w.program.settled(w.instance, name, old, kind, name in w.used)
    except Refused:
        if subset.MARK not in name:
            w.program.clashes |= {(w.instance.core.source.__code__, name)}
        raise
    if new != old:
        w.instance.variables[name] = new
        w.stale |= name in w.used
    return new


def told(node: Any, kind: Any, *parts: Any) -> Any:
    """The node that is asked in place of another one: the same as before, if that does the same."""
    made = kind(*parts)
    if not isinstance(node.asked, kind) or what(node.asked) != what(made):
        node.asked = made
        node.asked.place = node.place
    return node.asked


def what(node: Any) -> Any:
    """What a node that is asked does."""
    match node:
        case Ask(how=how):
            return how
        case Op(symbol="not", operands=[Call() as call]) | Block(body=[Evaluate(value=Call() as call)]):
            return call.function
    return node.symbol if isinstance(node, Op) else node.function
