"""The truth about contests, and what a table made of them.

A *contest* is a top for which both hands were under way and would have touched within 150 ms of
each other. Hands are compared by reaction: the time from when the own screen first showed the top,
for whoever put that card there from his own touch. So the truth does not depend on the network, and
it does not ask who threw in the end: whoever sees the rival's card in time holds his own back, and
how often that happens depends on the order that is to be judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from spit.arena.person import Attempt
from spit.rules import Card

WITHIN_MS: Final = 150
"""Touches further apart are no contest."""

CLEAR_MS: Final = 10
"""An order is wrong only if the touches were at least so far apart."""

Top = tuple[int, Card]
"""A pile and the card on it; within a round a card comes onto a pile once."""


class Contest(NamedTuple):
    """One contest between the seats 0 and 1."""

    winner: int
    """Whose card lies there."""
    gap_ms: float
    """Reaction of seat 1 minus reaction of seat 0."""

    @property
    def is_clear(self) -> bool:
        """Whether the touches were far enough apart to tell who was first."""
        return abs(self.gap_ms) >= CLEAR_MS

    @property
    def is_wrong(self) -> bool:
        """Whether it was clear, and went to the slower hand."""
        return self.is_clear and self.winner != int(self.gap_ms < 0)


def contests(
    first: Mapping[Top, Attempt], second: Mapping[Top, Attempt], covered_by: Mapping[Top, int]
) -> list[Contest]:
    """The contests of a round.

    Args:
        first: Attempts of seat 0.
        second: Attempts of seat 1.
        covered_by: For each top that a card was played on in the end, whose that was.
    """
    found: list[Contest] = []
    for top, one in first.items():
        other = second.get(top)
        if other is None or top not in covered_by:
            continue
        gap_ms = other.touch_ms - one.touch_ms
        both_under_way = one.leave_ms < other.touch_ms and other.leave_ms < one.touch_ms
        if both_under_way and abs(gap_ms) <= WITHIN_MS:
            found.append(Contest(covered_by[top], gap_ms))
    return found
