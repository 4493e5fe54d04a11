"""The fair order: contested actions are decided by reaction time (R4.3).

Owns the decisions; the arithmetic is in `spit.table.races.scores`, and what a ruling does to the
table is the referee's. docs/fairness.md explains it. A seat without measured round trips is on the
table's own machine, and while there is one, what arrives first is played.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from spit.rules import Card
from spit.table.races.conduct import Conduct, Doubt
from spit.table.races.order import (
    FINAL,
    ArrivedPlay,
    HeldSlap,
    Order,
    Ruling,
    rivals_on,
)
from spit.table.races.race import Both, Held, Race, Top
from spit.table.races.scores import (
    Benefit,
    Claims,
    believed_ms,
    estimate_ms,
    flip_wait_ms,
    held_until_ms,
    is_blind,
    rival_due_ms,
    step_ms,
)
from spit.table.races.settings import FairSettings
from spit.table.races.trips import Trips, TripWindow


def _unmeasured(rival: Held | None, theirs: list[Held]) -> Ruling:
    """By arrival; what the rival's cards were held for is not known any more."""
    if not theirs:
        return FINAL
    if rival is None:
        return Ruling(tuple([held.play.version for held in theirs]))
    return Ruling(_before(rival, theirs), is_lost=True)


def _fits(play: ArrivedPlay, race: Race) -> bool:
    """Whether the card fits the top on which it was thrown."""
    return bool(race.final.rules.fits[play.believed][play.card])


def _thrown_on(base: Card, theirs: list[Held]) -> Held | None:
    return next((held for held in theirs if held.under == base), None)


def _before(rival: Held, theirs: list[Held]) -> tuple[int, ...]:
    return tuple([held.top.version for held in theirs if held.top.version < rival.top.version])


