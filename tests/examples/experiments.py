"""What the tests of the experiments share: runs, each made once in a process, and the tables that they print."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

HERE = Path(__file__).parents[2] / "examples" / "experiments"
SHARED = ("andantino_deepening", "andantino_published", "tables")
NAMES = sorted(path.stem for path in HERE.glob("*.py") if path.stem not in SHARED)
SEARCHES = ("andantino", "konane")
"""Those that `test_experiments_of_searches.py` runs; `test_experiments.py` runs the others, so that each runs once."""
DASH, NOT_RUN = "–", "not run"

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


def dashes(text: str) -> list[str]:
    """The heads of the columns in which a dash stands."""
    return [head for rows in tables(text) for row in rows for head, cell in row.items() if cell == DASH]


def check_experiment(name: str) -> None:
    """An experiment prints tables with rows, says how it is run, and leaves out only what was not published."""
    found = tables(printed(name))
    assert found and all(found)
    text = (HERE / f"{name}.py").read_text(encoding="utf-8")
    assert f"`python examples/experiments/{name}.py`" in text.split('"""')[1]
    assert all("published" in head for head in dashes(printed(name)))
