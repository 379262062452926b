"""Boards of other kinds: tuples, made of others and unpacked; texts, a character in each cell; boards of boards."""

from __future__ import annotations

import pytest
from pyrsistent import pvector

pytest.importorskip("llvmlite")

from agreement import NUMBERS, agree_all, agree_on, agree_thrice, machine_function, refuse_all, rule_of

from lazytree.compiler.ir.joining import type_of
from lazytree.compiler.ir.kinds import Int, Record, Vector
from lazytree.compiler.ir.symbols import Numbering, symbols_of, use
from lazytree.core.errors import Trapped

LONG = [(0, 1, 2, 1, 0, 3, 0), (2, 2, 0, 3, 1, 0, 0), (1, 1, 1, 1, 1, 1, 1)]
SHORT = [(0, 1, 2), (2, 2, 0), (3, 0, 1)]
ROWS = [((0, 1, 2), (0, 0, 0), (2, 1, 0)), ((1, 1, 1), (2, 2, 2), (0, 1, 0)), ((0, 0, 0), (0, 0, 0), (0, 0, 1))]
SHIFTS = range(-2, 8)

HELPERS = """
from pyrsistent import pvector
TABLE = (4, 2, 7)
def put(t, i, x):
    return t[:i] + (x,) + t[i + 1:]
def turned(t):
    return tuple(x + 1 & 3 for x in t)
"""

ANY_LENGTH = {
    "one exchanged": "return put(t, n, 3)",
    "one exchanged in place": "t = t[:n] + (n & 3,) + t[n + 1:]\nreturn t",
    "two exchanged": "return t[:n] + (1, n & 1) + t[n + 2:]",
    "backwards": "return t[::-1], t[1::2]",
    "longer": "return t + (n,)",
    "of two": "return t + (n, 1) + t",
    "mapped": "return turned(t)",
    "enumerated": "return tuple(n if i == n else x for i, x in enumerate(t))",
    "zipped": "return tuple(a * 10 + b for a, b in zip(t, turned(t)))",
    "numbers": "return tuple(range(4)) + tuple(i * n for i in range(3))",
    "reversed": "return tuple(reversed(t)), tuple(x for x in reversed(t))",
    "pairs": "return tuple((i, x) for i, x in enumerate(t))[1]",
    "of nothing": "s = n\nfor x in tuple(x for x in range(0)):\n    s += x\nreturn s, tuple(x for x in ())",
    "equal": "return t == turned(t), t == put(t, 1, 1), t != t[:1] + (t[1],) + t[2:]",
    "membership": "return n in t, t.count(n), len(t), sum(t), max(t), any(x == n for x in t)",
    "index": "return t.index(n)",
    "chosen": "return t if n else turned(t)",
    "of a board": "return tuple(pvector(t)), pvector(t).set(1, 2), pvector(turned(t))",
    "of a table": "return tuple(TABLE), TABLE[:2] + (n,), tuple(TABLE) == (4, 2, n)",
    "by a list": "b = list(t)\nb[n] = 3\nb[0] += 2\nreturn tuple(b)",
    "by a list in a loop": "b = list(t)\nfor i in range(len(b)):\n    b[i] = b[i - 1] + n & 7\nreturn tuple(b)",
    "a new list": "b = [0] * 5\nb[n] = 1\nc = [n for x in t]\nc[0] = sum(b)\nreturn tuple(b), tuple(c), pvector(b)",
}
OF_ROWS = {
    "cell": "return t[n % 3][1] + t[1][n]",
    "exchanged": "return tuple(tuple(n if (i, j) == (1, n) else x for j, x in enumerate(u)) for i, u in enumerate(t))",
    "row exchanged": "return t[:n] + (t[n][:1] + (5,) + t[n][2:],) + t[n + 1:]",
    "columns": "return tuple(tuple(row[c] for row in t) for c in range(3))",
    "by lists": "b = [list(row) for row in t]\nb[n][1] = 7\nb[0][n] += 1\nreturn tuple(tuple(row) for row in b)",
}


CELL = Int(0, 7)
THREE = Record(tuple, (CELL,) * 3)
KINDS = {7: Vector(7, 0, 7, int, tuple), 3: THREE}


def agree_on_examples(body: str, examples: list) -> None:
    rule = rule_of(body, HELPERS, "t, n")
    kind = Record(tuple, (THREE,) * 3) if examples is ROWS else KINDS[len(examples[0])]
    calls = [(t, n) for t in examples for n in SHIFTS]
    agree_on(rule, (kind, Int(-2, 8)), calls, lambda expected, given: len(expected) != len(given[0]))


