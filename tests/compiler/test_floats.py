"""Floats and the functions of `math`: the doubles of Python, bit for bit, also in random programs; else a refusal."""

from __future__ import annotations

import math
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from agreement import machine_function, rule_of
from ir_interpreter import inferred, run

from lazytree.compiler.driver import webassembly_now
from lazytree.compiler.ir.kinds import FLOAT, MIXED_FLOAT, OF_MATH, SMALL, Int
from lazytree.compiler.library import iterators
from lazytree.core.errors import Refused, Trapped
from lazytree.searching.kernels.scout import bits_of, just_above, of_bits

pytestmark = pytest.mark.optimized

NUMBERS = (0.0, -0.0, 0.1, -2.5, 3.0, 1e16, 1e300, -1e300, 5e-324, float("inf"), float("-inf"), float("nan"))
SMALL_INTS = range(-3, 4)
TABLE = ((0.5, -1.25, 1e-3), (2.0, 1e300, -0.0))
RAGGED = ((0.5,), (), (1.5, 2.5, 3.5))

RULES = {
    "the four operations": "return x + y * n - x / (y + 7) + n / 3",
    "signs": "return -x + +y - (-n)",
    "comparisons": "return (x < y) + 2 * (x <= n) + 4 * (x == y) + 8 * (x != n) + 16 * (n > y) + 32 * (y >= 0)",
    "truth": "return 1.5 if x else 2.5 if not y else 3.5",
    "or": "return x or y",
    "and": "return x and y and 0.5",
    "min and max": "return min(x, y, 1.0) - max(y, x)",
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
    "a power of an int": "return n ** 2 * 1.5 + n ** 3 + n ** 4",
    "a test in a test": "return 0 < x <= n < y",
    "rounded": "return round(x) + round(n) - round(n / 2)",
    "sorted": "a, b, c = sorted((x, y, 0.5))\nreturn (a, b, c)[n % 3]",
    "the greatest by a key": "return max((1, 2, 3), key=lambda k: x * k - y)",
    "the least of tuples": "return min((x, 1), (y, 2))[1]",
    "None": "z = None if x > y else x\nreturn 0.25 if z is None else z",
    "the order of tuples": "return ((x, n) < (y, 0)) + 2 * ((n, x) >= (0, y)) + 4 * ((x,) <= (y, y))",
}


def float_rule(body):
    """The function of floats x and y and an int n with this body."""
    return rule_of(body, "", "x, y, n", TABLE=TABLE, RAGGED=RAGGED)


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
    rule = float_rule(RULES[name])
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
    rule = float_rule(
        f"m = {first.replace('m', 'n')}\nreturn {second} + 0.5".replace("nin", "min").replace("nax", "max")
    )
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
        machine_function(float_rule(body), FLOAT, FLOAT, SMALL)
    assert REFUSED[body] in refused.value.rule


def test_sums_are_refused_where_python_corrects_their_rounding(monkeypatch):
    rule = float_rule("return sum(z for z in (x, y, 0.1))")
    whole = float_rule("return sum(z for z in (n, 1, 2)) + x")
    for compensated in (True, False):
        monkeypatch.setattr(iterators, "COMPENSATED", compensated)
        machine = machine_function(whole, FLOAT, FLOAT, Int(-3, 3), level=int(compensated))
        assert machine(0.5, 0.0, 2) == 5.5
    monkeypatch.setattr(iterators, "COMPENSATED", True)
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


# ---- powers and functions of `math`: to the last bit those of Python, in machine code, WebAssembly and typed code


EDGES = (-(2**63), 2**63 - 1, -(2**62), 2**31, 3037000499, 3037000500, -3, -2, -1, 0, 1, 2, 3, 10, 62, 63, 64)
PLAIN = (0.0, -0.0, 0.1, -0.5, 1.0, -1.0, 2.0, -2.5, 3.0, 1e-9, 700.0, 1e16, -1e300, 5e-324, 2.5e-308)
NOT_FINITE = (float("inf"), float("-inf"), float("nan"))
FLOATS = (*PLAIN, *NOT_FINITE)
SMALLEST = 2.0**-1022  # below it the C library may call a result an error: machine code hands over


def math_rule(body, arguments="x, y"):
    """The function of x and y with this body."""
    return rule_of(body, "import math\nfrom math import floor, sqrt", arguments)


def lanes(rule, *kinds, page=False):
    """The rule in machine code, in typed code and, where that is asked for, as WebAssembly."""
    program, instances = inferred(lambda p: {"it": p.rule(rule, *kinds)})
    made = [machine_function(rule, *kinds), lambda *each: run(program, instances["it"], *each)[0]]
    if page:
        pytest.importorskip("wasmtime")
        from tests.helpers.wasm_host import Host

        names = dict(zip(("x", "y"), kinds))
        host = Host(webassembly_now(lambda planning: {"it": planning.request(rule, names)}, 8))
        made.append(lambda *each: host.call("it", *each))
    return made


