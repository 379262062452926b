"""Plots of searches: values, positions, branching and time by depth, and the self-organization of a swarm.

They are drawn by matplotlib, of the extra `notebook`, which is imported when a plot is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from io import StringIO
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from lazytree.core.extras import import_extra
from lazytree.core.texts import shorten
from lazytree.searching.deepening import Answer

from .svg import LIGHT, STYLE, Drawing

Points = Iterable[tuple[float, float]]
Answers = Mapping[str, Iterable[Answer[Any]]] | Iterable[Answer[Any]]
"""The answers of searches, by the names of the searches, or those of one search that has no name: each depth after the
other, as `deepen` gives them."""

WANTED = 'answers must be those of searches, such as deepen(game), or a dict of them, {"alpha-beta": deepen(game)}'
COLOURS = ("#1d6fa5", "#c0563b", "#12805a", "#c98a12", "#7d5ba6", "#6b6b76")
GROUND, INK, GRID = LIGHT["ground"], LIGHT["ink"], LIGHT["edge"]
INCHES = (6.4, 3.6)
HEAD = 'class="lazytree" role="img" style="max-width:100%;height:auto" stroke-linejoin="round" stroke-linecap="butt"'
EVERYWHERE = re.compile(r'<style type="text/css">[^<]*</style>')
"""Rules of matplotlib's that would hold for the whole page: HEAD says the same of the plot alone."""
POINTS = re.compile(r'\b(width|height)="([0-9.]+)pt"')  # the size of a plot; four pixels are three points


class Plot(NamedTuple):
    """A plot: a notebook shows it; `axes` is matplotlib's, for whatever one wants to add."""

    axes: Any

    @property
    def drawing(self) -> Drawing:
        """The plot as SVG, with the colours that all drawings have on light and on dark pages."""
        written = StringIO()
        with import_module("matplotlib").rc_context({"svg.fonttype": "none", "svg.hashsalt": "lazytree"}):
            self.axes.figure.savefig(written, format="svg", metadata={"Date": None})
        svg = written.getvalue()
        svg = (
            EVERYWHERE.sub("", svg[svg.index("<svg") :])
            .replace("<svg ", f"<svg {HEAD} ", 1)
            .replace(">", f">{STYLE}", 1)
        )
        svg = POINTS.sub(lambda size: f'{size[1]}="{float(size[2]) * 4 / 3:g}"', svg, count=2)
        for name in ("ground", "ink", "edge"):
            svg = svg.replace(f": {LIGHT[name]}", f": var(--lt-{name}, {LIGHT[name]})")
        return Drawing(svg, self.text)

    @property
    def text(self) -> str:
        """The names of the axes and of the lines."""
        rows = ", ".join(label.get_text() for label in self.axes.get_yticklabels())
        axes = f"{self.axes.get_ylabel() or rows} by {self.axes.get_xlabel()}"
        names = [line.get_label() for line in self.axes.get_lines()]
        named = [name for name in names if not name.startswith("_child")]  # so matplotlib calls what has no name
        return f"{axes}: {', '.join(named)}" if named else axes

    def save(self, file: str | PathLike[str]) -> Path:
        """The path of the file into which the plot has been written: .svg, .html, or another that matplotlib knows."""
        path = Path(file)
        if path.suffix.lower() in (".svg", ".html"):
            return self.drawing.save(path)
        self.axes.figure.savefig(path, dpi=150)
        return path

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return self.drawing._repr_mimebundle_()

    def __repr__(self) -> str:
        return f"<Plot: {self.text}>"


