"""Other deals of a game on its page: played in WebAssembly they are what Python plays."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

pytest.importorskip("llvmlite")
pytest.importorskip("wasmtime")

from lazytree.compiler import game_in_wasm
from lazytree.compiler.runtime.boundary import packer
from lazytree.games import dice_of_doom, dvonn, konane
from lazytree.hosts.pages.publishing import deal_data, other_deals
from tests.helpers.marks import slow_unless
from tests.helpers.wasm_host import Host


@pytest.mark.parametrize("game", [dice_of_doom(size=2, seed=3), *slow_unless([], [dvonn(placement="random", seed=5)])])
def test_a_deal_is_played_by_the_module_of_another_one(game):
    """What moves lead to, along random games from each start, is what the rules in Python say."""
    found = game_in_wasm(game, None)
    module = found.module
    host, others = Host(module), other_deals(game)
    pack = packer(module.entries["mover"].arguments, module.cell)
    assert len(others) >= 6
    for number, deal in enumerate(others[:6]):
        told = deal_data(deal, found)
        assert told is not None and bytes(told["start"]) == pack(deal.start)
        assert told["head"]["parameters"]["seed"] == deal.parameters["seed"]
        random, position = Random(number), deal.start
        while (moves := list(deal.moves(position))) and random.random() < 0.95:
            move = random.choice(moves)
            after = deal.play(position, move)
            assert host.call("play", position, move) == after
            position = after


@pytest.mark.parametrize("seed", [1, 3])
def test_deals_that_are_over_at_the_start_are_left_out(seed: int):
    """On the smallest board more than half of them are: a territory that borders on no weaker enemy has no attack."""
    game = dice_of_doom(size=2, seed=seed)
    others = [dice_of_doom(size=2, seed=number) for number in range(seed + 1, seed + 25)]
    playable = [other.parameters["seed"] for other in others if list(other.moves(other.start))]
    assert [other.parameters["seed"] for other in other_deals(game)] == playable
    assert 0 < len(playable) < 24


def test_where_the_seed_decides_nothing_there_is_one_deal():
    assert other_deals(konane()) == other_deals(dvonn()) == other_deals(dice_of_doom(board="a3,a3,b3,b1")) == ()


def test_a_start_outside_of_the_ranges_of_the_module_is_left_out():
    game = dice_of_doom(size=2, seed=3)
    found = game_in_wasm(game, None)
    assert deal_data(replace(game, start=game.start._replace(player=2)), found) is None
