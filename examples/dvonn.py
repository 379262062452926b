"""DVONN: the position of a published screenshot, searched, and what each move would sweep away.

Hoyte's blog shows his engine at work: White to move with 15 points to 31, after an evaluation of 5.46 s. It calls such
positions hard to see through, since half the board may be swept away, and names how it is done: mark and sweep, as a
garbage collector does. Mark what can be reached from a DVONN piece, stack by stack; sweep the rest.

`python examples/dvonn.py sweep.svg` draws the greatest sweep, too.
"""

import sys
from collections.abc import Iterator, Set
from time import perf_counter

from lazytree import Stats, play_game, search, think
from lazytree.core.layout import RED
from lazytree.games import dvonn
from lazytree.games.dvonn_rules import GRID, NUMBERS, PASS, Move, Position
from lazytree.show import Drawing, draw_board

SCREENSHOT = """
      w2    *     *     b1    r1r   w1    *     *     *
   *     b4    b2    b1    w1    b1    w2    b4    b3    *
*     b1    w1    b1    w1    b1    w1    b3    b1    *     *
   *     w1    w1    w1    w1    w1    r1r   *     b3    *
      b1    w1    b1    b1    r1r   b2    *     *     *
White: 15 points (13 stacks)  <--- TURN
Black: 31 points (17 stacks)
"""
SECONDS = 5.46  # of the published evaluation

game = dvonn()


def marked(stacks: Set[int], roots: Set[int]) -> Iterator[Set[int]]:
    """The roots, then the stacks next to them, then those next to these: all that hang together with a root."""
    wave, seen = roots, roots
    while wave:
        yield wave
        wave = {near for cell in wave for near in GRID.neighbours[cell]} & stacks - seen
        seen = seen | wave


def sweep(position: Position, move: Move) -> tuple[list[Set[int]], Set[int]]:
    """What a move of a stack marks, wave by wave, and what it sweeps away: cells by their numbers."""
    source, target = NUMBERS[move.source], NUMBERS[move.target]
    stones = list(game.stones(position))
    stacks = {stone.cell for stone in stones} - {source} | {target}
    roots = {target if stone.cell == source else stone.cell for stone in stones if stone.mark & RED}
    waves = list(marked(stacks, roots))
    return waves, stacks.difference(*waves)


def draw_sweep(position: Position, move: Move) -> Drawing:
    """The board before a move: teal what is marked, with the number of its wave; magenta what is swept away."""
    waves, swept = sweep(position, move)
    heat = {cell: (1 - number / 6, str(number)) for number, wave in enumerate(waves) for cell in wave}
    last = game.touched(position, move)
    return draw_board(game, position, last=last, heat={**heat, **dict.fromkeys(swept, (-1, "×"))})


def told(position: Position, move: Move) -> str:
    """A move and what it sweeps away."""
    swept = sorted(GRID.names[cell] for cell in sweep(position, move)[1])
    return f"{game.format(position, move)} sweeps away {', '.join(swept)}"


if __name__ == "__main__":
    position = game.read(SCREENSHOT)
    print(game.show(position))
    for depth in (2, 4, 6):
        stats, began = Stats(), perf_counter()
        answer = search(game, depth, "pegs_and_heights", position, stats=stats)
        took, best = perf_counter() - began, game.format(position, answer.best)
        print(f"{depth} plies: {best}, worth {answer.value} to White; {stats.nodes:,} positions in {took:.2f} s")
    print(f"the published evaluation took {SECONDS} s; its depth is not told")
    afters = [(move, game.play(position, move)) for move in game.moves(position)]
    replies = [(move, after, reply) for move, after in afters for reply in game.moves(after)]
    move, after, reply = max(replies, key=lambda each: len(sweep(each[1], each[2])[1]))
    print(f"\nno move of White sweeps; after {game.format(position, move)}, {told(after, reply)}")
    if len(sys.argv) > 1:
        print(draw_sweep(after, reply).save(sys.argv[1]))
    player = think(game, 3, "pegs_and_heights")
    *played, (end, _) = play_game(game, [player, player], position)
    print("\nplayed on, 3 plies ahead:")
    for here, chosen in played:
        if chosen is not None and chosen != PASS and sweep(here, chosen)[1]:
            print(told(here, chosen))
    print(game.show(end))
