"""Plots: the numbers in the axes are those of the searches."""

import re
import subprocess
import sys
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lazytree import alphabeta, deepen_tree, grow, minimax, prune, rate, searches
from lazytree.core.stats import Stats
from lazytree.games import konane
from lazytree.searching.deepening import Answer
from lazytree.show import plots

pytest.importorskip("matplotlib", reason="plots need matplotlib, of the extra notebook")

GAME = konane(rows=5, columns=4, opening="corner")
SEARCHES = {"minimax": (searches.minimax, minimax), "alpha-beta": (searches.alphabeta, alphabeta)}


def look(depth: int):
    return lambda position: rate(GAME, "mobility")(prune(depth)(grow(GAME)(position)))


def answers():
    """Each search, one depth after the other, as `deepen_tree` gives them."""
    return {name: islice(deepen_tree(look, GAME.start, search), 4) for name, (search, _) in SEARCHES.items()}


def lines(plot):
    """The points of each line, by its name."""
    return {line.get_label(): list(zip(*map(list, line.get_data()))) for line in plot.axes.get_lines()}


def measured(name: str, depth: int) -> tuple[float, int]:
    """What a search finds at one depth, and how many positions it sees, on its own."""
    stats = Stats()
    return SEARCHES[name][1](look(depth)(GAME.start), stats=stats), stats.nodes


def test_values_and_positions_are_those_of_the_searches():
    values, positions = lines(plots.plot_values(answers())), lines(plots.plot_positions(answers()))
    assert list(values) == list(positions) == list(SEARCHES)
    for name in SEARCHES:
        assert values[name] == [(depth, measured(name, depth)[0]) for depth in (1, 2, 3, 4)]
    assert positions["minimax"] == [(depth, measured("minimax", depth)[1]) for depth in (1, 2, 3, 4)]
    assert sum(seen for _, seen in positions["alpha-beta"]) == list(answers()["alpha-beta"])[-1].nodes
    assert positions["alpha-beta"][-1][1] < positions["minimax"][-1][1]
    assert plots.plot_positions(answers()).axes.get_yscale() == "log"


def test_the_answers_of_one_search_need_no_name():
    given = [Answer(depth, 2 * depth, 0, (0,), depth, 0.5) for depth in (1, 2)]
    for plot in (plots.plot_values(given), plots.plot_values(iter(given))):
        assert list(lines(plot).values()) == [[(1, 2), (2, 4)]]
        assert plot.text == "value by depth" and plot.axes.get_legend() is None
    assert list(lines(plots.plot_values(given[0])).values()) == [[(1, 2)]]
    assert list(lines(plots.plot_positions(given)).values()) == [[(1, 1), (2, 1)]]


def test_values_of_several_players_have_a_line_each():
    given = [Answer(depth, (depth, 0, -depth), 0, (0,), depth, 0.5) for depth in (1, 2)]
    named = {f"player {player}": [(1, sign), (2, 2 * sign)] for player, sign in enumerate((1, 0, -1))}
    assert lines(plots.plot_values(given)) == named
    assert lines(plots.plot_values({"maxn": given})) == {f"maxn: {name}": line for name, line in named.items()}


@pytest.mark.parametrize("given", [3, "deepen", [3], {"a": 3}, {"a": [3]}, None])
def test_what_are_no_answers_is_named(given):
    with pytest.raises(ValueError, match=r"answers must be those of searches, such as deepen\(game\), .* not "):
        plots.plot_values(given)


def test_branching_is_how_many_times_as_many_positions_are_seen():
    found = lines(plots.plot_branching(answers()))
    seen = [measured("minimax", depth)[1] for depth in (1, 2, 3, 4)]
    assert found["minimax"] == [(depth, seen[depth - 1] / seen[depth - 2]) for depth in (2, 3, 4)]
    given = [Answer(depth, 0, 0, (0,), seen, 0.0) for depth, seen in ((1, 2), (2, 8), (4, 20), (5, 50))]
    assert lines(plots.plot_branching({"given": given}))["given"] == [(2, 3), (5, 2.5)]


def test_time_is_that_of_the_answers():
    given = [Answer(depth, 0, 0, (0,), depth, 0.5 * depth) for depth in (1, 3)]
    assert lines(plots.plot_time({"given": given})) == {"given": [(1, 0.5), (3, 1.5)]}


def test_self_organization_has_a_line_for_each_side_and_the_mark():
    found = lines(plots.plot_organization(iter([(0, 0), (0.5, 1), (1, 2)]), ("Black", "White"), mark=18))
    assert found["Black"] == [(0, 0), (1, 0.5), (2, 1)]
    assert found["White"] == [(0, 0), (1, 1), (2, 2)]
    assert {y for _, y in found["mark: 18"]} == {18}


@pytest.mark.slow
def test_a_plot_shows_and_saves_itself(tmp_path: Path):
    plot = plots.plot_lines({"a <b> & c": [(1, 1), (2, 4)], "none": []}, "depth", "value")
    shown = plot._repr_mimebundle_()
    assert ElementTree.fromstring(shown["image/svg+xml"]).tag == "{http://www.w3.org/2000/svg}svg"
    assert shown["text/plain"] == "value by depth: a <b> & c, none"
    assert "var(--lt-ground" in plot.drawing.svg and "var(--lt-ink" in plot.drawing.svg
    assert plot.drawing.svg == plot.drawing.svg
    for name, begins in (("plot.svg", b"<svg"), ("plot.html", b"<!doctype html>"), ("plot.png", b"\x89PNG")):
        assert plot.save(tmp_path / name).read_bytes().startswith(begins)


def test_the_rules_of_a_plot_colour_nothing_else_on_its_page():
    svg = plots.plot_lines({"squares": [(1, 1), (2, 4)]}, "n", "n²").drawing.svg
    rules = "".join(re.findall(r"<style[^>]*>(.*?)</style>", svg, flags=re.DOTALL))
    plain = re.sub(r"@media[^{]*\{(.*?\})\}", r"\1", rules)
    selectors = [each.strip() for group in re.findall(r"([^{}]+)\{", plain) for each in group.split(",")]
    assert selectors and all(".lazytree" in selector for selector in selectors)
    assert 'stroke-linecap="butt"' in svg[: svg.index(">")]


def test_matplotlib_is_imported_when_a_plot_is_made_and_an_error_names_the_extra():
    program = (
        "import sys; sys.modules['matplotlib'] = sys.modules['matplotlib.figure'] = None\n"
        "import lazytree.show, lazytree.show.plots as plots\n"
        "try: plots.plot_lines({}, 'x', 'y')\n"
        "except ImportError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "plots need the extra `notebook`: pip install 'lazy-game-trees[notebook]'\n"
