"""The policy that weighs what it does."""

from __future__ import annotations

from random import Random

import pytest

from spit.bots import CarefulBot, GreedyBot, RandomBot
from spit.bots.careful import unseen
from spit.bots.duel import score
from spit.bots.worth import sight_of
from spit.rules import Call, Flip, Phase, Play, Shift, Slap
from tests.bots.views import race


@pytest.mark.slow
def test_it_beats_random_at_equal_speed() -> None:
    """Over 2,000 mirrored rounds it wins more than 55 % against random, by the whole interval."""
    result = score(CarefulBot, RandomBot, deals=1000, seed="careful-random")
    low, _ = result.interval()
    assert low > 0.55, str(result)


@pytest.mark.slow
def test_it_is_at_least_greedy() -> None:
    """Over 600 mirrored rounds it does not lose to greedy."""
    result = score(CarefulBot, GreedyBot, deals=300, seed="careful-greedy")
    assert result.share > 0.5, str(result)


def test_it_plays_its_last_card() -> None:
    """Whatever else it could do, it clears its stock (R6.1)."""
    assert CarefulBot(1).decide(race("3|4s, 9s", "9h", "2h 8d"), Random(1)) == Play(1, 0, 1)


def test_it_prefers_a_play_that_goes_on() -> None:
    """Of two plays it takes the one after which another card of its own fits."""
    view = race("6s, 7h, 2|Qs, 2|Kc, 2|Kh", "2|2c, 2|2s, 2|3d, 2|3h", "5h 9d")
    assert CarefulBot(0).decide(view, Random(1)) == Play(0, 0, 0)


def test_it_does_not_open_a_run_for_the_other() -> None:
    """Of two like plays it takes the pile on which the other seat could go on least."""
    view = race("8s, 3|2h, 3|2c, 3|4h, 3|4c", "Tc, Jc, Qc, Kc, 1|2d", "7h 9d")
    assert CarefulBot(0).decide(view, Random(1)) == Play(0, 0, 1)
    mirrored = race("8s, 3|2h, 3|2c, 3|4h, 3|4c", "Tc, Jc, Qc, Kc, 1|2d", "9d 7h")
    assert CarefulBot(0).decide(mirrored, Random(1)) == Play(0, 0, 0)


def test_it_calls_for_the_pile_whose_top_serves_it_less() -> None:
    """It covers the top that the other seat's next cards would like and keeps its own."""
    view = race("9s, 9c", "Qs, Qd", "2h 7d", hands=(3, 0))
    decision = CarefulBot(0).decide(view, Random(1))
    assert isinstance(decision, Call)
    assert decision.pile in (0, 1)


def test_it_flips_and_shifts_rather_than_call() -> None:
    """It says "spit" only when it has nothing else to do."""
    rng = Random(1)
    assert CarefulBot(0).decide(race("9s, 1|", "9h", "2h 3d"), rng) == Flip(0, 1)
    assert CarefulBot(0).decide(race("9s, 1|9c", "9h", "2h 3d"), rng) == Shift(0, 1, 2)


def test_it_slaps_the_smaller_pile() -> None:
    """At the end of a round it goes for the smaller pile (R6.3)."""
    view = race("", "9h", "2h 3d", sizes=(9, 4), phase=Phase.SLAP)
    assert CarefulBot(0).decide(view, Random(1)) == Slap(0, 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_unseen_cards_are_those_not_shown(seat: int) -> None:
    """Each rank has four cards less those that lie face up."""
    chances = dict(unseen(sight_of(race("9s, 2|9c, 9d", "9h, 5s", "2h 3d"), seat)))
    assert 7 not in chances
    assert chances[3] == 3
    assert sum(chances.values()) == 52 - 7
