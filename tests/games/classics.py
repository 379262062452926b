"""What the tests of the classics share: positions reached by random play, boards read from pictures, brute force."""

from __future__ import annotations

from hypothesis import strategies as st

from lazytree import FIRST

CHOICES = st.integers(0, 60).flatmap(lambda plies: st.lists(st.integers(0, 1000), min_size=plies, max_size=plies))
SEEDS = st.integers(0, 2**32)


def reached(game, choices):
    """The position after a random game: each choice counts round the moves."""
    position = game.start
    for choice in choices:
        moves = list(game.moves(position))
        if not moves:
            break
        position = game.play(position, moves[choice % len(moves)])
    return position


def after(game, text):
    """The position after the moves written so."""
    position = game.start
    for word in text.split():
        position = game.play(position, game.parse(position, word))
    return position


def written(game, position):
    return {game.format(position, move) for move in game.moves(position)}


def stones_on(game, position):
    """Whose stone lies on each cell that is not empty, by the cell's name."""
    return {cell.name: cell.stone for cell in game.picture(position).cells if cell.stone is not None}


def mover_wins(game, position, known=None):
    """Solved by brute force, for games without draws; `known` remembers."""
    known = {} if known is None else known
    position = game.canonical(position) if game.canonical else position
    if position not in known:
        after_moves = (game.play(position, move) for move in game.moves(position))
        known[position] = any(not mover_wins(game, there, known) for there in after_moves)
    return known[position]


def value(game, position, known=None):
    """FIRST's payoff under best play, by brute force without cutoffs; `known` remembers every position seen."""
    known = {} if known is None else known
    if position not in known:
        best = max if game.mover(position) == FIRST else min
        values = [value(game, game.play(position, move), known) for move in game.moves(position)]
        known[position] = best(values) if values else game.payoffs(position)[FIRST]
    return known[position]
