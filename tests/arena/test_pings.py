"""Round trips as a table comes to know them."""

from __future__ import annotations

from random import Random

from spit.arena.liars import LIES, Liar
from spit.arena.link import Link, LinkSettings
from spit.arena.pings import BASELINE, PING_MS, Pings
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
    """One every 250 ms, and none twice."""
    pings = _pings("honest")
    pings.begin(0.0)
    assert pings.until(99.0) == []
    assert [trip.at_ms for trip in pings.until(1_000.0)] == [
        100.0 + PING_MS * number for number in range(4)
    ]
    assert [trip.at_ms for trip in pings.until(1_100.0)] == [1_100.0]


def test_late_answers_look_like_a_longer_way() -> None:
    """Unless the server reads the kernel's figure too."""
    assert {trip.trip_ms for trip in _pings("pongs-50").begin(0.0)} == {150}
    assert {trip.trip_ms for trip in _pings("direct-pongs-50").begin(0.0)} == {100}


def test_a_frozen_client_answers_when_it_thaws() -> None:
    """For a quarter of each second it does not."""
    pings = _pings("freeze-quarter")
    pings.begin(0.0)
    assert [trip.trip_ms for trip in pings.until(1_500.0)][:4] == [300, 100, 100, 100]
