"""The table in a terminal: what is painted, whole games by keys and by mouse."""

import asyncio
import json
import random
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lazytree import Game
from lazytree.cli import main
from lazytree.cli.table import hosted
from lazytree.core.layout import DARK, LIGHT
from lazytree.games import GAMES, konane, nim, tic_tac_toe
from lazytree.hosts.terminal.painting import (
    GROUND,
    HUGE,
    LARGE,
    SIZES,
    SMALL,
    ShownOnBoard,
    paint_board,
    size_for,
)
from lazytree.playing.random_games import random_game
from lazytree.playing.records import load_record
from lazytree.session.session import Seat, new_session, play_move
from lazytree.session.values import MoveValue
from lazytree.session.view import session_view
from lazytree.show.places import names_in_place, shows_its_names, spots
from lazytree.show.view import as_data, view_of
from tests.helpers.marks import slow_unless
from tests.helpers.plain_games import draughts
from tests.helpers.waiting import LONG

pytest.importorskip("textual")

# What is painted


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", sorted(GAMES))
def test_no_cell_covers_another_and_each_stone_is_seen(name: str, size: Any):
    game = GAMES[name]()
    *_, here = random_game(game, random.Random(3), 10)
    view = as_data(view_of(game, here))
    painting = paint_board(game.layout, view, ShownOnBoard(cursor=0), size)
    for cell, spot in enumerate(painting.spots):
        for line in range(size.tall):
            for column in range(size.wide):
                assert painting.cell_at(spot.line + line, spot.column + column) == cell
    assert painting.cell_at(0, 0) is None
    for stone in view["stones"]:
        spot = painting.spots[stone["cell"]]
        block = painting.lines[spot.line + size.tall // 2][spot.column : spot.column + size.wide]
        assert block[1].ground not in (GROUND, block[0].ground)
        if game.layout.pieces in ("stack", "dice", "seeds"):
            assert str(stone["height"]) == "".join(glyph.text for glyph in block).strip(" []")
    shown = "".join(glyph.text for line in painting.lines for glyph in line)
    assert all(label.text in shown for label in game.layout.labels)
    if size == LARGE and not game.layout.labels:  # the hexes of Dice of Doom have their numbers in them
        for cell, spot in zip(game.layout.cells, painting.spots):
            line = "".join(glyph.text for glyph in painting.lines[spot.line])
            assert line[spot.column :].startswith(cell.name[: size.wide - 1])


def test_a_board_is_as_large_as_it_fits():
    assert size_for(tic_tac_toe().layout, 60, 20) == HUGE
    assert size_for(tic_tac_toe().layout, 60, 12) == LARGE
    assert size_for(konane(rows=16, columns=16).layout, 60, 20) == SMALL


@pytest.mark.parametrize("name", sorted(GAMES))
def test_names_are_drawn_in_their_places(name: str):
    """Each name stands in the line and at the column of its cell, and no two in one place."""
    layout = GAMES[name]().layout
    drawn = names_in_place(layout).split()
    assert sorted(drawn) == sorted(word for cell in layout.cells for word in cell.name.split())
    assert len(set(spots(layout, 4))) == len(layout.cells)
    assert shows_its_names(GAMES[name]()) == (name not in ("dice_of_doom", "selfo"))


# The table


ASKED = Namespace(seed=1, repetitions=3, plies=0)


def run_scene(
    game: Game[Any, Any],
    scene: Callable[[Any, Any], Awaitable[None]],
    seats: list[str | None] | None = None,
    size: tuple[int, int] = (100, 36),
) -> Any:
    """The application after a scene in it."""
    app = hosted(game, game.start, (seats or ["human", "human"]) + [None] * 2, ASKED)

    async def seen(app: Any, pilot: Any) -> None:
        """The scene, once the screen is laid out: a pause may end before that."""
        await until(pilot, lambda: any(it.region.area for it in app.query("#board, #moves")))
        await pilot.pause()
        await scene(app, pilot)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            pilot._wait_for_screen = partial(pilot._wait_for_screen, LONG)
            await asyncio.wait_for(seen(app, pilot), LONG)

    asyncio.run(run())
    return app


def texts(app: Any) -> list[str]:
    return [move["text"] for move in app.view["line"]]


async def keys(pilot: Any, words: str) -> None:
    for key in words.split():
        await pilot.press(key)
        await pilot.pause()


async def until(pilot: Any, true: Callable[[], bool]) -> None:
    while not true():
        await pilot.pause(0.02)


def test_a_whole_game_by_arrows():
    async def scene(app: Any, pilot: Any) -> None:
        await keys(pilot, "enter down enter up right enter down enter up right enter")

    app = run_scene(tic_tac_toe(), scene)
    assert texts(app) == ["a3", "a2", "b3", "b2", "c3"]
    assert app.view["caption"] == "Red wins"


def test_the_panel_says_who_plays_who_is_ahead_and_what_was_played():
    from lazytree.hosts.terminal.app import best_of, history_of, outlook_of, rules_in, seats_of  # needs textual

    game = tic_tac_toe()
    session = new_session(game, game.start, (Seat(), Seat()), random.Random(0))
    for move in (6, 7):
        session = play_move(session, move, random.Random(0))
    values = (MoveValue(0, 999_995, True), MoveValue(1, 0, True))
    view: Any = session_view(session._replace(valuing=True, values=values))
    assert [line.split() for line in seats_of(view).splitlines()] == [
        ["►", "Red", "a", "person"],
        ["Blue", "a", "person"],
    ]
    assert rules_in({"rules": "A game\nof stones.\n\nYou win."}) == "A game of stones.\n\nYou win."
    assert (outlook_of(view), history_of(view)) == ("Red: win in 5", "  1.  a1  [b1]")
    assert {cell: entry["short"] for cell, entry in best_of(view).items()} == {0: "W5", 1: "D"}


def test_a_game_without_a_layout_is_a_board_of_letters():
    async def scene(app: Any, pilot: Any) -> None:
        painting = app.query_one("#board").painting
        grounds = {glyph.text: glyph.ground for line in painting.lines for glyph in line if glyph.bold}
        assert (grounds["w"], grounds["b"]) == (LIGHT.fill, DARK.fill)  # players called "white" and "black"
        assert "white: 6" in str(app.query_one("#words").content)
        app.move(0)
        await until(pilot, lambda: len(app.view["line"]) == 1)

    run_scene(draughts(), scene)


@pytest.mark.slow
def test_undo_redo_and_a_new_game():
    async def scene(app: Any, pilot: Any) -> None:
        await keys(pilot, "enter right enter u")
        assert [stone["cell"] for stone in app.view["board"]["stones"]] == [0]
        await keys(pilot, "r")
        assert len(app.view["board"]["stones"]) == 2
        await keys(pilot, "a")

    assert texts(run_scene(tic_tac_toe(), scene)) == []


@pytest.mark.slow
def test_the_mouse_picks_cells_and_a_jump_may_end_early():
    """A second click on the last cell ends d5-d3 or the like, where the stone could go on."""
    game = konane(rows=4, columns=4, opening="corner")

    async def scene(app: Any, pilot: Any) -> None:
        board = app.query_one("#board")
        for name in ("a2", "a4"):
            cell = [cell.name for cell in game.layout.cells].index(name)
            spot = board.painting.spots[cell]
            await pilot.click("#board", offset=(spot.column + 1, spot.line + 1))
            await pilot.pause()

    assert texts(run_scene(game, scene)) == ["a2-a4"]


def test_an_engine_answers_and_says_what_it_thinks():
    async def scene(app: Any, pilot: Any) -> None:
        await keys(pilot, "enter")
        await until(pilot, lambda: len(texts(app)) == 2)

    app = run_scene(tic_tac_toe(), scene, ["human", "think:depth=3"])
    assert app.view["turn"] == "person"
    assert texts(app)[0] == "a3"


@pytest.mark.slow
def test_an_engine_without_end_is_told_to_move_now():
    async def scene(app: Any, pilot: Any) -> None:
        await keys(pilot, "enter")
        await until(pilot, lambda: bool(app.live))
        assert "it thinks: depth" in str(app.query_one("#live").content)
        await keys(pilot, "n")
        await until(pilot, lambda: len(texts(app)) == 2)

    run_scene(konane(rows=6, columns=6), scene, ["human", "think:seconds=3600"])


@pytest.mark.slow
def test_a_hint_and_values_of_all_moves():
    async def scene(app: Any, pilot: Any) -> None:
        await keys(pilot, "h")
        await until(pilot, lambda: app.view["hint"] is not None)
        assert app.view["hint"]["text"] == "a-1"  # the only winning move of 2 and 1, to 1 and 1
        await keys(pilot, "v")
        await until(pilot, lambda: app.view["values"] is not None and len(app.view["values"]) == 3)
        await pilot.pause()
        moves = app.query_one("#moves")
        assert moves.option_count == 3
        assert "a-1" in str(moves.get_option_at_index(0).prompt)

    run_scene(nim(heaps=(2, 1)), scene)


def test_moves_are_chosen_from_the_list_where_a_cell_has_several():
    async def scene(app: Any, pilot: Any) -> None:
        moves = app.query_one("#moves")
        assert moves.option_count == 6
        await keys(pilot, "enter")  # the first heap: 1, 2 or 3 pieces
        assert moves.option_count == 3
        moves.focus()
        await keys(pilot, "down down enter")

    assert texts(run_scene(nim(heaps=(3, 2, 1)), scene)) == ["a-2"]


@pytest.mark.slow
def test_the_tree_unfolds_on_a_key_and_nothing_more_than_asked_is_grown():
    async def scene(app: Any, pilot: Any) -> None:
        await keys(pilot, "t")
        await until(pilot, lambda: app.view["tree"] is not None)
        before = len(app.view["tree"]["nodes"])
        await pilot.pause()
        await keys(pilot, "down enter")
        await until(pilot, lambda: len(app.view["tree"]["nodes"]) > before)
        nodes = app.view["tree"]["nodes"]
        assert {node["ply"] for node in nodes} == {0, 1, 2}
        assert {node["parent"] for node in nodes if node["ply"] == 2} == {"/0"}
        assert app.query_one("#tree").cursor_node.data == "/0"
        await keys(pilot, "t")
        assert app.view["tree"] is None

    run_scene(tic_tac_toe(), scene)


def test_a_game_is_saved_and_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)

    async def scene(app: Any, pilot: Any) -> None:
        await keys(pilot, "enter right enter w w")

    run_scene(tic_tac_toe(), scene)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["tic_tac_toe_1.json", "tic_tac_toe_2.json"]
    assert load_record((tmp_path / names[0]).read_text()).written() == ["a3", "b3"]
    assert json.loads((tmp_path / names[0]).read_text())["game"] == "tic_tac_toe"


