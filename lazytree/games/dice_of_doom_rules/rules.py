"""The rules of Dice of Doom."""

from __future__ import annotations

from collections.abc import Iterator

from pyrsistent import PVector, pvector

from lazytree.core.bitsets import groups, near_on, set_of
from lazytree.core.board import at_least
from lazytree.core.game import CHANCE, FIRST, Game, reading
from lazytree.core.layout import Count, layout_of_grid

from ..support.arguments import one_of, within
from ..support.payoffs import paid_by_lead
from .board import COLOURS, MOST_DICE, dealt, parallelogram, stones, touched
from .odds import odds_table
from .position import FAILURE, NOTHING, PASS, PLAYERS, SUCCESS, Move, Position, dice_of, owner_of, stack_of
from .ratings import all_dice_of, each, hexes_of, lead, score_board, share_of_each, shares, winners
from .text import (
    announce,
    book_move,
    choose,
    format_move,
    in_one_line,
    read_position,
    read_stacks,
    show,
)


def mover(position: Position) -> int:
    """The player whose turn it is; CHANCE while dice are rolling."""
    return position.player if position.rolling == NOTHING else CHANCE


def dice_of_doom(
    size: int = 2,
    players: int = 2,
    max_dice: int = 3,
    dice: str = "certain",
    reinforcement: str = "captured",
    board: str | None = None,
    seed: int = 49,
) -> Game[Position, Move]:
    """Dice of Doom, where stacks of dice attack each other and the player who holds most hexes in the end wins.

    In a turn a player attacks any number of times, but at least once, and then passes. An attack goes from an own hex
    to a neighbouring enemy hex that has fewer dice: one die stays behind, the others move in, the dice that were there
    are captured. Passing brings reinforcement, one die for each own hex that is not full, in the order of the hexes,
    as long as it lasts: the captured dice minus one. The game is over when the player whose turn begins cannot attack;
    the player who holds most hexes wins. So far versions 1 and 2 of the book.

    In version 4 there are up to four players, a player may attack from any hex with at least two dice, and both sides
    roll theirs: the greater sum wins for the attacker, who is otherwise left with one die there. Reinforcement may be
    as many dice as the player's largest group of connected hexes has; then a game need not end.

    Arguments: all of them have defaults.

    - `size`: of a parallelogram of size × size hexes, numbered row by row from 0.
    - `players`: 2 to 4: a, b, c and d.
    - `max_dice`: the most dice on one hex, 1 to 31.
    - `dice`: "certain" (more dice win) or "rolled".
    - `reinforcement`: "captured" or "largest cluster".
    - `board`: the owner and the dice of each hex, "a3,a3,b3,b1"; None deals a random one.
    - `seed`: of this deal, a whole number. Many deals are over or decided at once; 49 is the least seed from 1
      with which on 2×2 each of two players can still win or tie, and a has two moves or more on all boards of size 2 to
      5 for 2 to 4 players.

    The book's version 4 is max_dice=5, dice="rolled", reinforcement="largest cluster".

    Positions: a line `current player = a`, with what has happened in this turn, then the stacks in rows, `a-3`.
    `read` takes "a3 a3 / b3 b1", too; without the line player a begins a turn.
    Moves: an attack `2->3` and `pass` (the book's `2 -> 3` and `end turn`), or their number in the list, from 1; where
    chance moves, `success` and `failure`, with the exact number of rolls as odds. People are asked as in the book.
    Payoffs: 1, 0 for a tie and -1 for two players; with more, each winner's share of 1, as the book rates them.
    Ratings (two players, a's minus b's) and standings (for each player): "score_board", the book's: 2 for an own hex,
    but 1 if an enemy beside it has more dice, and -1 for an enemy hex; "hexes"; "dice". "winners", the book's rating
    of a finished game, is a's own share also for two players: 1 for more hexes than b, 0.5 for as many, 0 for fewer.
    Raises: ValueError where an argument is not one of these, or the board does not fit them.
    Source: C. Barski, *Land of Lisp* (2010), chapters 15, 18 and 20.

    >>> game = dice_of_doom(board="a3,a3,b3,b1")
    >>> print(game.show(game.start))
    current player = a
        a-3 a-3
      b-3 b-1
    >>> [game.format(game.start, move) for move in game.moves(game.start)]
    ['0->3', '1->3']
    """
    at_least("size", size, 1)
    within("players", players, 2, len(PLAYERS))
    within("max_dice", max_dice, 1, MOST_DICE)
    one_of("dice", dice, "certain", "rolled")
    one_of("reinforcement", reinforcement, "captured", "largest cluster")
    rolled, clustered = dice == "rolled", reinforcement == "largest cluster"
    hexes, grid = size * size, parallelogram(size)
    neighbours, near, chances = grid.neighbours, near_on(grid), odds_table(max_dice if rolled else 0)
    attacks = tuple(tuple(Move(source, target) for target in targets) for source, targets in enumerate(neighbours))

    def attacks_of(board: PVector[int], player: int) -> Iterator[Move]:
        for source, stack in enumerate(board):
            if owner_of(stack) == player:
                strength = dice_of(stack)
                for attack in attacks[source]:
                    enemy = board[attack.target]
                    if owner_of(enemy) != player and strength > (1 if rolled else dice_of(enemy)):
                        yield attack

    def rolls(position: Position) -> tuple[int, int]:
        """In how many rolls the attack succeeds, and in how many it fails."""
        board, rolling = position.board, position.rolling
        return chances[dice_of(board[rolling // hexes])][dice_of(board[rolling % hexes])]

    def odds(position: Position, move: Move) -> int:
        won, lost = rolls(position)
        return won if move == SUCCESS else lost

    def moves(position: Position) -> Iterator[Move]:
        if position.rolling != NOTHING:
            won, lost = rolls(position)
            if won > 0:
                yield SUCCESS
            if lost > 0:
                yield FAILURE
        else:
            if position.attacked:
                yield PASS
            yield from attacks_of(position.board, position.player)

    def play(position: Position, move: Move) -> Position:
        board, player, captured, _, rolling = position
        if rolling != NOTHING and move == SUCCESS:
            return conquered(position, rolling // hexes, rolling % hexes)
        if rolling != NOTHING:
            return Position(board.set(rolling // hexes, stack_of(player, 1)), player, captured, True, NOTHING)
        if move == PASS:
            return Position(reinforced(board, player, captured), (player + 1) % players, 0, False, NOTHING)
        if rolled:
            return Position(board, player, captured, True, move.source * hexes + move.target)
        return conquered(position, move.source, move.target)

    def conquered(position: Position, source: int, target: int) -> Position:
        """The position after a successful attack."""
        board, player = position.board, position.player
        captured = 0 if clustered else position.captured + dice_of(board[target])
        arrived = stack_of(player, dice_of(board[source]) - 1)
        after = board.mset(target, arrived, source, stack_of(player, 1))  # type: ignore[arg-type]  # its stub is wrong
        return Position(after, player, captured, True, NOTHING)

    def reinforced(board: PVector[int], player: int, captured: int) -> PVector[int]:
        """The board after reinforcement."""
        left = largest_cluster(board, player) if clustered else captured - 1
        after = board
        for cell, stack in enumerate(board):
            if left > 0 and owner_of(stack) == player and dice_of(stack) < max_dice:
                after = after.set(cell, stack_of(player, dice_of(stack) + 1))
                left -= 1
        return after

    def largest_cluster(board: PVector[int], player: int) -> int:
        held = set_of(cell for cell, stack in enumerate(board) if owner_of(stack) == player)
        return max(cluster.bit_count() for cluster in groups(near, held))

    def number_of(position: Position, move: Move) -> str:
        return str(1 + list(moves(position)).index(move))

    def prompt(position: Position) -> str:
        return choose(position, moves(position))

    def read(text: str) -> Position:
        position = read_position(size, players, max_dice, text)
        attack = Move(position.rolling // hexes, position.rolling % hexes)
        if position.captured and (clustered or not position.attacked):
            raise ValueError("dice are captured only by an attack, and only where they bring reinforcement")
        if position.rolling == NOTHING:
            return position
        if not rolled or attack not in attacks_of(position.board, position.player):
            raise ValueError(f"no dice roll for {format_move(position, attack)}: it is not a legal attack here")
        return position._replace(attacked=True)

    stacks = dealt(size, players, max_dice, seed) if board is None else read_stacks(size, players, max_dice, board)
    counts = {"score_board": score_board(neighbours), "hexes": hexes_of, "dice": all_dice_of}
    return Game(
        name="dice_of_doom",
        start=Position(pvector(stacks), FIRST, 0, False, NOTHING),
        mover=mover,
        moves=moves,
        play=play,
        payoffs=paid_by_lead(lead(hexes_of), "win") if players == 2 else shares(players),
        odds=odds if rolled else None,
        players=PLAYERS[:players],
        ratings={**{name: lead(count) for name, count in counts.items()}, "winners": winners} if players == 2 else {},
        standings={**{name: each(count, players) for name, count in counts.items()}, "winners": share_of_each(players)},
        format=format_move,
        parse=reading(moves, format_move, book_move, number_of),
        show=show,
        read=read,
        layout=layout_of_grid(grid, COLOURS[:players], "dice", count=Count("hexes")),
        stones=stones,
        touched=touched,
        prompt=prompt,
        announce=announce,
        parameters={
            "size": size,
            "players": players,
            "max_dice": max_dice,
            "dice": dice,
            "reinforcement": reinforcement,
            "board": in_one_line(stacks),
            "seed": seed,
        },
    )
