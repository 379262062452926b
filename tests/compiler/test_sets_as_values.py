"""Sets, frozensets, and sets that are constants: arrays of members whose order does not show."""

from importlib import import_module
from random import Random
from typing import NamedTuple

import pytest

pytest.importorskip("llvmlite")

from agreement import BOARDS, NUMBERS, agree_all, agree_thrice, machine_function, refusal, rule_of, walk_in_both_lanes

from lazytree import Game, compiled, lane, perft
from lazytree.compiler.ir.kinds import Int
from lazytree.core.errors import Trapped

HELPERS = """
from typing import NamedTuple
class Edge(NamedTuple):
    one: str
    length: int
CORNERS = {(0, 0), (0, 4), (4, 0)}
FEW = frozenset({1, 3, 5})
NAMES = {"left", "right", "roof"}
LINES = [{0, 1}, {1, 2, 3}, {4}]
def with_one(cells, cell):
    cells = cells | {cell}
    return cells
def add(s, x):
    s.add(x)
    return len(s)
def code(items):
    made = 0
    for x in items:
        made = (made * 31 + x) % 1000003
    return made
"""
AGREE = {
    "of a list with equal items": "return frozenset(board).issuperset([x for x in board]), "
    "frozenset((1, n)).issuperset(board), frozenset(board) >= frozenset(board[:2]), {n} >= {n}, {n, 1} >= {n, 2}",
    "made of a board": "s = frozenset(board)\nreturn len(s), n in s, tuple(sorted(s)), s",
    "made of nothing": "s = frozenset()\nreturn len(s), n in s, not s, s | {n}, s == frozenset()",
    "joined": "s = frozenset(board)\nreturn s | {n, 7}, {n} | s == s | {n}, s.union([n, n + 1]), with_one(s, n)",
    "common": "s = frozenset(board)\nreturn s & {1, n}, s & FEW, FEW & s, FEW & s == s & FEW, s.intersection({n})",
    "less": "s = frozenset(board)\nreturn s - {n}, FEW - s, s - FEW, s.difference(board[:2]), len({1, 2, 9} - s)",
    "either": "s = frozenset(board)\nreturn s ^ FEW, s.symmetric_difference({n}), s ^ s",
    "compared": "s = frozenset(board)\nreturn s <= FEW, s < {0, 1, 2, n}, s >= {n}, FEW > s, s == {0, 1, 2}, s != FEW",
    "asked": "s = frozenset(board)\nreturn s.issubset(FEW), s.issuperset((1,)), s.isdisjoint({n}), s.copy() == s",
    "texts": (
        "s = frozenset(x for x in NAMES if n > 1 or x != 'roof')\n"
        "return tuple(sorted(s)), 'roof' in s, min(s), s | {'hall'}"
    ),
    "pairs": (
        "s = frozenset((x, n) for x in board)\n"
        "return s, tuple(sorted(s - {(1, n)})), (n, 0) in CORNERS, len(s | CORNERS)"
    ),
    "NamedTuples": (
        "s = frozenset({Edge('left', n), Edge('roof', 1)})\n"
        "return s, tuple(sorted(s)), max(s).one, Edge('left', 2) in s"
    ),
    "None beside pairs": (
        "k = None if n > 2 else (n, n)\ns = frozenset({(1, 1), k})\nreturn len(s), k in s, None in s, s"
    ),
    "constant sets in a list": "return sum(1 for line in LINES if n in line), [len(line - {n}) for line in LINES][0]",
    "a set made of it": (
        "s = set(frozenset(board))\ns.add(n)\nt = s.copy()\nt.discard(1)\n"
        "return len(s), tuple(sorted(t)), tuple(sorted(s - t))"
    ),
    "gone over": (
        "s = frozenset(board)\nreturn sum(x * n for x in s), any(x > n for x in s), all(x in s for x in board), max(s)"
    ),
    "made anew": (
        "s = frozenset(board)\n"
        "return frozenset(x + n for x in s if x), tuple(sorted({x // 2 for x in s})), len({n - x for x in s})"
    ),
    "changed in place": "s = t = {n, 1}\ns |= FEW\nt -= frozenset(board)\nt ^= {2} | FEW\nreturn len(s), sum(t)",
    "a list, too": "s = t = [n]\ns.append(1)\ns *= n\nt += t\nreturn len(s), len(t), sum(t)",
    "two names": "s = t = frozenset(board)\ns |= {9}\nt = t - {1}\nreturn s, t",
    "in a tuple": (
        "a, b = (frozenset(board), frozenset({n}))\n"
        "return (a | b, n), (b, a) == (a, b), (a, n) == (frozenset(board), n)"
    ),
    "as an argument": "s = frozenset(board)\nreturn len(with_one(with_one(s, n), 8)), s",
    "added up": "t, k = 0, n\nfor x in frozenset(board):\n    if x != n:\n        t += x * n\n    k -= 1\nreturn t, k",
    "one is found": "for x in FEW:\n    if x == n:\n        return 7\nreturn 0",
    "noted": "k = 0\nfor x in frozenset(board):\n    y = x + n\n    if y == 4:\n        k = 3\nreturn k",
    "the most": "k = -1\nfor x in frozenset(board):\n    k = max(k, x % 2)\nreturn k",
    "another set": "s = set()\nfor x in frozenset(board):\n    s.add(x * n)\nreturn len(s), tuple(sorted(s)), n in s",
}
CHANGED = (
    "s = set(board)\nfor x in (n, n - 9, 447 + n, n * 10**9, -65 * n):\n    s.add(x)\n    s.discard(x + n)\n"
    "return len(s), code(sorted(s)), n in s, -64 in s, n * 10**9 in s, 10**9 in s, sum(x % 7 for x in s)",
    "s = {(x, n) for x in board}\ns |= {(n, 40 * n), (-5, n)}\nt = s - {(0, n)}\nt.discard((-5, n))\n"
    "return len(t), code([a * 9 + b for a, b in sorted(t)]), (n, 40 * n) in t, t <= s, s & t == t, "
    "len(s ^ t), s.isdisjoint(t)",
    "s, t = set(board), {n, 3}\nu = s | t\ns &= t\nt -= {3}\nu.remove(n)\nif n > 1:\n    t.clear()\n"
    "return len(s), len(t), len(u), min(u | {5}), any(x > 1 for x in u), all(x in u for x in t), u >= t",
    "s = {0, 1}\nreturn sum(sum([c for c in {8, n}][:1]) for x in s)",
    "s = {n}\ns.update(len(s) for v in board)\nt = s\nt.add(9)\nreturn sum(s), add(s if n > 1 else {3}, 7), len(s)",
)
IN_ORDER = (  # sets of ints have the order of CPython, which the interpreter of typed code does not know
    "s = {1, n & 3}\nk = 0.0\nfor c in s:\n    k += c / 3\nreturn [c for c in s][0], next(c for c in s), k",
    "s = {n & 3, 1}\nfor c in s:\n    n = n * 3 + c\nreturn n, max(s, key=lambda c: c & 1)",
    "s = {40 + n, 8, 16, 3, 99, 64}\nt = 0\nfor c in s:\n    t = c\n    if c == n:\n        return 0\nreturn t",
    "s = {40 + n, 8, 16, 3, 99, 64}\nt = 0\nfor c in s:\n    if (t := c) == n:\n        return 0\nreturn t",
    "s = {40 + n, 8, 16, 3, 99, 64}\nt = {1}\nfor c in s:\n    t.add(c)\n    if c == 3:\n        break\nreturn len(t)",
    "s = {40 + n, 8, 16, 3, 99, 64}\nt = {1}\nreturn any(t.add(c) or c == 3 for c in s), len(t)",
    "s = {40 + n, 8, 16, 3, 99, 64}\nreturn sum(((c,) for c in s), ())",
    "s = {40 + n, 8, 16, 3, 99, 64}\nreturn sum(((c, n) for c in s if c > 9), (n,))",
)
REFUSED = {
    "for": "t = 0\nfor x in frozenset(board):\n    t = t * 3 + x\nreturn t",
    "a list of it": "return list(frozenset(board))[0]",
    "a tuple of it": "return tuple(frozenset(board))",
    "next": "return next(x for x in frozenset(board))",
    "the last one": "any((last := x) > 9 for x in frozenset(board))\nreturn last",
    "floats": "return sum(x / 3 for x in frozenset(board))",
    "effects": "seen = []\nreturn any(put(seen, x) > 2 for x in frozenset(board))",
    "seen before": "seen = {n}\nreturn sum(1 for x in frozenset(board) if x - 1 in seen or seen.add(x))",
    "the last of all": "t = 0\nfor x in FEW:\n    t = x\nreturn t",
    "the last but for one": "t = 0\nfor x in FEW:\n    t = x\n    if x == n:\n        return 9\nreturn t",
    "filled up to what is found": "t = {n}\nfor x in FEW:\n    t.add(x)\n    if x == 3:\n        break\nreturn len(t)",
    "filled by any": "t = {n}\nfound = any(t.add(x) or x == 3 for x in FEW)\nreturn found, len(t)",
    "the last that is tested": "t = 0\nfor x in frozenset(board):\n    if (t := x) > n:\n        return 9\nreturn t",
    "a sum of tuples": "return sum(((x,) for x in FEW), ())",
    "a sum of tuples of a board": "return len(sum(((x, n) for x in frozenset(board)), (n,)))",
    "a sum that is looked at": "t = 0\nfor x in FEW:\n    if t < 5:\n        t += x\nreturn t",
    "found or raised": "for x in FEW:\n    if 9 // (x - n) == 9:\n        return 1\nreturn 0",
    "a set of a set": "s = set()\nfor x in FEW:\n    s.add(x)\nt = 0\nfor x in s:\n    t = t * 3 + x\nreturn t",
}


