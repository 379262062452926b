"""Pictures of a tournament: the strengths of its players."""

from __future__ import annotations

from lazytree.show.plots import Plot, plot_intervals

from .tables import ranked_names
from .tallies import shares_of
from .text_report import elo_table
from .tournaments import Results


def plot_strengths(results: Results) -> Plot:
    """The plot of the Elo of three and more players with intervals of 95 %; else of their points a game.

    Raises: ImportError without matplotlib; ValueError before any game is finished.

    >>> from lazytree.arena import match
    >>> plot_strengths(match("nim heaps=1,2", ["minimax", "at_random"], pairs=2, openings=0))
    <Plot: minimax, at_random by points a game, with 95 % intervals>
    """
    if not results.games:
        raise ValueError("there is nothing to plot: no game is finished yet")
    if (known := elo_table(results)) is not None:
        rows = {player.name: (player.elo.value, player.elo.low, player.elo.high) for player in known.players}
        return plot_intervals(rows, "Elo, with 95 % intervals")
    shares = shares_of(results.games)
    ranked = {name: shares[name] for name in ranked_names(results.games)}
    return plot_intervals(ranked, "points a game, with 95 % intervals")
