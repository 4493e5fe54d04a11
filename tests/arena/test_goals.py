"""The bounds that figures are held against."""

from __future__ import annotations

import pytest

from spit.arena.goals import LIARS, Gain, exceeds, gain, misses
from spit.arena.liars import LIES
from spit.arena.study import Case, Trips
from spit.arena.tally import Tally

CASE = Case(Trips(20, 200), "arrival")


def _good() -> Tally:
    tally = Tally(rounds=1_000, won=500, contests=1_000, contests_won=500, clear=900, wrong=9)
    tally.holds[0].update([150] * 100)
    tally.holds[1].update([20] * 100)
    tally.taken_back[:] = [900, 950]
    return tally


def test_what_keeps_all_bounds_misses_none() -> None:
    """Or they would say nothing."""
    assert list(misses(CASE, _good())) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"won": 520.0}, "rounds 2.0 points off 50, not 1.5"),
        ({"contests_won": 479}, "contests 2.1 points off 50, not 2"),
        ({"wrong": 36}, "4.0 % against the true order, not 3"),
        ({"taken_back": [1_200, 1_150]}, "1.20 cards taken back a round, not 1.1"),
        ({"taken_back": [800, 1_000]}, "cards taken back are 0.20 a round apart, not 0.1"),
        ({"stuck": 1}, "1 rounds stuck"),
    ],
)
def test_each_bound_is_held(change: dict[str, object], says: str) -> None:
    """With a clause that says by how much it is missed."""
    tally = _good()
    for name, value in change.items():
        setattr(tally, name, value)
    assert list(misses(CASE, tally)) == [says]


def test_holds_are_bounded_by_the_rivals_trip() -> None:
    """At 99 %, and by the cap always."""
    tally = _good()
    tally.holds[1].update([30] * 5)
    tally.holds[0].update([376])
    assert list(misses(CASE, tally)) == [
        "the nearer player's longest hold is 376 ms, not 375",
        "the farther player's holds: 30 ms at 99 %, not 22",
    ]


def test_without_stalls_order_is_stricter() -> None:
    """At most 2 % against the true order."""
    tally = _good()
    tally.wrong = 23
    assert list(misses(CASE, tally)) == []
    calm = Case(Trips(20, 200), "arrival", stall=0.0)
    assert list(misses(calm, tally)) == ["2.6 % against the true order, not 2"]


def test_a_gain_is_the_liars() -> None:
    """Whichever player it is whose client lies."""
    honest, lying = _good(), _good()
    lying.contests_won = 530
    lying.won = 490
    assert gain(0, lying, honest) == pytest.approx(Gain(3.0, -1.0))
    assert gain(1, lying, honest) == pytest.approx(Gain(-3.0, 1.0))
    assert exceeds("claims-50", Gain(3.0, 0.0)) == "+3.0 points of contests, not 2.5"
    assert exceeds("claims-50", Gain(2.0, 9.0)) is None
    assert exceeds("snipes", Gain(0.0, 2.5)) == "+2.5 points of rounds, not 2"
    assert exceeds("pongs-100", Gain(20.0, 20.0)) is None


def test_bounds_are_of_lies_that_are_measured() -> None:
    """So that none is forgotten under a new name."""
    assert set(LIARS) <= set(LIES)
