"""Bools among ints, texts and members of Enums beside values of another kind: the same values of the same classes."""

from __future__ import annotations

import itertools
from enum import Enum
from textwrap import indent
from typing import Any, NamedTuple

import pytest

pytest.importorskip("llvmlite")

from agreement import agree_all, lanes_agree, machine_function, refuse_all, searches_agree
from programs.program import loaded

from lazytree import CHANCE, Game, mcts, perft, playouts, search
from lazytree.compiler import compiled
from lazytree.compiler.ir.kinds import Int, Maybe
from lazytree.compiler.ir.symbols import Symbol
from lazytree.compiler.runtime.boundary import NOT_PACKED, Unpacking, packer
from lazytree.compiler.runtime.cache import as_json, from_json
from lazytree.compiler.webassembly import layout_of
from lazytree.core.errors import Refused, Trapped

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

# ---- Pig: texts for the players, the numbers of a die for chance


class Pig(NamedTuple):
    scores: tuple
    pot: int
    player: int
    rolling: bool


def pig_moves(p):
    if p.rolling:
        return range(1, 7)
    if max(p.scores) >= 10:
        return ()
    return ("roll", "hold") if p.pot else ("roll",)


def pig_play(p, move):
    if p.rolling:
        if move == 1:
            return Pig(p.scores, 0, 1 - p.player, False)
        return p._replace(pot=p.pot + move, rolling=False)
    if move == "roll":
        return p._replace(rolling=True)
    scores = list(p.scores)
    scores[p.player] += p.pot
    return Pig(tuple(scores), 0, 1 - p.player, False)


pig = Game(
    "pig",
    Pig((0, 0), 0, 0, False),
    lambda p: CHANCE if p.rolling else p.player,
    pig_moves,
    pig_play,
    lambda p: (1, -1) if p.scores[0] > p.scores[1] else (-1, 1),
    odds=lambda p, m: 1,
)

# ---- tic-tac-toe in which a player may pass: a field and a result of two kinds


class Grid(NamedTuple):
    board: tuple
    player: int
    last: object
    passes: int


def winner(p):
    for a, b, c in LINES:
        if p.board[a] != 0 and p.board[a] == p.board[b] == p.board[c]:
            return p.board[a]
    return "draw" if 0 not in p.board or p.passes == 2 else None


def grid_moves(p):
    if winner(p) is None:
        yield from (cell for cell in range(9) if p.board[cell] == 0)
        yield "pass"


def grid_play(p, move):
    if move == "pass":
        return Grid(p.board, 1 - p.player, "pass", p.passes + 1)
    cells = list(p.board)
    cells[move] = 1 + p.player
    return Grid(tuple(cells), 1 - p.player, move, 0)


def grid_payoffs(p):
    won = winner(p)
    return (0, 0) if won == "draw" else (1, -1) if won == 1 else (-1, 1)


grid = Game("pass", Grid((0,) * 9, 0, "none", 0), lambda p: p.player, grid_moves, grid_play, grid_payoffs)

# ---- members of an Enum, None and two texts beside ints; constants


class Suit(Enum):
    RED = 1
    BLUE = 2


MOVES = ("swap", 0, Suit.RED, 2, None, "zap", Suit.BLUE)


class Mixed(NamedTuple):
    n: int
    last: object
    flag: object


def kind_of(move):
    match move:
        case "swap":
            return 1
        case None:
            return 2
        case Suit.RED:
            return 4
        case 2 | "zap":
            return 5
    return 6


def mixed_play(p, move):
    k = kind_of(move) + (10 if move else 0) + (20 if move == p.last else 0) + (40 if move in ("zap", 0) else 0)
    flag = True if k % 3 == 0 else "maybe" if k % 3 == 1 else p.flag
    return Mixed(p.n + 1, move if k % 5 else k, flag if flag is not True else False)


def mixed_moves(p):
    if p.n < 4:
        for move in MOVES:
            if move != p.last or p.flag == "maybe":
                yield move


mixed = Game(
    "mixed",
    Mixed(0, "none", "unset"),
    lambda p: p.n % 2,
    mixed_moves,
    mixed_play,
    lambda p: (1, -1) if p.last == "zap" or p.flag else (-1, 1),
)

