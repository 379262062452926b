"""The table in Chromium, under a strict policy: whole games by clicks, by keyboard alone, on a narrow page."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lazytree import Game, bots, is_over, load_record
from lazytree.games import dice_of_doom, dvonn, konane, selfo, tic_tac_toe
from lazytree.playing.announcing import format_turn
from lazytree.playing.records import record
from lazytree.session import jobs
from lazytree.session.jobs import values_found

from .tables import Table, click_next, opened

pytest.importorskip("anywidget", reason="widgets need the extra `notebook`")

from lazytree.hosts.widgets import board

GAMES: dict[str, Callable[[], Game[Any, Any]]] = {
    "dice_of_doom": lambda: dice_of_doom(size=2, board="a3,b1,b2,a3"),
    "konane": lambda: konane(rows=4, columns=4, opening="corner"),
}
"""Those with moves without cells, and with moves that begin others; all games are played on the server's page."""


def over(view: dict[str, Any]) -> bool:
    return bool(view["turn"] == "over")


def played_on(table: Table, until: Callable[[dict[str, Any]], bool] = over) -> dict[str, Any]:
    """Plays on by clicks until the view is what is waited for; the view then."""
    for _ in range(3_000):
        view = table.rested()
        if until(view):
            return view
        click_next(table.page)
    raise AssertionError(f"never reached: {table.widget.state.record}")


PROMISE = [pytest.param(name, marks=pytest.mark.promise) if name == "konane" else name for name in GAMES]


@pytest.mark.parametrize("name", PROMISE)
def test_a_whole_game_by_clicks_against_an_engine(browser: Any, name: str):
    game = GAMES[name]()
    means = {"depth": 1, "lane": "python"}
    table = opened(browser, board(game, bots.think, repetitions=2, plies=60, **means), height=1000)
    view = played_on(table)
    position = game.start
    for text in table.page.locator(".ltw-record td .ltw-step").all_inner_texts():
        position = game.play(position, game.parse(position, text))
    assert position == table.widget.state.position
    said = table.page.locator(".ltw-status").inner_text()
    assert said == (format_turn(game, position) if is_over(game, position) else view["caption"])
    assert said in table.page.locator(".ltw-said").text_content()
    assert not table.errors
    table.close()


def test_back_forward_another_try_and_the_tree_of_tries(browser: Any):
    table = opened(browser, board(tic_tac_toe()))
    page, cell = table.page, '[data-cell="{}"]'.format
    for number in (4, 0, 8):
        page.locator(cell(number)).click()
        table.shown()
    page.get_by_role("button", name="Back", exact=True).click()
    table.shown()
    page.locator(".ltw-where").press("Home")  # no element hears it: the page does
    page.get_by_role("button", name="Back", exact=True).press("ArrowLeft")
    table.shown()
    assert table.widget.state.record.written() == ["b2"]
    page.locator(cell(2)).click()
    table.shown()
    assert table.widget.state.record.written() == ["b2", "c3"]
    page.get_by_role("button", name="Back", exact=True).click()
    table.shown()
    assert page.locator(".ltw-tried .ltw-step").all_inner_texts() == ["a3", "c3"]
    page.locator(".ltw-tried .ltw-step").first.click()
    table.shown()
    page.get_by_role("button", name="To the last move").click()
    table.shown()
    assert table.widget.state.record.written() == ["b2", "a3", "c1"]
    page.get_by_role("button", name="Start", exact=True).click()
    table.shown()
    assert table.widget.state.record.written() == []
    assert not table.errors
    table.close()


def test_a_game_is_saved_to_a_file_and_opened_again(browser: Any, tmp_path: Path):
    game = konane(rows=4, columns=4)
    table = opened(browser, board(game))
    view = played_on(table, lambda view: len(view["line"]) >= 3)
    line = [move["text"] for move in view["line"]]
    with table.page.expect_download() as waited:
        table.page.get_by_role("button", name="Save", exact=True).click()
    file = tmp_path / "game.json"
    waited.value.save_as(file)
    assert load_record(file.read_text(encoding="utf-8")).written() == line
    table.page.get_by_role("button", name="New game").click()
    table.page.get_by_role("button", name="Really begin anew?").click()
    assert table.shown()["line"] == []
    table.page.locator("input[type=file]").set_input_files(file)
    table.until(lambda view: bool(view["line"]))
    assert [move["text"] for move in table.widget.view["line"]] == line
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps({"game": "nim", "parameters": {}, "moves": ["<img src=x onerror=alert(1)>"]}))
    table.page.locator("input[type=file]").set_input_files(wrong)
    table.until(lambda view: bool(view["said"]))
    assert "move 1" in table.page.locator(".ltw-status").inner_text()
    assert table.page.locator("main img").count() == 0
    assert [move["text"] for move in table.widget.view["line"]] == line
    assert not table.errors
    table.close()


