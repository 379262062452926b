"""Published pages in a real Chromium, opened from the disk: whole games by clicks, values, what may go wrong."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from lazytree import Game, is_over, load_record, record, save_record
from lazytree.compiler.entry_points.deepening import to_depth
from lazytree.core.stats import Stats
from lazytree.core.values import later
from lazytree.games import connect_four, dice_of_doom, domineering, konane, nim, tic_tac_toe
from lazytree.playing.announcing import told_turn
from lazytree.publishing import publish, wasm
from lazytree.show.front_end import front_end
from lazytree.trees.ratings import named_rating

PATIENCE = 60_000  # milliseconds: the machine may be busy


class Published:
    """A page of a game, open in a browser, with all that it asked for and complained about."""

    def __init__(self, page: Any) -> None:
        self.page, self.asked, self.errors = page, list[str](), list[str]()
        page.set_default_timeout(PATIENCE)
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        page.on("dialog", lambda dialog: self.errors.append("a dialog") or dialog.dismiss())

    def goto(self, address: str) -> Published:
        self.page.goto(address)
        self.page.wait_for_selector("#table[data-ready]", timeout=PATIENCE)
        return self

    def press(self, *names: str) -> None:
        """Clicks buttons of the table, one after another."""
        for name in names:
            self.page.get_by_role("button", name=name, exact=True).click()

    def who(self, *levels: str) -> None:
        """Says who plays each side."""
        for number, level in enumerate(levels):
            self.page.locator(".ltp-who select").nth(number).select_option(label=level)

    def status(self) -> str:
        return str(self.page.inner_text(".ltw-status"))

    def waits_for(self, words: str) -> None:
        self.page.wait_for_function(
            "words => document.querySelector('.ltw-status').textContent === words", arg=words, timeout=PATIENCE
        )


@pytest.fixture(scope="module")
def opened(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A function that publishes a game and opens its page."""
    folder, pages, paths = tmp_path_factory.mktemp("published"), list[Any](), dict[tuple[str, str], Path]()

    def open_page(game: Game[Any, Any], fragment: str = "", rules: str | None = None, **size: int) -> Published:
        key = (game.name, str(game.parameters))
        if key not in paths:
            paths[key] = publish(game, folder / f"{len(paths)}.html", rules=rules)
        pages.append(browser.new_page(viewport={"width": 1280, "height": 800, **size}))
        return Published(pages[-1]).goto(paths[key].as_uri() + fragment)

    yield open_page
    for page in pages:
        page.close()


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(tic_tac_toe(), id="cells"),
        pytest.param(konane(rows=4, columns=4), id="paths"),
        pytest.param(connect_four(), id="columns", marks=pytest.mark.slow),
        pytest.param(domineering(rows=3, columns=4), id="pairs", marks=pytest.mark.slow),
    ],
)
def test_two_people_play_a_whole_game_by_clicks(opened: Any, game: Game[Any, Any]) -> None:
    shown, random, position = opened(game), Random(1), game.start
    shown.who("a person", "a person")
    while not is_over(game, position):
        move = random.choice(list(game.moves(position)))
        position_after = game.play(position, move)
        shown.waits_for(told_turn(game, position))
        click(shown.page, game, position, move)
        position = position_after
    shown.waits_for(told_turn(game, position))
    assert [url for url in shown.asked if not url.startswith("file:")] == []
    assert shown.errors == []


def click(page: Any, game: Game[Any, Any], position: Any, move: Any) -> None:
    """Makes a move by clicks on the cells that it touches, as far as they are needed."""
    before = page.locator(".ltw-record [data-place], .ltw-record button").count()
    for cell in game.touched(position, move):
        page.locator(f'.ltw-board [data-cell="{cell}"]').first.click()
        if page.locator(".ltw-record [data-place], .ltw-record button").count() != before:
            return
    ending = page.locator(".ltw-more button", has_text=game.format(position, move))
    if ending.count():
        ending.first.click()


def test_an_engine_answers_gives_hints_and_values_and_asks_for_nothing(opened: Any) -> None:
    shown = opened(tic_tac_toe())
    shown.page.get_by_role("button", name="Hint").click()
    shown.page.wait_for_function("() => document.querySelector('.ltw-status').textContent.startsWith('Hint: ')")
    shown.page.get_by_role("button", name="Values").click()
    shown.page.wait_for_function("() => document.querySelector('.ltw-panel').textContent.includes('draw')")
    shown.page.get_by_role("button", name="Values").click()
    shown.page.locator('.ltw-board [data-cell="0"]').first.click()
    shown.waits_for("X to move")
    shown.page.get_by_role("button", name="Undo").click()
    assert shown.page.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true"
    shown.page.get_by_role("button", name="Redo").click()
    shown.waits_for("X to move")
    others = [url for url in shown.asked if not url.startswith("file:")]
    assert others and all(url.startswith("blob:") for url in others)
    assert shown.errors == []


def test_engines_play_a_game_of_chance_to_the_end(opened: Any) -> None:
    shown = opened(dice_of_doom(dice="rolled", size=2))
    shown.who("looks 2 plies ahead", "just moves")
    shown.page.wait_for_selector('.ltw-table[data-turn="over"]', timeout=PATIENCE)
    assert shown.errors == []


