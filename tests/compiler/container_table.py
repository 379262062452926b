"""Every operation between two kinds of containers, as small rules: what becomes of each in machine code.

A rule is compiled alone as far as its types; those that pass are made machine code together, so that many take little.
"""

from __future__ import annotations

import linecache
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from programs.lanes import Raised, answer, verdict
from pyrsistent import pvector

from lazytree.compiler.driver import COMPILER_FAULT, built
from lazytree.compiler.ir.joining import type_of
from lazytree.compiler.ir.kinds import Int, Type
from lazytree.compiler.ir.symbols import Numbering, use
from lazytree.compiler.runtime.entries import functions
from lazytree.compiler.runtime.native import QUICK
from lazytree.core.errors import Refused

HELPERS = """
from collections import Counter, defaultdict, deque
from itertools import accumulate, chain, pairwise
from pyrsistent import pvector
LIST, TUPLE, SET, DICT, FROZEN = [2, 1, 2], (2, 1, 2), {2, 1}, {2: 1, 1: 3}, frozenset({2, 1})
PLACE = {"a": 1, "ab": 2, "b": 3, "cab": 4, "c": 5}
WORDS = ("a", "ab", "b", "a", "cab")
def gen(b):
    yield 1
    for v in b:
        yield v
def seen(log, b):
    for v in b:
        log.append(v)
        yield v
def note(log, at, x):
    log.append(at)
    return x
def listed(b):
    out = [1]
    for v in b:
        out.append(v)
    return out
def paired(b):
    return {v: v + 1 for v in b}
def grouped(b):
    d = defaultdict(int)
    for v in b:
        d[v] += 2
    return d
def same(x):
    return x
def told(items):
    t = 1
    for v in items:
        t = t * 5 + v & 65535
    return t
"""
KINDS = {
    "ints": {
        "items": "[1, n, 2]", "list": "[v for v in board]", "given list": "listed(board)", "known list": "LIST",
        "nothing": "[]", "slice": "[v for v in board][1:]", "tuple": "(1, n, 2)", "known tuple": "TUPLE",
        "longer tuple": "tuple(v for v in board if v)", "board": "board", "PVector": "pvector([n, 1])",
        "deque": "deque(board)", "members": "{1, n}", "set": "{v for v in board}", "no members": "set()",
        "known set": "SET", "frozenset": "frozenset(board)", "known frozenset": "FROZEN",
        "written dict": "{1: n, n: 2}", "dict": "{v: v + 1 for v in board}", "known dict": "DICT", "no keys": "{}",
        "Counter": "Counter(board)", "defaultdict": "grouped(board)", "keys": "paired(board).keys()",
        "values": "paired(board).values()", "generator expression": "(v for v in board)", "generator": "gen(board)",
        "iterator": "iter([n, 1])", "range": "range(n + 2)", "map": "map(abs, board)", "filter": "filter(None, board)",
        "reversed": "reversed(board)", "chain": "chain(board, [n])", "noted": "seen(log, board)", "int": "n",
    },
    "pairs": {
        "list of pairs": "[(v, n) for v in board]", "pairs": "{(v, n) for v in board}", "zip": "zip(board, board)",
        "dict items": "paired(board).items()", "enumerate": "enumerate(board)", "pair": "(n, 1)",
        "known pairs": "((2, 1), (1, 1))", "frozen pairs": "frozenset((v, n) for v in board)",
        "dict of pairs": "{(v, n): v for v in board}", "deque of pairs": "deque((v, n) for v in board)",
    },
    "rows": {
        "rows": "[[v, n] for v in board]", "rows by list": "[listed(board), [n]]", "one row": "[n, 1]",
        "dict of lists": "{v: [v, n] for v in board}", "list of deques": "[deque(board), deque([n])]",
    },
    "texts": {
        "text": "WORDS[n % 5]", "known text": "'cab'", "texts": "[WORDS[v] for v in board]", "known texts": "WORDS",
        "text board": "''.join('abc'[v % 3] for v in board)", "set of texts": "{WORDS[v] for v in board}",
        "dict by text": "{WORDS[v]: v for v in board}",
    },
}  # fmt: skip
"""Expressions by what their items are, and by what they give."""
RIGHT = (
    "items", "list", "known list", "nothing", "tuple", "longer tuple", "board", "deque", "set", "known set", "dict",
    "frozenset", "known dict", "Counter", "keys", "values", "generator expression", "generator", "range", "noted",
    "int",
)  # fmt: skip
"""Those of ints that are on the right."""
OPERATORS = ("+", "-", "*", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "in", "not in")
FORMS = (
    *(f"r = x {each} y" for each in OPERATORS),
    "r = [*x, *y]", "r = {*x, *y}", "r = (*x, *y)", "r = list(zip(x, y))", "r = list(chain(x, y))",
    "r = dict(zip(x, y))", "r = [a for a in x if a in y]", "r = [a for a in x for b in y if a == b]",
    "r = sorted(x) == sorted(y)", "r = tuple(x) == tuple(y)", "r = set(x) <= set(y)", "r = {**x, **y}",
    "r = next(iter(x), y)", "r = x if y else 0", "r = dict.fromkeys(x, y)", "r = sum(x, y)", "r = x[y]", "r = x[:y]",
    "r = list(map(max, x, y))", "r = max(x, y)",
    *(f"r = 0\nx {each}= y" for each in "+-*&|^"),
    "r = 0\nx[0] = y", "r = 0\nx[y] = 1", "r = 0\ndel x[y]", "r = 0\nx[1:] = y", "r = 0\nx[n:n] = y",
    "r = 0\ndel x[y:]", "r, *b = x\nb.append(r)", "r = 0\nfor a in x:\n    if a in y:\n        r += 1",
    "r = 0\nx[1] += y", "r = 0\nx[y] += 1",
)  # fmt: skip
"""What is done with an x and a y."""
OF_ONE_TYPE = (
    "r = [x, y][n > 1]", "r = (x, y) == (y, x)", "r = x or y", "r = x and y", "r = [x, y]", "r = {n: x, 1: y}[1]",
    "r = x if y else x", "x = y\nr = x == y", "y = x\nr = x == y", "if n > 1:\n    x = y\nr = x",
)  # fmt: skip
"""What is done with an x and a y of one type."""
OF_ITEMS = (
    "append", "appendleft", "insert", "remove", "index", "count", "pop", "add", "discard", "get", "setdefault", "set",
    "mset", "delete", "rotate",
)  # fmt: skip
"""Methods of which all that is given is a number, or an item."""
METHODS = (
    "append", "appendleft", "extend", "extendleft", "insert", "remove", "index", "count", "pop", "popleft", "popitem",
    "copy", "clear", "sort", "reverse", "rotate", "add", "discard", "update", "union", "intersection", "difference",
    "symmetric_difference", "difference_update", "intersection_update", "symmetric_difference_update", "issubset",
    "issuperset", "isdisjoint", "get", "setdefault", "keys", "values", "items", "most_common", "total", "elements",
    "subtract", "set", "mset", "delete", "find", "startswith", "endswith", "replace", "fromkeys",
)  # fmt: skip
ARGUMENTS = ("", "y", "0, y", "n, y", "y, n", "y, y")
CONTEXTS = {
    "if": "r = 0\nif {}:\n    r = 1", "while": "r = 0\nwhile {}:\n    r += 1\n    if r > 2:\n        break",
    "not": "r = not {}", "item": "r = [{} for _ in range(2)]", "if of a comprehension": "r = [v for v in board if {}]",
    "argument": "r = same({})", "choice": "r = 1 if {} else 2", "or": "r = n > 1 or bool({})",
    "and": "r = bool({}) and n > 1",
    "walrus": "r = 0\nif (z := {}):\n    r = 1", "== True": "r = {} == True", "chained": "r = 0 <= len({}) < n",
    "for": "r = 0\nfor v in {}:\n    r = r * 3 + v & 1023", "told": "r = told({})", "len": "r = len({})",
    "in": "r = n in {}", "sorted": "r = sorted({})", "any": "r = any({})", "starred": "r = [n, *{}]",
    "tuple": "r = tuple({})",
    "again": "r = told({}) * told({})", "dict": "r = {v: n for v in {}}", "item of it": "r = {}[0]",
    "max": "r = max({}, default=0)",
    "chained ==": "r = n <= n + 1 in {}",
    "returned": "def inner():\n    return {}\nr = inner()",
    "list in a list": "z = [{}]\nr = z[0]", "later": "z = {}\nboard = board.set(0, 3)\nr = z",
}  # fmt: skip
"""Where an operation may stand."""


