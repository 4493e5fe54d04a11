"""Applying what is final, and telling it.

Owns the course of one match: its final state and what is shown of it, whom the table waits for,
and when each seat was sent what. It tells its `Sink` what happened, and judges nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from spit.protocol import messages as m
from spit.rules import (
    Action,
    Dealt,
    Event,
    Flipped,
    Phase,
    Played,
    Reason,
    Rejected,
    Rules,
    Spat,
    State,
    Stopped,
    apply,
    chance_actions,
)
from spit.table.races.order import ArrivedPlay, Order
from spit.table.races.race import Both, Race, Top
from spit.table.races.tally import Tally
from spit.table.settings import TableSettings
from spit.table.watch import Watch
from spit.table.wire import wire_event

Ruled = tuple[ArrivedPlay, float | None]
"""A play that becomes final at once, and its reaction time if it is known."""


class Sink(Protocol):
    """What a referee tells the table."""

    def emit(self, event: m.AnyEvent) -> int:
        """Something happened for all to see; returns the event's version."""

    def send_later(self, seat: int, step_ms: int) -> None:
        """What is emitted from now on leaves for a seat so much later, in its order."""

    def sent_ms(self, now_ms: int) -> Both:
        """When what is emitted now leaves for each seat, in table milliseconds."""

    def record(self, action: Action, events: tuple[Event, ...]) -> None:
        """An action is final, and what followed from it."""

    def accept(self, seat: int, action_id: int, version: int) -> None:
        """An action is final by the event with this version."""

    def refuse(
        self, seat: int, action_id: int, reason: Reason, margin_ms: int | None = None
    ) -> None:
        """An action changed nothing."""

    def misplay(self, seat: int, action_id: int) -> None:
        """An action was a misplay: it changed nothing and costs the hand time."""


class Course:
    """The course of one match.

    Args:
        rules: The rules of the match.
        settings: Times of the table.
        order: Says how much later the nearer seat is sent what both are to see at once.
        sink: Who is told.
        entropy: Fresh random bytes, for the coin (R6.3).
    """

    __slots__ = ("_entropy", "_order", "_sink", "ended_ms", "race", "tally", "watch")

    def __init__(
        self,
        rules: Rules,
        settings: TableSettings,
        order: Order,
        sink: Sink,
        entropy: Callable[[], bytes],
    ) -> None:
        self._order = order
        self._sink = sink
        self._entropy = entropy
        self.race = Race(rules)
        self.watch = Watch(settings)
        self.tally = Tally()
        self.ended_ms: Both = 0, 0
        """When the end of the round was sent to each seat, in table milliseconds."""

    def adopt(self, state: State, now_ms: int) -> None:
        """Goes on with a match that was under way elsewhere."""
        self.race.adopt(state, now_ms)
        self.ended_ms = now_ms, now_ms
        self.watch.look(state, now_ms)

    def renew(self, now_ms: int) -> None:
        """Both see the table anew, after a pause: what they react to begins now."""
        self.race.renew(now_ms)
        self.ended_ms = now_ms, now_ms

    def perform(
        self, action: Action, now_ms: int, *, shown_as: int | None = None, by: Ruled | None = None
    ) -> Rejected | int:
        """Applies an action to the final state and tells what followed.

        Args:
            action: A seat's action, a deal, or an early end.
            now_ms: Table time.
            shown_as: For a play that is shown already, the version of its tentative event.
            by: For a play that is not, how it was judged.

        Returns:
            Why nothing changed, or the version of the first event.
        """
        outcome = apply(self.race.final, action)
        if isinstance(outcome, Rejected):
            return outcome
        first: int | None = None
        for event in outcome.events:
            if shown_as is not None and isinstance(event, Played):
                version = self._sink.emit(m.Settled(plays=[shown_as]))
            else:
                if isinstance(event, Spat):
                    self._step()
                version = self._sink.emit(wire_event(event, outcome.state, self.tally))
                self._note(event, version, now_ms, by, piles=len(outcome.state.spits))
            first = version if first is None else first
        self.race.advance(outcome.state)
        self.watch.look(outcome.state, now_ms)
        self._sink.record(action, outcome.events)
        assert first is not None
        if outcome.state.phase is Phase.COIN:
            self._toss(now_ms)
        return first

    def _step(self) -> None:
        """Sends the nearer seat later what both are to see at the same moment."""
        for seat in (0, 1):
            step_ms = self._order.step_ms(seat)
            if step_ms:
                self._sink.send_later(seat, step_ms)

    def _note(
        self, event: Event, version: int, now_ms: int, by: Ruled | None, *, piles: int
    ) -> None:
        """Keeps the tops and the clocks in step with an event."""
        if isinstance(event, Played):
            top = Top(event.card, version, self._sink.sent_ms(now_ms), event.seat, now_ms)
            if by is not None:
                play, score = by
                top = Top(
                    event.card, version, play.sent_ms, event.seat, play.counted_ms, play.delay_ms,
                    score,
                )  # fmt: skip
            self.race.put(event.pile, top)
            self.watch.moved(event.seat, now_ms)
        elif isinstance(event, Flipped):
            self.watch.moved(event.seat, now_ms)
        elif isinstance(event, Spat):
            sent = self._sink.sent_ms(now_ms)
            for flip in event.flips:
                self.race.put(flip.pile, Top(flip.card, version, sent))
        elif isinstance(event, Stopped):
            self.ended_ms = self._sink.sent_ms(now_ms)
        elif isinstance(event, Dealt):
            self.race.new_round(piles)

    def _toss(self, now_ms: int) -> None:
        """Decides by a fair coin what `slap=smaller` leaves to it (R6.3)."""
        heads, tails = chance_actions(self.race.final)
        self.perform(heads if self._entropy()[0] & 1 else tails, now_ms)