@pytest.mark.parametrize("examples", (LONG, SHORT), ids=("long", "short"))
@pytest.mark.parametrize("body", ANY_LENGTH.values(), ids=ANY_LENGTH)
def test_tuples_are_those_of_python(body, examples):
    agree_on_examples(body, examples)


@pytest.mark.parametrize("body", OF_ROWS.values(), ids=OF_ROWS)
def test_tuples_of_tuples_are_those_of_python(body):
    agree_on_examples(body, ROWS)


# ---- `a, *rest = b`: Python makes a list of the rest, whatever is unpacked


UNPACKING_HELPERS = """
from enum import Enum
from typing import NamedTuple
TABLE = (4, 2, 7)
ROWS = ((1, 2, 3), (4, 0, 2))
RAGGED = ((1, 2, 3), (4, 0), (2,))
LISTED = [3, 1, 2]
DICT = {0: 5, 1: 6, 2: 0}
SET = {1, 2}
class Hand(NamedTuple):
    first: int
    second: int
    third: int
class Color(Enum):
    RED = 1
    BLUE = 2
def three(n):
    return (n, 2, n + 1)
def each(board):
    for x in board:
        yield x + 1
def middle(board):
    a, *rest, b = board
    return rest
"""

RULES = {
    "a board": "a, *rest = board\nreturn a * 100 + sum(rest) * 10 + len(rest), rest[0], rest[-1], rest[n]",
    "the first ones": "*rest, a = board\nreturn a, rest[n], max(rest), sorted(rest)[0], 2 in rest, rest.count(1)",
    "the middle": "a, *rest, b, c = board\nreturn a, b, c, sum(x * i for i, x in enumerate(rest)), rest == [1, n]",
    "a list that changes": "a, *rest = board\nrest.append(n)\nrest.sort()\nrest[0] = a\nreturn tuple(rest), len(rest)",
    "a board that grows": "t = tuple(x for x in board if x > n)\na, *rest = t\nreturn a, len(rest), sum(rest)",
    "too few": "t = tuple(x for x in board if x > n)\na, *rest, b = t\nreturn a, b, len(rest)",
    "a queue": "s = list(board)\nk = 0\nwhile s:\n    a, *s = s\n    k = k * 3 + a\nreturn k, len(s)",
    "a slice": "a, *rest = board[1:4]\nb, *others = board[n:]\nreturn a, rest[1], b, len(others)",
    "a tuple": "a, *rest = n, 2, board[0]\nb, *others = three(n)\nreturn a, rest[1], b, sum(others)",
    "a constant": "a, *rest = TABLE\nb, *others = LISTED\nreturn a, rest[n % 2], b, others[-1], rest[n]",
    "a row": "a, *rest = ROWS[n & 1]\nreturn a, sum(rest), len(rest)",
    "a record": "a, *rest = Hand(n, 2, 3)\nreturn a, rest[1], sum(rest)",
    "a text": "a, *rest = 'XO.'\nreturn a == 'X', rest[1] == '.', len(rest), 'O' in rest",
    "what gives items one by one": """
        a, *rest = range(n)
        return a, len(rest), sum(rest)""",
    "numbered": "(i, x), *rest = enumerate(board)\nreturn i, x, sum(j * y for j, y in rest)",
    "a loop's target": """
        s = 0
        for a, *rest in ROWS:
            for x, *_ in ((1, 2), (3, n)):
                s = s * 3 + a * x + sum(rest)
            if len(rest) > n:
                continue
            s += 1
        else:
            s += 1000
        return s""",
    "a dict": "a, *rest = DICT\nreturn a + sum(rest)",
    "an Enum": "a, *rest = Color\nreturn a is Color.RED, len(rest)",
    "a generator": "a, *rest = each(board)\nreturn a + sum(rest)",
    "an item before": "s = [0, 0]\ns[n & 1], *rest = board\nreturn tuple(s), sum(rest)",
}


test_the_rest_is_a_list = agree_all(RULES, UNPACKING_HELPERS)


REFUSED = {
    "deep inside": ("(a, *rest), b = (board, n)\nreturn sum(rest)", "no `*`"),
    "a set": ("s = {n, 1}\na, *rest = s\nreturn a + sum(rest)", ""),
    "a constant set": ("a, *rest = SET\nreturn a + sum(rest)", ""),
    "a row of a ragged table": ("a, *rest = RAGGED[n % 3]\nreturn a + sum(rest)", "a slice of a row of a table"),
    "now a board, now an item": ("b = board\nif n:\n    b, *rest = b\nreturn b", "a variable keeps one kind"),
    "an int": ("a, *rest = n\nreturn a + sum(rest)", ""),
}


