"""The long description of a release: README.md with links that work elsewhere, for PyPI has no file of the repository.

LAZYTREE_REPOSITORY is the address that they are given, such as https://github.com/OWNER/lazytree. Without it pictures
are left out, and links are their words alone.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r'<img src="(?!https?:)([^"]*)"([^>]*)>')
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[\])*)\]\((?!https?:|#)([^)]*)\)")


def described(readme: str, repository: str) -> str:
    """The text of README.md for PyPI: its relative links lead to the repository, or are gone.

    >>> described('<img src="docs/a.png" alt="a"> [b](docs/b.md)', "https://github.com/o/l")
    '<img src="https://github.com/o/l/raw/HEAD/docs/a.png" alt="a"> [b](https://github.com/o/l/blob/HEAD/docs/b.md)'
    >>> described('<img src="docs/a.png" alt="a"> [b](docs/b.md)', "")
    ' b'
    """
    if not repository:
        return LINK.sub(r"\1", PICTURE.sub("", readme))
    address = repository.rstrip("/")
    pictures = PICTURE.sub(rf'<img src="{address}/raw/HEAD/\1"\2>', readme)
    return LINK.sub(rf"[\1]({address}/blob/HEAD/\2)", pictures)


class Readme(MetadataHookInterface):
    """Says what the long description is."""

    def update(self, metadata: dict[str, Any]) -> None:
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = described(readme, os.environ.get("LAZYTREE_REPOSITORY", ""))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
