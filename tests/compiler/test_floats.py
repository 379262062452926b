"""Floats in machine code: the doubles of Python, bit for bit, one by one and in random programs; else a refusal."""

from __future__ import annotations

import linecache
from itertools import count, product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from lazytree.compiler.driver import machine_function
from lazytree.compiler.frontend import consuming
from lazytree.compiler.ir.floats import FLOAT, MIXED_FLOAT
from lazytree.compiler.ir.kinds import SMALL, Int
from lazytree.core.errors import Refused, Trapped
from lazytree.searching.kernels.scout import bits_of, just_above, of_bits

pytestmark = pytest.mark.optimized

NUMBERS = (0.0, -0.0, 0.1, -2.5, 3.0, 1e16, 1e300, -1e300, 5e-324, float("inf"), float("-inf"), float("nan"))
SMALL_INTS = range(-3, 4)
TABLE = ((0.5, -1.25, 1e-3), (2.0, 1e300, -0.0))
RAGGED = ((0.5,), (), (1.5, 2.5, 3.5))
FILES = count()

RULES = {
    "the four operations": "return x + y * n - x / (y + 7) + n / 3",
    "signs": "return -x + +y - (-n)",
    "signs of zeros": "return -(x * 0.0)",
    "comparisons": "return (x < y) + 2 * (x <= n) + 4 * (x == y) + 8 * (x != n) + 16 * (n > y) + 32 * (y >= 0)",
    "truth": "return 1.5 if x else 2.5 if not y else 3.5",
    "or": "return x or y",
    "and": "return x and y and 0.5",
    "min and max": "return min(x, y, 1.0) - max(y, x)",
    "of several": "return max(z * x for z in (y, 2.0, -1.0)) + 0.0",
    "abs": "return abs(x) + abs(n)",
    "conversions": "return float(n) + bool(x) + float(x)",
    "to an int": "return int(x) + 1",
    "a table": "return TABLE[n % 2][n % 3] * x",
    "a ragged table": "return sum(1 for z in RAGGED[n % 3] if z < x) + y",
    "a row": "total = 0.0\nfor z in TABLE[n % 2]:\n    total += z * x\nreturn total",
    "a loop": "while x < 100.0 and n < 3:\n    x, n = x * 1.5 + 1, n + 1\nreturn x",
    "a sum that begins as an int": "total = 0\nfor z in (x, y):\n    total += z\nreturn total / 2",
    "tuples": "pair = (x, n)\na, b = pair\nreturn a * b + pair[0]",
    "among several": "return (x in (y, 0.5, n)) + 2 * (x in TABLE[0])",
    "equal tuples": "return (x, n) == (y, 0)",
    "constants": "return x + 0.1 + 0.2 + (0.1 + 0.2) + 2 ** -3 + 9 ** 0.5",
    "an index by a test": "return TABLE[x > y][0]",
    "a power of an int": "return n ** 2 * 1.5 + n ** 3 + n ** 4",
    "true division of constants": "return x * (1 / 3)",
    "a test in a test": "return 0 < x <= n < y",
    "quotients, rounded down": "return x // y + n // 2.5 - y // 1",
    "rests": "return x % y * 3 + n % 2.5 - y % -7",
    "both": "q, r = divmod(x, y - 0.25)\nreturn q * 2 - r",
    "rounded": "return round(x) + round(n) - round(n / 2)",
    "sorted": "a, b, c = sorted((x, y, 0.5))\nreturn (a, b, c)[n % 3]",
    "five sorted": "a, b, c, d, e = sorted((0.5, x, n / 2, y, -1.0))\nreturn (a, b, c, d, e)[n % 5]",
    "the greatest by a key": "return max((1, 2, 3), key=lambda k: x * k - y)",
    "the least of tuples": "return min((x, 1), (y, 2))[1]",
    "None": "z = None if x > y else x\nreturn 0.25 if z is None else z",
    "the order of tuples": "return ((x, n) < (y, 0)) + 2 * ((n, x) >= (0, y)) + 4 * ((x,) <= (y, y))",
}


def rule_of(body):
    """The function of floats x and y and an int n with this body."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text, file = f"def rule(x, y, n):\n{lines}", f"<floats {next(FILES)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    made = {"TABLE": TABLE, "RAGGED": RAGGED}
    exec(compile(text, file, "exec"), made)
    return made["rule"]


def agrees(rule, machine, *arguments, ordered=""):
    """The same number of the same class; a trap where Python raises, or where Python's int is too large."""
    try:
        expected = rule(*arguments)
    except (ArithmeticError, ValueError):
        with pytest.raises(Trapped):
            machine(*arguments)
        return
    try:
        found = machine(*arguments)
    except Trapped:
        too_large = type(expected) is int and abs(expected) > 2**53
        nans = sum(each != each for each in arguments)
        assert too_large or nans == 2 or (nans and "sorted" in ordered), arguments  # nan == nan may be one object
        return
    assert (type(found), repr(found)) == (type(expected), repr(expected)), arguments


@pytest.mark.parametrize("name", RULES)
def test_numbers_are_those_of_python(name):
    rule = rule_of(RULES[name])
    machine = machine_function(rule, FLOAT, FLOAT, Int(-3, 3))
    for arguments in product(NUMBERS, NUMBERS, SMALL_INTS):
        agrees(rule, machine, *arguments, ordered=name)


def joined(pattern, *parts):
    return st.tuples(*parts).map(lambda given: pattern.format(*given))


