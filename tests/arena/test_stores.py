"""The store of a tournament: games that cannot be read are named and played again, and the others are kept."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree.arena import Played, Results, tournament
from lazytree.arena.tournaments.store import open_store
from tests.helpers.examples import examples

BOTS = ["minimax:depth=5", "at_random"]


@pytest.mark.parametrize(
    "broken",
    [
        *("no JSON", "[]", '{"nonsense": 1}', '{"game": 1, "players": ["a"], "opening": ""}'),
        '{"game": "g", "players": null, "opening": ""}',
        '{"game": "g", "players": ["a"], "opening": "", "payoffs": 1}',
    ],
)
@pytest.mark.parametrize("checksum", ["checksum", "NULL"])  # NULL: of an old store
def test_a_game_that_is_broken_in_the_store_is_told_and_played_again(tmp_path: Path, broken: str, checksum: str):
    store = tmp_path / "games.db"
    whole = tournament("nim heaps=1,2", BOTS, 1, openings=0, store=store)
    with closing(sqlite3.connect(store)) as database, database:
        database.execute(f"UPDATE games SET played = ?, checksum = {checksum} WHERE rowid = 1", (broken,))
    again = tournament("nim heaps=1,2", BOTS, 1, openings=0, store=store)
    assert again.damaged == "1 game in the store could not be read, and had to be played again"
    assert repeatable(again) == repeatable(whole) and again.games[1] == whole.games[1]
    assert tournament("nim heaps=1,2", BOTS, 1, openings=0, store=store) == again


def repeatable(found: Results) -> list[Played]:
    return [game.repeatable() for game in found.games]


GAMES = {
    ("nim", pair, ("a", "b")): Played("nim", ("a", "b"), "startpos", pair, moves=("a-1",) * 120, payoffs=(1, -1))
    for pair in range(20)
}


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a store of these games."""
    path = tmp_path_factory.mktemp("stored") / "games.db"
    with open_store(path) as store:
        store.describe("t", "nim")
        store.add("t", GAMES.values())
    return path.read_bytes()


def flipped(written: bytes, bit: int, path: Path) -> None:
    path.write_bytes((int.from_bytes(written, "little") ^ 1 << bit).to_bytes(len(written), "little"))


@given(place=st.floats(0, 1, exclude_max=True))
@examples(40)
def test_a_flipped_bit_costs_the_games_of_a_page_at_most(
    tmp_path_factory: pytest.TempPathFactory, stored: bytes, place: float
):
    """Wherever it is behind the first page, which says what the file is. What is played again is stored again."""
    path, first = tmp_path_factory.mktemp("flipped") / "games.db", 8 * 4096
    flipped(stored, first + int(place * (8 * len(stored) - first)), path)
    with open_store(path) as store:
        found = store.read("t")
        assert found.games.items() <= GAMES.items(), "none is another one"
        assert len(found.games) >= len(GAMES) - (8 if store.mended else 1)
        assert len(found.games) == len(GAMES) or found.damaged or store.mended, "it is told"
        store.add("t", GAMES.values())
    with open_store(path) as store:
        assert store.read("t") == (GAMES, 0) and not store.mended


@pytest.mark.parametrize("at", [0, 16, 100, 1000, 4000])
def test_a_flipped_bit_in_the_first_page_is_told_or_does_no_harm(tmp_path: Path, stored: bytes, at: int):
    flipped(stored, 8 * at, tmp_path / "games.db")
    try:
        with open_store(tmp_path / "games.db") as store:
            assert store.read("t") == (GAMES, 0)
    except ValueError as error:
        assert "cannot be opened as a store of games" in str(error)


def test_a_store_of_before_there_were_checksums_goes_on(tmp_path: Path):
    """Its table has one column less."""
    path = tmp_path / "games.db"
    whole = tournament("nim heaps=1,2", BOTS, 2, openings=0, store=path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("ALTER TABLE games DROP COLUMN checksum")
        database.execute("DELETE FROM games WHERE pair = 1")
    again = tournament("nim heaps=1,2", BOTS, 2, openings=0, store=path)
    assert again.games[:2] == whole.games[:2] and repeatable(again) == repeatable(whole) and not again.damaged


def test_a_store_that_can_be_written_no_more_is_named_and_keeps_its_games(tmp_path: Path):
    store = tmp_path / "games.db"
    tournament("nim heaps=1,2", BOTS, 1, openings=0, store=store)
    with sqlite3.connect(store) as database:
        database.execute("CREATE TRIGGER full BEFORE INSERT ON games BEGIN SELECT RAISE(FAIL, 'disk is full'); END")
    database.close()
    with pytest.raises(ValueError, match="the store cannot be written: disk is full; what it has is kept"):
        tournament("nim heaps=1,2", BOTS, 2, openings=0, seed=2, store=store)
    assert len(tournament("nim heaps=1,2", BOTS, 1, openings=0, store=store).games) == 2
