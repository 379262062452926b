"""Sets as values, frozensets and constants, of ints, texts and pairs; sets that a rule makes beside them; texts.

A rule of a board and an int. What is asked of sets shows no order but by `sorted`.
"""

from __future__ import annotations

from random import Random

from .scope import indented

HELPERS = """
FEW, EVEN, CORNERS = frozenset({1, 3, 5}), {0, 2, 4}, {(0, 0), (0, 4), (4, 0)}
NAMES = frozenset({"left", "right", "Roof"})
def with_one(cells, cell):
    return cells | {cell}
def other_than(cells, k):
    return frozenset(c for c in cells if c != k)
def word(n):
    return "left" if n > 2 else "Roof" if n else "a"
def ends(cells):
    t = tuple(sorted(cells))
    return (t[0], t[-1]) if t else (0, 1)
def counted(cells, b, c):
    return len(cells) + b * c
"""
DEEPEST = 3  # expressions in expressions
START = ("s = frozenset(board)", "t = frozenset({n})", "m = {1, 2}", "names = frozenset({'left', 'a'})",
         "pairs = frozenset({(1, 1)})")  # fmt: skip
RESULTS = "s, t, names, pairs, tuple(sorted(m)), tuple(sorted(names)), tuple(sorted(pairs)), frozenset(m) ^ s"


def rule(random: Random) -> list[str]:
    """The helpers, and the function that is run in both lanes."""
    lines = [line for _ in range(random.randrange(1, 6)) for line in statement(random, 0)]
    result = f"return {RESULTS}, {number(random)}, {test(random)}, {number(random)}, {test(random)}, {text(random)}"
    return [*HELPERS.strip().split("\n"), "def rule(board, n):", *indented([*START, *lines, result])]


def statement(random: Random, depth: int) -> list[str]:
    """Some statements."""
    roll, name = random.random(), random.choice("st")
    if roll < 0.4:
        return [f"{name} {random.choice(('=', '=', '|=', '&=', '-='))} {frozen(random)}"]
    if roll < 0.5:
        return [f"names = names {random.choice('|-')} {{{text(random)}}}"]
    if roll < 0.65:
        return [f"pairs = pairs {random.choice('|-&')} {{{pair(random)}, {pair(random)}}}"]
    if roll < 0.8:
        return [f"m.{random.choice(('add', 'discard'))}({number(random, 2)})"]
    if roll < 0.9 and depth < 2:
        return [f"if {test(random, 1)}:", *indented(statement(random, depth + 1))]
    return [f"for x in sorted({members(random, 1)}):", f"    s = s {random.choice('|-')} {{x + n}}"]


def number(random: Random, depth: int = 0) -> str:
    """An int."""
    plain = ("n", "1", "2", "n + 1", "-n", "board[n]")
    if depth >= DEEPEST:
        return random.choice(plain)
    s, r = members(random, depth + 1), frozen(random, depth + 1)
    asked = (f"len({s})", f"sum({s})", f"min({s}, default=n)", f"max({r} | {{n}})", f"counted({r}, *(n, 2))",
             f"(n if {test(random, depth + 1)} else 2)", f"sum(x * x for x in {s} if x > n)")  # fmt: skip
    return random.choice((*plain[:3], *asked))


def test(random: Random, depth: int = 0) -> str:
    """A truth."""
    if depth >= DEEPEST:
        return random.choice(("n > 1", "1 in s", "n in t"))
    s, r, x = members(random, depth + 1), members(random, depth + 1), number(random, depth + 1)
    names = random.choice(("NAMES", "NAMES | {word(n)}", "NAMES - {word(n)}", "names"))
    pairs = random.choice(("CORNERS", "pairs | {(n, n)}", "pairs", "CORNERS - pairs", "frozenset((x, n) for x in s)"))
    by_size = random.choice(("<=", "<", ">", ">=", "==", "!="))
    return random.choice((
        f"{x} in {s}", f"{s} {by_size} {r}", f"any(x > n for x in {s})", f"all(x in {s} for x in {r})", f"not {s}",
        f"{s}.isdisjoint({r})", f"{s}.issubset({r})", f"{text(random)} {by_size} {text(random)}",
        f"{text(random)} in {names}", f"{text(random)}.islower()",
        f"{pair(random)} in {pairs}",
    ))  # fmt: skip


def text(random: Random) -> str:
    """A text."""
    return random.choice(("word(n)", "word(n - 1)", "word(n).upper()", "min(word(n), 'b')", "max('Left', word(n))"))


def pair(random: Random) -> str:
    """Two ints."""
    return random.choice(("(n, 0)", "(0, n)", "(1, 1)", "(0, 4)", "ends(s)"))


def members(random: Random, depth: int = 0) -> str:
    """A set of ints: a value, or one that the rule makes."""
    plain = ("s", "t", "FEW", "EVEN", "frozenset(board)", "frozenset()", "{n, 2}", "m", "set(board)",
             "{x + 1 for x in s}", "frozenset(x // 2 for x in t)")  # fmt: skip
    if depth >= DEEPEST:
        return random.choice(plain)
    a, b = members(random, depth + 1), members(random, depth + 1)
    way = random.choice(("union", "intersection", "difference", "symmetric_difference"))
    return random.choice((
        *plain, f"({a} {random.choice('|&-^')} {b})", f"{frozen(random, depth + 1)}.{way}({a})",
        f"other_than({a}, {number(random, 2)})",
    ))  # fmt: skip


def frozen(random: Random, depth: int = 0) -> str:
    """A frozenset of ints."""
    plain = ("s", "t", "FEW", "frozenset(board)")
    if depth >= DEEPEST:
        return random.choice(plain)
    s, r = frozen(random, depth + 1), members(random, depth + 1)
    return random.choice((
        *plain, f"({s} {random.choice('|&-^')} {r})", f"frozenset({r})", f"with_one({s}, {number(random, 2)})",
        f"({s} if {test(random, depth + 1)} else t)", f"frozenset(x + {number(random, 2)} for x in {r})",
    ))  # fmt: skip
