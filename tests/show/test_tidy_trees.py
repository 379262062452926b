"""Tidy trees: the laws that Reingold and Tilford ask of a drawing."""

from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from lazytree.show.tree_places import tidy_positions


@st.composite
def trees(draw: st.DrawFn) -> tuple[list[int], list[float]]:
    """The parents of nodes in the order of their plies, and the widths of the nodes."""
    parents, ply = [-1], [0]
    while ply and len(parents) < 40:
        begins = len(parents)
        for node in ply:
            parents += [node] * draw(st.integers(0, 3))
        ply = list(range(begins, len(parents)))
    return parents, [draw(st.sampled_from([1.0, 2.0, 5.0])) for _ in parents]


def plies(parents: list[int]) -> list[int]:
    found: list[int] = []
    for parent in parents:
        found.append(0 if parent < 0 else found[parent] + 1)
    return found


@given(trees())
def test_nodes_of_one_ply_stand_in_order_and_not_on_one_another(tree):
    parents, widths = tree
    places, depth = tidy_positions(parents, widths), plies(parents)
    for node in range(1, len(parents)):
        if depth[node] == depth[node - 1]:
            assert places[node] - places[node - 1] >= (widths[node] + widths[node - 1]) / 2 - 1e-9


@given(trees())
def test_a_parent_stands_over_the_middle_of_its_children(tree):
    parents, widths = tree
    places = tidy_positions(parents, widths)
    for node in range(len(parents)):
        below = [places[child] for child, parent in enumerate(parents) if parent == node]
        if below:
            assert places[node] == approx((below[0] + below[-1]) / 2)


@given(trees())
def test_the_mirror_image_of_a_tree_is_drawn_as_its_mirror_image(tree):
    parents, widths = tree
    order = [0]  # the nodes of the mirror image in the order of their plies
    for node in order:
        order += [child for child, parent in enumerate(parents) if parent == node][::-1]
    number = {node: at for at, node in enumerate(order)}
    mirrored = tidy_positions(
        [-1 if node == 0 else number[parents[node]] for node in order], [widths[node] for node in order]
    )
    places = tidy_positions(parents, widths)
    assert [-mirrored[number[node]] for node in range(len(parents))] == approx(places)


def test_a_small_subtree_between_large_ones_stands_in_the_middle():
    parents = [-1, 0, 0, 0, *[1] * 5, *[3] * 5]
    places = tidy_positions(parents, [1.0] * len(parents))
    assert places[1:4] == [-2.5, 0, 2.5]
