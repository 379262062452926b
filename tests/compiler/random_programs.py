"""Random programs in the subset, run by Python and as machine code: the same answer, or a trap; never another one.

python tests/compiler/random_programs.py --programs 50000 [--seed 1] [--jobs 2]

Every other batch is of arithmetic at the edges of 64 bits, the rest of boards. It takes about three quarters of an
hour, two jobs half of that.
"""

from __future__ import annotations

import argparse
import linecache
import os
import sys
import textwrap
from collections import Counter
from multiprocessing import Pool
from random import Random
from types import FunctionType
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree.compiler.inference.programs import Program
from lazytree.compiler.inference.settling import settle
from lazytree.compiler.ir.errors import Refused, Trapped
from lazytree.compiler.ir.kinds import SMALL, Type
from lazytree.compiler.runtime.build import COMPILER_FAULT, built, type_of
from lazytree.compiler.runtime.entries import Function
from lazytree.compiler.runtime.entries import functions as loaded

TABLE = (3, -7, 12, 0, 255, 1 << 40)
RAGGED = ((1, 2), (), (5, 6, 7), (0,), (9, 8, 7, 6))
BOARD = pvector([3, 0, 2, 1, 7])
NUMBERS = (0, 1, -1, 5, -9, 77, 2**31, -(2**40), 2**62, 2**63 - 1, -(2**63))
CONSTANTS = (0, 1, 2, 3, 7, -1, -5, 63, 64, 255, 1 << 31, (1 << 63) - 1, -(1 << 63), 1 << 64, (1 << 70) - 3)
BATCH = 50
LEVELS = (0, 0, 0, 1, 1)  # of optimization: 1 is what games get


class Pair(NamedTuple):
    v: PVector[int]
    w: PVector[int]
    k: int


HELPERS = """
def flip(x, i):
    return x.set(i % 5, (7 - x[i % 5]) & 7)
def swap(p):
    return Pair(p.w, p.v.set(0, p.k & 7), p.k + 1)
def both(x, y):
    x = x.set(1, y[2])
    y = y.set(1, x[3])
    return y, x
def steps(x, n):
    for i in range(n):
        z = x.set(i % 5, 3)
        if z[(i + 1) % 5] > 1:
            yield z
        x = flip(z, i)
    yield x
def walk(p, n):
    q = p
    while n > 0:
        q = swap(q)
        n -= 1
        yield q
        if q.v[1] > 3:
            q = q._replace(w=q.w.set(2, 5))
def total(xs, n):
    for x in xs:
        n = n * 3 + x & 1023
    return n
def deep(p, n):
    return p if n <= 0 else deep(swap(p), n - 1)
"""


def expression(random: Random, depth: int) -> str:
    """An expression over the ints a, b, c."""
    if depth == 0:
        return random.choice(["a", "b", "c", "a", "b", f"({random.choice(CONSTANTS)})"])
    x, y, z, u = (expression(random, depth - 1) for _ in range(4))
    compare = random.choice(["<", "<=", "==", "!=", ">", ">="])
    kinds = [f"({x} {random.choice(['+', '-', '*', '&', '|', '^'])} {y})"] * 8 + [
        f"({x} << ({y} & {random.choice([3, 7, 31])}))",
        f"({x} >> ({y} & {random.choice([3, 63, 127])}))",
        f"({x} // {y})",
        f"({x} % {y})",
        f"({x} if {y} {compare} {z} else {u})",
        f"({x} {random.choice(['and', 'or'])} {y})",
        f"({x} {compare} {y} {compare} {z})",
        f"TABLE[{x} % 6]",
        random.choice([f"(~{x})", f"(-{x})", f"(not {x})"]),
        f"{random.choice(['min', 'max'])}({x}, {y})",
        f"BOARD.set({x} % 5, {y} & 127)[{z} % 5]",
        f"sum(x for x in RAGGED[{x} % 5] if x > {y})",
        f"abs({x})",
        f"({x} & 0xffffffffffffffffff).bit_count()",
        f"len(RAGGED[{x} % 5])",
        f"({x} in (1, {y}, 7))",
        f"({y}, {x})[{z} & 1]",
    ]
    return random.choice(kinds)