@pytest.mark.slow
def test_giving_up_and_leaving():
    async def scene(app: Any, pilot: Any) -> None:
        await keys(pilot, "g")
        assert app.view["caption"] == "Blue wins: Red resigns"
        await keys(pilot, "q")

    run_scene(tic_tac_toe(), scene)


def test_a_game_without_a_board_is_played_from_the_list():
    coins = Game(
        "coins", (3, 0), lambda p: p[1], lambda p: [n for n in (1, 2) if n <= p[0]], lambda p, n: (p[0] - n, 1 - p[1]),
        lambda p: (-1, 1) if p[1] == 0 else (1, -1),
    )  # fmt: skip

    async def scene(app: Any, pilot: Any) -> None:
        await keys(pilot, "down enter")

    assert texts(run_scene(coins, scene)) in (["1"], ["2"])


@pytest.mark.parametrize("size", [(40, 12), (200, 60)], ids=str)
@pytest.mark.parametrize("name", slow_unless([], ["andantino", "domineering"]))
def test_a_board_of_any_size_on_a_screen_of_any_size(name: str, size: tuple[int, int]):
    async def scene(app: Any, pilot: Any) -> None:
        await keys(pilot, "down right down enter escape")
        assert app.query_one("#board").size.height > 0

    run_scene(GAMES[name](), scene, size=size)


