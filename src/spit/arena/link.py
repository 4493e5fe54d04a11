"""One direction of a simulated connection.

Owns how long a message is on its way: as over TCP, messages arrive in the order in which they were
sent, and one that is lost holds up all that follow until it has been sent again.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random


@dataclass(frozen=True, slots=True)
class LinkSettings:
    """What one direction is like."""

    delay_ms: float
    """Median time of a message on its way."""
    jitter: float = 0.075
    """Sigma of the lognormal factor on each delay: about its spread as a share of `delay_ms`."""
    stall: float = 0.01
    """Chance of each message to be lost and sent again."""
    stall_ms: float = 200.0
    """How much later a message that was lost arrives (TCP waits 200 ms at least, RFC 6298)."""
    turn_ms: float | None = None
    """When the route changes, None if never."""
    turn_factor: float = 1.0
    """What `delay_ms` is multiplied with from then on."""


class Link:
    """One direction of a connection.

    Args:
        settings: What it is like.
        rng: Chance, of this link alone.
    """

    def __init__(self, settings: LinkSettings, rng: Random) -> None:
        self._settings = settings
        self._rng = rng
        self._last_ms = 0.0

    def send(self, now_ms: float, rng: Random | None = None) -> float:
        """Sends a message; returns when it arrives.

        Args:
            now_ms: The time.
            rng: Chance for this message, the link's own if None.
        """
        self._last_ms = self.look(now_ms, rng)
        return self._last_ms

    def look(self, now_ms: float, rng: Random | None = None) -> float:
        """When a message sent at `now_ms` would arrive, by chance; it is not sent."""
        settings = self._settings
        rng = rng or self._rng
        delay_ms = settings.delay_ms * exp(rng.gauss(0.0, settings.jitter))
        if settings.turn_ms is not None and now_ms >= settings.turn_ms:
            delay_ms *= settings.turn_factor
        if rng.random() < settings.stall:
            delay_ms += settings.stall_ms * (0.8 + 0.4 * rng.random())
        return max(self._last_ms, now_ms + delay_ms)
