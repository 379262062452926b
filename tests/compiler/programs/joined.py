"""Bools joined to ints by every operator, and Enums of all kinds: rules of a board and an int.

`&` and `|` of bools are bools, of ints ints; of what is now one, now the other, Python decides as the rule runs.
"""

from __future__ import annotations

from random import Random

from .scope import indented

VARIABLES = {"flag": ("on", "off"), "mixed": ("m", "k"), "member": ("e", "f"), "int": ("i", "j", "n")}


def rule(random: Random) -> list[str]:
    """The text: classes, helpers, and the rule."""
    j = Joined(random)
    body = [line for _ in range(random.randrange(1, 6)) for line in j.statement(2)]
    results = ["i", "j", j.flag(1), j.asked(2), j.asked(2), j.number(2), *([j.any(1)] if random.random() < 0.6 else [])]
    start = ["i = j = n & 3", "on, off, e, f = n > 1, board[0] == 2, E.A, E.B", "m = k = n and on"]
    return [
        "from enum import Flag, StrEnum, auto, unique",
        *j.an_enum("E"),
        *j.an_enum("F"),
        "class T(NamedTuple):", "    x: int", "    on: bool", "    e: E = E.B",
        "def both(x, y):", f"    return x {j.pick('|', '&', '^', 'and', 'or')} y",
        "def chosen(x, y, z):", "    return y if x else z",
        "def told(x):", *indented(j.matched("x", "return")), "    return -1",
        "def rule(board, n):", *indented([*start, *body, f"return ({', '.join(results)},)"]),
    ]  # fmt: skip


