"""Games and bots named in text: names that are nearly right are guessed; a file of one game needs no annotation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lazytree import bots
from lazytree.cli.commands import rules
from lazytree.games import tic_tac_toe
from lazytree.naming.loading import factory_named
from lazytree.naming.words import bot_named, game_named

GAME = tic_tac_toe()


def test_names_that_are_nearly_right_are_guessed():
    for ask, said in [
        (lambda: game_named("konnane", []), "there is no game 'konnane'; did you mean konane"),
        (lambda: game_named("konane", ["row=4"]), "has no parameter 'row'; did you mean rows"),
        (lambda: bot_named(GAME, "thinc"), "there is no bot 'thinc'; did you mean think"),
        (lambda: bot_named(GAME, "think:dept=3"), "think has no parameter 'dept'; did you mean depth"),
        (lambda: bots.think(GAME, rating="open_line"), "has no rating 'open_line'; did you mean open_lines"),
    ]:
        with pytest.raises(ValueError, match=rf"{said}\? "):
            ask()
    with pytest.raises(ValueError, match="there is no game 'draughts'; there are: "):
        game_named("draughts", [])


ALONE = '''"""Take one or two coins: who takes the last one wins."""

from lazytree import Game


def helper(number):
    return number > 0


def coins(number=7):
    return Game(
        name="coins",
        start=(number, 0),
        mover=lambda position: position[1],
        moves=lambda position: [taken for taken in (1, 2) if taken <= position[0]],
        play=lambda position, taken: (position[0] - taken, 1 - position[1]),
        payoffs=lambda position: (-1, 1) if position[1] == 0 else (1, -1),
    )
'''


def test_a_lone_factory_needs_no_annotation_and_the_file_says_how_it_is_played(tmp_path: Path):
    file = tmp_path / "lone_coins.py"
    file.write_text(ALONE, encoding="utf-8")
    assert factory_named(str(file))(number=3).start == (3, 0)
    asked: Any = type("Asked", (), {"game": str(file), "parameters": []})
    assert next(iter(rules(asked))) == "Take one or two coins: who takes the last one wins."
