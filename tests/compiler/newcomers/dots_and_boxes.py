"""Dots and boxes on three by three dots: who closes a box moves again."""

from typing import NamedTuple

from lazytree import Game

SIZE = 3


class Paper(NamedTuple):
    drawn: frozenset
    boxes: tuple[int, int]
    turn: int


def all_edges():
    across = {((x, y), (x + 1, y)) for x in range(SIZE - 1) for y in range(SIZE)}
    down = {((x, y), (x, y + 1)) for x in range(SIZE) for y in range(SIZE - 1)}
    return across | down


EDGES = all_edges()
BOXES = [
    {
        ((x, y), (x + 1, y)),
        ((x, y + 1), (x + 1, y + 1)),
        ((x, y), (x, y + 1)),
        ((x + 1, y), (x + 1, y + 1)),
    }
    for x in range(SIZE - 1)
    for y in range(SIZE - 1)
]


def moves(paper):
    return sorted(EDGES - paper.drawn)


def play(paper, edge):
    drawn = paper.drawn | {edge}
    closed = sum(1 for box in BOXES if edge in box and box <= drawn)
    boxes = tuple(count + closed if player == paper.turn else count for player, count in enumerate(paper.boxes))
    return Paper(drawn, boxes, paper.turn if closed else 1 - paper.turn)


def payoffs(paper):
    margin = paper.boxes[0] - paper.boxes[1]
    return (margin, -margin)


def show_edge(paper, edge):
    (x1, y1), (x2, y2) = edge
    return f"{'abcdef'[x1]}{y1 + 1}-{'abcdef'[x2]}{y2 + 1}"


def lead(paper):
    almost = sum(1 for box in BOXES if len(box - paper.drawn) == 1)
    sign = 1 if paper.turn == 0 else -1
    return paper.boxes[0] - paper.boxes[1] + sign * 0.5 * almost


game = Game(
    name="dots and boxes",
    start=Paper(frozenset(), (0, 0), 0),
    mover=lambda paper: paper.turn,
    moves=moves,
    play=play,
    payoffs=payoffs,
    ratings={"lead": lead},
    format=show_edge,
)
