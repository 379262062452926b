"""Loops: over boards, tuples, tables, range, enumerate, zip, reversed, generators; variables read after them."""

from __future__ import annotations

from . import consuming, expressions, statements, truths
from .arguments import call
from .scope import Scope, indented


def loop(s: Scope, depth: int) -> list[str]:
    if s.chance(0.12):
        return s.random.choice((while_loop, while_loop, shifted_away, forever))(s, depth)
    return s.random.choice(LOOPS)(s, depth)


def targets(s: Scope, *hints: str) -> list[str]:
    """Names for a loop's variables: new ones, or variables that had a value and are read afterwards."""
    known = s.assignable("int")
    s.random.shuffle(known)
    return [known.pop() if known and s.chance(0.5) else s.name(hint) for hint in hints]


def body(s: Scope, depth: int, *names: str, test: str = "") -> list[str]:
    inner = statements.in_a_loop(s.having("int", *names))
    if test and s.chance(0.6):
        return indented(statements.filtering(inner, test, depth))
    lines = statements.block(inner, depth)
    if s.chance(0.25):
        lines.append(f"if {truths.truth(inner, 1)}:")
        lines.append(f"    {s.pick('break', 'continue')}")
        lines += statements.block(inner, 0, 1)
    return indented(lines)


def after(s: Scope, *names: str) -> list[str]:
    """Now and then a variable of the loop is read after it, though it may have no value."""
    known = [name for name in names if name in s.readable("int")]
    ints = s.assignable("int")
    if known and ints and s.chance(0.5):
        return [f"{s.random.choice(ints)} = {s.random.choice(known)} * 3 + {s.random.choice(ints)} & 1023"]
    return [f"{s.random.choice(ints)} = {names[0]}"] if ints and s.chance(0.02) else []


def over_cells(s: Scope, depth: int) -> list[str]:
    i, x = targets(s, "i", "x")
    over = expressions.board(s, 1) if s.chance(0.8) else consuming.sequence(s, 1)
    if s.chance(0.1):
        over, depth = f"WIDE.mset({s.below(6)}, {x} & 3, -{s.below(6)}, 3)" if x in s.readable("int") else "WIDE", 0
    start = s.pick("", "", "", ", 1", ", start=2", f", start={expressions.number(s, 0)}")
    over = f"(start={start[8:]}, iterable={over})" if start[:8] == ", start=" and s.chance(0.2) else f"({over}{start})"
    return [f"for {i}, {x} in enumerate{over}:", *body(s, depth, i, x, test=x), *after(s, x, i)]


def over_board(s: Scope, depth: int) -> list[str]:
    (x,) = targets(s, "x")
    return [f"for {x} in {expressions.board(s, 1)}:", *body(s, depth, x, test=x), *after(s, x)]


def over_ints(s: Scope, depth: int) -> list[str]:
    (x,) = targets(s, "x")
    return [f"for {x} in {consuming.sequence(s, 2)}:", *body(s, depth, x, test=x), *after(s, x)]


def over_range(s: Scope, depth: int) -> list[str]:
    (i,) = targets(s, "i")
    return [f"for {i} in {consuming.span(s, 1)}:", *body(s, depth, i), *after(s, i)]


def over_both(s: Scope, depth: int) -> list[str]:
    x, y = targets(s, "x", "y")
    one, other = (
        expressions.board(s, 1),
        s.pick(expressions.board(s, 0), "(3, 1, N, 0, M)" if s.chance(0.9) else "range(5)", "RAGGED"),
    )
    if other == "RAGGED":
        return [f"for {x}, {y} in zip({one}, (1, 2, N, 4, 5)):", *body(s, depth, x, y, test=y), *after(s, y, x)]
    if s.chance(0.3):
        other = f"{expressions.board(s, 0)}{s.pick('[1:]', '[n & 3:]', '[::2]', '[:-1]')}"
    elif s.chance(0.2):
        one, other = consuming.ragged_row(s), s.pick(consuming.ragged_row(s), expressions.board(s, 0), "range(3)")
    if s.chance(0.2):
        both = s.name("p")
        inside = [f"    {x}, {y} = {both}", *body(s, depth, x, y, test=x)]
        return [f"for {both} in zip({one}, {other}):", *inside, *after(s, x, y)]
    return [f"for {x}, {y} in zip({one}, {other}):", *body(s, depth, x, y, test=x), *after(s, x, y)]


def over_pairs(s: Scope, depth: int) -> list[str]:
    x, y = targets(s, "x", "y")
    number = expressions.number(s, 1)
    over = s.pick("TWOS", "DEEP[0]", f"DEEP[{number} & 1]", f"((1, {number}), (N, 2))", "((1, 2), (3, N))",
                  f"({expressions.pair(s, 1)}, Two(1, 2))")  # fmt: skip
    return [f"for {x}, {y} in {over}:", *body(s, depth, x, y), *after(s, x)]


def over_rows(s: Scope, depth: int) -> list[str]:
    row, (x,) = s.name("row"), targets(s, "x")
    lines = [f"for {x} in {row}:", *body(s, depth, x, test=x)]
    return [f"for {row} in {s.pick('RAGGED', 'SQUARE', 'SQUARE[:2]')}:", *indented(lines), *after(s, x)]


def of_kept_rows(s: Scope, depth: int) -> list[str]:
    """A table, or a part of one, in a variable; then what is made of its rows."""
    rows, ints = s.name("rows"), s.assignable("int")
    kept = s.pick("SQUARE", "SQUARE", "SQUARE[1:]", "tuple(reversed(SQUARE))", "((1, 2, N), (3, M, 4))")
    made = expressions.of_rows(s, expressions.number(s, min(depth, 1)), rows)
    return [f"{rows} = {kept}", f"{s.random.choice(ints)} = {made} & 1023"] if ints else over_rows(s, depth)


