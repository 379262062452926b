"""Games as a stranger writes them: rules and texts, no `layout`. A page must be enough to play them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

from lazytree.core.game import CHANCE, Game

# draughts on 6 by 6, in plain text: men go and take forwards, kings both ways; who cannot move loses


class Draughts(NamedTuple):
    """Six rows, the highest number first; who moves."""

    rows: tuple[str, ...]
    turn: int = 0


def _steps(board: Draughts, length: int) -> Iterator[tuple[int, int, int, int]]:
    for row, column in product(range(6), range(6)):
        piece = board.rows[row][column]
        if piece.lower() != "wb"[board.turn]:
            continue
        ahead = (-1, 1) if piece.isupper() else ((-1,) if board.turn == 0 else (1,))
        for down, right in product(ahead, (-1, 1)):
            to_row, to = row + down * length, column + right * length
            if not (0 <= to_row < 6 and 0 <= to < 6 and board.rows[to_row][to] == "."):
                continue
            if length == 1 or board.rows[row + down][column + right].lower() == "bw"[board.turn]:
                yield row, column, to_row, to


def _draughts_moves(board: Draughts) -> list[tuple[int, int, int, int]]:
    return list(_steps(board, 2)) or list(_steps(board, 1))


def _draughts_play(board: Draughts, move: tuple[int, int, int, int]) -> Draughts:
    row, column, to_row, to = move
    cells = [list(line) for line in board.rows]
    piece, cells[row][column] = cells[row][column], "."
    if abs(to_row - row) == 2:
        cells[(row + to_row) // 2][(column + to) // 2] = "."
    cells[to_row][to] = piece.upper() if to_row in (0, 5) else piece
    return Draughts(tuple("".join(line) for line in cells), 1 - board.turn)


def _draughts_show(board: Draughts) -> str:
    lines = [f"{6 - at} {' '.join(row)}" for at, row in enumerate(board.rows)]
    men = ["".join(board.rows).lower().count(letter) for letter in "wb"]
    return "\n".join([*lines, "  a b c d e f", f"white: {men[0]}", f"black: {men[1]}"])


def draughts() -> Game[Any, Any]:
    """Small draughts in plain text."""
    return Game(
        name="small_draughts",
        start=Draughts((".b.b.b", "b.b.b.", "......", "......", ".w.w.w", "w.w.w.")),
        mover=lambda board: board.turn,
        moves=_draughts_moves,
        play=_draughts_play,
        payoffs=lambda board: (-1, 1) if board.turn == 0 else (1, -1),
        players=("white", "black"),
        show=_draughts_show,
        format=lambda board, move: f"{'abcdef'[move[1]]}{6 - move[0]}-{'abcdef'[move[3]]}{6 - move[2]}",
    )


# a card game: each prize goes to the higher bid; who bids second has seen the first bid


class Bidding(NamedTuple):
    """Two hands, the prizes that are left (the first is on the table), what was bid for it, and the points."""

    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((1, 2, 3, 4, 5), (1, 2, 3, 4, 5))
    prizes: tuple[int, ...] = (3, 5, 1, 4, 2)
    bid: int = 0
    points: tuple[int, int] = (0, 0)


def _bid(table: Bidding, card: int) -> Bidding:
    hands = list(table.hands)
    player = 1 if table.bid else 0
    hands[player] = tuple(each for each in hands[player] if each != card)
    if not table.bid:
        return Bidding((hands[0], hands[1]), table.prizes, card, table.points)
    first, second = table.points
    if table.bid > card:
        first += table.prizes[0]
    elif card > table.bid:
        second += table.prizes[0]
    return Bidding((hands[0], hands[1]), table.prizes[1:], 0, (first, second))


def _bidding_show(table: Bidding) -> str:
    def cards(held: tuple[int, ...]) -> str:
        return " ".join(map(str, held)) or "none"

    return "\n".join(
        [
            f"prizes: {cards(table.prizes)}",
            f"bid: {table.bid or 'nothing yet'}",
            f"Ann's hand: {cards(table.hands[0])}",
            f"Ann's points: {table.points[0]}",
            f"Ben's hand: {cards(table.hands[1])}",
            f"Ben's points: {table.points[1]}",
        ]
    )


def card_game() -> Game[Any, Any]:
    """Bids for prizes, with open cards."""
    return Game(
        name="prizes",
        start=Bidding(),
        mover=lambda table: 1 if table.bid else 0,
        moves=lambda table: table.hands[1 if table.bid else 0] if table.prizes else (),
        play=_bid,
        payoffs=lambda table: (table.points[0] - table.points[1], table.points[1] - table.points[0]),
        players=("Ann", "Ben"),
        show=_bidding_show,
        format=lambda table, card: f"bid {card}",
        in_points=True,
    )


# dots and boxes on 3 by 3 dots, as it is drawn with a typewriter


class Dots(NamedTuple):
    """Five lines of text: dots, lines between them, letters in boxes that are closed; and who draws."""

    rows: tuple[str, ...] = ("+ + +", "     ", "+ + +", "     ", "+ + +")
    turn: int = 0


def _edges(board: Dots) -> list[tuple[int, int]]:
    places = product(range(5), range(5))
    return [(row, column) for row, column in places if (row + column) % 2 and board.rows[row][column] == " "]


def _draw_line(board: Dots, edge: tuple[int, int]) -> Dots:
    cells = [list(line) for line in board.rows]
    cells[edge[0]][edge[1]] = "|" if edge[0] % 2 else "-"
    closed = False
    for row, column in product((1, 3), (1, 3)):
        around = cells[row - 1][column], cells[row + 1][column], cells[row][column - 1], cells[row][column + 1]
        if cells[row][column] == " " and " " not in around:
            cells[row][column], closed = "AB"[board.turn], True
    return Dots(tuple("".join(line) for line in cells), board.turn if closed else 1 - board.turn)


def _boxes_ahead(board: Dots) -> tuple[int, int]:
    text = "".join(board.rows)
    return text.count("A") - text.count("B"), text.count("B") - text.count("A")


def dots_and_boxes() -> Game[Any, Any]:
    """Four boxes; who closes one draws again."""
    return Game(
        name="dots_and_boxes",
        start=Dots(),
        mover=lambda board: board.turn,
        moves=_edges,
        play=_draw_line,
        payoffs=_boxes_ahead,
        players=("Ann", "Ben"),
        show=lambda board: "\n".join(board.rows),
        format=lambda board, edge: f"row {edge[0] + 1}, column {edge[1] + 1}",
        in_points=True,
    )


# a dice race: who is first at 20; a player throws, or doubles what the die will give, and may then not throw a six


class Race(NamedTuple):
    """How far the players are, who is next, and whether the die is in the air (2: for twice its pips)."""

    at: tuple[int, int] = (0, 0)
    turn: int = 0
    thrown: int = 0


GOAL = 20


def _race(track: Race, move: int) -> Race:
    if not track.thrown:
        return Race(track.at, track.turn, move)
    steps = 0 if track.thrown == 2 and move == 6 else move * track.thrown
    at = tuple(min(GOAL, far + (steps if player == track.turn else 0)) for player, far in enumerate(track.at))
    return Race((at[0], at[1]), 1 - track.turn)


def _race_moves(track: Race) -> tuple[int, ...]:
    return () if GOAL in track.at else tuple(range(1, 7)) if track.thrown else (1, 2)


def _race_show(track: Race) -> str:
    lanes = [name + "#" * far + "." * (GOAL - far) for name, far in zip("RB", track.at)]
    return "\n".join([*lanes, "", "The die is thrown" if track.thrown else ("red is next", "blue is next")[track.turn]])


def dice_race() -> Game[Any, Any]:
    """A race with a choice before each throw."""
    return Game(
        name="dice_race",
        start=Race(),
        mover=lambda track: CHANCE if track.thrown else track.turn,
        moves=_race_moves,
        play=_race,
        payoffs=lambda track: (1, -1) if track.at[0] == GOAL else (-1, 1),
        odds=lambda track, move: 1,
        players=("red", "blue"),
        show=_race_show,
        format=lambda track, move: str(move) if track.thrown else ("throw", "double or six and nothing")[move - 1],
    )


PLAIN: tuple[Callable[[], Game[Any, Any]], ...] = (draughts, card_game, dots_and_boxes, dice_race)
