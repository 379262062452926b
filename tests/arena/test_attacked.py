"""What goes wrong in a tournament is named, and costs nothing that is done: stores, bots, files, sequential tests."""

import json
import sqlite3
from pathlib import Path

import pytest

from lazytree.arena import Sprt, margin, match, pairs_of, strengths, tournament, verdict
from lazytree.arena.tournaments.report import page
from lazytree.arena.tournaments.results import from_json
from lazytree.arena.tournaments.tallies import counts_of
from lazytree.arena.tournaments.told import as_data, report
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
def test_a_store_with_a_broken_game_is_named(tmp_path: Path, broken: str):
    store = tmp_path / "games.db"
    tournament("nim heaps=1,2", BOTS, 1, openings=0, store=store)
    with sqlite3.connect(store) as database:
        database.execute("UPDATE games SET played = ? WHERE rowid = 1", (broken,))
    database.close()
    with pytest.raises(ValueError, match=r"a game in the store cannot be read .* name another store"):
        tournament("nim heaps=1,2", BOTS, 1, openings=0, store=store)


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
    command = ["tournament", "nim", "heaps=3,4,5", "--bots", "at_random:seed=1", "at_random:seed=2", "--openings", "0"]
    assert main([*command, "--pairs", "400", "--sprt", "0", "200"]) == 0
    assert "it is 0 Elo stronger rather than 200" in capsys.readouterr().out


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
    known, data = strengths(counts_of(found.games)), as_data(found)["superiority"]
    for one in found.players:
        for other in found.players:
            if one != other:
                assert data[one][other] == known.superiority(one, other)
                assert data[one][other] + data[other][one] == pytest.approx(1)
    assert "stronger than" in report(found) and "stronger than" in page(found)
    two = match(GAME, BOTS, 2, openings=0)
    assert str(margin(pairs_of(two.games, *BOTS))) in report(two)
