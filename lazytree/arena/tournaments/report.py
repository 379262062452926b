"""Reports of a tournament: text, JSON, CSV, a plot, and a page with tables and every game to be replayed."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from html import escape
from io import StringIO
from typing import Any

from lazytree.arena.strength.bradley_terry import Strengths, strengths, with_unit
from lazytree.arena.strength.pairs import CERTAIN, Interval, Margin, Sprt, Verdict, verdict
from lazytree.arena.tournaments import results as tallies
from lazytree.arena.tournaments.openings import opening_record
from lazytree.arena.tournaments.results import Played, Score, in_rows, ranked_names
from lazytree.arena.tournaments.tournaments import Results
from lazytree.core.game import Game
from lazytree.core.layout import Stone
from lazytree.playing.announcing import format_turn, seen_names, seen_result
from lazytree.playing.records import Record
from lazytree.show.front_end import front_end, html_cell, html_page, html_table, static_text
from lazytree.show.plots import Plot, plot_intervals
from lazytree.show.view import as_data as board_data
from lazytree.show.view import layout_of, stones_in, text_of, touched_in, view_of


def elo_table(results: Results) -> Strengths | None:
    """The strengths of three and more contestants who meet in twos; None for others, and before any game.

    Of two contestants the margin of their pairs says it, and of three at a table what they score.
    """
    if len(results.players) < 3 or any(len(played.players) != 2 for played in results.games):
        return None
    tables = tallies.counts_by_opening(results.games)
    return strengths(tables) if tables else None


def first_margin(results: Results) -> Margin | None:
    """By how much the first of two contestants was better; None with more of them, and before any whole pair."""
    if len(results.players) != 2:
        return None
    with suppress(ValueError):  # there is no whole pair yet
        return tallies.margin_of(results.games, *results.players)
    return None


def first_mover(results: Results) -> Interval | None:
    """What moving first is worth in games of two players, in Elo."""
    if any(len(played.players) != 2 for played in results.games):
        return None
    return strengths(tallies.counts_by_opening(results.games)).advantage


def share_rows(results: Results) -> Iterator[list[str]]:
    """The rows of the table of what each player scores in a game, the heads first, the best one next."""
    yield ["player", "points a game", "95 %"]
    shares = tallies.shares_of(results.games)
    for name in ranked_names(results.games):
        value, low, high = shares[name]
        yield [name, f"{value:.1%}", f"{low:.1%} to {high:.1%}"]


def decision(results: Results, test: Sprt | None) -> Verdict | None:
    """What a sequential test says of the first of two players; None without a test.

    It counts the first games of the plan up to one that is not finished, as the test itself does: games that are
    finished before others are often the short ones.
    """
    if test is None:
        return None
    one, other = results.players
    return verdict(test, tallies.pairs_of(results.games[: results.first], one, other))


def pair_lines(results: Results, test: Sprt | None = None) -> list[str]:
    """Lines that say by how much the first of two players was better in pairs of games, and what a test says of it.

    >>> from lazytree.arena import match
    >>> for line in pair_lines(match("nim heaps=1,2", ["minimax", "at_random"], pairs=4, openings=0), Sprt(0, 500)):
    ...     print(line)
    minimax against at_random: score 100.0 % of 4 pairs, Elo more than -10, stronger with a probability of 97.3 %
    moving first: +0 Elo (-541 to +541)
    sequential test of minimax against at_random: LLR 2.55 (-2.94 to 2.94): not decided yet
    """
    if len(results.players) != 2:
        return []
    lines, names = list[str](), " against ".join(results.players)
    if (found := first_margin(results)) is not None:
        lines.append(f"{names}: {found}")
        if (worth := first_mover(results)) is not None:
            lines.append(f"moving first: {with_unit(worth)}")
    if (said := decision(results, test)) is not None:
        lines.append(f"sequential test of {names}: {said}")
    return lines


def superiority_rows(known: Strengths) -> Iterator[list[str]]:
    """The rows of the table of the probabilities that a player, of the row, is stronger than that of the column."""
    names = [player.name for player in known.players]
    yield ["stronger than", *map(str, range(1, len(names) + 1))]
    for rank, name in enumerate(names, 1):
        cells = ["-" if name == other else _percent(known.superiority(name, other)) for other in names]
        yield [f"{rank}. {name}", *cells]


def _percent(probability: float) -> str:
    """A probability; beyond 99.9 % no digits are told."""
    if probability > CERTAIN or probability < 1 - CERTAIN:
        return f"> {CERTAIN:.1%}" if probability > CERTAIN else f"< {1 - CERTAIN:.1%}"
    return f"{probability:.1%}"


def report(results: Results, test: Sprt | None = None) -> str:
    """All that is known, as tables of text; with a sequential test, also what it says."""
    games = results.games
    if not games:
        return "no game is finished yet"
    parts = [f"tournament {results.id}: {len(games)} of {results.planned} games", repr(results)]
    if (known := elo_table(results)) is not None:
        parts += [str(known), in_rows(superiority_rows(known))]
    if any(len(played.players) > 2 for played in games):
        parts.append(in_rows(share_rows(results)))
    if lines := pair_lines(results, test):
        parts.append("\n".join(lines))
    parts += [in_rows(player_rows(results)), in_rows(game_rows(games))]
    return "\n\n".join([*parts, *forfeits(games), *map(str, tallies.count_copies(games))])


def player_rows(results: Results) -> Iterator[list[str]]:
    """The rows of the table of players, the heads first; costs are those of a move."""
    yield ["player", "won", "drawn", "lost", "moves", "ms", "cpu ms", "positions", "ratings", "cutoffs", "branching"]
    for it in tallies.of_players(results.games, results.players):
        times = [f"{1000 * it.seconds:.1f}", f"{1000 * it.work:.1f}"]
        counts = [f"{it.seen:,.0f}", f"{it.rated:,.0f}", f"{it.cutoffs:,.0f}", f"{it.branching:.1f}"]
        yield [it.name, str(it.wins), str(it.draws), str(it.losses), str(it.moves), *times, *counts]


def game_rows(games: Sequence[Played]) -> Iterator[list[str]]:
    """The rows of the table of games, the heads first."""
    yield ["game", "games", "points by seat", "drawn", "plies", "mean", "legal moves", "not ended by the rules"]
    for it in tallies.of_games(games):
        shares = " ".join(f"{share:.1%}" for share in it.shares)
        lengths = [f"{it.shortest} to {it.longest}", f"{it.plies:.1f}"]
        yield [it.game, str(it.games), shares, f"{it.drawn:.1%}", *lengths, f"{it.width:.1f}", str(it.unfinished)]


def forfeits(games: Sequence[Played]) -> list[str]:
    """A line for each way in which a player has lost by conduct: how often, and the reason."""
    counted = Counter((played.players[played.loser], played.reason) for played in games if played.loser is not None)
    return [f"{name} has lost {count} by conduct: {reason}" for (name, reason), count in counted.items()]


def as_csv(results: Results) -> str:
    """The games as CSV: a row for each, heads first; moves are separated by `; `, other lists by spaces."""
    written = StringIO()
    writer = csv.writer(written)
    names = list(Played.__match_args__)
    writer.writerow(names)
    for played in results.games:
        writer.writerow([_cell(name, getattr(played, name)) for name in names])
    return written.getvalue()


def _cell(name: str, value: object) -> object:
    if isinstance(value, tuple):
        return ("; " if name in ("moves", "players") else " ").join(map(str, value))
    return "" if value is None else value


def as_data(results: Results, test: Sprt | None = None) -> dict[str, Any]:
    """All that is known, as dicts, lists, texts and numbers, which JSON can carry."""
    games = results.games
    known, found, margin = elo_table(results), decision(results, test), first_margin(results)
    data = {
        "tournament": results.id,
        "players": results.players,
        "planned": results.planned,
        "ratings": known and known.players,
        "margin": margin,
        "first_player": known.advantage if known else first_mover(results),
        "points_a_game": tallies.shares_of(games),
        "superiority": _superiority(results, known, margin),
        "sequential_test": found and {**found.test._asdict(), "llr": found.llr, "taken": found.taken},
        "by_player": tallies.of_players(games, results.players),
        "by_game": tallies.of_games(games),
        "copies": tallies.count_copies(games),
        "games": list(map(vars, games)),
    }
    return {name: tallies.plain_data(value) for name, value in data.items()}


def as_json(results: Results, test: Sprt | None = None) -> str:
    """All that is known, as JSON."""
    return json.dumps(as_data(results, test))


def _superiority(
    results: Results, known: Strengths | None, margin: Margin | None
) -> dict[str, dict[str, float]] | None:
    """From each player and each other one to the probability that the one is the stronger."""
    if margin is not None:
        one, other = results.players
        return {one: {other: margin.superiority}, other: {one: 1 - margin.superiority}}
    if known is None:
        return None
    names = [player.name for player in known.players]
    return {one: {other: known.superiority(one, other) for other in names if other != one} for one in names}


def plot_strengths(results: Results) -> Plot:
    """The plot of the Elo of three and more players with intervals of 95 %; else of their points a game.

    Raises: ImportError without matplotlib; ValueError before any game is finished.
    """
    if not results.games:
        raise ValueError("there is nothing to plot: no game is finished yet")
    if (known := elo_table(results)) is not None:
        return plot_intervals({player.name: player.elo for player in known.players}, "Elo, with 95 % intervals")
    shares = tallies.shares_of(results.games)
    ranked = {name: shares[name] for name in ranked_names(results.games)}
    return plot_intervals(ranked, "points a game, with 95 % intervals")


def record_of(game: Game[Any, Any], played: Played) -> Record[Any, Any]:
    """The record of a finished game, its opening included.

    Raises: ValueError where the game is not the one that was played.
    """
    so_far = opening_record(game, played.opening)
    for text in played.moves:
        so_far = so_far.play(game.parse(so_far.position, text))
    return so_far


def board_of(game: Game[Any, Any]) -> dict[str, Any] | None:
    """What all pictures of a game's boards share, as `as_data` gives it; None for a game without a board."""
    if game.layout is None:
        return None
    return board_data(view_of(game, game.start, caption="")) | {"stones": [], "text": ""}


