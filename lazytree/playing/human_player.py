"""The bot that asks a person for each move."""

from __future__ import annotations

from collections.abc import Callable

from lazytree.core.game import Game, M, P, require_game
from lazytree.core.texts import arrange_in_columns
from lazytree.searching.choosing import Bot, choices

MOST_NUMBERED = 500
"""The most legal moves whose numbers are read: among more, a person would have to look through a long list."""


def human(game: Game[P, M], ask: Callable[[str], str], tell: Callable[[str], object]) -> Bot[P, M]:
    """The bot that asks a person: `ask(prompt)` returns the answer, `tell(text)` shows what is wrong with it.

    The prompt is the game's own, `game.prompt`, if it has one. An answer is a move in the game's notation, or its
    number in the list that `?` shows (not where the game itself reads numbers, as for columns). A wrong answer is asked
    again.

    >>> from lazytree.games import nim
    >>> answers = iter(["a-9", "2"])
    >>> human(nim(heaps=(1, 2)), lambda prompt: next(answers), print)(nim(heaps=(1, 2)).start)
    'a-9' is not a legal move; legal here: a-1, b-1, b-2
    Take(heap=1, pieces=1)
    """
    require_game(game)

    def bot(position: P) -> M:
        moves = choices(game, position)
        numbers = _numbers(game, position, moves)
        while True:
            answer = ask(_prompt(game, position)).strip()
            if answer == "?":
                tell(arrange_in_columns([f"{numbers[move]}{game.format(position, move)}" for move in moves]))
                continue
            try:
                return game.parse(position, answer)
            except ValueError as error:
                for move in moves:
                    if numbers[move] == f"{answer}. ":
                        return move
                tell(str(error))

    return bot


def _prompt(game: Game[P, M], position: P) -> str:
    if game.prompt is not None:
        return game.prompt(position)
    return f"{game.players[game.mover(position)]}, your move (? lists them): "


def _numbers(game: Game[P, M], position: P, moves: list[M]) -> dict[M, str]:
    """For each move "1. ", "2. " and so on; empty texts if the game reads these numbers as other moves."""
    if len(moves) > MOST_NUMBERED:
        return dict.fromkeys(moves, "")
    numbers = [str(number) for number in range(1, len(moves) + 1)]
    read = [_read(game, position, number) for number in numbers]
    free = read == moves or not any(move is not None for move in read)
    return {move: f"{number}. " if free else "" for move, number in zip(moves, numbers)}


def _read(game: Game[P, M], position: P, text: str) -> M | None:
    try:
        return game.parse(position, text)
    except ValueError:
        return None
