"""The commands that write tables of exact values, and opening books."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lazytree.cli.shell import main
from lazytree.games import nim
from lazytree.tables import open_table

NIM = ["tabulate", "nim", "heaps=1,2"]


def test_a_table_is_written_and_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "nim.table"
    assert main([*NIM, "--file", str(file)]) == 0
    table = open_table(file, nim(heaps=(1, 2)))
    assert capsys.readouterr().out == f"{file} is written: {table.told}\n"
    assert main([*NIM, "--file", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told == {"file": str(file), "positions": len(table), "bytes": file.stat().st_size, "table": "endgame table"}


def test_a_book_is_written_and_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "nim.book"
    assert main(["book", "nim", "heaps=1,2", "--plies", "2", "--file", str(file)]) == 0
    assert capsys.readouterr().out == f"{file} is written: {open_table(file, nim(heaps=(1, 2))).told}\n"
    assert main(["book", "nim", "heaps=1,2", "--plies", "2", "--depth", "1", "--file", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["table"] == "opening book"


def test_tables_are_looked_up(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = str(tmp_path / "nim.table")
    main([*NIM, "--file", file])
    assert main(["solve", "nim", "heaps=1,2", "--table", file]) == 0
    found = capsys.readouterr().out
    assert "value for first: 1\n3 plies: b-1 a-1 b-1\n" in found
    assert "lane: python (a table has the value)" in found
    game = ["play", "nim", "heaps=1,2", "--first", "at_random", "--second", "at_random", "--table", file]
    assert main(game) == 0
    played = capsys.readouterr().out
    assert "first: b-1" in played and played.endswith("first wins\n")
    assert main(["solve", "nim", "heaps=1,3", "--table", file]) == 2
    assert "make one for this game" in capsys.readouterr().err


def test_mistakes_are_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for words, told in (
        (NIM, "--file"),
        ([*NIM, "--file", f"{tmp_path}/none/x"], "name a file in a folder that is there"),
        (["tabulate", "dice_of_doom", "dice=rolled", "--file", f"{tmp_path}/x"], "two players without chance"),
    ):
        assert main(words) == 2
        assert told in capsys.readouterr().err
