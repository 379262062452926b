"""Pages and modules of games: bytes, sizes, texts of moves, what is refused. Browsers play them in tests/browser."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
import zlib
from dataclasses import replace
from hashlib import sha256
from html import unescape
from random import Random
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from lazytree import CHANCE, Game
from lazytree.compiler import rules_lane
from lazytree.compiler.webassembly import game_module
from lazytree.core.errors import Refused
from lazytree.games import GAMES, chess, connect_four, dice_of_doom, dvonn, hex, kalah, nim, othello, tic_tac_toe
from lazytree.hosts.pages import Page, publish, wasm
from lazytree.hosts.pages.publishing import page_of
from lazytree.hosts.pages.texts import (
    ENOUGH,
    MOST,
    PLIES,
    MetMove,
    joined_cell_names,
    move_texts,
    tails,
    texts_met,
    unreadable_error,
)
from lazytree.naming.words import rules_text
from lazytree.playing.records import record, save_record
from lazytree.session.records import docstring_of, record_head
from lazytree.show.front_end import front_end
from tests.helpers.javascript import in_node
from tests.helpers.marks import slow_unless
from tests.helpers.plain_games import card_game

LARGEST = {"chess": 400_000}  # bytes


def data_in(page):
    """What the script of a page reads."""
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.DOTALL)
    return json.loads(found[1])


@pytest.mark.parametrize("name", slow_unless(["tic_tac_toe"], GAMES))
@pytest.mark.slow
def test_every_game_of_the_library_becomes_one_small_page(name, tmp_path):
    path = publish(GAMES[name](), tmp_path / "page.html")
    page = path.read_text(encoding="utf-8")
    assert len(page.encode()) < LARGEST.get(name, 255_000)
    assert not re.search(r"""(src|href)="(?!data:)""", page)  # no other file
    shown = data_in(page)
    assert zlib.decompress(base64.b64decode(shown["code"]))[:4] == b"\0asm"
    assert shown["rules"] and shown["source"]
    assert shown["head"] == record_head(GAMES[name](), GAMES[name]().start)
    assert [*tmp_path.iterdir()] == [path]  # nothing else is left there


@pytest.fixture(scope="module")
def nim_page():
    """The page of a game that is made in no time."""
    return page_of(nim()).text


@pytest.mark.process
def test_a_page_needs_no_llvmlite():
    code = "import sys; sys.modules['llvmlite'] = None; from lazytree.games import nim"
    code += "; from lazytree.hosts.pages import publish; print(publish(nim()).text)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("<!doctype html>")


@pytest.mark.slow
def test_the_same_game_gives_the_same_bytes(nim_page):
    assert publish(nim()) == Page("nim", nim_page)


def test_a_page_is_a_value_that_a_notebook_shows_in_a_frame(nim_page, tmp_path):
    page = Page("nim", nim_page)
    tag = re.fullmatch(
        r'<iframe sandbox="([^"]*)" title="nim" style="[^"]*" srcdoc="([^"]*)"></iframe>', page._repr_html_()
    )
    assert tag and unescape(tag[2]) == nim_page
    assert "allow-same-origin" not in tag[1]
    assert page.save(tmp_path / "nim.html").read_text(encoding="utf-8") == nim_page
    assert [each.name for each in tmp_path.iterdir()] == ["nim.html"]
    assert "<img" not in Page("<img>", "<img>")._repr_html_()


def test_the_policy_knows_the_script_and_the_style_by_what_they_are(nim_page):
    page = nim_page
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    for kind, tag in (("script-src", r'<script type="module">(.*?)</script>'), ("style-src", r"<style>(.*?)</style>")):
        text = re.search(tag, page, re.DOTALL)[1]
        digest = base64.b64encode(sha256(text.encode()).digest()).decode()
        allowed = next(part for part in policy.split("; ") if part.startswith(f"{kind} "))
        assert f"'sha256-{digest}'" in allowed
        assert "unsafe-inline" not in allowed and "unsafe-eval" not in allowed.replace("wasm-unsafe-eval", "")
    assert "default-src 'none'" in policy


@pytest.mark.slow
def test_names_and_rules_cannot_end_an_element():
    name = "</script><img src=x onerror=alert(1)>"
    plain = nim()
    game = Game(name=name, start=plain.start, mover=plain.mover, moves=plain.moves, play=plain.play,
                payoffs=plain.payoffs, players=(name, "two"))  # fmt: skip
    page = page_of(game, rules=name).text
    assert "<img" not in page
    assert page.count("</script>") == 2
    assert data_in(page)["layout"]["players"][0] == name == data_in(page)["rules"]


