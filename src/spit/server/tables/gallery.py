"""Those who watch a table.

Owns the delay and the pace: a spectator gets what the players get, the same while later, so that
what is whispered to a player is old news. What came in a moment goes out as one frame, a few
spectators at a time, so that a crowd does not make the players wait. A picture of the table that
one has asked for waits in the same line, so order is never lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from spit.protocol import messages as m
from spit.protocol.codec import encode
from spit.server.sockets.connection import Connection, Frame

STEP_MS = 200
"""Events of so long a time travel together."""
CHUNK = 12
"""So many spectators are served before the players have their turn again."""


def joined(updates: Sequence[m.Update]) -> m.Update:
    """Updates that follow each other in one epoch, as one; there is at least one."""
    last = updates[-1]
    events = [event for update in updates for event in update.events]
    return m.Update(epoch=last.epoch, version=last.version, events=events)


class _Due(NamedTuple):
    at_ms: int
    what: m.Update | bytes
    """Events for all who watch by then, or a picture for one."""
    to: Connection | None


class _Round(NamedTuple):
    """One frame on its way around the gallery."""

    frames: tuple[Frame]
    left: Iterator[Connection]


class Gallery:
    """The spectators of one table.

    Args:
        delay_ms: How much later they see everything.
    """

    def __init__(self, delay_ms: int) -> None:
        self._delay_ms = delay_ms
        self._line: list[_Due] = []
        self._rounds: list[_Round] = []
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
        self._line.append(_Due(self._due_ms(now_ms), picture, connection))

    def leave(self, connection: Connection) -> None:
        """Takes a spectator out."""
        self._watching.pop(connection, None)
        self._waiting.pop(connection, None)

    def broadcast(self, update: m.Update, now_ms: int) -> None:
        """Puts events for all spectators into the line, if there are any."""
        if self._watching or self._waiting:
            self._line.append(_Due(self._due_ms(now_ms), update, None))

    def _due_ms(self, now_ms: int) -> int:
        """When it is shown: at the next step after the delay."""
        return -(-(now_ms + self._delay_ms) // STEP_MS) * STEP_MS

    def deliver(self, now_ms: int) -> bool:
        """Takes what has waited long enough out of the line; True if `send_some` is to follow."""
        updates: list[m.Update] = []
        while self._line and self._line[0].at_ms <= now_ms:
            due = self._line.pop(0)
            if isinstance(due.what, m.Update):
                updates.append(due.what)
                continue
            self._start(updates)
            updates = []
            if due.to in self._waiting:
                del self._waiting[due.to]
                self._watching[due.to] = None
                self._rounds.append(_Round((Frame.of(due.what),), iter([due.to])))
        self._start(updates)
        return bool(self._rounds)

    def _start(self, updates: list[m.Update]) -> None:
        """Sends updates around together; they follow each other in the same epoch."""
        if updates and self._watching:
            self._rounds.append(
                _Round((Frame.of(encode(joined(updates))),), iter([*self._watching]))
            )

    def send_some(self) -> bool:
        """Sends to the next few spectators; True if more are to be served."""
        for _ in range(CHUNK):
            if not self._rounds:
                return False
            frames, left = self._rounds[0]
            connection = next(left, None)
            if connection is None:
                del self._rounds[0]
            elif connection in self._watching:
                connection.send_frames(frames)
        return bool(self._rounds)
