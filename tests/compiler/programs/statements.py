"""Statements over the variables of a function; what a block assigns had a value before it."""

from __future__ import annotations

from dataclasses import replace

from . import expressions, growing, idioms, lists, loops, truths
from .expressions import give
from .scope import CELLS, Scope, indented

ASSIGNED = ("int", "int", "int", "board", "board", "pos", "pair", "bool")


def block(s: Scope, depth: int, most: int = 3) -> list[str]:
    return [line for _ in range(s.random.randrange(1, most + 1)) for line in statement(s, depth)]


def statement(s: Scope, depth: int) -> list[str]:
    if depth <= 0 or s.chance(0.45):
        return simple(s)
    inside = replace(s, top=False)
    if s.chance(0.35):
        return branch(inside, depth - 1)
    return loops.loop(inside, depth - 1)


def simple(s: Scope) -> list[str]:
    if s.top and s.chance(0.08):
        return growing.statement(s)
    if s.chance(0.05):
        return idioms.statement(s, 1)
    match s.below(14):
        case 0 | 1:
            return augmented(s)
        case 2:
            return swapped(s)
        case 3:
            return unpacked(s)
        case 4 if s.in_loop:
            return [f"if {truths.truth(s, 1)}:", f"    {s.pick('break', 'continue')}"]
        case 5 if s.chance(0.15):
            return [
                f"if {truths.truth(s, 1)} and {truths.truth(s, 1)}:",
                f"    {s.pick('raise ValueError', 'assert False')}",
            ]
        case 5:
            return [f"assert {truths.truth(s, 0)} or {truths.truth(s, 1)} or True" if s.chance(0.7) else "pass"]
        case 6:
            return several(s) if s.chance(0.6) else lists.statement(s)
    kind = "float" if s.readable("float") and s.chance(0.3) else s.pick(*ASSIGNED)
    names = s.assignable(kind)
    if not names:
        return ["pass"]
    value = give(s, kind, s.random.randrange(1, 3))
    mark = s.pick("", "", "", ": int") if kind == "int" else ""
    return [f"{s.random.choice(names)}{mark} = {value}"]


def augmented(s: Scope) -> list[str]:
    if s.assignable("float") and s.chance(0.3):
        name = s.random.choice(s.assignable("float"))
        return [f"{name} {s.pick('+=', '-=', '*=', '/=', '//=', '%=')} {give(s, 'float', 1)}"]
    names = s.assignable("int")
    if not names:
        return ["pass"]
    name, value = s.random.choice(names), expressions.number(s, 1)
    step = s.pick("+=", "-=", "^=", "|=", "&=", "*=", "//=", "%=", "<<=", ">>=")
    if step in ("<<=", ">>="):
        return [f"{name} &= 255", f"{name} {step} {value} & 7"]
    return [f"{name} {step} {value}", f"{name} &= 1023"] if s.chance(0.6) else [f"{name} {step} ({value}) & 15"]


def swapped(s: Scope) -> list[str]:
    """Several at once, of one kind or of two; aliases."""
    kind = s.pick("int", "board", "board", "pos", "pair")
    names = s.assignable(kind)
    if len(names) < 2:
        return ["pass"]
    x, y = s.random.sample(names, 2)
    ways = [
        f"{x}, {y} = {y}, {x}",
        f"{x} = {y} = {give(s, kind, 1)}",
        f"{x} = {y}",
        f"{x}, {y} = {give(s, kind, 1)}, {x}",
    ]
    if kind == "board":
        k, m = s.below(CELLS), s.below(CELLS)
        ways += [f"{x}, {y} = {y}, {x}.set({k}, {y}[{m}])", f"{x} = {x}.set({k}, {x}[{m}]).set({m}, {x}[{k}])",
                 f"{x} = {y}.set({k}, {x}[{m}])", f"{x} = {x}.set({k}, {s.below(8)})"]  # fmt: skip
    return [s.random.choice(ways)]


def unpacked(s: Scope) -> list[str]:
    ints, boards = s.assignable("int"), s.assignable("board")
    if len(ints) < 2:
        return ["pass"]
    x, y = s.random.sample(ints, 2)
    number = expressions.number(s, 1)
    ways = [
        f"{x}, {y} = {expressions.pair(s, 1)}",
        f"{x}, {y} = {number}, {x}",
        f"{x}, {y} = divmod({number}, {s.pick('3', '-7', '5')})",
        f"({x}, _), {y} = {expressions.pair(s, 1)}, {number}",
        f"{x}, {y} = DEEP[{number} & 1][1]",
        f"_, {x}, {y} = SQUARE[{number} % 3]",
        f"{x}, {y} = {'Long' if s.chance(0.05) else 'Point'}({number}, 2)",
    ]
    if boards:
        b = s.random.choice(boards)
        ways.append(f"{b}, {x} = {expressions.board(s, 1)}, {b}[{s.below(CELLS)}]")
        ways.append(f"_, {x}, _, {y}, _ = {b}")
    return [s.random.choice(ways)]


def several(s: Scope) -> list[str]:
    """The results of a helper that returns more than one."""
    helper = s.helper("several")
    ints, boards = s.assignable("int"), s.assignable("board")
    if helper is None or not ints or not boards:
        return ["pass"]
    text = expressions.call(s, helper, 2, give)
    return [f"{s.random.choice(boards)}, {s.random.choice(ints)} = {text}"]


def branch(s: Scope, depth: int) -> list[str]:
    lines = [f"if {test(s, depth)}:", *indented(block(s, depth))]
    while s.chance(0.3):
        lines += [f"elif {test(s, 0)}:", *indented(block(s, depth, 2))]
    if s.chance(0.5):
        lines += ["else:", *indented(block(s, depth))]
    return lines


def test(s: Scope, depth: int) -> str:
    return expressions.number(s, 1) if s.chance(0.15) else truths.truth(s, s.random.randrange(3))


def in_a_loop(s: Scope) -> Scope:
    return replace(s, in_loop=True)


def filtering(s: Scope, item: str, depth: int) -> list[str]:
    """A body whose one statement is a test of the loop's item."""
    body = block(s, depth)
    leave = s.pick("", "", "", "break", "continue")
    lines = [f"if {truths.of_cell(s, item)}:", *indented([*body, leave] if leave else body)]
    if s.chance(0.2):
        lines += ["else:", *indented(block(s, 0, 1))]
    if s.chance(0.3):
        lines += block(s, 0, 1)
    return lines
