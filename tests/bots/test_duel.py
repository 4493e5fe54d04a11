"""Rounds at equal speed."""

from __future__ import annotations

from random import Random

import pytest

from spit.bots import Decision, GreedyBot, RandomBot, Wait
from spit.bots.duel import DuelError, Score, fresh_round, mirrored, play_round, score, wilson
from spit.rules import Phase, Play, View


class Cheat:
    """Plays a card that fits or not."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def decide(self, view: View, rng: Random) -> Decision:
        """Always the same play."""
        del view, rng
        return Play(self.seat, 0, 0)


class Sleeper:
    """Does nothing, in both ways there are."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def decide(self, view: View, rng: Random) -> Decision:
        """Waits."""
        del view
        return rng.choice((None, Wait(10)))


def test_a_fresh_round_is_dealt_by_its_seed() -> None:
    """The same seed gives the same cards, another one others; the first spit is made."""
    state = fresh_round("a")
    assert state.phase is Phase.PLAY
    assert state == fresh_round("a")
    assert state.stocks != fresh_round("b").stocks


def test_a_round_is_the_same_again_with_its_seed() -> None:
    """Rounds depend on the seed alone."""
    first = list(mirrored(GreedyBot, RandomBot, 10, "s"))
    assert first == list(mirrored(GreedyBot, RandomBot, 10, "s"))
    assert first != list(mirrored(GreedyBot, RandomBot, 10, "t"))


def test_a_long_run_can_be_played_in_parts() -> None:
    """The parts together are the whole."""
    whole = list(mirrored(GreedyBot, RandomBot, 10, "s"))
    parts = [list(mirrored(GreedyBot, RandomBot, 5, "s", start=start)) for start in (0, 5)]
    assert parts[0] + parts[1] == whole


def test_mirrored_rounds_between_equals_are_even() -> None:
    """A policy against itself wins exactly half: the second round of a pair is the first again."""
    assert score(GreedyBot, GreedyBot, 20, "s").share == 0.5


def test_an_illegal_action_is_an_error() -> None:
    """A bot that does what is not allowed is stopped at once."""
    with pytest.raises(DuelError, match="refused"):
        play_round(fresh_round("a"), (Cheat(0), Cheat(1)), "a")


def test_a_round_without_end_is_an_error() -> None:
    """Bots that do nothing are found out."""
    with pytest.raises(DuelError, match="no end"):
        play_round(fresh_round("a"), (Sleeper(0), Sleeper(1)), "a")


def test_wilson_matches_the_book() -> None:
    """The interval of 81 of 263 is the textbook's (0.2553, 0.3662)."""
    low, high = wilson(81, 263)
    assert low == pytest.approx(0.2553, abs=1e-4)
    assert high == pytest.approx(0.3662, abs=1e-4)
    assert str(Score(81, 263)).startswith("30.8% [25.5%, 36.6%]")
