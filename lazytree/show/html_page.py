"""The frame of a page of HTML that is one file and needs no other."""

from __future__ import annotations

from html import escape

FRAME = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
{body}
</body>
</html>
"""


def html_page(title: str, style: str, body: str) -> str:
    """A page of HTML: its title is a text, which is escaped; style and body are CSS and HTML as they are.

    >>> html_page("1 < 2", "p { margin: 0; }", "<p>so it is</p>").count("1 &lt; 2")
    1
    """
    return FRAME.format(title=escape(title), style=style, body=body)
