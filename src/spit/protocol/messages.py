"""The wire, version 1: every message as a typed struct.

Owns the shapes and their meaning; it must not know sockets, tables or time. ``docs/protocol.md``,
its JSON Schema and ``web/src/protocol.gen.ts`` are generated from these classes and from their
docstrings, so a sentence here is a sentence a stranger reads when he writes a client.

Words: an *inbound* message goes to the server, an *outbound* one to a client; an *event* is a fact
about the match and travels inside `Update`. Seats are 0 and 1, stock piles and slots 0 to 4, spit
piles 0 and 1, for both seats alike. A card is rank then suit, ``"Td"`` (R1.4). Times are whole
milliseconds.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from spit.rules.reasons import Reason

PROTOCOL_VERSION = 1

Seat = Annotated[int, Meta(ge=0, le=1)]
Slot = Annotated[int, Meta(ge=0, le=4)]
SpitPile = Annotated[int, Meta(ge=0, le=1)]
CardCode = Annotated[str, Meta(pattern="^[2-9TJQKA][shdc]$")]
ActionId = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Millis = Annotated[int, Meta(ge=0, le=3_600_000)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]

PhaseName = Literal["deal", "ready", "play", "slap", "over"]
StopReason = Literal["cleared", "blocked"]
ResultReason = Literal[
    "cleared", "no-cards", "max-rounds", "points", "resigned", "timeout", "abandoned"
]
CountdownKind = Literal["deal", "spit", "slap", "resume"]


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A point in a match. A higher epoch is later whatever the version."""

    epoch: Version
    version: Version


# ---------------------------------------------------------------- inbound


class Inbound(Struct, frozen=True, tag_field="type", kw_only=True, forbid_unknown_fields=True):
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
    secrets: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=2)]
    have: Position | None = None
    coarse_clock: bool = False


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
    pile: SpitPile
    card: CardCode
    top: CardCode
    top_version: Version
    reacted_ms: Millis | None = None
    since_touch_ms: Millis | None = None


class Flip(Inbound, frozen=True, tag="flip"):
    """Turn up the face-down top card of an own stock pile (R5.1)."""

    id: ActionId
    seat: Seat
    stock: Slot
    since_touch_ms: Millis | None = None


class Shift(Inbound, frozen=True, tag="shift"):
    """Move a face-up top card of the own stock to another slot (R5.2, R5.4)."""

    id: ActionId
    seat: Seat
    stock: Slot
    slot: Slot
    card: CardCode
    since_touch_ms: Millis | None = None


class Spit(Inbound, frozen=True, tag="spit"):
    """Say "spit" (R3). Before the first spit of a round it means "ready".

    ``pile`` is the spit pile for the card. It must be null before the first spit and for a seat
    without spit cards, and a pile otherwise.
    """

    id: ActionId
    seat: Seat
    pile: SpitPile | None = None


class Slap(Inbound, frozen=True, tag="slap"):
    """Slap a spit pile (R6.3). Before the round has ended it is a misplay.

    ``reacted_ms`` counts from the first frame that showed the end of the round.
    """

    id: ActionId
    seat: Seat
    pile: SpitPile
    reacted_ms: Millis | None = None


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


class Resync(Inbound, frozen=True, tag="resync"):
    """Ask for what was missed since ``have``, or for a whole `Snapshot` if that is null."""

    have: Position | None = None


class Ping(Inbound, frozen=True, tag="ping"):
    """Answered at once by a `Pong` with the same ``n``."""

    n: Version


AnyInbound = (
    Hello | Play | Flip | Shift | Spit | Slap | Resign | Claim | Pause | Resume | Rematch
    | Resync | Ping
)  # fmt: skip


# ---------------------------------------------------------------- the public view


class Outbound(Struct, frozen=True, tag_field="type", kw_only=True):
    """What a server may send. A client must ignore fields and message types it does not know."""


class StockView(Struct, frozen=True):
    """One stock pile: how many cards lie face down, and the face-up ones, the top card last."""

    down: int
    up: list[CardCode]


class SpitPileView(Struct, frozen=True):
    """One spit pile. ``top`` is null and ``cards`` 0 before the first spit."""

    cards: int
    top: CardCode | None
    version: Version
    """The version that made this card the top; a `Play` on it says this number."""


class CallView(Struct, frozen=True):
    """What a seat has said: ``said`` is false until it says "spit" (or "ready")."""

    said: bool
    pile: SpitPile | None


class TentativePlay(Struct, frozen=True):
    """A play that is shown but not final: ``version`` is that of its `Played` event.

    ``under`` is the version of the top that it lies on.
    """

    version: Version
    seat: Seat
    stock: Slot
    pile: SpitPile
    card: CardCode
    under: Version
    under_card: CardCode


