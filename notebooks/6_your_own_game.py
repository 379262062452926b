# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Your own game, compiled
#
# The board of **hexapawn** (Martin Gardner, 1962), before it has any rules:

# %%
from lazytree import Game, Stone
from lazytree.core.board import squares
from lazytree.core.layout import DARK, LIGHT, layout_of_grid

start = (1, 1, 1, -1, -1, -1, 0, 0, 0)  # for each cell who owns its pawn; -1: it is empty
Game(
    *("hexapawn", start, lambda p: 0, lambda p: (), lambda p, move: p, lambda p: (0, 0)),  # no moves yet
    layout=layout_of_grid(squares(3, 3), colours=(LIGHT, DARK)),
    stones=lambda position: [Stone(cell, owner) for cell, owner in enumerate(position) if owner >= 0],
)

# %% [markdown]
# Nothing is drawn by a game: it says **where** its cells and stones are, and, once pieces move, which cells a move
# **touches**.
# A position without moves is over: this one is a draw, for its payoffs are 0 and 0.
#
# ## The rules
#
# A pawn steps one cell ahead onto an empty cell, or diagonally ahead onto an enemy pawn, which it takes. The player
# whose pawn reaches the opposite side wins; so does the player whose opponent cannot move.
#
# A game is a start and a few functions of a position that never changes. Here is a whole one in one cell. Everything in
# lazytree works with it: it is checked, drawn, searched, solved and played, and the same functions, unchanged, run as
# machine code. The choices that were made:
#
# * A position is a `NamedTuple` of numbers and boards that never change, so it can be compared and remembered.
# * **A position is over exactly when it has no moves.** So there are none once a pawn has come through.
# * `payoffs` is asked only there, and says what each player gets.

# %%
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree import FIRST, SECOND

EMPTY = -1


class Position(NamedTuple):
    board: PVector[int]  # for each cell FIRST, SECOND or EMPTY, row by row from the top
    mover: int


class Move(NamedTuple):
    source: int
    target: int


def hexapawn(rows=3, columns=3):
    grid = squares(rows, columns, diagonals=True)
    cells = range(rows * columns)
    row_of = tuple(row for row, _ in grid.coordinates)
    column_of = tuple(column for _, column in grid.coordinates)
    ahead, goals = (-1, 1), (0, rows - 1)  # FIRST goes up, SECOND goes down

    def moves(position):
        board, player = position
        if not any(board[cell] == 1 - player and row_of[cell] == goals[1 - player] for cell in cells):
            for cell in cells:
                if board[cell] == player:
                    for target in grid.neighbours[cell]:
                        wanted = EMPTY if column_of[target] == column_of[cell] else 1 - player
                        if row_of[target] == row_of[cell] + ahead[player] and board[target] == wanted:
                            yield Move(cell, target)

    def play(position, move):
        board = position.board.set(move.target, position.mover).set(move.source, EMPTY)
        return Position(board, 1 - position.mover)

    def stones(position):
        for cell, owner in enumerate(position.board):
            if owner != EMPTY:
                yield Stone(cell, owner)

    def touched(position, move):
        yield from move

    def advance(position):
        """A rating: how far the pawns of FIRST have come, minus those of SECOND."""
        score = 0
        for cell in cells:
            if position.board[cell] == FIRST:
                score += rows - row_of[cell]
            elif position.board[cell] == SECOND:
                score -= row_of[cell] + 1
        return score

    return Game(
        name="hexapawn",
        start=Position(pvector([SECOND] * columns + [EMPTY] * (columns * (rows - 2)) + [FIRST] * columns), FIRST),
        mover=lambda position: position.mover,
        moves=moves,
        play=play,
        payoffs=lambda position: (-1, 1) if position.mover == FIRST else (1, -1),  # the player to move has lost
        players=("white", "black"),
        ratings={"advance": advance},
        format=lambda position, move: f"{grid.names[move.source]}-{grid.names[move.target]}",
        layout=layout_of_grid(grid, colours=(LIGHT, DARK)),
        stones=stones,
        touched=touched,
        parameters={"rows": rows, "columns": columns},
    )


# %%
game = hexapawn()
game

# %% [markdown]
# ## Let's check
#
# `check_game` tries the laws of games in random play: `play` leaves the old position alone, `parse` reads what `format`
# writes, each move has its own path of cells, and so on.

# %%
from lazytree import check_game

print(check_game(game))

# %% [markdown]
# What does it say of a mistake? Here two moves to the same cell are named alike:

# %%
from dataclasses import replace

from lazytree import BrokenLaw

try:
    check_game(replace(game, format=lambda position, move: f"to {move.target}"))
except BrokenLaw as broken:
    print(broken)

# %% [markdown]
# ## Who wins?
#
# The board is small enough for an exact answer. Gardner says that the second player wins.

# %%
from lazytree import solve
from lazytree.show import draw_board, row

solution = solve(game)
solution.value, solution.plies

# %%
course = [game.start]
for move in solution.line:
    course.append(game.play(course[-1], move))
row(*(draw_board(game, here, cell=30) for here in course))

# %% [markdown]
# All positions, and what alpha-beta looks at to find the same:

# %%
from lazytree import alphabeta, grow, rate, unfold

unfold(game).positions

