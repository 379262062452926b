"""Ints of more than 64 bits: several words, the lowest first. Bits above an int's width are 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..codegen.text import Data, Instruction, IntType
from . import encoding as wasm
from .functions import unknown
from .helpers import farthest

if TYPE_CHECKING:
    from .writing import Writer

NONE = wasm.i64(0)


def binary(w: Writer, i: Instruction) -> list[bytes]:
    """The words of an operation on two wide ints."""
    assert i.result is not None
    op, (x, y), width = i.op, i.given, i.given[0].type.width
    if op in ("and", "or", "xor"):
        code = bytes([wasm.INTS64[op]])
        return [joined(op, a, b, code) for a, b in zip(w.steady(x), w.steady(y))]
    if op == "lshr" and w.number(y) is not None:
        return shifted_by(w, op, w.steady(x), w.number(y) or 0)
    if width % 64:
        raise unknown(f"the operation {op} of {width} bits")
    if op in ("add", "sub"):
        return added(w, op, w.steady(x), w.steady(y))
    if op == "mul":
        words, others = w.steady(x), w.steady(y)
        w.out += b"".join(words + others) + w.module.call(f"mul {len(words)}")
        return results(w, len(words))
    if op not in ("shl", "lshr", "ashr"):
        raise unknown(f"the operation {op} of {width} bits")
    if (known := w.number(y)) is not None:
        return shifted_by(w, op, w.steady(x), known)
    return shifted(w, i, w.steady(x), w.steady(y)[0])


def joined(op: str, a: bytes, b: bytes, code: bytes) -> bytes:
    """One word of `and`, `or` and `xor`, where one of both may be 0."""
    if NONE in (a, b):
        return NONE if op == "and" else b if a == NONE else a
    return a + b + code


def added(w: Writer, op: str, a: list[bytes], b: list[bytes]) -> list[bytes]:
    """A sum or a difference, with what is carried from word to word."""
    code, words, carry = wasm.ADD if op == "add" else wasm.SUB, list[bytes](), b""
    for x, y in zip(a, b):
        total = w.kept(x + y + code, wasm.INT64)
        over = total + x + wasm.LTU if op == "add" else x + y + wasm.LTU
        if carry:
            more = w.kept(total + carry + wasm.EXTENDU + code, wasm.INT64)
            again = more + total + wasm.LTU if op == "add" else total + carry + wasm.EXTENDU + wasm.LTU
            over, total = over + again + wasm.OR32, more
        words.append(total)
        carry = w.kept(over, wasm.INT32) if len(words) < len(a) else b""
    return words


def shifted_by(w: Writer, op: str, a: list[bytes], by: int) -> list[bytes]:
    """A shift by a number that is known."""
    (whole, rest), fill = divmod(by, 64), NONE
    if op == "ashr":
        fill = w.kept(a[-1] + wasm.i64(63) + wasm.SAR, wasm.INT64)
    left = op == "shl"

    def word(number: int) -> bytes:
        if 0 <= number < len(a):
            return a[number]
        return NONE if number < 0 else fill

    words = []
    for number in range(len(a)):
        near = word(number - whole if left else number + whole)
        far = word(number - whole - 1 if left else number + whole + 1)
        words.append(two_words(near, far, rest, left) if rest else near)
    return [code if wasm.is_steady(code) else w.kept(code, wasm.INT64) for code in words]


def two_words(near: bytes, far: bytes, rest: int, left: bool) -> bytes:
    """A word of a shift by some bits, between 0 and 64: of the word there, and of its neighbour."""
    there, back = (wasm.SHL, wasm.SHR) if left else (wasm.SHR, wasm.SHL)
    one = NONE if near == NONE else near + wasm.i64(rest) + there
    other = NONE if far == NONE else far + wasm.i64(64 - rest) + back
    return joined("or", one, other, wasm.OR)


def shifted(w: Writer, i: Instruction, a: list[bytes], by: bytes) -> list[bytes]:
    """A shift by a number that is not known."""
    assert i.result is not None
    left, count = i.op == "shl", len(a)
    least, most = w.ranges.of(i.given[1])
    if least >= 0 and most < 128 and i.op != "ashr":
        if most >= 64:
            a, by = by_a_word_or_none(w, a, by, left), w.kept(by + wasm.i64(63) + wasm.AND, wasm.INT64)
        return shifted_within(w, a, by, left)
    if left and a == [wasm.i64(1), *[NONE] * (count - 1)]:  # a single bit
        word = w.kept(by + wasm.i64(6) + wasm.SHR, wasm.INT64)
        bit = w.kept(wasm.i64(1) + by + wasm.SHL, wasm.INT64)
        return [w.kept(bit + NONE + word + wasm.i64(k) + wasm.EQ + wasm.SELECT, wasm.INT64) for k in range(count)]
    room = w.framed(16 * count, 16)
    if i.op == "lshr" and is_cut_to_a_word(w, i.result):
        return [word_from(w, a, by, room), *[NONE] * (count - 1)]
    place = wasm.get(w.base) + wasm.i32(room) + wasm.ADD32
    w.out += b"".join(a) + by + place + w.module.call(f"{i.op} {count}")
    return results(w, count)


def results(w: Writer, count: int) -> list[bytes]:
    """The words that a helper has pushed."""
    words = [wasm.get(w.local(wasm.INT64)) for _ in range(count)]
    w.out += wasm.putting(words)
    return words


def by_a_word_or_none(w: Writer, a: list[bytes], by: bytes, left: bool) -> list[bytes]:
    """A shift by a word where the number of bits is at least a word's, else none."""
    far = w.kept(by + wasm.i64(64) + wasm.LTU + wasm.ZERO32, wasm.INT32)
    beside = [NONE, *a[:-1]] if left else [*a[1:], NONE]
    return [w.kept(other + code + far + wasm.SELECT, wasm.INT64) for code, other in zip(a, beside)]


