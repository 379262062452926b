"""The laws of games and ratings. `check_game` and `check_rating` test them on positions of random games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, NoReturn

from lazytree.core.board import at_least
from lazytree.core.game import CHANCE, FIRST, Game, M, P, Rating, refuse_text, require_game
from lazytree.core.laws import (
    bounds_error,
    is_number,
    mover_error,
    moves_error,
    numbers_error,
    opposed_payoffs_error,
    payoffs_error,
    position_error,
    unclear_payoff_error,
    unhashable_error,
    weight_error,
)
from lazytree.core.progress import Tell, saying
from lazytree.core.seeds import random_from
from lazytree.core.stats import Stats
from lazytree.core.values import SURE, WIN, is_clear
from lazytree.playing.random_games import RandomGames, random_game, random_positions, summarize_lengths
from lazytree.solving.exact import Outcomes, TooMany, outcomes_below, with_position_limit
from lazytree.trees.growing import grow

from .board_laws import layout_error, stones_error, touched_error
from .one_line import one_line
from .purity_checks import State, answers_of, change_error, visible_state


class BrokenLaw(AssertionError):  # noqa: N818 - the name that the user reads
    """Raised for a game or a rating that breaks a law; the message names the law and shows the position.

    >>> from dataclasses import replace
    >>> from lazytree.games import nim
    >>> check_game(replace(nim(heaps=(1,)), payoffs=lambda position: (1, 1)))
    Traceback (most recent call last):
    lazytree.playing.laws.BrokenLaw: nim: the payoffs of two players must be a number and its negation, not (1, 1), at
    a
    second to move
    """


def check_game(
    game: Game[P, M], games: int = 20, plies: int = 200, seed: int = 1, progress: Tell | None = None
) -> RandomGames:
    """How long `games` random games of at most `plies` plies are; the game keeps the laws at all their positions.

    The laws: rules are functions of the position alone, and write to no global, class or object (a dict may remember
    answers); moves are listed once each and in the same order when listed again; `play` changes no position; payoffs
    are one number for each player, of two players a number and its negation; odds are ints above 0; `parse` reads what
    `format` writes, and `read` what `show` and `one_line` write; ratings and standings lie within ±SURE; `canonical`
    keeps the mover and the number of moves; `bounds` are true of all positions near the end, whose values are found. If
    the game has a layout: its cells have different names and do not overlap, there is a colour for each player; every
    stone stands on a cell, alone; moves touch cells of it, and two moves that touch the same ones are written apart.
    `seed` chooses the random games. The result is a `RandomGames`,
    which says, too, if no game has ended. `progress` is told every second how far it is; in a notebook it is written.

    Raises: BrokenLaw, which names the law and the position; ValueError unless `games` is a whole number from 1 up and
    `plies` one from 0 up.

    >>> from lazytree.games import nim, tic_tac_toe
    >>> from dataclasses import replace
    >>> check_game(nim(heaps=(1, 1, 1)))
    RandomGames(games=20, ended=20, shortest=3, mean=3.0, longest=3)
    >>> check_game(replace(tic_tac_toe(), moves=lambda position: [4, 4]))
    Traceback (most recent call last):
    lazytree.playing.laws.BrokenLaw: tic_tac_toe: moves must be listed once each, but 'b2' is listed twice, at
    3  . . .
    2  . . .
    1  . . .
       a b c
    """
    require_game(game)
    at_least("games", games, 1)
    at_least("plies", plies, 0)
    _keeps(layout_error(game), game, game.start)
    blaming, random = _blaming(game), random_from(seed)
    before = visible_state(game)
    lengths, checked = list[int | None](), 0

    def counted() -> Iterator[P]:
        nonlocal checked
        for position in random_game(blaming, random, plies):
            yield position
            checked += 1

    def doing() -> str:
        return f"checking {game.name}: game {len(lengths) + 1} of {games}, {checked:,} positions checked"

    with saying(doing, progress):
        for _ in range(games):
            lengths.append(_checked_to_the_end(blaming, counted(), before))
    return summarize_lengths(lengths)


def _checked_to_the_end(game: Game[P, M], positions: Iterable[P], before: State) -> int | None:
    """The number of plies of a game whose positions are these, each checked; None if it is not over at the last one.

    `before` is what the rules could read beside the position, before they were asked.
    """
    branching, known = list[int](), list[tuple[P, object]]()
    for position in positions:
        branching.append(len(_check_position(game, position)))
        known.append((position, answers_of(game, position)))
    for position, answers in reversed(known):
        otherwise = f"{ALONE}, but they answer otherwise when positions are asked in another order"
        _law(answers_of(game, position) == answers, game, position, otherwise)
    written = change_error(before, visible_state(game))
    _law(not written, game, known[-1][0], f"{ALONE}, and write to nothing else, but meanwhile {written}")
    _check_bounds(game, [position for position, _ in known])
    return None if branching[-1] else len(branching) - 1


ALONE = "rules must be functions of the position alone"


def _blaming(game: Game[P, M]) -> Game[P, M]:
    """The game with functions whose errors are raised as BrokenLaw, with the position."""

    def ask(what: str, function: Callable[..., Any]) -> Callable[..., Any]:
        return _asked(game, what, function)

    return replace(
        game,
        mover=ask("mover", game.mover),
        moves=ask("moves", lambda position: _listed(game, position)),
        play=ask("play", game.play),
        payoffs=ask("payoffs", game.payoffs),
        odds=ask("odds", game.odds) if game.odds else None,
        format=ask("format", game.format),
        parse=ask("parse", game.parse),
        show=ask("show", game.show),
        stones=ask("stones", lambda position: list(game.stones(position))),
        touched=ask("touched", lambda position, move: tuple(game.touched(position, move))),
        canonical=ask("canonical", game.canonical) if game.canonical else None,
        bounds=ask("bounds", game.bounds) if game.bounds else None,
        standings={name: ask(f"standing {name!r}", standing) for name, standing in game.standings.items()},
    )


def _asked(game: Game[P, M], what: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of a position whose errors are raised as BrokenLaw, with the position; `what` is its name."""

    def ask(position: P, *more: object) -> Any:
        try:
            return function(position, *more)
        except BrokenLaw:
            raise
        except Exception as error:
            of = "".join(f" of {thing!r}" for thing in more)
            raised = f"it raised {type(error).__name__}: {error}"
            _broken(game, position, f"{what}{of} must have an answer at every position, but {raised}", error)

    return ask


