"""Bools among ints, and members of Enums of all kinds: the same values of the same classes, or a refusal."""

from __future__ import annotations

import itertools
from textwrap import indent
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from programs.program import loaded

from lazytree.compiler.driver import machine_function
from lazytree.compiler.ir.kinds import Int
from lazytree.core.errors import Refused, Trapped

HEAD = "from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto\nfrom typing import NamedTuple\n"
JOINED = {
    "a bool, or 0": "(n and n > 2)",
    "a bool, or n": "(n or n > 2)",
    "a bool, or 1": "(True if n & 1 else 1)",
    "a bool": "(n > 1)",
    "an int": "(n + 1)",
}
ASKED = ("{}", "{} is True", "{} == True", "({}, 1)")
LEFT = ("{0} | {1}", "{0} & {1}", "{0} ^ {1}", "min({0}, {1})", "max({0}, {1})", "{0} and {1}", "{0} or {1}")
MATCHED = "match {}:\n        case True: return 5\n        case 1: return 7\n        case _: return -5"


def both_lanes(text: str, most: int = 5) -> tuple[list[Any], list[Any] | None]:
    """What Python says of `rule(0)`, `rule(1)` ..., and what machine code says: None where it refuses."""
    names = loaded(HEAD + text)
    said = [answer(names["rule"], n) for n in range(most)]
    try:
        machine = machine_function(names["rule"], Int(0, most - 1))
    except Refused as refused:
        assert "fault" not in refused.rule
        return said, None
    return said, [answer(machine, n) for n in range(most)]


def answer(rule: Any, n: int) -> Any:
    try:
        return told(rule(n))
    except Trapped:
        return "trapped"
    except Exception:
        return "raised"


def told(value: Any) -> Any:
    """A value with its class, and so are its items."""
    return type(value).__name__, [told(each) for each in value] if isinstance(value, tuple) else value


def agree(text: str, most: int = 5) -> bool:
    """Whether machine code answers: then as Python does, or by a trap."""
    said, found = both_lanes(text, most)
    for mine, theirs in zip(said, found or []):
        assert theirs in (mine, "trapped"), (text, said, found)
    return found is not None and "trapped" not in found


@pytest.mark.parametrize("form", LEFT)
def test_what_joins_bools_and_ints_is_of_the_class_that_python_gives(form):
    answered = 0
    for one, other in itertools.product(JOINED.values(), repeat=2):
        joined = form.format(one, other)
        for asked in ASKED:
            answered += agree(f"def rule(n):\n    return {asked.format(f'({joined})')}\n")
        answered += agree(f"def rule(n):\n    {MATCHED.format(f'({joined})')}\n")
    assert answered > 30  # most is no refusal


def test_two_bools_stay_a_bool_and_an_int_makes_an_int():
    assert agree(
        "def rule(n):\n    return ((n > 1) | (n > 2), (n > 1) ^ (n & 1), True & (n > 0), ~(n > 1), -(n > 1))\n"
    )
    assert agree("def rule(n):\n    x = n > 1\n    x |= n > 2\n    x &= not n\n    return x\n")
    assert not agree("def rule(n):\n    x = n > 1\n    x |= n and n > 2\n    return x\n")  # now a bool, now an int


