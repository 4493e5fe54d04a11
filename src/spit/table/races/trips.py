"""The round trips of a seat's connection, as far as they are known.

Owns the estimate, and how often a connection is to be measured for it. The estimate is made when it
is asked for after a sample has come in, so neither for each action nor for each sample.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from spit.table.races.settings import FairSettings


class Trips(NamedTuple):
    """What is known of a connection's round trips, in milliseconds."""

    low: float
    """The shortest of late."""
    mid: float
    """The median."""
    high: float
    """``2 * mid - low``. Answers that a client delays now and then cannot stretch it far, as they
    would a high percentile, let alone the maximum."""

    @property
    def jitter_ms(self) -> float:
        """How much later than another one of the same connection a message may arrive."""
        return self.high - self.low


def estimated(samples: list[float]) -> Trips:
    """The estimate from at least one sample, in any order."""
    ordered = sorted(samples)
    half = len(ordered) // 2
    mid = ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2
    return Trips(ordered[0], mid, 2 * mid - ordered[0])


class PingPace:
    """How often a connection is pinged: seldom while its round trips are alike.

    One that differs has it pinged often until they are alike again, so that the estimate is right
    again within five seconds of a change of the route.
    """

    OFTEN_MS: Final = 250
    SELDOM_MS: Final = 2_000
    ALIKE: Final = 10
    """So many in a row are alike before they are measured seldom,"""
    ALIKE_MS: Final = 8
    """each if it differs from the one before by no more, or"""
    ALIKE_SHARE: Final = 0.3
    """by no more than this share of it."""

    __slots__ = ("_alike", "_last_ms", "every_ms")

    def __init__(self) -> None:
        self._alike = 0
        self._last_ms = 0.0
        self.every_ms = self.OFTEN_MS
        """From one ping to the next."""

    def note(self, trip_ms: float) -> None:
        """Notes a measured round trip."""
        last_ms, self._last_ms = self._last_ms, trip_ms
        is_alike = abs(trip_ms - last_ms) <= max(self.ALIKE_MS, self.ALIKE_SHARE * last_ms)
        self._alike = self._alike + 1 if is_alike else 0
        self.every_ms = self.OFTEN_MS if self._alike < self.ALIKE else self.SELDOM_MS


class TripWindow:
    """The last round trips of one seat.

    Args:
        size: How many count.
    """

    __slots__ = ("_is_known", "_samples", "_size", "_trips")

    def __init__(self, size: int) -> None:
        self._size = size
        self._samples: list[float] = []  # a deque takes five times the room
        self._trips: Trips | None = None
        self._is_known = True

    @property
    def trips(self) -> Trips | None:
        """The estimate; None of a seat that is on the table's own machine, or not known yet."""
        if not self._is_known:
            self._trips, self._is_known = estimated(self._samples), True
        return self._trips

    def add(self, trip_ms: float) -> None:
        """Takes a measured round trip in."""
        self._samples.append(trip_ms)
        del self._samples[: -self._size]
        self._is_known = False

    def forget(self) -> None:
        """Forgets all of them: the connection is another one."""
        self._samples.clear()
        self._trips, self._is_known = None, True


class Distances:
    """The round trips of both seats, and what was told of them.

    Args:
        settings: How many samples count, and how often they are told.
    """

    __slots__ = ("_settings", "_told_at_ms", "told_ms", "windows")

    def __init__(self, settings: FairSettings) -> None:
        self._settings = settings
        self.windows = TripWindow(settings.window), TripWindow(settings.window)
        self._told_at_ms: int | None = None
        self.told_ms: list[int | None] = [None, None]
        """By seat, what was told last."""

    def note(self, seat: int, trip_ms: float, now_ms: int) -> bool:
        """Takes a measured round trip in.

        Returns:
            Whether `news` is worth telling: nothing was told of this seat, or the last time was a
            while ago, and it differs noticeably.
        """
        self.windows[seat].add(trip_ms)
        told_ms = self.told_ms[seat]
        last_ms = self._told_at_ms
        if told_ms is None:
            return True
        if last_ms is not None and now_ms - last_ms < self._settings.tell_ms:
            return False
        if abs(trip_ms - told_ms) < self._settings.tell_change_ms and None not in self.told_ms:
            return False  # nearly always, and no estimate is made for it
        return any(
            self._differs(old, new) for old, new in zip(self.told_ms, self._mids(), strict=True)
        )

    def forget(self, seat: int) -> bool:
        """Forgets a seat's; its connection is another one.

        Returns:
            Whether that is news.
        """
        self.windows[seat].forget()
        return self.told_ms[seat] is not None

    def news(self, now_ms: int) -> list[int | None]:
        """What is told now."""
        self._told_at_ms, self.told_ms = now_ms, self._mids()
        return list(self.told_ms)

    def _mids(self) -> list[int | None]:
        return [None if each.trips is None else round(each.trips.mid) for each in self.windows]

    def _differs(self, old: int | None, new: int | None) -> bool:
        if old is None or new is None:
            return old is not new
        settings = self._settings
        return abs(new - old) >= max(settings.tell_change_ms, settings.tell_change * old)
