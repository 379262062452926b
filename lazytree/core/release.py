"""Which release of lazytree runs."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def release() -> str:
    """The release of lazytree; empty where it is not installed as a package.

    >>> isinstance(release(), str)
    True
    """
    try:
        return version("lazytree")
    except PackageNotFoundError:
        return ""
