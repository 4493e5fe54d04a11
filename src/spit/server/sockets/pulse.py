"""How far away the players of a race are: their connections are pinged while it runs.

Owns when a ping is sent, and the system's own figure for the way (RFC 6298) where there is one.
What follows from a round trip is for the table.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
from time import monotonic
from typing import Final, Protocol

REST_SECONDS: Final = 10.0
"""It is measured so long after the last thing that has happened at its table."""
_STEP_SECONDS: Final = 0.5
"""So often it is looked after pings which nothing else that was sent has carried along."""
_NEAR_MS: Final = 2.0
"""A ping that took longer than the kernel's figure by less than this needs no new figure."""

_HAS_KERNEL: Final = sys.platform == "linux"
_INFO_BYTES: Final = 76
_RTT_AT: Final = 68
"""Where `tcpi_rtt`, in microseconds, stands in Linux's `struct tcp_info`."""


class Measured(Protocol):
    """A connection, as far as it is measured."""

    def measure(self, *, is_direct: bool) -> None:
        """Measures round trips from now on.

        Args:
            is_direct: Whether the system's own figure is the client's, too.
        """

    def measure_no_more(self) -> None:
        """Measures no round trips."""

    def ping_if_due(self, now: float) -> None:
        """Pings if a ping has waited for long to ride along, and the last one is answered.

        Args:
            now: By `time.monotonic`, in seconds.
        """


class Pulse:
    """The connections of one server that are measured.

    Args:
        is_direct: Whether they reach as far as the clients, without a proxy between.
        is_needed: Whether anything is decided by round trips; if not, none is measured.
    """

    def __init__(self, *, is_direct: bool, is_needed: bool = True) -> None:
        self._is_direct, self._is_needed = is_direct, is_needed
        self._until: dict[Measured, float] = {}
        self._begins = asyncio.Event()

    def __len__(self) -> int:
        """How many there are."""
        return len(self._until)

    def keep(self, *connections: Measured) -> None:
        """Measures connections from now on, until `REST_SECONDS` after the last such call."""
        if not self._is_needed:
            return
        now = monotonic()
        for connection in connections:
            if connection not in self._until:
                connection.measure(is_direct=self._is_direct)
                connection.ping_if_due(now)
                self._begins.set()
            self._until[connection] = now + REST_SECONDS

    def stop(self, connection: Measured) -> None:
        """Measures it no longer; harmless if it is not measured."""
        if self._until.pop(connection, None) is not None:
            connection.measure_no_more()

    async def run(self) -> None:
        """Pings whoever is due, until it is cancelled."""
        while True:
            if not self._until:
                self._begins.clear()
                await self._begins.wait()
            await asyncio.sleep(_STEP_SECONDS)
            now = monotonic()
            for connection, until in list(self._until.items()):
                if now < until:
                    connection.ping_if_due(now)
                else:
                    self.stop(connection)


class KernelTrip:
    """The system's own figure for the way to a peer, which no client can lengthen by waiting.

    Args:
        transport: Whose.
    """

    __slots__ = ("_last_ms", "_socket")

    def __init__(self, transport: asyncio.BaseTransport) -> None:
        self._socket = transport.get_extra_info("socket") if _HAS_KERNEL else None
        self._last_ms = 0.0

    def shorten(self, trip_ms: float) -> float:
        """The lower of a measured round trip and the system's figure, in milliseconds.

        The system is asked again only where the two differ: it takes longer than all the rest.
        """
        if self._socket is None or trip_ms <= self._last_ms + _NEAR_MS:
            return trip_ms
        try:
            info = self._socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _INFO_BYTES)
        except OSError:  # it is gone, or no TCP
            return trip_ms
        (microseconds,) = struct.unpack_from("=I", info, _RTT_AT)
        self._last_ms = microseconds / 1_000
        return min(trip_ms, self._last_ms) if microseconds else trip_ms