def over_boards(s: Scope, depth: int) -> list[str]:
    """The variable may be one of the boards gone over."""
    names = s.assignable("board")
    helper = s.helper("board", generator=True)
    name = s.random.choice(names) if names and s.chance(0.6) else s.name("b")
    over = f"({expressions.board(s, 1)}, {expressions.board(s, 0)})"
    if helper is not None and s.chance(0.6):
        over = call(s, helper, 2, expressions.give)
    lines = body(s.having("board", name), depth)
    kept = [f"{s.random.choice(names)} = {name}"] if names and s.chance(0.3) else []
    return [f"for {name} in {over}:", *indented(kept), *lines]


def over_generator(s: Scope, depth: int) -> list[str]:
    helper = s.helper("int", generator=True)
    if helper is None:
        return over_cells(s, depth)
    (x,) = targets(s, "x")
    return [f"for {x} in {call(s, helper, 2, expressions.give)}:", *body(s, depth, x, test=x), *after(s, x)]


def nested_targets(s: Scope, depth: int) -> list[str]:
    """Targets within targets, one name twice, `enumerate` of all sorts."""
    i, x, y = targets(s, "i", "x", "y")
    start = s.pick("", "", ", 1", f", start={expressions.number(s, 0)}")
    helper = s.helper("int", generator=True)
    inner = call(s, helper, 1, expressions.give) if helper else f"reversed({expressions.board(s, 1)})"
    head = s.pick(
        f"{i}, ({x}, {y}) in enumerate(TWOS{start})",
        f"{i}, ({x}, {y}) in enumerate(((1, 2), ({expressions.number(s, 1)}, 3)){start})",
        f"{i}, {x} in enumerate(reversed({expressions.board(s, 1)}){start})",
        f"{i}, {x} in enumerate({inner}{start})",
        f"{i}, {i} in enumerate({expressions.board(s, 1)}{start})",
        f"{i}, ({x}, {y}) in enumerate(zip({expressions.board(s, 0)}, {expressions.board(s, 0)}){start})",
        f"{i}, {x}, {y} in zip({expressions.board(s, 0)}, {expressions.board(s, 0)}, (1, 2, N, 3, 4))",
        f"{i}, {x} in enumerate(WIDE.set({expressions.number(s, 0)} % len(WIDE), 5){start})",
        f"{i}, {x} in enumerate(range({expressions.number(s, 0)} & 3, 6){start})",
        f"{x} in reversed(range({s.below(3)}, {s.below(9)}{', 2' if s.chance(0.1) else ''}))",
        f"{x} in WIDE",
    )
    names = [name for name in (i, x, y) if f"{name}," in head.split(" in ")[0] + "," or name in head.split(" in ")[0]]
    bound = [
        name
        for name in names
        if name in head.split(" in ")[0].replace("(", " ").replace(")", " ").replace(",", " ").split()
    ]
    lines = body(s, 0 if "WIDE" in head else depth, *bound, test=bound[-1])
    return [f"for {head}:", *lines, *after(s, *bound)]


def forever(s: Scope, depth: int) -> list[str]:
    n = s.name("n")
    inner = statements.in_a_loop(s.having("int", n, fixed=True))
    lines = [f"{n} += 1", f"if {n} > 3 or {truths.truth(inner, 1)}:", "    break", *statements.block(inner, depth)]
    return [f"{n} = 0", "while True:", *indented(lines)]


def while_loop(s: Scope, depth: int) -> list[str]:
    n = s.name("n")
    inner = statements.in_a_loop(s.having("int", n, fixed=True))
    test = s.pick(f"{n} > 0", f"{n}", f"{n} > 0 and {truths.truth(s, 1)}", f"0 < {n} != {expressions.number(s, 0)}")
    return [f"{n} = {expressions.number(s, 0)} & 3", f"while {test}:", f"    {n} -= 1",
            *indented(statements.block(inner, depth))]  # fmt: skip


def shifted_away(s: Scope, depth: int) -> list[str]:
    """A loop over a set of cells that is shifted, or loses a cell, in each round."""
    n, k, other = s.name("n"), 1 + s.below(3), expressions.number(s, 0)
    inner = statements.in_a_loop(s.having("int", n, fixed=True))
    change = s.pick(
        f"{n} >> {k}", f"{n} << {k} & 255", f"{other} & {n} >> {k}", f"{n} << {k} & 255 & {other}",
        f"({n} << {k} & 255) >> {k + 1}", f"({n} >> 1 & {other}) << {k + 1} & 255", f"{n} & {n} - 1",
    )  # fmt: skip
    return [f"{n} = {expressions.number(s, 0)} & 255", f"while {s.pick(n, f'{n} & {other}', f'{n} > 0', f'{n} << 1')}:",
            f"    {n} = {change}", *indented(statements.block(inner, depth))]  # fmt: skip


def flat(s: Scope, depth: int) -> list[str]:
    """A loop backwards, over a board that its body changes."""
    names = s.assignable("board")
    if not names:
        return over_board(s, depth)
    name, (x,) = s.random.choice(names), targets(s, "x")
    over = s.pick(name, f"reversed({name})", f"enumerate({name})")
    each = f"{s.name('i')}, {x}" if over.startswith("enumerate") else x
    change = f"{name} = {name}.set({s.below(5)}, {x} + 1 & 7)"
    return [f"for {each} in {over}:", f"    {change}", *body(s, depth, x), *after(s, x)]


LOOPS = (
    over_cells, over_cells, over_cells, over_board, over_ints, over_range, over_both, over_pairs, over_rows,
    over_boards, of_kept_rows, over_generator, flat, nested_targets, nested_targets,
)  # fmt: skip
