"""What the experiments share: the flag --quick, and tables for terminals and Markdown."""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterable, Sequence

Cell = str | int | float | None
"""The content of a cell of a table; None, which is left empty, where a figure would make no sense."""

UNPUBLISHED = "–"
"""The cell of a published figure where nothing was published; it stands nowhere else."""

NOT_RUN = "not run"
"""The cell of a figure of ours that was not measured."""

TIME_OUT = "time-out"
"""The cell of a time where the time allowed was over."""


def quick(description: str | None) -> bool:
    """Whether the command line says --quick: a run of seconds, with few games, in place of the full size."""
    parser = ArgumentParser(description=description, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="run small, in a few seconds")
    return bool(parser.parse_args().quick)


def print_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """Prints a table under its title: a column with words in it is flush left, others right."""
    texts = [list(heads), *([text_of(cell) for cell in row] for row in rows)]
    widths = [max(3, *map(len, column)) for column in zip(*texts)]
    words = [any(map(has_letters, column)) for column in zip(*texts[1:])]
    lines = [" | ".join(aligned(row, widths, words)) for row in texts]
    rule = " | ".join("-" * width if word else "-" * (width - 1) + ":" for width, word in zip(widths, words))
    print(f"\n{title}\n")
    for line in (lines[0], rule, *lines[1:]):
        print(f"| {line} |", flush=True)


def aligned(texts: Sequence[str], widths: Sequence[int], words: Sequence[bool]) -> list[str]:
    return [text.ljust(width) if word else text.rjust(width) for text, width, word in zip(texts, widths, words)]


def has_letters(text: str) -> bool:
    """Whether a cell is text, and no figure or word in place of one."""
    return text not in (NOT_RUN, TIME_OUT) and any(character.isalpha() for character in text)


def text_of(cell: Cell) -> str:
    """Whole numbers in full, others with three digits."""
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:,.0f}" if cell >= 100 else f"{cell:.3g}"
    return f"{cell:,}" if isinstance(cell, int) else cell
