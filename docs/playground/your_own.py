# A game of your own. This one counts to ten: each player adds 1 or 2, and who says ten wins. Change it!
from lazytree import FIRST, Game

LAST = 10


def mover(position):  # FIRST (0) or SECOND (1)
    number, player = position
    return player


def moves(position):  # all legal moves; none where the game is over
    number, player = position
    return [step for step in (1, 2) if number + step <= LAST]


def play(position, step):  # the position after a move; the old one stays as it was
    number, player = position
    return number + step, 1 - player


def payoffs(position):  # what each player gets where the game is over: the one who moved last has won
    number, player = position
    return (-1, 1) if player == FIRST else (1, -1)


def show(position):
    return f"The number is {position[0]}."


game = Game(
    "count to ten", (0, FIRST), mover, moves, play, payoffs, format=lambda position, step: f"+{step}", show=show
)