def test_a_link_leads_to_its_position(opened: Any) -> None:
    game = tic_tac_toe()
    shown = opened(game, "#moves=4.0")
    shown.who("a person", "a person")
    shown.waits_for("X to move")
    played = shown.page.inner_text(".ltw-record")
    assert "b2" in played and "a3" in played


def test_a_page_that_is_loaded_again_goes_on_where_it_was(opened: Any) -> None:
    shown = opened(tic_tac_toe())
    assert "#" not in shown.page.url
    shown.who("a person", "a person")
    for cell, words in ((4, "O to move"), (0, "X to move")):
        shown.page.locator(f'.ltw-board [data-cell="{cell}"]').first.click()
        shown.waits_for(words)
    shown.page.reload()
    shown.page.wait_for_selector("#table[data-ready]", timeout=PATIENCE)
    shown.waits_for("X to move")
    assert shown.page.inner_text(".ltw-where") == "2 of 2"
    shown.page.locator(".ltw-walk").first.click()
    shown.page.wait_for_function("() => location.hash === '#moves='")
    assert shown.errors == []


def test_a_link_of_another_game_is_refused_in_words(opened: Any) -> None:
    shown = opened(nim(), "#moves=999")
    assert "it is of another game" in shown.status()


def trapping() -> Game[Any, Any]:
    """A game whose rules raise an error after the move 2."""

    def play(position: tuple[int, int], taken: int) -> tuple[int, int]:
        if taken == 2:
            raise ValueError("two")
        return position[0] - taken, 1 - position[1]

    return Game(
        name="no twos",
        start=(9, 0),
        mover=lambda position: position[1],
        moves=lambda position: [taken for taken in range(1, 4) if taken <= position[0]],
        play=play,
        payoffs=lambda position: (-1, 1) if position[1] == 0 else (1, -1),
    )


def test_after_a_trap_the_page_says_so_and_keeps_the_game(opened: Any) -> None:
    shown = opened(trapping())
    shown.who("a person", "a person")
    choose(shown.page, "3")
    shown.waits_for("second to move")
    choose(shown.page, "2")
    shown.page.wait_for_function("() => document.querySelector('.ltw-status').textContent.includes('gave up')")
    assert "The game is kept" in shown.status()
    shown.page.get_by_role("button", name="Undo").click()
    shown.waits_for("first to move")
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
    assert "X offers a draw" in shown.status()
    shown.press("Decline", "Offer draw", "Accept draw")
    assert "a draw" in shown.status().lower() and "by agreement" in shown.status()
    shown.press("New game")
    shown.page.locator('.ltw-board [data-cell="0"]').first.click()
    shown.press("Resign", "Really resign?")
    assert "X wins" in shown.status() and "O resigns" in shown.status()
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
    frame.locator(".ltw-status", has_text="X to move").wait_for()  # after the engine's answer, of a worker
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


def test_values_of_all_moves_are_those_of_native_code(browser: Any) -> None:
    game = konane(rows=6, columns=6, opening="corner")
    made, rating = wasm(game), named_rating(game, None)
    page = browser.new_page()
    modules = front_end("wasm_search.mjs").replace("export ", "")
    for depth, position in ((1, game.start), (4, game.start), (5, walked(game, 6)), (6, walked(game, 9))):
        expected = [value(game, game.play(position, move), depth - 1, rating) for move in game.moves(position)]
        sign = 1 if game.mover(position) == 0 else -1
        line = [list(game.moves(at)).index(move) for at, move in walk(game, {1: 0, 4: 0, 5: 6, 6: 9}[depth])]
        found = page.evaluate(
            f"""async ([code, layout, line, depth]) => {{
              {modules}
              const game = await wasm_game_mjs.wasmGame(Uint8Array.from(atob(code), (c) => c.charCodeAt(0)), layout);
              let here = game.start;
              for (const move of line) here = game.play(here, game.moves(here)[move]);
              let last = null;
              for (const each of engine(game, 8).values(here, {{ depth }})) last = each;
              return last.values.map(({{ value }}) => value);
            }}""",
            [base64.b64encode(made.code).decode(), json.loads(json.dumps(made.layout)), line, depth],
        )
        assert found == [later(sign * each) for each in expected]
    page.close()


def walk(game: Game[Any, Any], plies: int) -> Iterator[tuple[Any, Any]]:
    """A game played at random: each position with the move."""
    random, position = Random(5), game.start
    for _ in range(plies):
        move = random.choice(list(game.moves(position)))
        yield position, move
        position = game.play(position, move)


def walked(game: Game[Any, Any], plies: int) -> Any:
    position = game.start
    for at, move in walk(game, plies):
        position = game.play(at, move)
    return position


def value(game: Game[Any, Any], position: Any, depth: int, rating: Any) -> Any:
    """What native code finds at a depth."""
    if depth == 0:
        return rating(position) if not is_over(game, position) else game.payoffs(position)[0] * 1_000_000
    return to_depth(game, position, rating, 1, 1)(depth, 0, Stats(), lambda: False).value
