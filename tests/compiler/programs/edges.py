"""Arithmetic at the edges of 64 bits and beyond: a function of two ints."""

from __future__ import annotations

from random import Random

from .scope import indented

NUMBERS = (0, 1, -1, 5, -9, 77, 2**31, -(2**40), 2**62, 2**63 - 1, -(2**63))
CONSTANTS = (0, 1, 2, 3, 7, -1, -5, 63, 64, 255, 1 << 31, (1 << 63) - 1, -(1 << 63), 1 << 64, (1 << 70) - 3)
POWERS = (1, 2, 2**31, 2**63, 2**64, 2**70)
NARROW, NARROWS = (1 << 62) - 1, (0, 1, 77, 1 << 61)
WIDE = 0.1  # the share of divisions and shifts of ints of any width


def expression(random: Random, depth: int) -> str:
    """An expression over the ints a, b, c."""
    if depth == 0:
        return random.choice(["a", "b", "c", "a", "b", f"({random.choice(CONSTANTS)})"])
    x, y, z, u = (expression(random, depth - 1) for _ in range(4))
    compare = random.choice(["<", "<=", "==", "!=", ">", ">="])
    kinds = [f"({x} {random.choice(['+', '-', '*', '&', '|', '^'])} {y})"] * 8 + [
        f"(({x} & {NARROW}) << ({y} & {random.choice([3, 7, 31])}))",
        f"({x} << ({y} & 3))" if random.random() < WIDE else f"(({x} & 1) << ({y} & 63))",
        f"({x} >> ({y} & {random.choice([3, 63, 127])}))",
        divided(random, x, y),
        f"({x} % {random.choice(POWERS)})",
        f"(({x} {random.choice('+-*')} {y}) & {random.choice(POWERS) - 1})",
        f"({x} if {y} {compare} {z} else {u})",
        f"({x} {random.choice(['and', 'or'])} {y})",
        f"int({x} {compare} {y} {compare} {z})",
        f"TABLE[{x} % 5]",
        random.choice([f"(~{x})", f"(-{x})", f"int(not {x})"]),
        f"{random.choice(['min', 'max'])}({x}, {y})",
        f"START.set({x} % 5, {y} & 127)[{z} % 5]",
        f"sum(x for x in RAGGED[{x} % 5] if x > {y})",
        f"abs({x})",
        f"({x} & 0xffffffffffffffffff).bit_count()",
        f"len(RAGGED[{x} % 5])",
        f"int({x} in (1, {y}, 7))",
        f"({y}, {x})[{z} & 1]",
    ]
    return random.choice(kinds)


def divided(random: Random, x: str, y: str) -> str:
    """A quotient or a rest; now and then of ints that may have more than 64 bits, which is refused."""
    symbol = random.choice(["//", "%"])
    if random.random() < WIDE:
        return f"({x} {symbol} {y})"
    some = random.choice(["a", "b", f"(({x} & {NARROW}) - {random.choice(NARROWS)})"])
    return f"({some} {symbol} {random.choice(['a', 'b', '-1', '7', '-3', f'(({y} & {NARROW}) - 9)'])})"


def rule(random: Random) -> list[str]:
    """A function of two ints, with or without a loop."""
    lines = ["c = 1"]
    if random.random() < 0.4:
        lines += ["for i in range(a & 15):", f"    c = {expression(random, 2)}"]
    if random.random() < 0.4:
        lines += [f"if {expression(random, 1)}:", f"    c = {expression(random, 1)}"]
    return ["def rule(a, b):", *indented([*lines, f"return {expression(random, 3)}"])]


def arguments(random: Random) -> tuple[int, int]:
    one, other = (random.choice((*NUMBERS, random.getrandbits(63), -random.getrandbits(50))) for _ in "ab")
    return one, other
