"""Another distribution that also imports as `lazytree`: PyPI has one, whose files and ours overwrite each other."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable

from lazytree.core.extras import DISTRIBUTION


def stranger_among(names: Iterable[str]) -> str:
    """The distribution called lazytree among the names of a folder's files, with its version; empty if none is there.

    >>> stranger_among(["lazytree", "lazytree-0.3.4.dist-info", "lazy_game_trees-0.1.0.dist-info"])
    'lazytree 0.3.4'
    >>> stranger_among(["lazytree", "lazy_game_trees-0.1.0.dist-info"])
    ''
    """
    for name in names:
        if name.startswith("lazytree-") and name.endswith((".dist-info", ".egg-info")):
            return name.rpartition(".")[0].replace("-", " ", 1)
    return ""


def warn_of_stranger(package: str) -> None:
    """Warns if another distribution has put its files into the folder of this package, where the last one has won.

    Only that folder is listed (0.1 ms), so a stranger elsewhere is not seen; nor can anything be said where the
    stranger's files have won.
    """
    try:
        stranger = stranger_among(os.listdir(os.path.dirname(package)))
    except OSError:  # from an archive
        return
    if stranger:
        fix = f"pip uninstall lazytree {DISTRIBUTION}, then pip install {DISTRIBUTION}"
        warnings.warn(f"{stranger} is installed in the same place and has files of the same names: {fix}", stacklevel=3)
