"""How much one connection and one address may ask for.

Owns the counting. Times are handed in, in seconds of a monotonic clock.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple


class Rate(NamedTuple):
    """A rate that may be kept for ever, and how much may come at once after a rest."""

    per_second: float
    at_once: int


class Bucket:
    """Counts against one `Rate`: full after a rest, and refilled as time passes."""

    __slots__ = ("_left", "_rate", "_then")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate, self._left, self._then = rate, float(rate.at_once), now

    def take(self, now: float) -> bool:
        """Takes one; False if there is none, which takes nothing."""
        self._refill(now)
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True

    def has(self, now: float) -> bool:
        """Whether there is one to take."""
        self._refill(now)
        return self._left >= 1.0

    def is_full(self, now: float) -> bool:
        """Whether it is as if nothing had ever been taken."""
        self._refill(now)
        return self._left >= self._rate.at_once

    def _refill(self, now: float) -> None:
        gained = max(0.0, now - self._then) * self._rate.per_second
        self._left = min(float(self._rate.at_once), self._left + gained)
        self._then = now


class AddressRate:
    """A bucket for each address; those that are full again are forgotten."""

    _SWEEP_EVERY = 256

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: dict[str, Bucket] = {}
        self._calls = 0

    def has(self, address: str, now: float) -> bool:
        """Whether the address's bucket has one left; takes none."""
        bucket = self._buckets.get(address)
        return bucket is None or bucket.has(now)

    def take(self, address: str, now: float) -> bool:
        """Takes one from the address's bucket; False if it has none left."""
        self._calls += 1
        if self._calls % self._SWEEP_EVERY == 0:
            full = [name for name, each in self._buckets.items() if each.is_full(now)]
            for name in full:
                del self._buckets[name]
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, now)
        return bucket.take(now)

    def __len__(self) -> int:
        """How many addresses are remembered."""
        return len(self._buckets)


class AddressCount:
    """How many things an address holds at the same time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Takes one more; False if the address holds as many as it may."""
        if self._held[address] >= self._most:
            return False
        self._held[address] += 1
        return True

    def give_back(self, address: str) -> None:
        """Gives one back; an address that holds none is forgotten."""
        self._held[address] -= 1
        if self._held[address] <= 0:
            del self._held[address]