ENUMS = {
    "values that are not the ints": """
class E(IntEnum):
    def __new__(cls, code, worth):
        member = int.__new__(cls, code)
        member._value_ = worth
        return member
    A = 1, 100
    B = 2, 320
""",
    "values that are other members' ints": """
class E(int, Enum):
    def __new__(cls, code):
        member = int.__new__(cls, 3 - code)
        member._value_ = code
        return member
    A = 1
    B = 2
""",
    "a value set by hand": "class E(IntEnum):\n    A = 1\n    B = 2\nE.A._value_ = 40\n",
    "a plain value set by hand": "class E(Enum):\n    A = 1\n    B = 2\nE.A._value_ = 40\n",
    "__getattr__": "class E(Enum):\n    A = 1\n    B = 2\n    def __getattr__(self, name): return 5\n",
    "__getattr__ of ints": "class E(IntEnum):\n    A = 1\n    B = 2\n    def __getattr__(self, name): return 5\n",
    "__hash__": "class E(IntEnum):\n    A = 1\n    B = 2\n    def __hash__(self): return 7\n",
    "__eq__": """
class E(IntEnum):
    A = 1
    B = 2
    __hash__ = int.__hash__
    def __eq__(self, other): return self is other
""",
    "__iadd__": "class E(IntEnum):\n    A = 1\n    B = 2\n    def __iadd__(self, other): return 9\n",
    "__bool__": "class E(Enum):\n    A = 1\n    B = 2\n    def __bool__(self): return self._value_ > 1\n",
    "__lt__": "class E(Enum):\n    A = 1\n    B = 2\n    def __lt__(self, other): return True\n",
    "auto": "class E(IntEnum):\n    A = auto()\n    B = auto()\n",
    "plain auto": "class E(Enum):\n    A = auto()\n    B = auto()\n",
    "an alias": "class E(IntEnum):\n    A = 1\n    C = 1\n    B = 2\n",
    "a Flag": "class E(Flag):\n    A = 1\n    B = 2\n",
    "an IntFlag": "class E(IntFlag):\n    A = 1\n    B = 2\n",
    "a StrEnum": "class E(StrEnum):\n    A = '1'\n    B = '2'\n",
    "texts": "class E(Enum):\n    A = 'x'\n    B = 'y'\n",
    "floats": "class E(float, Enum):\n    A = 1.0\n    B = 2.5\n",
    "_missing_": """
class E(IntEnum):
    A = 1
    B = 2
    @classmethod
    def _missing_(cls, value): return cls.B
""",
    "properties": """
class E(IntEnum):
    A = 1
    B = 2
    @property
    def value(self): return 11
    @property
    def name(self): return 'me'
""",
    "attributes": """
class E(Enum):
    def __init__(self, mass, far):
        self.mass = mass
    A = 1, 3
    B = 2, 5
""",
    "ints far apart": "class E(IntEnum):\n    A = -5\n    B = 200\n",
    "bools": "class E(IntEnum):\n    A = True\n    B = False\n",
    "tuples": "class E(tuple, Enum):\n    A = 1, 2\n    B = 3, 4\n",
}
OF_MEMBERS = (
    "{}", "{}.value", "{}.name", "{}.value + 0", "E({}.value) is {}", "E({}) is {}", "{} is E.A", "{} == 1",
    "{} == E.B", "E(n)", "E(n * 100) is E.A", "E(n) is E.B", "bool({})", "{} and 3", "{} < E.B", "{}.mass", "{}.real",
    "hash({}) == 7",
    "{{E.A: 5}}[{}]", "{{1: 5}}.get({}, 6)", "{} in (E.A, 2)", "{} | 1", "{} | E.A", "-{}", "{} + 1", "len(E)",
    "{} in {{E.A}}", "sum(1 for e in E if e is {})", "sum(e for e in E)", "max({}, E.A)", "({}, n)", "tuple(E)[n]",
    "{}._value_", "(lambda x: x)({}) is E.B", "E['A'] is {}", "{}.nothing",
)  # fmt: skip


MEMBERS = ("E.A", "(E.A if n & 1 else E.B)", "p.e")
OF_CASES = """def rule(n):
    match E.A if n else E.B:
        case E.A: return 1
        case 2: return 3
    return 4
"""


@pytest.mark.parametrize("kind", ENUMS)
def test_members_of_enums_of_all_kinds_are_what_python_says(kind):
    head = ENUMS[kind]
    members = itertools.islice(itertools.cycle(MEMBERS), len(kind), None)  # of another kind, other pairs
    for form, member in zip(OF_MEMBERS, members):
        made = "class P(NamedTuple):\n    e: E\n" if "p." in member else ""
        first = "    p = P(E.B if n > 2 else E.A)\n" if made else ""
        agree(f"{head}{made}def rule(n):\n{first}    return {form.replace('{}', member).format()}\n", 4)
    agree(f"{head}def rule(n):\n    x = E.A if n else E.B\n    x += 1\n    return x\n")
    agree(f"{head}{OF_CASES}")


def test_the_value_that_new_gives_is_the_value():
    head = ENUMS["values that are not the ints"]
    assert agree(head + "def rule(n):\n    return ((E.A if n else E.B).value, int(E.A), E.B.value)\n")


def test_a_default_by_name_of_a_plain_parameter_counts_for_nothing():
    head = "def f(x, k=5): return x + k\ndef g(x, *, k=5): return x + k\n"
    head += "f.__kwdefaults__ = {'k': 3}\ng.__kwdefaults__ = {'k': 4}\n"
    assert agree(head + "def rule(n):\n    return (f(n), g(n))\n")


SET_BY_HAND = {"float": ("1.5", "40"), "int": ("1", "'z'"), "str": ("'x'", "4"), "tuple": ["(1, 2)", "4"]}
USES = (
    *("on, off = E.A\nreturn on", "return E.A", "x = E.A if n else 2\nreturn x", "return [x for x in E.A]"),
    *("return {1: 2}[E.A]", "return M[2]", "return D[E.A]", "return D[E.A, 1]", "x = {E.A}\nreturn len(x)"),
    *("return n == E.A", "return E.A.value", "match n:\n    case E.A:\n        return 1\nreturn 2"),
)


@pytest.mark.parametrize("kind", SET_BY_HAND)
@pytest.mark.parametrize("use", USES)
def test_a_member_with_a_value_of_another_type_is_no_fault(kind, use):
    given, by_hand = SET_BY_HAND[kind]
    text = f"class E({kind}, Enum):\n    A = {given}\nE.A._value_ = {by_hand}\nD = {{7: 2}}\nM = {{E.A: 3}}\n"
    agree(f"{text}def rule(n):\n{indent(use, '    ')}\n")
