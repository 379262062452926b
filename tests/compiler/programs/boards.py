"""Boards whose length changes: tuples, PVectors and trails of pairs that grow, shrink, are cut, joined and compared."""

from __future__ import annotations

from random import Random

from .scope import indented

TUPLES, VECTORS, TRAILS = ("t", "u"), ("b", "c"), ("w",)
HELPERS = """
def without(items, x):
    return tuple(each for each in items if each != x)
def walked(items, here, left):
    if left <= 0:
        return items
    return walked(items + (here,), (here + 3) % 5, left - 1)
def longer(board, x):
    for each in range(x & 3):
        board = board.append(each)
    return board
"""


def small(random: Random, depth: int = 1) -> str:
    """An int that a cell holds."""
    return f"({number(random, depth)} & 7)" if depth else random.choice(("n", "s", "0", "1", "3", "(s & 7)", "(n & 3)"))


def place(random: Random) -> str:
    """A bound of a slice."""
    return random.choice(("", "1", "-1", "2", "-2", "n", "s", "-n", "(s & 3)", "n + 1", "0", "9"))


def cut(random: Random, name: str) -> str:
    """A part of a board."""
    return f"{name}[{place(random)}:{place(random)}{random.choice(('', '', '', ':2', ':3'))}]"


def a_tuple(random: Random, depth: int) -> str:
    """A tuple of ints, of any length."""
    t = random.choice(TUPLES)
    if depth == 0:
        return random.choice((t, t, "()", f"({small(random, 0)},)", "(1, 2)"))
    x, i = small(random), random.choice(("s & 3", "n & 1", "0", "n", "s & 1"))
    one, other = a_tuple(random, depth - 1), a_tuple(random, 0)
    return random.choice(
        (
            f"{one} + ({x},)",
            f"({x},) + {one}",
            f"({one} + {other})",
            cut(random, t),
            f"{t}[:{i}] + {t}[{i} + 1:]",
            f"{t}[:{i}] + ({x},) + {t}[{i} + 1:]",
            f"{t}[:{i}] + ({x}, {i}) + {t}[{i}:]",
            f"tuple(x for x in {one} if x {random.choice(('!=', '>', '<'))} {small(random, 0)})",
            f"tuple(x + i & 7 for i, x in enumerate({t}))",
            f"tuple(sorted({t}))",
            f"tuple(sorted({t}, reverse=True))",
            f"tuple(reversed({t}))",
            f"tuple({random.choice(VECTORS)})",
            f"(*{t}, {x})",
            f"tuple(x ^ y for x, y in zip({t}, {random.choice(TUPLES)}))",
            f"tuple(a + b & 7 for a, b in zip({random.choice(VECTORS)}, board[{random.choice('123')}:]))",
            f"({one} if {truth(random)} else {other})",
            f"without({t}, {x})",
            f"walked({t}, {x}, {random.choice(('n', 's & 3', '2'))})",
            f"tuple(r for r, _ in {random.choice(TRAILS)})",
        )
    )


def a_vector(random: Random, depth: int) -> str:
    """A PVector of ints, of any length."""
    b = random.choice(VECTORS)
    if depth == 0:
        return random.choice((b, b, "pvector()", "board"))
    x, one = small(random), a_vector(random, depth - 1)
    return random.choice(
        (
            f"{b}.append({x})",
            f"{b}.append({x}).append({small(random, 0)})",
            f"longer({b}, {x})",
            f"{b}.extend({random.choice((*VECTORS, 'board'))})",
            f"({b}.set({random.choice(('0', '-1', 's & 1'))}, {x}) if {b} else {b})",
            f"({b}.delete({random.choice(('0', '-1', 's & 1', 'n'))}) if {b} else {b})",
            cut(random, b),
            cut(random, "board"),
            f"pvector(x for x in {one} if x != {x})",
            f"pvector(x + {small(random, 0)} & 7 for x in {b})",
            f"pvector({random.choice(TUPLES)})",
            f"pvector(sorted({b}))",
            f"({one} if {truth(random)} else {b})",
        )
    )


