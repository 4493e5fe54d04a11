"""What a server may send.

Owns the shape of each outbound message.
"""

from __future__ import annotations

from msgspec import Struct

from spit.protocol.events import AnyEvent
from spit.protocol.scalars import ActionId, ErrorCode, Seat, Version
from spit.protocol.view import TableView
from spit.rules.reasons import Reason


class Outbound(Struct, frozen=True, gc=False, tag_field="type", kw_only=True):
    """What a server may send. A client must ignore fields and message types it does not know."""


class OwnSeat(Struct, frozen=True, gc=False):
    """A seat that this connection plays, the lowest action id it may use next, and its time."""

    seat: Seat
    next_id: ActionId
    """The lowest id not used yet, also by earlier connections of the seat; in a later epoch it is
    far higher."""
    away_ms: int
    """How long it may be away from now on before the match may be claimed, ms; later by the
    ``left_ms`` of each `PauseStarted`."""


class Welcome(Outbound, frozen=True, tag="welcome"):
    """Answer to `Hello`: who you are. A `Snapshot` or an `Update` follows."""

    version: int
    """The version of this protocol that the server speaks here."""
    table: str
    """Name of the table."""
    seats: list[OwnSeat]
    """In the order of the secrets; empty for a spectator."""
    grace_ms: int
    """The longest that a seat may be away at a time, ms; with `MatchStarted` it has all of it."""


class Snapshot(Outbound, frozen=True, tag="snapshot"):
    """The whole view; it replaces all that the client knew."""

    view: TableView
    """The view, with its position in it."""


class Update(Outbound, frozen=True, tag="update"):
    """Events in order. ``version`` is the position after the last of them.

    A client that is not at ``(epoch, version - len(events))`` has lost touch and sends `Resync`.
    """

    epoch: Version
    """Epoch of the position after the last event."""
    version: Version
    """Version of the position after the last event."""
    events: list[AnyEvent]
    """What happened; empty if nothing was missed."""


class Accepted(Outbound, frozen=True, tag="accepted"):
    """Answer to an action: it is final, by the event with this version."""

    id: ActionId
    """The action's."""
    seat: Seat
    version: Version
    """Version of the event that the action became."""


class Refused(Outbound, frozen=True, tag="refused"):
    """Answer to an action: it changed nothing, and why.

    ``wait_ms`` is how long the hand still waits after a misplay, 0 if not. ``margin_ms`` is by how
    much a race was lost, where it is known.
    """

    id: ActionId
    """The action's."""
    seat: Seat
    reason: Reason
    """Why."""
    wait_ms: int = 0
    """How long this seat's hand waits before a touch counts, ms."""
    margin_ms: int | None = None
    """By how many milliseconds the race was lost."""


class Pong(Outbound, frozen=True, tag="pong"):
    """Answer to `Ping`."""

    n: Version
    """The number of the ping."""


class Problem(Outbound, frozen=True, tag="problem"):
    """Something is wrong with what was sent or with the connection, said in words.

    If ``fatal`` the server closes the connection after it.
    """

    code: ErrorCode
    """What kind of thing, for programs."""
    detail: str
    """A sentence for people."""
    fatal: bool = False
    """Whether the connection ends here."""


AnyOutbound = Welcome | Snapshot | Update | Accepted | Refused | Pong | Problem
"""Every message that a server may send."""
