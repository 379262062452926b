"""Modules of the front end, run in node: what their functions return. Without node such tests are skipped."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import Any

import pytest

from lazytree.show.front_end import STATIC
from tests.helpers.waiting import LONG


def needs_node() -> None:
    """Skips the test, with the reason, if Node is not installed; in CI it fails."""
    if shutil.which("node") is None:
        reason = "there is no node, which runs the modules of the front end: apt-get install nodejs"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)


def in_node(program: str, *data: Any) -> Any:
    """What a program returns: the body of an async function of `data`, which may import from "./NAME.mjs"."""
    needs_node()
    lines = program.strip().splitlines()
    imports = [line.replace('"./', f'"{STATIC.as_uri()}/') for line in lines if line.startswith("import ")]
    body = "\n".join(line for line in lines if not line.startswith("import "))
    whole = [
        *imports,
        'import { readFileSync } from "node:fs";',
        "const data = JSON.parse(readFileSync(0, 'utf-8'));",
        f"const result = await (async () => {{ {body} }})();",
        "process.stdout.write(JSON.stringify(result));",
    ]
    ran = subprocess.run(
        ["node", "--input-type=module", "-e", "\n".join(whole)],
        input=json.dumps(data),
        capture_output=True,
        text=True,
        timeout=LONG,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)
