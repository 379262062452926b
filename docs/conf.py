"""How Sphinx makes the site: `python -m sphinx -W docs docs/_build/html`; warnings are errors."""

import ast
import linecache
import re
import subprocess
import sys
from contextlib import redirect_stdout
from doctest import SKIP, DocTestParser
from importlib.util import find_spec
from inspect import getsource
from io import StringIO
from pathlib import Path
from pkgutil import resolve_name
from shutil import copyfile, rmtree, which
from typing import Any

HERE = Path(__file__).parent

project, author, copyright = "lazytree", "the authors of lazytree", "the authors of lazytree, MIT licence"
release = version = "0.1.0"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
exclude_patterns = ["_build", "_published", "**.ipynb_checkpoints"]
html_theme, html_title = "furo", "lazytree"
FRONT = "../lazytree/show/static"
html_static_path = ["_static", f"{FRONT}/cells_page.mjs", f"{FRONT}/elements.mjs"]
html_css_files = ["site.css"]
html_js_files = [("cells_page.mjs", {"type": "module"})] if which("npm") else []  # it needs the playground
html_extra_path = ["_published"]

default_role = "literal"  # docstrings write names between single quotes, as Markdown does
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": True}
toc_object_entries = False

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
nb_execution_mode = "off"  # the notebooks are kept as they ran; the gate runs them anew


def notebooks() -> None:
    """Lays a copy of each notebook, and of no other, where Sphinx looks for pages."""
    rmtree(HERE / "notebooks", ignore_errors=True)
    (HERE / "notebooks").mkdir()
    for notebook in sorted((HERE.parent / "notebooks").glob("*.ipynb")):
        copyfile(notebook, HERE / "notebooks" / notebook.name)


def gallery() -> None:
    """Writes the page with the boards of all games, and the pages on which these are played."""
    script, page, played = HERE.parent / "examples" / "gallery.py", HERE / "gallery.md", HERE / "_published" / "play"
    folder = [str(played)] if find_spec("llvmlite") else []  # without it the games are pictures only
    subprocess.run([sys.executable, str(script), str(page), *folder], check=True, stdout=subprocess.DEVNULL)
    played.mkdir(parents=True, exist_ok=True)


def playground() -> None:
    """Lays the playground beside the pages; without npm there is none."""
    if which("npm"):
        subprocess.run(
            [sys.executable, HERE / "playground" / "build.py", HERE / "_published" / "playground"], check=True
        )


BLOCK = re.compile(r"^```(python|\{drawn\})\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def drawn_by_code(app: Any, page: str, source: list[str]) -> None:
    """Puts a picture in place of each block `{drawn}`, whose code draws it; the examples above it have run then."""
    names: dict[str, Any] = {"__name__": page}

    def ran(example: str) -> None:
        file = f"<{page} {len(linecache.cache)}>"  # what is compiled to machine code is read from its source
        linecache.cache[file] = (len(example), None, example.splitlines(keepends=True), file)
        exec(compile(example, file, "single"), names)

    def shown(block: re.Match[str]) -> str:
        kind, code = block.groups()
        if kind == "python":
            for example in DocTestParser().get_examples(code):
                if not example.options.get(SKIP) and example.exc_msg is None:
                    ran(example.source)
            return block[0]
        *before, last = ast.parse(code).body
        exec(compile(ast.Module(before, []), page, "exec"), names)
        picture = eval(compile(ast.Expression(last.value), page, "eval"), names)
        return f'```{{raw}} html\n<div class="board">{picture.svg}</div>\n```'

    if "```{drawn}" in source[0]:
        with redirect_stdout(StringIO()):
            source[0] = BLOCK.sub(shown, source[0])


def fields_by_comments(app: Any, what: str, name: str, thing: object, options: Any, lines: list[str]) -> None:
    """Explains a field of a NamedTuple or a dataclass by the comment beside it in the source."""
    if lines and not lines[0].startswith("Alias for field number"):
        return
    owner, _, field = name.rpartition(".")
    try:
        source = getsource(resolve_name(owner))
    except (AttributeError, ImportError, OSError, TypeError, ValueError):
        return
    if said := re.search(rf"^    {field}: [^#\n]*# (.*)$", source, flags=re.MULTILINE):
        lines[:] = [said[1]]


def setup(app: Any) -> None:
    notebooks()
    gallery()
    playground()
    app.connect("source-read", drawn_by_code)
    app.connect("autodoc-process-docstring", fields_by_comments)
