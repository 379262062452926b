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
# # Selfo and the swarm
#
# Can pieces organize themselves? In Selfo a player wins when all their pieces are connected. There is no central plan:
# every group emits a signal, and the pieces of its own side receive it. Here we draw these signals and make a bot of
# them.
#
# The choices that were made, before we start:
#
# * A **group** is a connected set of pieces, and each group emits one **signal**.
# * It spreads step by step over **empty cells and its own side's pieces**; enemies receive it and do not pass it on.
# * A **law** gives its strength after each number of steps, in millionths; added in a fixed order, the same everywhere.
# * A **field** is one number for each cell, so it can be drawn, compared and added up.
#
# The idea is that of D. D. Albarracín Molina's thesis (Málaga, 2010).

# %% [markdown]
# ## The board
#
# The first of the five published setups: 18 pieces a side, on a hexagon of 91 cells. A turn is one step, onto an empty
# cell next to the piece. Nothing is captured. (We leave out the rule that lets White swap sides.)

# %%
from lazytree.games import selfo
from lazytree.show import draw_board, draw_field, row

game = selfo(setup=1, swap=False)
draw_board(game, game.start)

# %% [markdown]
# ## Groups
#
# Each side has three groups of six. `signals` gives for each group its player, its cells, and the strength of its
# signal on each cell of the board.

# %%
from lazytree.games.selfo_rules import swarm_of
from lazytree.swarm import signals

swarm = swarm_of(game)
for signal in signals(swarm, game.start):
    print(game.players[signal.colour], [swarm.grid.names[cell] for cell in signal.group])

# %% [markdown]
# ## The field of one group
#
# Darker cells are stronger. The group that emits the signal is framed; pointing at a cell shows its number.

# %%
corner, east, south, *_ = signals(swarm, game.start)
draw_field(game, game.start, corner)

# %% [markdown]
# White's pieces on the left cast a shadow: they receive Black's signal, but it has to go around them.
#
# It spreads step by step. The law gives the strength of a group of six after 1, 2, 3, ... steps, so cells that are
# reached later have lower strengths.

# %%
strengths = swarm.law[6]
strengths[1:8]


# %%
def after(steps, signal):
    """The part of a signal that has spread within `steps` steps."""
    return signal._replace(strengths=tuple(s if s >= strengths[steps] else 0 for s in signal.strengths))


# %%
row(*(draw_field(game, game.start, after(steps, corner), cell=18) for steps in (1, 2, 3, 5)))

# %% [markdown]
# Let's check: a signal starts with a 36th of full strength for each of the six pieces, so with a sixth, and each step
# multiplies it by a sixth.

# %%
all(strengths[steps] == 10**6 / 6**steps for steps in range(1, 20))

# %% [markdown]
# ## The fields of both sides
#
# On each cell the strongest of a side's signals, Black's on the left and White's on the right. It is an ordinary
# `Signal` that we make ourselves.

# %%
from lazytree.swarm import Signal


def loudest(some):
    """Several signals of one side as one: on each cell the strongest."""
    group = tuple(cell for signal in some for cell in signal.group)
    return Signal(some[0].colour, group, tuple(map(max, zip(*(signal.strengths for signal in some)))))


# %%
both = [[signal for signal in signals(swarm, game.start) if signal.colour == player] for player in (0, 1)]
row(*(draw_field(game, game.start, loudest(side), cell=27) for side in both))

# %% [markdown]
# One picture is the other one rotated by a sixth of a circle: setup 1 is fair.
#
# ## Centroid and most important group
#
# After 20 random moves the symmetry is gone. Black has four groups. Where should the swarm gather? The **centroid** is
# the cell nearest to the mean of all pieces, and the **most important group** has the strongest signal there.

# %%
from itertools import islice

from lazytree import FIRST, bots, play_game
from lazytree.swarm import centroid, points_of

stirring = play_game(game, [bots.at_random(game, seed=1), bots.at_random(game, seed=2)])
position = [here for here, _ in islice(stirring, 21)][-1]
spot = centroid(points_of(swarm.grid), swarm.sides(position, FIRST)[0])
swarm.grid.names[spot]

# %%
black = [signal for signal in signals(swarm, position) if signal.colour == FIRST]
[(len(signal.group), signal.strengths[spot]) for signal in black]

# %%
important = max(black, key=lambda signal: signal.strengths[spot])
draw_field(game, position, important, spot, important.group)

# %% [markdown]
# The diamond is the centroid, the rings mark the most important group. (Of several with equal signals it is the
# largest.)
#
# ## The rating
#
# A side's score is the mean strength of the most important group's signal on the side's pieces.

# %%
from statistics import fmean

pieces = [cell for signal in black for cell in signal.group]
fmean(important.strengths[cell] for cell in pieces)