test_unpacking_that_is_refused_says_why = refuse_all(REFUSED, UNPACKING_HELPERS)


# ---- texts as boards, a character in each cell; boards of boards


TEXT_HELPERS = """
from typing import NamedTuple
LINES = ((0, 1, 2), (3, 4, 5), (0, 4, 2))
def put(board, i, mark):
    return board[:i] + mark + board[i + 1:]
def won(board, mark):
    return any(board[a] + board[b] + board[c] == mark * 3 for a, b, c in LINES)
def by(n):
    return "X" if n & 1 else "O"
class Name(NamedTuple):
    x: int
    def startswith(self, text):
        return self.x > 1
    def replace(self, old, new):
        return self.x
    def find(self, text):
        return 5
"""
BOARDS = ("XO.X.O", "......", "XXX.OO")
CALLS = [(board, number) for board in BOARDS for number in NUMBERS]
TEXT_RULES = (
    "return board.index('.'), 'O' in board, len(board), won(board, by(n)), board == '......', board[-1] + 'a'",
    "return ''.join('X' if c == '.' else c for c in board), tuple(board), n",
    '''return put("......", n, "X") if n >= 0 else "......"''',
    """
        b = put(board, abs(n), by(n))
        return b, b == board, b.count("X"), "." not in b, b.find("Z") if n else b.find("X"), won(b, "X")""",
    """return board[n], board[1:3], board[::-1], board[:3] == "XXX", board[:3] in ("XXX", "OOO")""",
    """
        s = 0
        for i, c in enumerate(board):
            if c == ".":
                s = s * 7 + i
        return s, sum(1 for c in board if c == "O")""",
    """
        cells = list(board)
        cells[n] = "X"
        return "".join(cells), "".join(by(i) if i == n else c for i, c in enumerate(board))""",
    """
        a, b, *_ = board
        return a == b, a, by(n) in board, by(n) in "XZ", "X" in "XZ", {"X": 1, "O": 2, ".": 0}[board[n]]""",
    """
        b = board if n > 1 else "XXXXXX"
        c = b[:1] + "O" + b[2:]
        return b, c, b != c, by(n) * 2, "ab" * 2""",
    """
        x = None
        if n > 1:
            x = board
        return x is None, x == "......", x""",
    """
        mark = None if n > 1 else by(n)
        return mark in board""",
    'return board.startswith("XX"), board.endswith("OO"), board.startswith(""), board.endswith("X" * 7)',
    "return board.find(by(n)), board.startswith(by(n)), board.endswith(by(n + 1))",
    'return board.find("XX"), board.find("O."), board.find(""), board.find("XXXXXXX"), board.find("X.O") >= 0, n',
    'return board.replace("X", "O"), board.replace("X", "Z").replace("O", "X").replace("Z", "O"), n',
    'return put(board, n & 3, "X").find("XXX"), put(board, n & 3, "O").startswith("XO"), n',
    """
        rows = [board[i * 3:i * 3 + 3] for i in range(2)]
        lines = [*rows, board[::2], board[1:4]]
        return rows[n & 1], any(line == "XXX" for line in lines), tuple(board[i:i + 2] for i in (0, 2))""",
    'return Name(n).startswith("X"), Name(n).replace("X", "Y"), Name(n).find("XX")',
)
REFUSED_OF_TEXTS = {
    'return "XX" in board': "a text is looked through for one charact",
    "return board + 1": "no `+` of a text of 6 and an int",
    "return board.upper()": "no method .upper() of a text of 6: .count,",
    'return board.replace("XX", "O")': "a text is looked through for one charact",
    'return board.startswith("X", 1)': "no `.startswith()` of a text of 6 with 2 arguments",
    'return board.startswith(("X", "O"))': "no `+` of a text of 6 and a tuple of 2",
    'return board.find("XX", 1)': "no `.find()` of a text of 6 with 2 arguments",
    'return board < "XXXXXX"': "no order of a text of 6 and 'XXXXXX'",
    's = ""\nfor c in board:\n    s += c\nreturn s': "no `+` of '' and a text of 1",
    'return f"{board}"': "no text is made when a rule runs: consta",
    "return board[n:]": "the bounds of a slice are known before t",
    'return board == "..."': "no comparison of a text of 6 with '...'",
    "return (1, 2).find(n)": "no method .find() of a tuple",
    "return board.count(None)": "None is used as if it were a value: ask ",
}


def kinds():
    """The types of a text of six, and of an int."""
    use(Numbering())
    characters = symbols_of({*"XO."})
    return Vector(6, characters.low, characters.high, characters, str), Int(-1, 4)


