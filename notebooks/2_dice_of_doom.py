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
# # Dice of Doom, four times
#
# In *Land of Lisp* Conrad Barski writes one game four times: first with its whole tree, then with a tree that is cut
# short, then in a web page, then with dice that roll and four players. Here the rules are written once. What changes
# from version to version is the pipeline that looks at their tree.
#
# The choices that were made, before we start:
#
# * A hex holds a stack of dice of one player. An attack goes to a neighbouring enemy hex with **fewer** dice.
# * One die stays behind, the others move in, and the dice that were there are captured.
# * A turn is any number of attacks, at least one, and then a pass, which brings reinforcement.
# * Who holds most hexes in the end wins.

# %% [markdown]
# ## Version 1: the whole tree
#
# The board that the book plays on has four hexes.

# %%
from lazytree.games import dice_of_doom
from lazytree.show import draw_board, draw_tree, row

game = dice_of_doom(board="a3,a3,b3,b1")
draw_board(game, game.start)

# %%
print(game.show(game.start))

# %% [markdown]
# `grow` gives the tree as a value. A fold counts its nodes; `Stats` counts the positions that were really made, because
# equal positions share one subtree.

# %%
from lazytree import Stats, foldtree, grow

stats = Stats()
tree = grow(game, stats)(game.start)
nodes = foldtree(lambda position, below: 1 + sum(below))(tree)
nodes, stats.grown

# %% [markdown]
# The book's own code gives the same 147 nodes. Let's look at all of them.

# %%
draw_tree(tree)

# %% [markdown]
# Who wins? `solve` says it exactly, with a best line.

# %%
from lazytree import solve

solution = solve(game)
solution.value, solution.plies

# %%
position, line = game.start, []
for move in solution.line:
    line.append(game.format(position, move))
    position = game.play(position, move)
line

# %% [markdown]
# The first player wins after 12 plies, however the second one plays. Every third position on the way:

# %%
course = [game.start]
for move in solution.line:
    course.append(game.play(course[-1], move))
row(*(draw_board(game, here, cell=26) for here in course[::3]))

# %% [markdown]
# ## Memory is what makes it possible
#
# On nine hexes the tree has thousands of times more nodes than there are positions.

# %%
from lazytree import unfold

larger = dice_of_doom(size=3)
space = unfold(larger)
nodes = foldtree(lambda position, below: 1 + sum(below))(grow(larger)(larger.start))
nodes, space.positions, round(nodes / space.positions)

# %% [markdown]
# ## Version 2: a tree that is cut short
#
# On twenty-five hexes the whole tree is out of reach. So we prune it, and rate its leaves by the book's `score_board`:
# 2 for an own hex, 1 for one that is threatened, -1 for an enemy hex.

# %%
large = dice_of_doom(size=5, seed=3)
draw_board(large, large.start)

# %%
from toolz import compose

from lazytree import alphabeta, minimax, prune, rate

look = compose(rate(large, "score_board"), prune(4), grow(large))
seen = Stats()
alphabeta(look(large.start), stats=seen), seen.nodes

# %%
everything = Stats()
minimax(look(large.start), stats=everything) == alphabeta(look(large.start)), everything.nodes

# %% [markdown]
# Alpha-beta finds the value of minimax with a part of the nodes. This is what it looks at on the small board: what it
# left out is a stub.

# %%
grown = grow(game)(game.start)
alphabeta(compose(rate(game, "score_board"), prune(4))(grown))
draw_tree(grown)

# %% [markdown]
# `think` deepens as far as it is told; here one side looks further than the other.

# %%
from lazytree import play_game, think

course = list(play_game(large, [think(large, depth=3), think(large, depth=1)]))
end, _ = course[-1]
len(course) - 1, large.payoffs(end)

# %%
row(*(draw_board(large, course[ply][0], cell=22) for ply in (0, len(course) // 2, len(course) - 1)))

# %% [markdown]
# ## Version 3: to click on
#
# The book's third version is a web page. In a notebook that runs, this is a board that answers to clicks, and what it
# plays against thinks for a second. Its picture stays behind.

# %%
from lazytree.widgets import board

board(game, think, seconds=1)

# %% [markdown]
# ## Version 4: the dice roll
#
# An attack is rolled for: the greater sum wins. Between the attack and its result there is a *chance node*, whose moves
# have exact odds.

# %%
rolled = dice_of_doom(size=3, max_dice=5, dice="rolled", reinforcement="largest cluster", seed=18)
draw_board(rolled, rolled.start)

# %%
attack = next(iter(rolled.moves(rolled.start)))
rolling = rolled.play(rolled.start, attack)
odds = {rolled.format(rolling, roll): rolled.odds(rolling, roll) for roll in rolled.moves(rolling)}
rolled.format(rolled.start, attack), odds

# %% [markdown]
# The probability is a weight divided by the sum of the weights. The book prints a table of them, rounded to two digits;
# here they are exact.

# %%
from fractions import Fraction

Fraction(odds["success"], sum(odds.values()))

# %% [markdown]
# `expectimax` takes the mean where chance moves. In a tree of one's own it is an exact fraction.

# %%
from lazytree import ranked, searches

tree = compose(rate(rolled, "hexes"), prune(3), grow(rolled))(rolled.start)
for move, value in ranked(tree, searches.expectimax)[:5]:
    print(f"{rolled.format(rolled.start, move):6} {value!s:>14}  about {float(value):.2f} hexes")

# %% [markdown]
# As a question about the game, the same search runs in machine code, deeper.

# %%
from lazytree import search

answer = search(rolled, 5, "hexes")
rolled.format(rolled.start, answer.best), round(float(answer.value), 3), answer.nodes, answer.lane

# %% [markdown]
# ## Four players
#
# With more than two players a value is one number for each of them, and each player maximizes their own.

# %%
four = dice_of_doom(size=3, players=4, seed=23)
draw_board(four, four.start)

# %%
from lazytree import best, principal_variation, rate_each

tree = compose(rate_each(four, four.standings["hexes"]), prune(5), grow(four))(four.start)
values = searches.maxn(tree).value
dict(zip(four.players, values))

# %%
four.format(four.start, best(tree, searches.maxn)), len(principal_variation(tree, searches.maxn))

# %% [markdown]
# ## Questions
#
# * How much larger is the tree with `reinforcement="largest cluster"`? Is it still finite?
# * The rule says "fewer dice". What happens to the number of positions if as many dice are enough?
#   `dataclasses.replace` makes the variant.
# * Which deals are decided at once? `solve(dice_of_doom(seed=n)).plies` tells.
# * Four players: does it matter whether the others play for themselves or all against you (`paranoid`)?
