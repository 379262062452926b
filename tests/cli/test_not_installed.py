"""A checkout that is not installed: the command line runs, and says so where its release is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
PROGRAM = """
import sys
from importlib import metadata

def missing(name):
    raise metadata.PackageNotFoundError(name)

metadata.version = missing
from lazytree.cli import main
main(sys.argv[1:])
"""


def output_of(*words: str) -> str:
    """What the command line writes to its output, in a Python that knows no package of the name lazytree."""
    command = [sys.executable, "-c", PROGRAM, *words]
    return subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, timeout=120).stdout


def test_commands_run():
    assert output_of("perft", "nim", "--depth", "1").strip() == "12"


def test_the_release_says_that_it_is_not_installed():
    assert output_of("--version") == "lazytree that is not installed\n"