def agree(rule, lanes, calls, needless=lambda _given, _expected: False):
    """Each lane gives the number of Python, of the same class, or a trap: where Python raises, or where `needless`."""
    answered = 0
    for each in calls:
        try:
            expected = rule(*each)
        except (ArithmeticError, ValueError, TypeError):
            expected = None
        for lane in lanes:
            try:
                found = lane(*each)
            except Trapped:
                complex_or_error = expected is None or isinstance(expected, complex)
                assert complex_or_error or needless(each, expected), (each, expected)
                continue
            assert (type(found), repr(found)) == (type(expected), repr(expected)), each
            answered += 1
    assert answered > len(lanes)


def is_wide(_given, expected):
    """Whether a result is no int of 64 bits."""
    return not isinstance(expected, int) or not -(2**63) <= expected < 2**63


def is_extreme(each, expected):
    """Whether a float that goes in is not finite, or what comes out is not, or tiny."""
    numbers = [x for x in (*each, expected) if isinstance(x, float)]
    return not all(map(math.isfinite, numbers)) or 0 < abs(expected) < SMALLEST


WHOLE = {
    "x ** y": (Int(-6, 11), Int(-2, 70)),
    "(x + 1) ** (y + 1) - x": (Int(0, 8), Int(0, 12)),
    "10 ** y + x": (Int(0, 9), Int(0, 18)),
    "2 ** y | 1": (Int(0, 1), Int(-1, 90)),
    "2 ** (y + 1) - 2 ** y": (Int(0, 1), Int(0, 61)),
    "pow(x, y) % 7": (Int(-3, 9), Int(0, 9)),
    "x ** 5 - x ** 1 + x ** 0": (Int(-90, 90), Int(0, 0)),
    "(x > 2) ** y": (Int(0, 5), Int(0, 3)),
    "math.gcd(x, y)": (Int(-30, 30), Int(-12, 60)),
    "math.isqrt(x + y)": (Int(-3, 300), Int(-2, 9)),
    "floor(x) + math.ceil(y) + math.trunc(x) + math.floor(x / 2) + math.ceil(y / 3)": (Int(-9, 9), Int(-9, 9)),
    "floor(sqrt(x * x + 1)) if x else math.ceil(math.fabs(y))": (Int(-9, 9), Int(-9, 9)),
    "x ** y ** 2": (Int(-3, 3), Int(0, 5)),
}


