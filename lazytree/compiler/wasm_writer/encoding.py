"""How WebAssembly writes numbers, types and operations: bytes that the other files put together.

Source: the WebAssembly core specification, chapter 5.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

INT32, INT64, FLOAT64, VECTOR = 0x7F, 0x7E, 0x7C, 0x7B
"""Types of locals."""


def unsigned(number: int) -> bytes:
    """A number in LEB128, as short as can be.

    >>> unsigned(624485).hex()
    'e58e26'
    """
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def signed(number: int) -> bytes:
    """A number that may be negative in LEB128, as short as can be.

    >>> signed(-123456).hex(), signed(64).hex()
    ('c0bb78', 'c000')
    """
    out = bytearray()
    while not -64 <= number < 64:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number & 127])


def several(items: Sequence[bytes]) -> bytes:
    """Items with their number before them."""
    return unsigned(len(items)) + b"".join(items)


def named(text: str) -> bytes:
    """A name with its length before it."""
    return unsigned(len(text.encode())) + text.encode()


def section(number: int, body: bytes) -> bytes:
    """A part of a module."""
    return bytes([number]) + unsigned(len(body)) + body


def function_type(given: Iterable[int], results: Iterable[int]) -> bytes:
    """The type of a function."""
    return b"\x60" + several([bytes([kind]) for kind in given]) + several([bytes([kind]) for kind in results])


def body_of(kinds: Sequence[int], code: bytes) -> bytes:
    """A function's locals, beyond what it is given, and its code."""
    runs: list[list[int]] = []
    for kind in kinds:
        if runs and runs[-1][1] == kind:
            runs[-1][0] += 1
        else:
            runs.append([1, kind])
    whole = several([unsigned(number) + bytes([kind]) for number, kind in runs]) + code + END
    return unsigned(len(whole)) + whole


# ---- constants and locals


@cache
def i32(number: int) -> bytes:
    """Pushes an int of 32 bits."""
    number &= 2**32 - 1
    return b"\x41" + signed(number - 2**32 if number >> 31 else number)


@cache
def i64(number: int) -> bytes:
    """Pushes an int of 64 bits."""
    number &= 2**64 - 1
    return b"\x42" + signed(number - 2**64 if number >> 63 else number)


def f64(bits: int) -> bytes:
    """Pushes a double with these bits."""
    return b"\x44" + struct.pack("<Q", bits)


@cache
def get(local: int) -> bytes:
    """Pushes a local."""
    return b"\x20" + unsigned(local)


@cache
def put(local: int) -> bytes:
    """Sets a local to what is popped."""
    return b"\x21" + unsigned(local)


@cache
def keep(local: int) -> bytes:
    """Sets a local to what lies on top, which stays there."""
    return b"\x22" + unsigned(local)


def putting(codes: Sequence[bytes]) -> bytes:
    """Sets the locals that these codes push to what is popped, the last one first."""
    return b"".join(b"\x21" + code[1:] for code in reversed(codes))


def joined(codes: Iterable[bytes]) -> bytes:
    """Pieces of code one after another; a local that is set and pushed at once is kept.

    >>> joined([i32(7), put(1), get(1) + get(2)]) == i32(7) + keep(1) + get(2)
    True
    """
    out = bytearray()
    last = b""
    for code in codes:
        if last[:1] == b"\x21" and code.startswith(b"\x20" + last[1:]) and is_steady(b"\x20" + last[1:]):
            out[-len(last)] = 0x22
            code = code[len(last) :]
        out += code
        last = code
    return bytes(out)


def is_steady(code: bytes) -> bool:
    """Whether this pushes one constant or local, and so may be written again.

    >>> is_steady(get(300)), is_steady(i64(-1)), is_steady(get(1) + get(2)), is_steady(f64(0))
    (True, True, False, True)
    """
    if code[0] in (0x20, 0x41, 0x42):
        return code[-1] < 128 and all(byte > 127 for byte in code[1:-1])
    return (code[0] == 0x44 and len(code) == 9) or code == ZERO[VECTOR]


ZERO = {INT32: i32(0), INT64: i64(0), FLOAT64: f64(0), VECTOR: b"\xfd\x0c" + bytes(16)}

# ---- operations

