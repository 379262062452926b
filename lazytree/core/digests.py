"""Digests, by Python's own BLAKE2: `hashlib` would load OpenSSL first, which takes longer than all that is digested."""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:  # a Python without that module
    from hashlib import blake2b

SIZE = 32  # bytes


def digester(content: bytes = b"") -> blake2b:
    """What takes bytes by `update` and gives their digest.

    >>> len(digester(b"a game").digest()) == SIZE, digester(b"a").digest() == digester(b"b").digest()
    (True, False)
    """
    return blake2b(content, digest_size=SIZE)
