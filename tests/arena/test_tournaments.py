"""Tournaments: each game once, the same on whatever plays them, kept where they are finished; mistakes are named."""

import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from lazytree import bots, play_out
from lazytree.arena import Played, Results, Terms, match, random_openings, tournament
from lazytree.arena.protocols import refereeing
from lazytree.arena.protocols.refereeing import SILENCE
from lazytree.arena.tournaments.one_game import SILENT
from lazytree.arena.tournaments.openings import opening_record
from lazytree.arena.tournaments.results import crosstable, scores, totals
from lazytree.arena.tournaments.store import open_store
from lazytree.games import konane, nim, tic_tac_toe
from tests.helpers.waiting import LONG

KONANE = "konane rows=4 columns=4"
FIELD = ["minimax:depth=1", "think:depth=3", "at_random"]


def repeatable(results: Results) -> list[Played]:
    return [game.repeatable() for game in results.games]


def test_a_tournament_is_its_games_played_one_by_one():
    game = konane(rows=4, columns=4)
    makers = {"one": lambda: bots.minimax(game, 1), "three": lambda: bots.think(game, 3)}
    openings = random_openings(game, 3, 2, seed=9)
    expected = {
        (opening, seated): play_out(game, [makers[name]() for name in seated], opening_record(game, opening).position)
        for opening in openings
        for seated in permutations(makers)
    }
    found = match(game, {"one": "minimax:depth=1", "three": "think:depth=3"}, 3, openings=2, seed=9)
    assert {(played.opening, played.players): played.payoffs for played in found.games} == expected
    assert len(found.games) == found.planned == 6
    wins = sum(payoffs[seated.index("one")] > 0 for (_, seated), payoffs in expected.items())
    assert scores(found.games)["one", "three"] == (wins, 6)


@pytest.mark.process
def test_processes_threads_and_this_process_play_the_same_games():
    here = tournament(KONANE, FIELD, 2, openings=2)
    with ThreadPoolExecutor(2) as threads:
        assert repeatable(tournament(KONANE, FIELD, 2, openings=2, executor=threads)) == repeatable(here)
    there = tournament(KONANE, FIELD, 2, openings=2, processes=2)
    assert repeatable(there) == repeatable(here)
    assert there.id == here.id


def counting(log: str, name: str) -> Callable[[Any], Any]:
    """A factory of bots that play the first move; each bot that is asked for a move adds its name to a file."""

    def factory(game: Any) -> Any:
        asked = list[bool]()

        def bot(position: Any) -> Any:
            if not asked:
                asked.append(True)
                with open(log, "a") as file:
                    file.write(f"{name}\n")
            return next(iter(game.moves(position)))

        return bot

    return factory


def test_what_is_stored_is_not_played_again(tmp_path: Path):
    log = tmp_path / "log"
    store, entrants = tmp_path / "games.db", {name: counting(str(log), name) for name in "ab"}
    how: dict[str, Any] = {"openings": 2, "store": store}
    some = match(KONANE, entrants, 3, enough=lambda games: len(games) == 2, **how)
    assert len(some.games) == 2 and len(log.read_text().split()) == 4
    whole = match(KONANE, entrants, 3, **how)
    assert len(whole.games) == 6 and len(log.read_text().split()) == 12
    assert match(KONANE, entrants, 3, **how).games == whole.games and len(log.read_text().split()) == 12
    assert whole.games[:2] == some.games


def test_players_that_hold_other_values_make_another_tournament(tmp_path: Path):
    """Two functions of one name and one text are two players where they hold other numbers."""
    ids = set()
    for weight in ({"mobility": 1}, {"mobility": 2}, [1, 2], [2, 1]):

        def player(game: Any, weight: Any = weight) -> Any:
            return bots.at_random(game, len(weight))

        ids.add(match(KONANE, {"one": player, "other": "at_random"}, 1, openings=2).id)
    assert len(ids) == 4


def test_other_rules_players_openings_seeds_and_terms_are_other_tournaments(tmp_path: Path):
    file = tmp_path / "own.py"
    rules = "from lazytree import Game, games\ndef own() -> Game:\n    return games.nim(heaps=(1, 2))\n"
    file.write_text(rules)
    first = match(f"{file}", ["minimax", "at_random"], 1, openings=0)
    assert match(f"{file}", ["minimax", "at_random"], 1, openings=0).id == first.id
    file.write_text(rules + "# another rule\n")
    others = [
        match(f"{file}", ["minimax", "at_random"], 1, openings=0),
        match("nim heaps=1,2", ["minimax", "at_random"], 1, openings=0),
        match("nim heaps=1,2", ["minimax", "minimax:depth=1"], 1, openings=0),
        match("nim heaps=1,3", ["minimax", "at_random"], 1, openings=0),
        match("nim heaps=1,3", ["minimax", "at_random"], 1, openings=0, seed=2),
        match("nim heaps=1,3", ["minimax", "at_random"], 1, openings=["a-1"]),
        match("nim heaps=1,3", ["minimax", "at_random"], 1, openings=0, terms=Terms(plies=50)),
    ]
    assert len({first.id, *(other.id for other in others)}) == 8


