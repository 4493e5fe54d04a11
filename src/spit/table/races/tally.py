"""How many races each seat has won, and by how much: what the players are told after a match."""

from __future__ import annotations

from statistics import median


class Tally:
    """The races of one match, in which both seats went for the same card."""

    __slots__ = ("_margins_ms",)

    def __init__(self) -> None:
        self._margins_ms: tuple[list[int], list[int]] = ([], [])

    def note(self, winner: int, margin_ms: int) -> None:
        """Notes a race and by how much it was won."""
        self._margins_ms[winner].append(margin_ms)

    def won(self, seat: int) -> int:
        """How many races a seat has won."""
        return len(self._margins_ms[seat])

    def median_ms(self, seat: int) -> int | None:
        """By how much, at the median; None if it has won none."""
        margins = self._margins_ms[seat]
        return round(median(margins)) if margins else None
