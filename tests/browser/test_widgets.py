"""The widgets, by clicks in a real JupyterLab: one notebook with all of them, in one page."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from lazytree import Game, is_over
from lazytree.games import dvonn, konane, selfo
from lazytree.games.selfo_rules import swarm_of
from lazytree.playing.announcing import format_turn
from lazytree.swarm import chemotaxis_rating, exponential, swarm_rating

from .lab import PATIENCE, Lab

EXPLORE, KONANE, DVONN, SWARM = range(1, 5)
"""The cells of the notebook; the first one imports."""

CELLS = (
    "from dataclasses import replace\n"
    "from lazytree import bots\n"
    "from lazytree.games import dvonn, konane, selfo\n"
    "from lazytree.hosts.widgets import board, explore, swarm",
    # what is played is written down
    "made = []\n"
    "game = konane(rows=4, columns=4)\n"
    "watched = replace(game, play=lambda position, move: made.append((position, move)) or game.play(position, move))\n"
    "explorer = explore(watched, plies=0)\n"
    "made.clear()\n"
    "explorer",
    "board(konane(rows=6, columns=6, opening='corner'), bots.think, depth=2)",
    "board(dvonn(placement='random', seed=3), bots.think, depth=1, rating='weighed')",
    "field = selfo(setup=1)\n"
    "position = field.start\n"
    "for _ in range(3):\n"
    "    position = field.play(position, list(field.moves(position))[20])\n"
    "swarm(field, position)",
)


class Notebook(NamedTuple):
    """The notebook, open in a page."""

    lab: Lab
    page: Any
    name: str
    errors: list[str]

    def widget(self, cell: int) -> Any:
        """The widget of a cell, once it is there."""
        found = self.page.locator(".jp-Notebook .jp-Cell").nth(cell).locator(".ltw-widget")
        found.wait_for()
        return found

    def said(self, code: str) -> str:
        """What a program says, run in the kernel of the notebook."""
        text: str = self.page.evaluate(RUN, code)
        return text

    def waited(self, words: str, cell: int, *arguments: Any) -> None:
        """Waits until a function of the widget's element, and of these arguments, is true."""
        element = self.widget(cell).element_handle()
        self.page.wait_for_function(
            f"([widget, ...data]) => {{ {words} }}", arg=[element, *arguments], timeout=PATIENCE
        )


RUN = """async code => {
  const { kernel } = window.jupyterapp.shell.currentWidget.context.sessionContext.session;
  const future = kernel.requestExecute({ code });
  let said = "";
  future.onIOPub = message => { said += message.content.text ?? message.content.evalue ?? ""; };
  await future.done;
  return said;
}"""


@pytest.fixture(scope="module")
def notebook(lab: Lab) -> Iterator[Notebook]:
    """The notebook with all widgets, after all its cells have been run."""
    page, errors = lab.page(), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console", lambda said: errors.append(said.text) if "widget" in said.text and said.type == "error" else None
    )
    lab.run("widgets", CELLS, page)
    yield Notebook(lab, page, "widgets", errors)
    page.close()


def test_a_click_unfolds_the_tree_by_one_ply_and_exactly_that_has_grown(notebook: Notebook):
    game, widget = konane(rows=4, columns=4), notebook.widget(EXPLORE)
    nodes = widget.locator("[data-node]")
    assert nodes.count() == 1
    nodes.first.click()
    first = list(game.moves(game.start))
    notebook.waited("return widget.querySelectorAll('[data-node]').length === data[0]", EXPLORE, 1 + len(first))
    widget.locator('[data-node="/1"]').click()
    position = game.play(game.start, first[1])
    second = list(game.moves(position))
    wanted = 1 + len(first) + len(second)
    notebook.waited("return widget.querySelectorAll('[data-node]').length === data[0]", EXPLORE, wanted)
    drawn = nodes.evaluate_all("nodes => nodes.map(node => node.getAttribute('data-node'))")
    assert set(drawn) == {"/", *(f"/{it}" for it in range(len(first))), *(f"/1/{it}" for it in range(len(second)))}
    played = notebook.said("print([(game.show(position), game.format(position, move)) for position, move in made])")
    assert eval(played) == [
        (game.show(here), game.format(here, move))
        for here, moves in ((game.start, first), (position, second))
        for move in moves
    ]


def test_a_search_from_a_node_shows_its_line(notebook: Notebook):
    widget = notebook.widget(EXPLORE)
    widget.get_by_role("button", name="Search").click()
    notebook.waited(
        "return widget.querySelector('.ltw-found b') && !widget.querySelector('.ltw-live').textContent", EXPLORE
    )
    notebook.waited("return widget.textContent.includes('at depth 4')", EXPLORE)
    found = widget.locator(".ltw-found").inner_text()
    widget.get_by_role("button", name="Unfold this line").click()
    last = found.split(":")[1].split("\n")[0].split()[-1]
    notebook.waited("return widget.querySelector('.ltw-line [aria-current]').textContent === data[0]", EXPLORE, last)


