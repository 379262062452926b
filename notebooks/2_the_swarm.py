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
# # The swarm
#
# Can pieces organize themselves? In Selfo you win when all your pieces hang together, and nobody commands them: every
# group emits a signal, and its own side's pieces listen. Here we look at what they hear, and make a player of it.
#
# The choices that were made, before we start:
#
# * A **group** is what hangs together, and each group emits one **signal**.
# * It spreads step by step over **empty cells and its own side's pieces**; enemies hear it and do not pass it on.
# * How strong it is after so many steps says a **law**, in whole parts of a million: exact, on every machine.
# * A **field** is nothing but one number for each cell, so it can be drawn, compared and added up.
#
# The idea is that of C. Albarracín's thesis (Málaga, 2010).

# %%
import re
from itertools import islice
from statistics import fmean

from toolz import compose

from lazytree import FIRST, Stats, alphabeta, at_random, best, grow, perft_counts, play_game, prune, rate, think
from lazytree.games import selfo
from lazytree.games.selfo_rules.ratings import self_organization, swarm_of
from lazytree.show import Drawing, draw_board, draw_field
from lazytree.swarm.signals import Signal, centroid, inverse, points_of, signals, swarm_rating, swarm_score

# %% [markdown]
# ## The board
#
# The first of the five published setups: 18 pieces a side, on a hexagon of 91 cells. A turn is one step, onto an empty
# cell next to the piece. Nothing is captured. (We leave out the rule that lets White swap sides.)

# %%
game = selfo(setup=1, swap=False)
draw_board(game, game.start)

# %% [markdown]
# ## Groups
#
# Each side has three groups of six. `signals` says for each one whose it is, on which cells it stands, and how strong
# its signal is on each cell of the board.

# %%
swarm = swarm_of(game)
for signal in signals(swarm, game.start):
    print(game.players[signal.colour], [swarm.grid.names[cell] for cell in signal.group])

# %% [markdown]
# ## The field of one group
#
# The darker, the stronger. The group that emits is framed, and the pointer on a cell shows the number there.

# %%
corner, east, south, *_ = signals(swarm, game.start)
draw_field(game, game.start, corner)

# %% [markdown]
# White's pieces on the left cast a shadow: they hear Black's signal, but it has to go around them.
#
# How did it get there? Step by step. The law says how strong a group of six is after 1, 2, 3, ... steps, so what has
# not come so far yet is weaker.

# %%
strengths = swarm.law[6]
strengths[1:8]


# %%
def after(steps, signal):
    """The part of a signal that has spread within so many steps."""
    return signal._replace(strengths=tuple(s if s >= strengths[steps] else 0 for s in signal.strengths))


