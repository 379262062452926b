"""HTML, made of elements: every text that is put into one is escaped, so no name or record can become HTML."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any, NamedTuple

FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
EMPTY = frozenset({"input", "link", "meta", "br", "hr"})
"""Elements that have no end."""


class Markup(NamedTuple):
    """Text that is HTML already.

    >>> Markup("<b>")
    Markup(html='<b>')
    """

    html: str


Child = Markup | str | None


def text(words: str) -> str:
    """Words as they stand in HTML, as content or in double quotes: escaped, without characters that HTML forbids.

    >>> text('<img onerror="x">')
    '&lt;img onerror=&quot;x&quot;&gt;'
    """
    return escape(FORBIDDEN.sub("\ufffd", words))


def element(name: str, /, *children: Child, **attributes: str | bool | None) -> Markup:
    """An element of a page, with escaped attributes and children; `Markup` goes in as it is.

    An attribute that is True has no value, one that is False or None is left out. Names lose a `_` at their end, and
    others become `-`.

    >>> element("a", "1 < 2", href="/?a=1&b=2", class_="x", hidden=False).html
    '<a href="/?a=1&amp;b=2" class="x">1 &lt; 2</a>'
    """
    told = "".join(_attribute(key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    if name in EMPTY:
        return Markup(f"<{name}{told}>")
    return Markup(f"<{name}{told}>{join_markup(*children).html}</{name}>")


def _attribute(name: str, value: str | bool | None) -> str:
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{text(value)}"'


def join_markup(*parts: Child) -> Markup:
    """Parts of a page one after the other.

    >>> join_markup(element("br"), None, "<").html
    '<br>&lt;'
    """
    return Markup("".join(part.html if isinstance(part, Markup) else text(part or "") for part in parts))


def data(thing: Any, **attributes: str) -> Markup:
    r"""An element with data that a module of the page reads: JSON that cannot end the element.

    >>> data({"name": "</script>"}, id="view").html
    '<script type="application/json" id="view">{"name": "\\u003c/script>"}</script>'
    """
    return element("script", Markup(json_in_page(thing)), type="application/json", **attributes)


def json_in_page(thing: Any) -> str:
    """A thing as JSON that can stand in HTML: without a `<`."""
    return json.dumps(thing).replace("<", "\\u003c")
