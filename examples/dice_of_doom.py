"""Dice of Doom in all its versions: grown whole, solved, cut short and rated, rolled, and for four.

C. Barski, Land of Lisp (2010), chapters 15, 18 and 20. The same rules each time; what changes is the pipeline.
"""

from lazytree import (
    Stats,
    alphabeta,
    foldtree,
    grow,
    play_game,
    prune,
    ranked,
    rate,
    rate_each,
    searches,
    solve,
    think,
)
from lazytree.games import dice_of_doom


def whole() -> None:
    """Version 1: the tree of the book's 2×2 board, to its last leaf; then best play on 3×3."""
    book = dice_of_doom(board="a3,a3,b3,b1")
    stats = Stats()
    nodes = foldtree(lambda position, sizes: 1 + sum(sizes))(grow(book, stats)(book.start))
    print(f"{book.show(book.start)}\nits tree has {nodes} nodes, {stats.grown} different ones")
    game = dice_of_doom(size=3, seed=57)
    value, plies, (attack, *_), _ = solve(game)
    first = game.format(game.start, attack)
    print(f"\n{game.show(game.start)}\nworth {value} to a, after {plies} moves that begin with {first}")


def cut_short() -> None:
    """Version 2: a tree too large to be grown whole; four plies of it, rated by the book's score of a board."""
    game, stats = dice_of_doom(size=5, seed=3), Stats()
    tree = rate(game, "score_board")(prune(4)(grow(game)(game.start)))
    print(f"\n{game.show(game.start)}\nworth {alphabeta(tree, stats=stats)} to a, {stats.nodes} nodes visited")
    *course, (end, _) = play_game(game, [think(game, 3), think(game, 1)])
    print(f"a looks 3 plies ahead, b 1: after {len(course)} moves they have {game.payoffs(end)}\n{game.show(end)}")


def rolled() -> None:
    """Version 4: attacks are rolled for; chance has exact odds, and values are exact means."""
    game = dice_of_doom(size=3, max_dice=5, dice="rolled", reinforcement="largest cluster", seed=18)
    tree = rate(game, "hexes")(prune(4)(grow(game)(game.start)))
    print(f"\n{game.show(game.start)}")
    attacks = dict(tree.branches)
    for attack, value in ranked(tree, searches.expectimax):
        roll = attacks[attack]
        odds = [f"{game.format(roll.key, outcome)} {roll.odds(outcome)}" for outcome, _ in roll.branches]
        print(f"{game.format(game.start, attack)} ({', '.join(odds)}) is worth {value}, about {float(value):.2f} hexes")


def for_four() -> None:
    """Version 4: four players, each playing for their own payoff."""
    game = dice_of_doom(size=3, players=4, seed=23)
    tree = rate_each(game, game.standings["hexes"])(prune(5)(grow(game)(game.start)))
    print(f"\n{game.show(game.start)}")
    for attack, values in ranked(tree, searches.maxn):
        print(f"{game.format(game.start, attack)} gives {dict(zip(game.players, values))}")


if __name__ == "__main__":
    for version in (whole, cut_short, rolled, for_four):
        version()
