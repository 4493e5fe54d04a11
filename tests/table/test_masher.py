"""Hammering wins nothing: blind mashers at a real table against the middle level (R4.2)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from spit.bots import MIDDLE, Driver
from spit.bots.masher import KeyMasher
from spit.rules import Stopped
from spit.table import LogEntry
from tests.table.simulation import Simulation, seated

ROUNDS = 1_000
Masher = Callable[[int, Random], Driver]


def clears(masher: Masher, number: int) -> bool:
    """Whether the masher, in either seat by turns, clears the first round of a match."""
    seat = number % 2
    seed = f"masher/{number // 2}"
    hammering = masher(seat, Random(f"{seed}/{seat}"))
    level = seated(MIDDLE, 1 - seat, seed)
    drivers = (hammering, level) if seat == 0 else (level, hammering)
    log = Simulation(drivers, seed).run(until=is_stopped)
    stopped = next(entry.what for entry in log if isinstance(entry.what, Stopped))
    return stopped.cleared == seat


def is_stopped(entry: LogEntry) -> bool:
    """Whether this ends the race of a round."""
    return isinstance(entry.what, Stopped)


@pytest.mark.slow
def test_a_blind_masher_wins_under_a_tenth_of_rounds() -> None:
    """Every key, as fast as the hand allows, wins less than 10 % of 1,000 rounds."""
    won = sum(clears(KeyMasher, number) for number in range(ROUNDS))
    assert won < ROUNDS / 10
