"""The site: its reference and its page of everything leave out no public name."""

import re
from collections import Counter
from pathlib import Path

import pytest

import lazytree

DOCS = Path(__file__).parents[2] / "docs"
LISTS = ("index.md", "teachers.md", "api/index.md")  # pages that list others


def _module(name: str) -> str:
    return str(getattr(getattr(lazytree, name), "__name__", ""))


def test_the_reference_has_every_public_name_once():
    pages = "\n".join(page.read_text(encoding="utf-8") for page in sorted((DOCS / "api").glob("*.md")))
    directive = r"^\.\. auto(?:class|data|exception|function):: lazytree\.(\w+)(?:$|\()"
    times = Counter(re.findall(directive, pages, re.MULTILINE))
    modules = {name for name in lazytree.__all__ if f"automodule:: {_module(name)}\n" in pages}
    assert set(times.values()) == {1}
    assert modules | set(times) == set(lazytree.__all__)


@pytest.mark.parametrize("name", lazytree.__all__)
def test_the_page_of_everything_names(name: str):
    assert re.search(rf"`{name}\b", (DOCS / "one_page.md").read_text(encoding="utf-8"))


def test_every_page_is_reached_from_the_first():
    listed = "\n".join(page.read_text(encoding="utf-8") for page in map(DOCS.joinpath, LISTS))
    for page in [*DOCS.glob("*.md"), *(DOCS / "api").glob("*.md")]:
        assert page.stem == "index" or re.search(rf"^{page.stem}$", listed, re.MULTILINE), page