# %% [markdown]
# Let's check. (The score adds from near to far: only the last digits may differ.)

# %%
from lazytree.swarm import swarm_score

swarm_score(swarm)(position, FIRST)

# %% [markdown]
# The rating is Black's score minus White's: seen by the first player, as all ratings are.

# %%
game.ratings["swarm"](position)

# %% [markdown]
# It is used in a pipeline like any other rating: prune, rate, search. Two plies deep:

# %%
from toolz import compose

from lazytree import Stats, alphabeta, grow, prune, rate

stats = Stats()
look = compose(rate(game, "swarm", stats), prune(2), grow(game, stats))
tree = look(position)
alphabeta(tree, stats=stats), stats.rated

# %% [markdown]
# The value, and how many positions were rated for it. How many lines of play are there, of one ply and of two?

# %%
from lazytree import perft_counts

list(islice(perft_counts(game, position), 2))

# %% [markdown]
# And the best move:

# %%
from lazytree import best

game.format(position, best(tree))

# %% [markdown]
# ## Another law
#
# Each step multiplies an exponential signal by a sixth, so it soon vanishes. An **inverse** signal has a half of its
# strength left after two steps and a third after three, so it reaches the whole board. One group by both laws:

# %%
from lazytree.swarm import inverse, swarm_rating

far = swarm_of(game, inverse)
far.law[6][1:8]

# %%
row(*(draw_field(game, position, signals(heard, position)[0], cell=27) for heard in (swarm, far)))

# %% [markdown]
# Shades are equal in all drawings, so the right one is nearly uniform. Another power is an argument: `swarm_of(game,
# inverse, Fraction(1, 40))`. The rating that is made of this swarm is the one that the game names "swarm_inverse":

# %%
swarm_rating(far)(position), game.ratings["swarm_inverse"](position)

# %% [markdown]
# ## Chemotaxis
#
# An earlier rating of the thesis has no centre: each piece follows the strongest signal of any *other* group of its own
# side, as cells follow a chemical. These signals reach Black's first group:

# %%
others = loudest(black[1:])
draw_field(game, position, others, important=black[0].group)

# %%
fmean(others.strengths[cell] for cell in black[0].group)

# %% [markdown]
# Taken literally, "chemotaxis_literal", this has a fault: pieces that have joined no longer hear one another, so
# joining costs. In "chemotaxis" each piece of the own group counts as heard at full strength, so joining pays.
#
# Different ratings choose different moves. The value of each of the game's ratings here, and the move that it chooses:

# %%
from lazytree import think

for name, rating in game.ratings.items():
    print(f"{name:28}{rating(position):12.3f}  {game.format(position, think(game, 1, name)(position))}")

# %% [markdown]
# ## A game
#
# Black is the swarm and looks one ply ahead; White moves at random. A game is a sequence of (position, move).

# %%
record = list(play_game(game, [think(game, depth=1, rating="swarm"), bots.at_random(game, seed=1)]))
end, _ = record[-1]
len(record) - 1, game.payoffs(end)

# %%
row(*(draw_board(game, record[turn][0], cell=18) for turn in (0, 12, 24, len(record) - 1)))

# %% [markdown]
# Black's pieces gathered without a given meeting point.
#
# ## How far is it self-organized?
#
# The thesis measures it by the mean number of turns since the pieces of a side last moved: a low number means that the
# whole set takes part. Every sixth turn:

# %%
from lazytree.games.selfo_rules import self_organization

measure = list(self_organization(game, record))
for turn, (swarming, random) in islice(enumerate(measure), 0, None, 6):
    print(f"{turn:3}{swarming:8.1f}{random:8.1f}")

# %% [markdown]
# As a curve, with the mark of 18, the number of pieces of a side. Above it, many pieces rest while a few move.

# %%
from lazytree.show.plots import plot_organization

plot_organization(measure, game.players, mark=18)

# %% [markdown]
# Black is the swarm, White moves at random. In so short a game the swarm moves *fewer* of its pieces than the random
# player does: a group near the centroid may stay where it is. The number measures how many pieces take part, not
# whether their moves are good.
#
# ## Sliders
#
# In a notebook that runs, a slider changes the power of the signals, a click on a group shows its signal alone, and the
# ratings follow. The picture stays behind.

# %%
from lazytree.widgets import swarm as show_swarm

show_swarm(game, position)

# %% [markdown]
# ## Questions
#
# * Which of Black's groups becomes the most important one if f8 steps to f7 at the start? Draw it.
# * Let "swarm" and "chemotaxis" play against each other. Who wins, and does it matter who begins?
# * The swarm plays against itself: when does the measure of self-organization stop growing?
# * A side's score is a mean over all pieces. What would the swarm do if it were the lowest strength on any piece?
