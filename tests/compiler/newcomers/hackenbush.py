"""Red-blue hackenbush: cut an edge of your colour; what hangs no longer on the ground falls away."""

from collections import defaultdict, deque
from typing import NamedTuple

from lazytree import Game

GROUND = "ground"
COLOURS = ("blue", "red")


class Edge(NamedTuple):
    one: str
    other: str
    colour: str


class Picture(NamedTuple):
    edges: frozenset[Edge]
    turn: int = 0


HOUSE = frozenset(
    {
        Edge(GROUND, "left wall", "blue"),
        Edge(GROUND, "right wall", "red"),
        Edge("left wall", "right wall", "blue"),
        Edge("left wall", "roof", "red"),
        Edge("right wall", "roof", "blue"),
        Edge("roof", "chimney", "red"),
        Edge(GROUND, "stem", "red"),
        Edge("stem", "flower", "blue"),
        Edge("stem", "leaf", "red"),
    }
)


def standing(edges):
    """The edges that are joined to the ground."""
    neighbours = defaultdict(list)
    for edge in edges:
        neighbours[edge.one].append(edge.other)
        neighbours[edge.other].append(edge.one)
    reached = {GROUND}
    queue = deque([GROUND])
    while queue:
        node = queue.popleft()
        for neighbour in neighbours[node]:
            if neighbour not in reached:
                reached.add(neighbour)
                queue.append(neighbour)
    return frozenset(edge for edge in edges if edge.one in reached)


def moves(picture):
    return sorted(edge for edge in picture.edges if edge.colour == COLOURS[picture.turn])


def play(picture, edge):
    return Picture(standing(picture.edges - {edge}), 1 - picture.turn)


game = Game(
    name="hackenbush",
    start=Picture(HOUSE),
    mover=lambda picture: picture.turn,
    moves=moves,
    play=play,
    payoffs=lambda picture: (-1, 1) if picture.turn == 0 else (1, -1),
    ratings={"edges": lambda picture: sum(1 if edge.colour == "blue" else -1 for edge in picture.edges)},
    format=lambda picture, edge: f"{edge.colour}: {edge.one} to {edge.other}",
)
