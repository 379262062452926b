"""The frame of every page, and the policy that lets a browser run nothing but our own modules."""

from __future__ import annotations

import re

from lazytree.show.theme import STYLE

from .markup import Child, Markup, element, join_markup

OWN_STYLE = re.compile(r' style="[^"]*"')

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""The content security policy: scripts and style sheets only from files of ours, forms only to us, no frames."""


def page(title: str, *body: Child, refresh: float | None = None, script: str = "") -> str:
    """A whole page. Without JavaScript it is loaded again after `refresh` seconds, if that is said."""
    again = element("noscript", element("meta", http_equiv="refresh", content=f"{refresh:g}")) if refresh else None
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("link", rel="icon", href="data:,"),
        element("link", rel="stylesheet", href="/static/server.css"),
        element("link", rel="stylesheet", href="/static/theme.css"),
        element("link", rel="stylesheet", href="/static/widgets.css"),
        element("link", rel="stylesheet", href="/static/table.css"),
        again,
        element("script", type="module", src=f"/static/{script}") if script else None,
    )
    top = element("header", element("a", "lazytree", href="/", class_="home"))
    return "<!doctype html>\n" + element("html", head, element("body", top, *body), lang="en").html


def mistake_page(status: int, why: str) -> str:
    """The page that says that something cannot be."""
    title = "Not found" if status == 404 else "That cannot be done"
    back = element("p", element("a", "To the games", href="/"))
    return page(title, element("main", element("h1", title), element("p", why, class_="why", role="alert"), back))


def seat_page(player: str, game: str, address: str) -> str:
    """The page that leads from the link of a seat to the game: its address has no secret in it."""
    go = element("meta", http_equiv="refresh", content=f"0;url={address}")
    icon = element("link", rel="icon", href="data:,")
    head = element("head", element("meta", charset="utf-8"), element("title", game), icon, go)
    link = element("a", f"Play {player} in this game of {game}", href=address)
    return "<!doctype html>\n" + element("html", head, element("body", element("p", link)), lang="en").html


def picture(svg: str) -> Markup:
    """A drawing on a page, without a style sheet or a style of its own: theme.css and server.css say how it looks.

    >>> picture('<svg style="max-width:100%" role="img"><rect/></svg>').html
    '<svg role="img"><rect/></svg>'
    """
    head, end, rest = svg.replace(STYLE, "").partition(">")
    return Markup(OWN_STYLE.sub("", head) + end + rest)


def post(address: str, *inside: Child, **attributes: str) -> Markup:
    """A form that is sent to an address."""
    return element("form", *inside, method="post", action=address, **attributes)


def hidden(**values: str) -> Markup:
    """Values that a form sends along."""
    return join_markup(*(element("input", type="hidden", name=name, value=value) for name, value in values.items()))
