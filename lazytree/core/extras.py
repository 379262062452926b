"""Extras: packages that are imported only where they are used, and what to install where one is missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

DISTRIBUTION = "lazy-game-trees"
"""What `pip` installs; the name lazytree is another project's there."""


def how_to_install(extra: str) -> str:
    """The command that installs an extra.

    >>> how_to_install("web")
    "pip install 'lazy-game-trees[web]'"
    """
    return f"pip install '{DISTRIBUTION}[{extra}]'"


def import_extra(module: str, extra: str, what: str) -> Any:
    """A module of an extra; `what`, in the plural, is what needs it.

    Raises: ImportError, which says how the extra is installed, where the module is missing.

    >>> import_extra("no_such_module", "web", "servers")
    Traceback (most recent call last):
    ImportError: servers need the extra `web`: pip install 'lazy-game-trees[web]'
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(f"{what} need the extra `{extra}`: {how_to_install(extra)}") from error