def a_trail(random: Random) -> str:
    """A tuple of pairs, of any length."""
    w, pair = random.choice(TRAILS), f"({small(random)}, {small(random, 0)})"
    return random.choice(
        (
            f"{w} + ({pair},)",
            cut(random, w),
            f"tuple(x for x in {w} if x != {pair})",
            f"tuple((y, x) for x, y in {w})",
            f"(*{w}, {pair})",
            f"tuple((i & 7, x) for i, x in enumerate({random.choice(TUPLES)}))",
            f"({w} if {truth(random)} else ())",
        )
    )


def number(random: Random, depth: int) -> str:
    """An int that is asked of a board."""
    if depth <= 0:
        return random.choice(("n", "s", "1", "5"))
    t, w, x = random.choice((*TUPLES, *VECTORS)), random.choice(TRAILS), small(random, 0)
    return random.choice(
        (
            f"len({t})",
            f"sum({t})",
            f"max({t}, default={x})",
            f"min({t}, default={x})",
            f"{t}.count({x})",
            f"({t}.index({x}) if {x} in {t} else 7)",
            f"({t}[{random.choice(('0', '-1'))}] if {t} else 4)",
            f"({t}[{x}] if len({t}) > 7 else 2)",
            f"{t}[{random.choice(('0', '-1', '1'))}]",
            f"sum(x * i for i, x in enumerate({t}))",
            f"sum(x * y for x, y in zip({t}, board))",
            f"sum(r * 3 - q for r, q in {w})",
            f"({w}[-1][1] if {w} else 3)",
            f"len({cut(random, t)})",
            f"sum(1 for x in reversed({t}) if x > {x})",
        )
    )


def truth(random: Random) -> str:
    """A bool that is asked of a board."""
    t, u = random.choice((TUPLES, VECTORS))
    w, x = random.choice(TRAILS), small(random, 0)
    return random.choice(
        (
            f"{t} == {u}",
            f"{t} != {u}",
            f"{random.choice(TUPLES)} == ()",
            f"{random.choice(TUPLES)} == (1, {x})",
            f"not {t}",
            f"bool({t})",
            f"{x} in {t}",
            f"{x} not in {t}",
            f"({x}, 1) in {w}",
            f"len({t}) > {x}",
            f"any(x > {x} for x in {t})",
            f"all({t})",
            "n > s",
        )
    )


def statement(random: Random, depth: int) -> list[str]:
    """Some statements that change the variables."""
    t, b, x = random.choice(TUPLES), random.choice(VECTORS), small(random)
    if depth and random.random() < 0.4:
        inner = [line for _ in range(random.randrange(1, 3)) for line in statement(random, depth - 1)]
        return [
            random.choice(
                (f"if {truth(random)}:", f"for s in range({small(random, 0)} & 3):", f"for s in {t}:", f"for s in {b}:")
            ),
            *indented(inner),
        ]
    return random.choice(
        (
            [f"{t} = {a_tuple(random, 2)}"],
            [f"{t} = {a_tuple(random, 1)}"],
            [f"{t} += ({x},)"],
            [f"{b} = {a_vector(random, 2)}"],
            [f"{b} = {a_vector(random, 1)}"],
            [f"w = {a_trail(random)}"],
            [f"s = {number(random, 1)} & 15"],
            [f"while len({t}) > 3:", f"    {t} = {t}[{random.choice(('1:', ':-1', '2:', ':-2'))}]"],
            [f"{t}, {random.choice(TUPLES)} = {a_tuple(random, 1)}, {t}"],
            [f"{b} = {random.choice(VECTORS)}"],
            ["cells = list(u)", f"cells.append({x})", "if n > 1:", "    cells.pop(0)", f"{t} = tuple(cells)"],
            [f"row = [x for x in {t} if x]", f"row.append({x})", f"{b} = pvector(row)"],
        )
    )


def rule(random: Random) -> list[str]:
    """A function of boards of any length, and the rule that calls it with some."""
    body = [line for _ in range(random.randrange(1, 6)) for line in statement(random, 2)]
    results = f"t, u, b, c, w, s, {number(random, 1)}, {truth(random)}"
    begin = random.choice(("()", "((n & 3, 1),)", "((0, 0), (1, n & 7))"))
    given = "tuple(x for x in board if x != n), (), pvector(x for x in board if x), pvector()"
    return [
        *HELPERS.strip().splitlines(),
        "def played(board, t, u, b, c, w, n):",
        *indented(["s = n & 7", *body, f"return {results}"]),
        "def rule(board, n):",
        f"    return played(board, {given}, {begin}, n)",
    ]
