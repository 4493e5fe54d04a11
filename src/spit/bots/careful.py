"""The policy that weighs what it does.

Owns `CarefulBot`: it looks at the table after each thing it could do and takes the one that is
worth most (`spit.bots.worth`), counting what becomes playable for either side on either spit pile.
"""

from __future__ import annotations

from random import Random
from typing import Final

from spit.bots.bot import Decision
from spit.bots.simple import opening_shifts, slap_smaller
from spit.bots.worth import NUMBERS, WEIGHTS, Ranks, Side, Sight, Weights, gauge, sight_of, worth
from spit.rules import Call, Flip, Phase, Play, Shift, View, legal_actions

Chances = tuple[tuple[int, int], ...]
"""Ranks that an unseen card can have, each with how many such cards are unseen."""

Move = Play | Flip | Shift

_NEAR: Final = 1e-9
"""Worths that differ by less are the same."""

_APART: Final = 5
"""How far apart in the list of ranks two unseen cards are that are turned up together."""


class CarefulBot:
    """Does what leaves the best position, by the worth of what can be seen.

    It weighs each play for what it opens and closes on both piles, its own follow-ups, cards that
    a flip may bring (over all ranks that are still unseen), shifts, and on which pile to spit. It
    moves a card only off a face-down one or to empty a slot, so it cannot go in circles.
    """

    def __init__(self, seat: int, weights: Weights = WEIGHTS) -> None:
        self.seat = seat
        self._weights = weights

    def decide(self, view: View, rng: Random) -> Decision:
        """As `spit.bots.bot.Bot.decide`."""
        if view.phase is Phase.SLAP:
            return slap_smaller(view, self.seat, rng)
        actions = legal_actions(view, self.seat)
        moves: list[Move] = [each for each in actions if isinstance(each, Play | Flip)]
        moves += opening_shifts(view, self.seat)
        if len(moves) == 1:
            return moves[0]
        if moves:
            sight = sight_of(view, self.seat)
            chances = unseen(sight)
            return max(moves, key=lambda move: self._after(sight, move, chances))
        calls = [each for each in actions if isinstance(each, Call)]
        if len(calls) < 2:
            return calls[0] if calls else None
        return self._best_call(view, calls, rng)

    def _after(self, sight: Sight, move: Move, chances: Chances) -> float:
        """Worth of the position after a move, on the average over what it turns up."""
        downs, ups = sight.mine
        tops, fits = sight.tops, sight.fits
        if isinstance(move, Flip):
            downs = _replaced(downs, move.stock, downs[move.stock] - 1)
            other = gauge(sight.other, tops, fits)
            total = 0.0
            for rank, count in chances:
                mine = Side(downs, _put(ups, move.stock, (rank,)))
                total += count * worth(gauge(mine, tops, fits), other, self._weights)
            return total / sum(count for _, count in chances)
        up = ups[move.stock]
        left = _put(ups, move.stock, up[:-1])
        if isinstance(move, Play):
            tops = _replaced(tops, move.pile, up[-1])
        else:
            left = _put(left, move.slot, (*ups[move.slot], up[-1]))
        return self._worth(sight._replace(mine=Side(downs, left), tops=tops))

    def _best_call(self, view: View, calls: list[Call], rng: Random) -> Call:
        """The call that leaves the best tops on the average.

        It matters only if both cards come on one pile, so that the other top stays, or if one
        seat spits alone: on different piles both tops go whoever covers which.
        """
        sight = sight_of(view, self.seat)
        chances = unseen(sight)
        said = view.calls[1 - self.seat]
        goal = said.pile if said is not None and view.hands[1 - self.seat] else None
        values = [
            self._turned(sight, (call.pile,) if goal in (None, call.pile) else (0, 1), chances)
            for call in calls
        ]
        best = max(values)
        return rng.choice(
            [c for c, value in zip(calls, values, strict=True) if value > best - _NEAR]
        )

    def _turned(self, sight: Sight, piles: tuple[int | None, ...], chances: Chances) -> float:
        """Mean worth after a card of unknown rank on each of `piles`.

        With two piles each rank on one is paired with a single rank on the other, far from it.
        """
        total = 0.0
        for place, (_, count) in enumerate(chances):
            tops = sight.tops
            for number, pile in enumerate(piles):
                card = chances[(place + _APART * number) % len(chances)][0]
                tops = _replaced(tops, pile or 0, card)
            total += count * self._worth(sight._replace(tops=tops))
        return total / sum(count for _, count in chances)

    def _worth(self, sight: Sight) -> float:
        mine, other = (gauge(side, sight.tops, sight.fits) for side in sight[:2])
        return worth(mine, other, self._weights)


def unseen(sight: Sight) -> Chances:
    """How many cards of each rank are not to be seen now."""
    counts = [4] * len(NUMBERS)
    for rank in (*sight.tops, *(rank for side in sight[:2] for up in side.ups for rank in up)):
        counts[rank] -= 1
    return tuple((rank, count) for rank, count in enumerate(counts) if count > 0)


def _replaced(ranks: Ranks, place: int, value: int) -> Ranks:
    return (*ranks[:place], value, *ranks[place + 1 :])


def _put(ups: tuple[Ranks, ...], slot: int, up: Ranks) -> tuple[Ranks, ...]:
    return (*ups[:slot], up, *ups[slot + 1 :])
