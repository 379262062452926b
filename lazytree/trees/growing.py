"""Growth: from a game and a position to its tree; each position is unfolded once, when it is first read."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Generic

from lazytree.core.checks import weight_of
from lazytree.core.game import Game, IllegalMove, M, P, require_game, require_position
from lazytree.core.laws import mover_error, moves_error, position_error, raise_if_broken, unhashable_error
from lazytree.core.stats import Stats, stats_or_new
from lazytree.core.texts import shorten
from lazytree.trees.branches import Branches
from lazytree.trees.collector import collect_if_due
from lazytree.trees.labels import POSITIONS
from lazytree.trees.lazy_sequences import GROWING, LazySource
from lazytree.trees.packed import PackedBranches, PackedRules, packed_rules
from lazytree.trees.tree import UNMADE, A, NodeFunctions, Tree, once


class Grown(LazySource[M], Branches[A, M]):
    """The branches of a node as they grow: a move is listed, then played, when its branch is first read."""

    __slots__ = ("_grower", "_position", "_trees")

    def __init__(self, grower: Grower[Any, M], position: Any) -> None:
        self.made, self.whole, self._drawing = [], False, None
        self._grower, self._position = grower, position
        self._trees: list[Tree[A, M] | None] = []  # None: not grown yet, though one further on is

    def _ask(self) -> Iterable[M]:
        return self._grower.moves(self._position)

    def _no_source(self, source: object, error: TypeError) -> Exception:
        return ValueError(f"{self._grower.game.name}: {moves_error(source)}; at {shorten(self._position)}")

    def __iter__(self) -> Iterator[tuple[M, Tree[A, M]]]:
        if self.whole and len(self._trees) == len(self.made) and None not in self._trees:
            return zip(self.made, self._trees)  # type: ignore[arg-type]
        return self._read()

    def _read(self) -> Iterator[tuple[M, Tree[A, M]]]:
        made, trees, at = self.made, self._trees, 0
        while at < len(made) or self.make(at):
            yield made[at], (trees[at] if at < len(trees) else None) or self.subtree(at)
            at += 1

    @property
    def moves(self) -> Sequence[M]:
        return self.all_made()

    def subtree(self, index: int) -> Tree[A, M]:
        """The subtree of one move; no other is grown for it."""
        trees = self._trees
        with GROWING:
            trees.extend([None] * (index + 1 - len(trees)))
            grown = trees[index]
            if grown is None:
                trees[index] = grown = self._grower.after(self._position, self.made[index])
            return grown

    def listed(self) -> Iterator[tuple[M, Tree[A, M] | None]]:
        return zip_longest(tuple(self.made), tuple(self._trees))

    @property
    def all_listed(self) -> bool:
        return self.whole

    def __len__(self) -> int:
        return len(self.all_made())

    def __bool__(self) -> bool:
        return bool(self.made) or self.make(0)


class Grower(Generic[P, M]):
    """A function from position to tree; it keeps every node that it has grown, so that equal positions share one."""

    def __init__(self, game: Game[P, M], stats: Stats) -> None:
        self.game, self.stats = game, stats
        self.making: NodeFunctions[P, M] = NodeFunctions(
            label=lambda node: node.origin,
            over=lambda node: not node.branches,
            branches=once(self._branches),
            odds=self._odds,
            key=lambda node: node.origin,
            labels=POSITIONS,
            game=game,
        )
        self._one_by_one = self.making.branches
        self._grown: dict[Any, Tree[P, M]] = _Positions(self)
        self._before: list[dict[Any, Tree[P, M]]] = []  # the nodes of which it is not known yet whether they are kept
        self._kept: deque[Tree[P, M]] = deque()  # those of which the nodes below are to be kept, too
        self.mover, self.play = game.mover, game.play
        self.moves: Callable[[P], Iterable[M]] = self._first_moves
        self._earlier: Iterable[M] = ()  # the moves of the first position

    def __call__(self, position: P) -> Tree[P, M]:
        require_position(self.game, position)
        raise_if_broken(self.game, unhashable_error("positions", position))
        tree = self._at(position)
        raise_if_broken(self.game, mover_error(self.game, tree.mover))
        return tree

    def _at(self, position: P) -> Tree[P, M]:
        with GROWING:
            return self._grown[position]

    def __len__(self) -> int:
        """The number of positions that are kept."""
        return len(self._grown) + sum(map(len, self._before))

    def keep(self, tree: Tree[P, M]) -> Iterator[None]:
        """The steps that drop all nodes except those that have been grown below this one; each step takes no time.

        Trees may grow between them: each node that is met again is kept. A dropped node is taken apart.
        """
        with GROWING:
            self._before = [nodes for nodes in (*self._before, self._grown) if nodes]
            self._grown = _Positions(self)
            self._kept = deque()
            self.kept(tree.origin, tree)
        return self._sorted_out(self._kept)

    def kept(self, origin: Any, node: Tree[P, M] | None = None) -> Tree[P, M] | None:
        """The node of this origin, if it has been grown, or the one that is given; from now on it is kept."""
        with GROWING:
            known = self._grown.get(origin)
            if known is None and self._before:
                for nodes in self._before:
                    node = nodes.pop(origin, node)
                if node is not None:
                    self._grown[origin] = known = node
                    self._kept.append(node)
            return known

    def _sorted_out(self, ahead: deque[Tree[P, M]]) -> Iterator[None]:
        """First finds what is kept, a node at each step, then drops the rest. A later `keep` takes over the search."""
        while ahead and ahead is self._kept:
            with GROWING:
                for _, sub in grown_so_far(ahead.popleft()):
                    self.kept(sub.origin, sub)
            yield
        if ahead is self._kept:
            rest, self._before = self._before, []
            for nodes in rest:
                while nodes:
                    nodes.popitem()[1]._branches = UNMADE
                    yield

    def _branches(self, node: Tree[P, M]) -> Branches[P, M]:
        self.stats.expanded += 1
        return Grown(self, node.key)

    def _first_moves(self, position: P) -> Iterable[M]:
        """The moves of the first two positions: an iterator that is given for both could be read only once."""
        moves = self.game.moves(position)
        if self._earlier == ():
            self._earlier = moves
        else:
            raise_if_broken(self.game, moves_error(moves, self._earlier))
            self.moves, self._earlier = self.game.moves, ()
        return moves

    def after(self, position: P, move: M) -> Tree[P, M]:
        """The tree after a move. What `play` returned is looked at more closely only where it makes an error."""
        there = self.play(position, move)
        try:
            return self._grown[there]
        except (AttributeError, TypeError) as error:
            if law := position_error(there):
                raise ValueError(f"{self.game.name}: {law}; at {shorten(position)}") from error
            raise

    def _odds(self, node: Tree[P, M], move: M) -> int:
        return weight_of(self.game, node.key, move)


class _Positions(dict[Any, Tree[P, M]]):
    """The nodes of a grower by their origins, each made when it is first read."""

    __slots__ = ("_grower",)

    def __init__(self, grower: Grower[P, M]) -> None:
        self._grower = grower

    def __missing__(self, position: P) -> Tree[P, M]:
        grower = self._grower
        if grower._before and (known := grower.kept(position)):
            return known
        grower.stats.grown += 1
        return self.setdefault(position, Tree(grower.making, position, grower.mover(position), position))


class PackedGrower(Grower[P, M]):
    """A grower for rules that give all moves of a position in one call: the origin of a node is its packed position."""

    def __init__(self, game: Game[P, M], stats: Stats, rules: PackedRules) -> None:
        super().__init__(game, stats)
        self.pack, self.unfold, self.move = rules.pack, rules.unfold, rules.move
        self.making = self.making._replace(
            label=lambda node: node.key,
            branches=self._all_branches,
            key=lambda node: rules.unpack(node.origin),
        )

    def _at(self, position: P) -> Tree[P, M]:
        packed = self.pack(position)
        return self.known()(packed) or self.node(packed, self.mover(position))

    def _all_branches(self, node: Tree[P, M]) -> Branches[P, M]:
        packed = self.unfold(node.origin)
        if packed is None:
            return self._one_by_one(node)
        self.stats.expanded += 1
        return PackedBranches(self, packed)

    def after(self, position: P, move: M) -> Tree[P, M]:
        return self._at(self.play(position, move))

    def known(self) -> Callable[[bytes], Tree[P, M] | None]:
        """The node of a packed position, if it has been grown."""
        return self.kept if self._before else self._grown.get

    def node(self, packed: bytes, mover: int) -> Tree[P, M]:
        """The node of a packed position, grown now; or the one that another thread has grown."""
        new = Tree(self.making, packed, mover)
        known = self._grown.setdefault(packed, new)
        if known is new:
            self.stats.grown += 1
        return known


def grow(game: Game[P, M], stats: Stats | None = None) -> Grower[P, M]:
    """A function from position to its game tree, which is unfolded as it is read; equal positions share one subtree.

    `stats` counts the positions grown and those whose moves were listed. The nodes are kept as long as the function is.
    Raises ValueError if `game` is not a Game or `stats` no Stats; the function raises it for what is no position.

    Source: Hughes, Why functional programming matters (1989), `gametree`.

    >>> from lazytree.games import tic_tac_toe
    >>> game, stats = tic_tac_toe(), Stats()
    >>> tree = grow(game, stats)(game.start)
    >>> stats.grown                             # only the root
    1
    >>> move, after = tree.branches[0]
    >>> print(game.show(after.label))
    3  X . .
    2  . . .
    1  . . .
       a b c
    >>> stats.grown
    2
    """
    require_game(game)
    spent = stats_or_new(stats)
    collect_if_due()
    packed = packed_rules(game)
    return Grower(game, spent) if packed is None else PackedGrower(game, spent, packed)


def grown_so_far(tree: Tree[A, M]) -> Sequence[tuple[M, Tree[A, M]]]:
    """The branches of a node that have been read before; this reads no other.

    >>> from lazytree.games import nim
    >>> tree = grow(nim())(nim().start)
    >>> tree.branches[1][0], len(grown_so_far(tree))
    (Take(heap=0, pieces=2), 2)
    """
    return () if tree._branches is UNMADE else tuple(tree._branches.so_far())


def follow(tree: Tree[A, M], moves: Iterable[M]) -> Tree[A, M]:
    """The subtree after these moves; only nodes along them are grown. Raises IllegalMove at a move that is not there.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(1, 2))
    >>> follow(grow(game)(game.start), [(1, 2), (0, 1)]).over
    True
    """
    for move in moves:
        found = next((sub for branch, sub in tree.branches if branch == move), None)
        if found is None:
            raise IllegalMove(f"{move!r} is not a move of this tree; it has {[branch for branch, _ in tree.branches]}")
        tree = found
    return tree
