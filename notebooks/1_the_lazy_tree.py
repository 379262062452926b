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

# %% [markdown]
# ## Nothing grows before it is read
#
# Konane: jump over an enemy stone into the empty cell behind it. The player who cannot jump loses.

# %%
from lazytree.games import konane
from lazytree.show import draw_board, draw_tree

game = konane(rows=6, columns=6, opening="centre")
draw_board(game, game.start)

# %%
from lazytree import Stats, grow

stats = Stats()
tree = grow(game, stats)(game.start)
stats.grown, stats.expanded

# %% [markdown]
# One position is *grown* (the root is a node), and none has been *expanded*, asked for its moves. A drawing reads only
# what has been read before, so it shows one node.

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
from toolz import compose

from lazytree import alphabeta, best, minimax, prune, rate

stats = Stats()
grown = grow(game, stats)(game.start)
look = compose(rate(game, "mobility", stats), prune(3))
looked = look(grown)
stats.expanded

# %%
alphabeta(looked, stats=stats), game.format(game.start, best(looked)), stats.nodes

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
from lazytree import highfirst

rated = compose(rate(game, "mobility"), prune(5), grow(game))
for program in (rated, compose(highfirst(), rated)):
    stats = Stats()
    print(alphabeta(program(game.start), stats=stats), stats.nodes, "positions seen,", stats.cutoffs, "cutoffs")

# %% [markdown]
# And at each depth, beside minimax:

# %%
from lazytree.show.plots import plot_lines

growing = grow(game)


def seen(search, *stages):
    """How many positions a search sees at each depth."""
    for depth in range(1, 6):
        stats = Stats()
        search(compose(*stages, rate(game, "mobility"), prune(depth), growing)(game.start), stats=stats)
        yield depth, stats.nodes


searches = {
    "minimax": seen(minimax),
    "alpha-beta": seen(alphabeta),
    "promising moves first": seen(alphabeta, highfirst()),
}
plot_lines(searches, "depth", "positions", log=True)

# %% [markdown]
# Every stage is a function, so another program is another composition. Six plies deep, but only along the two most
# promising moves of each position:

# %%
from lazytree import narrow

beam = compose(narrow(2), highfirst(), rate(game, "mobility"), prune(6), grow(game))
minimax(beam(game.start))

# %% [markdown]
# ## Poisoned leaves
#
# How do we *know* what alpha-beta does not read? We make a leaf that raises an error when it is read.

# %%
from lazytree import make_tree


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
from lazytree.games import tic_tac_toe

stats = Stats()
small = tic_tac_toe()
minimax(rate(small, "open_lines")(grow(small, stats)(small.start))), stats.grown

# %% [markdown]
# The whole tree of a small game of Dice of Doom, and the trees of larger ones, are in the next notebook.
#
# ## A tree to click on
#
# In a notebook that runs, a click on a node lets one ply more grow, and nothing else. Here is the tree of the pipeline
# above, unfolded along the best line that alpha-beta has found; its picture stays behind.

# %%
from lazytree.widgets import explore

explore(looked)

# %% [markdown]
# ## Questions
#
# * Sort the branches of the *poisoned* tree in reverse order: which leaf can be poisoned now?
# * How many positions does alpha-beta see with `narrow(2)` in the pipeline, and does it find the same value?
# * The tree of a game in which pieces can step back and forth has no end. What does `prune` make of it, and what does
#   `minimax` raise without `prune`?
