"""The tree: an immutable value whose parts are computed when they are first read, and once.

A node holds its origin (a position, or the node of the stage before) and its making: the functions, shared by all nodes
of one stage, that compute its label and its branches. Results are kept in the node. Equal positions share one node, so
a tree is a directed graph in memory and a tree to every reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, Generic, NamedTuple, TypeVar

from lazytree.core.checks import require_weight
from lazytree.core.game import CHANCE, FIRST, Game, M
from lazytree.core.showing import mime_bundle
from lazytree.core.stopping import require_function
from lazytree.core.texts import shorten
from lazytree.trees.branches import Branches, Lift, Lifted, Listed
from lazytree.trees.collector import gc_paused
from lazytree.trees.lazy_sequences import GROWING, lazy_sequence
from lazytree.trees.recursion import Recursion, run_unrolled

A = TypeVar("A")
B = TypeVar("B")

UNMADE: Any = object()
FEW = 8  # moves that the text of a tree names


class Tree(Generic[A, M]):
    """A node of a lazy tree, with all that is below it: made by `grow` and stages, or by `make_tree`.

    `mover` is whose turn it is: FIRST, SECOND, ... or CHANCE. Nodes are compared by identity.

    >>> from lazytree import grow
    >>> from lazytree.games import nim
    >>> tree = grow(nim(heaps=(1, 2)))(nim(heaps=(1, 2)).start)
    >>> tree
    <Tree of nim: first to move; not looked at yet>
    >>> tree.mover, tree.over, [move for move, _ in tree.branches]
    (0, False, [Take(heap=0, pieces=1), Take(heap=1, pieces=1), Take(heap=1, pieces=2)])
    >>> tree
    <Tree of nim: first to move; a-1, b-1, b-2>
    """

    __slots__ = ("_branches", "_key", "_label", "_making", "mover", "origin")

    def __init__(self, making: NodeFunctions[A, M], origin: Any, mover: int, key: Any = UNMADE) -> None:
        self._making, self.origin = making, origin
        self.mover = mover
        self._key: Any = key
        self._label: A = UNMADE
        self._branches: Branches[A, M] = UNMADE

    @property
    def key(self) -> Any:
        """The position, at every stage; a `Table` finds nodes by it. For a node of `make_tree`, the node itself."""
        if self._key is UNMADE:
            self._key = self._making.key(self)
        return self._key

    @property
    def label(self) -> A:
        """The label that this stage gives: the position itself after `grow`, its rating after `rate`, and so on."""
        if self._label is UNMADE:
            self._label = self._making.label(self)
        return self._label

    @property
    def over(self) -> bool:
        """Whether the game has ended here. A leaf that was made by pruning has no branches, but is not over."""
        return self._making.over(self)

    @property
    def branches(self) -> Branches[A, M]:
        """The (move, subtree) pairs as a lazy sequence: reading the first one grows only that one."""
        if self._branches is UNMADE:
            self._branches = self._making.branches(self)
        return self._branches

    @property
    def context(self) -> tuple[object, ...]:
        """What determines the nodes below, besides the key: the plies left before a cut, and so on."""
        before = self.origin.context if isinstance(self.origin, Tree) else ()
        return self._making.context + before

    def odds(self, move: M) -> int:
        """The weight of a move at a chance node, an int: its probability is weight / sum of weights."""
        return self._making.odds(self, move)

    @property
    def game(self) -> Game[Any, M] | None:
        """The game of whose position it was grown; None for a tree that was made by hand."""
        return self.origin.game if isinstance(self.origin, Tree) else self._making.game

    def __repr__(self) -> str:
        game = self.game
        player = dict(enumerate(game.players if game else ())).get(self.mover, f"player {self.mover}")
        turn = "chance moves" if self.mover == CHANCE else f"{player} to move"
        label = f"; label {self._label}" if _is_short(self._label) else ""
        return f"<Tree{f' of {game.name}' if game else ''}: {turn}{label}; {self._so_far(game)}>"

    def _so_far(self, game: Game[Any, M] | None) -> str:
        """The moves that have been listed, with the labels after them that have been read, in a few words."""
        if self._branches is UNMADE:
            return "not looked at yet"
        listed = list(self._branches.listed())
        moves = [str(move) if game is None else game.format(self.key, move) for move, _ in listed[:FEW]]
        labels = ["" if sub is None or not _is_short(sub._label) else f" {sub._label}" for _, sub in listed]
        more = f" and {len(listed) - FEW} more" if len(listed) > FEW else ""
        end = " …" if not self._branches.all_listed else "" if listed else "no moves"
        return ", ".join(map("".join, zip(moves, labels))) + more + end

    _repr_mimebundle_ = mime_bundle


def _is_short(label: object) -> bool:
    """Whether a label has been read and is a number, or a few of them, of not many digits."""
    numbers = label if isinstance(label, tuple) else (label,)
    return all(isinstance(number, int | float | Fraction) for number in numbers) and len(str(label)) < 30


class NodeFunctions(NamedTuple, Generic[A, M]):
    """The functions that compute the parts of a node, each a function of the node."""

    label: Callable[[Tree[A, M]], A]
    over: Callable[[Tree[A, M]], bool]
    branches: Callable[[Tree[A, M]], Branches[A, M]]  # wrap it in `once` if it must not run twice
    odds: Callable[[Tree[A, M], M], int]
    key: Callable[[Tree[A, M]], Any]
    context: tuple[object, ...] = ()
    labels: str = ""  # what the labels are, one of `labels`; empty if that is not known
    game: Game[Any, M] | None = None  # of which the node is a position; of a stage: that of the stage before


def once(
    make: Callable[[Tree[A, M]], Branches[A, M]],
) -> Callable[[Tree[A, M]], Branches[A, M]]:
    """The function that computes a node's branches with `make`, in one thread only and once."""

    def made(node: Tree[A, M]) -> Branches[A, M]:
        with GROWING:
            if node._branches is UNMADE:  # no other thread was faster
                node._branches = make(node)
            return node._branches

    return made


