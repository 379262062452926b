"""Selfo: the swarm as a pipeline of small functions, from the signals of groups to a move.

signals → centroid → most important group → score → rate → prune → alphabeta: the strategy of D. D. Albarracín Molina's
thesis (Málaga 2010, figure 5.4), which a search then looks ahead with. `python examples/selfo.py scheme.svg` draws its
first half, too. `swarm_score` of the library is made of the same three functions.
"""

import sys
from collections.abc import Callable
from itertools import islice

from toolz import compose

from lazytree import FIRST, Stats, Tree, alphabeta, best, bots, grow, highfirst, play_game, prune, rate
from lazytree.games import selfo
from lazytree.games.selfo_rules import Move, Position, swarm_of
from lazytree.show import Drawing, draw_scheme
from lazytree.swarm import centre_of, lead, mean_strength, most_important, signals

game = selfo(setup=1, swap=False)
swarm = swarm_of(game)
centre, important, strength = centre_of(swarm), most_important(swarm), mean_strength(swarm)


def score(position: Position, player: int) -> float:
    """How strongly a player's pieces hear the group that is loudest in the middle of them."""
    return strength(position, player, important(position, player, centre(position, player)))


look: Callable[[Position], Tree[float, Move]] = compose(highfirst(), rate(game, lead(score)), prune(2), grow(game))


def stirred(plies: int) -> Position:
    """The start after random moves, which part the groups."""
    course = play_game(game, [bots.at_random(game, seed=1), bots.at_random(game, seed=2)])
    return next(position for position, _ in islice(course, plies, None))


def scheme() -> Drawing:
    """The drawing of how the score of Black comes about after 20 random moves."""
    return draw_scheme(game, stirred(20), swarm, FIRST)


if __name__ == "__main__":
    position = stirred(20)
    print(game.show(position))
    spot = centre(position, FIRST)
    for signal in signals(swarm, position):
        if signal.colour == FIRST:
            names = " ".join(swarm.grid.names[cell] for cell in signal.group)
            print(f"Black's group {names} is heard on {swarm.grid.names[spot]} with {signal.strengths[spot]:,.1f}")
    group = important(position, FIRST, spot)
    print(f"the most important has {group.bit_count()} pieces; Black's score is {score(position, FIRST):,.0f}")
    stats, tree = Stats(), look(position)
    value, move = alphabeta(tree, stats=stats), best(tree)
    print(f"2 plies ahead {game.format(position, move)} is best, worth {value:,.0f}; {stats.nodes:,} positions seen")
    if len(sys.argv) > 1:
        print(scheme().save(sys.argv[1]))