def arithmetic(random: Random) -> str:
    """A function of two ints, with or without a loop."""
    loop = f"for i in range(a & 15):\n    c = {expression(random, 2)}\n" if random.random() < 0.4 else ""
    branch = f"if {expression(random, 1)}:\n    c = {expression(random, 1)}\n" if random.random() < 0.4 else ""
    return f"c = 1\n{loop}{branch}return {expression(random, 3)}\n"


def statement(random: Random, depth: int) -> str:
    """A statement over the boards p, q, t and the pairs a, b: it copies, changes, swaps, loops, calls."""
    v, w, x, y = (random.choice("pqt") for _ in range(4))
    a, b = random.choice("ab"), random.choice("ab")
    i, j, k = (str(random.randrange(5)) for _ in range(3))
    simple = [
        f"{v} = {w}\n",
        f"{v} = {v}.set({i}, {k})\n",
        f"{v} = {w}.set({i}, {x}[{j}])\n",
        f"{v} = {v}.set({i}, {v}[{j}]).set({j}, {v}[{i}])\n",
        f"{v}, {w} = {x}, {y}\n",
        f"{v}, {w} = {w}, {v}.set({i}, {k})\n",
        f"{v} = flip({w}, n)\n",
        f"{v}, {w} = both({x}, {y})\n",
        f"{a} = swap({b})\n",
        f"{a} = deep({b}, n & 3)\n",
        f"{a} = Pair({v}, {w}, n)\n",
        f"{a} = Pair({a}.w, {a}.v, {b}.k)\n",
        f"{a} = {a}._replace(v={b}.w)\n",
        f"{a}, {v} = {b}, {a}.v\n",
        f"{v} = {a}.{random.choice('vw')}\n",
        f"{v} = {w} if n & {random.randrange(1, 4)} else {x}.set({i}, 1)\n",
        f"{v} = ({w}, {x}, {y})[n % 3]\n",
        f"{v} = pvector({random.choice(['(c ^ 1) & 7', 'c', '(7 - c) & 7'])} for c in {w})\n",
        f"s = total((c * 2 for c in {v} if c != {k}), s)\n",
        f"s += {v} == {w}\n",
        f"s += ({a} == {b}) + {v}.count({k}) + (3 in {w})\n",
    ]
    if depth == 0 or random.random() < 0.5:
        return random.choice(simple)
    body = textwrap.indent("".join(statement(random, depth - 1) for _ in range(random.randrange(1, 4))), "    ")
    unique = random.randrange(10**6)
    nested = [
        f"for i{unique} in range(n & 3):\n{body}",
        f"for {v} in steps({w}, n & 7):\n{body}",
        f"for u{unique} in steps({v}, n & 3):\n    keep{unique} = u{unique}\n{body}    s += keep{unique}[{i}]\n",
        f"for {a} in walk({b}, n & 3):\n{body}",
        f"for c{unique}, d{unique} in enumerate({v}):\n{body}    s = s * 31 + d{unique} * 5 + c{unique} & 0xffff\n",
        f"for c{unique}, d{unique} in zip({v}, {w}):\n{body}    s = s * 31 + d{unique} * 5 + c{unique} & 0xffff\n",
        f"for c{unique}, d{unique} in enumerate({v}):\n    if d{unique} == {k}:\n"
        + textwrap.indent(body, "    ")
        + f"        s = s * 31 + c{unique} & 0xffff\n",
        f"if {v}[{i}] > {k}:\n{body}",
        f"if {v}[{i}] > {k}:\n{body}else:\n    {random.choice(simple)}",
        f"e{unique} = 3\nwhile e{unique} > 0:\n    e{unique} -= 1\n{body}    if {v}[{j}] == {i}:\n        break\n",
        f"for {v} in ({w}, {x}):\n{body}",
    ]
    return random.choice(nested)


def boards(random: Random) -> str:
    """A function of two boards and an int that mixes everything it has made."""
    body = "".join(statement(random, 2) for _ in range(random.randrange(3, 9)))
    return (
        f"s = 0\nt = p\na = Pair(p, q, n)\nb = Pair(q, q, n & 1)\n{body}"
        "for each in (p, q, t, a.v, a.w, b.v, b.w):\n    for y in each:\n        s = s * 31 + y & 0xffffffff\n"
        "return s + a.k + b.k\n"
    )


