"""Drawn boards, read back as XML: each cell and each stone once, everything in the frame, texts that are escaped."""

from collections import Counter
from dataclasses import replace
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree.core.layout import PIECES, RED, WON, Cell, Colour, Label, Layout, Side, Stone
from lazytree.games import GAMES, connect_four, dice_of_doom, konane, tic_tac_toe
from lazytree.show import BoardView, draw_board
from lazytree.show.boards import BAD, GOOD, MARKED_RED, NOBODY, RED_PIECE, render_board
from lazytree.show.view import KINDS, Domino, Heat, Mark, layout_of, starts, view_of
from tests.helpers.drawings import Part, assert_inside, parts_of, root_of, subpaths
from tests.helpers.positions import ALL, Variant, walk_to, walks

AWKWARD = ['<b> & "c"', "'quoted'", "白番 ⚫", "مرحبا", "]]>", "a\x00b"]


def cells_in(parts: list[Part]) -> dict[int, Part]:
    """The drawn cells by their numbers, each of which is there once."""
    found = [(int(part.at["data-cell"]), part) for part in parts if "data-cell" in part.at]
    assert len(dict(found)) == len(found)
    return dict(found)


def assert_cells(view: BoardView, parts: list[Part]) -> None:
    """Each cell is drawn once, where it is, and says its name."""
    found = cells_in(parts)
    assert sorted(found) == list(range(len(view.layout.cells)))
    for at, cell in enumerate(view.layout.cells):
        xs, ys = zip(*subpaths(found[at].at["d"])[0])
        assert min(xs) < cell.x < max(xs) and min(ys) < cell.y < max(ys)
        assert found[at].title == cell.name or found[at].title.startswith(f"{cell.name}: ")


def dots_near(parts: list[Part], cell: Cell, colour: str, width: str) -> int:
    """How many dots of a colour are drawn on a cell."""
    paths = [part for part in parts if part.at.get("stroke") == colour and part.at.get("stroke-width") == width]
    points = [path[0] for part in paths for path in subpaths(part.at["d"])]
    return sum(dist(point, (cell.x, cell.y)) < 0.5 for point in points)


def assert_stones(view: BoardView, parts: list[Part]) -> None:
    """Each stone is drawn on its cell in its colour, and nothing else is."""
    shape = {"dice": "rect", "covered": "rect", "seeds": "none", "figure": "path"}.get(view.layout.pieces, "circle")
    tag = "covered" if view.layout.pieces == "covered" else shape
    fills = {colour.fill for colour in (*view.layout.colours, RED_PIECE, NOBODY)}
    shapes = [
        part for part in parts if part.tag == shape and part.at.get("stroke-opacity") and part.at["fill"] in fills
    ]
    on_cells = Counter()
    for part in shapes:
        nearest = min(
            range(len(view.layout.cells)),
            key=lambda at: dist(part.centre, (view.layout.cells[at].x, view.layout.cells[at].y)),
        )
        on_cells[nearest, part.at["fill"]] += 1
    expected = {}
    for stone in view.stones:
        high = stone.height if any(each.height > 1 for each in view.stones) and tag not in ("covered", "path") else 1
        expected[stone.cell, colour_of(view, stone)] = max(1, min(high, 4))
    if view.layout.pieces != "seeds":
        assert on_cells == expected
    for stone in view.stones:
        cell = view.layout.cells[stone.cell]
        if view.layout.pieces == "seeds":
            assert dots_near(parts, cell, colour_of(view, stone), ".11") == min(stone.height, 20)
        if view.layout.pieces == "dice" and stone.height <= 6:
            ink = view.layout.colours[stone.owner].ink
            assert dots_near(parts, cell, ink, ".11") == stone.height


def assert_only_cells_answer_to_clicks(parts: list[Part]) -> None:
    """What is drawn over cells lets clicks through; the caption does not lie over them."""
    last_cell = max(at for at, part in enumerate(parts) if "data-cell" in part.at)
    for part in parts[last_cell + 1 :]:
        in_caption = part.at.get("class") == "lt-ink" or part.at.get("r") == "0.16"
        assert in_caption or part.at.get("pointer-events") == "none", part


