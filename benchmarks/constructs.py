"""How much of the compiler each construct enters: `python benchmarks/constructs.py [--json] [--names]`.

A rule with one construct (benchmarks/container_rules.py) is compiled while every call of a function of
lazytree/compiler is noted. Counted is what a plain loop does not enter: functions, and the files in which they stand.
Wanted of a dict, a list as a stack and `sorted` of a set: at most 12 files and 60 functions each. Each rule is compiled
twice, and followed the second time: what the library's functions say is read once, and kept. `--names` prints the
files, with the functions in each.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from operator import gt
from typing import Any

from container_rules import CONSTRUCTS, GROWING, plain_loop, replaced
from extras import machine_code_needed
from options import options

from lazytree.compiler.driver import built
from lazytree.compiler.ir.joining import type_of
from lazytree.compiler.ir.kinds import Int
from lazytree.compiler.ir.varying import with_varying
from lazytree.compiler.runtime.entries import functions

HOME = "lazytree/compiler/"
CELL = 8
BOARD = (0, 1, 2, 2) * 4
TRAIL = (0, 1, 2)
WANTED = 12, 60  # files, functions


def entered(rule: Callable[..., int], kind: Any, given: tuple[int, ...]) -> set[tuple[str, str]]:
    """The functions of the compiler that compiling a rule enters, each as its file and its name.

    What is made inside another function, a lambda or a comprehension, counts as that function.
    """
    found = set()

    def note(frame: Any, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and HOME in code.co_filename:
            found.add((code.co_filename.split(HOME)[1], code.co_qualname.split(".<locals>")[0]))

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


def main() -> None:
    asked = options(__doc__, "--json", "--names")
    machine_code_needed()
    os.environ["LAZYTREE_CACHE"] = "off"
    found = {
        **beyond(CONSTRUCTS, plain_loop, BOARD, lambda flat: flat),
        **beyond(GROWING, replaced, TRAIL, with_varying),
    }
    for name, files in found.items():
        count = len(files), sum(map(len, files.values()))
        more = "   more than wanted" if any(map(gt, count, WANTED)) else ""
        print(f"{name:32} {count[0]:3} files {count[1]:4} functions{more}", file=sys.stderr)
        if asked.names:
            print(*(f"    {file}: {', '.join(names)}" for file, names in files.items()), sep="\n", file=sys.stderr)
    if asked.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
