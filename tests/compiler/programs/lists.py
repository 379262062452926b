"""Lists and tuples: functions that return lists, lists that are kept, boards and tuples made of others."""

from __future__ import annotations

from dataclasses import replace

from . import consuming, expressions, truths
from .scope import CELLS, Scope, indented


def display(s: Scope, depth: int) -> str:
    """A list in the text: of items, of a comprehension, of two lists."""
    x, y = expressions.number(s, min(depth, 1)), expressions.number(s, 0)
    free = s.walrus and depth > 0
    made = f"[{consuming.clauses(plain(s), depth - 1)}]" if free else f"[{x}]"
    return s.pick(
        made, made, made, f"[{x}, {y}, *{expressions.board(plain(s), 0)}]", f"list({consuming.sequence(plain(s), 0)})",
        f"({made} + [{y}])", f"({made} if {truths.truth(plain(s), 0)} else [{x}])", "[]",
    )  # fmt: skip


def plain(s: Scope) -> Scope:
    """The same scope without `:=`, which lists do not have."""
    return replace(s, walrus=False)


def returned(s: Scope) -> list[str]:
    """The last statements of a function that returns a list."""
    one, x = plain(s), s.name("x")
    made = f"return [{consuming.clauses(one, 1)}]"
    if s.chance(0.4):
        inner, out = one.having("int", x), s.name("out")
        add = s.pick(
            f"{out}.append({expressions.number(inner, 1)})", f"{out} += [{x}, {expressions.number(inner, 0)}]",
            f"{out}.extend({display(inner, 0)})",
        )  # fmt: skip
        body = [f"if {truths.truth(inner, 1)}:", f"    {add}"] if s.chance(0.6) else [add]
        return [f"{out} = []", f"for {x} in {consuming.sequence(one, 1)}:", *indented(body), f"return {out}"]
    early = [f"if {truths.truth(one, 1)}:", f"    return {display(one, 0)}"] if s.chance(0.5) else []
    return [*early, s.pick(made, made, f"return {display(one, 1)}", f"return range({expressions.number(one, 0)} & 3)")]


def number(s: Scope, depth: int) -> str:
    """An int out of a list or a tuple."""
    x, y, z = (expressions.number(s, min(depth, 1)) for _ in range(3))
    c, one = s.name("c"), plain(s)
    inner = one.having("int", c, fixed=True)
    item = expressions.number(inner, min(depth, 1))
    over = s.pick(expressions.board(one, 0), f"({x}, {y}, 2)", f"range({s.below(5)})")
    items = f"tuple({item} for {c} in {over})" if s.walrus else f"({x}, {y})"
    return s.pick(
        f"len({display(s, depth)})",
        f"(({x},) + ({y}, {z}))[{expressions.number(s, 0)} % 3]",
        f"({x}, {y}, {z})[{s.below(2)}:][{s.pick('0', '-1')}]",
        f"({x}, {y}, {z})[::-1][{s.below(3)}]",
        f"{items}[{expressions.number(s, 0)} % 3]",
        f"sum({items})",
        f"({x}, {y}, {z}).index({s.pick(x, y, z, '3')})",
        f"{expressions.board(s, 0)}.index({s.below(8)})",
        f"sum({expressions.board(s, 0)}[{s.below(3)}:{s.pick('', '-1', '4')}])",
        f"[{x}, {y}][{z} & 1]",
        f"sum({expressions.board(one, 0)}[{expressions.number(one, 0)} & 7::-{s.pick('1', '2')}])",
        f"max(zip({expressions.board(one, 0)}, {expressions.board(one, 0)}))[{s.below(2)}]",
        f"sum(v * w & 63 for v, w in zip({expressions.board(one, 0)}, reversed({expressions.board(one, 0)})))",
        f"sum(accumulate({expressions.board(one, 0)}, lambda v, w: v * 2 - w & 63))",
        f"dict(zip(TABLE, SPAN)).get({x}, {y})",
    )  # fmt: skip


def truth(s: Scope, depth: int) -> str:
    """Whether something is in a list, or in a range; whether a list has an item."""
    x, y = expressions.number(s, depth), expressions.number(s, 0)
    inside = s.pick("in", "not in")
    return s.pick(
        f"({x} {inside} {display(s, depth)})",
        f"({x} {inside} range({y}))",
        f"({x} {inside} range({y}, {s.pick('5', '9', y)}))",
        f"({x} {inside} range(0, {y} & 15, {s.pick('2', '3')}))",
        f"bool({display(s, depth)})",
        f"(not {display(s, depth)})",
    )


