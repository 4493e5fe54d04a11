"""Somebody in the lobby.

Owns what is known of them and of their search; it decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from spit.rules import Rules
from spit.server.sockets.connection import Connection
from spit.server.tables.directory import Player


class Met(NamedTuple):
    """Somebody was paired."""

    table: str
    """Name of the table."""
    rules: Rules
    """What both had looked for."""
    since: float
    """Since when this one had, as `Visitor.since`."""


@dataclass(eq=False)
class Visitor:
    """Somebody in the lobby."""

    connection: Connection
    player: Player
    apart: frozenset[int] = frozenset()
    """Guests they do not want to meet, or who do not want to meet them."""
    address: str = ""
    """Whom limits count against."""
    rules: Rules | None = None
    """What they look for an opponent by; None if they do not."""
    wish: str = ""
    """The same as a key."""
    since: float = 0.0
    """Since when they look, by the loop's clock."""
    told: bytes = field(default=b"", repr=False)
    """The news they have."""
    met: Met | None = None
    """What came of their search, until they look again."""
