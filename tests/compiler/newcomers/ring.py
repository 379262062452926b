"""Mancala on a ring of eight pits: sow, and go on with the last pit while it was not empty."""

from collections import deque
from typing import NamedTuple

from lazytree import Game


class Position(NamedTuple):
    pits: tuple
    stores: tuple
    turn: int
    plies: int


def own_pits(turn):
    return range(turn * 4, turn * 4 + 4)


def moves(p):
    if p.plies == 40:
        return
    for pit in own_pits(p.turn):
        if p.pits[pit] > 0:
            yield pit


def play(p, pit):
    ring = deque(enumerate(p.pits))
    ring.rotate(-pit)
    place, hand = ring.popleft()
    ring.append((place, 0))
    laps = 0
    while hand:
        place, seeds = ring.popleft()
        seeds += 1
        hand -= 1
        if hand == 0 and seeds > 1 and laps < 3:
            hand, seeds = seeds, 0
            laps += 1
        ring.append((place, seeds))
    pits = [seeds for place, seeds in sorted(ring)]
    stores = list(p.stores)
    opposite = 7 - place
    if place in own_pits(p.turn) and pits[place] == 1:
        stores[p.turn] += pits[opposite] + 1
        pits[place] = pits[opposite] = 0
    return Position(tuple(pits), tuple(stores), 1 - p.turn, p.plies + 1)


def payoffs(p):
    first = p.stores[0] + sum(p.pits[:4])
    second = p.stores[1] + sum(p.pits[4:])
    return (1, -1) if first > second else (-1, 1) if second > first else (0, 0)


game = Game(
    name="ring",
    start=Position((3,) * 8, (0, 0), 0, 0),
    mover=lambda p: p.turn,
    moves=moves,
    play=play,
    payoffs=payoffs,
    ratings={"stores": lambda p: p.stores[0] - p.stores[1]},
)
