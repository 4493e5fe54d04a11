"""What a position is worth to a seat, told by ranks alone.

Owns the features of a seat's side of the table and their weights. Suits never matter (R1.2), so
cards are ranks here, 0 for the 2 to 12 for the ace.

`worth` is the logarithm of the odds of winning the round at equal speed. Its weights come from a
logistic regression over rounds that the policy played against itself.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from spit.rules import Rules, Switch, View, Wrap

NUMBERS: Final = range(13)
"""The ranks as numbers, in the order of R1.2."""

Ranks = tuple[int, ...]


class Side(NamedTuple):
    """One seat's stock: face-down cards and face-up ranks by slot, the top last."""

    downs: Ranks
    ups: tuple[Ranks, ...]


class Sight(NamedTuple):
    """The race as a player sees it: its own side, the other's, and the spit piles' top ranks."""

    mine: Side
    other: Side
    tops: Ranks
    fits: Ranks
    """`fits[top]` has bit `rank` set where `rank` may be played on `top` (R1.3, R4.6)."""


class Gauge(NamedTuple):
    """One side of the table in numbers."""

    cards: int
    """Cards in the stock: what has to go (R6.1)."""
    run: int
    """How many face-up cards could go in a row if the other seat did nothing."""
    has_play: int
    """1 if at least one card can be played now, else 0."""
    fitting: int
    """Ranks among the top cards that fit somewhere now."""
    showing: int
    """Different ranks among the top cards."""
    reach: int
    """Ranks that would give this seat a play if they came on top of a spit pile."""
    flips: int
    """Piles that wait to be flipped (R5.1)."""
    deepest: int
    """Cards in the deepest pile, which have to go one after the other."""
    shifts: int
    """Face-up cards that can be moved off face-down ones into an empty slot (R5.2)."""


class Weights(NamedTuple):
    """The weights of `worth`, each for a difference between the two sides."""

    lead: float
    """Of the lead in cards, as a share of all cards in both stocks."""
    last: float
    """Of the difference of 1 / cards: the last few cards."""
    calm: Gauge
    """Of each feature, at any time."""
    near: Gauge
    """Of each feature, divided by the cards of the seat that is nearer to the end."""


WEIGHTS: Final = Weights(
    lead=-0.983,
    last=1.726,
    calm=Gauge(-0.173, 0.09, -0.175, 0.05, 0.06, 0.033, 0.14, -0.004, 0.075),  # type: ignore[arg-type]
    near=Gauge(0, 0.289, 1.121, -0.325, -0.189, 0.102, -0.314, -0.044, -0.209),  # type: ignore[arg-type]
)

CLEARED: Final = 100.0
"""Worth of a round that is won; more than any other."""


@cache
def fit_masks(wrap: Wrap, same_rank: Switch) -> Ranks:
    """For each rank on top the set of ranks that fit on it, as bits."""
    fits = Rules(wrap=wrap, same_rank=same_rank).fits
    return tuple(sum(1 << rank for rank in NUMBERS if fits[4 * top][4 * rank]) for top in NUMBERS)


def sight_of(view: View, seat: int) -> Sight:
    """What `seat` sees of a round that is being played."""
    mine, other = (
        Side(
            tuple([pile.down for pile in piles]),
            tuple([tuple([card >> 2 for card in pile.up]) for pile in piles]),
        )
        for piles in (view.stocks[seat], view.stocks[1 - seat])
    )
    tops = tuple([card >> 2 for card in view.tops])
    return Sight(mine, other, tops, fit_masks(view.rules.wrap, view.rules.same_rank))


@lru_cache(maxsize=1 << 15)
def longest_run(cards: Ranks, tops: Ranks, fits: Ranks) -> int:
    """How many of `cards` one hand could play in a row if the other did nothing.

    Args:
        cards: Ranks at hand, sorted.
        tops: Rank on each spit pile, sorted.
        fits: As in `Sight`.
    """
    best = 0
    for place, top in enumerate(tops):
        others = tops[:place] + tops[place + 1 :]
        mask = fits[top]
        for number, card in enumerate(cards):
            if not mask >> card & 1 or (number and cards[number - 1] == card):
                continue
            rest = cards[:number] + cards[number + 1 :]
            after = tuple(sorted((*others, card)))
            best = max(best, 1 + longest_run(rest, after, fits))
            if best == len(cards):
                return best
    return best


@lru_cache(maxsize=1 << 12)
def ranks_served(showing: int, fits: Ranks) -> int:
    """How many ranks, as a top card, would let one of the ranks in the set `showing` be played."""
    return sum(bool(mask & showing) for mask in fits)


def gauge(side: Side, tops: Ranks, fits: Ranks) -> Gauge:
    """The numbers of one side of the table."""
    cards = flips = empty = covering = deepest = showing = 0
    faces: list[int] = []
    for down, up in zip(*side, strict=True):
        held = down + len(up)
        cards += held
        deepest = max(deepest, held)
        if up:
            faces += up
            showing |= 1 << up[-1]
            covering += down > 0
        elif down:
            flips += 1
        else:
            empty += 1
    mask = 0
    for top in tops:
        mask |= fits[top]
    fitting = (mask & showing).bit_count()
    run = longest_run(tuple(sorted(faces)), tuple(sorted(tops)), fits) if fitting else 0
    return Gauge(
        cards,
        run,
        fitting > 0,
        fitting,
        showing.bit_count(),
        ranks_served(showing, fits),
        flips,
        deepest,
        min(empty, covering),
    )


def worth(mine: Gauge, other: Gauge, weights: Weights = WEIGHTS) -> float:
    """Log-odds that the seat with the side `mine` wins the round at equal speed."""
    if not mine.cards:
        return CLEARED
    if not other.cards:
        return -CLEARED
    nearer = 1 / min(mine.cards, other.cards)
    total = weights.lead * (mine.cards - other.cards) / (mine.cards + other.cards)
    total += weights.last * (1 / mine.cards - 1 / other.cards)
    for own, foe, calm, near in zip(mine, other, weights.calm, weights.near, strict=True):
        if own != foe:
            total += (own - foe) * (calm + near * nearer)
    return total
