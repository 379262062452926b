"""Functions that code calls where an operation is too long to be written out: products, comparison of bytes, shifts."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from . import encoding as wasm
from .functions import unknown

A, B, C, D, E = (wasm.get(number) for number in range(5))
LOCAL = [wasm.put(number) for number in range(64)]


class Helper(NamedTuple):
    """A function: the types of what it is given and of its results, and its body."""

    given: tuple[int, ...]
    results: tuple[int, ...]
    body: bytes


def helper(name: str, call: Callable[[str], bytes]) -> Helper:
    """The helper of a name; it may call others."""
    if name == "far product":
        return far_product()
    if name == "memcmp":
        return compared_bytes()
    op, _, count = name.partition(" ")
    if name == "high product":
        return high_product()
    if op == "mul":
        return wide_product(int(count), call)
    if op in ("shl", "lshr", "ashr"):
        return wide_shift(op, int(count))
    raise unknown(f"a call of {name}")


def far_product() -> Helper:
    """Whether a product of 64 bits overflows: divided by one of both, it does not give the other."""
    none = A + wasm.ZERO64 + wasm.IF + wasm.i32(0) + wasm.RETURN + wasm.END
    least = wasm.i64(-1) + wasm.EQ + wasm.IF + B + wasm.i64(-(2**63)) + wasm.EQ + wasm.RETURN + wasm.END
    code = none + A + least + A + B + wasm.MUL + A + b"\x7f" + B + wasm.NE
    return Helper((wasm.INT64, wasm.INT64), (wasm.INT32,), wasm.body_of([], code))


def compared_bytes() -> Helper:
    """`memcmp` of the C library: 0 of equal bytes."""
    byte, at, difference = wasm.at(0x2D, 0), D, E
    apart = A + at + wasm.ADD32 + byte + B + at + wasm.ADD32 + byte + wasm.SUB32 + wasm.keep(4)
    loop = at + C + b"\x4f" + wasm.JUMP_IF + b"\x01"
    loop += apart + wasm.IF + difference + wasm.RETURN + wasm.END
    loop += at + wasm.i32(1) + wasm.ADD32 + LOCAL[3] + wasm.JUMP + b"\x00"
    code = wasm.BLOCK + wasm.LOOP + loop + wasm.END + wasm.END + wasm.i32(0)
    return Helper((wasm.INT32,) * 3, (wasm.INT32,), wasm.body_of([wasm.INT32, wasm.INT32], code))


def high_product() -> Helper:
    """The upper word of a product of two words without signs, of parts of 32 bits."""
    half, low = wasm.i64(32), wasm.i64(2**32 - 1)
    x0, x1, y0, y1 = A + low + wasm.AND, A + half + wasm.SHR, B + low + wasm.AND, B + half + wasm.SHR
    middle = x1 + y0 + wasm.MUL + x0 + y0 + wasm.MUL + half + wasm.SHR + wasm.ADD + wasm.put(2)
    other = x0 + y1 + wasm.MUL + C + low + wasm.AND + wasm.ADD + half + wasm.SHR
    code = middle + x1 + y1 + wasm.MUL + C + half + wasm.SHR + wasm.ADD + other + wasm.ADD
    return Helper((wasm.INT64, wasm.INT64), (wasm.INT64,), wasm.body_of([wasm.INT64], code))


def wide_product(count: int, call: Callable[[str], bytes]) -> Helper:
    """The product of two wide ints: (words, words) -> as many words, each row added to those before."""
    total, carry, part, code = 2 * count, wasm.get(3 * count), wasm.get(3 * count + 1), b""
    for i in range(count):
        code += wasm.i64(0) + wasm.put(3 * count)
        for j in range(count - i):
            x, y, at = wasm.get(i), wasm.get(count + j), total + i + j
            low = x + y + wasm.MUL + wasm.keep(3 * count + 1)
            code += low + wasm.get(at) + wasm.ADD + wasm.put(at)
            if i + j + 1 == count:
                code += wasm.get(at) + carry + wasm.ADD + wasm.put(at)
                break
            over = wasm.get(at) + part + wasm.LTU + wasm.EXTENDU
            again = wasm.get(at) + carry + wasm.ADD + wasm.keep(at) + carry + wasm.LTU + wasm.EXTENDU
            code += over + again + wasm.ADD + x + y + call("high product") + wasm.ADD + wasm.put(3 * count)
    code += b"".join(wasm.get(total + number) for number in range(count))
    return Helper((wasm.INT64,) * 2 * count, (wasm.INT64,) * count, wasm.body_of([wasm.INT64] * (count + 2), code))


def wide_shift(op: str, count: int) -> Helper:
    """A shift of a wide int: (words, bits, address of room for twice as many words) -> words.

    Words of the sign, or of zeros, lie beside those of the number, so that reading beyond its end gives them.
    """
    by, room, rest, start = (wasm.get(count + number) for number in range(4))
    left, code = op == "shl", b""
    fill = wasm.get(count - 1) + wasm.i64(63) + wasm.SAR if op == "ashr" else wasm.i64(0)
    for number in range(count):
        own, beside = (count + number, number) if left else (number, count + number)
        code += room + wasm.get(number) + wasm.at(0x37, 8 * own)
        code += room + fill + wasm.at(0x37, 8 * beside)
    code += by + wasm.i64(63) + wasm.AND + wasm.put(count + 2)
    words = by + wasm.i64(3) + wasm.SHR + wasm.WRAP + wasm.i32(farthest(count)) + wasm.AND32
    code += room + words + (wasm.SUB32 if left else wasm.ADD32) + wasm.put(count + 3)
    there, back = (wasm.SHL, wasm.SHR) if left else (wasm.SHR, wasm.SHL)
    for number in range(count):
        at, beside = (8 * (count + number), 8 * (count + number - 1)) if left else (8 * number, 8 * (number + 1))
        far = start + wasm.at(0x29, beside) + wasm.i64(1) + back + wasm.i64(63) + rest + wasm.SUB + back
        code += start + wasm.at(0x29, at) + rest + there + far + wasm.OR
    given = (*[wasm.INT64] * count, wasm.INT64, wasm.INT32)
    return Helper(given, (wasm.INT64,) * count, wasm.body_of([wasm.INT64, wasm.INT32], code))


def farthest(count: int) -> int:
    """A mask of bytes, of whole words, that keeps an address within that many words, whatever is asked."""
    return 8 * ((1 << count.bit_length()) - 1)
