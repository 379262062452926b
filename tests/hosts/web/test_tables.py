"""Bots of the server play by a table of its owner, where that is of the game that is played."""

from pathlib import Path

import pytest

from lazytree.cli.pages import catalogue_of
from lazytree.cli.shell import main
from lazytree.core.stopping import never
from lazytree.games import nim
from lazytree.hosts.web.catalogue import bot_move, table_opener
from lazytree.tables import tabulate


def test_a_bot_plays_by_the_table_of_the_server(tmp_path: Path):
    game, file = nim(heaps=(2, 3, 4)), str(tmp_path / "nim.table")
    table = tabulate(game, file=file)
    opened = table_opener(catalogue_of(None, [])._replace(table=file))
    position = game.start
    while moves := list(game.moves(position)):
        move, said = bot_move(opened(game), game, "at_random:seed=3", position, never, print)
        assert (move, said) == (table.best(position), "")
        assert move in moves
        position = game.play(position, move)
    assert game.payoffs(position)[0] == table[game.start].value
    assert opened(nim(heaps=(1, 1))) is None
    assert table_opener(catalogue_of(None, []))(game) is None


def test_a_wrong_table_is_told_before_the_server_begins(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    for words, told in ((["--table", "x"], "--table is for one game"), (["nim", "--table", "x"], "x cannot be read")):
        assert main(["web", *words]) == 2
        assert told in capsys.readouterr().err
