"""The experiments: each runs small and prints its tables; what they claim of games and searches holds."""

import os
import subprocess
import sys
from functools import cache
from itertools import groupby
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2] / "examples" / "experiments"
SHARED = ("andantino_deepening", "andantino_published", "tables")
NAMES = sorted(path.stem for path in HERE.glob("*.py") if path.stem not in SHARED)

Row = dict[str, str]


def run_small(name: str) -> str:
    """What an experiment prints when it is run small."""
    command = [sys.executable, str(HERE / f"{name}.py"), "--quick"]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment)
    assert run.returncode == 0, run.stderr
    return run.stdout


printed = cache(run_small)


def tables(text: str) -> list[list[Row]]:
    """The tables of a text, each a row after the other, each row by the names of its columns."""
    found = []
    for block in text.split("\n\n"):
        lines = [[cell.strip() for cell in line[1:-1].split(" | ")] for line in block.splitlines() if line[:1] == "|"]
        if lines:
            heads, rule, *rows = lines
            assert all(set(cell) <= {"-", ":"} for cell in rule)
            assert all(len(row) == len(heads) for row in rows)
            found.append([dict(zip(heads, row)) for row in rows])
    return found


def number(text: str) -> int:
    return int(text.replace(",", ""))


def test_there_is_an_experiment_for_each_source():
    assert NAMES == ["andantino", "dice_of_doom", "dvonn", "konane", "selfo"]


@pytest.mark.parametrize("name", NAMES)
def test_each_prints_a_table_with_rows(name: str):
    found = tables(printed(name))
    assert found and all(found)


@pytest.mark.parametrize("name", NAMES)
def test_each_says_how_it_is_run(name: str):
    text = (HERE / f"{name}.py").read_text(encoding="utf-8")
    assert f"`python examples/experiments/{name}.py`" in text.split('"""')[1]


def test_all_searches_of_andantino_find_the_same_value():
    rows, *_ = tables(printed("andantino"))
    values: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        values.setdefault((row["depth"], row["stones"]), set()).add(row["value"])
    assert len(values) == 8
    assert all(len(found) == 1 for found in values.values()), values


def test_the_lines_of_play_of_andantino_are_the_known_ones():
    """After the first stone there are 36 of 3 plies, 720 of 5."""
    rows, *_ = tables(printed("andantino"))
    lines = {row["depth"]: row["lines of play"] for row in rows if row["stones"] == "1"}
    assert lines == {"3": "36", "5": "720"}


def test_a_windowed_search_of_andantino_sees_fewer_positions_than_there_are_lines():
    rows, *_ = tables(printed("andantino"))
    assert all(number(row["positions seen"]) < number(row["lines of play"]) for row in rows if row["search"] == "scout")


def test_random_games_of_dvonn_are_as_long_as_published():
    """Published: 33.155 moves."""
    _, (row,) = tables(printed("dvonn"))
    assert abs(float(row["mean"]) - 33.155) < 3 * float(row["standard error"])
    assert row["published"] == "33.155"


def test_the_seeds_of_dvonn_are_fixed():
    runs = [tables(text) for text in (printed("dvonn"), run_small("dvonn"))]
    first, second = [[[{**row, "ms a move": ""} for row in rows] for rows in run] for run in runs]
    assert first == second


def test_the_book_s_board_of_dice_of_doom_has_the_book_s_tree():
    """147 nodes, 87 positions: a run of the book's code."""
    rows, _ = tables(printed("dice_of_doom"))
    (book,) = [row for row in rows if "book" in row["board"] and row["limit"] == "none"]
    assert (book["nodes of the full tree"], book["positions (memo)"]) == ("147", "87")


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


def test_every_game_of_konane_has_one_winner():
    wins, costs = tables(printed("konane"))
    won = next(head for head in costs[0] if head.startswith("won of"))
    games = int(won.split()[-1]) * len(costs) // 2
    assert sum(int(row[won]) for row in costs) == games == len(wins) * (len(wins) - 1)


def test_the_games_of_selfo_add_up():
    setups, times, others, turns, people = tables(printed("selfo"))
    assert [row["setup"] for row in setups] == [row["setup"] for row in people] == ["1", "2", "3", "4", "5"]
    for row in (*setups, *others):
        result = row.get("won") or row["won/drawn/lost"]
        assert sum(map(int, result.split("/"))) == int(row["games"])
    for row in setups:
        by_seed = [tuple(map(int, result.split("/"))) for result in row["by seed"].split(", ")]
        assert "/".join(map(str, map(sum, zip(*by_seed)))) == row["won"]
        assert sum(map(int, row["walled off"].split("/"))) == int(row["won"].split("/")[1])
    assert all(row["turns"] for row in times)
    assert turns[0] == {"turn": "0", "swarm: Black": "0.0", "White": "0.0", "chemotaxis: Black": "0.0"}


def test_an_experiment_draws_its_plot(tmp_path: Path):
    pytest.importorskip("matplotlib", reason="plots need matplotlib, of the extra notebook")
    file = tmp_path / "plot.svg"
    command = [sys.executable, str(HERE / "konane.py"), "--quick", "--plot", str(file)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert str(file) in run.stdout
    assert "branching" in file.read_text(encoding="utf-8")
