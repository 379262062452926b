"""The rules of the subset, one sentence each: what a refusal says. docs/subset.md explains them."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from itertools import islice

LISTS = "a list is made of items: `[a, b]`, `[f(x) for x in xs]`, `list(xs)`"
NO_ORDER = "a set has no order to go over it: `sorted(cells)`, with a key `sorted(sorted(cells), key=...)`, or a list"
ONCE = (
    "a generator that reads a variable which changes, or a function inside of the rule, is gone over once, by one "
    "loop, where it is made: a list, or a function outside with `yield`"
)

WIDE_CELL = (
    "a cell of a board holds ints of 64 bits, from 0 to 2**64 - 1 or from -2**63 to 2**63 - 1: a set of more cells is "
    "a field of its own, or several cells"
)
KEPT_FROM_PYTHON = "`{}` gives a list, a dict or a set: a tuple"
DICTS = "a dict is a constant, or made when a rule runs"

BROKEN_BY: dict[type[ast.AST], str] = {
    ast.Try: "no `try`: test first, or `raise`",
    ast.With: "no `with`",
    ast.Dict: DICTS,
    ast.DictComp: DICTS,
    ast.List: LISTS,
    ast.ListComp: LISTS,
    ast.Set: "a set is made of items: `{a, b}`, `{f(x) for x in xs}`, `set(xs)`",
    ast.SetComp: "a set is made of items: `{f(x) for x in xs}`",
    ast.JoinedStr: "no text is made when a rule runs: constant texts, one of which a variable holds",
    ast.Lambda: "a `lambda` inside of a rule is called, or handed to a function",
    ast.ClassDef: "no classes inside of functions",
    ast.Global: "no side effects: no `global`",
    ast.Nonlocal: "no side effects: no `nonlocal`",
    ast.Delete: "no `del`",
    ast.Import: "no `import` inside of rules",
    ast.ImportFrom: "no `import` inside of rules",
    ast.Await: "no `await`",
    ast.Starred: "no `*`: name each item",
    ast.Slice: "the step of a slice is a number other than 0 that is known before the game starts",
    ast.Pow: "`**` of constants that are no numbers, or one that takes more than {} bits",
    ast.MatMult: "no `@`",
    ast.AsyncFor: "no `async`",
    ast.Is: "no `is`, but of None, True, False, members of Enums, functions and classes: compare by `==`",
    ast.IsNot: "no `is not`, but of None, True, False, members of Enums, functions and classes: compare by `!=`",
    ast.GeneratorExp: ONCE,
    ast.Yield: "a `yield` is a statement of its own",
    ast.YieldFrom: "a `yield from` is a statement of its own",
}

STARS = "`f(a, *t)`, of a function without defaults, t a tuple of as many items as there are parameters left"
OF_CHARACTERS = "no numbers of characters: a dict that is a constant, `{'a': 0, 'b': 1}[c]`, or a text, `'ab'[n]`"
BUILT_INS: dict[object, str] = {
    list: BROKEN_BY[ast.List],
    sorted: BROKEN_BY[ast.List],
    dict: BROKEN_BY[ast.Dict],
    set: BROKEN_BY[ast.Set],
    frozenset: BROKEN_BY[ast.Set],
    str: BROKEN_BY[ast.JoinedStr],
    map: "`map` is gone over where it is made: a function with `yield` may be kept",
    print: "no side effects: no `print`",
    isinstance: "no `isinstance`: compare with the text (`move == 'pass'`); a field says which of several kinds it is",
    Counter: DICTS,
    defaultdict: DICTS,
    ord: OF_CHARACTERS,
    chr: OF_CHARACTERS,
    islice: "no `islice`: a slice, or a loop with `break`",
}

IN_CIRCLES = "functions that are handed generators, and call each other in circles: `list(...)` of the generator"
EMPTY_OR_NOT = "in `moves`, of two tuples: `if over: return ()`, then `return (...)`"
OF_ONE_KIND = "boards of several lengths are of one kind: both PVectors or both tuples, with items of one kind"
NO_KIND = "what {} is cannot be told: it comes from a call that never returns, or from a value that is always None"
UNASSIGNED = "{} may be used before it is assigned"
NO_SIDE_EFFECT = (
    "no side effects: what is changed in place is a list, a set or a dict that a rule makes; else a tuple, made anew"
)
CONSTANT = "`.{0}()` changes {1}, which is a constant: `{2}(...)` of it is a new one"
BOARD_METHODS = (
    ".append(x), .extend(b), .delete(i), .set, .mset, .count, .index of a PVector; `b.delete(b.index(x))` takes x out"
)
METHODS = ".set, .mset, .count, .index, ._replace, .bit_count, .bit_length, and those of NamedTuples"
TEXT_METHODS = (
    ".count, .index, .find of one character; a text is changed by `t[:i] + 'X' + t[i + 1:]`, or made anew by "
    "`''.join(... for c in t)`"
)
METHOD_BY_NAME = "`.{}({}=...)`: a method of Python's own values is given its arguments by place"
HANDED_TO_METHOD = "a method is handed no function inside of the rule: one outside of it, or a function for the method"
FUNCTION_KEPT = "a function inside of a rule is called, or handed to a function: it is no value"
LIST_WALRUS = "no `:=` and no `.pop()` in a list"
PARAMETERS = "no *args and no **kwargs"
NO_BYTES = "no bytes and no complex numbers: {}"
OWN_FLOAT = "no floats of another class than float: {}"
ONE_TARGET = "this loop needs {} targets"
WRONG_ARGUMENTS = "a call needs the arguments {} of {}: {}"
PRIVATE = "no private name {} in a class: Python calls it otherwise"
OF_ONE_LENGTH = "tuples of one length: fill up the shorter one"
NO_TRUTH = "`len(x) > 0` in `and`, `or`"
OBJECT = "{} makes an object, which may change: a rule makes NamedTuples and frozen dataclasses"
UNKNOWN_CALL = "{} cannot be called here: call functions of your own, made of what the subset has"
PLACE = "a place, as in `x[i]` and `x[i:j]`, is an int, not {}"
MARK = "'"  # ends the names of a variable's other webs: no name of Python's holds it
EQUALLY_LONG = "`zip` takes sequences of one known length"


def broken_by(node: ast.AST) -> str:
    """The rule of the subset that a piece of syntax breaks."""
    return BROKEN_BY.get(type(node), f"no {type(node).__name__}")


def plain_name(name: str) -> str:
    """A variable as the source calls it; of one that the source does not name, what it is for.

    >>> plain_name("rule.counts"), plain_name("items.7")
    ('counts', 'items')
    """
    parts = name.rstrip(MARK).split(".")
    return parts[-2] if parts[-1].isdigit() and len(parts) > 1 else parts[-1]