test_texts_as_boards_are_those_of_python = agree_all(
    TEXT_RULES, TEXT_HELPERS, check=lambda rule: agree_thrice(rule, kinds, CALLS)
)
test_what_texts_as_boards_may_not_do_is_refused = refuse_all(REFUSED_OF_TEXTS, TEXT_HELPERS, kinds)


def test_another_text_is_answered_by_python():
    machine = machine_function(rule_of("return board[0] == 'X'", TEXT_HELPERS), *kinds())
    for other in ("XO.X.", "XO.X.Z", tuple("XO.X.O"), "XO.X.O."):
        with pytest.raises(Trapped):
            machine(other, 1)


def test_a_text_that_would_grow_is_answered_by_python():
    machine = machine_function(rule_of("return put(board, n, 'X')", TEXT_HELPERS), *kinds())
    assert machine("......", 2) == "..X..."
    for place in (-1, 6, 9, -9):
        with pytest.raises(Trapped):
            machine("......", place)


# ---- rows in rows, as PVectors


NESTED_HELPERS = """
from pyrsistent import pvector
START = pvector([pvector([0,1,2]), pvector([3,0,1])])
def put(board, r, c, x):
    return board.set(r, board[r].set(c, x))
def count(board, x):
    return sum(row.count(x) for row in board)
def column(board, c):
    return [row[c] for row in board]
"""
NESTED_BOARDS = [
    pvector(map(pvector, rows)) for rows in (((0, 1, 2), (2, 2, 0), (1, 0, 3)), ((1, 1, 1), (0, 0, 0), (0, 2, 3)))
]
NESTED_CALLS = [(board, number) for board in NESTED_BOARDS for number in NUMBERS]
NESTED_RULES = (
    """return put(board, n, 1, 7), count(board, 2), board[n][0], len(board), len(board[0])""",
    """
        s = 0
        for r, row in enumerate(board):
            for c, x in enumerate(row):
                if x == 2:
                    s = s * 5 + r * 3 + c
                    board = board.set(r, row.set(c, n & 3))
        return s, board""",
    "return pvector(pvector(x + 1 for x in row) for row in board), pvector([row.set(0, 1) for row in board])",
    "return pvector([pvector([n & 3, 1]), pvector([0, 0])]), n",
    """
        b = board
        b = b.set(0, b[1]).set(1, b[0])
        c = b.mset(0, board[2], 2, b[2].set(0, 5))
        return b == board, b, c, c[n] == board[n], b != c, board[1:], board[-1]""",
    """return START[n & 1][2], START.set(0, START[1].set(n, 1)), count(START, 1), sum(column(board, n))""",
    """
        row = board[n]
        board = board.set(n, board[0])
        row = row.set(0, 6)
        return row, board, row in board, tuple(board[0]), board[0] in board, any(2 in row for row in board)""",
    """
        s = 0
        for a, b in zip(board, board):
            s += a[0] * b[1]
        for row in reversed(board):
            s = s * 3 + row[n]
            board = board.set(0, board[1])
        return s, board""",
    """
        g = {(r, c) for r, row in enumerate(board) for c, x in enumerate(row) if x == 2}
        for r, c in g:
            board = board.set(r, board[r].set(c, 0))
        return board, len(g), (1, 1) in g""",
    """return board.set(0, pvector([1, 2]))""",
    """return tuple(board), tuple(tuple(row) for row in board), pvector(board)""",
)
NESTED_REFUSED = {
    "return board < board": "no order of a PVector",
    "return board == tuple(board)": "no comparison of a PVector with a tuple ",
    "return board + board": "no `+` of a PVector and a PVector",
}


test_nested_boards_are_those_of_python = agree_all(
    NESTED_RULES,
    NESTED_HELPERS,
    check=lambda rule: agree_thrice(rule, lambda: (type_of(NESTED_BOARDS[0]), Int(-1, 4)), NESTED_CALLS),
)
test_what_is_refused_of_nested_boards = refuse_all(
    NESTED_REFUSED, NESTED_HELPERS, lambda: (NESTED_BOARDS[0], Int(-1, 4))
)


def test_a_board_of_another_shape_is_answered_by_python():
    rule = rule_of("return board[0][0] + n", NESTED_HELPERS)
    machine = machine_function(rule, NESTED_BOARDS[0], Int(-1, 4))
    for other in (NESTED_BOARDS[0][:2], pvector([pvector([0, 1])] * 3), pvector([0, 1, 2]), tuple(NESTED_BOARDS[0])):
        with pytest.raises(Trapped):
            machine(other, 1)
