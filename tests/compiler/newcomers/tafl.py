"""Brandubh on seven by seven: the king flees to a corner, the attackers surround him."""

from typing import NamedTuple

from lazytree import Game

SIZE = 7
CORNERS = {(0, 0), (0, 6), (6, 0), (6, 6)}
THRONE = (3, 3)
STEPS = [(-1, 0), (1, 0), (0, -1), (0, 1)]


class Tafl(NamedTuple):
    attackers: frozenset
    defenders: frozenset
    king: tuple | None
    turn: int = 0
    plies: int = 0


START = Tafl(
    attackers=frozenset({(0, 3), (1, 3), (5, 3), (6, 3), (3, 0), (3, 1), (3, 5), (3, 6)}),
    defenders=frozenset({(2, 3), (4, 3), (3, 2), (3, 4)}),
    king=THRONE,
)


def on_board(row, column):
    return 0 <= row < SIZE and 0 <= column < SIZE


def over(state):
    return state.king is None or state.king in CORNERS or state.plies >= 60


def moves(state):
    if over(state):
        return []
    occupied = state.attackers | state.defenders | {state.king}
    mine = state.attackers if state.turn == 0 else state.defenders | {state.king}
    found = []
    for row, column in sorted(mine):
        for down, right in STEPS:
            r, c = row + down, column + right
            while on_board(r, c) and (r, c) not in occupied:
                if (row, column) == state.king or ((r, c) not in CORNERS and (r, c) != THRONE):
                    found.append(((row, column), (r, c)))
                r, c = r + down, c + right
    return found


def play(state, move):
    source, target = move
    attackers, defenders, king = set(state.attackers), set(state.defenders), state.king
    if source == king:
        king = target
    own, others = (attackers, defenders) if state.turn == 0 else (defenders, attackers)
    if source in own:
        own.remove(source)
        own.add(target)
    friends = own | CORNERS if state.turn == 0 else own | CORNERS | {king}
    row, column = target
    for down, right in STEPS:
        beside, behind = (row + down, column + right), (row + 2 * down, column + 2 * right)
        if beside in others and behind in friends:
            others.remove(beside)
    if state.turn == 0 and king is not None:
        around = [(king[0] + down, king[1] + right) for down, right in STEPS]
        if all(place in attackers or not on_board(*place) for place in around):
            king = None
    return Tafl(frozenset(attackers), frozenset(defenders), king, 1 - state.turn, state.plies + 1)


def payoffs(state):
    if state.king is None:
        return (1, -1)
    if state.king in CORNERS:
        return (-1, 1)
    return (0, 0) if state.plies >= 60 else ((-1, 1) if state.turn == 0 else (1, -1))


game = Game(
    name="brandubh",
    start=START,
    mover=lambda state: state.turn,
    moves=moves,
    play=play,
    payoffs=payoffs,
    ratings={"material": lambda state: len(state.attackers) - 2 * len(state.defenders)},
)
