"""Absence: pauses, the clocks for them, and what they stop."""

from __future__ import annotations

from spit.protocol import messages as m
from spit.rules import Play, Reason
from spit.table import TableSettings
from tests.table.harness import Bench, position

SETTINGS = TableSettings()


def live_bench(bots: tuple[bool, bool] = (False, False)) -> Bench:
    """A race in which both can play."""
    mine, theirs = "9h|3s, 4d, Jd", "9d|3d, Jh"
    return Bench(position(mine, theirs, ["2h", "2d"], ("3h 3c", "8h 8s")), bots=bots)


def test_a_lost_connection_pauses_the_match() -> None:
    """Nothing is accepted while a seat is away, and both are told how long that may last."""
    bench = live_bench()
    bench.table.disconnect(1, bench.now)
    bench.collect()
    assert bench.look().online == [True, False]
    assert bench.look().paused == m.PauseView([1], [30_000, 30_000])
    assert bench.refused(Play(0, 0, 0)).reason is Reason.PAUSED


def test_play_goes_on_three_seconds_after_the_return() -> None:
    """3-2-1 for both, then the pause is over."""
    bench = live_bench()
    bench.table.disconnect(1, bench.now)
    bench.wait(5_000)
    bench.table.connect(1, bench.now)
    bench.collect()
    assert bench.look().countdown == m.Countdown("resume", 3_000)
    bench.wait(2_999)
    assert bench.look().paused is not None
    bench.wait(1)
    assert bench.look().paused is None
    bench.done(Play(0, 0, 0))


def test_no_clock_of_the_match_runs_in_a_pause() -> None:
    """Nobody is idle, stalls or has to slap meanwhile."""
    bench = live_bench()
    bench.ask(m.Pause, 0)
    before = len(bench.events)
    bench.wait(25_000)
    assert len(bench.events) == before


def test_a_seat_can_be_told_beforehand_how_long_it_may_be_away() -> None:
    """As long as one pause may last, until all of its pauses together leave less."""
    bench = live_bench()
    told = [bench.table.away_ms(1, bench.now)]
    for _ in range(2):
        bench.table.disconnect(1, bench.now)
        bench.wait(25_000)
        bench.table.connect(1, bench.now)
        bench.wait(SETTINGS.resume_ms)
        told.append(bench.table.away_ms(1, bench.now))
    assert told == [bench.table.grace_ms, 30_000, 10_000]
    assert bench.table.away_ms(0, bench.now) == bench.table.grace_ms


def test_an_absence_beyond_the_grace_may_be_claimed() -> None:
    """After `grace_ms` the other may end the match, or wait on."""
    bench = live_bench()
    bench.table.disconnect(1, bench.now)
    bench.wait(SETTINGS.grace_ms - 1)
    assert bench.look().claimable is None
    bench.wait(1)
    assert bench.look().claimable == 1
    assert isinstance(bench.ask(m.Claim, 0), m.Accepted)
    assert bench.look().result == m.Result(0, "timeout")
    assert bench.look().paused is None


def test_the_return_takes_the_claim_away() -> None:
    """As long as nobody has claimed, coming back is coming back."""
    bench = live_bench()
    bench.table.disconnect(1, bench.now)
    bench.wait(SETTINGS.grace_ms + 5_000)
    bench.table.connect(1, bench.now)
    bench.collect()
    assert bench.look().claimable is None


def test_all_pauses_of_a_seat_together_are_bounded() -> None:
    """Three times 25 s is more than 60 s: the third ends 10 s in."""
    bench = live_bench()
    for _ in range(2):
        bench.ask(m.Pause, 1)
        bench.wait(25_000)
        bench.ask(m.Resume, 1)
        bench.wait(3_000)
    bench.ask(m.Pause, 1)
    bench.wait(9_999)
    assert bench.look().claimable is None
    bench.wait(1)
    assert bench.look().claimable == 1


