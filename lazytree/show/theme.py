"""The colours that all drawings share, on light and on dark pages.

Each part of a drawing has a class, by which a style sheet inside of the drawing colours it, and the same colour as an
attribute, for viewers that read no style sheets. Dark pages are known by what the reader prefers, or by the theme of
JupyterLab, marimo, VS Code and Sphinx, where the drawing is a part of their page.
"""

from __future__ import annotations

from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "ground": "#f8f4eb",  # below everything
    "label": "#7b6a4d",  # the names of rows and columns
    "ink": "#2f2a22",  # captions
    "legal": "#12805a",
    "event": "#c98a12",  # the last move, what has won, marks
    "edge": "#8d744a",  # around what would not be told from the ground
}
DARK: Mapping[str, str] = {
    "ground": "#23211d",
    "label": "#b3a384",
    "ink": "#ece5d8",
    "legal": "#0f7a54",
    "event": "#f7bd45",
    "edge": "#7a6440",
}
CELL, LINE = "#e2cba0", "#b39561"  # of cells and between them; on dark pages the ground shows through
BOARD = f'class="lt-board" fill="{CELL}" stroke="{LINE}" stroke-width=".03"'
"""The attributes of the group that the cells of a board are in."""
DIMMED = 0.74  # how opaque a board is on dark pages
FILLED = ("ground", "label", "ink", "legal", "event")
STROKED = ("legal", "event", "edge")


def fill(name: str) -> str:
    """The attributes of what is filled with a colour of the theme.

    >>> fill("ink")
    'class="lt-ink" fill="#2f2a22"'
    """
    return f'class="lt-{name}" fill="{LIGHT[name]}"'


def line(name: str, width: float) -> str:
    """The attributes of lines in a colour of the theme.

    >>> line("event", 0.1)
    'class="lt-event-line" stroke="#c98a12" stroke-width="0.1"'
    """
    return f'class="lt-{name}-line" stroke="{LIGHT[name]}" stroke-width="{width:g}"'


def _style() -> str:
    themes = {**LIGHT, "board": "1"}, {**DARK, "board": str(DIMMED)}
    light, dark = (";".join(f"--lt-{name}:{colour}" for name, colour in theme.items()) for theme in themes)
    on_dark = ('[data-jp-theme-light="false"]', '[data-theme="dark"]', ".dark", ".vscode-dark")
    on_light = ('[data-jp-theme-light="true"]', '[data-theme="light"]', ".light", ".vscode-light")
    rules = [
        f".lazytree{{{light}}}",
        f"@media (prefers-color-scheme:dark){{.lazytree{{{dark}}}}}",
        ",".join(f"{page} .lazytree" for page in on_light) + f"{{{light}}}",
        ",".join(f"{page} .lazytree" for page in on_dark) + f"{{{dark}}}",
        ".lazytree .lt-board{opacity:var(--lt-board)}",
        *(f".lazytree .lt-{name}{{fill:var(--lt-{name})}}" for name in FILLED),
        *(f".lazytree .lt-{name}-line{{stroke:var(--lt-{name})}}" for name in STROKED),
    ]
    return f"<style>{''.join(rules)}</style>"


STYLE = _style()
"""The style sheet of every drawing, as a part of its SVG."""
