"""What the experiments share: their command line, tables for terminals and Markdown, and plots."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from lazytree.show.plots import Plot

Cell = str | int | float | None
"""The content of a cell of a table; None, which is left empty, where a figure would make no sense."""

UNPUBLISHED = "–"
"""The cell of a published figure where nothing was published; it stands nowhere else."""

NOT_IN_OUR_COPY = "not in our copy"
"""The cell of a figure that the source has printed, in a part that we have not seen."""

NOT_RUN = "not run"
"""The cell of a figure of ours that was not measured."""

TIME_OUT = "time-out"
"""The cell of a time where the time allowed was over."""


class Run(NamedTuple):
    """What the command line asks for."""

    quick: bool  # a run of seconds, with few games, in place of the full size
    file: str | None  # for the plot; None: none is wanted

    def plot(self, make: Callable[[], Plot]) -> None:
        """Makes the plot of the experiment and writes it into the file, if one is wanted."""
        if self.file is not None:
            print(f"\n{make().save(self.file)}: the plot")


def asked(description: str | None) -> Run:
    """What the command line asks for: --quick, --plot FILE."""
    parser = ArgumentParser(description=description, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="run small, in a few seconds")
    parser.add_argument("--plot", metavar="FILE", help="draw a plot into a .svg, .html or .png (by matplotlib)")
    given = parser.parse_args()
    return Run(given.quick, given.plot)


def print_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> list[Sequence[Cell]]:
    """The rows of a table, which is printed under its title: a column with words is flush left, others right."""
    rows = list(rows)
    texts = [list(heads), *([text_of(cell) for cell in row] for row in rows)]
    widths = [max(3, *map(len, column)) for column in zip(*texts)]
    words = [any(map(has_letters, column)) for column in zip(*texts[1:])]
    lines = [" | ".join(aligned(row, widths, words)) for row in texts]
    rule = " | ".join("-" * width if word else "-" * (width - 1) + ":" for width, word in zip(widths, words))
    print(f"\n{title}\n")
    for line in (lines[0], rule, *lines[1:]):
        print(f"| {line} |", flush=True)
    return rows


def aligned(texts: Sequence[str], widths: Sequence[int], words: Sequence[bool]) -> list[str]:
    return [text.ljust(width) if word else text.rjust(width) for text, width, word in zip(texts, widths, words)]


def has_letters(text: str) -> bool:
    """Whether a cell is text, and no figure or word in place of one."""
    return text not in (NOT_IN_OUR_COPY, NOT_RUN, TIME_OUT) and any(character.isalpha() for character in text)


def text_of(cell: Cell) -> str:
    """Whole numbers in full, others with three digits."""
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:,.0f}" if cell >= 100 else f"{cell:.3g}"
    return f"{cell:,}" if isinstance(cell, int) else cell
