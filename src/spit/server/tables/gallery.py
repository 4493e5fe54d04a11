"""Those who watch a table.

Owns the delay: a spectator gets the same frames as the players, all of them the same while later,
so that what is whispered to a player is old news. A picture of the table that one has asked for
waits in the same line, so order is never lost.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from spit.server.sockets.connection import Connection


class _Due(NamedTuple):
    at_ms: int
    frame: bytes
    to: Connection | None
    """None for all who watch by then."""


class Gallery:
    """The spectators of one table.

    Args:
        delay_ms: How much later they see everything.
    """

    def __init__(self, delay_ms: int) -> None:
        self._delay_ms = delay_ms
        self._line: deque[_Due] = deque()
        self._watching: dict[Connection, None] = {}
        self._waiting: dict[Connection, None] = {}

    def __len__(self) -> int:
        """How many watch, or wait for their first picture."""
        return len(self._watching) + len(self._waiting)

    def __iter__(self) -> Iterator[Connection]:
        """All of them."""
        return iter([*self._watching, *self._waiting])

    @property
    def next_ms(self) -> int | None:
        """When `deliver` has something to do."""
        return self._line[0].at_ms if self._line else None

    def show(self, connection: Connection, picture: bytes, now_ms: int) -> None:
        """Lets a spectator see the table from here on, beginning with a picture of it."""
        self.leave(connection)
        self._waiting[connection] = None
        self._line.append(_Due(now_ms + self._delay_ms, picture, connection))

    def leave(self, connection: Connection) -> None:
        """Takes a spectator out."""
        self._watching.pop(connection, None)
        self._waiting.pop(connection, None)

    def broadcast(self, frame: bytes, now_ms: int) -> None:
        """Puts a frame for all spectators into the line, if there are any."""
        if self._watching or self._waiting:
            self._line.append(_Due(now_ms + self._delay_ms, frame, None))

    def deliver(self, now_ms: int) -> None:
        """Sends whatever has waited long enough."""
        while self._line and self._line[0].at_ms <= now_ms:
            due = self._line.popleft()
            if due.to is None:
                for connection in self._watching:
                    connection.send_frame(due.frame)
            elif due.to in self._waiting:
                del self._waiting[due.to]
                self._watching[due.to] = None
                due.to.send_frame(due.frame)