@pytest.mark.parametrize("value", WHOLE)
def test_whole_numbers(value):
    rule, kinds = math_rule(f"return {value}"), WHOLE[value]
    calls = list(product(*(range(kind.low, kind.high + 1) for kind in kinds)))
    agree(rule, lanes(rule, *kinds, page=True), calls[:: max(1, len(calls) // 300)], is_wide)


@pytest.mark.parametrize(
    "value", ["x ** y", "math.gcd(x, y)", "math.isqrt(x) + (y > 3)", "2 ** y", "x ** 2 % 9 + y ** 3"]
)
def test_at_the_edges_of_64_bits(value):
    rule = math_rule(f"return {value}")
    agree(
        rule, lanes(rule, SMALL, SMALL, page=True), product(EDGES, (each for each in EDGES if each < 1000)), edge(value)
    )


def edge(value):
    """What of a rule may be handed over."""
    if "%" in value:
        return lambda each, _expected: max(each[0] ** 2, abs(each[1]) ** 3) >= 2**63
    return is_wide


@given(st.integers(-(2**63), 2**63 - 1), st.integers(-(2**63), 2**63 - 1), st.integers(-3, 70), st.integers(-50, 50))
@settings(max_examples=150, deadline=None)
def test_any_ints(n, m, exponent, base):
    if not KEPT:
        for value in ("x ** y", "math.gcd(x, y)", "math.isqrt(x) + (y > 3)"):
            KEPT.append((rule := math_rule(f"return {value}"), machine_function(rule, SMALL, SMALL)))
    for rule, machine in KEPT:
        for each in ((n, m), (base, exponent)):
            if rule is KEPT[0][0] and abs(each[1]) > 1000:
                continue
            try:
                expected = rule(*each)
            except (ArithmeticError, ValueError, TypeError):
                expected = None
            try:
                assert machine(*each) == expected
            except Trapped:
                assert expected is None or is_wide(each, expected)


KEPT: list = []


@pytest.mark.parametrize(
    "value",
    [
        *("x ** y", "x ** 2 + y * 0", "x ** 3", "x ** 0.5", "x ** -1", "x ** 1.5", "x ** 1.0", "x ** True", "2 ** x"),
        *("2.0 ** x", "0.9 ** x", "10 ** y", "-x ** 3", "(-x) ** y", "1.0 ** x", "math.log(x, y)", "0 ** x"),
    ],
)
def test_powers_of_floats_are_those_of_python(value):
    rule = math_rule(f"return {value}")
    agree(rule, lanes(rule, FLOAT, FLOAT), product(FLOATS, FLOATS), is_extreme)


@pytest.mark.parametrize("name", [*OF_MATH, "fabs"])
def test_functions_are_those_of_python(name):
    rule = math_rule(f"return math.{name}(x)", "x")
    some = [0.37 * n - 3.1 for n in range(20)]
    agree(rule, lanes(rule, FLOAT, page=name in ("sqrt", "fabs")), ((x,) for x in (*FLOATS, *some)), is_extreme)


@pytest.mark.parametrize("name", ["floor", "ceil", "trunc"])
def test_floats_are_rounded_to_ints(name):
    rule = math_rule(f"return math.{name}(x)", "x")
    far = lambda _given, expected: abs(expected) > 2**53  # noqa: E731
    agree(rule, lanes(rule, FLOAT, page=True), ((x,) for x in (*FLOATS, 0.5, 1.5, -0.2, 2.0**53)), far)


@given(st.floats(allow_nan=False), st.floats(-30, 30), st.integers(-9, 9))
@settings(max_examples=200, deadline=None)
def test_any_floats(x, y, n):
    if not FLOATING:
        for value in ("abs(x) ** y", "x ** n", "math.exp(y) * math.sin(x) + math.tanh(y)", "n ** y"):
            rule = math_rule(f"return {value}", "x, y, n")
            FLOATING.append((rule, machine_function(rule, FLOAT, FLOAT, Int(-9, 9))))
    for rule, machine in FLOATING:
        try:
            expected = rule(x, y, n)
        except (ArithmeticError, ValueError, TypeError):
            expected = None
        try:
            assert repr(machine(x, y, n)) == repr(expected)
        except Trapped:
            assert expected is None or isinstance(expected, complex) or is_extreme((x, y), expected)


FLOATING: list = []


def test_what_is_now_an_int_now_a_float_is_the_base_of_no_power():
    with pytest.raises(Refused, match="now an int, now a float"):
        machine_function(math_rule("z = x if y > 1 else y\nreturn z ** 2 + 0.5"), FLOAT, Int(0, 3))
    rule = math_rule("z = x if y > 1 else y\nreturn float(z) ** 2 + z ** 0.5")
    agree(rule, lanes(rule, FLOAT, Int(0, 3)), product(FLOATS, range(4)), is_extreme)


REFUSED_OF_MATH = {
    "math.hypot(x, y)": "`math.hypot` is not compiled",
    "math.erf(x)": "`math.erf` is not compiled",
    "math.gcd(x, 3)": "`|` of floats",
    "x // y": "`//` of floats: of ints only; `math.floor\\(x / y\\)`",
    "x % 2.5": "`%` of floats: of ints only; `x - y \\* math.floor\\(x / y\\)`",
    "divmod(x, y)[0]": "`//` of floats",
    "math.isqrt(x)": "`|` of floats",
    "math.pow(x, y)": "`x \\*\\* y`",
    "pow(3, 4, 5) + x": "`x \\*\\* y % z`",
    "2 ** 100000 + x": "takes more than 2048 bits",
    "(x, y) ** 2": "no `.*` of",
    "math.sqrt((x, y))": "no `sqrt` of",
    "math.sqrt()": "a call needs the arguments",
    "math.factorial(int(x))": "a table, made once",
}


@pytest.mark.parametrize("value", REFUSED_OF_MATH)
def test_powers_and_functions_that_may_differ_are_refused(value):
    with pytest.raises(Refused, match=REFUSED_OF_MATH[value]) as refused:
        machine_function(math_rule(f"return {value}"), FLOAT, FLOAT)
    assert refused.value.place


@pytest.mark.parametrize("value", ["x ** y", "math.exp(x) + y", "math.log(x) + y"])
def test_a_page_has_no_c_library(value):
    rule = math_rule(f"return {value}")
    with pytest.raises(Refused, match="WebAssembly, which has no C library") as refused:
        webassembly_now(lambda planning: {"it": planning.request(rule, {"x": FLOAT, "y": FLOAT})}, 8)
    assert "<rule" in refused.value.place
