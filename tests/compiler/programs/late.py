"""When and how often things are made: lists and generators of what changes meanwhile, in loops that change it.

A function inside of the rule may be what changes it.
"""

from __future__ import annotations

from random import Random

from .aliased_values import Names
from .late_values import HELPERS, a_list, iterable, number
from .scope import indented

RESULTS = "return t, k, n, board, len(s), len(p), d, sum(s), tuple(c)"
BEGIN = (
    "t, j, m, k, y = 0, 0, 0, n, 1",
    "d = Duo(n, 2)",
    "s = [n, 2]",
    "s.append(1)",
    "p = {n & 7, 3}",
    "p.add(5)",
    "c = [1, 0, 2]",
)
FUNCTIONS = (  # inside of the rule: f of an int, g lazy, h lazy or a list of what it is handed
    (
        ["f = lambda z: z + k"],
        ["def f(z):", "    return z + k"],
        ["def f(z, q=k):", "    return z + q"],
        ["def f(z):", "    c[z % 3] = z & 7", "    return c[0] + z"],
        ["def f(z):", "    s[0] = z & 7", "    return len(s)"],
    ),
    (
        ["def g():", "    yield 3", "    yield k"],
        ["def g():", "    yield 3", "    yield d.x"],
        ["def g():", "    for z in board:", "        yield z"],
        ["def g():", "    for z in [w + k for w in board]:", "        yield z"],
    ),
    (
        ["def h(xs):", "    yield 4", "    for z in xs:", "        yield z"],
        ["def h(xs):", "    return [z + 1 for z in xs]"],
    ),
)
CHANGES = (
    "k += 1", "board = board.set(0, 3)", "if len(s) < 8: s.append(y & 3)", "n = n + 1", "d = Duo(k, k)", "k = y & 7",
    "s[0] = k", "s = [k, 2]", "p.add(k & 7)", "j += k", "p = {k & 7, 1}", "if len(s) > 2: s.pop()",
    "f(k)", "f(k + y)", "c[k % 3] = y & 7", "board = board.set(1, k & 3)", "k, n = n, k", "if len(s) < 8: s += [k & 1]",
)  # fmt: skip


def rule(random: Random) -> list[str]:
    """The helpers, and the function that is run in both lanes."""
    n = Names(random)
    lines = [*BEGIN, *(line for ways in FUNCTIONS for line in random.choice(ways))]
    lines += [line for _ in range(random.randrange(1, 3)) for line in statement(n)]
    return [*HELPERS.strip().split("\n"), "def rule(board, n):", *indented([*lines, RESULTS])]


def statement(n: Names) -> list[str]:
    """Some statements, most often a loop."""
    roll, depth = n.random.random(), n.random.randrange(3)
    if roll < 0.6:
        return loop(n, depth)
    if roll < 0.75:
        asked = n.pick(("sum(e)", "total(e, k)", "early(e, k)", "len(e)", "sum(x * k for x in e)"))
        return [f"e = {a_list(n, depth)}", *changes(n), f"t += {asked}"]
    if roll < 0.8:
        return [f"t += sum({iterable(n, depth)}, f(k))"]
    if roll < 0.85:
        v = n.fresh("v")
        over = n.pick(("sum", "max", "any", "min"))
        return [f"t += {over}((k := (k + {v}) & 255) for {v} in {iterable(n, depth)})"]
    return [f"t += {number(n, 2)}"]


def changes(n: Names) -> list[str]:
    return n.random.sample(CHANGES, n.random.randrange(1, 4))


def loop(n: Names, depth: int) -> list[str]:
    """A loop over what is made at once or one by one; its body changes what that reads."""
    over, target = iterable(n, depth), "y"
    roll = n.random.random()
    if roll < 0.15:
        over, target = f"enumerate({over})", "j, y"
    elif roll < 0.2:
        over, target = f"zip(board, {n.pick(('range(k)', 'board', 'range(9)'))})", "j, y"
    body = ["t = (t * 3 + y) % 9973", *changes(n)]
    if n.random.random() < 0.2:
        leave = f"if t > {n.pick(('5', '50', '500'))}: {n.pick(('break', 'continue', RESULTS))}"
        body.insert(n.random.randrange(1, len(body) + 1), leave)
    rounds = ["m += 1", f"if m > 60: {RESULTS}"]
    otherwise = ["else:", "    t += k"] if n.random.random() < 0.15 else []
    return [f"for {target} in {over}:", *indented([*rounds, *body]), *otherwise]
