"""What is said over plain HTTP: making a table.

Owns the bodies of ``POST /api/tables``.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from spit.protocol.scalars import LevelName, Seat


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/tables``: a match against the computer.

    ``rules`` holds a preset's ``name`` or options as in a record's header, or both.
    """

    level: LevelName = "steady"
    """How strong the computer plays."""
    name: Annotated[str, Meta(max_length=80)] = ""
    """What the player is called; "Guest" if empty."""
    rules: dict[str, str | int | None] = field(default_factory=dict)
    """The rules to play by; the standard ones if empty."""
    seed: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None
    """Makes deals, coins and the computer's choices come out the same again."""


class TableMade(Struct, frozen=True):
    """Answer to `NewTable`: where to connect, and the secret of the seat."""

    table: str
    """Name of the table; its page is ``/t/<table>``."""
    seat: Seat
    """The player's seat."""
    secret: str
    """Proves that the seat is yours; to be kept, and shown to nobody."""
    socket: str
    """Path of the WebSocket, ``/ws/<table>``."""


class HttpError(Struct, frozen=True):
    """Body of every answer over plain HTTP that is an error."""

    error: str
    """A sentence that says what is wrong."""
