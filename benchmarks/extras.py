"""What a benchmark cannot do without: it says so and ends."""

from __future__ import annotations

import shutil

from lazytree.compiler import rules_lane
from lazytree.games import nim


def machine_code_needed() -> None:
    if reason := rules_lane(nim()).reason:
        raise SystemExit(reason)


def gcc_needed() -> None:
    if shutil.which("gcc") is None:
        raise SystemExit("gcc is not installed (Debian: apt-get install gcc)")
