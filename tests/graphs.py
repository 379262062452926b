"""Random little games for tests: nodes with numbered ways from one to another."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

from lazytree import Game


class Node(NamedTuple):
    mover: int
    ways: tuple[int, ...]
    payoffs: tuple[int, ...]


def graph_game(nodes: list[Node]) -> Game[int, int]:
    """A game on numbered nodes that starts at 0; a move is its number in the list of ways, its weight one more."""
    return Game(
        name="graph",
        start=0,
        mover=lambda at: nodes[at].mover,
        moves=lambda at: range(len(nodes[at].ways)),
        play=lambda at, move: nodes[at].ways[move],
        payoffs=lambda at: nodes[at].payoffs,
        odds=lambda at, move: move + 1,
        players=("player",) * len(nodes[0].payoffs),
    )


def graphs(movers: list[int], players: int = 2, cyclic: bool = False) -> st.SearchStrategy[list[Node]]:
    def payoffs(number: int) -> tuple[int, ...]:
        return (number, -number) if players == 2 else (number, -number, number * number - 1)

    def nodes(size: int) -> st.SearchStrategy[list[Node]]:
        return st.tuples(
            *(
                st.builds(
                    Node,
                    st.sampled_from(movers),
                    st.lists(st.sampled_from(range(0 if cyclic else at + 1, size)), max_size=3).map(tuple)
                    if cyclic or at + 1 < size
                    else st.just(()),
                    st.integers(-2, 2).map(payoffs),
                )
                for at in range(size)
            )
        ).map(list)

    return st.integers(1, 9).flatmap(nodes)
