"""The whole table in a terminal: board, what is known of moves, the tree, the moves so far, the engine's line."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import groupby
from math import ceil
from pathlib import Path
from typing import Any, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Click, Resize
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Footer, OptionList, Static, Tree
from textual.widgets.option_list import Option
from textual.widgets.tree import TreeNode

from lazytree.core.layout import Layout
from lazytree.session.actions import ACTIONS
from lazytree.session.picking import PickedCells, fitting_paths, next_cells, pick, step_to

from .painting import GROUND, Painting, ShownOnBoard, paint_board, size_for

Data = dict[str, Any]


def seats_of(view: Data) -> str:
    """The players, a line each: who moves, who plays them, what is counted of them, how the game has ended for them."""
    wide = max(len(seat["name"]) for seat in view["seats"])
    lines = []
    for player, seat in enumerate(view["seats"]):
        count = "" if seat["count"] is None else f"{seat['counted']} {seat['count']}"
        parts = ("►" if player == view["mover"] else " ", f"{seat['name']:<{wide}}", seat["who"], count, seat["result"])
        lines.append("  ".join(filter(None, parts)))
    return "\n".join(lines)


def outlook_of(view: Data) -> str:
    """Who is ahead in the position that is shown, where that is known."""
    places = [0, *(move["place"] for move in view["line"])]
    worth = view["worths"][places.index(view["place"])] if view["worths"] and view["place"] in places else None
    if worth is None:
        return ""
    if not worth["value"]:
        return "a draw, if both play well" if worth["exact"] else "level so far"
    return f"{view['seats'][worth['value'] < 0]['name']}: {worth['text']}"


def history_of(view: Data) -> str:
    """The moves so far, two in a row, the one that led to the board in brackets."""
    texts = [f"[{move['text']}]" if move["place"] == view["place"] else f" {move['text']} " for move in view["line"]]
    wide = max(map(len, texts), default=0)
    rows = [texts[at : at + 2] for at in range(0, len(texts), 2)]
    return "\n".join(f"{number:>3}. {row[0]:<{wide}} {''.join(row[1:])}".rstrip() for number, row in enumerate(rows, 1))


def rules_in(view: Data) -> str:
    """How the game is played: what stands in the place of the moves before the first one. Paragraphs have one line."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in view["rules"].split("\n\n"))


def best_of(view: Data) -> dict[int, Data]:
    """What is known of the best move that begins on each cell, where values are known."""
    found: dict[int, Data] = {}
    for entry in view["values"] or ():
        if entry["move"] < len(view["moves"]) and (path := view["moves"][entry["move"]]["path"]):
            known = found.get(path[0])
            found[path[0]] = entry if known is None or entry["strength"] > known["strength"] else known
    return found


def save_view(view: Data, folder: Path) -> Path:
    """The new file in a folder in which the record is."""
    text = json.dumps({**view["record"], "moves": [move["text"] for move in view["line"]]})
    number = 1
    while True:
        path = folder / f"{view['name'].replace(' ', '_')}_{number}.json"
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text + "\n")
            return path
        except FileExistsError:
            number += 1


ARROWS = ("left", "right", "up", "down")


