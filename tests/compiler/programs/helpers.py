"""Helpers: functions of every kind of result, generators, consumers, recursion, functions as arguments."""

from __future__ import annotations

from . import consuming, expressions, lists, statements, truths
from .expressions import give
from .growing import flooding
from .scope import Helper, Parameter, Scope, indented

DEFAULTS = {"int": ("3", "0", "-2", "N", "1", "Settings.K", "1 << 70"), "board": ("START",), "pair": ("CENTRE",)}
Made = tuple[list[str], Helper]


def helper(s: Scope) -> Made:
    """The lines of one, and how it is called."""
    return s.random.choices(KINDS, WEIGHTS)[0](s)


def parameters(s: Scope, *first: str) -> tuple[Parameter, ...]:
    kinds = [*first, *(s.pick("int", "int", "board", "pos", "pair", "bool") for _ in range(s.below(3)))]
    defaults = 0 if s.chance(0.5) else s.random.randrange(0, len(kinds))
    made: list[Parameter] = []
    for place, kind in enumerate(kinds):
        late = place >= max(1, len(kinds) - defaults) and kind in DEFAULTS
        default = s.pick(*DEFAULTS[kind][: None if s.chance(0.05) else 6]) if late else None
        if default is None:
            made = [Parameter(p.name, p.kind) for p in made]  # those without defaults come first
        made.append(Parameter(f"{'abcdef'[place]}", kind, default))
    return tuple(made)


def inside(s: Scope, given: tuple[Parameter, ...]) -> Scope:
    """The scope of a function's body: its parameters and the helpers before it."""
    names: dict[str, tuple[str, ...]] = {}
    for each in given:
        if each.kind not in ("xs", "function"):
            names[each.kind] = (*names.get(each.kind, ()), each.name)
    return Scope(s.random, names, s.helpers, fresh=s.fresh)


def written(name: str, given: tuple[Parameter, ...], lines: list[str]) -> list[str]:
    texts = [p.name + (f"={p.default}" if p.default else "") for p in given]
    return [f"def {name}({', '.join(texts)}):", *indented(lines)]


def begun(s: Scope) -> tuple[list[str], Scope]:
    """Some variables to begin with."""
    lines, made = [], s
    for kind in s.random.sample(("int", "board", "int", "pair"), s.below(3)):
        name = s.name("v")
        lines.append(f"{name} = {give(made, kind, 1)}")
        made = made.having(kind, name)
    return lines, made


def plain(s: Scope) -> Made:
    kind = "float" if s.chance(0.1) else s.pick("int", "int", "int", "bool", "board", "pos", "pair", "several")
    given = parameters(s, s.pick("int", "board", "pos"))
    lines, scope = begun(inside(s, given))
    if s.chance(0.7):
        lines += statements.block(scope, 2)
    if s.chance(0.3):
        lines += [f"if {truths.truth(scope, 1)}:", f"    return {result(scope, kind)}"]
    elif s.chance(0.2):
        lines += [f"for x in {expressions.board(scope, 0)}:", f"    if {truths.of_cell(scope, 'x')}:",
                  f"        return {result(scope.having('int', 'x'), kind)}"]  # fmt: skip
    lines.append(f"return {result(scope, kind)}")
    name = s.name("f")
    return written(name, given, lines), Helper(name, kind, given)


def result(s: Scope, kind: str) -> str:
    return f"{give(s, 'board', 1)}, {give(s, 'int', 1)}" if kind == "several" else give(s, kind, 2)


def generator(s: Scope) -> Made:
    kind = s.pick("int", "int", "int", "board")
    given = parameters(s, "board", "int")
    lines, scope = begun(inside(s, given))
    for _ in range(s.random.randrange(1, 4)):
        lines += yielding(scope, kind)
    name = s.name("g")
    if not any("yield" in line for line in lines):
        lines.append(f"yield {give(scope, kind, 1)}")
    return written(name, given, lines), Helper(name, kind, given, generator=True)


def lister(s: Scope) -> Made:
    """A function that returns a list: it is gone over as a generator is."""
    given = parameters(s, "board", "int")
    lines, scope = begun(inside(s, given))
    if s.chance(0.3):
        lines += statements.block(scope, 1)
    name = s.name("l")
    return written(name, given, [*lines, *lists.returned(scope)]), Helper(name, "int", given, generator=True)


def short(s: Scope) -> Made:
    """A lambda, sometimes two on one line."""
    given = parameters(s, s.pick("int", "board", "pos"))
    texts = [p.name + (f"={p.default}" if p.default else "") for p in given]
    name, scope = s.name("k"), inside(s, given)
    made = f"lambda {', '.join(texts)}: {give(scope, 'int', 2)}"
    if s.chance(0.3):
        return [f"{name}, {s.name('k')} = ({made}, lambda x: x + 1)"], Helper(name, "int", given)
    return [f"{name} = {made}"], Helper(name, "int", given)


