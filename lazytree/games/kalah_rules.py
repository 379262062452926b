"""Kalah: sow seeds around the board, gather them in your store."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree.core.board import at_least, letters
from lazytree.core.game import FIRST, SECOND, Cell, Game, Picture, reading

PLAYERS = ("first", "second")


class Position(NamedTuple):
    board: PVector[int]  # seeds in the pits of FIRST, its store, the pits of SECOND, its store: the order of sowing
    mover: int


def mover(position: Position) -> int:
    return position.mover


def format_move(position: Position, pit: int) -> str:
    return letters(pit)


def in_columns(left: object, middle: Iterable[object], right: object = "") -> str:
    return "".join(f"{entry:>3}" for entry in [left, *middle, right]).rstrip()


def kalah(pits: int = 6, seeds: int = 4, score: str = "win") -> Game[Position, int]:
    """Kalah: take all seeds of one of your pits and sow them one by one into the pits and the store that follow.

    Sowing goes to the right along your row, into your store, to the left along the other's row, past the other's
    store, and round again. If the last seed falls into your store, you move again. If it falls into an empty pit of
    yours, it goes into your store together with all seeds of the pit opposite (even if there are none). As soon as
    one row is empty the game ends, the seeds of the other row go into its owner's store, and more seeds win.
    A move is written as its pit, `a` being leftmost as its owner sees it: farthest from the store.

    `score="win"` pays 1, 0 or -1; `score="margin"` pays the difference of the stores.

    >>> game = kalah()
    >>> print(game.show(game.play(game.start, game.parse(game.start, "c"))))
         f  e  d  c  b  a
         4  4  4  4  4  4
      0                    1
         4  4  0  5  5  5
         a  b  c  d  e  f
    first to move

    Raises ValueError unless `pits` and `seeds` are at least 1 and `score` is one of the two.
    Source: Irving, Donkers and Uiterwijk, *Solving Kalah* (2000), with their empty capture: on 6 pits of 4 seeds the
    first player wins by 10.
    """
    at_least("pits", pits, 1)
    at_least("seeds", seeds, 1)
    if score not in ("win", "margin"):
        raise ValueError(f'score must be "win" or "margin", not {score!r}')
    by_margin = score == "margin"
    holes = 2 * pits + 2
    stores = (pits, 2 * pits + 1)
    first_pits = (0, pits + 1)
    # next_hole[player][hole]: where the player's sowing goes on, round the board but not into the other's store
    next_hole = tuple(
        tuple((hole + (2 if hole + 1 == stores[1 - player] else 1)) % holes for hole in range(holes))
        for player in (FIRST, SECOND)
    )

    def seeds_in_row(board: PVector[int], player: int) -> int:
        return sum(board[hole] for hole in range(first_pits[player], stores[player]))

    def seeds_of(board: PVector[int], player: int) -> int:
        return seeds_in_row(board, player) + board[stores[player]]

    def moves(position: Position) -> Iterator[int]:
        board, mover = position
        for pit in range(pits):
            if board[first_pits[mover] + pit] > 0:
                yield pit

    def play(position: Position, pit: int) -> Position:
        board, mover = position
        hole = first_pits[mover] + pit
        in_hand = board[hole]
        board = board.set(hole, 0)
        while in_hand > 0:
            hole = next_hole[mover][hole]
            board = board.set(hole, board[hole] + 1)
            in_hand -= 1
        board = gathered(captured(board, mover, hole))
        return Position(board, mover if hole == stores[mover] else 1 - mover)

    def captured(board: PVector[int], mover: int, last: int) -> PVector[int]:
        """The board once the last seed has been sown there: it captures from an own pit that was empty."""
        store, opposite = stores[mover], 2 * pits - last
        if board[last] != 1 or not first_pits[mover] <= last < store:
            return board
        return board.set(store, board[store] + 1 + board[opposite]).set(last, 0).set(opposite, 0)

    def gathered(board: PVector[int]) -> PVector[int]:
        """The board with all seeds in the stores, once a row is empty."""
        if seeds_in_row(board, FIRST) > 0 and seeds_in_row(board, SECOND) > 0:
            return board
        first, second = seeds_of(board, FIRST), seeds_of(board, SECOND)
        return pvector(
            first if hole == stores[FIRST] else second if hole == stores[SECOND] else 0 for hole in range(holes)
        )

    def payoffs(position: Position) -> tuple[int, int]:
        lead = in_store(position)
        if not by_margin:
            lead = (lead > 0) - (lead < 0)
        return lead, -lead

    def in_store(position: Position) -> int:
        """Seeds in the store of FIRST minus seeds in that of SECOND."""
        return position.board[stores[FIRST]] - position.board[stores[SECOND]]

    def on_side(position: Position) -> int:
        """Seeds in the store and the pits of FIRST minus those of SECOND."""
        return seeds_of(position.board, FIRST) - seeds_of(position.board, SECOND)

    def turns_to_gain(board: PVector[int], player: int) -> int:
        """The player's pits from which the last seed would fall into its store."""
        start, store = first_pits[player], stores[player]
        return sum(
            1 for hole in range(start, store) if (board[hole] + hole - store) % (2 * pits + 1) == 0 < board[hole]
        )

    def extra_turns(position: Position) -> int:
        """Pits with which FIRST could move again minus those with which SECOND could."""
        return turns_to_gain(position.board, FIRST) - turns_to_gain(position.board, SECOND)

    def show(position: Position) -> str:
        board, mover = position
        first_row, second_row = board[:pits], reversed(board[pits + 1 : -1])
        names = [letters(pit) for pit in range(pits)]
        lines = [
            in_columns("", reversed(names)),
            in_columns("", second_row),
            in_columns(board[stores[SECOND]], [""] * pits, board[stores[FIRST]]),
            in_columns("", first_row),
            in_columns("", names),
        ]
        return "\n".join([*lines, f"{PLAYERS[mover]} to move"])

    def read(text: str) -> Position:
        numbers = [int(number) for number in re.findall(r"\d+", text)]
        movers = [player for player, name in enumerate(PLAYERS) if text.strip().endswith(f"{name} to move")]
        if len(numbers) != holes or not movers:
            raise ValueError(
                f"a position is {holes} numbers of seeds (pits of the second player from its last to its first,"
                " its store, the store of the first player, its pits) and a last line 'first to move' or"
                f" 'second to move'; this is not:\n{text}"
            )
        board = pvector([*numbers[pits + 2 :], numbers[pits + 1], *reversed(numbers[:pits]), numbers[pits]])
        if board != gathered(board):
            raise ValueError(f"a row is empty, so all seeds belong into the stores:\n{text}")
        return Position(board, movers[0])

    def picture(position: Position) -> Picture:
        return Picture(tuple(cell(hole, seeds) for hole, seeds in enumerate(position.board)))

    def cell(hole: int, seeds: int) -> Cell:
        owner, pit = divmod(hole, pits + 1)
        x, y = (pit + 1.0, 1.0) if owner == FIRST else (float(pits - pit), 0.0)
        name = letters(pit) if pit < pits else "store"
        return Cell(name, x, 0.5 if pit == pits else y, "circle", owner if seeds else None, seeds, str(seeds))

    return Game(
        name="kalah",
        start=Position(pvector(2 * ([seeds] * pits + [0])), FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=payoffs,
        players=PLAYERS,
        ratings={"stores": in_store, "on_side": on_side, "extra_turns": extra_turns},
        format=format_move,
        parse=reading(moves, format_move),
        show=show,
        read=read,
        picture=picture,
        parameters={"pits": pits, "seeds": seeds, "score": score},
    )
