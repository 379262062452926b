"""Rules whose lists, dicts and sets are values: several names for one, in one another, handed over and given back.

They compile because a value by reference needs no proof; each gives what Python gives.
"""

import pytest

pytest.importorskip("llvmlite")

from agreement import agree, rule_of
from test_dicts import HELPERS as DICTS_HELPERS
from test_evaluation_order import HELPERS as EVALUATION_ORDER_HELPERS
from test_lists import HELPERS as LISTS_HELPERS
from test_lists_that_grow import HELPERS as LISTS_THAT_GROW_HELPERS
from test_lists_with_several_names import HELPERS as LISTS_WITH_SEVERAL_NAMES_HELPERS
from test_sorting import HELPERS as SORTING_HELPERS
from test_subset import HELPERS as SUBSET_HELPERS

DICTS = (
    "c = {}\nc[n] = [n]\nreturn len(c)",
    "c = {0: [], 1: []}\nreturn len(c)",
    "c = {n: 1}\nd = (c, 1)\nreturn d[1]",
    "c = defaultdict(list)\nc[n].append(1)\nreturn len(c)",
)
EVALUATION_ORDER = ()
LISTS = (
    "s = [1, n]\ns.append(2)\ndel s[1:]\nreturn s[0]",
    "g = [[x for x in board if x == k] for k in range(3)]\nreturn len(g[1])",
    "g = [[0] * 3, [n, 2, 3]]\nrow = g[1]\ng[1][0] = 7\nreturn row[0]",
    "g = [list(board[:2]), [n, 2]]\ng[0], g[1] = g[1], g[0]\nreturn g[0][0]",
    "g = [[0] * 3 for _ in range(n)]\nreturn len(g)",
    "s = {0, 1}\nreturn sum([c for c in {8, n}][0] * x for x in s)",
    "g = [[0] * 3 for _ in range(3)]\nrow = g[1]\nrow[0] = 5\nreturn g[1][0]",
    "g = [[0] * n for _ in range(n)]\ng[0][0] = 3\nreturn g[0][0]",
    "g = [[1, 2], [n, 4]]\nfor i, r in enumerate(g):\n    r[0] = i\nreturn g[0][0]",
    "s = {0, 1}\nreturn sum(sum([c for c in {8, n}][:1]) for x in s)",
    "s = [1, n]\ns.append(2)\ns[1:] = [3]\nreturn s[0]",
    "return [x for x in {8, n}].copy()[0]",
)
LISTS_THAT_GROW = (
    "g = {1, n & 3}\nreturn [c for c in g][0], next(c for c in g)",
    "s = [n]\nt = same(s)\nreturn len(t)",
    "s = [n]\nreturn again(s)",
    "s = [3, 1]\nfor x in reversed(s):\n    s.pop()\nreturn len(s)",
    "g = {n & 3, 1}\nfor c in g:\n    n = n * 3 + c\nreturn n",
    "g = {1, n & 3}\nreturn max(g, key=lambda c: c & 1)",
    "g = {1, n & 3}\nk = 0.0\nfor c in g:\n    k += c / 3\nreturn k",
    "return next((c for c in {1, n & 3}), 0)",
    "s = [1, 2]\nfor y in [x + 1 for x in s]:\n    s.append(y)\nreturn len(s)",
    "s = {1}\nfor x in sorted(s):\n    s.add(x + 1)\nreturn len(s)",
    "return max(c / 3 for c in {1, n & 3, 2})",
    "n += sum([s := 3, 4])\nreturn n",
    "s = [1]\nfor y in [push(x, s) for x in board]:\n    n += len(s)\nreturn n",
    "s = [n]\nfor x in s:\n    s = [x, x]\nreturn len(s)",
)
LISTS_WITH_SEVERAL_NAMES = (
    "p = {n}\np.update(len(p) for v in board)\nreturn sum(p)",
    "s = [n, 2]\nreturn push(s if n > 1 else [1], n), len(s)",
    "t = [n]\nt += (len(t) for v in board)\nreturn sum(t)",
    "s = [n]\ns.append(1)\nt = deeper(s, n)\ns.append(5)\nreturn len(t)",
    "s = {n}\nreturn add(s if n > 1 else {3}, 7), len(s)",
    "s = [n, 2]\nreturn push(one_of(s, n), n), len(s)",
    "s = [n]\nt = s\ns = maybe(s, n)\ns.append(5)\nreturn len(t)",
    "q = deque([n])\nfor x in q:\n    if x < 3: q.append(x + 1)\nreturn len(q)",
    "t = [n]\nt.extend(t[0] + len(t) for v in board)\nreturn sum(t)",
)
SORTING = (
    "b = list(board)\ndef f(z):\n    return b[z]\nxs = [x for x in range(5) if f(x) == n]\nb[0] = n\nreturn sum(xs)",
    "k, s = 1, 0\ndef f(z):\n    return z + k\nfor y in [f(z) for z in board]:\n    k += 3\n    s = s * 3 + y\n"
    "return s",
    "k, s = 1, 0\ndef f(z):\n    return z * k\nfor y in sorted(board, key=f):\n    k -= 2\n    s = s * 3 + y\nreturn s",
)
SUBSET = (
    "t = 0.0\nfor x in {1, n & 3}:\n    t += x / 3\nreturn t",
    "s = {1, 2, 9}\nreturn n in s",
)
SMALL_MEMBERS = (
    "s = set(board)\nfor x in (n, n - 9, 447 + n, n * 10**9, -65 * n):\n    s.add(x)\n    s.discard(x + n)\n"
    "return len(s), code(sorted(s)), n in s, -64 in s, n * 10**9 in s, 10**9 in s, sum(x % 7 for x in s)",
    "s = {(x, n) for x in board}\ns |= {(n, 40 * n), (-5, n)}\nt = s - {(0, n)}\nt.discard((-5, n))\n"
    "return len(t), code([a * 9 + b for a, b in sorted(t)]), (n, 40 * n) in t, t <= s, s & t == t, "
    "len(s ^ t), s.isdisjoint(t)",
    "s, t = set(board), {n, 3}\nu = s | t\ns &= t\nt -= {3}\nu.remove(n)\nif n > 1:\n    t.clear()\n"
    "return len(s), len(t), len(u), min(u | {5}), any(x > 1 for x in u), all(x in u for x in t), u >= t",
)
LISTS_GONE_OVER_ONCE = (
    "return sum(x * n for x in few(board, n)), [x + 1 for x in few(board, 1)][0], max(few(board, n))",
    "t = 0\nfor x in few(board, n):\n    for y in halves(x):\n        if y == 1:\n            continue\n"
    "        t = t * 3 + y\nreturn t",
    "s, t = [n, 1], 0\nfor x in copied(s):\n    s.append(x)\n    t += x\nreturn t, len(s)",
    "for x in few(board, n):\n    if x > 1:\n        return x\nreturn 0",
)
ONCE_HELPERS = """
def few(board, k=2):
    found: list[int] = []
    if k > 3:
        found.append(k)
        return found
    for x in board:
        found.append(x + k)
    found.append(9)
    return found
def halves(x):
    return [x // k for k in (1, 2, 4)]
def code(items):
    made = 0
    for x in items:
        made = (made * 31 + x) % 1000003
    return made
def copied(s):
    found = []
    for x in s:
        found.append(x)
    return found
"""
RULES = [
    *((body, ONCE_HELPERS) for body in SMALL_MEMBERS),
    *((body, ONCE_HELPERS) for body in LISTS_GONE_OVER_ONCE),
    *((body, DICTS_HELPERS) for body in DICTS),
    *((body, EVALUATION_ORDER_HELPERS) for body in EVALUATION_ORDER),
    *((body, LISTS_HELPERS) for body in LISTS),
    *((body, LISTS_THAT_GROW_HELPERS) for body in LISTS_THAT_GROW),
    *((body, LISTS_WITH_SEVERAL_NAMES_HELPERS) for body in LISTS_WITH_SEVERAL_NAMES),
    *((body, SORTING_HELPERS) for body in SORTING),
    *((body, SUBSET_HELPERS) for body in SUBSET),
]


@pytest.mark.parametrize(("body", "helpers"), RULES, ids=[body for body, _ in RULES])
def test_a_rule_gives_what_python_gives(body, helpers):
    agree(rule_of(body, helpers))


GONE_OVER = """
def near(c):
    return [c - 1, c + 1]
def many(c):
    return [c] * 20
"""


def test_what_a_loop_goes_over_stays_where_its_rounds_make_lists():
    body = """
    d = {}
    t = 0
    for x in near(n):
        made = many(x)
        t = t * 31 + sum(made)
    d[n] = t
    return d[n], len(d)"""
    agree(rule_of(body, GONE_OVER))
