"""Ints of more than 64 bits: several words, the lowest first. Bits above an int's width are 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..codegen.text import Data, Instruction, IntType
from . import encoding as wasm
from .functions import unknown

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
    if width % 64 and not (op == "lshr" and w.number(y) is not None):
        raise unknown(f"the operation {op} of {width} bits")
    if op in ("add", "sub"):
        return added(w, op, w.steady(x), w.steady(y))
    if op in ("shl", "lshr", "ashr"):
        return shifted(w, i, w.steady(x), w.number(y))
    if op != "mul":
        raise unknown(f"the operation {op} of {width} bits")
    words = w.steady(x) + w.steady(y)
    return w.pushed(b"".join(words) + w.module.call(f"mul {len(words) // 2}"), i.result.type)


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


def shifted(w: Writer, i: Instruction, words: list[bytes], known: int | None) -> list[bytes]:
    """A shift, perhaps by a number that is known: of whole words, then of bits from word to word."""
    assert i.result is not None
    left, count = i.op == "shl", len(words)
    there, back = (wasm.SHL, wasm.SHR) if left else (wasm.SHR, wasm.SHL)
    fill = w.kept(words[-1] + wasm.i64(63) + wasm.SAR, wasm.INT64) if i.op == "ashr" else NONE
    wanted = count if left else words_wanted(w, i.result)
    if known is None:
        (by,) = w.steady(i.given[1])[:1]
        if left and words == [wasm.i64(1), *[NONE] * (count - 1)]:
            return single_bit(w, by, count)
        words = moved_by_choices(w, words, by, fill, left, w.ranges.of(i.given[1]), wanted)
        rest, beyond = by, wasm.i64(1) + back + w.kept(wasm.i64(63) + by + wasm.SUB, wasm.INT64) + back
    else:
        words, rest, beyond = moved(words, known // 64, fill, left), wasm.i64(known), wasm.i64(64 - known % 64) + back
        if known % 64 == 0:
            return words
    made = []
    for near, far in [*zip(words, moved(words, 1, fill, left))][:wanted]:
        one, other = (NONE if code == NONE else code + then for code, then in ((near, rest + there), (far, beyond)))
        code = joined("or", one, other, wasm.OR)
        made.append(code if wasm.is_steady(code) else w.kept(code, wasm.INT64))
    return made + [NONE] * (count - len(made))


def moved(words: list[bytes], by: int, fill: bytes, left: bool) -> list[bytes]:
    """A shift by whole words, at most all."""
    return [NONE] * by + words[: len(words) - by] if left else words[by:] + [fill] * by


def moved_by_choices(
    w: Writer, words: list[bytes], by: bytes, fill: bytes, left: bool, within: tuple[int, int], wanted: int
) -> list[bytes]:
    """A shift by as many whole words as a number of bits has: each bit of their number chooses, the highest first.

    `within` is what is known of the number; `wanted` words, and the one beyond, are worked out.
    """
    most = within[1] if within[0] >= 0 else 64 * len(words)
    for bit in range(min(most, 64 * len(words) - 1).bit_length() - 1, 5, -1):
        test = w.kept(by + wasm.i64(1 << bit) + wasm.AND + wasm.WRAP, wasm.INT32)
        pairs = [*zip(moved(words, min(1 << bit - 6, len(words)), fill, left), words)][: wanted + (1 << bit - 6)]
        words = [a if a == b else w.kept(a + b + test + wasm.SELECT, wasm.INT64) for a, b in pairs]
    return words


def single_bit(w: Writer, by: bytes, count: int) -> list[bytes]:
    """1, shifted to the left."""
    word = w.kept(by + wasm.i64(6) + wasm.SHR, wasm.INT64)
    bit = w.kept(wasm.i64(1) + by + wasm.SHL, wasm.INT64)
    return [w.kept(bit + NONE + word + wasm.i64(k) + wasm.EQ + wasm.SELECT, wasm.INT64) for k in range(count)]


def words_wanted(w: Writer, result: Data) -> int:
    """How many words of a wide int are used: fewer than all where it is only cut."""
    user = w.user.get(result.text)
    cut = w.uses[result.text] == 1 and user is not None and user.op == "trunc" and user.result
    return int(-(-(cut or result).type.width // 64))


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
    """How many bits are 1, or are 0 at an end, of an int of one word or more."""
    if name == "ctpop":
        whole = a[0] + code + b"".join(each + code + wasm.ADD for each in a[1:])
    else:
        words = a if name == "cttz" else a[::-1]
        whole = words[-1] + code + wasm.i64(64 * (len(a) - 1)) + wasm.ADD
        for number in range(len(a) - 2, -1, -1):
            here = words[number] + code + wasm.i64(64 * number) + wasm.ADD
            whole = here + whole + words[number] + NONE + wasm.NE + wasm.SELECT
    return [whole, *[NONE] * (len(a) - 1)]
