"""Signal fields as SVG: the strength of a signal of a swarm on each cell of a board."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from html import escape
from math import log1p
from typing import Any

from lazytree.core.game import Cell, Game, P, Picture
from lazytree.swarm import MILLION, Signal

from .boards import corners, framed_board, pictured, stones_on
from .svg import INK, Drawing, stones_of

SILENT, LOUD = (255, 253, 245), (24, 88, 132)  # red, green and blue of strength 0 and of a million
MARK = "#f0a020"


def draw_field(
    game: Game[P, Any],
    position: P,
    signal: Signal,
    centroid: int | None = None,
    important: Collection[int] = (),
    cell: int = 36,
) -> Drawing:
    """The drawing of a signal's strengths on the board of its position, darker where stronger; its group is framed.

    Shades are logarithmic, because signals fade exponentially, and equal in all drawings; below a millionth a signal
    looks as good as silent. A tooltip shows a cell's name and its strength in millionths, to seven digits. `centroid`
    is a cell to mark by a diamond, `important` are cells to mark by rings; a cell is `cell` pixels wide. Raises
    ValueError if the game has no picture, the signal is not of this position, or a cell to mark is not on the board.

    >>> from lazytree.games import selfo
    >>> from lazytree.games.selfo_rules import swarm_of
    >>> from lazytree.swarm import signals
    >>> game = selfo()
    >>> signal = signals(swarm_of(game), game.start)[0]
    >>> draw_field(game, game.start, signal).svg.count("<title>")
    91
    """
    picture, stones = pictured(game, position), stones_of(game.players)
    _check(picture, signal, [*important, *([] if centroid is None else [centroid])])
    parts = [*_field(picture, signal), *(part for each in picture.cells for part in stones_on(each, stones))]
    parts += [_ring(picture.cells[at]) for at in important]
    parts += [] if centroid is None else [_diamond(picture.cells[centroid])]
    pieces = "1 piece" if len(signal.group) == 1 else f"{len(signal.group)} pieces"
    caption = f"The signal of {game.players[signal.colour]}, from {pieces}"
    return framed_board(picture._replace(caption=caption), parts, cell)


def _check(picture: Picture, signal: Signal, marked: Collection[int]) -> None:
    cells, strengths = range(len(picture.cells)), signal.strengths
    if len(strengths) != len(cells):
        raise ValueError(
            f"the signal has strengths for {len(strengths)} cells, but the board has {len(cells)}: "
            "take one of signals(swarm, position)"
        )
    if min(strengths) < 0 or max(strengths) > MILLION:
        raise ValueError(f"strengths must be 0 to {MILLION}, not {min(strengths)} to {max(strengths)}")
    if not signal.group or any(at not in cells or picture.cells[at].stone != signal.colour for at in signal.group):
        raise ValueError("the signal's group is not in this position: take one of signals(swarm, position)")
    for at in marked:
        if at not in cells:
            raise ValueError(f"a cell to mark must be a number from 0 to {len(cells) - 1}, not {at!r}")


def _field(picture: Picture, signal: Signal) -> Iterator[str]:
    """The SVG of all cells; those of the signal's group come last, on a frame that shows around them."""
    emitting = set(signal.group)
    for at, cell in enumerate(picture.cells):
        if at not in emitting:
            yield _shaded(cell, signal.strengths[at])
    for at in signal.group:
        frame = f'stroke="{MARK}" stroke-width="0.24" stroke-linejoin="round"'
        yield f'<polygon points="{corners(picture.cells[at])}" fill="{MARK}" {frame}/>'
    for at in signal.group:
        yield _shaded(picture.cells[at], signal.strengths[at])


def _shaded(cell: Cell, strength: float) -> str:
    fill, title = shade(strength), f"<title>{escape(cell.name)}: {strength:.7g}</title>"
    return f'<polygon points="{corners(cell)}" fill="{fill}" stroke="#b9c4c9" stroke-width="0.02">{title}</polygon>'


def shade(strength: float) -> str:
    """The colour of a strength in millionths, as #rrggbb.

    >>> shade(0), shade(1_000_000)
    ('#fffdf5', '#185884')
    """
    part = log1p(strength) / log1p(MILLION)
    return "#" + "".join(f"{round(silent + part * (loud - silent)):02x}" for silent, loud in zip(SILENT, LOUD))


def _ring(cell: Cell) -> str:
    return f'<circle cx="{cell.x:g}" cy="{cell.y + 0.06:g}" r="0.24" fill="none" stroke="{MARK}" stroke-width="0.08"/>'


def _diamond(cell: Cell) -> str:
    x, y, size = cell.x, cell.y, 0.22
    points = f"{x:.3f},{y - size:.3f} {x + size:.3f},{y:.3f} {x:.3f},{y + size:.3f} {x - size:.3f},{y:.3f}"
    return f'<polygon points="{points}" fill="{MARK}" stroke="{INK}" stroke-width="0.04"/>'