test_sets_are_those_of_python = agree_all([*AGREE.values(), *CHANGED], HELPERS, check=agree_thrice)
test_sets_of_ints_have_pythons_order = agree_all(IN_ORDER)


def test_where_a_member_raises_machine_code_hands_over_whichever_comes_first():
    rule = rule_of("return any(6 // (x - n) > 3 for x in frozenset(board))")
    calls = [(board, number) for board in BOARDS for number in NUMBERS]
    machine = machine_function(rule, BOARDS[1], Int(-1, 4))
    for given in calls:
        if given[1] in given[0]:
            with pytest.raises(Trapped):
                machine(*given)
        else:
            assert machine(*given) == rule(*given)


def test_a_constant_is_not_changed():
    assert "no side effects" in refusal(rule_of("s = LINES[1]\ns |= {n}\nreturn len(s)", HELPERS))


@pytest.mark.parametrize("body", REFUSED.values(), ids=REFUSED)
def test_an_order_that_shows_is_refused(body):
    put = "\ndef put(seen, x):\n    seen.append(x)\n    return len(seen)\n"
    assert "order" in refusal(rule_of(body, HELPERS + put))


class Marked(NamedTuple):
    cells: frozenset
    names: frozenset
    last: tuple | None = None


def nim_of_cells():
    """Mark a cell of a board beside no marked one; a name is dropped now and then."""
    cells = [(r, c) for r in range(3) for c in range(4)]

    def moves(p):
        return [(r, c) for r, c in cells if not p.cells & {(r, c), (r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}]

    def play(p, cell):
        names = p.names - {"a"} if cell[0] else p.names | {"ccc"}
        return Marked(p.cells | {cell}, names, cell)

    return Game(
        name="cells",
        start=Marked(frozenset(), frozenset({"a", "bb"})),
        mover=lambda p: len(p.cells) % 2,
        moves=moves,
        play=play,
        payoffs=lambda p: (1, -1) if len(p.cells) % 2 else (-1, 1),
        ratings={"names": lambda p: len(p.names) + (p.last in p.cells)},
    )


@pytest.mark.promise
def test_a_position_may_hold_frozensets():
    game = nim_of_cells()
    assert walk_in_both_lanes(game, Random(1), 12) > 3
    assert lane(compiled(game)).rules.name == "machine"
    assert perft(game, 3, lane="machine") == perft(game, 3, lane="python")


def test_another_kind_of_set_is_asked_of_python():
    machine = compiled(nim_of_cells())
    odd = Marked({(0, 0)}, frozenset({"a"}))
    assert list(machine.moves(odd)) == list(nim_of_cells().moves(odd))
    assert lane(machine).rules.trapped


@pytest.mark.parametrize("name", ["cells", "dots_and_boxes", "tafl"])
def test_webassembly_gives_what_python_gives(name):
    pytest.importorskip("wasmtime")
    from tests.helpers.walks import made_both_ways
    from tests.helpers.wasm_host import Host

    game = nim_of_cells() if name == "cells" else import_module(f"newcomers.{name}").game
    rating = next(iter(game.ratings.values()))
    module, native_walk = made_both_ways(game, rating)
    host, random, position = Host(module.module), Random(name), game.start
    for _ in range(40):
        moves = list(game.moves(position))
        assert host.emitted("moves", position) == moves
        assert host.call("rating", position) == rating(position)
        if not moves:
            position = game.start
            continue
        move = random.choice(moves)
        after = game.play(position, move)
        assert host.call("play", position, move) == after
        position = after
    assert host.call("walk", game.start, 500, 3) == native_walk(game.start, 500, 3)