BLOCK, LOOP, IF, IF32 = b"\x02\x40", b"\x03\x40", b"\x04\x40", b"\x04\x7f"  # the last one with a result
UNREACHABLE, ELSE, END, RETURN = b"\x00", b"\x05", b"\x0b", b"\x0f"
DROP, SELECT, CALL, JUMP, JUMP_IF, JUMP_TO = b"\x1a", b"\x1b", b"\x10", b"\x0c", b"\x0d", b"\x0e"
STACK, SET_STACK = b"\x23\x00", b"\x24\x00"  # the global that is imported first
ZERO32, ZERO64 = b"\x45", b"\x50"  # whether it is 0
ADD32, SUB32, MUL32, AND32, OR32, SHL32, SHR32 = b"\x6a", b"\x6b", b"\x6c", b"\x71", b"\x72", b"\x74", b"\x76"
ADD, SUB, MUL = b"\x7c", b"\x7d", b"\x7e"
AND, OR, XOR, SHL, SAR, SHR = b"\x83", b"\x84", b"\x85", b"\x86", b"\x87", b"\x88"
EQ, NE, LT, LTU, GT = b"\x51", b"\x52", b"\x53", b"\x54", b"\x55"
WRAP, EXTEND, EXTENDU = b"\xa7", b"\xac", b"\xad"
INTS32 = {
    **dict(zip(("add", "sub", "mul", "sdiv", "udiv", "srem", "urem"), range(0x6A, 0x71))),
    **dict(zip(("and", "or", "xor", "shl", "ashr", "lshr"), range(0x71, 0x77))),
}
INTS64 = {name: code + 0x12 for name, code in INTS32.items()}
COMPARED32 = dict(zip(("eq", "ne", "slt", "ult", "sgt", "ugt", "sle", "ule", "sge", "uge"), range(0x46, 0x50)))
COMPARED64 = {name: code + 0x0B for name, code in COMPARED32.items()}
FLOATS = {
    **dict(zip(("oeq", "une", "olt", "ogt", "ole", "oge"), range(0x61, 0x67))),
    **dict(zip(("fabs", "fneg", "ceil", "floor", "trunc", "rint", "sqrt"), range(0x99, 0xA0))),
    **dict(zip(("fadd", "fsub", "fmul", "fdiv"), range(0xA0, 0xA4))),
    "copysign": 0xA6,
}
TO_INT = b"\xfc\x06"  # a double as an int of 64 bits, the nearest one that there is
COPY, FILL = b"\xfc\x0a\x00\x00", b"\xfc\x0b\x00"


def vector(code: int) -> bytes:
    """An operation on vectors."""
    return b"\xfd" + unsigned(code)


class Piece(NamedTuple):
    """What is read and written at once: the type of a local for it, and the operations, which an offset follows."""

    kind: int
    load: bytes
    store: bytes


PIECES = {
    1: Piece(INT32, b"\x2d\x00", b"\x3a\x00"),
    2: Piece(INT32, b"\x2f\x00", b"\x3b\x00"),
    4: Piece(INT32, b"\x28\x00", b"\x36\x00"),
    8: Piece(INT64, b"\x29\x00", b"\x37\x00"),
    16: Piece(VECTOR, vector(0) + b"\x00", vector(11) + b"\x00"),
}
"""By the number of bytes."""
DOUBLE = Piece(FLOAT64, b"\x2b\x00", b"\x39\x00")


# ---- ints of fewer bits than their local: zeros lie above them


def masked(code: bytes, width: int) -> bytes:
    """A narrow int with zeros above its bits."""
    if width < 32:
        return code + i32((1 << width) - 1) + AND32
    return code + i64((1 << width) - 1) + AND if 32 < width < 64 else code


def with_sign(code: bytes, width: int) -> bytes:
    """An int with its sign in the bits above, in a local of its own size."""
    if width in (32, 64):
        return code
    if width < 32:
        return code + i32(32 - width) + SHL32 + i32(32 - width) + b"\x75"
    return code + i64(64 - width) + SHL + i64(64 - width) + SAR


def widened(code: bytes, width: int, signed: bool) -> bytes:
    """An int of up to 64 bits as one of 64."""
    code = with_sign(code, width) if signed else code
    return code if width > 32 else code + (EXTEND if signed else EXTENDU)


def wrapped(code: bytes) -> bytes:
    """An int of 64 bits as one of 32. No number ends with such a byte, so it is an operation."""
    return code[:-1] if code[-1:] in (EXTEND, EXTENDU) else code + WRAP
