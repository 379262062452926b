"""The gallery of the documentation: a link beside the pictures of a game leads to the page on which it is played."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

GALLERY = Path(__file__).parents[3] / "examples" / "gallery.py"


@pytest.fixture(scope="module")
def gallery():
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("gallery_of_games", GALLERY)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_the_link_beside_a_game_leads_to_its_page(gallery, tmp_path):
    folder = tmp_path / "play"
    folder.mkdir()
    page = gallery.play_page("nim", folder)
    (link,) = re.findall(r'<a href="([^"]*)">Play it</a>', gallery.section("nim", "play"))
    assert (tmp_path / link).samefile(page)
    assert "<h1>Nim</h1>" in page.read_text(encoding="utf-8")


def test_without_pages_there_is_no_link(gallery):
    assert "<a " not in gallery.section("nim")