def stage(
    label: Callable[[Tree[A, M]], B],
    branches: Callable[[Tree[A, M], Lift[M, B]], Branches[B, M]] | None = None,
    mover: Callable[[Tree[A, M]], int] | None = None,
    context: tuple[object, ...] = (),
    labels: str = "",
) -> Lift[M, B]:
    """A function from tree to tree that makes a new node for each node, once; `maptree`, `prune` and others use it.

    `label(node)`, `branches(node, lift)` and `mover(node)` are functions of the node of the stage before; `lift` takes
    a subtree to this stage. Without `branches` all branches are kept, without `mover` the mover is. Key, odds and
    `over` are kept. A stage that changes branches must put into `context` what determines them, because a `Table` tells
    nodes apart by key and context. `labels` says what the labels are (see `lazytree.trees.labels`), if it is known.

    >>> negated = stage(lambda node: -node.label)
    >>> negated(make_tree(lambda: 3)).label
    -3
    """
    making: NodeFunctions[B, M] = NodeFunctions(
        label=lambda node: label(node.origin),
        over=lambda node: node.origin.over,
        branches=once(lambda node: branches(node.origin, lift) if branches else Lifted(node.origin.branches, lift)),
        odds=lambda node, move: node.origin.odds(move),
        key=lambda node: node.origin.key,
        context=context,
        labels=labels,
    )

    lift: Lift[M, B] = _NodesOfStage(making, mover)
    return lift


class _NodesOfStage(Lift[M, B]):
    """The nodes of a stage by the nodes that they are made of, each made when it is first read."""

    __slots__ = ("_making", "_mover")

    def __init__(self, making: NodeFunctions[B, M], mover: Callable[[Tree[Any, M]], int] | None) -> None:
        self._making, self._mover = making, mover

    def __missing__(self, node: Tree[Any, M]) -> Tree[B, M]:
        mover = node.mover if self._mover is None else self._mover(node)
        return self.setdefault(node, Tree(self._making, node, mover, node._key))