def shifted_within(w: Writer, a: list[bytes], by: bytes, left: bool) -> list[bytes]:
    """A shift by less than a word."""
    back = w.kept(wasm.i64(63) + by + wasm.SUB, wasm.INT64)
    there, here = (wasm.SHL, wasm.SHR) if left else (wasm.SHR, wasm.SHL)
    words = []
    for number, code in enumerate(a):
        beside = number - 1 if left else number + 1
        far = a[beside] if 0 <= beside < len(a) else NONE
        one = NONE if code == NONE else code + by + there
        other = NONE if far == NONE else far + wasm.i64(1) + here + back + here
        words.append(w.kept(joined("or", one, other, wasm.OR), wasm.INT64))
    return words


def is_cut_to_a_word(w: Writer, result: Data) -> bool:
    """Whether no more of a wide int is used than its lowest word."""
    user = w.user.get(result.text)
    if w.uses[result.text] != 1 or user is None or user.op != "trunc" or user.result is None:
        return False
    return bool(user.result.type.width <= 64)


def word_from(w: Writer, a: list[bytes], by: bytes, room: int) -> bytes:
    """The word that begins at a bit of a wide int, which is read from memory."""
    for number, code in enumerate([*a, NONE]):
        w.out += wasm.get(w.base) + code + wasm.at(0x37, room + 8 * number)
    start = by + wasm.i64(3) + wasm.SHR + wasm.WRAP + wasm.i32(farthest(len(a))) + wasm.AND32
    place = w.kept(start + wasm.get(w.base) + wasm.ADD32, wasm.INT32)
    near = place + wasm.at(0x29, room) + by + wasm.SHR
    far = place + wasm.at(0x29, room + 8) + wasm.i64(1) + wasm.SHL + wasm.i64(63) + by + wasm.SUB + wasm.SHL
    return w.kept(near + far + wasm.OR, wasm.INT64)


def resized(w: Writer, x: Data, kind: IntType, signed: bool) -> list[bytes]:
    """An int with more words, or with fewer."""
    have, want = x.type.width, kind.width
    if want < have:
        words = w.steady(x)[: max(1, -(-want // 64))]
        if want % 64:
            low = words[-1]
            mask = wasm.i64((1 << want % 64) - 1) + wasm.AND
            words[-1] = wasm.masked(wasm.wrapped(low), want) if want <= 32 else low + mask
        return words
    words = w.steady(x) if have > 64 else [w.kept(wasm.widened(w.one(x), have, signed), wasm.INT64)]
    if signed and ((have > 64 and have % 64) or want % 64):
        raise unknown(f"an int of {have} bits with its sign as one of {want}")
    fill = w.kept(words[-1] + wasm.i64(63) + wasm.SAR, wasm.INT64) if signed else NONE
    return words + [fill] * (-(-want // 64) - len(words))


def compared(how: str, a: list[bytes], b: list[bytes]) -> bytes:
    """Whether two wide ints compare so."""
    if how in ("eq", "ne"):
        pairs = [x if y == NONE else x + y + wasm.XOR for x, y in zip(a, b)]
        code = pairs[0] + b"".join(each + wasm.OR for each in pairs[1:])
        return code + (wasm.ZERO64 if how == "eq" else NONE + wasm.NE)
    if how[1:] in ("gt", "le"):
        a, b = b, a
    code = a[0] + b[0] + wasm.LTU
    for number in range(1, len(a)):
        x, y = a[number], b[number]
        less = wasm.LT if how[0] == "s" and number == len(a) - 1 else wasm.LTU
        code = x + y + less + x + y + wasm.EQ + code + wasm.AND32 + wasm.OR32
    return code + wasm.ZERO32 if how[1:] in ("ge", "le") else code


def counted(name: str, code: bytes, a: list[bytes]) -> list[bytes]:
    """How many bits are 1, or are 0 at an end."""
    if name == "ctpop":
        whole = a[0] + code + b"".join(each + code + wasm.ADD for each in a[1:])
    else:
        words = a if name == "cttz" else a[::-1]
        whole = words[-1] + code + wasm.i64(64 * (len(a) - 1)) + wasm.ADD
        for number in range(len(a) - 2, -1, -1):
            here = words[number] + code + wasm.i64(64 * number) + wasm.ADD
            whole = here + whole + words[number] + NONE + wasm.NE + wasm.SELECT
    return [whole, *[NONE] * (len(a) - 1)]
