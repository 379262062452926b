"""A game as WebAssembly, and as one page that needs no server and no network (extra `compiled`)."""

from __future__ import annotations

from .publishing import Page, publish
from .wasm_value import Wasm, wasm

__all__ = ["Page", "Wasm", "publish", "wasm"]
