"""How a table comes to know the round trips of its seats.

Owns the pings of one simulated match, which go over the same links as everything else. They are
reckoned when something else is sent, or the table is called, which is as good as when they come
back, since nothing but its next ruling depends on them.
"""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random
from typing import Final, NamedTuple

from spit.arena.link import Link
from spit.arena.person import Person
from spit.table import PingPace

SPREAD: Final = 0.25
"""How much sooner or later a ping may go, as a share of the time since the last one: it rides
along with whatever is sent, so that no client can be in step with it."""

BASELINE: Final = 10
"""Pings before the first round."""


class Trip(NamedTuple):
    """A measured round trip: when it was known, whose, and how long; in whole milliseconds."""

    at_ms: float
    seat: int
    trip_ms: int


class Pings:
    """The pings to one seat.

    Args:
        person: Who answers.
        down: The way there.
        up: The way back.
        rng: Chance of the pings, so that they do not change how anything else fares.
        is_direct: Whether the server reads the kernel's figure too, which no client can lengthen,
            and takes the lower one.
    """

    def __init__(
        self, person: Person, down: Link, up: Link, rng: Random, *, is_direct: bool
    ) -> None:
        self.person = person
        """Who answers from now on."""
        self._down = down
        self._up = up
        self._rng = rng
        self._kernel_rng = Random(rng.random())
        self._is_direct = is_direct
        self._next_ms = 0.0
        self._pace = PingPace()
        self._known: list[Trip] = []

    def begin(self, now_ms: float) -> list[Trip]:
        """Measures before the first round; pings go on from `now_ms`."""
        self._next_ms = now_ms
        return [self._measured(now_ms, self._down.look(now_ms, self._rng)) for _ in range(BASELINE)]

    def catch_up(self, now_ms: float) -> None:
        """Sends the pings that were due by now; to be called before anything else is sent."""
        while self._next_ms <= now_ms:
            trip = self._measured(self._next_ms, self._down.send(self._next_ms, self._rng))
            heappush(self._known, trip)
            self._pace.note(trip.trip_ms)
            spread = 1 - SPREAD + 2 * SPREAD * self._rng.random()
            self._next_ms += self._pace.every_ms * spread

    def until(self, now_ms: float) -> list[Trip]:
        """What has come to be known since the last time, in order."""
        self.catch_up(now_ms)
        known: list[Trip] = []
        while self._known and self._known[0].at_ms <= now_ms:
            known.append(heappop(self._known))
        return known

    def _measured(self, pinged_ms: float, arrived_ms: float) -> Trip:
        back_ms = self._up.look(self.person.pongs_ms(arrived_ms), self._rng)
        trip_ms = back_ms - pinged_ms
        if self._is_direct:
            trip_ms = min(trip_ms, self._up.look(arrived_ms, self._kernel_rng) - pinged_ms)
        return Trip(back_ms, self.person.seat, max(0, round(trip_ms)))
