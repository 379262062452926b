"""How much of the compiler each construct enters: `python benchmarks/constructs.py [--json] [--names]`.

A rule with one construct (benchmarks/container_rules.py) is compiled while every call of a function of
lazytree/compiler is noted. Counted are functions, and the files in which they stand, that a plain loop does not enter;
and those that a rule without any container does not enter either, which has calls (what is done with a container is a
call of a function of the library), a method, loops and a generator expression. Wanted of a dict, a list as a stack and
`sorted` of a set: at most 12 files and 60 functions each. What the compiler enters for the library's own functions is
not counted: they are ordinary rules (lazytree/compiler/library), read once and kept. So each rule is compiled twice,
and followed the second time. `--names` prints the files, with the functions in each.
"""

from __future__ import annotations

import inspect
import json
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from operator import gt
from typing import Any

from container_rules import CONSTRUCTS, GROWING, plain_loop, plain_rule, replaced
from extras import machine_code_needed
from options import options

from lazytree.compiler.driver import built
from lazytree.compiler.ir.joining import type_of
from lazytree.compiler.ir.kinds import Int
from lazytree.compiler.ir.varying import with_varying
from lazytree.compiler.runtime.entries import functions

HOME, LIBRARY = "lazytree/compiler/", "lazytree/compiler/library/"
EACH = {("inference/statements.py", "inferred"), ("codegen/statements.py", "lower")}  # compile one function of a rule
CELL = 8
BOARD = (0, 1, 2, 2) * 4
TRAIL = (0, 1, 2)
WANTED = 12, 60  # files, functions


def entered(rule: Callable[..., int], kind: Any, given: tuple[int, ...]) -> set[tuple[str, str]]:
    """The functions of the compiler that compiling a rule enters, each as its file and its name.

    What is made inside another function, a lambda or a comprehension, counts as that function.
    """
    found = set()

    within: list[tuple[Any, bool]] = []  # functions of rules that are being compiled, and whether the library has them

    def note(frame: Any, event: str, _: object) -> None:
        code = frame.f_code
        if HOME not in code.co_filename:
            return
        file, name = code.co_filename.split(HOME)[1], code.co_qualname.split(".<locals>")[0]
        if event == "return" and within and within[-1][0] is frame:
            within.pop()
        if event == "call" and not (within and within[-1][1]):
            found.add((file, name))
        if event == "call" and (file, name) in EACH:
            source = inspect.getsourcefile(frame.f_locals["instance"].core.source) or ""
            within.append((frame, LIBRARY in source))

    first, n = rule.__code__.co_varnames[:2]
    kinds = {first: kind, n: Int(0, 10**6)}
    sys.setprofile(note)
    try:
        made = functions(built([rule], lambda planning: {"rule": planning.request(rule, kinds)}, CELL))["rule"]
    finally:
        sys.setprofile(None)
    if made(given, 5) != rule(given, 5):
        raise SystemExit(f"{rule.__name__}: {made(given, 5)} is not {rule(given, 5)}")
    return found


def beyond(
    rules: list[Any], plain: Any, given: tuple[int, ...], widened: Callable[[Any], Any]
) -> Mapping[str, Mapping[str, list[str]]]:
    """For each rule the functions by file that the plain rule does not enter; `widened` is the type of its board."""
    flat = type_of(given)
    known = entered(plain, flat, given) | entered(plain, flat, given)  # the second time modules are there
    found = {}
    for rule in rules:
        by_file = defaultdict(list)
        entered(rule, widened(flat), given)  # from now on what the library's functions say is kept
        for file, name in sorted(entered(rule, widened(flat), given) - known):
            by_file[file].append(name)
        found[rule.__name__] = dict(by_file)
    return found


def counted(by_file: Mapping[str, list[str]]) -> tuple[int, int]:
    """How many files and functions these are."""
    return len(by_file), sum(map(len, by_file.values()))


def main() -> None:
    asked = options(__doc__, "--json", "--names")
    machine_code_needed()
    os.environ["LAZYTREE_CACHE"] = "off"
    found = {
        **beyond(CONSTRUCTS, plain_loop, BOARD, lambda flat: flat),
        **beyond(GROWING, replaced, TRAIL, with_varying),
    }
    ordinary = entered(plain_rule, type_of(BOARD), BOARD) | entered(plain_rule, type_of(BOARD), BOARD)
    for name, files in found.items():
        own = {file: [each for each in names if (file, each) not in ordinary] for file, names in files.items()}
        few = counted({file: names for file, names in own.items() if names})
        more = "   more than wanted" if any(map(gt, counted(files), WANTED)) else ""
        print(
            f"{name:32} {counted(files)[0]:3} files {counted(files)[1]:4} functions, beyond a rule with calls"
            f" {few[0]:3} {few[1]:4}{more}",
            file=sys.stderr,
        )
        if asked.names:
            print(*(f"    {file}: {', '.join(names)}" for file, names in files.items()), sep="\n", file=sys.stderr)
    if asked.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
