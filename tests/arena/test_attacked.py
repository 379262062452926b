"""What goes wrong in a tournament is named, and costs nothing that is done: stores, bots, files, sequential tests."""

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from queue import LifoQueue
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lazytree.arena import Played, Results, Sprt, is_decided, margin, match, pairs_of, strengths, tournament, verdict
from lazytree.arena.tournaments.report import as_data, page, report
from lazytree.arena.tournaments.results import counts_by_opening, from_json
from lazytree.arena.tournaments.store import open_store
from lazytree.cli.shell import main

GAME = "nim heaps=3,4,5"
BOTS = ["minimax:depth=5", "at_random"]
COMMAND = ["tournament", "nim", "heaps=3,4,5", "--bots", *BOTS, "--openings", "0", "--pairs"]


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
        store.tell("t", "nim")
        store.add("t", GAMES.items())
    return path.read_bytes()


def flipped(written: bytes, bit: int, path: Path) -> None:
    path.write_bytes((int.from_bytes(written, "little") ^ 1 << bit).to_bytes(len(written), "little"))


@given(place=st.floats(0, 1, exclude_max=True))
@settings(max_examples=40)
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
        store.add("t", GAMES.items())
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


def test_a_loser_may_be_none_or_a_number():
    text = '{"game": "g", "players": ["a", "b"], "opening": "startpos", "loser": %s}'
    assert from_json(text % "null").loser is None and from_json(text % "1").loser == 1


def test_a_bot_that_leaves_the_program_has_lost():
    def leaving(game: object) -> object:
        def bot(position: object) -> object:
            raise SystemExit(3)

        return bot

    found = match("nim heaps=1,2", {"leaving": leaving, "other": "at_random"}, 1, openings=0)
    assert all(game.players[game.loser or 0] == "leaving" and "SystemExit" in game.reason for game in found.games)
    assert len(found.games) == 2


@pytest.mark.parametrize("processes", ["1", "2"])
def test_what_bots_print_is_no_part_of_the_results(tmp_path: Path, capfd: pytest.CaptureFixture[str], processes: str):
    file = tmp_path / "own.py"
    file.write_text(
        "def loud(game):\n    def bot(position):\n        print('loud')\n"
        "        return next(iter(game.moves(position)))\n    return bot\n"
    )
    words = ["tournament", "nim", "heaps=1,2", "--bots", f"{file}:loud", "at_random", "--pairs", "1", "--openings", "0"]
    assert main([*words, "--json", "--processes", processes]) == 0
    printed = capfd.readouterr()
    assert len(json.loads(printed.out)["games"]) == 2 and "loud" in printed.err


@pytest.mark.parametrize("option", ["--html", "--csv", "--plot"])
def test_a_file_that_cannot_be_written_is_named_before_any_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
):
    store = tmp_path / "games.db"
    for path in (tmp_path / "nowhere" / "x", tmp_path):
        assert main([*COMMAND, "2", option, str(path), "--store", str(store)]) == 2
        assert f"{path} cannot be written" in capsys.readouterr().err
    assert not store.exists()


@pytest.mark.parametrize(
    "words",
    ["survey nim --html {}", "publish nim --output {}", "tune nim --store {}", "tournament nim --plot {} --bots"],
)
def test_every_command_asks_before_its_work_whether_its_file_can_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str
):
    def poisoned(*given: object, **named: object) -> None:
        raise AssertionError("the work has begun")

    for begins in ("surveying.survey", "publishing.publish", "tuning.tune", "tournament.tournament"):
        monkeypatch.setattr(f"lazytree.cli.{begins}", poisoned)
    path = tmp_path / "nowhere" / "x.svg"
    more = BOTS if words.endswith("--bots") else []
    assert main([*words.format(path).split(), *more]) == 2
    assert f"{path} cannot be written: name a file in a folder that is there" in capsys.readouterr().err


def test_a_plot_is_a_file_of_a_kind_that_can_be_written(capsys: pytest.CaptureFixture[str]):
    assert main([*COMMAND, "1", "--plot", "elo.txt"]) == 2
    assert "a plot is a file such as elo.svg" in capsys.readouterr().err


