"""The LLVM module: one function for each instance that is reached, and the entries that Python calls.

What each takes of the stack is told to those who call it (`Stack`). A `Frame` is one function while it is emitted.

Every function takes a context (errors, stack limit, stop flag, room for answers), the addresses where the vectors of
its result go, and the leaves of its arguments; it returns the numbers of its result and whether a check failed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from lazytree.core.errors import Refused, Trap

from ..abi import ALLOWED, ARENA, STACK, STEPS, STOP, TRAP, WASM_ARENA, Packing, trap_code
from ..frontend.source import begins_at, read_in_place
from ..inference.programs import Instance, Program
from ..ir.core import Node, Splice, Target, assignments
from ..ir.kinds import Bool, Int, Type, Vector, Words, leaves, number_of, width
from ..ir.symbols import Symbol, use
from ..library import dicts, lists, words
from .proofs import Pace
from .text import (
    BYTES,
    I1,
    I32,
    I64,
    WORD_POINTER,
    ArrayType,
    Block,
    Builder,
    Data,
    Function,
    Global,
    StructType,
    integer,
)
from .text import Module as Text
from .values import Layout, Slot, Value, stored_number

INLINED: set[Any] = {
    *(words.made, words.longer, words.find_word, words.place_word, lists.popped),
    *(lists.contains, lists.count_of, lists.found_at, lists.index_of, lists.with_character),
    *(dicts.has, dicts.got, dicts.get, dicts.put, dicts.placed),
}
SELDOM: set[Any] = {words.widened, words.grow, words.resized}
LARGE = 180  # instructions of a function that is optimized once, by itself, if it is called in several places
LONG = 2_000  # of one that is called in one place
MOST_INSTRUCTIONS = 20_000  # of all functions: LLVM takes some seconds for them; games have 5,000
ADVICE = (
    "a function that gives moves is written out where a search goes over them, and so is each loop over a tuple or a "
    "generator in it: let it have fewer of these, and ask a function that returns a number or a bool in them"
)


class Module:
    """An LLVM module: one function for each instance that is reached, and the entries that Python calls.

    `entry` adds an entry, `finish` lowers all functions that are reached; `llvm` is then the text, and `sites`
    are the places in the source that its traps speak of.
    """

    def __init__(self, program: Program, counted: bool = True, hosted: bool = False) -> None:
        self.program, self.counted = program, counted  # counted: whether steps are
        self.hosted = hosted  # whether code asks its host for more steps, in place of a look at the stop flag
        use(program.numbering)
        self.llvm = Text()
        self.layout = Layout(self.llvm, program.cell)
        self.functions: dict[Instance, Function] = {}
        self.sites = ["numbers outside of those inferred from the start"]  # of traps
        self.waiting: list[Instance] = []
        self.pace = Pace()
        self.instructions = 0  # of the functions that are finished
        self.stack = Stack()
        self.frames: dict[Instance, Any] = {}  # the sizes of the frames of generators that are values

    def function(self, instance: Instance) -> Function:
        """The LLVM function of an instance, to be lowered later."""
        if instance not in self.functions:
            made = self.llvm.function(instance.name, self.result_type(instance), self.arguments(instance), True)
            made.always_inline = instance.core.source in INLINED
            made.noinline = instance.core.source in SELDOM
            made.unlike = range(1, 1 + len(vectors(instance.result)))
            self.functions[instance] = made
            self.waiting.append(instance)
        return self.functions[instance]

    def arguments(self, instance: Instance) -> list[Any]:
        """The LLVM types of what an instance's function is given."""
        of_leaf = self.layout.of_leaf
        if instance.held is not None:  # of a generator that is a value, the number of its frame
            return [WORD_POINTER, I64]
        outs = [each for leaf in vectors(instance.result) for each in of_leaf(leaf)]
        given = [each for kind in instance.arguments for leaf in leaves(kind) for each in of_leaf(leaf)]
        return [WORD_POINTER, *outs, *given]

    def frame_size(self, instance: Instance) -> Any:
        """A constant, known once a generator is lowered: the words of its frames."""
        if instance not in self.frames:
            self.frames[instance] = self.llvm.constant(I64, f"{instance.name}.frame")
        return self.frames[instance]

    def result_type(self, instance: Instance) -> StructType:
        """The LLVM type of what an instance returns: its numbers, and whether a check has failed."""
        numbers = [each for leaf in numbers_of(instance.result) for each in self.layout.of_leaf(leaf)]
        return StructType([*numbers, I1])

    def site(self, place: str) -> int:
        """The number of a place in the source."""
        if place not in self.sites:
            self.sites.append(place)
        return self.sites.index(place)

    def finish(self, lower: Callable[[Module, Instance], None]) -> None:
        """Lowers all functions that are reached, then settles how much of the stack each call needs."""
        while self.waiting:
            instance = self.waiting.pop()
            lower(self, instance)
            made = self.functions[instance]
            self.instructions += (own := length(made))
            self.grown(0)
            if own >= LARGE:
                made.noinline = True  # optimized once, by itself
        self.inline_single_calls()
        self.stack.settle(self.functions)

    def inline_single_calls(self) -> None:
        """Has LLVM write a function out where it is called, if that is one place in the module, and it is not too long.

        A position of many fields is then not passed word by word.
        """
        called = Counter(each for made in self.llvm.functions.values() for each in calls(made))
        for instance, made in self.functions.items():
            if called[made] == 1 and not instance.recursive and instance.core.source not in SELDOM:
                made.always_inline = length(made) < LONG
                made.noinline = not made.always_inline

    def grown(self, instructions: int) -> None:
        """Refused where the code has become too long, with the instructions of the function at work."""
        if self.instructions + instructions > (most := MOST_INSTRUCTIONS * self.program.parts):
            longest = max(self.functions, key=lambda each: length(self.functions[each]))
            written = read_in_place(longest.core.source, longest.constants)
            rule = f"the machine code grows beyond {most:,} instructions, most of them of `{written.__name__}`"
            raise Refused(f"{rule}: {ADVICE}", begins_at(written))

    def entry(self, name: str, instance: Instance) -> None:
        """A function for Python: context, packed arguments, room for the packed result; returns the trap or 0."""
        made = self.llvm.function(name, I64, [WORD_POINTER, WORD_POINTER, WORD_POINTER])
        b = Builder(self.llvm, made.append_block())
        context, given, answer = made.args
        packing = Packing(tuple(instance.arguments), self.program.cell)
        b = self.guarded(b, packing, given)
        b = self.refusing_unless(b, self.room_for(b, context, instance), Trap.RECURSION)
        b.store(b.load(word(b, context, ALLOWED)), word(b, context, STEPS))
        if self.program.containers:
            arena = b.inttoptr(b.load(word(b, context, ARENA)), WORD_POINTER)
            b.store(I64(words.FIRST), arena)
            if self.hosted:
                b.store(I64(WASM_ARENA), word(b, arena, words.SIZE))
        places = [(leaf, word(b, given, at // 8)) for leaf, at in packing.leaves]
        arguments = [part for leaf, place in places for part in self.layout.loaded(b, place, leaf)]
        back = Packing((instance.result,) if instance.result else (), self.program.cell)
        outs = [word(b, answer, at // 8) for leaf, at in back.leaves if isinstance(leaf, Vector)]
        result = b.call(self.function(instance), [context, *outs, *arguments])
        numbers = [at for leaf, at in back.leaves if not isinstance(leaf, Vector)]
        for position, at in enumerate(numbers):
            stored_number(b, word(b, answer, at // 8), b.extract_value(result, position))
        failed = b.extract_value(result, len(numbers))
        b.ret(b.select(failed, b.load(word(b, context, TRAP)), I64(0)))

    def guarded(self, b: Builder, packing: Packing, given: Any) -> Builder:
        """Refuses arguments outside of the types that the code was made for."""
        inside: Any = I1(1)
        for leaf, at in packing.leaves:
            inside = b.and_(inside, self.fits(b, leaf, word(b, given, at // 8)))
        return self.refusing_unless(b, inside, Trap.OUTSIDE)

    def refusing_unless(self, b: Builder, ok: Any, trap: Trap) -> Builder:
        """The builder after a test: where it fails, the entry returns the trap."""
        go, refuse = b.block.function.append_block(), b.block.function.append_block()
        b.cbranch(ok, go, refuse)
        b.position_at_end(refuse)
        b.ret(I64(trap_code(0, trap)))
        b.position_at_end(go)
        return b

    def room_for(self, b: Builder, context: Any, instance: Instance) -> Any:
        """Whether the stack has room for all that a function calls until room is asked for again."""
        here = b.ptrtoint(b.intrinsic("stacksave", [BYTES], BYTES, []), I64)
        needed = b.load(self.stack.needed(self.llvm, self.function(instance)))
        return b.icmp_unsigned(">", here, b.add(b.load(word(b, context, STACK)), needed))

    def fits(self, b: Builder, leaf: Type, place: Any) -> Any:
        """Whether a packed leaf lies within the interval of its type; of memory, whether there is enough."""
        if isinstance(leaf, Vector):
            return self.all_cells_fit(b, leaf, b.cast(place, self.layout.array(leaf.length)))
        if isinstance(leaf, Words):
            return b.icmp_signed(">=", b.load(word(b, place, 1)), I64(leaf.least))
        if not isinstance(leaf, (Int, Bool, Symbol)):
            return I1(1)
        kind = number_of(leaf)
        if isinstance(leaf, Symbol):  # 0 stands where a value that holds it is None
            kind = Int(min(kind.low, 0), kind.high)
        bits = max(64, width(kind))
        data = b.load(b.cast(place, integer(bits)), align=8)
        low, high = data.type(kind.low), data.type(kind.high)
        compare = b.icmp_signed if kind.low < 0 else b.icmp_unsigned
        return b.and_(compare(">=", data, low), compare("<=", data, high))

    def all_cells_fit(self, b: Builder, leaf: Vector, place: Any) -> Any:
        """Whether all cells of a packed board lie within the interval of its type, as a loop."""
        head, body, after = (b.block.function.append_block() for _ in range(3))
        before = b.block
        b.branch(head)
        b.position_at_end(head)
        at, fine = b.phi(I64), b.phi(I1)
        at.add_incoming(I64(0), before)
        fine.add_incoming(I1(1), before)
        b.cbranch(b.icmp_unsigned("<", at, I64(leaf.length)), body, after)
        b.position_at_end(body)
        cell = b.sext(b.load(b.gep(place, [I32(0), at])), I64)
        compare = b.icmp_signed if leaf.low < 0 else b.icmp_unsigned
        good = b.and_(compare(">=", cell, I64(leaf.low)), compare("<=", cell, I64(leaf.high)))
        at.add_incoming(b.add(at, I64(1)), body)
        fine.add_incoming(b.and_(fine, good), body)
        b.branch(head)
        b.position_at_end(after)
        return fine


def length(function: Function) -> int:
    """How many instructions a function has."""
    return sum(len(block.lines) for block in function.blocks)


def word(b: Builder, context: Any, number: int) -> Any:
    """The address of a word of the context."""
    return b.gep(context, [I64(number)], inbounds=True)


def vectors(kind: Type | None) -> list[Vector]:
    """The boards in values of a type."""
    return [leaf for leaf in leaves(kind) if isinstance(leaf, Vector)] if kind else []


def numbers_of(kind: Type | None) -> list[Type]:
    """The leaves in values of a type that are no boards."""
    return [leaf for leaf in leaves(kind) if not isinstance(leaf, Vector)] if kind else []


# ---- How much of the stack functions take, so that they are only called where that much is left


MOST_FRAME = 2**20  # bytes of one function
APART = 2**15  # bytes; a function that takes more is not inlined. Less than every thread keeps free
FIXED = 128  # bytes of any function: saved registers, alignment


class Stack:
    """The frames of a module's functions."""

    def __init__(self) -> None:
        self.asked: dict[Function, Global] = {}

    def needed(self, module: Text, function: Function) -> Data:
        """A constant, known once all is lowered: the bytes of a function and of all that it calls."""
        if function not in self.asked:
            self.asked[function] = module.constant(I64, f"{function.name}.whole")
        return self.asked[function]

    def settle(self, functions: Mapping[Instance, Function]) -> None:
        """Fills the constants in. Refused if a function takes too much."""
        frames = Frames({made: instance.recursive for instance, made in functions.items()})
        for instance, made in functions.items():
            if frames.frame(made) > MOST_FRAME:
                rule = f"this function takes more than {MOST_FRAME:,} bytes of the stack: its boards are too large"
                raise Refused(rule, begins_at(instance.core.source))
            made.promised = frames.frame(made)
        for function, constant in self.asked.items():
            constant.held = I64(frames.frame(function) + frames.below(function))


class Frames:
    """What functions take of the stack at most, what is inlined into them included."""

    def __init__(self, recursive: Mapping[Function, bool]) -> None:
        self.recursive = recursive
        self.called = {function: [each for each in calls(function) if each in recursive] for function in recursive}
        self.own = {function: own_bytes(function) for function in recursive}
        self.frames: dict[Function, int] = {}
        self.rests: dict[Function, int] = {}

    def frame(self, function: Function) -> int:
        if function not in self.frames:
            self.frames[function] = self.own[function]  # while it is looked at, and to itself
            for each in self.called[function]:
                frame = self.own[each] if self.recursive[each] else self.frame(each)
                self.frames[function] += 0 if each.noinline else frame
            if self.frames[function] > APART:
                function.noinline = True
        return self.frames[function]

    def below(self, function: Function) -> int:
        """What it calls until a function asks for room itself: a recursive one does, on its own frame."""
        if function not in self.rests:
            self.rests[function] = 0
            called = set(self.called[function])
            below = (self.frame(each) + (0 if self.recursive[each] else self.below(each)) for each in called)
            self.rests[function] = max(below, default=0)
        return self.rests[function]


def own_bytes(function: Function) -> int:
    """The bytes of all that a function keeps in memory and of every value that it works out, without sharing."""
    return FIXED + sum(line.room for block in function.blocks for line in block.lines)


def calls(function: Function) -> list[Function]:
    """What a function calls, one for each place where it does."""
    return [line.more for block in function.blocks for line in block.lines if line.op == "call"]


# ---- What lowering knows of the function that it emits: its builder, variables, loops, and where failed checks lead


LEAST = 3  # instructions of a block, or about that


class Frame:
    """One function while it is emitted: its LLVM builder `b`, the slots of its variables, and where its loops go on.

    `statements` lowers statements inside of an expression, a loop or a generator.
    """

    def __init__(self, module: Module, instance: Instance, statements: Callable[[Frame, list[Node]], None]) -> None:
        body, parameters = instance.core.body, instance.core.parameters
        self.module, self.instance, self.layout = module, instance, module.layout
        self.statements = partial(statements, self)
        self.kinds = instance.variables
        self.function = module.functions[instance]
        self.context = self.function.args[0]
        self.entry = Builder(module.llvm, self.function.append_block())
        self.b = Builder(module.llvm, self.function.append_block())
        self.slots: dict[str, list[Slot]] = {}
        self.assignments = assignments(body) + Counter(parameters)
        self.long = module.pace[instance].long  # loops that may run for long, with the steps of a round
        self.labels: dict[int, tuple[Any, Any]] = {}  # where break and continue of a loop go
        self.left: set[int] = set()  # loops that some break leaves
        self.copies = 1  # of what is emitted now, in loops over generators
        self.filled: dict[str, Callable[[Value], None]] = {}  # what puts items into lists that become tuples at once
        self.splices: dict[int, tuple[Target, Callable[[], None]]] = {}  # what a yield sets, and what it does then
        self.consumers: dict[int, Splice] = {}  # the loops over generators that are emitted
        self.arena: Any = None  # where dicts lie, once that was asked for
        self.rounds: dict[int, Any] = {}  # where its room began, of loops whose rounds give it back
        self.room: Any = (
            None  # of a generator that is a value: its frame, in which all lies that others keep on the stack
        )
        self.mark: Any = None  # where its room began, if the function gives it back
        self.trusted = instance.core.source.__globals__ is words.__dict__  # nothing in its text fails
        self.checks = 0  # how many there are, with the calls, in which others may fail
        self.reasons: Any = None  # of giving up, one for each check
        self.last_place = ""
        self.unwinding: Any = None

    def block(self) -> Block:
        """A new block; Refused where the function has grown too long."""
        self.module.grown(LEAST * len(self.function.blocks))
        return self.function.append_block()

    def blocks(self, number: int) -> list[Any]:
        """Several new blocks."""
        return [self.block() for _ in range(number)]

    def word(self, number: int) -> Any:
        """Where a word of the context lies."""
        return word(self.b, self.context, number)

    def alloca(self, kind: Any) -> Any:
        """Room on the stack, made where the function begins; of a generator that is a value in its frame."""
        if self.room is not None:
            return self.room.taken(kind)
        return self.entry.alloca(kind, align=16 if isinstance(kind, ArrayType) else 0)

    def external(self, name: str, result: Any, arguments: list[Any]) -> Function:
        """A function of the C library."""
        return self.module.llvm.function(name, result, arguments)

    def branch(self, test: Any, then: Callable[[], Any], other: Callable[[], Any]) -> None:
        """Emits either action, by a test; what follows is marked unreachable if neither leads there."""
        yes, no, after = self.blocks(3)
        self.b.cbranch(test, yes, no)
        joined = False
        for block, action in ((yes, then), (no, other)):
            self.b.position_at_end(block)
            action()
            if not self.b.block.ended:
                self.b.branch(after)
                joined = True
        self.b.position_at_end(after)
        if not joined:
            self.b.unreachable()

    def one_of(self, number: Any, actions: list[Callable[[], Any]]) -> None:
        """Emits one of several actions, by its number."""
        after, blocks = self.block(), self.blocks(len(actions))
        self.b.switch(number, blocks)
        for block, action in zip(blocks, actions):
            self.b.position_at_end(block)
            action()
            self.enter(after)

    def jump(self, block: Any) -> None:
        """Goes to a block, unless the block at work has ended."""
        if not self.b.block.ended:
            self.b.branch(block)

    def enter(self, block: Any) -> None:
        """Jumps to a block and goes on there."""
        self.jump(block)
        self.b.position_at_end(block)

    def check(self, ok: Any, trap: Trap) -> None:
        """A trap unless `ok`."""
        after = self.block()
        self.b.cbranch(ok, after, self.trap(trap), weights=(1000, 1))
        self.b.position_at_end(after)

    def trap(self, trap: Trap) -> Any:
        """The block that gives up, to branch to from here: it notes why and where, and returns."""
        self.checks += 1
        if self.reasons is None:
            b = Builder(self.module.llvm, self.block())
            self.reasons = b.phi(I64)
            b.store(self.reasons, word(b, self.context, TRAP))
            b.branch(self.unwind())
        self.reasons.add_incoming(I64(trap_code(self.module.site(self.last_place), trap)), self.b.block)
        return self.reasons.block

    def unwind(self) -> Any:
        """The block that returns to the caller, with the sign that a check has failed."""
        if self.unwinding is None:
            self.unwinding = self.block()
            nothing = self.module.result_type(self.instance).undefined()
            b = Builder(self.module.llvm, self.unwinding)
            b.ret(b.insert_value(nothing, I1(1), len(nothing.type.elements) - 1))
        return self.unwinding


MOST_COUNTED = 2**12  # steps from one poll to the next, where a host is asked for more


def arena(f: Frame) -> Any:
    """Where the arena of the context lies; asked for where the function begins."""
    if f.arena is None:
        b = f.entry
        f.arena = b.inttoptr(b.load(word(b, f.context, ARENA)), WORD_POINTER)
    return f.arena


def poll(f: Frame, steps: int) -> None:
    """Gives up if the stop flag is set, or if the call has taken more steps than it is allowed."""
    if f.module.hosted:
        return ask_for_more(f, steps)
    flag = f.b.inttoptr(f.b.load(f.word(STOP)), WORD_POINTER)
    f.check(f.b.icmp_unsigned("==", f.b.load_atomic(flag, "monotonic", 8), I64(0)), Trap.STOPPED)
    if f.module.counted:
        left = f.b.sub(f.b.load(f.word(STEPS)), I64(steps))
        f.b.store(left, f.word(STEPS))
        f.check(f.b.icmp_signed(">", left, I64(0)), Trap.LONG)
    return None


def ask_for_more(f: Frame, steps: int) -> None:
    """Gives up if the call has no steps left, and the host gives it no more.

    A host learns by its clock how many steps to give: what is counted here is far more than what is taken, mostly.
    """
    left = f.b.sub(f.b.load(f.word(STEPS)), I64(min(steps, MOST_COUNTED)))
    f.b.store(left, f.word(STEPS))
    ask, after = f.blocks(2)
    f.b.cbranch(f.b.icmp_signed(">", left, I64(0)), after, ask, weights=(1000, 1))
    f.b.position_at_end(ask)
    more = f.b.call(f.external("more", I64, []), [])
    f.b.store(more, f.word(STEPS))
    f.check(f.b.icmp_signed(">", more, I64(0)), Trap.LONG)
    f.enter(after)


def poll_in_loop(f: Frame, label: int, number: Any = None, at_most: int = 0) -> None:
    """Polls in a loop that may run for long: once in some rounds, if a number tells rounds apart.

    It gives up, too, if that number has grown beyond `at_most`.
    """
    if label in f.rounds:
        f.b.store(f.rounds[label], f.b.gep(f.arena, [I64(words.TOP)], inbounds=True))
    if label not in f.long or f.trusted:
        return None
    steps, between = f.long[label]
    if number is None or (between == 1 and not at_most):
        return poll(f, steps)
    seldom = f.b.icmp_unsigned("==", f.b.and_(number, I64(between - 1)), I64(0))
    now, after = f.blocks(2)
    f.b.cbranch(seldom, now, after, weights=(1, between))
    f.b.position_at_end(now)
    poll(f, steps * between)
    if at_most:
        f.check(f.b.icmp_unsigned("<", number, I64(at_most)), Trap.ENDLESS)
    return f.enter(after)
