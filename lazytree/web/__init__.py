"""Games on a page of one's own server: people and bots play them in browsers. `serve` runs it (extra `web`)."""

from __future__ import annotations

from lazytree.publishing import publish, wasm

from .bounds import ServerLimits
from .offers import Catalogue, CatalogueEntry
from .serving import addresses_elsewhere, serve

__all__ = ["Catalogue", "CatalogueEntry", "ServerLimits", "addresses_elsewhere", "publish", "serve", "wasm"]
