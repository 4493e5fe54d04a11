"""Pauses: who is away, and how long each seat may still be so.

Owns the two clocks of an absence: `grace_ms` for one pause, `pause_total_ms` for all of a match.
Each pause costs its seat at least the countdown after it, so that nobody can hold a match up by
coming and going.
Its times are the caller's, since table time stands still meanwhile.
"""

from __future__ import annotations

from spit.protocol.messages import PauseView
from spit.table.settings import TableSettings


class Pauses:
    """The pauses of both seats in one match."""

    __slots__ = ("_least_ms", "_settings", "_since_ms", "_spent_ms", "resume_at_ms")

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings
        self._spent_ms = [0, 0]
        self._least_ms = [0, 0]
        self._since_ms: list[int | None] = [None, None]
        self.resume_at_ms: int | None = None
        """When play goes on, once nobody is away any more."""

    @property
    def seats(self) -> list[int]:
        """The seats that the match waits for."""
        return [seat for seat in (0, 1) if self._since_ms[seat] is not None]

    @property
    def is_paused(self) -> bool:
        """Whether the match is paused, the countdown before it goes on included."""
        first, second = self._since_ms
        return first is not None or second is not None or self.resume_at_ms is not None

    def begin(self, seat: int, now_ms: int, *, is_own_doing: bool = True) -> bool:
        """Starts a pause of a seat; False if it is paused already.

        Args:
            seat: Who is away.
            now_ms: The caller's time.
            is_own_doing: Whether it costs the seat at least the countdown after it; not so after a
                restart.
        """
        if self._since_ms[seat] is not None:
            return False
        self._since_ms[seat] = now_ms
        self._least_ms[seat] = self._settings.resume_ms if is_own_doing else 0
        self.resume_at_ms = None
        return True

    def end(self, seat: int, now_ms: int) -> bool:
        """Ends a pause of a seat; False if it had none. Play goes on a countdown later."""
        since = self._since_ms[seat]
        if since is None:
            return False
        self._spent_ms[seat] += max(now_ms - since, self._least_ms[seat])
        self._since_ms[seat] = None
        if not self.seats:
            self.resume_at_ms = now_ms + self._settings.resume_ms
        return True

    def left_ms(self, seat: int, now_ms: int) -> int:
        """How long the seat may still be away now: by this pause and by all of them."""
        since = self._since_ms[seat]
        budget = self._settings.pause_total_ms - self._spent_ms[seat]
        running = 0 if since is None else now_ms - since
        return max(0, min(self._settings.grace_ms, budget) - running)

    def view(self, now_ms: int) -> PauseView | None:
        """The pause as both seats see it, None if there is none."""
        if not self.is_paused:
            return None
        return PauseView(self.seats, [self.left_ms(seat, now_ms) for seat in (0, 1)])

    def overdue(self, now_ms: int) -> int | None:
        """A seat that has been away too long, while the other is there."""
        seats = self.seats
        if len(seats) != 1 or self.left_ms(seats[0], now_ms):
            return None
        return seats[0]

    def overdue_at_ms(self, now_ms: int) -> int | None:
        """When `overdue` will name a seat, if nothing changes."""
        first, second = self._since_ms
        if (first is None) is (second is None):
            return None
        seat = 0 if second is None else 1
        return now_ms + self.left_ms(seat, now_ms)

    def forget(self) -> None:
        """The match is over: nobody waits for anybody any more."""
        self._since_ms = [None, None]
        self.resume_at_ms = None
