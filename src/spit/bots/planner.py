"""The policy that looks a few actions ahead.

Owns `PlannerBot`: like `CarefulBot` it asks what a position is worth (`spit.bots.worth`), but of
those that can come next, not of the one that its action leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import exp

from spit.bots.careful import CarefulBot, Chances, Move
from spit.bots.worth import WEIGHTS, Gauge, Ranks, Side, Sight, Weights, gauge, worth
from spit.rules import Flip

_gauge = lru_cache(maxsize=1 << 14)(gauge)
"""The same sides come again and again within a thought."""


class PlannerBot(CarefulBot):
    """Does what leaves the best chance of winning, over the next few actions of either seat.

    Both act equally often, so each is next with the same chance: the worth of a position is the
    mean of the best that this seat could make of it and the best that the other could, and so on
    down to `depth`. Either may also let things be. Worths are averaged as chances and not as the
    logarithms of odds, so that what decides a close round counts more than what adds to a lead.

    Args:
        seat: 0 or 1.
        weights: Of what can be seen.
        depth: Actions that are looked ahead beyond its own; with 0 it only averages chances.
    """

    def __init__(self, seat: int, weights: Weights = WEIGHTS, depth: int = 2) -> None:
        super().__init__(seat, weights)
        self._depth = depth

    def _after(self, sight: Sight, move: Move, chances: Chances) -> float:
        """As `CarefulBot`; behind a card that is not known yet it looks one action less far."""
        if not isinstance(move, Flip):
            return super()._after(sight, move, chances)
        downs, ups = sight.mine
        place = move.stock
        downs = (*downs[:place], downs[place] - 1, *downs[place + 1 :])
        total = 0.0
        for rank, count in chances:
            mine = Side(downs, (*ups[:place], (rank,), *ups[place + 1 :]))
            total += count * self._chance(sight._replace(mine=mine), max(0, self._depth - 1))
        return total / sum(count for _, count in chances)

    def _worth(self, sight: Sight) -> float:
        return self._chance(sight, self._depth)

    def _chance(self, sight: Sight, depth: int) -> float:
        """Chance of winning the round, 0 to 1, looking `depth` actions ahead."""
        mine, other, tops, fits = sight
        own = _gauge(mine, tops, fits)
        foe = _gauge(other, tops, fits)
        now = _chance_of(own, foe, self._weights)
        if not depth or not own.cards or not foe.cards:
            return now
        best = worst = now
        if own.has_play:
            for side, after in _plays(mine, tops, fits):
                best = max(best, self._chance(Sight(side, other, after, fits), depth - 1))
        if foe.has_play:
            for side, after in _plays(other, tops, fits):
                worst = min(worst, self._chance(Sight(mine, side, after, fits), depth - 1))
        return (best + worst) / 2


def _chance_of(own: Gauge, foe: Gauge, weights: Weights) -> float:
    """The chance that `worth`, the logarithm of its odds, stands for."""
    return 1 / (1 + exp(-worth(own, foe, weights)))


def _plays(side: Side, tops: Ranks, fits: Ranks) -> Iterator[tuple[Side, Ranks]]:
    """Each different play of a side: what is left of it, and the tops after it."""
    downs, ups = side
    for slot, up in enumerate(ups):
        if not up:
            continue
        rank = up[-1]
        left: Side | None = None
        for pile, top in enumerate(tops):
            if not fits[top] >> rank & 1 or top in tops[:pile]:
                continue
            if left is None:
                left = Side(downs, (*ups[:slot], up[:-1], *ups[slot + 1 :]))
            yield left, (*tops[:pile], rank, *tops[pile + 1 :])
