"""What first programs are full of: functions in functions, keys, `next`, `else` of loops, dicts, members, `match`."""

from __future__ import annotations

from . import consuming, expressions, growing, lists, symbols, truths
from .scope import Scope, indented


def number(s: Scope, depth: int) -> str:
    """An int by one of these."""
    if s.chance(0.4):
        return symbols.number(s, depth)
    if s.chance(0.3):
        return growing.number(s, depth)
    depth = min(depth, 1)
    x, y = expressions.number(s, depth), expressions.number(s, 0)
    one, c = lists.plain(s), s.name("u")
    inner = one.having("int", c, fixed=True)
    of_c = expressions.number(inner, depth)
    many = consuming.sequence(one, 0)
    if not s.walrus:
        return f"DICT.get({x}, {y})"
    return s.pick(
        f"{s.pick('max', 'min')}({many}, key=lambda {c}: {of_c})",
        f"{s.pick('max', 'min')}({many}, key={expressions.function(s, 0)}, default={y})",
        f"next(({c} for {c} in {many} if {truths.truth(inner, 0)}), {y})",
        f"(lambda {c}: {of_c})({x})",
        f"(lambda {c}, w: {of_c} - w)({x}, {y})",
        f"DICT[{x} % 5]", f"DICT.get({x}, {y})", f"NESTED[{x} & 1][{y} % 3]", f"LINES[{x} % 3][{y} % 2]",
        f"len(LINES[{x} % 3])", f"Two({x}, {y}).total()", f"Side({x} & 1).value", f"(Level({x}) + 0)",
        f"sum({c} * v for {c}, v in zip({expressions.board(one, 0)}, range({y} & 7)))",
        f"sum({of_c} for {c} in {s.pick('LINES[0]', 'NESTED[1]', 'DICT', 'DICT.values()')})",
    )  # fmt: skip


def truth(s: Scope, depth: int) -> str:
    """A bool by one of these."""
    if s.chance(0.5):
        return symbols.truth(s, depth)
    x, y, z = (expressions.number(s, min(depth, 1)) for _ in range(3))
    sign = s.pick("<", "<=", ">", ">=")
    return s.pick(
        f"(({x}, {y}) {sign} ({z}, {y}))", f"(Two({x}, {y}) {sign} Two({z}, 1))",
        f"(({x}, ({y}, 1)) {sign} ({z}, (2, {y})))",
        f"({x} in SET)", f"({x} not in DICT)", f"({x} in LINES[{y} % 3])", f"(LINES[{y} % 3] == ({x}, {z}))",
    )  # fmt: skip


def statement(s: Scope, depth: int) -> list[str]:
    """A function in a function, an `else` of a loop, a `match`."""
    if s.chance(0.5):
        return symbols.statement(s)
    ints = s.assignable("int")
    if not ints or s.in_loop:
        return ["pass"]
    n, f, x = s.random.choice(ints), s.name("inner"), s.name("x")
    inner = s.having("int", x)
    match s.below(7):
        case 5:
            return second_value(s, n)
        case 6:
            return choice(s, n)
        case 0 if s.top:
            body = [f"if {truths.truth(inner, 1)}:", f"    return {expressions.number(inner, 1)}"]
            body += [f"{x} = {expressions.number(inner, 1)} & 63", f"return {expressions.number(inner, 1)}"]
            use = f"{n} = {f}({expressions.number(s, 1)}) + {f}({n}) & 1023"
            change = f"{s.random.choice(ints)} = {expressions.number(s, 1)}"
            return [f"def {f}({x}):", *indented(body), use, change, f"{n} ^= {f}({s.below(9)}) & 255"]
        case 1:
            body = [f"if {truths.truth(inner, 1)}:", f"    {s.pick('break', 'continue', 'break')}"]
            body.append(f"{n} = {expressions.number(inner, 1)} & 255")
            return [
                f"for {x} in {consuming.sequence(s, 1)}:",
                *indented(body),
                "else:",
                f"    {n} = {n} + {s.below(9)} & 255",
            ]
        case 2:
            cases = [f"case {s.below(4)} | {4 + s.below(4)}:", f"    {n} = {expressions.number(s, 1)}"]
            cases += [f"case {x} if {truths.truth(inner, 0)}:", f"    {n} = {expressions.number(inner, 1)}"]
            return [f"match {expressions.number(s, 1)}:", *indented([*cases, "case _:", f"    {n} = {s.below(9)}"])]
        case 3:
            subject = s.pick(truths.truth(s, 1), truths.truth(s, 1), expressions.number(s, 0))
            cases = [f"case {s.pick('True', 'False', 'None | False')}:", f"    {n} = {expressions.number(s, 1)}"]
            cases += [f"case {s.below(3)} | {s.pick('True', 'False')}:", f"    {n} = {s.below(9)}"]
            return [f"match {subject}:", *indented([*cases, "case _:", f"    {n} = {expressions.number(s, 1)}"])]
    y = s.name("y")
    return [f"{x}, *_, {y} = {expressions.board(s, 1)}", f"{n} = {x} * 8 + {y}"]


def second_value(s: Scope, n: str) -> list[str]:
    """`cells = list(cells)`, which is changed then, and perhaps made a tuple again."""
    cells, x = s.name("cells"), s.name("x")
    inner = s.having("int", x)
    made = s.pick(f"list({cells})", f"sorted({cells})", f"[{x} & 7 for {x} in {cells} if {truths.truth(inner, 0)}]")
    change = s.pick(f"{cells}.append({s.below(4)})", f"{cells}.reverse()", f"{cells} += [{s.below(4)}]")
    again = s.pick([], [f"{cells} = tuple({cells})"], [f"{cells} = sorted({cells})"])
    return [
        f"{cells} = {expressions.board(s, 1)}",
        f"{n} = {n} + sum({cells}) & 255",
        f"{cells} = {made}",
        change,
        *again,
        f"{n} = {n} * 3 + sum({cells}) + len({cells}) & 255",
    ]


def choice(s: Scope, n: str) -> list[str]:
    """A loop over `these or those`."""
    these, x = s.name("these"), s.name("x")
    inner = s.having("int", x)
    return [
        f"{these} = [{x} for {x} in {expressions.board(s, 0)} if {truths.truth(inner, 1)}]",
        f"for {x} in {these} or {s.pick(expressions.board(s, 0), '[1, 2]', 'range(3)')}:",
        f"    {n} = {n} * 5 + {x} & 255",
    ]
