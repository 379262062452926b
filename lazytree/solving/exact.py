"""Solving: the exact value of a position under perfect play, the length of the game, and a best line.

Outcomes are folded up the tree, each position once; games in which positions can be repeated: see `cycles`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, Generic, NamedTuple

from toolz import compose

from lazytree.core.at import At
from lazytree.core.board import at_least
from lazytree.core.checks import opposed_payoffs
from lazytree.core.game import CHANCE, FIRST, Game, M, P
from lazytree.core.lanes import PYTHON
from lazytree.core.showing import mime_bundle
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.core.value_texts import PLAYERS, payoff_text
from lazytree.core.values import SURE, WIN, plies_to_end
from lazytree.searching.averages import mean
from lazytree.searching.deepening import deepen_tree
from lazytree.searching.full_width import back_up_values, odds_of
from lazytree.searching.kernels.memory import Words
from lazytree.solving.certificates import Certificate, Claim, certificate_of, claims_of, strategy
from lazytree.solving.cycles import End, retrograde
from lazytree.trees.branches import NONE, Branches, Lift, Lifted
from lazytree.trees.growing import grow
from lazytree.trees.labels import POSITIONS
from lazytree.trees.ratings import even, rate
from lazytree.trees.recursion import EndlessTree
from lazytree.trees.stages import prune
from lazytree.trees.symmetry import up_to_symmetry
from lazytree.trees.tree import Tree, maptree, stage


class Outcome(NamedTuple):
    """How play from a position ends: one payoff a player, and in how many plies (where chance moves: on average)."""

    payoffs: tuple[float, ...]
    plies: float


def expected_outcome(odds: Sequence[int], outcomes: Sequence[Outcome]) -> Outcome:
    """The outcome where chance moves, from those of its moves, exactly."""
    payoffs, plies = zip(*outcomes)
    return Outcome(tuple(mean(odds, column) for column in zip(*payoffs)), mean(odds, plies) + 1)


def merit(outcome: Outcome, player: int) -> tuple[float, float]:
    """What a player goes by: the payoff; then a win sooner, a loss later."""
    payoff = outcome.payoffs[player]
    return payoff, -outcome.plies if payoff > 0 else outcome.plies if payoff < 0 else 0


SHORTEST, WINNER = "shortest", "winner"
"""What is asked of a game: the value, with the shortest win or the longest loss; or who wins only."""


class Bounds(NamedTuple):
    """What is known of a value, seen by FIRST, in which a win counts its plies (`lazytree.core.values`).

    >>> Bounds(1, WIN).decided, Bounds(WIN - 9, WIN - 5).payoff, Bounds(2 * WIN - 9, 3 * WIN - 5).payoff
    (True, 1, None)
    >>> Bounds(0, WIN).narrowed(1, 0)
    Bounds(low=0, high=0)
    """

    low: int
    high: int

    def narrowed(self, value: int, found: int | None) -> Bounds:
        """What is known once a question whether it is at least `value` has found this; None: it is not answered."""
        if found is None:
            return self
        low, high = (found, self.high) if found >= value else (self.low, found)
        return Bounds(max(low, self.low), min(high, self.high))

    @property
    def decided(self) -> bool:
        """Whether it is known who wins, or that neither does."""
        return self.low > 0 or self.high < 0 or self.low == self.high

    @property
    def payoff(self) -> int | None:
        """What FIRST is paid, if that is known, where payoffs are whole numbers."""
        low, high = (-(-bound // WIN) if bound > 0 else bound // WIN for bound in self)
        return low if low == high else None

    @property
    def plies(self) -> int | None:
        """In how many plies the game ends, if that is known."""
        return plies_to_end(self.low) if self.low == self.high else None

    def told(self, game: Game[Any, Any] | None = None) -> str:
        """What is known, in words; empty if nothing is.

        >>> Bounds(1, WIN).told(), Bounds(5 - WIN, 31 - WIN).told(), Bounds(0, WIN).told(), Bounds(-WIN, WIN).told()
        ('the first player wins', 'the second player wins in 5 to 31 plies', 'the second player does not win', '')
        """
        if not self.decided:
            beaten = [player for player, holds in ((1, self.low == 0), (0, self.high == 0)) if holds]
            return "".join(f"{(game.players if game else PLAYERS)[player]} does not win" for player in beaten)
        won = self if self.low > 0 else Bounds(-self.high, -self.low)
        worth = payoff_text(self.payoff if self.payoff is not None else 1 if self.low > 0 else -1, game)
        soonest, latest = (plies_to_end(bound) if bound <= WIN else None for bound in (won.high, won.low))
        if soonest is None or latest is None:
            return worth
        return f"{worth} in {f'{soonest} to' if soonest > 1 else 'at most'} {latest} plies"


class _Solution(NamedTuple, Generic[M]):
    """The items of a `Solution`."""

    value: Any  # FIRST's payoff; for more than two players a payoff for each; None if it was not found in time
    plies: Any  # the length of the line, an int; None without one
    line: tuple[M, ...]  # best moves of all players, until the game is over, chance moves or a position is repeated;
    # without plies the first move only, if who makes it is known to win
    lane: str = PYTHON  # the lane that solved it: PYTHON or MACHINE


class Solution(_Solution[M]):
    """The exact value of a position, with a best line.

    >>> from lazytree.games import nim
    >>> solution = solve_in_python(nim(heaps=(2, 2)))
    >>> solution.value, solution.plies, len(solution.line)
    (-1, 4, 4)
    """

    at: At[Any, M] | None = None  # the position, with its game; no item of the tuple
    why: str = ""  # why there is no value, if there is none; no item of the tuple
    reason: str = ""  # why the lane was Python, if it is known; no item of the tuple
    bounds: Bounds | None = None  # what machine code knows of the value; no item of the tuple
    techniques: tuple[str, ...] = ()  # what machine code has used, in words; no item of the tuple
    certificate: Certificate | None = None  # the proof of it, if one was asked for; no item of the tuple

    def __repr__(self) -> str:
        if self.value is None:
            known = self.bounds.told(self.at.game if self.at else None) if self.bounds else ""
            return f"<Solution: {'; '.join(filter(None, (self.why, known, self.lane)))}>"
        line = " ".join(map(str, self.line) if self.at is None else self.at.written(self.line))
        return f"<Solution: {self.told}: {line or 'no move'}; {self.lane}>"

    @property
    def told(self) -> str:
        """The value in words, and in how many plies the line ends."""
        worth = payoff_text(self.value, self.at.game if self.at else None)
        return f"{worth}, {self.plies} {'ply' if self.plies == 1 else 'plies'}" if self.plies else worth

    _repr_mimebundle_ = mime_bundle


MEGABYTES = 1024


class Known:
    """What has been found out about a game's positions: given to `solve` again, it is not found again.

    Machine code keeps a table of bounds; Python the outcomes of all positions below those that it has solved.

    It is for one game, that of the first call. What is added does not change what is true, only what it costs.

    - `megabytes`: the most memory to take, about.

    Raises: ValueError if `megabytes` is less than 1; MemoryError if there is no room for it.

    >>> from lazytree import solve
    >>> from lazytree.games import nim
    >>> game, known = nim(heaps=(2, 2)), Known(megabytes=1)
    >>> [solve(game, game.play(game.start, move), known=known).value for move in game.moves(game.start)]
    [-1, -1, -1, -1]
    """

    def __init__(self, megabytes: int = MEGABYTES) -> None:
        at_least("megabytes", megabytes, 1)
        self.megabytes = megabytes
        self.game: Game[Any, Any] | None = None
        self.rules: object = None  # as they were compiled
        self.table: Words | None = None
        self.values: Words | None = None  # of small parts of positions
        self.positions: Any = None  # that machine code has valued all, where they can be repeated
        self.entries = self.seen = 0  # of the table that are used; positions
        self.sets: Sequence[int] = ()  # of techniques that are still in the race
        self.outcomes: dict[Any, Outcome] = {}  # that Python has found, by canonical position

    def keep(self, outcomes: Outcomes) -> None:
        """Adds outcomes that Python has found; those of before go if both have no room."""
        if len(self.outcomes) + len(outcomes) > positions_that_fit(self.megabytes):
            self.outcomes.clear()
        self.outcomes.update(outcomes)


NODE_BYTES = 1000  # approximate memory of a position in Python
SEEN_AGAIN = 16  # times that deepening may see each position
FEW = 2**14  # positions that are read in one step

Outcomes = Mapping[Any, Outcome]  # by position


def solve_in_python(
    game: Game[P, M],
    position: P | None = None,
    stats: Stats | None = None,
    *,
    megabytes: int = MEGABYTES,
    highest: float | None = None,
    stop: Stop | None = None,
    proof: bool = False,
    known: Callable[[P], Outcome | None] | None = None,
    kept: Known | None = None,
) -> Solution[M]:
    """The exact value of a position (default: the start) under perfect play, with a best line.

    The value is FIRST's payoff. Among equal payoffs a win is as short as can be forced and a loss as long. Each of more
    than two players maximizes their own payoff and takes the first of equal moves (as in `maxn`). With chance the value
    is the exact expectation, an int or a Fraction. Where positions can be repeated, the value is 0, a draw, if neither
    player can force an end.

    Every reachable position is read; of symmetric ones, where the game has `canonical`, one. A large game of two
    players without chance is first searched by deepening, which ends early at a line that cannot be improved; a forced
    win or loss is one if its payoff is `highest`, the highest payoff of the game. `stats` counts the work. With `proof`
    the solution has a certificate. Positions of which `known` gives an outcome are not looked into, and a line ends
    there. What `kept` has is not read again, and it is added to.

    Raises: ValueError if there are more positions than fit into `megabytes` (about 1,000 bytes each), or if positions
    can be repeated and the game has chance or more than two players.

    >>> from lazytree.games import nim, tic_tac_toe
    >>> solve_in_python(nim(heaps=(1,)))
    <Solution: the first player wins, 1 ply: Take(heap=0, pieces=1); python>
    >>> solve_in_python(tic_tac_toe()).value
    0
    """
    start, spent = game.start if position is None else position, stats or Stats()
    if kept is not None and canonical_of(game, start) in kept.outcomes:
        return _answer(game, start, kept.outcomes, proof, megabytes, stop)
    most = positions_that_fit(megabytes)
    tree = grow(with_symmetry(game), spent)(canonical_of(game, start))
    if known is not None:
        tree = cut_where(known, tree)
    try:
        outcomes = outcomes_below(game, tree, spent, with_position_limit(spent, min(FEW, most), stop), known)
    except TooMany:
        line = None if proof or known else short_best_line(game, start, highest, spent, min(FEW, most), stop)
        if line is not None:
            return Solution(game.payoffs(reduce(game.play, line, start))[FIRST], len(line), line)
        try:
            outcomes = outcomes_below(game, tree, spent, with_position_limit(spent, most, stop), known)
        except TooMany:
            raise too_many_error(game, most, megabytes) from None
    if kept is not None and known is None:
        kept.keep(outcomes)
    return _answer(game, start, outcomes, proof, megabytes, stop, known)


def _answer(
    game: Game[P, M],
    start: P,
    outcomes: Outcomes,
    proof: bool,
    megabytes: int,
    stop: Stop | None,
    known: Callable[[P], Outcome | None] | None = None,
) -> Solution[M]:
    """What the outcomes say of a position."""
    line = tuple(_best_line(game, start, outcomes, known))
    payoffs = outcomes[canonical_of(game, start)].payoffs
    solution = Solution(payoffs[FIRST] if len(payoffs) == 2 else payoffs, len(line), line)
    if proof:
        solution.certificate = _certificate(game, start, outcomes, megabytes, stop)
    return solution


def _certificate(game: Game[P, M], start: P, outcomes: Outcomes, megabytes: int, stop: Stop | None) -> Certificate:
    """The proof of a position's value, by outcomes."""
    value = outcomes[canonical_of(game, start)].payoffs[FIRST]
    paid = [outcome.payoffs[FIRST] for outcome in outcomes.values()]

    def best(position: P) -> int:
        found = _best(game, position, outcomes)
        return found[0] if found else 0

    return certificate_of(
        game,
        start,
        [
            Claim(player, at_least, strategy(game, start, player, at_least, best, megabytes, stop))
            for player, at_least in claims_of(value, value, min(paid), max(paid))
        ],
    )


