"""Konane: the players of the classroom against each other, and how many positions each of them rated.

The exercises of the Pyro course page (after D. Kumar) are numbered 1 and 2.1 to 2.4: random, two-ply breadth first, A*,
minimax, alpha-beta. A* needs a goal, which a game of two players has not: best first stands in for it. The page hands
out the skeleton of a brain; `brain` is ours, to be filled in: a bot is a function from a position to a move.
"""

from lazytree import Stats, bots, play_game
from lazytree.games import konane
from lazytree.games.konane_rules import Move, Position
from lazytree.searching.choosing import Bot

game = konane(rows=6, columns=6, opening="centre")


def brain(position: Position) -> Move:
    """Looks at every move, and makes the one after which the enemy has the fewest: fill in a better judgement here."""

    def judgement(move: Move) -> int:
        after = game.play(position, move)
        return -len(list(game.moves(after)))

    return max(game.moves(position), key=judgement)


if __name__ == "__main__":
    print(game.show(game.start))
    spent = {name: Stats() for name in ("two-ply breadth first", "best first", "alpha-beta")}
    players: dict[str, Bot[Position, Move]] = {
        "at random": bots.at_random(game, seed=4),
        "two-ply breadth first": bots.breadth_first(game, rating="mobility", stats=spent["two-ply breadth first"]),
        "best first": bots.best_first(game, 100, rating="mobility", stats=spent["best first"]),
        "alpha-beta": bots.alphabeta(game, 3, rating="mobility", stats=spent["alpha-beta"]),
        "brain": brain,
    }
    pairs = ("at random", "alpha-beta"), ("two-ply breadth first", "best first"), ("brain", "two-ply breadth first")
    for dark, light in pairs:
        *_, end = positions = [position for position, _ in play_game(game, [players[dark], players[light]])]
        winner = dark if game.payoffs(end)[0] > 0 else light
        print(f"\n{dark} (dark) against {light} (light): {winner} wins after {len(positions) - 1} jumps")
        print(game.show(end))
    print()
    for name, stats in spent.items():
        print(f"{name:22} {stats.rated:6} ratings, branching {stats.branching:.1f}, {stats.cutoffs:5} cutoffs")