def not_compiled():
    """A game whose rules make a text of a number."""
    return Game(
        name="texts", start=(4, 0), mover=lambda position: position[1], moves=lambda position: list(range(position[0])),
        play=lambda position, move: (int(str(position[0])) - 1, 1 - position[1]), payoffs=lambda position: (1, -1),
    )  # fmt: skip


def test_what_does_not_compile_is_refused_with_the_reason_of_its_lane(tmp_path):
    game, file = not_compiled(), tmp_path / "page.html"
    with pytest.raises(Refused) as refused:
        publish(game, file)
    assert str(refused.value) == rules_lane(game).reason
    assert not file.exists() and not [*tmp_path.iterdir()]


def test_a_page_that_was_there_stays_where_the_game_is_refused(tmp_path):
    file = tmp_path / "page.html"
    file.write_text("mine")
    with pytest.raises(Refused):
        publish(not_compiled(), file)
    assert file.read_text() == "mine"


def test_a_wrong_rating_is_named():
    with pytest.raises(ValueError, match="nim has no rating 'luck'; it has: nim_sum"):
        wasm(nim(), "luck")
    with pytest.raises(ValueError, match="a Game is wanted"):
        wasm(nim)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "game", [connect_four(), kalah(), nim(), othello(), hex(), dvonn(), dice_of_doom(), tic_tac_toe()], ids=str
)
def test_moves_are_written_as_the_game_writes_them(game):
    """Of games whose moves are few or written as their cells, no text is lost."""
    met = texts_met(game)
    texts = move_texts(met)
    assert unreadable_error(met, texts) == ""
    random, position = Random(3), game.start
    for _ in range(30):
        moves = list(game.moves(position))
        for move in moves:
            known = texts.get((game.mover(position) == CHANCE, move), joined_cell_names(game, position, move))
            assert known == game.format(position, move)
        if not moves:
            break
        position = game.play(position, random.choice(moves))


@pytest.mark.slow
def test_texts_of_moves_that_depend_on_the_position_are_left_out():
    game = Game(
        name="turns", start=0, mover=lambda position: position % 2, moves=lambda position: [7] if position < 4 else [],
        play=lambda position, move: position + 1, payoffs=lambda position: (0, 0),
        format=lambda position, move: f"at {position}",
    )  # fmt: skip
    met = texts_met(game)
    assert len(met) == 4 * 12
    assert move_texts(met) == {}
    assert unreadable_error(met, {}) == "the text of a move depends on the position (at 0)"
    assert publish(game).unsaved == unreadable_error(met, {}) and publish(nim()).unsaved == ""
    assert data_in(publish(game).text)["head"] is None


@pytest.mark.slow
def test_equal_moves_of_chance_and_of_players_have_texts_of_their_own():
    """A die shows 1 or 2, then a pawn 1 or 2 moves."""
    game = Game(
        name="race", start=(0, 0), mover=lambda p: 0 if p[1] else CHANCE, moves=lambda p: [1, 2] if p[0] < 4 else [],
        play=lambda p, move: (p[0] + 1, 0) if p[1] else (p[0], move), payoffs=lambda p: (0, 0), odds=lambda p, die: 1,
        format=lambda p, move: f"pawn {move}" if p[1] else f"rolls {move}",
    )  # fmt: skip
    page = publish(game)
    assert page.unsaved == ""
    shown = data_in(page.text)
    assert sorted(shown["texts"].values()) == ["pawn 1", "pawn 2"]
    assert sorted(shown["drawn"].values()) == ["rolls 1", "rolls 2"]
    assert sorted(shown["texts"]) == sorted(shown["drawn"])  # the same bytes


def test_what_follows_the_cells_is_told_by_a_part_of_the_move():
    """The second byte tells it; where no part does, or a text is not the names of cells and more, nothing is told."""
    met = [MetMove(0, move, text, "a1") for move, text in ((b"\1\2", "a1=Q"), (b"\3\2", "a1=Q"), (b"\1\0", "a1"))]
    assert tails(met, bytes) == (1, {"02": "=Q"})
    assert tails([*met, MetMove(0, b"\4\2", "a1=R", "a1")], bytes) == (0, {"0102": "=Q", "0302": "=Q", "0402": "=R"})
    assert tails([*met, MetMove(1, b"\1\2", "a1=R", "a1")], bytes) == (0, {})
    assert tails([*met, MetMove(0, b"\5\0", "pass", "")], bytes) == tails(met[2:], bytes) == (0, {})


