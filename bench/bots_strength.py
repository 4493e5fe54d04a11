"""How strong the policies and levels of the computer are.

Policies play mirrored rounds at equal speed (`spit.bots.duel`); levels play first rounds against
the level below at a real table, in virtual time.
"""

import os
from collections.abc import Callable
from itertools import pairwise, product
from random import Random
from statistics import mean
from typing import Final

from spit.arena.spread import spread
from spit.bots import BOTS, LEVELS, BotDriver, Driver, Level
from spit.bots.duel import Score, mirrored, wilson
from spit.bots.masher import KeyMasher, TapMasher
from spit.rules import Flipped, Played, Shifted, Spat, Stopped
from spit.table import Fact
from tests.table.simulation import Simulation, seated

PAIRINGS: Final = (
    ("careful", "random", 1_000),
    ("careful", "greedy", 1_000),
    ("greedy", "random", 1_000),
    ("planner", "random", 1_000),
    ("planner", "greedy", 5_000),
)
"""Policies, and the deals between them. Each is played twice, with the seats changed."""

PART: Final = 50
"""Deals that one process plays at a time."""

ROUNDS: Final = 400
"""First rounds between two levels."""

Masher = Callable[[int, Random, int], Driver]

MASHERS: Final[dict[str, Masher]] = {"keys": KeyMasher, "taps": TapMasher}
"""Blind hands, by what they strike."""

PERIODS_MS: Final = (60, 120, 400)
"""From one blind stroke to the next."""

PACE_ROUNDS: Final = 50
"""First rounds of a level against itself."""


def main() -> None:
    """Prints the strength of policies, levels and mashers."""
    for first, second, deals in PAIRINGS:
        parts = [(first, second, start) for start in range(0, deals, PART)]
        won = sum(spread(_won, parts, os.cpu_count() or 1))
        print(f"bots: {first} against {second} wins {Score(won, 2 * deals)}", flush=True)
    names = list(LEVELS)
    for below, above in pairwise(names):
        won = sum(_clears(above, below, number) for number in range(ROUNDS))
        print(f"levels: {above} against {below} clears {_share(won)}")
    for name, level in LEVELS.items():
        print(f"levels: {name} acts once in {_pace_ms(level):,.0f} ms on the average")
    for masher, period_ms in product(MASHERS, PERIODS_MS):
        won = sum(_hammers(MASHERS[masher], period_ms, number) for number in range(ROUNDS))
        print(f"mashers: {masher} each {period_ms} ms against steady clears {_share(won)}")


def _won(first: str, second: str, start: int) -> float:
    """What the first of two policies wins of `PART` mirrored deals."""
    return sum(mirrored(BOTS[first], BOTS[second], PART, f"{first}-{second}", start=start))


def _share(won: int) -> str:
    low, high = wilson(won, ROUNDS)
    return f"{won / ROUNDS:.1%} [{low:.1%}, {high:.1%}] of {ROUNDS} rounds"


def _is_stopped(entry: Fact) -> bool:
    return isinstance(entry.what, Stopped)


def _cleared(simulation: Simulation) -> int | None:
    log = simulation.run(until=_is_stopped)
    return next(entry.what for entry in log if isinstance(entry.what, Stopped)).cleared


def _clears(first: str, second: str, number: int) -> bool:
    """Whether the first of two levels clears a round, in either seat by turns."""
    seat, seed = number % 2, f"ladder/{first}/{number // 2}"
    mine, theirs = seated(LEVELS[first], seat, seed), seated(LEVELS[second], 1 - seat, seed)
    drivers: tuple[BotDriver, BotDriver] = (mine, theirs) if seat == 0 else (theirs, mine)
    return _cleared(Simulation(drivers, seed)) == seat


def _pace_ms(level: Level) -> float:
    """Mean time between two actions of a seat that races against its like."""
    gaps: list[int] = []
    for number in range(PACE_ROUNDS):
        seed, last = f"pace/{number}", [0, 0]
        drivers = (seated(level, 0, seed), seated(level, 1, seed))
        for at_ms, what in Simulation(drivers, seed).run(until=_is_stopped):
            if isinstance(what, Spat):
                last = [at_ms, at_ms]
            elif isinstance(what, Played | Flipped | Shifted):
                gaps.append(at_ms - last[what.seat])
                last[what.seat] = at_ms
    return mean(gaps)


def _hammers(masher: Masher, period_ms: int, number: int) -> bool:
    """Whether a masher clears a round against the middle level."""
    seat, seed = number % 2, f"masher/{number // 2}"
    hand = masher(seat, Random(f"{seed}/{seat}"), period_ms)
    level = seated(LEVELS["steady"], 1 - seat, seed)
    return _cleared(Simulation((hand, level) if seat == 0 else (level, hand), seed)) == seat


if __name__ == "__main__":
    main()
