"""Reaction times: what is believed of a claim, and until when a faster card may still come.

Owns the arithmetic of the fair order, on plain numbers; docs/fairness.md has it in words. Times are
milliseconds; elapsed times may have fractions, since round trips have.

A card is thrown on a *base*, the top that the player saw. The *elapsed* time runs from what started
his clock to the arrival of the card: from the arrival of the base itself, if he put it there, else
from the moment at which the base was sent to him.
"""

from __future__ import annotations

from math import ceil, floor

from spit.table.races.settings import FairSettings
from spit.table.races.trips import Trips


def estimate_ms(elapsed_ms: float, trips: Trips, *, is_own: bool) -> float:
    """The reaction time as far as it is known without a claim.

    Args:
        elapsed_ms: From the start of the player's clock to the card's arrival.
        trips: His round trips.
        is_own: Whether the base was his own card, so that his clock started at his own touch.
    """
    return elapsed_ms if is_own else elapsed_ms - trips.mid


def believed_ms(
    claim_ms: float, elapsed_ms: float, trips: Trips, tolerance_ms: float, *, is_own: bool
) -> float:
    """A claimed reaction time as far as the round trips allow it; arguments as `estimate_ms`.

    A claim that is slower than they allow is believed: nobody gains by it, and it is true of one
    whose base was held up on its way.
    """
    lowest = elapsed_ms - (trips.jitter_ms if is_own else trips.high)
    return max(lowest - tolerance_ms, claim_ms)


def rival_due_ms(
    score_ms: float, base_ms: float, trips: Trips, settings: FairSettings, *, is_own: bool
) -> float:
    """When the rival's card would have arrived at the latest, if it was faster.

    Args:
        score_ms: The reaction time to beat.
        base_ms: When the rival's clock started: the arrival of the base if he put it there, else
            the moment at which it was sent to him.
        trips: The rival's round trips.
        settings: The parameters.
        is_own: Whether the rival put the base there.
    """
    late_ms = trips.jitter_ms if is_own else trips.high
    return base_ms + score_ms + late_ms + settings.screen_ms


def held_until_ms(
    due_ms: float,
    seen_ms: float,
    now_ms: int,
    trips: Trips,
    settings: FairSettings,
    *,
    has_benefit: bool,
) -> int:
    """Until when a card is tentative, given when the rival's faster card is due at the latest.

    A card that arrives later than the shortest answer to the sight of this one is waited for only
    a little, and only while the rival has the benefit of the doubt: whoever throws only after
    seeing the rival's card gains next to nothing.

    Args:
        due_ms: As `rival_due_ms`.
        seen_ms: When this card is sent to the rival.
        now_ms: When it counts.
        trips: The rival's round trips.
        settings: The parameters.
        has_benefit: Whether the rival has the `Benefit` of the doubt.
    """
    way_ms = min(trips.high, (1 + settings.late_share) * trips.mid) if has_benefit else trips.low
    return floor(min(due_ms, seen_ms + way_ms, now_ms + settings.cap_ms))


def is_blind(arrived_ms: int, seen_ms: int, trips: Trips) -> bool:
    """Whether a card was thrown before its player can have seen the rival's.

    Args:
        arrived_ms: When it arrived.
        seen_ms: When the rival's card was sent to its player.
        trips: The player's round trips.
    """
    return arrived_ms <= seen_ms + trips.low


def flip_wait_ms(own: Trips, other: Trips, settings: FairSettings) -> int:
    """How long a flip waits after its arrival, so that both seats see their cards as late."""
    slower_ms = max(own.mid, other.mid)
    least_ms = min(settings.flip_ms, settings.flip_ways * slower_ms)
    wait_ms = ceil(min(settings.flip_max_ms, max(least_ms, slower_ms)) - own.mid)
    return 0 if wait_ms < settings.tie_ms else wait_ms


def step_ms(own: Trips, other: Trips, settings: FairSettings) -> int:
    """How much later a seat is sent the cards that "spit" turns, so that both see them at once."""
    return min(settings.step_max_ms, max(0, round((other.mid - own.mid) / 2)))


class Benefit:
    """The benefit of the doubt, as far as a seat has it.

    A card that arrives when it could have been an answer to the rival's may beat it all the same,
    for once: an honest one does so when it was a little late on its way.

    Args:
        settings: The parameters.
    """

    __slots__ = ("_missing", "_settings")

    def __init__(self, settings: FairSettings) -> None:
        self._settings = settings
        self._missing = 0

    def earn(self) -> None:
        """Notes that the seat has played a card."""
        if self._missing:
            self._missing -= 1

    @property
    def is_left(self) -> bool:
        """Whether it is there."""
        return not self._missing

    def take(self) -> bool:
        """Uses it; returns whether it was there."""
        if self._missing:
            return False
        self._missing = self._settings.doubt_plays
        return True


class Claims:
    """How a seat's claims compare with the server's own estimate.

    Args:
        settings: The parameters.
    """

    __slots__ = ("_excesses", "_settings", "excess_ms")

    def __init__(self, settings: FairSettings) -> None:
        self._settings = settings
        self._excesses: list[float] = []
        self.excess_ms = 0.0
        """What is added to the seat's claims, since they are too fast throughout."""

    def note(self, excess_ms: float) -> None:
        """Notes by how much the estimate of a play exceeds what is believed of its claim."""
        self._excesses.append(excess_ms)
        del self._excesses[: -self._settings.bias_plays]
        if len(self._excesses) < self._settings.bias_least_plays:
            return
        middle = sorted(self._excesses)[len(self._excesses) // 2]
        self.excess_ms = max(0.0, middle - self._settings.bias_ms)
