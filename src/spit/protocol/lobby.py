"""What is said between a client and the lobby, over the WebSocket at ``/ws``.

Owns the shapes of both directions. The lobby knows who is here, who looks for an opponent and
which tables have a free seat; once two are paired they meet at a table.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from spit.protocol.inbound import Inbound, Ping
from spit.protocol.outbound import Outbound, Pong, Problem
from spit.protocol.scalars import Seat, Secret, TypedName


class Enter(Inbound, frozen=True, tag="enter"):
    """First message on every connection to the lobby, and only there."""

    version: Annotated[int, Meta(ge=1, le=1_000)]
    """The version of this protocol that the client speaks."""
    name: TypedName = ""
    """What the player is called; "Guest" if empty."""
    guest: Secret | None = None
    """As in `NewTable`."""


class Seek(Inbound, frozen=True, tag="seek"):
    """Look for an opponent who wants the same rules, until `Paired` or `StopSeeking`.

    Of one guest in several tabs the newest is paired.
    """

    rules: dict[str, str | int | None] = field(default_factory=dict)
    """The rules to play by, as in `NewTable`."""


class StopSeeking(Inbound, frozen=True, tag="stop-seeking"):
    """Look no longer. Ending the connection does the same."""


class Decline(Inbound, frozen=True, tag="decline"):
    """Do not play the opponent who was found, or wait for them no longer.

    Either of two who were paired may say so until the first card is turned, from any connection to
    the lobby. The table is closed, as ``declined`` to whoever is there already.
    """

    table: Annotated[str, Meta(max_length=64)]
    """`Paired.table`."""
    secret: Secret
    """`Paired.secret`."""


class Waiting(Struct, frozen=True):
    """How many look for an opponent by the same rules."""

    rules: dict[str, str | int | None]
    """The rules, as in the view."""
    people: int
    """How many."""


class ListedTable(Struct, frozen=True):
    """A table that anyone may find."""

    table: str
    """Its name."""
    names: list[str]
    """What the seats are called; empty for a free one."""
    rules: dict[str, str | int | None]
    """The rules, as in the view."""
    watching: int
    """How many watch."""


class Lobby(Outbound, frozen=True, tag="lobby"):
    """What is going on; sent on entering, and when it changes, at most once a second."""

    people: int
    """How many people are here, at tables and in the lobby. A guest is one, in however many
    tabs; whoever watches, or plays without being a guest, is one by each connection."""
    tables: int
    """How many matches are being played."""
    waiting: list[Waiting]
    """Who looks for an opponent, by rules, the most wanted first: at most 20. Rules that nobody
    waits for are left out."""
    open: list[ListedTable]
    """Tables with a free seat that their makers have listed, the newest first: at most 20."""
    running: list[ListedTable]
    """Matches between people who met here, to be watched, the newest first: at most 20."""


class Seeking(Outbound, frozen=True, tag="seeking"):
    """Answer to `Seek` and `StopSeeking`: whether this client is looking for an opponent now.

    It also comes by itself: with null when the same guest was paired in another tab, or when a
    fault of the server has kept two from being paired; with rules after `Declined`.
    """

    rules: dict[str, str | int | None] | None
    """The rules that it looks for, null if it does not."""


class Paired(Outbound, frozen=True, tag="paired"):
    """An opponent is found; this client looks no longer.

    Both should connect to the table at once. If one has not come after some seconds the table is
    closed as ``no-such-table`` to the other, who may look again.
    """

    table: str
    """Name of the table."""
    seat: Seat
    """The player's seat."""
    secret: str
    """As in `TableMade`."""
    socket: str
    """As in `TableMade`."""
    opponent: str
    """What the other one is called."""


class Declined(Outbound, frozen=True, tag="declined"):
    """One of two who were paired does not play now, and their table is closed.

    It answers `Decline`; a table that is no such one, or whose match has begun, is a `Problem`
    instead. The other is told too while it is in the lobby, and looks for an opponent again by the
    same rules, as `Seeking` says.
    """

    table: str
    """Name of the table."""


AnyLobbyInbound = Enter | Seek | StopSeeking | Decline | Ping
"""Every message that a client may send to the lobby."""

AnyLobbyOutbound = Lobby | Seeking | Paired | Declined | Pong | Problem
"""Every message that the lobby may send."""
