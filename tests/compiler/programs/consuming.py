"""Comprehensions and what consumes them: repeated names, several `for` and `if`, keywords, calls of generators."""

from __future__ import annotations

from dataclasses import replace

from . import expressions, lists, truths
from .arguments import call
from .constants import KNOWN
from .scope import CELLS, Scope


def sequence(s: Scope, depth: int) -> str:
    """Something to go over that gives ints: a board, a table, a range, a generator or its expression."""
    helper = s.helper("int", generator=True)
    if s.chance(0.15):
        return lists.display(s, depth)
    match s.below(9):
        case 0 | 1:
            return expressions.board(s, depth)
        case 2:
            return s.pick(*KNOWN["table"])
        case 3:
            return span(s, depth)
        case 4:
            return f"RAGGED[{expressions.number(s, min(depth, 1))} % 5]"
        case 5:
            return f"reversed({s.pick(expressions.board(s, 0), f'range({s.below(5)})', f'range(1, {s.below(6)})')})"
        case 6:
            numbers = (expressions.number(s, max(0, depth - 1)) for _ in range(s.random.randrange(1, 4)))
            return f"({', '.join(numbers)},)"
        case 7 if depth > 0:
            return f"({clauses(s, depth - 1)})"
    return call(s, helper, max(1, depth), expressions.give) if helper else span(s, depth)


def span(s: Scope, depth: int) -> str:
    x = expressions.number(s, min(depth, 1))
    return s.pick(
        f"range({x} & 3)", f"range({s.below(3)}, {x} % 6)", f"range({x} & 7, -1, -2)", "range(0, 5, 2)",
        f"range({x} & 3, {x} % 5)", *(["range(0, 4, 1, 1)"] if s.chance(0.01) else []),
    )  # fmt: skip


def clauses(s: Scope, depth: int, item: str = "int") -> str:
    """`expression for ... if ... for ...`, without brackets; names may come twice, or be those of variables outside."""
    inner, text, names = s, "", [s.name("y"), *s.assignable("int")[:2], "i"]
    for place in range(s.random.choices((1, 2, 3), (6, 3, 1))[0]):
        source_scope = replace(inner, walrus=False)
        added, loop = target(source_scope, max(0, depth - 1) if place == 0 else 0, names)
        inner = inner.having("int", *added, fixed=True)
        text += f" for {loop}"
        while inner.chance(0.3):
            text += f" if {truths.truth(inner, min(depth, 1))}"
    inner = replace(inner, walrus=s.walrus)
    if item == "bool":
        return (truths.of_cell(inner, added[-1]) if s.chance(0.5) else truths.truth(inner, depth)) + text
    return (s.pick(added[-1], expressions.number(inner, depth), expressions.number(inner, depth))) + text


def target(s: Scope, depth: int, names: list[str]) -> tuple[list[str], str]:
    """The names that one `for` binds, and its text."""
    x, y = s.pick(*names), s.name("z")
    match s.below(8):
        case 0:
            start = s.pick("", ", 1", f", start={expressions.number(s, 0)}")
            return [x, y], f"{x}, {y} in enumerate({expressions.board(s, depth)}{start})"
        case 1:
            first = ragged_row(s) if s.chance(0.2) else expressions.board(s, depth)
            return [x, y], f"{x}, {y} in zip({first}, {shorter(s)})"
        case 2:
            return [x, y], f"{x}, {y} in {s.pick('TWOS', 'DEEP[0]', '((1, 2), (3, N))')}"
        case 3:
            return [x], f"{x} in range({expressions.number(s, 0)} & 3)"
    return [x], f"{x} in {sequence(s, depth)}"


def shorter(s: Scope) -> str:
    """A board, a part of one, or a range that may be shorter."""
    board = expressions.board(s, 0)
    part = s.pick("[1:]", "[:-2]", "[::2]", "[n & 3:]", "[n & 1::2]")
    ranges = (f"range({s.below(7)})", f"range({s.below(4)}, n)")
    return s.pick(board, board, f"{board}{part}", "(3, 1, N)", ragged_row(s), *ranges)


def ragged_row(s: Scope) -> str:
    """A row of a table whose rows have several lengths."""
    return f"RAGGED[{expressions.number(s, 0)} % 5]"


def generator(s: Scope, depth: int) -> str:
    """An argument of what consumes ints, without brackets of its own."""
    return clauses(s, depth) if s.chance(0.55) else sequence(s, depth)


def consumed(s: Scope, depth: int) -> str:
    """An int out of a sequence."""
    xs, start = generator(s, depth), expressions.number(s, 0)
    bracketed = f"({xs})" if " for " in xs else xs
    helper = next((h for h in s.helpers if h.parameters[0].kind == "xs"), None)
    if helper is not None and s.chance(0.25):
        return call(s, helper, depth, expressions.give)
    return s.pick(
        f"sum({xs})", f"sum({xs})", f"sum({bracketed}, {start})", f"sum({bracketed}, start={start})",
        f"max({bracketed}, default={start})", f"min({bracketed}, default={start})",
        f"{s.pick('min', 'max')}({xs})", f"sum({clauses(s, depth, 'bool')})", f"sum(1 for _ in {bracketed})",
    )  # fmt: skip


def truth(s: Scope, depth: int) -> str:
    if s.chance(0.8):
        return f"{s.pick('any', 'all')}({clauses(s, depth, 'bool')})"
    return f"{s.pick('any', 'all')}({sequence(s, depth)})"


def built(s: Scope, depth: int) -> str:
    """A board made cell by cell."""
    x = s.name("c")
    over = s.pick(expressions.board(replace(s, walrus=False), depth), f"range({CELLS})")
    inner = s.having("int", x, fixed=True)
    if s.chance(0.3):
        y = s.name("i")
        inner = inner.having("int", y, fixed=True)
        start = s.pick("", "", f", start={s.below(4)}")
        if s.chance(0.3):
            beside = s.pick(expressions.board(s, 0), f"range({CELLS})", "TABLE + TABLE + TABLE")
            return f"pvector({expressions.number(inner, depth)} & 7 for {y}, {x} in zip({over}, {beside}))"
        return f"pvector({expressions.number(inner, depth)} & 7 for {y}, {x} in enumerate({over}{start}))"
    return f"pvector({expressions.number(inner, depth)} & 7 for {x} in {over})"
