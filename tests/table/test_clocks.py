"""Nobody can hold a table up: countdowns, stalls, claims and slaps that nobody makes (R3, R6)."""

from __future__ import annotations

import pytest

from spit.protocol import messages as m
from spit.rules import Call, Flip, Phase, Play, Reason, Rules, Shift, Slap, SlapMode
from spit.table import TableSettings
from tests.table.harness import Bench, position

SETTINGS = TableSettings()


def dead_bench() -> Bench:
    """Stuck, and nobody has a flip or a shift left; both have spit cards."""
    mine, theirs = "5s, 5h, 5d, 5c, 9h|Jd", "Js, Jh, Jc, Qs, 9d|Qd"
    return Bench(position(mine, theirs, ["2h", "2d"], ("4s 3c", "8h 8s")))


def flip_bench() -> Bench:
    """Stuck, but seat 0 can still flip: only a play is missing."""
    mine, theirs = "9s 9h|, 5h, 5d, 5c, 9c|Jd", "Js, Jh, Jc, Qs, 9d|Qd"
    return Bench(position(mine, theirs, ["2h", "2d"], ("3s 3c", "8h 8s")))


def test_r3_2_both_calls_turn_the_cards_at_once() -> None:
    """R3.2: each onto the pile it named."""
    bench = dead_bench()
    bench.done(Call(1, 0))
    assert bench.look().calls[1] == m.CallView(said=True, pile=0)
    bench.done(Call(0, 1))
    spat = bench.heard(m.Spat)[-1]
    assert isinstance(spat, m.Spat)
    assert [(flip.seat, flip.card, flip.pile) for flip in spat.flips] == [
        (1, "8h", 0),
        (0, "4s", 1),
    ]


def test_a_countdown_calls_for_both_when_nothing_is_left_to_do() -> None:
    """Nobody has to press anything: the cards turn by themselves, each on the own pile."""
    bench = dead_bench()
    assert bench.look().countdown == m.Countdown("spit", SETTINGS.stuck_ms)
    bench.wait(SETTINGS.stuck_ms)
    assert [pile.cards for pile in bench.look().spits] == [2, 2]
    assert bench.look().countdown is None


def test_r6_2_the_countdown_blocks_a_round_without_spit_cards() -> None:
    """R6.2: with no spit card on either side the same countdown ends the round."""
    mine, theirs = "5s, 5h, 5d, 5c, 9h|Jd", "Js, Jh, Jc, Qs, 9d|Qd"
    bench = Bench(position(mine, theirs, ["2h", "2d"], laid_hands=(1, 1)))
    bench.wait(SETTINGS.stuck_ms)
    assert bench.look().phase == "slap"
    assert bench.look().stopped == m.Stopped("blocked", None)


def test_a_silent_seat_is_taken_to_have_called() -> None:
    """With a flip left there is no countdown; after `stall_ms` silence counts as the call."""
    bench = flip_bench()
    assert bench.look().countdown is None
    bench.done(Call(1, 1))
    bench.wait(SETTINGS.stall_ms - SETTINGS.resume_ms - 1)
    assert not bench.heard(m.Spat)
    bench.wait(SETTINGS.resume_ms + 1)
    assert bench.heard(m.Spat)


def test_a_flip_sets_the_stall_clock_back() -> None:
    """Whoever still turns cards is not silent."""
    bench = flip_bench()
    bench.done(Call(1, 1))
    bench.wait(4_000)
    bench.done(Flip(0, 0))
    bench.wait(900)
    assert not bench.heard(m.Spat)


def test_moving_a_card_to_and_fro_does_not_set_the_stall_clock_back() -> None:
    """Only plays and flips do, so nobody is kept waiting by shifting (R5.2)."""
    mine, theirs = "9s 9h|, 7h 5h, 5d, 5c", "Js, Jh, Jc, Qs, 9d|Qd"
    state = position(mine, theirs, ["2h", "2d"], ("3s 3c", "8h 8s"))
    bench = Bench(state)
    bench.done(Call(1, 1))
    for round_trip in range(8):
        if bench.heard(m.Spat):
            break
        source, slot = (1, 4) if round_trip % 2 == 0 else (4, 1)
        bench.do(Shift(0, source, slot))
        bench.wait(1_000)
    assert bench.heard(m.Spat)


