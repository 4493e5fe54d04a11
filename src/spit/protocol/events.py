"""What happens at a table, as facts in order.

Owns the shape of each event and says what it does to the view; `spit.protocol.follow` is the same
in code.
"""

from __future__ import annotations

from msgspec import Struct

from spit.protocol.scalars import (
    CardCode,
    CountdownKind,
    EmoteName,
    ResultReason,
    Seat,
    Slot,
    SpitPile,
    StopReason,
    Version,
)
from spit.protocol.view import RacesWon, StockView


class Event(Struct, frozen=True, gc=False, tag_field="type", kw_only=True):
    """One fact about the match. Each raises the version by one, in the order given."""


class MatchStarted(Event, frozen=True, tag="match-started"):
    """A (re)match begins; all but names, seats, presence, round trips, watchers and wins is new.

    Phase ``deal``, round 0, five empty stock piles each, no hands, no spit piles, nothing said,
    26 cards and 0 points each, no result, nothing claimable, no rematch asked for, ``saved``.
    """

    match: str
    """Its name."""


class Dealt(Event, frozen=True, tag="dealt"):
    """Both layouts lie on the table (R2). ``piles`` is how many spit piles the round has.

    Phase ``ready``. The spit piles are empty: 0 cards, no top, version 0.
    """

    round: int
    """Number of the round, from 1."""
    stocks: list[list[StockView]]
    """As in the view."""
    hands: list[int]
    """As in the view."""
    piles: int
    """1 or 2 (R2.5)."""


class Called(Event, frozen=True, tag="called"):
    """A seat has said "spit", or "ready" before the first spit (R3)."""

    seat: Seat
    pile: SpitPile | None
    """The spit pile it named."""


class CallsWithdrawn(Event, frozen=True, tag="calls-withdrawn"):
    """A play became legal, which takes back what was said (R3.5)."""


class SpitFlip(Struct, frozen=True, gc=False):
    """One card turned up onto a spit pile."""

    seat: Seat
    card: CardCode
    """The card."""
    pile: SpitPile
    """Where it landed."""


class Spat(Event, frozen=True, tag="spat"):
    """Spit cards were turned up, in the order in which they landed (R3.1, R3.2).

    All the cards carry this event's version. ``spit_choices`` is the view's field from now on.
    Phase ``play``; what was said is done with, and each hand has one card less for each flip.
    """

    flips: list[SpitFlip]
    """The cards, one or two."""
    spit_choices: list[list[SpitPile]]
    """As in the view."""


class Played(Event, frozen=True, tag="played"):
    """A card lies on a spit pile (R4.1). If ``tentative``, `Settled` or `TakenBack` follows.

    The card leaves its stock pile and is the new top, with this event's version. A tentative one
    also joins the view's ``tentative``, with the top it now covers.
    """

    seat: Seat
    stock: Slot
    """The stock pile it came from."""
    pile: SpitPile
    """The spit pile it lies on."""
    card: CardCode
    """The card."""
    tentative: bool = False
    """Whether it may still be taken back."""


class Settled(Event, frozen=True, tag="settled"):
    """The tentative plays with these versions are final."""

    plays: list[Version]
    """Versions of their `Played` events."""


class TakenBack(Event, frozen=True, tag="taken-back"):
    """The tentative plays with these versions are undone, newest first.

    Each card is again the face-up top of the stock pile it came from, and the pile shows the card
    below with the version which that card had. ``margin_ms`` is by how much the race was lost.
    """

    plays: list[Version]
    """Versions of their `Played` events, newest first."""
    margin_ms: int | None
    """By how many milliseconds the race was lost, if known."""


class Flipped(Event, frozen=True, tag="flipped"):
    """A card was turned face up (R5.1), by hand or by itself with ``flip=auto``."""

    seat: Seat
    stock: Slot
    """The pile; it has one face-down card less."""
    card: CardCode
    """What it turned out to be."""


class Shifted(Event, frozen=True, tag="shifted"):
    """A card moved within a seat's stock (R5.2, R5.4)."""

    seat: Seat
    stock: Slot
    """The pile it left."""
    slot: Slot
    """The slot where it is now the top."""
    card: CardCode
    """The card."""


