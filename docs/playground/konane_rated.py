# A game of the library with a rating of your own: Konane on six by six. "Values" and "Tree" show what it thinks.
from dataclasses import replace

from lazytree import FIRST, SECOND
from lazytree.games import konane

_konane = konane(rows=6, columns=6, opening="corner")
moves = _konane.moves


def jumps(position, player):
    return len(list(moves(position._replace(mover=player))))


def mine(position):  # seen by the first player: her jumps, less twice those of the second
    return jumps(position, FIRST) - 2 * jumps(position, SECOND)


game = replace(_konane, ratings={"mine": mine})
