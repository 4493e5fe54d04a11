"""Seats that hold a match up, and matches that end all the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from spit.bots import MIDDLE, Driver
from spit.rules import (
    STANDARD,
    Call,
    Flip,
    MatchEnded,
    Phase,
    Reason,
    ResultReason,
    Rules,
    SeatAction,
    Shift,
    Slap,
    Switch,
    View,
    legal_actions,
)
from spit.table import Fact
from tests.table.simulation import Simulation, seated

LAZY_MS = 400


class Lazy:
    """Plays at random, but never does what it was made to leave out.

    Args:
        seat: 0 or 1.
        rng: Chance.
        never: The kinds of action it never takes.
        only: If given, the only kinds that it takes.
    """

    def __init__(
        self,
        seat: int,
        rng: Random,
        never: tuple[type[SeatAction], ...] = (),
        only: tuple[type[SeatAction], ...] | None = None,
    ) -> None:
        self._seat = seat
        self._rng = rng
        self._never = never
        self._only = only
        self._next_ms = LAZY_MS
        self.seen: View | None = None

    def observe(self, view: View, now_ms: int, hand_ready_ms: int) -> None:
        """As `Driver.observe`."""
        self.seen = view
        self._next_ms = max(self._next_ms, hand_ready_ms, now_ms + 1)

    def next_ms(self) -> int | None:
        """As `Driver.next_ms`; it looks again and again."""
        return None if self.seen is None or self.seen.phase is Phase.OVER else self._next_ms

    def due(self, view: View, now_ms: int) -> list[SeatAction]:
        """As `Driver.due`."""
        self.seen = view
        self._next_ms = now_ms + LAZY_MS
        actions = [
            each
            for each in legal_actions(view, self._seat)
            if not isinstance(each, self._never)
            and (self._only is None or isinstance(each, self._only))
        ]
        return [self._rng.choice(actions)] if actions else []

    def refused(self, reason: Reason, wait_ms: int, now_ms: int) -> None:
        """As `Driver.refused`."""
        del reason
        self._next_ms = max(self._next_ms, now_ms + wait_ms)


STACKING = Rules(stacking=Switch.ON)
FREE_ONLY = (Call, Slap, Flip, Shift)

SEATS_THAT_HOLD_UP: dict[str, tuple[Rules, Callable[[Random], Driver | None]]] = {
    "never acts": (STANDARD, lambda _: None),
    "never says spit": (STANDARD, lambda rng: Lazy(1, rng, never=(Call,))),
    "never slaps": (STANDARD, lambda rng: Lazy(1, rng, never=(Slap,))),
    "never flips": (STANDARD, lambda rng: Lazy(1, rng, never=(Flip,))),
    "never plays": (STANDARD, lambda rng: Lazy(1, rng, only=FREE_ONLY)),
    "only shifts to and fro": (STANDARD, lambda rng: Lazy(1, rng, only=(Call, Shift))),
    "only stacks to and fro": (STACKING, lambda rng: Lazy(1, rng, only=(Call, Shift, Flip))),
    "only moves cards": (STACKING, lambda rng: Lazy(1, rng, only=(Shift, Flip))),
}


@pytest.mark.parametrize("kind", SEATS_THAT_HOLD_UP)
def test_the_match_ends(kind: str) -> None:
    """Whatever one seat never does, the match has a result within an hour."""
    rules, make_lazy = SEATS_THAT_HOLD_UP[kind]
    drivers = (seated(MIDDLE, 0, kind), make_lazy(Random(kind)))
    log = Simulation(drivers, kind, rules).run(limit_ms=3_600_000)
    assert isinstance(log[-1].what, MatchEnded)


HELD_UP_FOR_GOOD = ("never acts", "never says spit", "never plays", "only moves cards")


@pytest.mark.parametrize("kind", HELD_UP_FOR_GOOD)
def test_the_other_may_claim_it(kind: str) -> None:
    """A seat for which alone the table waits loses soon to one that claims."""
    rules, make_lazy = SEATS_THAT_HOLD_UP[kind]
    drivers = (seated(MIDDLE, 0, kind), make_lazy(Random(kind)))
    log = Simulation(drivers, kind, rules, claims=True).run(limit_ms=300_000)
    assert log[-1].what == MatchEnded(0, ResultReason.TIMEOUT)


def test_two_seats_that_never_act_end_too() -> None:
    """R4.5: a match in which nobody does anything is abandoned."""
    log = Simulation((None, None), "nobody").run(limit_ms=3_600_000)
    assert isinstance(log[-1].what, MatchEnded)
    assert log[-1].what.winner is None


def test_rounds_without_a_slap_go_on() -> None:
    """R6.3: a slap that neither seat makes is made by the clock, and the next round is dealt."""

    def is_second_round(entry: Fact) -> bool:
        return getattr(entry.what, "round", 0) == 2

    drivers = (
        Lazy(0, Random(7), never=(Slap,)),
        Lazy(1, Random(8), never=(Slap,)),
    )
    log = Simulation(drivers, "no slap").run(until=is_second_round)
    assert any(is_second_round(entry) for entry in log)
