"""The rules of a game as its page shows them: nothing that is for programs, players as they are called there."""

from __future__ import annotations

import re

import pytest

from lazytree.games import GAMES
from lazytree.naming.words import rules_for_players, rules_text
from lazytree.playing.announcing import seen_names


@pytest.mark.parametrize("name", GAMES)
def test_rules_for_players_leave_out_what_is_for_programs(name: str):
    game, whole = GAMES[name](), rules_text(GAMES[name])
    told = rules_for_players(game, whole)
    assert told.startswith(whole.split("\n")[0]) and "\nMoves: " in told
    for word in ("Argument", "Positions:", "Ratings", "Raises", "ValueError", "FIRST", "`"):
        assert word not in told, word
    how = told.split("\nMoves: ")[0]
    if game.players == ("X", "O"):
        assert f"{seen_names(game)[0]} begins" in how and not re.search(r"\b[XO]\b", how)


def test_what_a_stranger_writes_stays_as_it_is():
    text = "A race.\n\nRaise the stakes: a throw of 6 wins.\nOnly *then* it counts.\n\nArgs:\n    size: of the track."
    assert (
        rules_for_players(GAMES["nim"](), text)
        == "A race.\n\nRaise the stakes: a throw of 6 wins.\nOnly then it counts."
    )
