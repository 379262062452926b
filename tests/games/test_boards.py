"""What every game shows, its layout, stones and touched cells, agrees with what it writes."""

import re
from functools import cache
from itertools import pairwise
from math import dist

import pytest
from hypothesis import given

from lazytree import FIRST, SECOND
from lazytree.core.layout import DARK, LIGHT, RED
from lazytree.games import GAMES, andantino, dvonn, hex, konane, othello
from tests.helpers.examples import examples
from tests.helpers.games import play_text, stones_on
from tests.helpers.positions import ALL, Variant, walk_to, walks

SELFO = [
    Variant("selfo", {"board": "rhombus", "side": 6, "setup": "dropped"}),
    Variant("selfo", {"board": "triangular", "side": 2, "setup": "a1 a3 c1 d5 / b7 c4 d1 a5"}),
]
EVERY_GAME = [*ALL, *(Variant(name, {}) for name in GAMES), *SELFO]
GAME_AND_VARIANT = pytest.mark.parametrize("variant", EVERY_GAME, ids=str)


@cache
def game_of(text):
    """The game of a variant by its text: made once for all tests."""
    return next(variant for variant in EVERY_GAME if str(variant) == text)()


# Cells that are touched, and the text of the move


def names_in(game, text):
    """The cells that the text of a move names, in order, in small letters; none for a pass and the like."""
    if text in ("pass", "swap", "success", "failure") or text.startswith("swap with "):
        return []
    if game.name == "nim":
        return [text.split("-")[0]]
    if text.startswith(("jump", "remove")):  # the course's pairs of row and column
        numbers = [int(number) for number in re.findall(r"\d+", text)]
        return [f"{row},{column}" for row, column in zip(numbers[::2], numbers[1::2], strict=True)]
    if game.name == "chess":
        text = "-".join(re.findall("[a-h][1-8]", text))
    return [name.lower() for name in re.split("->|-", text)]


@GAME_AND_VARIANT
@examples(6)
@given(walk=walks())
def test_a_move_touches_the_cells_that_its_text_names(variant, walk):
    game = game_of(str(variant))
    position = walk_to(game, walk)
    for move in game.moves(position):
        touched = [game.layout.cells[cell].name for cell in game.touched(position, move)]
        names = names_in(game, game.format(position, move))
        if game.parameters.get("notation") == "san":  # its text leaves out what the position tells
            assert touched[-len(names) :] == names if names else game.format(position, move)[0] == "O"
        elif game.name == "connect_four":  # its text names the column, and the stone falls onto one cell of it
            (cell,) = stones_on(game, game.play(position, move)).keys() - stones_on(game, position).keys()
            assert touched == [cell]
            assert [cell[0]] == names
        else:
            assert [name.lower() for name in touched] == names


def test_in_kalah_players_touch_their_own_pits():
    game = GAMES["kalah"](pits=2, seeds=1)
    position = play_text(game, "a")
    touched = [[game.layout.cells[cell].name for cell in game.touched(position, move)] for move in game.moves(position)]
    assert (game.mover(position), touched) == (SECOND, [["A"], ["B"]])


# Stones, and the text of the position


def marks_in(game, position):
    """(owner, height, mark) of what the text of a position says to stand on each cell, by the cell's number."""
    text = game.show(position)
    if game.name == "dvonn":
        words = re.findall(r"\*|[wbr]\d+r?", text)
        stacks = [word != "*" and (word, int(word.strip("wbr")), RED * word.endswith("r")) for word in words]
        found = [stack and ("wbr".index(stack[0][0]), *stack[1:]) for stack in stacks]
        return {cell: (-1 if one[0] == 2 else one[0], *one[1:]) for cell, one in enumerate(found) if one}
    if game.name == "dice_of_doom":
        return {
            cell: ("abcd".index(of), int(n), 0) for cell, (of, n) in enumerate(re.findall(r"\b([abcd])-(\d+)", text))
        }
    if game.name == "chess":
        rows = text.split()[0].split("/") if "/" in text else [line[3:] for line in text.splitlines()[:-2]]
        marks = "".join("." * int(mark) if mark.isdigit() else mark for row in rows for mark in row if mark != " ")
        kinds = ".pnbrqk"
        return {
            cell: (int(mark.islower()), kinds.index(mark.lower()), 0) for cell, mark in enumerate(marks) if mark != "."
        }
    if game.name == "nim":
        rows = [row.count("|") for row in text.splitlines()[:-1]]
        return {heap: (-1, size, 0) for heap, size in enumerate(rows) if size}
    if game.name == "kalah":
        *above, first_store = map(int, re.findall(r"\d+", "\n".join(text.splitlines()[:3])))
        below = list(map(int, text.splitlines()[3].split()))
        *theirs, second_store = above
        seeds = [*below, first_store, *reversed(theirs), second_store]
        return {hole: (int(hole > len(below)), n, 0) for hole, n in enumerate(seeds) if n}
    return {cell: owner for cell, owner in enumerate(single_marks(game, text)) if owner}


def single_marks(game, text):
    """The same for games whose stones are single marks; None for an empty cell."""
    marks = {"domineering": "X", "andantino": "xo", "selfo": "".join(name[0] for name in game.players)}
    players = marks.get(game.name, "XO")
    if game.name == "konane" and game.players[0] == "light":
        players = "OX"
    owner = {mark: (-1 if game.name == "domineering" else of, 1, 0) for of, mark in enumerate(players)} | {".": None}
    rows = [row for row in text.splitlines() if " to move" not in row and "since" not in row and "last" not in row]
    return [owner[word] for row in rows for word in row.split() if word in owner]