def steps_of(game: Game[Any, Any], played: Played) -> list[dict[str, Any]]:
    """The positions of a finished game, each as what has changed since the one before.

    A step has the text of the `move` that led to it, a `caption`, the `mover` (-1: no player), and `last`, the cells of
    the move. `stones` are the changes: [cell] where a stone has gone, [cell, owner, height, mark] where one has come.
    `domino` is [owner, cells] where the move has laid one. A game without a board has the position as `text` instead.

    >>> from lazytree.games import tic_tac_toe
    >>> played = Played("tic_tac_toe", ("a", "b"), "startpos moves b2", payoffs=(0, 0), moves=("a1",))
    >>> [(step["move"], step["stones"]) for step in steps_of(tic_tac_toe(), played)]
    [('', []), ('b2', [[4, 0, 1, 0]]), ('a1', [[6, 1, 1, 0]])]
    """
    so_far = record_of(game, played)
    steps = list(_steps(game, so_far))
    steps[-1] |= {"caption": seen_result(game, played.payoffs) + (f": {played.reason}" if played.reason else "")}
    return steps


def _steps(game: Game[Any, Any], so_far: Record[Any, Any]) -> Iterator[dict[str, Any]]:
    layout = None if game.layout is None else layout_of(game)
    before: dict[int, Stone] = {}
    covered = set[int]()
    moves = [None, *so_far.moves]
    texts = ["", *so_far.written()]
    for number, (position, move, text) in enumerate(zip(so_far.positions, moves, texts)):
        mover = game.mover(position) if number < len(so_far.moves) else -1
        step: dict[str, Any] = {"move": text, "caption": format_turn(game, position), "mover": mover}
        if layout is None:
            yield step | {"text": text_of(game, position)}
            continue
        last = touched_in(game, so_far.positions[number - 1], move) if number else ()
        if layout.pieces == "covered" and number:
            covered |= set(last)
            step["domino"] = [game.mover(so_far.positions[number - 1]), list(last)]
        now = {stone.cell: stone for stone in stones_in(game, position) if stone.cell not in covered}
        gone = [[cell] for cell in before if cell not in now]
        come = [list(stone) for cell, stone in now.items() if before.get(cell) != stone]
        before = now
        yield step | {"last": list(last), "stones": [*gone, *come]}


