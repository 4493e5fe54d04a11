"""Round trips as a table comes to know them."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from spit.arena.liars import LIES, Liar
from spit.arena.link import Link, LinkSettings
from spit.arena.pings import BASELINE, PING_MS, SPREAD, Pings
from spit.bots import MIDDLE

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
    """One in each ping's time, and none twice."""
    pings = _pings("honest")
    pings.begin(0.0)
    assert pings.until(99.0) == []
    first, later = pings.until(5.0 * PING_MS), pings.until(20.0 * PING_MS)
    times = [trip.at_ms for trip in first + later]
    assert times[0] == 100.0
    assert first[-1].at_ms <= 5.0 * PING_MS < later[0].at_ms
    gaps = [late - early for early, late in pairwise(times)]
    assert (1 - SPREAD) * PING_MS <= min(gaps) < max(gaps) <= (1 + SPREAD) * PING_MS


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
