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
# # The lazy tree
#
# A game tree is enormous. A lazy one is a value like any other: you can name it, hand it to functions and draw it,
# because only the parts that are read are computed. Here we watch it grow.
#
# The choices that were made, before we start:
#
# * A **game** is a handful of pure functions on an immutable position.
# * `grow(game)` turns a position into a **tree**; equal positions share one subtree.
# * A **stage** is a function from tree to tree, a **search** one from tree to number.
# * Numbers are seen by the **first player**, always.

# %%
from toolz import compose

from lazytree import Stats, alphabeta, best, grow, highfirst, make_tree, minimax, narrow, prune, rate
from lazytree.games import dice_of_doom, konane, tic_tac_toe
from lazytree.show import draw_board, draw_tree

# %% [markdown]
# ## Nothing grows before it is read
#
# Konane: jump over an enemy stone into the empty cell behind it. The player who cannot jump loses.

# %%
game = konane(rows=6, columns=6, opening="centre")
draw_board(game, game.start)

# %%
stats = Stats()
tree = grow(game, stats)(game.start)
stats

# %% [markdown]
# One position is *grown* (the root is a node), and none has been *asked* for its moves. A drawing reads only what has
# been read before, so it shows one node.

# %%
draw_tree(tree)

# %% [markdown]
# After reading one branch, one branch is there.

# %%
move, after = tree.branches[0]
draw_tree(tree)

# %%
list(after.branches)
draw_tree(tree)

# %% [markdown]
# ## A pipeline
#
# Prune, rate, search: the pipeline makes a tree of which nothing has been read yet; `alphabeta` reads only what can
# change the value.

# %%
stats = Stats()
grown = grow(game, stats)(game.start)
look = compose(rate(game, "mobility", stats), prune(3))
looked = look(grown)
stats.asked

# %%
alphabeta(looked, stats=stats), game.format(game.start, best(looked)), stats.seen

# %% [markdown]
# This is what it read:

# %%
draw_tree(grown)

# %% [markdown]
# And this is what `minimax` reads for the same value:

# %%
everything = grow(game)(game.start)
minimax(look(everything)) == alphabeta(looked)

# %%
draw_tree(everything)

# %% [markdown]
# ## Hughes' pipeline
#
# `max . maximise' . highfirst . maptree static . prune 8 . gametree`: his program of 1989 sorts the branches, the most
# promising first, so that alpha-beta can leave out more. Five plies deep, without `highfirst()` and with it:

# %%
rated = compose(rate(game, "mobility"), prune(5), grow(game))
for program in (rated, compose(highfirst(), rated)):
    stats = Stats()
    print(alphabeta(program(game.start), stats=stats), stats.seen, "positions seen,", stats.cutoffs, "cutoffs")

# %% [markdown]
# Every stage is a function, so another program is another composition. Six plies deep, but only along the two most
# promising moves of each position:

# %%
beam = compose(narrow(2), highfirst(), rate(game, "mobility"), prune(6), grow(game))
minimax(beam(game.start))

# %% [markdown]
# ## Poisoned leaves
#
# How do we *know* what alpha-beta does not read? We make a leaf that raises an error when it is read.


# %%
def poison():
    raise RuntimeError("this leaf was read")


def leaf(value):
    return make_tree(lambda: value)


low = make_tree(poison, 1, [("left", leaf(2)), ("right", make_tree(poison))])
poisoned = make_tree(poison, 0, [("high", leaf(4)), ("low", low)])
alphabeta(poisoned)

# %% [markdown]
# The first player is sure of 4; after *low* the second player can force 2 or less; so the leaf to the right of that 2
# cannot change the value. Minimax reads it:

# %%
try:
    minimax(poisoned)
except RuntimeError as error:
    print(error)

# %% [markdown]
# ## Equal positions share one subtree
#
# Tic-tac-toe has 255,168 games, and 5,478 positions.

# %%
stats = Stats()
game = tic_tac_toe()
minimax(rate(game, "open_lines")(grow(game, stats)(game.start))), stats.grown

# %% [markdown]
# ## Dice of Doom
#
# The game of *Land of Lisp*. Each player has two hexes; an attack needs more dice than the target has.

# %%
game = dice_of_doom(board="a3,a3,b3,b1")
draw_board(game, game.start)

# %% [markdown]
# The whole tree: 147 nodes for 87 positions, 44 leaves; the longest line has 13 moves. Dark nodes are the first
# player's, light ones the second's.

# %%
stats = Stats()
tree = grow(game, stats)(game.start)
value = minimax(rate(game, lambda position: 0)(tree), stats=stats)
draw_tree(tree)

# %%
value, stats.grown

# %% [markdown]
# A win is a million minus the number of plies to it: the first player wins, however the second one plays.
#
# ## Questions
#
# * Sort the branches of the *poisoned* tree in reverse order: which leaf can be poisoned now?
# * How many positions does alpha-beta read with `highfirst()` in the pipeline, and how many without?
# * The tree of a game in which pieces can step back and forth has no end. What does `prune` make of it, and what does
#   `minimax` raise without `prune`?
