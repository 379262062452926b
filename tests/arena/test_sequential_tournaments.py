"""A sequential test of two bots on the command line: when it stops, what it says, what is refused."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import LifoQueue
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree.arena import Sprt, is_decided, margin, match, pairs_of, verdict
from lazytree.cli.shell import main
from tests.helpers.examples import examples

GAME = "nim heaps=3,4,5"
BOTS = ["minimax:depth=5", "at_random"]
COMMAND = ["tournament", "nim", "heaps=3,4,5", "--bots", *BOTS, "--openings", "0", "--pairs"]


@pytest.mark.slow
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
@examples(12)
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
