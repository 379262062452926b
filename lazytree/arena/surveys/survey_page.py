"""The page of a survey: the answers, plots, and the table of games, as one file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from lazytree.arena.strength.intervals import Interval
from lazytree.show.front_end import static_text
from lazytree.show.html_page import html_page
from lazytree.show.plots import Plot, plot_intervals, plot_lines

from .survey_text import Row, level_rows, questions, row, table
from .surveying import Survey

STYLE = """
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.3rem 1rem; }
dt { font-weight: 600; }
dd { margin: 0; }
.plots { margin-top: 1rem; display: flex; flex-wrap: wrap; gap: 1rem; }
.plots figure { margin: 0; flex: 1 1 20rem; max-width: 34rem; }
tr.own td { font-weight: 600; background: var(--chosen); }
@media (max-width: 34rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 0.5rem; } }
"""


def page(survey: Survey, others: Iterable[Row] = ()) -> str:
    """The survey as HTML: one file, which needs no other. Without matplotlib it has no plots, and says so.

    >>> from lazytree.arena import survey
    >>> from lazytree.games import nim
    >>> "does it end?" in page(survey(nim(heaps=(1, 1)), 1, levels=(0,)))
    True
    """
    title = f"Survey: {survey.game}"
    body = "\n".join(_body(survey, title, others))
    return html_page(title, static_text("report.css") + STYLE, body)


def _body(survey: Survey, title: str, others: Iterable[Row]) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    players = escape(", ".join(survey.players))
    yield f'<p class="faint">{survey.games} games in {survey.rounds} rounds, players: {players}</p>'
    if not survey.levels:
        yield "<p>No game is finished yet.</p>"
        return
    listed = "".join(f"<dt>{escape(asked)}</dt><dd>{escape(answer)}</dd>" for asked, answer in questions(survey))
    yield f"<dl>{listed}</dl>"
    yield "<h2>Players of rising strength</h2>"
    yield _table(level_rows(survey, bars=False))
    try:
        yield f'<div class="plots">{"".join(f"<figure>{plot.drawing.svg}</figure>" for plot in plots(survey))}</div>'
    except ImportError as error:
        yield f'<p class="faint">{escape(str(error))}</p>'
    yield "<h2>Beside games of the library</h2>"
    yield _table(table([row(survey), *others]), own=1)
    yield f'<p class="faint">{escape(LEGEND)}</p>'


LEGEND = (
    "The strongest players of each survey. First: what the first player scores. Skill: what a player scores against"
    " the level below, on the mean. Only move: how often the loser's last good move was the only one."
)


def plots(survey: Survey) -> list[Plot]:
    """The plots of a survey: what the first player scores, and how much skill pays, by strength; leads, if known.

    Raises: ImportError without matplotlib.

    >>> from lazytree.arena import survey
    >>> from lazytree.games import nim
    >>> plots(survey(nim(heaps=(1, 1)), 1, levels=(0,)))
    [<Plot: simulations for a move by score of the first player>]
    """
    found = []
    if len(survey.players) > 1:
        seats = {f"{each.simulations:,}": each.seats[0] for each in survey.levels}
        found.append(plot_intervals(_parts(seats), "score of the first player"))
        mark_even_line(found[-1], 0.5 if len(survey.players) == 2 else 1 / len(survey.players))
    if survey.skills:
        scores = {f"{each.simulations:,} to {each.against:,}": each.score for each in survey.skills}
        found.append(plot_intervals(_parts(scores), "score of the stronger player"))
        mark_even_line(found[-1], 1 / len(survey.players))
    if len(survey.leads) > 1:
        points = [(at, each.changes) for at, each in enumerate(survey.leads)]
        plot = plot_lines({"lead": points}, "simulations for a move", "changes of the lead in a game")
        plot.axes.set_xticks(range(len(points)), [f"{each.simulations:,}" for each in survey.leads])
        plot.axes.set_ylim(bottom=0)
        found.append(plot)
    return found


def _parts(intervals: Mapping[str, Interval]) -> dict[str, tuple[float, float, float]]:
    return {name: (each.value, each.low, each.high) for name, each in intervals.items()}


QUARTERS = (0, 0.25, 0.5, 0.75, 1)


def mark_even_line(plot: Plot, share: float) -> None:
    """Draws a line where equal players would be, and shows all scores from 0 to 1."""
    plot.axes.axvline(share, color="#8d744a", linestyle="--", linewidth=1)
    plot.axes.set_xlim(-0.03, 1.03)
    plot.axes.set_xticks(QUARTERS, [f"{100 * each:.0f} %" for each in QUARTERS])
    plot.axes.set_ylabel("simulations for a move")


def _table(rows: Sequence[Sequence[str]], own: int = 0) -> str:
    """Rows of cells as a table, the heads first; the row of that number is marked."""
    heads, *others = rows
    top = "".join(f"<th>{escape(cell)}</th>" for cell in heads)
    lines = (f'<tr class="{OWN[number == own]}">{_cells(each)}</tr>' for number, each in enumerate(others, 1))
    return f'<div class="wide"><table><tr>{top}</tr>{"".join(lines)}</table></div>'


OWN = ("", "own")
"""The class of a row that is not marked, and of one that is."""


def _cells(row: Sequence[str]) -> str:
    return "".join(f"<td>{escape(cell)}</td>" for cell in row)
