"""What many rounds came to, counted.

Owns the sums that a study keeps of its rounds and the figures that are read off them. The sums of
parts add up to the sum of the whole in whatever order, so that figures do not depend on how the
rounds were spread over processes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from spit.arena.match import RoundResult
from spit.bots.duel import wilson


class Share(NamedTuple):
    """A share of something counted."""

    won: float
    of: int

    @property
    def percent(self) -> float:
        """The share in per cent; not a number if nothing was counted."""
        return 100 * self.won / self.of if self.of else float("nan")

    @property
    def margin(self) -> float:
        """Half the width of Wilson's 95 % interval, in points."""
        low, high = self.interval
        return (high - low) / 2

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval, in per cent."""
        if not self.of:
            return 0.0, 100.0
        low, high = wilson(self.won, self.of)
        return 100 * low, 100 * high


class Holds(NamedTuple):
    """For how long plays were tentative, in milliseconds."""

    mean: float
    p95: int
    p99: int
    longest: int


@dataclass(slots=True)
class Tally:
    """Sums over rounds. Pairs are of the nearer player and the farther one."""

    rounds: int = 0
    won: float = 0.0
    """Rounds won by the nearer player."""
    stuck: int = 0
    contests: int = 0
    contests_won: int = 0
    """By the nearer player."""
    deserved: int = 0
    """Contests in which the nearer player's hand was the faster one."""
    clear: int = 0
    """Contests far enough apart to tell who was first."""
    wrong: int = 0
    """Those of them that went to the slower hand."""
    slaps: int = 0
    slaps_won: int = 0
    plays: list[int] = field(default_factory=lambda: [0, 0])
    taken_back: list[int] = field(default_factory=lambda: [0, 0])
    withdrawn: list[int] = field(default_factory=lambda: [0, 0])
    actions: int = 0
    holds: tuple[Counter[int], Counter[int]] = field(default_factory=lambda: (Counter(), Counter()))
    """How many plays of each were tentative for how many milliseconds."""

    def add(self, result: RoundResult, near: int) -> None:
        """Counts a round.

        Args:
            result: What it came to, by seat.
            near: The seat of the nearer player.
        """
        self.rounds += 1
        self.won += result.won if near == 0 else 1 - result.won
        self.stuck += result.is_stuck
        self.actions += result.actions
        for each in result.contests:
            self.contests += 1
            self.contests_won += each.winner == near
            self.deserved += each.gap_ms != 0 and near == int(each.gap_ms < 0)
            self.clear += each.is_clear
            self.wrong += each.is_wrong
        if result.slapped is not None:
            self.slaps += 1
            self.slaps_won += result.slapped == near
        for place, seat in enumerate((near, 1 - near)):
            self.plays[place] += result.plays[seat]
            self.taken_back[place] += result.taken_back[seat]
            self.withdrawn[place] += result.withdrawn[seat]
            self.holds[place].update(result.holds_ms[seat])

    def merge(self, other: Tally) -> None:
        """Counts what another tally has counted."""
        self.rounds += other.rounds
        self.won += other.won
        self.stuck += other.stuck
        self.contests += other.contests
        self.contests_won += other.contests_won
        self.deserved += other.deserved
        self.clear += other.clear
        self.wrong += other.wrong
        self.slaps += other.slaps
        self.slaps_won += other.slaps_won
        self.actions += other.actions
        for place in (0, 1):
            self.plays[place] += other.plays[place]
            self.taken_back[place] += other.taken_back[place]
            self.withdrawn[place] += other.withdrawn[place]
            self.holds[place].update(other.holds[place])

    # -------------------------------------------------------------- figures

    @property
    def rounds_share(self) -> Share:
        """The nearer player's share of rounds."""
        return Share(self.won, self.rounds)

    @property
    def contests_share(self) -> Share:
        """The nearer player's share of contests."""
        return Share(self.contests_won, self.contests)

    @property
    def deserved_share(self) -> Share:
        """The share of contests in which the nearer player's hand was the faster one."""
        return Share(self.deserved, self.contests)

    @property
    def wrong_share(self) -> Share:
        """The share of clear contests that went to the slower hand."""
        return Share(self.wrong, self.clear)

    @property
    def held_share(self) -> Share:
        """The share of plays that were tentative first."""
        held = sum(sum(each.values()) for each in self.holds)
        return Share(held, sum(self.plays) + sum(self.withdrawn))

    def held(self, place: int | None = None) -> Holds | None:
        """For how long plays were tentative.

        Args:
            place: 0 for the nearer player's, 1 for the farther one's, None for both.

        Returns:
            None if none was.
        """
        counted = self.holds[0] + self.holds[1] if place is None else self.holds[place]
        count = sum(counted.values())
        if not count:
            return None
        mean = sum(ms * number for ms, number in counted.items()) / count
        return Holds(mean, _at(counted, 0.95), _at(counted, 0.99), max(counted))

    def taken_back_a_round(self, place: int) -> float:
        """Cards of the nearer (0) or the farther player (1) that were taken back, a round."""
        return self.taken_back[place] / self.rounds if self.rounds else 0.0


def _at(counted: Counter[int], share: float) -> int:
    """The smallest number that at least this share of those counted does not exceed."""
    needed, seen = share * sum(counted.values()), 0
    for ms in sorted(counted):
        seen += counted[ms]
        if seen >= needed:
            return ms
    raise AssertionError("a share of nothing")
