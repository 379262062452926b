"""Looking ahead in a game: ever deeper, or to a depth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from time import perf_counter
from typing import Any

from toolz import compose

from lazytree import machine
from lazytree.core.at import At
from lazytree.core.board import at_least
from lazytree.core.game import Game, M, P, Rating, position_or_start
from lazytree.core.lanes import MACHINE, PYTHON
from lazytree.core.laws import raise_if_broken, unhashable_error
from lazytree.core.progress import saying
from lazytree.core.stats import Stats
from lazytree.core.stopping import Stop
from lazytree.searching.averages import plain_number, round_rating_to_units
from lazytree.searching.chance import in_units
from lazytree.searching.choosing import choices
from lazytree.searching.deepening import Answer, Deepening, Progress, ToDepth, deepening_limits
from lazytree.searching.ordering import Ordering
from lazytree.searching.protocol import Context, Search, SearchResult
from lazytree.searching.searches import maxn_in_units, scout
from lazytree.searching.tables import Table
from lazytree.solving.looking_up import Given, look_up, tables_of
from lazytree.solving.tables import Tablebase
from lazytree.trees.clearing import Clearing, dismantle
from lazytree.trees.growing import Grower, grow
from lazytree.trees.ratings import label_tree, resolve_rating
from lazytree.trees.stages import prune

from .dispatch import Question
from .opponents import MAXN, merges_opponents, two_player_view

MEGABYTES = 64


def deepen(
    game: Game[P, M],
    position: P | None = None,
    rating: str | Callable[[P], Any] | None = None,
    stats: Stats | None = None,
    *,
    lane: str | None = None,
    megabytes: int = MEGABYTES,
    stop: Stop | None = None,
    progress: Callable[[Progress[M]], object] | None = None,
    clock: Callable[[], float] = perf_counter,
    threads: int = 1,
    opponents: str = MAXN,
    first: int = 1,
    step: int = 1,
    seconds: float | None = None,
    tables: Given = None,
) -> Deepening[M]:
    """A lazy sequence of ever deeper answers about a position: depth 1, 2, 3, ... plies.

    Each depth is searched once it is read, and the sequence ends where looking deeper would find the same. `within` and
    `until` limit it, too. With more than two players the value has one number for each player, or, with other
    `opponents`, it is one number, that of the player to move. Where chance moves the value is the mean, rounded down at
    each chance node to a whole number of 1/65,536, an int or a Fraction: machine code calculates with ints, and no
    value depends on the lane, so Python rounds alike (`expectimax` and `solve` are exact). Of moves that are equally
    good `best` is the first in the order of the game, in both lanes.

    - `game`: the rules.
    - `position`: where to search (default: the start).
    - `rating`: one of the game's by name (default: its first), or any function of a position, seen by FIRST; with more
      than two players one of `game.standings`.
    - `stats`: a `Stats` that counts the work.
    - `lane`: "python" keeps machine code out, "machine" keeps Python out; by default machine code answers if the game
      compiles, else Python. Each answer names its lane.
    - `megabytes`: the size of the table, in either lane; in Python the tree of what has been looked at takes more, and
      with more than two players there is no table.
    - `stop`: a function that is polled; once it returns True the sequence ends. An unfinished depth is never answered.
    - `progress`: called ten times a second with how far the search is.
    - `clock`: the seconds so far, as `perf_counter` has them.
    - `threads`: the number of threads of machine code.
    - `opponents`: with more than two players, "maxn": each player maximizes their own number; "paranoid": all others
      play against the player to move; "best_reply": only the one of them whose reply is worst (see `best_reply`).
    - `first`: the first depth in plies; it is always finished, so a large one cannot be cut short.
    - `step`: the plies between two depths: `step=2` looks at every other depth.
    - `seconds`: the limit of time, from now on. The rules are compiled in this time, too: Python answers until then.
    - `tables`: endgame tables (`lazytree.tables`), or the file of one: what a table knows of a position after the first
      move is taken for its value, and nothing below it is looked at. Python searches then.

    Raises: ValueError if there is no move to choose, if the game has no such rating, for other `opponents`, and if
    `first` or `step` is less than 1.

    >>> from lazytree.games import tic_tac_toe
    >>> [answer.depth for answer in deepen(tic_tac_toe(), step=2)]
    [1, 3, 5, 7, 9]
    >>> [(answer.depth, answer.value) for answer in deepen(tic_tac_toe())][-1]
    (9, 0)
    """
    here = position_or_start(game, position)
    opened = tables_of(game, tables)
    asked = Question(game, stats, lane, here=here, seconds=seconds, stop=stop, progress=progress, clock=clock)
    looking = depth_search_from(asked, here, resolve_rating(game, rating), opponents, megabytes, threads, tables=opened)
    at = At(game, here)
    return Deepening(
        looking, asked.stats, deepening_limits(asked.stop), (), progress, clock=clock, first=first, step=step, at=at
    )


def search(
    game: Game[P, M],
    depth: int,
    rating: str | Rating[P] | None = None,
    position: P | None = None,
    stats: Stats | None = None,
    *,
    lane: str | None = None,
    megabytes: int = MEGABYTES,
    stop: Stop | None = None,
    threads: int = 1,
    opponents: str = MAXN,
    seconds: float | None = None,
    tables: Given = None,
) -> Answer[M]:
    """The answer about a position `depth` plies deep: its value, the best move, a best line.

    It is the last answer of `deepen` that looks no deeper: an earlier one where looking deeper would find the same. Of
    equally good moves `best` is the first in the order of the game. Where chance moves the value is a mean, rounded as
    in `deepen`, and so it is shown with four digits or in percent, never as an exact fraction. If the time is up, or
    `stop()` is true, the answer is that of the last depth that was finished, and `Answer.why` says so.

    - `game`: the rules.
    - `depth`: plies to look ahead, at least 1.
    - `rating`: by name (default: the game's first), or a function of a position, as in `deepen`.
    - `position`: where to search (default: the start).
    - `stats`: a `Stats` that counts the work.
    - `lane`: "python", "machine" or None, as in `deepen`.
    - `megabytes`: the size of the table.
    - `stop`: a function that is polled; once it returns True the search ends.
    - `threads`: the number of threads of machine code.
    - `opponents`: "maxn", "paranoid" or "best_reply", as in `deepen`.
    - `seconds`: the limit of time, the compiling of the rules included.
    - `tables`: endgame tables, or the file of one, as in `deepen`.

    Raises: ValueError if `depth` is less than 1, if there is no move to choose, and if the game has no such rating;
    Stopped if `stop()` is true before the first answer.

    >>> from lazytree.games import tic_tac_toe
    >>> search(tic_tac_toe(), 3, "open_lines").best
    4
    """
    at_least("depth", depth, 1)
    here = position_or_start(game, position)
    opened = tables_of(game, tables)
    asked = Question(game, stats, lane, here=here, seconds=seconds, stop=stop)
    last = depth if asked.stop is None else 0  # the flag is polled for each depth
    chosen = resolve_rating(game, rating)
    looking = depth_search_from(asked, here, chosen, opponents, megabytes, threads, last, opened)
    for answer in Deepening(
        looking, asked.stats, deepening_limits(asked.stop), at=At(game, here), unrated=is_unrated(game, rating)
    ):
        if answer.depth >= depth:
            break
    if answer.depth < depth and not answer.whole:
        late = f"within {seconds:g} seconds" if seconds is not None else "before it was stopped"
        answer.why = f"depth {depth} was not finished {late}"
    return answer


def is_unrated(game: Game[P, M], rating: str | Callable[[P], Any] | None) -> bool:
    """Whether a search has nothing to rate by: none is given, and the game has none."""
    return rating is None and not (game.ratings if len(game.players) <= 2 else game.standings)


def depth_search_from(
    asked: Question,
    here: Any,
    rating: Callable[[Any], Any],
    opponents: str,
    megabytes: int,
    threads: int,
    last: int = 0,
    tables: Sequence[Tablebase[Any, Any]] = (),
) -> ToDepth:
    """How a position is looked at to a depth, for all players or for one against `opponents`; see `depth_search`.

    Raises: ValueError for other opponents, and if `megabytes` or `threads` is less than 1.
    """
    at_least("threads", threads, 1)
    at_least("megabytes", megabytes, 1)
    game = asked.game
    if merges_opponents(game, opponents):
        game, seen = two_player_view(game, game.mover(here), rating, opponents)
        here, rating = seen(here), game.ratings["own"]
    return depth_search(asked, here, rating, grow(game, asked.stats), megabytes, threads, last=last, tables=tables)


def depth_search(
    asked: Question,
    position: P,
    rating: Callable[[P], Any],
    growing: Grower[P, M],
    megabytes: int = MEGABYTES,
    threads: int = 1,
    clearing: Clearing | None = None,
    last: int = 0,
    tables: Sequence[Tablebase[P, M]] = (),
) -> ToDepth:
    """How a position is looked at to a depth, in the lane that answers; in Python by the trees of `growing`.

    `clearing` is what Python clears away meanwhile, and where it leaves what it no longer needs. `last` is the
    depth whose answer alone is wanted, if that is known: machine code may leave out answers before it. Positions that
    `tables` know are looked up, in Python.

    Raises: ValueError if there is no move to choose. Of the laws of a position it tests only that moves can be hashed:
    `position_or_start` has tested the others.
    """
    game = growing.game
    raise_if_broken(game, unhashable_error("moves", tuple(choices(game, position))))
    if beyond := beyond_looking(game):
        asked.refuse(beyond)
    if tables:
        asked.refuse("tables are looked up in Python")
    in_python: Callable[[], ToDepth] = cache(
        lambda: depth_search_in_python(position, rating, growing, megabytes, clearing or Clearing(), tables)
    )

    def with_reason(found: SearchResult[Any]) -> SearchResult[Any]:
        return found._replace(value=plain_number(found.value), reason=asked.lane.reason)

    if asked.lane.name == PYTHON and asked.small is None:
        return lambda *means: with_reason(asked.answer_in_python(lambda: in_python()(*means)))
    made = list[ToDepth]()

    def in_machine_code() -> ToDepth:
        if not made:
            made.append(machine.search_to_depth(game, position, rating, megabytes, threads, last))
        return made[0]

    def compile_it() -> None:
        asked.compiling(in_machine_code)
        if asked.made is None:
            with saying(asked.doing):
                in_machine_code()

    if asked.lane.name == MACHINE:
        compile_it()

    def to_that_depth(depth: int, guess: Any, stats: Stats, stop: Stop) -> SearchResult[Any]:
        if asked.is_worth_compiling():
            compile_it()
        found = asked.answer(
            lambda: in_machine_code()(depth, guess, stats, stop),
            lambda: in_python()(depth, guess, stats, asked.meanwhile(stop) or stop),
        )
        return with_reason(found)

    return to_that_depth


def beyond_looking(game: Game[P, M]) -> str:
    """Why machine code does not look ahead in a game, whatever its rules are; empty if it may."""
    return "a game of one player is searched in Python" if len(game.players) == 1 else ""


def depth_search_in_python(
    position: P,
    rating: Callable[[P], Any],
    growing: Grower[P, M],
    megabytes: int,
    clearing: Clearing,
    tables: Sequence[Tablebase[P, M]] = (),
) -> ToDepth:
    """The lazy tree, searched by a scout with a table of that size; by maxn, without one, for more than two players.

    It ends where endgame tables know the value.
    """
    game = growing.game
    label = label_tree(game, rating if game.odds is None else round_rating_to_units(rating), growing.stats)
    label = compose(look_up(*tables), label) if tables else label
    search: Search = scout if len(game.players) <= 2 else maxn_in_units
    table, order = Table(megabytes=megabytes), Ordering()
    clearing.when_done(table.emptied())

    def found(depth: int, guess: Any, stats: Stats, stop: Stop) -> SearchResult[Any]:
        tree = label(prune(depth)(growing(position)))
        try:
            return search(tree, guess, Context(table, order, stats, clearing.beside(stop), in_units))
        finally:
            clearing.put_off(dismantle(tree))

    return found
