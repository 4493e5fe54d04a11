"""Judging what a hand has done (R4.3) and applying it.

Owns one match: its final state, what is shown of it, and the actions that wait for a tentative
play to be settled. It decides, tells its `Sink` what happened and what to answer, and knows
nothing of connections, ids or clocks: the time of each judgement is handed in, in table
milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from spit.protocol import messages as m
from spit.rules import (
    Action,
    Call,
    Card,
    Dealt,
    Event,
    Flip,
    Flipped,
    Phase,
    Play,
    Played,
    Reason,
    Rejected,
    Rules,
    Shift,
    Slap,
    Spat,
    State,
    apply,
    chance_actions,
)
from spit.table.races.order import ArrivedPlay, Order, PileFacts, Ruling
from spit.table.races.race import Held, Race
from spit.table.settings import TableSettings
from spit.table.watch import Watch
from spit.table.wire import wire_event

Touch = m.Play | m.Flip | m.Shift | m.Slap
"""What a hand does. A call is said, not done."""


class Sink(Protocol):
    """What a referee tells the table."""

    def emit(self, event: m.AnyEvent) -> int:
        """Something happened for all to see; returns the event's version."""

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


class _Deferred(NamedTuple):
    seat: int
    message: m.Flip | m.Shift | m.Spit


