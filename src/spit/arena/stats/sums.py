"""What matches come to, counted.

Owns the sums and the figures that are read off them. The sums of parts add up to the sum of the
whole in whatever order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from math import sqrt
from typing import NamedTuple

from spit.arena.stats.matches import Happening
from spit.arena.tally import Share
from spit.rules import (
    Dealt,
    MatchEnded,
    Played,
    RoundEnded,
    Spat,
    State,
    cards_in_stock,
)
from spit.rules.events import RESULT_RULES


class Mean(NamedTuple):
    """A mean of something counted, with half the width of its 95 % interval."""

    value: float
    margin: float
    of: int

    def __str__(self) -> str:
        """As ``6.12 ± 0.08``; a dash if nothing was counted."""
        return f"{self.value:.2f} ± {self.margin:.2f}" if self.of else "–"


def mean_of(counted: Counter[int], unit: float = 1.0) -> Mean:
    """The mean of counted numbers, divided by `unit`."""
    count = counted.total()
    if not count:
        return Mean(float("nan"), float("nan"), 0)
    mean = sum(value * times for value, times in counted.items()) / count
    spread = sum((value - mean) ** 2 * times for value, times in counted.items())
    deviation = sqrt(spread / (count - 1)) if count > 1 else float("nan")
    return Mean(mean / unit, 1.96 * deviation / sqrt(count) / unit, count)


@dataclass(slots=True)
class Sums:
    """Sums over matches.

    Only rounds that were played to their end count, and only matches that the rules have decided.
    """

    matches: Counter[int] = field(default_factory=Counter)
    """How many had so many rounds."""
    match_s: Counter[int] = field(default_factory=Counter)
    """How many took so many seconds."""
    round_s: Counter[int] = field(default_factory=Counter)
    """How many rounds took so many seconds, from their deal on."""
    plays: Counter[int] = field(default_factory=Counter)
    """How many rounds had so many cards played, by both together."""
    stuck: Counter[int] = field(default_factory=Counter)
    """In how many rounds nobody could play so many times."""
    blocked: Counter[int] = field(default_factory=Counter)
    """Rounds that nobody cleared (1), and that somebody did (0)."""
    cards: Counter[int] = field(default_factory=Counter)
    """How often somebody began a round with so many cards."""
    cards_decided: Counter[int] = field(default_factory=Counter)
    """How often in a match that the rules have decided;"""
    cards_won: Counter[int] = field(default_factory=Counter)
    """how often he won it; a draw counts as no win."""
    cards_cleared: Counter[int] = field(default_factory=Counter)
    """How often he cleared that round."""
    leads: Counter[int] = field(default_factory=Counter)
    """How often play was stuck, and somebody was so many cards of his stock ahead of the other;"""
    leads_cleared: Counter[int] = field(default_factory=Counter)
    """how often he cleared that round."""

    def add(self, match: Iterable[Happening]) -> None:
        """Counts a match."""
        one = _Match(self)
        for each in match:
            one.see(each)

    def merge(self, other: Sums) -> None:
        """Counts what other sums have counted."""
        for each in fields(self):
            getattr(self, each.name).update(getattr(other, each.name))

    # -------------------------------------------------------------- figures

    @property
    def blocked_share(self) -> Share:
        """The share of rounds that nobody cleared."""
        return Share(self.blocked[1], self.blocked.total())

    def won_from(self, cards: int) -> Share:
        """The share of matches won by who began a round with so many cards."""
        return Share(self.cards_won[cards], self.cards_decided[cards])

    def cleared_from(self, cards: int) -> Share:
        """The share of rounds cleared by who began them with so many cards."""
        return Share(self.cards_cleared[cards], self.cards[cards])

    def cleared_ahead(self, lead: int) -> Share:
        """The share of rounds cleared by who had so many cards fewer when play was stuck."""
        return Share(self.leads_cleared[lead], self.leads[lead])


class _Match:
    """A match that is being counted."""

    def __init__(self, sums: Sums) -> None:
        self._sums = sums
        self._starts: list[tuple[int, int]] = []
        """The cards with which each round began."""
        self._round_ms = 0
        self._plays = self._spits = 0
        self._leads: list[tuple[int, int]] = []
        """Stuck positions: by how many cards somebody was ahead, and who."""

    def see(self, happening: Happening) -> None:
        """Counts what has happened."""
        t_ms, event, state = happening
        if isinstance(event, Dealt):
            first, second = event.packets
            self._starts.append((len(first), len(second)))
            self._round_ms, self._plays, self._spits = t_ms, 0, 0
            self._leads.clear()
        elif isinstance(event, Played):
            self._plays += 1
        elif isinstance(event, Spat):
            self._spits += 1
            if self._spits > 1:
                self._look_at_lead(state)
        elif isinstance(event, RoundEnded):
            self._end_round(event, t_ms)
        elif isinstance(event, MatchEnded) and event.reason in RESULT_RULES:
            self._end_match(event, t_ms)

    def _look_at_lead(self, state: State) -> None:
        first, second = (cards_in_stock(each) for each in state.stocks)
        if first != second:
            self._leads.append((abs(first - second), int(second < first)))

    def _end_round(self, ended: RoundEnded, t_ms: int) -> None:
        sums = self._sums
        sums.round_s[round((t_ms - self._round_ms) / 1_000)] += 1
        sums.plays[self._plays] += 1
        sums.stuck[self._spits - 1] += 1
        sums.blocked[int(ended.cleared is None)] += 1
        for seat, cards in enumerate(self._starts[-1]):
            sums.cards[cards] += 1
            sums.cards_cleared[cards] += ended.cleared == seat
        if ended.cleared is not None:
            for lead, seat in self._leads:
                sums.leads[lead] += 1
                sums.leads_cleared[lead] += ended.cleared == seat

    def _end_match(self, ended: MatchEnded, t_ms: int) -> None:
        sums = self._sums
        sums.matches[len(self._starts)] += 1
        sums.match_s[round(t_ms / 1_000)] += 1
        for starts in self._starts:
            for seat, cards in enumerate(starts):
                sums.cards_decided[cards] += 1
                sums.cards_won[cards] += ended.winner == seat
