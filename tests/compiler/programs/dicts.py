"""Dicts that change: made, filled, asked, changed, gone over, handed on and given back.

A rule of a board and an int, with dicts of four kinds. The keys of one program are ints, bools, texts or pairs.
"""

# ruff: noqa: E501 - a program a line

from __future__ import annotations

from random import Random

from .scope import indented

HELPERS = """
from collections import Counter, defaultdict
def bump(d, key):
    d[key] = d.get(key, 0) + 1
    return len(d)
def drop(d, key):
    if len(d) > 2:
        return d.pop(key, 3)
    return 0
def places(board, low):
    found = {}
    for i, x in enumerate(board):
        if x >= low:
            found[KEY] = i
    return found
def merged(d, other):
    out = dict(d)
    out.update(other)
    return out
def counted(board, low):
    if low > 2:
        return Counter(KEY for x in board)
    return Counter(KEY for x in board if x >= low)
def kept(d, limit):
    for key in d:
        if d[key] < limit:
            yield d[key]
def paths(board, here, memo):
    if here in memo:
        return memo[here]
    found = 1 + board[here % 5] if here < 2 else paths(board, here - 1, memo) + paths(board, here - 2, memo) & 255
    memo[here] = found
    return found
"""
KEYS = {"int": "x", "bool": "(x > 1)", "text": "'abcd'[x & 3]", "pair": "(x, x & 1)"}
WORTH = {"int": "{}", "bool": "(1 if {} else 2)", "text": "(1 if {} == 'a' else 2)", "pair": "({0}[0] * 3 + {0}[1])"}
NAMES = ("d", "e", "c", "m")  # dicts, a Counter, a defaultdict


class Names:
    """What a program's texts are chosen from: its random numbers, and the class of its keys."""

    def __init__(self, random: Random) -> None:
        self.random, self.kind = random, random.choice(list(KEYS))
        self.number = 0

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def fresh(self, hint: str) -> str:
        self.number += 1
        return f"{hint}{self.number}"

    def key(self, of: str = "") -> str:
        """A key; `of` is the int that it is made of."""
        x = of or self.pick("0", "1", "n & 3", "board[0]", "board[n & 3]", "k & 3", "x")
        return KEYS[self.kind].replace("x", f"({x})") if x != "x" else KEYS[self.kind]

    def worth(self, key: str) -> str:
        """An int that a key tells."""
        return WORTH[self.kind].format(key)


def rule(random: Random) -> list[str]:
    """The helpers, and the function that is run in both lanes."""
    n = Names(random)
    lines = ["k = 0", "x = n & 3"]
    for name in NAMES:
        lines += [begun(n, name), f"if n > {n.pick('-2', '-2', '2')}: {name}[{n.key()}] = {n.pick('3', 'x + 2')}"]
    for _ in range(random.randrange(1, 7)):
        lines += statement(n, 0)
    for name in NAMES:
        lines += told(n, name)
    helpers = HELPERS.replace("KEY", KEYS[n.kind])
    return [*helpers.strip().split("\n"), "def rule(board, n):", *indented([*lines, "return k, x"])]


def begun(n: Names, name: str) -> str:
    """The first value of a dict."""
    if name == "c":
        return f"c = {n.pick('Counter()', f'Counter({items(n)})', 'counted(board, n)')}"
    if name == "m":
        return f"m = {n.pick('defaultdict(int)', 'defaultdict(lambda: 5)')}"
    return f"{name} = {made(n)}"


def made(n: Names) -> str:
    """A dict."""
    return n.pick(
        "{}", "dict()", f"{{{n.key()}: k, {n.key()}: 2}}", f"{{{n.key('x')}: i for i, x in enumerate(board)}}",
        f"{{{n.key('x')}: x + 1 for x in board if x > n}}", "places(board, n)", f"dict.fromkeys(({items(n)}), 1)",
        f"dict((key, k) for key in ({items(n)}))", f"{{{n.key('0')}: 1}} if n > 1 else {{}}",
    )  # fmt: skip


def items(n: Names) -> str:
    """What gives keys one by one."""
    return f"{n.key('x')} for x in {n.pick('board', 'board[1:]', 'range(n & 3)')}"