# %%
tree = rate(game, "advance")(grow(game)(game.start))
alphabeta(tree)

# %%
from lazytree.show import draw_tree

draw_tree(tree)

# %% [markdown]
# ## Larger boards
#
# Five plies after the start of a game on a larger board, Black is to move.

# %%
from itertools import islice

from lazytree import bots, play_game, think

large = hexapawn(rows=6, columns=5)
some = play_game(large, [think(large, depth=2), bots.at_random(large, seed=3)])
position, _ = next(islice(some, 5, None))
draw_board(large, position, legal=True)

# %% [markdown]
# Here a search needs a rating, for where it stops. Ours is "advance". Four plies deep, every move has a value, and one
# of them loses:

# %%
from toolz import compose

from lazytree import prune, ranked

ranked(compose(rate(large, "advance"), prune(4), grow(large))(position))

# %% [markdown]
# Another rating comes with the stones: `material` counts them. Six plies deep, by either:

# %%
from lazytree import material, search

search(large, 6, material(large), position).value, search(large, 6, "advance", position).value

# %% [markdown]
# Who wins on which board? A column for each width, a row for each height: 1 where the first player wins, -1 where the
# second does, and after how many plies.

# %%
print("      " + "".join(f"{columns:>9}" for columns in range(3, 6)))
for rows in range(3, 5):
    solved = [solve(hexapawn(rows, columns)) for columns in range(3, 6)]
    print(f"{rows:6}" + "".join(f"{answer.value:4} ({answer.plies:2})" for answer in solved))

# %% [markdown]
# ## Machine code
#
# These answers came from machine code: nothing had to be changed for it. `lane` compiles, which takes some
# seconds, and says for each question whether machine code answers it, and why not.

# %%
from lazytree import lane

lane(large)

# %% [markdown]
# A rating that compiles, and one that does not: it keeps what it has seen in a dict outside, so Python calls it.

# %%
seen = {}


def remembering(position):
    seen[position] = seen.get(position, 0) + 1
    return seen[position]


lane(replace(large, ratings={"advance": large.ratings["advance"], "remembering": remembering})).ratings

# %% [markdown]
# The same questions in both lanes: as many lines of play, the same value, the same best move.

# %%
from lazytree import perft

[perft(large, 5, lane=name) for name in ("machine", "python")]

# %%
answers = [search(large, 6, "advance", lane=name) for name in ("machine", "python")]
[(answer.lane, answer.value, large.format(large.start, answer.best)) for answer in answers]

# %% [markdown]
# `compiled(game)` is a game like any other, for pipelines: its functions are machine code, its trees those of Python.

# %%
from time import process_time

from lazytree import compiled, minimax


def seconds(work):
    """The seconds of processor time that some work takes."""
    began = process_time()
    work()
    return process_time() - began


def look(some):
    """The pipeline, with nothing grown yet."""
    return compose(rate(some, "advance"), prune(6), grow(some))


fast = compiled(large)
minimax(look(fast)(fast.start)) == minimax(look(large)(large.start))

# %% [markdown]
# How many times as fast is it? A tree in Python whose positions are made by machine code gains little; a question that
# machine code answers as a whole gains much. The figures are those of the computer on which this notebook ran.

# %%
in_python = seconds(lambda: minimax(look(large)(large.start)))
in_compiled = seconds(lambda: minimax(look(fast)(fast.start)))
print(f"{in_python / in_compiled:.1f} times as fast")

# %%
in_python, in_machine_code = (seconds(lambda name=name: perft(large, 8, lane=name)) for name in ("python", "machine"))
print(f"{in_python / in_machine_code:.0f} times as fast")

# %% [markdown]
# Deeper and deeper. Reading on is thinking on:

# %%
from lazytree import deepen

for answer in deepen(large, rating="advance"):
    print(f"{answer.depth:2} plies: value {answer.value:7,}, {answer.nodes:9,} positions, {answer.lane}")
    if answer.depth == 14:
        break

# %% [markdown]
# ## Play
#
# A bot is a function from position to move. One that looks four plies ahead, against one that moves at random:

# %%
from lazytree import Stats

stats = Stats()
record = list(play_game(large, [bots.at_random(large, seed=1), think(large, depth=4, stats=stats)]))
end, _ = record[-1]
len(record) - 1, large.payoffs(end), stats.nodes

# %%
row(*(draw_board(large, record[ply][0], cell=24) for ply in range(0, len(record), 5)))

# %% [markdown]
# Play against it yourself: in a notebook that runs, this is a board that answers to clicks. Its picture stays behind.

# %%
from lazytree.widgets import board

board(large, think, seconds=1)

# %% [markdown]
# In the terminal `lazytree new my_game` writes a game like this one into a file, and `lazytree play my_game.py` plays
# it.
#
# ## What to try
#
# * Pawns that may step two cells at first, or sideways. Does `check_game` still find nothing?
# * Say that the player who cannot move wins. Who wins on 3 by 3 now?
# * A rating of your own: is it better than "advance"? Let two bots of the same depth play, and change places.
# * A pawn that is never taken: mark free pawns in `stones` by a height of 2. What does the picture show?
# * Use something in `moves` that does not compile (a dict that is changed, say). What does `lane` answer, and do all
#   cells still work?
