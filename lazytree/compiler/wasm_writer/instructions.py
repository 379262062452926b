"""What each instruction is in WebAssembly.

Ints of fewer bits than their local lie in it with zeros above.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..codegen.text import BINARY, CONVERSIONS, I1, I64, Data, Instruction, Kind, StructType, VectorType
from . import encoding as wasm
from . import wide_ints
from .functions import unknown
from .writing import MEMORY, Writer, bits, bytes_of, of_number, parts_of

WORDS = 8, 16, 32, 64


# ---- memory


def load(w: Writer, i: Instruction) -> None:
    """A value of memory, or of a variable that is a local."""
    assert i.result is not None
    (place,), kind = i.given, i.result.type
    if place.text in w.slots:
        w.read.add(place.text)
        return w.define(i.result, [wasm.get(number) for number in w.slots[place.text]])
    if w.number(i.result) is not None:
        return w.define(i.result, ())
    several = len(parts_of(kind)) > 1
    base, offset = steady_address(w, place) if several else w.address(place)
    w.read.add(MEMORY)
    return w.define(i.result, [base + read for read in reads_of(kind, offset)])


def reads_of(kind: Kind, offset: int) -> list[bytes]:
    """What reads the parts of a value, so far from an address that is pushed."""
    if isinstance(kind, VectorType):  # what lies beyond its end is masked away
        return [wasm.vector_at(0, offset + 16 * part) for part in range(len(parts_of(kind)))]
    if kind.text == "double":
        return [wasm.at(0x2B, offset)]
    size = 8 * bytes_of(kind)
    if size in WORDS:
        return [wasm.at(wasm.LOADS[size], offset)]
    if size > 64:
        return [wasm.at(wasm.LOADS[64], offset + at) for at in range(0, size // 8, 8)]
    raise unknown(f"reading a value of the type {kind.text}")


def load_in_bytes(w: Writer, i: Instruction) -> None:
    """An int of 3, 5, 6 or 7 bytes, else as any other."""
    assert i.result is not None
    size = bytes_of(i.result.type) if bits(i.result.type) else 8
    if size > 8 or 8 * size in WORDS or i.given[0].text in w.slots:
        return load(w, i)
    base, offset = steady_address(w, i.given[0])
    code, done = b"", 0
    for step, read in ((4, 0x35), (2, 0x33), (1, 0x31)):
        while size - done >= step:
            part = base + wasm.at(read, offset + done)
            code = code + part + wasm.i64(8 * done) + wasm.SHL + wasm.OR if done else part
            done += step
    w.read.add(MEMORY)
    return w.define(i.result, [code if bits(i.result.type) > 32 else code + wasm.WRAP])


def store(w: Writer, i: Instruction) -> None:
    """Writes a value to memory, or to a variable that is a local."""
    value, place = i.given
    if place.text in w.slots:
        codes = w.use(value)
        w.settle_all(place.text)
        w.out += b"".join(codes) + b"".join(map(wasm.put, reversed(w.slots[place.text])))
        return
    kind = value.type
    size = 64 if kind.text == "double" else 8 * bytes_of(kind)
    if (size not in WORDS and size < 64) or isinstance(kind, VectorType):
        raise unknown(f"writing a value of the type {kind.text}")
    codes = w.steady(value) if size > 64 else w.use(value)
    base, offset = steady_address(w, place) if size > 64 else w.address(place)
    w.settle_all(MEMORY)
    code = 0x39 if kind.text == "double" else wasm.STORES[min(size, 64)]
    for part, each in enumerate(codes):
        w.out += base + each + wasm.at(code, offset + 8 * part)


def getelementptr(w: Writer, i: Instruction) -> None:
    """An address that many values further; what is known of it is left to the loads and stores."""
    assert i.result is not None
    place, *indices = i.given
    kind = i.more
    if len(indices) == 2:
        if w.number(indices[0]) != 0:
            raise unknown("an address of an array of arrays")
        kind = kind.element
    index, size = indices[-1], bytes_of(kind)
    known = w.number(index)
    if known is not None:
        known = known - (1 << bits(index.type)) if known >> bits(index.type) - 1 == 1 else known
        base, offset = steady_address(w, place)
        offset += known * size
        if offset >= 0 and i.result.text not in w.fixed:
            w.places[i.result.text] = base, offset
            return None
        return w.define(i.result, [base + wasm.i32(offset) + wasm.ADD32])
    base, offset = w.address(place)
    code = w.one(index)
    code = wasm.wrapped(code) if bits(index.type) > 32 else wasm.with_sign(code, bits(index.type))
    if size & size - 1:
        code += wasm.i32(size) + wasm.MUL32
    elif size > 1:
        code += wasm.i32(size.bit_length() - 1) + wasm.SHL32
    if base == wasm.i32(0) and i.result.text not in w.fixed:  # in a constant: where it lies is what is added
        w.places[i.result.text] = w.kept(code, wasm.INT32), offset
        return None
    return w.define(i.result, [base + code + wasm.ADD32 + (wasm.i32(offset) + wasm.ADD32 if offset else b"")])


def atomicrmw(w: Writer, i: Instruction) -> None:
    """There is one thread."""
    place, new = i.given
    if i.result is None or new.type is not I64 or i.more not in ("add", "xchg"):
        raise unknown(f"the change `{i.more}` of memory")
    (added,) = w.steady(new)
    base, offset = steady_address(w, place)
    w.settle_all(MEMORY)
    before = w.kept(base + wasm.at(0x29, offset), wasm.INT64)
    w.out += base + (before + added + wasm.ADD if i.more == "add" else added) + wasm.at(0x37, offset)
    w.define(i.result, [before])


# ---- values of several parts


def part_places(kind: StructType, place: int) -> tuple[int, int]:
    """From where to where the parts of an item lie among those of the whole."""
    start = sum(len(parts_of(each)) for each in kind.elements[:place])
    return start, start + len(parts_of(kind.elements[place]))


def extractvalue(w: Writer, i: Instruction) -> None:
    """Some parts of those of the whole."""
    assert i.result is not None
    start, end = part_places(i.given[0].type, i.more)
    codes = w.steady(i.given[0])[start:end]
    if i.result.type is I1 and codes[0] in (wasm.i32(0), wasm.i32(1)):
        w.numbers[i.result.text] = codes[0][1]
    w.define(i.result, codes)


def insertvalue(w: Writer, i: Instruction) -> None:
    """The parts of the whole, some exchanged."""
    assert i.result is not None
    whole, part = i.given
    codes = list(w.steady(whole))
    start, end = part_places(whole.type, i.more)
    codes[start:end] = w.steady(part)
    w.define(i.result, codes)


def select(w: Writer, i: Instruction) -> None:
    """One of two values."""
    assert i.result is not None
    test, one, other = i.given
    known = w.number(test)
    if known is not None:
        chosen = one if known else other
        return w.define(i.result, w.use(chosen))
    if len(parts_of(one.type)) == 1:
        return w.define(i.result, [w.one(one) + w.one(other) + w.one(test) + wasm.SELECT])
    (code,), a, b = w.steady(test), w.steady(one), w.steady(other)
    return w.define(i.result, [x + y + code + wasm.SELECT for x, y in zip(a, b)])


# ---- numbers


def binary(w: Writer, i: Instruction) -> None:
    """Arithmetic, shifts, and operations on bits."""
    assert i.result is not None
    op, (x, y), width = i.op, i.given, bits(i.given[0].type)
    if width > 64:
        return w.define(i.result, wide_ints.binary(w, i))
    if op in wasm.FLOATS:
        return w.define(i.result, [w.one(x) + w.one(y) + bytes([wasm.FLOATS[op]])])
    if width == 1:
        if op == "xor" and w.number(y) is not None:
            return w.define(i.result, [w.one(x) + wasm.ZERO32] if (w.number(y) or 0) & 1 else w.use(x))
        for one, other in ((x, y), (y, x)):
            if op == "and" and (known := w.number(one)) is not None and known & 1:
                return w.define(i.result, w.use(other))
    if width not in (32, 64) and op not in ("and", "or", "xor", "lshr", "add", "sub", "mul", "shl"):
        raise unknown(f"the operation {op} of {width} bits")
    if op in ("add", "sub", "or", "xor", "shl", "lshr") and w.number(y) == 0:
        return w.define(i.result, w.use(x))
    if op in ("add", "or", "xor") and w.number(x) == 0:
        return w.define(i.result, w.use(y))
    code = w.one(x) + w.one(y) + bytes([(wasm.INTS64 if width > 32 else wasm.INTS32)[op]])
    return w.define(i.result, [code if op in ("and", "or", "xor", "lshr") else wasm.masked(code, width)])


def icmp(w: Writer, i: Instruction) -> None:
    """A comparison of ints, of addresses, or of all cells of vectors."""
    assert i.result is not None
    (x, y), how, kind = i.given, i.more, i.given[0].type
    if isinstance(kind, VectorType):
        return w.define(i.result, bits_compared(w, how, x, y))
    width, is_zero = bits(kind), w.number(y) == 0
    if is_zero and how in ("eq", "ne") and x.text in w.nonzero[w.label]:
        w.numbers[i.result.text] = int(how == "ne")
    if w.number(i.result) is not None:
        return w.define(i.result, ())
    if width > 64:
        return w.define(i.result, [wide_ints.compared(how, w.steady(x), w.steady(y))])
    if how == "eq" and w.number(y) == 0:
        return w.define(i.result, [w.one(x) + (wasm.ZERO64 if width > 32 else wasm.ZERO32)])
    a, b = w.one(x), w.one(y)
    if how[0] == "s":
        a, b = wasm.with_sign(a, width), wasm.with_sign(b, width)
    return w.define(i.result, [a + b + bytes([(wasm.COMPARED64 if width > 32 else wasm.COMPARED32)[how]])])


def fcmp(w: Writer, i: Instruction) -> None:
    """A comparison of floats."""
    assert i.result is not None
    x, y = i.given
    if i.more in wasm.COMPARED_FLOATS:
        return w.define(i.result, [w.one(x) + w.one(y) + bytes([wasm.COMPARED_FLOATS[i.more]])])
    (a,), (b,) = w.steady(x), w.steady(y)
    if i.more == "ord":
        return w.define(i.result, [a + a + b"\x61" + b + b + b"\x61" + wasm.AND32])
    if i.more == "one":
        return w.define(i.result, [a + b + b"\x63" + a + b + b"\x64" + wasm.OR32])
    raise unknown(f"the comparison {i.more} of floats")


def fneg(w: Writer, i: Instruction) -> None:
    """The float with the other sign."""
    assert i.result is not None
    w.define(i.result, [w.one(i.given[0]) + b"\x9a"])


def convert(w: Writer, i: Instruction) -> None:
    """A value as one of another type."""
    assert i.result is not None
    op, x, kind, result = i.op, i.given[0], i.result.type, i.result
    have, want = bits(x.type), bits(kind)
    if op in ("sext", "zext", "trunc"):
        known = w.number(x)
        if known is not None:
            known &= (1 << have) - 1
            known -= 1 << have if op == "sext" and known >> have - 1 else 0
            w.numbers[result.text] = known & (1 << want) - 1
            return w.define(result, of_number(known, kind))
        if have > 64 or want > 64:
            return w.define(result, wide_ints.resized(w, x, kind, op == "sext"))
        code = w.one(x)
        if op == "trunc":
            return w.define(result, [wasm.masked(wasm.wrapped(code) if have > 32 >= want else code, want)])
        if want > 32:
            code = wasm.widened(code, have, op == "sext")
        elif op == "sext":
            code = wasm.with_sign(code, have)
        return w.define(result, [wasm.masked(code, want) if op == "sext" else code])
    if op == "bitcast":
        return bitcast(w, x, result)
    if op in ("sitofp", "uitofp") and have <= 64:
        code = wasm.widened(w.one(x), have, op == "sitofp")
        return w.define(result, [code + (b"\xb9" if op == "sitofp" else b"\xba")])
    if op == "fptosi" and want == 64:
        return w.define(result, [w.one(x) + wasm.TO_INT])
    if op == "ptrtoint" and want == 64:
        return w.define(result, [w.one(x) + wasm.EXTENDU])
    if op == "inttoptr" and have == 64:
        return w.define(result, [wasm.wrapped(w.one(x))])
    raise unknown(f"{op} of {x.type.text} to {kind.text}")


def bitcast(w: Writer, x: Data, result: Data) -> None:
    """The same bits as another type: of a vector of truths, which is an int already, an int."""
    if isinstance(x.type, VectorType) and x.type.cell is I1:
        return w.define(result, w.use(x))
    kinds = {x.type.text, result.type.text}
    if kinds != {"i64", "double"}:
        raise unknown(f"bitcast of {x.type.text} to {result.type.text}")
    return w.define(result, [w.one(x) + (b"\xbd" if bits(result.type) else b"\xbf")])


# ---- vectors: cells that are compared together


class Lanes:
    """The operations on vectors of ints of some bits."""

    def __init__(self, splat: int, compared: Sequence[int], together: int) -> None:
        self.splat, self.together = splat, together
        self.compared = dict(zip(("eq", "ne", "slt", "sgt", "sle", "sge"), compared))


VECTORS = {
    8: Lanes(15, (35, 36, 37, 39, 41, 43), 100),
    16: Lanes(16, (45, 46, 47, 49, 51, 53), 132),
    32: Lanes(17, (55, 56, 57, 59, 61, 63), 164),
    64: Lanes(18, (214, 215, 216, 217, 218, 219), 196),
}


def insertelement(w: Writer, i: Instruction) -> None:
    """A vector all of whose cells are this one, for `shufflevector`."""
    assert i.result is not None
    whole, part, place = i.given
    user = w.user.get(i.result.text)
    if whole.text != "undef" or w.number(place) != 0 or user is None or user.op != "shufflevector":
        raise unknown("an item of a vector")
    (code,) = w.steady(part)
    splat = w.kept(code + wasm.vector(VECTORS[bits(part.type)].splat), wasm.VECTOR)
    w.define(i.result, [splat] * len(parts_of(i.result.type)))


def shufflevector(w: Writer, i: Instruction) -> None:
    """A vector all of whose cells are the first one of another, which `insertelement` made."""
    assert i.result is not None
    one, other, order = i.given
    if other.text != "undef" or order.text != "zeroinitializer":
        raise unknown("items of vectors in another order")
    w.define(i.result, w.use(one))


def bits_compared(w: Writer, how: str, x: Data, y: Data) -> list[bytes]:
    """An int with a bit for each cell of two vectors: whether they compare so."""
    count, cell = x.type.count, x.type.cell.width
    lanes, long = 128 // cell, count > 32
    compared, together = wasm.vector(VECTORS[cell].compared[how]), wasm.vector(VECTORS[cell].together)
    words = [b""] * -(-count // 64)
    for number, (one, other) in enumerate(zip(w.use(x), w.use(y))):
        start, left = number * lanes, count - number * lanes
        code = one + other + compared + together
        if left < lanes:
            code += wasm.i32((1 << left) - 1) + wasm.AND32
        code += wasm.EXTENDU if long else b""
        if shift := start % 64:
            code += wasm.i64(shift) + wasm.SHL if long else wasm.i32(shift) + wasm.SHL32
            code += wasm.OR if long else wasm.OR32
        words[start // 64] += code
    return words


# ---- calls


def call(w: Writer, i: Instruction) -> None:
    """A call of a function of the module, of the host, or of one that LLVM has itself."""
    name = i.more.name
    if name.startswith("llvm."):
        own = name.split(".")[1]
        if own not in INTRINSICS:
            raise unknown(f"the function {name}")
        return INTRINSICS[own](w, i)
    codes = [code for each in i.given for code in w.use(each)]
    if name == "memcmp":
        codes[2] = wasm.wrapped(codes[2])
    code = w.module.call(name)
    w.settle_all(MEMORY)
    return w.pushed(i.result, b"".join(codes) + code)


def stacksave(w: Writer, i: Instruction) -> None:
    """How far down the stack reaches, with the function's own frame."""
    assert i.result is not None
    w.pushed(i.result, wasm.STACK)