class Case(NamedTuple):
    """Something done with an x and a y, and told: its name, its lines, and for how many arguments Python raises."""

    name: str
    lines: str
    raising: int


# ---- the cases


def pairs() -> list[tuple[str, str]]:
    """What is on the left and on the right."""
    return [pair for kinds in KINDS.values() for pair in product(kinds, [*kinds, "int"]) if pair_counts(*pair)]


def pair_counts(left: str, right: str) -> bool:
    """Whether a pair is in the table."""
    return right not in KINDS["ints"] or right in RIGHT


def cases(left: str, right: str) -> Iterator[Case]:
    """All that is done with two kinds of values for which Python gives something."""
    x, y = (sample(named(each)[1]) for each in (left, right))
    for form in (*FORMS, *(OF_ONE_TYPE if type(x) is type(y) else ())):
        yield from case(left, right, form)
    for method in methods_of(left):
        for given in ARGUMENTS:
            if method not in OF_ITEMS or type(y) in (int, type(next(iter(x), 0))):
                yield from case(left, right, f"r = x.{method}({given})")


def in_contexts(left: str, right: str) -> Iterator[Case]:
    """Operators in all contexts, their sides worked out in place, each noted."""
    x, y = (sample(named(each)[1]) for each in (left, right))
    of_one_type = type(x) is type(y), hasattr(y, "__iter__") and type(x) is type(next(iter(y), 0))
    for sign in OPERATORS if any(of_one_type) else OPERATORS[:6]:
        for name, context in CONTEXTS.items():
            text = context.replace("{}", f"(note(log, 1, {named(left)[1]}) {sign} note(log, 2, {named(right)[1]}))")
            yield from told_case(f"{left} {sign} {right}: {name}", f"log = []\n{text}", ["r", "log"])


