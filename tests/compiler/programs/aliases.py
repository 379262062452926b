"""Lists and sets that have several names: handed on, given back, kept, replaced, gone over while they grow.

A rule of a board and an int, with three lists and two sets. What is mostly refused is chosen `RARE`ly.
"""

from __future__ import annotations

import ast
import re
from random import Random

from . import aliased_values as values
from .aliased_values import HELPERS, LISTS, SETS, Names, asked, cell, number, test
from .scope import indented

DEEPEST = 2  # statements in statements
MOST = 12  # items of two lists in a loop that may add to them


def rule(random: Random) -> list[str]:
    """The helpers, and the function that is run in both lanes."""
    n = Names(random)
    begin = ["k = 0", *(begun(n, name) for name in LISTS), *(set_begun(n, name) for name in SETS)]
    lines = [*begin, "h = Hand((n, 1), k)"]
    lines += [line for _ in range(random.randrange(1, 5)) for line in statement(n, 0)]
    lines.append(f"return {results(n)}")
    return [*HELPERS.strip().split("\n"), "def rule(board, n):", *indented(used(lines))]


def begun(n: Names, name: str) -> str:
    """The first value of a list: now and then another name for one before it."""
    before = LISTS[: LISTS.index(name)]
    usual = ("[n]", "[]", "[1, n]", "list(board)", "[x for x in board if x > n]", "[3, 2, 1]", "some(board, n)", "[2]")
    return f"{name} = {n.pick((*usual, *before, *before), ('deque([n])', '()', '[n] * 2', 'TAIL'))}"


def set_begun(n: Names, name: str) -> str:
    """The first value of a set."""
    before = SETS[: SETS.index(name)]
    return f"{name} = {n.pick(('set()', '{n & 7}', '{1, n & 7}', 'set(board)', *before), ('frozenset(board)',))}"


def results(n: Names) -> str:
    """What the rule gives: all that can be told of its lists and sets, or some of it."""
    return n.pick(
        (
            "k, len(s), len(t), sum(i * v for i, v in enumerate(u)), sum(p)",
            "k, sum(s), sum(t), sum(u), len(p), len(q)",
            f"k, {asked(n)}, sum(h.cards)",
            f"{asked(n)}, {asked(n)}, k",
            "k",
        )
    )


def used(lines: list[str]) -> list[str]:
    """Without the first values of names that are used nowhere."""
    text = "\n".join(lines)
    once = {name for name in (*LISTS, *SETS, "h") if len(re.findall(rf"\b{name}\b", text)) == 1}
    return [line for line in lines if not any(line.startswith(f"{name} =") for name in once)]


def statement(n: Names, depth: int) -> list[str]:
    """Some statements."""
    roll = n.random.random()
    if roll < 0.20:
        return [f"{n.list()} = {values.of_list(n)}"]
    if roll < 0.28:
        return [f"{n.set()} = {values.of_set(n)}"]
    if roll < 0.44:
        return [f"k = k * 3 + {asked(n)} & 1023"]
    if roll < 0.68:
        return [list_changed(n)]
    if roll < 0.76:
        return [set_changed(n)]
    if depth == DEEPEST:
        return [n.pick(("k += 1", "h = h._replace(cards=h.cards + (k & 7,))", "k = k + len(h.cards)"))]
    ways = (branch, branch, loop, loop, over_board, over_set, scattered, while_loop, inner, inner, giving, late, cards)
    return n.random.choice(ways)(n, block(n, depth + 1))