def overflowing(w: Writer, i: Instruction) -> None:
    """A sum, difference or product of 64 bits, and whether it overflows."""
    assert i.result is not None
    name, (x, y) = i.more.name.split(".")[1], i.given
    (a,), (b,), (low, high) = w.steady(x), w.steady(y), w.ranges.of(y)
    total = w.kept(a + b + {"sadd": wasm.ADD, "ssub": wasm.SUB, "smul": wasm.MUL}[name], wasm.INT64)
    least, most = w.ranges.of_result(i)
    if least >= -(2**63) and most < 2**63:
        over = wasm.i32(0)
    elif name == "smul":
        half = [wasm.i64(2**31) + wasm.ADD] * 2
        small = a + half[0] + (b"" if a == b else b + half[1] + wasm.OR) + wasm.i64(2**32) + wasm.LTU
        far = a + b + w.module.call("far product")
        over = small + wasm.IF32 + wasm.i32(0) + wasm.ELSE + far + wasm.END
    elif low >= 0 or high <= 0:  # a sum goes the wrong way
        over = total + a + (wasm.GT if (high <= 0) == (name == "sadd") else wasm.LT)
    else:
        first = a + total + wasm.XOR if name == "sadd" else a + b + wasm.XOR
        second = b + total + wasm.XOR if name == "sadd" else a + total + wasm.XOR
        over = first + second + wasm.AND + wasm.i64(0) + wasm.LT
    w.define(i.result, [total, over if over == wasm.i32(0) else w.kept(over, wasm.INT32)])