class Countdown(Struct, frozen=True):
    """A clock that runs now: what happens at its end, and in how many milliseconds."""

    kind: CountdownKind
    left_ms: int


class PauseView(Struct, frozen=True):
    """A pause: which seats are away or paused, and how long each may still stay so in all."""

    seats: list[Seat]
    left_ms: list[int]


class Result(Struct, frozen=True):
    """How the match ended; ``winner`` is null for a draw or an abandoned match."""

    winner: Seat | None
    reason: ResultReason


class Stopped(Struct, frozen=True):
    """Why the round is over: R6.1 with the seat that cleared, or R6.2 with null."""

    reason: StopReason
    cleared: Seat | None


class TableView(Struct, frozen=True):
    """All that anybody may know of a match: the same for both seats and for spectators (R2.6).

    Lists of two are by seat, lists of five by slot, ``spits`` by spit pile (one entry in a
    one-pile round, none before the first deal).
    """

    epoch: Version
    version: Version
    match: str
    names: list[str]
    bots: list[bool]
    rules: dict[str, str | int | None]
    phase: PhaseName
    round: int
    stocks: list[list[StockView]]
    hands: list[int]
    """Spit cards in each hand (R2.3)."""
    spits: list[SpitPileView]
    calls: list[CallView]
    spit_choices: list[list[SpitPile]]
    """For each seat the piles it may name when it next says "spit"; empty means null."""
    tentative: list[TentativePlay]
    stopped: Stopped | None
    cards: list[int]
    """Cards owned by each seat at the end of the last round, 26 and 26 before that."""
    points: list[int]
    online: list[bool]
    paused: PauseView | None
    countdown: Countdown | None
    claimable: Seat | None
    """The seat that may be claimed against now."""
    rematch: list[bool]
    """Who has asked for a rematch."""
    result: Result | None
    wins: list[int]
    """Matches won at this table."""


# ---------------------------------------------------------------- events


class Event(Struct, frozen=True, tag_field="type", kw_only=True):
    """One fact about the match. Each raises the version by one, in the order given."""


class MatchStarted(Event, frozen=True, tag="match-started"):
    """A (re)match begins; everything but names, presence and wins starts anew."""

    match: str


class Dealt(Event, frozen=True, tag="dealt"):
    """Both layouts lie on the table (R2). ``piles`` is how many spit piles the round has."""

    round: int
    stocks: list[list[StockView]]
    hands: list[int]
    piles: int


class Called(Event, frozen=True, tag="called"):
    """A seat has said "spit", or "ready" before the first spit (R3)."""

    seat: Seat
    pile: SpitPile | None


class CallsWithdrawn(Event, frozen=True, tag="calls-withdrawn"):
    """A play became legal, which takes back what was said (R3.5)."""


class SpitFlip(Struct, frozen=True):
    """One card turned up onto a spit pile."""

    seat: Seat
    card: CardCode
    pile: SpitPile


class Spat(Event, frozen=True, tag="spat"):
    """Spit cards were turned up, in the order in which they landed (R3.1, R3.2).

    All the cards carry this event's version. ``spit_choices`` is the view's field from now on.
    """

    flips: list[SpitFlip]
    spit_choices: list[list[SpitPile]]


class Played(Event, frozen=True, tag="played"):
    """A card lies on a spit pile (R4.1). If ``tentative``, `Settled` or `TakenBack` follows."""

    seat: Seat
    stock: Slot
    pile: SpitPile
    card: CardCode
    tentative: bool = False


class Settled(Event, frozen=True, tag="settled"):
    """The tentative plays with these versions are final."""

    plays: list[Version]


class TakenBack(Event, frozen=True, tag="taken-back"):
    """The tentative plays with these versions are undone, newest first.

    Each card is again the face-up top of the stock pile it came from, and the pile shows the card
    below with the version which that card had. ``margin_ms`` is by how much the race was lost.
    """

    plays: list[Version]
    margin_ms: int | None


class Flipped(Event, frozen=True, tag="flipped"):
    """A card was turned face up (R5.1), by hand or by itself with ``flip=auto``."""

    seat: Seat
    stock: Slot
    card: CardCode


class Shifted(Event, frozen=True, tag="shifted"):
    """A card moved within a seat's stock (R5.2, R5.4)."""

    seat: Seat
    stock: Slot
    slot: Slot
    card: CardCode


class RoundStopped(Event, frozen=True, tag="round-stopped"):
    """The round has ended, cleared or blocked (R6.1, R6.2). With a slap to come, slap now."""

    reason: StopReason
    cleared: Seat | None
    slap: bool


