"""JupyterLab as a person uses it: a server in a folder of its own, notebooks that are opened and run in Chromium."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from tests.helpers.ports import free_port
from tests.helpers.waiting import LONG

PATIENCE = int(1_000 * LONG)  # milliseconds that a page may take; no test says that it must be quicker
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NEEDED = {"playwright": "test", "jupyterlab": "notebook", "anywidget": "notebook"}
ROOT = Path(__file__).parents[2]

SETTINGS = {
    "@jupyterlab/apputils-extension/notification.jupyterlab-settings": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/docmanager-extension/plugin.jupyterlab-settings": {"autosave": False},
}


def chromium() -> str | None:
    """The path of Chromium, if it is installed."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def missing() -> str:
    """What keeps these tests from running, with the way to mend it; empty if nothing does."""
    for module, extra in NEEDED.items():
        if find_spec(module) is None:
            return f"there is no {module}: pip install 'lazy-game-trees[{extra}]'"
    return "" if chromium() else "there is no Chromium: apt-get install chromium"


@dataclass(frozen=True)
class Lab:
    """A running JupyterLab, and the browser that looks at it."""

    browser: Any
    url: str
    folder: Path

    def page(self, width: int = 1280, height: int = 1000) -> Any:
        """A new page; an error in it fails the test that looks at `errors`."""
        page = self.browser.new_page(viewport={"width": width, "height": height})
        page.set_default_timeout(PATIENCE)
        return page

    def notebook(self, name: str, cells: Sequence[str]) -> Path:
        """A file with a notebook of these cells, none of which has been run."""
        path = self.folder / f"{name}.ipynb"
        path.write_text(json.dumps(notebook(cells)), encoding="utf-8")
        return path

    def opened(self, path: Path, page: Any) -> None:
        """Opens a notebook in a page, and waits until its kernel is ready."""
        page.goto(f"{self.url}/doc/tree/{path.name}")
        page.wait_for_function("window.jupyterapp !== undefined")
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        page.evaluate("window.jupyterapp.shell.currentWidget.context.sessionContext.ready")

    def run(self, name: str, cells: Sequence[str], page: Any) -> None:
        """Makes a notebook of these cells, opens it in a page, and runs all of them."""
        self.opened(self.notebook(name, cells), page)
        self.run_all(page)

    def run_all(self, page: Any) -> None:
        """Starts to run all cells of the notebook that is open in a page."""
        page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")

    def in_theme(self, page: Any, theme: str) -> None:
        """Shows a page in a theme, such as "JupyterLab Dark"."""
        page.evaluate("theme => window.jupyterapp.commands.execute('apputils:change-theme', { theme })", theme)
        dark = "Dark" in theme
        page.wait_for_selector(f"body[data-jp-theme-light={'false' if dark else 'true'}]", state="attached")


def notebook(cells: Sequence[str]) -> dict[str, Any]:
    """A notebook of these cells as what its file holds."""
    code = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    made = [{**code, "id": f"cell{number}", "source": text} for number, text in enumerate(cells)]
    return {"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


@contextmanager
def running_lab(browser: Any, folder: Path) -> Iterator[Lab]:
    """A context manager that runs a JupyterLab server, on this machine only, and ends it."""
    port, notebooks, own = free_port(), folder / "notebooks", folder / "own"
    notebooks.mkdir()
    for name, settings in SETTINGS.items():
        path = own / "settings" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--expose-app-in-browser"]
    command += ["--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    command += ["--IdentityProvider.token=", f"--ServerApp.root_dir={notebooks}"]
    command += ["--LabApp.news_url=None", "--LabApp.extension_manager=readonly"]
    with (folder / "server.txt").open("w") as said:
        server = subprocess.Popen(command, env=environment(own), stdout=said, stderr=subprocess.STDOUT, cwd=folder)
        try:
            lab = Lab(browser, f"http://127.0.0.1:{port}", notebooks)
            wait_for(f"{lab.url}/api/status", server, folder / "server.txt")
            yield lab
        finally:
            server.terminate()  # which ends the kernels, too
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def environment(own: Path) -> dict[str, str]:
    """The variables with which the server runs: nothing is read from the user's home, nothing written."""
    places = {"JUPYTERLAB_SETTINGS_DIR": "settings", "JUPYTERLAB_WORKSPACES_DIR": "workspaces"}
    places |= {"JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data", "JUPYTER_RUNTIME_DIR": "runtime"}
    places |= {"IPYTHONDIR": "ipython"}
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    return {**os.environ, "PYTHONPATH": path, **{name: str(own / place) for name, place in places.items()}}


def wait_for(url: str, server: subprocess.Popen[bytes], said: Path) -> None:
    """Waits until the server answers. Raises RuntimeError, with what it said, if it ends or never does."""
    late = time.monotonic() + LONG
    while time.monotonic() < late and server.poll() is None:
        try:
            urlopen(url, timeout=5).close()
            return
        except (URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"JupyterLab does not answer:\n{said.read_text(encoding='utf-8')[-3000:]}")
