"""Lists and sets that grow and shrink, their aliases; boards of boards, texts as boards; partials and objects."""

from __future__ import annotations

from . import consuming, expressions, lists, truths
from .scope import CELLS, Helper, Parameter, Scope, indented


def statement(s: Scope) -> list[str]:
    """Some statements that make a list or a set, change it, and ask it."""
    if not s.assignable("int"):
        return ["pass"]
    return s.random.choice((stack, queue, cells, kept))(s)


def small(s: Scope, depth: int = 1) -> str:
    """An int that may lie in a set."""
    return f"({expressions.number(lists.plain(s), depth)} & {s.pick('7', '63')})"


def item(s: Scope, pairs: bool) -> str:
    """An item of a list or a set."""
    return f"({small(s)}, {small(s, 0)})" if pairs else small(s)


def changes(s: Scope, a: str, inner: Scope) -> list[str]:
    """A statement that changes a list of ints."""
    x, n = small(inner), s.random.choice(s.assignable("int"))
    return s.random.choice(
        (
            [f"{a}.append({x})"],
            [f"{a} += [{x}, {small(inner, 0)}]"],
            [f"if {a}:", f"    {n} = {a}.pop({s.pick('', '0', '-1')})"],
            [f"if len({a}) < 9:", f"    {a}.extend({lists.display(lists.plain(inner), 1)})"],
            [f"if {x} not in {a}:", f"    {a}.append({x})"],
            [f"if {a}:", f"    {a}[{s.pick('0', '-1')}] = {x}"],
            [f"{n} = {a}.count({x}) + {n} & 255"],
            [f"{n} = {a}[{small(inner, 0)}] if len({a}) > 7 else {n}"],
            [f"for v in {a}:", f"    if len({a}) < {s.below(9)} and v > {s.below(4)}:", f"        {a}.append(v - 1)"],
            [f"{a} = [v for v in {a} if v != {x}]"],
            [f"{expressions.pair(lists.plain(inner), 0)}.filled({a}, {x} & 7)"],
            [f"{a}.insert({s.pick('0', '-1', '2', small(inner, 0))}, {x})"],
            [f"if {a}:", f"    {n} = {a}.pop({small(inner, 0)} % len({a}))"],
            [f"{a}.{s.pick('reverse()', 'sort()', 'sort(reverse=True)', 'sort(key=lambda v: v % 3)')}"],
            [f"if len({a}) > {s.pick('2', '4')}:", f"    {s.pick(f'del {a}[1]', f'{a}.clear()', f'del {a}[-2]')}"],
            [f"{a} = {a}[{s.pick(':', '1:', ':-1', '::-1', f'{small(inner, 0)}:', f':{small(inner, 0)}:2')}]"],
            [f"{n} = ({a} {s.pick('==', '!=')} [{x}, {small(inner, 0)}]) + {n} & 255"],
            [f"{n} = handed({a}, {made_from(s, a)}) + {n} & 255"],
            [f"if {a}:", f"    {n}, *{a} = {a}"],
            [
                f"if len({a}) > 1:",
                f"    {s.pick('v, *w, u', '*w, v, u', 'u, v, *w')} = {s.pick(a, f'sorted({a})')}",
                f"    {n} = u * 3 + v + sum(w) + len(w) & 255",
                f"    {s.pick(f'{a} = w', 'w.append(n)', 'pass')}",
            ],
            [f"for v, w in zip({a}, {made_from(s, a)}):", f"    {n} = {n} * 3 + v - w & 255"],
        )
    )


def made_from(s: Scope, a: str) -> str:
    """A list, or a generator, that is made of a list."""
    return s.pick(
        f"[v + 1 for v in {a}]", f"{a}[1:]", f"list({a})", f"sorted({a})", f"(v * 2 for v in {a})", f"{a} + [5]"
    )


