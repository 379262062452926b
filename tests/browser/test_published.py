"""Published pages in a real Chromium, opened from the disk: engines, links, records, what may go wrong."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from lazytree import Game, load_record, record, save_record
from lazytree.games import andantino, chess, dice_of_doom, konane, nim, tic_tac_toe
from lazytree.games.chess_rules.position import KNIGHT
from lazytree.hosts.pages import publish
from lazytree.hosts.pages.publishing import other_deals

from .published import PATIENCE, Opening, Published


@pytest.mark.promise
def test_an_engine_answers_gives_hints_and_values_and_asks_for_nothing(opened: Any) -> None:
    shown = opened(tic_tac_toe())
    shown.page.get_by_role("button", name="Hint").click()
    shown.page.wait_for_function("() => document.querySelector('.ltw-status').textContent.startsWith('Hint: ')")
    shown.page.get_by_role("button", name="Values").click()
    shown.page.wait_for_function("() => document.querySelector('.ltw-panel').textContent.includes('draw')")
    shown.page.get_by_role("button", name="Values").click()
    shown.page.locator('.ltw-board [data-cell="0"]').first.click()
    shown.waits_for("Red to move")
    shown.page.get_by_role("button", name="Undo").click()
    assert shown.page.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true"
    shown.page.get_by_role("button", name="Redo").click()
    shown.waits_for("Red to move")
    others = [url for url in shown.asked if not url.startswith("file:")]
    assert others and all(url.startswith("blob:") for url in others)
    assert shown.errors == []


def test_a_game_is_reviewed_with_a_curve_that_leads_to_its_mistakes(opened: Any) -> None:
    shown = opened(tic_tac_toe(), "#moves=0.2.0.4.0")  # Red wins in the top row
    shown.who("a person", "a person")
    shown.press("Review")
    shown.page.wait_for_function("() => /mistake/i.test(document.querySelector('.ltw-mistakes').textContent)")
    assert shown.page.locator(".ltw-curve path").count() >= 3
    mistake = shown.page.locator(".ltw-mistakes button").first
    before = int(mistake.inner_text().split(".")[0]) - 1
    mistake.click()
    shown.page.wait_for_function(
        "words => document.querySelector('.ltw-where').textContent === words", arg=f"{before} of 5"
    )
    assert "draw" in shown.page.inner_text(".ltw-outlook") or "win" in shown.page.inner_text(".ltw-outlook")
    assert shown.errors == []


def test_two_fingers_make_a_large_board_larger_and_smaller(opened: Any) -> None:
    shown = opened(andantino(), width=390, height=844)
    shown.who("a person", "a person")
    wide = "document.querySelector('.ltw-picture svg').viewBox.baseVal.width"
    box = shown.page.locator(".ltw-picture").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = shown.page.context.new_cdp_session(shown.page)

    def pinch(first: int, last: int) -> float:
        for kind, apart in (("touchStart", first), ("touchMove", (first + last) // 2), ("touchMove", last)):
            points = [{"x": x + side * apart, "y": y, "id": number} for number, side in enumerate((-1, 1))]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        return float(shown.page.evaluate(wide))

    before = float(shown.page.evaluate(wide))
    assert pinch(40, 80) < 0.7 * before < 0.7 * pinch(90, 40)
    assert shown.page.inner_text(".ltw-where") == "no moves"
    assert shown.errors == []


def test_a_large_board_on_a_phone_follows_the_stones_beside_an_overview(opened: Any) -> None:
    shown = opened(andantino(), width=390, height=844)
    shown.who("a person", "a person")
    box = "() => { const { width } = document.querySelector('.ltw-picture svg').viewBox.baseVal; return width; }"
    follows = shown.page.evaluate(box)
    assert shown.page.locator(".ltw-overview").is_visible()
    shown.page.locator(".ltw-overview").click()
    assert shown.page.inner_text(".ltw-where") == "no moves", "the overview is no board to play on"
    for _ in range(6):
        shown.press("Smaller")
    assert shown.page.evaluate(box) > 2 * follows and not shown.page.locator(".ltw-overview").is_visible()
    shown.press("Larger", "Larger", "Larger")
    middle = shown.page.locator(".ltw-picture svg").bounding_box()
    x, y = middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2
    left = "() => document.querySelector('.ltw-picture svg').viewBox.baseVal.x"
    before = shown.page.evaluate(left)
    shown.page.mouse.move(x, y)
    shown.page.mouse.down()
    shown.page.mouse.move(x - 60, y, steps=3)
    shown.page.mouse.up()
    assert shown.page.evaluate(left) > before and shown.page.inner_text(".ltw-where") == "no moves"
    shown.press("Where the stones are")
    assert shown.page.evaluate(box) == follows
    assert shown.errors == []


def test_engines_play_a_game_of_chance_to_the_end(opened: Any) -> None:
    shown = opened(dice_of_doom(dice="rolled", size=2))
    shown.who("easy", "beginner")
    shown.page.wait_for_selector('.ltw-table[data-turn="over"]', timeout=PATIENCE)
    assert shown.errors == []


def test_a_link_leads_to_its_position(opened: Any) -> None:
    game = tic_tac_toe()
    shown = opened(game, "#moves=4.0")
    shown.who("a person", "a person")
    shown.waits_for("Red to move")
    played = shown.page.inner_text(".ltw-record")
    assert "b2" in played and "a3" in played


def test_a_page_that_is_loaded_again_goes_on_where_it_was(opened: Any) -> None:
    shown = opened(tic_tac_toe())
    assert "#" not in shown.page.url
    shown.who("a person", "a person")
    for cell, words in ((4, "Blue to move"), (0, "Red to move")):
        shown.page.locator(f'.ltw-board [data-cell="{cell}"]').first.click()
        shown.waits_for(words)
    shown.page.reload()
    shown.page.wait_for_selector("#table[data-ready]", timeout=PATIENCE)
    shown.waits_for("Red to move")
    assert shown.page.inner_text(".ltw-where") == "2 of 2"
    shown.page.locator(".ltw-walk").first.click()
    shown.page.wait_for_function("() => location.hash === '#moves='")
    assert shown.errors == []


@pytest.mark.parametrize(("cells", "move"), [(("b7", "a8"), "b7-a8=N"), (("b1", "c2", "g2", "h1"), "g2-h1=N")])
def test_a_promotion_is_asked_where_the_pawn_goes(opened: Any, cells: tuple[str, ...], move: str) -> None:
    game = chess(setup="r5k1/1P6/8/8/8/8/6p1/1K5R w - - 0 1", fifty=50, repetition=3)
    assert game.layout is not None
    names = [cell.name for cell in game.layout.cells]
    shown = opened(game)
    shown.who("a person", "a person")
    for name in cells:
        shown.page.locator(f'.ltw-board [data-cell="{names.index(name)}"]').first.click()
    asked, board, goal = (
        shown.page.locator(where).first.bounding_box(timeout=PATIENCE / 5)
        for where in (".ltw-asked", ".ltw-board", f'.ltw-board [data-cell="{names.index(cells[-1])}"]')
    )
    assert board["x"] <= asked["x"] and asked["x"] + asked["width"] <= board["x"] + board["width"] + 1
    below = asked["y"] > goal["y"]
    beside = asked["y"] - goal["y"] - goal["height"] if below else goal["y"] - asked["y"] - asked["height"]
    assert below is (cells[-1] == "a8")
    assert 0 <= beside < goal["height"] / 2
    shown.page.get_by_role("button", name=move, exact=True).first.click()
    shown.waits_for("Black to move" if below else "White to move")
    assert move in shown.page.inner_text(".ltw-record") and not shown.page.locator(".ltw-asked").count()
    shown.page.reload()
    shown.page.wait_for_selector("#table[data-ready]", timeout=PATIENCE)
    shown.waits_for("Black to move" if below else "White to move")
    assert [each.inner_text() for each in shown.page.locator(".ltw-seats select option:checked").all()] == [
        "a person"
    ] * 2
    with shown.page.expect_download() as saved:
        shown.press("Save")
    assert load_record(Path(saved.value.path()).read_text()).moves[-1].kind == KNIGHT
    assert shown.errors == []


def test_the_heading_says_what_chance_has_rolled(opened: Any) -> None:
    """The die 2 and the pawn 2 are equal as values: each keeps its own text."""
    game = Game(
        name="race", start=(6, 0, 0), mover=lambda p: p[1] if p[2] else -1,
        moves=lambda p: [] if p[0] <= 0 else [1, 2],
        play=lambda p, move: (p[0] - move, 1 - p[1], 0) if p[2] else (p[0], p[1], move),
        payoffs=lambda p: (1, -1), odds=lambda p, die: 1, players=("red", "blue"),
        format=lambda p, move: f"pawn {move}" if p[2] else f"rolls {move}",
    )  # fmt: skip
    shown = opened(game)
    shown.who("a person", "a person")
    assert shown.status() in ("Chance: rolls 1. Red to move", "Chance: rolls 2. Red to move")
    choose(shown.page, "pawn 2")
    shown.page.wait_for_function("() => document.querySelector('.ltw-status').textContent.includes(`Blue`)")
    assert shown.status() in ("Chance: rolls 1. Blue to move", "Chance: rolls 2. Blue to move")
    assert "pawn 2" in shown.page.inner_text(".ltw-record")
    shown.page.get_by_role("button", name="Save").wait_for()  # all texts can be read again
    shown.page.get_by_role("button", name="To the start").click()  # where chance has moved
    shown.waits_for("Chance moves")
    shown.page.get_by_role("button", name="To the last move").click()
    shown.page.wait_for_function("() => document.querySelector('.ltw-status').textContent.includes(`Blue`)")
    assert "gave up" not in shown.page.inner_text("body")
    assert shown.errors == []


def test_a_link_of_another_game_is_refused_in_words(opened: Any) -> None:
    shown = opened(nim(), "#moves=999")
    assert "it is of another game" in shown.status()


def trapping() -> Game[Any, Any]:
    """A game whose rules raise an error after the moves 3 and 2, which no game meets that is played at random."""

    def play(position: tuple[int, int], taken: int) -> tuple[int, int]:
        if position[0] == 57 and taken == 2:
            raise ValueError("two")
        return position[0] - taken, 1 - position[1]

    return Game(
        name="no twos",
        start=(60, 0),
        mover=lambda position: position[1],
        moves=lambda position: [taken for taken in range(1, 51) if taken <= position[0]],
        play=play,
        payoffs=lambda position: (-1, 1) if position[1] == 0 else (1, -1),
    )


def test_after_a_trap_the_page_says_so_and_keeps_the_game(opened: Any) -> None:
    shown = opened(trapping())
    shown.who("a person", "a person")
    choose(shown.page, "3")
    shown.waits_for("Second to move")
    choose(shown.page, "2")
    shown.page.wait_for_function("() => document.querySelector('.ltw-status').textContent.includes('gave up')")
    assert "The game is kept" in shown.status()
    shown.page.get_by_role("button", name="Undo").click()
    shown.waits_for("First to move")
    assert shown.errors == []


def weighty(position: Any) -> int:
    """Beyond what a rating may be, where the middle is taken."""
    return 1_000_000 if position.board[4] >= 0 else 0


def test_where_a_rating_is_too_large_the_page_names_the_place(opened: Any) -> None:
    shown = opened(replace(tic_tac_toe(), name="weighty", ratings={"weighty": weighty}))
    shown.who("a person", "beginner")
    shown.page.get_by_role("button", name="Hint").click()
    shown.page.wait_for_function("() => document.querySelector('.ltw-status').textContent.includes('gave up')")
    assert "within ±990,000 (check_rating finds where it does not); after b2 it is 1000000." in shown.status()
    assert shown.errors == []


def choose(page: Any, text: str) -> None:
    """Types a move."""
    field = page.get_by_placeholder("type a move")
    field.fill(text)
    field.press("Enter")


HOSTILE = "</script><img src=x onerror=alert(1)>"


def test_hostile_texts_harm_nothing(opened: Any) -> None:
    plain = trapping()
    game: Game[Any, Any] = Game(
        name=HOSTILE, start=plain.start, mover=plain.mover, moves=plain.moves, play=plain.play, payoffs=plain.payoffs,
        players=(HOSTILE, "'\"><svg onload=alert(1)>"), format=lambda position, move: f"{move}{HOSTILE}",
    )  # fmt: skip
    shown = opened(game, rules=HOSTILE)
    shown.who("a person", "a person")
    choose(shown.page, f"3{HOSTILE}")
    shown.waits_for("'\"><svg onload=alert(1)> to move")
    assert shown.page.title() == HOSTILE
    assert shown.page.locator("img").count() == 0 and shown.page.locator("script").count() == 2
    assert shown.errors == []


def test_the_tree_of_the_position_unfolds_on_a_click_and_follows_the_game(opened: Any) -> None:
    shown = opened(tic_tac_toe())
    shown.who("a person", "a person")
    assert not shown.page.is_visible(".ltw-grown")
    shown.press("Tree")
    assert shown.page.inner_text(".ltw-looked") == "10 positions grown"  # the empty board and its 9 moves
    shown.page.locator('[data-node="/4"]').click()
    assert shown.page.inner_text(".ltw-looked") == "18 positions grown"  # after one of them there are 8
    assert shown.page.locator('[data-node^="/4/"]').count() == 8
    shown.page.locator('.ltw-board [data-cell="0"]').first.click()
    assert shown.page.inner_text(".ltw-looked") == "9 positions grown"
    shown.press("Tree")
    assert not shown.page.is_visible(".ltw-grown")
    assert shown.errors == []


def test_two_people_agree_to_a_draw_and_one_resigns(opened: Any) -> None:
    shown = opened(tic_tac_toe())
    assert not shown.page.get_by_role("button", name="Offer draw").is_visible()  # to the engine
    shown.who("a person", "a person")
    shown.press("Offer draw")
    assert "Red offers a draw" in shown.status()
    shown.press("Decline", "Offer draw", "Agree")
    assert "Draw" in shown.status() and "by agreement" in shown.status()
    shown.press("New game")
    shown.page.locator('.ltw-board [data-cell="0"]').first.click()
    shown.press("Resign", "Really resign?")
    assert shown.status() == "Red wins: Blue resigns"
    assert shown.errors == []


def test_a_game_that_was_given_up_stays_so_when_it_is_loaded_again_saved_opened_and_taken_back(
    opened: Opening, tmp_path: Path
) -> None:
    shown = opened(tic_tac_toe(), "#moves=4.0")
    shown.who("a person", "a person")
    shown.press("Resign", "Really resign?")
    shown.page.reload()
    shown.page.wait_for_selector("#table[data-ready]", timeout=PATIENCE)
    shown.waits_for("Blue wins: Red resigns")
    with shown.page.expect_download() as saved:
        shown.press("Save")
    text = Path(saved.value.path()).read_text()
    assert load_record(text).ended == ((-1, 1), "X resigns")
    shown.who("a person", "a person")
    shown.press("Undo")
    shown.waits_for("Blue to move")
    shown.press("Redo")
    shown.waits_for("Blue wins: Red resigns")
    file = tmp_path / "draw.json"
    file.write_text(text.replace("[-1,1]", "[0,0]").replace("X resigns", "by agreement"))
    shown.page.locator("input[type=file]").set_input_files(file)
    shown.page.wait_for_function("() => document.querySelector('.ltw-status').textContent.includes('by agreement')")
    assert shown.page.url.endswith("#moves=4.0&draw")
    assert shown.errors == []


def test_games_are_saved_and_opened_as_python_writes_them(opened: Any, tmp_path: Path) -> None:
    game = tic_tac_toe()
    shown, played, file = opened(game, "#moves=4.0"), record(game, [4, 0, 2]), tmp_path / "game.json"
    shown.who("a person", "a person")
    shown.page.locator('.ltw-board [data-cell="2"]').first.click()
    with shown.page.expect_download() as saved:
        shown.press("Save")
    assert load_record(Path(saved.value.path()).read_text()).moves == (4, 0, 2)
    choose_file = shown.page.locator("input[type=file]").set_input_files
    file.write_text(save_record(played.undo()))
    choose_file(file)
    shown.page.wait_for_function("() => document.querySelector('.ltw-where').textContent === '2 of 2'")
    for wrong, why in (
        ("{", "no saved record"),
        (save_record(record(nim())), 'it is a game of "nim", not of tic_tac_toe'),
        (save_record(played).replace('"c3"', '"b2"'), "move 3, “b2”, is not legal there"),
    ):
        file.write_text(wrong)
        choose_file(file)
        shown.page.wait_for_function("why => document.querySelector('.ltw-status').textContent.includes(why)", arg=why)
        assert shown.page.inner_text(".ltw-where") == "2 of 2"
    assert shown.errors == []


def test_a_page_plays_in_a_notebook(browser: Any) -> None:
    page = browser.new_page()
    shown = Published(page)
    page.set_content(publish(tic_tac_toe())._repr_html_())
    frame = page.frame_locator("iframe")
    frame.locator('.ltw-board [data-cell="0"]').first.click()
    frame.locator(".ltw-status", has_text="Red to move").wait_for()  # after the engine's answer, of a worker
    assert frame.locator(".ltw-where").inner_text() == "2 of 2"
    assert not frame.get_by_role("button", name="Link").is_visible()
    frame.get_by_role("button", name="Hint").click()
    frame.locator(".ltw-status", has_text="Hint: ").wait_for()
    assert [url for url in shown.asked if not url.startswith(("blob:", "data:"))] == []
    assert shown.errors == []
    page.close()


def test_a_narrow_page_does_not_scroll_sideways(opened: Any) -> None:
    shown = opened(konane(), width=360)
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= 360


def roles_and_names(page: Any) -> dict[str, list[str]]:
    """The names of all that a screen reader finds on a page, by their roles, in the order of the page."""
    found: dict[str, list[str]] = {}
    for node in page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]:
        if not node["ignored"]:
            found.setdefault(node["role"]["value"], []).append(node.get("name", {}).get("value", ""))
    return found


NAMED = "(it => it.getAttribute('role') || it.getAttribute('aria-label') || it.textContent)(document.activeElement)"


def test_a_screen_reader_finds_every_cell_every_button_and_what_has_happened(opened: Opening) -> None:
    game = konane(rows=4, columns=4, opening="corner")
    assert game.layout is not None
    shown, names = opened(game), sorted(cell.name for cell in game.layout.cells)
    shown.who("a person", "a person")
    before = roles_and_names(shown.page)
    assert {"a2, Dark, can move"} == {name for name in before["button"] if name[:2] in names}
    assert {"c4, Dark", "a3, Light", "a4, empty"} <= set(before["image"])
    assert sorted(name[:2] for name in (*before["button"], *before["image"]) if name[:2] in names) == names
    assert not {*names, "1", "a"} & {*before["StaticText"]}  # what is drawn over cells is not read again
    assert all(all(before[role]) for role in ("button", "image", "combobox", "application"))
    order = []
    shown.page.locator("h1").click()
    for _ in range(9):
        shown.page.keyboard.press("Tab")
        order.append(shown.page.evaluate(NAMED))
    assert order == [
        "Who plays Dark",
        "Who plays Light",
        "application",
        "Undo",
        "Redo",
        "Hint",
        "Values",
        "Tree",
        "Your move",
    ]
    shown.page.locator('.ltw-board [data-cell="8"]').click()  # a2, which has one move
    shown.waits_for("Light to move")
    assert {"a4, Dark, last move", "a2, empty, last move"} <= {
        *roles_and_names(shown.page)["image"],
        *roles_and_names(shown.page)["button"],
    }
    assert "Dark: a2-a4. Light to move" in shown.page.locator(".ltw-said[role=status]").all_text_contents()
    assert shown.errors == []


def test_another_deal_is_another_start_that_is_linked_and_saved(opened: Any) -> None:
    """The board of its seed stands there, its address leads to it again, and its records are those of its game."""
    game = dice_of_doom(size=4, seed=3)
    shown = opened(game)
    shown.who("a person", "a person")
    with shown.page.expect_navigation():
        shown.press("Another deal")
    shown.page.wait_for_selector("#table[data-ready]", timeout=PATIENCE)
    number = int(re.findall(r"[?]deal=([0-9]+)", shown.page.url)[0])
    other = other_deals(game)[number - 1]
    assert number > 0 and other.start != game.start
    shown.who("a person", "a person")
    shown.page.evaluate("() => { location.hash = '#moves=0'; }")
    shown.page.wait_for_function("() => document.querySelector('.ltw-where').textContent.startsWith('1 of')")
    with shown.page.expect_download() as saved:
        shown.press("Save")
    found = load_record(Path(saved.value.path()).read_text())
    assert found.game.start == other.start and found.moves == (next(iter(other.moves(other.start))),)
    assert shown.errors == []


def test_a_bot_that_plays_by_proof_never_loses_and_says_so(opened: Any) -> None:
    """On both sides, against people who play anything; where other moves were made for it, it says that it thinks."""
    shown, random = opened(tic_tac_toe(), perfect=True), Random(3)
    said = "This bot never loses as {}, the {} player."
    assert shown.page.inner_text(".ltp-proved") == said.format("Blue", "second")
    for proved, seats in enumerate((("perfect", "a person"), ("a person", "perfect")) * 3):
        shown.who(*seats)
        while shown.page.locator(".ltw-table").get_attribute("data-turn") != "over":
            shown.page.wait_for_selector('.ltw-table:not([data-turn="opponent"])', timeout=PATIENCE)
            played = set(re.findall(r"[abc][123]", shown.page.inner_text(".ltw-record")))
            free = [cell for cell in range(9) if f"{'abc'[cell % 3]}{3 - cell // 3}" not in played]
            if shown.page.locator(".ltw-table").get_attribute("data-turn") == "person":
                shown.page.locator(f'.ltw-board [data-cell="{random.choice(free)}"]').first.click()
        loser = ("Blue wins", "Red wins")[proved % 2]
        assert loser not in shown.status()
        assert shown.page.inner_text(".ltp-proved") == said.format(*(("Red", "first"), ("Blue", "second"))[proved % 2])
        shown.press("New game")
    shown.page.evaluate("location.hash = '#moves=4.1'")
    shown.page.wait_for_function("() => document.querySelector('.ltp-proved').textContent.includes('now it thinks')")
    assert shown.errors == []


def test_a_page_has_sounds_if_one_wants_them_and_sides_by_lot(opened: Any) -> None:
    shown = opened(tic_tac_toe())
    box = shown.page.get_by_role("checkbox", name="Sound")
    assert not box.is_checked()
    box.check()
    shown.who("a person", "a person")
    shown.page.fill("[aria-label='Your move']", "b2")
    shown.press("Play")
    shown.page.wait_for_function(
        "() => document.querySelector('.ltw-quiet .ltw-switch input').dataset.played === 'move'"
    )
    shown.who("a person", "beginner")
    levels = "() => [...document.querySelectorAll('.ltw-seats select')].map((it) => it.selectedOptions[0].label)"
    seen = set()
    for _ in range(60):  # that all are alike happens once in 2 ** 59 times
        shown.press("Sides by lot")
        seen.add(tuple(shown.page.evaluate(levels)))
    assert seen == {("a person", "beginner"), ("beginner", "a person")}
    assert shown.errors == []
