"""The laws that every game keeps. `check_game` tries to break them on positions met in random play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from numbers import Real
from random import Random
from typing import Any, NoReturn

from lazytree.core.game import CHANCE, Game, M, P, Rating, a_game, drawn, no_text
from lazytree.core.values import SURE


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
    lazytree.playing.laws.BrokenLaw: tic_tac_toe: moves are listed once each: 'b2' comes again, at
    3  . . .
    2  . . .
    1  . . .
       a b c
    """
    a_game(game)
    blaming = _blaming(game)
    for position in random_positions(blaming, Random(seed), games, plies):
        _check_position(blaming, position)


def _blaming(game: Game[P, M]) -> Game[P, M]:
    """The same game; whatever its functions raise is a broken law, named with the position."""

    def ask(what: str, function: Callable[..., Any]) -> Callable[..., Any]:
        return _asked(game, what, function)

    return replace(
        game,
        mover=ask("mover", game.mover),
        moves=ask("moves", lambda position: list(game.moves(position))),
        play=ask("play", game.play),
        payoffs=ask("payoffs", game.payoffs),
        odds=ask("odds", game.odds) if game.odds else None,
        format=ask("format", game.format),
        parse=ask("parse", game.parse),
        show=ask("show", game.show),
        canonical=ask("canonical", game.canonical) if game.canonical else None,
        standings={name: ask(f"standing {name!r}", standing) for name, standing in game.standings.items()},
    )


def _asked(game: Game[P, M], what: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def ask(position: P, *more: object) -> Any:
        try:
            return function(position, *more)
        except Exception as error:
            of = "".join(f" of {thing!r}" for thing in more)
            raised = f"it raised {type(error).__name__}: {error}"
            _broken(game, position, f"{what}{of} answers wherever it is asked: {raised}", error)

    return ask


def _check_position(game: Game[P, M], position: P) -> None:
    moves = _check_moves(game, position)
    if moves:
        _check_play(game, position, moves)
        for name, rating in game.ratings.items():
            _check_rating_at(game, name, rating, position)
        for name, standing in game.standings.items():
            _check_numbers(game, position, f"standing {name!r}", standing(position))
    else:
        _check_payoffs(game, position)
    _check_texts(game, position, moves)
    _check_canonical(game, position, moves)


def _check_moves(game: Game[P, M], position: P) -> list[M]:
    _asked(game, "hash", hash)(position)
    moves = list(game.moves(position))
    _law(moves == list(game.moves(position)), game, position, "moves are the same when asked again")
    for at, move in enumerate(moves):
        again = moves.index(move) != at
        _law(not again, game, position, f"moves are listed once each: {_written(game, position, move)!r} comes again")
    mover = game.mover(position)
    is_player = isinstance(mover, int) and (mover == CHANCE or 0 <= mover < len(game.players))
    _law(is_player, game, position, f"the mover is a player, not {mover!r}")
    if mover == CHANCE and moves:
        _check_odds(game, position, moves)
    return moves


def _check_odds(game: Game[P, M], position: P, moves: list[M]) -> None:
    if game.odds is None:
        _broken(game, position, "a game in which chance moves has `odds`")
    for move in moves:
        weight = game.odds(position, move)
        _law(isinstance(weight, int) and weight > 0, game, position, f"odds are ints above 0, not {weight!r}")


def _check_play(game: Game[P, M], position: P, moves: list[M]) -> None:
    before = _look_of(game, position)
    for move in moves:
        text = _written(game, position, move)
        inside = _inside(position)
        after = game.play(position, move)
        hidden = after is position and _inside(position) != inside
        unchanged = not hidden and _look_of(game, position) == before
        _law(unchanged, game, position, f"play leaves the old position alone: {text!r} did not")
        again = game.play(position, move)
        _law(after == again and hash(after) == hash(again), game, position, f"play is a function: {text!r} varies")


def _look_of(game: Game[P, M], position: P) -> tuple[object, ...]:
    return hash(position), repr(position), game.show(position), list(game.moves(position))


def _inside(position: object) -> str:
    return repr(getattr(position, "__dict__", None))


def _check_payoffs(game: Game[P, M], position: P) -> None:
    payoffs = game.payoffs(position)
    _check_numbers(game, position, "payoffs", payoffs)
    opposed = len(payoffs) != 2 or payoffs[0] == -payoffs[1]
    _law(opposed, game, position, f"two players' payoffs are a number and its negation, not {payoffs!r}")


def _check_numbers(game: Game[P, M], position: P, what: str, numbers: object) -> None:
    count = len(game.players)
    kept = isinstance(numbers, tuple) and len(numbers) == count and all(map(_is_number, numbers))
    _law(kept, game, position, f"{what}: a tuple of one number a player: {count}, not {numbers!r}")


def _is_number(thing: object) -> bool:
    return isinstance(thing, Real) and thing == thing


def _check_texts(game: Game[P, M], position: P, moves: list[M]) -> None:
    for move in moves:
        text = game.format(position, move)
        same = game.parse(position, text) == move
        _law(same, game, position, f"parse reads what format writes: {text!r} is read otherwise")
    shown = game.show(position)
    _law(isinstance(shown, str), game, position, f"show writes a text, not {shown!r}")
    if game.read is not no_text:
        same = _asked(game, "read", lambda position: game.read(shown))(position) == position
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
    lazytree.playing.laws.BrokenLaw: tic_tac_toe: a rating lies within ±990,000, wins are beyond: 'rating' says
    1000000000, at
    3  . . .
    2  . . .
    1  . . .
       a b c
    """
    for position in random_positions(game, Random(seed), games, plies):
        if any(True for _ in game.moves(position)):
            _check_rating_at(game, "rating", rating, position)


def _check_rating_at(game: Game[P, M], name: str, rating: Rating[P], position: P) -> None:
    ask = _asked(game, f"rating {name!r}", rating)
    number = ask(position)
    _law(_is_number(number), game, position, f"a rating is a number: {name!r} says {number!r}")
    within = abs(number) < SURE
    _law(within, game, position, f"a rating lies within ±{SURE:,}, wins are beyond: {name!r} says {number!r}")
    _law(number == ask(position), game, position, f"a rating is a function: {name!r} varies")


def _written(game: Game[P, M], position: P, move: M) -> str:
    try:
        return game.format(position, move)
    except Exception:
        return repr(move)


def _law(kept: bool, game: Game[P, M], position: P, law: str) -> None:
    if not kept:
        _broken(game, position, law)


def _broken(game: Game[P, M], position: P, law: str, cause: Exception | None = None) -> NoReturn:
    try:
        where = game.show(position)
    except Exception:
        where = repr(position)
    raise BrokenLaw(f"{game.name}: {law}, at\n{where}") from cause
