"""A progress line on a terminal, and none in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable


class Progress:
    """`label` names the work on standard error; a function is told (done, all) instead; None shows nothing."""

    def __init__(self, label: str | Callable[[int, int], None] | None, total: int):
        self._label, self._total = label, total
        self._began, self._shown = time.monotonic(), 0.0
        self._terminal = isinstance(label, str) and sys.stderr.isatty()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._terminal:
            print(file=sys.stderr)

    def show(self, done: int) -> None:
        """Says how many are done."""
        if callable(self._label):
            self._label(done, self._total)
        now = time.monotonic()
        if not self._terminal or (done < self._total and now - self._shown < 0.1):
            return
        self._shown = now
        share = done / max(1, self._total)
        filled = int(30 * share)
        left = (now - self._began) / share * (1 - share) if share else 0.0
        line = f"\r{self._label} [{'#' * filled}{'.' * (30 - filled)}] {done}/{self._total}, {left:.0f} s left "
        print(line, end="", file=sys.stderr, flush=True)
