"""Games on a page of one's own server: people and bots play them in browsers. `serve` runs it (extra `web`)."""

from __future__ import annotations

from .catalogue import Catalogue, CatalogueEntry, ServerLimits
from .serving import addresses_elsewhere, serve

__all__ = ["Catalogue", "CatalogueEntry", "ServerLimits", "addresses_elsewhere", "serve"]
