"""Changes while Python runs, of globals, helpers, closures, files, code, defaults and classes, are noticed."""

from __future__ import annotations

import builtins
import importlib.util
import itertools
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from agreement import machine_function
from places import Place, mover, payoffs, play
from programs.program import loaded

import lazytree
from lazytree import CHANCE, Game, alphabeta, grow, prune, rate, search
from lazytree.compiler import compiled, driver, rules_lane
from lazytree.compiler.ir.kinds import Int
from lazytree.core.errors import Refused
from tests.helpers.searches import alphabeta_to_depth

HEAD = """
import types
from typing import NamedTuple
from pyrsistent import pvector
"""


def game_of(moves, **others):
    return Game("changing", Place(pvector([0, 1, 1, 0]), 0), mover, moves, play, payoffs, **others)


def module_of(path, text):
    """A module from a file of its own."""
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules.pop(path.stem, None)
    spec.loader.exec_module(module)
    return module


CHANGES = {
    "a global": ("N = 1\ndef moves(p): yield N", "N = 2"),
    "a global, to a list": ("N = 1\ndef moves(p): yield 1 if N else 2", "N = []"),
    "a module of another class": (
        "class M(types.ModuleType): pass\nm = M('m')\nm.N = 1\ndef moves(p): yield m.N",
        "m.N = 2",
    ),
    "a tuple": ("T = (1, 1)\ndef moves(p): yield T[p.turn]", "T = (2, 2)"),
    "a PVector": ("T = pvector([1, 1])\ndef moves(p): yield T[p.turn]", "T = pvector([2, 2])"),
    "what a dict is made by": (
        "T = (1, 1)\ndef moves(p):\n    d = dict.fromkeys(T, p.turn)\n    yield len(d)",
        "dict = types.SimpleNamespace(fromkeys=lambda keys, value: (1, 2, 3))",
    ),
    "what a defaultdict holds": (
        "from collections import defaultdict\ndef moves(p):\n    d = defaultdict(int)\n    yield d[p.turn]",
        "int = lambda: 7",
    ),
    "what a Counter is": (
        "from collections import Counter\ndef moves(p):\n    d = Counter(p.board)\n    yield d[1]",
        "Counter = lambda board: (5, 6)",
    ),
    "a helper": ("def f(): return 1\ndef moves(p): yield f()", "f = lambda: 3"),
    "a helper's helper": ("def g(): return 1\ndef f(): return g()\ndef moves(p): yield f()", "def g(): return 5"),
    "a helper's global": ("N = 1\ndef f(): return N\ndef moves(p): yield f()", "N = 2"),
    "a helper's default": ("def f(k=1): return k\ndef moves(p): yield f()", "def f(k=2): return k"),
    "a closure": (
        "def made(k):\n    def moves(p): yield k\n    def change(): nonlocal k; k = 2\n    return moves, change\n"
        "moves, change = made(1)",
        "change()",
    ),
    "a class attribute": ("class C: N = 1\ndef moves(p): yield C.N", "C.N = 2"),
    "an inherited class attribute": ("class B: N = 1\nclass C(B): pass\ndef moves(p): yield C.N", "B.N = 2"),
    "an overridden class attribute": ("class B: N = 1\nclass C(B): pass\ndef moves(p): yield C.N", "C.N = 2"),
    "an attribute of a module": ("m = types.ModuleType('m')\nm.N = 1\ndef moves(p): yield m.N", "m.N = 2"),
    "another module": (
        "m, k = types.ModuleType('m'), types.ModuleType('k')\nm.N, k.N = 1, 2\ndef moves(p): yield m.N",
        "m = k",
    ),
    "a static method": (
        "class C:\n    @staticmethod\n    def f(): return 1\ndef moves(p): yield C.f()",
        "C.f = staticmethod(lambda: 2)",
    ),
    "a built-in that is hidden": ("def moves(p): yield max(1, 0)", "max = min"),
    "a name that is gone": ("max = min\ndef moves(p): yield max(1, 0)", "del max"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_after_compiling_is_noticed(tmp_path, change):
    text, edit = CHANGES[change]
    module = module_of(tmp_path / "changing.py", HEAD + text)
    game = game_of(module.moves)
    machine = compiled(game)
    assert rules_lane(game).name == "machine"
    assert list(machine.moves(game.start)) == list(game.moves(game.start))
    before = list(game.moves(game.start))
    exec(edit, vars(module))
    after = list(game.moves(game.start))
    assert after != before
    assert list(machine.moves(game.start)) == after
    assert list(compiled(game).moves(game.start)) == after
    assert list(compiled(machine).moves(game.start)) == after
    assert [move for move, _ in grow(compiled(game))(game.start).branches] == after


PAIR = "class Pair(NamedTuple):\n    x: int = 1\n    y: int = 2\n"
CLASS_CHANGES = {
    "__new__": (
        f"{PAIR}def moves(p): yield Pair(p.turn).x",
        "Pair.__new__ = lambda cls, x: tuple.__new__(cls, (7, 8))",
    ),
    "fields": (f"{PAIR}def moves(p): yield Pair(p.turn, 4).x", "Pair.x, Pair.y = Pair.y, Pair.x"),
    "an operator of an IntEnum": (
        "from enum import IntEnum\nclass Side(IntEnum):\n    RED = 1\ndef moves(p): yield Side.RED + p.turn",
        "Side.__add__ = lambda a, b: 9",
    ),
}


@pytest.mark.parametrize("change", CLASS_CHANGES)
def test_a_class_that_works_otherwise_is_noticed_when_machine_code_is_asked_for(tmp_path, change):
    text, edit = CLASS_CHANGES[change]
    module = module_of(tmp_path / "changing.py", HEAD + text)
    game = game_of(module.moves)
    before = list(game.moves(game.start))
    assert rules_lane(game).name == "machine"
    for _ in range(3):  # each look at a class but the first is a short one
        assert list(compiled(game).moves(game.start)) == before
    exec(edit, vars(module))
    after = list(game.moves(game.start))
    assert after != before
    for asked in (game, replace(game)):
        assert list(compiled(asked).moves(game.start)) == after
        assert "its own" in rules_lane(asked).reason


@pytest.mark.parametrize("edit", ["__defaults__ = (5, 6)", "__code__ = (lambda cls, x, y: (5, y)).__code__"])
def test_a_class_that_is_made_otherwise_is_noticed_when_machine_code_is_asked_for_again(tmp_path, edit):
    module = module_of(tmp_path / "changing.py", f"{HEAD}{PAIR}def moves(p): yield Pair(y=p.turn)[0]")
    game = game_of(module.moves)
    for _ in range(3):
        assert list(compiled(game).moves(game.start)) == [1]
    assert rules_lane(game).name == "machine"
    exec(f"Pair.__new__.{edit}", vars(module))
    assert list(compiled(game).moves(game.start)) == list(game.moves(game.start)) == [5]


def test_equal_values_are_no_change_and_what_comes_back_compiles_again(tmp_path):
    module = module_of(tmp_path / "changing.py", "N = 10 ** 10\ndef moves(p): yield N\n")
    game = game_of(module.moves)
    machine = compiled(game)
    made = machine.moves.__self__.rules
    module.N = int("1" + "0" * 10)
    assert list(machine.moves(game.start)) == [10**10]
    assert machine.moves.__self__.made() is made
    module.N = 3
    assert list(machine.moves(game.start)) == [3]
    assert rules_lane(machine).name == "machine"
    assert machine.moves.__self__.made() is not made


def test_searches_see_the_change(tmp_path):
    text = "N, R = 1, 1\ndef moves(p):\n    if sum(p.board) < 4: yield N\n    if sum(p.board) < 3: yield 0\n"
    module = module_of(tmp_path / "changing.py", text + "def rating(p): return R\n")
    game = game_of(module.moves, ratings={"r": module.rating})
    machine = compiled(game)

    def answers(asked, rating):
        return [
            lazytree.perft(asked, 2),
            alphabeta_to_depth(asked, 2, rating),
            next(iter(lazytree.deepen(asked, rating=rating))).value,
            rating(game.start),
        ]

    answers(game, module.rating), answers(machine, machine.ratings["r"])
    module.N, module.R = 3, 7
    other = replace(game)
    expected = answers(other, module.rating)
    assert expected[1:] == [7, 7, 7]
    assert answers(game, module.rating) == answers(machine, machine.ratings["r"]) == expected
    assert expected[0] == lazytree.perft(game, 2, lane="python")


def test_a_search_that_has_begun_goes_on_with_the_rules_of_now(tmp_path):
    module = module_of(tmp_path / "changing.py", "N = 1\ndef moves(p):\n    if p.board[N] == 1: yield 1\n    yield 0\n")
    game = game_of(module.moves)
    module.R = 1
    deepening = iter(lazytree.deepen(game))
    assert next(deepening).lane == "machine"
    module.N = 3
    assert next(deepening).lane == "python"


def test_a_refused_game_is_asked_again_after_a_change(tmp_path):
    module = module_of(tmp_path / "changing.py", "N = bytearray(1)\ndef moves(p): yield len(N)\n")
    game = game_of(module.moves)
    assert "N is or holds a bytearray" in rules_lane(game).reason
    module.N = (1, 2)
    assert rules_lane(game).name == "machine"
    assert list(compiled(game).moves(game.start)) == [2]


def test_a_refused_game_is_not_asked_again_because_a_default_grows(tmp_path, monkeypatch):
    text = "def moves(p, memo={}):\n    memo[len(memo)] = 1\n    yield len(memo)\n"
    game = game_of(module_of(tmp_path / "growing.py", text).moves)
    assert rules_lane(game).name == "python"
    asked, fingerprint = [], driver.Fingerprint
    monkeypatch.setattr(driver, "Fingerprint", lambda: asked.append(1) or fingerprint())
    for number in (1, 2, 3):
        assert list(compiled(game).moves(game.start)) == [number]
        assert rules_lane(game).name == "python"
    assert not asked
    game.moves.__defaults__ = ((),)
    assert rules_lane(game).name == "python"
    assert asked


@pytest.mark.parametrize(
    ("rule", "change"),
    [
        ("N = [1, 2]\ndef moves(p): yield from N\n", lambda n: n.append(3)),
        ("N = [[1], [2]]\ndef moves(p): yield from N[1]\n", lambda n: n[1].insert(0, 0)),
        ("N = {1: 2}\ndef moves(p): yield N[1]\n", lambda n: n.update({1: 3})),
        ("N = {1: 2}\ndef moves(p): yield len(N)\n", lambda n: n.update({True: 2, 5: 1})),
        ("N = [1]\ndef moves(p): yield N[0]\n", lambda n: n.__setitem__(0, True)),
        ("N = {1, 2}\ndef moves(p): yield 1 if 2 in N else 5\n", lambda n: n.discard(2)),
        ("class C: N = [1]\nN = C.N\ndef moves(p):\n    yield 7\n    yield from C.N\n", lambda n: n.clear()),
        ("def made(k): return lambda p: [x for x in k]\nN = [1]\nmoves = made(N)\n", lambda n: n.append(4)),
        ("N = [1, 2]\ndef moves(p, k=N): yield from k\n", lambda n: n.append(3)),
        ("N = {1: 2}\ndef f(*, k=N): return k[1]\ndef moves(p): yield f()\n", lambda n: n.update({1: 3})),
        (
            "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass D:\n    a: int\n"
            "N = D(1)\ndef moves(p, k=[1, 2], d=N): yield k[d.a]\n",
            lambda n: object.__setattr__(n, "a", 0),
        ),
    ],
)
def test_a_list_a_dict_or_a_set_that_changes_in_place_is_noticed(tmp_path, rule, change):
    module = module_of(tmp_path / "changing.py", rule)
    game = game_of(module.moves)
    machine = compiled(game)
    assert rules_lane(machine).name == "machine"
    for _ in range(2):
        assert list(map(repr, machine.moves(game.start))) == list(map(repr, game.moves(game.start)))
    change(module.N)
    after = list(map(repr, game.moves(game.start)))
    assert list(map(repr, machine.moves(game.start))) == after
    assert rules_lane(machine).trapped == 1
    assert list(map(repr, compiled(game).moves(game.start))) == after


# ---- files that are edited while Python runs

NORMAL = "def normal():\n    def moves(p):\n        yield 1\n    return moves\n"
HARDER = "def harder():\n    def moves(p):\n        yield 99\n    return moves\n" + NORMAL
MODE = "MODE = 'short'\ndef moves(p):\n    yield 1 if MODE == 'short' else 2\n"
EDITS = {
    "another function at its line": (NORMAL, HARDER, "normal()"),
    "a text": (MODE, MODE.replace("== 'short'", "== 'long'"), "moves"),
    "an equal number of another kind": ("def moves(p):\n    yield 1\n", "def moves(p):\n    yield True\n", "moves"),
    "a float's sign": ("def moves(p):\n    yield int(0.0)\n", "def moves(p):\n    yield int(-0.0)\n", "moves"),
    "a nested tuple": (
        "def moves(p):\n    yield ((1, 2), 3)[0][0]\n",
        "def moves(p):\n    yield ((1.0, 2), 3)[0][0]\n",
        "moves",
    ),
    "a generator inside": (
        "def moves(p):\n    yield sum(x + 1 for x in (1, 2))\n",
        "def moves(p):\n    yield sum(x + 2 for x in (1, 2))\n",
        "moves",
    ),
    "a line": ("def moves(p):\n    yield 1\n", "def moves(p):\n\n    yield 1\n", "moves"),
    "a default": ("def moves(p, k=1):\n    yield k\n", "def moves(p, k=1, *, j=2):\n    yield k\n", "moves"),
    "a scope": (
        "def made(k):\n    def moves(p):\n        yield k\n    return moves\n",
        "k = 5\ndef made(j):\n    def moves(p):\n        yield k\n    return moves\n",
        "made(1)",
    ),
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_file_is_not_taken_for_the_running_function(tmp_path, monkeypatch, edit):
    monkeypatch.setenv("LAZYTREE_CACHE", str(tmp_path / "cache"))
    before, after, asked = EDITS[edit]
    path = tmp_path / "edited.py"
    moves = eval(asked, vars(module_of(path, before)))
    path.write_text(after + "\n# longer\n")
    game = game_of(moves)
    assert "the file has changed" in rules_lane(game).reason
    assert compiled(game) is game
    assert not (tmp_path / "cache").exists()
    fresh = game_of(eval(asked, vars(module_of(path, before))))
    assert list(compiled(fresh).moves(fresh.start)) == list(fresh.moves(fresh.start))


def test_a_file_that_is_edited_and_loaded_again_is_compiled_anew(tmp_path):
    path = tmp_path / "edited.py"
    for number in itertools.chain((1, 2), (1,)):
        game = game_of(module_of(path, f"def moves(p):\n    yield {number}\n#{'-' * number}\n").moves)
        assert rules_lane(game).name == "machine"
        assert list(compiled(game).moves(game.start)) == [number]


def test_a_module_is_not_asked_more_than_rules_ask(tmp_path):
    class Shy(types.ModuleType):
        def __getattr__(self, name):
            raise ImportError(f"{name} needs an optional part")

    module = module_of(tmp_path / "shy.py", "def moves(p): yield lazy.ONE + p.turn\n")
    module.lazy = Shy("lazy")
    module.lazy.ONE = 1
    game = game_of(module.moves)
    assert list(compiled(game).moves(game.start)) == [1]
    assert rules_lane(game).name == "machine"


# ---- code, defaults and classes exchanged in place, as an editor's autoreload does: rules, ratings, helpers, odds


RULES = """
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple
class P(NamedTuple):
    left: int
    turn: int
    x: int = 0
    def more(self, m): return self.x + m
@dataclass(frozen=True)
class D:
    a: int
    b: int = 4
    def both(self): return self.a + self.b
def helper(x, k=1): return x + k + D(1).both() + P(0, 0, x).more(1)
def mover(p): return p.turn
def moves(p):
    if p.left > 0:
        yield 1
        yield 2
def play(p, m): return P(p.left - 1, 1 - p.turn, p.x * 3 + helper(m))
def payoffs(p): return (p.x % 3 - 1, 1 - p.x % 3)
def odds(p, m): return m
def rating(p): return helper(p.x) + P(1, 2).x
def other_helper(x, k=1): return x * 5 + k
def other_mover(p): return 1 - p.turn
def other_moves(p):
    if p.left > 0:
        yield 3
        yield 1
        yield 2
def other_play(p, m): return P(p.left - 1, 1 - p.turn, p.x + m)
def other_payoffs(p): return (1, -1)
def other_odds(p, m): return 5 - m
def other_rating(p): return p.x + 100
"""
RULES_OF_A_GAME = ("helper", "mover", "moves", "play", "payoffs", "rating")
EXCHANGED = {
    **{name: (name, "__code__", f"other_{name}.__code__") for name in RULES_OF_A_GAME},
    "a default": ("helper", "__defaults__", "(7,)"),
    "a default of a class": ("P.__new__", "__defaults__", "(77,)"),
    "a default of a dataclass": ("D.__init__", "__defaults__", "(44,)"),
    "what makes one": (
        "P.__new__",
        "__code__",
        "(lambda _cls, left, turn, x: _tuple_new(_cls, (left, 1, 9))).__code__",
    ),
    "a method": ("P.more", "__code__", "(lambda self, m: 50 + m).__code__"),
    "a method of a dataclass": ("D", "both", "lambda self: self.a * 7"),
    "an operation": ("P", "__add__", "lambda a, b: 5"),
    "what a tuple equals": ("P", "__eq__", "lambda a, b: True"),
}
OF_CLASSES = {name for name in EXCHANGED if name.startswith(("a default of", "an operation", "what "))}


def game_of_names(names: dict[str, Any], chance: bool = False) -> Game[Any, Any]:
    mover = (lambda p: CHANCE if p.turn else 0) if chance else names["mover"]
    rules = (names[name] for name in ("moves", "play", "payoffs"))
    odds = {"odds": names["odds"]} if chance else {}
    return Game("exchanged", names["P"](3, 0), mover, *rules, ratings={"r": names["rating"]}, **odds)


def all_answers(rules: Game[Any, Any], position: Any) -> list[Any]:
    """What the rules and the rating of a game say of a position and those after it."""
    here = [rules.mover(position), list(rules.moves(position)), rules.payoffs(position), rules.ratings["r"](position)]
    return here + [part for move in here[1] for part in all_answers(rules, rules.play(position, move))]


def search_value(game: Game[Any, Any], way: str | None) -> Any:
    return search(game, 2, "r", lane=way).value


@contextmanager
def exchanged(names: dict[str, Any], owner: str, attribute: str, value: str) -> Iterator[None]:
    """Within, an attribute of a function or a class has another value."""
    changed = eval(owner, names)
    own = not isinstance(changed, type) or attribute in vars(changed)
    before = getattr(changed, attribute)
    setattr(changed, attribute, eval(value, names))
    try:
        yield
    finally:
        setattr(changed, attribute, before) if own else delattr(changed, attribute)


ASKED = {
    "nothing": lambda machine: None,
    "search": lambda machine: search_value(machine, None),
    "search in Python": lambda machine: search_value(machine, "python"),
    "lane": rules_lane,
    "compiled": compiled,
}


def assert_as_python(machine: Game[Any, Any], game: Game[Any, Any]) -> None:
    """The compiled game answers as the game does: rule by rule, in the lazy tree, and searched in both lanes."""
    assert all_answers(machine, game.start) == all_answers(game, game.start)
    searched = alphabeta(rate(game, "r")(prune(2)(grow(game)(game.start))))
    assert alphabeta(rate(machine, "r")(prune(2)(grow(machine)(game.start)))) == searched
    assert (
        search_value(machine, None)
        == search_value(machine, "python")
        == search_value(game, None)
        == search_value(game, "python")
    )


@pytest.mark.parametrize("change", EXCHANGED)
def test_what_is_exchanged_in_place_is_exchanged_in_the_compiled_game(change):
    """Whatever is asked first after the exchange, and after its end."""
    names = loaded(RULES)
    game = game_of_names(names)
    machine = compiled(game)
    assert rules_lane(machine).name == "machine"
    assert_as_python(machine, game)
    for name, ask in ASKED.items():
        if name == "nothing" and change in OF_CLASSES:
            continue  # noticed only as something is asked
        with exchanged(names, *EXCHANGED[change]):
            ask(machine)
            assert_as_python(machine, game)
        ask(machine)
        assert_as_python(machine, game)


def test_odds_and_helpers_by_closures_are_exchanged_too():
    names = loaded(RULES)
    game = game_of_names(names, chance=True)
    machine = compiled(game)
    position = game.play(game.start, 1)
    assert machine.odds is not None and [machine.odds(position, m) for m in (1, 2)] == [1, 2]
    assert search_value(machine, None) == search_value(game, "python")
    exec("odds.__code__ = other_odds.__code__", names)
    assert [machine.odds(position, m) for m in (1, 2)] == [4, 3]
    assert search_value(machine, None) == search_value(game, "python") == search_value(machine, "python")


CACHED = """
from functools import cache, lru_cache
K = 3
@{by}
def helper(x, y=1): return x + K * y
def rule(n): return helper(n)
"""


@pytest.mark.parametrize("by", ["cache", "lru_cache(maxsize=8)", "lru_cache(maxsize=8, typed=True)"])
@pytest.mark.parametrize("call", ["helper(4)", "helper(4, 2)", "helper(x=4)", "helper(4, y=3)"])
def test_what_is_remembered_of_another_global_is_refused_until_it_is_cleared(by, call):
    names = loaded(CACHED.format(by=by))
    exec(call, names)
    assert machine_function(names["rule"], Int(0, 9))(4) == names["rule"](4) == 7
    names["K"] = 500
    with pytest.raises(Refused, match="cache_clear"):
        machine_function(names["rule"], Int(0, 9))
    names["helper"].cache_clear()
    assert machine_function(names["rule"], Int(0, 9))(4) == names["rule"](4) == 504


def test_a_game_whose_helper_is_cleared_is_compiled_again():
    names = loaded(RULES + "K = 1\n@cache\ndef kept(x): return x + K\ndef rating(p): return kept(p.x)\n")
    game = game_of_names(names)
    search_value(game, "python")
    assert not rules_lane(game).ratings
    names["K"] = 50
    assert "cache_clear" in rules_lane(game).ratings["r"]
    assert search_value(game, None) == search_value(game, "python")
    names["kept"].cache_clear()
    assert not rules_lane(game).ratings
    assert search_value(game, None) == search_value(game, "python")


# ---- each of the places that a rule reads: its change is noticed at the next call, and its end


class Rules:
    most = 70_000


TOOLS = types.ModuleType("tools")
TOOLS.wide = 90_000


def rule_with(kept):
    def rule(position, number=5_000, *, named=6_000):
        return kept + number + LIMIT + len(position) + Rules.most + TOOLS.wide + named

    return rule


LIMIT = 80_000
RULE = rule_with(100_000)


def exchanged_code(monkeypatch):
    """Every change, by name."""
    here = RULE.__globals__
    return {
        "default": lambda: monkeypatch.setattr(RULE, "__defaults__", (5_001,)),
        "default by name": lambda: monkeypatch.setattr(RULE, "__kwdefaults__", {"named": 6_001}),
        "default by name, in place": lambda: monkeypatch.setitem(RULE.__kwdefaults__, "named", 6_001),
        "closure": lambda: monkeypatch.setattr(RULE.__closure__[0], "cell_contents", 100_001),
        "global": lambda: monkeypatch.setitem(here, "LIMIT", 80_001),
        "no global": lambda: monkeypatch.delitem(here, "LIMIT"),
        "built-in": lambda: monkeypatch.setattr(builtins, "len", lambda thing: 0),
        "hidden built-in": lambda: monkeypatch.setitem(here, "len", lambda thing: 0),
        "attribute of a class": lambda: monkeypatch.setattr(Rules, "most", 70_001),
        "attribute of a module": lambda: monkeypatch.setattr(TOOLS, "wide", 90_001),
        "no attribute": lambda: monkeypatch.delattr(TOOLS, "wide"),
        "nothing": lambda: monkeypatch.setattr(Rules, "least", 1, raising=False),
    }


@pytest.mark.parametrize("change", exchanged_code(None))
def test_a_change_of_a_place_and_its_end_are_seen(monkeypatch, change):
    game = game_of(lambda p: [1], ratings={"rule": RULE})
    machine = compiled(game)

    def told():
        try:
            return RULE(game.start), machine.ratings["rule"](game.start)
        except (NameError, AttributeError) as error:
            with pytest.raises(type(error)):
                machine.ratings["rule"](game.start)
            return 0, 0

    before = told()
    assert before[0] == before[1] and not rules_lane(game).ratings
    with monkeypatch.context() as patch:
        exchanged_code(patch)[change]()
        now, found = told()
        assert now == found and (now == before[0]) == (change == "nothing")
    assert told() == before
