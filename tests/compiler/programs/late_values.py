"""Expressions whose items are made at once or one by one: lists, generators, and ints that come of them."""

from __future__ import annotations

from .aliased_values import Names

HELPERS = """
@dataclass(frozen=True)
class Duo:
    x: int
    y: int
    def each(self):
        yield self.x
        yield self.y
    def near(self, xs):
        for v in xs:
            yield v + self.x
    def both(self):
        return [self.y, self.x]
def late(xs):
    yield 7
    for x in xs:
        yield x
def twice(xs):
    for x in xs:
        yield x
        yield x + 1
def again(xs):
    for x in xs:
        yield x
    for x in xs:
        yield x + 1
def raised(xs, k):
    return [x + k for x in xs]
def filled(xs, k):
    out = []
    for x in xs:
        if x != k:
            out.append(x)
    return out
def total(xs, k):
    t = k
    for x in xs:
        t = t * 3 + x & 1023
    return t
def early(xs, k):
    for x in xs:
        if x > k:
            return x
    return -1
def ignored(xs, k):
    return k
def growing(xs, s):
    for x in xs:
        if len(s) < 8:
            s.append(x)
        yield x
def down(k, m):
    yield k
    if m > 0:
        yield from down(k + 1, m - 1)
def after(k, xs):
    for x in xs:
        yield x + k
def behind(xs):
    first = True
    for x in xs:
        if first:
            first = False
            continue
        yield x
    yield 5
"""
OWN = (
    "[n] + [{v}]",
    "[{v}, k]",
    "(n, {v})",
    "sorted([{v}, n])",
    "late([{v}])",
    "({v} + w for w in (k, 5))",
    "range({v} & 3)",
)


def number(n: Names, depth: int = 1) -> str:
    """An int, perhaps of what is gone over for it."""
    plain = ("k", "n", "1", "2", "j", "k + 1", "board[0]", "board[n & 3]", "d.x", "len(s)", "s[-1]", "len(p)")
    if depth == 0 or n.random.random() < 0.5:
        return n.pick(plain)
    x, y, over = number(n, 0), number(n, 0), iterable(n, depth - 1)
    return n.pick(
        (
            f"({x} + {y})", f"({x} + {y})", f"10 // {x}", f"total({over}, {x})", f"total({over}, {x})",
            f"early({over}, {x})", f"ignored({over}, {x})", f"sum({over})", f"next({lazy(n, depth - 1)}, {x})",
            f"max({over}, default={x})",
        )
    )  # fmt: skip


def iterable(n: Names, depth: int) -> str:
    """What may be gone over: lazy, a list, or a value."""
    roll = n.random.random()
    if depth <= 0 and roll < 0.3:
        x = number(n, 0)
        return n.pick(
            ("board", "range(k)", f"range({x})", "range(k, k + 3)", "reversed(board)", "(k, n, 2)", "reversed(s)")
        )
    return lazy(n, depth) if roll < 0.6 else a_list(n, depth)


def lazy(n: Names, depth: int) -> str:
    """What makes its items one by one."""
    v, x = n.fresh("v"), number(n, 0)
    if depth <= 0:
        return n.pick(
            (
                f"({v} for {v} in board)",
                f"({v} + k for {v} in board)",
                "d.each()",
                f"down({x}, 2)",
                "late(board)",
                "g()",
            )
        )
    over = iterable(n, depth - 1)
    return n.pick(
        (
            f"late({over})", f"twice({over})", f"({item(n, v)} for {v} in {over}{condition(n, v)})",
            f"after({x}, {over})", f"d.near({over})", f"behind({over})", f"growing({over}, s)",
            f"({item(n, v)} for w in (1, k) for {v} in {over})", f"again({a_list(n, depth - 1)})", "g()", f"h({over})",
            f"({item(n, v)} for {v} in {over} for {v} in {own(n, v)}{condition(n, v)})",
        )
    )  # fmt: skip


def a_list(n: Names, depth: int) -> str:
    """What makes all of its items at once."""
    v, x = n.fresh("v"), number(n, 0)
    if depth <= 0:
        return n.pick(
            (
                "s", "s", f"[{x}, {number(n, 0)}]", f"[{v} + k for {v} in board]", "list(board)", "sorted(board)",
                "d.both()", "[]", "[*s, k]", "s + [k]", "sorted(p)",
            )
        )  # fmt: skip
    over, one, other = iterable(n, depth - 1), a_list(n, depth - 1), a_list(n, depth - 1)
    return n.pick(
        (
            f"raised({over}, {x})", f"filled({over}, {x})", f"[{item(n, v)} for {v} in {over}{condition(n, v)}]",
            f"sorted({over})", f"list({over})", f"({one} if {x} > 1 else {other})", f"{one} + {other}",
            f"[{number(n, depth - 1)}, *{over}]", f"list(reversed({one}))",
            f"[{item(n, v)} for {v} in {over} for {v} in {own(n, v)}{condition(n, v)}]",
        )
    )  # fmt: skip


def own(n: Names, v: str) -> str:
    """What a clause goes over that reads the name it assigns."""
    return n.pick(OWN).format(v=v)


def item(n: Names, v: str) -> str:
    return n.pick((v, v, f"{v} + k", f"{v} + {number(n, 0)}", f"f({v})", f"{v} * 2"))


def condition(n: Names, v: str) -> str:
    """The filter of a clause, or none; now and then one that assigns."""
    return n.pick(("", "", "", f" if {v} != k", f" if {v} > {number(n, 0)}"), (" if (k := k + 1) & 1",))
