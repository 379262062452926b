"""Plans, which say what functions a program consists of; the passes: source to IR, inference, code generation, LLVM.

Imported where the cache has no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from lazytree.core.errors import Refused
from lazytree.core.game import Game
from lazytree.searching.kernels import searches

from .codegen.module import Module
from .codegen.proofs import within
from .codegen.statements import lower
from .frontend.source import begins_at, given_before, given_by_name, parameters, place_of, plain_function
from .inference.programs import Instance, Program, Variables, WiderCells
from .inference.statements import settle
from .ir import subset
from .ir.classes import MIXED, ListOf, fields_of
from .ir.core import Call
from .ir.joining import join, type_of, widen
from .ir.kinds import (
    MIXED_FLOAT,
    Container,
    Fixed,
    Int,
    Maybe,
    Record,
    Row,
    Type,
    Vector,
    as_text,
    as_whole,
    described,
    is_text,
    leaves,
    shape,
)
from .ir.symbols import NOTHING, OrNone, Symbol
from .ir.varying import as_varying, is_board, joined_boards
from .llvm import IN_TAB
from .runtime import native
from .runtime.cache import Binary, Entry
from .runtime.waiting import left_alone

if TYPE_CHECKING:
    from .runtime import wasm

# ---- the type of a game's positions, one shape for all: what its start holds and what play makes of it; rules of them


MEMBERS = "one of ints, texts, members of Enums, None, or tuples of these, all alike"
INSTEAD = {list: "a tuple", dict: "a tuple", set: "a frozenset", frozenset: MEMBERS, float: "an int"}
KEPT = "the position's {} is {} at the start and {} after a move: positions keep one shape"


def reached(program: Program, game: Game[Any, Any], beside: Type | None = None) -> Type:
    """The type of every position that play can reach; Refused if not all are of one shape.

    From the start, and from all positions of the type `beside`, if that is given. Texts side by side are the cells of a
    board; where play does not compile so, they are its rows.
    """
    kind = start_type(game.start)
    kind = kind if beside is None else widen(beside, join(beside, kind))  # the next start is held more often
    try:
        return reached_from(program, game, kind)
    except Refused as refused:
        if (rows := with_rows(kind)) == kind:
            raise
        of_cells: Exception = refused
    program.forget()
    try:
        return reached_from(program, game, rows)
    except Refused:
        if not are_drawn(rows):
            raise of_cells from None
        raise


def reached_from(program: Program, game: Game[Any, Any], kind: Type) -> Type:
    """As `reached`; `kind` is the type of the start."""
    rules = {"moves": Fixed(game.moves), "play": Fixed(game.play)}
    program.most_lengths[searches.reached] = 1
    trouble: Exception | None = None
    while True:
        walk = program.request(searches.reached, {**rules, "position": kind})
        try:
            settle(program)
        except Refused as refused:
            trouble = refused
        after = position_after(walk)
        wider = None if after is None else of_one_shape(program, walk.arguments[0], after)
        if wider is None or wider == walk.arguments[0]:
            break
        program.forget()
        kind, trouble = wider, None
    if trouble:
        raise trouble
    if after is not None and wider is None:
        raise Refused(KEPT.format(*next(differences(walk.arguments[0], after))))
    if isinstance(walk.arguments[0], Maybe):
        raise Refused("`play` gives a position or None: let it give a position on every path", place_of(game.play))
    return walk.arguments[0]


def position_after(walk: Instance) -> Type | None:
    """The type of a position after a move that is of another shape than the start; None if there is none."""
    for node in within(walk.core.body):
        if isinstance(node, Call) and node.function is searches.reached and node.instance not in (None, walk):
            after: Any = node.instance
            return as_whole(after.arguments[0])
    return None


def of_one_shape(program: Program, start: Type, after: Type) -> Type | None:
    """The start's type where parts of it may become what they are after a move; None if others differ.

    What is None may become a value, and a board may change its length.
    """
    match start, after:
        case Record(cls=a, items=mine), Record(cls=b, items=yours) if a is b and len(mine) == len(yours):
            parts = [of_one_shape(program, x, y) for x, y in zip(mine, yours)]
            return None if None in parts else Record(a, tuple(parts))  # type: ignore[arg-type]
    may_join = (
        is_text(after)
        or NOTHING in (start, after)
        or any(isinstance(each, Vector) and isinstance(each.cls, OrNone) for each in (start, after))
        or isinstance(start, Symbol) != isinstance(after, Symbol)
        or (isinstance(after, Maybe) and after.other != NOTHING)
    )
    is_longer = not isinstance(start, Vector) or not isinstance(after, Vector) or start.length != after.length
    with suppress(Refused):
        if may_join:
            return join(start, after)
        if shape(start) == shape(after):
            return start
        if isinstance(after, Record) and (rows := with_rows(start)) != start:
            return of_one_shape(program, rows, after)
        if is_longer and is_board(start) and is_board(after):
            return joined_boards(start, program.clipped(as_varying(after) or after))
    return None


def request(program: Program, function: Any, *given: Type) -> Instance:
    """The instance of a function for these arguments; further parameters have their defaults.

    Refused if there are too few or too many arguments.
    """
    plain, before, names = given_before(function)
    defaults = {**parameters(plain)[1], **before}
    missing = [name for name in names[len(given) :] if name not in defaults]
    by_place = [name for name in names if name not in given_by_name(plain)]
    if missing or len(by_place) < len(given) or any(name in before for name in names[: len(given)]):
        rule = f"{plain.__name__} is called with {len(given)} argument{'s' if len(given) > 1 else ''}"
        raise Refused(rule, begins_at(plain))
    own = dict(zip(names, given))
    known = {name: own[name] if name in own else Fixed(defaults[name]) for name in parameters(plain)[0]}
    return program.request(plain, known)


def start_type(start: Any) -> Type:
    """The type of a start position; Refused if it holds what machine code cannot."""
    kind = type_of(start)
    for path, part in named_parts(kind):
        if isinstance(part, Fixed):
            held = described(part) if part.value is not None else "None"
            fix = INSTEAD.get(type(part.value), "a NamedTuple, or `@dataclass(frozen=True)`")
            rule = "positions hold ints, bools, texts, PVectors, frozensets and tuples of these"
            raise Refused(f"{rule}: {path} of the start is {held}; write {fix}")
        if isinstance(part, Vector) and part.cls is MIXED:
            raise Refused(f"a board's cells are ints of one class: those in {path} of the start are not")
    return kind


def with_rows(kind: Type) -> Type:
    """A type in which a tuple of texts of one length, of two characters or more, is the rows of a board."""
    match kind:
        case Record(cls=cls, items=items):
            return Record(cls, tuple(map(with_rows, items)))
        case Vector(length=length, cls=Symbol() as texts, form=form) if form is tuple:
            row = as_text(texts)
            return Record(tuple, (row,) * length) if isinstance(row, Vector) and row.length > 1 else kind
    return kind


def are_drawn(kind: Type) -> bool:
    """Whether some rows that are texts look like a board: no more different characters than a row has cells."""
    if isinstance(kind, Record):
        return any(map(are_drawn, kind.items))
    return isinstance(kind, Vector) and is_text(kind) and len(kind.cls.values) <= kind.length


def named_parts(kind: Type, path: str = "") -> Iterator[tuple[str, Type]]:
    """What a value is made of, with the names of its fields."""
    if isinstance(kind, Record):
        for name, item in zip(fields_of(kind.cls) or range(len(kind.items)), kind.items):
            yield from named_parts(item, f"{path}.{name}" if path else str(name))
    else:
        yield path or "all", kind


def differences(a: Type, b: Type) -> Iterator[tuple[str, str, str]]:
    """Where two types are of different shapes: the part, and what it is in either."""
    if isinstance(a, Record) and isinstance(b, Record) and a.cls is b.cls and len(a.items) == len(b.items):
        names = fields_of(a.cls) or range(len(a.items))
        for name, x, y in zip(names, a.items, b.items):
            for path, here, there in differences(x, y):
                yield str(name) if path == "whole" else f"{name}.{path}", here, there
    elif told(a) != told(b):
        yield "whole", told(a), told(b)


def told(kind: Type) -> str:
    """A type in words, its class included."""
    if isinstance(kind, Int) and kind.cls is not int:
        return "now one kind of int, now another" if kind.cls is MIXED else f"a {kind.cls.__name__}"
    if isinstance(kind, Vector):
        if not isinstance(kind.cls, type):
            return described(kind)
        return f"{described(kind)} of cells of {'several kinds' if kind.cls is MIXED else kind.cls.__name__}"
    return described(kind)


class Planning:
    """What a plan may ask while it says which functions a program consists of.

    The positions of a game are also those of the type `beside`, if that is given.
    """

    def __init__(self, program: Program, beside: Type | None = None) -> None:
        self.program, self.beside = program, beside

    def request(self, function: Any, arguments: Mapping[str, Type]) -> Instance:
        """The instance of a function for arguments of these types, by name (`Program.request`)."""
        return for_python(self.program, self.program.request(function, arguments))

    def rule(self, function: Any, *given: Type) -> Instance:
        """The instance of a rule for these arguments; further parameters have their defaults."""
        return for_python(self.program, request(self.program, function, *given))

    def reached(self, game: Game[Any, Any]) -> Type:
        """The type of every position that play can reach."""
        self.program.positions = found = reached(self.program, game, self.beside)
        return found

    def settle(self) -> None:
        """Infers all types, so that the plan can read them."""
        settle(self.program)


def for_python(program: Program, instance: Instance) -> Instance:
    """The instance, which Python calls: it gives what Python can be handed."""
    instance.for_python = True
    if instance.result is not None and as_whole(instance.result) != instance.result:
        program.wake(instance)  # inferred already, as what only machine code calls
    return instance


Plan = Callable[[Planning], Mapping[str, Instance]]
"""Adds functions to a program and gives the instances that Python calls, by name; asked again for wider cells."""


def inferred(
    plan: Plan, cell: int = 8, parts: int = 1, beside: Type | None = None
) -> tuple[Program, Mapping[str, Instance]]:
    """The program that a plan asks for, with all types inferred, and the instances that Python calls, by name.

    Cells of boards have at least `cell` bits: the plan is asked again with twice as many while they are too few.
    The code may be as long as that of `parts` programs. `beside` is what `Planning` says.
    """
    apart = Variables()
    while True:
        program = Program(cell, parts, apart)
        try:
            instances = plan(Planning(program, beside))
            settle(program)
            return program, instances
        except WiderCells:
            cell *= 2
        except Refused:
            if program.clashes <= apart:
                raise
            apart |= program.clashes


# ---- the passes


def compiled_now(
    plan: Plan, cell: int, level: int, counted: bool, soon: bool = False, beside: Type | None = None
) -> Binary:
    """The code for a plan, through every pass; if `soon`, quick code. Refused where rules are outside of the subset.

    It is right for the game's start, and for positions of the type `beside`, if that is given.
    """
    program, instances = inferred(plan, cell, beside=beside)
    for name, instance in instances.items():
        check_handed_over(name, instance)
    module = lowered(program, instances, counted, hosted=IN_TAB)
    entries = {name: entry_of(instance) for name, instance in instances.items()}
    sites, dicts = tuple(module.sites), bool(program.containers)
    made = Binary(b"", entries, sites, program.cell, False, dicts=dicts, positions=program.positions)
    if IN_TAB:
        from .runtime import wasm

        return made._replace(code=wasm.code_in_tab(module.llvm))
    text = str(module.llvm)
    code = left_alone(lambda: native.object_code(text, native.QUICK if soon else level))  # Ctrl-C is heard meanwhile
    made = made._replace(code=code)
    return made._replace(better=lambda: made._replace(code=native.object_code(text, level))) if soon else made


def lowered(program: Program, instances: Mapping[str, Instance], counted: bool, hosted: bool = False) -> Module:
    """The code of a program whose types are inferred."""
    module = Module(program, counted, hosted)
    for name, instance in instances.items():
        module.entry(name, instance)
    module.finish(lower)
    return module


def entry_of(instance: Instance) -> Entry:
    """What Python must know of an instance whose types are inferred."""
    assert instance.result is not None
    return Entry(tuple(instance.arguments), instance.result, instance.emitted)


def check_handed_over(name: str, instance: Instance) -> None:
    """Refused where a function gives Python values that cannot be packed."""
    kinds = [kind for kind in (instance.result, instance.emitted) if kind]
    source = plain_function(instance.constants.get("moves", instance.core.source))  # a kernel hands over moves
    name = source.__name__ if name == "it" else name  # what is compiled alone
    is_rounded = getattr(instance.constants.get("rules"), "floats", False)  # a search whose values are floats
    for rule in not_handed_over(name, kinds, is_rounded):
        raise Refused(rule, begins_at(source))


def holds_list(kind: Type) -> bool:
    """Whether a value is, or holds, a list that is a constant."""
    return isinstance(kind, Record) and (kind.cls is ListOf or any(map(holds_list, kind.items)))


def not_handed_over(name: str, kinds: list[Type], is_rounded: bool) -> Iterator[str]:
    """The rules against handing values of these types to Python; `is_rounded`: all numbers may be floats."""
    parts = [leaf for kind in kinds for leaf in leaves(kind)]
    if any(isinstance(part, Container) for part in parts):
        yield subset.KEPT_FROM_PYTHON.format(name)
    if any(map(holds_list, kinds)):
        yield f"`{name}` gives a list that is a constant: make it a tuple"
    if any(isinstance(part, Row) for part in parts):
        yield "a row of a table is not handed to Python: name its items, as in `a, b = row; return a, b`"
    if any(isinstance(part, (Int, Vector)) and part.cls is MIXED for part in parts):
        yield f"`{name}` gives an int that is now a bool or an IntEnum, now another int: let it always be of one class"
    if MIXED_FLOAT in parts and not is_rounded:
        fix = "`0.0` in place of `0`, also in lists: `[0.0] * n`"
        yield f"`{name}` gives now an int, now a float: let it always be one of them, {fix}"


# ---- the passes for WebAssembly


PARTS = 3  # what machine code has as modules of their own: the rules, a search, simulations


def webassembly_now(plan: Plan, cell: int) -> wasm.Module:
    """The module of WebAssembly for a plan, through every pass. Refused where the rules are outside of the subset."""
    from .runtime import wasm  # only who publishes a game needs it

    program, instances = inferred(plan, cell, PARTS)
    for name, instance in instances.items():
        check_handed_over(name, instance)
    module = lowered(program, instances, counted=True, hosted=True)
    made = wasm.module_code(module.llvm)
    entries, sites = {name: entry_of(instance) for name, instance in instances.items()}, tuple(module.sites)
    return wasm.Module(made.code, entries, made.end, made.wanted, sites, program.cell, bool(program.containers))
