"""One hand, one card (R4.2): when a seat's next touch counts.

Owns the pace of a hand and what a misplay costs it. It knows neither cards nor messages: what
waits for the hand is handed back when its time has come.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from spit.table.settings import TableSettings

T = TypeVar("T")


class Touched(NamedTuple, Generic[T]):
    """A touch of a hand."""

    at_ms: int
    """When it was made, as far as that is believable."""
    what: T
    """What it does."""
    arrived_ms: int
    """When its message came."""
    delay_ms: int = 0
    """How much later it counts than it was made, since the hand was not free."""


class Hand(Generic[T]):
    """The hand of one seat. All times are table milliseconds.

    Touches count at least `hand_ms` apart, by when they were made as far as that is believable,
    not by when they arrived. One that comes early waits; at most `hand_queue` do. A misplay makes
    the hand wait, twice as long with each further one in a short time, so that hammering every
    card is not a strategy.
    """

    __slots__ = ("_free_at_ms", "_last_touch_ms", "_misses", "_settings", "_waiting")

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings
        self._free_at_ms = 0
        self._last_touch_ms = 0
        self._misses: list[int] = []
        self._waiting: list[Touched[T]] = []

    @property
    def free_at_ms(self) -> int:
        """When the hand is free for a touch, not counting those that wait already."""
        return self._free_at_ms

    @property
    def due_ms(self) -> int | None:
        """When the first waiting touch counts, None if none waits."""
        if not self._waiting:
            return None
        return max(self._free_at_ms, self._waiting[0].at_ms)

    def touch(self, what: T, now_ms: int, since_touch_ms: int | None, reach_ms: int) -> bool:
        """Takes a touch in; `next_due` hands it back when it counts.

        Args:
            what: Whatever the touch is to do.
            now_ms: Arrival.
            since_touch_ms: Time from the touch before to this one by the player's own clock.
            reach_ms: How far back the touch may claim to lie.

        Returns:
            False if more touches wait than a hand can have under way; then it is not taken.
        """
        if len(self._waiting) >= self._settings.hand_queue:
            return False
        made_ms = now_ms
        if since_touch_ms is not None:
            earliest = now_ms - reach_ms
            made_ms = min(now_ms, max(earliest, self._last_touch_ms + since_touch_ms))
        self._last_touch_ms = made_ms
        self._waiting.append(Touched(made_ms, what, now_ms))
        return True

    def next_due(self, now_ms: int) -> Touched[T] | None:
        """The first waiting touch if its time has come; from then on the hand is busy with it."""
        if not self._waiting:
            return None
        touch = self._waiting[0]
        due = max(touch.at_ms, self._free_at_ms)
        if due > now_ms:
            return None
        del self._waiting[0]
        self._free_at_ms = due + self._settings.hand_ms
        return touch if due == touch.at_ms else touch._replace(delay_ms=due - touch.at_ms)

    def miss(self, now_ms: int) -> int:
        """Makes the hand wait for a misplay.

        Returns:
            How long it waits, in milliseconds.
        """
        settings = self._settings
        while self._misses and self._misses[0] <= now_ms - settings.miss_window_ms:
            del self._misses[0]
        wait = min(settings.miss_max_ms, settings.miss_ms << min(len(self._misses), 8))
        self._misses.append(now_ms)
        self._free_at_ms = max(self._free_at_ms, now_ms + wait)
        return wait

    def drop_waiting(self) -> list[T]:
        """Forgets the waiting touches and returns them, first made first."""
        dropped = [touch.what for touch in self._waiting]
        self._waiting.clear()
        return dropped

    def rest(self) -> None:
        """A new round: the hand is free and its misplays are forgotten."""
        self._free_at_ms = 0
        self._misses.clear()
