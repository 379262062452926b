"""Which release of lazytree runs."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from lazytree.core.extras import DISTRIBUTION


def release() -> str:
    """The release of lazytree; empty where it is not installed as a package.

    >>> isinstance(release(), str)
    True
    """
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return ""
