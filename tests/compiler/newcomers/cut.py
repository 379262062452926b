"""Cut: players delete an edge of a graph in turn; who leaves towns A and B apart loses."""

from dataclasses import dataclass, replace

from lazytree import Game

Edge = tuple[int, int]


@dataclass(frozen=True)
class Graph:
    edges: frozenset[Edge]
    turn: int = 0

    def neighbours(self, node):
        return {b if a == node else a for a, b in self.edges if node in (a, b)}

    def connected(self, start, goal):
        seen, todo = set(), [start]
        while todo:
            node = todo.pop()
            if node == goal:
                return True
            if node not in seen:
                seen.add(node)
                todo.extend(self.neighbours(node) - seen)
        return False


A, B = 0, 7
ROADS = frozenset([(0, 1), (0, 2), (1, 2), (1, 3), (2, 4), (3, 4), (3, 5), (4, 6), (5, 6), (5, 7), (6, 7)])


def moves(graph):
    if not graph.connected(A, B):
        return []
    return sorted(graph.edges)


def play(graph, edge):
    return replace(graph, edges=graph.edges - {edge}, turn=1 - graph.turn)


def payoffs(graph):
    return (1, -1) if graph.turn == 0 else (-1, 1)


def degree(graph):
    """Roads at A and B, more are better for the mover when their number is odd."""
    ends = [edge for edge in graph.edges if A in edge or B in edge]
    value = len(ends) if len(graph.edges) % 2 else -len(ends)
    return value if graph.turn == 0 else -value


game = Game(
    name="cut",
    start=Graph(ROADS),
    mover=lambda graph: graph.turn,
    moves=moves,
    play=play,
    payoffs=payoffs,
    ratings={"degree": degree},
    format=lambda graph, edge: f"{edge[0]}-{edge[1]}",
)