class TooMany(Exception):  # noqa: N818 - caught inside
    """Raised and caught inside, if a game has more positions than are allowed."""


def positions_that_fit(megabytes: int) -> int:
    """The number of positions that fit into this memory."""
    return megabytes * 2**20 // NODE_BYTES


def too_many_error(game: Game[P, M], most: int, megabytes: int) -> ValueError:
    """The error for a game that has more positions than fit into memory."""
    return ValueError(
        f"{game.name} has more than {most:,} positions, which is as many as fit into megabytes={megabytes}: "
        "pass more megabytes, or solve a smaller game"
    )


def with_position_limit(stats: Stats, most: int, stop: Stop | None) -> Stop:
    """A flag that raises TooMany when `most` more positions have been grown, or many times as many have been seen."""
    grown, seen = stats.grown + most, stats.nodes + SEEN_AGAIN * most

    def poll() -> bool:
        if stats.grown > grown or stats.nodes > seen:
            raise TooMany
        return stop is not None and stop()

    return poll


def short_best_line(
    game: Game[P, M], start: P, highest: float | None, stats: Stats, most: int, stop: Stop | None
) -> tuple[M, ...] | None:
    """A best line that deepening finds within `most` positions; None without one, with chance or with more players."""
    if game.odds is not None or len(game.players) != 2:
        return None
    growing, ahead = grow(game, stats), with_position_limit(stats, most, stop)
    look = deepen_tree(lambda depth: compose(rate(game, even), prune(depth), growing), start).search
    guess: Any = 0
    try:
        for depth in range(1, most):
            result = look(depth, guess, stats, ahead)
            guess = result.value
            if not result.exhaustive and abs(guess) <= SURE:
                continue
            end = reduce(game.play, result.line, start)
            over = not any(True for _ in game.moves(end))
            if over and (result.exhaustive or abs(game.payoffs(end)[FIRST]) == highest):
                return result.line
    except TooMany:
        pass
    return None