COUNTING = {"ctlz": b"\x79", "cttz": b"\x7a", "ctpop": b"\x7b"}


def counted(w: Writer, i: Instruction) -> None:
    """How many bits are 1, or are 0 at an end."""
    assert i.result is not None
    name, x = i.more.name.split(".")[1], i.given[0]
    code, width = COUNTING[name], bits(x.type)
    if width == 64:
        return w.define(i.result, [w.one(x) + code])
    if width % 64 or width < 64:
        raise unknown(f"{name} of {width} bits")
    return w.define(i.result, wide_ints.counted(name, code, w.steady(x)))


def of_floats(w: Writer, i: Instruction) -> None:
    """A function of floats that WebAssembly has."""
    assert i.result is not None
    code = bytes([wasm.OF_FLOATS[i.more.name.split(".")[1]]])
    w.define(i.result, [b"".join(w.one(each) for each in i.given) + code])


INLINE = 256
"""Bytes that are copied or cleared by single instructions."""


def copied(w: Writer, i: Instruction) -> None:
    """Copies bytes. A few are read and written one piece after another: they never overlap, but in `memmove`."""
    to, source, size = i.given[:3]
    known = w.number(size)
    if known is None or known > INLINE or ".memmove." in i.more.name:
        codes = w.one(to) + w.one(source) + wasm.wrapped(w.one(size)) + wasm.COPY
        w.settle_all(MEMORY)
        w.out += codes
        return
    (target, there), (base, here) = steady_address(w, to), steady_address(w, source)
    w.settle_all(MEMORY)
    for at, step in steps_of(known):
        read = wasm.vector_at(0, here + at) if step == 16 else wasm.at(wasm.LOADS[8 * step], here + at)
        write = wasm.vector_at(11, there + at) if step == 16 else wasm.at(wasm.STORES[8 * step], there + at)
        w.out += target + base + read + write


