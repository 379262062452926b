"""Functions that code calls where an operation is too long to be written out: products, comparison of bytes."""

from __future__ import annotations

from typing import NamedTuple

from . import encoding as wasm
from .functions import unknown

A, B, C, D, E = (wasm.get(number) for number in range(5))


class Helper(NamedTuple):
    """A function: the types of what it is given and of its results, and its body."""

    given: tuple[int, ...]
    results: tuple[int, ...]
    body: bytes


def helper(name: str) -> Helper:
    """The helper of a name: "far product", "memcmp", or "mul" and a number of words."""
    if name == "far product":
        return far_product()
    if name == "memcmp":
        return compared_bytes()
    if name.startswith("mul "):
        return wide_product(int(name[4:]))
    raise unknown(f"a call of {name}")


def far_product() -> Helper:
    """Whether a product of 64 bits overflows: divided by one of both, it does not give the other."""
    none = A + wasm.ZERO64 + wasm.IF + wasm.i32(0) + wasm.RETURN + wasm.END
    least = wasm.i64(-1) + wasm.EQ + wasm.IF + B + wasm.i64(-(2**63)) + wasm.EQ + wasm.RETURN + wasm.END
    code = none + A + least + A + B + wasm.MUL + A + b"\x7f" + B + wasm.NE
    return Helper((wasm.INT64, wasm.INT64), (wasm.INT32,), wasm.body_of([], code))


def compared_bytes() -> Helper:
    """`memcmp` of the C library: 0 of equal bytes."""
    byte, at, difference = wasm.PIECES[1].load + b"\x00", D, E
    apart = A + at + wasm.ADD32 + byte + B + at + wasm.ADD32 + byte + wasm.SUB32 + wasm.keep(4)
    loop = at + C + b"\x4f" + wasm.JUMP_IF + b"\x01"
    loop += apart + wasm.IF + difference + wasm.RETURN + wasm.END
    loop += at + wasm.i32(1) + wasm.ADD32 + wasm.put(3) + wasm.JUMP + b"\x00"
    code = wasm.BLOCK + wasm.LOOP + loop + wasm.END + wasm.END + wasm.i32(0)
    return Helper((wasm.INT32,) * 3, (wasm.INT32,), wasm.body_of([wasm.INT32, wasm.INT32], code))


def wide_product(count: int) -> Helper:
    """The product of two wide ints: (words, words) -> as many words, digit by digit of 32 bits, as by hand."""
    digits, carry, lower = 2 * count, wasm.get(4 * count), wasm.i64(2**32 - 1) + wasm.AND
    upper = wasm.i64(32) + wasm.SHR

    def digit(number: int) -> bytes:
        return wasm.get(number // 2) + (upper if number % 2 else lower)

    code = b""
    for i in range(digits):
        code += wasm.i64(0) + wasm.put(4 * count)
        for j in range(digits - i):
            at = digits + i + j
            code += digit(i) + digit(digits + j) + wasm.MUL + wasm.get(at) + wasm.ADD + carry + wasm.ADD
            code += wasm.keep(4 * count) + lower + wasm.put(at) + carry + upper + wasm.put(4 * count)
    for at in range(digits, 2 * digits, 2):
        code += wasm.get(at) + wasm.get(at + 1) + wasm.i64(32) + wasm.SHL + wasm.OR
    given = (wasm.INT64,) * count
    return Helper(given * 2, given, wasm.body_of([wasm.INT64] * (digits + 1), code))
