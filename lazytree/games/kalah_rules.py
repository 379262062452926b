"""Kalah: sow seeds around the board and gather them in your store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pyrsistent import PVector, pvector

from lazytree.core.board import at_least, at_most, letters
from lazytree.core.game import FIRST, SECOND, Game
from lazytree.core.layout import BLUE, RUST, Cell, Count, Label, Layout, Side, Stone

from .support.arguments import true_or_false
from .support.payoffs import paid_by_lead, paid_for_lead
from .support.turns import mover, mover_in, turn

PLAYERS = ("first", "second")
MOST_PITS, MOST_SEEDS = 100, 1000


class Position(NamedTuple):
    """The seeds in every hole and whose turn it is.

    The holes are numbered in the order of sowing: the pits of FIRST, its store, the pits of SECOND, its store.
    """

    board: PVector[int]
    mover: int


def format_move(position: Position, pit: int) -> str:
    """The letter of the pit."""
    return letters(pit)


def in_columns(left: object, middle: Iterable[object], right: object = "") -> str:
    """A line of text: every entry takes three places."""
    return "".join(f"{entry:>3}" for entry in [left, *middle, right]).rstrip()


def layout(pits: int) -> Layout:
    """Two rows of pits, FIRST's below, with a store at the right end of each, as its owner sees it.

    The holes of SECOND have their names in capitals: moves are read so, too.
    """
    pit_names = [letters(pit) for pit in range(pits)]
    cells = [Cell(name, pit + 1, 1, "circle") for pit, name in enumerate(pit_names)]
    cells += [Cell("store", pits + 1, 0.5, "circle")]
    cells += [Cell(name.upper(), pits - pit, 0, "circle") for pit, name in enumerate(pit_names)]
    cells += [Cell("STORE", 0, 0.5, "circle")]
    rows = [Side(owner, ((0.5, y), (pits + 0.5, y))) for owner, y in ((FIRST, 1.6), (SECOND, -0.6))]
    labels = [Label(name, pit + 1, 1.85) for pit, name in enumerate(pit_names)]
    labels += [Label(name, pits - pit, -0.85) for pit, name in enumerate(pit_names)]
    stores = Count("seeds", (pits, 2 * pits + 1), heights=True)
    return Layout(tuple(cells), "seeds", (RUST, BLUE), tuple(rows), tuple(labels), count=stores)


def kalah(pits: int = 6, seeds: int = 4, score: str = "win", empty_capture: bool = True) -> Game[Position, int]:
    """Kalah, where seeds are sown around the board and the player who gathers more of them wins.

    Each player has a row of pits with seeds in them and a store at the row's right end. The first player begins. In a
    turn you take all seeds of one of your pits and sow them one by one into the holes that follow: to the right along
    your row, into your store, to the left along the other row, past the other store, and round again. If the last
    seed falls into your store, you move again. If it falls into an empty pit of yours, it goes into your store
    together with all seeds of the pit opposite (even if there are none). As soon as one row is empty the game ends,
    and the seeds of the other row go into its owner's store. More seeds win.

    Arguments: `pits`, each player's pits, and `seeds`, in each pit at the start, both at least 1; `score="win"` pays
    1, 0 or -1, `score="margin"` the difference of the stores; with `empty_capture=False`, as others play, nothing is
    captured where the pit opposite is empty: the last seed stays in its pit.
    Positions: as below, the second player's row above; then `first to move` or `second to move`. `read` needs no
    letters, as in "4 4 4 4 4 4 / 0 1 / 4 4 0 5 5 5 / first to move".
    Moves: the pit, `a` to `f`; `a` is the leftmost as its owner sees it, farthest from the store.
    Ratings, the first player's minus the second's: "stores", seeds in the store; "on_side", seeds in the store and
    the pits; "extra_turns", pits whose last seed would fall into the store.
    Raises: ValueError unless `pits` and `seeds` are whole numbers of at least 1 and the others as said; where a text
    is no position of this board, has another number of seeds, or an empty row and seeds in the other one.
    Source: Irving, Donkers and Uiterwijk, *Solving Kalah* (2000), who capture with an empty pit opposite, too: on 6
    pits of 4 seeds the first player wins by 10.

    >>> game = kalah()
    >>> print(game.show(game.play(game.start, game.parse(game.start, "c"))))
         f  e  d  c  b  a
         4  4  4  4  4  4
      0                    1
         4  4  0  5  5  5
         a  b  c  d  e  f
    first to move
    """
    at_least("pits", pits, 1)
    at_least("seeds", seeds, 1)
    at_most("pits", pits, MOST_PITS)
    at_most("seeds", seeds, MOST_SEEDS)
    true_or_false("empty_capture", empty_capture)
    paid = paid_for_lead(score)
    holes = 2 * pits + 2
    stores = (pits, 2 * pits + 1)
    first_pits = (0, pits + 1)
    pit_names = [letters(pit) for pit in range(pits)]
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
        """The board after the capture, if the last seed has been sown into a pit of the mover that was empty."""
        store, opposite = stores[mover], 2 * pits - last
        if board[last] != 1 or not first_pits[mover] <= last < store:
            return board
        if board[opposite] == 0 and not empty_capture:
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

    def in_store(position: Position) -> int:
        return position.board[stores[FIRST]] - position.board[stores[SECOND]]

    def bounds(position: Position) -> tuple[int, int]:
        """What the stores say: no seed leaves them."""
        first, second = (2 * position.board[store] - 2 * pits * seeds for store in stores)
        return paid(first), paid(-second)

    def on_side(position: Position) -> int:
        return seeds_of(position.board, FIRST) - seeds_of(position.board, SECOND)

    def turns_to_gain(board: PVector[int], player: int) -> int:
        """The player's pits whose last seed would fall into the store."""
        start, store = first_pits[player], stores[player]
        return sum(
            1 for hole in range(start, store) if (board[hole] + hole - store) % (2 * pits + 1) == 0 < board[hole]
        )

    def extra_turns(position: Position) -> int:
        return turns_to_gain(position.board, FIRST) - turns_to_gain(position.board, SECOND)

    def show(position: Position) -> str:
        board, mover = position
        first_row, second_row = board[:pits], reversed(board[pits + 1 : -1])
        lines = [
            in_columns("", reversed(pit_names)),
            in_columns("", second_row),
            in_columns(board[stores[SECOND]], [""] * pits, board[stores[FIRST]]),
            in_columns("", first_row),
            in_columns("", pit_names),
        ]
        return "\n".join([*lines, turn(PLAYERS, mover)])

    def read(text: str) -> Position:
        lines = [line for line in text.splitlines() if line.strip()]
        mover = mover_in(PLAYERS, lines[-1]) if lines else None
        words = [word for line in lines[:-1] for word in line.lower().split() if word not in pit_names]
        if len(words) != holes or not all(map(str.isdecimal, words)) or mover is None:
            raise ValueError(
                f"a position is {holes} numbers of seeds (pits of the second player from its last to its first,"
                " its store, the store of the first player, its pits) and a last line 'first to move' or"
                " 'second to move'; this is none"
            )
        numbers = [int(word) for word in words]
        board = pvector([*numbers[pits + 2 :], numbers[pits + 1], *reversed(numbers[:pits]), numbers[pits]])
        if sum(board) != 2 * pits * seeds:
            raise ValueError(f"there are {2 * pits * seeds} seeds in this game, not {sum(board)}")
        if board != gathered(board):
            raise ValueError("a row is empty, so all seeds belong into the stores")
        return Position(board, mover)

    def stones(position: Position) -> Iterator[Stone]:
        for hole, seeds in enumerate(position.board):
            if seeds > 0:
                yield Stone(hole, FIRST if hole <= stores[FIRST] else SECOND, seeds)

    def touched(position: Position, pit: int) -> Iterator[int]:
        yield first_pits[position.mover] + pit

    return Game(
        name="kalah",
        start=Position(pvector(2 * ([seeds] * pits + [0])), FIRST),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=paid_by_lead(in_store, score),
        players=PLAYERS,
        ratings={"stores": in_store, "on_side": on_side, "extra_turns": extra_turns},
        format=format_move,
        show=show,
        read=read,
        layout=layout(pits),
        stones=stones,
        touched=touched,
        bounds=bounds,
        parameters={"pits": pits, "seeds": seeds, "score": score, "empty_capture": empty_capture},
        in_points=score == "margin",
    )
