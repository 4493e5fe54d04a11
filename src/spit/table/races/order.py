"""The order of contested plays: the seam for fair races.

Owns what a table asks when a play arrives that the cards allow: is it final, shown as tentative
until a deadline, or does it beat a tentative one? `ArrivalOrder` takes what arrives first. An
order by reaction time is another implementation of `Order`; the table already does all that such
a ruling may say.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from spit.protocol.messages import TentativePlay
from spit.rules import Card


class ArrivedPlay(NamedTuple):
    """A play as it counts now. Times are table milliseconds."""

    seat: int
    stock: int
    pile: int
    card: Card
    believed_top: Card
    """The top card that the player's screen showed."""
    believed_version: int
    reacted_ms: int | None
    """Claimed time from the frame that showed that top to the touch."""
    arrived_ms: int


class PileFacts(NamedTuple):
    """The spit pile that a play goes to, as it is shown now."""

    top: Card
    top_version: int
    tentative: tuple[TentativePlay, ...]
    """Tentative plays on this pile, oldest first."""


class Ruling(NamedTuple):
    """What becomes of an arrived play; applied in the order of the fields."""

    settle: tuple[int, ...] = ()
    """Versions of tentative plays that are final before this one."""
    take_back: int | None = None
    """Version of the tentative play that this one beats: it goes back with what lies on it."""
    margin_ms: int | None = None
    """By how much that race was won."""
    hold_until_ms: int | None = None
    """The play is tentative until then (table time); None: final at once."""


FINAL = Ruling()


class Order(Protocol):
    """Decides the order of contested plays."""

    def rule(self, play: ArrivedPlay, pile: PileFacts) -> Ruling:
        """Rules on a play whose card fits the pile, or fits once `take_back` has been done."""


class ArrivalOrder:
    """What arrives first is played; nothing is ever held."""

    def rule(self, play: ArrivedPlay, pile: PileFacts) -> Ruling:
        """Every play is final at once."""
        del play, pile
        return FINAL