def assert_texts_on_pieces_are_inside_of_cells(parts: list[Part]) -> None:
    """What is written on the board stays in the box around its cell; tags of values hang a tenth below it."""
    boxes = [part.box for part in parts if "data-cell" in part.at]
    for part in parts:
        if part.tag == "text" and part.text and part.at.get("class") not in ("lt-label", "lt-ink"):
            left, top, right, bottom = part.box
            assert any(x1 < left and y1 < top and right < x2 and bottom < y2 + 0.1 for x1, y1, x2, y2 in boxes), part


def colour_of(view: BoardView, stone: Stone) -> str:
    """The colour that a stone must have."""
    if stone.owner >= 0:
        return view.layout.colours[stone.owner].fill
    return RED_PIECE.fill if stone.mark & RED else NOBODY.fill


SHOWN = st.fixed_dictionaries(
    {},
    optional={
        "legal": st.booleans(),
        "last": st.lists(st.integers(0, 2)),
        "heat": st.dictionaries(
            st.integers(0, 2), st.tuples(st.floats(-1, 1), st.text("-+0123456789won", max_size=12))
        ),
        "marks": st.lists(st.tuples(st.integers(0, 2), st.sampled_from(KINDS))),
    },
)
"""What may be shown of the first three cells of any board."""


@given(st.sampled_from(ALL), walks(40), SHOWN)
def test_every_position_is_drawn_with_each_cell_and_stone_once_inside_its_frame(
    variant: Variant, walk: tuple[int, int], shown: dict[str, object]
):
    game = variant()
    position = walk_to(game, walk)
    drawing, view = draw_board(game, position, **shown), view_of(game, position, **shown)  # type: ignore[arg-type]
    parts = parts_of(drawing)
    assert_inside(drawing)
    assert_cells(view, parts)
    assert_stones(view, parts)
    assert_only_cells_answer_to_clicks(parts)
    assert_texts_on_pieces_are_inside_of_cells(parts)
    texts = [part.text for part in parts]
    assert all(label.text in texts for label in view.layout.labels)
    assert view.caption in texts and drawing.text == game.show(position)


def test_the_colours_of_stones_are_those_of_the_layout_whatever_players_are_called():
    game = replace(
        tic_tac_toe(),
        players=("White", "Black"),
        layout=Layout(
            (Cell("a", 0, 0), Cell("b", 1, 0)), colours=(Colour("#112233", "#ffffff"), Colour("#445566", "#0"))
        ),
        stones=lambda position: [Stone(0, 0), Stone(1, 1)],
    )
    circles = [part for part in parts_of(draw_board(game, game.start)) if part.tag == "circle"]
    assert [part.at["fill"] for part in circles] == ["#112233", "#445566", "#112233"]  # the last one says who moves


def viewed(*cells: Cell, **parts: object) -> BoardView:
    layout = Layout(cells or (Cell("a1", 0, 0), Cell("b1", 1, 0)), pieces=str(parts.pop("pieces", "stone")))
    return BoardView("a game", layout, ("first", "second"), **{"stones": (), **parts})  # type: ignore[arg-type]


def test_a_stack_says_how_high_it_is_and_a_red_one_is_marked():
    view = viewed(pieces="stack", stones=(Stone(0, 0, 12, RED), Stone(1, -1, 1, RED)))
    parts = parts_of(render_board(view))
    assert "12" in [part.text for part in parts] and "1" not in [part.text for part in parts]
    (ring,) = [part for part in parts if part.at.get("stroke") == MARKED_RED]
    assert ring.centre[0] == 0
    assert sum(part.at.get("fill") == RED_PIECE.fill for part in parts) == 1


@pytest.mark.parametrize("pieces", PIECES)
@pytest.mark.parametrize("height", [0, 1, 2, 7, 48, 365, 99999])
@pytest.mark.parametrize("shape", ["square", "hexagon", "circle"])
def test_pieces_stay_in_their_cells(pieces: str, height: int, shape: str):
    view = viewed(Cell("a1", 3, 4, shape), pieces=pieces, stones=(Stone(0, 1, height, RED + WON),))
    parts = parts_of(render_board(view))
    (cell,) = [part for part in parts if "data-cell" in part.at]
    left, top, right, bottom = cell.box
    above = parts[parts.index(cell) + 1 :]
    assert above
    for part in above:
        x1, y1, x2, y2 = part.box
        assert left - 0.03 <= x1 and x2 <= right + 0.03 and top - 0.03 <= y1 and y2 <= bottom + 0.03, part


