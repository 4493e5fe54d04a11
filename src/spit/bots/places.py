"""Where things lie on the table.

Owns the distances a hand covers, in card widths. A seat's five stock piles lie in a row before
it, 1.2 widths apart; the two spit piles lie side by side in the middle, 2.2 widths beyond the row
and 1.6 apart. Each seat sees the table from its own side, so that it is the same for both.
"""

from __future__ import annotations

from math import hypot
from typing import Final

Place = tuple[float, float]
"""Across and away from the player, in card widths; the middle of the own row is (0, 0)."""

CARD: Final = 1.0
"""Width of a goal that a finger has to hit: one card."""

PILE: Final = 2.0
"""Width of a spit pile for a card that is carried there: any part of it may touch (R4.3)."""

REST: Final[Place] = (0.0, 0.8)
"""Where a hand rests: between the row and the spit piles."""

_STEP: Final = 1.2
_AWAY: Final = 2.2
_ASIDE: Final = 0.8


def stock_place(slot: int) -> Place:
    """The middle of an own stock pile."""
    return (slot - 2) * _STEP, 0.0


def spit_place(seat: int, pile: int) -> Place:
    """The middle of a spit pile, pile 0 to the left for seat 0 and to the right for seat 1."""
    is_left = pile == seat
    return -_ASIDE if is_left else _ASIDE, _AWAY


def distance(start: Place, goal: Place) -> float:
    """Distance in card widths."""
    return hypot(goal[0] - start[0], goal[1] - start[1])
