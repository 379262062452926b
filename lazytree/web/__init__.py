"""Games on a page of one's own server: people and bots play them in browsers. `serve` runs it (extra `web`)."""

from __future__ import annotations

from lazytree.publishing import publish, wasm

from .bounds import Bounds
from .offers import Offer, Shelf
from .serving import serve

__all__ = ["Bounds", "Offer", "Shelf", "publish", "serve", "wasm"]
