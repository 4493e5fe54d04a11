"""Who the table waits for, and until when (R3, R6.2).

Owns the clocks that keep a match going without a word from anyone: the countdown when nobody has
anything left to do, the seat taken to have called, and the seat that may be claimed against. All
times are table milliseconds; whatever is due is for the table to do.
"""

from __future__ import annotations

from typing import Final

from spit.rules import (
    Call,
    Phase,
    Slap,
    State,
    can_flip,
    is_useful_shift,
    smaller_pile,
    spit_choices,
    who_can_play,
)
from spit.table.settings import TableSettings

_BOTH: Final = (True, True)


def can_tend(state: State, seat: int) -> bool:
    """Whether a seat has a flip or a useful shift in the race (R5)."""
    return can_flip(state, seat) or is_useful_shift(state, seat)


def _waits_for_alone(state: State, can_play: tuple[bool, bool]) -> int | None:
    """The seat for which alone the table waits, if there is one.

    Before the first spit it is the one that has not said "ready"; in the race it is the only one
    that can act. A slap has its own clock.
    """
    if state.phase is Phase.READY:
        silent = [seat for seat in (0, 1) if state.calls[seat] is None]
        return silent[0] if len(silent) == 1 else None
    if can_play[0] is can_play[1]:  # both can, or neither
        return None
    seat = int(can_play[1])
    return None if can_tend(state, 1 - seat) else seat


def default_call(state: State, seat: int) -> Call:
    """The call that a silent seat is taken to have made: the own pile where it may choose."""
    choices = spit_choices(state, seat)
    if not choices:
        return Call(seat, None)
    return Call(seat, seat if seat in choices else choices[0])


def default_slap(state: State, coin: int) -> Slap:
    """How a slap that nobody makes is decided: as with `slap=smaller` (R6.3).

    Args:
        state: A state that waits for the slap.
        coin: 0 or 1, equally likely.
    """
    cleared = state.stopped.cleared if state.stopped else None
    smaller = smaller_pile(state)
    if smaller is None:
        return Slap(0 if cleared is None else cleared, coin)
    return Slap(coin if cleared is None else cleared, smaller)


class Watch:
    """The clocks of one match."""

    __slots__ = ("_alone", "_alone_ms", "_moved_ms", "_settings", "_stuck_ms", "is_dead")

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings
        self._moved_ms = [0, 0]
        self._stuck_ms: int | None = None
        self._alone: int | None = None
        self._alone_ms = 0
        self.is_dead = False
        """Whether the race is stuck and nobody has anything left to do but call."""

    def moved(self, seat: int, now_ms: int) -> None:
        """Notes a play or flip of a seat; only these set its clocks back."""
        self._moved_ms[seat] = now_ms
        if seat == self._alone:
            self._alone_ms = now_ms

    def look(self, state: State, now_ms: int) -> None:
        """Looks at the table after something has changed."""
        can_play = who_can_play(state)
        if can_play == _BOTH:  # the usual case
            self._stuck_ms = self._alone = None
            self.is_dead = False
            return
        if state.phase is not Phase.PLAY or any(can_play):
            self._stuck_ms, self.is_dead = None, False
        else:
            self._stuck_ms = now_ms if self._stuck_ms is None else self._stuck_ms
            self.is_dead = not (can_tend(state, 0) or can_tend(state, 1))
        alone = _waits_for_alone(state, can_play)
        if alone != self._alone:
            self._alone, self._alone_ms = alone, now_ms

    @property
    def is_stuck(self) -> bool:
        """Whether the race is stuck, by the last look."""
        return self._stuck_ms is not None

    def stall_due_ms(self, state: State, seat: int) -> int | None:
        """When a seat is taken to have called; None if it need not call, or has."""
        if self._stuck_ms is None or self.is_dead or state.calls[seat] is not None:
            return None
        return max(self._stuck_ms, self._moved_ms[seat]) + self._settings.stall_ms

    @property
    def idle_seat(self) -> int | None:
        """The seat for which alone the table waits."""
        return self._alone

    @property
    def idle_due_ms(self) -> int | None:
        """When the match may be claimed against `idle_seat`."""
        return None if self._alone is None else self._alone_ms + self._settings.idle_ms
