"""Round trips as a table comes to know them."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from spit.arena.liars import LIES, Liar
from spit.arena.link import Link, LinkSettings
from spit.arena.pings import BASELINE, SPREAD, Pings
from spit.bots import MIDDLE
from spit.table import FairSettings, PingPace
from spit.table.races.trips import TripWindow

CALM = LinkSettings(50.0, jitter=0.0, stall=0.0)


def _pings(lie: str) -> Pings:
    liar = Liar(LIES[lie], 1, MIDDLE, Random(1), lambda *_: None)
    links = Link(CALM, Random(2)), Link(CALM, Random(3))
    return Pings(liar, *links, Random(4), is_direct=LIES[lie].is_direct)


def test_a_baseline_comes_first() -> None:
    """So that a round does not begin with a table that knows nothing."""
    trips = _pings("honest").begin(0.0)
    assert [trip.trip_ms for trip in trips] == [100] * BASELINE
    assert {trip.seat for trip in trips} == {1}


def test_pings_are_known_once_they_are_back() -> None:
    """Often at first and seldom while they are alike, in their time and none twice."""
    pings = _pings("honest")
    pings.begin(0.0)
    assert pings.until(99.0) == []
    first, later = pings.until(2_000.0), pings.until(40_000.0)
    times = [trip.at_ms for trip in first + later]
    assert times[0] == 100.0
    assert first[-1].at_ms <= 2_000.0 < later[0].at_ms
    gaps = [late - early for early, late in pairwise(times)]
    often, seldom = gaps[: PingPace.ALIKE], gaps[PingPace.ALIKE :]
    for some, every_ms in ((often, PingPace.OFTEN_MS), (seldom, PingPace.SELDOM_MS)):
        assert (1 - SPREAD) * every_ms <= min(some) < max(some) <= (1 + SPREAD) * every_ms


@pytest.mark.parametrize("factor", [3.0, 0.5])
@pytest.mark.parametrize("turn_ms", [20_000.0, 20_700.0, 21_400.0])
def test_the_estimate_is_right_five_seconds_after_a_change_of_the_route(
    turn_ms: float, factor: float
) -> None:
    """Longer or shorter, and though the connection was measured seldom until then."""
    turning = LinkSettings(50.0, jitter=0.05, stall=0.0, turn_ms=turn_ms, turn_factor=factor)
    liar = Liar(LIES["honest"], 1, MIDDLE, Random(1), lambda *_: None)
    pings = Pings(
        liar, Link(turning, Random(2)), Link(turning, Random(3)), Random(4), is_direct=True
    )
    window = TripWindow(FairSettings().window)
    known = [*pings.begin(0.0), *pings.until(turn_ms + 5_000.0)]
    for trip in known:
        window.add(trip.trip_ms)
    assert window.trips is not None
    assert window.trips.mid == pytest.approx(100.0 * factor, rel=0.1)


def test_late_answers_look_like_a_longer_way() -> None:
    """Unless the server reads the kernel's figure too."""
    assert {trip.trip_ms for trip in _pings("pongs-50").begin(0.0)} == {150}
    assert {trip.trip_ms for trip in _pings("direct-pongs-50").begin(0.0)} == {100}


def test_a_frozen_client_answers_when_it_thaws() -> None:
    """For a quarter of each second it does not."""
    pings = _pings("freeze-quarter")
    pings.begin(0.0)
    trips = [trip.trip_ms for trip in pings.until(20_000.0)]
    assert 0.15 < sum(trip > 100 for trip in trips) / len(trips) < 0.35
    assert max(trips) <= 350
