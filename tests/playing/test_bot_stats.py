"""What bots say of their work: every bot, in either lane, as the exercises of the course on Konane want it."""

from __future__ import annotations

from typing import Any

import pytest

from lazytree import Game, Stats, bots, compiled, is_over
from lazytree.games import dice_of_doom, konane, nim
from lazytree.playing.bots import BOTS

KONANE = konane(rows=5, columns=6, opening="corner")
ROLLED = dice_of_doom(size=2, max_dice=3, dice="rolled", board="a3,b2,a1,b1")
THREE = dice_of_doom(size=2, players=3, seed=3)
TWO_PLAYERS = {"alphabeta", "best_first"}
RATES = {"think", "minimax", "alphabeta", "best_first", "breadth_first"}
CUTS = {"think", "alphabeta"}
LANES = ("machine", "python")


def make_bot(name: str, game: Game[Any, Any], lane: str | None, stats: Stats) -> Any:
    """The bot of this name, which counts in `stats`; those that choose their lane get it."""
    means: dict[str, Any] = {"lane": lane} if name in ("think", "mcts") else {}
    if name in ("think", "minimax", "alphabeta"):
        means["depth"] = 4
    if name == "mcts":
        means["simulations"] = 200
    return BOTS[name](game, stats=stats, **means)


def play_bot(name: str, game: Game[Any, Any], lane: str | None, moves: int = 4) -> tuple[Stats, list[int]]:
    """What a bot has counted over some moves against itself, and how many moves it could choose from each time."""
    stats, widths, position = Stats(), list[int](), game.start
    bot = make_bot(name, game, lane, stats)
    while len(widths) < moves and not is_over(game, position):
        legal = list(game.moves(position))
        if game.mover(position) < 0:
            position = game.play(position, legal[0])
        else:
            widths.append(len(legal))
            position = game.play(position, bot(position))
    return stats, widths


def holds(name: str, stats: Stats, widest: int, lane: str | None) -> None:
    """The four figures of the exercises: each is there, and none is what it cannot be."""
    assert stats.seconds > 0
    assert 1 <= stats.branching <= widest
    assert stats.interior > 0
    assert (stats.rated > 0) == (name in RATES)
    assert (stats.cutoffs > 0) == (name in CUTS)
    if lane is not None and name in ("think", "mcts"):
        assert stats.lane is not None and stats.lane.name == lane


@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize("name", BOTS)
def test_every_bot_reports_the_four_figures_in_either_lane(name: str, lane: str) -> None:
    game = compiled(KONANE) if lane == "machine" else KONANE
    holds(name, play_bot(name, game, lane)[0], 20, lane)


@pytest.mark.parametrize("game", [ROLLED, THREE], ids=["chance", "three players"])
@pytest.mark.parametrize("name", sorted(set(BOTS) - TWO_PLAYERS))
def test_with_chance_and_with_three_players_too(name: str, game: Game[Any, Any]) -> None:
    stats, _ = play_bot(name, game, None)
    assert stats.seconds > 0 and stats.interior > 0 and stats.branching >= 1
    assert (stats.rated > 0) == (name in RATES)


def test_at_random_counts_what_it_chooses_from() -> None:
    stats, widths = play_bot("at_random", KONANE, None, moves=8)
    assert (stats.interior, stats.branches) == (len(widths), sum(widths))
    assert stats.branching == sum(widths) / len(widths)


def two_moves(position: int) -> tuple[int, ...]:
    return (1, 2)


def onwards(position: int, move: int) -> int:
    return (position + move) % 1000


def in_turn(position: int) -> int:
    return position % 2


def even(position: int) -> tuple[int, int]:
    return 0, 0


ENDLESS: Game[int, int] = Game(name="endless", start=0, mover=in_turn, moves=two_moves, play=onwards, payoffs=even)


@pytest.mark.parametrize("lane", LANES)
def test_the_tree_of_mcts_has_the_branching_of_the_game(lane: str) -> None:
    """The game has two moves everywhere, and each simulation makes the nodes below one node at most."""
    stats = Stats()
    bots.mcts(ENDLESS, simulations=200, stats=stats, lane=lane)(0)
    assert stats.branching == 2
    assert 1 < stats.interior <= 200


def test_mcts_counts_the_same_in_both_lanes_from_move_to_move() -> None:
    counts = [play_bot("mcts", KONANE, lane)[0] for lane in LANES]
    assert len({(stats.nodes, stats.interior, stats.branches) for stats in counts}) == 1


def test_one_simulation_makes_the_nodes_below_the_root() -> None:
    """By the general search, too, which plays games with chance."""
    for game, lane in ((KONANE, "machine"), (KONANE, "python"), (ROLLED, None)):
        stats = Stats()
        bots.mcts(game, simulations=1, stats=stats, lane=lane)(game.start)
        assert (stats.interior, stats.branches) == (1, len(list(game.moves(game.start))))


def test_full_width_bots_rate_every_position_at_their_depth_once() -> None:
    """Equal positions are rated once, and the end of a game is not rated."""
    layer = {KONANE.start}
    for _ in range(3):
        layer = {KONANE.play(position, move) for position in layer for move in KONANE.moves(position)}
    rated = sum(not is_over(KONANE, position) for position in layer)
    for make in (bots.minimax, bots.breadth_first):
        stats = Stats()
        make(KONANE, 3, "mobility", stats)(KONANE.start)  # type: ignore[operator]
        assert stats.rated == rated


def test_the_seconds_of_breadth_first_hold_the_growth_of_its_layers() -> None:
    """The rules let the clock tick once for each position whose moves they list."""
    ticks = iter(range(1000))
    stats = Stats(clock=lambda: next(ticks))
    asked: list[int] = []
    game = nim(heaps=(2, 2))

    def rating(position: Any) -> int:
        return 0

    def moves(position: Any) -> Any:
        asked.append(next(ticks))
        return game.moves(position)

    slow = Game(name="slow", start=game.start, mover=game.mover, moves=moves, play=game.play, payoffs=game.payoffs)
    bots.breadth_first(slow, 2, rating, stats)(game.start)
    assert len(asked) > 3
    assert stats.seconds >= len(asked)


@pytest.mark.parametrize("name", BOTS)
def test_stats_of_another_kind_are_named(name: str) -> None:
    with pytest.raises(ValueError, match=r"stats must be a Stats\(\)"):
        BOTS[name](KONANE, stats=3)