def cut_where(known: Callable[[P], Outcome | None], tree: Tree[P, M]) -> Tree[P, M]:
    """The tree without what lies below positions whose outcomes are known."""

    def branches(node: Tree[P, M], lift: Lift[M, P]) -> Branches[P, M]:
        return Lifted(node.branches, lift) if known(node.label) is None else NONE

    cut: Lift[M, P] = stage(lambda node: node.label, branches, labels=POSITIONS)
    return cut(tree)


def outcomes_below(
    game: Game[P, M],
    tree: Tree[P, M],
    stats: Stats,
    stop: Stop | None = None,
    known: Callable[[P], Outcome | None] | None = None,
) -> Outcomes:
    """The outcomes of a position and of all positions reachable from it, by canonical position."""

    def end(position: P) -> Outcome:
        found = known(position) if known is not None else None
        return Outcome(opposed_payoffs(game, position), 0) if found is None else found

    try:
        return _folded(maptree(end)(tree), stats, stop)
    except EndlessTree:
        return _with_cycles(game, maptree(end)(tree), stats, stop)


def canonical_of(game: Game[P, M], position: P) -> P:
    """The representative of the positions that are symmetric to this one; the position itself without `canonical`."""
    return position if game.canonical is None else game.canonical(position)


def with_symmetry(game: Game[P, M]) -> Game[P, M]:
    """The game up to symmetry; the game itself if it has no `canonical`."""
    return game if game.canonical is None else up_to_symmetry(game)


