"""The board in a terminal: cells are picked with arrows and Enter, or with the mouse."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Click, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from lazytree.core.layout import Layout

from .choosing import PickedCells, next_cells, pick, step_to
from .painting import GROUND, Painting, ShownOnBoard, paint_board, size_for

ARROWS = ("left", "right", "up", "down")


class BoardPane(ScrollView, can_focus=True):
    """The board. It tells which move was chosen, and which moves the picked cells leave to be told apart."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"step('{key}')", "", show=False) for key in ARROWS),
        Binding("enter,space", "pick", "pick", show=False),
        Binding("escape", "let_go", "let go", show=False),
    ]

    class Chosen(Message):
        """A move was chosen, by its number."""

        def __init__(self, move: int) -> None:
            super().__init__()
            self.move = move

    class Narrowed(Message):
        """The picked cells have changed."""

        def __init__(self, cells: tuple[int, ...]) -> None:
            super().__init__()
            self.cells = cells

    def __init__(self, layout: Layout, board: Mapping[str, Any]) -> None:
        super().__init__(id="board")
        self.board_layout, self.board = layout, board
        self.paths: list[list[int]] = []
        self.hint: list[int] = []
        self.heat: Mapping[int, float] = {}
        self.picked: tuple[int, ...] = ()
        self.cursor = 0
        self.painting = self._painted()

    def show(
        self, board: Mapping[str, Any], paths: list[list[int]], hint: list[int], heat: Mapping[int, float], anew: bool
    ) -> None:
        """Shows a board and the paths of its legal moves; with `anew` no cell stays picked."""
        self.board, self.paths, self.hint, self.heat = board, paths, hint, heat
        if anew:
            self._become(PickedCells())
        self._repaint()

    def action_step(self, key: str) -> None:
        """The cursor goes to the next cell in this direction."""
        places = [(cell.x, cell.y) for cell in self.board_layout.cells]
        self.cursor = step_to(places, self.cursor, key)
        self._repaint()
        spot = self.painting.spots[self.cursor]
        self.scroll_to_region(Region(spot.column, spot.line, *self.painting.size), animate=False)

    def action_pick(self) -> None:
        """The cell under the cursor is picked."""
        self._become(pick(self.paths, self.picked, self.cursor))

    def action_let_go(self) -> None:
        """No cell is picked any more."""
        self._become(PickedCells())

    def on_click(self, event: Click) -> None:
        """The cell under the mouse is picked."""
        cell = self.painting.cell_at(event.y + self.scroll_offset.y, event.x + self.scroll_offset.x)
        if cell is not None:
            self.cursor = cell
            self._become(pick(self.paths, self.picked, cell))

    def on_resize(self, event: Resize) -> None:
        """The cells are as large as they fit."""
        self._repaint()

    def render_line(self, y: int) -> Strip:
        """A line of the board."""
        line, left = y + self.scroll_offset.y, self.scroll_offset.x
        if line >= len(self.painting.lines):
            return Strip.blank(self.size.width, Style(bgcolor=GROUND))
        glyphs = self.painting.lines[line][left : left + self.size.width]
        segments = [
            Segment("".join(glyph.text for glyph in run), Style(color=first.ink, bgcolor=first.ground, bold=first.bold))
            for _, [first, *others] in groupby(glyphs, key=lambda glyph: glyph[1:])
            for run in [[first, *others]]
        ]
        return Strip(segments).extend_cell_length(self.size.width, Style(bgcolor=GROUND))

    def _become(self, after: PickedCells) -> None:
        self.picked = after.cells
        self._repaint()
        self.post_message(self.Narrowed(after.cells))
        if after.move is not None:
            self.post_message(self.Chosen(after.move))

    def _painted(self) -> Painting:
        ahead = next_cells(self.paths, self.picked)
        shown = ShownOnBoard(self.picked, ahead, self.hint, self.cursor, self.heat)
        size = size_for(self.board_layout, self.size.width, self.size.height)
        return paint_board(self.board_layout, self.board, shown, size)

    def _repaint(self) -> None:
        self.painting = self._painted()
        self.virtual_size = Size(max(map(len, self.painting.lines)), len(self.painting.lines))
        self.refresh()
