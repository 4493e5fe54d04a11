"""What one hand has done in a match, as far as no honest one does it.

Owns the counts and what they come to in words, for whoever runs the server: nobody is accused in
front of others, and nothing is decided by it.
"""

from __future__ import annotations

from typing import NamedTuple

from spit.table.races.settings import FairSettings


class Doubt(NamedTuple):
    """What is odd about a seat's play, with the evidence."""

    seat: int
    words: str


class Conduct:
    """The conduct of one seat in a match.

    Args:
        settings: From when on it is odd.
    """

    __slots__ = ("_fast_ms", "_reactions", "_refused", "_settings", "_thrown")

    def __init__(self, settings: FairSettings) -> None:
        self._settings = settings
        self._fast_ms: list[int] = []
        self._reactions = 0
        self._thrown = self._refused = 0

    def reacted(self, estimate_ms: float) -> None:
        """Notes a reaction to a card that somebody else put there.

        Args:
            estimate_ms: By the server's own clock, whatever the client claims.
        """
        self._reactions += 1
        if estimate_ms < self._settings.inhuman_ms:
            self._fast_ms.append(round(estimate_ms))

    def threw(self) -> None:
        """Notes a card that was thrown."""
        self._thrown += 1

    def was_refused(self) -> None:
        """Notes that a card which was thrown found no place."""
        self._refused += 1

    def doubts(self) -> list[str]:
        """What is odd, in words; usually nothing."""
        settings, fast_ms = self._settings, sorted(self._fast_ms)
        found: list[str] = []
        fast = len(fast_ms)
        if fast >= settings.inhuman_plays and fast >= settings.inhuman_share * self._reactions:
            found.append(
                f"faster than people are: {fast} of {self._reactions} reactions under "
                f"{settings.inhuman_ms} ms, at the median {fast_ms[fast // 2]} ms"
            )
        refused, thrown = self._refused, self._thrown
        if thrown >= settings.refused_plays and refused >= settings.refused_share * thrown:
            found.append(
                f"throws cards that fit nowhere: {refused} of {thrown} came back, "
                f"{100 * refused // thrown} %"
            )
        return found