def test_a_move_by_the_keyboard(notebook: Notebook):
    """At the beginning there is one legal move: an arrow leads to its first cell, Enter makes it."""
    widget = notebook.widget(KONANE)
    widget.locator(".ltw-board").focus()
    for key in ("ArrowRight", "Enter"):
        notebook.page.keyboard.press(key)
    notebook.waited("return widget.querySelectorAll('.ltw-step').length >= 3", KONANE)
    assert widget.locator(".ltw-step").nth(1).inner_text() == "a4-a6"


@pytest.mark.parametrize(
    ("cell", "game"),
    [
        (KONANE, lambda: konane(rows=6, columns=6, opening="corner")),
        (DVONN, lambda: dvonn(placement="random", seed=3)),
    ],
    ids=["konane", "dvonn"],
)
def test_a_whole_game_against_an_engine_by_clicks(notebook: Notebook, cell: int, game: Callable[[], Game[Any, Any]]):
    rules, widget = game(), notebook.widget(cell)
    widget.scroll_into_view_if_needed()
    for _ in range(300):
        notebook.waited(RESTS, cell)
        if widget.get_attribute("data-turn") == "over":
            break
        spot = widget.evaluate(NEXT)
        if spot is not None:
            notebook.page.mouse.click(*spot)
    position = rules.start
    for step in widget.locator(".ltw-step").all_inner_texts()[1:]:
        position = rules.play(position, rules.parse(position, step))
    assert is_over(rules, position)
    assert widget.locator(".ltw-status").inner_text() == format_turn(rules, position)
    assert not notebook.errors


RESTS = "return widget.querySelector('.ltw-next, .ltw-move') ? 'person' : widget.dataset.turn === 'over' && 'over'"
NEXT = """widget => {
  const next = widget.querySelector(".ltw-move") ?? widget.querySelector(".ltw-next");
  const { x, y, width, height } = next?.getBoundingClientRect() ?? {};
  return next && [x + width / 2, y + height / 2];
}"""
"""The middle of what a person may click next to go on with a move: a button, or the first cell marked as legal."""


def test_a_slider_of_the_swarm_changes_its_picture_and_its_rating(notebook: Notebook):
    widget, game = notebook.widget(SWARM), selfo(setup=1)
    position = game.start
    for _ in range(3):
        position = game.play(position, list(game.moves(position))[20])
    picture, ratings = widget.locator("svg").inner_html(), told_ratings(widget)
    score = widget.locator("td").first.text_content()
    assert ratings == by_hand(position, 50)
    widget.locator("input[type=range]").fill("20")
    notebook.waited("return widget.querySelector('td').textContent !== data[0]", SWARM, score)
    assert told_ratings(widget) == by_hand(position, 20) != ratings
    assert widget.locator("svg").inner_html() != picture


def told_ratings(widget: Any) -> list[str]:
    return [text.replace("−", "-") for text in widget.locator("tr:has(th:text('Rating')) td").all_inner_texts()]


def by_hand(position: Any, power: int) -> list[str]:
    """The ratings with `power` hundredths of the full power, for 18 pieces a side."""
    swarm = swarm_of(selfo(setup=1), exponential, Fraction(power, 100 * 18))
    return [f"{rating(swarm)(position):,.0f}" for rating in (swarm_rating, chemotaxis_rating)]


STAYS = """konane => {
  const { cells } = window.jupyterapp.shell.currentWidget.context.model.toJSON();
  const picture = ({ data }) => [data?.["text/html"] ?? ""].flat().join("");
  const pictures = cells.map(({ outputs }) => outputs.map(picture).join(""));
  return pictures.slice(1).every((picture) => picture.includes("<svg")) && pictures[konane].includes("wins");
}"""
"""Whether all cells but the first have a picture in the notebook, that of Konane of the end of its game."""


def test_the_pictures_stay_behind_where_no_kernel_runs(notebook: Notebook):
    """As a page that nbconvert makes of the saved notebook, and in JupyterLab without the kernel."""
    page, path = notebook.page, notebook.lab.folder / "widgets.ipynb"
    page.wait_for_function(STAYS, arg=KONANE)  # they are drawn when nothing changes any more
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_function("!window.jupyterapp.shell.currentWidget.context.model.dirty")
    outputs = [cell["outputs"] for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
    assert all(any("<svg" in "".join(it["data"].get("text/html", "")) for it in output) for output in outputs[1:])
    subprocess.run([sys.executable, "-m", "nbconvert", "--to", "html", str(path)], check=True, capture_output=True)
    page.goto(path.with_suffix(".html").as_uri())
    for cell in (EXPLORE, KONANE, DVONN, SWARM):
        assert page.locator(".jp-Cell").nth(cell).locator("svg").first.is_visible()
    assert page.locator(".jp-Cell").nth(KONANE).locator("svg").first.text_content().strip().endswith("wins")


def test_the_pictures_stay_behind_in_jupyterlab_without_a_kernel(notebook: Notebook):
    lab, page = notebook.lab, notebook.page
    lab.opened(lab.folder / "widgets.ipynb", page)
    page.evaluate("window.jupyterapp.shell.currentWidget.context.sessionContext.shutdown()")
    for cell in (EXPLORE, KONANE, DVONN, SWARM):
        page.locator(".jp-Notebook .jp-Cell").nth(cell).locator("svg[viewBox].lazytree").first.wait_for()