def list_changed(n: Names) -> str:
    """A statement that changes a list."""
    s, t, x, y = n.list(), n.list(), number(n), asked(n)
    usual = (
        f"{s}.append({x})",
        f"{s}.append({x})",
        f"{s}.append({y} & 63)",
        f"{s}.extend({values.of_list(n)})",
        f"{s} += {values.of_list(n)}",
        f"{s} += {t}",
        f"{s} += [{x}]",
        f"{s} = {s} + {t}",
        f"{s}[0] = {x}",
        f"{s}[-1] = {y} & 63",
        f"{s}[0], {s}[-1] = {s}[-1], {s}[0]",
        f"{s}[len({s}) - 1] = {x}",
        f"{s}[push({s}, 1) - 1] = {x}",
        f"{s}[{x}] = {s}.pop()",
        f"{s}.pop()",
        f"push({s}, {x})",
        f"{s}.append({s}.pop() + 1)",
        f"{s}.append({s}.pop() + len({s}))",
        f"{s}.extend({s})",
        f"{s}.extend(v for v in {t})",
        f"{s}.extend(under({x}, 1))",
        f"{s} += below(board, {x})",
        f"deep({s}, {x})",
        f"swap({s}, {t}, 2)",
        f"renamed({s}, {x})",
    )
    rare = (
        f"{s} += ({x},)",
        f"{s} += (len({s}) for v in {t})",
        f"{s} *= 2",
        f"del {s}[0]",
        f"{s}, {t} = {t}, {s}",
        f"{s}, {t} = [{x}], [1]",
        f"{s} = {t} = [{x}]",
        f"{s}, k = [{x}], {x} & 63",
        f"{s}, *{t} = {values.of_list(n)}",
        f"{s}.insert(0, 1)",
        f"{s}.remove({x})",
        f"{s}.clear()",
        f"{s}.reverse()",
        f"{s}.sort()",
        f"{s}[:] = {t}",
        f"{s}[0] += 1",
        f"back({s}, 1).append(2)",
        f"({s} if n > 1 else {t}).append(3)",
        f"({s}, {t})[n & 1].append({x})",
        f"[{s}, {t}][0].append({x})",
        f"{s} = [{s}, {t}]",
        f"if (more := {s}): more.append({x})",
        f"growing_default({x}, {s})",
        f"h = Hand({s}, k)",
    )
    return n.pick(usual, rare)


def set_changed(n: Names) -> str:
    """A statement that changes a set."""
    p, q, x = n.set(), n.set(), cell(n)
    usual = (
        f"{p}.add({x})",
        f"{p}.discard({x})",
        f"{p}.remove({x})",
        f"{p} |= {q}",
        f"{p} &= {q}",
        f"{p} -= {q}",
        f"{p}.update({q})",
        f"{p}.update(v & 7 for v in {n.list()})",
        f"{p} |= {{v & 7 for v in {n.list()}}}",
        f"{p} |= {q} - {p}",
        f"add({p}, {x})",
        f"fill({p}, {x}, 1)",
        f"kept({p}, {n.list()}, 3)",
    )
    rare = (f"{p} ^= {q}", f"{p}, {q} = {q}, {p}", f"{p} = {q} = {{{x}}}", f"{p}.pop()", f"{p}.clear()", f"{p} -= {p}")
    return n.pick(usual, rare)


def block(n: Names, depth: int) -> list[str]:
    """The statements of a branch or a loop."""
    return [line for _ in range(n.random.randrange(1, 4)) for line in statement(n, depth)]


def leaving(n: Names, lines: list[str]) -> list[str]:
    """The statements of a loop, which may leave it early."""
    last = n.pick(("break", "continue", f"return k, {asked(n)}"))
    early = [] if n.random.random() < 0.6 else [f"if {test(n)}:", f"    {last}"]
    return [*lines, *early] if n.random.random() < 0.5 else [*early, *lines]


def otherwise(n: Names) -> list[str]:
    """The `else` of a loop."""
    return ["else:", *indented(statement(n, DEEPEST))] if n.random.random() < 0.2 else []


def branch(n: Names, lines: list[str]) -> list[str]:
    other = ["else:", *indented(statement(n, DEEPEST))] if n.random.random() < 0.5 else []
    return [f"if {test(n)}:", *indented(lines), *other]


