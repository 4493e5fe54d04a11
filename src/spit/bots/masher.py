"""Players that hammer without looking.

Owns `KeyMasher` and `TapMasher`, against which the table's cost of a misplay is measured: they
must win nothing by it. They are drivers without a policy, an eye or a tempo.
"""

from __future__ import annotations

from random import Random

from spit.rules import (
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
    spit_choices,
)


class _Masher:
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

    def _stroke(self, view: View) -> SeatAction | None:
        raise NotImplementedError

    def _centre(self, view: View, pile: int) -> SeatAction:
        """A stroke at a spit pile: a slap after the race, else "spit"."""
        if view.phase in (Phase.SLAP, Phase.COIN):
            return Slap(self.seat, pile)
        return Call(self.seat, pile if spit_choices(view, self.seat) else None)


class KeyMasher(_Masher):
    """Presses every key there is, in any order: each pile onto each spit pile, flips, "spit"."""

    def _stroke(self, view: View) -> SeatAction | None:
        key = self._rng.randrange(17)
        if key < 10:
            return Play(self.seat, key % 5, key // 5)
        if key < 15:
            return Flip(self.seat, key - 10)
        return self._centre(view, key - 15)


class TapMasher(_Masher):
    """Taps on any pile; the client finds out what a tap means, as it does for everybody.

    A tap on a face-down pile flips it, one on a card plays it on a spit pile that it fits. One on
    a card that fits nowhere picks it up if there is an empty slot, so that the next tap on the
    slot shifts it, and is a misplay if there is none.
    """

    def __init__(self, seat: int, rng: Random, period_ms: int = 60) -> None:
        super().__init__(seat, rng, period_ms)
        self._picked: int | None = None

    def _stroke(self, view: View) -> SeatAction | None:
        target = self._rng.randrange(7)
        if target >= 5:
            return self._centre(view, target - 5)
        picked, self._picked = self._picked, None
        piles = view.stocks[self.seat]
        down, up = piles[target]
        if not up:
            if down:
                return Flip(self.seat, target)
            if picked is not None and piles[picked].down and piles[picked].up:
                return Shift(self.seat, picked, target)
            return None
        fitting = [pile for pile, top in enumerate(view.tops) if view.rules.fits[top][up[-1]]]
        if fitting:
            return Play(self.seat, target, fitting[0])
        if any(not piles[slot].down and not piles[slot].up for slot in SLOTS):
            self._picked = target
            return None
        return Play(self.seat, target, self._rng.randrange(max(1, len(view.spits))))
