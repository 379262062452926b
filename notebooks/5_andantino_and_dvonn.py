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
# # Andantino and DVONN: deeper
#
# Two games on hexagons. In Andantino a search that looks one move further sees the win that the other one misses; in
# DVONN every move makes the game smaller, until the end can be worked out exactly. Here we look as deep as we can, and
# count what it costs.
#
# The choices that were made, before we start:
#
# * A position is rated where the search stops; a win is a million minus the number of plies to it.
# * Values are seen by the **first player**, always: Black in Andantino, White in DVONN.
# * Searches differ in **what they look at**, and never in the value. The same goes for Python and machine code.
# * What a search has learned (tables, killer moves) is handed to it, and handed on.

# %% [markdown]
# ## Andantino: a line, or a ring
#
# A stone goes into an empty cell that touches at least two stones, of any colour. Five in line win, and so does a ring
# around an enemy stone. It is played on hexagons of ten cells a side; here on six.

# %%
from lazytree.games import andantino
from lazytree.show import draw_board, row

game = andantino(side=6)


def after(moves):
    """The position after these moves."""
    position = game.start
    for text in moves.split():
        position = game.play(position, game.parse(position, text))
    return position


line = after("6F 7F 6E 5E 5D 7G 6D 5F 6G 5G 6H")
ring = after("6F 7F 6E 7E 5E 8F 6D 5D 4D 8E 4C 9F 9G 5F 5C")
row(draw_board(game, line, cell=26), draw_board(game, ring, cell=26))

# %% [markdown]
# Black has won both: the stones of the line and of the ring are marked. The shortest ring has six stones, one more than
# a line:

# %%
[sum(bool(stone.mark) for stone in game.stones(won)) for won in (line, ring)]

# %% [markdown]
# ## A position to think about
#
# Eight stones lie on the board, and Black is to move. The marked cells are the legal ones.

# %%
position = after("6F 7F 7G 6G 6E 5F 5E 5G")
draw_board(game, position, legal=True)

# %% [markdown]
# Three plies deep, with the rating "weighed" (lines, and room for lines), every move has a value:

# %%
from toolz import compose

from lazytree import grow, prune, ranked, rate

ranked(compose(rate(game, "weighed"), prune(3), grow(game))(position))

# %% [markdown]
# ## Deeper
#
# `deepen` gives an answer for depth 1, 2, 3 and so on, and each begins with what the one before has found. Reading on
# is thinking on; `until(SURE)` reads until a player has won for certain. The positions are those of all depths so far.

# %%
from lazytree import SURE, deepen, until

for answer in until(SURE)(deepen(game, position, "weighed")):
    print(f"{answer.depth:2} plies: value {answer.value:7,}, {answer.nodes:6,} positions, {answer.lane}")

# %% [markdown]
# Values of odd and even depths go up and down: who has moved last looks better. So it is usual to compare odd depths
# only, and `step=2` looks at no others.

# %%
from itertools import islice

from lazytree.show.plots import plot_values

plot_values(
    {
        "every depth": islice(deepen(game, position, "weighed"), 8),
        "odd depths": islice(deepen(game, position, "weighed", step=2), 4),
    }
)

# %%
*_, answer = until(SURE)(deepen(game, position, "weighed", step=2))
answer

# %% [markdown]
# The win, whatever White does. Let's play the line to its end, and look at every fourth position:

# %%
course = [position]
for move in answer.line:
    course.append(game.play(course[-1], move))
row(*(draw_board(game, here, cell=22) for here in course[1::4]))

# %% [markdown]
# Let's check. `solve` knows nothing of ratings: it looks for the exact value.

# %%
from lazytree import solve

solution = solve(game, position)
solution.value, solution.plies, 10**6 - answer.value

# %% [markdown]
# ## Python and machine code
#
# The rules are ordinary Python, and `search` translates them to machine code by itself. The same question in both
# lanes, so the same value:

# %%
from lazytree import search

machine = search(game, 5, "weighed", position)
python = search(game, 5, "weighed", position, lane="python")
machine.value == python.value, machine.value, machine.lane, python.lane

# %% [markdown]
# How much faster is it? A deeper search is long enough to be measured; the figure is that of the computer on which this
# notebook ran.

# %%
from time import process_time


def per_second(depth, lane):
    """How many positions a second of the processor are seen, up to a depth."""
    *_, answer = islice(deepen(game, position, "weighed", lane=lane, clock=process_time), depth)
    return answer.nodes / answer.seconds


print(f"{per_second(9, 'machine') / per_second(5, 'python'):.0f} times as many positions a second")

# %% [markdown]
# ## What makes a search see less
#
# All of these find the value of minimax. Alpha-beta leaves out what cannot change it; `highfirst()` sorts the moves by
# their rating, so that it leaves out more. A **table** remembers what was found, for positions that are reached in
# another order of moves; an **ordering** remembers *killer moves*, which were good replies a moment ago, and tries them
# first.

# %%
from lazytree import Ordering, Stats, Table, alphabeta, highfirst, minimax, scout

quiet = after("6F 7F 6E 7E 5E 7G 6G 7H")
growing = grow(game)


