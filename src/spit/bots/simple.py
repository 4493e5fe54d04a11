"""The two simple policies, which the others are measured against.

Owns `RandomBot` and `GreedyBot`. Neither looks ahead.
"""

from __future__ import annotations

from random import Random

from spit.bots.bot import Decision
from spit.rules import Call, Flip, Phase, Play, Shift, Slap, View, legal_actions, smaller_pile


class RandomBot:
    """Does any legal action, each with the same chance.

    With `stacking` it may move a card to and fro (R5.4), but never for long: whenever there is
    nothing else to do, "spit" is among the actions it draws from.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def decide(self, view: View, rng: Random) -> Decision:
        """As `spit.bots.bot.Bot.decide`."""
        actions = legal_actions(view, self.seat)
        return rng.choice(actions) if actions else None


class GreedyBot:
    """Plays whatever it can at once, from the deepest pile; else flips, shifts, says "spit".

    It does not ask what a play opens for the opponent. It takes the smaller spit pile (R6.3).
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def decide(self, view: View, rng: Random) -> Decision:
        """As `spit.bots.bot.Bot.decide`."""
        if view.phase is Phase.SLAP:
            return slap_smaller(view, self.seat, rng)
        actions = legal_actions(view, self.seat)
        piles = view.stocks[self.seat]

        def depth(action: Play | Flip | Shift) -> int:
            return piles[action.stock].down

        plays = [each for each in actions if isinstance(each, Play)]
        if plays:
            deepest = max(map(depth, plays))
            return rng.choice([each for each in plays if depth(each) == deepest])
        flips = [each for each in actions if isinstance(each, Flip)]
        if flips:
            return max(flips, key=depth)
        shifts = opening_shifts(view, self.seat)
        if shifts:
            return max(shifts, key=depth)
        calls = [each for each in actions if isinstance(each, Call)]
        return rng.choice(calls) if calls else None


def opening_shifts(view: View, seat: int) -> list[Shift]:
    """The legal shifts that are worth their time: those of the only face-up card of a pile.

    Such a shift lets a face-down card be turned (R5.2), or, stacking a pile's last card, empties
    its slot (R5.4). A bot that makes no other shift cannot go in circles: with D face-down cards,
    M piles with exactly one face-up card and C piles with both kinds, each of its flips and
    shifts lowers 3D + M + C.
    """
    piles = view.stocks[seat]
    return [
        each
        for each in legal_actions(view, seat)
        if isinstance(each, Shift) and len(piles[each.stock].up) == 1
    ]


def slap_smaller(view: View, seat: int, rng: Random) -> Slap:
    """A slap at the smaller spit pile, at either if they are equal (R6.3)."""
    smaller = smaller_pile(view)
    return Slap(seat, rng.randrange(2) if smaller is None else smaller)