def test_dominoes_lie_over_their_cells_in_the_colour_of_who_laid_them():
    layout = Layout((Cell("a2", 0, 0), Cell("a1", 0, 1)), "covered")
    parts = parts_of(render_board(BoardView("domineering", layout, ("v", "h"), (), dominoes=(Domino(1, (0, 1)),))))
    (domino,) = [part for part in parts if part.tag == "rect" and part.at["fill"] == layout.colours[1].fill]
    assert around_two_cells(domino)


def test_a_domino_that_was_laid_last_is_framed_as_a_whole():
    layout = Layout((Cell("a2", 0, 0), Cell("a1", 0, 1), Cell("a0", 0, 2)), "covered")
    view = BoardView("domineering", layout, ("v", "h"), (), last=(0, 1, 2), dominoes=(Domino(1, (0, 1)),))
    frames = [part for part in parts_of(render_board(view)) if part.at.get("class") == "lt-event-line"]
    single, whole = sorted(frames, key=lambda part: part.tag)
    assert single.centre == pytest.approx((0, 2)) and around_two_cells(whole)


def around_two_cells(part: Part) -> bool:
    """Whether a part reaches over the first two cells of a column, and no further."""
    left, top, right, bottom = part.box
    return -0.5 < left < -0.4 and -0.5 < top < -0.4 and 0.4 < right < 0.5 and 1.4 < bottom < 1.5


def test_the_last_move_legal_moves_marks_and_heat_are_shown_where_they_are():
    view = viewed(
        *(Cell(name, x, 0) for x, name in enumerate("abcdefg")),
        stones=(Stone(0, 0), Stone(6, 1)),
        last=(1,),
        legal=(0, 2),
        marks=(Mark(3, "ring"), Mark(4, "diamond")),
        heat=(Heat(5, 0.5, "+3", "three"), Heat(6, -1, "-9")),
    )
    parts = parts_of(render_board(view))
    cells = cells_in(parts)
    (last,) = [part for part in parts if part.at.get("class") == "lt-event-line" and part.tag == "path"]
    assert last.centre == pytest.approx((1, 0))
    dot, ring = [part for part in parts if "lt-legal" in part.at.get("class", "") or part.at.get("r") == ".42"]
    assert (dot.centre[0], ring.centre[0]) == (2, 0)
    (round_mark,) = [part for part in parts if part.at.get("r") == "0.24"]
    (diamond,) = [part for part in parts if part.at.get("class") == "lt-event"]
    assert (round_mark.centre[0], diamond.centre[0]) == pytest.approx((3, 4))
    assert cells[5].title == "f: +3, three" and cells[6].title == "g: second, -9"
    red, _, blue = bytes.fromhex(cells[5].at["fill"][1:])
    assert red < blue and cells[6].at["fill"] == BAD
    assert [part.centre[0] for part in parts if part.text in ("+3", "-9")] == pytest.approx([5, 6], abs=0.01)


def test_sides_are_drawn_in_the_colours_of_their_players():
    layout = Layout((Cell("a1", 0, 0, "hexagon"),), sides=(Side(1, ((-0.5, -0.6), (0.5, -0.6))),))
    parts = parts_of(render_board(BoardView("hex", layout, ("X", "O"), ())))
    assert [part.points for part in parts if part.at.get("stroke") == layout.colours[1].fill] == [
        layout.sides[0].points
    ]


@pytest.mark.parametrize("awkward", AWKWARD)
def test_what_is_written_is_escaped_and_stays_inside(awkward: str):
    layout = Layout(
        (Cell(awkward, 0, 0), Cell("b", 1, 0)), "stone", (Colour('"#red', "<"),), labels=(Label(awkward, -1, 0),)
    )
    view = BoardView(
        awkward, layout, (awkward,), (Stone(0, 0),), awkward, 0, heat=(Heat(1, 1, awkward, awkward),), text=awkward
    )
    drawing, shown = render_board(view, 200), awkward.replace("\x00", "\ufffd")
    assert_inside(drawing)
    parts = parts_of(drawing)
    assert [part.text for part in parts if part.tag == "text"].count(shown) == 3  # heat, label, caption
    assert cells_in(parts)[0].title == f"{shown}: {shown}"
    assert root_of(drawing).attrib["aria-label"] == f"{shown}: {shown}"
    assert (root_of(drawing).findtext("title"), root_of(drawing).findtext("desc")) == (f"{shown}: {shown}", shown)