def test_r3_5_a_play_that_becomes_legal_takes_back_what_was_said() -> None:
    """R3.5: the flip brings a 3, which fits; the call is gone and nobody may spit (R3.4)."""
    mine, theirs = "9s 3h|, 5h, 5d, 5c, 9c|Jd", "Js, Jh, Jc, Qs, 9d|Qd"
    bench = Bench(position(mine, theirs, ["2h", "2d"], ("3s 3c", "8h 8s")))
    bench.done(Call(1, 1))
    bench.done(Flip(0, 0))
    assert bench.heard(m.CallsWithdrawn)
    assert bench.look().calls[1].said is False
    assert bench.refused(Call(1, 1)).reason is Reason.PLAY_EXISTS


def test_a_seat_that_alone_can_act_may_be_claimed_against() -> None:
    """After `idle_ms` the other may claim; the claim ends the match as a timeout."""
    bench = Bench(position("3s, Jd", "9s, Jh", ["2h", "2d"], ("3d 3c", "8h 8s")))
    assert bench.ask(m.Claim, 1).reason is Reason.NOT_CLAIMABLE  # type: ignore[union-attr]
    bench.wait(SETTINGS.idle_ms)
    assert bench.look().claimable == 0
    assert isinstance(bench.ask(m.Claim, 1), m.Accepted)
    assert bench.look().result == m.Result(1, "timeout")


def test_a_play_takes_the_claim_away() -> None:
    """Whoever moves after all is not idle any more."""
    bench = Bench(position("3s, 9d|4d, Jd", "9s, Jh", ["2h", "2d"], ("3d 3c", "8h 8s")))
    bench.wait(SETTINGS.idle_ms)
    bench.done(Play(0, 0, 0))
    assert bench.look().claimable is None


def test_a_seat_that_never_says_ready_may_be_claimed_against() -> None:
    """R3.1: in whatever phase the table waits for one seat alone."""
    bench = Bench()
    bench.wait(SETTINGS.first_deal_ms)
    bench.done(Call(0, None))
    bench.wait(SETTINGS.idle_ms)
    assert bench.look().claimable == 1


def test_a_slap_that_nobody_makes_goes_to_the_seat_that_cleared() -> None:
    """R6.3 as with `slap=smaller`, after `slap_ms`."""
    bench = Bench(position("5s", "9d|7s, Jh", ["6h", "Ah 4c 4d"], ("2s", "2h")))
    bench.done(Play(0, 0, 0))
    assert bench.look().countdown == m.Countdown("slap", SETTINGS.slap_ms)
    bench.wait(SETTINGS.slap_ms)
    slapped = bench.heard(m.Slapped)[0]
    assert isinstance(slapped, m.Slapped)
    assert (slapped.seat, slapped.pile, slapped.takes) == (0, 0, [0, 1])


@pytest.mark.parametrize("seed", range(4))
def test_a_blocked_slap_that_nobody_makes_is_decided_by_a_coin(seed: int) -> None:
    """R6.3: blocked, so the coin says who gets the smaller pile, which is pile 1 here."""
    mine, theirs = "5s, 9h|Jd", "Js, 9d|Qd"
    state = position(mine, theirs, ["2h 2c", "2d"], laid_hands=(1, 1))
    bench = Bench(state, seed=seed)
    bench.wait(SETTINGS.stall_ms + SETTINGS.slap_ms)
    slapped = bench.heard(m.Slapped)[0]
    assert isinstance(slapped, m.Slapped)
    assert slapped.pile == 1


def test_r6_3_smaller_needs_no_slap() -> None:
    """R6.3 `slap=smaller`: the seat that cleared has the smaller pile at once."""
    rules = Rules(slap=SlapMode.SMALLER)
    state = position("5s", "9d|7s, Jh", ["6h", "Ah 4c 4d"], ("2s", "2h"), rules=rules)
    bench = Bench(state)
    bench.done(Play(0, 0, 0))
    assert bench.state.phase is Phase.DEAL
    assert bench.look().cards == [1 + 2, 1 + 2 + 1 + 3]


def test_r6_3_the_first_slap_decides_both_piles() -> None:
    """R6.3: the second hand comes too late and takes the other pile."""
    bench = Bench(position("5s", "9d|7s, Jh", ["6h", "Ah 4c 4d"], ("2s", "2h")))
    bench.done(Play(0, 0, 0))
    bench.done(Slap(1, 0))
    slapped = bench.heard(m.Slapped)[0]
    assert isinstance(slapped, m.Slapped)
    assert slapped.takes == [1, 0]
    assert bench.refused(Slap(0, 0)).reason is Reason.LOST_RACE
