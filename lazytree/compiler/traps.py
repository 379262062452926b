"""How often machine code gave a question back to Python: a part of what `lane` says."""

from __future__ import annotations

import threading

from lazytree.core.errors import Trapped


class Traps:
    """The questions of one game that machine code gave back, counted from any thread."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.count, self.last = 0, ""

    def note(self, trapped: Trapped) -> None:
        """Counts a question that was given back."""
        with self.lock:
            self.count, self.last = self.count + 1, str(trapped)

    def told(self) -> tuple[int, str]:
        """How many questions were given back, and why the last one was."""
        with self.lock:
            return self.count, self.last
