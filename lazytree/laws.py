"""The laws that every game keeps. `check_game` tries to break them on positions met in random play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, NoReturn

from lazytree.game import CHANCE, Game, M, P, Rating, no_text
from lazytree.playing import drawn
from lazytree.worth import SURE


class BrokenLaw(AssertionError):  # noqa: N818 - the name that the user reads
    """A game or a rating breaks a law; the message says which one and where."""


def random_positions(game: Game[P, M], random: Random, games: int = 20, plies: int = 200) -> Iterator[P]:
    """The positions of some games played at random from the start, each of at most `plies` plies."""
    for _ in range(games):
        position = game.start
        yield position
        for _ in range(plies):
            moves = list(game.moves(position))
            if not moves:
                break
            position = game.play(position, drawn(game, position, moves, random))
            yield position


def check_game(game: Game[P, M], games: int = 20, plies: int = 200, seed: int = 0) -> None:
    """Nothing, if the game keeps its laws wherever `games` random games of at most `plies` plies lead.

    Raises BrokenLaw, which names the law and the position.

    >>> from lazytree.games import tic_tac_toe
    >>> from dataclasses import replace
    >>> check_game(tic_tac_toe())
    >>> check_game(replace(tic_tac_toe(), moves=lambda position: [4, 4]))
    Traceback (most recent call last):
    lazytree.laws.BrokenLaw: tic_tac_toe: moves are listed once each: 'b2' comes again, at
    3  . . .
    2  . . .
    1  . . .
       a b c
    """
    for position in random_positions(_checked_as_it_goes(game), Random(seed), games, plies):
        _check_position(game, position)


def _checked_as_it_goes(game: Game[P, M]) -> Game[P, M]:
    """The same game; what it raises on the way is a broken law too."""
    return replace(
        game,
        moves=lambda position: _call(game, position, "moves", lambda: list(game.moves(position))),
        play=lambda position, move: _call(game, position, "play", lambda: game.play(position, move)),
    )


def _check_position(game: Game[P, M], position: P) -> None:
    moves = _check_moves(game, position)
    if moves:
        _check_play(game, position, moves)
        for name, rating in game.ratings.items():
            _check_rating_at(game, name, rating, position)
        for name, standing in game.standings.items():
            numbers = _call(game, position, f"standing {name!r}", lambda: standing(position))  # noqa: B023
            _law(len(numbers) == len(game.players), game, position, f"standing {name!r} has one number a player")
    else:
        _check_payoffs(game, position)
    _check_texts(game, position, moves)
    _check_canonical(game, position, moves)


def _check_moves(game: Game[P, M], position: P) -> list[M]:
    _call(game, position, "hash", lambda: hash(position))
    moves: list[M] = _call(game, position, "moves", lambda: list(game.moves(position)))
    _law(moves == list(game.moves(position)), game, position, "moves are the same when asked again")
    for at, move in enumerate(moves):
        again = moves.index(move) != at
        _law(not again, game, position, f"moves are listed once each: {_written(game, position, move)!r} comes again")
    mover = _call(game, position, "mover", lambda: game.mover(position))
    _law(mover == CHANCE or 0 <= mover < len(game.players), game, position, f"the mover is a player, not {mover!r}")
    if mover == CHANCE and moves:
        odds = game.odds
        _law(odds is not None, game, position, "a game in which chance moves has `odds`")
        for move in moves if odds else ():
            weight = odds(position, move) if odds else 0
            _law(isinstance(weight, int) and weight > 0, game, position, f"odds are ints above 0, not {weight!r}")
    return moves


def _check_play(game: Game[P, M], position: P, moves: list[M]) -> None:
    before = _look_of(game, position)
    for move in moves:
        text = _written(game, position, move)
        after = _call(game, position, f"play of {text!r}", lambda: game.play(position, move))  # noqa: B023
        _law(
            _look_of(game, position) == before, game, position, f"play leaves the old position alone: {text!r} did not"
        )
        again = game.play(position, move)
        _law(after == again and hash(after) == hash(again), game, position, f"play is a function: {text!r} varies")


def _look_of(game: Game[P, M], position: P) -> tuple[object, ...]:
    return hash(position), repr(position), game.show(position), list(game.moves(position))


def _check_payoffs(game: Game[P, M], position: P) -> None:
    payoffs = _call(game, position, "payoffs", lambda: game.payoffs(position))
    count = len(game.players)
    _law(len(payoffs) == count, game, position, f"payoffs are one number a player: {count}, not {payoffs!r}")
    if count == 2:
        _law(
            payoffs[0] == -payoffs[1],
            game,
            position,
            f"two players' payoffs are a number and its negation: {payoffs!r}",
        )


def _check_texts(game: Game[P, M], position: P, moves: list[M]) -> None:
    for move in moves:
        text = _call(game, position, "format", lambda: game.format(position, move))  # noqa: B023
        same = _call(game, position, "parse", lambda: game.parse(position, text)) == move  # noqa: B023
        _law(same, game, position, f"parse reads what format writes: {text!r} is read otherwise")
    shown = _call(game, position, "show", lambda: game.show(position))
    if game.read is not no_text:
        same = _call(game, position, "read", lambda: game.read(shown)) == position
        _law(same, game, position, "read reads what show writes")


def _check_canonical(game: Game[P, M], position: P, moves: list[M]) -> None:
    if game.canonical is not None:
        twin = game.canonical(position)
        _law(game.canonical(twin) == twin, game, position, "canonical(canonical(p)) == canonical(p)")
        same = game.mover(twin) == game.mover(position) and len(list(game.moves(twin))) == len(moves)
        _law(same, game, position, "a canonical position has the same mover and as many moves")


def check_rating(game: Game[P, M], rating: Rating[P], games: int = 20, plies: int = 200, seed: int = 0) -> None:
    """Nothing, if a rating is a number within ±SURE, and the same when asked again, wherever random games lead.

    >>> from lazytree.games import tic_tac_toe
    >>> check_rating(tic_tac_toe(), lambda position: 10**9)
    Traceback (most recent call last):
    lazytree.laws.BrokenLaw: tic_tac_toe: a rating lies within ±990,000, wins are beyond: 'rating' says 1000000000, at
    3  . . .
    2  . . .
    1  . . .
       a b c
    """
    for position in random_positions(game, Random(seed), games, plies):
        if any(True for _ in game.moves(position)):
            _check_rating_at(game, "rating", rating, position)


def _check_rating_at(game: Game[P, M], name: str, rating: Rating[P], position: P) -> None:
    number = _call(game, position, f"rating {name!r}", lambda: rating(position))
    is_number = isinstance(number, int | float | Fraction) and number == number
    _law(is_number, game, position, f"a rating is a number: {name!r} says {number!r}")
    _law(
        abs(number) < SURE, game, position, f"a rating lies within ±{SURE:,}, wins are beyond: {name!r} says {number!r}"
    )
    _law(number == rating(position), game, position, f"a rating is a function: {name!r} varies")


def _call(game: Game[P, M], position: P, what: str, call: Callable[[], Any]) -> Any:
    try:
        return call()
    except BrokenLaw:
        raise
    except Exception as error:
        _broken(
            game, position, f"{what} answers wherever it is asked: it raised {type(error).__name__}: {error}", error
        )


def _written(game: Game[P, M], position: P, move: M) -> str:
    try:
        return game.format(position, move)
    except Exception:
        return repr(move)


def _law(kept: bool, game: Game[P, M], position: P, law: str) -> None:
    if not kept:
        _broken(game, position, law, None)


def _broken(game: Game[P, M], position: P, law: str, cause: Exception | None) -> NoReturn:
    try:
        where = game.show(position)
    except Exception:
        where = repr(position)
    raise BrokenLaw(f"{game.name}: {law}, at\n{where}") from cause