def number(n: Names) -> str:
    """An int, in which dicts are asked."""
    d, key = n.random.choice(NAMES), n.key()
    return n.pick(
        "k", "x", "n & 7", f"len({d})", f"{d}.get({key}, 4)", f"c[{key}]", f"m[{key}]", f"({d}[{key}] if {key} in {d} else 3)",
        f"sum({d}.values())", f"max({d}.values(), default=2)", f"{d}.setdefault({key}, k & 7)", f"{d}.pop({key}, 6)",
        f"sum({n.worth('key')} * v for key, v in {d}.items())", f"sum({n.worth('key')} for key in {d})",
        f"len(places(board, {n.pick('1', 'x')}))", "max(Counter(board).values())", f"bump({d}, {key})", f"drop({d}, {key})",
        f"sum(kept({d}, 9))", "paths(board, 5 + x % 4, {})", f"{d}[{key}]", f"({n.worth(f'max({d}, key={d}.get)')} if {d} else 1)",
        f"sum(1 for _ in {d})", f"({n.worth(f'list({d})[0]')} if {d} else 0)", f"(2 if {truth(n)} else 3)",
    )  # fmt: skip


def truth(n: Names) -> str:
    """A test of a dict."""
    d, key = n.random.choice(NAMES), n.key()
    return n.pick(
        f"{key} in {d}", f"{key} not in {d}", f"{d}", f"not {d}", f"len({d}) > {n.pick('1', '2', '3')}", f"d {n.pick('==', '!=')} e",
        f"any(v > 2 for v in {d}.values())", f"3 in {d}.values()", f"{d}.get({key}) is None", "d == c", "x > 1",
    )  # fmt: skip


def statement(n: Names, depth: int) -> list[str]:
    """Some statements that change dicts."""
    if depth < 2 and n.random.random() < 0.4:
        body = [line for _ in range(n.random.randrange(1, 3)) for line in statement(n, depth + 1)]
        return n.random.choice((branch, loop, over_dict, over_dict, over_copy))(n, body)
    d, key, plain = n.random.choice(NAMES), n.key(), n.pick("d", "e")
    text = n.pick(
        f"{d}[{key}] = {number(n)} & 63", f"{d}[{key}] = {number(n)} & 63", f"{n.pick('c', 'm', d)}[{key}] += {number(n)} & 15",
        f"k = k * 5 + {number(n)} & 1023", f"k = k * 5 + {number(n)} & 1023", f"x = {number(n)} & 3",
        f"if {key} in {d}: del {d}[{key}]", f"{d}.pop({key}, None)", f"{d}.clear()", f"{plain}.update({n.pick('d', 'e', 'c', made(n))})",
        f"{plain} = {made(n)}", f"{plain} = {n.pick('dict(d)', 'e.copy()', 'merged(d, e)', 'dict(c)')}", f"c.update({items(n)})",
        f"d[{key}], k = k & 7, {number(n)} & 1023", f"{plain} |= {{{key}: 7}}", f"if {d}: k = k + {d}.popitem()[1] & 1023",
        f"c = Counter({items(n)})", "e = d", f"del c[{key}]",
    )  # fmt: skip
    return [text]


def branch(n: Names, body: list[str]) -> list[str]:
    return [f"if {truth(n)}:", *indented(body)]


def loop(n: Names, body: list[str]) -> list[str]:
    return [f"for x in {n.pick('board', 'range(3)')}:", *indented([*body, *leave(n)])]


def over_dict(n: Names, body: list[str]) -> list[str]:
    """A loop over a dict, which its body may change: Python raises an error if a key comes or goes."""
    d, key, v = n.random.choice(NAMES), n.fresh("key"), n.fresh("v")
    head = n.pick(f"for {key} in {d}:", f"for {key}, {v} in {d}.items():", f"for {key} in {d}.keys():")
    use = [f"k = k * 3 + {n.worth(key)} + {v if v in head else '1'} & 1023"]
    change = n.pick(f"{d}[{key}] = k & 31", f"{d}[{key}] += 1", "pass", f"{d}.pop({key})")
    return [head, *indented([*use, n.pick(change, "pass"), *(body if n.random.random() < 0.5 else []), *leave(n)])]


def over_copy(n: Names, body: list[str]) -> list[str]:
    """A loop over the keys that a dict has had, which its body may change."""
    d, key = n.random.choice(NAMES), n.fresh("key")
    over = n.pick(f"list({d})", f"sorted({d})", f"sorted({d}, key=lambda key: {d}[key], reverse=True)", f"tuple({d})")
    change = n.pick(f"del {d}[{key}]", f"{d}.pop({key}, 1)", f"{d}[{key}] = 1", "pass")
    return [f"for {key} in {over}:", *indented([f"k = k * 3 + {n.worth(key)} & 1023", change, *leave(n), *body])]


def leave(n: Names) -> list[str]:
    return [f"if k > {n.pick('9', '400')}: break"] if n.random.random() < 0.2 else []


def told(n: Names, name: str) -> list[str]:
    """All that is in a dict, in its order."""
    key, v = n.fresh("key"), n.fresh("v")
    return [f"for {key}, {v} in {name}.items():", f"    k = k * 7 + {n.worth(key)} * 5 + {v} & 65535"]
