"""Copies of a game count once; games that differ by chance count each; where nothing varies a test is refused."""

from collections import Counter
from dataclasses import replace
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lazytree.arena import Played, Results, Sprt, is_decided, margin, margin_of, match, pairs_of, strengths, tournament
from lazytree.arena.strength.pairs import stretch
from lazytree.arena.tournaments.report import as_data, page, report
from lazytree.arena.tournaments.results import (
    count_copies,
    counts_by_opening,
    counts_of,
    line_of,
    shares_of,
    varies,
    without_copies,
)
from lazytree.cli.shell import main
from tests.helpers.marks import slow_unless

SAME = [
    ("tic_tac_toe", "think:depth=1", "think:depth=2"),
    ("hex size=5", "mcts:simulations=4", "mcts:simulations=4"),
    ("nim heaps=3,5,6", "at_random:seed=1", "at_random:seed=2"),
]


@pytest.mark.parametrize(("game", "one", "other"), slow_unless(SAME[-1:], SAME))
def test_players_that_repeat_themselves_say_as_much_in_ten_pairs_as_in_one(game: str, one: str, other: str):
    once, often = (tournament(game, {"a": one, "b": other}, pairs, openings=0) for pairs in (1, 10))
    assert counts_of(often.games) == counts_of(once.games) and counts_by_opening(often.games) == [counts_of(once.games)]
    assert margin_of(often.games, "a", "b") == margin_of(once.games, "a", "b")
    assert margin_of(often.games, "a", "b").pairs == 1
    assert shares_of(often.games) == shares_of(once.games)
    said = f"a and b at {game}: 2 different of 20 games; a copy counts once"
    assert said in report(often) and said in page(often) and said not in report(once)
    assert [(each["games"], each["different"]) for each in as_data(often)["copies"]] == [(20, 2)]


@pytest.mark.parametrize(("game", "one", "other"), SAME)
def test_a_sequential_test_of_players_that_repeat_themselves_is_refused(
    game: str, one: str, other: str, capsys: pytest.CaptureFixture[str]
):
    with pytest.raises(ValueError, match=r"needs games that differ, and of 8 games of a and b .* only 2 do"):
        match(game, {"a": one, "b": other}, 100, openings=0, enough=is_decided(Sprt(0, 10), "a", "b"))
    if one != other:
        words = [*game.split(), "--bots", one, other, "--openings", "0", "--pairs", "100", "--sprt", "0", "10"]
        assert main(["tournament", *words]) == 2
        printed = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("…")]
        assert len(printed) == 1 and "let them play from random openings" in printed[0]


def test_random_players_play_another_game_in_each_seat():
    """Their numbers followed from seat and opening alone: both games of a pair were one game, and each pair a tie."""
    found = match("tic_tac_toe", {"a": "at_random", "b": "at_random"}, 50, openings=0)
    assert len({game.moves for game in found.games}) > 90
    assert max(pairs_of(found.games, "a", "b")) < 40
    again = match("tic_tac_toe", {"a": "at_random", "b": "at_random"}, 50, openings=0)
    assert [game.repeatable() for game in found.games] == [game.repeatable() for game in again.games]


def game(winner: int, moves: str, pair: int = 0, players: tuple[str, str] = ("a", "b")) -> Played:
    payoffs = (1, -1) if winner == 0 else (-1, 1)
    return Played("g", players, "startpos", pair, payoffs=payoffs, moves=tuple(moves))


def test_an_opening_that_was_listed_twice_counts_once():
    """A listed opening is no draw of chance, though other openings give other games."""
    lines = [replace(game(0, "x"), opening=f"fen {at}", pair=pair) for pair, at in enumerate([1, 2, 3, 2])]
    assert not varies(lines) and len(without_copies(lines)) == 3


def test_games_that_chance_repeats_count_each():
    """Of two lines one is drawn nine times of ten: to count both once would say 50 %."""
    games = [game(0, "x", pair) for pair in range(9)] + [game(1, "y", 9)]
    assert varies(games) and without_copies(games) == tuple(games)
    assert counts_of(games)["a", "b"] == (9, 0, 1)
    (told,) = count_copies(games)
    assert (
        str(told) == "a and b at g: 2 different of 10 games; a game that comes again has been drawn again, and counts"
    )


LINES = st.lists(st.tuples(st.integers(0, 2), st.booleans(), st.sampled_from("xy")), max_size=12)


