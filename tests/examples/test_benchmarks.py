"""Each benchmark says what it measures and how it is called, without measuring anything."""

from __future__ import annotations

import ast
import runpy
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
PROGRAMS = [path for path in sorted(FOLDER.glob("*.py")) if "__main__" in path.read_text(encoding="utf-8")]


def test_there_are_benchmarks():
    assert {"chance.py", "lanes.py", "first_use.py", "overrun.py"} <= {path.name for path in PROGRAMS}


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_help_is_given(path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [path.name, "--help"])
    monkeypatch.syspath_prepend(str(FOLDER))
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(path), run_name="__main__")
    assert ended.value.code == 0
    told, text = capsys.readouterr().out, ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert told.startswith(f"usage: {path.name}")
    assert " ".join(text.split())[:25] in " ".join(told.split())
