"""The experiments: each runs small and prints its tables; what they claim of games and searches holds."""

from itertools import groupby
from pathlib import Path

import pytest

from .experiments import NAMES, NOT_RUN, SEARCHES, check_experiment, dashes, number, printed, run_small, tables

DOCUMENT = Path(__file__).parents[2] / "docs" / "experiments.md"


def test_there_is_an_experiment_for_each_source():
    assert NAMES == ["andantino", "dice_of_doom", "dvonn", "konane", "selfo"]


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name not in SEARCHES])
def test_an_experiment_prints_what_it_found_and_says_how_it_is_run(name: str):
    check_experiment(name)


def test_in_the_document_a_dash_stands_only_where_a_published_figure_would() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert dashes(text)
    assert all("published" in head for head in dashes(text))
    cells = [(head, cell) for rows in tables(text) for row in rows for head, cell in row.items()]
    assert not any("published" in head for head, cell in cells if cell == NOT_RUN)


@pytest.mark.slow
def test_random_games_of_dvonn_are_as_long_as_published():
    """Published: 33.155 moves (ykolomiets/dvonn on GitHub, movesInGame.json)."""
    _, (row,) = tables(printed("dvonn"))
    assert abs(float(row["mean"]) - 33.155) < 3 * float(row["standard error"])
    assert row["published"] == "33.155"


@pytest.mark.slow
def test_the_seeds_of_dvonn_are_fixed():
    runs = [tables(text) for text in (printed("dvonn"), run_small("dvonn"))]
    first, second = [[[{**row, "ms a move": ""} for row in rows] for rows in run] for run in runs]
    assert first == second


@pytest.mark.slow
def test_the_book_s_board_of_dice_of_doom_has_the_book_s_tree():
    """147 nodes, 87 positions: a run of the book's code."""
    rows, _ = tables(printed("dice_of_doom"))
    (book,) = [row for row in rows if "book" in row["board"] and row["limit"] == "none"]
    assert (book["nodes of the full tree"], book["positions (memo)"]) == ("147", "87")


@pytest.mark.slow
def test_alphabeta_sees_no_more_of_dice_of_doom_than_the_full_tree_has():
    rows, _ = tables(printed("dice_of_doom"))
    for row in rows:
        full = number(row["nodes of the full tree"])
        assert number(row["positions (memo)"]) <= full
        assert number(row["with a table and ordering"]) <= full and number(row["alpha-beta sees"]) <= full


def test_the_book_s_computer_plays_the_first_move_with_the_book_s_highest_rating():
    _, rows = tables(printed("dice_of_doom"))
    boards = [list(group) for _, group in groupby(rows, key=lambda row: (row["version"], row["board"]))]
    assert len(boards) == 4
    for board in boards[:3]:
        ratings = [float(row["the book's rating"]) for row in board]
        assert [row["published move"] for row in board].index("played") == ratings.index(max(ratings))
    figures = [[row["the book's rating"], row["our value"]] for row in boards[3]]
    assert figures == [["13", "19"], ["12", "18"], ["13", "19"], ["13", "19"]]
    assert {row["published move"] for row in boards[3]} == {"–"}


@pytest.mark.slow
def test_the_games_of_selfo_add_up():
    setups, times, others, turns, starts, steps, _, _, people = tables(printed("selfo"))
    assert [row["setup"] for row in setups] == [row["setup"] for row in people] == ["1", "2", "3", "4", "5"]
    for row in (*setups, *others):
        result = row.get("won") or row["won/drawn/lost"]
        assert sum(map(int, result.split("/"))) == int(row["games"])
    for row in setups:
        by_seed = [tuple(map(int, result.split("/"))) for result in row["by seed"].split(", ")]
        assert "/".join(map(str, map(sum, zip(*by_seed)))) == row["won"]
        assert sum(map(int, row["walled off"].split("/"))) == int(row["won"].split("/")[1])
    assert all(row["turns"] for row in times)
    assert [row["moves"] for row in starts] == ["57", "42", "51", "69", "57", "55.2"]
    assert [row["moves"] for row in steps] == ["57", "126"]
    assert turns[0] == {"turn": "0", "swarm: Black": "0.0", "White": "0.0", "chemotaxis: Black": "0.0"}
