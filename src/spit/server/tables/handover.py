"""One-time codes that take a seat to another device.

Owns which codes are out, for how long, and that each works once.
"""

from __future__ import annotations

import secrets
from typing import NamedTuple

from spit.server.tables.seats import key_of

SECONDS = 600
"""How long a code works."""
_BYTES = 18
_MOST = 10_000
"""So many codes are out at the same time; a further one takes the oldest's place."""


class _Out(NamedTuple):
    table: str
    seat: int
    until: float


class Handovers:
    """The codes of one server."""

    def __init__(self) -> None:
        self._out: dict[bytes, _Out] = {}

    def __len__(self) -> int:
        """How many are out."""
        return len(self._out)

    def give(self, table: str, seat: int, now: float) -> str:
        """A new code for a seat; an earlier one for it works no longer.

        Args:
            table: Name of the table.
            seat: The seat.
            now: Seconds of a monotonic clock.
        """
        code = secrets.token_urlsafe(_BYTES)
        for key, out in list(self._out.items()):
            if (out.table, out.seat) == (table, seat):
                del self._out[key]
        while len(self._out) >= _MOST:
            del self._out[next(iter(self._out))]
        self._out[key_of(code)] = _Out(table, seat, now + SECONDS)
        return code

    def take(self, table: str, code: str, now: float) -> int | None:
        """The seat at a table that a code is for; None if it was used, is too old, or never was.

        Args:
            table: Name of the table.
            code: What `give` gave.
            now: As there.
        """
        out = self._out.get(key_of(code))
        if out is None or out.table != table:
            return None
        del self._out[key_of(code)]
        return out.seat if now < out.until else None

    def sweep(self, now: float) -> None:
        """Forgets the codes that are too old."""
        self._out = {key: out for key, out in self._out.items() if now < out.until}