def test_a_whole_game_by_keyboard_alone(browser: Any):
    """Tab goes to the board, to the field, to buttons; where the keyboard is can always be seen, and is never lost."""
    game = konane(rows=4, columns=4)
    table = opened(browser, board(game, bots.think, depth=1, lane="python"))
    keys = table.page.keyboard
    keys.press("Tab")
    assert focused(table) == "application"
    for turn in range(40):
        view = table.rested()
        if view["turn"] == "over":
            break
        if turn % 2:
            reach(table, "field")
            keys.type(view["moves"][0]["text"])
            keys.press("Enter")
        else:
            reach(table, "application")
            while table.shown()["place"] == view["place"]:
                keys.press("ArrowRight")
                keys.press("Enter")
        table.shown()
        assert focused(table) not in ("", "BODY")
    assert table.rested()["turn"] == "over"
    assert is_over(game, table.widget.state.position)
    reach(table, "undo")
    assert table.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    keys.press("Enter")
    table.rested()
    assert focused(table) == "undo"
    reach(table, "resign")
    keys.press("Enter")
    keys.press("Enter")
    assert "resigns" in table.shown()["caption"]
    assert not table.errors
    table.close()


FOCUSED = "(it => it.dataset.key || it.getAttribute('role') || it.tagName)(document.activeElement)"


def focused(table: Table) -> str:
    """Where the keyboard is."""
    return str(table.page.evaluate(FOCUSED))


def reach(table: Table, wanted: str) -> None:
    """Presses Tab until the keyboard is there."""
    for _ in range(60):
        if focused(table) == wanted:
            return
        table.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {wanted}")


def test_a_wrong_move_is_named_and_what_was_typed_is_only_text(browser: Any):
    table = opened(browser, board(tic_tac_toe()))
    field, wrong = table.page.get_by_label("Your move"), table.page.locator(".ltw-entry + .ltw-wrong")
    field.fill("<img src=x onerror=alert(1)>")
    field.press("Enter")
    assert wrong.text_content() == "“<img src=x onerror=alert(1)>” is not a legal move here."
    field.fill(" B2 ")
    field.press("Enter")
    table.shown()
    assert table.widget.state.record.written() == ["b2"]
    assert wrong.text_content() == ""
    table.close()


def worth(game: Game[Any, Any], position: Any) -> float:
    """By brute force: what the first player gets under perfect play."""
    moves = list(game.moves(position))
    if not moves:
        return game.payoffs(position)[0]
    return (min if game.mover(position) else max)(worth(game, game.play(position, move)) for move in moves)


