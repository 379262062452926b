"""What the command line of a benchmark asks for; `--help` prints what the benchmark measures."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter


def options(text: str | None, *flags: str, words: str = "") -> Namespace:
    """The options that are given, of these flags; `words` is the name of what may stand besides, any number of them.

    Anything else is an error, and `--help` ends the program.
    """
    parser = ArgumentParser(description=text, formatter_class=RawDescriptionHelpFormatter)
    for flag in flags:
        parser.add_argument(flag, action="store_true")
    if words:
        parser.add_argument(words, nargs="*")
    return parser.parse_args()