class Referee:
    """The referee of one match.

    Args:
        rules: The rules of the match.
        settings: Times of the table.
        order: Who wins contested plays.
        sink: Who is told.
        entropy: Fresh random bytes, for the coin (R6.3).
    """

    __slots__ = ("__weakref__", "_deferred", "_entropy", "_order", "_sink", "race", "watch")

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
        self._deferred: list[_Deferred] = []
        self.race = Race(rules, settings.late_ms + settings.trip_ms)
        self.watch = Watch(settings)

    def adopt(self, state: State, now_ms: int) -> None:
        """Goes on with a match that was under way elsewhere."""
        self.race.adopt(state)
        self.watch.look(state, now_ms)

    # -------------------------------------------------------------- applying what is final

    def perform(
        self, action: Action, now_ms: int, *, shown_as: int | None = None
    ) -> Rejected | int:
        """Applies an action to the final state and tells what followed.

        Args:
            action: A seat's action, a deal, or an early end.
            now_ms: Table time.
            shown_as: For a play that is shown already, the version of its tentative event.

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
                version = self._sink.emit(wire_event(event, outcome.state))
                self._note(event, version, now_ms, piles=len(outcome.state.spits))
            first = version if first is None else first
        self.race.advance(outcome.state)
        self.watch.look(outcome.state, now_ms)
        self._sink.record(action, outcome.events)
        assert first is not None
        if outcome.state.phase is Phase.COIN:
            self._toss(now_ms)
        return first

    def _note(self, event: Event, version: int, now_ms: int, *, piles: int) -> None:
        """Keeps the tops and the clocks in step with an event."""
        if isinstance(event, Played):
            self.race.put(event.pile, event.card, version, now_ms)
            self.watch.moved(event.seat, now_ms)
        elif isinstance(event, Flipped):
            self.watch.moved(event.seat, now_ms)
        elif isinstance(event, Spat):
            self.race.spat(event, version, now_ms)
        elif isinstance(event, Dealt):
            self.race.new_round(piles)

    def _toss(self, now_ms: int) -> None:
        """Decides by a fair coin what `slap=smaller` leaves to it (R6.3)."""
        heads, tails = chance_actions(self.race.final)
        self.perform(heads if self._entropy()[0] & 1 else tails, now_ms)

    # -------------------------------------------------------------- a hand's touches

    def judge(self, seat: int, touch: Touch, made_ms: int, now_ms: int) -> None:
        """Judges a touch at the moment at which it counts; its answer goes to the sink.

        Args:
            seat: Whose.
            touch: What it does.
            made_ms: When it was made; later it may have waited for the hand.
            now_ms: Table time.
        """
        match touch:
            case m.Play():
                self._play(seat, touch, made_ms, now_ms)
            case m.Flip() | m.Shift():
                self._tend(seat, touch, now_ms)
            case m.Slap():
                self._slap(seat, touch, now_ms)

    def call(self, seat: int, message: m.Spit, now_ms: int) -> None:
        """Hears "spit"; while a play is tentative it waits, since the play may be taken back."""
        if self.race.held:
            self._deferred.append(_Deferred(seat, message))
            return
        self._answer(seat, message.id, self.perform(Call(seat, message.pile), now_ms))

    def _answer(self, seat: int, action_id: int, outcome: Rejected | int) -> None:
        if isinstance(outcome, Rejected):
            self._sink.refuse(seat, action_id, outcome.reason)
        else:
            self._sink.accept(seat, action_id, outcome)

    def _slap(self, seat: int, touch: m.Slap, now_ms: int) -> None:
        """R6.3: the first slap decides; one before the round has ended is a misplay."""
        phase = self.race.final.phase
        if phase is Phase.SLAP:
            self._answer(seat, touch.id, self.perform(Slap(seat, touch.pile), now_ms))
        elif phase in (Phase.READY, Phase.PLAY):
            self._sink.misplay(seat, touch.id)
        elif phase is Phase.DEAL:
            self._sink.refuse(seat, touch.id, Reason.LOST_RACE)
        else:
            self._sink.refuse(seat, touch.id, Reason.WRONG_PHASE)

    def _tend(self, seat: int, touch: m.Flip | m.Shift, now_ms: int) -> None:
        """A flip or a shift (R5); behind a tentative play waits only what rests on it."""
        stocks = [touch.stock] if isinstance(touch, m.Flip) else [touch.stock, touch.slot]
        if any(self.race.is_held(seat, stock) for stock in stocks):
            self._deferred.append(_Deferred(seat, touch))
            return
        if isinstance(touch, m.Flip):
            self._answer(seat, touch.id, self.perform(Flip(seat, touch.stock), now_ms))
            return
        up = self.race.final.stocks[seat][touch.stock].up
        if up and str(up[-1]) != touch.card:
            self._sink.refuse(seat, touch.id, Reason.CARD_MOVED)
            return
        action = Shift(seat, touch.stock, touch.slot)
        self._answer(seat, touch.id, self.perform(action, now_ms))

    # -------------------------------------------------------------- plays

    def _play(self, seat: int, touch: m.Play, made_ms: int, now_ms: int) -> None:
        """R4.3: judges a play against the top that is shown now."""
        shown = self.race.shown
        if shown.phase is not Phase.PLAY:
            self._sink.refuse(seat, touch.id, Reason.WRONG_PHASE)
            return
        facts = self.race.facts(touch.pile)
        if facts is None:
            self._sink.refuse(seat, touch.id, Reason.NO_SUCH_PLACE)
            return
        source = shown.stocks[seat][touch.stock]
        if not source.up or str(source.up[-1]) != touch.card:
            self._sink.refuse(seat, touch.id, self._wrong_source(source.up, source.down))
            return
        card = source.up[-1]
        if not self._could_land(seat, card, touch, facts):
            claimed = Card.parse(touch.top)
            if self.race.fitted_lately(touch.pile, card, claimed, made_ms):
                self._sink.refuse(seat, touch.id, Reason.LOST_RACE)
            else:
                self._sink.misplay(seat, touch.id)
            return
        arrived = ArrivedPlay(
            seat, touch.stock, touch.pile, card, Card.parse(touch.top), touch.top_version,
            touch.reacted_ms, now_ms,
        )  # fmt: skip
        self._carry_out(arrived, touch.id, self._order.rule(arrived, facts))

    @staticmethod
    def _wrong_source(up: tuple[Card, ...], down: tuple[Card, ...]) -> Reason:
        if up:
            return Reason.CARD_MOVED
        return Reason.FACE_DOWN if down else Reason.EMPTY_PILE

    def _could_land(self, seat: int, card: Card, touch: m.Play, facts: PileFacts) -> bool:
        """Whether the card fits what is shown, or the top under a rival's tentative play."""
        fits = self.race.final.rules.fits
        if fits[facts.top][card]:
            return True
        return any(
            play.seat != seat
            and play.under == touch.top_version
            and bool(fits[Card.parse(play.under_card)][card])
            for play in facts.tentative
        )

    def _carry_out(self, play: ArrivedPlay, action_id: int, ruling: Ruling) -> None:
        """Does what the order has ruled on a play."""
        now_ms = play.arrived_ms
        for version in ruling.settle:
            self.settle(version, now_ms)
        beaten = ruling.take_back
        losers = [] if beaten is None else self._undo(beaten, now_ms, ruling.margin_ms)
        self._land(play, action_id, ruling.hold_until_ms)
        for held in losers:
            self._judge_again(held, now_ms, ruling.margin_ms)
        self._resume_deferred(now_ms, taken_back=losers)

    def _land(self, play: ArrivedPlay, action_id: int, hold_until_ms: int | None) -> None:
        """Puts a card down, final or tentative, if it fits what is shown now."""
        race = self.race
        facts = race.facts(play.pile)
        is_on = race.shown.phase is Phase.PLAY and facts is not None
        if not is_on or facts is None or not race.final.rules.fits[facts.top][play.card]:
            self._sink.refuse(play.seat, action_id, Reason.LOST_RACE)
            return
        below = [held.until_ms for held in race.held if held.play.pile == play.pile]
        if hold_until_ms is None and not below:
            self._make_way(play.seat, play.arrived_ms, before=None)
            if race.final.phase is not Phase.PLAY:
                self._sink.refuse(play.seat, action_id, Reason.LOST_RACE)
                return
            action = Play(play.seat, play.stock, play.pile)
            self._answer(play.seat, action_id, self.perform(action, play.arrived_ms))
            return
        until_ms = max([*below, hold_until_ms if hold_until_ms is not None else 0])
        event = m.Played(
            seat=play.seat, stock=play.stock, pile=play.pile, card=str(play.card), tentative=True
        )
        version = self._sink.emit(event)
        shown = m.TentativePlay(
            version, play.seat, play.stock, play.pile, str(play.card), facts.top_version,
            str(facts.top),
        )  # fmt: skip
        race.put(play.pile, play.card, version, play.arrived_ms)
        race.hold(Held(shown, action_id, until_ms))
        self.watch.moved(play.seat, play.arrived_ms)

    def _make_way(self, seat: int, now_ms: int, before: int | None) -> None:
        """Before a seat's last card is final, since it ends the round (R6.1).

        What touched earlier becomes final first, and what touched later is taken back.

        Args:
            seat: The seat whose card is to become final.
            now_ms: Table time.
            before: Version of that card's play if it is shown already; None if it touches now.
        """
        if not self.race.held:
            return
        piles = self.race.final.stocks[seat]
        if sum(len(pile.up) + len(pile.down) for pile in piles) > 1:
            return
        for held in list(self.race.held):
            is_earlier = before is None or held.play.version < before
            if is_earlier and held in self.race.held:
                self.settle(held.play.version, now_ms)
        while before is not None and before in self._held_versions():
            later = [each for each in self._held_versions() if each > before]
            if not later:
                return
            for held in self._undo(later[0], now_ms, margin_ms=None):
                self._sink.refuse(held.play.seat, held.action_id, Reason.LOST_RACE)

    def _held_versions(self) -> list[int]:
        return [held.play.version for held in self.race.held]

    def settle(self, version: int, now_ms: int) -> None:
        """Makes a tentative play final, and those it lies on."""
        for held in self.race.up_to(version):
            play = held.play
            self._make_way(play.seat, now_ms, before=play.version)
            if held not in self.race.held:
                continue  # a rival's last card was earlier, and took it back
            self.race.settle(held)
            action = Play(play.seat, play.stock, play.pile)
            outcome = self.perform(action, now_ms, shown_as=play.version)
            self._answer(play.seat, held.action_id, outcome)

    def settle_due(self, now_ms: int) -> None:
        """Makes final what has been tentative until now."""
        while (due := self.race.due_ms()) is not None and due <= now_ms:
            first = min(self.race.held, key=lambda held: held.until_ms)
            self.settle(first.play.version, now_ms)
        self._resume_deferred(now_ms, taken_back=[])

    def settle_all(self, now_ms: int) -> None:
        """Makes everything final that is tentative, oldest first."""
        while self.race.held:
            self.settle(self.race.held[0].play.version, now_ms)
        self._resume_deferred(now_ms, taken_back=[])

    def _undo(self, version: int, now_ms: int, margin_ms: int | None) -> list[Held]:
        """Takes a tentative play back with what lies on it; returns them, oldest first."""
        gone = self.race.take_back(version, now_ms)
        plays = [held.play.version for held in gone]
        self._sink.emit(m.TakenBack(plays=plays, margin_ms=margin_ms))
        return gone[::-1]

    def _judge_again(self, held: Held, now_ms: int, margin_ms: int | None) -> None:
        """R4.3: a card that was taken back is played if it fits the new top."""
        play, facts = held.play, self.race.facts(held.play.pile)
        card = Card.parse(play.card)
        is_on = self.race.shown.phase is Phase.PLAY and facts is not None
        if not is_on or facts is None or not self.race.final.rules.fits[facts.top][card]:
            self._sink.refuse(play.seat, held.action_id, Reason.LOST_RACE, margin_ms)
            return
        again = ArrivedPlay(
            play.seat, play.stock, play.pile, card, facts.top, facts.top_version, None, now_ms
        )
        ruling = self._order.rule(again, facts)
        self._land(again, held.action_id, ruling.hold_until_ms)

    def _resume_deferred(self, now_ms: int, taken_back: list[Held]) -> None:
        """Judges what waited for a tentative play; what rested on one taken back is refused."""
        waiting, self._deferred = self._deferred, []
        gone = {(held.play.seat, held.play.stock) for held in taken_back}
        for seat, message in waiting:
            if isinstance(message, m.Spit):
                self.call(seat, message, now_ms)
            elif (seat, message.stock) in gone:
                self._sink.refuse(seat, message.id, Reason.TAKEN_BACK)
            else:
                self._tend(seat, message, now_ms)
