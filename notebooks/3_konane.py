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
# # Konane: searches, statistics, values that add up
#
# Konane is Hawaiian checkers. A stone jumps over an enemy stone into the empty cell behind it, and may jump on in the
# same line. The player who cannot jump loses. The rules are short, and three ways of judging meet here: searches that
# look ahead, statistics of what they cost, and combinatorial values, which need no search at all.
#
# The choices that were made, before we start:
#
# * The board is full, and two neighbouring stones are taken away: in a corner or in the centre.
# * The first player is dark. Values are seen by the **first player**, always.
# * The course by D. Kumar asks for random, breadth-first, best-first, minimax and alpha-beta players, and for their
#   statistics. All are there.

# %% [markdown]
# ## The board

# %%
from lazytree.games import konane
from lazytree.show import draw_board, draw_tree, row

game = konane(rows=6, columns=6, opening="centre")
draw_board(game, game.start)

# %%
[game.format(game.start, move) for move in game.moves(game.start)]

# %%
after = game.play(game.start, game.parse(game.start, "d5-d3"))
row(draw_board(game, game.start, cell=28), draw_board(game, after, cell=28))

# %% [markdown]
# How many lines of play are there?

# %%
from lazytree import perft

[perft(game, depth) for depth in range(7)]

# %% [markdown]
# ## One value, many searches
#
# Four plies deep, rated by mobility: jumps that the first player has, minus those of the second. Every search finds the
# same value; they differ in what they look at.

# %%
from toolz import compose

from lazytree import Ordering, Stats, Table, alphabeta, grow, highfirst, minimax, prune, rate, scout

look = compose(rate(game, "mobility"), prune(4), grow(game))
ordered = compose(highfirst(), look)


# %%
def cost(search, tree, **more):
    """The value that a search finds, and how many positions it sees."""
    stats = Stats()
    return search(tree, stats=stats, **more), stats.nodes


# %%
for name, found in {
    "minimax": cost(minimax, look(game.start)),
    "alpha-beta": cost(alphabeta, look(game.start)),
    "alpha-beta, promising moves first": cost(alphabeta, ordered(game.start)),
    "the same with a table": cost(alphabeta, ordered(game.start), table=Table(megabytes=8)),
    "principal variation search": cost(scout, ordered(game.start), order=Ordering()),
}.items():
    print(f"{name:36} value {found[0]:3}, {found[1]:6,} positions")

# %% [markdown]
# What alpha-beta looks at, three plies deep; a stub is what it left out:

# %%
grown = grow(game)(game.start)
alphabeta(compose(rate(game, "mobility"), prune(3))(grown))
draw_tree(grown)

# %% [markdown]
# ## Deeper and deeper
#
# `deepen` is a lazy sequence of answers. Reading on is thinking on.

# %%
from lazytree import deepen

for answer in deepen(game, rating="mobility"):
    print(f"{answer.depth:2} plies: value {answer.value:7,}, {answer.nodes:9,} positions, {answer.lane}")
    if answer.depth == 9:
        break

# %% [markdown]
# ## The statistics of the course
#
# Static evaluations, branching, cutoffs and time of each player, for one game on a small board.

# %%
from lazytree import bots, play_game

small = konane(rows=4, columns=4, opening="corner")
players = {
    "at random": lambda stats: bots.at_random(small, seed=1, stats=stats),
    "breadth first": lambda stats: bots.breadth_first(small, stats=stats),
    "best first": lambda stats: bots.best_first(small, stats=stats),
    "minimax, depth 3": lambda stats: bots.minimax(small, depth=3, stats=stats),
    "alpha-beta, depth 3": lambda stats: bots.alphabeta(small, depth=3, stats=stats),
}

# %%
print(f"{'':20}  rated   seen  cutoffs  branching")
for name, made in players.items():
    stats = Stats()
    list(play_game(small, [made(stats), bots.at_random(small, seed=7)]))
    print(f"{name:20} {stats.rated:6,} {stats.nodes:6,} {stats.cutoffs:8,} {stats.branching:10.2f}")

# %% [markdown]
# All that is counted:

# %%
from dataclasses import fields

print(*(field.name for field in fields(Stats)))

# %% [markdown]
# ## Solved
#
# Small boards are solved exactly: 1 where the first player wins, -1 where the second does.

# %%
from lazytree import solve

for rows, columns in [(4, 4), (4, 5), (5, 5), (4, 6)]:
    board = konane(rows=rows, columns=columns, opening="corner")
    solution = solve(board)
    print(f"{rows}x{columns}: {solution.value:2} after {solution.plies} plies, in {solution.lane}")

# %% [markdown]
# ## Values that add up
#
# Where the player who cannot move loses, a position has a *combinatorial value*, and the values of independent parts
# add up (Berlekamp, Conway and Guy; Ernst for Konane). A row in which dark can jump once, and light cannot, is worth 1:

# %%
line = konane(rows=1, columns=5)
position = line.read("XO... / dark to move")
draw_board(line, position)

# %%
from lazytree import cgt

cgt.combinatorial_value(line, position)

# %% [markdown]
# Four stones, in which dark has two jumps to spare:

# %%
line = konane(rows=1, columns=6)
cgt.combinatorial_value(line, line.read("XOXO.. / dark to move"))

# %% [markdown]
# Half a move to spare, which no count of jumps would show; two such rows together are worth one move:

# %%
line = konane(rows=1, columns=5)
half = cgt.combinatorial_value(line, line.read("X.XO. / dark to move"))
half, half + half

# %% [markdown]
# Where either player can jump, and after that neither, the value is a star: it is neither positive nor negative, and
# the player who moves wins. Two stars cancel each other.

# %%
line = konane(rows=1, columns=4)
star = cgt.combinatorial_value(line, line.read(".XO. / dark to move"))
star, cgt.outcome(star), star + star

# %% [markdown]
# ## Questions
#
# * Which opening is better for the first player on 6 by 6, the corner or the centre? `solve` needs some seconds.
# * Sort the moves the wrong way round: how many positions does alpha-beta see then?
# * `bots.mcts` rates nothing. How many simulations does it need against `think(game, depth=2)`?
# * Find a row with the value -1/2, and one with the value 3.