class BoardPane(ScrollView, can_focus=True):
    """The board. `chosen` is called with the number of a move, `narrowed` with the picked cells when these change."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"step('{key}')", "", show=False) for key in ARROWS),
        Binding("enter,space", "pick", "pick", show=False),
        Binding("escape", "let_go", "let go", show=False),
    ]

    def __init__(
        self,
        layout: Layout,
        board: Mapping[str, Any],
        chosen: Callable[[int], object],
        narrowed: Callable[[tuple[int, ...]], object],
    ) -> None:
        super().__init__(id="board")
        self.board_layout, self.board, self.chosen, self.narrowed = layout, board, chosen, narrowed
        self.paths: list[list[int]] = []
        self.hint: list[int] = []
        self.best: Mapping[int, Data] = {}
        self.picked: tuple[int, ...] = ()
        self.cursor = 0
        self.painting = self._painted()

    def show(
        self, board: Mapping[str, Any], paths: list[list[int]], hint: list[int], best: Mapping[int, Data], anew: bool
    ) -> None:
        """Shows a board and the paths of its legal moves; with `anew` no cell stays picked."""
        self.board, self.paths, self.hint, self.best = board, paths, hint, best
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
        self.narrowed(after.cells)
        if after.move is not None:
            self.chosen(after.move)

    def _painted(self) -> Painting:
        ahead = next_cells(self.paths, self.picked)
        heat = {cell: float(entry["strength"]) for cell, entry in self.best.items()}
        told = {cell: entry["short"] for cell, entry in self.best.items()}
        shown = ShownOnBoard(self.picked, ahead, self.hint, self.cursor, heat, told)
        size = size_for(self.board_layout, self.size.width, self.size.height)
        return paint_board(self.board_layout, self.board, shown, size)

    def _repaint(self) -> None:
        self.painting = self._painted()
        self.virtual_size = Size(max(map(len, self.painting.lines)), len(self.painting.lines))
        self.refresh()


WIDE = 92  # columns; with fewer the panel is below the board
KEY = 14  # columns of a key in the footer, with what it does


class Keys(Footer):
    """A footer of as many lines as its keys need."""

    def compose(self) -> ComposeResult:
        """The keys, drawn again whenever other keys can be used."""
        yield from super().compose()
        self.fit()

    def fit(self) -> None:
        """Gives the keys columns of one width, and as many lines as they need."""
        count = len([key for key in self.screen.active_bindings.values() if key.binding.show])
        columns = max(1, min(count, self.app.size.width // KEY))
        self.styles.grid_size_columns, self.styles.height = columns, ceil(count / columns)


class TerminalApp(App[None]):
    """A host of the table's data: it shows `view` and `live`, and sends what a person asks for to `asked(message)`."""

    TITLE = "lazytree"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: #23211d; color: #ece5d8; }
    #desk { height: 1fr; }
    #left { width: 3fr; }
    #panel { width: 2fr; padding: 0 1; border-left: vkey #4a4538; }
    #status { padding: 0 1; text-style: bold; }
    #board, #text { height: 1fr; }
    #board:focus { background: #23211d; }
    #live, #said, #outlook { padding: 0 1; color: #b3a384; }
    #seats { padding: 0 0 1 0; height: auto; }
    #outlook { padding: 0; text-style: bold; height: auto; }
    #words { padding: 0 1; height: auto; }
    #said { color: #f7bd45; }
    #moves { height: auto; max-height: 50%; background: #23211d; border: none; }
    #tree { height: 1fr; background: #23211d; display: none; }
    #history { padding: 0; height: 1fr; border-top: solid #4a4538; }
    #line { color: #b3a384; height: auto; }
    .small #desk { layout: vertical; }
    .small #seats { padding: 0; }
    .small #left { width: 100%; height: 2fr; }
    .small #panel { width: 100%; height: 1fr; border-left: none; border-top: hkey #4a4538; }
    Footer { background: #37332b; layout: grid; grid-rows: 1; }
    Footer.-compact FooterKey { width: 100%; margin: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(action.key, f"ask('{action.name}')", action.label.lower()) for action in ACTIONS if action.key),
        Binding("q", "quit", "quit"),
        Binding("ctrl+c", "quit", "quit", show=False),
    ]

    class Changed(Message):
        """The view, or the engine's line, is another one."""

        def __init__(self, live_only: bool) -> None:
            super().__init__()
            self.live_only = live_only

    def __init__(self, layout: Layout | None, view: Data, asked: Callable[[Data], object]) -> None:
        super().__init__()
        self.board_layout, self._view, self._live, self.asked = layout, view, "", asked
        self.last_place, self.picked = -1, tuple[int, ...]()

    # ---- the host of a table: `view` and `live` are set, in any thread

    @property
    def view(self) -> Data:
        """What is shown."""
        return self._view

    @view.setter
    def view(self, view: Data) -> None:
        self._view = view
        self._soon(live_only=False)

    @property
    def live(self) -> str:
        """What an engine thinks."""
        return self._live

    @live.setter
    def live(self, live: str) -> None:
        self._live = live
        self._soon(live_only=True)

    def _soon(self, live_only: bool) -> None:
        """Has the thread of the screen show what is new; the caller, in whatever thread, does not wait for it."""
        if self.is_running:
            self.post_message(self.Changed(live_only))

    def on_terminal_app_changed(self, event: Changed) -> None:
        """Shows what is new, unless the table is being left: an engine may speak even then."""
        if self.query("#live") and self.query("#line"):
            self._show_live() if event.live_only else self._show()

    # ---- what is on the screen

    def compose(self) -> ComposeResult:
        """The board on the left, all else on the right."""
        with Horizontal(id="desk"):
            with Vertical(id="left"):
                yield Static(id="status", markup=False)
                if self.board_layout is not None:
                    yield BoardPane(self.board_layout, self.view["board"], self.move, self.narrow)
                    yield Static(id="words", markup=False)
                yield Static(id="text", markup=False)
                yield Static(id="live", markup=False)
                yield Static(id="said", markup=False)
            with Vertical(id="panel"):
                yield Static(id="seats", markup=False)
                yield Static(id="outlook", markup=False)
                yield OptionList(id="moves", markup=False)
                tree: Tree[str] = Tree("here", id="tree")
                tree.auto_expand = False
                yield tree
                with VerticalScroll(id="history", can_focus=False):
                    yield Static(id="line", markup=False)
        yield Keys(compact=True)

    def on_mount(self) -> None:
        """The first picture."""
        self.query_one("#board" if self.board_layout is not None else "#moves").focus()
        self._show()

    def on_unmount(self) -> None:
        """Ends the engine's thinking when the table is left."""
        if self.view["thinking"]:
            self.send("move now")

    def on_resize(self) -> None:
        """On a narrow screen the panel goes below the board."""
        self.screen.set_class(self.size.width < WIDE, "small")
        for keys in self.query(Keys):
            keys.fit()

    def _show(self) -> None:
        view = self.view
        self.query_one("#status", Static).update(view["caption"])
        self.query_one("#seats", Static).update(seats_of(view))
        outlook = self.query_one("#outlook", Static)
        outlook.display = view["valuing"]
        outlook.update(outlook_of(view) or "looking at all moves …")
        self.query_one("#said", Static).update(view["said"] or view["offered"])
        self.query_one("#line", Static).update(history_of(view) or rules_in(view))
        if view["line"]:
            self.query_one("#history").scroll_end(animate=False)
        self._show_board()
        self._show_moves()
        self._show_tree()
        self._show_live()
        self.refresh_bindings()

    def _show_board(self) -> None:
        view = self.view
        drawn = self.board_layout is not None and view["board"] is not None
        text = self.query_one("#text", Static)
        text.display = not drawn
        text.update(view["text"])
        for shown in self.query("#board, #words"):
            shown.display = drawn
        if not drawn:
            return
        self.query_one("#words", Static).update(view["words"])
        anew, self.last_place = view["place"] != self.last_place, view["place"]
        hint = view["hint"]["path"] if view["hint"] else []
        paths = [move["path"] for move in view["moves"]]
        self.query_one(BoardPane).show(view["board"], paths, hint, best_of(view), anew)

    def _show_moves(self) -> None:
        """The legal moves that go with the picked cells; with their values, the best first, where those are known."""
        view, moves = self.view, self.query_one("#moves", OptionList)
        values = {entry["move"]: f"{entry['text']:>8}  " for entry in view["values"] or ()}
        left = list(range(len(view["moves"])))
        if self.picked:
            left = fitting_paths([move["path"] for move in view["moves"]], self.picked)
        listed = [move for move in values if move in left] if values else left
        moves.clear_options()
        moves.add_options(Option(f"{values.get(at, '')}{view['moves'][at]['text']}", id=str(at)) for at in listed)

    def _show_tree(self) -> None:
        """The tree as far as it is unfolded; what was unfolded stays so."""
        tree, data = self.query_one("#tree", Tree), self.view["tree"]
        opened = data is not None and not tree.display
        tree.display = data is not None
        if data is None:
            return
        tree.clear()
        nodes: dict[str, TreeNode[str]] = {}
        for node in data["nodes"]:
            text = "  ".join(filter(None, (node["move"], node["text"] or ("" if node["ply"] else "here"))))
            above = nodes.get(node["parent"])
            nodes[node["id"]] = (
                tree.root if above is None else above.add(text or "…", data=node["id"], expand=node["state"] == "grown")
            )
            nodes[node["id"]].allow_expand = node["state"] != "over"
        tree.root.set_label(f"here  {data['nodes'][0]['text']}")
        tree.root.data = data["nodes"][0]["id"]
        tree.root.expand()
        if data["at"] in nodes:
            self.call_after_refresh(tree.move_cursor, nodes[data["at"]])
        if opened:
            tree.focus()

    def _show_live(self) -> None:
        thinking = {"opponent": "it thinks", "hint": "a hint is looked for", "draw": "it thinks about a draw"}
        words = thinking.get(self.view["thinking"], "")
        said = ": ".join(filter(None, (words, self.live))) if words else self.live and f"it thought: {self.live}"
        self.query_one("#live", Static).update(said)

    # ---- what a person asks for

    def send(self, action: str, **others: Any) -> None:
        """Asks for an action."""
        self.asked({"action": action, **others})

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key has a use here: without any it is not in the footer, for now it is grey."""
        if action != "ask":
            return True
        name = parameters[0]
        if name not in self.view["actions"]:
            return False
        return None if name in self.view["disabled_actions"] else True

    def action_ask(self, name: str) -> None:
        """A key that asks for an action; the record is written here, into a new file in this folder."""
        if name == "save":
            self.notify(f"saved to {save_view(self.view, Path.cwd())}", markup=False)
        else:
            self.send(name)

    def move(self, number: int) -> None:
        """Asks for a move, by its number."""
        self.send("move", place=self.view["place"], move=number)

    def narrow(self, cells: tuple[int, ...]) -> None:
        """Lists only the moves that begin with the picked cells."""
        self.picked = cells
        self._show_moves()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A move from the list."""
        self.move(int(event.option.id or 0))

    def on_tree_node_selected(self, event: Tree.NodeSelected[str]) -> None:
        """A node of the tree is unfolded, one ply more, or folded."""
        node = next((it for it in self.view["tree"]["nodes"] if it["id"] == event.node.data), None)
        if node is not None:
            opened = any(it["parent"] == node["id"] for it in self.view["tree"]["nodes"])
            self.send("fold" if opened and node["ply"] else "unfold", id=node["id"])
