"""The countdowns of a match: the next deal, the slap, and the spit of a dead race.

Owns when each of them ends, in table milliseconds, and which one is shown.
"""

from __future__ import annotations

from spit.protocol import messages as m
from spit.rules import Phase, State
from spit.table.settings import TableSettings

Running = tuple[m.CountdownKind, int]
"""A countdown and when it ends: in table time, or for ``resume`` in the caller's."""


class Alarms:
    """The countdowns of one match."""

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
    def shown(self) -> Running | None:
        """The countdown that the players see, if one runs."""
        clocks: tuple[tuple[m.CountdownKind, int | None], ...] = (
            ("deal", self.deal_at_ms),
            ("slap", self.slap_at_ms),
            ("spit", self.dead_at_ms),
        )
        return next(((kind, until) for kind, until in clocks if until is not None), None)
