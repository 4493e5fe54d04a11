"""A table under a virtual clock, with hand-made positions: what the table tests share."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec

from spit.protocol import messages as m
from spit.protocol.follow import follow
from spit.rules import (
    Call,
    Card,
    Flip,
    Phase,
    Pile,
    Play,
    Rules,
    SeatAction,
    Shift,
    Slap,
    State,
    new_match,
    parse_packet,
)
from spit.rules.state import Piles
from spit.table import Fact, LogEntry, Order, Outgoing, SeatMessage, Table, TableSettings, facts

STANDARD = Rules()
Asking = m.Resign | m.Claim | m.Pause | m.Resume | m.Rematch


def cards(text: str) -> tuple[Card, ...]:
    """A packet from text; empty for an empty one."""
    return parse_packet(text)


def stock(text: str) -> Piles:
    """Five piles from text: piles by ``,``, each ``down|up`` with the top last, or just ``up``."""
    parts = [part.strip() for part in text.split(",")]
    piles = []
    for part in parts + [""] * (5 - len(parts)):
        down, bar, up = part.partition("|")
        piles.append(Pile(cards(down.strip()), cards(up.strip())) if bar else Pile((), cards(part)))
    a, b, c, d, e = piles
    return (a, b, c, d, e)


def position(
    mine: str,
    theirs: str,
    spits: Iterable[str],
    hands: tuple[str, str] = ("", ""),
    *,
    rules: Rules = STANDARD,
    laid_hands: tuple[int, int] | None = None,
    phase: Phase = Phase.PLAY,
) -> State:
    """A state in the middle of a round; cards that are named nowhere are in nobody's way."""
    in_hand = (cards(hands[0]), cards(hands[1]))
    return new_match(rules)._replace(
        phase=phase,
        round=1,
        stocks=(stock(mine), stock(theirs)),
        hands=in_hand,
        spits=tuple(cards(each) for each in spits),
        laid_hands=laid_hands or (len(in_hand[0]), len(in_hand[1])),
    )


