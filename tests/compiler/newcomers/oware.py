"""Oware with three seeds in each of twelve pits: sow around, take twos and threes."""

from lazytree import Game

PITS = 6


def houses(player):
    return range(PITS) if player == 0 else range(PITS, 2 * PITS)


def sow(seeds, pit):
    """The pits after sowing from one of them, and the pit where the last seed fell."""
    seeds = list(seeds)
    hand, seeds[pit] = seeds[pit], 0
    place = pit
    while hand > 0:
        place = (place + 1) % len(seeds)
        if place != pit:
            seeds[place] += 1
            hand -= 1
    return seeds, place


def moves(position):
    seeds, stores, player, plies = position
    if plies >= 100 or max(stores) > 18:
        return []
    full = [pit for pit in houses(player) if seeds[pit] > 0]
    if any(seeds[pit] for pit in houses(1 - player)):
        return full
    # the opponent must be fed
    return [pit for pit in full if any(sow(seeds, pit)[0][other] for other in houses(1 - player))]


def play(position, pit):
    seeds, stores, player, plies = position
    seeds, last = sow(seeds, pit)
    captured = []
    while last in houses(1 - player) and seeds[last] in (2, 3):
        captured.append(last)
        last -= 1
    if len(captured) < sum(1 for other in houses(1 - player) if seeds[other]):  # no grand slam
        stores = [
            store + (sum(seeds[house] for house in captured) if side == player else 0)
            for side, store in enumerate(stores)
        ]
        for house in captured:
            seeds[house] = 0
    return tuple(seeds), tuple(stores), 1 - player, plies + 1


def payoffs(position):
    seeds, stores, player, plies = position
    south = stores[0] + sum(seeds[:PITS])
    north = stores[1] + sum(seeds[PITS:])
    return (south - north, north - south)


game = Game(
    name="oware",
    start=((3,) * 12, (0, 0), 0, 0),
    mover=lambda position: position[2],
    moves=moves,
    play=play,
    payoffs=payoffs,
    ratings={"stores": lambda position: position[1][0] - position[1][1]},
    format=lambda position, pit: f"{'ABCDEFabcdef'[pit]} ({position[0][pit]} seeds)",
)