def plot_lines(lines: Mapping[str, Points], across: str, up: str, log: bool = False) -> Plot:
    """The plot of lines by their names, each of points (x, y); `across` and `up` name the axes.

    With `log` the upper axis is logarithmic. Raises: ImportError without matplotlib.

    >>> plot_lines({"squares": [(1, 1), (2, 4)]}, "n", "n²")
    <Plot: n² by n: squares>
    """
    axes = _axes()
    for number, (name, points) in enumerate(lines.items()):
        xs, ys = zip(*points, strict=True) if (points := list(points)) else ((), ())
        axes.plot(xs, list(map(float, ys)), label=name, color=COLOURS[number % len(COLOURS)], marker="o", markersize=4)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    if log:
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(import_module("matplotlib.ticker").LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter("{x:,g}")
        axes.yaxis.set_minor_formatter("")
    if len(lines) > 1:
        axes.legend(frameon=False, labelcolor=INK)
    return Plot(axes)


def plot_intervals(rows: Mapping[str, tuple[float, float, float]], across: str) -> Plot:
    """The plot of numbers by their names, each as (value, low, high): a dot in its interval; the first row on top.

    >>> plot_intervals({"deep": (75, 20, 130), "shallow": (-75, -130, -20)}, "Elo")
    <Plot: deep, shallow by Elo>
    """
    axes = _axes()
    places = range(len(rows))[::-1]
    for place, (value, low, high) in zip(places, rows.values()):
        axes.plot((low, high), (place, place), color=COLOURS[0], linewidth=2, alpha=0.45)
        axes.plot((value,), (place,), color=COLOURS[0], marker="o", markersize=6)
    axes.set_yticks(list(places), list(rows))
    axes.set_xlabel(across)
    axes.set_ylabel("")
    axes.margins(y=0.3 / max(1, len(rows)))
    return Plot(axes)


def plot_values(answers: Answers) -> Plot:
    """The values that searches find, by depth, seen by FIRST; with more than two players, a line each.

    Raises: ValueError for what are no answers of searches.

    >>> from lazytree import deepen
    >>> from lazytree.games import tic_tac_toe
    >>> plot_values({"tic-tac-toe": deepen(tic_tac_toe())})
    <Plot: value by depth: tic-tac-toe>
    >>> plot_values(deepen(tic_tac_toe()))
    <Plot: value by depth>
    """
    lines: dict[str, Points] = {}
    for name, listed in _named(answers).items():
        if not any(isinstance(answer.value, tuple) for answer in listed):
            lines[name] = [(answer.depth, answer.value) for answer in listed]
            continue
        for player, who in enumerate(_players(listed)):
            points = [(answer.depth, answer.value[player]) for answer in listed]
            lines[f"{name}: {who}" if name else who] = points
    return plot_lines(lines, "depth", "value")


def plot_positions(answers: Answers) -> Plot:
    """How many positions searches see at each depth, on a logarithmic axis: with and without pruning, for example."""
    return plot_lines(_by_depth(answers, _seen), "depth", "positions", log=True)


def plot_branching(answers: Answers) -> Plot:
    """How many times as many positions searches see at a depth as at the depth before: their effective branching."""
    seen = {name: dict(line) for name, line in _by_depth(answers, _seen).items()}
    growth = {
        name: [(depth, count / line[depth - 1]) for depth, count in line.items() if line.get(depth - 1)]
        for name, line in seen.items()
    }
    return plot_lines(growth, "depth", "branching")


def plot_time(answers: Answers) -> Plot:
    """How many seconds searches have taken up to each depth, on a logarithmic axis."""
    return plot_lines(_by_depth(answers, lambda before, answer: answer.seconds), "depth", "seconds", log=True)


def plot_organization(measures: Iterable[Sequence[float]], names: Sequence[str], mark: float | None = None) -> Plot:
    """How long ago the pieces of each side moved on average, turn by turn: low where the whole set takes part.

    `measures` has a number for each side at each turn, as `self_organization` gives them; `names` are the sides';
    `mark` is a number to draw a line at.

    Source: D. D. Albarracín Molina, thesis, Málaga 2010.
    """
    turns = list(measures)
    lines = {name: [(turn, sides[side]) for turn, sides in enumerate(turns)] for side, name in enumerate(names)}
    plot = plot_lines(lines, "turn", "turns since a piece moved, mean")
    if mark is not None:
        plot.axes.axhline(mark, color=GRID, linestyle="--", linewidth=1, label=f"mark: {mark:g}")
        plot.axes.legend(frameon=False, labelcolor=INK)
    return plot


def _by_depth(answers: Answers, of: Callable[[Answer[Any] | None, Answer[Any]], float]) -> dict[str, Points]:
    """A number of each answer, and of the one before it, by depth."""
    return {
        name: [(answer.depth, of(before, answer)) for before, answer in zip([None, *listed], listed)]
        for name, listed in _named(answers).items()
    }


def _named(answers: Answers) -> Mapping[str, list[Answer[Any]]]:
    """The answers of each search, by its name; the name is empty where it has none."""
    given = answers if isinstance(answers, Mapping) else {"": answers}
    for line in given.values():
        if isinstance(line, str) or not isinstance(line, Iterable):
            raise ValueError(f"{WANTED}, not {shorten(line)}")
    named = {str(name): [line] if isinstance(line, Answer) else list(line) for name, line in given.items()}
    for listed in named.values():
        for answer in listed:
            if not isinstance(answer, Answer):
                raise ValueError(f"{WANTED}, not {shorten(answer)} among them")
    return named


def _players(answers: Iterable[Answer[Any]]) -> Sequence[str]:
    """The names of the players of a game, or their numbers where it is not known."""
    at, value = next((answer.at, answer.value) for answer in answers)
    return at.game.players if at else [f"player {number}" for number in range(len(value))]


def _seen(before: Answer[Any] | None, answer: Answer[Any]) -> int:
    """The positions seen at the depth of an answer alone."""
    return answer.nodes - (before.nodes if before else 0)


def _axes() -> Any:
    """New axes in the colours of all drawings."""
    library = import_extra("matplotlib.figure", "notebook", "plots")
    figure = library.Figure(figsize=INCHES, layout="constrained", facecolor=GROUND)
    axes = figure.subplots()
    axes.set_facecolor(GROUND)
    axes.tick_params(which="both", colors=INK)
    for label in (axes.xaxis.label, axes.yaxis.label):
        label.set_color(INK)
    for name, spine in axes.spines.items():
        spine.set_color(GRID)
        spine.set_visible(name in ("left", "bottom"))
    axes.grid(color=GRID, alpha=0.25, linewidth=0.6)
    axes.xaxis.get_major_locator().set_params(integer=True)
    return axes
