"""Bots: what plays. A bot is a function from position to move; here is what makes one for a game.

`from lazytree import bots` gives this module: `bots.minimax(game, depth=3)` plays, `lazytree.minimax(tree)` is a value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from sys import maxsize
from time import perf_counter
from typing import Any

from lazytree.core.board import at_least
from lazytree.core.game import Game, M, P, Rating, Standing, position_or_start, require_game
from lazytree.core.seeds import random_from
from lazytree.core.stats import Stats, stats_or_new
from lazytree.core.stopping import Stop, deadline
from lazytree.playing.best_first_search import best_first
from lazytree.playing.hidden_positions import determinized
from lazytree.playing.human_player import human
from lazytree.playing.sampling_bot import mcts
from lazytree.questions.depth_search import depth_search
from lazytree.questions.dispatch import FAR, Question, SmallQuestions, small_questions
from lazytree.questions.opponents import MAXN, merges_opponents, two_player_view
from lazytree.searching import searches
from lazytree.searching.choosing import Bot, best, choices
from lazytree.searching.choosing import variety as nearly_best
from lazytree.searching.deepening import Deepening, Progress, deepening_limits
from lazytree.searching.protocol import Search
from lazytree.searching.searches import search_for
from lazytree.solving.looking_up import by_table, tables_of
from lazytree.solving.tables import Tablebase
from lazytree.trees.clearing import Clearing
from lazytree.trees.growing import grow
from lazytree.trees.ratings import label_tree, resolve_rating
from lazytree.trees.stages import highfirst, prune

AT_FIRST = 500
"""Steps of clearing up before a bot thinks, of so little time that no clock need run; the rest is done meanwhile."""

__all__ = [
    "BOTS",
    "alphabeta",
    "at_random",
    "best_first",
    "breadth_first",
    "determinized",
    "human",
    "mcts",
    "minimax",
    "think",
]


def think(
    game: Game[P, M],
    depth: int | None = None,
    rating: str | Rating[P] | None = None,
    choose: Callable[..., M] | None = None,
    stats: Stats | None = None,
    *,
    seconds: float | None = None,
    stop: Stop | None = None,
    progress: Callable[[Progress[M]], object] | None = None,
    clock: Callable[[], float] = perf_counter,
    lane: str | None = None,
    threads: int = 1,
    opponents: str = MAXN,
    first: int = 1,
    step: int = 1,
    nodes: int | None = None,
    variety: float | None = None,
    seed: int = 1,
    table: str | Tablebase[P, M] | None = None,
) -> Bot[P, M]:
    """The bot that looks ahead, rates what it sees there, and makes the move that is best then.

    It looks 1, 2, 3 ... plies ahead (see `deepen_tree`) until a limit is reached: `depth`, `seconds` or `nodes`; 4
    plies if none is given. If it is to look far, for a time or to a depth of 5 and more, it looks in machine code if it
    can: with the extra `compiled`, for games that compile. If not, it begins in Python, and takes machine code once its
    moves have taken as long as compiling takes. In Python it keeps what it has grown below the move played, and drops
    the rest.

    - `game`: the rules.
    - `depth`: plies to look ahead.
    - `rating`: one of the game's by name (default: its first), or any function of a position, seen by FIRST; more than
      two players need one of `game.standings`.
    - `choose`: a chooser such as `lazytree.variety(...)`, for one look at `depth`.
    - `stats`: a `Stats` that counts the work.
    - `seconds`: the time of a move, the compiling of the rules included: until then Python thinks.
    - `stop`: a function that is polled; once it returns True the best move so far is made.
    - `progress`: called while it thinks with how far the search is.
    - `clock`: the seconds so far, as `perf_counter` has them.
    - `lane`: "python" keeps machine code out, "machine" keeps Python out; None: the first that can answer.
    - `threads`: the number of threads of machine code.
    - `opponents`: "maxn", "paranoid" or "best_reply", as in `lazytree.deepen`.
    - `first`: the first depth in plies.
    - `step`: the plies between two depths: with `step=2` it compares odd depths only.
    - `nodes`: positions to visit; the depth under way is finished, so that in the same lane it makes the same move on
      any machine.
    - `variety`: it looks once, at `depth`, and takes any of the moves worth at most this much less than the best.
    - `seed`: of the moves that `variety` draws.
    - `table`: an endgame table or an opening book (`lazytree.tables`), or its file: its moves are made where it knows
      the position.

    Raises: ValueError if one of these numbers makes no sense, `first` is more than `depth`, or there is no such rating;
    if `variety` meets `choose`, `seconds` or `nodes`, which ask for another way to look.

    >>> from lazytree.games import tic_tac_toe
    >>> game = tic_tac_toe()
    >>> game.format(game.start, think(game, depth=2)(game.start))
    'b2'
    >>> several = think(game, depth=2, variety=2)
    >>> len({several(game.start) for _ in range(30)}) > 1
    True
    """
    tables = tables_of(game, table)
    if variety is not None:
        if choose is not None:
            raise ValueError("variety is a way to choose: give variety or choose, not both")
        if seconds is not None or nodes is not None:
            raise ValueError("with variety a bot looks once, at depth: give no seconds and no nodes")
        choose = nearly_best(variety, seed)
    if depth is not None:
        at_least("depth", depth, 1)
    for what, number in (("threads", threads), ("first", first), ("step", step)):
        at_least(what, number, 1)
    if nodes is not None:
        at_least("nodes", nodes, 1)
    if merges_opponents(game, opponents):
        means: dict[str, Any] = {"seconds": seconds, "stop": stop, "progress": progress, "clock": clock, "lane": lane}
        means.update(threads=threads, first=first, step=step, nodes=nodes)
        standing = resolve_rating(game, rating)
        return against_opponents(game, standing, opponents, lambda two: think(two, depth, None, choose, stats, **means))
    deepest = depth if depth is not None else max(4, first) if seconds is None and nodes is None else None
    if deepest is not None and deepest < first:
        raise ValueError(f"first must be at most depth, which is {depth}; not {first}")
    depths = None if deepest is None else min((deepest - first) // step + 1, maxsize)
    functions: dict[str, Any] = {"choose": choose, "stop": stop, "progress": progress, "clock": clock}
    spent = Question(game, stats, lane, SmallQuestions(), seconds=seconds, **functions).stats  # it tests all of these
    growing, clearing = grow(game, spent), Clearing()
    chosen = resolve_rating(game, rating)
    label = label_tree(game, chosen, spent)
    small = small_questions(game, think, chosen) if deepest is not None and deepest < FAR else None

    def answers(position: P) -> Deepening[M]:
        late = None if seconds is None else deadline(seconds, clock)  # compiling counts
        asked = Question(game, spent, lane, small, seconds=seconds)
        looking = depth_search(asked, position, chosen, growing, threads=threads, clearing=clearing)
        enough = () if nodes is None else (lambda answer: answer.nodes >= nodes,)
        limits = (*deepening_limits(stop), *deepening_limits(late))
        return Deepening(looking, spent, limits, enough, progress, clock=clock, first=first, step=step)

    def bot(position: P) -> M:
        position_or_start(game, position)
        clearing.done()
        clearing.put_off(growing.keep(growing(position)))
        clearing.work(AT_FIRST)
        if choose is not None:
            tree = highfirst()(label(prune(deepest or 4)(growing(position))))
            return choose(tree, search_for(len(game.players)), stats=spent)
        *_, answer = islice(answers(position), depths)
        return answer.best

    return by_table(game, tables, bot)


def against_opponents(
    game: Game[P, M],
    standing: Standing[P],
    opponents: str,
    bot_of: Callable[[Game[Any, M]], Bot[Any, M]],
) -> Bot[P, M]:
    """The bot of a game of many players, from bots of a game of two: one for each player, made when it is asked."""
    made: dict[int, Bot[P, M]] = {}

    def bot(position: P) -> M:
        player = game.mover(position_or_start(game, position))
        if player not in made:
            two, seen = two_player_view(game, player, standing, opponents)
            thinker = bot_of(two)
            made[player] = lambda here: thinker(seen(here))
        return made[player](position)

    return bot


def minimax(
    game: Game[P, M], depth: int = 2, rating: str | Rating[P] | None = None, stats: Stats | None = None
) -> Bot[P, M]:
    """The bot that looks at every position within `depth` plies, rates the last ones and makes the best move.

    Where chance moves it takes the mean; with more than two players each maximizes its own number. `rating` is that
    of `think`. `stats` is told what the moves cost: `rated` static evaluations, `branching`, `seconds`.

    Raises: ValueError if `depth` is less than 1 or the game has no such rating.

    >>> from lazytree.games import tic_tac_toe
    >>> minimax(tic_tac_toe(), depth=2)(tic_tac_toe().start)
    4
    """
    return _to_depth(game, depth, rating, stats, _full_width(game))


def alphabeta(
    game: Game[P, M], depth: int = 2, rating: str | Rating[P] | None = None, stats: Stats | None = None
) -> Bot[P, M]:
    """The bot that makes the move of `minimax` without a look at what cannot change it; for two players.

    Moves are tried in the order of the game, without a table. `stats` counts `cutoffs`, too.

    Raises: ValueError if `depth` is less than 1, the game has no such rating, or more than two players.

    >>> from lazytree.games import tic_tac_toe
    >>> alphabeta(tic_tac_toe(), depth=2)(tic_tac_toe().start)
    4
    """
    require_game(game)
    if len(game.players) > 2:
        raise ValueError(f"alphabeta is for two players: let {game.name} be played by minimax or think")
    return _to_depth(game, depth, rating, stats, searches.alphabeta)


def _full_width(game: Game[P, M]) -> Search:
    """The search that looks at every node, for any number of players."""
    require_game(game)
    return searches.expectimax if len(game.players) <= 2 else searches.maxn


def _to_depth(
    game: Game[P, M], depth: int, rating: str | Rating[P] | None, stats: Stats | None, search: Search
) -> Bot[P, M]:
    """The bot that searches a tree of its own for each move, cut `depth` plies down."""
    at_least("depth", depth, 1)
    spent = stats_or_new(stats)
    label = label_tree(game, resolve_rating(game, rating), spent)
    return lambda position: best(label(prune(depth)(grow(game, spent)(position))), search, stats=spent)


def breadth_first(
    game: Game[P, M], plies: int = 2, rating: str | Rating[P] | None = None, stats: Stats | None = None
) -> Bot[P, M]:
    """The bot that grows `plies` whole layers of the tree, rates the last one and backs up what it found there.

    It makes the move of `minimax`; what differs is the order in which positions are made.

    >>> from lazytree.games import tic_tac_toe
    >>> breadth_first(tic_tac_toe())(tic_tac_toe().start)
    4
    """
    at_least("plies", plies, 1)
    search, spent = _full_width(game), stats_or_new(stats)
    label = label_tree(game, resolve_rating(game, rating), spent)

    def bot(position: P) -> M:
        with spent.timed():
            tree = label(prune(plies)(grow(game, spent)(position)))
            layer = [tree]
            for _ in range(plies):
                layer = [sub for node in layer for _, sub in node.branches]
        return best(tree, search, stats=spent)

    return bot


def at_random(game: Game[P, M], seed: int = 1, stats: Stats | None = None) -> Bot[P, M]:
    """The bot that makes any legal move, each as likely as the other, drawn one after the other from `seed`.

    `stats` is told how many moves there were to choose from, as `branching`, and the `seconds`; it rates nothing.

    >>> from lazytree.games import tic_tac_toe
    >>> at_random(tic_tac_toe(), seed=1)(tic_tac_toe().start) in range(9)
    True
    """
    require_game(game)
    random, spent = random_from(seed), stats_or_new(stats)

    def bot(position: P) -> M:
        with spent.timed():
            moves = choices(game, position)
            spent.expanded += 1
            spent.nodes += 1
            spent.interior += 1
            spent.branches += len(moves)
            return random.choice(moves)

    return bot


BOTS: Mapping[str, Callable[..., Bot[Any, Any]]] = {
    "think": think,
    "minimax": minimax,
    "alphabeta": alphabeta,
    "mcts": mcts,
    "best_first": best_first,
    "breadth_first": breadth_first,
    "at_random": at_random,
}
"""The bots that need no answers from outside, by name: `factory(game, **parameters)`."""
