"""The playground in Chromium: rules are typed, a mistake is shown at its line, a link opens another tab."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path, PurePosixPath
from shutil import which
from threading import Thread
from typing import Any, ClassVar
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from lazytree.show.front_end import static_text

from .published import PATIENCE

BUILD = Path(__file__).parents[2] / "docs" / "playground" / "build.py"
OWN = "Your Own"
BLOCK = '<div class="highlight-python"><pre>{}</pre></div>'
BLOCKS = "&gt;&gt;&gt; from lazytree.games import nim", "&gt;&gt;&gt; nim().name\n'?'"
PAGE = f"""<!doctype html><title>a page</title>{"".join(map(BLOCK.format, BLOCKS))}
<script type="module" src="_static/cells_page.mjs"></script>"""
"""A page as Sphinx makes it."""


class Files(SimpleHTTPRequestHandler):
    """Files as any server of a site gives them."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript", ".wasm": "application/wasm"}

    hosts: ClassVar[set[str]] = set()  # by which they were asked for

    def do_GET(self) -> None:
        self.hosts.add(str(self.headers["Host"]))
        super().do_GET()

    def log_message(self, *words: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if which("npm") is None:
        pytest.skip("npm is not installed")
    spec = importlib.util.spec_from_file_location("build_playground", BUILD)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    folder = tmp_path_factory.mktemp("site") / "playground"
    module.build(folder)
    (folder.parent / "page.html").write_text(PAGE, encoding="utf-8")
    (folder.parent / "_static").mkdir()
    for name in ("cells_page.mjs", "elements.mjs"):
        (folder.parent / "_static" / name).write_text(static_text(name), encoding="utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=folder.parent)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/playground/index.html"
        server.shutdown()


class Tab:
    """The playground in a tab, with what it complained about and asked of others."""

    def __init__(self, context: Any, address: str) -> None:
        self.page, self.errors = context.new_page(), list[str]()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        host = address.split("/")[2]
        self.page.on("request", lambda asked: host in asked.url or self.errors.append(asked.url))
        self.page.goto(address)
        self.told("20 of 20 random games ended")

    def told(self, words: str) -> str:
        """What is said of the rules, once it begins so."""
        told = "document.querySelector('.ltg-told')?.textContent"
        self.page.wait_for_function(f"words => {told}.startsWith(words)", arg=words)
        return str(self.page.evaluate(told))

    def example(self, name: str, title: str) -> None:
        self.page.get_by_label("Examples").select_option(label=name)
        self.page.wait_for_selector(f".ltw-table[aria-label='{title}']")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()


def test_rules_typed_mended_played_and_linked(browser: Any, address: str):
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    tab = Tab(context, address)
    page = tab.page
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("heaps = 1 +")
    said = tab.told("rules.py, line ")
    wrong = int(said.split()[2].strip(":"))
    page.wait_for_selector(".cm-lint-marker-error")
    marked = page.locator(".cm-lint-marker-error").bounding_box()
    number = page.locator(".cm-lineNumbers .cm-gutterElement", has_text=str(wrong)).last.bounding_box()
    assert abs(marked["y"] - number["y"]) < 12
    for _ in "heaps = 1 +":
        page.keyboard.press("Backspace")
    tab.told("20 of 20 random games ended")
    assert page.locator(".cm-lint-marker-error").count() == 0

    page.locator(".ltg-table [data-cell='1']").click()
    page.locator(".ltw-more .ltw-move").first.click()
    page.wait_for_function(
        "() => document.querySelectorAll('.ltw-record td .ltw-step').length === 2"
    )  # the bot has moved
    tab.press("Values")
    page.get_by_text("legal moves, with their values").wait_for()
    tab.press("Tree")
    page.wait_for_selector(".ltw-grown .ltw-tree svg")

    tab.example(OWN, "count to ten")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("# mine")
    page.wait_for_timeout(1000)
    assert len(page.url) < 2_000
    other = Tab(context, page.url)
    assert other.page.get_attribute(".ltw-table", "aria-label") == "count to ten"
    assert "# mine" in other.page.inner_text(".cm-content")
    other.page.get_by_label("Who plays Second").select_option(label="a person")
    for step in ("+1", "+2"):
        other.page.get_by_role("button", name=step, exact=True).first.click()
        other.page.wait_for_timeout(300)
    assert "The number is 3." in other.page.inner_text(".ltg-table")
    assert not tab.errors and not other.errors
    context.close()


def test_modules_come_with_the_bytecode_of_pyodide(address: str):
    with urlopen(address.replace("index.html", "library.zip")) as answer, ZipFile(BytesIO(answer.read())) as archive:
        names = archive.namelist()
    modules = {name.removesuffix(".py") for name in names if name.endswith(".py")}
    compiled = (PurePosixPath(name) for name in names if name.endswith(".pyc"))
    assert {str(path.parents[1] / path.name.split(".")[0]) for path in compiled} == modules
    assert "lazytree/hosts/playground" in modules


def test_what_a_page_begins_with_is_read_once(browser: Any, address: str):
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.wait_for_selector(".ltw-table")
    page.evaluate("document.querySelector('.ltw-table').dataset.seen = 'true'")
    page.wait_for_function("() => document.querySelector('.ltg-told').textContent.startsWith('20 of 20 random games')")
    assert page.locator(".ltw-table[data-seen]").count() == page.locator(".ltw-table").count() == 1
    context.close()


def test_rules_ask_no_other_site(browser: Any, address: str):
    """Rules may come from a link: they are a program that another person wrote."""
    context = browser.new_context()
    tab = Tab(context, address)
    page, elsewhere = tab.page, address.replace("127.0.0.1", "localhost")
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type(
        f"import js\nasked = js.XMLHttpRequest.new()\nasked.open('GET', '{elsewhere}', False)\nasked.send()"
    )
    tab.told("rules.py, line 55: JsException")
    assert Files.hosts == {address.split("/")[2]}
    context.close()


def test_rules_without_end_are_stopped(browser: Any, address: str):
    context = browser.new_context()
    tab = Tab(context, address)
    page = tab.page
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("while True: pass")
    tab.press("Stop")  # it is offered after some seconds
    tab.told("Stopped.")
    for _ in "while True: pass":
        page.keyboard.press("Backspace")
    tab.told("20 of 20 random games ended")
    assert not tab.errors
    context.close()


def test_the_sites_cells_run_in_the_page(browser: Any, address: str):
    from playwright.sync_api import expect

    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address.replace("playground/index", "page"))
    page.get_by_role("button", name="Run").nth(1).click()  # with the cell before it
    output = page.locator(".lt-run pre").nth(1)
    expect(output).to_contain_text("'nim'", timeout=PATIENCE)
    page.locator("pre[contenteditable]").last.click()
    page.keyboard.press("Control+End")
    page.keyboard.type("\n>>> 6 * 7")
    page.get_by_role("button", name="Run").nth(1).click()
    expect(output).to_contain_text("42", timeout=PATIENCE)
    context.close()
