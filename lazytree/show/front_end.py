"""The files of `static/`: ES modules, joined to one text where a host wants one, and frames of pages of HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from html import escape
from pathlib import Path
from string import Template

STATIC = Path(__file__).parent / "static"
IMPORT = re.compile(r'^import (\{[^}]*\}|\* as \w+) from "\./(\w+\.mjs)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)
OTHER = re.compile(r"^(import|export)\b.*$", re.MULTILINE)


def front_end(name: str, read: Callable[[str], str] | None = None) -> str:
    """One ES module: the module of this name in `static/`, after all modules that it imports, each of them once.

    Each imported module becomes a constant, the object of what it exports, so that names of two modules never meet.
    `read(name)` gives the text of a module; by default it reads the files in `static/`. Notebook widgets and published
    pages take this text; the server's pages import the modules as they are.

    Raises: ValueError for a module that is not there, modules that import one another in a circle, and for imports and
    exports in other forms than `import { a, b as c } from "./x.mjs";` and `export function ...`.
    """
    reading = read or static_text
    joined: dict[str, str] = {}
    return "\n".join([*_below(name, reading, joined, (name,)).values(), _with_imports(name, reading(name))])


def static_text(name: str) -> str:
    """The text of a file in `static/`. Raises ValueError if there is none of this name."""
    if name not in (known := sorted(path.name for path in STATIC.iterdir())):
        raise ValueError(f"there is no {name} in the front end; there are: {', '.join(known)}")
    return (STATIC / name).read_text(encoding="utf-8")


def _below(name: str, read: Callable[[str], str], joined: dict[str, str], path: tuple[str, ...]) -> Mapping[str, str]:
    """The modules that one imports, in the order in which they can be run, as texts."""
    for other in (found[2] for found in IMPORT.finditer(read(name))):
        if other in path:
            raise ValueError(f"modules import one another in a circle: {' imports '.join((*path, other))}")
        if other not in joined:
            _below(other, read, joined, (*path, other))
            joined[other] = _as_constant(other, read(other))
    return joined


def _as_constant(name: str, text: str) -> str:
    exported = [found[1] for found in EXPORT.finditer(text)]
    body = _with_imports(name, EXPORT.sub("", text))
    if wrong := OTHER.search(body):
        raise ValueError(f"{name} cannot be joined to others, because of this line: {wrong[0]}")
    return f"const {_constant(name)} = (() => {{\n{body.rstrip()}\nreturn {{ {', '.join(exported)} }};\n}})();"


def _with_imports(name: str, text: str) -> str:
    """The text with each import made from the constant of its module."""
    body = IMPORT.sub(lambda found: f"const {_names(found[1])} = {_constant(found[2])};", text)
    if wrong := re.search(r"^import\b.*$", body, re.MULTILINE):
        raise ValueError(f"{name} cannot be joined to others, because of this line: {wrong[0]}")
    return body


def _names(imported: str) -> str:
    return imported.removeprefix("* as ").replace(" as ", ": ")


def _constant(name: str) -> str:
    return name.replace(".", "_")


# ---- pages that are one file and need no other


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
