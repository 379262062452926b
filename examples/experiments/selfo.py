"""Selfo and its swarm: ratings against themselves on the five published setups, then against other players.

A player makes the move after which its rating is best: one ply. There is no swap. Every game starts with two random
moves, drawn from seeds 1 to 4; the third repetition of a position, or the 200th ply, is a draw. The setups are those of
the Zillions file of 2009; that the thesis's chapter 6 was played with the same ones is our assumption. A side is walled
off if its pieces can never meet while the other side stays where it is: enemy pieces lie between them on every way
(`walled_off`, exact). A draw with both sides walled off is a stalemate: neither can win unless the other lets it.

The baseline is greedy: the smallest widest gap, then the fewest groups, then the pieces nearest to their centroid; a
lot decides between equal moves. Alpha-beta, 2 and 3 plies deep, is met on a smaller board, hexhex of side 4, with
irregular setups, a new one for each pair of games.

Source: D. D. Albarracín Molina, thesis, Málaga 2010, section 6.3.1: setup 1, 20 games: Black won 9, White 0, 11 draws,
0.54 s a move, 22.8 s a game; section 6.3.2: setup 2, 15 games: 1, 1, 13, 0.49 s a move, 47 s a game. Sections 6.3.3 to
6.3.5, on setups 3 to 5, are in its table of contents, but not in our copy, which ends inside 6.3.2. Figure 6.1, its
engine against people, is quoted as it is printed.

`python examples/experiments/selfo.py`: 5 minutes of the processor; with --quick, games of 10 plies, 3 seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from random import Random
from statistics import fmean

from tables import NOT_IN_OUR_COPY, Cell, asked, print_table

from lazytree import Game, play_game, think
from lazytree.arena import Played, Terms, match, random_openings
from lazytree.arena.tournaments.openings import opening_record
from lazytree.arena.tournaments.report import record_of
from lazytree.arena.tournaments.results import of_players
from lazytree.core.bitsets import groups, near_on, rings
from lazytree.games import selfo
from lazytree.games.selfo_rules import Move, Position, self_organization, split, swarm_of, walled_off, widest_gap
from lazytree.searching.choosing import Bot
from lazytree.show.plots import plot_organization
from lazytree.swarm import centroid, points_of

Selfo = Game[Position, Move]

PUBLISHED = {1: ("9/11/0", 540, 22.8), 2: ("1/13/1", 490, 47.0)}
"""Games won by Black, drawn, won by White; milliseconds a move; seconds a game."""

PEOPLE = {
    1: ("14/1/6", 20, "3/7/10", 20),
    2: ("3/1/2", 5, "0/3/2", 5),
    3: ("4/0/1", 5, "0/3/2", 5),
    4: ("16/0/4", 20, "4/5/11", 20),
    5: ("5/0/5", 10, "1/5/14", 20),
}
"""Figure 6.1: games lost/won/drawn by inexperienced people, and out of how many; the same of experienced ones."""

SEEDS = (1, 2, 3, 4)
GAMES = {1: 5, 2: 5, 3: 1, 4: 1, 5: 1}  # a seed, by setup
PLIES_BEFORE = 2  # random moves of an opening
MOST = 200  # plies
BAND = 20  # turns
MARK = 18  # pieces of a side
LONG, VARIETY = (
    28,
    1000,
)  # the seed of the long match, and by how much, in millionths, a move may be worse than the best


def against_itself(setup: int, rating: str, seed: int, games: int, most: int) -> list[Played]:
    """The games of a rating, one ply, against itself."""
    game, player = selfo(setup=setup, swap=False), f"think:depth=1,rating={rating}"
    return [*match(game, [player, player], games, openings=PLIES_BEFORE, seed=seed, terms=Terms(plies=most)).games]


def end_of(game: Selfo, played: Played) -> Position:
    """The last position of a game."""
    end: Position = record_of(game, played).position
    return end


def results(games: Iterable[Played]) -> str:
    """Won by Black, drawn, won by White."""
    signs = [(played.payoffs[0] > 0) - (played.payoffs[0] < 0) for played in games]
    return f"{signs.count(1)}/{signs.count(0)}/{signs.count(-1)}"


def walled_in_draws(game: Selfo, games: Iterable[Played]) -> str:
    """In how many draws both sides, one side and no side are walled off at the end."""
    near = near_on(swarm_of(game).grid)
    ends = [end_of(game, played) for played in games if played.payoffs[0] == 0]
    counts = [sum(walled_off(near, split(end.sets, len(near), 2))) for end in ends]
    return f"{counts.count(2)}/{counts.count(1)}/{counts.count(0)}"


def itself_row(setup: int, rating: str, by_seed: Sequence[Sequence[Played]]) -> list[Cell]:
    """A row of the first table: a rating against itself on a setup, for all seeds."""
    game, played = selfo(setup=setup, swap=False), [each for some in by_seed for each in some]
    published, a_move, a_game = PUBLISHED.get(setup, (NOT_IN_OUR_COPY,) * 3)
    spread = ", ".join(map(results, by_seed))
    seconds = [second for each in played for second in each.times]
    plies = fmean(each.plies for each in played)
    took = [1000 * fmean(seconds), a_move, plies, sum(seconds) / len(played), a_game]
    left = [game.standings["groups"](end_of(game, each)) for each in played]
    apart = "/".join(f"{-fmean(side):.1f}" for side in zip(*left))
    return [setup, rating, len(played), results(played), spread, published, walled_in_draws(game, played), *took, apart]


def itself_rows(small: bool, of_swarm: dict[int, list[Played]]) -> Iterator[list[Cell]]:
    """The rows of the first table; the games of "swarm" are put into `of_swarm`, by setup."""
    ratings = {setup: ["swarm", "swarm_inverse"] for setup in GAMES}
    ratings[1] = ratings[2] = [*ratings[1], "chemotaxis", "chemotaxis_literal"]
    for setup, number in GAMES.items():
        for rating in ratings[setup][:1] if small else ratings[setup]:
            games = 1 if small else 1 if "chemotaxis" in rating else number
            seeds = SEEDS[:1] if small else SEEDS
            by_seed = [against_itself(setup, rating, seed, games, 10 if small else MOST) for seed in seeds]
            if rating == "swarm":
                of_swarm[setup] = [each for some in by_seed for each in some]
            yield itself_row(setup, rating, by_seed)


def print_last_positions(of_swarm: dict[int, list[Played]]) -> None:
    ends = {setup: end_of(selfo(setup=setup, swap=False), games[-1]) for setup, games in of_swarm.items()}
    boards = [selfo(setup=setup).show(end).splitlines()[:-1] for setup, end in ends.items()]
    for some in (boards[:3], boards[3:]):
        print("\nThe last positions on setups", ", ".join(str(1 + boards.index(board)) for board in some), end="\n\n")
        for lines in zip_longest(*some, fillvalue=""):
            print("    " + "   ".join(line.ljust(28) for line in lines).rstrip())


def turn_rows(of_swarm: dict[int, list[Played]]) -> Iterator[list[Cell]]:
    """The mean time of a move by turn, in bands of turns; empty where no game was so long."""
    for first in range(0, MOST, BAND):
        row: list[Cell] = [f"{first + 1} to {first + BAND}"]
        for played in of_swarm.values():
            seconds = [second for each in played for second in each.times[first : first + BAND]]
            row.append(1000 * fmean(seconds) if seconds else "")
        if any(cell != "" for cell in row[1:]):
            yield row


def greedy(game: Selfo, seed: int) -> Bot[Position, Move]:
    """The baseline: by the widest gap, then the number of groups, then the distances to the centroid: least first.

    Enemy pieces are not looked at; a lot decides between moves that are equally good.
    """
    grid, random = swarm_of(game).grid, Random(seed)
    near, points = near_on(grid), points_of(grid)
    everywhere = (1 << len(near)) - 1

    def apart(mine: int) -> tuple[int, int, int]:
        around = rings(near, 1 << centroid(points, mine), everywhere)
        far = sum(distance * (ring & mine).bit_count() for distance, ring in enumerate(around, 1))
        return widest_gap(near, mine), sum(1 for _ in groups(near, mine)), far

    def bot(position: Position) -> Move:
        moves = list(game.moves(position))
        found = [apart(split(game.play(position, move).sets, len(near), 2)[position.mover]) for move in moves]
        return random.choice([move for move, numbers in zip(moves, found) if numbers == min(found)])

    return bot


PLAYERS: dict[str, str | Callable[[Selfo], Bot[Position, Move]]] = {
    "random": "at_random",
    "greedy": lambda game: greedy(game, seed=1),
    "swarm": "think:depth=1,rating=swarm",
    "swarm_inverse": "think:depth=1,rating=swarm_inverse",
    "chemotaxis": "think:depth=1,rating=chemotaxis",
    "chemotaxis_inverse": "think:depth=1,rating=chemotaxis_inverse",
    "chemotaxis_literal": "think:depth=1,rating=chemotaxis_literal",
    "swarm in alpha-beta, 2 plies": "think:depth=2,rating=swarm",
    "swarm in alpha-beta, 3 plies": "think:depth=3,rating=swarm",
}

PAIRS = {
    "setup 1": [
        *(("greedy", "random"), ("swarm", "random"), ("swarm", "greedy")),
        *(("chemotaxis", "random"), ("chemotaxis", "greedy"), ("chemotaxis", "swarm")),
        *(("chemotaxis_literal", "random"), ("chemotaxis_literal", "swarm")),
        *(("swarm_inverse", "random"), ("swarm_inverse", "swarm"), ("chemotaxis_inverse", "swarm")),
    ],
    "side 4": [
        *(("swarm", "random"), ("swarm", "greedy"), ("chemotaxis", "swarm")),
        *(("swarm in alpha-beta, 2 plies", "swarm"), ("swarm in alpha-beta, 3 plies", "swarm")),
    ],
}
"""Who plays against whom, and where."""

PAIRS_OF_GAMES = {"setup 1": 2, "side 4": 4}


def starts_on(board: str, pairs: int) -> tuple[Selfo, Sequence[str | Position]]:
    """A game, and as many positions of it to start from."""
    if board == "setup 1":
        game = selfo(setup=1, swap=False)
        return game, random_openings(game, pairs, PLIES_BEFORE, seed=1)
    boards = [selfo(setup="irregular", side=4, triangles=3, seed=seed, swap=False) for seed in range(1, pairs + 1)]
    return boards[0], [each.start for each in boards]


def matches(small: bool) -> Iterator[list[Cell]]:
    """A row for each pair of players: in each game of a pair they exchange seats."""
    for board, pairs in PAIRS.items():
        game, starts = starts_on(board, 1 if small else PAIRS_OF_GAMES[board])
        for one, other in pairs[:2] if small else pairs:
            terms = Terms(plies=10 if small else MOST)
            games = match(game, {name: PLAYERS[name] for name in (one, other)}, openings=starts, terms=terms).games
            ours, theirs = of_players(games, [one, other])
            won = f"{ours.wins}/{ours.draws}/{ours.losses}"
            yield [board, one, other, 2 * len(starts), won, 1000 * ours.work, 1000 * theirs.work]


def organization(rating: str) -> Iterator[tuple[float, ...]]:
    """How many turns ago the pieces of each side moved, on the mean, in a game of a rating against itself."""
    game = selfo(setup=2, swap=False)
    (opening,) = random_openings(game, 1, PLIES_BEFORE, seed=1)
    start = opening_record(game, opening).position
    player = think(game, 1, rating)
    record = play_game(game, [player, player], start)
    return self_organization(game, record)


def organization_rows(small: bool) -> Iterator[list[Cell]]:
    """How many turns ago the pieces of a side moved, on the mean, every ten turns; empty after the end of a game."""
    plies = 11 if small else 101
    columns: list[list[str]] = []
    for rating in ("swarm", "chemotaxis"):
        measures = islice(organization(rating), plies)
        columns += map(list, zip(*([marked(side) for side in sides] for sides in measures)))
    for turn in range(0, plies, 10):
        yield [turn, *(column[turn] if turn < len(column) else "" for column in columns)]


def moved_by_steps(small: bool) -> Iterator[list[Cell]]:
    """How many moves the first player has from setup 1 with up to 1, 2, 3, 4 steps a move, passing left out."""
    for steps in range(1, 3 if small else 5):
        game = selfo(setup=1, swap=False, steps=steps)
        yield [steps, sum(1 for move in game.moves(game.start) if move.source >= 0)]


def branching_rows() -> Iterator[list[Cell]]:
    """Density and moves at the start of each setup, passing left out; then their means."""
    found = []
    for setup in GAMES:
        game = selfo(setup=setup, swap=False)
        cells = len(swarm_of(game).grid.names)
        pieces = sum(mine.bit_count() for mine in split(game.start.sets, cells, 2))
        found.append((pieces / cells, sum(1 for move in game.moves(game.start) if move.source >= 0)))
        yield [str(setup), f"{found[-1][0]:.1%}", found[-1][1]]
    density, moves = (fmean(column) for column in zip(*found))
    yield ["mean", f"{density:.1%}", moves]


def handicaps(small: bool) -> Iterator[list[Cell]]:
    """Games of the swarm against itself on side 4, where one side may make more steps in a move than the other."""
    player = "think:depth=1,rating=swarm"
    for steps in ((1, 1), (2, 1), (1, 2)):
        boards = [
            selfo(setup="irregular", side=4, triangles=3, swap=False, steps=steps, seed=seed) for seed in range(1, 11)
        ]
        starts = [board.start for board in (boards[:1] if small else boards)]
        terms = Terms(plies=10 if small else MOST)
        games = match(boards[0], [player, player], openings=starts, terms=terms).games
        yield [f"{steps[0]} and {steps[1]}", len(games), results(games), fmean(each.plies for each in games)]


def long_match(small: bool) -> Iterator[list[Cell]]:
    """The measure over a match of the swarm on side 5 that goes on for long, and the groups of each side, by turn.

    The players vary among nearly equal moves: without that, long matches go round in a circle of positions.
    """
    game = selfo(setup="irregular", side=5, triangles=3, swap=False, seed=LONG)
    player = think(game, 1, "swarm", variety=VARIETY)
    record = list(islice(play_game(game, [player, player]), 11 if small else 201))
    measures = list(self_organization(game, record))
    for turn in range(0, len(record), 10):
        groups_left = game.standings["groups"](record[turn][0])
        yield [turn, *(f"{each:.1f}" for each in measures[turn]), *(int(-each) for each in groups_left)]


def marked(turns: float) -> str:
    """A mean number of turns; beyond the mark, with a sign."""
    return f"{turns:.1f} >" if turns > MARK else f"{turns:.1f}"


def main() -> None:
    run = asked(__doc__)
    small = run.quick
    of_swarm: dict[int, list[Played]] = {}
    print_table(
        "Ratings against themselves: Black won/drawn/White won; draws with both sides, one and none walled off",
        [
            *("setup", "rating", "games", "won", "by seed", "published", "walled off", "ms a move", "published"),
            *("plies", "s a game", "published", "groups"),
        ],
        itself_rows(small, of_swarm),
    )
    print_last_positions(of_swarm)
    heads = ["turns", *(f"setup {setup}" for setup in of_swarm)]
    print_table("Move times of the swarm by turn, in ms", heads, turn_rows(of_swarm))
    heads = ["board", "player", "against", "games", "won/drawn/lost", "ms a move", "its ms a move"]
    print_table("Players against each other", heads, matches(small))
    heads = ["turn", "swarm: Black", "White", "chemotaxis: Black", "White"]
    title = f"Self-organization on setup 2: turns since a piece last moved, mean; > is above the mark, {MARK} pieces"
    print_table(title, heads, organization_rows(small))
    print_table("Density and moves at the start of each setup", ["setup", "density", "moves"], branching_rows())
    print_table("Moves from setup 1 by the steps of a move", ["steps", "moves"], moved_by_steps(small))
    heads = ["steps of Black and White", "games", "won", "plies"]
    print_table("The swarm against itself with a handicap, side 4: Black won/drawn/White won", heads, handicaps(small))
    heads = ["turn", "turns since moved: Black", "White", "groups: Black", "White"]
    print_table("A long match on side 5: turns since a piece last moved, mean", heads, long_match(small))
    heads = ["setup", "inexperienced lost/won/drawn", "games", "experienced lost/won/drawn", "games"]
    people: list[list[Cell]] = [[setup, *figures] for setup, figures in PEOPLE.items()]
    print_table("Published, figure 6.1: people against the thesis' engine, as printed", heads, people)
    run.plot(lambda: plot_organization(islice(organization("swarm"), 11 if small else 101), ("Black", "White"), MARK))


if __name__ == "__main__":
    main()