def fold_outcomes(game: Game[P, M], tree: Tree[P, M], stats: Stats, stop: Stop | None = None) -> Outcomes:
    """The outcome of every position in a game's tree. Raises EndlessTree if a position can be repeated."""
    return _folded(maptree(lambda position: Outcome(opposed_payoffs(game, position), 0))(tree), stats, stop)


def _folded(ends: Tree[Outcome, M], stats: Stats, stop: Stop | None) -> Outcomes:
    return {node.key: outcome for node, outcome in back_up_values(ends, _one_ply_before, stats, stop).items()}


def _one_ply_before(node: Tree[Outcome, M], outcomes: Sequence[Outcome]) -> Outcome:
    if node.mover == CHANCE:
        return expected_outcome(odds_of(node), outcomes)
    best = max(outcomes, key=lambda outcome: merit(outcome, node.mover))
    return Outcome(best.payoffs, best.plies + 1)


def _with_cycles(game: Game[P, M], tree: Tree[Outcome, M], stats: Stats, stop: Stop | None) -> Outcomes:
    if len(game.players) != 2:
        raise ValueError(f"{game.name} can repeat positions, and such a game can be solved for two players only")

    def end_of(outcome: Outcome) -> End:
        return End(outcome.payoffs[FIRST], int(outcome.plies))

    ends = retrograde(maptree(end_of)(tree), stats, stop)
    return {node.key: Outcome((payoff, -payoff), plies) for node, (payoff, plies) in ends.items()}


def _best_line(
    game: Game[P, M], position: P, outcomes: Outcomes, known: Callable[[P], Outcome | None] | None
) -> Iterator[M]:
    met = set()
    while position not in met and game.mover(position) != CHANCE and not (known and known(position)):
        met.add(position)
        best = _best(game, position, outcomes)
        if best is None:
            return
        _, move, position = best
        yield move


def _best(game: Game[P, M], position: P, outcomes: Outcomes) -> tuple[int, M, P] | None:
    """The number of the best move, the move, and the position after it; None where the game is over."""
    after = [(number, move, game.play(position, move)) for number, move in enumerate(game.moves(position))]
    mover = game.mover(position)
    return max(after, key=lambda way: merit(outcomes[canonical_of(game, way[2])], mover), default=None)
