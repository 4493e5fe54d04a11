"""What has happened, in the order in which it happened.

Owns the shapes. Those that a record keeps (`spit.rules.record`) are `Dealt`, `Spat`, `Played`,
`Flipped` where it was done by hand, `Shifted`, `Slapped`, `RoundEnded` and `MatchEnded`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from spit.rules.cards import Card


class StopReason(StrEnum):
    """How a round ends (R6.1, R6.2)."""

    CLEARED = "cleared"
    BLOCKED = "blocked"


class ResultReason(StrEnum):
    """Why a match is over: by the rules, or early at a live table."""

    CLEARED = "cleared"  # R7.1
    NO_CARDS = "no-cards"  # R7.3
    MAX_ROUNDS = "max-rounds"  # R7.4
    POINTS = "points"  # R8.3
    RESIGNED = "resigned"
    TIMEOUT = "timeout"
    ABANDONED = "abandoned"


RESULT_RULES: Final[dict[ResultReason, str]] = {
    ResultReason.CLEARED: "R7.1",
    ResultReason.NO_CARDS: "R7.3",
    ResultReason.MAX_ROUNDS: "R7.4",
    ResultReason.POINTS: "R8.3",
}
"""The rule behind each reason that the rules themselves give."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """Round `round` (from 1) lies on the table (R2)."""

    round: int
    packets: tuple[tuple[Card, ...], tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Called:
    """A seat said "spit", naming `pile` where it had to (R3)."""

    seat: int
    pile: int | None


@dataclass(frozen=True, slots=True)
class CallsWithdrawn:
    """A play became legal, which takes back what was said (R3.5)."""


@dataclass(frozen=True, slots=True)
class SpitFlip:
    """One spit card turned up by `seat` onto `pile`."""

    seat: int
    card: Card
    pile: int


@dataclass(frozen=True, slots=True)
class Spat:
    """The cards turned, in the order in which they landed (R3.1, R3.2)."""

    flips: tuple[SpitFlip, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A card was played from `stock` onto spit pile `pile` (R4.1)."""

    seat: int
    stock: int
    pile: int
    card: Card


@dataclass(frozen=True, slots=True)
class Flipped:
    """A card was turned face up (R5.1); with `flip=auto` it turned by itself."""

    seat: int
    stock: int
    card: Card


@dataclass(frozen=True, slots=True)
class Shifted:
    """A card moved from `stock` to `slot` (R5.2, R5.4)."""

    seat: int
    stock: int
    slot: int
    card: Card


@dataclass(frozen=True, slots=True)
class Stopped:
    """The round is over: `cleared` is the seat that cleared, None if blocked (R6.1, R6.2)."""

    reason: StopReason
    cleared: int | None


@dataclass(frozen=True, slots=True)
class Slapped:
    """The slap that decides (R6.3): `seat` takes `pile`."""

    seat: int
    pile: int


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The piles are taken and the round is counted (R6.6, R8.2).

    `cards` is how many each seat owns before the next deal; `points` the running totals, 0 and 0
    unless points are played.
    """

    round: int
    reason: StopReason
    cleared: int | None
    cards: tuple[int, int]
    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; `winner` is None for a draw and an abandoned match."""

    winner: int | None
    reason: ResultReason


Event = (
    Dealt
    | Called
    | CallsWithdrawn
    | Spat
    | Played
    | Flipped
    | Shifted
    | Stopped
    | Slapped
    | RoundEnded
    | MatchEnded
)
