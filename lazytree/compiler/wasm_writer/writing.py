"""One function as code: where its values are kept, and control as blocks and loops.

A value that is used more than once, or in another block, is a local, of each part one; any other is written where it
is used. What has an address lies in the function's frame, on the stack in memory. Control is written along the tree of
dominators (Ramsey, "Beyond Relooper", 2022).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from ..codegen.text import VOID, ArrayType, Data, Instruction, IntType, Kind, Pointer, StructType
from . import encoding as wasm
from .control import Shape, shaped
from .functions import Function, literal, phis, unknown
from .ranges import Ranges
from .variables import without_variables

if TYPE_CHECKING:
    from .module import Module


@lru_cache(maxsize=1024)
def parts_of(kind: Kind) -> tuple[int, ...]:
    """The types of WebAssembly of the parts of a value: ints of more than 64 bits have one for each 64."""
    if isinstance(kind, IntType):
        return (wasm.INT32,) if kind.width <= 32 else (wasm.INT64,) * -(-kind.width // 64)
    if isinstance(kind, StructType):
        return tuple(part for each in kind.elements for part in parts_of(each))
    if isinstance(kind, Pointer):
        return (wasm.INT32,)
    if kind.text == "double":
        return (wasm.FLOAT64,)
    if kind.text == "void":
        return ()
    raise unknown(f"a value of the type {kind.text}")


def bits(kind: Kind) -> int:
    """The bits of an int; 0 of any other type."""
    return kind.width if isinstance(kind, IntType) else 0


def bytes_of(kind: Kind) -> int:
    """How many bytes a value takes in memory."""
    if isinstance(kind, IntType):
        return -(-kind.width // 8) if kind.width <= 64 else -(-kind.width // 64) * 8
    if isinstance(kind, ArrayType):
        return int(kind.count * bytes_of(kind.element))
    if isinstance(kind, Pointer):
        return 4
    if kind.text == "double":
        return 8
    raise unknown(f"memory for a value of the type {kind.text}")


Codes = list[bytes]  # that push the parts of a value, each as often as it is written, or once


class Writer:
    """A function that is written; `writers` write its instructions, by name."""

    def __init__(self, module: Module, function: Function, writers: Mapping[str, Callable[..., Codes | None]]) -> None:
        self.module, self.function, self.writers = module, function, writers
        without_variables(function, shaped(function))
        self.shape = Shape(function)
        self.ranges = Ranges(function, module.items)
        self.locals: list[int] = []  # types, beyond what is given
        self.taken: list[int] = []  # locals of the block at work
        self.free: dict[int, list[int]] = {kind: [] for kind in wasm.ZERO}  # locals that hold nothing any more
        self.codes: dict[str, Codes] = {}
        self.kinds: dict[str, tuple[int, ...]] = {}  # of these parts
        self.waiting: dict[str, bool] = {}  # values that are written where they are used: whether they read memory
        self.places: dict[str, tuple[bytes, int]] = {}  # addresses: what is pushed, and how much further it is
        self.reads = False  # whether the instruction at work reads memory
        self.out: list[bytes] = []
        self.label = ""
        self.given = 0
        for parameter in function.args:
            kinds = parts_of(parameter.type)
            self.codes[parameter.text] = [wasm.get(self.given + number) for number in range(len(kinds))]
            self.given += len(kinds)
        self.look_at_uses()

    # ---- what is known before anything is written

    def look_at_uses(self) -> None:
        """Counts how often each value is used and where; gives room to what depends on the way, or has an address."""
        self.uses: Counter[str] = Counter()
        self.user: dict[str, Instruction] = {}  # of a value, the last one
        self.far: set[str] = set()  # values that other blocks use
        made: dict[str, str] = {}
        for label in self.shape.order:
            for line in self.function.blocks[label]:
                if line.result is not None:
                    made[line.result.text] = label
                for data, each in zip(line.given, line.more if line.op == "phi" else [label] * len(line.given)):
                    self.uses[data.text] += 1
                    self.user[data.text] = line
                    if made.get(data.text) != each:
                        self.far.add(data.text)
        self.frame: dict[str, int] = {}  # what has an address in memory: how far from the frame's beginning
        self.frame_bytes, self.base = 0, self.local(wasm.INT32)
        for label in self.shape.order:
            for line in self.function.blocks[label]:
                if line.result is None:
                    continue
                if line.op == "phi":
                    self.codes[line.result.text] = [wasm.get(self.local(part)) for part in parts_of(line.result.type)]
                elif line.op == "alloca" and line.result.text in self.uses:
                    self.frame[line.result.text] = self.frame_bytes
                    self.frame_bytes += -(-bytes_of(line.more) // 16) * 16

    def local(self, kind: int) -> int:
        """A local of a type of WebAssembly that nothing else needs from here on, until the block ends at least."""
        if self.free[kind]:
            self.taken.append(self.free[kind].pop())
        else:
            self.locals.append(kind)
            self.taken.append(self.given + len(self.locals) - 1)
        return self.taken[-1]

    def release(self, label: str) -> None:
        """Gives back the locals that a block has taken, but for those that other blocks read."""
        names = [line.result.text for line in self.function.blocks[label] if line.result is not None]
        read = {code for name in self.far.intersection(names) for code in self.codes.get(name, ())}
        read |= {self.places[name][0] for name in self.far.intersection(names) if name in self.places}
        for number in self.taken:
            if wasm.get(number) not in read:
                self.free[self.locals[number - self.given]].append(number)
        for numbers in self.free.values():
            numbers.sort(reverse=True)  # low numbers take fewer bytes

    # ---- values

    def constant(self, data: Data) -> Codes:
        """What pushes the parts of a constant."""
        kind, written = data.type, data.text
        if written[0] == "@":
            return [wasm.i32(self.module.addresses[written])]
        if written in ("undef", "zeroinitializer"):
            return [wasm.ZERO[part] for part in parts_of(kind)]
        if isinstance(kind, IntType):
            return of_number(literal(written), kind)
        if kind.text == "double":
            return [wasm.f64(int(written, 16))]
        raise unknown(f"the constant {written}")

    def number(self, data: Data) -> int | None:
        """The number of an int, with its sign, where it is known."""
        low, high = self.ranges.of(data) if isinstance(data.type, IntType) else (0, 1)
        return low if low == high else None

    def is_not_0(self, data: Data) -> bool:
        """Whether a test on each way to the block at work says that an int is not 0."""
        label, above = self.label, self.shape.above[self.label]
        while above != label:
            if self.shape.before[label] == [above] and self.not_0(above, label) == data.text:
                return True
            label, above = above, self.shape.above[above]
        return False

    def not_0(self, above: str, label: str) -> str | None:
        """The value that is not 0 where control goes from a block to another, as its test says."""
        last = self.function.blocks[above][-1]
        test = self.ranges.made.get(last.given[0].text) if last.op == "br" and last.given else None
        if test is None or test.op != "icmp" or last.more[0] == last.more[1]:
            return None
        how = "ne" if label == last.more[0] else "eq"
        return test.given[0].text if test.more == how and self.number(test.given[1]) == 0 else None

    def use(self, data: Data) -> Codes:
        """What pushes the parts of an operand, once."""
        name = data.text
        if name[0] != "%":
            return self.constant(data)
        if name in self.waiting:
            self.reads |= self.waiting.pop(name)
        elif name in self.places:
            base, offset = self.places[name]
            return [base + (wasm.i32(offset) + wasm.ADD32 if offset else b"")]
        elif name in self.frame:
            return [wasm.get(self.base) + (wasm.i32(self.frame[name]) + wasm.ADD32 if self.frame[name] else b"")]
        return self.codes[name]

    def one(self, data: Data) -> bytes:
        """What pushes an operand of one part, once."""
        (code,) = self.use(data)
        return code

    def steady(self, data: Data) -> Codes:
        """What pushes the parts of an operand as often as it is written."""
        if data.text in self.waiting:
            self.settle(data.text)
        codes = zip(self.use(data), parts_of(data.type))
        return [code if wasm.is_steady(code) else self.kept(code, kind) for code, kind in codes]

    def kept(self, code: bytes, kind: int) -> bytes:
        """Works out a part now: what pushes it from then on."""
        if wasm.is_steady(code) and code[0] != 0x20:
            return code
        made = self.local(kind)
        self.out += [code, wasm.put(made)]
        return wasm.get(made)

    def settle(self, name: str) -> None:
        """Works out a value that waits."""
        del self.waiting[name]
        self.codes[name] = [self.kept(code, kind) for code, kind in zip(self.codes[name], self.kinds[name])]

    def settle_all(self, readers: bool = False) -> None:
        """Works out what waits; only the `readers` of memory, before it changes."""
        for name in [name for name, reads in self.waiting.items() if reads or not readers]:
            self.settle(name)

    def define(self, result: Data, codes: Codes) -> None:
        """Says what pushes the parts of a result."""
        name, kinds = result.text, parts_of(result.type)
        self.kinds[name] = kinds
        if not self.uses[name]:
            pass
        elif all(map(wasm.is_steady, codes)):
            self.codes[name] = list(codes)
        elif self.uses[name] == 1 and name not in self.far:
            self.codes[name] = list(codes)
            self.waiting[name] = self.reads
        else:
            self.codes[name] = [
                code if wasm.is_steady(code) else self.kept(code, kind) for code, kind in zip(codes, kinds)
            ]

    def pushed(self, code: bytes, kind: Kind) -> Codes:
        """Runs code that pushes a value of a type: what pushes its parts from then on."""
        made = [wasm.get(self.local(part)) for part in parts_of(kind)]
        self.out += [code, wasm.putting(made)]
        return made

    def address(self, data: Data) -> tuple[bytes, int]:
        """An address as what is pushed, and what a load or a store adds to it."""
        name = data.text
        if name in self.places:
            return self.places[name]
        if name in self.frame:
            return wasm.get(self.base), self.frame[name]
        if name[0] == "@":
            return wasm.i32(0), self.module.addresses[name]
        return self.one(data), 0

    def steady_address(self, data: Data) -> tuple[bytes, int]:
        """An address that may be written again."""
        if data.text in self.waiting:
            self.settle(data.text)
        base, offset = self.address(data)
        return base if wasm.is_steady(base) else self.kept(base, wasm.INT32), offset

    # ---- control

    def written(self) -> bytes:
        """The whole function."""
        shape, blocks = self.shape, self.function.blocks
        self.heads = {x for x in shape.order if any(shape.number[p] >= shape.number[x] for p in shape.before[x])}
        forward: Counter[str] = Counter()
        for label in shape.order:
            for to in shape.ways[label]:
                if shape.number[label] < shape.number[to]:
                    forward[to] += 2 if blocks[label][-1].op == "switch" else 1
        self.merging = {label for label in shape.order if forward[label] > 1}
        self.following: dict[str, list[str]] = {label: [] for label in shape.order}
        for label in shape.order[1:]:
            if label in self.merging:
                self.following[shape.above[label]].append(label)
        self.around: list[tuple[str, str]] = []  # what control can leave: ("loop" | "block" | "if", label)
        self.stack: list[Callable[[], None]] = [lambda: self.tree(shape.order[0])]
        while self.stack:
            self.stack.pop()()
        size = -(-self.frame_bytes // 16) * 16
        if size > (self.function.promised or 0):
            raise unknown(f"a function that takes {size} bytes of the stack, more than its callers leave for it,")
        enter = wasm.STACK + wasm.i32(size) + wasm.SUB32 + wasm.keep(self.base) + wasm.SET_STACK if size else b""
        return wasm.body_of(self.locals, enter + wasm.joined(self.out) + wasm.UNREACHABLE)

    def later(self, *steps: Callable[[], None]) -> None:
        """What is written next, in this order."""
        self.stack += reversed(steps)

    def end(self) -> None:
        self.out.append(wasm.END)
        self.around.pop()

    def tree(self, label: str) -> None:
        """Writes a block and all that it dominates."""
        if label in self.heads:
            self.out.append(wasm.LOOP)
            self.around.append(("loop", label))
            self.later(lambda: self.within(label, self.following[label]), self.end)
        else:
            self.within(label, self.following[label])

    def within(self, label: str, following: Sequence[str]) -> None:
        """Writes a block inside of blocks whose ends lead to what follows, the last of these outermost."""
        if not following:
            self.block(label)
            return
        *rest, last = following
        self.out.append(wasm.BLOCK)
        self.around.append(("block", last))
        self.later(lambda: self.within(label, rest), self.end, lambda: self.tree(last))

    def depth(self, kind: str, label: str) -> int:
        """How many ends control leaves to get there."""
        return self.around[::-1].index((kind, label))

    def way_to(self, label: str) -> int | None:
        """How many ends control leaves to get to a block from the one at work; None if that is written out here."""
        if self.shape.number[label] <= self.shape.number[self.label]:
            return self.depth("loop", label)
        return self.depth("block", label) if label in self.merging else None

    def moves(self, label: str) -> bytes:
        """Sets what depends on the way from the block at work to another: all is pushed before the first is set."""
        pushed, places = b"", list[bytes]()
        for line in phis(self.function.blocks[label]):
            assert line.result is not None
            value = line.given[line.more.index(self.label)]
            for code, place in zip(self.use(value), self.codes[line.result.text]):
                if code != place:
                    pushed += code
                    places.append(place)
        return pushed + wasm.putting(places)

    def go(self, label: str) -> None:
        """Goes on to a block, with nothing left to write in the one at work."""
        self.out.append(self.moves(label))
        way = self.way_to(label)
        if way is None:
            self.later(lambda: self.tree(label))
        else:
            self.out.append(wasm.JUMP + wasm.unsigned(way))

    def block(self, label: str) -> None:
        """Writes the instructions of a block, and where it leads."""
        if self.label:
            self.release(self.label)
        self.label, self.taken = label, []
        *lines, last = self.function.blocks[label]
        for line in lines:
            if line.op not in ("phi", "alloca"):
                self.reads = False
                self.instruction(line)
        self.reads = False
        getattr(self, f"end_by_{last.op}")(last)

    def instruction(self, line: Instruction) -> None:
        """Writes an instruction; nothing of one whose number is known."""
        if line.op not in self.writers:
            raise unknown(f"the instruction {line.op}")
        if line.result is None:
            self.writers[line.op](self, line, VOID)
        elif (known := self.number(line.result)) is not None:
            for each in line.given:  # which are not worked out
                self.waiting.pop(each.text, None)
            self.define(line.result, of_number(known, line.result.type))
        elif (codes := self.writers[line.op](self, line, line.result.type)) is not None:
            self.define(line.result, codes)

    def end_by_br(self, line: Instruction) -> None:
        known = self.number(line.given[0]) if line.given else 1
        if known is not None or line.more[0] == line.more[1]:
            self.settle_all()
            return self.go(line.more[0] if known or len(line.more) == 1 else line.more[1])
        test = self.one(line.given[0])
        self.settle_all()
        yes, no = line.more
        if self.way_to(yes) is None and self.way_to(no) is not None:
            yes, no, test = no, yes, test + wasm.ZERO32
        moves, way = self.moves(yes), self.way_to(yes)
        if way is None:  # both are written out here
            self.out.append(test + wasm.IF + moves)
            self.around.append(("if", yes))
            rest = self.moves(no)
            return self.later(lambda: self.tree(yes), self.end, lambda: self.add(rest), lambda: self.tree(no))
        if moves:
            self.out.append(test + wasm.IF + moves + wasm.JUMP + wasm.unsigned(way + 1) + wasm.END)
        else:
            self.out.append(test + wasm.JUMP_IF + wasm.unsigned(way))
        return self.go(no)

    def add(self, code: bytes) -> None:
        self.out.append(code)

    def end_by_switch(self, line: Instruction) -> None:
        number, count = line.given[0], len(line.more)
        if bits(number.type) > 32:  # a number that there is no case for goes the first way
            (code,) = self.steady(number)
            inside = code + wasm.i64(count) + wasm.LTU
            test = code + wasm.WRAP + wasm.i32(0) + inside + wasm.SELECT
        else:
            test = self.one(number)
        self.settle_all()
        targets = [wasm.unsigned(self.known_way_to(label)) for label in line.more]
        self.out.append(test + wasm.JUMP_TO + wasm.several(targets) + targets[0])

    def known_way_to(self, label: str) -> int:
        way = self.way_to(label)
        assert way is not None
        return way

    def end_by_ret(self, line: Instruction) -> None:
        codes = self.use(line.given[0])
        self.settle_all()
        self.out.append(b"".join(codes))
        if self.frame_bytes:
            size = -(-self.frame_bytes // 16) * 16
            self.out.append(wasm.get(self.base) + wasm.i32(size) + wasm.ADD32 + wasm.SET_STACK)
        self.out.append(wasm.RETURN)

    def end_by_unreachable(self, line: Instruction) -> None:
        self.settle_all()
        self.out.append(wasm.UNREACHABLE)


def of_number(number: int, kind: IntType) -> Codes:
    """What pushes the parts of an int that is known."""
    number &= (1 << kind.width) - 1
    if kind.width <= 32:
        return [wasm.i32(number)]
    return [wasm.i64(number >> 64 * part) for part in range(len(parts_of(kind)))]