def yielding(s: Scope, kind: str) -> list[str]:
    """Statements that yield."""
    x = s.name("x")
    inner = s.having("int", x)
    other = s.helper(kind, generator=True)
    ways = [
        [f"yield {give(s, kind, 2)}"],
        [f"if {truths.truth(s, 1)}:", f"    yield {give(s, kind, 1)}"],
        [f"if {truths.truth(s, 1)}:", "    return"],
        statements.block(s, 1),
        [f"for {x} in {consuming.sequence(s, 1)}:", f"    yield {give(inner, kind, 1)}"],
        [f"for {x} in {expressions.board(s, 1)}:", f"    if {truths.of_cell(s, x)}:",
         f"        yield {give(inner, kind, 1)}", *(["        return"] if s.chance(0.3) else [])],
        [f"for {x} in {consuming.sequence(s, 1)}:", *indented(statements.block(statements.in_a_loop(inner), 0)),
         f"    yield {give(inner, kind, 1)}"],
    ]  # fmt: skip
    if other is not None:
        ways.append([f"yield from {expressions.call(s, other, 1, give)}"])
    if kind == "int":
        ways.append([f"yield from {consuming.sequence(s, 1)}"])
    return s.random.choice(ways)


def consumer(s: Scope) -> Made:
    """A function that goes over a generator."""
    given = (Parameter("xs", "xs"), *(Parameter(f"k{p.name}", p.kind, p.default) for p in parameters(s, "int")))
    scope, total = inside(s, given), s.name("t")
    name, inner = s.name("h"), scope.having("int", total)
    loop = ["for x in xs:", *indented(statements.block(statements.in_a_loop(inner.having("int", "x")), 1)),
            f"    {total} = {total} * 3 + x & 1023"]  # fmt: skip
    lines = s.random.choice(
        ([f"{total} = 1", *loop], [f"{total} = sum(xs)"], [f"{total} = max(xs, default={give(scope, 'int', 1)})"],
         [f"{total} = sum(x * 2 for x in xs if x > {give(scope, 'int', 0)})"])
    )  # fmt: skip
    return written(name, given, [*lines, f"return {total}"]), Helper(name, "int", given)


def recursive(s: Scope) -> Made:
    given = (Parameter("n", "int"), Parameter("r", "int"), Parameter("q", "board"))
    scope, name = inside(s, given), s.name("r")
    lines = ["if n <= 0:", f"    return {give(scope, 'int', 1)}"]
    step = f"{name}(min(n, 6) - {s.pick('1', '2')}, r={give(scope, 'int', 1)} & 255, q={give(scope, 'board', 1)})"
    lines.append(f"return {s.pick(step, f'{step} + n & 255', f'({step} if {truths.truth(scope, 1)} else r)')}")
    return written(name, given, lines), Helper(name, "int", given)


def mutual(s: Scope) -> Made:
    """Two functions that call each other."""
    given = (Parameter("n", "int"), Parameter("r", "int"))
    one, other, scope = s.name("m"), s.name("m"), inside(s, given)
    first = written(
        one, given, ["if n <= 0:", "    return r", f"return {other}(min(n, 5) - 1, {give(scope, 'int', 1)} & 255)"]
    )
    value = f"{one}(r={give(scope, 'int', 1)} & 127, n=min(n, 5) - 1)"
    second = written(
        other, given, [f"return {s.pick(value, f'{value} + n & 1023')} if n > 0 else {give(scope, 'int', 1)}"]
    )
    return [*first, *second], Helper(one, "int", given)


def shadowing(s: Scope) -> Made:
    """A parameter or a variable with the name of a built-in or of a constant."""
    names = s.random.sample(("sum", "len", "range", "abs", "N", "TABLE", "enumerate", "max", "START"), 2)
    given = (Parameter(names[0], "int"), Parameter("y", "int"))
    lines = [f"{names[1]} = {names[0]} * 3 + y", f"return {names[1]} - {names[0]} & 255"]
    name = s.name("s")
    return written(name, given, lines), Helper(name, "int", given)


def higher(s: Scope) -> Made:
    """A function that calls its argument."""
    given = (Parameter("x", "int"), Parameter("f", "function"))
    name = s.name("a")
    value = s.pick("f(f(x))", "f(f(f(x) + 1))", "f(x) - f(x + 1)", "sum(f(i) for i in range(x & 3))", "f(f(x) & 63)")
    return written(name, given, [f"return {value}"]), Helper(name, "int", given)


def growing(s: Scope) -> Made:
    """A result that can be more than the argument: calls of calls must come to an end."""
    given = (Parameter("x", "int"),)
    name = s.name("u")
    value = s.pick("x + 1", "x - 3", "x * 2", "x + x", "max(x, 3) + 1", "x + N", "(x ^ 5) + 1", "x | 64")
    return written(name, given, [f"return {value}"]), Helper(name, "int", given)


KINDS = (plain, generator, consumer, recursive, mutual, shadowing, higher, growing, lister, short, flooding)
WEIGHTS = (14, 8, 2, 2, 1, 1, 2, 2, 5, 3, 2)
