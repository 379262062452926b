"""WebAssembly without LLVM, instruction by instruction: what wasmtime gives for small functions, against Python's ints.

Whole games go the same way in `test_webassembly.py`, random programs by `programs --target wasm`.
"""

from __future__ import annotations

from functools import cache

import pytest

pytest.importorskip("wasmtime")

import wasmtime
from hypothesis import given, settings
from hypothesis import strategies as st

from lazytree.compiler.codegen.text import (
    BYTES,
    F64,
    I1,
    I8,
    I32,
    I64,
    VOID,
    ArrayType,
    Builder,
    Module,
    StructType,
    integer,
)
from lazytree.compiler.wasm_writer.module import write
from lazytree.core.errors import Refused

ENGINE = wasmtime.Engine()
TOP = 2**16
WIDTHS = 1, 8, 16, 32, 64, 128, 192, 384


def base(size):
    """Where constants lie."""
    return 1024


def made(result, kinds, build, more=lambda module: None):
    """A module with one entry; `build(builder, arguments)` writes it. `more` adds functions before."""
    module = Module()
    others = more(module)
    function = module.function("it", result, kinds)
    function.promised = 2**16
    build(Builder(module, function.append_block()), *function.args, *([others] if others else []))
    return module


class Running:
    """An entry at work, which takes and gives ints of any width."""

    def __init__(self, module):
        self.store = wasmtime.Store(ENGINE)
        self.memory = wasmtime.Memory(self.store, wasmtime.MemoryType(wasmtime.Limits(2, None)))
        kind = wasmtime.GlobalType(wasmtime.ValType.i32(), True)
        self.stack = wasmtime.Global(self.store, kind, wasmtime.Val.i32(TOP))
        code = wasmtime.Module(ENGINE, write(module, base).code)
        self.entry = wasmtime.Instance(self.store, code, [self.stack, self.memory]).exports(self.store)["it"]
        function = module.functions["it"]
        self.kinds, self.result = [each.type for each in function.args], function.result

    def __call__(self, *numbers):
        given = [word for number, kind in zip(numbers, self.kinds) for word in words(number, kind)]
        found = self.entry(self.store, *given)
        assert self.stack.value(self.store) == TOP
        if self.result is F64:
            return found
        return whole(found if isinstance(found, list) else [found], self.result)


def words(number, kind):
    """An int as WebAssembly is given it."""
    if kind is F64 or kind is BYTES:
        return [number]
    size = 32 if kind.width <= 32 else 64
    number &= (1 << kind.width) - 1
    parts = [number >> at & (1 << size) - 1 for at in range(0, kind.width, size)]
    return [part - (1 << size) if part >> size - 1 else part for part in parts]


def whole(found, kind):
    """The int that WebAssembly gives, without sign."""
    size = 32 if kind.width <= 32 else 64
    return sum((part & (1 << size) - 1) << size * number for number, part in enumerate(found))


@cache
def running(kind, operation, *more):
    return Running(made(*OPERATIONS[kind](operation, *more)))


def signed(number, width):
    return number - (1 << width) if number >> width - 1 else number


def numbers(width):
    """Ints of a width: any, few bits, nearly all bits."""
    any_ = st.integers(0, 2**width - 1)
    few = st.integers(0, width - 1).map(lambda bit: 1 << bit)
    return any_ | few | few.map(lambda x: 2**width - x) | st.integers(0, 3).map(lambda x: x % 2**width)


def of_two(operation, width, known):
    """A function of two ints; the second one is a constant if it is known."""
    kind = integer(width)

    def build(b, x, y):
        b.ret(getattr(b, operation)(x, kind(known) if known is not None else y))

    return kind, [kind, kind], build


def masked(operation, width, most):
    """A shift by a number that is masked."""
    kind = integer(width)
    return kind, [kind, kind], lambda b, x, y: b.ret(getattr(b, operation)(x, b.and_(y, kind(most))))


def comparing(operation, width, symbol):
    kind = integer(width)
    return I1, [kind, kind], lambda b, x, y: b.ret(getattr(b, operation)(symbol, x, y))


def converting(operation, width, other):
    return integer(other), [integer(width)], lambda b, x: b.ret(getattr(b, operation)(x, integer(other)))