GAMES = {game.name: game for game in (pig, grid, mixed)}


@pytest.mark.parametrize("name", GAMES)
def test_games_agree_with_python(name):
    game = GAMES[name]
    lanes_agree(game)
    if name == "mixed":
        searches_agree(game)
    for question in (
        lambda lane: perft(game, 3, lane=lane),
        lambda lane: search(game, 3, lane=lane).value,
        lambda lane: playouts(game, 10, seed=3, plies=8, lane=lane)[:2],
        lambda lane: next(a[:5] for a in mcts(game, 1, longest=8, lane=lane)(game.start) if a.simulations >= 8),
    ):
        assert question(None) == question("python")


def test_a_move_that_is_no_move_of_the_game():
    """A text that the rules do not know, or a number that is a text: Python answers."""
    machine = compiled(grid)
    for move in ("PASS", "", "0"):
        for rules in (grid, machine):
            with pytest.raises(TypeError):
                rules.play(grid.start, move)


KIND = Maybe(Int(0, 5), Symbol(((3, "roll"), (4, Suit.RED))))


def test_mixed_values_come_back_as_they_were_packed():
    pack, unpacking = packer((KIND,), 8), Unpacking(KIND, 8)
    assert [unpacking.one(pack(value)) for value in (0, 5, "roll", Suit.RED)] == [0, 5, "roll", Suit.RED]
    for value in (None, "hold", True, 1.0, Suit.BLUE, (1,)):
        with pytest.raises(NOT_PACKED):
            pack(value)
    classes = [Suit]
    assert from_json(as_json(KIND, classes), classes) == KIND


def test_a_page_knows_the_layout_of_mixed_values():
    assert layout_of(KIND, iter([0, 8, 16]), 8) == {
        "kind": "maybe",
        "at": 0,
        "item": {"kind": "int", "at": 8, "bytes": 8, "signed": False},
        "other": {"kind": "symbol", "at": 16, "members": {"3": "roll", "4": "RED"}},
    }


HELPERS = """
def result(x):
    if x == 2:
        return "draw"
    if x < 1:
        return None
    return x
def told(x):
    return 0 if x == "draw" else 1 if x == "lost" else x
"""

BODIES = {
    "truth": "x = '' if n > 2 else n if n else 'a'\nreturn not x, bool(x), 1 if x else 2",
    "two of them": "x, y = result(n), result(board[0])\nreturn x == y, x != y, x in (y, 3), x is None, x, y",
    "used unasked": "return result(n) + 1",
    "used after a test": "x = result(n)\nif x == 'draw' or x is None:\n    return 7\nreturn x + board[x % 5]",
    "helper of either": "return told('lost'), told(n), told(result(n) or 0)",
    "a number is no text": "return n == 'draw', n != 'draw', n in ('draw', 2), (n == 'x') + n",
    "bool beside a text": "x = n > 1 if n else 'x'\nreturn x, x == 1, x == 'x', x is None, not x",
    "tuple beside texts": "x = (n, 1) if n > 1 else 'pass' if n else 'none'\nreturn x, x == (2, 1), x == 'pass'",
    "order": "x = 'pass' if n > 2 else n\nreturn x < 2",
    "in a loop": "x, s = 'none', 0\nfor c in board:\n    s += c == x\n    x = c if c else 'o'\nreturn x, s",
    "in a tuple": "x = (n if n > 1 else 'a', 2)\ny = ('a', 2)\nreturn x == y, x, x[0] == 'a'",
    "used in a loop": "x, s = 'none', 0\nfor c in board:\n    s += 0 if x == 'none' else x + c\n    x = c\nreturn s",
    "the best so far": "x = 'none'\nfor c in board:\n    if x == 'none' or c > x:\n        x = c\nreturn x",
}


test_rules_agree_with_python = agree_all(BODIES, HELPERS)


