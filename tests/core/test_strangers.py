"""Another distribution that imports as lazytree is noticed where its files lie among ours, and only there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import lazytree

PACKAGE = Path(lazytree.__file__).parent


def warned(folder: Path) -> str:
    """What Python writes when the library is imported from a folder."""
    program = f"import sys; sys.path.insert(0, {str(folder)!r}); import lazytree; print(lazytree.__file__)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == str(folder / "lazytree" / "__init__.py")
    return ran.stderr


@pytest.mark.process
def test_a_stranger_in_the_same_folder_is_named_with_the_fix(tmp_path):
    (tmp_path / "lazytree").symlink_to(PACKAGE)
    (tmp_path / "lazy_game_trees-0.1.0.dist-info").mkdir()
    assert warned(tmp_path) == ""
    (tmp_path / "lazytree-0.3.4.dist-info").mkdir()
    told = warned(tmp_path)
    assert "lazytree 0.3.4 is installed in the same place" in told
    assert "pip uninstall lazytree lazy-game-trees, then pip install lazy-game-trees" in told
