"""Laying out a packet (R2.2 to R2.5)."""

from __future__ import annotations

from typing import Final

from spit.rules.cards import Card
from spit.rules.options import Rules, ShortDeal
from spit.rules.state import Pile, Piles

FULL_STOCK: Final = 15
"""Cards of a full stock: piles of 1, 2, 3, 4 and 5 (R2.2)."""

_ROWS: Final = tuple(slot for row in range(5) for slot in range(row, 5))
"""Slot of each card laid row by row: 0 to 4, 1 to 4, … and at last 4 (R2.2)."""

_COLUMNS: Final = tuple(slot for slot in range(5) for _ in range(slot + 1))
"""Slot of each card laid pile by pile (R2.4, `short_deal=columns`)."""


def lay_out(packet: tuple[Card, ...], rules: Rules) -> tuple[Piles, tuple[Card, ...]]:
    """Lays five stock piles from a packet and turns their top cards up.

    Args:
        packet: A seat's cards, first dealt first.
        rules: `short_deal` says how fewer than 15 cards are laid (R2.4).

    Returns:
        The five piles by slot, and the spit cards that are left, the next one first (R2.3).
    """
    by_columns = len(packet) < FULL_STOCK and rules.short_deal is ShortDeal.COLUMNS
    laid: tuple[list[Card], ...] = ([], [], [], [], [])
    for card, slot in zip(packet, _COLUMNS if by_columns else _ROWS, strict=False):
        laid[slot].append(card)
    a, b, c, d, e = (Pile(tuple(cards[:-1]), tuple(cards[-1:])) for cards in laid)
    return (a, b, c, d, e), packet[FULL_STOCK:]