def _listed(game: Game[P, M], position: P) -> list[M]:
    moves = game.moves(position)
    _keeps(moves_error(moves, game.moves(position)), game, position)
    return list(moves)


def _check_position(game: Game[P, M], position: P) -> list[M]:
    moves = _check_moves(game, position)
    if game.bounds is not None:
        _keeps(bounds_error(game.bounds(position)), game, position)
    if moves:
        _check_play(game, position, moves)
        for name, rating in game.ratings.items():
            _check_rating_at(game, name, rating, position)
        for name, standing in game.standings.items():
            numbers = standing(position)
            _keeps(numbers_error(game, f"standing {name!r}", numbers), game, position)
            within = all(abs(number) < SURE for number in numbers)
            bounds = f"the numbers of a standing must lie within ±{SURE:,} (values beyond are wins)"
            _law(within, game, position, f"{bounds}, but {name!r} says {numbers!r}")
    else:
        _check_payoffs(game, position)
    _keeps(stones_error(game, position), game, position)
    _keeps(touched_error(game, position, moves), game, position)
    _check_texts(game, position, moves)
    _check_canonical(game, position, moves)
    return moves


def _check_moves(game: Game[P, M], position: P) -> list[M]:
    _keeps(unhashable_error("positions", position), game, position)
    moves = list(game.moves(position))
    _law(moves == list(game.moves(position)), game, position, "moves must be the same when asked again")
    for at, move in enumerate(moves):
        again = moves.index(move) != at
        text = _written(game, position, move)
        _keeps(unhashable_error("moves", move), game, position)
        _law(not again, game, position, f"moves must be listed once each, but {text!r} is listed twice")
    mover = game.mover(position)
    _keeps(mover_error(game, mover), game, position)
    if mover == CHANCE and moves:
        _check_odds(game, position, moves)
    return moves


def _check_odds(game: Game[P, M], position: P, moves: list[M]) -> None:
    if game.odds is None:
        _broken(game, position, "a game in which chance moves must have `odds`")
    for move in moves:
        _keeps(weight_error(game.odds(position, move)), game, position)


def _check_play(game: Game[P, M], position: P, moves: list[M]) -> None:
    before = _look_of(game, position)
    for move in moves:
        text = _written(game, position, move)
        inside = _inside(position)
        after = game.play(position, move)
        _keeps(position_error(after), game, position)
        hidden = after is position and _inside(position) != inside
        unchanged = not hidden and _look_of(game, position) == before
        _law(unchanged, game, position, f"play must not change the old position, but {text!r} does")
        again = game.play(position, move)
        if type(after).__eq__ is object.__eq__ and after is not again:
            fix = "give it __eq__ and __hash__, as a NamedTuple or @dataclass(frozen=True) has them"
            _broken(game, position, f"equal positions must be equal, but {type(after).__name__} has no __eq__: {fix}")
        equal = after == again and hash(after) == hash(again)
        _law(equal, game, position, f"play must be a function, but {text!r} leads to unequal positions")


def _look_of(game: Game[P, M], position: P) -> tuple[object, ...]:
    return hash(position), repr(position), game.show(position), list(game.moves(position))


