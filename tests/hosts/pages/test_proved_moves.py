"""Pages that play by a certificate: the tables of moves, read in both languages, and what is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from lazytree import games, solve
from lazytree.compiler import game_in_wasm
from lazytree.hosts.pages import proved_moves as made
from lazytree.hosts.pages import publish, publishing
from lazytree.solving.certificates import proved_moves
from tests.helpers.javascript import in_node


def some_moves(count: int, most: int) -> dict[bytes, int]:
    random = Random(count)
    return {random.randbytes(random.randrange(4, 40)): random.randrange(most) for _ in range(count)}


@pytest.mark.parametrize(("count", "most"), [(0, 1), (1, 1), (2, 4000), (50, 7), (3000, 60)])
def test_a_table_gives_every_number_that_it_was_made_of(count: int, most: int) -> None:
    numbers = some_moves(count, most)
    table = made.move_table(numbers)
    assert all(made.number_in(table, position) == number for position, number in [*numbers.items()][:200])
    assert len(table["cells"]) < (1.3 * count * table["bits"] / 8 + 50) * 4 / 3


@pytest.mark.process
def test_pages_read_the_tables_as_python_does() -> None:
    tables = [(made.move_table(numbers), numbers) for numbers in (some_moves(3, 4000), some_moves(2000, 60))]
    program = """
        import { movesIn } from "./proved_moves.mjs";
        return data[0].map(([table, positions]) => positions.map((each) => movesIn(table)(Uint8Array.from(each))));
    """
    found = in_node(program, [(table, [list(position) for position in numbers]) for table, numbers in tables])
    assert found == [list(numbers.values()) for _, numbers in tables]


def data_in(page: Any) -> Any:
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', page.text, re.DOTALL)
    assert found
    return json.loads(found[1])


@pytest.mark.slow
def test_a_page_has_the_moves_of_the_certificate_for_who_holds_the_value(tmp_path: Path) -> None:
    game = games.hex(size=3, swap=False)
    certificate = solve(game, proof=tmp_path / "proof.json").certificate
    page = publish(game, perfect=tmp_path / "proof.json")
    data = data_in(page)
    (proof,) = data["proofs"]
    assert (proof["player"], proof["said"]) == (0, "This bot always wins as Red, the first player.")
    assert [data["levels"][level]["name"] for level in data["first"]] == ["perfect", "a person"]
    assert certificate is not None
    pack = game_in_wasm(game, None).pack_position
    moves = list(proved_moves(game, game.start, certificate.claims[0]))
    assert sorted(number for _, number in moves) == sorted(certificate.claims[0].moves)
    for position, number in moves:
        assert made.number_in(proof, pack(position)) == number
    with pytest.raises(ValueError, match="other rules, or of another position"):
        publish(games.hex(size=4, swap=False), perfect=tmp_path / "proof.json")


@pytest.mark.slow
@pytest.mark.parametrize("make", [games.tic_tac_toe, lambda: games.nim(heaps=(3, 4, 5))])
def test_no_line_of_play_against_the_tables_of_a_page_is_lost(make: Callable[[], Any]) -> None:
    """By brute force over all that an opponent may do; only the tables are asked."""
    game = make()
    pack = game_in_wasm(game, None).pack_position
    for proof in data_in(publish(game, perfect=True))["proofs"]:
        met, ahead = set(), [game.start]
        while ahead:
            position = ahead.pop()
            moves = list(game.moves(position)) if position not in met else []
            met.add(position)
            if not moves:
                assert any(True for _ in game.moves(position)) or game.payoffs(position)[proof["player"]] >= 0
            elif game.mover(position) == proof["player"]:
                ahead.append(game.play(position, moves[made.number_in(proof, pack(position))]))
            else:
                ahead.extend(game.play(position, move) for move in moves)


@pytest.mark.slow
def test_a_page_that_would_be_too_large_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(publishing, "LARGEST", 100_000)
    with pytest.raises(ValueError, match=r"would have 0\.\d MB with its proof, and may have 0\.1: "):
        publish(games.nim(heaps=(1, 2)), tmp_path / "page.html", perfect=True)
    with pytest.raises(ValueError, match="chance or more than two players"):
        publish(games.dice_of_doom(dice="rolled", size=2), tmp_path / "page.html", perfect=True)
    assert not list(tmp_path.iterdir())
