"""Word ladder: change one letter so that another word comes out; no word twice; who cannot go on loses."""

from lazytree import Game

WORDS = """
    cat cot cog dog dig big bag bat bad bed bid did dad had hat hot hog log lag leg beg bet bit hit him rim ram
""".split()


def differ_by_one(a, b):
    return sum(x != y for x, y in zip(a, b)) == 1


NEXT = {word: [other for other in WORDS if differ_by_one(word, other)] for word in WORDS}


def moves(position):
    word, used, player = position
    return [other for other in NEXT[word] if other not in used]


def play(position, other):
    word, used, player = position
    return (other, used | {other}, 1 - player)


def payoffs(position):
    return (-1, 1) if position[2] == 0 else (1, -1)


def exits(position):
    word, used, player = position
    free = sum(1 for other in NEXT[word] if other not in used)
    return free if player == 0 else -free


game = Game(
    name="ladder",
    start=("cat", frozenset(["cat"]), 0),
    mover=lambda p: p[2],
    moves=moves,
    play=play,
    payoffs=payoffs,
    ratings={"exits": exits},
    format=lambda p, m: m,
)
