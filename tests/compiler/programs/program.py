"""A whole random program: constants, helpers, and the rule that is run in both lanes."""

from __future__ import annotations

import linecache
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from pyrsistent import pvector

from . import (
    aliases,
    boards,
    constants,
    dicts,
    edges,
    expressions,
    floats,
    generators,
    helpers,
    joined,
    late,
    members,
    statements,
    symbols,
    whole_games,
)
from .scope import CELLS, Helper, Parameter, Scope, indented

FORMS = {  # rules in one module each, of a board and an int but for those of edges, and their shares of what is left
    "edges": (edges, 0.15),  # arithmetic at the edges of 64 bits
    "aliases": (aliases, 0.12),  # lists and sets with several names
    "boards": (boards, 0.1),  # boards whose length changes
    "dicts": (dicts, 0.12),  # dicts that change
    "members": (members, 0.08),  # sets as values, and texts
    "joined": (joined, 0.12),  # bools among ints and Enums of all kinds
    "generators": (generators, 0.08),  # generators as values
    "late": (late, 0.08),  # when things are made
}
OF_GAMES = 0.03  # the share of the others that are games
ON_BOARDS = FORMS.keys() - {"edges"}
PLUS = Helper("plus", "int", (Parameter("x", "int"),))
numbers = count()


@dataclass(frozen=True)
class Program:
    """`head` holds the constants, `body` the functions: what the shrinker may cut."""

    head: str
    body: str
    form: str  # one of FORMS, "rule" or "game"

    @property
    def text(self) -> str:
        return self.head + self.body


def programs(random: Random, number: int) -> list[Program]:
    """A number of programs with the same constants."""
    head = constants.head(random)
    return [program(random, head) for _ in range(number)]


def program(random: Random, head: str) -> Program:
    form = next((name for name, (_, share) in FORMS.items() if random.random() < share), "")
    form = form or ("game" if random.random() < OF_GAMES else "rule")
    while True:
        body = "\n".join(FORMS[form][0].rule(random) if form in FORMS else functions(random, form)) + "\n"
        try:
            compile(body, "<a random program>", "exec")
        except SyntaxError:  # a `:=` where Python has none
            continue
        return Program(head, body, form)


def functions(random: Random, form: str) -> list[str]:
    """The lines of helpers, and of the rule or the game that uses them."""
    s = Scope(random, {}, (PLUS,))
    text = ["def plus(x):", "    return x + 1"]
    for _ in range(random.randrange(5)):
        lines, made = helpers.helper(s)
        text += lines
        s = Scope(random, {}, (*s.helpers, made), fresh=s.fresh)
    renewed = random.random() < 0.05
    made_of = rule if form == "rule" else whole_games.rules
    return [*text, *made_of(s), *(["N = N + 1", "plus = twice"] if renewed else [])]


def rule(s: Scope) -> list[str]:
    """A function of a position, a board and an int; it returns all that it has made."""
    names = {"int": ("n", "s", "t"), "board": ("b", "c"), "pos": ("p", "q"), "pair": ("w",), "bool": ("on",)}
    with_floats = s.chance(floats.SHARE)
    if with_floats:
        names["float"] = ("f", "h")
    scope = Scope(s.random, names, s.helpers, top=True, fresh=s.fresh)
    start = ["s = n & 7", "t = p.left", "c = p.board", "q = p", "w = Two(s, t)", "on = p.flag"]
    if with_floats:
        start += ["f = (n & 1023) / 8", "h = t * 0.3 - 1"]
    body = [line for _ in range(s.random.randrange(1, 6)) for line in statements.statement(scope, 2)]
    results = ["s", "t", "b", "c", "on", "w", "q", expressions.number(scope, 2), symbols.value(scope)]
    if with_floats:
        results += ["f", f"{floats.real(scope, 2)} + 0.0"]
    return ["def rule(p, b, n):", *indented([*start, *body, f"return {', '.join(results)}"])]


def loaded(text: str, names: dict[str, Any] | None = None) -> dict[str, Any]:
    """The names of a text run as a file that can be read again, after those given."""
    file = f"<random program {next(numbers)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    known: dict[str, Any] = {**(names or {}), "__name__": "programs", "__file__": file}
    exec(compile(text, file, "exec"), known)
    return known


def forgotten(names: dict[str, Any]) -> None:
    """The text of a file that is not needed again."""
    linecache.cache.pop(names["__file__"], None)


def arguments(random: Random, names: dict[str, Any], form: str) -> tuple[Any, ...]:
    if form == "edges":
        return edges.arguments(random)
    if form in ON_BOARDS:
        return pvector(random.randrange(4) for _ in range(CELLS)), random.randrange(-1, 5)
    side, flag = random.choice(list(names["Side"])), random.random() < 0.5
    position = names["Pos"](board(random), side, random.randrange(16), flag)
    return position, board(random), random.choice((0, 1, 2, 3, 5, 9, 14, -1, -6))


def board(random: Random) -> Any:
    most = random.choice((1, 2, 8, 8))
    return pvector(random.randrange(most) for _ in range(CELLS))


def examples(names: dict[str, Any], form: str) -> dict[str, Any]:
    """Arguments by name, of the types that machine code is made for; None: any int of 64 bits."""
    if form == "edges":
        return {"a": None, "b": None}
    if form in ON_BOARDS:
        return {"board": pvector([0, 1, 2, 3, 3]), "n": None}
    widest = pvector([0, 1, 2, 3, 7])
    return {"p": names["Pos"](widest, names["Side"].BLUE, 15, True), "b": widest, "n": None}
