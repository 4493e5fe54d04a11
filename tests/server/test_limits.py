"""Counting what connections and addresses ask for."""

from __future__ import annotations

from spit.server.limits import AddressCount, AddressRate, Bucket, Rate


def test_a_rested_bucket_gives_its_burst_and_no_more() -> None:
    """`at_once` may be taken at one moment, then nothing."""
    bucket = Bucket(Rate(2.0, 3), now=10.0)
    assert [bucket.take(10.0) for _ in range(5)] == [True, True, True, False, False]


def test_a_bucket_refills_at_its_rate() -> None:
    """Half a second at two a second gives one back."""
    bucket = Bucket(Rate(2.0, 3), now=0.0)
    for _ in range(3):
        bucket.take(0.0)
    assert [bucket.take(0.5), bucket.take(0.5)] == [True, False]


def test_asking_in_vain_costs_nothing() -> None:
    """Whoever hammers an empty bucket is served as soon as anybody else would be."""
    bucket = Bucket(Rate(1.0, 1), now=0.0)
    bucket.take(0.0)
    for moment in range(1, 10):
        assert not bucket.take(moment / 10)
    assert bucket.take(1.0)


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    """A long rest gives no more than a short one."""
    bucket = Bucket(Rate(5.0, 2), now=0.0)
    assert [bucket.take(1_000.0) for _ in range(3)] == [True, True, False]


def test_a_clock_that_stands_or_goes_back_gives_nothing() -> None:
    """Time that does not pass refills nothing."""
    bucket = Bucket(Rate(1.0, 1), now=5.0)
    bucket.take(5.0)
    assert not bucket.take(4.0)


def test_addresses_do_not_take_from_each_other() -> None:
    """One address at its limit leaves another alone."""
    rate = AddressRate(Rate(1.0, 1))
    assert rate.take("192.0.2.1", 0.0)
    assert not rate.take("192.0.2.1", 0.0)
    assert rate.take("192.0.2.2", 0.0)


def test_addresses_that_rest_are_forgotten() -> None:
    """However many addresses have come by, only those are kept that have taken lately."""
    rate = AddressRate(Rate(1.0, 2))
    for number in range(2_000):
        rate.take(f"192.0.2.{number}", now=float(number))
    assert len(rate) < 520


def test_an_address_gets_back_what_it_gives_back() -> None:
    """At the limit nothing more is given, and one place given back is one place free."""
    count = AddressCount(2)
    assert [count.take("a") for _ in range(3)] == [True, True, False]
    count.give_back("a")
    assert count.take("a")
    assert count.take("b")