def asked(s: Scope, a: str) -> str:
    """An int that a list gives."""
    return s.pick(
        f"len({a})",
        f"sum({a})",
        f"max({a}, default=3)",
        f"sum(v * i for i, v in enumerate({a}))",
        f"({a}[0] if {a} else 5)",
        f"sum(reversed({a}))",
        f"sum(sorted({a})) ",
        f"sum({a}[{s.pick('1:', ':2', '::-2', '-3:')}])",
        f"(sorted({a})[0] if {a} else 4)",
        f"sum(v * w for v, w in {s.pick(f'combinations({a}, 2)', f'pairwise({a})', f'product({a}, (1, 2))')})",
        f"reduce(lambda v, w: v * 2 - w & 63, {a}, 1)",
        f"sum(map(half, {a}))",
        f"sum(accumulate({a}{s.pick('', ', max', ', initial=3')}))",
        f"sum(v * w for v, w in zip({a}, {s.pick(f'reversed({a})', f'{a}[1:]', 'count(2)', f'sorted({a})')}))",
        f"sum(v for v, _ in zip({a}, repeat(1)))",
        f"sum(chain.from_iterable((v, 1) for v in {a}))",
        f"max(zip({a}, {a}[1:]), default=(3, 4))[1]",
        f"min(enumerate({a}), default=(3, 4))[1]",
        f"len(list(filter(lambda v: v > 3, {a})))",
    )


def kept(s: Scope) -> list[str]:
    """A list that is changed by some statements; now and then it has two names."""
    a, b, n = s.name("a"), s.name("b"), s.random.choice(s.assignable("int"))
    begin = s.pick(
        "[]", f"[{small(s)}]", f"list({expressions.board(lists.plain(s), 0)})", lists.display(lists.plain(s), 1)
    )
    lines = [f"{a} = {begin}", f"{a}.append({small(s)})"]
    for _ in range(s.random.randrange(1, 4)):
        lines += changes(s, a, s)
    if s.chance(0.3):
        lines += [f"{b} = {a}", s.pick(f"{a} = [{small(s)}]", f"{b}.append(1)", f"{b} = {a}", "pass")]
        lines += [*changes(s, b, s), f"{n} = {asked(s, b)} + {n} & 1023"]
    return [*lines, f"{n} = {asked(s, a)} + {n} & 1023"]


def stack(s: Scope) -> list[str]:
    """`while stack: x = stack.pop()`: a flood over the cells of a board, or over pairs."""
    a, seen, x, n = s.name("stack"), s.name("seen"), s.name("x"), s.random.choice(s.assignable("int"))
    pairs = s.chance(0.3)
    inner = s if pairs else s.having("int", x)
    y = f"({x}[0] + 1 & 3, {x}[1] ^ {s.below(4)})" if pairs else f"({x} {s.pick('+', '-', '^')} {s.below(4)}) % {CELLS}"
    found = truths.truth(lists.plain(inner), 1)
    first = item(s, pairs)
    step = [
        f"y = {y}",
        f"if y not in {seen} and ({found} or len({seen}) < 4):",
        f"    {seen}.add(y)",
        f"    {a}.append(y)",
    ]
    use = s.pick(f"len({seen})", f"sum({'a * b for a, b in' if pairs else 'v for v in'} {seen})", f"len({a})")
    last = s.pick(f"for v in sorted({seen}):", f"for v in {seen}:")
    worth = "v[0] * 3 + v[1]" if pairs else "v"
    return [
        f"{a} = [{first}]",
        f"{seen} = set({a})",
        f"while {a} and len({seen}) < 20:",
        f"    {x} = {a}.pop()",
        *indented(step),
        f"{n} = {use} + {n} & 1023",
        last,
        f"    {n} {s.pick('+=', '^=')} {worth}",
        f"{n} &= 1023",
    ]