def test_a_sequential_test_stops_early_and_says_its_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    page_at = tmp_path / "report.html"
    command = [*COMMAND, "500", "--sprt", "0", "300"]
    assert main([*command, "--html", str(page_at)]) == 0
    text = capsys.readouterr().out
    assert "sequential test of minimax:depth=5 against at_random: LLR" in text
    assert (
        "it is 300 Elo stronger rather than 0" in text and "it is 300 Elo stronger rather than 0" in page_at.read_text()
    )
    assert main([*command, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["sequential_test"]["taken"] == 1 and len(data["games"]) < 200 < data["planned"] == 1000
    found = match(GAME, BOTS, len(data["games"]) // 2, openings=0)
    counted = pairs_of(found.games, *BOTS)
    assert data["sequential_test"]["llr"] == pytest.approx(verdict(Sprt(0, 300), counted).llr)
    assert str(margin(counted)) in text


def test_a_sequential_test_takes_the_lower_hypothesis_of_equal_players(capsys: pytest.CaptureFixture[str]):
    command = ["tournament", "nim", "heaps=3,4,5", "--bots", "at_random", "at_random:seed=2", "--openings", "0"]
    assert main([*command, "--pairs", "400", "--sprt", "0", "200"]) == 0
    assert "it is 0 Elo stronger rather than 200" in capsys.readouterr().out


class LastFirst(ThreadPoolExecutor):
    """A thread that does what it was given last."""

    def __init__(self) -> None:
        super().__init__(1)
        self._work_queue: Any = LifoQueue()


@given(seed=st.integers(1, 10**6), elo1=st.sampled_from([100, 200, 300]))
@settings(max_examples=12)
def test_a_sequential_test_does_not_depend_on_which_game_ends_first(seed: int, elo1: int):
    players = {"one": "at_random", "other": "minimax:depth=1"}
    test = Sprt(0, elo1, alpha=0.2, beta=0.2)
    how: dict[str, Any] = {"pairs": 20, "openings": 0, "seed": seed, "enough": is_decided(test, "one", "other")}
    here = match("nim heaps=3,4,5", players, **how)
    with LastFirst() as executor:
        there = match("nim heaps=3,4,5", players, executor=executor, **how)
    assert [game.repeatable() for game in here.games] == [game.repeatable() for game in there.games]


@pytest.mark.parametrize(
    "words, said",
    [
        (["--pairs", "9", "--sprt", "10", "0"], "elo0 must be below elo1"),
        (["--pairs", "9", "--sprt", "0", "inf"], "Elo of a test must lie within ±2,000"),
        (["--pairs", "9", "--sprt", "nan", "0"], "Elo of a test must lie within ±2,000"),
        (["--sprt", "0", "10"], "--sprt needs the most pairs that are played"),
    ],
)
def test_a_sequential_test_that_makes_no_sense_is_named(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
):
    assert main(["tournament", "nim", "--bots", *BOTS, *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("bots", [["minimax"] * 2, ["minimax"], ["minimax", "at_random", "think:depth=1"]])
def test_a_sequential_test_is_of_two_bots(capsys: pytest.CaptureFixture[str], bots: list[str]):
    assert main(["tournament", "nim", "--bots", *bots, "--pairs", "4", "--sprt", "0", "10"]) == 2
    assert "name two different --bots" in capsys.readouterr().err


def test_the_largest_tests_have_a_ratio():
    for counts in [(0, 0, 0, 0, 9), (9, 0, 0, 0, 0), (1, 2, 3, 2, 1)]:
        assert abs(verdict(Sprt(-2000, 2000), counts).llr) < 1e3


def test_the_likelihood_of_superiority_is_told_of_each_two_players():
    found = tournament("konane rows=4 columns=4", ["minimax:depth=1", "think:depth=3", "at_random"], 3, openings=2)
    known, data = strengths(counts_by_opening(found.games)), as_data(found)["superiority"]
    for one in found.players:
        for other in found.players:
            if one != other:
                assert data[one][other] == known.superiority(one, other)
                assert data[one][other] + data[other][one] == pytest.approx(1)
    assert "stronger than" in report(found) and "stronger than" in page(found)
    two = match(GAME, BOTS, 2, openings=0)
    assert str(margin(pairs_of(two.games, *BOTS))) in report(two)
