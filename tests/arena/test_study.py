"""Rows, and rounds spread over processes."""

from __future__ import annotations

import pytest

from spit.arena.study import Case, Trips, play, run


def test_figures_do_not_depend_on_processes() -> None:
    """Nor on how the rounds are dealt out to them."""
    cases = [Case(Trips(20, 200), "arrival"), Case(Trips(20, 20), "arrival")]
    played: list[int] = []
    alone = run(cases, 42, "seed", processes=1, progress=played.append)
    together = run(cases, 42, "seed", processes=2)
    assert alone == together
    assert sum(played) == 84
    assert [each.rounds for each in alone] == [42, 42]


def test_another_seed_gives_other_rounds() -> None:
    """The seed is all that is random about a study."""
    case = Case(Trips(20, 100), "arrival")
    assert play(case, "a", 0, 4) == play(case, "a", 0, 4)
    assert play(case, "a", 0, 4) != play(case, "b", 0, 4)


def test_arrival_favours_the_nearer_player() -> None:
    """He wins far more than half of the contests at 20 against 200 ms, against the true order."""
    tally = play(Case(Trips(20, 200), "arrival"), "bias", 0, 120)
    assert tally.stuck == 0
    assert tally.contests > 150
    assert tally.contests_share.interval[0] > 60
    assert tally.wrong_share.percent > 20
    assert 40 < tally.deserved_share.percent < 60
    assert tally.held() is None
    assert tally.withdrawn == [0, 0]
    assert tally.taken_back[1] > tally.taken_back[0] > 0


def test_the_fair_order_favours_nobody() -> None:
    """Over the same links, by reaction time: contests are shared, and holds bounded by trips."""
    tally = play(Case(Trips(20, 200), "fair"), "bias", 0, 120)
    assert tally.stuck == 0
    assert abs(tally.contests_won - tally.deserved) < tally.contests / 10  # by arrival a third
    assert tally.wrong_share.percent < 5
    near, far = tally.held(0), tally.held(1)
    assert near is not None
    assert far is not None
    assert near.longest <= 375
    assert near.p99 <= 220
    assert far.p99 <= 22


def test_nothing_is_lost_without_stalls() -> None:
    """Near the true order where only jitter is left of the network."""
    tally = play(Case(Trips(20, 20), "fair", stall=0.0), "calm", 0, 120)
    assert tally.wrong_share.percent < 3


@pytest.mark.parametrize(
    "text", ["", "20", "20/", "/20", "a/b", "200/20", "0/20", "20/2001", "20/20/20", "-1/5"]
)
def test_a_row_is_two_round_trips(text: str) -> None:
    """Nearer first, neither nothing nor endless."""
    with pytest.raises(ValueError, match="is no row"):
        Trips.parse(text)


def test_rows_read_as_they_are_written() -> None:
    """``20/200``, spaces around it or not."""
    assert str(Trips.parse(" 20/200 ")) == "20/200"
