"""What is said over plain HTTP: making a table, finding one, taking a seat.

Owns the bodies of requests and answers under ``/api``.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from spit.protocol.scalars import (
    LevelName,
    OpponentName,
    Seat,
    Secret,
    TableStanding,
    TypedName,
)


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/tables``: against whom, and by which rules.

    ``rules`` holds a preset's ``name`` or options as in a record's header, or both.
    """

    opponent: OpponentName = "computer"
    """Who takes the other seat."""
    level: LevelName = "steady"
    """How strong the computer plays, if it does."""
    name: TypedName = ""
    """What the player is called; "Guest" if empty."""
    partner_name: TypedName = ""
    """What the other one at the same screen is called."""
    rules: dict[str, str | int | None] = field(default_factory=dict)
    """The rules to play by; the standard ones if empty."""
    listed: bool = False
    """Whether strangers find the table in the lobby while its second seat is free."""
    guest: Secret | None = None
    """The player's own secret, the same at all tables: it opens the seat too, and what is won
    counts for whoever knows it. At least 32 characters; null to be nobody in particular."""
    seed: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None
    """Makes deals, coins and the computer's choices come out the same again."""


class TableMade(Struct, frozen=True):
    """Answer to `NewTable`, `SitDown` and `TakeOver`: where to connect, and the seat's secret."""

    table: str
    """Name of the table, and the code by which a friend finds it; its page is ``/t/<table>``."""
    seat: Seat
    """The player's seat."""
    secret: str
    """Proves that the seat is yours; to be kept, and shown to nobody."""
    socket: str
    """Path of the WebSocket, ``/ws/<table>`` below the server's base path."""
    partner_secret: str | None = None
    """The same for the other seat, if both are at this screen; else null."""


class TableInfo(Struct, frozen=True):
    """Answer to ``GET /api/tables/<table>``: what a stranger with its name may know of a table."""

    table: str
    """Its name as it is written; asked for in any case, with or without hyphens and spaces."""
    standing: TableStanding
    """Whether a seat is free."""
    names: list[str]
    """What the seats are called; empty for a free one."""
    rules: dict[str, str | int | None]
    """As in the view."""
    watching: int
    """How many watch."""


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/tables/<table>/seat``: takes the free seat.

    Whoever has a seat there by the same ``guest`` gets that one again.
    """

    name: TypedName = ""
    """As in `NewTable`."""
    guest: Secret | None = None
    """As in `NewTable`."""


class Invitation(Struct, frozen=True):
    """Answer to ``GET /api/tables/<table>/invitation``: how a friend finds the table."""

    code: str
    """The table's name in groups, easy to read aloud."""
    link: str
    """Address of its page, as it works from another device."""
    watch_link: str
    """Address for those who want to watch."""
    qr: str
    """The link as a QR code: an SVG document."""
    reach: Annotated[str, Meta(pattern="^(here|network|everywhere)$")]
    """From where the link works: ``here`` is this machine alone, ``network`` the devices of the
    local network."""


class SeatProof(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of requests about the own seat at a table: proves which it is."""

    secret: Secret
    """The seat's secret."""


class Handover(Struct, frozen=True):
    """Answer to ``POST /api/tables/<table>/handover``: takes the seat to another device, once."""

    code: str
    """To be handed in by `TakeOver`; works once."""
    link: str
    """Address that does it when it is opened; the code is behind its ``#``."""
    qr: str
    """The link as a QR code: an SVG document."""
    seconds: int
    """How long it works."""


class TakeOver(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/tables/<table>/takeover``: takes a seat by a one-time code.

    The answer is a `TableMade` with a new secret of that seat.
    """

    code: Secret
    """From `Handover`."""


class Block(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/tables/<table>/block``: never meet the one across the table again.

    It needs a ``guest`` at both seats. Two of whom one has blocked the other are not paired, and
    neither can sit down at the other's table.
    """

    secret: Secret
    """As in `SeatProof`."""
    blocked: bool = True
    """False takes it back."""


class Report(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/tables/<table>/report``: tells who runs the server about the opponent.

    The record of the match is kept with it.
    """

    secret: Secret
    """As in `SeatProof`."""
    words: Annotated[str, Meta(max_length=500)] = ""
    """What has happened, in the player's words."""


class Done(Struct, frozen=True):
    """Answer to `Block` and `Report`."""

    done: bool = True
    """Always true."""


class HttpError(Struct, frozen=True):
    """Body of every answer over plain HTTP that is an error."""

    error: str
    """A sentence that says what is wrong."""
