"""What each instruction is in WebAssembly: what pushes the parts of its result.

Ints of fewer bits than their local lie in it with zeros above.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..codegen.text import BINARY, CONVERSIONS, Instruction, Kind, StructType
from . import encoding as wasm
from . import wide_ints
from .functions import unknown
from .writing import Codes, Writer, bits, bytes_of, parts_of

# ---- memory


def load(w: Writer, i: Instruction, kind: Any) -> Codes:
    """A value of memory."""
    (place,), pieces = i.given, pieces_of(kind)
    base, offset = w.steady_address(place) if len(pieces) > 1 else w.address(place)
    w.reads = True
    return [base + piece.load + wasm.unsigned(offset + at) for at, piece in pieces]


def store(w: Writer, i: Instruction, _: Any) -> None:
    """Writes a value to memory."""
    value, place = i.given
    pieces = pieces_of(value.type)
    codes = w.steady(value) if len(pieces) > 1 else w.use(value)
    base, offset = w.steady_address(place) if len(pieces) > 1 else w.address(place)
    w.settle_all(readers=True)
    for code, (at, piece) in zip(codes, pieces):
        w.out.append(base + code + piece.store + wasm.unsigned(offset + at))


def pieces_of(kind: Kind) -> list[tuple[int, wasm.Piece]]:
    """How far from its beginning each part of a value lies, and what is read there."""
    if kind.text == "double":
        return [(0, wasm.DOUBLE)]
    size = bytes_of(kind)
    if size not in wasm.PIECES and size < 8:
        raise unknown(f"memory for a value of the type {kind.text}")
    return [(at, wasm.PIECES[min(size, 8)]) for at in range(0, size, 8)]


def getelementptr(w: Writer, i: Instruction, _: Any) -> Codes | None:
    """An address that many values further; what is known of it is left to the loads and stores."""
    assert i.result is not None
    place, *indices = i.given
    kind = i.more
    if len(indices) == 2:
        if w.number(indices[0]) != 0:
            raise unknown("an address of an array of arrays")
        kind = kind.element
    index, size = indices[-1], bytes_of(kind)
    if (known := w.number(index)) is not None:
        base, offset = w.steady_address(place)
        offset += known * size
        if offset < 0:
            return [base + wasm.i32(offset) + wasm.ADD32]
        w.places[i.result.text] = base, offset
        return None
    base, offset = w.address(place)
    code = w.one(index)
    code = wasm.wrapped(code) if bits(index.type) > 32 else wasm.with_sign(code, bits(index.type))
    if size & size - 1:
        code += wasm.i32(size) + wasm.MUL32
    elif size > 1:
        code += wasm.i32(size.bit_length() - 1) + wasm.SHL32
    if base == wasm.i32(0):  # in a constant: where it lies is what is added
        w.places[i.result.text] = w.kept(code, wasm.INT32), offset
        return None
    return [base + code + wasm.ADD32 + (wasm.i32(offset) + wasm.ADD32 if offset else b"")]


INLINE = 256  # bytes that are copied or cleared by single instructions


def bytes_put(w: Writer, i: Instruction, _: Any) -> None:
    """Copies or fills bytes. A few are written one piece after another: they never overlap, but in `memmove`."""
    to, source, size = i.given[:3]
    is_copy, known = ".memset." not in i.more.name, w.number(size)
    if known is None or known > INLINE or ".memmove." in i.more.name or not (is_copy or w.number(source) == 0):
        codes = w.one(to) + w.one(source) + wasm.wrapped(w.one(size)) + (wasm.COPY if is_copy else wasm.FILL)
        w.settle_all(readers=True)
        w.out.append(codes)
        return
    (target, there), (base, here) = w.steady_address(to), w.steady_address(source) if is_copy else (b"", 0)
    w.settle_all(readers=True)
    for at, step in steps_of(known):
        piece = wasm.PIECES[step]
        w.out.append(target + (base + piece.load + wasm.unsigned(here + at) if is_copy else wasm.ZERO[piece.kind]))
        w.out.append(piece.store + wasm.unsigned(there + at))


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


# ---- values of several parts


def extractvalue(w: Writer, i: Instruction, _: Any) -> Codes:
    """Some parts of those of the whole."""
    return w.steady(i.given[0])[part_places(i.given[0].type, i.more)]


def insertvalue(w: Writer, i: Instruction, kind: Any) -> Codes:
    """The parts of the whole, some exchanged."""
    whole, part = i.given
    codes = list(w.steady(whole))
    codes[part_places(kind, i.more)] = w.steady(part)
    return codes


def part_places(kind: StructType, place: int) -> slice:
    """Where the parts of an item lie among those of the whole."""
    start = sum(len(parts_of(each)) for each in kind.elements[:place])
    return slice(start, start + len(parts_of(kind.elements[place])))


def select(w: Writer, i: Instruction, kind: Any) -> Codes:
    """One of two values."""
    test, one, other = i.given
    if (known := w.number(test)) is not None:
        return w.use(one if known else other)
    if len(parts_of(kind)) == 1:
        return [w.one(one) + w.one(other) + w.one(test) + wasm.SELECT]
    (code,), a, b = w.steady(test), w.steady(one), w.steady(other)
    return [x if x == y else x + y + code + wasm.SELECT for x, y in zip(a, b)]


# ---- numbers

NEUTRAL = {**dict.fromkeys(("add", "sub", "or", "xor", "shl", "lshr", "ashr"), 0), "and": -1}
"""Numbers that change nothing on the right; on the left as well of the operations that are BOTH_WAYS."""
BOTH_WAYS = "add", "or", "xor", "and"
OF_ANY_WIDTH = "and", "or", "xor", "lshr", "add", "sub", "mul", "shl"


def binary(w: Writer, i: Instruction, kind: Any) -> Codes:
    """Arithmetic, shifts, and operations on bits."""
    op, (x, y), width = i.op, i.given, bits(kind)
    if width > 64:
        return wide_ints.binary(w, i)
    if width not in (32, 64) and op not in OF_ANY_WIDTH:
        raise unknown(f"the operation {op} of {width} bits")
    if op in NEUTRAL and w.number(y) == NEUTRAL[op]:
        return w.use(x)
    if op in BOTH_WAYS and w.number(x) == NEUTRAL[op]:
        return w.use(y)
    if width == 1 and op == "xor" and w.number(y) == 1:
        return [w.one(x) + wasm.ZERO32]
    code = w.one(x) + w.one(y) + bytes([(wasm.INTS64 if width > 32 else wasm.INTS32)[op]])
    return [code if op in ("and", "or", "xor", "lshr") else wasm.masked(code, width)]


def icmp(w: Writer, i: Instruction, _: Any) -> Codes:
    """A comparison of ints, or of addresses."""
    assert i.result is not None
    (x, y), how, kind = i.given, i.more, i.given[0].type
    width = bits(kind)
    if how in ("eq", "ne") and w.number(y) == 0 and w.is_not_0(x):
        w.ranges.known[i.result.text] = (int(how == "ne"),) * 2
        return [wasm.i32(how == "ne")]
    if width > 64:
        return [wide_ints.compared(how, w.steady(x), w.steady(y))]
    if how == "eq" and w.number(y) == 0:
        return [w.one(x) + (wasm.ZERO64 if width > 32 else wasm.ZERO32)]
    a, b = w.one(x), w.one(y)
    if how[0] == "s":
        a, b = wasm.with_sign(a, width), wasm.with_sign(b, width)
    return [a + b + bytes([(wasm.COMPARED64 if width > 32 else wasm.COMPARED32)[how]])]


def of_floats(w: Writer, i: Instruction, _: Any) -> Codes:
    """What WebAssembly has for floats: operations, comparisons, functions."""
    name = i.more if i.op == "fcmp" else i.more.name.split(".")[1] if i.op == "call" else i.op
    if name not in wasm.FLOATS:
        raise unknown(f"`{name}` of floats")
    return [b"".join(w.one(each) for each in i.given) + bytes([wasm.FLOATS[name]])]


def resized(w: Writer, i: Instruction, kind: Any) -> Codes:
    """An int with more bits, or with fewer."""
    (x,), is_signed = i.given, i.op == "sext"
    have, want = bits(x.type), bits(kind)
    if max(have, want) > 64:
        return wide_ints.resized(w, x, kind, is_signed)
    code = w.one(x)
    if want < have:
        return [wasm.masked(wasm.wrapped(code) if have > 32 >= want else code, want)]
    if want > 32:
        code = wasm.widened(code, have, is_signed)
    elif is_signed:
        code = wasm.with_sign(code, have)
    return [wasm.masked(code, want) if is_signed else code]


CONVERTED = {
    ("sitofp", "double"): b"\xb9",
    ("uitofp", "double"): b"\xba",
    ("bitcast", "double"): b"\xbf",
    ("bitcast", "i64"): b"\xbd",
    ("fptosi", "i64"): wasm.TO_INT,
    ("ptrtoint", "i64"): wasm.EXTENDU,
    ("inttoptr", "ptr"): wasm.WRAP,
}
"""What makes a value of a type: of a double, of an address, or of an int of 64 bits."""


def converted(w: Writer, i: Instruction, kind: Any) -> Codes:
    """A value as one of another type."""
    (x,), code = i.given, CONVERTED.get((i.op, kind.text))
    if code is None or bits(x.type) > 64:
        raise unknown(f"{i.op} of {x.type.text} to {kind.text}")
    given = wasm.widened(w.one(x), bits(x.type), i.op[0] != "u") if bits(x.type) else w.one(x)
    return [wasm.wrapped(given) if code == wasm.WRAP else given + code]


def overflowing(w: Writer, i: Instruction, _: Any) -> Codes:
    """A sum, difference or product of 64 bits, and whether it overflows."""
    name, (x, y) = i.more.name.split(".")[1], i.given
    (a,), (b,), (low, high) = w.steady(x), w.steady(y), w.ranges.of(y)
    total = w.kept(a + b + bytes([wasm.INTS64[name[1:]]]), wasm.INT64)
    least, most = w.ranges.of_result(i)
    if least >= -(2**63) and most < 2**63:
        return [total, wasm.i32(0)]
    if name == "smul":
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
    return [total, w.kept(over, wasm.INT32)]


COUNTING = {"ctlz": b"\x79", "cttz": b"\x7a", "ctpop": b"\x7b"}


def counted(w: Writer, i: Instruction, kind: Any) -> Codes:
    """How many bits are 1, or are 0 at an end."""
    name, x = i.more.name.split(".")[1], i.given[0]
    if bits(kind) % 64:
        raise unknown(f"{name} of {bits(kind)} bits")
    return wide_ints.counted(name, COUNTING[name], w.steady(x) if bits(kind) > 64 else w.use(x))


# ---- calls


def call(w: Writer, i: Instruction, kind: Any) -> Codes | None:
    """A call of a function of the module, of the host, or of one that LLVM has itself."""
    name = i.more.name
    if name.startswith("llvm."):
        own = name.split(".")[1]
        if own not in INTRINSICS:
            raise unknown(f"the function {name}")
        return INTRINSICS[own](w, i, kind)
    codes = [code for each in i.given for code in w.use(each)]
    if name == "memcmp":
        codes[2] = wasm.wrapped(codes[2])
    code = w.module.call(name)
    w.settle_all(readers=True)
    return w.pushed(b"".join(codes) + code, kind)


def stacksave(w: Writer, _: Instruction, kind: Any) -> Codes:
    """How far down the stack reaches, with the function's own frame."""
    return w.pushed(wasm.STACK, kind)


Written = Callable[[Writer, Instruction, Any], "Codes | None"]
INTRINSICS: dict[str, Written] = {
    "stacksave": stacksave,
    **dict.fromkeys(("sadd", "ssub", "smul"), overflowing),
    **dict.fromkeys(COUNTING, counted),
    **dict.fromkeys(wasm.FLOATS, of_floats),
    **dict.fromkeys(("memcpy", "memmove", "memset"), bytes_put),
}
WRITERS: dict[str, Written] = {
    **dict.fromkeys(BINARY, binary),
    **dict.fromkeys(CONVERSIONS, converted),
    **dict.fromkeys(("sext", "zext", "trunc"), resized),
    **dict.fromkeys(("fadd", "fsub", "fmul", "fdiv", "fneg", "fcmp"), of_floats),
    **{each.__name__: each for each in (load, store, getelementptr, extractvalue, insertvalue, select)},
    **{each.__name__: each for each in (icmp, call)},
}
