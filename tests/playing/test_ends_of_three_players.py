"""What is said of the ends of games of more than two players: by payoffs, and exact only where all lines end."""

from __future__ import annotations

from itertools import islice

import pytest

from lazytree import Game, Stats, describe, explain, grow, prune, rate_each, searches
from lazytree.arena.protocols.ugi import score_words
from lazytree.core.stopping import never
from lazytree.questions.move_values import value_moves

PAID = {
    "win": (3, 1, 0),
    "alone": (1, 0, 0),
    "shared": (2, 2, -1),
    "even": (0, 0, 0),
    "less": (1, 2, 0),
    "zero": (0, 1, 1),
}
"""The ends of a game of one choice for the first player; a move on there are two that end at once."""


def ends(waits: int = 1, odds: bool = False) -> Game[tuple[str, int], str]:
    """The first player chooses an end; it comes after `waits` moves of the others."""
    return Game(
        name="ends",
        start=("", 0),
        mover=lambda position: position[1] % 3,
        moves=lambda position: list(PAID) if not position[0] else ["wait"] if position[1] <= waits else [],
        play=lambda position, move: (position[0] or move, position[1] + 1),
        payoffs=lambda position: PAID[position[0]],
        players=("a", "b", "c"),
        odds=(lambda position, move: 1) if odds else None,
    )


def test_a_description_says_what_an_end_is_for_the_mover():
    game = ends()
    why = explain(rate_each(game)(grow(game)(game.start)), search=searches.maxn)
    first = [
        line.split(": ", 1)[0 if line.startswith(tuple(PAID)) else 1]
        for line in describe(game, game.start, why).split("\n")
    ]
    said = {move: next(text for text in first if text.startswith(f"{move} ")) for move in PAID}
    assert said["win"].startswith("win wins in 2 (3 ")
    assert said["alone"].startswith("alone wins in 2 (1 ")
    assert said["shared"].startswith("shared shares the win in 2 (2 ")
    assert said["even"] == "even is worth 0"
    assert said["less"].startswith("less loses in 2 (1 ")
    assert said["zero"].startswith("zero loses in 2 (0 ")


@pytest.mark.parametrize("mover", range(3))
@pytest.mark.parametrize("end", PAID)
def test_a_score_is_a_win_only_for_the_one_player_who_is_paid_most(end, mover):
    game, paid = ends(), PAID[end]
    value = tuple(1_000_000 * each - 3 * ((each > 0) - (each < 0)) for each in paid)
    most = sorted(paid)
    expected = "loss 3" if paid[mover] < most[-1] else "win 3" if most[-1] > most[-2] else "draw 3"
    assert score_words(game, ("", mover), value) == (expected if end != "even" else "cp 0")
    assert score_words(ends(odds=True), ("", mover), value).startswith("cp ")
    assert score_words(game, ("", mover), (5, 6, 7)) == f"cp {5 + mover}"


@pytest.mark.parametrize("waits", range(3))
def test_values_are_exact_once_all_lines_end(waits):
    game = ends(waits)
    for depth, found in enumerate(islice(value_moves(game, game.start, None, Stats(), None, never), 4), 1):
        over = 1 + waits <= depth
        assert set(found.exact) == {over}
        label = rate_each(game)(prune(depth)(grow(game)(game.start)))
        assert searches.maxn(label).exhaustive == over
        if over:
            assert {each.move: tuple(round(x / 10**6) for x in each.value) for each in found.choices} == PAID
