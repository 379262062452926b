"""The colours that all drawings share, on light and on dark pages.

Each part of a drawing has a class, by which a style sheet inside of the drawing colours it, and the same colour as an
attribute, for viewers that read no style sheets. Dark pages are known by what the reader prefers, or by the theme of
JupyterLab, marimo, VS Code and Sphinx, where the drawing is a part of their page.
"""

from __future__ import annotations

from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "ground": "#f8f4eb",  # below everything
    "cell": "#e2cba0",
    "line": "#b39561",  # between cells
    "label": "#7b6a4d",  # the names of rows and columns
    "ink": "#2f2a22",  # captions
    "legal": "#1f7a6d",
    "event": "#c98a12",  # the last move, what has won, marks
    "edge": "#8d744a",  # around what would not be told from the ground
}
DARK: Mapping[str, str] = {
    "ground": "#23211d",
    "cell": "#a58c62",
    "line": "#7a6440",
    "label": "#b3a384",
    "ink": "#ece5d8",
    "legal": "#0d4f46",
    "event": "#f0b53c",
    "edge": "#7a6440",
}
FILLED = ("ground", "cell", "label", "ink", "legal", "event")
STROKED = ("line", "legal", "event", "edge")


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
    light, dark = (";".join(f"--lt-{name}:{colour}" for name, colour in theme.items()) for theme in (LIGHT, DARK))
    on_dark = ('[data-jp-theme-light="false"]', '[data-theme="dark"]', ".dark", ".vscode-dark")
    on_light = ('[data-jp-theme-light="true"]', '[data-theme="light"]', ".light", ".vscode-light")
    rules = [
        f".lazytree{{{light}}}",
        f"@media (prefers-color-scheme:dark){{.lazytree{{{dark}}}}}",
        ",".join(f"{page} .lazytree" for page in on_light) + f"{{{light}}}",
        ",".join(f"{page} .lazytree" for page in on_dark) + f"{{{dark}}}",
        *(f".lazytree .lt-{name}{{fill:var(--lt-{name})}}" for name in FILLED),
        *(f".lazytree .lt-{name}-line{{stroke:var(--lt-{name})}}" for name in STROKED),
    ]
    return f"<style>{''.join(rules)}</style>"


STYLE = _style()
"""The style sheet of every drawing, as a part of its SVG."""