def queue(s: Scope) -> list[str]:
    """Levels of a search in breadth: the next list becomes this one."""
    now, after, x, n = s.name("now"), s.name("after"), s.name("x"), s.random.choice(s.assignable("int"))
    inner, rounds = s.having("int", x, fixed=True), s.name("rounds")
    body = [
        f"for {x} in {now}:",
        f"    if {truths.truth(lists.plain(inner), 1)} and len({after}) < 9:",
        f"        {after}.append({small(inner)})",
    ]
    swap = s.pick(f"{now} = {after}", f"{now} = list({after})", f"{now} = {now} + {after}")
    return [
        f"{now}, {rounds} = [{small(s)}], 0" if s.chance(0.02) else f"{now} = [{small(s)}]",
        f"{rounds} = 0",
        f"while {now} and {rounds} < {s.below(5)}:",
        f"    {after} = []",
        *indented(body),
        f"    {swap}",
        f"    {rounds} += 1",
        f"{n} = {asked(s, now)} * 5 + {rounds} + {n} & 1023",
    ]


def cells(s: Scope) -> list[str]:
    """Sets: made, joined, changed, gone over."""
    a, b, n = s.name("cells"), s.name("others"), s.random.choice(s.assignable("int"))
    c, boards = s.name("c"), s.assignable("board")
    inner = lists.plain(s).having("int", c, fixed=True)
    begin = s.pick(
        "set()",
        f"{{{small(s)}, {small(s)}}}",
        f"set({expressions.board(lists.plain(s), 0)})",
        f"{{{c} & 7 for {c} in {consuming.sequence(lists.plain(s), 0)}}}",
    )
    lines = [f"{a} = {begin}", f"{b} = {{{small(s)}}} | {a}" if s.chance(0.7) else f"{b} = {a}"]
    lines += s.random.choice(
        (
            [f"{a}.add({small(s)})"],
            [f"{a} |= {b}"],
            [f"{a} -= {b}"],
            [f"{b} = {a} & {b}"],
            [f"{a}.discard({small(s)})"],
            [f"{a}.update({consuming.sequence(lists.plain(s), 0)})"]
            if s.chance(0.3)
            else [f"{a}.update([{small(s)}])"],
        )
    )
    if boards and s.chance(0.5):
        board = s.random.choice(boards)
        lines += [f"for {c} in {a}:", f"    if {c} < {CELLS}:", f"        {board} = {board}.set({c}, {s.below(8)})"]
    use = s.pick(
        f"len({a})",
        f"sum({a})",
        f"min({b}, default=4)",
        f"sum({expressions.number(inner, 1)} & 63 for {c} in {a})",
        f"(1 if {small(s)} in {a} else 2)",
        f"len([{c} for {c} in {a} if {c} & 1])",
        f"(any({truths.truth(inner, 0)} for {c} in {a}) + 0)",
        f"(3 if {a} else 4)",
        f"({a} {s.pick('==', '!=', '<=', '<', '>=')} {b}) + 0",
        f"({a} == {{1, 2}}) + 0",
    )
    return [*lines, f"{n} = {use} + {n} & 1023"]


