"""None, texts, members of Enums, also beside ints, what is sorted and swapped: in variables, cells and results."""

from __future__ import annotations

from . import consuming, expressions, lists, truths
from .scope import Scope, indented


def maybe(s: Scope, depth: int) -> str:
    """An int or None."""
    x, c = expressions.number(s, depth), s.name("f")
    names = s.readable("maybe")
    if names and s.chance(0.4):
        return s.random.choice(names)
    made = [f"said({x})", f"found({expressions.board(s, 0)}, {x})", f"NONES[{x} % 3]", f"GETS.get({x})"]
    if s.walrus:
        made.append(f"next(({c} for {c} in {consuming.sequence(lists.plain(s), 0)} if {c} > {s.below(4)}), None)")
        made.append(f"(None if {truths.truth(s, 0)} else {x})")
    return s.pick(*made)


def text(s: Scope, depth: int) -> str:
    """A text; now and then None."""
    x = expressions.number(s, depth)
    return s.pick(f"marked({x})", f"MARKS[{x} % 3]", f"OTHER[marked({x})]", "'X'", "'.'", f"color({x}).name")


def mixed(s: Scope, depth: int) -> str:
    """An int, or a text, a member of an Enum, or None."""
    x, beside = expressions.number(s, depth), s.pick(text(s, 0), text(s, 0), "'pass'", member(s, 0), "None", "''")
    return s.pick(f"({x} if {truths.truth(s, 0)} else {beside})", f"({beside} if {truths.truth(s, 0)} else {x})")


def member(s: Scope, depth: int) -> str:
    """A member of an Enum."""
    x = expressions.number(s, depth)
    return s.pick(f"color({x})", f"color({x}).other()", "Color.BLACK", f"Color({x} & 1)")


def value(s: Scope) -> str:
    """Any of these, as a rule returns it."""
    marks = f"tuple(marked(x) for x in {expressions.board(lists.plain(s), 0)})"
    nones = f"tuple(said(x) for x in {expressions.board(lists.plain(s), 0)})"
    return s.pick(maybe(s, 1), text(s, 1), member(s, 1), marks, nones, mixed(s, 1), f"({mixed(s, 0)}, {mixed(s, 0)})")


def number(s: Scope, depth: int) -> str:
    """An int by one of these."""
    depth = min(depth, 1)
    x, y, z, m = *(expressions.number(s, depth) for _ in range(3)), maybe(s, depth)
    one, c, i = lists.plain(s), s.name("u"), s.name("i")
    inner = one.having("int", c, fixed=True)
    key, many = expressions.number(inner, depth), consuming.sequence(one, 0)
    back = s.pick("", ", reverse=True")
    if not s.walrus:
        return f"({m} or {y})"
    return s.pick(
        f"({m} or {y})", f"(0 if {m} is None else {y})", f"({m} + {y})", f"{member(s, depth)}.value",
        f"{member(s, depth)}.sign", f"WORTH[{member(s, depth)}]", f"{expressions.board(s, 0)}[{m}]",
        f"tuple(marked({c}) for {c} in {expressions.board(one, 0)}).count({text(s, 0)})",
        f"sum({c} * {i} for {i}, {c} in enumerate(sorted({many}{back})))",
        f"sum({c} * {i} for {i}, {c} in enumerate(sorted({many}, key=lambda {c}: {key}{back})))",
        f"sorted(({x}, {y}, {z}){back})[{s.below(3)}]",
        f"tuple(sorted({expressions.board(one, 0)}{back}))[{s.below(4)}]",
        f"max({x}, {y}, key=lambda {c}: {key})", f"next({c} for {c} in {many} if {c} > {s.below(3)})",
        f"{s.pick('max', 'min')}(({key}, {c}) for {c} in {many})[1]",
    )  # fmt: skip


def truth(s: Scope, depth: int) -> str:
    """A bool by one of these."""
    depth = min(depth, 1)
    m, x = maybe(s, depth), expressions.number(s, 0)
    return s.pick(
        f"({m} is None)", f"({m} is not None)", f"({m} == {x})", f"({m} != {maybe(s, 0)})", f"bool({m})", f"(not {m})",
        f"({x} in ({m}, 3))", f"({text(s, depth)} == {text(s, 0)})", f"({text(s, depth)} in ('X', 'O'))",
        f"({member(s, depth)} is {member(s, 0)})", f"({member(s, depth)} != Color.WHITE)", f"({m} > {x})",
        f"({mixed(s, 0)} == {s.pick(mixed(s, 0), text(s, 0), x)})", f"({mixed(s, 0)} in ('X', {x}))",
        f"(not {mixed(s, 0)})", f"({x} != {text(s, 0)})",
    )  # fmt: skip


def statement(s: Scope) -> list[str]:
    """The best so far; aliases of what may be None; two kinds; items swapped; a board of texts that is changed."""
    ints, boards = s.assignable("int"), s.assignable("board")
    if not ints or s.in_loop:
        return ["pass"]
    n, a, b, x = s.random.choice(ints), s.name("v"), s.name("w"), s.name("x")
    many = consuming.sequence(s, 0)
    match s.below(6):
        case 4:
            lines = [f"{a} = {mixed(s, 0)}", f"{b} = {a}", f"if {truths.truth(s, 0)}:", f"    {a} = {mixed(s, 0)}"]
            lines += [
                f"if {a} == {text(s, 0)}:",
                f"    {n} = {n} + 3 & 255",
                f"elif {a} != 'pass' and {a} in (0, 1, 2, 3):",
            ]
            return [*lines, f"    {n} = {n} + {a} & 255", f"{n} = {n} * 2 + (1 if {a} == {b} else 0) & 255"]
        case 0:
            better = f"if {a} is None or {x} {s.pick('<', '>')} {a}:"
            return [f"{a} = None", f"for {x} in {many}:", *indented([better, f"    {a} = {x}"]), use(n, a)]
        case 1:
            inner = s.having("maybe", a, b)
            lines = [f"{a} = {maybe(s, 1)}", f"{b} = {a}", f"if {truths.truth(s, 1)}:", f"    {a} = {maybe(inner, 1)}"]
            return [*lines, f"{n} = {number(inner, 1)} & 255", use(n, a), use(n, b)]
        case 2 if boards:
            board, i = s.random.choice(boards), f"{expressions.number(s, 0)} % 5"
            lines = [f"{a} = list({board})", f"{b} = {expressions.number(s, 0)} % 5"]
            swap = s.pick(f"{a}[{i}], {a}[{b}] = {a}[{b}], {a}[{i}]", f"{b}, {a}[{b}] = {i}, 3")
            return [*lines, swap, f"{board} = pvector({s.pick(a, f'sorted({a})')})"]
        case 3:
            board = expressions.board(lists.plain(s), 0)
            lines = [f"{a} = [marked({x}) for {x} in {board}]", f"{b} = tuple({a})", f"{a}[{n} % 5] = {text(s, 0)}"]
            wanted = f"{n} = sum({x} for {x}, y in enumerate(tuple({a})) if y == {text(s, 0)})"
            return [*lines, wanted, f"{n} = {n} * 8 + {b}.count('X')"]
    lines = [f"{a} = {text(s, 1)}", f"for {x} in {many}:"]
    body = [f"{a} = OTHER[{a}]", f"if {a} == {text(s, 0)}:", f"    {n} = {n} + {x} & 255"]
    return [*lines, *indented(body), f"{n} = {n} * 2 + (1 if {a} == 'X' else 0) & 255"]


def use(n: str, name: str) -> str:
    """An int out of what may be None."""
    return f"{n} = {n} * 5 + (7 if {name} is None else {name}) & 255"
