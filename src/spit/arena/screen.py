"""What a player's screen shows: the browser's client, without the browser.

Owns the confirmed table, the own actions under way that lie over it, and since when each top is
on the screen; as `web/src/state` has it (`table-store.ts`, `optimist.ts`, `exposure.ts`). It is
kept in the terms of the rules, since that is what a player decides on: what the wire's events lead
to is handed in with them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from typing import Final, NamedTuple

from spit.protocol import messages as m
from spit.rules import Call, Card, Phase, PileView, SpitView, View

FRAME_MS: Final = 1000 / 60
"""From one frame of a screen to the next."""

HandAction = m.Play | m.Flip | m.Shift | m.Spit | m.Slap


class Shown(NamedTuple):
    """A table as it is shown, and the versions of its tops."""

    view: View
    versions: tuple[int, ...]
    """By spit pile."""


@dataclass(slots=True)
class Pending:
    """An own action that the server has not dealt with for good."""

    action: HandAction
    is_landed: bool = False
    """Its event has been followed, so that the confirmed table shows it."""
    settled_by: int | None = None
    """Accepted by the event with this version."""


class Exposed(NamedTuple):
    """The top of a spit pile, and since when the screen shows it."""

    card: Card | None
    version: int
    since_ms: float
    """An own card is seen from its touch on, any other one from the first frame that shows it."""

    def reacted_ms(self, now_ms: float) -> int:
        """How long it has been on the screen."""
        return max(0, round(now_ms - self.since_ms))


@dataclass(slots=True)
class Screen:
    """The screen of one seat.

    Attributes:
        seat: Whose.
        phase_ms: When its first frame is painted.
        shown: What it shows, None before the first message.
        pending: Own actions under way, oldest first.
        first_ms: When each top, by pile and card, was first shown since it was played; an own card
            from its touch on.
    """

    seat: int
    phase_ms: float
    shown: Shown | None = None
    pending: list[Pending] = field(default_factory=list)
    first_ms: dict[tuple[int, Card], float] = field(default_factory=dict)
    _confirmed: Shown | None = None
    _version: int = 0
    _exposed: list[Exposed] = field(default_factory=list)
    _before: list[Exposed] = field(default_factory=list)
    """What each pile has shown until then."""
    _stopped_ms: float | None = None

    def painted_ms(self, now_ms: float) -> float:
        """When what has changed at `now_ms` is seen: at the next frame."""
        return self.phase_ms + FRAME_MS * ceil((now_ms - self.phase_ms) / FRAME_MS)

    # -------------------------------------------------------------- what the server says

    def follow(self, update: m.Update, after: Shown, now_ms: float) -> None:
        """Takes in events and the table as it is after them."""
        for event in update.events:
            self._lands(event)
        self._confirmed, self._version = after, update.version
        self._drop_done()
        self._lay(now_ms)

    def _lands(self, event: m.AnyEvent) -> None:
        if isinstance(event, m.Dealt):
            self.first_ms.clear()
            self._exposed.clear()
            return
        if isinstance(event, m.Played) and event.seat != self.seat:
            # It may have lain there before and been taken back.
            self.first_ms.pop((event.pile, Card.parse(event.card)), None)
        for each in self.pending:
            if not each.is_landed and _is_event_of(event, each.action):
                each.is_landed = True
                return

    def accepted(self, answer: m.Accepted, now_ms: float) -> None:
        """An own action is final; what it led to is shown once its event has come."""
        for each in self.pending:
            if each.action.id == answer.id:
                each.settled_by = answer.version
        is_waiting = any(not each.is_landed for each in self.pending)
        self._drop_done()
        if is_waiting:
            self._lay(now_ms)

    def refused(self, answer: m.Refused, now_ms: float) -> None:
        """An own action changed nothing; what it showed in advance is gone."""
        self.pending = [each for each in self.pending if each.action.id != answer.id]
        self._lay(now_ms)

    def _drop_done(self) -> None:
        if self.pending:
            self.pending = [
                each
                for each in self.pending
                if each.settled_by is None or each.settled_by > self._version
            ]

    # -------------------------------------------------------------- what the player does

    def act(self, action: HandAction, now_ms: float) -> None:
        """Shows an own action before the server has answered."""
        self.pending.append(Pending(action))
        if isinstance(action, m.Play):
            self.first_ms[action.pile, Card.parse(action.card)] = now_ms
        self._lay(now_ms, seen_ms=now_ms)

    def is_turning(self, stock: int | None = None) -> bool:
        """Whether a card of the own stock, or of one pile of it, is being turned up."""
        return any(
            isinstance(each.action, m.Flip) and stock in (None, each.action.stock)
            for each in self.pending
            if not each.is_landed
        )

    def seen_top(self, pile: int, now_ms: float) -> Exposed:
        """The top of a pile that the screen shows: one that has come but is not painted is none."""
        exposed = self._exposed[pile]
        return exposed if exposed.since_ms <= now_ms else self._before[pile]

    def reacted_to_stop_ms(self, now_ms: float) -> int | None:
        """How long the end of the round has been on the screen."""
        since_ms = self._stopped_ms
        return None if since_ms is None or since_ms > now_ms else round(now_ms - since_ms)

    # -------------------------------------------------------------- what is shown

    def _lay(self, now_ms: float, seen_ms: float | None = None) -> None:
        """Lays the own actions under way over the confirmed table.

        Args:
            now_ms: The time.
            seen_ms: When what has changed is seen; None: at the next frame.
        """
        shown = self._confirmed
        if shown is None:
            return
        for each in self.pending:
            if not each.is_landed:
                shown = _projected(shown, each.action, self._version + 1)
        self.shown = shown
        self._expose(shown, now_ms, self.painted_ms(now_ms) if seen_ms is None else seen_ms)

    def _expose(self, shown: Shown, now_ms: float, seen_ms: float) -> None:
        view, exposed = shown.view, self._exposed
        if len(exposed) != len(view.spits):
            exposed[:] = [Exposed(None, 0, now_ms)] * len(view.spits)
            self._before = exposed.copy()
        for place, pile in enumerate(view.spits):
            version, was = shown.versions[place], exposed[place]
            if pile.top == was.card:
                exposed[place] = was._replace(version=version)
                continue
            if was.since_ms <= now_ms:
                self._before[place] = was
            exposed[place] = Exposed(pile.top, version, seen_ms)
            if pile.top is not None:
                self.first_ms.setdefault((place, pile.top), seen_ms)
        if view.phase is not Phase.SLAP:
            self._stopped_ms = None
        elif self._stopped_ms is None:
            self._stopped_ms = self.painted_ms(now_ms)


def _is_event_of(event: m.AnyEvent, action: HandAction) -> bool:
    if isinstance(event, m.Played):
        return (
            isinstance(action, m.Play) and event.card == action.card and event.seat == action.seat
        )
    if isinstance(event, m.Flipped):
        return (
            isinstance(action, m.Flip) and event.stock == action.stock and event.seat == action.seat
        )
    if isinstance(event, m.Shifted):
        return (
            isinstance(action, m.Shift) and event.card == action.card and event.seat == action.seat
        )
    if isinstance(event, m.Called):
        return isinstance(action, m.Spit) and event.seat == action.seat
    return isinstance(event, m.Slapped) and isinstance(action, m.Slap) and event.seat == action.seat


def _projected(shown: Shown, action: HandAction, version: int) -> Shown:
    """What is shown with one more own action laid over it, if it can be."""
    view, seat = shown.view, action.seat
    if isinstance(action, m.Play):
        pile = action.pile
        lifted = _lifted(view, seat, action.stock, action.card)
        if view.phase is not Phase.PLAY or lifted is None or pile >= len(view.spits):
            return shown
        top = SpitView(Card.parse(action.card), view.spits[pile].cards + 1)
        spits = (*view.spits[:pile], top, *view.spits[pile + 1 :])
        versions = (*shown.versions[:pile], version, *shown.versions[pile + 1 :])
        return Shown(lifted._replace(spits=spits), versions)
    if isinstance(action, m.Shift):
        lifted = _lifted(view, seat, action.stock, action.card)
        if lifted is None:
            return shown
        down, up = lifted.stocks[seat][action.slot]
        pile_view = PileView(down, (*up, Card.parse(action.card)))
        return Shown(_with_pile(lifted, seat, action.slot, pile_view), shown.versions)
    if isinstance(action, m.Spit):
        if view.phase not in (Phase.READY, Phase.PLAY) or view.calls[seat] is not None:
            return shown
        call = Call(seat, action.pile)
        calls = (call, view.calls[1]) if seat == 0 else (view.calls[0], call)
        return Shown(view._replace(calls=calls), shown.versions)
    return shown


def _lifted(view: View, seat: int, stock: int, card: str) -> View | None:
    """The view without the top card of a stock pile, None if that is not the card."""
    down, up = view.stocks[seat][stock]
    if not up or str(up[-1]) != card:
        return None
    return _with_pile(view, seat, stock, PileView(down, up[:-1]))


def _with_pile(view: View, seat: int, slot: int, pile: PileView) -> View:
    piles = list(view.stocks[seat])
    piles[slot] = pile
    a, b, c, d, e = piles
    mine = (a, b, c, d, e)
    return view._replace(stocks=(mine, view.stocks[1]) if seat == 0 else (view.stocks[0], mine))
