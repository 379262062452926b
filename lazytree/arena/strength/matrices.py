"""Small symmetric matrices: what a maximum of a likelihood and its uncertainty are worked out with."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

Matrix = Sequence[Sequence[float]]


def cholesky(matrix: Matrix) -> list[list[float]]:
    """The lower triangle L with L Lᵀ = the matrix, which must be symmetric and positive definite.

    >>> cholesky([[4, 2], [2, 5]])
    [[2.0, 0.0], [1.0, 2.0]]
    """
    size = len(matrix)
    lower = [[0.0] * size for _ in range(size)]
    for row in range(size):
        for column in range(row + 1):
            rest = matrix[row][column] - sum(x * y for x, y in zip(lower[row][:column], lower[column]))
            lower[row][column] = sqrt(rest) if row == column else rest / lower[column][column]
    return lower


def solve_triangular(lower: Matrix, right: Sequence[float]) -> list[float]:
    """The vector x with L Lᵀ x = the right side, for a lower triangle L.

    >>> solve_triangular([[2, 0], [1, 2]], [8, 12])
    [1.0, 2.0]
    """
    size, found = len(lower), list[float]()
    for row in range(size):
        found.append((right[row] - sum(lower[row][at] * found[at] for at in range(row))) / lower[row][row])
    for row in reversed(range(size)):
        above = sum(lower[at][row] * found[at] for at in range(row + 1, size))
        found[row] = (found[row] - above) / lower[row][row]
    return found


def inverse(lower: Matrix) -> list[list[float]]:
    """The inverse of L Lᵀ, for a lower triangle L.

    >>> inverse([[2, 0], [0, 1]])
    [[0.25, 0.0], [0.0, 1.0]]
    """
    size = len(lower)
    return [solve_triangular(lower, [float(at == row) for at in range(size)]) for row in range(size)]


def bilinear(left: Sequence[float], matrix: Matrix, right: Sequence[float]) -> float:
    """The number leftᵀ M right: the covariance of two weighted sums, where M is the covariance of what they sum.

    >>> bilinear([1, -1], [[2, 1], [1, 3]], [1, -1])
    3
    """
    return sum(x * sum(entry * y for entry, y in zip(row, right)) for x, row in zip(left, matrix) if x)
