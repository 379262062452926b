"""A game as WebAssembly, and as one page that needs no server and no network (extra `compiled`)."""

from __future__ import annotations

from lazytree.compiler import Wasm, wasm

from .publishing import Page, publish

__all__ = ["Page", "Wasm", "publish", "wasm"]