def test_a_variant_is_another_tournament_although_it_has_the_name_of_a_game():
    game = nim(heaps=(2, 2))
    misere = replace(game, payoffs=lambda position: tuple(-payoff for payoff in game.payoffs(position)))
    plain = match(game, ["minimax:depth=5", "at_random"], 2, openings=0)
    turned = match(misere, ["minimax:depth=5", "at_random"], 2, openings=0)
    assert plain.games[0].game == "nim heaps=2,2" and plain.id != turned.id
    text = match("nim heaps=2,2", ["minimax:depth=5", "at_random"], 2, openings=0)
    assert (text.id, repeatable(text)) == (plain.id, repeatable(plain))
    with pytest.raises(ValueError, match="it has no text for other processes: write its rules to a file"):
        match(misere, ["minimax", "at_random"], 1, openings=0, processes=2)


def test_who_meets_itself_plays_each_opening_once():
    found = match(KONANE, ["think:depth=1", "think:depth=1"], 3, openings=2)
    assert len(found.games) == 3


def test_three_players_sit_in_each_seat():
    names = ["at_random:seed=1", "at_random:seed=2", "at_random:seed=3"]
    found = match("dice_of_doom size=2 players=3", names, 1, openings=0)
    assert sorted(game.players.index(names[0]) for game in found.games) == [0, 1, 2]
    assert sum(score.points for score in totals(found.games).values()) == pytest.approx(3)
    orders = match("dice_of_doom size=2 players=3", names, 1, openings=0, seats="permutations")
    assert {game.players for game in orders.games} == set(permutations(names))


@pytest.mark.process
def test_bots_of_a_file_of_ones_own(tmp_path: Path):
    file = tmp_path / "own_bots.py"
    file.write_text("def first(game, number=0):\n    return lambda position: list(game.moves(position))[number]\n")
    found = match("tic_tac_toe", [f"{file}:first", f"{file}:first:number=-1"], 1, openings=0, processes=2)
    assert found.games[0].moves[:2] == ("a3", "c1")
    assert all(game.loser is None for game in found.games)


def test_progress_is_told_after_each_game():
    told = list[int]()
    found = tournament("nim heaps=1,2", FIELD, 1, openings=0, progress=lambda so_far: told.append(so_far.finished))
    assert told == list(range(1, found.planned + 1))


def test_a_gauntlet_has_only_the_games_of_the_first_player():
    found = tournament("nim heaps=1,2", FIELD, 1, openings=0, gauntlet=True)
    assert len(found.games) == 4 and all(FIELD[0] in game.players for game in found.games)


def test_several_games_are_one_tournament():
    found = tournament(["nim heaps=1,2", tic_tac_toe()], FIELD, 1, openings=0)
    assert [game.game for game in found.games] == ["nim heaps=1,2"] * 6 + ["tic_tac_toe"] * 6


@pytest.mark.parametrize(
    ("bots_given", "how", "said"),
    [
        (["think:dept=4", "at_random"], {}, "think has no parameter 'dept'"),
        (["unknown", "at_random"], {}, "there is no bot 'unknown'"),
        (["no_such_program with words", "at_random"], {}, "no bot and no program 'no_such_program'"),
        (["human", "at_random"], {}, "human"),
        (["at_random"], {}, "2 players sit at a table"),
        (["at_random"] * 3, {}, "named twice"),
        ("at_random", {}, "bots must be a list"),
        ([3, "at_random"], {}, "a player is a text"),
        ([lambda game: 3, "at_random"], {}, "must return a bot"),
        (["at_random", "minimax"], {"pairs": 0}, "pairs must be"),
        (["at_random", "minimax"], {"pairs": 3, "openings": ["a-1"]}, "1 openings were given for 3 pairs"),
        (["at_random", "minimax"], {"openings": "a-1"}, "openings must be"),
        (["at_random", "minimax"], {"openings": ["z-1"]}, "z-1"),
        (["at_random", "minimax"], {"openings": 9}, "0 such openings of 9 plies"),
        (["at_random", "minimax"], {"terms": Terms(plies=0)}, "plies must be"),
        (["at_random", "minimax"], {"terms": Terms(judged=0)}, "judged must be"),
        (["at_random", "minimax"], {"processes": 0}, "processes must be"),
        (["at_random", "minimax"], {"seats": "chairs"}, "rotations or permutations"),
        (["at_random", lambda game: bots.at_random(game)], {"processes": 2}, "cannot be sent to other processes"),
    ],
)
def test_mistakes_are_named_before_any_game(bots_given: Any, how: dict[str, Any], said: str):
    with pytest.raises(ValueError, match=said):
        tournament("nim heaps=1,2", bots_given, **{"openings": 0, "pairs": 1, **how})


