"""Hammering wins nothing: blind mashers at a real table against the middle level (R4.2)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from spit.bots import MIDDLE, Driver
from spit.bots.duel import Score, wilson
from spit.bots.masher import KeyMasher
from spit.rules import Stopped
from spit.table import Fact, TableSettings
from tests.table.simulation import Simulation, seated

ROUNDS = 1_000
PERIOD_MS = TableSettings().hand_ms
"""As fast as a hand may touch (R4.2)."""
Masher = Callable[[int, Random, int], Driver]


def clears(masher: Masher, number: int) -> bool:
    """Whether the masher, in either seat by turns, clears the first round of a match."""
    seat = number % 2
    seed = f"masher/{number // 2}"
    hammering = masher(seat, Random(f"{seed}/{seat}"), PERIOD_MS)
    level = seated(MIDDLE, 1 - seat, seed)
    drivers = (hammering, level) if seat == 0 else (level, hammering)
    log = Simulation(drivers, seed).run(until=is_stopped)
    stopped = next(entry.what for entry in log if isinstance(entry.what, Stopped))
    return stopped.cleared == seat


def is_stopped(entry: Fact) -> bool:
    """Whether this ends the race of a round."""
    return isinstance(entry.what, Stopped)


@pytest.mark.slow
def test_a_blind_masher_wins_under_a_tenth_of_rounds() -> None:
    """Every key, as fast as a hand may touch, wins less than 10 % of 1,000 rounds for sure."""
    won = sum(clears(KeyMasher, number) for number in range(ROUNDS))
    _, high = wilson(won, ROUNDS)
    assert high < 0.1, str(Score(won, ROUNDS))
