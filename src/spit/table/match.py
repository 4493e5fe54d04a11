"""One match at a table: what its seats may do when, and what happens by itself.

Owns the clocks of a match and everything that starts anew with the next one: hands, pauses,
countdowns, the claim, and the referee who judges. It is handed the time through `now_ms`, which
its table sets, and tells all through the table's mail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from spit.protocol import messages as m
from spit.rules import (
    Action,
    Deal,
    EarlyReason,
    EndEarly,
    Event,
    Phase,
    Reason,
    Rejected,
    Rules,
    State,
    deal,
)
from spit.table.alarms import Alarms, Running, TableClock
from spit.table.hands import Hand
from spit.table.log import LogEntry, MatchBegan
from spit.table.mail import Mail
from spit.table.pauses import Pauses
from spit.table.races.order import Order
from spit.table.races.race import Both
from spit.table.races.trips import TripWindow
from spit.table.referee import Referee, Touch
from spit.table.settings import TableSettings
from spit.table.watch import default_call, default_slap


class House(NamedTuple):
    """What all matches at one table share."""

    rules: Rules
    names: list[str]
    """What the seats are called, empty for a free one; the table keeps it."""
    bots: tuple[bool, bool]
    settings: TableSettings
    order: Order
    entropy: Callable[[], bytes]
    online: list[bool]
    """Which seats are there now; the table keeps it."""
    free: list[bool]
    """Which seats nobody has taken; the table keeps it."""
    trips: tuple[TripWindow, TripWindow]
    """How long messages are on their way, by seat; the table keeps it."""


def _sooner(one: int | None, other: int | None) -> int | None:
    """The earlier of two times, of which there may be none."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


