"""The page of each game: words can be read, what can be used has a name and its place in the order, nothing jumps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from lazytree.games import GAMES

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from tests.hosts.web.process import Running, running

from .test_server import Page, begins

WINDOWS = ({"width": 1280, "height": 800}, {"width": 390, "height": 844})
SHIFT = 0.1  # the layout shift up to which a page is called good: web.dev/articles/cls
LEAST, LARGE = 4.5, 3  # contrast of words, and of large ones: WCAG 2.2, criterion 1.4.3
MANY = 400  # stops of the Tab key on one page

SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value, hadRecentInput, sources }) =>
    [value, hadRecentInput, sources.map(({ node }) => node?.className ?? node?.nodeName)])))
    .observe({ type: "layout-shift", buffered: true });
}"""

UNREAD = """([least, large]) => {
  const part = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = ([red, green, blue]) => 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
  const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const numbers = (colour) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data].map((value) => value / 255);
  };
  const over = ([...top], below) => below.map((value, at) => top[3] * top[at] + (1 - top[3]) * value);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const ground = (it) => {
    if (!it) return dark ? [0, 0, 0] : [1, 1, 1];
    return over(numbers(getComputedStyle(it).backgroundColor), ground(it.parentElement));
  };
  const found = [];
  const passed = "svg, script, style, noscript, option, [aria-disabled=true], [aria-hidden=true], .ltw-unseen, .hidden";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const it = texts.currentNode.parentElement;
    const words = texts.currentNode.textContent.trim();
    if (!words || it.closest(passed)) continue;
    const box = it.getBoundingClientRect();
    if (!it.checkVisibility({ visibilityProperty: true }) || box.width < 2) continue;
    const style = getComputedStyle(it);
    const below = ground(it);
    const [one, other] = [light(over(numbers(style.color), below)), light(below)].sort((a, b) => b - a);
    const size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? large : least;
    if ((one + 0.05) / (other + 0.05) < needed) found.push([words, it.className, (one + 0.05) / (other + 0.05)]);
  }
  return found;
}"""
"""The words that are not told from what is below them, with their contrast. What cannot be used may be pale."""

STOPS = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']"
SEEN = (
    f'() => [...document.querySelectorAll("{STOPS}")].filter((it) => it.checkVisibility({{ visibilityProperty: true }})'
    " && !it.disabled && it.tabIndex >= 0)"
)
STOP = f"""() => {{
  const it = document.activeElement;
  if (!it || it === document.body) return null;
  const {{ outlineStyle, outlineWidth }} = getComputedStyle(it);
  return [({SEEN})().indexOf(it), outlineStyle !== "none" && parseFloat(outlineWidth) >= 1];
}}"""
"""Which of the stops the keyboard is at, and whether that is seen."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(["--port", "0", "--data", ":memory:"], tmp_path_factory.mktemp("server")) as running_one:
        yield running_one


@pytest.mark.parametrize("name", GAMES)
def test_words_names_and_order_of_the_page_of_a_game(browser: Any, server: Running, name: str) -> None:
    shown = Page(browser, begins(server, name, second="person"), reduced_motion="reduce")
    shown.begin()
    shown.until("table.dataset.turn")
    shown.move()
    shown.page.get_by_role("button", name="Values", exact=True).click()
    shown.until("table.querySelector('.ltw-valued .ltw-choice')")
    for window in WINDOWS:
        shown.page.set_viewport_size(window)
        for scheme in ("light", "dark"):
            shown.page.emulate_media(color_scheme=scheme)
            assert shown.page.evaluate(UNREAD, [LEAST, LARGE]) == []
        assert_names(shown.page)
    shown.page.get_by_role("button", name="Values", exact=True).click()
    shown.until("!table.querySelector('.ltw-valued')")
    for window in WINDOWS:
        shown.page.set_viewport_size(window)
        assert_order(shown.page)
    assert shown.errors == []
    shown.close()


def assert_names(page: Any) -> None:
    """Everything that can be used has a role and a name, in the tree that screen readers read."""
    wanted = {"button", "link", "textbox", "combobox", "checkbox", "application", "DisclosureTriangle", "spinbutton"}
    session = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    used = [node for node in nodes if not node.get("ignored") and node.get("role", {}).get("value") in wanted]
    assert len(used) > 10
    assert [node for node in used if not node.get("name", {}).get("value")] == []
    session.detach()


def assert_order(page: Any) -> None:
    """The Tab key leads to everything that can be used, in the order of the page, and each stop is seen."""
    page.evaluate("() => { document.activeElement.blur(); getSelection().removeAllRanges(); scrollTo(0, 0); }")
    stops = page.evaluate(f"() => ({SEEN})().map((it) => it.outerHTML.slice(0, 200))")
    page.evaluate(f"() => ({SEEN})()[0].focus()")
    met = [page.evaluate(STOP)[0]]
    for _ in range(MANY):
        page.keyboard.press("Tab")
        at = page.evaluate(STOP)
        if at is None or at[0] == met[0]:
            break
        assert at[1], stops[at[0]]
        met.append(at[0])
    assert met == list(range(len(stops))), [stops[at] for at in range(len(stops)) if at not in met]


@pytest.mark.parametrize("name", GAMES)
def test_nothing_on_the_page_of_a_game_jumps(browser: Any, server: Running, name: str) -> None:
    """While it opens, after a move, and while all moves are valued; what answers an input at once is no jump."""
    shown = Page(browser, begins(server, name, second="person"))
    shown.page.add_init_script(f"({SHIFTS})()")
    shown.begin()
    shown.until("table.dataset.turn")
    for window in WINDOWS:
        shown.page.set_viewport_size(window)
        shown.page.wait_for_timeout(600)  # longer than what follows an input is left out of the sum
        shown.page.evaluate("window.shifts.length = 0")
        shown.page.reload()
        shown.until("table.dataset.turn")
        if not shown.steps():  # two moves may be passes, which end Selfo
            shown.move()
        shown.page.get_by_role("button", name="Values", exact=True).click()
        shown.until("table.querySelector('.ltw-valued .ltw-choice')")
        shown.page.wait_for_timeout(600)
        shown.page.get_by_role("button", name="Values", exact=True).click()
        shifts = shown.page.evaluate("window.shifts")
        assert sum(value for value, asked, _ in shifts if not asked) < SHIFT, shifts
    assert shown.errors == []
    shown.close()
