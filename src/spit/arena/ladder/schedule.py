"""Who meets whom, and the run of it all.

Owns the two schedules and `run`, which plays what they say on an engine, takes what a journal has
already, and goes on from there. Nothing depends on how many pieces of work are done at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from math import ceil, log2

from spit.arena.ladder.fit import Rating, rate
from spit.arena.ladder.game import Conditions
from spit.arena.ladder.journal import Journal
from spit.arena.ladder.series import Engine, Pair, Tally, play_pair

Pairing = tuple[str, str]
Heard = Callable[[Pairing, int, Pair], None]
"""Is told of each mirrored pair of a pairing with its number, in the schedule's order."""


class ScheduleKind(StrEnum):
    """Who meets whom."""

    ALL = "all"
    """Everybody everybody."""
    SWISS = "swiss"
    """Round by round those who are about equally strong by what is known by then."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """Who meets whom, and how often."""

    names: tuple[str, ...]
    kind: ScheduleKind
    pairs: int
    """Mirrored pairs of matches for each meeting."""
    swiss_rounds: int = 0
    """With `SWISS`, how many rounds; 0 for two more than could tell the first of all."""

    @property
    def rounds(self) -> int:
        """Rounds of meetings; between two of them nobody plays."""
        if self.kind is ScheduleKind.ALL:
            return 1
        return self.swiss_rounds or ceil(log2(len(self.names))) + 2

    @property
    def meetings(self) -> int:
        """How many meetings there are in all."""
        count = len(self.names)
        if self.kind is ScheduleKind.ALL:
            return count * (count - 1) // 2
        return self.rounds * (count // 2)

    def meetings_of(self, tallies: dict[Pairing, Tally]) -> list[Pairing]:
        """The meetings of the next round, by the results of those before."""
        everybody = list(combinations(self.names, 2))
        if self.kind is ScheduleKind.ALL:
            return everybody
        met = dict.fromkeys(everybody, 0) | {
            pairing: len(tally.won) // self.pairs for pairing, tally in tallies.items()
        }
        waiting = [each.name for each in ratings(self.names, tallies)]
        if len(waiting) % 2:
            # Who has played most often sits out, the weakest of them.
            played = {
                name: sum(times for pairing, times in met.items() if name in pairing)
                for name in waiting
            }
            most = max(played.values())
            waiting.remove(next(name for name in reversed(waiting) if played[name] == most))
        chosen: list[Pairing] = []
        while waiting:
            first = waiting.pop(0)
            rival = min(waiting, key=lambda name: met[self._ordered(first, name)])
            waiting.remove(rival)
            chosen.append(self._ordered(first, rival))
        return chosen

    def _ordered(self, first: str, second: str) -> Pairing:
        """A pairing as it is always named, in the order of `names`."""
        one, other = sorted((first, second), key=self.names.index)
        return one, other


def ratings(names: tuple[str, ...], tallies: dict[Pairing, Tally]) -> list[Rating]:
    """The ratings by all results, the strongest first."""
    results = {each: (sum(tally.won), tally.matches) for each, tally in tallies.items()}
    return rate(names, results)


def run(
    schedule: Schedule,
    seed: str,
    conditions: Conditions,
    engine: Engine,
    journal: Journal,
    heard: Heard = lambda *_: None,
) -> dict[Pairing, Tally]:
    """Plays a schedule, but for what the journal has already.

    Args:
        schedule: Who meets whom.
        seed: The same seed gives the same results.
        conditions: How it is played.
        engine: What plays.
        journal: Keeps each pair as it comes.
        heard: Is told of each pair.

    Returns:
        A tally for each pairing that has met.

    Raises:
        JournalError: The journal cannot be written.
    """
    tallies: dict[Pairing, Tally] = {}
    for _ in range(schedule.rounds):
        plan: list[tuple[Pairing, int]] = []
        chosen = schedule.meetings_of(tallies)
        for number in range(schedule.pairs):
            for pairing in chosen:
                before = len(tallies[pairing].won) if pairing in tallies else 0
                plan.append((pairing, before + number))
        missing = [each for each in plan if journal.find(*each) is None]
        jobs = [(*pairing, number, seed, conditions) for pairing, number in missing]
        fresh = engine.run(play_pair, jobs)
        for pairing, number in plan:
            pair = journal.find(pairing, number)
            if pair is None:
                pair = next(fresh)
                journal.add(pairing, number, pair)
            heard(pairing, number, pair)
            tallies.setdefault(pairing, Tally()).add(pair)
    return tallies
