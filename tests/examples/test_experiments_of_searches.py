"""The experiments of Andantino and Konane: what their tables must show, and how their parts work."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from math import inf
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from lazytree import SURE
from lazytree.searching.deepening import Answer

from .experiments import DASH, HERE, NOT_RUN, SEARCHES, Row, check_experiment, number, printed, tables

pytestmark = pytest.mark.slow


@pytest.fixture
def experiment(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], ModuleType]]:
    """A module of the experiments by its name."""
    monkeypatch.syspath_prepend(HERE)
    before = set(sys.modules)
    yield import_module
    for name in set(sys.modules) - before:
        if name.startswith("andantino") or name == "tables":
            del sys.modules[name]


@pytest.mark.parametrize("name", SEARCHES)
def test_an_experiment_prints_what_it_found_and_says_how_it_is_run(name: str):
    check_experiment(name)


def test_cells_without_a_figure(experiment: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str]) -> None:
    """An empty cell, a dash, "not run" and "time-out" leave a column of figures flush right."""
    of_tables = experiment("tables")
    cells = [None, of_tables.UNPUBLISHED, of_tables.NOT_RUN, of_tables.TIME_OUT, 1.5, 1234]
    of_tables.print_table("Cells", ["name", "figure"], [["a", cell] for cell in cells])
    (rows,) = tables(capsys.readouterr().out)
    assert [row["figure"] for row in rows] == ["", DASH, NOT_RUN, "time-out", "1.5", "1,234"]
    of_tables.print_table("Cells", ["figure"], [[cell] for cell in cells])
    assert "-------: |" in capsys.readouterr().out


# Andantino


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
    assert all(number(row["positions seen"]) < number(row["lines of play"]) for row in rows if "scout" in row["search"])


def andantino() -> tuple[list[Row], ...]:
    return tuple(tables(printed("andantino")))


def test_32_published_figures_stand_beside_ours() -> None:
    """Four searches, two depths, four positions; nothing was published of a scout with a table and an ordering."""
    rows, *_ = andantino()
    published = [row for row in rows if row["published ms"] not in (DASH, "")]
    assert len({(row["search"], row["depth"], row["stones"]) for row in published}) == 32
    assert {row["search"] for row in rows if row["published ms"] == DASH} == {"scout, table, ordering"}
    assert {row["search"] for row in rows if row["published ms"] == ""} == {"alpha-beta"}
    assert all(float(row["ms"].replace(",", "")) > 0 for row in rows)


def test_a_search_that_returns_after_its_first_child_is_no_search() -> None:
    """It finds another value than minimax in some positions, and what it sees grows with the depth, not its power."""
    rows, _, first, *_ = andantino()
    exact = {(row["depth"], row["stones"]): row["value"] for row in rows}
    assert all(row["value"] == exact[row["depth"], row["stones"]] for row in first)
    assert any(number(row["value"]) != number(row["its value"]) for row in first)


def test_first_children_are_followed_in_every_move(experiment: Callable[[str], ModuleType]) -> None:
    """Below each move the best rated child of its mover, and so on to the end: here 5 and 3, of which FIRST takes 5."""
    from lazytree import SECOND, Stats, make_tree

    def leaf(label: int) -> Any:
        return make_tree(lambda: label)

    def node(label: int, *leaves: int) -> Any:
        return make_tree(lambda: label, SECOND, [(each, leaf(each)) for each in leaves])

    tree = make_tree(lambda: 0, 0, [("a", node(9, 7, 5)), ("b", node(1, 3, 4))])
    stats = Stats()
    assert experiment("andantino").first_children(tree, stats) == 5
    assert stats.nodes == 4


def test_deepening_looks_at_odd_depths_only() -> None:
    *_, reached, alphabeta, scout, machine = andantino()
    assert [row["search"] for row in reached] == ["alpha-beta", "scout", "scout in machine code"]
    for rows in (alphabeta, scout, machine):
        assert [row["depth"] for row in rows] == [str(depth) for depth in range(1, 2 * len(rows), 2)]
    for row in reached:
        ours = [cell for head, cell in row.items() if head.startswith("after")]
        assert all(int(cell.split()[0].rstrip("+")) % 2 for cell in ours)


@pytest.mark.parametrize(
    "depths, value, limit, end",
    [(3, 0, 60, "time-out"), (3, SURE + 1, 60, "certain"), (3, -SURE - 1, 60, "certain"), (12, 0, 60, "")],
)
def test_how_deepening_ends(
    experiment: Callable[[str], ModuleType], depths: int, value: int, limit: float, end: str
) -> None:
    """The last depth allowed is 19, for 20 plies are the most."""
    answers = [Answer(depth, value, 0, (0,), 1, 0.0) for depth in range(1, 2 * depths, 2)]
    done = experiment("andantino_deepening").deepened(lambda stop: iter(answers), limit)
    assert list(done.seconds) == [answer.depth for answer in answers if answer.depth <= 19]
    assert done.end == end


def test_all_depths_share_the_time(experiment: Callable[[str], ModuleType]) -> None:
    """Time spent on one depth is missing for the next, as in the report's program; a lap is that of one depth."""
    ticks = iter(range(100))
    laps = experiment("andantino_deepening").Laps(4, clock=lambda: next(ticks))
    assert [laps.late() for _ in range(2)] == [False, False]
    assert laps.lap() == 3
    assert [laps.late() for _ in range(2)] == [False, True]