def row(*drawings):
    """Drawings of one size, side by side."""
    width, height = map(int, re.search(r'width="(\d+)" height="(\d+)"', drawings[0].svg).groups())
    parts = [one.svg.replace("<svg", f'<svg x="{at * width}"', 1) for at, one in enumerate(drawings)]
    size = f'width="{width * len(drawings)}" height="{height}"'
    return Drawing(f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>')


# %%
row(*(draw_field(game, game.start, after(steps, corner), cell=18) for steps in (1, 2, 3, 5)))

# %% [markdown]
# Let's check: a signal starts with a 36th of full strength for each of the six pieces, a sixth, and each step leaves a
# sixth of it.

# %%
all(strengths[steps] == 10**6 // 6**steps for steps in range(1, 20))

# %% [markdown]
# ## The fields of both sides
#
# On each cell the loudest of a side's signals, Black's on the left and White's on the right. It is an ordinary
# `Signal` that we make by hand.


# %%
def loudest(some):
    """What is heard of several signals of one side: on each cell the strongest."""
    group = tuple(cell for signal in some for cell in signal.group)
    return Signal(some[0].colour, group, tuple(map(max, zip(*(signal.strengths for signal in some)))))


# %%
both = [[signal for signal in signals(swarm, game.start) if signal.colour == player] for player in (0, 1)]
row(*(draw_field(game, game.start, loudest(side), cell=27) for side in both))

# %% [markdown]
# One picture is the other one turned by a sixth of a circle: setup 1 is fair.
#
# ## Centroid and most important group
#
# Now somebody makes 20 moves at random, and the symmetry is gone. Black has four groups. Where does the swarm want to
# meet? The **centroid** is the cell nearest to the mean of all pieces, and the **most important group** is the one
# that is heard best there.

# %%
stirring = play_game(game, [at_random(game, seed=1), at_random(game, seed=2)])
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
# The diamond is the centroid, the rings mark the most important group. (Of several that are heard equally well the
# largest counts.)
#
# ## The rating
#
# A side's score is how well its pieces hear the most important group, on the mean.

# %%
pieces = [cell for signal in black for cell in signal.group]
fmean(important.strengths[cell] for cell in pieces)

# %% [markdown]
# Let's check. (Scores are whole numbers.)

# %%
swarm_score(swarm)(position, FIRST)

# %% [markdown]
# The rating is Black's score minus White's: seen by the first player, as all ratings are.

# %%
game.ratings["swarm"](position)

# %% [markdown]
# And so it goes into the pipeline like any other: prune, rate, search. Two plies deep:

# %%
stats = Stats()
look = compose(rate(game, game.ratings["swarm"], stats), prune(2), grow(game, stats))
tree = look(position)
alphabeta(tree, stats=stats), stats.rated

# %% [markdown]
# The value, and how many positions were rated for it. How many lines of play are there, of one ply and of two?

# %%
list(islice(perft_counts(game, position), 2))

# %% [markdown]
# And the best move:

# %%
game.format(position, best(tree))

# %% [markdown]
# ## Another law
#
# Of an exponential signal a sixth is left by each step, and soon there is silence. Of an **inverse** one a half is left
# after two steps, a third after three: everybody hears everybody. The same group, by both laws:

# %%
far = swarm_of(game, inverse)
far.law[6][1:8]

# %%
row(*(draw_field(game, position, signals(heard, position)[0], cell=27) for heard in (swarm, far)))

# %% [markdown]
# Shades mean the same in all drawings, so the right one is nearly flat. Another power is as easy: `swarm_of(game,
# inverse, Fraction(1, 40))`. A swarm makes a rating, and it is the one that the game calls "swarm_inverse":

# %%
swarm_rating(far)(position), game.ratings["swarm_inverse"](position)

# %% [markdown]
# ## Chemotaxis
#
# The earlier idea of the thesis knows no centre: each piece goes after the strongest signal of any *other* group of
# its own side, as cells go after a scent. This is what Black's first group hears:

# %%
others = loudest(black[1:])
draw_field(game, position, others, important=black[0].group)

# %%
fmean(others.strengths[cell] for cell in black[0].group)

# %% [markdown]
# Different ratings, different moves. What each of the game's ratings says of the position, and what it would do:

# %%
for name, rating in game.ratings.items():
    print(f"{name:20}{rating(position):8}  {game.format(position, think(game, 1, name)(position))}")

# %% [markdown]
# ## A game
#
# Black is the swarm and looks one ply ahead; White moves at random. A game is a sequence of (position, move).

# %%
record = list(play_game(game, [think(game, depth=1, rating="swarm"), at_random(game, seed=1)]))
end, _ = record[-1]
len(record) - 1, game.payoffs(end)

# %%
row(*(draw_board(game, record[turn][0], cell=18) for turn in (0, 12, 24, len(record) - 1)))

# %% [markdown]
# Nobody told Black's pieces where to meet.
#
# ## How far is it self-organized?
#
# The thesis measures it by how many turns ago the pieces of a side last moved, on the mean: a number that stays low
# says that the whole set takes part. Every sixth turn:

# %%
measure = list(self_organization(game, record))
for turn, (swarming, random) in islice(enumerate(measure), 0, None, 6):
    print(f"{turn:3}{swarming:8.1f}{random:8.1f}")


# %%
def line(numbers, ink):
    """Numbers as a line from left to right."""
    points = " ".join(f"{16 * turn + 4},{156 - 5 * number:.1f}" for turn, number in enumerate(numbers))
    return f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="2"/>'


# %%
swarming, random = zip(*measure)
lines = line([0] * len(record), "grey"), line(range(32), "lightgrey"), line(swarming, "black"), line(random, "orange")
Drawing(f'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="160">{"".join(lines)}</svg>')

# %% [markdown]
# Black is the swarm, orange is random; the grey slope is a side that never moves. In so short a game the swarm moves
# *fewer* of its pieces than chance does: a group that is heard well may stay where it is. The measure says who takes
# part, not whether it is of any use.
#
# ## Questions
#
# * Which of Black's groups becomes the most important one if f8 steps to f7 at the start? Draw it.
# * Let "swarm" and "chemotaxis" play against each other. Who wins, and does it matter who begins?
# * The swarm plays against itself: when does the measure of self-organization stop growing?
# * A side's score is a mean over all pieces. What would the swarm do if it were the strength at the piece that hears
#   worst?