def methods_of(left: str) -> list[str]:
    """Those that Python has for a value of this kind."""
    value = sample(named(left)[1])
    return [each for each in METHODS if hasattr(value, each)]


def named(kind: str) -> tuple[str, str]:
    """The items of a kind, and the expression."""
    return next((items, kinds[kind]) for items, kinds in KINDS.items() if kind in kinds)


def case(left: str, right: str, form: str) -> Iterator[Case]:
    """Something done with an x and a y; it tells what came out, and what x and y are then."""
    lines, names = [], ["r"]
    for name, kind in (("x", left), ("y", right)):
        text = named(kind)[1]
        if text.isupper():  # a constant, which is read where it stands
            form = re.sub(rf"\b{name}\b", text, form)
        else:
            lines.append(f"{name} = {text}")
            names.append(name)
    log = "noted" in (left, right)
    start = "\n".join([*(["log = []"] if log else []), *lines, form])
    yield from told_case(f"{left}, {right}: {form}", start, [*names, *(["log"] if log else [])])


def told_case(name: str, start: str, names: list[str]) -> Iterator[Case]:
    """Lines that tell what some variables are; nothing of them where Python always raises an error."""
    found = values(f"{start}\nreturn [{', '.join(names)}]")
    known = [each for each in found if each is not None]
    told = f"({', '.join(map(shown, names, known[0]))},)" if known else "0"
    if known or found:
        yield Case(name, f"{start}\nt = {told}", len(found) - len(known))


def shown(name: str, value: Any) -> str:
    """An expression of ints, bools and texts that tells what a value of this type is."""
    match value:
        case bool() | int() | float() | str() | None:
            return name
        case frozenset():
            return f"len({name}), sum({one_number('e', value)} for e in {name})"
        case dict():
            pairs = next(iter(value.items()), (0, 0))
            return f"told({one_number('e', [pairs])} for e in {name}.items())"
    return f"told({one_number('e', value)} for e in {name})"


def one_number(name: str, items: Iterable[Any]) -> str:
    """An expression of an item as a number."""
    match next(iter(items), 0):
        case value if value is items:  # a list that lies in itself
            return "0"
        case int() | float() | None as value:
            return "0" if value is None else f"int({name})" if isinstance(value, float) else name
        case str():
            return f"PLACE[{name}]" if len(name) < 2 else "0"
        case tuple() as value:
            parts = [one_number(f"{name}[{at}]", [each]) for at, each in enumerate(value)]
            return " + ".join(["0", *(f"{each} * {7 ** (at % 4)}" for at, each in enumerate(parts))])
        case dict() as value:
            return f"sum({name}.values())"
        case other if hasattr(other, "__iter__"):
            return f"told({one_number(f'e{len(name)}', other)} for e{len(name)} in {name})"
    return "0"


