"""An eye that is late and a hand that is one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from spit.bots import LEVELS, Decision, Player, Wait
from spit.bots.player import UNANSWERED_MS
from spit.rules import Call, Flip, Phase, Play, SeatAction, Slap, View
from tests.bots.views import race

STEADY = LEVELS["steady"]
SURE = replace(STEADY, tempo=replace(STEADY.tempo, slip=0.0, lapse=0.0))
BEFORE = race("4s, 2|9h", "Kd, 1|Kc", "5h 7d")
AFTER = race("4s, 2|9h", "Kd, 1|Kc", "5h 8d")
GONE = race("4s, 2|9h", "Kd, 1|Kc", "Jh 7d")


class Fixed:
    """Always decides the same."""

    def __init__(self, answer: Callable[[View], Decision]) -> None:
        self.seat = 0
        self._answer = answer

    def decide(self, view: View, rng: Random) -> Decision:
        """As `Bot.decide`."""
        del rng
        return self._answer(view)


def player(answer: Decision | None = None, seed: int = 1) -> Player:
    """A player without slips, of a fixed mind or greedy."""
    return Player(SURE, 0, Random(seed), None if answer is None else Fixed(lambda _: answer))


def until_touch(one: Player, view: View, limit_ms: int = 20_000) -> tuple[int, SeatAction]:
    """When it touches what, if the table stays as it is."""
    while (at_ms := one.next_touch_ms()) is not None and at_ms <= limit_ms:
        action = one.touch(view, at_ms)
        if action is not None:
            return at_ms, action
    raise AssertionError("it never touches anything")


def test_it_sees_a_change_only_after_a_while() -> None:
    """Until its eye has caught up, what it believes is the table before (nothing at first)."""
    one = player()
    one.notice(BEFORE, 0)
    assert one.seen is None
    seen_ms = one.next_touch_ms()
    assert seen_ms is not None
    assert seen_ms > 0
    assert one.touch(BEFORE, seen_ms) is None
    assert one.seen == BEFORE


def test_it_thinks_and_moves_before_it_touches() -> None:
    """A play comes later than the sight that led to it, and is the one the policy chose."""
    one = player(Play(0, 0, 0))
    one.notice(BEFORE, 0)
    seen_ms = one.next_touch_ms()
    at_ms, action = until_touch(one, BEFORE)
    assert seen_ms is not None
    assert at_ms > seen_ms + STEADY.tempo.aim_ms
    assert action == Play(0, 0, 0)


def test_the_same_seed_touches_at_the_same_time() -> None:
    """A player is a function of its seed and of what it is shown."""
    touches = []
    for seed in (1, 1, 2):
        one = player(seed=seed)
        one.notice(BEFORE, 0)
        touches.append(until_touch(one, BEFORE))
    assert touches[0] == touches[1]
    assert touches[0][0] != touches[2][0]


def test_it_waits_for_its_hand() -> None:
    """A touch that was planned for earlier comes when the hand is free (R4.2)."""
    one = player(Play(0, 0, 0))
    one.notice(BEFORE, 0)
    one.wait_for_hand(9_000)
    at_ms, _ = until_touch(one, BEFORE)
    assert at_ms >= 9_000


def test_it_plans_anew_when_its_play_has_gone() -> None:
    """A card whose pile has been covered long before the touch stays where it is."""
    one = Player(SURE, 0, Random(1), Fixed(_fitting))
    one.notice(BEFORE, 0)
    seen_ms = one.next_touch_ms()
    assert seen_ms is not None
    one.touch(BEFORE, seen_ms)
    one.notice(GONE, seen_ms + 1)
    _, action = until_touch(one, GONE)
    assert action == Flip(0, 1)


def _fitting(view: View) -> Decision:
    return Play(0, 0, 0) if view.tops == BEFORE.tops else Flip(0, 1)


def test_a_hand_that_is_nearly_there_lands() -> None:
    """A change just before the touch comes too late to be seen: the card goes all the same."""
    one = player(Play(0, 0, 0))
    one.notice(BEFORE, 0)
    one.touch(BEFORE, one.next_touch_ms() or 0)
    at_ms = one.next_touch_ms()
    assert at_ms is not None
    one.notice(GONE, at_ms - 5)
    assert one.touch(GONE, at_ms) == Play(0, 0, 0)
    assert one.seen == BEFORE


def test_it_keeps_a_plan_that_still_fits() -> None:
    """A change elsewhere does not make it start again."""
    one = player(Play(0, 0, 0))
    one.notice(BEFORE, 0)
    one.touch(BEFORE, one.next_touch_ms() or 0)
    planned_ms = one.next_touch_ms()
    one.notice(AFTER, 300)
    at_ms, _ = until_touch(one, AFTER)
    assert at_ms == planned_ms


def test_it_looks_again_if_nothing_comes_of_a_touch() -> None:
    """A touch that is never answered is tried again after a second."""
    one = player(Play(0, 0, 0))
    one.notice(BEFORE, 0)
    first_ms, _ = until_touch(one, BEFORE)
    assert one.next_touch_ms() == first_ms + UNANSWERED_MS
    assert until_touch(one, BEFORE)[1] == Play(0, 0, 0)


def test_it_waits_as_long_as_its_policy_says() -> None:
    """`Wait` asks again by itself, without a change."""
    one = player(Wait(250))
    one.notice(BEFORE, 0)
    seen_ms = one.next_touch_ms()
    assert seen_ms is not None
    one.touch(BEFORE, seen_ms)
    assert one.next_touch_ms() == seen_ms + 250


def test_a_slip_puts_the_card_on_the_other_pile() -> None:
    """A hand that always slips plays on the pile that was not meant."""
    clumsy = replace(STEADY, tempo=replace(STEADY.tempo, slip=1.0))
    one = Player(clumsy, 0, Random(1), Fixed(lambda _: Play(0, 0, 0)))
    one.notice(BEFORE, 0)
    assert until_touch(one, BEFORE)[1] == Play(0, 0, 1)


def test_it_misjudges_piles_that_are_nearly_equal() -> None:
    """At the end of a round it slaps by a glance, now and then at the bigger pile (R6.3)."""
    view = race("", "9h", "2h 3d", sizes=(20, 22), phase=Phase.SLAP)
    slaps = []
    for seed in range(60):
        one = player(seed=seed)
        one.notice(view, 0)
        slaps.append(until_touch(one, view)[1])
    assert slaps.count(Slap(0, 0)) > slaps.count(Slap(0, 1)) > 0


def test_it_is_ready_sooner_once_the_other_is() -> None:
    """Alone it takes 1.5 to 2.5 s, after the other's call 0.6 to 1.2 s."""
    alone, after = player(), player()
    ready = race("4s, 2|9h", "Kd", "", phase=Phase.READY)
    called = ready._replace(calls=(None, Call(1, None)))
    alone.notice(ready, 0)
    after.notice(called, 0)
    sight_ms = 500
    assert 1_500 <= until_touch(alone, ready)[0] <= 2_500 + sight_ms
    assert 600 <= until_touch(after, called)[0] <= 1_200 + sight_ms
