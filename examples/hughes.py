"""Hughes' program: max . maximise' . highfirst . maptree static . prune 8 . gametree, as a pipeline.

J. Hughes, Why Functional Programming Matters (1989), section 5. Every stage is a function from tree to tree; swap,
drop or add one and it is another program. Nothing is grown before `alphabeta` looks.
"""

from toolz import compose

from lazytree import Stats, alphabeta, best, grow, highfirst, minimax, narrow, principal_variation, prune, rate
from lazytree.games import konane

game = konane(rows=6, columns=6, opening="corner")

if __name__ == "__main__":
    stats = Stats()
    look = compose(highfirst(), rate(game, "mobility", stats), prune(4), grow(game, stats))
    tree = look(game.start)
    print(game.show(game.start))
    print("positions whose moves were listed before the tree is read:", stats.expanded)
    print("value", alphabeta(tree, stats=stats), "best move", game.format(game.start, best(tree)))
    print("principal variation", principal_variation(tree))
    print(f"{stats.nodes} positions seen, {stats.cutoffs} cutoffs")

    everything = Stats()
    print("minimax gives the same value,", minimax(look(game.start), stats=everything), "and sees", everything.nodes)

    beam = compose(narrow(2), highfirst(), rate(game, "mobility"), prune(6), grow(game))
    print("six plies deep along the two most promising moves of each position:", minimax(beam(game.start)))