def number(s: Scope, depth: int) -> str:
    """An int by a board of boards, a text, a partial or an object."""
    depth = min(depth, 1)
    x, y = expressions.number(s, depth), expressions.number(s, 0)
    i, j = f"({x} & 1)", f"({y} % 3)"
    c = s.name("u")
    if not s.walrus:
        return s.pick(f"GRID[{i}][{j}]", f"half({x})", f"RULES_OF.worth({x})")
    return s.pick(
        f"GRID[{i}][{j}]",
        f"GRID.set({i}, GRID[{y} & 1].set({j}, {x} & 7))[{y} & 1][{j}]",
        f"sum(row.count({y} & 3) for row in GRID.set({i}, GRID[0]))",
        f"sum({c} * len(row) for row in GRID for {c} in row)",
        f"pvector(pvector({c} + {x} & 7 for {c} in row) for row in GRID)[{i}][{j}]",
        f"sum({expressions.pair(lists.plain(s), 0)}.steps({x}))",
        f"sum({c} * 3 + {y} & 63 for {c} in {expressions.pair(lists.plain(s), 0)}.listed(x={x}))",
        f"sum({expressions.pair(lists.plain(s), 0)}.deep({x} & 7))",
        f"{expressions.pair(lists.plain(s), 0)}.folded({x} & 15)",
        f"len({expressions.pair(lists.plain(s), 0)}.parts)",
        f"({x} in {expressions.pair(lists.plain(s), 0)}.parts) + 0",
        f"sum({c} * v & 63 for {c}, v in combinations(({x}, {y}, 3), 2))",
        f"sum({c} - v for {c}, v in product(range(2), range({y} & 3)))",
        f"sum({c} * v & 7 for {c}, v in product(SPAN, repeat=2))",
        f"sum(chain(({x}, 2), range({y} & 3)))",
        f"reduce(lambda {c}, v: {c} * 2 + v & 255, {expressions.board(lists.plain(s), 0)}, {y})",
        f"math.prod([{x} & 7, {y} & 15, 2])",
        f"half({x})",
        f"half({x}, k={y} & 7)",
        f"RULES_OF.worth({x})",
        f"RULES_OF.worth(k={y} & 3, x={x})",
        "RULES_OF.size",
        f"sum(RULES_OF.near({x} & 15))",
        f"RULES_OF.plain({x})",
        f"FROZEN.worth({x})",
        f"sum(FROZEN.each({y} & 3))",
        f"FROZEN({x})",
        f"written({i} + {j}, marked({y})).count({s.pick(repr('X'), f'marked({x})')})",
        f"len(written({x} & 3, 'O'))",
        f"(1 if {s.pick(repr('X'), f'marked({x})')} in written({y} & 3, '.') else 0)",
        f"sum(1 for {c} in written({y} & 7, 'X') if {c} == marked({x}))",
        f"(written({y} & 3, 'X') == 'XO.X') + 0",
        f"(written({y} & 3, marked({x}))[:2] + 'X' == marked({y}) * 3) + 0",
        f"(written(1, marked({x})).find('O'))",
        f"''.join(marked({c}) for {c} in TABLE).count('X')",
    )


def flooding(s: Scope) -> tuple[list[str], Helper]:
    """A function that hands sets to others, and a generator that remembers what it has given."""
    one, two, name = s.name("hand"), s.name("make"), s.name("w")
    x = expressions.number(Scope(s.random, {"int": ("k",)}, (), fresh=s.fresh, walrus=False), 1)
    test = s.pick("k not in seen", "board[k] > 1 or k == 0", "k & 1 == 0 and k not in seen")
    lines = [
        f"def {one}(seen, ahead, k):",
        "    seen.add(k)",
        f"    if {test}:" if s.chance(0.5) else "    if len(ahead) < 9:",
        f"        ahead.append(({x}) & 3)",
        "    return len(seen)" if s.chance(0.7) else "    return 1",
        f"def {two}(board, x):",
        "    seen = {x & 3}",
        "    ahead = [x & 3]",
        "    k = 0",
        "    while ahead and k < 12:",
        "        k += 1",
        "        here = ahead.pop()",
        f"        if here > 4 or {one}(seen, ahead, k & {s.pick('3', '7')}) > 5:",
        f"            {s.pick('break', 'continue', 'ahead.append(1)')}",
        "    return seen",
        f"def {name}(b, n):",
        f"    found = {two}(b, n)",
        f"    {s.pick('found.add(7)', 'pass', 'found |= {1}')}",
        f"    return len(found) * 100 + sum({two}(b, n + 1) | found)",
    ]
    if "board" in test:
        lines = [
            line.replace("(seen, ahead, k)", "(seen, ahead, k, board=START)") if f"def {one}" in line else line
            for line in lines
        ]
    return lines, Helper(name, "int", (Parameter("b", "board"), Parameter("n", "int")))