def statement(s: Scope) -> list[str]:
    """A board changed by a list or a tuple; a list that is kept."""
    boards, ints, one = s.assignable("board"), s.assignable("int"), plain(s)
    if not boards or not ints:
        return ["pass"]
    cells, b = s.name("cells"), s.random.choice(boards)
    x = f"{expressions.number(one, 1)} & 7"
    place = expressions.index(s, expressions.number(one, 0))
    begin = s.pick(f"list({expressions.board(one, 1)})", f"[{s.below(8)}] * {CELLS}", f"[{x} for _ in range({CELLS})]")
    match s.below(6):
        case 3:
            return unpacked(s, cells)
        case 4:
            return rows(s, cells)
        case 5:
            return counted(s, cells)
        case 0:
            change = s.pick(f"{cells}[{place}] = {x}", f"{cells}[{s.below(CELLS)}] ^= {s.below(8)}")
            return [f"{cells} = {begin}", change, f"{cells}[{place}] = {x}", f"{b} = pvector({cells})"]
        case 1:
            at = s.pick(
                f"{expressions.number(one, 0)} & 3", f"{expressions.number(one, 0)} % {CELLS}", str(s.below(CELLS))
            )
            i = s.name("i")
            lines = [f"{cells} = tuple({expressions.board(one, 1)})", f"{i} = {at}"]
            return [*lines, f"{b} = pvector({cells}[:{i}] + ({x},) + {cells}[{i} + 1:])"]
    ask = s.pick(f"len({cells})", f"sum({cells})", f"max({cells}, default=3)", f"(1 if {cells} else 2)",
                 f"sum(1 for y in {cells} if y in {cells})")  # fmt: skip
    n = s.random.choice(ints)
    change = f"{s.random.choice(ints)} = {expressions.number(one, 1)}"
    return [f"{cells} = {display(one, 1)}", change, f"{n} = {ask} + {n} & 1023", f"{n} ^= {ask} & 255"]


def unpacked(s: Scope, rest: str) -> list[str]:
    """`a, *rest = board`: the rest is a list."""
    one, a, n = plain(s), s.name("first"), s.random.choice(s.assignable("int"))
    given = s.pick(
        expressions.board(one, 1), f"{expressions.board(one, 0)}[{expressions.number(one, 0)} & 3:]",
        f"tuple(v for v in {expressions.board(one, 0)} if v)", f"sorted({expressions.board(one, 0)})", display(one, 1),
    )  # fmt: skip
    lines = [f"{s.pick(f'{a}, *{rest}', f'*{rest}, {a}', f'{a}, *{rest}, _')} = {given}"]
    lines += [s.pick(f"{rest}.append({expressions.number(one, 0)} & 7)", f"{rest}.sort()", "pass")]
    return [*lines, f"{n} = {asked(s, rest)} + {a} & 1023"]


def counted(s: Scope, name: str) -> list[str]:
    """A list of as many items as a number says."""
    one, n, k = plain(s), s.random.choice(s.assignable("int")), s.name("k")
    inner = one.having("int", "i", fixed=True)
    items = s.pick(f"[{expressions.number(inner, 1)} & 63 for i in range({k})]", f"list(range({k}))", f"[0] * {k}")
    change = [f"if {k}:", f"    {name}[{s.pick('0', '-1')}] = {expressions.number(one, 0)} & 7"]
    lines = [f"{k} = {expressions.number(one, 1)} & 3", f"{name} = {items}", *(change if s.chance(0.5) else [])]
    return [*lines, f"{n} = {asked(s, name)} + {n} & 1023"]


def asked(s: Scope, a: str) -> str:
    """An int that a list gives."""
    return s.pick(
        f"len({a})", f"sum({a})", f"max({a}, default=3)", f"({a}[0] if {a} else 5)", f"sum({a}[1:])", f"{a}.count(1)",
        f"sum(sorted({a})[:2])", f"sum(tuple({a})[::-2])", f"sum(v * i for i, v in enumerate({a}))",
    )  # fmt: skip


def rows(s: Scope, grid: str) -> list[str]:
    """Rows of a board, and its columns."""
    one, n, r = plain(s), s.random.choice(s.assignable("int")), expressions.number(plain(s), 0)
    board = s.random.choice(s.assignable("board"))
    made, changing = s.random.choice(
        (
            (f"[{board}[i * 2:i * 2 + 2] for i in range(2)]", False),
            (f"[list({board}[i * 2:i * 2 + 2]) for i in range(2)]", True),
            (f"[[v, {expressions.number(one, 0)} & 7] for v in {board}]", True),
            ("[[0] * 2 for _ in range(3)]", True),
        )
    )
    change = [f"{grid}[{r} & 1][{s.below(2)}] = {expressions.number(one, 0)} & 7"] if changing else []
    use = s.pick(
        f"sum(v * w & 63 for v, w in {grid})", f"sum(map(sum, {grid}))", f"sum(max(v) for v in zip(*{grid}))",
        f"sum(i * v[1] for i, v in enumerate({grid}))", f"list(zip(*{grid}))[1][{r} & 1]", f"{grid}[{r} & 1][-1]",
        f"sum(tuple(zip(*{grid}))[0])", f"len({grid})", f"sum(map(max, zip(*{grid})))",
    )  # fmt: skip
    return [f"{grid} = {made}", *change, f"{n} = {use} + {n} & 1023"]
