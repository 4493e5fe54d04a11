"""The policy that looks a few actions ahead."""

from __future__ import annotations

from random import Random

import pytest

from spit.bots import CarefulBot, GreedyBot, PlannerBot, RandomBot
from spit.bots.duel import score
from spit.rules import Flip, Phase, Play, Shift, Slap
from tests.bots.views import race


@pytest.mark.slow
def test_it_beats_random_at_equal_speed() -> None:
    """Over 200 mirrored rounds it wins more than 58 % against random."""
    result = score(PlannerBot, RandomBot, deals=100, seed="planner-random")
    assert result.share > 0.58, str(result)


@pytest.mark.slow
def test_it_is_at_least_greedy() -> None:
    """Over 200 mirrored rounds it does not lose to greedy."""
    result = score(PlannerBot, GreedyBot, deals=100, seed="planner-greedy")
    assert result.share > 0.5, str(result)


def test_it_plays_its_last_card() -> None:
    """Whatever else it could do, it clears its stock (R6.1)."""
    assert PlannerBot(1).decide(race("3|4s, 9s", "9h", "2h 8d"), Random(1)) == Play(1, 0, 1)


def test_it_holds_back_what_lets_the_other_clear() -> None:
    """The 8 would let the other seat play its last card, a 9; it shifts a card meanwhile."""
    view = race("8s, 3|2h, 3|2c", "9h", "7h 9d")
    decision = PlannerBot(0).decide(view, Random(1))
    assert isinstance(decision, Shift)
    assert decision.stock != 0


def test_it_does_the_rest_as_the_careful_one() -> None:
    """It flips rather than call, and slaps the smaller pile (R6.3)."""
    assert PlannerBot(0).decide(race("9s, 1|", "9h", "2h 3d"), Random(1)) == Flip(0, 1)
    slap = race("", "9h", "2h 3d", sizes=(9, 4), phase=Phase.SLAP)
    assert PlannerBot(0).decide(slap, Random(1)) == Slap(0, 1)


def test_without_looking_ahead_it_prefers_as_the_careful_one() -> None:
    """A chance grows with the logarithm of its odds, so plays are in the same order."""
    for tops in ("2h 7d", "5h 9d", "Jh Qd", "3h 4d"):
        view = race("6s, 8c, 2|Qs, 2|Kc, 2|3h", "2|2c, 2|Ts, 2|3d, 2|8h", tops)
        shallow = PlannerBot(0, depth=0).decide(view, Random(1))
        assert shallow == CarefulBot(0).decide(view, Random(1))
