"""The arithmetic of the fair order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spit.table.races.scores import (
    Benefit,
    Claims,
    believed_ms,
    estimate_ms,
    flip_wait_ms,
    held_until_ms,
    is_blind,
    rival_due_ms,
    step_ms,
)
from spit.table.races.settings import FairSettings
from spit.table.races.trips import Trips

FAIR = FairSettings()
NEAR = Trips(20, 22, 24)
FAR = Trips(190, 200, 210)


def test_without_a_claim_the_server_s_own_estimate_counts() -> None:
    """The elapsed time, less the way there and back for a card that was sent to him."""
    assert estimate_ms(700, FAR, is_own=False) == 500
    assert estimate_ms(700, FAR, is_own=True) == 700


@pytest.mark.parametrize(
    ("claim_ms", "is_own", "believed"),
    [
        (500, False, 500), (479, False, 480), (0, False, 480),
        (700, True, 700), (669, True, 670), (0, True, 670),
    ],
)  # fmt: skip
def test_a_claim_is_believed_as_far_as_the_round_trips_allow(
    claim_ms: int, is_own: bool, believed: int
) -> None:
    """No faster than the longest way leaves, and ten more: 700 - 210 - 10, or 700 - 20 - 10."""
    assert believed_ms(claim_ms, 700, FAR, 10, is_own=is_own) == believed


def test_the_rival_s_faster_card_is_due_by_its_longest_way() -> None:
    """From the arrival of his own card no more than the difference of two ways."""
    assert rival_due_ms(400, 1_000, FAR, FAIR, is_own=False) == 1_000 + 400 + 210 + 20
    assert rival_due_ms(400, 1_000, FAR, FAIR, is_own=True) == 1_000 + 400 + 20 + 20


@pytest.mark.parametrize(
    ("due_ms", "seen_ms", "trips", "has_benefit", "until_ms"),
    [
        (1_150, 1_000, FAR, False, 1_150),
        (1_300, 1_000, FAR, False, 1_190),
        (1_300, 1_050, FAR, False, 1_240),
        (1_300, 1_000, FAR, True, 1_210),  # its longest way
        (1_300, 1_000, Trips(100, 200, 300), True, 1_210),  # or 5 % more than the median
        (5_000, 1_000, Trips(2_000, 2_000, 2_000), True, 1_375),
    ],
)
def test_a_card_is_held_for_the_first_of_three(
    due_ms: float, seen_ms: float, trips: Trips, has_benefit: bool, until_ms: int
) -> None:
    """Until a faster card is due, until an answer to this one could come, or to the cap."""
    held_ms = held_until_ms(due_ms, seen_ms, 1_000, trips, FAIR, has_benefit=has_benefit)
    assert held_ms == until_ms


def test_a_card_is_thrown_blindly_if_no_answer_comes_as_early() -> None:
    """The shortest way there and back is what an answer takes at the least."""
    assert is_blind(1_190, 1_000, FAR)
    assert not is_blind(1_191, 1_000, FAR)


def test_the_benefit_of_the_doubt_comes_back_by_playing() -> None:
    """Once at first, and once more after so many plays, however long it was not used."""
    benefit = Benefit(FAIR)
    for _ in range(2):
        assert benefit.take()
        assert not benefit.take()
        for _ in range(FAIR.doubt_plays - 1):
            benefit.earn()
        assert not benefit.is_left
        benefit.earn()
        assert benefit.is_left
    for _ in range(10 * FAIR.doubt_plays):
        benefit.earn()
    assert benefit.take()
    assert not benefit.take()


@given(st.floats(0, 5_000), st.floats(0, 5_000))
def test_flips_take_as_long_for_both(mine: float, other: float) -> None:
    """From touch to sight, give or take a tie, up to the bound; a wait is never negative."""
    here, there = Trips(mine, mine, mine), Trips(other, other, other)
    first, second = flip_wait_ms(here, there, FAIR), flip_wait_ms(there, here, FAIR)
    assert min(first, second) >= 0
    if max(mine, other) <= FAIR.flip_max_ms:
        assert abs((first + mine) - (second + other)) < FAIR.tie_ms + 1
        assert first + mine > min(FAIR.flip_ms, 3 * max(mine, other)) - FAIR.tie_ms


def test_new_cards_are_sent_later_to_the_nearer_seat() -> None:
    """By half the difference; the farther one never waits, and nobody for long."""
    assert step_ms(NEAR, FAR, FAIR) == 89
    assert step_ms(FAR, NEAR, FAIR) == 0
    assert step_ms(NEAR, Trips(900, 900, 900), FAIR) == FAIR.step_max_ms


def test_claims_that_are_too_fast_throughout_have_the_excess_added() -> None:
    """What exceeds `bias_ms` at the median of the last plays, once there are some."""
    claims = Claims(FAIR)
    for _ in range(FAIR.bias_least_plays - 1):
        claims.note(40)
    assert claims.excess_ms == 0
    claims.note(40)
    assert claims.excess_ms == 40 - FAIR.bias_ms
    for _ in range(FAIR.bias_plays):
        claims.note(8)
    assert claims.excess_ms == 0


def test_a_few_late_messages_are_no_lie() -> None:
    """The median does not mind them."""
    claims = Claims(FAIR)
    for place in range(FAIR.bias_plays):
        claims.note(200 if place % 3 == 0 else 6)
    assert claims.excess_ms == 0
