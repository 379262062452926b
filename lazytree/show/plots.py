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

from lazytree.searching.deepening import Answer

from .svg import Drawing
from .theme import LIGHT, STYLE

Points = Iterable[tuple[float, float]]
Answers = Mapping[str, Iterable[Answer[Any]]]
"""The answers of searches, by the names of the searches: each depth after the other, as `deepen` gives them."""

COLOURS = ("#1d6fa5", "#c0563b", "#12805a", "#c98a12", "#7d5ba6", "#6b6b76")
GROUND, INK, GRID = LIGHT["ground"], LIGHT["ink"], LIGHT["edge"]
INCHES = (6.4, 3.6)
HEAD = 'class="lazytree" role="img" style="max-width:100%;height:auto" stroke-linejoin="round" stroke-linecap="butt"'
EVERYWHERE = re.compile(r'<style type="text/css">[^<]*</style>')
"""Rules of matplotlib's that would hold for the whole page: HEAD says the same of the plot alone."""


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
        for name in ("ground", "ink", "edge"):
            svg = svg.replace(f": {LIGHT[name]}", f": var(--lt-{name}, {LIGHT[name]})")
        return Drawing(svg, self.text)

    @property
    def text(self) -> str:
        """The names of the axes and of the lines."""
        names = [line.get_label() for line in self.axes.get_lines()]
        return f"{self.axes.get_ylabel()} by {self.axes.get_xlabel()}: {', '.join(names)}"

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


def plot_values(answers: Answers) -> Plot:
    """The values that searches find, by depth, seen by FIRST.

    >>> from lazytree import deepen
    >>> from lazytree.games import tic_tac_toe
    >>> plot_values({"tic-tac-toe": deepen(tic_tac_toe())})
    <Plot: value by depth: tic-tac-toe>
    """
    return plot_lines(_by_depth(answers, lambda before, answer: answer.value), "depth", "value")


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
    lines: dict[str, Points] = {}
    for name, line in answers.items():
        listed = list(line)
        lines[name] = [(answer.depth, of(before, answer)) for before, answer in zip([None, *listed], listed)]
    return lines


def _seen(before: Answer[Any] | None, answer: Answer[Any]) -> int:
    """The positions seen at the depth of an answer alone."""
    return answer.seen - (before.seen if before else 0)


def _axes() -> Any:
    """New axes in the colours of all drawings."""
    try:
        figure = import_module("matplotlib.figure").Figure(figsize=INCHES, layout="constrained", facecolor=GROUND)
    except ImportError:
        raise ImportError("plots need matplotlib, of the extra notebook: pip install 'lazytree[notebook]'") from None
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
