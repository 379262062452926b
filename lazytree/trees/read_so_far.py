"""What has been looked at in a tree: read from the nodes without reading anything more."""

from __future__ import annotations

from typing import Any

from lazytree.core.game import M
from lazytree.trees.tree import UNMADE, A, Tree


def label_so_far(tree: Tree[A, Any], unread: Any = None) -> Any:
    """The label of a node if it has been read before, else `unread`.

    >>> from lazytree import make_tree
    >>> tree = make_tree(lambda: 3)
    >>> label_so_far(tree), tree.label, label_so_far(tree)
    (None, 3, 3)
    """
    return unread if tree._label is UNMADE else tree._label


def listed_so_far(tree: Tree[A, M]) -> tuple[tuple[tuple[M, Tree[A, M] | None], ...], bool]:
    """The moves of a node that have been listed, each with its subtree or None; and whether these are all its moves.

    None stands where no subtree has been made. Nothing is made, listed or played for it.

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> tree = grow(nim(heaps=(1, 2)))(nim(heaps=(1, 2)).start)
    >>> listed_so_far(tree)
    ((), False)
    >>> move, sub = tree.branches[0]
    >>> listed_so_far(tree) == (((move, sub),), False), len(tree.branches)
    (True, 3)
    >>> [after is None for _, after in listed_so_far(tree)[0]], listed_so_far(tree)[1]
    ([False, True, True], True)
    """
    if tree._branches is UNMADE:
        return (), False
    return tuple(tree._branches.listed()), tree._branches.all_listed


def grown_node(tree: Tree[Any, M]) -> Tree[Any, M]:
    """The node below all stages, which `grow` or `make_tree` made.

    >>> from lazytree import make_tree, prune
    >>> tree = make_tree(lambda: 0)
    >>> grown_node(prune(2)(prune(3)(tree))) is tree
    True
    """
    while isinstance(tree.origin, Tree):
        tree = tree.origin
    return tree


def is_known_over(tree: Tree[Any, Any]) -> bool:
    """Whether it is known already that the game is over here: whether its moves were asked for, and there were none.

    >>> from lazytree import make_tree
    >>> tree = make_tree(lambda: 0)
    >>> is_known_over(tree), len(tree.branches), is_known_over(tree)
    (False, 0, True)
    """
    return listed_so_far(grown_node(tree)) == ((), True)