REPLAYS = """
<script type="application/json" id="lt-report">{data}</script>
<script type="module">
{script}
browse(document);
</script>"""


def page(results: Results, test: Sprt | None = None) -> str:
    """The report as HTML: one file, which needs no other; with a sequential test, also what it says.

    Raises: ValueError before any game is finished.
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
    return html_page(
        title, static_text("theme.css") + static_text("report.css"), "\n".join(_body(results, title, test)) + replays
    )


def _course(game: Game[Any, Any], played: Played) -> dict[str, Any]:
    """A game, as `static/replay.mjs` shows it."""
    return {
        "game": played.game,
        "players": [f"{name} ({seat})" for name, seat in zip(played.players, seen_names(game))],
        "names": list(played.players),
        "result": seen_result(game, played.payoffs),
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
    yield html_table(tallies.crosstable_rows("player", games, results.players), cell=_score_cell)
    if any(len(played.players) > 2 for played in games):
        yield "<h2>Points a game</h2>"
        yield f"<figure>{_plot(results)}</figure>"
        yield html_table(share_rows(results))
    if (known := elo_table(results)) is not None:
        yield "<h2>Elo</h2>"
        yield f"<figure>{_plot(results)}</figure>"
        rows = [[it.name, f"{it.elo.value:+.0f}", f"{it.elo.low:+.0f} to {it.elo.high:+.0f}"] for it in known.players]
        yield html_table([["player", "Elo", "95 %"], *rows])
        if known.advantage is not None:
            yield f"<p>Moving first is worth {escape(with_unit(known.advantage))}.</p>"
        yield "<h3>The probability that one is stronger than another</h3>"
        yield html_table(superiority_rows(known))
    yield from (f"<p>{escape(line)}</p>" for line in pair_lines(results, test))
    yield "<h2>Players</h2>"
    yield html_table(player_rows(results))
    yield '<p class="faint">Costs are those of a move, on the mean.</p>'
    yield from (f"<p>{escape(line)}</p>" for line in [*forfeits(games), *map(str, tallies.count_copies(games))])
    yield "<h2>Games</h2>"
    yield html_table(game_rows(games))
    yield "<h2>Replay</h2>"
    options = "".join(f'<option value="{escape(name)}">{escape(name)}</option>' for name in results.players)
    choice = f'<select id="lt-player"><option value="">all players</option>{options}</select>'
    yield f"<p><label>Games of {choice}</label></p>"
    yield _game_list(results)
    yield '<div id="lt-replay"></div>'


def _plot(results: Results) -> str:
    try:
        return plot_strengths(results).drawing.svg
    except ImportError as error:
        return f'<p class="faint">{escape(str(error))}</p>'


def _score_cell(cell: object) -> str:
    """A cell of the crosstable: a score with its share, as a colour; a dash for None."""
    if not isinstance(cell, Score):
        return html_cell("–" if cell is None else cell)
    return f'<td class="good" style="--share:{cell.share or 0:.2f}">{cell}</td>'


def _game_list(results: Results) -> str:
    """The table of games, each of which can be chosen."""
    heads = "".join(f"<th>{head}</th>" for head in ("", "players", "result", "plies", "opening"))
    rows = []
    for number, played in enumerate(results.games, 1):
        result = seen_result(results.rules[played.game], played.payoffs)
        cells = (" – ".join(played.players), result, str(played.plies), str(played.pair + 1))
        shown = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        rows.append(f'<tr><td><button type="button" aria-label="game {number}">{number}</button></td>{shown}</tr>')
    table = f'<table class="words"><thead><tr>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    return f'<div id="lt-games">{table}</div>'