@pytest.mark.slow
def test_a_page_of_chess_knows_what_any_pawn_becomes():
    shown = data_in(publish(chess(setup="7k/4P3/8/8/8/8/8/K7 w - - 0 1")).text)
    assert shown["texts"].keys() and sorted(shown["tails"][1].values()) == ["=B", "=N", "=Q", "=R"]


def test_moves_of_a_position_that_look_alike_cannot_be_read_again():
    passes = {(False, 1): "pass", (False, 2): "pass"}
    assert not unreadable_error([MetMove(0, 1, "pass", ""), MetMove(1, 2, "pass", "")], passes)
    assert "same text (pass)" in unreadable_error([MetMove(0, 1, "pass", ""), MetMove(0, 2, "pass", "")], passes)
    assert "depends on the position (a1x)" in unreadable_error([MetMove(0, 1, "a1x", "a1")], {})


def test_moves_with_more_texts_than_a_page_keeps_are_said_to_be_too_many():
    game = Game(
        name="many", start=0, mover=lambda position: 0, moves=lambda position: range(MOST + 1) if position < 1 else [],
        play=lambda position, move: position + 1, payoffs=lambda position: (0, 0),
        format=lambda position, move: f"number {move}",
    )  # fmt: skip
    met = texts_met(game)
    assert unreadable_error(met, move_texts(met)).startswith(f"more than {MOST:,} moves have texts")