def programs(random: Random, of_boards: bool, number: int) -> tuple[str, list[tuple[FunctionType, str]]]:
    """A file that can be read again, and that many functions in it with their texts."""
    parameters, body = ("p, q, n", boards) if of_boards else ("a, b", arithmetic)
    texts = [f"def f{each}({parameters}):\n{textwrap.indent(body(random), '    ')}" for each in range(number)]
    whole, file = HELPERS + "".join(texts), f"<random programs {random.getrandbits(60)}>"
    linecache.cache[file] = (len(whole), None, whole.splitlines(True), file)
    names = {"TABLE": TABLE, "RAGGED": RAGGED, "BOARD": BOARD, "Pair": Pair, "pvector": pvector}
    exec(compile(whole, file, "exec"), names)
    return file, [(names[f"f{each}"], text) for each, text in enumerate(texts)]


def arguments(random: Random, of_boards: bool) -> tuple[object, ...]:
    if of_boards:
        return (*(pvector(random.randrange(8) for _ in range(5)) for _ in "pq"), random.randrange(16))
    return tuple(random.choice((*NUMBERS, random.getrandbits(63), -random.getrandbits(50))) for _ in "ab")


def compiled(functions: list[FunctionType], of_boards: bool, copy_always: bool, level: int) -> list[Function | Refused]:
    """Machine code for each function, or why not."""
    example = pvector([0, 1, 2, 3, 7])
    kinds = {"p": type_of(example), "q": type_of(example), "n": SMALL} if of_boards else {"a": SMALL, "b": SMALL}
    verdicts = [refusal(function, kinds) for function in functions]
    fine = {f"f{at}": functions[at] for at, verdict in enumerate(verdicts) if verdict is None}

    def plan(program):
        return {name: program.request(function, kinds) for name, function in fine.items()}

    try:
        found = loaded(built(list(fine.values()), plan, 8, copy_always, level)) if fine else {}
        return [verdict or found[f"f{at}"] for at, verdict in enumerate(verdicts)]
    except Refused as refused:
        if len(functions) == 1:
            return [refused]
        return [one for each in functions for one in compiled([each], of_boards, copy_always, level)]


def refusal(function: FunctionType, kinds: dict[str, Type]) -> Refused | None:
    """Why a function is outside of the subset, if it is."""
    program = Program()
    try:
        program.request(function, kinds)
        settle(program)
    except Refused as refused:
        return refused
    except Exception:  # `built` finds it again
        return None
    return None


def compare(random: Random, number: int, of_boards: bool, tell=print) -> Counter[str]:
    """What became of so many programs, each run on some arguments: "same", "trap", "refused", "wrong"."""
    counts: Counter[str] = Counter()
    file, made = programs(random, of_boards, number)
    machines = compiled([each for each, _ in made], of_boards, random.random() < 0.3, random.choice(LEVELS))
    for (function, text), machine in zip(made, machines):
        if isinstance(machine, Refused):
            fault = COMPILER_FAULT in machine.rule
            counts["wrong" if fault else "refused"] += 1
            if fault:
                tell(f"{machine}\n{text}")
            continue
        for _ in range(8):
            given = arguments(random, of_boards)
            try:
                expected = function(*given)
            except (ArithmeticError, IndexError, ValueError) as error:
                expected = type(error)
            try:
                verdict = "same" if machine(*given) == expected else "wrong"
            except Trapped:
                verdict = "same" if isinstance(expected, type) else "trap"
            counts[verdict] += 1
            if verdict == "wrong":
                tell(f"WRONG for {given}, expected {expected}:\n{text}")
    del linecache.cache[file]
    return counts


def batch(seed: int) -> tuple[Counter[str], list[str]]:
    """A batch of programs: what became of them, and what is to be told."""
    told: list[str] = []
    return compare(Random(seed), BATCH, of_boards=seed % 2 == 0, tell=told.append), told


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    os.environ["LAZYTREE_CACHE"] = "off"
    counts, done, batches = Counter(), 0, -(-options.programs // BATCH)
    seeds = range(options.seed * 10**6, options.seed * 10**6 + batches)
    with Pool(options.jobs, maxtasksperchild=20) as pool:  # renewed, so that memory stays within bounds
        for found, told in pool.imap(batch, seeds):
            counts += found
            done += BATCH
            print(*told, sep="\n", end="\n" if told else "")
            print(f"{done} programs, {counts['wrong']} wrong", end="\r", file=sys.stderr, flush=True)
    print(f"{done} programs, {counts['wrong']} wrong: runs:", ", ".join(f"{n} {each}" for each, n in counts.items()))
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
