"""What a tournament says: tables, JSON, CSV, a plot and a page tell of the same games."""

import csv
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from lazytree.arena import Results, SoFar, Sprt, Terms, margin, match, pairs_of, strengths, tournament
from lazytree.arena.tournaments.report import (
    as_csv,
    as_data,
    as_json,
    board_of,
    decision,
    page,
    record_of,
    report,
    steps_of,
)
from lazytree.arena.tournaments.results import counts_by_opening, of_games, of_players, totals
from lazytree.cli.arena import progress
from lazytree.cli.shell import main
from lazytree.show.view import as_data as view_data
from lazytree.show.view import view_of_record
from tests.helpers.javascript import in_node
from tests.helpers.marks import slow_unless

GAME = "nim heaps=3,4,5"
BOTS = ["minimax:depth=5", "at_random"]
COMMAND = ["tournament", "nim", "heaps=3,4,5", "--bots", *BOTS, "--openings", "0", "--pairs"]
FIELD = ["minimax:depth=1", "think:depth=3", "at_random"]


@pytest.fixture(scope="module")
def results() -> Results:
    return tournament("konane rows=4 columns=4", FIELD, 3, openings=2)


def test_summaries_count_what_the_games_say(results: Results):
    games = results.games
    for player in of_players(games):
        wins = sum(game.payoffs[game.players.index(player.name)] > 0 for game in games if player.name in game.players)
        assert (player.wins, player.draws, player.losses) == (wins, 0, player.games - wins)
        assert player.games == 12 and player.points == wins and player.forfeits == 0
        seats = [(game, game.players.index(player.name)) for game in games if player.name in game.players]
        moves = sum(Counter(game.movers)[seat] for game, seat in seats)
        assert player.moves == moves
        assert player.seen == pytest.approx(sum(game.seen[seat] for game, seat in seats) / moves)
    (of_game,) = of_games(games)
    assert of_game.shares[0] == pytest.approx(fmean(game.payoffs[0] > 0 for game in games))
    assert sum(of_game.shares) == pytest.approx(1)
    assert of_game.plies == pytest.approx(fmean(len(game.moves) for game in games))
    assert of_game.width == pytest.approx(fmean(width for game in games for width in game.widths))


def test_the_report_names_players_games_and_who_has_lost_by_conduct(results: Results):
    text = report(results)
    assert all(name in text for name in FIELD) and "konane rows=4 columns=4" in text and "moving first" in text
    conduct = match(
        "nim heaps=1,2", {"wrong": lambda game: lambda position: 7, "at_random": "at_random"}, 1, openings=0
    )
    assert "wrong has lost 1 by conduct: first has lost: 7 is not a legal move" in report(conduct)


def test_json_and_csv_have_all_games(results: Results):
    data = json.loads(as_json(results))
    assert [tuple(game["players"]) for game in data["games"]] == [game.players for game in results.games]
    assert data == json.loads(json.dumps(as_data(results)))
    rows = list(csv.DictReader(StringIO(as_csv(results))))
    assert [row["moves"] for row in rows] == ["; ".join(game.moves) for game in results.games]
    assert [row["payoffs"] for row in rows] == [" ".join(map(str, game.payoffs)) for game in results.games]


def test_before_any_game_and_with_three_players_there_is_no_elo():
    nothing = tournament("nim heaps=1,2", FIELD, 1, openings=0, enough=lambda games: True)
    assert as_data(nothing)["ratings"] is not None
    empty = Results(nothing.id, nothing.players, (), 6, nothing.rules)
    assert report(empty) == "no game is finished yet"
    with pytest.raises(ValueError, match="no game is finished yet"):
        page(empty)
    names = ["at_random:seed=1", "at_random:seed=2", "at_random:seed=3"]
    three = match("dice_of_doom size=2 players=3", names, 1, openings=0)
    assert as_data(three)["ratings"] is None and "Elo" not in report(three)
    assert names[0] in page(three)


REPLAYED = [
    ("konane rows=4 columns=4", "at_random"),
    ("othello rows=4 columns=4", "at_random"),
    ("dvonn placement=random", "at_random"),
    ("domineering rows=3 columns=3", "at_random"),
    ("dice_of_doom size=2 dice=rolled", "at_random"),
    ("kalah pits=3 seeds=2", "at_random"),
    ("hex size=4", "at_random"),
]