class Bench:
    """A table, two people at it, and the time.

    Every update is also followed from the first view, by all who watch and by each seat, and must
    agree with the table's own view; a seat that is behind agrees once it has caught up.
    """

    def __init__(
        self,
        state: State | None = None,
        *,
        rules: Rules | None = None,
        order: Order | None = None,
        settings: TableSettings | None = None,
        bots: tuple[bool, bool] = (False, False),
        names: tuple[str | None, str | None] = ("Ana", "Ben"),
        trips: tuple[float, float] | None = None,
        seed: int = 1,
    ) -> None:
        self.now = 1_000
        self.rng = Random(seed)
        self.rules = rules or (state.rules if state else STANDARD)
        self.settings = settings or TableSettings()
        self.table = Table(
            "test", names, bots, self.rules, self.settings,
            lambda: self.rng.randbytes(32), self.now, order,
        )  # fmt: skip
        self.events: list[m.AnyEvent] = []
        self.answers: dict[tuple[int, int], m.Accepted | m.Refused] = {}
        self.entries: list[LogEntry] = []
        self.log: list[Fact] = []
        self.ids = [0, 0]
        self.last_touch: list[int | None] = [None, None]
        self.sent: list[tuple[int, Outgoing]] = []
        if state is not None:
            self.table.adopt(state, epoch=2)
        self.mirror = self.table.view(self.now)
        self.mirrors = [self.mirror, self.mirror]
        for seat in (0, 1):
            if not bots[seat] and names[seat] is not None:
                self.table.connect(seat, self.now)
        self.collect()
        for seat, trip_ms in enumerate(trips or ()):
            self.table.note_round_trip(seat, trip_ms, self.now)
        self.collect()
        if state is not None:
            self.wait(self.settings.resume_ms)

    @property
    def state(self) -> State:
        """The final state behind the table, hidden cards and all."""
        return self.table._match.referee.race.final

    def look(self) -> m.TableView:
        """The public view now."""
        return self.table.view(self.now)

    def collect(self) -> list[m.AnyOutbound]:
        """Takes the outbox and keeps what was in it."""
        sent = self.table.take_outbox()
        self.sent += [(self.now, each) for each in sent]
        for each in sent:
            to, message = each
            if isinstance(message, m.Update):
                self._follow(each, message)
            elif isinstance(message, m.Accepted | m.Refused):
                assert to == message.seat or message.reason == "not-your-seat"  # type: ignore[union-attr]
                self.answers[message.seat, message.id] = message
        taken = self.table.take_log()
        self.entries += taken
        self.log += facts(taken)
        assert timeless(self.mirror) == timeless(self.look())
        for seat, mirror in enumerate(self.mirrors):
            assert self.table.is_behind(seat) or timeless(mirror) == timeless(self.look())
        return [message for _, message in sent]

    def _follow(self, each: Outgoing, update: m.Update) -> None:
        """Follows an update as all do who get it: nothing may be missing before it."""
        if each.is_for_all:
            self.events += update.events
            self.mirror = _followed(self.mirror, update)
        for seat in (0, 1):
            if each.reaches(seat):
                self.mirrors[seat] = _followed(self.mirrors[seat], update)

    def wait(self, ms: int) -> None:
        """Lets time pass, waking the table at each of its deadlines."""
        end = self.now + ms
        for _ in range(10_000):
            due = self.table.next_deadline_ms()
            if due is None or due > end:
                break
            self.now = max(self.now, due)
            self.table.tick(self.now)
            self.collect()
        else:
            raise AssertionError("the table never comes to rest")
        self.now = end

    def send(self, seat: int, message: SeatMessage) -> m.Accepted | m.Refused | None:
        """Sends a message as a seat; its answer, or None if that is still to come."""
        self.table.receive(seat, message, self.now)
        self.collect()
        return self.answers.get((seat, message.id))

    def message(self, action: SeatAction) -> SeatMessage:
        """The message an honest client sends for an action, by what is shown now."""
        self.ids[action.seat] += 1
        number, seat, shown = self.ids[action.seat], action.seat, self.look()
        match action:
            case Play(_, source, pile):
                top = shown.spits[pile] if pile < len(shown.spits) else m.SpitPileView(0, "As", 0)
                return m.Play(
                    id=number, seat=seat, stock=source, pile=pile, card=self.top(seat, source),
                    top=top.top or "As", top_version=top.version,
                )  # fmt: skip
            case Flip(_, source):
                return m.Flip(id=number, seat=seat, stock=source)
            case Shift(_, source, slot):
                card = self.top(seat, source)
                return m.Shift(id=number, seat=seat, stock=source, slot=slot, card=card)
            case Call(_, named):
                return m.Spit(id=number, seat=seat, pile=named)
            case Slap(_, pile):
                return m.Slap(id=number, seat=seat, pile=pile)

    def top(self, seat: int, source: int) -> str:
        """The card that lies face up on a stock pile, any card if there is none."""
        up = self.look().stocks[seat][source].up
        return up[-1] if up else "2s"

    def do(self, action: SeatAction) -> m.Accepted | m.Refused | None:
        """Does an action with a hand that has rested: time passes first."""
        if not isinstance(action, Call):
            self.wait(self.settings.hand_ms)
        return self.send(action.seat, self.message(action))

    def done(self, action: SeatAction) -> m.Accepted:
        """Does an action that must be accepted at once."""
        answer = self.do(action)
        assert isinstance(answer, m.Accepted), answer
        return answer

    def refused(self, action: SeatAction) -> m.Refused:
        """Does an action that must be refused at once."""
        answer = self.do(action)
        assert isinstance(answer, m.Refused), answer
        return answer

    def ask(self, kind: type[Asking], seat: int) -> m.Accepted | m.Refused:
        """Sends a message about the match as a whole, such as `Resign`."""
        self.ids[seat] += 1
        answer = self.send(seat, kind(id=self.ids[seat], seat=seat))
        assert answer is not None
        return answer

    def show(self, seat: int, emote: m.EmoteName) -> m.Accepted | m.Refused:
        """Shows an emote."""
        self.ids[seat] += 1
        answer = self.send(seat, m.Emote(id=self.ids[seat], seat=seat, emote=emote))
        assert answer is not None
        return answer

    def heard(self, kind: type[m.Event]) -> list[m.Event]:
        """All events of a type so far."""
        return [event for event in self.events if isinstance(event, kind)]


def _followed(view: m.TableView, update: m.Update) -> m.TableView:
    after = follow(view, update)
    assert after is not None, "an update was missed"
    return after


def timeless(view: m.TableView) -> m.TableView:
    """A view without the time left on its clocks, which passes without events."""
    countdown = view.countdown and m.Countdown(view.countdown.kind, 0)
    paused = view.paused and m.PauseView(view.paused.seats, [0, 0])
    return msgspec.structs.replace(view, countdown=countdown, paused=paused)
