"""Table time, and the countdowns of a match: the next deal, the slap, the spit of a dead race.

Owns the one conversion between the caller's clock and table time, which is the time that passes
while a match is not paused: everything that counts on a table (hands, stalls, holds, countdowns)
counts in it, so a pause stops all of it at once. Owns too when each countdown ends, and which one
is shown.
"""

from __future__ import annotations

from spit.protocol import messages as m
from spit.rules import Phase, State
from spit.table.settings import TableSettings

Running = tuple[m.CountdownKind, int]
"""A countdown and when it ends: in table time, or for ``resume`` in the caller's."""


class TableClock:
    """Converts the caller's milliseconds to table milliseconds and back.

    Args:
        now_ms: The caller's time at which table time is 0.
    """

    __slots__ = ("_offset_ms", "_stopped_at")

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


class Alarms:
    """The countdowns of one match."""

    __slots__ = ("_settings", "dead_at_ms", "deal_at_ms", "slap_at_ms")

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings
        self.deal_at_ms: int | None = None
        self.slap_at_ms: int | None = None
        self.dead_at_ms: int | None = None
        """When both are taken to have called, since nobody has anything left to do."""

    def look(self, state: State, table_ms: int, *, is_dead: bool, is_complete: bool) -> bool:
        """Starts and stops the countdowns that follow from where the match stands.

        Args:
            state: The final state.
            table_ms: Table time.
            is_dead: Whether nobody has anything left to do but call.
            is_complete: Whether both seats are there, as the first deal needs.

        Returns:
            Whether the slap has begun just now.
        """
        settings = self._settings
        is_first = state.round == 0
        if state.phase is not Phase.DEAL or (is_first and not is_complete):
            self.deal_at_ms = None
        elif self.deal_at_ms is None and is_complete:
            self.deal_at_ms = table_ms + (
                settings.between_ms if state.round else settings.first_deal_ms
            )
        if not is_dead:
            self.dead_at_ms = None
        elif self.dead_at_ms is None:
            self.dead_at_ms = table_ms + settings.stuck_ms
        if state.phase is not Phase.SLAP:
            self.slap_at_ms = None
        elif self.slap_at_ms is None:
            self.slap_at_ms = table_ms + settings.slap_ms
            return True
        return False

    @property
    def is_quiet(self) -> bool:
        """Whether none runs."""
        return self.deal_at_ms is None and self.slap_at_ms is None and self.dead_at_ms is None

    @property
    def shown(self) -> Running | None:
        """The countdown that the players see, if one runs."""
        if self.deal_at_ms is not None:
            return "deal", self.deal_at_ms
        if self.slap_at_ms is not None:
            return "slap", self.slap_at_ms
        return None if self.dead_at_ms is None else ("spit", self.dead_at_ms)
