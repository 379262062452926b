"""Hughes' program: max . maximise' . highfirst . maptree static . prune 8 . gametree, as a pipeline.

J. Hughes, Why Functional Programming Matters (1989), section 5. Every stage is a function from tree to tree; swap,
drop or add one and it is another program. Nothing is grown before `alphabeta` looks.
"""

from toolz import compose

from lazytree import Account, alphabeta, best, bestfirst, grow, minimax, narrow, principal_variation, prune, rate
from lazytree.games import konane

game = konane(rows=6, columns=6, opening="corner")
rating = game.ratings["mobility"]

if __name__ == "__main__":
    account = Account()
    look = compose(bestfirst(), rate(game, rating, account), prune(4), grow(game, account))
    tree = look(game.start)
    print(game.show(game.start))
    print("moves asked for before anybody looks:", account.asked)
    print("value", alphabeta(tree, account=account), "best move", game.format(game.start, best(tree)))
    print("principal variation", principal_variation(tree))
    print(f"{account.seen} positions seen, {account.cutoffs} cutoffs")

    everything = Account()
    print("minimax says the same,", minimax(look(game.start), account=everything), "and sees", everything.seen)

    beam = compose(narrow(2), bestfirst(), rate(game, rating), prune(6), grow(game))
    print("six plies deep along the two most promising moves of each position:", minimax(beam(game.start)))
