"""Files that options name: whether they can be written is asked before the work begins."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

PLOTS = (".html", ".jpeg", ".jpg", ".pdf", ".png", ".svg", ".svgz", ".tiff", ".webp")


def check_files(*names: str | None) -> None:
    """Raises ValueError if one of these files cannot be written; None is no file."""
    for name in names:
        if name is None:
            continue
        path = Path(name)
        if path.is_dir() or not path.parent.is_dir():
            raise ValueError(f"{name} cannot be written: name a file in a folder that is there")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise ValueError(f"{name} cannot be written: you have no right to write there")


def check_plot(name: str | None) -> None:
    """Raises ValueError if no plot can be written to the file, or no plot can be drawn at all."""
    check_files(name)
    if name is not None and Path(name).suffix.lower() not in PLOTS:
        raise ValueError(f"{name} cannot be written: a plot is a file such as elo.svg, one of {', '.join(PLOTS)}")
    if name is not None and find_spec("matplotlib") is None:
        raise ValueError("plots need the extra `notebook`: pip install 'lazytree[notebook]'")
