"""The sizes, rates and times that a client may count on.

Owns the numbers that ``docs/protocol.md`` prints. The server takes its limits from here; the times
of a table are `spit.table.TableSettings`' own, and a test holds the two together.
"""

from __future__ import annotations

from typing import Final

MAX_INBOUND_BYTES: Final = 4_096
"""No inbound message is longer; the longest honest one has some 250 bytes."""
HELLO_SECONDS: Final = 10
"""Within this time a connection must say hello."""
MESSAGES_PER_SECOND: Final = 40
"""Rate at which a connection may send for ever; nobody's hand is faster."""
MESSAGES_AT_ONCE: Final = 80
"""How many messages may come at once after a rest."""
QUEUED_MESSAGES: Final = 256
"""How many messages may wait for a client that does not read."""
PING_SECONDS: Final = 25
"""How often the server sends a ping frame, and how long it waits for the answer."""
SILENT_SECONDS: Final = 7
"""A player whose client sends `Ping` messages, and is then silent for so long in a match, is
away."""
GUEST_SECRET_CHARS: Final = 32
"""A guest's own secret has at least so many characters."""
NAME_CHARS: Final = 24
"""Longest name of a player."""

TABLE_NUMBERS: Final = {
    "hand_ms": 120,
    "hand_queue": 3,
    "miss_ms": 600,
    "miss_max_ms": 2_400,
    "late_ms": 250,
}
"""Settings of a table by their names there, as the page prints them."""

TABLE_SECONDS: Final = {
    "miss_window": 5,
    "stuck": 2,
    "stall": 5,
    "slap": 5,
    "idle": 20,
    "grace": 30,
    "pause_total": 60,
    "resume": 3,
}
"""Times of a table by their names there without the unit, in seconds."""

NUMBERS: Final[dict[str, int]] = {
    "max_inbound": MAX_INBOUND_BYTES,
    "hello_seconds": HELLO_SECONDS,
    "rate": MESSAGES_PER_SECOND,
    "burst": MESSAGES_AT_ONCE,
    "queue": QUEUED_MESSAGES,
    "ping_seconds": PING_SECONDS,
    "silent_seconds": SILENT_SECONDS,
    "name_chars": NAME_CHARS,
    "guest_chars": GUEST_SECRET_CHARS,
    **TABLE_NUMBERS,
    **{f"{name}_seconds": seconds for name, seconds in TABLE_SECONDS.items()},
}
"""Every number by the name that the page's text uses."""