# ---- Python's part


BOARDS = [pvector(cells) for cells in ((0, 1, 2, 1, 0), (2, 2, 0, 3, 1), (1, 1, 1, 1, 1))]
CALLS = list(product(BOARDS, range(4)))


def namespace(text: str) -> dict[str, Any]:
    """What a module with this text has, which can be read."""
    file = f"<table {hash(text)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names: dict[str, Any] = {}
    exec(compile(text, file, "exec"), names)
    return names


def function_text(name: str, body: str) -> str:
    return f"def {name}(board, n):\n{textwrap.indent(body, '    ')}\n"


IN_PYTHON = namespace(HELPERS)


def sample(expression: str) -> Any:
    """What an expression gives."""
    return next(each for each in values(f"log = []\nreturn [{expression}]") if each is not None)[0]


def values(body: str) -> list[Any]:
    """What a body gives for each of the arguments; None where it raises an error."""
    names = dict(IN_PYTHON)
    try:
        exec(function_text("rule", body), names)
    except SyntaxError:
        return []
    found = [answer(names["rule"], given) for given in CALLS]
    return [None if isinstance(each, Raised) else each for each in found]


# ---- what becomes of them


def kinds() -> dict[str, Type]:
    """The types of the arguments; types are numbered anew."""
    use(Numbering())
    return {"board": type_of(BOARDS[1]), "n": Int(0, 3)}


def renamed(lines: str, at: int) -> str:
    """Lines whose variables have names of their own."""
    return re.sub(r"\b(x|y|z|r|t|b|log|inner)\b(?!\()", rf"\g<1>{at}", lines).replace("inner()", f"inner{at}()")


def together(cases: Sequence[Case]) -> tuple[Any, dict[int, int]]:
    """The rule that does all cases, one after another, and the case at each of its lines."""
    text, at_line, told = HELPERS, dict[int, int](), list[str]()
    first = text.count("\n") + 2
    body = ""
    for at, each in enumerate(cases):
        lines = renamed(each.lines, at)
        for _ in lines.split("\n"):
            at_line[first] = at
            first += 1
        body += lines + "\n"
        told.append(f"t{at}")
    return namespace(text + function_text("rule", f"{body}return ({', '.join(told)},)"))["rule"], at_line


def verdicts(cases: Sequence[Case]) -> list[str]:
    """Of each case: "same", "trap" (of some call), "refused: why", "wrong: ..." or "fault: ...".

    Those in which Python raises nothing are in one rule.
    """
    if len(cases) > 1 and any(each.raising for each in cases):
        safe = iter(verdicts([each for each in cases if not each.raising]))
        return [verdicts([each])[0] if each.raising else next(safe) for each in cases]
    found, left = dict[int, str](), list(range(len(cases)))
    while left:
        rule, at_line = together([cases[at] for at in left])
        machine = made(rule)
        if not isinstance(machine, str):
            said = compared(rule, machine)
            if said == "same" or len(left) == 1:
                found.update(dict.fromkeys(left, said))
            else:
                found.update({at: verdicts([cases[at]])[0] for at in left})
            break
        line = machine.rpartition(":")[2].rstrip("]")
        at = at_line.get(int(line)) if line.isdigit() else None
        if at is None and len(left) > 1:
            found.update({at: verdicts([cases[at]])[0] for at in left})
            break
        found[left.pop(at or 0)] = machine
    return [found[at] for at in range(len(cases))]


def made(rule: Any, level: int = QUICK) -> Any:
    """Machine code of a rule, or why there is none."""
    given = kinds()
    try:
        return functions(built([rule], lambda p: {"it": p.request(rule, given)}, 8, level))["it"]
    except Refused as why:
        return f"{'fault' if COMPILER_FAULT in why.rule else 'refused'}: {why.rule} [{why.place}]"


def compared(rule: Any, machine: Any) -> str:
    """Whether machine code gives what Python gives, for all arguments."""
    found = "same"
    for given in CALLS:
        said = verdict(answer(rule, given), machine, given)
        if said not in ("same", "trap"):
            return f"{said} of {given}"
        found = said if said == "trap" else found
    return found
