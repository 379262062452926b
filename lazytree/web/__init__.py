"""Games on a page of one's own server: people and bots play them in browsers. `serve` runs it (extra `web`)."""

from __future__ import annotations

from lazytree.publishing import publish, wasm

from .bounds import Bounds
from .offers import Offer, Shelf
from .serving import addresses_elsewhere, serve

__all__ = ["Bounds", "Offer", "Shelf", "addresses_elsewhere", "publish", "serve", "wasm"]
