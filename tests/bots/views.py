"""Hand-made views: what the tests of the bots share."""

from __future__ import annotations

from spit.rules import (
    STANDARD,
    Call,
    Card,
    Phase,
    PileView,
    Rules,
    SpitView,
    View,
    new_match,
    parse_packet,
    view_of,
)
from spit.rules.state import PileViews


def stock(text: str) -> PileViews:
    """Five piles from text such as ``"4s, 2|9h, 3|"``: face-down cards and ``|``, then the top."""
    piles = [_pile(part.strip()) for part in text.split(",")] if text else []
    a, b, c, d, e = [*piles, *[PileView(0, ())] * (5 - len(piles))]
    return a, b, c, d, e


def _pile(text: str) -> PileView:
    down, bar, up = text.rpartition("|")
    return PileView(int(down) if bar else 0, parse_packet(up))


def race(
    mine: str,
    other: str,
    tops: str,
    hands: tuple[int, int] = (5, 5),
    *,
    rules: Rules = STANDARD,
    sizes: tuple[int, ...] = (3, 3),
    calls: tuple[Call | None, Call | None] = (None, None),
    phase: Phase = Phase.PLAY,
) -> View:
    """A round under way, by seat 0's and seat 1's stock, the spit piles' tops and their sizes."""
    spits = tuple(
        SpitView(Card.parse(top), size) for top, size in zip(tops.split(), sizes, strict=False)
    )
    return view_of(new_match(rules))._replace(
        phase=phase,
        round=1,
        stocks=(stock(mine), stock(other)),
        spits=spits,
        hands=hands,
        calls=calls,
    )
