"""Judging what a hand has done (R4.3) and applying it.

Owns the judgement of one match, and the actions that wait for a tentative play to be settled or for
their time. It decides, has the `Course` apply it, answers through the `Sink`, and knows nothing of
connections, ids or clocks: the time of each judgement is handed in, in table milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable

from spit.protocol import messages as m
from spit.rules import (
    Call,
    Card,
    Flip,
    Phase,
    Play,
    Reason,
    Rejected,
    Rules,
    Shift,
    Slap,
)
from spit.table.course import Course, Sink
from spit.table.hands import Touched
from spit.table.races.order import ArrivedPlay, HeldSlap, Order, Ruling
from spit.table.races.race import Held, Top
from spit.table.races.waiting import Waiting, WaitingRoom
from spit.table.settings import TableSettings

Touch = m.Play | m.Flip | m.Shift | m.Slap
"""What a hand does. A call is said, not done."""


class Referee:
    """The referee of one match.

    Args:
        rules: The rules of the match.
        settings: Times of the table.
        order: Who wins contested plays.
        sink: Who is told.
        entropy: Fresh random bytes, for the coin (R6.3).
    """

    __slots__ = (
        "__weakref__", "_order", "_settings", "_sink", "_slapped", "_waiting", "course", "perform",
        "race", "watch",
    )  # fmt: skip

    def __init__(
        self,
        rules: Rules,
        settings: TableSettings,
        order: Order,
        sink: Sink,
        entropy: Callable[[], bytes],
    ) -> None:
        self._order = order
        self._settings = settings
        self._sink = sink
        self._waiting = WaitingRoom()
        self._slapped: HeldSlap | None = None
        self.course = Course(rules, settings, order, sink, entropy)
        self.perform = self.course.perform
        self.race = self.course.race
        self.watch = self.course.watch

    # -------------------------------------------------------------- a hand's touches

    def judge(self, seat: int, touched: Touched[Touch], now_ms: int) -> None:
        """Judges a touch at the moment at which it counts; its answer goes to the sink.

        Args:
            seat: Whose.
            touched: What it does, and when it was made.
            now_ms: Table time.
        """
        touch = touched.what
        if isinstance(touch, m.Slap):
            self._slap(seat, touch, touched, now_ms)
            return
        paced_ms = now_ms
        if isinstance(touch, m.Flip):
            paced_ms = touched.arrived_ms + touched.delay_ms + self._order.flip_wait_ms(seat)
        if paced_ms > now_ms or self._waiting.must_wait(seat, touch, self.race):
            self._waiting.add(Waiting(seat, touch, touched, paced_ms))
        elif isinstance(touch, m.Play):
            self._play(seat, touch, touched, now_ms)
        else:
            self._tend(seat, touch, now_ms)

    def call(self, seat: int, message: m.Spit, now_ms: int) -> None:
        """Hears "spit"; while a play is tentative it waits, since the play may be taken back."""
        if self._waiting.must_wait(seat, message, self.race):
            self._waiting.add(Waiting(seat, message, None, now_ms))
            return
        self._answer(seat, message.id, self.perform(Call(seat, message.pile), now_ms))

    def _answer(self, seat: int, action_id: int, outcome: Rejected | int) -> None:
        if isinstance(outcome, Rejected):
            self._sink.refuse(seat, action_id, outcome.reason)
        else:
            self._sink.accept(seat, action_id, outcome)

    def _tend(self, seat: int, touch: m.Flip | m.Shift, now_ms: int) -> None:
        """A flip or a shift (R5)."""
        if isinstance(touch, m.Flip):
            self._answer(seat, touch.id, self.perform(Flip(seat, touch.stock), now_ms))
            return
        up = self.race.final.stocks[seat][touch.stock].up
        if up and str(up[-1]) != touch.card:
            self._sink.refuse(seat, touch.id, Reason.CARD_MOVED)
            return
        action = Shift(seat, touch.stock, touch.slot)
        self._answer(seat, touch.id, self.perform(action, now_ms))

    # -------------------------------------------------------------- slaps

    def _slap(self, seat: int, touch: m.Slap, touched: Touched[Touch], now_ms: int) -> None:
        """R6.3: the first slap decides; one before the round has ended is a misplay."""
        phase = self.race.final.phase
        if phase is Phase.SLAP:
            self._slap_in_time(seat, touch, touched, now_ms)
        elif phase in (Phase.READY, Phase.PLAY):
            self._sink.misplay(seat, touch.id)
        elif phase is Phase.DEAL:
            self._sink.refuse(seat, touch.id, Reason.LOST_RACE)
        else:
            self._sink.refuse(seat, touch.id, Reason.WRONG_PHASE)

    def _slap_in_time(self, seat: int, touch: m.Slap, touched: Touched[Touch], now_ms: int) -> None:
        first = self._slapped
        if first is not None and first.seat == seat:
            self._sink.refuse(seat, touch.id, Reason.ALREADY_SAID)
            return
        counted_ms = touched.arrived_ms + touched.delay_ms
        timed = self._order.slap(seat, touch.reacted_ms, counted_ms, self.course.ended_ms, now_ms)
        score, until_ms = timed or (float(counted_ms), now_ms)
        slap = HeldSlap(seat, touch.pile, touch.id, score, until_ms)
        if first is None:
            self._slapped = slap
            if until_ms <= now_ms:
                self.settle_slap(now_ms)
            return
        is_first = timed is not None and self._order.slap_beats(score, first)
        self._slapped, loser = (slap, first) if is_first else (first, slap)
        self.settle_slap(now_ms)
        margin_ms = None if timed is None else round(abs(score - first.score_ms))
        self._sink.refuse(loser.seat, loser.action_id, Reason.LOST_RACE, margin_ms)

    def settle_slap(self, now_ms: int) -> None:
        """Makes the slap final that waits for the other one, if there is one."""
        slap, self._slapped = self._slapped, None
        if slap is not None:
            outcome = self.perform(Slap(slap.seat, slap.pile), now_ms)
            self._answer(slap.seat, slap.action_id, outcome)

    # -------------------------------------------------------------- plays

    def _play(self, seat: int, touch: m.Play, touched: Touched[Touch], now_ms: int) -> None:
        """R4.3: judges a play against the top that is shown now."""
        race = self.race
        shown = race.shown
        if shown.phase is not Phase.PLAY:
            self._sink.refuse(seat, touch.id, Reason.WRONG_PHASE)
            return
        top = race.top(touch.pile)
        if top is None:
            self._sink.refuse(seat, touch.id, Reason.NO_SUCH_PLACE)
            return
        source = shown.stocks[seat][touch.stock]
        if not source.up or str(source.up[-1]) != touch.card:
            self._sink.refuse(seat, touch.id, self._wrong_source(source.up, source.down))
            return
        play = ArrivedPlay(
            seat, touch.stock, touch.pile, source.up[-1], Card.parse(touch.top), touch.reacted_ms,
            touched.arrived_ms, touched.delay_ms, now_ms, self._sink.sent_ms(now_ms),
        )  # fmt: skip
        self._order.note_throw(seat)
        if not self._could_land(play, top):
            self._order.note_refusal(seat)
            self._come_too_late(play, touch.id, touched.at_ms)
            return
        gone: list[Held] = []
        self._carry_out(play, touch.id, self._order.rule(play, race), gone)
        self._after_races(gone, now_ms)

    @staticmethod
    def _wrong_source(up: tuple[Card, ...], down: tuple[Card, ...]) -> Reason:
        if up:
            return Reason.CARD_MOVED
        return Reason.FACE_DOWN if down else Reason.EMPTY_PILE

    def _could_land(self, play: ArrivedPlay, top: Top) -> bool:
        """Whether the card fits what is shown, or the top under a rival's tentative play."""
        fits = self.race.final.rules.fits
        return bool(fits[top.card][play.card]) or any(
            held.play.seat != play.seat
            and held.under == play.believed
            and bool(fits[held.under][play.card])
            for held in self.race.on_pile(play.pile)
        )

    def _come_too_late(self, play: ArrivedPlay, action_id: int, made_ms: int) -> None:
        """A card that does not fit: a race lost, or a misplay."""
        race, seat, settings = self.race, play.seat, self._settings
        trip_ms = self._order.late_ms(seat)
        late_ms = settings.late_ms + (settings.trip_ms if trip_ms is None else trip_ms)
        if not race.fitted_lately(seat, play.pile, play.card, play.believed, made_ms, late_ms):
            self._sink.misplay(seat, action_id)
            return
        cover = race.cover(play.pile, play.believed)
        margin_ms: int | None = None
        if cover is not None and cover.seat == 1 - seat:
            base = race.find(play.pile, play.believed)
            margin_ms = self._order.margin_ms(play, base, cover)
        if margin_ms is not None:
            self.course.tally.note(1 - seat, margin_ms)
        self._sink.refuse(seat, action_id, Reason.LOST_RACE, margin_ms)

    def _carry_out(
        self, play: ArrivedPlay, action_id: int, ruling: Ruling, gone: list[Held]
    ) -> bool:
        """Does what the order has ruled on a play.

        Args:
            play: It.
            action_id: The id by which it is answered.
            ruling: What the order says.
            gone: Plays that are back in their stock for good are added to it.

        Returns:
            Whether the card lies on the pile now.
        """
        now_ms = play.now_ms
        for version in ruling.settle:
            self._settle_if_held(version, now_ms)
        if ruling.is_lost:
            if ruling.margin_ms is not None:
                self.course.tally.note(1 - play.seat, ruling.margin_ms)
            return self._judge_again(play, action_id, ruling.margin_ms, gone)
        beaten = ruling.take_back
        if beaten is not None and ruling.margin_ms is not None:
            self.course.tally.note(play.seat, ruling.margin_ms)
        losers: list[Held] = []
        if beaten is not None and self.race.is_tentative(beaten):
            losers = self._undo(beaten, now_ms, ruling.margin_ms)
        has_landed = self._land(play, action_id, ruling)
        for held in losers:
            again = ArrivedPlay(
                held.play.seat, held.play.stock, held.play.pile, held.card, held.under, None,
                now_ms, 0, now_ms, play.sent_ms,
            )  # fmt: skip
            if not self._judge_again(again, held.action_id, ruling.margin_ms, gone):
                gone.append(held)
        return has_landed

    def _judge_again(
        self, play: ArrivedPlay, action_id: int, margin_ms: int | None, gone: list[Held]
    ) -> bool:
        """R4.3: a card that has lost a race is played if it fits the new top."""
        race = self.race
        top = race.top(play.pile)
        is_on = race.shown.phase is Phase.PLAY and top is not None
        if not is_on or top is None or not race.final.rules.fits[top.card][play.card]:
            self._sink.refuse(play.seat, action_id, Reason.LOST_RACE, margin_ms)
            return False
        again = play._replace(believed=top.card, reacted_ms=None, is_again=True)
        return self._carry_out(again, action_id, self._order.rule(again, race), gone)

    def _land(self, play: ArrivedPlay, action_id: int, ruling: Ruling) -> bool:
        """Puts a card down, final or tentative, if it fits what is shown now."""
        race, seat = self.race, play.seat
        top = race.top(play.pile)
        is_on = race.shown.phase is Phase.PLAY and top is not None
        if not is_on or top is None or not race.final.rules.fits[top.card][play.card]:
            self._sink.refuse(seat, action_id, Reason.LOST_RACE, ruling.margin_ms)
            return False
        until_ms = ruling.hold_until_ms
        if race.held:  # what lies on a tentative card is so too, and what a last card may outrun
            until_ms = self._not_before(play, until_ms)
        if until_ms is not None:
            self._hold(play, action_id, ruling, top, until_ms)
            return True
        touch_ms = self._order.touch_ms(seat, play.counted_ms) if race.held else 0.0
        self._make_way(seat, play.now_ms, touch_ms, before=None)
        if race.final.phase is not Phase.PLAY:
            self._sink.refuse(seat, action_id, Reason.LOST_RACE)
            return False
        action = Play(seat, play.stock, play.pile)
        outcome = self.perform(action, play.now_ms, by=(play, ruling.score_ms))
        self._answer(seat, action_id, outcome)
        return True

    def _not_before(self, play: ArrivedPlay, until_ms: int | None) -> int | None:
        """Until when a card is tentative at least, given what else is so.

        A card that lies on tentative ones is, and one that the rival's last card may have come
        before; a last card is as long as anything of its seat.
        """
        race, seat = self.race, play.seat
        is_last = race.has_one_card(seat)
        times = [
            held.until_ms
            for held in race.held
            if held.play.pile == play.pile or (held.is_last if held.play.seat != seat else is_last)
        ]
        if until_ms is not None:
            times.append(until_ms)
        latest_ms = max(times, default=play.now_ms)
        return latest_ms if latest_ms > play.now_ms else None

    def _hold(
        self, play: ArrivedPlay, action_id: int, ruling: Ruling, below: Top, until_ms: int
    ) -> None:
        """Shows a play as tentative."""
        seat, card = play.seat, str(play.card)
        is_last = self.race.has_one_card(seat)
        event = m.Played(seat=seat, stock=play.stock, pile=play.pile, card=card, tentative=True)
        version = self._sink.emit(event)
        shown = m.TentativePlay(
            version, seat, play.stock, play.pile, card, below.version, str(below.card)
        )
        top = Top(
            play.card, version, play.sent_ms, seat, play.counted_ms, play.delay_ms, ruling.score_ms
        )
        touch_ms = self._order.touch_ms(seat, play.counted_ms)
        self.race.hold(
            Held(shown, play.card, below.card, action_id, until_ms, touch_ms, top, is_last)
        )
        self.watch.moved(seat, play.now_ms)

    def _make_way(self, seat: int, now_ms: int, touch_ms: float, before: int | None) -> None:
        """Before a seat's last card is final, since it ends the round (R6.1).

        What touched earlier becomes final first, and what touched later is taken back.

        Args:
            seat: The seat whose card is to become final.
            now_ms: Table time.
            touch_ms: When that card touched, as far as that is known.
            before: Version of that card's play if it is shown already; None if it touches now.
        """
        race = self.race
        if not race.held:
            return
        piles = race.final.stocks[seat]
        if sum(len(pile.up) + len(pile.down) for pile in piles) > 1:
            return
        for held in list(race.held):
            version = held.play.version
            is_older = before is None or version < before
            is_earlier = held.touch_ms < touch_ms or (held.touch_ms == touch_ms and is_older)
            if held.play.seat == seat:  # one hand: its cards touched as they came
                is_earlier = is_older
            if version != before and is_earlier and held in race.held:
                self.settle(version, now_ms)
        while race.final.phase is Phase.PLAY and (later := self._later(before)) is not None:
            for held in self._undo(later, now_ms, margin_ms=None):
                self._sink.refuse(held.play.seat, held.action_id, Reason.LOST_RACE)

    def _later(self, before: int | None) -> int | None:
        """A tentative play that is in the way of the last card with this version."""
        versions = [held.play.version for held in self.race.held]
        if before is not None and before not in versions:
            return None
        return next((each for each in versions if each != before), None)

    def _settle_if_held(self, version: int, now_ms: int) -> None:
        if self.race.is_tentative(version):
            self.settle(version, now_ms)

    def settle(self, version: int, now_ms: int) -> None:
        """Makes a tentative play final, and those it lies on."""
        for held in self.race.up_to(version):
            play = held.play
            if held not in self.race.held:
                continue  # made final on the way
            self._make_way(play.seat, now_ms, held.touch_ms, before=play.version)
            if held not in self.race.held:
                continue  # a rival's last card was earlier, and took it back
            self.race.settle(held)
            action = Play(play.seat, play.stock, play.pile)
            outcome = self.perform(action, now_ms, shown_as=play.version)
            self._answer(play.seat, held.action_id, outcome)

    def _undo(self, version: int, now_ms: int, margin_ms: int | None) -> list[Held]:
        """Takes a tentative play back with what lies on it; returns them, oldest first."""
        gone = self.race.take_back(version, now_ms)
        plays = [held.play.version for held in gone]
        self._sink.emit(m.TakenBack(plays=plays, margin_ms=margin_ms))
        return gone[::-1]

    # -------------------------------------------------------------- what happens by itself

    def due_ms(self) -> int | None:
        """When `run_due` has something to do, in table milliseconds."""
        times: list[int] = []
        if self.race.held:
            times += [held.until_ms for held in self.race.held]
        if self._waiting:
            times += self._waiting.times_ms()
        if self._slapped is not None:
            times.append(self._slapped.until_ms)
        return min(times) if times else None

    def run_due(self, now_ms: int) -> None:
        """Makes final what has been tentative until now, and does what has waited for its time."""
        while (due := self.race.due_ms()) is not None and due <= now_ms:
            first = min(self.race.held, key=lambda held: held.until_ms)
            self.settle(first.play.version, now_ms)
        if self._slapped is not None and self._slapped.until_ms <= now_ms:
            self.settle_slap(now_ms)
        self._after_races([], now_ms)

    def settle_all(self, now_ms: int) -> None:
        """Makes everything final that is tentative, oldest first, and nothing waits any more."""
        while self.race.held:
            self.settle(self.race.held[0].play.version, now_ms)
        self._waiting.hurry()
        self._after_races([], now_ms)
        while self.race.held:  # what had waited
            self.settle(self.race.held[0].play.version, now_ms)
        self.settle_slap(now_ms)

    def _after_races(self, gone: list[Held], now_ms: int) -> None:
        """Judges what waited for a tentative play; what rested on one taken back is refused."""
        if not self._waiting:
            return
        for each in self._waiting.take_resting_on(gone) if gone else ():
            self._sink.refuse(each.seat, each.message.id, Reason.TAKEN_BACK)
        while (waiting := self._waiting.next_ready(self.race, now_ms)) is not None:
            seat, message, touched, _ = waiting
            if isinstance(message, m.Spit):
                self._answer(seat, message.id, self.perform(Call(seat, message.pile), now_ms))
            elif isinstance(message, m.Play):
                assert touched is not None
                self._play(seat, message, touched, now_ms)
            else:
                self._tend(seat, message, now_ms)
