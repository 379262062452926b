"""The frame of a page of HTML that is one file and needs no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from string import Template

from .front_end import static_text


def html_page(title: str, style: str, body: str) -> str:
    """A page of HTML: its title is a text, which is escaped; style and body are CSS and HTML as they are.

    >>> html_page("1 < 2", "p { margin: 0; }", "<p>so it is</p>").count("1 &lt; 2")
    1
    """
    return Template(static_text("page.html")).substitute(title=escape(title), style=style, body=body)


def html_cell(cell: object) -> str:
    """A cell of a table; its text is escaped."""
    return f"<td>{escape(str(cell))}</td>"


def html_table(rows: Iterable[Iterable[object]], own: int = 0, cell: Callable[[object], str] = html_cell) -> str:
    """Rows of cells as a table of HTML, the heads first; the row of number `own` is marked, `cell` writes a cell.

    >>> html_table([["a", "b"], ["<", 1]], own=1)
    '<div class="wide"><table><tr><th>a</th><th>b</th></tr><tr class="own"><td>&lt;</td><td>1</td></tr></table></div>'
    """
    heads, *others = rows
    top = "".join(f"<th>{escape(str(head))}</th>" for head in heads)
    marks = ("", ' class="own"')
    lines = (f"<tr{marks[number == own]}>{''.join(map(cell, row))}</tr>" for number, row in enumerate(others, 1))
    return f'<div class="wide"><table><tr>{top}</tr>{"".join(lines)}</table></div>'
