"""What is known of a connection's round trips, and when it is told."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from spit.table.races.settings import FairSettings
from spit.table.races.trips import Distances, PingPace, Trips, TripWindow, estimated

SETTINGS = FairSettings()


def filled(samples: list[float]) -> TripWindow:
    """A window with these samples, first measured first."""
    window = TripWindow(SETTINGS.window)
    for each in samples:
        window.add(each)
    return window


def test_low_mid_and_high_follow_from_the_samples() -> None:
    """The minimum, the median, and as far above the median as the minimum is below."""
    assert estimated([30.0]) == (30, 30, 30)
    assert estimated([50, 20, 30]) == (20, 30, 40)
    assert estimated([50, 20, 30, 40]) == (20, 35, 50)
    assert estimated([50, 20, 30, 40]).jitter_ms == 30


def test_answers_frozen_a_quarter_of_the_time_hardly_stretch_it() -> None:
    """The median is a little higher then, and `high` no further than that takes it."""
    rng = Random(1)
    honest = [200 + 15 * rng.random() for _ in range(20)]
    frozen = [each + 400 if place % 4 == 0 else each for place, each in enumerate(honest)]
    assert estimated(frozen).high < estimated(honest).high + 15


def test_a_route_change_is_known_after_a_window_of_pings() -> None:
    """Ten pings, half a second apart, are 5 s; the median has moved after half of them."""
    window = filled([20.0] * 10 + [180.0] * 10)
    assert window.trips == Trips(180, 180, 180)
    assert filled([20.0] * 10 + [180.0] * 6).trips == Trips(20, 180, 340)


def test_nothing_is_known_before_the_first_and_after_a_new_connection() -> None:
    """Until then what arrives first is played."""
    before, after = filled([]), filled([12.5])
    after.forget()
    assert (before.trips, after.trips) == (None, None)


@given(st.lists(st.floats(0, 5_000), min_size=1, max_size=60))
def test_an_estimate_is_ordered_and_made_of_the_last_samples(samples: list[float]) -> None:
    """`low <= mid <= high`, whatever came before the window."""
    trips = filled(samples).trips
    assert trips is not None
    assert trips.low <= trips.mid <= trips.high
    assert trips == estimated(samples[-SETTINGS.window :])


def test_round_trips_are_told_at_first_and_then_seldom() -> None:
    """At once when there was nothing; then once a second, and only a noticeable change."""
    distances = Distances(SETTINGS)
    assert distances.note(0, 40, 0)
    assert distances.news(0) == [40, None]
    assert distances.note(1, 100, 10)
    assert distances.news(10) == [40, 100]
    assert not distances.note(0, 400, 500)
    assert distances.note(0, 400, 1_010)
    assert distances.news(1_010) == [400, 100]
    assert not distances.note(1, 104, 2_100)


def test_a_connection_that_is_gone_is_news_once_it_was_told() -> None:
    """Its round trip is nobody's any more."""
    distances = Distances(SETTINGS)
    assert not distances.forget(0)
    distances.note(0, 40, 0)
    distances.news(0)
    assert distances.forget(0)
    assert distances.news(5) == [None, None]


def test_a_connection_is_pinged_seldom_while_its_round_trips_are_alike() -> None:
    """After ten in a row; one that differs has it pinged often again."""
    pace = PingPace()
    for trip_ms in (100, *[104, 98] * 5):
        assert pace.every_ms == PingPace.OFTEN_MS
        pace.note(trip_ms)
    assert pace.every_ms == PingPace.SELDOM_MS
    pace.note(125)
    assert pace.every_ms == PingPace.SELDOM_MS
    pace.note(180)
    assert pace.every_ms == PingPace.OFTEN_MS


def test_near_round_trips_are_alike_within_a_few_milliseconds() -> None:
    """A third of two milliseconds is nothing that a network keeps to."""
    pace = PingPace()
    for trip_ms in (2, *[9, 1] * 5):
        pace.note(trip_ms)
    assert pace.every_ms == PingPace.SELDOM_MS
