"""What tests of searches share: a plain search in machine code to compare with, and what a best line must be."""

from __future__ import annotations

from typing import Any

from lazytree import Stats, alphabeta, grow, prune, rate
from lazytree.compiler.compiling import interpreted, original
from lazytree.compiler.running import Runner
from lazytree.core.errors import Trapped
from lazytree.core.values import WIN, later
from lazytree.machine.deepening import told
from lazytree.searching.kernels import searches
from lazytree.searching.kernels.memory import Words
from lazytree.trees.ratings import resolve_two_player_rating


def assert_line(game: Any, answer: Any, rating: Any, position: Any) -> None:
    """The moves that an answer tells are legal, they go on to its depth or the end, and lead to its value."""
    assert answer.best == answer.line[0]
    for move in answer.line:
        assert move in list(game.moves(position))
        position = game.play(position, move)
    over = not list(game.moves(position))
    assert len(answer.line) == answer.depth or over
    worth = WIN * game.payoffs(position)[0] if over else rating(position)
    for _ in answer.line:
        worth = later(worth)
    assert worth == answer.value


def alphabeta_to_depth(game, depth, rating=None, position=None, stats=None):
    """The value that plain alpha-beta finds at a depth: in machine code, or in the lazy tree where that traps."""
    position, stats = game.start if position is None else position, stats or Stats()
    rating = resolve_two_player_rating(game, rating)
    try:
        run, counts = Runner(game, searches.alphabeta, rating), Words(searches.SEEN + 1)
        with stats.timed():
            value = run.in_machine_code(counts, position, depth, -searches.FAR, searches.FAR)
        stats.nodes += counts[searches.SEEN]
        return told(game, value)
    except Trapped:
        plain = original(game)
        tree = rate(plain, interpreted(rating))(prune(depth)(grow(plain)(position)))
        return alphabeta(tree, stats=stats)