REFUSED = {
    "beside a float": ("x = 'a' if n else 1.5\nreturn x == 'a'", "not 'a' here and a float there"),
    "two other kinds": ("x = 'a'\nif n:\n    x = n\nif n > 1:\n    x = board\nreturn x", "a variable keeps one kind"),
    "in a board": ("x = 'a' if n else n\nreturn board.set(0, x)", "a board holds values of one kind"),
    "a tuple or none": ("x = ('a', n) if n else ()\nreturn len(x)", "`if over: return ()`, then `return (...)`"),
    "isinstance": ("x = 'a' if n else n\nreturn isinstance(x, str)", "compare with the text"),
}


test_what_is_refused_says_why = refuse_all(REFUSED, HELPERS)


# ---- bools among ints, and members of Enums of all kinds: the same values of the same classes, or a refusal


HEAD = "from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto\nfrom typing import NamedTuple\n"
JOINED = {
    "a bool, or 0": "(n and n > 2)",
    "a bool, or n": "(n or n > 2)",
    "a bool, or 1": "(True if n & 1 else 1)",
    "a bool": "(n > 1)",
    "an int": "(n + 1)",
}
MATCHED = "match {}:\n        case True: return 5\n        case 1: return 7\n        case _: return -5"
ASKED = ("return {}", "return {} is True", "return {} == True", "return ({}, 1)", MATCHED)
LEFT = ("{0} | {1}", "{0} & {1}", "{0} ^ {1}", "min({0}, {1})", "max({0}, {1})", "{0} and {1}", "{0} or {1}")


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
        return value_and_type(rule(n))
    except Trapped:
        return "trapped"
    except Exception:
        return "raised"


def value_and_type(value: Any) -> Any:
    """A value with its class, and so are its items."""
    return type(value).__name__, [value_and_type(each) for each in value] if isinstance(value, tuple) else value


def answers_as_python(text: str, most: int = 5) -> bool:
    """Whether machine code answers: then as Python does, or by a trap."""
    said, found = both_lanes(text, most)
    for mine, theirs in zip(said, found or []):
        assert theirs in (mine, "trapped"), (text, said, found)
    return found is not None and "trapped" not in found


@pytest.mark.parametrize("form", LEFT)
def test_what_joins_bools_and_ints_is_of_the_class_that_python_gives(form):
    """Each pair is asked in two of the five ways, so that each value on each side meets each way."""
    answered = 0
    for (i, one), (j, other) in itertools.product(enumerate(JOINED.values()), repeat=2):
        for way in {(i + j) % 5, (i + 2 * j) % 5}:
            answered += answers_as_python(f"def rule(n):\n    {ASKED[way].format(f'({form.format(one, other)})')}\n")
    assert answered > 10  # most is no refusal


def test_two_bools_stay_a_bool_and_an_int_makes_an_int():
    assert answers_as_python(
        "def rule(n):\n    return ((n > 1) | (n > 2), (n > 1) ^ (n & 1), True & (n > 0), ~(n > 1), -(n > 1))\n"
    )
    assert answers_as_python("def rule(n):\n    x = n > 1\n    x |= n > 2\n    x &= not n\n    return x\n")
    assert not answers_as_python(
        "def rule(n):\n    x = n > 1\n    x |= n and n > 2\n    return x\n"
    )  # now a bool, now an int


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
        answers_as_python(f"{head}{made}def rule(n):\n{first}    return {form.replace('{}', member).format()}\n", 4)
    answers_as_python(f"{head}def rule(n):\n    x = E.A if n else E.B\n    x += 1\n    return x\n")
    answers_as_python(f"{head}{OF_CASES}")


def test_the_value_that_new_gives_is_the_value():
    head = ENUMS["values that are not the ints"]
    assert answers_as_python(head + "def rule(n):\n    return ((E.A if n else E.B).value, int(E.A), E.B.value)\n")


def test_a_default_by_name_of_a_plain_parameter_counts_for_nothing():
    head = "def f(x, k=5): return x + k\ndef g(x, *, k=5): return x + k\n"
    head += "f.__kwdefaults__ = {'k': 3}\ng.__kwdefaults__ = {'k': 4}\n"
    assert answers_as_python(head + "def rule(n):\n    return (f(n), g(n))\n")


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
    answers_as_python(f"{text}def rule(n):\n{indent(use, '    ')}\n")
