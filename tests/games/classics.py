"""What the tests of several games share: positions reached by random play, boards read from pictures, brute force."""

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


def after(game, text, position=None):
    """The position after the moves written so."""
    position = position or game.start
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


def assert_flips_are_the_same(game, position):
    """The board upside down, the board mirrored, and both: for `canonical` they are one position."""
    *rows, _, mover = game.show(position).splitlines()
    marks = [row.split()[1:] for row in rows]
    flipped = [marks[::-1], [row[::-1] for row in marks], [row[::-1] for row in marks[::-1]]]
    for board in flipped:
        twin = game.read("\n".join([*map("".join, board), mover]))
        assert game.canonical(twin) == game.canonical(position)