class FairOrder(Order):
    """The order by reaction time.

    Args:
        settings: The parameters.
        windows: The round trips of each seat; whoever measures them adds to these.
        coin: Decides a tie: True as often as False.
    """

    __slots__ = ("_benefits", "_claims", "_coin", "_conduct", "_is_coarse", "_settings", "_windows")

    def __init__(
        self,
        settings: FairSettings,
        windows: tuple[TripWindow, TripWindow],
        coin: Callable[[], bool],
    ) -> None:
        self._settings = settings
        self._windows = windows
        self._coin = coin
        self._claims = Claims(settings), Claims(settings)
        self._benefits = Benefit(settings), Benefit(settings)
        self._is_coarse = [False, False]
        self._conduct = Conduct(settings), Conduct(settings)

    def note_clock(self, seat: int, *, is_coarse: bool) -> None:
        """As `Order.note_clock`."""
        self._is_coarse[seat] = is_coarse

    def note_throw(self, seat: int) -> None:
        """As `Order.note_throw`."""
        self._conduct[seat].threw()

    def note_refusal(self, seat: int) -> None:
        """As `Order.note_refusal`."""
        self._conduct[seat].was_refused()

    def take_doubts(self) -> list[Doubt]:
        """As `Order.take_doubts`."""
        found = [
            Doubt(seat, words)
            for seat, conduct in enumerate(self._conduct)
            for words in conduct.doubts()
        ]
        self._conduct = Conduct(self._settings), Conduct(self._settings)
        return found

    def _trips(self) -> tuple[Trips, Trips] | None:
        """The round trips of both seats, None if one of them is on the table's own machine."""
        first, second = self._windows
        if first.trips is None or second.trips is None:
            return None
        return first.trips, second.trips

    # -------------------------------------------------------------- plays

    def rule(self, play: ArrivedPlay, race: Race) -> Ruling:
        """As `Order.rule`."""
        trips = self._trips()
        theirs = rivals_on(race, play) if race.held else []
        rival = _thrown_on(play.believed, theirs) if _fits(play, race) else None
        if trips is None:
            return _unmeasured(rival, theirs)
        base = race.find(play.pile, play.believed)
        is_contested = rival is not None or race.has_fitting(1 - play.seat, play.believed)
        score = self._score(play, base, trips[play.seat], is_contested=is_contested)
        if not play.is_again:
            self._benefits[play.seat].earn()
        if rival is not None:
            before = _before(rival, theirs)
            return self._contest(play, rival, before, score, race, trips[play.seat])
        top = race.top(play.pile)
        if base is None or base is not top:  # judged again at once: it fits, so it is played
            floor = float(self._settings.floor_ms)
            return Ruling(tuple([held.play.version for held in theirs]), score_ms=floor)
        until_ms = self._hold_until(play, base, score, race, trips, is_contested=is_contested)
        return Ruling(
            tuple([held.play.version for held in theirs]), hold_until_ms=until_ms, score_ms=score
        )

    def _score(
        self, play: ArrivedPlay, base: Top | None, trips: Trips, *, is_contested: bool
    ) -> float:
        """The reaction time of a play (ms); whether the rival could have played there, too."""
        floor = float(self._settings.floor_ms)
        if play.is_again or base is None:
            return floor
        is_own = base.seat == play.seat
        started_ms = base.counted_ms if is_own else base.sent_ms[play.seat]
        reacted_ms = play.reacted_ms
        if reacted_ms is not None:
            reacted_ms += play.delay_ms - (base.delay_ms if is_own else 0)
        elapsed_ms = play.counted_ms - started_ms
        return self._reaction(
            play.seat, reacted_ms, elapsed_ms, trips, is_own=is_own, is_contested=is_contested
        )

    def _reaction(
        self,
        seat: int,
        claim_ms: int | None,
        elapsed_ms: int,
        trips: Trips,
        *,
        is_own: bool,
        is_contested: bool,
        is_play: bool = True,
    ) -> float:
        """A reaction time (ms) from its claim, as far as that is believed.

        What claims are made is looked at where they decide something, or one who is honest
        elsewhere would seem to be so everywhere.
        """
        settings = self._settings
        estimate = estimate_ms(elapsed_ms, trips, is_own=is_own)
        if is_play and not is_own:
            self._conduct[seat].reacted(estimate)
        if claim_ms is None or self._is_coarse[seat]:
            return max(float(settings.floor_ms), estimate)
        believed = believed_ms(claim_ms, elapsed_ms, trips, settings.tolerance_ms, is_own=is_own)
        claims = self._claims[seat]
        if is_contested:
            claims.note(estimate - believed)
        return max(float(settings.floor_ms), believed + claims.excess_ms)

    def _contest(
        self,
        play: ArrivedPlay,
        rival: Held,
        before: tuple[int, ...],
        score: float,
        race: Race,
        trips: Trips,
    ) -> Ruling:
        """Two cards on the same base: the faster one is played, a tie is a coin's.

        One that may have been thrown at the sight of the other needs the benefit of the doubt.
        """
        other = rival.top.score_ms
        if other is None:  # held by what was known before a connection was made anew
            return Ruling(before, is_lost=True)
        lead = other - score
        margin = round(abs(lead))
        is_tie = abs(lead) <= self._settings.tie_ms
        if not (self._coin() if is_tie else lead > 0):
            return Ruling(before, is_lost=True, margin_ms=margin)
        is_thrown_blindly = is_blind(play.arrived_ms, rival.top.sent_ms[play.seat], trips)
        if not (is_thrown_blindly or self._benefits[play.seat].take()):
            return Ruling(before, is_lost=True)
        until_ms = self._clear_until(play, race)
        return Ruling(before, rival.play.version, False, margin, until_ms, score)

    def _hold_until(
        self,
        play: ArrivedPlay,
        base: Top,
        score: float,
        race: Race,
        trips: tuple[Trips, Trips],
        *,
        is_contested: bool,
    ) -> int | None:
        """Until when a play could still be beaten by more than a tie, None if it cannot be."""
        other = 1 - play.seat
        until_ms = self._clear_until(play, race)
        if is_contested:
            is_own = base.seat == other
            base_ms = base.counted_ms if is_own else base.sent_ms[other]
            settings, theirs = self._settings, trips[other]
            due_ms = rival_due_ms(score, base_ms, theirs, settings, is_own=is_own)
            held_ms = held_until_ms(
                due_ms, play.sent_ms[other], play.now_ms, theirs, settings,
                has_benefit=self._benefits[other].is_left,
            )  # fmt: skip
            until_ms = held_ms if until_ms is None else max(until_ms, held_ms)
        shortest_ms = play.now_ms + self._settings.tie_ms
        return None if until_ms is None or until_ms < shortest_ms else until_ms

    # -------------------------------------------------------------- the end of a round

    def _clear_until(self, play: ArrivedPlay, race: Race) -> int | None:
        """Until when the rival's last card could still turn out to have touched first."""
        other = 1 - play.seat
        trips = self._trips()
        if trips is None or not race.has_one_card(play.seat) or not race.can_clear(other):
            return None
        touch_ms = self.touch_ms(play.seat, play.counted_ms)
        due_ms = touch_ms + trips[other].high / 2 + self._settings.clear_slack_ms
        return ceil(min(due_ms, play.counted_ms + self._settings.cap_ms))

    def touch_ms(self, seat: int, counted_ms: int) -> float:
        """As `Order.touch_ms`: half a round trip before it counted."""
        trips = self._trips()
        return counted_ms if trips is None else counted_ms - trips[seat].mid / 2

    def slap(
        self, seat: int, reacted_ms: int | None, counted_ms: int, ended_ms: Both, now_ms: int
    ) -> tuple[float, int] | None:
        """As `Order.slap`: both count from the display of the end of the round."""
        trips = self._trips()
        if trips is None:
            return None
        settings, other = self._settings, 1 - seat
        elapsed_ms = counted_ms - ended_ms[seat]
        score = self._reaction(
            seat, reacted_ms, elapsed_ms, trips[seat],
            is_own=False, is_contested=False, is_play=False,
        )  # fmt: skip
        due_ms = ended_ms[other] + score + trips[other].high + settings.slap_slack_ms
        return score, ceil(min(due_ms, now_ms + settings.slap_cap_ms))

    def slap_beats(self, score_ms: float, held: HeldSlap) -> bool:
        """As `Order.slap_beats`; a tie is a coin's."""
        lead = held.score_ms - score_ms
        return self._coin() if abs(lead) <= self._settings.tie_ms else lead > 0

    # -------------------------------------------------------------- lateness and pace

    def margin_ms(self, play: ArrivedPlay, base: Top | None, cover: Top) -> int | None:
        """As `Order.margin_ms`: the difference of the reaction times."""
        trips = self._trips()
        if trips is None:
            return super().margin_ms(play, base, cover)
        if base is None or cover.score_ms is None:
            return None
        score = self._score(play, base, trips[play.seat], is_contested=True)
        late_ms = round(score - cover.score_ms)
        return late_ms if late_ms > 0 else None

    def late_ms(self, seat: int) -> float | None:
        """As `Order.late_ms`."""
        trips = self._windows[seat].trips
        return None if trips is None else trips.high

    def flip_wait_ms(self, seat: int) -> int:
        """As `Order.flip_wait_ms`: paced to the slower seat."""
        trips = self._trips()
        return 0 if trips is None else flip_wait_ms(trips[seat], trips[1 - seat], self._settings)

    def step_ms(self, seat: int) -> int:
        """As `Order.step_ms`: half the difference of the round trips."""
        trips = self._trips()
        return 0 if trips is None else step_ms(trips[seat], trips[1 - seat], self._settings)