class Slapped(Event, frozen=True, tag="slapped"):
    """The slap that decides (R6.3): ``takes`` is the pile that each seat takes."""

    seat: Seat
    pile: SpitPile
    takes: list[SpitPile]


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """Round over, the cards owned before the next deal and the running points (R6.6, R8.2)."""

    round: int
    reason: StopReason
    cleared: Seat | None
    cards: list[int]
    points: list[int]


class MatchEnded(Event, frozen=True, tag="match-ended"):
    """The match is over (R7, R8.3, or ended early)."""

    winner: Seat | None
    reason: ResultReason


class CountdownStarted(Event, frozen=True, tag="countdown-started"):
    """A clock started; see `Countdown`."""

    kind: CountdownKind
    left_ms: int


class CountdownStopped(Event, frozen=True, tag="countdown-stopped"):
    """The clock was stopped before its end."""


class PauseStarted(Event, frozen=True, tag="pause-started"):
    """The match is paused; ``seats`` are those it waits for."""

    seats: list[Seat]
    left_ms: list[int]


class PauseEnded(Event, frozen=True, tag="pause-ended"):
    """Play goes on."""


class Presence(Event, frozen=True, tag="presence"):
    """A seat's connection came or went."""

    seat: Seat
    online: bool


class Claimable(Event, frozen=True, tag="claimable"):
    """The match may be claimed against ``seat``; null takes that back."""

    seat: Seat | None


class RematchAsked(Event, frozen=True, tag="rematch-asked"):
    """A seat asks for a rematch."""

    seat: Seat


AnyEvent = (
    MatchStarted | Dealt | Called | CallsWithdrawn | Spat | Played | Settled | TakenBack | Flipped
    | Shifted | RoundStopped | Slapped | RoundEnded | MatchEnded | CountdownStarted
    | CountdownStopped | PauseStarted | PauseEnded | Presence | Claimable | RematchAsked
)  # fmt: skip


# ---------------------------------------------------------------- outbound


class OwnSeat(Struct, frozen=True):
    """A seat that this connection plays, and the lowest action id it may use next."""

    seat: Seat
    next_id: ActionId


class Welcome(Outbound, frozen=True, tag="welcome"):
    """Answer to `Hello`: who you are. A `Snapshot` or an `Update` follows."""

    version: int
    table: str
    seats: list[OwnSeat]


class Snapshot(Outbound, frozen=True, tag="snapshot"):
    """The whole view; it replaces all that the client knew."""

    view: TableView


class Update(Outbound, frozen=True, tag="update"):
    """Events in order. ``version`` is the position after the last of them.

    A client that is not at ``(epoch, version - len(events))`` has lost touch and sends `Resync`.
    """

    epoch: Version
    version: Version
    events: list[AnyEvent]


class Accepted(Outbound, frozen=True, tag="accepted"):
    """Answer to an action: it is final, by the event with this version."""

    id: ActionId
    seat: Seat
    version: Version


class Refused(Outbound, frozen=True, tag="refused"):
    """Answer to an action: it changed nothing, and why.

    ``wait_ms`` is how long the hand still waits after a misplay, 0 if not. ``margin_ms`` is by how
    much a race was lost, where it is known.
    """

    id: ActionId
    seat: Seat
    reason: Reason
    wait_ms: int = 0
    margin_ms: int | None = None


class Pong(Outbound, frozen=True, tag="pong"):
    """Answer to `Ping`."""

    n: Version


ErrorCode = Literal[
    "bad-message", "bad-secret", "no-such-table", "wrong-version", "too-fast", "too-slow",
    "replaced", "closing", "hello-first", "hello-twice",
]  # fmt: skip


class Problem(Outbound, frozen=True, tag="problem"):
    """Something is wrong with what was sent or with the connection, said in words.

    If ``fatal`` the server closes the connection after it.
    """

    code: ErrorCode
    detail: str
    fatal: bool = False


AnyOutbound = Welcome | Snapshot | Update | Accepted | Refused | Pong | Problem


# ---------------------------------------------------------------- HTTP


LevelName = Literal["child", "casual", "steady", "quick", "sharp", "lightning"]


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Body of ``POST /api/tables``: a match against the computer.

    ``rules`` holds a preset's ``name`` or options as in a record's header, or both.
    """

    level: LevelName = "steady"
    name: Annotated[str, Meta(max_length=80)] = ""
    rules: dict[str, str | int | None] = field(default_factory=dict)
    seed: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None


class TableMade(Struct, frozen=True):
    """Answer to `NewTable`: where to connect, and the secret of the seat."""

    table: str
    seat: Seat
    secret: str
    socket: str
    """Path of the WebSocket, ``/ws/<table>``."""