class RoundStopped(Event, frozen=True, tag="round-stopped"):
    """The round has ended, cleared or blocked (R6.1, R6.2). With a slap to come, slap now.

    Phase ``slap`` if a slap is to come, else ``deal``. The piles stay in view until `RoundEnded`.
    """

    reason: StopReason
    """How it ended."""
    cleared: Seat | None
    """The seat that cleared its stock."""
    slap: bool
    """Whether a slap, or the coin in its place, is to come (R6.3)."""


class Slapped(Event, frozen=True, tag="slapped"):
    """The slap that decides (R6.3): ``takes`` is the pile that each seat takes.

    With ``slap=smaller``, and when nobody slaps in time, it is the coin's decision. The view does
    not change.
    """

    seat: Seat
    """Who slapped first."""
    pile: SpitPile
    """The pile that this seat takes."""
    takes: list[SpitPile]
    """By seat, the pile it takes."""


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """Round over, the cards owned before the next deal and the running points (R6.6, R8.2).

    Phase ``deal``; stocks, hands and spit piles are empty.
    """

    round: int
    """Number of the round."""
    reason: StopReason
    """As in `RoundStopped`."""
    cleared: Seat | None
    """As in `RoundStopped`."""
    cards: list[int]
    """Cards that each seat owns now."""
    points: list[int]
    """Running points of each seat."""


class MatchEnded(Event, frozen=True, tag="match-ended"):
    """The match is over (R7, R8.3, or ended early).

    Phase ``over``; the view has its result, nobody has piles to choose from, and ``wins`` of the
    winner is one more. If it ended early the piles stay as they were.
    """

    winner: Seat | None
    """Who won; null for a draw or an abandoned match."""
    reason: ResultReason
    """Why."""
    races: list[RacesWon] = []
    """As in `Result`."""


class CountdownStarted(Event, frozen=True, tag="countdown-started"):
    """A clock started, in the place of any other; see `Countdown`."""

    kind: CountdownKind
    """What happens at its end."""
    left_ms: int
    """How long it runs from now, ms."""


class CountdownStopped(Event, frozen=True, tag="countdown-stopped"):
    """The clock is gone, at its end or before; nothing else takes it out of the view."""


class PauseStarted(Event, frozen=True, tag="pause-started"):
    """The match is paused; ``seats`` are those it waits for.

    It comes again when these change; ``seats`` is empty while play is about to go on.
    """

    seats: list[Seat]
    """As in `PauseView`."""
    left_ms: list[int]
    """As in `PauseView`."""


class PauseEnded(Event, frozen=True, tag="pause-ended"):
    """Play goes on."""


class Presence(Event, frozen=True, tag="presence"):
    """A seat's connection came or went."""

    seat: Seat
    online: bool
    """Whether it is there."""


class Claimable(Event, frozen=True, tag="claimable"):
    """The match may be claimed against ``seat``; null takes that back."""

    seat: Seat | None
    """The seat that holds the match up."""


class RematchAsked(Event, frozen=True, tag="rematch-asked"):
    """A seat asks for a rematch."""

    seat: Seat


class Seated(Event, frozen=True, tag="seated"):
    """A free seat was taken: it is not ``free`` any more, and has a name."""

    seat: Seat
    name: str
    """What it is called from now on."""
    wins: list[int]
    """As in the view: how the two have fared against each other before."""


class Watched(Event, frozen=True, tag="watched"):
    """The number of those who watch has changed; told at most once a second."""

    watching: int
    """How many they are now."""


class Emoted(Event, frozen=True, tag="emoted"):
    """A seat shows an emote. It changes nothing, and a client may let its player mute it."""

    seat: Seat
    emote: EmoteName
    """Which one."""


class RoundTrips(Event, frozen=True, tag="round-trips"):
    """The ways of messages have become longer or shorter; told at most once a second."""

    ms: list[int | None]
    """As in the view."""


class Saved(Event, frozen=True, tag="saved"):
    """Whether the result is kept, told if that takes unusually long, and again once it is."""

    saved: bool
    """As in the view."""


AnyEvent = (
    MatchStarted | Dealt | Called | CallsWithdrawn | Spat | Played | Settled | TakenBack | Flipped
    | Shifted | RoundStopped | Slapped | RoundEnded | MatchEnded | CountdownStarted
    | CountdownStopped | PauseStarted | PauseEnded | Presence | Claimable | RematchAsked | Seated
    | Watched | Emoted | RoundTrips | Saved
)  # fmt: skip
"""Every fact that an `Update` may hold."""