def loop(n: Names, lines: list[str]) -> list[str]:
    """A loop over a list that its body may change, of a bounded number of rounds."""
    s, t = n.list(), n.list()
    usual = (s, s, t, f"{s} + {t}", f"reversed({s})", f"enumerate({s})", f"list({s})", f"sorted({s})", f"gen({s})")
    rare = (f"zip({s}, {t})", f"{s}[:]", f"range(len({s}))", f"zip(board, {s})", f"enumerate(reversed({s}))")
    over = n.pick((*usual, f"same({s})", f"some({s}, 0)", f"(v for v in {s})", values.of_list(n)), rare)
    target = "i, y" if over.startswith(("zip", "enum")) else "y"
    bound = [f"if len({s}) + len({t}) > {MOST}:", f"    {n.pick(('break', 'return k, 77'))}"]
    step = n.pick(("k += y & 3", "pass", "k = k * 3 + y & 255"))
    return [f"for {target} in {over}:", *indented([*bound, step, *leaving(n, lines)]), *otherwise(n)]


def over_board(n: Names, lines: list[str]) -> list[str]:
    return ["for y in board:", *indented(leaving(n, lines)), *otherwise(n)]


def over_set(n: Names, lines: list[str]) -> list[str]:
    p, q = n.set(), n.set()
    over = n.pick((f"sorted({p})", p, f"sorted({p} | {q})", f"sorted({values.of_set(n)})", f"sorted(set({n.list()}))"))
    return [f"for y in {over}:", *indented(["k = k + y & 255", *leaving(n, lines)])]


def scattered(n: Names, lines: list[str]) -> list[str]:
    """A loop over ints that are not in their own order, of which some are seen, or the last, or those up to one."""
    p, q = n.set(), n.set()
    far = n.pick(("range(n & 7, 9)", "range(k & 3, 7)", p, "board"))
    over = n.pick((f"{{v * 19 & 127 for v in {far}}}",), ("frozenset(board)",))
    test = n.pick((f"y == {n.random.randrange(8) * 19 & 127}", f"y > {n.random.randrange(100)}"))
    end = n.pick(("break", "break", "break", "return 7, 7", "return k, 7", "continue"))
    noted = ("k = y", "k = y", "k += y", "k |= y", f"{q}.add(y)", f"{q}.add(y)", "k = k * 3 + y & 255", "i = y")
    steps = [[n.pick(noted)]]
    steps += n.random.choice(([lines], *[[[f"if {test}:", f"    {end}"]]] * 4))
    n.random.shuffle(steps)
    return [f"for y in {over}:", *indented([line for step in steps for line in step]), *otherwise(n)]


def while_loop(n: Names, lines: list[str]) -> list[str]:
    while_ = n.pick((n.list(), test(n)))
    return ["j = 0", f"while {while_} and j < 4:", *indented(["j += 1", *leaving(n, lines)]), *otherwise(n)]


def inner(n: Names, lines: list[str]) -> list[str]:
    """A function inside of the rule that is handed a list, or reads one around it; what it is given is made later."""
    name, s = n.fresh("f"), n.list()
    gives_ints = (
        ["z.append(n)", "return len(z)"],
        [f"{s}.append(n)", f"return len({s})"],
        ["z += [1]", "return sum(z)"],
        ["z = z + [1]", "return sum(z)"],
        ["for v in z:", "    if v > 1:", "        return v", f"    {s}.append(v)", "return 3"],
        [f"{s} = [5]", f"{s}.append(n)", f"return len({s})"],
        [f"return {asked(n)}"],
        [*begun_anew(n, lines), *lines, "return k"],
    )
    gives_lists = (["return z"], [f"return {values.of_list(n)}"])
    body = n.random.choice((*gives_ints, *gives_lists))
    is_handed = re.search(r"\bz\b", "\n".join(body))
    parameter = n.pick(("z", "z", "z"), (f"z={s}", f"z=[{number(n)}]", "z" if is_handed else ""))
    given = values.of_list(n) if parameter == "z" else ""
    call = f"{name}({given})"
    of_int = n.pick(
        (f"k = k + {call} & 255", f"k = {call} + {call} & 255"),
        (call, f"k = k + sum({call} for v in {s}) & 255", f"k = len({s}) + {call} + len({s}) & 255"),
    )
    of_list = n.pick((f"{n.list()} = {call}", f"k = k + sum({call}) & 255"), (call,))
    use = n.pick((of_list,), (of_int,)) if body in gives_lists else n.pick((of_int,), (of_list,))
    between = statement(n, DEEPEST) if n.random.random() < 0.5 else []
    return [f"def {name}({parameter}):", *indented(body), *between, use]


