"""A real JupyterLab in a real Chromium. Without them these tests are skipped, with the reason; in CI they fail."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from .lab import Lab, missing, running_lab
from .published import Opening, opening


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    """Chromium, without a window. It is closed after a file: while it is open this thread runs its event loop."""
    if reason := missing():
        if os.environ.get("CI") == "true":
            pytest.fail(f"the browser tests cannot run: {reason}")
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    from .lab import chromium

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def lab(browser: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """A JupyterLab server in a folder of its own."""
    folder: Path = tmp_path_factory.mktemp("lab")
    with running_lab(browser, folder) as lab:
        yield lab


@pytest.fixture(scope="module")
def opened(browser: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opening]:
    """A function that publishes a game and opens its page."""
    with opening(browser, tmp_path_factory.mktemp("published")) as open_page:
        yield open_page
