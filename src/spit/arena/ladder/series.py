"""Mirrored matches between two contestants, and their score.

Owns the pair of matches in which both play each other's cards, and the `Engine` that plays many:
the seam where something larger than this machine can take over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Protocol, TypeVar

from spit.arena.ladder.contestant import Contestant
from spit.arena.ladder.game import Conditions, Game, GameResult
from spit.arena.spread import spread

Answer = TypeVar("Answer")
Pair = tuple[GameResult, GameResult]
"""Two matches with the same luck by seat; the first contestant sits at seat 0, then at seat 1."""


class Engine(Protocol):
    """What does many pieces of work, here or on other machines."""

    def run(self, work: Callable[..., Answer], jobs: Iterable[tuple[Any, ...]]) -> Iterator[Answer]:
        """Does the work of each job, with its fields as arguments.

        Args:
            work: A function of a module. It depends on its arguments alone.
            jobs: What it is called with; all of it can be pickled.

        Yields:
            The answers, in the order of the jobs, so that nothing depends on the engine.
        """


@dataclass(frozen=True, slots=True)
class Processes:
    """The engine of one machine: a pool of processes, or this one alone."""

    count: int = 1

    def run(self, work: Callable[..., Answer], jobs: Iterable[tuple[Any, ...]]) -> Iterator[Answer]:
        """As `Engine.run`."""
        return spread(work, jobs, self.count)


def play_pair(first: str, second: str, number: int, seed: str, conditions: Conditions) -> Pair:
    """Plays the mirrored pair of that number between two contestants, by their names."""
    both = Contestant(first), Contestant(second)
    name = f"{seed}/{first}/{second}/{number}"
    return (
        Game(both, name, conditions).play(),
        Game((both[1], both[0]), name, conditions).play(),
    )


@dataclass(slots=True)
class Tally:
    """What a series of mirrored matches came to, from the first contestant's side."""

    won: list[float] = field(default_factory=list)
    """By pair, matches won of two; a draw counts half."""
    cleared: list[int] = field(default_factory=lambda: [0, 0])
    """Rounds cleared by the first and by the second contestant."""
    rounds: int = 0
    faults: list[int] = field(default_factory=lambda: [0, 0])
    """Matches lost by the first and by the second contestant's own fault."""
    lasted_ms: int = 0

    def add(self, pair: Pair) -> None:
        """Counts a pair."""
        won = 0.0
        for seat, game in enumerate(pair):
            won += 0.5 if game.winner is None else float(game.winner == seat)
            self.cleared[0] += game.cleared[seat]
            self.cleared[1] += game.cleared[1 - seat]
            self.rounds += game.rounds
            self.lasted_ms += game.lasted_ms
            if game.fault is not None:
                self.faults[game.fault.seat ^ seat] += 1
        self.won.append(won)

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return 2 * len(self.won)

    @property
    def share(self) -> float:
        """Share of matches won by the first, 0 to 1."""
        return sum(self.won) / self.matches

    def interval(self, z: float = 1.96) -> tuple[float, float]:
        """Interval of `share` by the pairs, since two mirrored matches are not independent.

        The pairs' variance is used in the place of the binomial one in Wilson's interval; as if
        there were one pair more of each outcome, so that a few pairs that all went one way are not
        taken for certainty. `z` 1.96 gives 95 %.
        """
        count = len(self.won)
        outcomes = [each / 2 for each in self.won] + [0.0, 1.0]
        mean = sum(outcomes) / len(outcomes)
        variance = sum((each - mean) ** 2 for each in outcomes) / (len(outcomes) - 1)
        spread_by = z * sqrt(variance / (count + 2))
        return max(0.0, mean - spread_by), min(1.0, mean + spread_by)