@GAME_AND_VARIANT
@examples(6)
@given(walk=walks())
def test_the_stones_are_those_that_the_text_shows(variant, walk):
    game = game_of(str(variant))
    position = walk_to(game, walk)
    assert {stone.cell: (*stone[1:3], stone.mark & RED) for stone in game.stones(position)} == marks_in(game, position)


# Layouts


def cells_for(players):
    """A setup for `players` players: two cells each."""
    names = [f"{letter}{number}" for number in range(1, 10) for letter in "abcdefghi"]
    return " / ".join(f"{names[player]} {names[player + 40]}" for player in range(players))


def test_the_colours_are_those_of_the_game():
    assert dvonn().layout.colours[:2] == (LIGHT, DARK)  # White begins
    assert konane(first="light").layout.colours == (LIGHT, DARK)
    assert othello().layout.colours[:2] == andantino().layout.colours[:2] == konane().layout.colours == (DARK, LIGHT)
    for players in (2, 3, 26):
        game = GAMES["selfo"](board="square", side=9, setup=cells_for(players), players=players)
        assert len(set(game.layout.colours)) == players
    lots = GAMES["selfo"](setup="irregular", lots=True, seed=2)
    assert [colour is DARK for colour in lots.layout.colours] == [name == "Black" for name in lots.players]


@GAME_AND_VARIANT
def test_labels_and_sides_stand_beside_the_cells(variant):
    layout = game_of(str(variant)).layout
    for label in layout.labels:
        assert all(dist(label[1:], cell[1:3]) > 0.7 for cell in layout.cells)
    assert len({label[1:] for label in layout.labels}) == len(layout.labels)
    for one in layout.labels:
        assert all(one is other or dist(one[1:], other[1:]) > 0.6 for other in layout.labels)


@pytest.mark.parametrize(
    ("name", "cell", "row", "column"),
    [
        ("konane", "c4", "4", "c"),
        ("othello", "c4", "4", "c"),
        ("andantino", "10 J", "10", "J"),
        ("dvonn", "F3", "3", "F"),
        ("hex", "f6", "6", "f"),
        ("selfo", "f6", "f", "6"),
    ],
)
def test_labels_lead_to_a_cell(name, cell, row, column):
    """A cell lies in the row of its label, and in line with the label of its column and the cells between."""
    layout = GAMES[name]().layout
    at = {c.name: c for c in layout.cells}[cell]
    label = {label.text: label for label in layout.labels}
    assert label[row].y == pytest.approx(at.y) and label[row].x < at.x
    parts = [(c, re.findall(r"[^\W\d]+|\d+", c.name)) for c in layout.cells]
    in_column = sorted((c.y, c.x) for c, of in parts if column in of)
    (y1, x1), (y2, x2) = in_column[0], in_column[-1]
    end = label[column]
    assert (x2 - x1) * (end.y - y1) == pytest.approx((y2 - y1) * (end.x - x1))
    assert dist((end.x, end.y), min(((x1, y1), (x2, y2)), key=lambda p: dist(p, (end.x, end.y)))) == pytest.approx(0.85)


def test_hex_has_four_sides_that_go_round_the_board():
    layout = hex(size=5).layout
    top, right, bottom, left = [side.points for side in layout.sides]
    assert [side.owner for side in layout.sides] == [FIRST, SECOND, FIRST, SECOND]
    for end, begin in ((top[-1], right[0]), (right[-1], bottom[-1]), (bottom[0], left[-1]), (left[0], top[0])):
        assert dist(end, begin) == pytest.approx(0, abs=1e-9)
    outline = [*top, *right[1:], *reversed(bottom[:-1]), *reversed(left[:-1])]
    assert all(dist(one, other) == pytest.approx(3**-0.5) for one, other in pairwise(outline))
    for point in outline:
        assert min(dist(point, cell[1:3]) for cell in layout.cells) == pytest.approx(3**-0.5)
    beside_top = {cell.name for cell in layout.cells if any(dist(point, cell[1:3]) < 0.6 for point in top)}
    assert beside_top >= {"a1", "b1", "c1", "d1", "e1"}


def test_drawn_boards_have_the_names_of_their_notation():
    """Konane's numbers in the course's notation at its edges, DVONN's numbers on its empty cells; moves touch them."""
    course = konane(rows=4, columns=5, notation="course")
    assert [label.text for label in course.layout.labels] == ["4", "3", "2", "1", "1", "2", "3", "4", "5"]
    names = [cell.name for cell in course.layout.cells]
    for move in course.moves(course.start):
        (cell,) = course.touched(course.start, move)
        assert course.format(course.start, move) == f"remove({names[cell]})"
    numbers = dvonn(notation="numbers")
    assert [cell.name for cell in numbers.layout.cells] == [str(number) for number in range(49)]
    for move in numbers.moves(numbers.start):
        (cell,) = numbers.touched(numbers.start, move)
        assert numbers.format(numbers.start, move) == numbers.layout.cells[cell].name
    assert [cell[1:] for cell in numbers.layout.cells] == [cell[1:] for cell in dvonn().layout.cells]