def look(depth):
    """The pipeline for a depth."""
    return compose(rate(game, "weighed"), prune(depth), growing)


programs = {
    "minimax": lambda tree, stats: minimax(tree, stats=stats),
    "alpha-beta": lambda tree, stats: alphabeta(tree, stats=stats),
    "promising moves first": lambda tree, stats: alphabeta(highfirst()(tree), stats=stats),
    "killers": lambda tree, stats: scout(tree, stats=stats, order=Ordering()),
    "killers and a table": lambda tree, stats: scout(tree, stats=stats, order=Ordering(), table=Table(megabytes=8)),
}

# %%
seen = {name: [] for name in programs}
for depth in range(1, 6):
    values = set()
    for name, program in programs.items():
        stats = Stats()
        values.add(program(look(depth)(quiet), stats))
        seen[name].append((depth, stats.nodes))
    print(depth, values)

# %% [markdown]
# One value at each depth. And the positions (sorting rates positions on the way, too, and each rating takes time):

# %%
print(f"{'plies':22}" + "".join(f"{depth:8}" for depth in range(1, 6)))
for name, counts in seen.items():
    print(f"{name:22}" + "".join(f"{count:8,}" for _, count in counts))

# %%
from lazytree.show.plots import plot_lines

plot_lines(seen, "depth", "positions", log=True)

# %% [markdown]
# Machine code has tables, killers and history, too. Its positions at each depth, here and in the position that Black
# wins:

# %%
from lazytree.show.plots import plot_positions

positions = {"quiet": quiet, "to be won": position}
plot_positions({name: islice(deepen(game, here, "weighed"), 8) for name, here in positions.items()})

# %% [markdown]
# ## DVONN
#
# Stacks jump as far as they are high, and onto other stacks only. What nothing joins to a red piece is lost. In the end
# the player who owns more pieces wins.

# %%
from lazytree.games import dvonn

game = dvonn(placement="random", seed=1)
draw_board(game, game.start)

# %%
moves = list(game.moves(game.start))
len(moves), {name: rating(game.start) for name, rating in game.ratings.items()}

# %% [markdown]
# ## Two bots
#
# White looks five plies ahead, Black one. Each counts its work.

# %%
from lazytree import play_game, think

work = {"White": Stats(), "Black": Stats()}
players = [
    think(game, depth=5, rating="weighed", stats=work["White"]),
    think(game, depth=1, rating="weighed", stats=work["Black"]),
]
record = list(play_game(game, players))
end, _ = record[-1]
len(record) - 1, game.payoffs(end)

# %%
row(*(draw_board(game, record[ply][0], cell=24) for ply in (0, len(record) // 2, len(record) - 1)))

# %% [markdown]
# The statistics of the game: ratings worked out, positions seen, branches read at a position, cutoffs.

# %%
print(f"{'':6}{'rated':>12}{'seen':>12}{'branching':>12}{'cutoffs':>12}")
for name, stats in work.items():
    print(f"{name:6}{stats.rated:12,}{stats.nodes:12,}{stats.branching:12.2f}{stats.cutoffs:12,}")

# %% [markdown]
# What the stacks of the players hold, and how many stacks there are, from ply to ply:


# %%
def course_of(rating):
    """The rating of each position of the game, with its ply."""
    return [(ply, rating(here)) for ply, (here, _) in enumerate(record)]


lines = {name: course_of(game.ratings[name]) for name in ("heights", "stacks")}
plot_lines(lines, "ply", "White's minus Black's")

# %% [markdown]
# The game gets smaller with each move, so the end can be solved. From which position on is it decided?

# %%
print("ply  value  positions")
for ply in range(len(record) - 3, 23, -3):
    stats = Stats()
    solution = solve(game, record[ply][0], stats)
    print(f"{ply:3}{solution.value:7}{stats.nodes:11,}")

# %% [markdown]
# ## A published figure
#
# In 100,000 random games, in which a stack is chosen first and then where it goes, a game took 33.155 moves on the
# mean, passes not counted (`ykolomiets/dvonn` on GitHub, `movesInGame.json`). A hundred games of ours:

# %%
from math import sqrt
from random import Random
from statistics import fmean, stdev

from lazytree.games.dvonn_rules import PASS, stack_first


def moves_of(seed):
    """The number of moves of one random game, without passes."""
    game, bot = dvonn(placement="random", seed=seed), stack_first(Random(seed))
    return sum(move not in (None, PASS) for _, move in play_game(game, [bot, bot]))


lengths = list(map(moves_of, range(100)))
error = stdev(lengths) / sqrt(len(lengths))
fmean(lengths), error

# %%
abs(fmean(lengths) - 33.155) < 3 * error

# %% [markdown]
# ## Questions
#
# * Could White have prevented the ring? Let `think` play White from three moves before the end.
# * All six first moves of White are the same by symmetry. How many different positions are there after the third stone?
# * How many positions does alpha-beta see when `highfirst` sorts by another rating than the one it searches with?
# * DVONN with `score="margin"` pays the difference of the pieces. Does the same bot play differently?
# * How much does the second seat matter? Let both bots of the game above change places.
