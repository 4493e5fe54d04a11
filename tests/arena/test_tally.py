"""Counting rounds."""

from __future__ import annotations

from math import isnan

import pytest

from spit.arena.contests import Contest
from spit.arena.match import RoundResult
from spit.arena.tally import Holds, Share, Tally


def _result() -> RoundResult:
    return RoundResult(
        won=1.0,
        contests=[Contest(0, 40.0), Contest(0, -40.0), Contest(1, 5.0)],
        plays=[10, 6],
        holds_ms=([10, 20], [30]),
        taken_back=[1, 0],
        withdrawn=[2, 3],
        slapped=1,
        actions=40,
    )


def test_a_round_is_counted_by_distance() -> None:
    """Figures are of the nearer player, whichever seat is his."""
    near, far = Tally(), Tally()
    near.add(_result(), near=0)
    far.add(_result(), near=1)
    assert (near.won, far.won) == (1.0, 0.0)
    assert (near.contests_won, far.contests_won) == (2, 1)
    assert (near.deserved, far.deserved) == (2, 1)
    assert near.clear == far.clear == 2
    assert near.wrong == far.wrong == 1
    assert (near.taken_back, far.taken_back) == ([1, 0], [0, 1])
    assert (near.slaps_won, far.slaps_won) == (0, 1)


def test_parts_add_up_in_any_order() -> None:
    """So that it does not matter how the rounds were spread."""
    one, other = Tally(), Tally()
    one.add(_result(), near=0)
    other.add(_result(), near=1)
    first, second = Tally(), Tally()
    for each in (one, other):
        first.merge(each)
    for each in (other, one):
        second.merge(each)
    assert first == second
    assert first.rounds == 2
    assert first.won == 1.0


def test_holds_are_told_by_rank() -> None:
    """Mean, percentiles and the longest; none if nothing was held."""
    tally = Tally()
    assert tally.held() is None
    tally.holds[0].update(range(1, 101))
    assert tally.held() == Holds(50.5, 95, 99, 100)
    assert tally.held(0) == Holds(50.5, 95, 99, 100)
    assert tally.held(1) is None


def test_a_share_of_nothing_is_no_number() -> None:
    """And nothing is known about it."""
    assert isnan(Share(0, 0).percent)
    assert Share(0, 0).interval == (0.0, 100.0)


def test_intervals_are_wilsons() -> None:
    """50 of 100 is 50 ± 9.6 points."""
    assert Share(50, 100).percent == 50
    assert Share(50, 100).margin == pytest.approx(9.6, abs=0.05)
