"""Players that hammer without looking.

Owns `KeyMasher` and `TapMasher`, against which the table's cost of a misplay is measured: they
must win nothing by it. They are drivers without a policy, an eye or a tempo. A stroke means what
the client in the browser makes of it (`web/src/input/intent.ts`), which helps a masher: it knows
where a card fits and when "spit" may be said.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from spit.rules import (
    SEATS,
    SLOTS,
    Call,
    Flip,
    Phase,
    Play,
    Reason,
    SeatAction,
    Shift,
    Slap,
    View,
    cards_in_stock,
    legal_actions,
)


class _Masher(ABC):
    """A hand that strikes whenever the table lets it, but not more often than it can.

    Args:
        seat: 0 or 1.
        rng: Chance.
        period_ms: Least time between two strokes.
    """

    def __init__(self, seat: int, rng: Random, period_ms: int = 60) -> None:
        self.seat = seat
        self._rng = rng
        self._period_ms = period_ms
        self._next_ms: int | None = None
        self._view: View | None = None
        self._picked: int | None = None

    @property
    def seen(self) -> View | None:
        """What its screen shows; as `spit.bots.driver.Driver.seen`."""
        return self._view

    def observe(self, view: View, now_ms: int, hand_ready_ms: int) -> None:
        """As `spit.bots.driver.Driver.observe`."""
        self._view = view
        if view.phase is Phase.OVER:
            self._next_ms = None
        else:
            self._next_ms = max(self._next_ms or now_ms, hand_ready_ms)

    def next_ms(self) -> int | None:
        """As `spit.bots.driver.Driver.next_ms`."""
        return self._next_ms

    def due(self, view: View, now_ms: int) -> list[SeatAction]:
        """As `spit.bots.driver.Driver.due`: one stroke, which may do nothing."""
        if self._next_ms is None or self._next_ms > now_ms:
            return []
        self._view = view
        self._next_ms = now_ms + self._period_ms
        action = self._stroke(view)
        return [] if action is None else [action]

    def refused(self, reason: Reason, wait_ms: int, now_ms: int) -> None:
        """As `spit.bots.driver.Driver.refused`: it just waits until it may strike again."""
        del reason
        self._next_ms = max(self._next_ms or now_ms, now_ms + wait_ms)

    @abstractmethod
    def _stroke(self, view: View) -> SeatAction | None:
        """One blind stroke: what the client makes of it, None if it stays in the client."""

    # What the client makes of a touch; the same for everybody.

    def _shifted(self, view: View, slot: int) -> Shift | None:
        """The picked card moved to `slot`, if it can go there."""
        if self._picked is None:
            return None
        shift = Shift(self.seat, self._picked, slot)
        return shift if shift in legal_actions(view, self.seat) else None

    def _spit_pile(self, view: View, pile: int) -> SeatAction | None:
        """A touch of a spit pile: a slap, a play of the picked card, or "spit"."""
        picked, self._picked = self._picked, None
        if view.phase is Phase.SLAP:
            return Slap(self.seat, pile)
        if view.phase is Phase.READY:
            return Call(self.seat, None)
        if view.phase is not Phase.PLAY:
            return None
        place = min(pile, len(view.spits) - 1)
        if picked is not None and view.stocks[self.seat][picked].up:
            return Play(self.seat, picked, place)
        calls = [each for each in legal_actions(view, self.seat) if isinstance(each, Call)]
        if calls:
            return next((each for each in calls if each.pile == place), calls[0])
        if any(cards_in_stock(view.stocks[seat]) <= 1 for seat in SEATS):
            return Slap(self.seat, place)
        return None


class KeyMasher(_Masher):
    """Presses any key: 1 to 5 pick or flip a pile, the arrows play or slap, the space calls."""

    def _stroke(self, view: View) -> SeatAction | None:
        key = self._rng.randrange(8)
        if key >= 7:
            calls = [each for each in legal_actions(view, self.seat) if isinstance(each, Call)]
            return self._rng.choice(calls) if calls else None
        if key >= 5 or view.phase is not Phase.PLAY:
            return self._spit_pile(view, key % 2)
        shift = self._shifted(view, key)
        self._picked = None
        if shift is not None:
            return shift
        down, up = view.stocks[self.seat][key]
        if up:
            self._picked = key
        return Flip(self.seat, key) if down and not up else None


class TapMasher(_Masher):
    """Taps on any pile; the client finds out what a tap means.

    A tap on a face-down pile flips it, one on a card plays it on a spit pile that it fits. One on
    a card that fits nowhere picks it up if it can be moved to another slot, and is a misplay if
    it cannot.
    """

    def _stroke(self, view: View) -> SeatAction | None:
        place = self._rng.randrange(7)
        if place >= 5 or view.phase is not Phase.PLAY:
            return self._spit_pile(view, place % 2)
        shift = self._shifted(view, place)
        picked, self._picked = self._picked, None
        if shift is not None:
            return shift
        down, up = view.stocks[self.seat][place]
        if not up:
            return Flip(self.seat, place) if down else None
        if picked == place:
            return None
        fitting = [pile for pile, top in enumerate(view.tops) if view.rules.fits[top][up[-1]]]
        if fitting:
            return Play(self.seat, place, fitting[0])
        self._picked = place
        if any(self._shifted(view, slot) for slot in SLOTS):
            return None
        self._picked = None
        return Play(self.seat, place, 0)
