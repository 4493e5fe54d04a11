"""What a client may send.

Owns the shape of each inbound message. Decoding is strict: a field that is not named here makes
the message a bad one (`spit.protocol.codec`).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from spit.protocol.scalars import (
    ActionId,
    CardCode,
    EmoteName,
    Millis,
    Position,
    Seat,
    Secret,
    Slot,
    SpitPile,
    Version,
)


class Inbound(
    Struct, frozen=True, gc=False, tag_field="type", kw_only=True, forbid_unknown_fields=True
):
    """What a client may send. Unknown fields are refused."""


class Hello(Inbound, frozen=True, tag="hello"):
    """First message on every connection, and only there.

    ``secrets`` holds one secret for each seat this connection plays: one usually, two when two
    people share one screen, none for a spectator. ``have`` is the last position the client holds;
    the answer is then an `Update` with what it missed instead of a whole view, if the server still
    remembers it. ``coarse_clock`` says that the client's timers are rounded to more than 5 ms, so
    its ``reacted_ms`` is left out of account.
    """

    version: Annotated[int, Meta(ge=1, le=1_000)]
    """The version of this protocol that the client speaks."""
    secrets: Annotated[list[Secret], Meta(max_length=2)]
    """Secrets of the seats to play, at most two."""
    have: Position | None = None
    """What the client holds already."""
    coarse_clock: bool = False
    """Whether the client's clock is too coarse for ``reacted_ms``."""


class Play(Inbound, frozen=True, tag="play"):
    """Move the face-up top card of an own stock pile to a spit pile (R4.1).

    ``top`` and ``top_version`` name the card that the player's screen showed on the spit pile and
    the version that made it the top. ``reacted_ms`` is the time from the first frame that showed
    it to the touch of the card, by the client's own monotonic clock. ``since_touch_ms`` is the
    time since this seat's touch before this one, by the same clock. Both may be null.
    """

    id: ActionId
    seat: Seat
    stock: Slot
    """The stock pile it comes from."""
    pile: SpitPile
    """The spit pile it goes to."""
    card: CardCode
    """The card itself; if another lies there by now the answer is ``card-moved``."""
    top: CardCode
    """The card it is played on, as the player's screen showed it."""
    top_version: Version
    """`SpitPileView.version` of that card."""
    reacted_ms: Millis | None = None
    """From the frame that showed ``top`` to the touch."""
    since_touch_ms: Millis | None = None
    """From this seat's last touch (play, flip, shift) to this one."""


class Flip(Inbound, frozen=True, tag="flip"):
    """Turn up the face-down top card of an own stock pile (R5.1)."""

    id: ActionId
    seat: Seat
    stock: Slot
    """The pile whose top card is turned."""
    since_touch_ms: Millis | None = None
    """As in `Play`."""


class Shift(Inbound, frozen=True, tag="shift"):
    """Move a face-up top card of the own stock to another slot (R5.2, R5.4)."""

    id: ActionId
    seat: Seat
    stock: Slot
    """The pile it comes from."""
    slot: Slot
    """The slot it goes to: an empty one, or with ``stacking`` a card of equal rank."""
    card: CardCode
    """The card itself, as in `Play`."""
    since_touch_ms: Millis | None = None
    """As in `Play`."""


class Spit(Inbound, frozen=True, tag="spit"):
    """Say "spit" (R3). Before the first spit of a round it means "ready".

    ``pile`` is the spit pile for the card. It must be null before the first spit and for a seat
    without spit cards, and a pile otherwise: one of the view's ``spit_choices``.
    """

    id: ActionId
    seat: Seat
    pile: SpitPile | None = None
    """Where the own spit card is to go."""


class Slap(Inbound, frozen=True, tag="slap"):
    """Slap a spit pile (R6.3). Before the round has ended it is a misplay.

    ``reacted_ms`` counts from the first frame that showed the end of the round.
    """

    id: ActionId
    seat: Seat
    pile: SpitPile
    """The pile; in a one-pile round pile 1 is the empty one (R6.5)."""
    reacted_ms: Millis | None = None
    """From the frame that showed the end of the round to the touch."""


class Resign(Inbound, frozen=True, tag="resign"):
    """Give the match up."""

    id: ActionId
    seat: Seat


class Claim(Inbound, frozen=True, tag="claim"):
    """Claim the match against a seat that holds it up, once `Claimable` has said so."""

    id: ActionId
    seat: Seat


class Pause(Inbound, frozen=True, tag="pause"):
    """Pause the match; the cards are covered and the seat's pause clock runs."""

    id: ActionId
    seat: Seat


class Resume(Inbound, frozen=True, tag="resume"):
    """End the own pause; play goes on after a countdown."""

    id: ActionId
    seat: Seat


class Rematch(Inbound, frozen=True, tag="rematch"):
    """Ask for another match after the result, or agree to it. Both asking starts it."""

    id: ActionId
    seat: Seat


class Emote(Inbound, frozen=True, tag="emote"):
    """Show an emote to everybody at the table; more than one in two seconds is ``too-fast``."""

    id: ActionId
    seat: Seat
    emote: EmoteName
    """Which one."""


class Resync(Inbound, frozen=True, tag="resync"):
    """Ask for what was missed since ``have``, or for a whole `Snapshot` if that is null."""

    have: Position | None = None
    """What the client holds; if the server remembers no such point a `Snapshot` comes too."""


class Ping(Inbound, frozen=True, tag="ping"):
    """Answered at once by a `Pong` with the same ``n``."""

    n: Version
    """Any number."""


AnyInbound = (
    Hello | Play | Flip | Shift | Spit | Slap | Resign | Claim | Pause | Resume | Rematch
    | Emote | Resync | Ping
)  # fmt: skip
"""Every message that a client may send."""
