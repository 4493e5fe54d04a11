"""What counts as a contest, and who should have won it."""

from __future__ import annotations

from spit.arena.contests import Contest, contests
from spit.arena.person import Attempt
from spit.rules import Card

TOP = (0, Card.parse("Td"))


def _found(first: Attempt, second: Attempt, winner: int = 0) -> list[Contest]:
    return contests({TOP: first}, {TOP: second}, {TOP: winner})


def test_both_under_way_is_a_contest() -> None:
    """Each hand had left before the other would have touched."""
    assert _found(Attempt(300, 600), Attempt(400, 650)) == [Contest(0, 50)]


def test_a_hand_at_rest_is_none() -> None:
    """Who would have left after the other's touch has lost nothing."""
    assert _found(Attempt(300, 600), Attempt(620, 700)) == []


def test_touches_far_apart_are_none() -> None:
    """More than 150 ms is seen by everybody."""
    assert _found(Attempt(300, 600), Attempt(400, 751)) == []
    assert _found(Attempt(300, 600), Attempt(400, 750)) == [Contest(0, 150)]


def test_a_top_that_nobody_covered_is_none() -> None:
    """A spit card may have covered it, or the round have ended."""
    assert contests({TOP: Attempt(0, 1)}, {TOP: Attempt(0, 1)}, {}) == []


def test_the_slower_hand_winning_is_wrong() -> None:
    """Unless the touches were too close to tell."""
    assert Contest(1, 50).is_wrong
    assert not Contest(0, 50).is_wrong
    assert Contest(0, -50).is_wrong
    assert not Contest(1, 9).is_wrong
    assert not Contest(1, 9).is_clear
