"""A bot at a seat: ready, "spit", slaps, refusals and pauses."""

from __future__ import annotations

from random import Random

from spit.bots import LEVELS, BotDriver
from spit.bots.driver import PAUSE_LOOK_MS
from spit.rules import Call, Phase, Play, Reason, SeatAction, Slap, View
from tests.bots.views import race

RACE = race("4s, 2|9h", "Kd, 1|Kc", "5h 7d")


def driver(level: str = "steady", seed: int = 1) -> BotDriver:
    """A bot at seat 0."""
    return BotDriver(LEVELS[level], 0, Random(seed))


def acts(one: BotDriver, view: View) -> tuple[int, SeatAction]:
    """When it does what, if the table stays as it is."""
    for _ in range(100):
        at_ms = one.next_ms()
        assert at_ms is not None
        done = one.due(view, at_ms)
        assert len(done) <= 1, "there is one hand"
        if done:
            return at_ms, done[0]
    raise AssertionError("it does nothing")


def test_it_wants_nothing_before_it_has_looked() -> None:
    """A driver that has been shown nothing waits."""
    assert driver().next_ms() is None
    assert driver().seen is None


def test_it_is_ready_by_itself() -> None:
    """It says so about two seconds after the round was laid out (R3.1)."""
    view, one = race("4s", "Kd", "", phase=Phase.READY), driver()
    one.observe(view, 0, 0)
    at_ms, action = acts(one, view)
    assert action == Call(0, None)
    assert 1_500 <= at_ms <= 3_000


def test_it_follows_the_other_who_is_ready() -> None:
    """A person does not wait for the computer: it comes soon after."""
    view, one = race("4s", "Kd", "", phase=Phase.READY), driver()
    one.observe(view, 0, 0)
    one.due(view, one.next_ms() or 0)
    called = view._replace(calls=(None, Call(1, None)))
    one.observe(called, 400, 0)
    at_ms, action = acts(one, called)
    assert action == Call(0, None)
    assert at_ms <= 400 + 1_200 + 500


def test_it_says_spit_with_a_pile() -> None:
    """When nobody can play it calls, and names the pile for its card (R3.2)."""
    view, one = race("9s, 9c", "9h", "2h 3d"), driver()
    one.observe(view, 0, 0)
    _, action = acts(one, view)
    assert isinstance(action, Call)
    assert action.pile in (0, 1)


def test_it_slaps_at_the_end_of_a_round() -> None:
    """It goes for the pile that is clearly smaller (R6.3)."""
    view, one = race("", "9h", "2h 3d", sizes=(30, 3), phase=Phase.SLAP), driver()
    one.observe(view, 0, 0)
    assert acts(one, view)[1] == Slap(0, 1)


def test_it_waits_for_its_hand() -> None:
    """The table says when its hand is free, and it keeps to that (R4.2)."""
    one = driver()
    one.observe(RACE, 0, 6_000)
    assert acts(one, RACE)[0] >= 6_000


def test_a_refusal_is_noticed_and_paid_for() -> None:
    """After a misplay it plays again, but not before its hand is free."""
    one = driver()
    one.observe(RACE, 0, 0)
    at_ms, action = acts(one, RACE)
    one.refused(Reason.MISPLAY, 600, at_ms)
    again_ms, again = acts(one, RACE)
    assert again_ms >= at_ms + 600
    assert isinstance(action, Play)
    assert isinstance(again, Play)


def test_a_lost_race_does_not_stop_it() -> None:
    """A refusal without a wait makes it look again within a reaction."""
    one = driver()
    one.observe(RACE, 0, 0)
    at_ms, _ = acts(one, RACE)
    one.refused(Reason.LOST_RACE, 0, at_ms)
    looks_ms = one.next_ms()
    assert looks_ms is not None
    assert at_ms < looks_ms < at_ms + 500


def test_in_a_pause_it_looks_now_and_then() -> None:
    """Refused because of a pause, it does not hammer: it looks again each second."""
    one = driver()
    one.observe(RACE, 0, 0)
    at_ms, _ = acts(one, RACE)
    one.refused(Reason.PAUSED, 0, at_ms)
    assert one.next_ms() == at_ms + PAUSE_LOOK_MS


def test_it_rests_when_the_match_is_over() -> None:
    """Once it has seen the end it wants nothing any more."""
    one, over = driver(), RACE._replace(phase=Phase.OVER)
    one.observe(over, 0, 0)
    assert one.due(over, one.next_ms() or 0) == []
    assert one.next_ms() is None


def test_the_same_seed_acts_at_the_same_times() -> None:
    """What it does and when follows from its seed and the table."""
    runs = []
    for seed in (3, 3, 4):
        one = driver(seed=seed)
        one.observe(RACE, 0, 0)
        runs.append(acts(one, RACE))
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]
