"""The words of UGI, the universal game interface: chess's UCI for any game.

A move is the game's own notation without spaces. A position is `startpos`, or `fen` and the line that
`lazytree.one_line` writes, then `moves` and the moves that were played, those of chance included.

Source: UGI as the runner cutegames speaks it; Huber and Meyer-Kahlen, Universal Chess Interface (2000).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lazytree.core.game import CHANCE, Game, IllegalMove, M, P, is_over, legal_move
from lazytree.playing.one_line import one_line

NO_MOVE = "none"
"""What stands for a move where the game is over."""

RESIGN = "resign"
"""What stands for a move where an engine gives up."""


def move_word(game: Game[P, M], position: P, move: M) -> str:
    """A move as one word: the game's notation without spaces.

    >>> from lazytree.games import nim
    >>> move_word(nim(), nim().start, next(iter(nim().moves(nim().start))))
    'a-1'
    """
    return "".join(game.format(position, move).split())


def read_move(game: Game[P, M], position: P, word: str) -> M:
    """The legal move that is written so. Raises IllegalMove if there is none."""
    for move in game.moves(position):
        if move_word(game, position, move) == word:
            return move
    try:
        return legal_move(game, position, game.parse(position, word))
    except IllegalMove:
        raise
    except Exception as error:
        raise IllegalMove(f"{word!r} is not a legal move ({error})") from error


def position_words(game: Game[P, M], begun: P, moves: Iterable[M]) -> str:
    """The command that sets a position: where play began, and the moves since then.

    >>> from lazytree.games import nim
    >>> game = nim(heaps=(2,))
    >>> position_words(game, game.start, [next(iter(game.moves(game.start)))])
    'position startpos moves a-1'
    """
    words = ["position", "startpos" if begun == game.start else f"fen {one_line(game, begun)}"]
    played, here = [], begun
    for move in moves:
        played.append(move_word(game, here, move))
        here = game.play(here, move)
    return " ".join([*words, *(["moves", *played] if played else [])])


def position_of(game: Game[P, M], words: Sequence[str]) -> P:
    """The position that the words after `position` set. Raises ValueError where they set none."""
    before, moves = list(words), list[str]()
    if "moves" in before:
        at = len(before) - 1 - before[::-1].index("moves")
        before, moves = before[:at], before[at + 1 :]
    if before[:1] == ["startpos"]:
        here = game.start
    elif before[:1] == ["fen"] and len(before) > 1:
        here = game.read(" ".join(before[1:]))
    else:
        raise ValueError("write: position startpos, or position fen and a position in one line; then moves")
    for word in moves:
        here = game.play(here, read_move(game, here, word))
    return here


def answer_query(game: Game[Any, Any], position: Any, question: str) -> str:
    """The answer to `query gameover`, `query p1turn` or `query result`.

    >>> from lazytree.games import nim
    >>> answer_query(nim(), nim().start, "p1turn"), answer_query(nim(), nim().start, "result")
    ('true', 'none')
    """
    over = is_over(game, position)
    if question == "gameover":
        return str(over).lower()
    if question == "p1turn":
        mover = game.mover(position)
        return str(mover == 0 and mover != CHANCE).lower()
    if question == "result":
        return result_word(game.payoffs(position)) if over else "none"
    raise ValueError(f"query gameover, p1turn or result, not {question!r}")


def result_word(payoffs: Sequence[float]) -> str:
    """A result as one word: `p1win`, `p2win` and so on, or `draw`.

    >>> result_word((1, -1)), result_word((0, 0)), result_word((0, 1, 0))
    ('p1win', 'draw', 'p2win')
    """
    top = max(payoffs)
    return f"p{payoffs.index(top) + 1}win" if list(payoffs).count(top) == 1 else "draw"