def of_one(operation, width):
    return integer(width), [integer(width)], lambda b, x: b.ret(getattr(b, operation)(x))


OPERATIONS = {"two": of_two, "masked": masked, "comparing": comparing, "converting": converting, "one": of_one}
OF_TWO = {
    "add": lambda x, y, _: x + y,
    "sub": lambda x, y, _: x - y,
    "mul": lambda x, y, _: x * y,
    "and_": lambda x, y, _: x & y,
    "or_": lambda x, y, _: x | y,
    "xor": lambda x, y, _: x ^ y,
    "shl": lambda x, y, width: x << y % width,
    "lshr": lambda x, y, width: x >> y % width,
    "ashr": lambda x, y, width: signed(x, width) >> y % width,
}
SHIFTS = "shl", "lshr", "ashr"


@pytest.mark.parametrize("is_known", [False, True], ids=["", "by a constant"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("operation", OF_TWO)
@given(data=st.data())
@settings(max_examples=12)
def test_operations_of_two_ints(operation, width, is_known, data):
    if operation == "ashr" and width < 32:
        with pytest.raises(Refused, match="cannot be written as WebAssembly"):
            running("two", operation, width, None)
        return
    x, y = data.draw(numbers(width)), data.draw(numbers(width))
    y = y % width if operation in SHIFTS else y
    found = running("two", operation, width, y if is_known else None)(x, y)
    assert found == OF_TWO[operation](x, y, width) % 2**width


@pytest.mark.parametrize("most", (3, 63, 127, 511))
@pytest.mark.parametrize("width", (64, 128, 192, 384))
@pytest.mark.parametrize("operation", SHIFTS)
@given(data=st.data())
@settings(max_examples=12)
def test_shifts_by_no_more_than_is_known(operation, width, most, data):
    x, by = data.draw(numbers(width)), data.draw(st.integers(0, min(most, width - 1)))
    assert running("masked", operation, width, most)(x, by) == OF_TWO[operation](x, by, width) % 2**width


@pytest.mark.parametrize("width", (8, 16, 32, 64, 128, 192))
@pytest.mark.parametrize("symbol", ("<", "<=", ">", ">=", "==", "!="))
@given(data=st.data())
@settings(max_examples=12)
def test_comparisons_of_ints(symbol, width, data):
    x, y = data.draw(numbers(width)), data.draw(numbers(width))
    assert running("comparing", "icmp_unsigned", width, symbol)(x, y) == eval(f"{x} {symbol} {y}")
    with_signs = f"{signed(x, width)} {symbol} {signed(y, width)}"
    assert running("comparing", "icmp_signed", width, symbol)(x, y) == eval(with_signs)


SIZES = 1, 8, 16, 24, 32, 36, 64, 81, 128, 192


@pytest.mark.parametrize(("width", "other"), [(a, b) for a in SIZES for b in SIZES if a != b])
@given(data=st.data())
@settings(max_examples=8)
def test_ints_of_other_widths(width, other, data):
    x = data.draw(numbers(width))
    if width > other:
        assert running("converting", "trunc", width, other)(x) == x % 2**other
        return
    assert running("converting", "zext", width, other)(x) == x
    if 81 not in (width, other):
        assert running("converting", "sext", width, other)(x) == signed(x, width) % 2**other


@pytest.mark.parametrize("width", (64, 128, 192))
@given(data=st.data())
def test_bits_are_counted(width, data):
    x = data.draw(numbers(width))
    assert running("one", "ctpop", width)(x) == x.bit_count()
    assert running("one", "ctlz", width)(x) == width - x.bit_length()
    assert running("one", "cttz", width)(x) == ((x & -x).bit_length() - 1 if x else width)


# ---- memory


@pytest.mark.parametrize("size", (0, 1, 7, 16, 27, 100, 255, 256, 257, 300))
def test_bytes_are_copied_and_cleared(size):
    kind = ArrayType(I8, 300)

    def build(b, at):
        source = b.module.constant(kind, "bytes", kind([place % 100 + 1 for place in range(300)]))
        room = b.alloca(kind, align=16)
        b.intrinsic("memset", [BYTES, I64], VOID, [b.cast(room, I8), I8(0), I64(300), I1(0)])
        b.intrinsic("memcpy", [BYTES, BYTES, I64], VOID, [b.cast(room, I8), b.cast(source, I8), I64(size), I1(0)])
        b.ret(b.zext(b.load(b.gep(room, [I32(0), at], inbounds=True)), I64))

    run = Running(made(I64, [I64], build))
    assert [run(at) for at in range(300)] == [at % 100 + 1 if at < size else 0 for at in range(300)]


def test_a_variable_whose_address_is_handed_on_lies_in_memory():
    def build(b, x):
        place, other = b.alloca(I64), b.alloca(I64)
        b.store(x, place)
        b.store(b.ptrtoint(place, I64), other)
        b.store(I64(5), b.inttoptr(b.load(other), I64.as_pointer()))
        b.ret(b.load(place))

    assert Running(made(I64, [I64], build))(9) == 5


def test_a_value_that_was_read_before_a_variable_changes_stays():
    def build(b, x):
        place = b.alloca(I64)
        b.store(x, place)
        before = b.add(b.load(place), I64(1))
        b.store(I64(100), place)
        b.ret(b.add(before, b.load(place)))

    assert Running(made(I64, [I64], build))(9) == 110


def test_a_frame_that_callers_leave_no_room_for_is_refused():
    def build(b):
        b.module.functions["it"].promised = 8
        room = b.alloca(ArrayType(I8, 100), align=16)
        b.ret(b.ptrtoint(room, I64))

    with pytest.raises(Refused, match="more than its callers leave for it"):
        write(made(I64, [], build), base)


# ---- control


def blocks(b, number):
    return [b.block.function.append_block() for _ in range(number)]


def test_values_that_change_places_on_the_way_round():
    def build(b, times):
        start = b.block
        head, body, after = blocks(b, 3)
        b.branch(head)
        b.position_at_end(head)
        x, y, n = b.phi(I64), b.phi(I64), b.phi(I64)
        b.cbranch(b.icmp_unsigned("<", n, times), body, after)
        b.position_at_end(body)
        for phi, first, later in ((x, I64(1), y), (y, I64(2), x), (n, I64(0), b.add(n, I64(1)))):
            phi.add_incoming(first, start)
            phi.add_incoming(later, body)
        b.branch(head)
        b.position_at_end(after)
        b.ret(b.add(b.mul(x, I64(10)), y))

    run = Running(made(I64, [I64], build))
    assert [run(n) for n in range(4)] == [12, 21, 12, 21]


@pytest.mark.parametrize("kind", (I32, I64))
def test_a_switch_goes_the_first_way_for_numbers_that_there_are_not(kind):
    def build(b, number):
        start = b.block
        ways, after = blocks(b, 3), blocks(b, 1)[0]
        b.switch(number, [*ways, after])
        b.position_at_end(after)
        value = b.phi(I64)
        value.add_incoming(I64(40), start)
        for at, way in enumerate(ways):
            value.add_incoming(I64(10 * (at + 1)), way)
            Builder(b.module, way).branch(after)
        b.ret(value)

    run = Running(made(I64, [kind], build))
    far = [2**32, 2**32 + 1, 2**63] if kind is I64 else [2**31]
    assert [run(n) for n in (0, 1, 2, 3, 4, *far)] == [10, 20, 30, 40, *[10] * (1 + len(far))]


def two_ways_in(b, x, times):
    """A loop whose two halves are each a way in: `while: one: x = 3 * x; other: x += 1`, which begins in either."""
    start = b.block
    one, other, after = blocks(b, 3)
    odd = b.trunc(x, I1)
    b.cbranch(odd, one, other)
    b.position_at_end(one)
    a, n = b.phi(I64), b.phi(I64)
    tripled, less = b.mul(a, I64(3)), b.sub(n, I64(1))
    b.cbranch(b.icmp_signed(">", less, I64(0)), other, after)
    b.position_at_end(other)
    c, m = b.phi(I64), b.phi(I64)
    more, fewer = b.add(c, I64(1)), b.sub(m, I64(1))
    b.cbranch(b.icmp_signed(">", fewer, I64(0)), one, after)
    around = ((a, x, more, other), (n, times, fewer, other), (c, x, tripled, one), (m, times, less, one))
    for phi, first, later, back in around:
        phi.add_incoming(first, start)
        phi.add_incoming(later, back)
    b.position_at_end(after)
    result = b.phi(I64)
    result.add_incoming(tripled, one)
    result.add_incoming(more, other)
    b.ret(b.add(result, b.zext(odd, I64)))


def counting(b, top, step, body, leave=None):
    """A loop that counts a variable from 0 to a number; `body` writes a round, and may go to `leave`."""
    head, inside, following, after = blocks(b, 4)
    at = b.alloca(I64)
    b.store(I64(0), at)
    b.branch(head)
    b.position_at_end(head)
    now = b.load(at)
    b.cbranch(b.icmp_signed("<", now, I64(top)), inside, after)
    b.position_at_end(inside)
    body(now, following)
    b.position_at_end(following)
    b.store(b.add(b.load(at), I64(step)), at)
    b.branch(head)
    b.position_at_end(after)


@given(x=numbers(64), top=st.integers(-1, 20), step=st.integers(1, 3), most=st.integers(0, 99))
@settings(max_examples=50)
def test_loops_of_a_few_rounds_in_one_another_that_are_left_early(x, top, step, most):
    """Sums of bits of x; the loop ends once the sum is more than `most`."""

    def build(b, x):
        total, (ended,) = b.alloca(I64), blocks(b, 1)

        def inner(outer):
            def body(now, following):
                bit = b.and_(b.lshr(x, b.add(outer, now)), I64(1))
                b.store(b.add(b.load(total), b.mul(bit, b.add(now, I64(1)))), total)
                b.cbranch(b.icmp_signed(">", b.load(total), I64(most)), ended, following)

            return body

        def outer(now, following):
            counting(b, 3, 1, inner(now))
            b.branch(following)

        b.store(I64(0), total)
        counting(b, top, step, outer)
        b.branch(ended)
        b.position_at_end(ended)
        b.ret(b.load(total))

    def expected():
        total = 0
        for at in range(0, top, step):
            for now in range(3):
                total += (x >> at + now & 1) * (now + 1)
                if total > most:
                    return total
        return total

    assert Running(made(I64, [I64], build))(x) == expected()


@given(x=numbers(64), y=numbers(64), low=st.sampled_from(("lshr", "ashr", "and_")), by=st.integers(0, 63))
def test_checks_of_sums_differences_and_products(x, y, low, by):
    """Whatever is known of one operand, what overflows is noticed."""
    known = {"lshr": y >> by, "ashr": signed(y, 64) >> by, "and_": y & (1 << by) - 1}[low]
    for name, exact in (("sadd", int.__add__), ("ssub", int.__sub__), ("smul", int.__mul__)):

        def build(b, x, y, name=name):
            part = getattr(b, low)(y, I64((1 << by) - 1 if low == "and_" else by))
            kind = StructType((I64, I1))
            pair = b.intrinsic(f"{name}.with.overflow", [I64], kind, (x, part))
            failed, fine = blocks(b, 2)
            b.cbranch(b.extract_value(pair, 1), failed, fine)
            b.position_at_end(failed)
            b.ret(I64(7))
            b.position_at_end(fine)
            b.ret(b.extract_value(pair, 0))

        whole = exact(signed(x, 64), signed(known % 2**64, 64))
        expected = whole % 2**64 if -(2**63) <= whole < 2**63 else 7
        assert Running(made(I64, [I64, I64], build))(x, y) == expected


@given(x=numbers(64), y=numbers(64))
def test_short_ways_that_meet_again(x, y):
    """The greater of two ints, and one more where they are equal."""

    def build(b, x, y):
        found = b.alloca(I64)
        yes, no, met, same, after = blocks(b, 5)
        b.cbranch(b.icmp_unsigned(">", x, y), yes, no)
        b.position_at_end(yes)
        b.store(x, found)
        b.branch(met)
        b.position_at_end(no)
        b.store(b.add(y, I64(0)), found)
        b.branch(met)
        b.position_at_end(met)
        b.cbranch(b.icmp_unsigned("==", x, y), same, after)
        b.position_at_end(same)
        b.store(b.add(b.load(found), I64(1)), found)
        b.branch(after)
        b.position_at_end(after)
        b.ret(b.load(found))

    run = Running(made(I64, [I64, I64], build))
    assert run(x, y) == (max(x, y) + (x == y)) % 2**64 and run(x, x) == (x + 1) % 2**64


def test_lowest_bits_while_there_are_any():
    """What a test before a block says of a variable is used there, and no longer once the variable changes."""

    def build(b, x):
        start = b.block
        head, body, after = blocks(b, 3)
        left, total = b.alloca(I64), b.alloca(I64)
        b.store(x, left)
        b.store(I64(0), total)
        b.branch(head)
        b.position_at_end(head)
        b.cbranch(b.icmp_unsigned("!=", b.load(left), I64(0)), body, after)
        b.position_at_end(body)
        now = b.load(left)
        place = b.select(b.icmp_unsigned("==", now, I64(0)), I64(-1), b.cttz(now))
        b.store(b.and_(now, b.sub(now, I64(1))), left)
        rest = b.load(left)
        last = b.select(b.icmp_unsigned("==", rest, I64(0)), I64(1000), I64(0))
        counted = b.select(b.icmp_signed("<", place, I64(0)), I64(500), b.add(place, last))
        b.store(b.add(b.load(total), counted), total)
        b.branch(head)
        b.position_at_end(after)
        b.ret(b.load(total))
        assert start.ended

    run = Running(made(I64, [I64], build))
    for x in (0, 1, 6, 2**63, 2**64 - 1, 0x8001_0000_0400):
        places = [place for place in range(64) if x >> place & 1]
        assert run(x) == sum(places) + 1000 * bool(places)


@given(x=st.integers(0, 50), times=st.integers(1, 30))
def test_a_loop_with_two_ways_in(x, times):
    wanted = x
    for step in range(times):
        wanted = 3 * wanted if (x + step) % 2 else wanted + 1
    run = looping()
    assert run(x, times) == (wanted + x % 2) % 2**64


@cache
def looping():
    return Running(made(I64, [I64, I64], two_ways_in))


MOST_BLOCKS, FUEL = 7, 60
GRAPHS = st.integers(1, MOST_BLOCKS).flatmap(
    lambda n: st.lists(st.tuples(*[st.integers(0, n - 1)] * 2, st.integers(0, 9)), min_size=n, max_size=n)
)


def walked(graph, x, width):
    """What a walk gives: each block changes a number, of which a bit says where to go on."""
    total, at = x, 0
    for _ in range(FUEL):
        yes, no, factor = graph[at]
        total = ((total * factor + x * 3) ^ total >> 7) % 2**width
        at = yes if total >> factor & 1 else no
    return (total + (x ^ 5)) % 2**width


@pytest.mark.parametrize("width", (64, 192))
@pytest.mark.parametrize("with_phis", (False, True), ids=["variables", "values"])
@given(graph=GRAPHS, x=numbers(64))
@settings(max_examples=40)
def test_control_of_any_shape(with_phis, width, graph, x):
    """Most of these graphs have loops with several ways in."""
    kind = integer(width)

    def build(b, x):
        start, (ended, *all_) = b.block, blocks(b, 1 + len(graph))
        early, late = b.mul(x, kind(3)), b.xor(x, kind(5))
        kinds = kind, I64
        kept = [b.alloca(each) for each in kinds]
        for place, value in zip(kept, (x, I64(FUEL))):
            b.store(value, place)
        b.branch(all_[0])
        heads = [[Builder(b.module, block).phi(each) for each in kinds] for block in all_ if with_phis]
        for phi, value in zip(heads[0] if heads else (), (x, I64(FUEL))):
            phi.add_incoming(value, start)
        b.position_at_end(ended)
        last = b.phi(kind)
        b.ret(b.add(last, late))
        for number, (yes, no, factor) in enumerate(graph):
            b.position_at_end(all_[number])
            total, fuel = heads[number] if heads else [b.load(place) for place in kept]
            total = b.xor(b.add(b.mul(total, kind(factor)), early), b.lshr(total, kind(7)))
            fuel = b.sub(fuel, I64(1))
            for place, value in zip(kept, (total, fuel)):
                b.store(value, place)
            (go_on,) = blocks(b, 1)
            last.add_incoming(total, b.block)
            b.cbranch(b.icmp_unsigned("==", fuel, I64(0)), ended, go_on)
            b.position_at_end(go_on)
            for to in {yes, no} if heads else ():
                for phi, value in zip(heads[to], (total, fuel)):
                    phi.add_incoming(value, go_on)
            odd = b.trunc(b.lshr(total, kind(factor)), I1)
            b.branch(all_[yes]) if yes == no else b.cbranch(odd, all_[yes], all_[no])

    assert Running(made(kind, [kind], build))(x) == walked(graph, x, width)


# ---- calls


def halved(module, extra=0):
    """A function that fails for odd numbers, and takes that many instructions more."""
    both = StructType([I64, I1])
    function = module.function("half", both, [I64], internal=True)
    function.promised = 64
    b = Builder(module, function.append_block())
    (x,) = function.args
    good, bad = blocks(b, 2)
    for _ in range(extra):
        x = b.add(b.xor(x, function.args[0]), function.args[0])
    b.cbranch(b.trunc(function.args[0], I1), bad, good)
    b.position_at_end(bad)
    b.ret(b.insert_value(both.undefined(), I1(1), 1))
    b.position_at_end(good)
    half = b.lshr(function.args[0], I64(1))
    b.ret(b.insert_value(b.insert_value(both.undefined(), half, 0), I1(0), 1))
    return function


@pytest.mark.parametrize("extra", (0, 300), ids=["written out", "called"])
def test_what_fails_in_a_call_goes_on_where_that_leads(extra):
    def calling(module):
        half = halved(module, extra)
        both = half.result
        twice = module.function("twice", both, [I64], internal=True)
        twice.promised = 256
        b = Builder(module, twice.append_block())
        given = twice.args[0]
        good, bad = None, blocks(b, 1)[0]
        for _ in range(2):
            found = b.call(half, [given])
            (good,) = blocks(b, 1)
            b.cbranch(b.extract_value(found, 1), bad, good)
            b.position_at_end(good)
            given = b.extract_value(found, 0)
        b.ret(b.insert_value(b.insert_value(both.undefined(), given, 0), I1(0), 1))
        b.position_at_end(bad)
        b.ret(b.insert_value(both.undefined(), I1(1), 1))
        return twice

    def build(b, x, twice):
        found = b.call(twice, [x])
        b.ret(b.select(b.extract_value(found, 1), I64(-1), b.extract_value(found, 0)))

    module = made(I64, [I64], build, calling)
    run = Running(module)
    assert [run(n) for n in range(13)] == [n // 4 if n % 4 == 0 else 2**64 - 1 for n in range(13)]


def test_floats_are_those_of_python():
    def build(b, x, y):
        quotient = b.fdiv(b.fadd(x, y), b.fsub(x, F64(0.5)))
        floor = b.intrinsic("floor", [F64], F64, [quotient])
        b.ret(b.select(b.fcmp_unordered("!=", floor, x), b.fneg(floor), y))

    run = Running(made(F64, [F64, F64], build))
    for x, y in ((1.0, 2.5), (0.1, 0.2), (-3.75, 1e300), (2.0, 1.0)):
        floor = float((x + y) / (x - 0.5) // 1)
        assert run(x, y) == (-floor if floor != x else y)


def test_what_is_not_known_is_refused():
    def build(b, place):
        b.ret(b.atomic_rmw("umax", b.cast(place, I64), I64(3), "seq_cst"))

    with pytest.raises(Refused, match="the instruction atomicrmw cannot be written as WebAssembly"):
        write(made(I64, [BYTES], build), base)


def test_an_unknown_function_is_refused():
    def build(b, x):
        outside = b.module.function("elsewhere", I64, [I64])
        b.ret(b.call(outside, [x]))

    with pytest.raises(Refused, match="a call of elsewhere"):
        write(made(I64, [I64], build), base)


def test_the_same_code_gives_the_same_bytes():
    first, second = (write(made(I64, [I64, I64], two_ways_in), base).code for _ in range(2))
    assert first == second
