"""How things show themselves in a notebook: `lazytree.show` is asked when, and only when, a picture is wanted."""

from __future__ import annotations

from typing import Any


def mime_bundle(thing: object, include: Any = None, exclude: Any = None) -> dict[str, str]:
    """A thing as a page (text/html), as a picture (image/svg+xml) and as text (text/plain), as far as it has them.

    A class that shows itself in notebooks has it as its method `_repr_mimebundle_`. Nothing is grown or rated for a
    picture; where none can be made, there is the text alone.

    >>> from lazytree.games import konane
    >>> sorted(mime_bundle(konane()))
    ['image/svg+xml', 'text/html', 'text/plain']
    """
    from lazytree.show.everything import bundle

    return bundle(thing)