@given(lines=LINES)
def test_what_counts_is_what_was_played(lines: list[tuple[int, bool, str]]):
    """All lines count; each at most as often as it was played; without the copies there are none."""
    games = [
        replace(game(0, moves, pair, ("a", "b") if first else ("b", "a")), opening=f"fen {opening}")
        for pair, (opening, first, moves) in enumerate(lines)
    ]
    kept = without_copies(games)
    before, after = Counter(map(line_of, games)), Counter(map(line_of, kept))
    assert before.keys() == after.keys() and after <= before
    assert without_copies(kept) == kept
    assert set(after.values()) <= {1} or after == before


def test_halves_of_a_pair_whose_other_half_is_a_copy_make_a_pair():
    """Interrupted, the one half of the first pair may be missing, and the other half of the second."""
    games = [game(0, "x", 0), game(1, "y", 1, ("b", "a")), game(1, "y", 2, ("b", "a"))]
    assert pairs_of(games, "a", "b") == (0, 0, 0, 0, 1)


def test_two_contestants_have_one_elo():
    found = match("konane rows=4 columns=4", ["minimax:depth=1", "think:depth=3"], 6, openings=2)
    text, data = report(found), as_data(found)
    assert str(margin(pairs_of(found.games, *found.players))) in text
    assert (
        data["ratings"] is None and data["margin"]["elo"]["value"] == margin_of(found.games, *found.players).elo.value
    )
    table = text.partition("against")[0]
    assert "Elo" not in table and page(found).count("<h2>Elo</h2>") == 0
    one, other = found.players
    assert data["superiority"][one][other] + data["superiority"][other][one] == pytest.approx(1)


@pytest.mark.slow
def test_three_at_a_table_have_intervals():
    names = ["a", "b", "c"]
    found = match("dice_of_doom size=2 players=3 dice=rolled", dict.fromkeys(names, "at_random"), 3, openings=0)
    shares = shares_of(found.games)
    assert sum(share.value for share in shares.values()) == pytest.approx(1)
    for name in names:
        assert 0 <= shares[name].low < shares[name].value < shares[name].high <= 1
        assert f"{shares[name].low:.1%} to {shares[name].high:.1%}" in report(found)
    assert "points a game" in page(found) and as_data(found)["points_a_game"][names[0]]["low"] == shares[names[0]].low


def test_openings_that_favour_a_player_make_strengths_less_sure_and_those_that_favour_a_seat_surer():
    independent = {("a", "b"): (20, 0, 20), ("b", "a"): (20, 0, 20)}
    player = [{("a", "b"): (1, 0, 0), ("b", "a"): (0, 0, 1)}, {("a", "b"): (0, 0, 1), ("b", "a"): (1, 0, 0)}] * 20
    seat = [{("a", "b"): (1, 0, 0), ("b", "a"): (1, 0, 0)}, {("a", "b"): (0, 0, 1), ("b", "a"): (0, 0, 1)}] * 20

    def width(results: object) -> float:
        elo = strengths(results).players[0].elo  # type: ignore[arg-type]
        return elo.high - elo.low

    wide = stretch(40) ** 0.5
    assert width(player) > 1.35 * wide * width(independent) and width(seat) < 0.35 * wide * width(independent)


def test_intervals_of_independent_games_are_about_the_same_by_openings():
    random, names = Random(1), ("a", "b", "c")
    pairs = [(one, other) for one in names for other in names if one != other]
    openings = [{pair: random.choice([(1, 0, 0), (0, 1, 0), (0, 0, 1)]) for pair in pairs} for _ in range(400)]
    total = {pair: tuple(map(sum, zip(*(each[pair] for each in openings)))) for pair in pairs}
    one, other = strengths(openings), strengths(total)  # type: ignore[arg-type]
    assert [player.elo.value for player in one.players] == pytest.approx([each.elo.value for each in other.players])
    widths = [[each.elo.high - each.elo.low for each in found.players] for found in (one, other)]
    assert fmean(x / y for x, y in zip(*widths)) == pytest.approx(1, abs=0.06)


def test_before_any_game_nothing_is_told_of_two():
    found = match("nim heaps=1,2", ["minimax", "at_random"], 1, openings=0)
    empty = as_data(Results(found.id, found.players, (), 2, found.rules))
    assert empty["margin"] is None and empty["copies"] == [] and empty["superiority"] is None
