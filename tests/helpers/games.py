"""What the tests of games share: positions reached by play, boards by the names of cells, brute force, flood fill."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from lazytree import FIRST

CHOICES = st.integers(0, 60).flatmap(lambda plies: st.lists(st.integers(0, 1000), min_size=plies, max_size=plies))
SEEDS = st.integers(0, 2**32)


def play_choices(game, choices):
    """The position after a random game: each choice counts round the moves."""
    position = game.start
    for choice in choices:
        moves = list(game.moves(position))
        if not moves:
            break
        position = game.play(position, moves[choice % len(moves)])
    return position


def random_game(game, seed, plies=200):
    """The positions of a random game of at most `plies` plies."""
    random, position = Random(seed), game.start
    yield position
    for _ in range(plies):
        moves = list(game.moves(position))
        if not moves:
            return
        position = game.play(position, random.choice(moves))
        yield position


def last_of(positions):
    """The last one of some positions."""
    *_, last = positions
    return last


def play_texts(game, position, *texts):
    """The position after the moves written so."""
    for text in texts:
        position = game.play(position, game.parse(position, text))
    return position


def play_text(game, text, position=None):
    """The position after the moves written so, with spaces between them."""
    return play_texts(game, position or game.start, *text.split())


def format_moves(game, position):
    """The legal moves as text, in their order."""
    return [game.format(position, move) for move in game.moves(position)]


def format_move_set(game, position):
    """The set of legal moves as text."""
    return set(format_moves(game, position))


def stones_on(game, position):
    """Whose stone lies on each cell that is not empty, by the cell's name."""
    return {name: stone.owner for name, stone in pieces_on(game, position).items()}


def pieces_on(game, position):
    """The Stone on each cell that is not empty, by the cell's name."""
    return {game.layout.cells[stone.cell].name: stone for stone in game.stones(position)}


def cells_on(game, position):
    """Whose stone lies on each cell that is not empty, by its column and row from 0 (row 0 is named 1)."""
    return {("abcdefgh".index(name[0]), int(name[1:]) - 1): stone for name, stone in stones_on(game, position).items()}


def groups_of(cells, near):
    """The groups of cells that hang together; `near(cell)` are the neighbours of a cell."""
    left, found = set(cells), []
    while left:
        todo = [left.pop()]
        group = set(todo)
        while todo:
            fresh = left.intersection(near(todo.pop()))
            left -= fresh
            group |= fresh
            todo += fresh
        found.append(group)
    return found


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