def test_values_are_shown_on_the_board_and_in_the_list(browser: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(jobs, "values_found", partial(values_found, seconds=60))  # until all are exact
    game = tic_tac_toe()
    here = record(game, [4, 0, 1]).position  # X has two in a line; O must stop it
    table = opened(browser, board(game, position=here))
    table.page.get_by_role("button", name="Values").click()
    view = table.rested()
    assert [value["exact"] for value in view["values"]] == [True] * 6
    best = view["moves"][view["values"][0]["move"]]["text"]
    assert {game.format(here, move): worth(game, game.play(here, move)) for move in game.moves(here)} == {
        each["text"]: 0 if each["text"] == "b1" else 1 for each in view["moves"]
    }
    assert (best, view["values"][0]["text"]) == ("b1", "draw")
    shown = table.page.locator(".ltw-choice").all_inner_texts()
    assert shown[0].split() == ["b1", "draw"]
    assert all(words.endswith("loss in 2") for words in shown[1:])
    assert table.page.locator(".ltw-picture text", has_text="L2").count() == 5
    table.page.locator(".ltw-choice").first.click()
    assert table.rested()["values"] is not None, "values stay wanted after a move"
    assert not table.errors
    table.close()


WATCHED = """() => {
  window.seen = [];
  const moves = () => document.getAnimations().map(({ effect }) => effect.target).filter((it) => it.ownerSVGElement)
    .map((it) => it.getAttribute("stroke-linecap") || it.tagName);
  const picture = document.querySelector(".ltw-picture");
  new MutationObserver(() => window.seen.push(moves())).observe(picture, { childList: true });
}"""
"""Notes what of the picture moves, after each drawing: discs, and the shadows and glints, which are round lines."""


def test_a_stone_takes_its_shadow_and_its_glint_along(browser: Any):
    table = opened(browser, board(konane(rows=4, columns=4, opening="corner")))
    for _ in range(2):
        played_on(table, lambda view, made=table.widget.view["place"]: view["place"] != made)
    table.page.evaluate(WATCHED)
    played_on(table, lambda view, made=table.widget.view["place"]: view["place"] != made)
    seen = table.page.evaluate("window.seen")
    assert ["round", "circle", "round"] in [each[:3] for each in seen], seen
    assert not table.errors
    table.close()


def test_a_button_that_is_pressed_looks_so_while_the_pointer_is_on_it(browser: Any):
    table = opened(browser, board(tic_tac_toe()))
    table.page.emulate_media(reduced_motion="reduce")  # no colour in between
    table.page.get_by_role("button", name="Values").click()
    table.rested()
    looks = "() => { const { color, backgroundColor } = getComputedStyle(document.querySelector('[data-act=values]'));"
    under = table.page.evaluate(looks + " return [color, backgroundColor]; }")
    table.page.mouse.move(0, 0)
    assert table.page.evaluate(looks + " return [color, backgroundColor]; }") == under
    table.close()


def test_no_move_is_offered_when_the_game_is_over(browser: Any):
    table = opened(browser, board(tic_tac_toe()))
    field = table.page.locator(".ltw-entry input")
    for move in ("a3", "a1", "b3", "b1", "c3"):
        field.fill(move)
        field.press("Enter")
        view = table.rested()
    assert view["turn"] == "over"
    assert not field.is_visible()
    assert not table.page.locator(".ltw-choice").first.is_visible()
    assert table.page.evaluate("document.activeElement !== document.body"), "the keyboard has a place to go on from"
    table.close()


def test_nothing_jumps_while_an_engine_thinks(browser: Any):
    game = tic_tac_toe()
    table = opened(browser, board(game, bots.mcts, simulations=1_000_000, lane="python"), width=400)
    table.page.get_by_role("button", name="Values").click()
    table.rested()
    top = "() => document.querySelector('.ltw-moves').getBoundingClientRect().top"
    before = table.page.evaluate(top)
    table.page.locator('.ltw-board [data-cell="4"]').first.click()
    assert table.shown()["thinking"] == "opponent"
    assert table.page.evaluate(top) == before
    assert not table.page.locator(".ltw-choice").first.is_visible(), "moves that are not legal any more are not shown"
    table.close()


def test_the_tree_of_the_position_unfolds_on_clicks(browser: Any):
    table = opened(browser, board(konane(rows=4, columns=4)))
    table.page.get_by_role("button", name="Tree").click()
    table.shown()
    first = table.page.locator(".ltw-tree [data-node]").count()
    assert first == 1 + len(table.widget.view["moves"])
    assert table.page.locator(".ltw-looked").inner_text().startswith(f"{first} positions grown")
    table.page.locator('.ltw-tree [data-node="/0"]').click()
    table.shown()
    assert table.page.locator('.ltw-tree [data-node="/0/0"]').count() == 1
    table.page.locator(".ltw-tree").press("ArrowDown")
    assert table.shown()["tree"]["at"] == "/0/0"
    assert not table.errors
    table.close()


def test_no_page_is_scrolled_sideways(browser: Any):
    for make in (
        lambda: dvonn(placement="random", seed=3),
        lambda: dice_of_doom(size=3, players=4),
        lambda: selfo(setup=1),
    ):
        table = opened(browser, board(make()))
        for act in ("values", "look"):
            table.widget._handle_custom_msg({"action": act}, [])
        table.until(lambda view: view["values"] is not None)
        for width in (360, 500, 768, 1280, 1600):
            table.page.set_viewport_size({"width": width, "height": 800})
            assert table.page.evaluate("document.documentElement.scrollWidth") <= width
        assert not table.errors
        table.close()


def test_signals_are_switched_on_and_off(browser: Any):
    table = opened(browser, board(selfo(setup=1)))
    before = table.page.locator(".ltw-picture").inner_html()
    switch = table.page.get_by_label("Signals")
    switch.check()
    assert "millionths" in table.page.locator(".ltw-picture").inner_html()
    switch.uncheck()
    assert table.page.locator(".ltw-picture").inner_html() == before
    table.close()


def test_a_draw_is_offered_to_an_engine_and_to_people(browser: Any):
    table = opened(browser, board(tic_tac_toe(), bots.think, depth=2, lane="python"))
    table.page.get_by_role("button", name="Offer draw").click()
    view = table.rested()
    assert view["caption"] == "Draw: by agreement" or view["said"] == "The offer of a draw is declined."
    table.close()
    table = opened(browser, board(tic_tac_toe()))
    for name in ("Offer draw", "Decline", "Offer draw", "Agree"):  # at a board that two people share
        table.page.get_by_role("button", name=name).click()
        table.shown()
    assert table.shown()["caption"] == "Draw: by agreement"
    assert table.page.locator(".ltw-status").inner_text() == "Draw: by agreement"
    table.close()
