"""Generators as values: begun, left, gone on with, handed over, kept in lists; what they read changes meanwhile."""

from __future__ import annotations

from random import Random

from .scope import indented

HELPERS = """
def up(k, n):
    while k < n:
        yield k
        k += 1
def over(b, k):
    for i, x in enumerate(b):
        if x > k:
            yield i * 3 + x
        else:
            b = b.set(i, k & 3)
    yield sum(b)
def listed(xs, k):
    done = []
    for x in xs:
        done.append(x)
        yield len(done) + x
        if len(done) > k:
            return
    xs.append(k & 7)
    yield sum(done)
def tree(k):
    if k > 0:
        yield k
        yield from tree(k - 2)
        for x in tree(k - 1):
            yield x * 2 + k
def ping(k):
    if k > 0:
        yield k
        yield from pong(k - 1)
def pong(k):
    if k > 0:
        yield from ping(k - 2)
        yield -k
def members(s, k):
    for x in s:
        yield x * 5 + k
def both(g, k):
    for x in g:
        yield x + k
        yield next(g, k)
def none(k):
    if k < 0:
        yield k
def pairs(k):
    for i in range(k & 3):
        yield i, k
def total(g, k):
    t = 0
    for x in g:
        t = (t * 3 + x) % 1009
        k -= 1
        if k < 0:
            break
    return t
def first(g):
    return next(g, 77)
def same(g):
    return g
class Held(NamedTuple):
    g: object
    k: int
"""
MADE = (
    "up(n & 3, {n} & 7)", "over(board, {n} & 3)", "over(board.set(0, 3), k & 3)", "listed(s, {n} & 3)", "tree({n} & 3)",
    "ping({n} & 7)", "pong(k & 7)", "members({{n & 63, k & 7, 40}}, k)", "none({n} & 3)", "iter(s)", "iter(board)",
    "both(iter(s), k)", "both(up(0, 5), {n} & 7)", "(x * k for x in s)", "(x + k for x in board if x < 3)", "up(k, 40)",
    "(x + y for x in s for y in up(0, x & 3))", "filter(None, board)", "map(first, [up(k, 9), tree(3)])",
)  # fmt: skip
CHANGES = (
    "k += 1", "k = y & 7", "n = n + 3", "board = board.set(1, k & 3)", "s.append(k & 3)", "s[0] = y & 7",
    "s = [k & 7, 4]", "if len(s) > 2: s.pop()", "y += 1", "s = s[1:] + [2]",
)  # fmt: skip
RESULTS = "return t, k, n, y, board, len(s), sum(s)"


def rule(random: Random) -> list[str]:
    """The helpers, and the function that is run in both lanes."""
    lines = ["t, y, k = 0, 1, n & 15", "s = [n & 3, 2, 1]"]
    names: list[str] = []
    for number in range(random.randrange(1, 4)):
        names.append(f"g{number}")
        if random.random() < 0.15:
            test = random.choice(("k > 3", "board[0] == 1"))
            lines += [f"if {test}:", f"    {names[-1]} = {made(random)}", "else:", f"    {names[-1]} = {made(random)}"]
        else:
            lines.append(f"{names[-1]} = {made(random)}")
        lines += random.sample(CHANGES, random.randrange(2))
        for _ in range(random.randrange(1, 3)):
            lines += asked(random, names, 2)
    return [*HELPERS.strip().split("\n"), "def rule(board, n):", *indented([*lines, RESULTS])]


def made(random: Random) -> str:
    """A new generator."""
    return random.choice(MADE).format(n=random.choice(("n", "k", "5", "y")))


def asked(random: Random, names: list[str], depth: int) -> list[str]:
    """Statements that ask generators for items."""
    g, other = random.choice(names), random.choice(names)
    changes = random.sample(CHANGES, random.randrange(2))
    more = "t = (t * 3 + y) % 9973"
    roll = random.random()
    if roll < 0.2:
        return [f"t += next({g}, {random.choice(('0', 'k', '-1'))})", *changes]
    if roll < 0.25:
        return [f"y = next({g})", more]
    if roll < 0.6:
        leave = [f"if {random.choice(('y > 5', 't & 1', 'k > 9'))}: {random.choice(('break', 'continue'))}"]
        inside = asked(random, names, depth - 1) if depth and random.random() < 0.5 else []
        rounds = ["k += 1", f"if k > 60: {RESULTS}"]
        return [f"for y in {g}:", *indented([*rounds, more, *changes, *leave * (random.random() < 0.6), *inside])]
    if roll < 0.7:
        return [f"t += {random.choice(('total({}, k)', 'first({})', 'total(same({}), 2)')).format(g)}"]
    if roll < 0.8:
        how = (
            "sum({})",
            "len(list({}))",
            "max({}, default=3)",
            "any(x > 4 for x in {})",
            "(k & 7) in {}",
            "len(set({}))",
        )
        return [f"t += {random.choice(how).format(g)}"]
    if roll < 0.86:
        return [f"for j, y in enumerate({g}):", *indented([more, "if j > 4: break"])]
    if roll < 0.92:
        return [
            f"for y, j in zip({g}, {random.choice(('board', 's', 'range(3)', other))}):",
            *indented([more, *changes]),
        ]
    return [f"gs = [{g}, {made(random)}]", "for h in gs:", "    t += first(h)", f"t += next({g}, 2)"]
