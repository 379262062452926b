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
# # A learned rating
#
# lazytree trains no neural networks. But a rating is any function of a position, so what rates may be learned anywhere.
# Here numpy fits one weight for each cell of a small connect four to the results of random games.

# %%
from random import Random

import numpy

from lazytree import bots, play_out
from lazytree.games import connect_four
from lazytree.playing.random_games import random_game

game = connect_four(columns=5, rows=4)
game

# %% [markdown]
# A position as numbers: 1 for a stone of X, -1 for one of O, 0 for an empty cell, in the order of the board.


# %%
def cells(position):
    seen = numpy.zeros(len(game.layout.cells))
    for stone in game.stones(position):
        seen[stone.cell] = 1 - 2 * stone.owner
    return seen


cells(game.at().play("c").play("c").position).reshape(4, 5)

# %% [markdown]
# Every position of 300 random games, with the result of its game, and the weights that fit best.

# %%
rows, results = [], []
for number in range(300):
    positions = list(random_game(game, Random(number)))
    rows += map(cells, positions)
    results += [game.payoffs(positions[-1])[0]] * len(positions)

weights, *_ = numpy.linalg.lstsq(numpy.array(rows), numpy.array(results), rcond=None)
weights.reshape(4, 5).round(2)

# %% [markdown]
# The middle column is worth most, as players know. The rating is seen by X, as every rating is:


# %%
def learned(position):
    return float(cells(position) @ weights)


bot = bots.alphabeta(game, 2, learned)
[play_out(game, [bot, bots.at_random(game, seed=seed)])[0] for seed in range(20)]

# %% [markdown]
# Against the library's own rating, with the same depth, each side once:

# %%
known = bots.alphabeta(game, 2, "open_lines")
play_out(game, [bot, known]), play_out(game, [known, bot])

# %% [markdown]
# What to try next: other features than single cells, games of the bot against itself in place of random ones, or the
# same weights in a tuple and the rating in plain Python, which then runs as machine code.
