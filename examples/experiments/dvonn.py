"""DVONN: the engine at 1 to 4 plies against random play and against itself, and the mean length of random games.

The engine deepens ply by ply with a scout, and rates a position as the source does: cells owned and heights. Games
start from deals of all 49 pieces; each deal is played twice, with the seats exchanged. Four plies play half of them.

Source: K. Burm, *DVONN* (2001), and Hoyte's description. Random games: ykolomiets/dvonn on GitHub, whose
common/src/analysis/movesInGame.json lists the moves, passes not counted, of 100,000 games of a program that picks a
stack that can move, then its target (common/src/dvonn.ts): 33.155 on the mean. 10,000 games of `stack_first` must agree
within three standard errors, or this stops.

`python examples/experiments/dvonn.py`: 3 minutes of the processor; with --quick, one deal, at most 2 plies and 300
random games, 1 second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice
from math import sqrt
from random import Random
from statistics import fmean, stdev

from tables import Cell, asked, print_table
from toolz import compose

from lazytree import Game, Table, deepen_tree, grow, is_over, prune, rate
from lazytree.arena import Played, match
from lazytree.arena.tournaments.results import of_players
from lazytree.games import dvonn
from lazytree.games.dvonn_rules import Move, Position, dealt, stack_first
from lazytree.searching.choosing import Bot
from lazytree.show.plots import plot_lines

PUBLISHED_LENGTH = 33.155
"""The mean of the lengths in common/src/analysis/movesInGame.json of ykolomiets/dvonn on GitHub."""
RANDOM = 0  # plies that the random player looks ahead

game = dvonn(placement="random")
rating = "pegs_and_heights"


def engine(depth: int) -> Callable[[Game[Position, Move]], Bot[Position, Move]]:
    """What makes the bot that looks at most `depth` plies ahead."""

    def made(game: Game[Position, Move]) -> Bot[Position, Move]:
        def bot(position: Position) -> Move:
            grown = grow(game)
            look = lambda plies: compose(rate(game, rating), prune(plies), grown)  # noqa: E731
            answers = deepen_tree(look, position, table=Table(megabytes=16))
            *_, answer = islice(answers, depth)
            return answer.best

        return bot

    return made


def player(plies: int) -> str | Callable[[Game[Position, Move]], Bot[Position, Move]]:
    return "at_random" if plies == RANDOM else engine(plies)


def name_of(plies: int) -> str:
    return "random" if plies == RANDOM else "1 ply" if plies == 1 else f"{plies} plies"


def length(seed: int) -> int:
    """How many moves a game of `stack_first` against itself takes, passes not counted."""
    position, choose, moves = dealt(seed), stack_first(Random(seed)), 0
    while not is_over(game, position):
        move = choose(position)
        moves += move.source >= 0
        position = game.play(position, move)
    return moves


def lengths(games: int) -> tuple[float, float]:
    """The mean length of that many games, and its standard error."""
    found = [length(seed) for seed in range(games)]
    return fmean(found), stdev(found) / sqrt(games)


def matches(depths: range, deals: int) -> list[Played]:
    """The games of each pair of players; each deal is played twice, with the seats exchanged."""
    games = list[Played]()
    for fewer, more in combinations(depths, 2):
        starts = [dealt(seed) for seed in range(deals if more < 4 else (deals + 1) // 2)]
        games += match(game, {name_of(plies): player(plies) for plies in (more, fewer)}, openings=starts).games
    return games


def rows(depths: range, games: Sequence[Played]) -> Iterator[list[Cell]]:
    for plies, known in zip(depths, of_players(games, map(name_of, depths))):
        if plies == RANDOM:
            continue
        texts: list[Cell] = []
        for fewer in depths[:-1]:
            met = [played for played in games if set(played.players) == {name_of(plies), name_of(fewer)}]
            found = of_players(met, [name_of(plies)])[0]
            texts.append(f"{found.wins}/{found.draws}/{found.losses}" if fewer < plies else None)
        yield [name_of(plies), *texts, 1000 * known.work]


def main() -> None:
    run = asked(__doc__)
    small = run.quick
    depths, deals, games = (range(3), 1, 300) if small else (range(5), 8, 10_000)
    heads = ["engine", *map(name_of, depths[:-1]), "ms a move"]
    printed = print_table("Games won/drawn/lost by the engine (the row)", heads, rows(depths, matches(depths, deals)))
    mean, error = lengths(games)
    off = abs(mean - PUBLISHED_LENGTH) / error
    print_table(
        "Moves in a random game (stack_first)",
        ["games", "mean", "standard error", "published", "off by, standard errors"],
        [[games, f"{mean:.3f}", f"{error:.3f}", str(PUBLISHED_LENGTH), off]],
    )
    took = [(plies, float(row[-1] or 0)) for plies, row in zip(depths[1:], printed)]
    run.plot(lambda: plot_lines({"engine": took}, "plies", "ms a move", log=True))
    assert off < 3, f"a mean of {mean} is {off:.2f} standard errors off the published one"


if __name__ == "__main__":
    main()