class Joined:
    """What is chosen at random."""

    def __init__(self, random: Random) -> None:
        self.random, self.fresh = random, 0
        self.whole = random.random() < 0.7  # members are ints

    def pick(self, *choices: str) -> str:
        return self.random.choice(choices)

    def name(self, hint: str) -> str:
        self.fresh += 1
        return f"{hint}{self.fresh}"

    # ---- classes

    def an_enum(self, name: str) -> list[str]:
        """A class with members A, B and C, now and then one that the subset refuses."""
        a, b, c = self.random.sample(range(-2, 9), 3) if self.random.random() < 0.3 else (1, 2, 3)
        base = self.pick("IntEnum", "IntEnum", "int, Enum") if self.whole else "Enum"
        if self.random.random() < 0.02:
            base = self.pick("IntFlag", "Flag", "float, Enum")
        values = [f"A = {a}", f"B = {b}", f"C = {c}"]
        lines: list[str] = []
        match self.random.randrange(12):
            case 0:
                values = ["A = auto()", "B = auto()", "C = auto()"]
            case 1 if "Flag" not in base:
                values = [f"A = {a}", f"B = {b}", f"D = {a}", f"C = {c}"]  # D is another name for A
            case 2 | 3 if base in ("IntEnum", "int, Enum"):
                values = [f"A = {a}, {c}", f"B = {b}, {a}", f"C = {c}, {self.pick(str(b), '100', repr('x'))}"]
                lines = ["def __new__(cls, code, worth):", "    it = int.__new__(cls, code)", "    it._value_ = worth"]
                lines.append("    return it")
            case 4 if base == "Enum":
                values = ["A = 'x'", "B = 'y'", "C = 'z'"]
            case 5 if base == "Enum":
                values = [f"A = {a}, True", f"B = {b}, 1", f"C = {c}, 'x'"]
            case 6 if base == "Enum":
                values = ["A = True", "B = False", "C = None"]
            case 7:
                lines = ["@classmethod", "def _missing_(cls, value):", "    return cls.B"]
            case 8 if self.random.random() < 0.3:
                own = self.pick("__bool__", "__getattr__", "__hash__", "__invert__", "value", "__ror__", "__iadd__")
                lines = ["@property"] if own == "value" else []
                lines += [f"def {own}(self, *others):", "    return 1"]
        more = ["@property", "def worth(self):", f"    return self.value{self.pick('', ' == 1')}"]
        more += ["def other(self):", f"    return {name}.B if self is {name}.A else {name}.A"]
        after = [f"{name}.A._value_ = 40"] if self.random.random() < 0.05 else []
        first = ["@unique"] if self.random.random() < 0.1 and not lines and "D = " not in "".join(values) else []
        return [*first, f"class {name}({base}):", *indented([*values, *lines, *more]), *after]

    # ---- expressions

    def flag(self, depth: int) -> str:
        """A bool."""
        if depth <= 0:
            return self.pick("on", "off", "(n > 1)", "True", "(board[n & 1] == 1)", "(i < j)")
        x, y, z = self.flag(depth - 1), self.flag(depth - 1), self.any(depth - 1)
        return self.pick(
            f"({x} {self.pick('|', '&', '^')} {y})", f"({x} {self.pick('|', '&', '^')} {y})", f"({x} and {y})",
            f"(not {z})", f"bool({z})", f"min({x}, {y})", f"max({x}, {y})", f"({z} == {self.any(depth - 1)})",
            f"({self.number(depth - 1)} < {self.any(depth - 1)})", f"({x} if {z} else {y})", f"({x} is {y})",
            f"({x} is True)",
            f"any({v} == {self.number(0)} for {v} in board)" if (v := self.name("v")) else "", f"both({x}, {y})",
            f"T({self.number(0)}, {x}).on", f"(({x}, {y})[n & 1])", f"({self.member(depth - 1)} is {self.member(0)})",
            f"({self.number(0)} in ({x}, {self.number(0)}))", f"({x} != {z})",
        )  # fmt: skip

    def mixed(self, depth: int) -> str:
        """A bool or another int."""
        if depth <= 0:
            return (
                self.pick("m", "k", "(n and on)", "(i or off)", "(True if n & 1 else 1)")
                if self.fresh
                else "(n and on)"
            )
        x, y, z = self.flag(depth - 1), self.number(depth - 1), self.any(depth - 1)
        return self.pick(
            f"({y} and {x})", f"({x} or {y})", f"({x} if {z} else {y})", f"({y} {self.pick('|', '&', '^')} {x})",
            f"({self.mixed(depth - 1)} {self.pick('|', '&', '^')} {self.mixed(depth - 1)})", f"min({x}, {y})",
            f"({x} {self.pick('|', '&', '^')} {self.mixed(depth - 1)})", f"max({y}, {x}, {self.mixed(0)})",
            f"both({self.mixed(0)}, {x})", f"chosen({z}, {x}, {y})", f"(0 or {x})", f"({y} % 2 or {x})",
        )  # fmt: skip

    def member(self, depth: int) -> str:
        """A member of an Enum."""
        cls = "F" if self.random.random() < 0.02 else "E"
        if depth <= 0:
            return self.pick("e", "f", "E.A", "E.B", f"{cls}.C")
        x, y = self.number(depth - 1), self.any(depth - 1)
        return self.pick(
            f"({cls}.A if {y} else {cls}.{self.pick('B', 'C')})", f"{cls}({self.member(0)}.value)",
            f"{cls}({self.pick('n', 'n % 3', '1', x)})",
            f"{self.member(depth - 1)}.other()", f"T(0, True, {self.member(depth - 1)}).e", f"(E.A, E.B, E.C)[{x} % 3]",
            f"max({self.member(0)}, {self.member(0)})", f"next(({v} for {v} in {cls} if {v} is not E.A), E.C)"
            if (v := self.name("v")) else "", f"tuple({cls})[n % 3]", f"({self.member(0)} or {cls}.B)",
        )  # fmt: skip

    def number(self, depth: int) -> str:
        """An int, perhaps out of something else."""
        if depth <= 0:
            return self.pick("i", "j", "n", "0", "1", "2", "3", "board[1]")
        x, y, z, v = self.any(depth - 1), self.any(depth - 1), self.number(depth - 1), self.name("v")
        return self.pick(
            f"({x} {self.pick('+', '-', '*')} {z})", f"int({x})", f"({x} + 0)", f"(-{x})", f"(~{x})", f"abs({x})",
            f"({z} {self.pick('|', '&', '^')} {y})", f"(7 if {x} else {y})", f"sum({v} > {z} for {v} in board)",
            f"sum({v} == 1 or {z} for {v} in board)", f"({x} // 2)", f"({x} % 3)", f"(1 << ({z} & 7))", f"told({x})",
            f"{self.member(depth - 1)}.value", f"{self.member(depth - 1)}.worth", f"(5, 6, 7)[{self.flag(0)}]",
            f"{{E.A: 1, E.B: 2}}.get({self.member(0)}, 3)", f"{{0: 4, True: 5}}.get({x}, 6)", "len(E)",
            f"sum({v}.value for {v} in {self.pick('E', 'F')})", f"(({x}, {y}).count(1))", f"(({x}, {y}).index({x}))",
        )  # fmt: skip

    def any(self, depth: int) -> str:
        """A value of any of these kinds."""
        kinds = [self.flag, self.mixed, self.number, self.number, *([self.member] if self.whole else [])]
        return self.random.choice(kinds)(depth)

    def asked(self, depth: int) -> str:
        """A test of what a value is."""
        x, y, on = self.any(depth - 1), self.any(depth - 1), self.flag(depth - 1)
        on = self.mixed(depth - 1) if self.random.random() < 0.1 else on
        return self.pick(
            f"(5 if {on} is {self.pick('True', 'False')} else -5)", f"told({x})", f"({x} == {y})",
            f"({self.member(depth - 1)} is not E.A)", f"({on} is not False)", f"({x} in (1, 4, False))", f"not {x}",
            f"({x}, {y}) == (1, True)", f"({self.member(1)} in (E.A, F.B))", f"(3 if {self.member(1)} is e else 4)",
        )  # fmt: skip

    # ---- statements

    def matched(self, subject: str, what: str) -> list[str]:
        """A `match` of what may be a bool, a member or an int."""
        cases = self.random.sample(
            ["True", "False", "1", "0", "E.A", "E.B", "2 | 3", "F.A"], self.random.randrange(1, 5)
        )
        inside = [line for number, case in enumerate(cases) for line in (f"case {case}:", f"    {what} {number + 10}")]
        return [f"match {subject}:", *indented(inside)]

    def statement(self, depth: int) -> list[str]:
        """An assignment, a choice, a loop."""
        kind = self.pick(*VARIABLES)
        name = self.random.choice(VARIABLES[kind][:2])
        value = {"flag": self.flag, "mixed": self.mixed, "member": self.member, "int": self.number}[kind](2)
        match self.random.randrange(8):
            case 0 if depth > 0:
                return [f"if {self.any(1)}:", *indented(self.statement(depth - 1))]
            case 1 if depth > 0:
                v = self.name("v")
                return [f"for {v} in board:", *indented([f"j = {v}", *self.statement(depth - 1)])]
            case 2:
                changed = self.pick("on", "m", "i")
                return [f"{changed} {self.pick('|', '&', '^')}= {self.flag(1) if changed == 'on' else self.any(1)}"]
            case 3:
                return self.matched(self.any(1), "i =")
            case 4:
                v = self.name("v")
                return [
                    f"cells = [{self.any(1)} for {v} in board]",
                    f"i = sum(1 for {v} in cells if {v} == {self.any(0)})",
                ]
            case 5:
                return [f"i {self.pick('+', '-')}= {self.any(1)}", "i &= 255"]
        return [f"{name} = {value}"]
