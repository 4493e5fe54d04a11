"""What a seat, the dealer or the table can do.

Owns the shapes alone; `spit.rules.legal` says when they are allowed and `spit.rules.engine` what
they do. Actions of a seat are few, so they are made once and compared cheaply.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from spit.rules.cards import Card

SEATS: Final = (0, 1)
SLOTS: Final = (0, 1, 2, 3, 4)
"""The fixed places of a seat's stock piles (R5.3)."""


@dataclass(frozen=True, slots=True)
class Play:
    """Move the top card of stock pile `stock` (0-4) to spit pile `pile` (0-1) (R4.1)."""

    seat: int
    stock: int
    pile: int


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn the top card of stock pile `stock` face up (R5.1)."""

    seat: int
    stock: int


@dataclass(frozen=True, slots=True)
class Shift:
    """Move the top card of stock pile `stock` to `slot` (R5.2), or onto a card there (R5.4)."""

    seat: int
    stock: int
    slot: int


@dataclass(frozen=True, slots=True)
class Call:
    """Say "spit" (R3), naming the spit pile for the card.

    `pile` is None where there is nothing to choose: before the first spit of a round, where the
    call means "ready", and for a seat without spit cards (R3.3).
    """

    seat: int
    pile: int | None


@dataclass(frozen=True, slots=True)
class Slap:
    """Slap spit pile `pile`; the first slap decides (R6.3).

    Where a coin decides (`slap=smaller`) it is the coin's outcome: `seat` gets `pile`.
    """

    seat: int
    pile: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Give each seat its packet and lay both out (R2).

    `packets` holds seat 0's cards, then seat 1's, first dealt first.
    """

    packets: tuple[tuple[Card, ...], tuple[Card, ...]]


class EarlyReason(StrEnum):
    """What ends a match before the rules do."""

    RESIGNED = "resigned"
    TIMEOUT = "timeout"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class EndEarly:
    """End the match now. `winner` is a seat, or None if it was abandoned."""

    reason: EarlyReason
    winner: int | None


SeatAction = Play | Flip | Shift | Call | Slap
"""What a seat may do. Nothing here takes a play back (R4.4)."""

Action = SeatAction | Deal | EndEarly

PLAYS: Final = tuple(
    tuple(
        (
            (),
            (Play(seat, stock, 0),),
            (Play(seat, stock, 1),),
            (Play(seat, stock, 0), Play(seat, stock, 1)),
        )
        for stock in SLOTS
    )
    for seat in SEATS
)
"""`PLAYS[seat][stock][bits]`: onto pile 0 with bit 0, onto pile 1 with bit 1."""
CALLS: Final = tuple({pile: (Call(seat, pile)) for pile in (None, 0, 1)} for seat in SEATS)
"""`CALLS[seat][pile]`."""
FLIPS: Final = tuple(tuple(Flip(seat, stock) for stock in SLOTS) for seat in SEATS)
"""`FLIPS[seat][stock]`."""
SHIFTS: Final = tuple(
    tuple(tuple(Shift(seat, stock, slot) for slot in SLOTS) for stock in SLOTS) for seat in SEATS
)
"""`SHIFTS[seat][stock][slot]`."""
SLAPS: Final = tuple(tuple(Slap(seat, pile) for pile in (0, 1)) for seat in SEATS)
"""`SLAPS[seat][pile]`."""
