"""Table time: the time that passes while a match is not paused.

Owns the one conversion between the caller's clock and table time. Everything that counts on a
table (hands, stalls, holds, countdowns) counts in table time, so a pause stops all of it at once.
"""

from __future__ import annotations


class TableClock:
    """Converts the caller's milliseconds to table milliseconds and back.

    Args:
        now_ms: The caller's time at which table time is 0.
    """

    def __init__(self, now_ms: int) -> None:
        self._offset_ms = now_ms
        self._stopped_at: int | None = None

    @property
    def is_stopped(self) -> bool:
        """Whether table time stands still."""
        return self._stopped_at is not None

    def table_ms(self, now_ms: int) -> int:
        """Table time at the caller's time `now_ms`."""
        return (now_ms if self._stopped_at is None else self._stopped_at) - self._offset_ms

    def caller_ms(self, table_ms: int) -> int:
        """The caller's time at which table time will be `table_ms`, if nothing stops it."""
        return table_ms + self._offset_ms

    def stop(self, now_ms: int) -> None:
        """Lets table time stand still from `now_ms` on; does nothing if it does already."""
        if self._stopped_at is None:
            self._stopped_at = now_ms

    def start(self, now_ms: int) -> None:
        """Lets table time go on from where it stands; does nothing if it runs."""
        if self._stopped_at is not None:
            self._offset_ms += now_ms - self._stopped_at
            self._stopped_at = None
