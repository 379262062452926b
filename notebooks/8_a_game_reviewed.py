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
# # A game, reviewed
#
# Who was ahead, when did it change, and what was missed? Here a whole game of connect four on a small board is judged
# position by position. It is small enough for exact answers: every value is proved, none is an opinion.

# %%
from lazytree import bots, is_over, record, think
from lazytree.games import connect_four

game = connect_four(columns=5, rows=5)
course = record(game)
players = [bots.mcts(game, simulations=40, seed=2), think(game, depth=2, rating="open_lines")]
while not is_over(game, course.position):
    course = course.play(players[game.mover(course.position)](course.position))
course

# %% [markdown]
# X (red) samples forty random games for each move, O (yellow) looks two plies ahead. X has won; was that so
# from the start?
#
# ## The curve of values
#
# `solve` gives the exact value of each position, seen by X: 1 if X wins, 0 for a draw, -1 if O wins. Beside it stands
# what two hundred random games from the same position say. In a notebook that runs, a bar of `tqdm` shows how far the
# review has come, if it takes longer than three seconds.

# %%
from tqdm import tqdm

from lazytree import playouts, solve

exact, guessed = [], []
for ply, position in enumerate(tqdm(course.positions, delay=3)):
    exact.append((ply, solve(game, position).value))
    guessed.append((ply, float(playouts(game, 200, position).value)))

# %%
from lazytree.show.plots import plot_lines

plot = plot_lines({"exact": exact, "random games": guessed}, "ply", "value for X")
plot

# %% [markdown]
# Random games see the changes late, or not at all: few of them find the one good reply.
#
# ## The turning points
#
# A mistake is a move after which the exact value is worse for the player who made it.

# %%
from itertools import pairwise

for (ply, before), (_, after) in pairwise(exact):
    if before != after:
        mover = game.players[game.mover(course.positions[ply])]
        words = {1: "X wins", 0: "a draw", -1: "O wins"}
        print(f"ply {ply + 1}: {mover} plays {course.written()[ply]}; {words[before]} before, {words[after]} after")

# %% [markdown]
# The largest one: X had won, and after one move O had. The position before it, what X played, and what wins:

# %%
from lazytree.show import draw_board, row

turning = max(range(len(course.moves)), key=lambda ply: abs(exact[ply + 1][1] - exact[ply][1]))
position, played, best = course.positions[turning], course.moves[turning], solve(game, course.positions[turning])
seen = [position, game.play(position, played), game.play(position, best.line[0])]
last = [(), game.touched(position, played), game.touched(position, best.line[0])]
words = ["before", f"played: {game.format(position, played)}", f"better: {game.format(position, best.line[0])}"]
row(*(draw_board(game, here, cell=30, last=cells) for here, cells in zip(seen, last)), captions=words)

# %% [markdown]
# ## The tree of what was missed
#
# Each node says what its position is worth: 1, 0 or -1, as `solve` has proved it. A node is solved when its label is
# read, so we read along the best line only, four plies, and draw what has been read.

# %%
from lazytree import grow, rate
from lazytree.show import draw_tree

tree = rate(game, lambda here: solve(game, here).value)(grow(game)(position))
node = tree
for move in best.line[:4]:
    labels = [after.label for _, after in node.branches]
    node = dict(node.branches)[move]
draw_tree(tree, line=best.line[:4], boards=False)

# %% [markdown]
# One move wins, and after it O has no good answer. Why the move that was played loses:

# %%
refuted = solve(game, seen[1])
print(f"{refuted.value}: O wins in {refuted.plies} plies, by", *game.at(seen[1]).written(refuted.line))

# %% [markdown]
# ## Any game
#
# A game that cannot be solved is reviewed by a search of some plies instead, `search(game, 6, position=here).value`.
# Its numbers are estimates, and so are its mistakes. The page of every game has this review as a button, "Review": on
# the site, in a published page, in `lazytree web`.
#
# ## Questions
#
# * How early could each side have known? Plot `search(game, depth, "open_lines", here).value` for depths 2, 6 and 10.
# * Let both players be `think` with depth 8. Are there still mistakes?
# * `load_record` reads a game that was saved. Review one of your own.
