"""The two simple policies."""

from __future__ import annotations

from random import Random

import pytest

from spit.bots.simple import GreedyBot, RandomBot, opening_shifts, slap_smaller
from spit.rules import PRESETS, Call, Flip, Phase, Play, Shift, Slap
from tests.bots.views import race


def test_random_does_each_legal_action_about_equally_often() -> None:
    """Of three legal actions each comes in about a third of the draws."""
    view = race("4s, 1|9h, 2|, Jd, Jc", "Kd", "5h 8d")
    bot, rng = RandomBot(0), Random(1)
    counts: dict[object, int] = {}
    for _ in range(3000):
        action = bot.decide(view, rng)
        counts[action] = counts.get(action, 0) + 1
    assert set(counts) == {Play(0, 0, 0), Play(0, 1, 1), Flip(0, 2)}
    assert all(900 < count < 1100 for count in counts.values())


@pytest.mark.parametrize("make", [RandomBot, GreedyBot])
def test_with_nothing_legal_they_wait(make: type[RandomBot | GreedyBot]) -> None:
    """A bot that can do nothing says so with None."""
    view = race("9s", "9h", "2h 3d", phase=Phase.DEAL)
    assert make(0).decide(view, Random(1)) is None


def test_greedy_plays_from_the_deepest_pile() -> None:
    """Of two cards that fit it plays the one with more face-down cards under it."""
    view = race("4s, 3|6h, 2|", "Kd", "5h 2d")
    assert GreedyBot(0).decide(view, Random(1)) == Play(0, 1, 0)


def test_greedy_flips_then_shifts_then_calls() -> None:
    """Without a play it flips; with nothing to flip it shifts; with nothing left it calls."""
    rng = Random(1)
    bot = GreedyBot(0)
    assert bot.decide(race("9s, 1|, 2|", "9h", "2h 3d"), rng) == Flip(0, 2)
    assert bot.decide(race("9s, 1|9c", "9h", "2h 3d"), rng) == Shift(0, 1, 2)
    assert isinstance(bot.decide(race("9s, 9c", "9h", "2h 3d"), rng), Call)


def test_opening_shifts_never_take_a_card_off_a_face_up_one() -> None:
    """Stacked cards stay where they are, so that nothing goes in circles (R5.4)."""
    view = race("9s 9c, 2|9d, 4h", "9h", "2h 3d", rules=PRESETS["house"])
    shifts = opening_shifts(view, 0)
    assert shifts
    assert {each.stock for each in shifts} == {1}


def test_slap_goes_for_the_smaller_pile() -> None:
    """The smaller spit pile is slapped, and of equal ones either (R6.3)."""
    rng = Random(1)
    assert slap_smaller(race("", "9h", "2h 3d", sizes=(9, 4)), 0, rng) == Slap(0, 1)
    equal = race("", "9h", "2h 3d", sizes=(4, 4))
    assert {slap_smaller(equal, 1, rng) for _ in range(50)} == {Slap(1, 0), Slap(1, 1)}
