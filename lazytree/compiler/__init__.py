"""Rules as machine code: `compiled(game)`, and which lane its rules run in. Needs the extra `compiled`.

Whole searches in machine code are asked for at the front door: `lazytree.deepen`, `solve`, `perft` and others. The
passes of the compiler are imported when a game is first compiled, so that `import lazytree` does not wait for them.
"""

from lazytree.core.game import Game, M, P
from lazytree.core.lanes import Lane

from .llvm import IMPORTING
from .runtime import forking  # noqa: F401 - from now on a fork waits for imports

__all__ = ["compiled", "rules_lane"]


def compiled(game: Game[P, M]) -> Game[P, M]:
    """The same game with `mover`, `moves`, `play`, `payoffs` and `ratings` in machine code.

    A game outside of the subset comes back as it is: `lane(game).rules.reason` says which rule it breaks, and where; so
    does every game if the extra is missing. A rating outside of the subset stays interpreted. What a check stops (an
    int too large, say) the interpreted rules answer.

    >>> from lazytree.games import tic_tac_toe
    >>> game = compiled(tic_tac_toe())
    >>> list(game.moves(game.play(game.start, 4)))
    [0, 1, 2, 3, 5, 6, 7, 8]
    """
    with IMPORTING:
        from .compiling import compiled_game

    return compiled_game(game)


def rules_lane(game: Game[P, M]) -> Lane:
    """Which lane `compiled(game)` runs in, and why; how often that lane has given a question back to Python so far.

    `lazytree.lane(game).rules` is the same; other questions compile more than the rules.

    >>> from lazytree.games import tic_tac_toe
    >>> rules_lane(tic_tac_toe()).name
    'machine'
    """
    with IMPORTING:
        from .compiling import rules_lane

    return rules_lane(game)
