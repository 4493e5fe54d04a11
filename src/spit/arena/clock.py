"""Virtual time: what happens next, and when.

Owns the queue of everything that is going to happen in one simulated match. Things that happen at
the same time happen in the order in which they were put down.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush


class Clock:
    """A clock that jumps from one happening to the next. Times are milliseconds, from 0."""

    def __init__(self) -> None:
        self.now_ms = 0.0
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._number = 0

    def at(self, ms: float, do: Callable[[], None]) -> None:
        """Has something done at a time; at once after what is being done, if that is past."""
        self._number += 1
        heappush(self._queue, (max(ms, self.now_ms), self._number, do))

    def clear(self) -> None:
        """Has nothing done of what was going to be; the time stays."""
        self._queue.clear()

    def step(self) -> bool:
        """Goes to what happens next and does it; False if nothing is going to happen."""
        if not self._queue:
            return False
        self.now_ms, _, do = heappop(self._queue)
        do()
        return True


class Timer:
    """One thing that is done again and again, whenever it is due.

    When that is may change at any time; `look` keeps the clock in step without crowding it.

    Args:
        clock: The clock.
        due_ms: Says when it is due now, None if not at all.
        do: Does it.
    """

    def __init__(
        self, clock: Clock, due_ms: Callable[[], float | None], do: Callable[[], None]
    ) -> None:
        self._clock = clock
        self._due_ms = due_ms
        self._do = do
        self._set_ms: float | None = None

    def look(self) -> None:
        """To be called after anything that may have changed when it is due."""
        due_ms = self._due_ms()
        if due_ms is None or (self._set_ms is not None and self._set_ms <= due_ms):
            return
        self._set_ms = due_ms
        self._clock.at(due_ms, lambda: self._ring(due_ms))

    def _ring(self, set_ms: float) -> None:
        if set_ms != self._set_ms:
            return
        self._set_ms = None
        due_ms = self._due_ms()
        if due_ms is not None and due_ms <= self._clock.now_ms:
            self._do()
        self.look()
