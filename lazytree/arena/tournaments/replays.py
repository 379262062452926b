"""Finished games as records again, and as what a page needs to replay them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lazytree.core.game import Game
from lazytree.core.layout import Stone
from lazytree.playing.announcing import format_payoffs, format_turn
from lazytree.playing.records import Record
from lazytree.show.checked_rules import layout_of, stones_in, text_of, touched_in
from lazytree.show.view import as_data, view_of

from .openings import begun
from .results import Played


def record_of(game: Game[Any, Any], played: Played) -> Record[Any, Any]:
    """The record of a finished game, its opening included.

    Raises: ValueError where the game is not the one that was played.

    >>> from lazytree.games import nim
    >>> record_of(nim(heaps=(1, 2)), Played("nim heaps=1,2", ("a", "b"), "startpos", moves=("b-1", "a-1"))).written()
    ['b-1', 'a-1']
    """
    so_far = begun(game, played.opening)
    for text in played.moves:
        so_far = so_far.play(game.parse(so_far.position, text))
    return so_far


def board_of(game: Game[Any, Any]) -> dict[str, Any] | None:
    """What all pictures of a game's boards share, as `as_data` gives it; None for a game without a board."""
    if game.layout is None:
        return None
    return as_data(view_of(game, game.start, caption="")) | {"stones": [], "text": ""}


def steps_of(game: Game[Any, Any], played: Played) -> list[dict[str, Any]]:
    """The positions of a finished game, each as what has changed since the one before.

    A step has the text of the `move` that led to it, a `caption`, the `mover` (-1: no player), and `last`, the cells of
    the move. `stones` are the changes: [cell] where a stone has gone, [cell, owner, height, mark] where one has come.
    `domino` is [owner, cells] where the move has laid one. A game without a board has the position as `text` instead.

    >>> from lazytree.games import tic_tac_toe
    >>> played = Played("tic_tac_toe", ("a", "b"), "startpos moves b2", payoffs=(0, 0), moves=("a1",))
    >>> [(step["move"], step["stones"]) for step in steps_of(tic_tac_toe(), played)]
    [('', []), ('b2', [[4, 0, 1, 0]]), ('a1', [[6, 1, 1, 0]])]
    """
    so_far = record_of(game, played)
    steps = list(_steps(game, so_far))
    steps[-1] |= {"caption": format_payoffs(game, played.payoffs) + (f": {played.reason}" if played.reason else "")}
    return steps


def _steps(game: Game[Any, Any], so_far: Record[Any, Any]) -> Iterator[dict[str, Any]]:
    layout = None if game.layout is None else layout_of(game)
    before: dict[int, Stone] = {}
    covered = set[int]()
    moves = [None, *so_far.moves]
    texts = ["", *so_far.written()]
    for number, (position, move, text) in enumerate(zip(so_far.positions, moves, texts)):
        mover = _mover(game, so_far, number)
        step: dict[str, Any] = {"move": text, "caption": format_turn(game, position), "mover": mover}
        if layout is None:
            yield step | {"text": text_of(game, position)}
            continue
        last = touched_in(game, so_far.positions[number - 1], move) if number else ()
        if layout.pieces == "covered" and number:
            covered |= set(last)
            step["domino"] = [game.mover(so_far.positions[number - 1]), list(last)]
        now = {stone.cell: stone for stone in stones_in(game, position) if stone.cell not in covered}
        gone = [[cell] for cell in before if cell not in now]
        come = [list(stone) for cell, stone in now.items() if before.get(cell) != stone]
        before = now
        yield step | {"last": list(last), "stones": [*gone, *come]}


def _mover(game: Game[Any, Any], so_far: Record[Any, Any], number: int) -> int:
    """The player to move in a position of a record; -1 in the last one."""
    return game.mover(so_far.positions[number]) if number < len(so_far.moves) else -1