def filled(w: Writer, i: Instruction) -> None:
    """Fills bytes; a few zeros are written one piece after another."""
    to, value, size = i.given[:3]
    known = w.number(size)
    if known is None or known > INLINE or w.number(value) != 0:
        codes = w.one(to) + w.one(value) + wasm.wrapped(w.one(size)) + wasm.FILL
        w.settle_all(MEMORY)
        w.out += codes
        return
    target, there = steady_address(w, to)
    w.settle_all(MEMORY)
    for at, step in steps_of(known):
        zero = wasm.ZERO[{16: wasm.VECTOR, 8: wasm.INT64}.get(step, wasm.INT32)]
        write = wasm.vector_at(11, there + at) if step == 16 else wasm.at(wasm.STORES[8 * step], there + at)
        w.out += target + zero + write


def steady_address(w: Writer, place: Data) -> tuple[bytes, int]:
    """An address that may be written again."""
    if place.text in w.waiting:
        w.settle(place.text)
    base, offset = w.address(place)
    return base if wasm.is_steady(base) else w.kept(base, wasm.INT32), offset


def steps_of(size: int) -> list[tuple[int, int]]:
    """Pieces of 16, 8, 4, 2 and 1 bytes that make up a number of bytes: where each begins, and its size.

    >>> steps_of(27)
    [(0, 16), (16, 8), (24, 2), (26, 1)]
    """
    found, at = list[tuple[int, int]](), 0
    for step in (16, 8, 4, 2, 1):
        while size - at >= step:
            found.append((at, step))
            at += step
    return found


INTRINSICS: dict[str, Callable[[Writer, Instruction], None]] = {
    "stacksave": stacksave,
    **dict.fromkeys(("sadd", "ssub", "smul"), overflowing),
    **dict.fromkeys(COUNTING, counted),
    **dict.fromkeys(wasm.OF_FLOATS, of_floats),
    **dict.fromkeys(("memcpy", "memmove"), copied),
    "memset": filled,
}
WRITERS: dict[str, Callable[[Writer, Instruction], None]] = {
    **dict.fromkeys(BINARY, binary),
    **dict.fromkeys(CONVERSIONS, convert),
    "load": load_in_bytes,
    "load atomic": load,
    **{each.__name__: each for each in (store, atomicrmw, getelementptr, extractvalue, insertvalue, select)},
    **{each.__name__: each for each in (icmp, fcmp, fneg, call, insertelement, shufflevector)},
}