def begun_anew(n: Names, lines: list[str]) -> list[str]:
    """First values of the names that statements assign: in a function they are others. Now and then none."""
    first = {"k": "k = n & 7", "h": "h = Hand((n, 1), 0)", **{each: f"{each} = {{n & 7}}" for each in SETS}}
    first |= {each: f"{each} = [n]" for each in LISTS}
    nodes = [each for each in ast.walk(ast.parse("\n".join(lines))) if isinstance(each, ast.Name)]
    stored = {each.id for each in nodes if isinstance(each.ctx, ast.Store)}
    return [line for each, line in first.items() if each in stored] if n.random.random() > values.RARE else []


def giving(n: Names, lines: list[str]) -> list[str]:
    """A function inside of the rule that gives a list or a lambda of one."""
    name, s, t = n.fresh("g"), n.list(), n.list()
    if n.random.random() < 0.4:
        of_list, of_int = ("push(z, n)", "len(z)"), (f"push({s}, z)", f"len({s}) + z", f"z in {s}", "z")
        value = n.pick((*of_list, *of_int), (s,))
        with_list = f"k = k + {name}({n.pick((s, t))}) & 255"
        with_int = n.pick((f"k = k + {name}(n) & 255", f"k = k + sum({name}(v) for v in {s}) & 255"))
        use = n.pick((with_list,), (with_int,)) if value in of_list else n.pick((with_int,), (with_list,))
        return [f"{name} = lambda z: {value}", *lines, f"k += len({name}(n))" if value == s else use]
    body = [n.pick(("c = [n]", f"c = {s}", f"c = list({s})")), n.pick(("c.append(2)", f"{s}.append(4)", "pass"))]
    use = n.pick((f"{t} = list({name}())", f"{t} = {name}()", f"{t} = {name}() + [1]", f"k += sum({name}())"))
    return [f"def {name}():", *indented([*body, n.pick(("return c", f"return {s}"))]), use]


def late(n: Names, lines: list[str]) -> list[str]:
    """A generator that is gone over after what it reads has changed."""
    name, s, t = n.fresh("e"), n.list(), n.list()
    made = (f"(v for v in {s})", f"(v + len({t}) for v in {s})", f"gen({s})", f"reversed({s})", f"(v for v in {t})")
    use = n.pick((f"k = k + sum({name}) & 255", f"{t} = list({name})", f"k = k + len(list({name})) & 255"))
    return [f"{name} = {n.pick(made)}", *statement(n, DEEPEST), use]


def cards(n: Names, lines: list[str]) -> list[str]:
    """A tuple that lies in a tuple, grown outside of it, by names of its own."""
    c, x = n.fresh("c"), number(n)
    grow = n.pick((f"{c} += ({x},)", f"{c} = {c} + ({x},)"))
    more = n.pick(("k += sum(h.cards)", f"{n.list()} += h.cards", f"{n.list()} = list(h.cards)", f"k += len({c})"))
    begin = n.pick((f"{c} = h.cards", f"{c} = ()"))
    return [begin, "for y in board:", *indented([grow, *(lines if n.random.random() < 0.3 else [])]), more]