def _inside(position: object) -> str:
    return repr(getattr(position, "__dict__", None))


def _check_payoffs(game: Game[P, M], position: P) -> None:
    payoffs = game.payoffs(position)
    _keeps(payoffs_error(game, payoffs), game, position)
    _keeps(opposed_payoffs_error(payoffs), game, position)
    for payoff in payoffs:
        _keeps("" if is_clear(WIN * payoff) else unclear_payoff_error(payoff), game, position)


def _check_texts(game: Game[P, M], position: P, moves: list[M]) -> None:
    for move in moves:
        text = game.format(position, move)
        same = game.parse(position, text) == move
        _law(same, game, position, f"parse must read what format writes, but {text!r} is read as another move")
    shown = game.show(position)
    _law(isinstance(shown, str), game, position, f"show must return a text, not {shown!r}")
    if game.read is not refuse_text:
        same = _asked(game, "read", lambda position: game.read(shown))(position) == position
        _law(same, game, position, "read must return the position whose text show wrote")
        if "/" not in shown:  # where it has another meaning in this game, there may be no such line
            _asked(game, "one_line", lambda position: one_line(game, position))(position)


def _check_canonical(game: Game[P, M], position: P, moves: list[M]) -> None:
    if game.canonical is not None:
        twin = game.canonical(position)
        _law(game.canonical(twin) == twin, game, position, "canonical(canonical(p)) must be canonical(p)")
        same = game.mover(twin) == game.mover(position) and len(list(game.moves(twin))) == len(moves)
        _law(same, game, position, "a canonical position must have the same mover and as many moves")


NEAR_THE_END = 200  # positions below one whose value is found


def _check_bounds(game: Game[P, M], positions: list[P]) -> None:
    """Compares bounds with the values of the last positions of a game, and of all that lie below these."""
    if game.bounds is None:
        return
    for below, outcome in _values_near(game, positions).items():
        bounds, value = game.bounds(below), outcome.payoffs[FIRST]
        told = bounds_error(bounds) or (
            "" if bounds[0] <= value <= bounds[1] else f"FIRST gets {value} with best play, outside the bounds {bounds}"
        )
        _keeps(told, game, below)


def _values_near(game: Game[P, M], positions: list[P]) -> Outcomes:
    """The values below the first of these positions that has no more than NEAR_THE_END positions below it."""
    found: Outcomes = {}
    for position in reversed(positions):
        spent = Stats()
        try:
            below = grow(replace(game, canonical=None), spent)(position)
            found = outcomes_below(game, below, spent, with_position_limit(spent, NEAR_THE_END, None))
        except TooMany:
            break
    return found


def check_rating(game: Game[P, M], rating: Rating[P], games: int = 20, plies: int = 200, seed: int = 1) -> None:
    """Checks that a rating is a number within ±SURE, equal when asked again, at every position of random games.

    `games` games of at most `plies` plies are played; `seed` chooses them. Raises BrokenLaw otherwise.

    >>> from lazytree.games import tic_tac_toe
    >>> check_rating(tic_tac_toe(), lambda position: 10**9)
    Traceback (most recent call last):
    lazytree.playing.laws.BrokenLaw: tic_tac_toe: a rating must lie within ±990,000 (values beyond are wins), but
    'rating' says 1000000000, at
    3  . . .
    2  . . .
    1  . . .
       a b c
    """
    require_game(game)
    for position in random_positions(game, random_from(seed), games, plies):
        if any(True for _ in game.moves(position)):
            _check_rating_at(game, "rating", rating, position)


def _check_rating_at(game: Game[P, M], name: str, rating: Rating[P], position: P) -> None:
    ask = _asked(game, f"rating {name!r}", rating)
    number = ask(position)
    _law(is_number(number), game, position, f"a rating must be a number, but {name!r} says {number!r}")
    within = abs(number) < SURE
    bounds = f"a rating must lie within ±{SURE:,} (values beyond are wins)"
    _law(within, game, position, f"{bounds}, but {name!r} says {number!r}")
    _law(number == ask(position), game, position, f"a rating must be a function, but {name!r} gives unequal numbers")


def _written(game: Game[P, M], position: P, move: M) -> str:
    try:
        return game.format(position, move)
    except Exception:
        return repr(move)


def _keeps(law: str, game: Game[P, M], position: P) -> None:
    """Raises BrokenLaw if the sentence `law`, which says what is broken, is not empty."""
    if law:
        _broken(game, position, law)


def _law(kept: bool, game: Game[P, M], position: P, law: str) -> None:
    if not kept:
        _broken(game, position, law)


def _broken(game: Game[P, M], position: P, law: str, cause: Exception | None = None) -> NoReturn:
    try:
        where = game.show(position)
    except Exception:
        where = repr(position)
    raise BrokenLaw(f"{game.name}: {law}, at\n{where}") from cause
