"""Where things lie on the table."""

from __future__ import annotations

import pytest

from spit.bots.places import distance, spit_place, stock_place
from spit.rules import SLOTS


def test_both_seats_have_the_same_ways() -> None:
    """The table looks the same from both sides, with the spit piles changed about."""
    for pile in (0, 1):
        assert spit_place(0, pile) == spit_place(1, 1 - pile)


def test_piles_lie_apart() -> None:
    """No two piles of a row overlap: their middles are more than a card apart."""
    row = [stock_place(slot) for slot in SLOTS]
    assert all(distance(a, b) > 1 for a in row for b in row if a != b)
    assert distance(spit_place(0, 0), spit_place(0, 1)) > 1


def test_distance_is_as_the_crow_flies() -> None:
    """Three across and four away are five."""
    assert distance((0.0, 0.0), (3.0, 4.0)) == pytest.approx(5.0)
