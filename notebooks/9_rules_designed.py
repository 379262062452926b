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
# # Rules, designed
#
# Three variants of a small game, one survey of each: is it fair, does it end in draws, does skill pay? The fairest one
# becomes a page that plays.
#
# The board has four by four cells, and a turn is one stone. Only the aim differs.

# %%
from lazytree import Stone
from lazytree.core.board import squares
from lazytree.core.layout import layout_of_grid
from lazytree.show import draw_board

SIDE, EMPTY = 4, -1
grid = squares(SIDE, SIDE)
layout = layout_of_grid(grid)


def lines_of(length):
    """All lines of `length` cells, as the numbers of their cells: across, down and both diagonals."""
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))
    cells = ((row, column, down, right) for row in range(SIDE) for column in range(SIDE) for down, right in steps)
    return tuple(
        tuple((row + n * down) * SIDE + column + n * right for n in range(length))
        for row, column, down, right in cells
        if row + (length - 1) * down < SIDE and 0 <= column + (length - 1) * right < SIDE
    )


len(lines_of(3)), len(lines_of(4))

# %% [markdown]
# ## One set of rules, two parameters
#
# `length` is how many stones in line end the game, and `wins` whether who makes the line wins or loses.

# %%
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree import Game


class Position(NamedTuple):
    board: PVector[int]  # for each cell who owns its stone, or EMPTY
    placed: int  # stones so far
    ended: bool  # whether the last stone has made a line


def in_line(name, length, wins=True):
    lines = lines_of(length)

    def moves(position):
        if not position.ended:
            for cell, owner in enumerate(position.board):
                if owner == EMPTY:
                    yield cell

    def play(position, cell):
        player = position.placed % 2
        board = position.board.set(cell, player)
        made = any(all(board[each] == player for each in line) for line in lines)
        return Position(board, position.placed + 1, made)

    def payoffs(position):
        if not position.ended:
            return (0, 0)
        made_by_first = position.placed % 2 == 1
        return (1, -1) if made_by_first == wins else (-1, 1)

    def stones(position):
        for cell, owner in enumerate(position.board):
            if owner != EMPTY:
                yield Stone(cell, owner)

    return Game(
        name=name,
        start=Position(pvector([EMPTY] * SIDE * SIDE), 0, False),
        mover=lambda position: position.placed % 2,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=("black", "white"),
        format=lambda position, cell: grid.names[cell],
        layout=layout,
        stones=stones,
        touched=lambda position, cell: (cell,),
    )


# %%
variants = [in_line("three wins", 3), in_line("four wins", 4), in_line("three loses", 3, wins=False)]

# %% [markdown]
# Do they keep the laws of games? And a board of each, after four random stones:

# %%
from itertools import islice

from lazytree import bots, check_game, play_game
from lazytree.show import row

for game in variants:
    print(game.name, "-", check_game(game))

# %%
some = [next(islice(play_game(game, [bots.at_random(game, seed=1)] * 2), 4, None))[0] for game in variants]
row(*(draw_board(game, here, cell=34) for game, here in zip(variants, some)), captions=[game.name for game in variants])

# %% [markdown]
# ## The surveys
#
# In each round equal players meet at two strengths, random moves and 128 sampled games for each move, and the stronger
# one meets the weaker one. Rules that compile are played in machine code, so this takes some seconds; if it takes more
# than three, a bar of `tqdm` shows how far it has come.

# %%
from lazytree.arena import survey

surveys = {game.name: survey(game, rounds=15, levels=(0, 128)) for game in variants}

# %% [markdown]
# What the first player scores, by the strength of both; the dashed line is a fair game:

# %%
from lazytree.arena.surveys.survey_report import plots

first_scores = [plots(found)[0] for found in surveys.values()]
for plot in first_scores:
    plot.axes.figure.set_size_inches(3.2, 2.2)
row(*(plot.drawing for plot in first_scores), captions=list(surveys))

# %% [markdown]
# And the numbers of the strongest players, with the share of games that are drawn:

# %%
print(f"{'':14}first player       drawn   plies   strong against weak")
for name, found in surveys.items():
    strongest, score = found.levels[-1], found.levels[-1].seats[0]
    print(
        f"{name:14}{score.value:4.0%} ({score.low:.0%} to {score.high:.0%})".ljust(34),
        f"{strongest.drawishness:4.0%} {strongest.duration:7.1f} {found.skills[-1].score.value:10.0%}",
    )

# %% [markdown]
# Fifteen games a strength say what is far from fair, not more: the intervals are wide. For the first of the variants
# there is more to say, for it is small enough to be solved.

# %%
from lazytree import solve

solution = solve(variants[0])
solution.value, solution.plies

# %% [markdown]
# ## The fairest one
#
# A game is good for two people if neither seat wins more and few games are drawn. So we take the variant whose first
# player is nearest to a half, draws counted as a fault.


# %%
def fault(found):
    """How far the strongest players' games are from fair and decided ones."""
    strongest = found.levels[-1]
    return abs(strongest.seats[0].value - 0.5) + strongest.drawishness / 2


fairest = min(variants, key=lambda game: fault(surveys[game.name]))
fairest.name

# %% [markdown]
# Published, it is one file: rules as WebAssembly, an engine, values, a review. Send it to friends, and ask them.

# %%
from pathlib import Path
from tempfile import mkdtemp

from lazytree.hosts.pages import publish

page = publish(fairest, Path(mkdtemp()) / f"{fairest.name.replace(' ', '_')}.html")
page.name, page.stat().st_size < 250_000

# %% [markdown]
# In a notebook `publish(fairest)` without a file is the game itself, ready to play.
#
# ## Questions
#
# * `solve(variants[2])`: who wins if both play perfectly? Does a fair survey mean a fair game?
# * Give black's first stone fewer cells, or let each player place two stones from the second turn on. What changes?
# * Raise `rounds` to 100. Which of the sentences above still holds?