def test_a_store_is_a_store(tmp_path: Path):
    (tmp_path / "notes.txt").write_text("no database, but a text of more than a hundred letters " * 9)
    with pytest.raises(ValueError, match="cannot be opened as a store of games"), open_store(tmp_path / "notes.txt"):
        pass
    with pytest.raises(ValueError, match="unable to open"), open_store(tmp_path / "nowhere" / "games.db"):
        pass


def test_a_game_is_stored_once(tmp_path: Path):
    one = Played("nim", ("a", "b"), "startpos", payoffs=(1, -1))
    other = replace(one, payoffs=(-1, 1))
    with open_store(tmp_path / "games.db") as store:
        key = ("nim", 0, ("a", "b"))
        store.add("t", [one])
        store.add("t", [other])
        store.add("u", [other])
        assert store.read("t") == ({key: one}, 0)
        assert store.read("u") == ({key: other}, 0)


def test_a_nodes_player_has_its_lane_in_its_name():
    found = match(KONANE, ["think:nodes=20", "think:nodes=30,lane=python"], 1, openings=2)
    assert json.dumps(found.players) in (
        '["think:nodes=20,lane=machine", "think:nodes=30,lane=python"]',
        '["think:nodes=20,lane=python", "think:nodes=30,lane=python"]',
    )


def test_the_table_has_the_best_first():
    lost = Played("nim", ("weak", "strong"), "startpos", payoffs=(-1, 1))
    drawn = Played("nim", ("weak", "even"), "startpos", payoffs=(0, 0))
    rows = [line.split()[:3] for line in crosstable([lost, drawn], ("weak", "even", "strong")).splitlines()[1:]]
    assert rows == [["1.", "strong", "1/1"], ["2.", "even", "0.5/1"], ["3.", "weak", "0.5/2"]]


ENGINE = """
import sys
open({log!r}, "a").write("started\\n")
for line in sys.stdin:
    word = line.split()[0]
    if word == "quit": break
    if {honest}:
        if word == "ugi": print("ugiok", flush=True)
        if word == "isready": print("readyok", flush=True)
        if word == "go": print("bestmove z-9", flush=True)
"""


def test_a_program_that_is_silent_again_and_again_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """What it loses without being asked is not stored: once it answers, the same call plays these games."""
    log, engine = tmp_path / "log", tmp_path / "engine.py"
    players = {"here": "minimax:depth=1", "silent": f"{sys.executable} -S {engine}"}

    def played() -> list[str]:
        log.write_text("")
        found = match("nim heaps=1,2", players, 4, openings=0, store=tmp_path / "games.db")
        assert all(game.players[game.loser or 0] == "silent" for game in found.games)
        return [game.reason.partition(" has lost: ")[2] for game in found.games]

    monkeypatch.setattr(refereeing, "PATIENCE", 0.05)
    engine.write_text(ENGINE.format(log=str(log), honest=False))
    silent = [f"{SILENCE} within 0.05 seconds"] * SILENT
    given_up = f"{SILENCE} in {SILENT} games in a row, and is given up"
    assert played() == [*silent, *[given_up] * (8 - SILENT)]
    assert len(log.read_text().splitlines()) == SILENT
    monkeypatch.setattr(refereeing, "PATIENCE", LONG)
    engine.write_text(ENGINE.format(log=str(log), honest=True))
    again = played()
    assert again[:SILENT] == silent and all("'z-9' is not a legal move" in reason for reason in again[SILENT:])
    assert len(log.read_text().splitlines()) == 8 - SILENT


def test_a_bot_that_leaves_the_program_has_lost():
    def leaving(game: object) -> object:
        def bot(position: object) -> object:
            raise SystemExit(3)

        return bot

    found = match("nim heaps=1,2", {"leaving": leaving, "other": "at_random"}, 1, openings=0)
    assert all(game.players[game.loser or 0] == "leaving" and "SystemExit" in game.reason for game in found.games)
    assert len(found.games) == 2
