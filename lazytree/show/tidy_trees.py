"""Tidy trees: a place for each node of a drawing, parents over the middle of their children, nothing on one another."""

from __future__ import annotations

from collections.abc import Sequence

Contour = list[tuple[float, float]]
"""The leftmost and the rightmost edge of a subtree, ply by ply, counted from the place of its root."""


def tidy_positions(parents: Sequence[int], widths: Sequence[float]) -> list[float]:
    """The horizontal places of the nodes of a tree, as compact as subtrees of fixed shape can stand side by side.

    `parents[n]` is the number of node n's parent, less than n (-1: none); children stand in the order of their numbers.
    `widths[n]` is the width that node n takes. Equal subtrees are drawn alike; a tree and its mirror image are drawn as
    mirror images: subtrees are packed once from the left and once from the right, and stand in between.

    Source: Reingold and Tilford, Tidier drawings of trees (1981).

    >>> tidy_positions([-1, 0, 0, 1, 1], [1, 1, 1, 1, 1])
    [0.0, -0.5, 0.5, -1.0, 0.0]
    """
    below: list[list[int]] = [[] for _ in parents]
    for node, parent in enumerate(parents):
        if parent >= 0:
            below[parent].append(node)
    contours: list[Contour] = [[] for _ in parents]
    offsets = [0.0] * len(parents)
    for node in reversed(range(len(parents))):
        places = _side_by_side([contours[child] for child in below[node]])
        for child, place in zip(below[node], places):
            offsets[child] = place
        contours[node] = [(-widths[node] / 2, widths[node] / 2)]
        contours[node] += _joined([(contours[child], offsets[child]) for child in below[node]])
        for child in below[node]:
            contours[child] = []
    for node, parent in enumerate(parents):
        offsets[node] += offsets[parent] if parent >= 0 else 0.0
    return offsets


def _side_by_side(contours: Sequence[Contour]) -> list[float]:
    """The places of subtrees, in order, around 0."""
    from_left = _packed(contours)
    from_right = _packed([[(-right, -left) for left, right in contour] for contour in reversed(contours)])[::-1]
    return [(left - right) / 2 for left, right in zip(from_left, from_right)]


def _packed(contours: Sequence[Contour]) -> list[float]:
    """The places of subtrees, each as far to the left as those before it allow, the first at 0."""
    places: list[float] = []
    edge: list[float] = []  # the rightmost edge of those placed, ply by ply
    for contour in contours:
        place = max((right - left for right, (left, _) in zip(edge, contour)), default=0.0)
        places.append(place)
        edge[: len(contour)] = [place + right for _, right in contour]
    return places


def _joined(parts: Sequence[tuple[Contour, float]]) -> Contour:
    """The contour of subtrees that stand at these places."""
    if len(parts) == 1 and parts[0][1] == 0:
        return parts[0][0]
    joined: Contour = []
    for contour, place in parts:
        moved = [(place + left, place + right) for left, right in contour]
        both = [(min(a[0], b[0]), max(a[1], b[1])) for a, b in zip(joined, moved)]
        joined = both + joined[len(both) :] + moved[len(both) :]
    return joined