@pytest.mark.parametrize("width", slow_unless([60], [30, 60, 92, 160]))
def test_the_footer_has_all_keys_on_a_screen_of_any_width(width: int):
    async def scene(app: Any, pilot: Any) -> None:
        from textual.widgets._footer import FooterKey

        await until(pilot, lambda: min((key.region.area for key in app.query(FooterKey)), default=0))
        shown = list(app.query(FooterKey))
        assert {key.description for key in shown} >= {"undo", "redo", "hint", "values", "tree", "save", "quit"}
        regions = [key.region for key in shown]
        assert len(set(regions)) == len(regions)
        for key, region in zip(shown, regions):
            assert region.right <= width
            assert region.bottom <= 30
            assert region.width >= len(f"{key.key_display} {key.description}")

    run_scene(tic_tac_toe(), scene, size=(width, 30))


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setitem(sys.modules, "textual", None)
    for name in [name for name in sys.modules if name.startswith("lazytree.hosts.terminal.app")]:
        monkeypatch.delitem(sys.modules, name)
    for name in [name for name in sys.modules if name.startswith("textual.") or name == "lazytree.hosts.terminal.app"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert main(["tui", "nim"]) == 2
    assert "needs the extra `tui`: pip install 'lazy-game-trees[tui]'" in capsys.readouterr().err


def test_without_a_terminal_the_other_table_is_named(capsys: pytest.CaptureFixture[str]):
    assert main(["tui", "nim"]) == 2
    assert "the board needs a terminal: lazytree play nim" in capsys.readouterr().err


@pytest.mark.slow
def test_leaving_while_an_engine_thinks_is_quiet():
    async def scene(app: Any, pilot: Any) -> None:
        await keys(pilot, "enter")
        await until(pilot, lambda: bool(app.live))
        await keys(pilot, "q")

    app = run_scene(konane(rows=6, columns=6), scene, ["human", "think:seconds=3600"])
    app.live = "too late"  # no screen shows it
    assert texts(app)[0] == "a6"


def test_sides_of_hex_are_told_by_the_colours_of_their_labels():
    game = GAMES["hex"]()
    painting = paint_board(game.layout, as_data(view_of(game, game.start)), ShownOnBoard(), SMALL)
    found = {glyph.text: glyph.ground for line in painting.lines for glyph in line if glyph.text.strip()}
    first, second = (colour.fill for colour in game.layout.colours[:2])
    assert {found["a"], found["k"]} == {first}  # the first player joins the first row to the last
    assert {found["1"], found["9"]} == {second}
