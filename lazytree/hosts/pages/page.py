"""The text of a published page: one file of HTML with everything in it, which asks for nothing else.

The policy lets a browser run this one script and this one style sheet, known by what they are, and WebAssembly; no
address can be asked for. Everything that the game says is data: it is escaped, or JSON that cannot end its element.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from hashlib import sha256
from string import Template
from typing import Any

from lazytree.core.texts import title_of
from lazytree.show.front_end import front_end, static_text
from lazytree.show.svg import svg_text

STYLES = ("theme.css", "widgets.css", "table.css", "published.css")
COMMENT = re.compile(r"^\s*(//.*|/\*\*.*\*/)$", re.MULTILINE)
TYPE = re.compile(r"/\*\* @\w+ \{[^*`\"]*\}[^*`\"]*\*/ ?")
TAIL = re.compile(r"^([^\"'`/\n]*) // .*$", re.MULTILINE)
STYLE_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
STYLE_SPACES = re.compile(r"\s*([{};,])\s*|(?<=:)\s+")
SPACES = re.compile(r"\s*([=(){}\[\],;:?&|<>!*])\s*")  # beside signs that end a word
BLOCK = re.compile(r"^\s*/\*\*(?:(?!\*/).)*\*/\s*$", re.MULTILINE | re.DOTALL)


def page_text(title: str, shown: Mapping[str, Any]) -> str:
    """The page with this title; `shown` is what its script reads. The page's worker runs the same script."""
    script = shorten_script(front_end("published_page.mjs"))
    style = shorten_style("\n".join(map(static_text, STYLES)))
    data = json_in_page(shown)
    name = svg_text(title_of(title))
    if "</script" in script.lower() or "</style" in style.lower():
        raise ValueError("the front end ends its own element: a fault of lazytree")
    parts = {"name": name, "policy": policy(script, style), "style": style, "data": data, "script": script}
    return Template(static_text("published.html")).substitute(parts)


def policy(script: str, style: str) -> str:
    """The content security policy of a page with this script and this style sheet."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src '{script_hash(script)}' 'wasm-unsafe-eval'",
            "worker-src blob:",
            f"style-src '{script_hash(style)}'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def script_hash(text: str) -> str:
    """What a policy knows the text of a script by."""
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"


def json_in_page(thing: Any) -> str:
    r"""A thing as JSON that can stand in HTML: without a `<`, floats with six decimals at most.

    >>> json_in_page({"</script>": [0.8660254037844386, -2.0]})
    '{"\\u003c/script>":[0.866025,-2]}'
    """
    return json.dumps(round_floats(thing), separators=(",", ":"), sort_keys=True).replace("<", "\\u003c")


def round_floats(thing: Any) -> Any:
    """A thing for JSON whose floats have six decimals at most: places on a board are drawn alike with them."""
    if isinstance(thing, float):
        short = round(thing, 6)
        return int(short) if short.is_integer() else short
    if isinstance(thing, Mapping):
        return {name: round_floats(each) for name, each in thing.items()}
    return list(map(round_floats, thing)) if isinstance(thing, (list, tuple)) else thing


def shorten_style(style: str) -> str:
    r"""A style sheet without comments, and without spaces beside braces, colons, commas and semicolons.

    >>> shorten_style("/* all */\na { top: 0; }\n  b { left: 0; }\n")
    'a{top:0;}b{left:0;}'
    """
    return STYLE_SPACES.sub(r"\1", STYLE_COMMENT.sub("", style)).strip()


def shorten_script(script: str) -> str:
    r"""A script without comments, where it is sure that they are no part of a text, and without what indents its lines.

    Lines that end with a semicolon, an opening brace or a comma are joined to the next, unless they may have comments.
    Lines without texts and patterns have no spaces beside signs.

    >>> shorten_script("  let a = 1; // one\n/** @param {any} b */\nconst f = (/** @type {any} */ b) => `http://${b}`;")
    'let a=1;const f = (b) => `http://${b}`;'

    Raises: ValueError for a text that goes over more than one line.
    """
    without = TAIL.sub(r"\1", TYPE.sub("", COMMENT.sub("", BLOCK.sub("", script))))
    lines = [line.strip() for line in without.splitlines()]
    lines = [line if re.search("[\"'`/]", line) else SPACES.sub(r"\1", line) for line in lines]
    if wrong := next((line for line in lines if line.count("`") % 2), ""):
        raise ValueError(f"the front end has a text of more than one line, which cannot be shortened: {wrong}")
    return "".join(line if line[-1] in ";{," and "//" not in line else line + "\n" for line in lines if line).rstrip()