def expressions(inner):
    """The text of an expression made of others."""
    operators = st.sampled_from(("+", "-", "*", "/"))
    order = st.sampled_from(("<", "<=", ">", ">=", "==", "!="))
    return st.one_of(
        joined("({} {} {})", inner, operators, inner),
        joined("(-{})", inner),
        joined("{}({}, {})", st.sampled_from(("min", "max")), inner, inner),
        joined("abs({})", inner),
        joined("({} if {} {} {} else {})", inner, inner, order, inner, inner),
        joined("({} {} {})", inner, st.sampled_from(("and", "or")), inner),
        joined("float({})", inner),
    )


LEAVES = st.sampled_from(("x", "y", "n", "m", "0.1", "2", "-1.5", "0", "1e15", "TABLE[n % 2][n % 3]"))
PROGRAMS = st.recursive(LEAVES, expressions, max_leaves=12)
FINITE = st.one_of(st.floats(), st.floats(-1e6, 1e6), st.sampled_from(NUMBERS))


@settings(max_examples=60, deadline=None)
@given(PROGRAMS, PROGRAMS, st.lists(st.tuples(FINITE, FINITE, st.integers(-9, 9)), min_size=10, max_size=10))
def test_random_programs_agree(first, second, arguments):
    rule = rule_of(f"m = {first.replace('m', 'n')}\nreturn {second} + 0.5".replace("nin", "min").replace("nax", "max"))
    try:
        machine = machine_function(rule, FLOAT, FLOAT, Int(-9, 9))
    except Refused as refused:
        assert "64 bits" in refused.rule or "keeps one kind" in refused.rule or "constants" in refused.rule
        assume(False)
    for each in arguments:
        try:
            machine(*each)
        except Trapped:  # an int beyond 2**53, or what Python raises
            continue
        agrees(rule, machine, *each)


def a_wide_rule(x, n):
    return n / 3 + (n < x) + (n == x) + max(n, x) * x


@given(st.integers(-(2**63), 2**63 - 1), st.floats(-1e19, 1e19))
@settings(max_examples=200, deadline=None)
def test_an_int_that_no_double_holds_is_a_trap(n, x):
    machine = MIXED.setdefault("wide", machine_function(a_wide_rule, FLOAT, SMALL))
    try:
        found = machine(x, n)
    except Trapped:
        assert abs(n) > 2**53 or abs(max(n, x)) >= 2**53
        return
    assert repr(found) == repr(a_wide_rule(x, n))


def a_mixed_rule(x, n):
    total = n if n > 0 else x
    return (total * 3 + n) / 2


@given(st.integers(-(2**53), 2**53), st.floats(allow_nan=False))
@settings(max_examples=200, deadline=None)
def test_an_int_among_floats_is_exact_or_traps(n, x):
    machine = MIXED.setdefault("it", machine_function(a_mixed_rule, FLOAT, Int(-(2**53), 2**53)))
    try:
        found = machine(x, n)
    except Trapped:
        assert abs(x * 3 + n) >= 2**53 or abs(n * 3 + n) >= 2**53  # at 2**53 an int may have been rounded
        return
    assert repr(found) == repr(a_mixed_rule(x, n))


MIXED: dict = {}

REFUSED = {
    "return x if n else 0": "now an int, now a float",
    "return max(x, 0)": "now an int, now a float",
    "return x + (n << 70 & 2 ** 80)": "64 bits",
    "return TABLE[x]": "a place, as in `x[i]` and `x[i:j]`, is an int, not a float",
    "return 1 if x & 1 else 2": "`&` of floats",
    "return (0, 1)[x]": "a place, as in `x[i]`",
    "for i in range(x):\n    n = i\nreturn n": "`range` takes ints, not a float",
    "return x.bit_length()": "`bit_length` of floats",
    "return round(x, 2)": "`round` to a number of digits",
    "return (x, 1) < x": "no order of a tuple",
}


@pytest.mark.parametrize("body", REFUSED)
def test_what_may_differ_is_refused(body):
    with pytest.raises(Refused) as refused:
        machine_function(rule_of(body), FLOAT, FLOAT, SMALL)
    assert REFUSED[body] in refused.value.rule


def test_sums_are_refused_where_python_corrects_their_rounding(monkeypatch):
    rule = rule_of("return sum(z for z in (x, y, 0.1))")
    whole = rule_of("return sum(z for z in (n, 1, 2)) + x")
    for compensated in (True, False):
        monkeypatch.setattr(consuming, "COMPENSATED", compensated)
        machine = machine_function(whole, FLOAT, FLOAT, Int(-3, 3), level=int(compensated))
        assert machine(0.5, 0.0, 2) == 5.5
    monkeypatch.setattr(consuming, "COMPENSATED", True)
    with pytest.raises(Refused, match="`sum` of floats"):
        machine_function(rule, FLOAT, FLOAT, Int(-3, 3))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_the_next_double_and_its_bits(x):
    for function in (above, there_and_back):
        machine = MIXED.setdefault(function, machine_function(function, FLOAT))
        assert repr(machine(x)) == repr(function(x))
    assert just_above(x) > x


def above(x):
    return just_above(x) * 1.0


def there_and_back(x):
    return of_bits(bits_of(x)) * 1.0


def a_board_of(x):
    return CELLS.set(0, x)


def test_boards_hold_no_floats():
    with pytest.raises(Refused, match="a cell of a board is a small int"):
        machine_function(a_board_of, FLOAT)


CELLS = pvector([1, 2])


def test_a_value_of_either_class_is_taken_as_it_is():
    machine = machine_function(above, MIXED_FLOAT)
    assert machine(2) == machine(2.0) == just_above(2.0)
