"""Many rounds, spread over processes.

Owns what is compared: cases, each a pair of connections under an order, and the rounds played for
each. Every deal is played twice, with the nearer player at either seat. Two people stay at a table
for the rounds of a chunk, so that what it has learned of them counts as in a long match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from spit.arena.liars import LIES
from spit.arena.link import LinkSettings
from spit.arena.match import Path, Round, Sitting
from spit.arena.spread import spread
from spit.arena.tally import Tally
from spit.bots import LEVELS
from spit.table import FairSettings, TableSettings

LEVEL: Final = "steady"
"""How well both play: a typical adult."""

ORDERS: Final = MappingProxyType(
    {"arrival": TableSettings(fair=None), "fair": TableSettings(fair=FairSettings())}
)
"""The orders that can be compared, by name."""

CHUNK: Final = 40
"""Rounds that a process plays in one go."""


class Trips(NamedTuple):
    """Round trips of the nearer and the farther player, in milliseconds."""

    near_ms: int
    far_ms: int

    def __str__(self) -> str:
        """As it is typed: ``20/200``."""
        return f"{self.near_ms}/{self.far_ms}"

    @staticmethod
    def parse(text: str) -> Trips:
        """Reads a row such as ``20/200``.

        Raises:
            ValueError: It is none, or the first player is the farther one.
        """
        near, slash, far = text.strip().partition("/")
        if not (slash and near.isascii() and far.isascii() and near.isdigit() and far.isdigit()):
            raise ValueError(f"{text!r} is no row; a row is two round trips, such as 20/200")
        trips = Trips(int(near), int(far))
        if not 0 < trips.near_ms <= trips.far_ms <= MAX_TRIP_MS:
            raise ValueError(
                f"{text!r} is no row; the nearer player comes first, and trips go to {MAX_TRIP_MS}"
            )
        return trips


MAX_TRIP_MS: Final = 2_000

ROWS: Final = (
    Trips(20, 20), Trips(20, 50), Trips(20, 100), Trips(20, 200), Trips(20, 300), Trips(200, 200),
)  # fmt: skip
"""What is compared if nothing else is asked for."""


@dataclass(frozen=True, slots=True)
class Case:
    """Something to be measured."""

    trips: Trips
    order: str
    """One of `ORDERS`."""
    stall: float = 0.01
    """Share of round trips on which something is lost and sent again: half of it each way."""
    lie: str = "honest"
    """How one of the two clients lies: one of `LIES`."""
    liar: int = 0
    """Whose client that is: 0 the nearer player's, 1 the farther one's."""


def play(case: Case, seed: str, first: int, rounds: int) -> Tally:
    """Plays rounds of a case.

    Args:
        case: What is measured.
        seed: Seeds all of its rounds.
        first: Number of the first round; the deal of an even one is that of the next.
        rounds: How many.
    """
    tally = Tally()
    sittings = [_sitting(case, f"{seed}/{first}", near) for near in (0, 1)]
    for number in range(first, first + rounds):
        near = number % 2
        name = f"{seed}/{number}"
        chance = f"{name}/0", f"{name}/1"
        one_round = Round(sittings[near], f"{seed}/{number // 2}/deal", chance)
        tally.add(one_round.run(), near)
    return tally


def _sitting(case: Case, seed: str, near: int) -> Sitting:
    """A table for two of a case.

    Args:
        case: What is measured.
        seed: Seeds the links.
        near: The seat of the nearer player.
    """
    paths = path(case.trips.near_ms, case.stall), path(case.trips.far_ms, case.stall)
    lie = None if case.lie == "honest" else LIES[case.lie]
    lies = (lie, None) if case.liar == 0 else (None, lie)
    return Sitting(
        paths if near == 0 else paths[::-1],
        LEVELS[LEVEL],
        ORDERS[case.order],
        (f"{seed}/{near}/0", f"{seed}/{near}/1"),
        lies if near == 0 else lies[::-1],
    )


def path(trip_ms: float, stall: float) -> Path:
    """A connection with this round trip, as long and as lossy in one direction as in the other."""
    one_way = LinkSettings(trip_ms / 2, stall=stall / 2)
    return Path(one_way, one_way)


def run(
    cases: Sequence[Case],
    rounds: int,
    seed: str,
    processes: int,
    progress: Callable[[int], None] = lambda _: None,
) -> list[Tally]:
    """Plays the rounds of all cases.

    Args:
        cases: What is measured.
        rounds: How many for each.
        seed: The same seed gives the same figures, whatever the number of processes.
        processes: How many play at the same time; with 1 it is this one.
        progress: Is told of each number of rounds that has been played.

    Returns:
        A tally for each case.
    """
    tallies = [Tally() for _ in cases]
    jobs = [
        (place, case, seed, first, min(CHUNK, rounds - first))
        for first in range(0, rounds, CHUNK)
        for place, case in enumerate(cases)
    ]
    for place, tally in spread(_part, jobs, processes):
        tallies[place].merge(tally)
        progress(tally.rounds)
    return tallies


def _part(place: int, case: Case, seed: str, first: int, rounds: int) -> tuple[int, Tally]:
    return place, play(case, seed, first, rounds)
