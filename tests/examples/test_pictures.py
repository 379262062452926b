"""The pictures of the README are those that the code draws."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NAMES = sorted(set(re.findall(r"docs/(\w+\.svg)", (ROOT / "README.md").read_text(encoding="utf-8"))))


def pictures() -> dict[str, str]:
    """What examples/pictures.py draws."""
    spec = importlib.util.spec_from_file_location("pictures_of_the_readme", ROOT / "examples" / "pictures.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return dict(module.pictures())


def test_every_picture_is_drawn_by_the_example():
    assert sorted(pictures()) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_is_what_is_drawn_today(name: str):
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == pictures()[name]
