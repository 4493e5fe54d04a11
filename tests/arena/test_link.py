"""Simulated links: order, jitter, stalls, a change of route."""

from __future__ import annotations

from random import Random
from statistics import median, stdev

from spit.arena.link import Link, LinkSettings


def _delays(settings: LinkSettings, count: int = 2_000, apart_ms: float = 1_000.0) -> list[float]:
    link = Link(settings, Random(1))
    return [link.send(apart_ms * n) - apart_ms * n for n in range(count)]


def test_delays_are_about_what_is_set() -> None:
    """The median is the delay, the spread its jitter."""
    delays = _delays(LinkSettings(100.0, jitter=0.1, stall=0.0))
    assert abs(median(delays) - 100) < 2
    assert 8 < stdev(delays) < 12


def test_messages_stay_in_order() -> None:
    """Nothing overtakes, however much delays differ."""
    link = Link(LinkSettings(100.0, jitter=0.5, stall=0.1), Random(2))
    arrivals = [link.send(5.0 * number) for number in range(2_000)]
    assert arrivals == sorted(arrivals)


def test_a_lost_message_holds_up_what_follows() -> None:
    """It comes some 200 ms later, and nothing sent meanwhile comes before it."""
    link = Link(LinkSettings(10.0, jitter=0.0, stall=1.0), Random(3))
    first = link.send(0.0)
    assert 170 <= first <= 250
    calm = Link(LinkSettings(10.0, jitter=0.0, stall=0.0), Random(3))
    calm._last_ms = first
    assert calm.send(20.0) == first
    assert calm.send(first) == first + 10


def test_stalls_are_as_frequent_as_set() -> None:
    """One message in a hundred, by default."""
    delays = _delays(LinkSettings(10.0))
    assert 10 <= sum(delay > 100 for delay in delays) <= 32


def test_a_route_changes_once() -> None:
    """From its time on, delays are longer by its factor."""
    settings = LinkSettings(10.0, jitter=0.0, stall=0.0, turn_ms=5_000.0, turn_factor=3.0)
    delays = _delays(settings, count=10)
    assert [round(each) for each in delays] == [10] * 5 + [30] * 5


def test_looking_sends_nothing() -> None:
    """What only looks does not hold up what is sent."""
    link = Link(LinkSettings(10.0, jitter=0.0, stall=0.0), Random(4))
    assert link.look(1_000.0) == 1_010
    assert link.send(0.0) == 10