def require_tree(thing: Tree[A, M], what: str) -> Tree[A, M]:
    """The thing itself. Raises ValueError, which says how a tree is made of it, unless it is a tree.

    >>> require_tree(3, "alphabeta")
    Traceback (most recent call last):
    ValueError: alphabeta takes a tree, not 3: grow a position first, as in grow(game)(position); a search, which
    returns a number, is the last step of a pipeline
    """
    if isinstance(thing, Tree):
        return thing
    fix = "grow the position first, as in grow(game)(position)"
    if isinstance(thing, Game):
        fix = "grow its tree first, as in grow(game)(game.start)"
    elif callable(thing):
        fix = "call this function first, a pipeline or grow(game) with a position, a stage with a tree"
    elif isinstance(thing, int | float | Fraction):
        fix = "grow a position first, as in grow(game)(position); a search, which returns a number, is the last step"
        fix += " of a pipeline"
    raise ValueError(f"{what} takes a tree, not {shorten(thing)}: {fix}")


def require_stage_arguments(thing: object, written: str) -> None:
    """Raises ValueError if a tree or a game stands where the arguments of a stage belong.

    >>> require_stage_arguments(make_tree(lambda: 0), "highfirst()")
    Traceback (most recent call last):
    ValueError: a tree is given where the stage is made: write highfirst()(tree), in compose highfirst()
    """
    if isinstance(thing, Tree | Game):
        kind = "a tree" if isinstance(thing, Tree) else "a game"
        raise ValueError(f"{kind} is given where the stage is made: write {written}(tree), in compose {written}")


def make_tree(
    label: Callable[[], A],
    mover: int = FIRST,
    branches: Iterable[tuple[M, Tree[A, M]]] = (),
    over: Callable[[], bool] | None = None,
    odds: Callable[[M], int] = lambda move: 1,
) -> Tree[A, M]:
    """A tree made by hand: `label()`, whose turn it is, (move, subtree) pairs, whether the game is over, odds of moves.

    `label` is called and `branches` are read when they are first needed. By default a node is over if it has no
    branches, and all odds are 1. `Tree.odds` raises ValueError unless they are ints above 0.

    >>> leaves = [(move, make_tree(lambda move=move: move)) for move in (3, 5)]
    >>> make_tree(lambda: 0, FIRST, leaves).branches[1][1].label
    5
    """
    making: NodeFunctions[A, M] = NodeFunctions(
        label=lambda node: label(),
        over=lambda node: over() if over else not node.branches,
        branches=once(lambda node: Listed(lazy_sequence(branches))),
        odds=lambda node, move: require_weight(odds(move), move),
        key=lambda node: node,
    )
    return Tree(making, None, mover)


def maptree(f: Callable[[A], B]) -> Callable[[Tree[A, M]], Tree[B, M]]:
    """The stage that applies `f` to each label, when the label is first read, and once.

    >>> maptree(lambda label: label + 1)(make_tree(lambda: 1)).label
    2
    """
    require_stage_arguments(f, "maptree(f)")
    require_function("f", f)

    def mapped(tree: Tree[A, M]) -> Tree[B, M]:
        to_label: Callable[[Tree[A, M]], B] = lambda node: f(node.label)  # noqa: E731
        return stage(to_label)(require_tree(tree, "maptree(f)"))

    return mapped


def foldtree(f: Callable[[A, Sequence[B]], B]) -> Callable[[Tree[A, M]], B]:
    """The fold of a tree: a function from tree to value, computed once for each shared node.

    The value of a node is `f(label, values)`, where `values` are those of its branches, in order; a leaf has none. The
    whole tree is read. Raises EndlessTree on a line without an end.

    >>> size = foldtree(lambda label, sizes: 1 + sum(sizes))
    >>> size(make_tree(lambda: 0, FIRST, [(1, make_tree(lambda: 0)), (2, make_tree(lambda: 0))]))
    3
    """
    require_stage_arguments(f, "foldtree(f)")
    require_function("f", f)

    def folded(tree: Tree[A, M]) -> B:
        require_tree(tree, "foldtree(f)")
        known: dict[Tree[A, M], B] = {}

        def fold(node: Tree[A, M]) -> Recursion[B]:
            parts: list[B] = []
            for _, sub in node.branches:
                if sub not in known:
                    known[sub] = yield fold(sub)
                parts.append(known[sub])
            return f(node.label, parts)

        with gc_paused():
            return run_unrolled(fold(tree))

    return folded
