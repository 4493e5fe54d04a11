"""One live table: a state machine without clock, socket or task.

Owns a match between two seats and the matches that follow it at the same table: who is there, what
each seat may do when, what is answered and what is told to all. The caller hands in the time and
carries the messages; the server, the simulations and the tests drive this same class.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from spit.protocol import messages as m
from spit.rules import (
    Dealt,
    EarlyReason,
    EndEarly,
    Event,
    MatchEnded,
    Phase,
    Reason,
    Rejected,
    Rules,
    State,
    View,
    deal,
    view_of,
)
from spit.table.alarms import Alarms, Running
from spit.table.clock import TableClock
from spit.table.hands import Hand
from spit.table.mail import Mail, Outgoing
from spit.table.order import ArrivalOrder, Order
from spit.table.pauses import Pauses
from spit.table.referee import Referee, Touch
from spit.table.settings import TableSettings
from spit.table.watch import default_call, default_slap
from spit.table.wire import race_fields

SEAT_ERROR = "seat must be 0 or 1"

SeatMessage = (
    m.Play
    | m.Flip
    | m.Shift
    | m.Spit
    | m.Slap
    | m.Resign
    | m.Claim
    | m.Pause
    | m.Resume
    | m.Rematch
)
"""What a seat may say to a table."""


class MatchBegan(NamedTuple):
    """First entry of a match's log: what a record's header needs."""

    match: str
    rules: Rules
    names: tuple[str, str]


class LogEntry(NamedTuple):
    """Something final, in milliseconds since the match began."""

    at_ms: int
    what: MatchBegan | Event


class Table:
    """A table for two.

    Args:
        match_id: Name of the first match; later ones append their number.
        names: What the seats are called.
        bots: Which seats are programs; those are always there.
        rules: The rules of all matches at this table.
        settings: Times and bounds.
        entropy: Gives 32 fresh random bytes at each call, for deals and coins.
        now_ms: The caller's time, by any clock that never goes back.
        order: Who wins contested plays; what arrives first, if None.
    """

    def __init__(
        self,
        match_id: str,
        names: tuple[str, str],
        bots: tuple[bool, bool],
        rules: Rules,
        settings: TableSettings,
        entropy: Callable[[], bytes],
        now_ms: int,
        order: Order | None = None,
    ) -> None:
        self._id = match_id
        self._names, self._bots, self._rules = names, bots, rules
        self._settings = settings
        self._entropy = entropy
        self._order = order or ArrivalOrder()
        self._mail = Mail(settings, epoch=1)
        self._log: list[LogEntry] = []
        self._online = list(bots)
        self._wins = [0, 0]
        self._number = 0
        self._now_ms = now_ms
        self._clock = TableClock(now_ms)
        self._match = match_id
        self._next_due_ms: int | None = None
        self._begin_match()
        self._leave()

    def _begin_match(self) -> None:
        """Sets everything up that belongs to one match."""
        self._number += 1
        self._match = self._id if self._number == 1 else f"{self._id}-{self._number}"
        self._referee = Referee(self._rules, self._settings, self._order, self, self._entropy)
        self._hands = tuple(Hand[Touch](self._settings) for _ in (0, 1))
        self._pauses = Pauses(self._settings)
        self._paused_by_hand: set[int] = set()
        self._rematch = [False, False]
        self._claimable: int | None = None
        self._countdown: Running | None = None
        self._alarms = Alarms(self._settings)
        self._began_ms: int | None = None
        self._active_ms = self._now_ms

    def adopt(self, state: State, epoch: int) -> None:
        """Goes on with a match that was under way elsewhere, before anyone has connected.

        Args:
            state: Its final state; tentative plays do not survive.
            epoch: A number higher than any epoch this match has had.

        Raises:
            ValueError: The state is of other rules than the table's.
        """
        if state.rules != self._rules:
            raise ValueError("the match to go on with has other rules than the table")
        self._mail = Mail(self._settings, epoch)
        self._referee.adopt(state, self._table_ms)
        self._began_ms = self._now_ms
        for seat in (0, 1):
            if not self._online[seat]:
                self._begin_pause(seat)
        self._leave()
        self._mail.take()

    # -------------------------------------------------------------- what the caller does

    def receive(self, seat: int, message: SeatMessage, now_ms: int) -> None:
        """Takes in what a seat has sent; answers and events go to the outbox.

        Args:
            seat: The seat whose connection sent it, 0 or 1.
            message: Decoded message of the wire.
            now_ms: Arrival by the caller's clock.

        Raises:
            ValueError: `seat` is neither 0 nor 1.
        """
        self._enter(seat, now_ms)
        if message.seat != seat:
            self._mail.refuse_stranger(seat, message.id)
        elif self._mail.opens(seat, message.id):
            self._take(seat, message)
        self._leave()

    def tick(self, now_ms: int) -> None:
        """Does whatever is due; to be called at `next_deadline_ms` or whenever."""
        self._enter(None, now_ms)
        self._leave()

    def connect(self, seat: int, now_ms: int) -> None:
        """Notes that a seat has a connection."""
        self._enter(seat, now_ms)
        if not self._online[seat]:
            self._online[seat] = True
            self._active_ms = now_ms
            self.emit(m.Presence(seat=seat, online=True))
            if seat not in self._paused_by_hand:
                self._end_pause(seat)
        self._leave()

    def disconnect(self, seat: int, now_ms: int) -> None:
        """Notes that a seat has lost its connection; a live match is paused."""
        self._enter(seat, now_ms)
        if self._online[seat] and not self._bots[seat]:
            self._online[seat] = False
            self.emit(m.Presence(seat=seat, online=False))
            if self.is_live:
                self._begin_pause(seat)
        self._leave()

    def next_deadline_ms(self) -> int | None:
        """When `tick` has something to do, by the caller's clock; None if never."""
        return self._next_due_ms

    def take_outbox(self) -> list[Outgoing]:
        """The messages to be sent, in order; they are the caller's from now on."""
        return self._mail.take()

    def take_log(self) -> list[LogEntry]:
        """What has become final since the last call, for records and journals."""
        taken, self._log = self._log, []
        return taken

    # -------------------------------------------------------------- what the caller may ask

    @property
    def is_live(self) -> bool:
        """Whether a match is under way: dealt once, and without a result."""
        return self._began_ms is not None and not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether the match has its result."""
        return self._referee.race.final.phase is Phase.OVER

    @property
    def match(self) -> str:
        """Name of the match that is on, or was last."""
        return self._match

    @property
    def position(self) -> m.Position:
        """Epoch and version after the last event."""
        return self._mail.history.position

    def next_id(self, seat: int) -> int:
        """The lowest action id that the seat has not used."""
        return self._mail.next_id(seat)

    def hand_ready_ms(self, seat: int) -> int:
        """When the seat's hand is free, by the caller's clock."""
        return self._clock.caller_ms(self._hands[seat].free_at_ms)

    def since(self, position: m.Position) -> m.Update | None:
        """What has happened after a position, or None if only a whole view will do."""
        return self._mail.history.since(position)

    def rules_view(self) -> View:
        """The public view in the terms of the rules, as it is shown: what a bot decides on."""
        return view_of(self._referee.race.shown)

    def top_version(self, pile: int) -> int:
        """The version of the top that a spit pile shows, 0 if it has none."""
        top = self._referee.race.top(pile)
        return 0 if top is None else top.version

    def view(self, now_ms: int) -> m.TableView:
        """The public view for the wire.

        Args:
            now_ms: The caller's time, for what is left of clocks.
        """
        history = self._mail.history
        return m.TableView(
            epoch=history.epoch,
            version=history.version,
            match=self._match,
            names=list(self._names),
            bots=list(self._bots),
            online=list(self._online),
            paused=self._pauses.view(now_ms),
            countdown=self._countdown_view(now_ms),
            claimable=self._claimable,
            rematch=list(self._rematch),
            wins=list(self._wins),
            **race_fields(self._referee.race),
        )

    def _countdown_view(self, now_ms: int) -> m.Countdown | None:
        if self._countdown is None:
            return None
        kind, until_ms = self._countdown
        left_ms = until_ms - (now_ms if kind == "resume" else self._clock.table_ms(now_ms))
        return m.Countdown(kind, max(0, left_ms))

    # -------------------------------------------------------------- Sink: what the referee says

    def emit(self, event: m.AnyEvent) -> int:
        """Adds an event to the history and to what is sent next; returns its version."""
        return self._mail.emit(event)

    def record(self, event: Event) -> None:
        """Adds a final event to the log."""
        if self._began_ms is None:
            self._began_ms = self._now_ms
            self._log.append(LogEntry(0, MatchBegan(self._match, self._rules, self._names)))
        self._log.append(LogEntry(self._now_ms - self._began_ms, event))
        self._active_ms = self._now_ms
        if isinstance(event, Dealt):
            for hand in self._hands:
                hand.rest()
        if isinstance(event, MatchEnded):
            self._match_over(event)

    def accept(self, seat: int, action_id: int, version: int) -> None:
        """Answers an action that is final."""
        self._mail.give(seat, m.Accepted(id=action_id, seat=seat, version=version))

    def refuse(
        self, seat: int, action_id: int, reason: Reason, margin_ms: int | None = None
    ) -> None:
        """Answers an action that changed nothing."""
        wait_ms = max(0, self._hands[seat].free_at_ms - self._table_ms)
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
        wait_ms = self._hands[seat].miss(self._table_ms)
        refused = m.Refused(id=action_id, seat=seat, reason=Reason.MISPLAY, wait_ms=wait_ms)
        self._mail.give(seat, refused)

    # -------------------------------------------------------------- in and out

    @property
    def _table_ms(self) -> int:
        return self._clock.table_ms(self._now_ms)

    def _enter(self, seat: int | None, now_ms: int) -> None:
        """Begins every call: what was due before comes first."""
        if seat not in (None, 0, 1):
            raise ValueError(SEAT_ERROR)
        self._now_ms = max(self._now_ms, now_ms)
        self._run_due()

    def _leave(self) -> None:
        """Ends every call: clocks are looked at, and what happened is put in the outbox."""
        self._look_ahead()
        self._run_due()
        self._mail.seal()

    def _take(self, seat: int, message: SeatMessage) -> None:
        """Does what a new message asks for, or says why not."""
        if isinstance(message, m.Play | m.Flip | m.Shift | m.Slap | m.Spit):
            if self._pauses.is_paused:
                self.refuse(seat, message.id, Reason.PAUSED)
            elif isinstance(message, m.Spit):
                self._referee.call(seat, message, self._table_ms)
            else:
                self._touch(seat, message)
            return
        reason = self._ask(seat, message)
        if reason is None:
            self.accept(seat, message.id, self._mail.history.version)
        else:
            self.refuse(seat, message.id, reason)

    def _touch(self, seat: int, message: Touch) -> None:
        since_ms = None if isinstance(message, m.Slap) else message.since_touch_ms
        if self._hands[seat].touch(message, self._table_ms, since_ms):
            self._judge_waiting(seat)
        else:
            self.refuse(seat, message.id, Reason.TOO_FAST)

    def _ask(
        self, seat: int, message: m.Resign | m.Claim | m.Pause | m.Resume | m.Rematch
    ) -> Reason | None:
        """Does what concerns the match as a whole; returns why not, if not."""
        match message:
            case m.Resign():
                if not self.is_live:
                    return Reason.WRONG_PHASE
                self._end_early(EarlyReason.RESIGNED, 1 - seat)
            case m.Claim():
                if self._claimable != 1 - seat:
                    return Reason.NOT_CLAIMABLE
                self._end_early(EarlyReason.TIMEOUT, seat)
            case m.Pause():
                if not self.is_live or seat in self._pauses.seats:
                    return Reason.WRONG_PHASE
                is_alone = self._bots[1 - seat]
                if not is_alone and not self._pauses.left_ms(seat, self._now_ms):
                    return Reason.NO_PAUSES_LEFT
                self._paused_by_hand.add(seat)
                self._begin_pause(seat)
            case m.Resume():
                if seat not in self._pauses.seats:
                    return Reason.NOT_OFFERED
                self._end_pause(seat)
            case m.Rematch():
                if not self.is_over or self._rematch[seat]:
                    return Reason.NOT_OFFERED
                self._ask_rematch(seat)
        return None

    # -------------------------------------------------------------- pauses and ends

    def _begin_pause(self, seat: int) -> None:
        """Pauses the match for a seat; nothing stays tentative or waits through a pause."""
        self._referee.settle_all(self._table_ms)
        if self.is_over or not self._pauses.begin(seat, self._now_ms):
            return
        self._clock.stop(self._now_ms)
        for each, hand in enumerate(self._hands):
            for touch in hand.drop_waiting():
                self.refuse(each, touch.id, Reason.PAUSED)
        self._tell_pause()

    def _end_pause(self, seat: int) -> None:
        self._paused_by_hand.discard(seat)
        if self._pauses.end(seat, self._now_ms):
            self._tell_pause()

    def _tell_pause(self) -> None:
        view = self._pauses.view(self._now_ms)
        if view is not None:
            self.emit(m.PauseStarted(seats=view.seats, left_ms=view.left_ms))

    def _resume(self) -> None:
        """The 3-2-1 is over: play goes on."""
        self._pauses.resume_at_ms = None
        self._clock.start(self._now_ms)
        self.emit(m.PauseEnded())

    def _end_early(self, reason: EarlyReason, winner: int | None) -> None:
        self._referee.settle_all(self._table_ms)
        if not self.is_over:
            self._referee.perform(EndEarly(reason, winner), self._table_ms)

    def _match_over(self, result: MatchEnded) -> None:
        if result.winner is not None:
            self._wins[result.winner] += 1
        if self._pauses.is_paused:
            self._pauses.forget()
            self._clock.start(self._now_ms)
            self.emit(m.PauseEnded())
        self._paused_by_hand.clear()

    def _ask_rematch(self, seat: int) -> None:
        self._rematch[seat] = True
        self._active_ms = self._now_ms
        self.emit(m.RematchAsked(seat=seat))
        if all(self._rematch):
            self._begin_match()
            self.emit(m.MatchStarted(match=self._match))

    # -------------------------------------------------------------- what happens by itself

    def _jobs(self) -> list[tuple[int, Callable[[], None]]]:
        """All that is to happen by itself: when, by the caller's clock, and what."""
        jobs: list[tuple[int, Callable[[], None]]] = []
        if not self.is_over:
            jobs.append((self._active_ms + self._settings.abandon_ms, self._abandon))
        if self._pauses.resume_at_ms is not None:
            jobs.append((self._pauses.resume_at_ms, self._resume))
        overdue = self._pauses.overdue_at_ms(self._now_ms)
        if overdue is not None and self._claimable is None:
            jobs.append((overdue, self._review))
        if self._clock.is_stopped:
            return jobs
        jobs += [(self._clock.caller_ms(due), job) for due, job in self._table_jobs()]
        return jobs

    def _table_jobs(self) -> list[tuple[int, Callable[[], None]]]:
        """Those that count in table time."""
        referee, watch = self._referee, self._referee.watch
        state = referee.race.final
        jobs: list[tuple[int | None, Callable[[], None]]] = [
            (hand.due_ms, lambda seat=seat: self._judge_waiting(seat))  # type: ignore[misc]
            for seat, hand in enumerate(self._hands)
        ]
        jobs.append((referee.race.due_ms(), lambda: referee.settle_due(self._table_ms)))
        jobs.append((self._alarms.deal_at_ms, self._deal))
        jobs.append((self._alarms.slap_at_ms, self._slap_late))
        jobs.append((self._alarms.dead_at_ms, self._call_for_both))
        if not referee.race.held:
            jobs += [
                (watch.stall_due_ms(state, seat), lambda seat=seat: self._call_for(seat))  # type: ignore[misc]
                for seat in (0, 1)
            ]
        if self._claimable is None:
            jobs.append((watch.idle_due_ms, self._review))
        return [(due, job) for due, job in jobs if due is not None]

    def _run_due(self) -> None:
        """Runs what is due, in the order in which it was due."""
        while self._next_due_ms is not None and self._next_due_ms <= self._now_ms:
            min(self._jobs(), key=lambda each: each[0])[1]()
            self._look_ahead()

    def _look_ahead(self) -> None:
        """Starts and stops the clocks, and finds out when the next of them is due."""
        self._review()
        self._next_due_ms = min((due for due, _ in self._jobs()), default=None)

    def _judge_waiting(self, seat: int) -> None:
        touch = self._hands[seat].next_due(self._table_ms)
        if touch is not None:
            self._referee.judge(seat, touch, self._table_ms)

    def _deal(self) -> None:
        self._referee.perform(deal(self._referee.race.final, self._entropy()), self._table_ms)

    def _slap_late(self) -> None:
        """Nobody slapped: decided as with `slap=smaller` (R6.3)."""
        slap = default_slap(self._referee.race.final, self._entropy()[0] & 1)
        self._referee.perform(slap, self._table_ms)

    def _call_for(self, seat: int) -> None:
        """A seat is taken to have said "spit" (R3)."""
        outcome = self._referee.perform(
            default_call(self._referee.race.final, seat), self._table_ms
        )
        assert not isinstance(outcome, Rejected), outcome

    def _call_for_both(self) -> None:
        for seat in (0, 1):
            if self._referee.watch.is_dead and self._referee.race.final.calls[seat] is None:
                self._call_for(seat)

    def _abandon(self) -> None:
        self._end_early(EarlyReason.ABANDONED, None)

    # -------------------------------------------------------------- looking at the clocks

    def _review(self) -> None:
        """Starts and stops the clocks that follow from where the match stands now."""
        has_slap_begun = self._alarms.look(
            self._referee.race.final,
            self._table_ms,
            is_dead=self._referee.watch.is_dead,
            is_complete=all(self._online),
        )
        if has_slap_begun:
            self._drop_plays()
        self._review_countdown()
        self._review_claim()

    def _drop_plays(self) -> None:
        """The race is over: touches that wait for a hand come too late."""
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
            left_ms = until_ms - (self._now_ms if kind == "resume" else self._table_ms)
            self.emit(m.CountdownStarted(kind=kind, left_ms=max(0, left_ms)))

    def _wanted_countdown(self) -> Running | None:
        if self._pauses.resume_at_ms is not None:
            return "resume", self._pauses.resume_at_ms
        return None if self._pauses.is_paused else self._alarms.shown

    def _review_claim(self) -> None:
        claimable: int | None = None
        if self.is_live and self._pauses.is_paused:
            claimable = self._pauses.overdue(self._now_ms)
        elif self.is_live:
            due = self._referee.watch.idle_due_ms
            if due is not None and due <= self._table_ms:
                claimable = self._referee.watch.idle_seat
        if claimable != self._claimable:
            self._claimable = claimable
            self.emit(m.Claimable(seat=claimable))
