"""Many players seen as two: made once for each player, so that a second question loads no machine code."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from lazytree import best_reply, grow, minimax, paranoid, prune, rate_each, search, think
from lazytree.compiler import driver
from lazytree.games import dice_of_doom
from lazytree.questions.opponents import MOST_KEPT, two_player_view

KINDS = pytest.mark.parametrize("opponents", ["paranoid", "best_reply"])
WORTH = {"paranoid": paranoid, "best_reply": best_reply}


def three() -> Any:
    return dice_of_doom(size=2, players=3, seed=3)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What is looked for in the cache, or compiled, from now on."""
    asked, original = list[object](), driver.judged

    def noted(*means: Any, **more: Any) -> Any:
        asked.append(means)
        return original(*means, **more)

    monkeypatch.setattr(driver, "judged", noted)
    return asked


@KINDS
def test_a_second_search_compiles_and_loads_nothing(opponents: str, judged: list[object]) -> None:
    game = three()
    first = search(game, 3, opponents=opponents, lane="machine")
    assert judged
    del judged[:]
    assert search(game, 3, opponents=opponents, lane="machine")[:5] == first[:5]
    assert not judged


@KINDS
def test_a_second_bot_compiles_and_loads_nothing(opponents: str, judged: list[object]) -> None:
    game = three()
    move = think(game, 3, opponents=opponents, lane="machine")(game.start)
    assert judged
    del judged[:]
    assert think(game, 3, opponents=opponents, lane="machine")(game.start) == move
    assert not judged


@KINDS
def test_values_stay_those_of_the_tree(opponents: str) -> None:
    """Asked in turns for two standings and two players; the oracle is the stage, which knows nothing of this."""
    game = three()
    after = game.play(game.start, next(iter(game.moves(game.start))))
    for position in (game.start, after, game.start):
        for standing in ("dice", "score_board", "dice"):
            tree = rate_each(game, standing)(prune(3)(grow(game)(position)))
            expected = minimax(WORTH[opponents](game.mover(position))(tree))
            for lane in "machine", "python":
                assert search(game, 3, standing, position, opponents=opponents, lane=lane).value == expected


def test_what_differs_is_made_apart() -> None:
    game = three()

    def of_two(game: Any, player: int, standing: Any, opponents: str) -> int:
        return id(two_player_view(game, player, game.standings[standing], opponents)[0])

    asked = [(player, name, kind) for player in (0, 1) for name in ("dice", "score_board") for kind in WORTH]
    assert len({of_two(game, *each) for each in asked}) == len(asked)
    assert [of_two(game, *each) for each in asked] == [of_two(game, *each) for each in asked]
    mine = of_two(game, 0, "dice", "paranoid")
    assert mine not in {of_two(other, 0, "dice", "paranoid") for other in (replace(game), three())}
    assert not deepcopy(game).derived  # where a game travels, what was made of it stays behind


def test_few_are_kept() -> None:
    """Each function made anew is a standing of its own."""
    game = three()
    kept = [two_player_view(game, 0, lambda position: (0, 0, 0), "paranoid") for _ in range(3 * MOST_KEPT)]
    assert len(kept) > len(game.derived[two_player_view]) <= MOST_KEPT