@pytest.mark.slow
def test_rules_that_raise_in_a_game_played_at_random_are_refused(tmp_path):
    game = Game(
        name="halves", start=(4, 0), mover=lambda p: p[1], moves=lambda p: [1, 2] if p[0] > 0 else [],
        play=lambda p, move: (p[0] - 2 // (2 - move), 1 - p[1]), payoffs=lambda p: (1, -1),
    )  # fmt: skip
    assert rules_lane(game).name == "machine"
    with pytest.raises(ZeroDivisionError):
        publish(game, tmp_path / "page.html")
    assert not [*tmp_path.iterdir()]


def nested():
    """A game whose moves are in loops over tuples and a filtered list, which is written out in each loop over them."""
    ways = tuple((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)

    def moves(position: tuple[Any, ...]) -> list[tuple[int, int]]:
        taken = [cell for side in position[0] for cell in side if cell is not None]
        found = []
        for i, cell in enumerate(position[0][position[1]]):
            if cell is not None:
                for way in ways:
                    to = cell + 3 * way[0] + way[1]
                    if 0 <= to < 9 and to not in taken:
                        found.append((i, to))
        return found

    def play(position: tuple[Any, ...], move: tuple[int, int]) -> tuple[Any, ...]:
        sides = list(position[0])
        mine = list(sides[position[1]])
        mine[move[0]] = move[1] if move[1] > 1 else None
        sides[position[1]] = tuple(mine)
        return tuple(sides), 1 - position[1]

    return Game(
        name="nested", start=(((7, 8), (2, 3)), 0), mover=lambda p: p[1], moves=moves, play=play,
        payoffs=lambda p: (-1, 1) if p[1] == 0 else (1, -1),
    )  # fmt: skip


@pytest.mark.slow
def test_a_page_may_be_as_long_as_several_modules_of_machine_code(monkeypatch):
    """Rules, a search and simulations are each as long as one may be; what is longer names the rule of the user."""
    game = nested()
    assert rules_lane(game).name == "machine"
    monkeypatch.setattr("lazytree.compiler.codegen.module.MOST_INSTRUCTIONS", 8_000)  # the page has 16,000
    assert not isinstance(game_module(game), Refused)
    monkeypatch.setattr("lazytree.compiler.codegen.module.MOST_INSTRUCTIONS", 1_000)
    found = game_module(replace(game, name="again"))
    assert isinstance(found, Refused)
    assert found.rule.startswith("the machine code grows beyond 3,000 instructions, most of them of `moves`: ")
    assert found.place == f"test_publishing.py:{game.moves.__code__.co_firstlineno}"


@pytest.mark.slow
def test_no_more_moves_are_looked_at_than_needed():
    game = Game(
        name="long", start=0, mover=lambda position: position % 2, moves=lambda position: range(500),
        play=lambda position, move: position + 1, payoffs=lambda position: (0, 0),
    )  # fmt: skip
    assert ENOUGH <= len(texts_met(game)) <= ENOUGH + 500 * PLIES
    assert len(texts_met(game)) == 500 * PLIES  # one game


def test_a_page_reads_the_records_of_its_game_and_says_what_is_wrong_with_others():
    game = nim(heaps=(1, 2))
    saved = json.loads(save_record(record(game, [next(iter(game.moves(game.start)))])))
    texts = [
        json.dumps(saved),
        json.dumps({**saved, "payoffs": [1, -1], "ended": "second resigns"}),
        json.dumps({**saved, "payoffs": [1, -1], "ended": ""}),
        json.dumps({**saved, "payoffs": [1], "ended": "second resigns"}),
        json.dumps({**saved, "version": 2}),
        json.dumps({**saved, "parameters": {"heaps": [2, 1]}}),
        json.dumps({**saved, "position": "1 1"}),
        json.dumps({**saved, "moves": [1]}),
        save_record(record(tic_tac_toe())),
        "[]",
        "no",
    ]
    found = in_node(
        """
        import { recordIn } from "./page_records.mjs";
        const [texts, head] = data;
        return texts.map((text) => { try { return recordIn(text, head, 2); } catch (error) { return error.message; } });
        """,
        texts,
        record_head(game, game.start),
    )
    assert found == [
        {"moves": saved["moves"], "ended": None},
        {"moves": saved["moves"], "ended": {"payoffs": [1, -1], "reason": "second resigns"}},
        {"moves": saved["moves"], "ended": None},
        'the file is no saved record, it has "ended", so "payoffs" must be 2 numbers',
        "it is of version 2, this page reads version 1",
        'it is of nim with {"heaps":[2,1]}, not with {"heaps":[1,2]}',
        "it begins at another position than this page",
        "the file is no saved record, it has no list of moves",
        'it is a game of "tic_tac_toe", not of nim',
        "the file is no saved record, it is not an object of JSON",
        "the file is no saved record, it is not JSON",
    ]


def test_a_game_of_ones_own_that_is_called_like_one_of_the_library_has_its_own_rules():
    """The text goes by whose functions they are; a notebook's module has a docstring that is not the user's."""
    mine = replace(nim(), play=lambda position, move: position)
    assert docstring_of(mine) == rules_text(sys.modules[__name__])
    names = {"__name__": "__main__"}
    exec("def play(position, move):\n    return position\n", names)
    assert docstring_of(replace(nim(), play=names["play"])) == ""


def test_rules_are_the_docstring_of_the_factory():
    assert docstring_of(dvonn()).splitlines()[0] == dvonn.__doc__.strip().splitlines()[0]
    assert ">>>" not in docstring_of(dvonn())


@pytest.mark.slow
def test_a_module_runs_in_node_as_the_rules_run_in_python():
    game = dice_of_doom(dice="rolled")
    made = wasm(game)
    position = game.play(game.start, next(iter(game.moves(game.start))))
    found = in_node(
        """
        import { wasmGame } from "./wasm_game.mjs";
        const [code, layout] = data;
        const game = await wasmGame(Buffer.from(code, "base64"), layout);
        const after = game.play(game.start, game.moves(game.start)[0]);
        const again = game.write(game.read(after));
        return [game.mover(after), game.moves(after).map((move) => game.readMove(move)), game.stones(after).length,
          again.every((byte, at) => byte === after[at]), game.moves(after).map((move) => game.odds(after, move))];
        """,
        base64.b64encode(made.code).decode(),
        dict(made.layout),
    )
    moves = list(game.moves(position))
    assert found == [
        game.mover(position),
        [move._asdict() for move in moves],
        len(list(game.stones(position))),
        True,
        [game.odds(position, move) for move in moves],
    ]


@pytest.mark.parametrize("name", ["engine_worker.mjs", "published_page.mjs"])
def test_what_a_worker_runs_is_a_script_without_imports(name):
    assert not re.search(r"^(import|export)\b", front_end(name), re.MULTILINE)


@pytest.mark.slow
def test_a_page_without_a_board_says_how_one_is_drawn():
    page = page_of(card_game())
    assert page.undrawn.count("=lambda") == 2 and "layout=" in page.undrawn
    assert page_of(nim()).undrawn == ""