def test_long_captions_and_texts_fit():
    long = "a caption that is far too long for a board of one cell, as all people can see who look at it"
    assert_inside(render_board(viewed(Cell("a1", 0, 0, "hexagon"), heat=(Heat(0, 1, long),), caption=long)))


@pytest.mark.parametrize("name", GAMES)
def test_every_cell_where_a_move_begins_is_marked(name: str):
    game = GAMES[name]()
    assert len(parts_of(draw_board(game, game.start, legal=True))) > len(parts_of(draw_board(game, game.start))) or (
        not starts(game, game.start)
    )


def test_a_game_without_a_layout_is_named():
    game = replace(konane(), layout=None)
    with pytest.raises(ValueError, match=r"konane has no picture, because it has no layout: .*game\.show"):
        draw_board(game, game.start)


def test_four_players_have_four_colours():
    game = dice_of_doom(size=2, players=4, board="a1,b1,c1,d1")
    colours = layout_of(game).colours
    fills = {part.at["fill"] for part in parts_of(draw_board(game, game.start)) if part.at.get("stroke-opacity")}
    assert fills >= {colour.fill for colour in colours[:4]}


def test_a_large_full_board_with_heat_is_at_most_60_kb():
    """271 cells, as many as Andantino's largest board by default, each with a stone or with heat."""
    game = GAMES["andantino"](side=10)
    cells = layout_of(game).cells
    view = BoardView(
        "andantino",
        layout_of(game),
        game.players,
        tuple(Stone(at, at % 2) for at in range(0, 271, 2)),
        "Black to move",
        0,
        heat=tuple(Heat(at, at / 271, f"{at}", "1234.567") for at in range(1, 271, 2)),
    )
    assert len(cells) == 271 and len(render_board(view).svg.encode()) <= 60_000


@pytest.mark.parametrize("cell", [14, 24, 36])
def test_no_value_on_a_cell_is_smaller_than_eight_pixels_and_what_has_no_room_is_in_the_tooltip(cell: int):
    game, texts = connect_four(), ["+1", "W12", "−1274", "≈W123"]
    heat = {name: (0.5, text) for name, text in zip(("a1", "b1", "c1", "d1"), texts)}
    drawing = draw_board(game, game.start, cell, heat=heat)
    sizes = [
        float(group.attrib["font-size"]) * cell
        for group in root_of(drawing).iter("g")
        for words in group
        if words.text in texts and "font-size" in group.attrib
    ]
    assert all(size >= 7.99 for size in sizes)
    assert len(sizes) == {14: 1, 24: 2, 36: 4}[cell]
    assert all(text in drawing.svg for text in texts)


@pytest.mark.parametrize("pieces", ["seeds", "stack", "dice"])
@pytest.mark.parametrize("height", [1, 4, 12])
def test_a_value_lies_below_what_is_counted_of_a_piece(pieces: str, height: int):
    """The seeds and the number of a pit, the badge and the red ring of a stack, the pips of a die are not covered."""
    cells = [Cell(name, x, 0) for x, name in enumerate("abcdefgh")]
    view = viewed(*cells, pieces=pieces, stones=(Stone(0, 0, height, RED),), heat=(Heat(0, 1, "+2.5"),))
    parts = parts_of(render_board(view, 45))
    (tag,) = [part for part in parts if part.tag == "rect" and part.at["fill"] == GOOD]
    told = [part for part in parts if part.tag == "text" and part.text == str(height)]
    marked = [part for part in parts if part.at.get("stroke") == MARKED_RED]
    dots = [part for part in parts if part.at.get("stroke-linecap") == "round" and part.at["stroke"] != "#000"]
    assert told or marked or dots
    assert all(part.box[3] <= tag.box[1] + 0.05 for part in (*told, *marked, *dots))
    assert tag.box[1] < 0.5 < tag.box[3] + 0.1
