"""One-time codes that take a seat to another device."""

from __future__ import annotations

from spit.server.tables.handover import SECONDS, Handovers


def test_a_code_works_once_at_its_table() -> None:
    """A try at another table does not use it up."""
    codes = Handovers()
    code = codes.give("one", 1, 0.0)
    assert codes.take("two", code, 1.0) is None
    assert codes.take("one", code, 1.0) == 1
    assert codes.take("one", code, 1.0) is None


def test_a_code_is_good_for_a_while() -> None:
    """To the last moment of it, and no longer."""
    codes = Handovers()
    code = codes.give("one", 0, 5.0)
    assert codes.take("one", code, 5.0 + SECONDS - 0.1) == 0
    code = codes.give("one", 0, 5.0)
    assert codes.take("one", code, 5.0 + SECONDS) is None
    assert codes.take("one", code, 5.0) is None


def test_a_newer_code_of_a_seat_ends_the_older() -> None:
    """The other seat's stays."""
    codes = Handovers()
    older, other, newer = codes.give("one", 0, 0), codes.give("one", 1, 0), codes.give("one", 0, 0)
    assert codes.take("one", older, 0) is None
    assert codes.take("one", newer, 0) == 0
    assert codes.take("one", other, 0) == 1


def test_codes_that_are_too_old_are_forgotten() -> None:
    """The others are not."""
    codes = Handovers()
    codes.give("one", 0, 0.0)
    young = codes.give("two", 0, SECONDS / 2)
    codes.sweep(SECONDS)
    assert len(codes) == 1
    assert codes.take("two", young, SECONDS) == 0


def test_a_flood_takes_nobody_s_code_but_its_own() -> None:
    """A seat has one code, so whoever asks for many ends only their own."""
    codes = Handovers()
    honest = codes.give("honest", 0, 0.0)
    for _ in range(20_000):
        codes.give("evil", 0, 0.0)
    assert len(codes) == 2
    assert codes.take("honest", honest, 0.0) == 0


def test_nothing_opens_a_seat_that_was_not_given() -> None:
    """Neither no text nor a hash; codes are long, and none comes twice."""
    codes = Handovers()
    given = {codes.give("one", 0, 0.0) for _ in range(1_000)}
    assert len(given) == 1_000
    assert all(len(code) == 24 for code in given)
    for guess in ("", "None", "x" * 24, *list(codes._out)):
        assert codes.take("one", str(guess), 0.0) is None