@pytest.mark.parametrize(("game", "player"), REPLAYED)
def test_the_page_shows_the_positions_that_were_played(game: str, player: str):
    found = match(game, {"one": player, "two": player}, 1, openings=1, terms=Terms(plies=12))
    played, rules = found.games[0], found.rules[found.games[0].game]
    program = 'import { viewsOf } from "./replay.mjs";\nreturn viewsOf(...data);'
    views = in_node(program, board_of(rules), steps_of(rules, played))
    so_far = record_of(rules, played)
    assert len(views) == len(so_far.positions)
    for ply, view in enumerate(views):
        expected = json.loads(json.dumps(view_data(view_of_record(so_far.branch(ply)))))
        for name in ("layout", "players", "last", "dominoes"):
            assert view[name] == expected[name], name
        key = lambda stone: stone["cell"]  # noqa: E731
        assert sorted(view["stones"], key=key) == sorted(expected["stones"], key=key)


class Page(HTMLParser):
    """What a page is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.tags, self.scripts, self.last = Counter[str](), dict[str, str](), ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.last = f"{tag} {dict(attributes).get('id', '')}"
        assert not dict(attributes).get("src"), "the page needs another file"

    def handle_data(self, data: str) -> None:
        self.scripts[self.last] = self.scripts.get(self.last, "") + data


def test_the_page_is_one_file_with_all_games(results: Results):
    read = Page()
    read.feed(page(results))
    data = json.loads(read.scripts["script lt-report"])
    assert len(data["courses"]) == len(results.games)
    assert read.tags["script"] == 2 and read.tags["link"] == 0


def test_the_page_says_nothing_of_names_that_look_like_html():
    found = match("nim heaps=1,2", {"<b>bold</b>": "minimax", "</script>": "at_random"}, 1, openings=0)
    text = page(found)
    assert "<b>bold" not in text and text.count("</script>") == 2


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["tournament", *words])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_command_writes_what_it_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    files = {name: tmp_path / f"games.{name}" for name in ("csv", "html", "svg", "db")}
    words = ["nim", "heaps=1,2", "--bots", "minimax", "at_random", "--pairs", "2", "--openings", "0"]
    more = ["--csv", str(files["csv"]), "--html", str(files["html"]), "--plot", str(files["svg"])]
    code, out, _ = run(capsys, *words, *more, "--store", str(files["db"]), "--json")
    assert code == 0 and len(json.loads(out)["games"]) == 4
    assert len(files["csv"].read_text().splitlines()) == 5
    assert "<h1>Tournament: nim heaps=1,2</h1>" in files["html"].read_text()
    assert "<svg" in files["svg"].read_text()
    again = run(capsys, *words, "--store", str(files["db"]), "--json")
    assert again[1] == out  # the times too: nothing was played again


def test_openings_from_a_file_and_balanced_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "openings"
    file.write_text("# two of them\nb2\nb2; a1\n")
    words = ["tic_tac_toe", "--bots", "minimax", "at_random", "--json"]
    _, out, _ = run(capsys, *words, "--openings-file", str(file))
    assert {game["opening"] for game in json.loads(out)["games"]} == {"startpos moves b2", "startpos moves b2 a1"}
    _, out, _ = run(capsys, *words, "--pairs", "1", "--openings", "1", "--balanced", "9")
    assert len(json.loads(out)["games"]) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nim"], "--bots"),
        (["nim", "--bots", "minimax", "thinker"], "there is no bot 'thinker'"),
        (["nim", "--bots", "minimax", "at_random", "--openings-file", "nowhere"], "'nowhere' cannot be read"),
        (["nim", "--bots", "minimax", "at_random", "--store", "/nowhere/games.db"], "cannot be opened"),
        (["nowhere.py", "--bots", "minimax", "at_random"], "there is no file 'nowhere.py'"),
        (["nim", "heap=3", "--bots", "minimax", "at_random"], "nim has no parameter 'heap'"),
    ],
)
def test_mistakes_are_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]):
    code, out, err = run(capsys, *words)
    assert code == 2 and said in err and not out and len(err.splitlines()) == 1


def test_after_ctrl_c_it_prints_what_is_known_and_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    stopping: list[Any] = []

    def interrupted(seen: list[SoFar]) -> Any:
        shown = progress(seen)

        class Manager:
            def __enter__(self) -> Any:
                watch = shown.__enter__()

                def watching(so_far: SoFar) -> None:
                    watch(so_far)
                    if so_far.finished == 2 and not stopping:
                        stopping.append(True)
                        raise KeyboardInterrupt

                return watching

            def __exit__(self, *error: object) -> None:
                shown.__exit__(None, None, None)

        return Manager()

    monkeypatch.setattr("lazytree.cli.arena.progress", interrupted)
    store = str(tmp_path / "games.db")
    words = ["nim", "heaps=1,2", "--bots", "minimax", "at_random", "--pairs", "2", "--openings", "0", "--store", store]
    code, out, err = run(capsys, *words)
    assert code == 130 and "2 of 4 games" in out
    assert f"the same command goes on: lazytree tournament {' '.join(words)}" in err
    code, out, _ = run(capsys, *words)
    assert code == 0 and "4 of 4 games" in out


def test_the_test_of_an_interrupted_tournament_counts_no_pair_behind_a_gap():
    """Ctrl-C leaves finished games behind games that are not: those before the first gap are what a test may count."""
    whole = tournament("nim heaps=3,4,5", FIELD[1:], 6, openings=1)
    test = Sprt(0, 500)
    for gap in range(len(whole.games)):
        left = tuple(game for at, game in enumerate(whole.games) if at != gap)
        known = replace(whole, games=left, first=gap)
        pairs = tuple(whole.games[: gap - gap % 2])  # a game whose other half is missing does not count
        alone = decision(replace(whole, games=pairs, first=len(pairs)), test)
        assert decision(known, test) == alone
        assert f"{alone}" in report(known, test)
    assert decision(whole, test) == decision(replace(whole, first=None), test)


def test_results_know_where_their_first_gap_is():
    """Told after each game, while games end in another order than they were begun in."""
    seen: list[SoFar] = []
    with ThreadPoolExecutor(2) as threads:
        whole = tournament("nim heaps=3,4,5", FIELD[1:], 4, openings=1, executor=threads, progress=seen.append)
    order = list(whole.games)
    for number, so_far in enumerate(seen, 1):
        results = so_far.results()
        assert so_far.finished == len(results.games) == number and so_far.game in results.games
        assert dict(so_far.scores) == totals(results.games)
        first = next((at for at, game in enumerate(order) if game not in results.games), len(order))
        assert results.first == first


@pytest.mark.parametrize("processes", slow_unless(["1"], ["1", "2"], "process"))
def test_what_bots_print_is_no_part_of_the_results(tmp_path: Path, capfd: pytest.CaptureFixture[str], processes: str):
    file = tmp_path / "own.py"
    file.write_text(
        "def loud(game):\n    def bot(position):\n        print('loud')\n"
        "        return next(iter(game.moves(position)))\n    return bot\n"
    )
    words = ["tournament", "nim", "heaps=1,2", "--bots", f"{file}:loud", "at_random", "--pairs", "1", "--openings", "0"]
    assert main([*words, "--json", "--processes", processes]) == 0
    printed = capfd.readouterr()
    assert len(json.loads(printed.out)["games"]) == 2 and "loud" in printed.err


@pytest.mark.parametrize("option", ["--html", "--csv", "--plot"])
def test_a_file_that_cannot_be_written_is_named_before_any_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str
):
    store = tmp_path / "games.db"
    for path in (tmp_path / "nowhere" / "x", tmp_path):
        assert main([*COMMAND, "2", option, str(path), "--store", str(store)]) == 2
        assert f"{path} cannot be written" in capsys.readouterr().err
    assert not store.exists()


def test_a_plot_is_a_file_of_a_kind_that_can_be_written(capsys: pytest.CaptureFixture[str]):
    assert main([*COMMAND, "1", "--plot", "elo.txt"]) == 2
    assert "a plot is a file such as elo.svg" in capsys.readouterr().err


@pytest.mark.slow
def test_the_likelihood_of_superiority_is_told_of_each_two_players():
    found = tournament("konane rows=4 columns=4", ["minimax:depth=1", "think:depth=3", "at_random"], 3, openings=2)
    known, data = strengths(counts_by_opening(found.games)), as_data(found)["superiority"]
    for one in found.players:
        for other in found.players:
            if one != other:
                assert data[one][other] == known.superiority(one, other)
                assert data[one][other] + data[other][one] == pytest.approx(1)
    assert "stronger than" in report(found) and "stronger than" in page(found)
    two = match(GAME, BOTS, 2, openings=0)
    assert str(margin(pairs_of(two.games, *BOTS))) in report(two)
