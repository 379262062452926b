"""Powers and functions of `math`: to the last bit those of Python, in machine code, WebAssembly and typed code."""

from __future__ import annotations

import linecache
import math
from itertools import count, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("llvmlite")

from ir_interpreter import inferred, run

from lazytree.compiler.driver import machine_function, webassembly_now
from lazytree.compiler.ir.floats import FLOAT, OF_MATH
from lazytree.compiler.ir.kinds import SMALL, Int
from lazytree.core.errors import Refused, Trapped

pytestmark = pytest.mark.optimized

FILES = count()
EDGES = (-(2**63), 2**63 - 1, -(2**62), 2**31, 3037000499, 3037000500, -3, -2, -1, 0, 1, 2, 3, 10, 62, 63, 64)
PLAIN = (0.0, -0.0, 0.1, -0.5, 1.0, -1.0, 2.0, -2.5, 3.0, 1e-9, 700.0, 1e16, -1e300, 5e-324, 2.5e-308)
NOT_FINITE = (float("inf"), float("-inf"), float("nan"))
FLOATS = (*PLAIN, *NOT_FINITE)
SMALLEST = 2.0**-1022  # below it the C library may call a result an error: machine code hands over


def rule_of(body, arguments="x, y"):
    """The function of x and y with this body."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    text, file = f"def rule({arguments}):\n{lines}", f"<mathematics {next(FILES)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    made = {"math": math, **{name: getattr(math, name) for name in ("sqrt", "floor")}}
    exec(compile(text, file, "exec"), made)
    return made["rule"]


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
    "math.gcd(x, y, 12, x > 3)": (Int(-30, 30), Int(-12, 60)),
    "math.isqrt(x + y)": (Int(-3, 300), Int(-2, 9)),
    "floor(x) + math.ceil(y) + math.trunc(x) + math.floor(x / 2) + math.ceil(y / 3)": (Int(-9, 9), Int(-9, 9)),
    "floor(sqrt(x * x + 1)) if x else math.ceil(math.fabs(y))": (Int(-9, 9), Int(-9, 9)),
    "x ** y ** 2": (Int(-3, 3), Int(0, 5)),
}


@pytest.mark.parametrize("value", WHOLE)
def test_whole_numbers(value):
    rule, kinds = rule_of(f"return {value}"), WHOLE[value]
    calls = list(product(*(range(kind.low, kind.high + 1) for kind in kinds)))
    agree(rule, lanes(rule, *kinds, page=True), calls[:: max(1, len(calls) // 300)], is_wide)


@pytest.mark.parametrize(
    "value", ["x ** y", "math.gcd(x, y)", "math.isqrt(x) + (y > 3)", "2 ** y", "x ** 2 % 9 + y ** 3"]
)
def test_at_the_edges_of_64_bits(value):
    rule = rule_of(f"return {value}")
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
            KEPT.append((rule := rule_of(f"return {value}"), machine_function(rule, SMALL, SMALL)))
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
    rule = rule_of(f"return {value}")
    agree(rule, lanes(rule, FLOAT, FLOAT), product(FLOATS, FLOATS), is_extreme)


@pytest.mark.parametrize("name", [*OF_MATH, "fabs"])
def test_functions_are_those_of_python(name):
    rule = rule_of(f"return math.{name}(x)", "x")
    some = [0.37 * n - 3.1 for n in range(20)]
    agree(rule, lanes(rule, FLOAT, page=name in ("sqrt", "fabs")), ((x,) for x in (*FLOATS, *some)), is_extreme)


@pytest.mark.parametrize("name", ["floor", "ceil", "trunc"])
def test_floats_are_rounded_to_ints(name):
    rule = rule_of(f"return math.{name}(x)", "x")
    far = lambda _given, expected: abs(expected) > 2**53  # noqa: E731
    agree(rule, lanes(rule, FLOAT, page=True), ((x,) for x in (*FLOATS, 0.5, 1.5, -0.2, 2.0**53)), far)


@given(st.floats(allow_nan=False), st.floats(-30, 30), st.integers(-9, 9))
@settings(max_examples=200, deadline=None)
def test_any_floats(x, y, n):
    if not FLOATING:
        for value in ("abs(x) ** y", "x ** n", "math.exp(y) * math.sin(x) + math.tanh(y)", "n ** y"):
            rule = rule_of(f"return {value}", "x, y, n")
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
        machine_function(rule_of("z = x if y > 1 else y\nreturn z ** 2 + 0.5"), FLOAT, Int(0, 3))
    rule = rule_of("z = x if y > 1 else y\nreturn float(z) ** 2 + z ** 0.5")
    agree(rule, lanes(rule, FLOAT, Int(0, 3)), product(FLOATS, range(4)), is_extreme)


REFUSED = {
    "math.hypot(x, y)": "`math.hypot` is not compiled",
    "math.erf(x)": "`math.erf` is not compiled",
    "math.gcd(3, x > 1, y)": "`gcd` of floats",
    "math.isqrt(x)": "`isqrt` of floats",
    "math.pow(x, y)": "`x \\*\\* y`",
    "pow(3, 4, 5) + x": "`x \\*\\* y % z`",
    "2 ** 100000 + x": "takes more than 2048 bits",
    "(x, y) ** 2": "no `.*` of",
    "math.sqrt((x, y))": "no `sqrt` of",
    "math.sqrt()": "a call needs the arguments",
    "math.factorial(int(x))": "a table, made once",
}


@pytest.mark.parametrize("value", REFUSED)
def test_what_may_differ_is_refused(value):
    with pytest.raises(Refused, match=REFUSED[value]) as refused:
        machine_function(rule_of(f"return {value}"), FLOAT, FLOAT)
    assert refused.value.place


@pytest.mark.parametrize("value", ["x ** y", "math.exp(x) + y", "math.log(x) + y"])
def test_a_page_has_no_c_library(value):
    rule = rule_of(f"return {value}")
    with pytest.raises(Refused, match="WebAssembly, which has no C library") as refused:
        webassembly_now(lambda planning: {"it": planning.request(rule, {"x": FLOAT, "y": FLOAT})}, 8)
    assert "<mathematics" in refused.value.place
