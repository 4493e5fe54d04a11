"""The pace of a hand and what a misplay costs it (R4.2)."""

from __future__ import annotations

from spit.protocol import messages as m
from spit.rules import Flip, Play, Reason, Slap
from spit.table.hands import Hand
from spit.table.settings import TableSettings
from tests.table.harness import Bench, position

SETTINGS = TableSettings()


def due(hand: Hand[str], now_ms: int) -> str | None:
    """What a hand does now."""
    touch = hand.next_due(now_ms)
    return None if touch is None else touch.what


def busy_bench() -> Bench:
    """Seat 0 can play the 5 and the 4 one after the other; nothing of seat 1's fits."""
    return Bench(
        position("9h|5s, 4s, Kd, 9c, 9d", "Js, Jd, Jh, Jc", ["6h", "6d"], ("2s", "2h")), seed=3
    )


def test_r4_2_touches_count_a_hand_apart() -> None:
    """R4.2: a second touch at the same moment is judged `hand_ms` later, not refused."""
    bench = busy_bench()
    bench.wait(500)
    assert isinstance(bench.send(0, bench.message(Play(0, 0, 0))), m.Accepted)
    second = bench.message(Play(0, 1, 0))
    assert bench.send(0, second) is None
    bench.wait(SETTINGS.hand_ms - 1)
    assert (0, 2) not in bench.answers
    bench.wait(1)
    assert isinstance(bench.answers[0, 2], m.Accepted)


def test_r4_2_the_two_hands_do_not_wait_for_each_other() -> None:
    """R4.2 is about one seat: both seats' touches at one moment are both judged at once."""
    bench = Bench(position("5s, Kd", "7s, Kh", ["6h", "6d"], ("2s", "2h")))
    bench.wait(500)
    assert isinstance(bench.send(0, bench.message(Play(0, 0, 0))), m.Accepted)
    assert isinstance(bench.send(1, bench.message(Play(1, 0, 1))), m.Accepted)


def test_a_fourth_waiting_touch_is_refused() -> None:
    """One touch is judged, three wait, the next is `too-fast`."""
    bench = busy_bench()
    bench.wait(500)
    answers = [bench.send(0, bench.message(Flip(0, 3))) for _ in range(5)]
    assert [answer is None for answer in answers] == [False, True, True, True, False]
    assert isinstance(answers[4], m.Refused)
    assert answers[4].reason is Reason.TOO_FAST


def test_claimed_touches_count_by_when_they_were_made() -> None:
    """Two touches 130 ms apart that a stall delivers together are judged together."""
    hand = Hand[str](SETTINGS)
    hand.touch("first", 10_000, None, 250)
    assert due(hand, 10_000) == "first"
    late = Hand[str](SETTINGS)
    late.touch("before", 9_700, None, 250)
    assert due(late, 9_700) == "before"
    late.touch("first", 10_000, 120, 250)
    late.touch("second", 10_000, 130, 250)
    assert (due(late, 10_000), due(late, 10_000)) == ("first", "second")


def test_a_claim_cannot_reach_back_further_than_a_stall() -> None:
    """However long ago a touch claims to be, not more than `stretch_ms` is believed."""
    hand = Hand[str](SETTINGS)
    for number in range(4):
        hand.touch(str(number), 10_000, 0, 250)
        if number == 0:
            assert due(hand, 10_000) == "0"
    due_ms = hand.due_ms
    assert due_ms is not None
    assert due_ms >= 10_000 - SETTINGS.stretch_ms + SETTINGS.hand_ms


def test_a_misplay_makes_the_hand_wait() -> None:
    """A card that fits nowhere costs `miss_ms`, and the next touch waits for it."""
    bench = busy_bench()
    missed = bench.refused(Play(0, 2, 0))
    assert (missed.reason, missed.wait_ms) == (Reason.MISPLAY, 600)
    assert bench.send(0, bench.message(Play(0, 0, 0))) is None
    bench.wait(599)
    assert (0, 2) not in bench.answers
    bench.wait(1)
    assert isinstance(bench.answers[0, 2], m.Accepted)


def test_misplays_in_a_row_cost_twice_as_much_each_up_to_a_bound() -> None:
    """600, 1,200, 2,400 and no more; and 600 again once the others are 5 s old."""
    hand = Hand[str](SETTINGS)
    assert [hand.miss(at) for at in (0, 700, 2_000, 4_500)] == [600, 1_200, 2_400, 2_400]
    assert hand.miss(20_000) == 600


def test_an_early_slap_is_a_misplay() -> None:
    """R6.3: a hand on a pile while the race is on costs time."""
    answer = busy_bench().refused(Slap(0, 0))
    assert (answer.reason, answer.wait_ms) == (Reason.MISPLAY, 600)


def test_a_flip_of_a_face_up_card_changes_nothing() -> None:
    """R5.1: refused with its reason, without a penalty."""
    answer = busy_bench().refused(Flip(0, 0))
    assert (answer.reason, answer.wait_ms) == (Reason.FACE_UP, 0)


def test_a_slap_before_the_first_spit_is_a_misplay_too() -> None:
    """R6.3: there is nothing to slap for before the round has even begun."""
    bench = Bench()
    bench.wait(SETTINGS.between_ms)
    answer = bench.refused(Slap(0, 0))
    assert (answer.reason, answer.wait_ms) == (Reason.MISPLAY, 600)