def test_a_seat_without_pauses_left_may_not_pause() -> None:
    """It is told so, and play goes on."""
    bench = live_bench()
    for _ in range(3):
        bench.ask(m.Pause, 1)
        bench.wait(29_000)
        bench.ask(m.Resume, 1)
        bench.wait(3_000)
    answer = bench.ask(m.Pause, 1)
    assert isinstance(answer, m.Refused)
    assert answer.reason is Reason.NO_PAUSES_LEFT
    assert bench.look().paused is None


def test_both_away_is_nobody_s_fault() -> None:
    """Neither may claim; play goes on when both are back."""
    bench = live_bench()
    for seat in (0, 1):
        bench.table.disconnect(seat, bench.now)
    bench.wait(90_000)
    assert bench.look().claimable is None
    bench.table.connect(0, bench.now)
    bench.table.connect(1, bench.now)
    bench.wait(3_000)
    assert bench.look().paused is None


def test_a_pause_by_hand_survives_a_reload() -> None:
    """Coming back to a paused match does not start it: `Resume` does."""
    bench = live_bench()
    bench.ask(m.Pause, 0)
    bench.table.disconnect(0, bench.now)
    bench.table.connect(0, bench.now)
    bench.wait(10_000)
    assert bench.look().paused is not None
    bench.ask(m.Resume, 0)
    bench.wait(3_000)
    assert bench.look().paused is None


def test_touches_that_wait_for_a_hand_are_refused_by_a_pause() -> None:
    """A message sent before the pause is not played after it."""
    bench = live_bench()
    bench.wait(500)
    bench.send(0, bench.message(Play(0, 0, 0)))
    waiting = bench.message(Play(0, 1, 0))
    assert bench.send(0, waiting) is None
    bench.ask(m.Pause, 1)
    answer = bench.answers[0, 2]
    assert isinstance(answer, m.Refused)
    assert answer.reason is Reason.PAUSED


def test_against_a_program_a_person_may_pause_for_long() -> None:
    """Nobody is kept waiting, so nothing is claimed for minutes, and play can go on."""
    bench = live_bench(bots=(False, True))
    bench.ask(m.Pause, 0)
    bench.wait(300_000)
    bench.ask(m.Resume, 0)
    bench.wait(3_000)
    assert isinstance(bench.ask(m.Pause, 0), m.Accepted)


def test_coming_and_going_holds_nobody_up() -> None:
    """Each absence costs at least its countdown, so a seat that reconnects for ever is claimed."""
    bench = live_bench()
    for _ in range(40):
        if bench.look().claimable is not None:
            break
        bench.table.disconnect(1, bench.now)
        bench.table.connect(1, bench.now)
        bench.wait(2_900)
        bench.table.disconnect(1, bench.now)
        bench.collect()
    assert bench.look().claimable == 1


def test_pausing_again_and_again_is_bounded_too() -> None:
    """After twenty pauses, however short, there are none left."""
    bench = live_bench()
    for _ in range(20):
        assert isinstance(bench.ask(m.Pause, 1), m.Accepted)
        assert isinstance(bench.ask(m.Resume, 1), m.Accepted)
    answer = bench.ask(m.Pause, 1)
    assert isinstance(answer, m.Refused)
    assert answer.reason is Reason.NO_PAUSES_LEFT


def test_who_leaves_before_the_first_deal_is_waited_for() -> None:
    """R2.1: nothing is dealt to an empty chair, and no clock runs for it."""
    bench = Bench()
    bench.table.disconnect(0, bench.now)
    bench.wait(5_000)
    assert bench.look().phase == "deal"
    assert bench.look().countdown is None
    bench.table.connect(0, bench.now)
    bench.wait(SETTINGS.first_deal_ms)
    assert bench.look().phase == "ready"


def test_a_rematch_waits_for_both_to_be_there() -> None:
    """Who has asked and left gets it on the return."""
    bench = live_bench()
    bench.ask(m.Resign, 0)
    bench.ask(m.Rematch, 0)
    bench.table.disconnect(0, bench.now)
    bench.ask(m.Rematch, 1)
    assert bench.look().phase == "over"
    bench.table.connect(0, bench.now)
    bench.collect()
    assert bench.look().match == "test-2"
