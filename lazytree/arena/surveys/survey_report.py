"""Surveys as text, as JSON and as a page, and the table that compares a game with games of the library."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from lazytree.arena.strength.pairs import Interval
from lazytree.arena.surveys.surveying import HORIZON, Survey
from lazytree.arena.tournaments.results import in_rows, plain_data
from lazytree.show.front_end import html_page, html_table, static_text
from lazytree.show.plots import Plot, plot_intervals, plot_lines

LIBRARY = Path(__file__).with_name("surveys.json")  # rows of games of the library; `benchmarks/surveys.py` writes it

BAR = 10  # characters
OFTEN = 0.5  # share of turns from which on the score is that of copying, and not of the other moves


class Row(NamedTuple):
    """A game in the table of games; the players are the strongest ones of the survey. None: not known."""

    game: str
    plies: float | None
    moves: float | None  # legal ones, on the mean
    drawn: float | None
    first: float | None  # what the first player scores, 0 to 1
    skill: float | None  # what a player scores against the level below, on the mean over all levels
    changes: float | None  # of the lead in a game
    only: float | None  # share of last chances with one good move


def row(survey: Survey) -> Row:
    """The row of a survey."""
    top = survey.levels[-1] if survey.levels else None
    known = survey.last_chances if survey.last_chances and survey.last_chances.known else None
    return Row(
        survey.game,
        top.duration if top and top.completion else None,
        top.branching if top else None,
        top.drawishness if top and top.completion and len(survey.players) > 1 else None,
        top.seats[0].value if top and top.completion and len(survey.players) > 1 else None,
        sum(each.score.value for each in survey.skills) / len(survey.skills) if survey.skills else None,
        survey.leads[-1].changes if survey.leads else None,
        known.only if known else None,
    )


@cache
def library() -> tuple[Row, ...]:
    """The rows of games of the library."""
    return tuple(Row(**each) for each in json.loads(LIBRARY.read_text(encoding="utf-8")))


def as_json(survey: Survey) -> str:
    """A survey as JSON: its parts are objects with the names of their fields."""
    return json.dumps(plain_data(survey), allow_nan=False)


def survey_lines(survey: Survey, others: Iterable[Row] = ()) -> Iterator[str]:
    """The lines of a survey, with a table of the game and others."""
    rounds = f"{survey.rounds} {'round' if survey.rounds == 1 else 'rounds'}"
    yield f"{survey.game} ({', '.join(survey.players)}): {survey.games} games, {rounds}"
    yield ""
    if not survey.levels:
        yield "no game is finished yet: give it more seconds"
        return
    yield from (f"{question:<23} {answer}" for question, answer in questions(survey))
    yield ""
    yield in_rows(level_rows(survey), "  ")
    yield ""
    yield "games of the library beside it, strongest players:"
    yield in_rows(table([row(survey), *others]), "  ")


def questions(survey: Survey) -> Iterator[tuple[str, str]]:
    """What inventors ask, each question with its answer."""
    games = sum(each.games for each in survey.levels)
    ended = sum(round(each.games * each.completion) for each in survey.levels)
    unit = "game" if games == 1 else "games"
    yield "does it end?", f"{'all' if ended == games else ended} of {games} {unit} did"
    top = survey.levels[-1]
    if top.completion:
        yield "how long?", f"{top.shortest} to {top.longest} plies, {top.duration:.1f} on the mean"
    forced = f"{_share(1 - top.choices)} of the moves are forced"
    yield "how wide?", f"{top.branching:.1f} legal moves on the mean, {top.widest} at most; {forced}"
    if len(survey.players) > 1 and top.completion:
        yield "how often drawn?", _share(top.drawishness)
        yield (
            "does moving first pay?",
            "; ".join(
                f"{_level_name(each.simulations)}: {survey.players[0]} scores {_between(each.seats[0])}"
                for each in (survey.levels[0], top)
            ),
        )
        scores = ", ".join(f"{100 * each.score.value:.0f} %" for each in survey.skills)
        paid = f"a player of each level scores {scores} against the level below"
        yield "does skill pay?", paid if scores else "not known yet"
    if survey.leads:
        found = survey.leads[-1]
        behind = f"{_share(found.comebacks)} of the winners had been behind"
        yield (
            "does the lead change?",
            f"{found.changes:.1f} times a game, at {_share(found.share)} of the plies; {behind}",
        )
    yield "the only good move?", _only(survey)
    yield "symmetric shortcuts?", _shortcuts(survey)


def _share(share: float) -> str:
    return f"{100 * share:.0f} %"


def _level_name(simulations: int) -> str:
    return "random players" if simulations == 0 else f"{simulations} simulations"


def _between(share: Interval) -> str:
    return f"{100 * share.value:.0f} % ({100 * share.low:.0f} to {100 * share.high:.0f})"


def _only(survey: Survey) -> str:
    if len(survey.players) != 2 or survey.chance:
        return "asked for two players without chance"
    found = survey.last_chances
    if found is None or not found.known:
        return "no lost game had a last chance yet"
    seen = f"{found.good:.1f} good ones on the mean, looking {HORIZON} plies ahead"
    return f"the loser's last good move was the only one in {_share(found.only)} of {found.known} games; {seen}"


def _shortcuts(survey: Survey) -> str:
    moves, different = survey.first_moves
    first = f"{moves} first {'move' if moves == 1 else 'moves'}" + (
        "" if different is None else f", {different} up to symmetry"
    )
    if not survey.copies:
        return first
    best = max(survey.copies, key=lambda each: each.copied)
    legal = f"copying the first player ({best.way}) is legal in {_share(best.copied)} of the turns"
    return f"{first}; {legal}" + (f", and scores {_share(best.score)}" if best.copied >= OFTEN else "")


def level_rows(survey: Survey, bars: bool = True) -> list[list[str]]:
    """The rows of the table of levels, the heads first; with `bars` scores are drawn, too."""
    two = len(survey.players) > 1
    against = {each.simulations: each for each in survey.skills}
    heads = ["players", "games", "different", "ended", "plies", "moves"]
    rows = [[*heads, *(["drawn", "first player", "against level below"] if two else [])]]
    for each in survey.levels:
        cells = [_level_name(each.simulations), f"{each.games}", f"{each.different}", _share(each.completion)]
        cells += [f"{each.duration:.1f}", f"{each.branching:.1f}"]
        if two:
            score, skill = each.seats[0], against.get(each.simulations)
            full = round(BAR * score.value)
            bar = f"{'█' * full}{'░' * (BAR - full)} "
            beside = _between(skill.score) if skill else "–"
            cells += [_share(each.drawishness), f"{bar if bars else ''}{_between(score)}", beside]
        rows.append(cells)
    return rows


def table(rows_of_games: Sequence[Row]) -> list[list[str]]:
    """The rows of the table of games, the heads first."""

    def share(number: float | None) -> str:
        return "–" if number is None else _share(number)

    def plain(number: float | None) -> str:
        return "–" if number is None else f"{number:.1f}"

    rows = [["game", "plies", "moves", "drawn", "first", "skill", "lead changes", "only move"]]
    for it in rows_of_games:
        shares = [share(number) for number in (it.drawn, it.first, it.skill)]
        rows.append([it.game, plain(it.plies), plain(it.moves), *shares, plain(it.changes), share(it.only)])
    return rows


def page(survey: Survey, others: Iterable[Row] = ()) -> str:
    """The survey as HTML: one file, which needs no other. Without matplotlib it has no plots, and says so."""
    title = f"Survey: {survey.game}"
    return html_page(title, static_text("report.css"), "\n".join(_body(survey, title, others)))


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
    yield html_table(level_rows(survey, bars=False))
    try:
        yield f'<div class="plots">{"".join(f"<figure>{plot.drawing.svg}</figure>" for plot in plots(survey))}</div>'
    except ImportError as error:
        yield f'<p class="faint">{escape(str(error))}</p>'
    yield "<h2>Beside games of the library</h2>"
    yield html_table(table([row(survey), *others]), own=1)
    yield f'<p class="faint">{escape(LEGEND)}</p>'


LEGEND = (
    "The strongest players of each survey. First: what the first player scores. Skill: what a player scores against"
    " the level below, on the mean. Only move: how often the loser's last good move was the only one."
)


def plots(survey: Survey) -> list[Plot]:
    """The plots of a survey: what the first player scores, and how much skill pays, by strength; leads, if known.

    Raises: ImportError without matplotlib.
    """
    found = []
    if len(survey.players) > 1:
        seats = {f"{each.simulations:,}": each.seats[0] for each in survey.levels}
        found.append(plot_intervals(seats, "score of the first player"))
        mark_even_line(found[-1], 1 / len(survey.players))
    if survey.skills:
        scores = {f"{each.simulations:,} to {each.against:,}": each.score for each in survey.skills}
        found.append(plot_intervals(scores, "score of the stronger player"))
        mark_even_line(found[-1], 1 / len(survey.players))
    if len(survey.leads) > 1:
        points = [(at, each.changes) for at, each in enumerate(survey.leads)]
        plot = plot_lines({"lead": points}, "simulations for a move", "changes of the lead in a game")
        plot.axes.set_xticks(range(len(points)), [f"{each.simulations:,}" for each in survey.leads])
        plot.axes.set_ylim(bottom=0)
        found.append(plot)
    return found


QUARTERS = (0, 0.25, 0.5, 0.75, 1)


def mark_even_line(plot: Plot, share: float) -> None:
    """Draws a line where equal players would be, and shows all scores from 0 to 1."""
    plot.axes.axvline(share, color="#8d744a", linestyle="--", linewidth=1)
    plot.axes.set_xlim(-0.03, 1.03)
    plot.axes.set_xticks(QUARTERS, [f"{100 * each:.0f} %" for each in QUARTERS])
    plot.axes.set_ylabel("simulations for a move")
