"""The order of contested actions: the seam for fair races, and the order of arrival.

Owns what a table asks when a play arrives that the cards allow: is it final, shown as tentative
until a deadline, or does it beat a tentative one? `Order` takes what arrives first and holds
nothing; `spit.table.races.fair` decides by reaction times.
"""

from __future__ import annotations

from typing import NamedTuple

from spit.rules import Card
from spit.table.races.conduct import Doubt
from spit.table.races.race import Both, Held, Race, Top


class ArrivedPlay(NamedTuple):
    """A play as it counts now. Times are table milliseconds."""

    seat: int
    stock: int
    pile: int
    card: Card
    believed: Card
    """The top card that the player's screen showed."""
    reacted_ms: int | None
    """Claimed time from the frame that showed that top to the touch."""
    arrived_ms: int
    """When its message came."""
    delay_ms: int
    """How much later it counts than it was made, since its hand was not free."""
    now_ms: int
    """When it is judged."""
    sent_ms: Both
    """When what comes of it now is sent to each seat."""
    is_again: bool = False
    """Whether it has lost a race and is judged again against the new top (R4.3)."""

    @property
    def counted_ms(self) -> int:
        """When it counts: its arrival, and what it waited for the hand."""
        return self.arrived_ms + self.delay_ms


class Ruling(NamedTuple):
    """What becomes of an arrived play; applied in the order of the fields."""

    settle: tuple[int, ...] = ()
    """Versions of tentative plays that are final before this one."""
    take_back: int | None = None
    """Version of the tentative play that this one beats: it goes back with what lies on it."""
    is_lost: bool = False
    """Whether it has lost against a tentative play, and is judged again."""
    margin_ms: int | None = None
    """By how much that race was won."""
    hold_until_ms: int | None = None
    """The play is tentative until then (table time); None: final at once."""
    score_ms: float | None = None
    """Its reaction time, if it is known."""


FINAL = Ruling()


class HeldSlap(NamedTuple):
    """A slap that waits for the other seat's."""

    seat: int
    pile: int
    action_id: int
    score_ms: float
    until_ms: int


class Order:
    """What arrives first is played; nothing is ever held."""

    __slots__ = ()

    def rule(self, play: ArrivedPlay, race: Race) -> Ruling:
        """Rules on a play whose card fits the pile, or fits once `take_back` has been done."""
        del play, race
        return FINAL

    def note_clock(self, seat: int, *, is_coarse: bool) -> None:
        """Notes whether a seat's clock is too coarse for claims about reactions."""
        del seat, is_coarse

    def note_throw(self, seat: int) -> None:
        """Notes that a seat has thrown a card onto a pile."""
        del seat

    def note_refusal(self, seat: int) -> None:
        """Notes that a card which a seat had thrown found no place."""
        del seat

    def take_doubts(self) -> list[Doubt]:
        """What is odd about the match so far; the next one begins anew."""
        return []

    def touch_ms(self, seat: int, counted_ms: int) -> float:
        """When a card touched whose play counted at `counted_ms`: what came before a last card."""
        del seat
        return counted_ms

    def margin_ms(self, play: ArrivedPlay, base: Top | None, cover: Top) -> int | None:
        """By how much a card came too late.

        Args:
            play: It.
            base: The top on which it was thrown, if that is known.
            cover: The rival's card that lies there.

        Returns:
            None if it cannot be said.
        """
        del base
        late_ms = play.counted_ms - cover.counted_ms
        return late_ms if late_ms > 0 else None

    def late_ms(self, seat: int) -> float | None:
        """The way of a message there and back at the most, None if it was never measured."""
        del seat
        return None

    def flip_wait_ms(self, seat: int) -> int:
        """How much later than it arrives a card is turned."""
        del seat
        return 0

    def step_ms(self, seat: int) -> int:
        """How much later than the other a seat is sent the cards that "spit" turns."""
        del seat
        return 0

    def slap(
        self, seat: int, reacted_ms: int | None, counted_ms: int, ended_ms: Both, now_ms: int
    ) -> tuple[float, int] | None:
        """The reaction time of a slap, and until when it waits for the other one.

        Args:
            seat: Who slaps.
            reacted_ms: The claimed time from the frame that showed the end of the round.
            counted_ms: When the slap counts.
            ended_ms: When the end of the round was sent to each seat.
            now_ms: Table time.

        Returns:
            None if the first to arrive decides.
        """
        del seat, reacted_ms, counted_ms, ended_ms, now_ms
        return None

    def slap_beats(self, score_ms: float, held: HeldSlap) -> bool:
        """Whether a slap with this reaction time comes before one that waits."""
        return score_ms < held.score_ms


def rivals_on(race: Race, play: ArrivedPlay) -> list[Held]:
    """The tentative plays of the rival on the pile that a play goes to, oldest first."""
    held = race.on_pile(play.pile)
    return held if held and held[0].play.seat != play.seat else []