class Match:
    """One match.

    Args:
        name: What it is called.
        house: What it shares with the other matches at its table.
        mail: Where events and answers go.
        now_ms: The caller's time.
    """

    __slots__ = (
        "__weakref__", "_alarms", "_began_ms", "_clock", "_countdown", "_hands", "_house", "_mail",
        "_paused_by_hand", "_settings", "active_ms", "claimable", "log", "name", "now_ms", "pauses",
        "referee",
    )  # fmt: skip

    def __init__(self, name: str, house: House, mail: Mail, now_ms: int) -> None:
        self.name = name
        self.now_ms = now_ms
        """The caller's time of what is being handled; the table sets it."""
        self.active_ms = now_ms
        """When something happened last."""
        self.claimable: int | None = None
        """The seat that may be claimed against."""
        self.log: list[LogEntry] = []
        self.pauses = Pauses(house.settings)
        self._house = house
        self._settings = house.settings
        self._mail = mail
        self.referee = Referee(house.rules, house.settings, house.order, self, house.entropy)
        self._clock = TableClock(now_ms)
        first: Hand[Touch] = Hand(house.settings)
        second: Hand[Touch] = Hand(house.settings)
        self._hands = first, second
        self._paused_by_hand: set[int] = set()
        self._countdown: Running | None = None
        self._alarms = Alarms(house.settings)
        self._began_ms: int | None = None

    def adopt(self, state: State, at_ms: int) -> None:
        """Goes on with a match that was under way elsewhere; paused until both are there.

        Args:
            state: Its state.
            at_ms: How long after its beginning it is now, in milliseconds.
        """
        self.referee.course.adopt(state, self.table_ms)
        self._began_ms = self.now_ms - at_ms
        for seat, is_here in enumerate(self._house.online):
            if not is_here:
                self.begin_pause(seat, is_own_doing=False)

    # -------------------------------------------------------------- where it stands

    @property
    def is_live(self) -> bool:
        """Whether it is under way: dealt once, and without a result."""
        return self._began_ms is not None and not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether it has its result."""
        return self.referee.race.final.phase is Phase.OVER

    @property
    def table_ms(self) -> int:
        """Table time of what is being handled."""
        return self._clock.table_ms(self.now_ms)

    def hand_ready_ms(self, seat: int) -> int:
        """When the seat's hand is free, by the caller's clock."""
        return self._clock.caller_ms(self._hands[seat].free_at_ms)

    def countdown_view(self, now_ms: int) -> m.Countdown | None:
        """The countdown that runs, with what is left of it at the caller's `now_ms`."""
        if self._countdown is None:
            return None
        kind, until_ms = self._countdown
        left_ms = until_ms - (now_ms if kind == "resume" else self._clock.table_ms(now_ms))
        return m.Countdown(kind, max(0, left_ms))

    # -------------------------------------------------------------- Sink: what the referee says

    def emit(self, event: m.AnyEvent) -> int:
        """Adds an event to the history and to what is sent next; returns its version."""
        return self._mail.emit(event)

    def send_later(self, seat: int, step_ms: int) -> None:
        """What is emitted from now on leaves for a seat so much later, in its order."""
        self._mail.fall_behind(seat, self.now_ms + step_ms)

    def sent_ms(self, now_ms: int) -> Both:
        """When what is emitted now leaves for each seat, in table milliseconds."""
        mail = self._mail
        if mail.due_ms is None:  # nearly always
            return now_ms, now_ms
        later_ms = now_ms + max(0, mail.due_ms - self.now_ms)
        return (later_ms, now_ms) if mail.behind == 0 else (now_ms, later_ms)

    def record(self, action: Action, events: tuple[Event, ...]) -> None:
        """Adds a final action to the log."""
        if self._began_ms is None:
            self._began_ms = self.now_ms
            first, second = self._house.names
            began = MatchBegan(self.name, self._house.rules, (first, second))
            self.log.append(LogEntry(0, began))
        self.log.append(LogEntry(self.now_ms - self._began_ms, action, events))
        self.active_ms = self.now_ms
        if isinstance(action, Deal):
            for hand in self._hands:
                hand.rest()
        if self.is_over:
            self._rest()

    def accept(self, seat: int, action_id: int, version: int) -> None:
        """Answers an action that is final."""
        self._mail.give(seat, m.Accepted(id=action_id, seat=seat, version=version))

    def refuse(
        self, seat: int, action_id: int, reason: Reason, margin_ms: int | None = None
    ) -> None:
        """Answers an action that changed nothing."""
        wait_ms = max(0, self._hands[seat].free_at_ms - self.table_ms)
        is_waiting = wait_ms > self._settings.hand_ms
        self._mail.give(
            seat,
            m.Refused(
                id=action_id,
                seat=seat,
                reason=reason,
                wait_ms=wait_ms if is_waiting else 0,
                margin_ms=margin_ms,
            ),
        )

    def misplay(self, seat: int, action_id: int) -> None:
        """Answers a misplay and makes the hand wait."""
        wait_ms = self._hands[seat].miss(self.table_ms)
        refused = m.Refused(id=action_id, seat=seat, reason=Reason.MISPLAY, wait_ms=wait_ms)
        self._mail.give(seat, refused)

    # -------------------------------------------------------------- what a seat does

    def act(self, seat: int, message: Touch | m.Spit) -> None:
        """Takes in what a seat does or says; a touch counts when its hand is free (R4.2)."""
        if self.pauses.is_paused:
            self.refuse(seat, message.id, Reason.PAUSED)
        elif isinstance(message, m.Spit):
            self.referee.call(seat, message, self.table_ms)
        else:
            self._touch(seat, message)

    def _touch(self, seat: int, message: Touch) -> None:
        since_ms = None if isinstance(message, m.Slap) else message.since_touch_ms
        now_ms = self.table_ms
        hand = self._hands[seat]
        if not hand.touch(message, now_ms, since_ms, self._reach_ms(seat)):
            self.refuse(seat, message.id, Reason.TOO_FAST)
            return
        touched = hand.next_due(now_ms)
        if touched is not None:
            self.referee.judge(seat, touched, now_ms)

    def _reach_ms(self, seat: int) -> int:
        """How far back a touch of a seat may claim to lie: as much as its messages differ."""
        trips, fair = self._house.trips[seat].trips, self._settings.fair
        if trips is None or fair is None:
            return self._settings.stretch_ms
        return min(self._settings.stretch_ms, round(trips.jitter_ms) + fair.tolerance_ms)

    def ask(self, seat: int, message: m.Resign | m.Claim | m.Pause | m.Resume) -> Reason | None:
        """Does what a seat asks of the match as a whole; returns why not, if not."""
        match message:
            case m.Resign():
                if not self.is_live:
                    return Reason.WRONG_PHASE
                self._end_early(EarlyReason.RESIGNED, 1 - seat)
            case m.Claim():
                if self.claimable != 1 - seat:
                    return Reason.NOT_CLAIMABLE
                self._end_early(EarlyReason.TIMEOUT, seat)
            case m.Pause():
                if not self.is_live or seat in self.pauses.seats:
                    return Reason.WRONG_PHASE
                is_alone = self._house.bots[1 - seat]
                if not is_alone and not self.pauses.left_ms(seat, self.now_ms):
                    return Reason.NO_PAUSES_LEFT
                self._paused_by_hand.add(seat)
                self.begin_pause(seat)
            case m.Resume():
                if seat not in self.pauses.seats:
                    return Reason.NOT_OFFERED
                self.end_pause(seat)
        return None

    # -------------------------------------------------------------- pauses and ends

    def begin_pause(self, seat: int, *, is_own_doing: bool = True) -> None:
        """Pauses the match for a seat; nothing stays tentative or waits through a pause."""
        self.referee.settle_all(self.table_ms)
        if self.is_over or not self.pauses.begin(seat, self.now_ms, is_own_doing=is_own_doing):
            return
        self._clock.stop(self.now_ms)
        self._mail.catch_up()
        for each, hand in enumerate(self._hands):
            for touch in hand.drop_waiting():
                self.refuse(each, touch.id, Reason.PAUSED)
        self._tell_pause()

    def come_back(self, seat: int) -> None:
        """A seat has a connection again, which ends its absence but not a pause by hand."""
        if seat not in self._paused_by_hand:
            self.end_pause(seat)

    def end_pause(self, seat: int) -> None:
        """Ends the pause of a seat; play goes on a countdown later."""
        self._paused_by_hand.discard(seat)
        if self.pauses.end(seat, self.now_ms):
            self._tell_pause()

    def _tell_pause(self) -> None:
        view = self.pauses.view(self.now_ms)
        if view is not None:
            self.emit(m.PauseStarted(seats=view.seats, left_ms=view.left_ms))

    def _resume(self) -> None:
        """The 3-2-1 is over: play goes on."""
        self.pauses.resume_at_ms = None
        self._clock.start(self.now_ms)
        self.emit(m.PauseEnded())
        self.referee.course.renew(self.table_ms)

    def _end_early(self, reason: EarlyReason, winner: int | None) -> None:
        self.referee.settle_all(self.table_ms)
        if not self.is_over:
            self.referee.perform(EndEarly(reason, winner), self.table_ms)

    def _rest(self) -> None:
        """The match is over: nobody waits for anybody any more."""
        if self.pauses.is_paused:
            self.pauses.forget()
            self._clock.start(self.now_ms)
            self.emit(m.PauseEnded())
        self._paused_by_hand.clear()

    # -------------------------------------------------------------- what happens by itself

    def look_ahead(self) -> int | None:
        """Starts and stops the clocks; returns when the first of `jobs` is due.

        It is asked after every action, so the usual case comes first: a race in which no clock
        runs that anybody sees.
        """
        referee = self.referee
        watch = referee.watch
        if (
            referee.race.final.phase is Phase.PLAY
            and not watch.is_dead
            and self._countdown is None
            and self.claimable is None
            and not self._clock.is_stopped
            and self._alarms.is_quiet
        ):
            idle = watch.idle_due_ms
            if idle is None or idle > self.table_ms:
                return self._calm_due_ms(idle)
        self.review()
        return self._next_due_ms()

    def _calm_due_ms(self, idle_ms: int | None) -> int:
        """As `_next_due_ms`, in a race without a countdown, a claim or a pause."""
        referee = self.referee
        due = self.active_ms + self._settings.abandon_ms
        times = [idle_ms, self._hands[0].due_ms, self._hands[1].due_ms, referee.due_ms()]
        if referee.watch.is_stuck and not referee.race.held:
            state = referee.race.final
            times += [referee.watch.stall_due_ms(state, seat) for seat in (0, 1)]
        for each in times:
            if each is not None:
                due = min(due, self._clock.caller_ms(each))
        return due

    def _next_due_ms(self) -> int | None:
        """When the first of `jobs` is due, by the caller's clock."""
        due = self.pauses.resume_at_ms
        if not self.is_over and not any(self._house.free):
            due = _sooner(due, self.active_ms + self._settings.abandon_ms)
        if self.claimable is None:
            due = _sooner(due, self.pauses.overdue_at_ms(self.now_ms))
        if self._clock.is_stopped:
            return due
        first = self._next_table_ms()
        return due if first is None else _sooner(due, self._clock.caller_ms(first))

    def _next_table_ms(self) -> int | None:
        """When the first of `_table_jobs` is due."""
        referee, alarms = self.referee, self._alarms
        due = alarms.deal_at_ms
        for hand in self._hands:
            due = _sooner(due, hand.due_ms)
        due = _sooner(due, alarms.slap_at_ms)
        due = _sooner(due, alarms.dead_at_ms)
        watch = referee.watch
        due = _sooner(due, referee.due_ms())
        if watch.is_stuck and not referee.race.held:
            state = referee.race.final
            due = _sooner(due, watch.stall_due_ms(state, 0))
            due = _sooner(due, watch.stall_due_ms(state, 1))
        return _sooner(due, watch.idle_due_ms) if self.claimable is None else due

    def run_first(self, due_ms: int) -> None:
        """Does the first of `jobs`, which is due at `due_ms`."""
        if not self._clock.is_stopped:
            table_ms = due_ms - self._clock.caller_ms(0)
            if self.referee.due_ms() == table_ms:  # the commonest
                self.referee.run_due(self.table_ms)
                return
        min(self.jobs(), key=lambda each: each[0])[1]()

    def jobs(self) -> list[tuple[int, Callable[[], None]]]:
        """All that is to happen by itself: when, by the caller's clock, and what."""
        jobs: list[tuple[int, Callable[[], None]]] = []
        if not self.is_over and not any(self._house.free):
            jobs.append((self.active_ms + self._settings.abandon_ms, self._abandon))
        if self.pauses.resume_at_ms is not None:
            jobs.append((self.pauses.resume_at_ms, self._resume))
        overdue = self.pauses.overdue_at_ms(self.now_ms)
        if overdue is not None and self.claimable is None:
            jobs.append((overdue, self.review))
        if self._clock.is_stopped:
            return jobs
        jobs += [(self._clock.caller_ms(due), job) for due, job in self._table_jobs()]
        return jobs

    def _table_jobs(self) -> list[tuple[int, Callable[[], None]]]:
        """Those that count in table time."""
        referee, watch = self.referee, self.referee.watch
        state = referee.race.final
        jobs: list[tuple[int | None, Callable[[], None]]] = [
            (hand.due_ms, lambda seat=seat: self._judge_waiting(seat))  # type: ignore[misc]
            for seat, hand in enumerate(self._hands)
        ]
        jobs.append((referee.due_ms(), lambda: referee.run_due(self.table_ms)))
        jobs.append((self._alarms.deal_at_ms, self._deal))
        jobs.append((self._alarms.slap_at_ms, self._slap_late))
        jobs.append((self._alarms.dead_at_ms, self._call_for_both))
        if not referee.race.held:
            jobs += [
                (watch.stall_due_ms(state, seat), lambda seat=seat: self._call_for(seat))  # type: ignore[misc]
                for seat in (0, 1)
            ]
        if self.claimable is None:
            jobs.append((watch.idle_due_ms, self.review))
        return [(due, job) for due, job in jobs if due is not None]

    def _judge_waiting(self, seat: int) -> None:
        touched = self._hands[seat].next_due(self.table_ms)
        if touched is not None:
            self.referee.judge(seat, touched, self.table_ms)

    def _deal(self) -> None:
        self.referee.perform(deal(self.referee.race.final, self._house.entropy()), self.table_ms)

    def _slap_late(self) -> None:
        """Nobody slapped: decided as with `slap=smaller` (R6.3)."""
        self.referee.settle_slap(self.table_ms)
        if self.referee.race.final.phase is not Phase.SLAP:
            return
        slap = default_slap(self.referee.race.final, self._house.entropy()[0] & 1)
        self.referee.perform(slap, self.table_ms)

    def _call_for(self, seat: int) -> None:
        """A seat is taken to have said "spit" (R3)."""
        outcome = self.referee.perform(default_call(self.referee.race.final, seat), self.table_ms)
        assert not isinstance(outcome, Rejected), outcome

    def _call_for_both(self) -> None:
        for seat in (0, 1):
            if self.referee.watch.is_dead and self.referee.race.final.calls[seat] is None:
                self._call_for(seat)

    def _abandon(self) -> None:
        self._end_early(EarlyReason.ABANDONED, None)

    # -------------------------------------------------------------- looking at the clocks

    def review(self) -> None:
        """Starts and stops the clocks that follow from where the match stands now."""
        has_slap_begun = self._alarms.look(
            self.referee.race.final,
            self.table_ms,
            is_dead=self.referee.watch.is_dead,
            is_complete=all(self._house.online),
        )
        if has_slap_begun:
            self.drop_touches()
        self._review_countdown()
        self._review_claim()

    def drop_touches(self) -> None:
        """The race or the match is over: touches that wait for a hand come too late."""
        for seat, hand in enumerate(self._hands):
            for touch in hand.drop_waiting():
                self.refuse(seat, touch.id, Reason.WRONG_PHASE)

    def _review_countdown(self) -> None:
        wanted = self._wanted_countdown()
        if wanted == self._countdown:
            return
        if self._countdown is not None:
            self.emit(m.CountdownStopped())
        self._countdown = wanted
        if wanted is not None:
            kind, until_ms = wanted
            left_ms = until_ms - (self.now_ms if kind == "resume" else self.table_ms)
            self.emit(m.CountdownStarted(kind=kind, left_ms=max(0, left_ms)))

    def _wanted_countdown(self) -> Running | None:
        if self.pauses.resume_at_ms is not None:
            return "resume", self.pauses.resume_at_ms
        return None if self.pauses.is_paused else self._alarms.shown

    def _review_claim(self) -> None:
        claimable: int | None = None
        if self._began_ms is None or self.is_over:
            pass
        elif self.pauses.is_paused:
            claimable = self.pauses.overdue(self.now_ms)
        else:
            due = self.referee.watch.idle_due_ms
            if due is not None and due <= self.table_ms:
                claimable = self.referee.watch.idle_seat
        if claimable != self.claimable:
            self.claimable = claimable
            self.emit(m.Claimable(seat=claimable))
