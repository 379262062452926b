"""The report of a tournament as one page: tables, a plot, and every game to be replayed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from lazytree.arena.strength.bradley_terry import with_unit
from lazytree.arena.strength.sequential import Sprt
from lazytree.core.game import Game
from lazytree.playing.announcing import format_payoffs
from lazytree.show.front_end import front_end, static_text
from lazytree.show.html_page import html_page

from .copies import copied
from .pictures import plot_strengths
from .replays import board_of, steps_of
from .results import Played
from .summaries import of_games, of_players
from .tables import Score, ranked_names, scores, totals
from .text_report import (
    elo_table,
    forfeits,
    game_rows,
    is_of_many,
    pair_lines,
    player_rows,
    share_rows,
    superiority_rows,
)
from .tournaments import Results

REPLAYS = """
<script type="application/json" id="lt-report">{data}</script>
<script type="module">
{script}
browse(document);
</script>"""


def page(results: Results, test: Sprt | None = None) -> str:
    """The report as HTML: one file, which needs no other; with a sequential test, also what it says.

    Raises: ValueError before any game is finished.

    >>> from lazytree.arena import match
    >>> "minimax" in page(match("nim heaps=1,2", ["minimax", "at_random"], pairs=1, openings=0))
    True
    """
    if not results.games:
        raise ValueError("there is nothing to report: no game is finished yet")
    texts = list(dict.fromkeys(played.game for played in results.games))
    title = f"Tournament: {', '.join(texts)}"
    data = {
        "boards": {text: board_of(results.rules[text]) for text in texts},
        "courses": [_course(results.rules[played.game], played) for played in results.games],
    }
    replays = REPLAYS.format(
        data=json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
        script=front_end("replay.mjs").replace("</", "<\\/"),
    )
    return html_page(title, static_text("report.css"), "\n".join(_body(results, title, test)) + replays)


def _course(game: Game[Any, Any], played: Played) -> dict[str, Any]:
    """A game, as `static/replay.mjs` shows it."""
    return {
        "game": played.game,
        "players": [f"{name} ({seat})" for name, seat in zip(played.players, game.players)],
        "names": list(played.players),
        "result": format_payoffs(game, played.payoffs),
        "reason": played.reason,
        "plies": played.plies,
        "steps": steps_of(game, played),
    }


def _body(results: Results, title: str, test: Sprt | None) -> Iterator[str]:
    """The parts of the page."""
    games = results.games
    yield f"<h1>{escape(title)}</h1>"
    yield f'<p class="faint">{len(games)} of {results.planned} games; number {results.id}</p>'
    yield "<h2>Who has scored what against whom</h2>"
    yield _crosstable(results)
    if is_of_many(games):
        yield "<h2>Points a game</h2>"
        yield f"<figure>{_plot(results)}</figure>"
        yield _table(list(share_rows(results)))
    if (known := elo_table(results)) is not None:
        yield "<h2>Elo</h2>"
        yield f"<figure>{_plot(results)}</figure>"
        rows = [[it.name, f"{it.elo.value:+.0f}", f"{it.elo.low:+.0f} to {it.elo.high:+.0f}"] for it in known.players]
        yield _table([["player", "Elo", "95 %"], *rows])
        if known.advantage is not None:
            yield f"<p>Moving first is worth {escape(with_unit(known.advantage))}.</p>"
        yield "<h3>The probability that one is stronger than another</h3>"
        yield _table(list(superiority_rows(known)))
    yield from (f"<p>{escape(line)}</p>" for line in pair_lines(results, test))
    yield "<h2>Players</h2>"
    yield _table(list(player_rows(of_players(games, results.players))))
    yield '<p class="faint">Costs are those of a move, on the mean.</p>'
    yield from (f"<p>{escape(line)}</p>" for line in [*forfeits(games), *map(str, copied(games))])
    yield "<h2>Games</h2>"
    yield _table(list(game_rows(of_games(games))))
    yield "<h2>Replay</h2>"
    yield _choice(results.players)
    yield _listed(results)
    yield '<div id="lt-replay"></div>'


def _plot(results: Results) -> str:
    try:
        return plot_strengths(results).drawing.svg
    except ImportError as error:
        return f'<p class="faint">{escape(str(error))}</p>'


def _crosstable(results: Results) -> str:
    names, known, sums = ranked_names(results.games, results.players), scores(results.games), totals(results.games)
    heads = "".join(f"<th>{number}</th>" for number in range(1, len(names) + 1))
    rows = [f"<tr><th>player</th><th>points</th>{heads}</tr>"]
    for rank, name in enumerate(names, 1):
        cells = "".join(_score(known.get((name, other))) for other in names)
        rows.append(f"<tr><td>{rank}. {escape(name)}</td><td>{sums.get(name, Score(0, 0))}</td>{cells}</tr>")
    return f'<div class="wide"><table>{"".join(rows)}</table></div>'


def _score(score: Score | None) -> str:
    if score is None:
        return "<td>–</td>"
    return f'<td class="good" style="--share:{score.share or 0:.2f}">{score}</td>'


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells as a table, the heads first."""
    heads, *others = rows
    top = "".join(f"<th>{escape(cell)}</th>" for cell in heads)
    lines = ("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in others)
    return f'<div class="wide"><table><tr>{top}</tr>{"".join(lines)}</table></div>'


def _choice(players: Sequence[str]) -> str:
    """What chooses the player whose games are listed."""
    options = "".join(f'<option value="{escape(name)}">{escape(name)}</option>' for name in players)
    return (
        f'<p><label>Games of <select id="lt-player"><option value="">all players</option>{options}</select></label></p>'
    )


def _listed(results: Results) -> str:
    """The table of games, each of which can be chosen."""
    heads = "".join(f"<th>{head}</th>" for head in ("", "players", "result", "plies", "opening"))
    rows = []
    for number, played in enumerate(results.games, 1):
        result = format_payoffs(results.rules[played.game], played.payoffs)
        cells = (" – ".join(played.players), result, str(played.plies), str(played.pair + 1))
        shown = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        rows.append(f'<tr><td><button type="button" aria-label="game {number}">{number}</button></td>{shown}</tr>')
    table = f'<table class="words"><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    return f'<div id="lt-games">{table}</div>'
