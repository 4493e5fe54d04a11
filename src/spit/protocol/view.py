"""The public view of a match: all that anybody may know of it (R2.6).

Owns the shape that a `spit.protocol.outbound.Snapshot` carries and that events change.
"""

from __future__ import annotations

from msgspec import Struct

from spit.protocol.scalars import (
    CardCode,
    CountdownKind,
    PhaseName,
    ResultReason,
    Seat,
    Slot,
    SpitPile,
    StopReason,
    Version,
)


class StockView(Struct, frozen=True, gc=False):
    """One stock pile: how many cards lie face down, and the face-up ones, the top card last."""

    down: int
    """Number of face-down cards."""
    up: list[CardCode]
    """Face-up cards from bottom to top; empty if the pile waits to be flipped or is empty."""


class SpitPileView(Struct, frozen=True, gc=False):
    """One spit pile. ``top`` is null and ``cards`` 0 before the first spit."""

    cards: int
    """How many cards it holds."""
    top: CardCode | None
    """Its top card."""
    version: Version
    """The version that made this card the top; a `Play` on it says this number."""


class CallView(Struct, frozen=True, gc=False):
    """What a seat has said: ``said`` is false until it says "spit" (or "ready")."""

    said: bool
    """Whether it has said it."""
    pile: SpitPile | None
    """The spit pile it named, if it had to name one."""


class TentativePlay(Struct, frozen=True, gc=False):
    """A play that is shown but not final: ``version`` is that of its `Played` event.

    ``under`` is the version of the top that it lies on.
    """

    version: Version
    """Names the play in `Settled` and `TakenBack`."""
    seat: Seat
    stock: Slot
    """Where the card came from, and goes back to if it is taken back."""
    pile: SpitPile
    """The spit pile on which it lies."""
    card: CardCode
    """The card."""
    under: Version
    """Version of the top below it, and `under_card` the card."""
    under_card: CardCode
    """The card below it."""


class Countdown(Struct, frozen=True, gc=False):
    """A clock that runs now: what happens at its end, and in how many milliseconds."""

    kind: CountdownKind
    """What happens at its end."""
    left_ms: int
    """What was left of it when the message was made, ms."""


class PauseView(Struct, frozen=True, gc=False):
    """A pause: which seats are away or paused, and how long each may still stay so in all."""

    seats: list[Seat]
    """The seats that the match waits for; none while it counts down to going on."""
    left_ms: list[int]
    """By seat, how long it may still be away when the message was made, ms."""


class RacesWon(Struct, frozen=True, gc=False):
    """Races of a match in which both seats threw a card on the same one, as one seat won them."""

    won: int
    """How many it won."""
    median_ms: int | None
    """By how many milliseconds, at the median; null if it won none."""


class Result(Struct, frozen=True, gc=False):
    """How the match ended; ``winner`` is null for a draw or an abandoned match."""

    winner: Seat | None
    """Who won."""
    reason: ResultReason
    """Why."""
    races: list[RacesWon] = []
    """By seat, the races it won; empty if there were none, or they are not known any more."""


class Stopped(Struct, frozen=True, gc=False):
    """Why the round is over: R6.1 with the seat that cleared, or R6.2 with null."""

    reason: StopReason
    """Which of the two ends."""
    cleared: Seat | None
    """The seat that cleared its stock."""


class TableView(Struct, frozen=True, gc=False):
    """All that anybody may know of a match: the same for both seats and for spectators (R2.6).

    Lists of two are by seat, lists of five by slot, ``spits`` by spit pile (one entry in a
    one-pile round, none before the first deal).
    """

    epoch: Version
    """Epoch of the position that this view shows."""
    version: Version
    """Version of that position: the number of the last event in it."""
    match: str
    """Name of the match; a rematch has another. Its record is ``/records/<match>.spit``."""
    names: list[str]
    """What the seats are called."""
    bots: list[bool]
    """Which seats are played by a program."""
    rules: dict[str, str | int | None]
    """``name`` (a preset's, or ``custom``) and the options that differ from the defaults."""
    phase: PhaseName
    """What the match waits for."""
    round: int
    """Number of the round from 1, 0 before the first deal."""
    stocks: list[list[StockView]]
    """For each seat its five stock piles."""
    hands: list[int]
    """Spit cards in each hand (R2.3)."""
    spits: list[SpitPileView]
    """The spit piles."""
    calls: list[CallView]
    """What each seat has said since the last spit."""
    spit_choices: list[list[SpitPile]]
    """For each seat the piles it may name when it next says "spit"; empty means null."""
    tentative: list[TentativePlay]
    """Plays that are shown but not final yet, oldest first."""
    stopped: Stopped | None
    """Why the round is over, until its piles are taken."""
    cards: list[int]
    """Cards owned by each seat at the end of the last round, 26 and 26 before that."""
    points: list[int]
    """Running totals with ``scoring=points``, else 0 and 0 (R8.2)."""
    online: list[bool]
    """Which seats have a connection; a bot's always has."""
    paused: PauseView | None
    """The pause, if the match stands still."""
    countdown: Countdown | None
    """The clock that runs now, if one does."""
    claimable: Seat | None
    """The seat that may be claimed against now."""
    rematch: list[bool]
    """Who has asked for a rematch."""
    result: Result | None
    """How the match ended, once it has."""
    wins: list[int]
    """Matches won by each seat against the other, those of earlier tables too."""
    free: list[bool]
    """Which seats nobody has taken yet; their names are empty."""
    watching: int
    """How many watch."""
    round_trips: list[int | None]
    """By seat, how long a message takes to its player and back, ms; null if it was not measured,
    as that of a program."""
    saved: bool
    """False while a result is not yet kept: a crash of the server could still undo it."""