def test_alphabeta_sees_as_much_of_andantino_as_an_independent_count_says() -> None:
    """Depth 3, sorted and not, counted by a plain alpha-beta on lists that is written here."""
    from lazytree.games import andantino as game_of

    game = game_of(last_stone=True)

    def search(position: Any, depth: int, low: float, high: float, by_rating: bool) -> tuple[float, int]:
        moves = list(game.moves(position)) if depth else []
        rate_one = game.ratings["last_stone"]
        if not moves:
            payoff = game.payoffs(position)[0] if not list(game.moves(position)) else 0
            return (10**6 * payoff or rate_one(position)), 1
        first, seen = game.mover(position) == 0, 1

        def worth(after: Any) -> float:
            over = not list(game.moves(after))
            return (10**6 * game.payoffs(after)[0] if over else 0) or rate_one(after)

        children = [game.play(position, move) for move in moves]
        if by_rating:
            children.sort(key=worth, reverse=first)
        best = -inf if first else inf
        for child in children:
            value, more = search(child, depth - 1, low, high, by_rating)
            seen += more
            if first:
                best, low = max(best, value), max(low, value)
            else:
                best, high = min(best, value), min(high, value)
            if low >= high:
                break
        return best, seen

    rows, *_ = andantino()
    position = game.start
    for stones, text in enumerate(("10 J", "9 J", "9 I", "10 K", "11 K"), 1):
        position = game.play(position, game.parse(position, text))
        for name in ("alpha-beta", "alpha-beta, sorted") if stones % 2 else ():
            (row,) = [row for row in rows if (row["depth"], row["stones"], row["search"]) == ("3", str(stones), name)]
            assert number(row["positions seen"]) == search(position, 3, -inf, inf, "sorted" in name)[1]


def test_sorted_searches_see_what_was_counted_before() -> None:
    """Depth 5, positions seen after 1, 3, 5, 7 stones: 257, 226, 577, 1846 unsorted, 241, 260, 639, 1451 sorted."""
    rows, *_ = andantino()

    def seen(name: str) -> list[int]:
        return [number(row["positions seen"]) for row in rows if (row["depth"], row["search"]) == ("5", name)]

    assert seen("alpha-beta") == [257, 226, 577, 1846]
    assert seen("alpha-beta, sorted") == seen("negamax, sorted") == [241, 260, 639, 1451]


# Konane


def test_players_of_konane_are_called_what_they_are() -> None:
    """The exercise's players: each reports static evaluations, branching, cutoffs and time."""
    wins, costs = tables(printed("konane"))
    names = [
        "random",
        "breadth first, 2 plies",
        "best first, 50 expansions",
        "minimax, 3 plies",
        "alpha-beta, 3 plies",
    ]
    assert [row["player"] for row in costs] == [row["dark"] for row in wins] == names
    assert list(wins[0])[1:] == [name.split(",")[0] for name in names]
    assert all(float(row["branching"]) >= 1 and float(row["ms"]) > 0 for row in costs)
    assert [float(row["static evaluations"]) > 0 for row in costs] == [False, True, True, True, True]
    assert [float(row["cutoffs"]) > 0 for row in costs] == [False, False, False, False, True]


def test_no_player_plays_konane_against_themselves() -> None:
    wins, _ = tables(printed("konane"))
    for row, head in zip(wins, list(wins[0])[1:]):
        assert row[head] == ""


def test_minimax_and_alphabeta_win_the_same_games() -> None:
    """They make the same moves, so that their rows and columns are alike against all others."""
    wins, _ = tables(printed("konane"))
    by_name = {row["dark"].split(",")[0]: row for row in wins}
    for other in ("random", "breadth first", "best first"):
        assert by_name["minimax"][other] == by_name["alpha-beta"][other]
        assert by_name[other]["minimax"] == by_name[other]["alpha-beta"]
    assert by_name["minimax"]["alpha-beta"] == by_name["alpha-beta"]["minimax"]


def test_every_game_of_konane_has_one_winner():
    wins, costs = tables(printed("konane"))
    won = next(head for head in costs[0] if head.startswith("won of"))
    games = int(won.split()[-1]) * len(costs) // 2
    assert sum(int(row[won]) for row in costs) == games == len(wins) * (len(wins) - 1)


def test_an_experiment_draws_its_plot(tmp_path: Path):
    pytest.importorskip("matplotlib", reason="plots need matplotlib, of the extra notebook")
    file = tmp_path / "plot.svg"
    command = [sys.executable, str(HERE / "konane.py"), "--quick", "--plot", str(file)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert str(file) in run.stdout
    assert "branching" in file.read_text(encoding="utf-8")
