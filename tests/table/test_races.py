"""Contested plays: lost races and tentative ones (R4.3)."""

from __future__ import annotations

import pytest

from spit.protocol import messages as m
from spit.rules import Call, Flip, Phase, Play, Reason, Rules, Scoring, Shift, SlapMode, Switch
from spit.table import ArrivedPlay, Order, Race, Ruling
from tests.table.harness import Bench, position

SAME_RANK = Rules(same_rank=Switch.ON)


class Scripted(Order):
    """An order that holds every play for a second, or says what the test has put in `next`."""

    def __init__(self) -> None:
        self.next: Ruling | None = None

    def rule(self, play: ArrivedPlay, race: Race) -> Ruling:
        """The scripted ruling, once; else a hold."""
        del race
        ruling, self.next = self.next, None
        return ruling or Ruling(hold_until_ms=play.arrived_ms + 1_000)


def race_bench(order: Scripted | None = None) -> Bench:
    """Both can play on the 6 of pile 0; nothing else fits anywhere."""
    mine, theirs = "9h|5s, 4c 9s, 9c, Jd", "9d|7s, 8d 3d, Jh, Jc"
    return Bench(position(mine, theirs, ["6h", "Ah"], ("2s", "2h")), order=order)


def test_r4_3_the_second_card_on_a_changed_top_is_a_lost_race() -> None:
    """R4.3: it goes back if it no longer fits, and that costs nothing."""
    bench = race_bench()
    late = bench.message(Play(1, 0, 0))
    bench.done(Play(0, 0, 0))
    answer = bench.send(1, late)
    assert isinstance(answer, m.Refused)
    assert (answer.reason, answer.wait_ms) == (Reason.LOST_RACE, 0)


def test_a_touch_on_a_top_that_has_just_changed_is_no_misplay() -> None:
    """Even one that names the new top: the hand was under way before the eye saw it."""
    bench = race_bench()
    bench.done(Play(0, 0, 0))
    bench.wait(200)
    assert bench.refused(Play(1, 0, 0)).reason is Reason.LOST_RACE


def test_a_touch_long_after_the_change_is_a_misplay() -> None:
    """After `late_ms` and a message's way the eye has seen it."""
    bench = race_bench()
    bench.done(Play(0, 0, 0))
    bench.wait(600)
    assert bench.refused(Play(1, 0, 0)).reason is Reason.MISPLAY


def test_r4_3_a_card_that_fits_the_new_top_too_is_played() -> None:
    """R4.3: the other is judged again against the new top."""
    bench = Bench(position("7s, Jd", "7c, Jh", ["6h", "Ah"], ("2s", "2h"), rules=SAME_RANK))
    second = bench.message(Play(1, 0, 0))
    bench.done(Play(0, 0, 0))
    assert isinstance(bench.send(1, second), m.Accepted)
    assert bench.look().spits[0].top == "7c"


def test_the_card_named_must_lie_there() -> None:
    """A message about a card that is not on top of that pile changes nothing."""
    bench = race_bench()
    wrong = m.Play(id=1, seat=0, stock=0, pile=0, card="4s", top="6h", top_version=0)
    answer = bench.send(0, wrong)
    assert isinstance(answer, m.Refused)
    assert answer.reason is Reason.CARD_MOVED


def test_a_tentative_play_is_shown_and_then_final() -> None:
    """It is on every screen at once; answered, recorded and final only later."""
    bench = race_bench(Scripted())
    logged = len(bench.log)
    assert bench.do(Play(0, 0, 0)) is None
    shown = bench.look()
    assert [play.card for play in shown.tentative] == ["5s"]
    assert (shown.spits[0].top, shown.stocks[0][0].up) == ("5s", [])
    assert len(bench.log) == logged
    bench.wait(1_000)
    assert isinstance(bench.answers[0, 1], m.Accepted)
    assert bench.look().tentative == []
    assert bench.look().spits[0].version == shown.spits[0].version
    assert len(bench.log) == logged + 1


def test_a_beaten_play_is_taken_back_with_what_lies_on_it() -> None:
    """The winner's card lies where it lay; both cards are in the loser's stock again."""
    order = Scripted()
    bench = race_bench(order)
    contested = bench.message(Play(1, 0, 0))
    bench.do(Play(0, 0, 0))
    version = bench.look().tentative[0].version
    order.next = Ruling(take_back=version, margin_ms=38)
    assert isinstance(bench.send(1, contested), m.Accepted)
    back = bench.heard(m.TakenBack)[0]
    assert isinstance(back, m.TakenBack)
    assert (back.plays, back.margin_ms) == ([version], 38)
    lost = bench.answers[0, 1]
    assert isinstance(lost, m.Refused)
    assert (lost.reason, lost.margin_ms) == (Reason.LOST_RACE, 38)
    assert bench.look().stocks[0][0].up == ["5s"]
    assert bench.look().spits[0].top == "7s"


def chain_bench(order: Scripted) -> Bench:
    """Seat 0 can play the 5 and then the 4 on pile 0; seat 1 the 7 on the same 6."""
    mine, theirs = "9h|5s, 4c, 9c, Jd", "9d|7s, 3d, Jh, Jc"
    return Bench(position(mine, theirs, ["6h", "Jh"], ("2s", "2h")), order=order)


def test_a_chain_of_tentative_plays_goes_back_together() -> None:
    """What lies on a beaten card goes back with it, newest first."""
    order = Scripted()
    bench = chain_bench(order)
    contested = bench.message(Play(1, 0, 0))
    bench.do(Play(0, 0, 0))
    bench.do(Play(0, 1, 0))
    first, second = (play.version for play in bench.look().tentative)
    order.next = Ruling(take_back=first, margin_ms=5)
    assert isinstance(bench.send(1, contested), m.Accepted)
    back = bench.heard(m.TakenBack)[0]
    assert isinstance(back, m.TakenBack)
    assert back.plays == [second, first]
    assert [pile.up for pile in bench.look().stocks[0][:2]] == [["5s"], ["4c"]]


def test_a_chain_of_tentative_plays_becomes_final_in_order() -> None:
    """Each is settled under the version under which it was shown, the lower one first."""
    bench = chain_bench(Scripted())
    bench.do(Play(0, 0, 0))
    bench.do(Play(0, 1, 0))
    versions = [play.version for play in bench.look().tentative]
    bench.wait(1_200)
    settled = [event.plays for event in bench.heard(m.Settled) if isinstance(event, m.Settled)]
    assert settled == [[version] for version in versions]
    assert all(isinstance(bench.answers[0, number], m.Accepted) for number in (1, 2))
    assert [str(card) for card in bench.state.spits[0]] == ["6h", "5s", "4c"]


def test_a_card_taken_back_is_played_again_if_it_fits_the_winner() -> None:
    """R4.3: judged again against the new top; here a 5 on a 5."""
    order = Scripted()
    state = position("5s, Jd", "5d, Jh", ["6h", "Ah"], ("2s", "2h"), rules=SAME_RANK)
    bench = Bench(state, order=order)
    contested = bench.message(Play(1, 0, 0))
    bench.do(Play(0, 0, 0))
    order.next = Ruling(take_back=bench.look().tentative[0].version, margin_ms=12)
    assert isinstance(bench.send(1, contested), m.Accepted)
    assert bench.look().spits[0].top == "5s"
    bench.wait(1_000)
    assert isinstance(bench.answers[0, 1], m.Accepted)
    assert [str(card) for card in bench.state.spits[0]] == ["6h", "5d", "5s"]


def test_a_flip_waits_for_the_play_it_rests_on() -> None:
    """The card below is turned only when the play above it is final."""
    bench = race_bench(Scripted())
    bench.do(Play(0, 0, 0))
    assert bench.do(Flip(0, 0)) is None
    assert bench.look().stocks[0][0].up == []
    bench.wait(1_000)
    assert isinstance(bench.answers[0, 2], m.Accepted)
    assert bench.look().stocks[0][0].up == ["9h"]


def test_a_flip_that_rested_on_a_beaten_play_is_refused() -> None:
    """The card is back, so there is nothing to turn."""
    order = Scripted()
    bench = race_bench(order)
    contested = bench.message(Play(1, 0, 0))
    bench.do(Play(0, 0, 0))
    bench.do(Flip(0, 0))
    order.next = Ruling(take_back=bench.look().tentative[0].version, margin_ms=3)
    bench.send(1, contested)
    answer = bench.answers[0, 2]
    assert isinstance(answer, m.Refused)
    assert answer.reason is Reason.TAKEN_BACK
    assert bench.look().stocks[0][0].up == ["5s"]


def test_only_what_rests_on_a_tentative_play_waits() -> None:
    """A flip, a shift and a play elsewhere go on as if nothing were held."""
    order = Scripted()
    mine, theirs = "9h|5s, 8h 9s, 9c|, Jd", "9d|7s, 3d, Jh, Jc"
    bench = Bench(position(mine, theirs, ["6h", "4h"], ("2s", "2h")), order=order)
    bench.do(Play(0, 0, 0))
    bench.done(Flip(0, 2))
    bench.done(Shift(0, 1, 4))
    order.next = Ruling()
    bench.done(Play(1, 1, 1))


def test_a_call_waits_while_anything_is_tentative() -> None:
    """The play might be taken back, and then something could be played after all."""
    bench = Bench(position("5s, Jd", "9s, Jh", ["6h", "Ah"], ("2s", "2h")), order=Scripted())
    bench.do(Play(0, 0, 0))
    assert bench.do(Call(1, 1)) is None
    bench.wait(1_000)
    assert isinstance(bench.answers[1, 1], m.Accepted)


def test_the_last_card_ends_the_round_only_when_it_is_final() -> None:
    """A tentative last card can still be beaten."""
    bench = Bench(position("5s", "9d|7s, Jh", ["6h", "Ah"], ("2s", "2h")), order=Scripted())
    bench.do(Play(0, 0, 0))
    assert bench.look().phase == "play"
    bench.wait(1_000)
    assert bench.look().phase == "slap"
    assert bench.state.phase is Phase.SLAP


ENDS = {
    "race": (Rules(), ["6h", "8h"], "slap"),
    "smaller": (Rules(slap=SlapMode.SMALLER), ["6h", "Ah 8h"], "deal"),
    "points": (Rules(scoring=Scoring.POINTS), ["6h", "8h"], "deal"),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_tentative_last_card_takes_back_what_touched_after_it(end: str) -> None:
    """R6.1: the round ends with it, so a rival's later card on the other pile goes back."""
    rules, spits, phase = ENDS[end]
    bench = Bench(position("5s", "8d|7s, 9d", spits, ("2s", "2h"), rules=rules), order=Scripted())
    bench.do(Play(0, 0, 0))
    bench.do(Play(1, 0, 1))
    bench.wait(1_000)
    assert isinstance(bench.answers[0, 1], m.Accepted)
    late = bench.answers[1, 1]
    assert isinstance(late, m.Refused)
    assert late.reason is Reason.LOST_RACE
    assert bench.look().phase == phase


def test_a_tentative_last_card_settles_what_touched_before_it() -> None:
    """R6.1: the rival's earlier card on the other pile is final before the round ends."""
    order = Scripted()
    bench = Bench(position("5s", "8d|7s, 9d", ["6h", "8h"], ("2s", "2h")), order=order)
    order.next = Ruling(hold_until_ms=10**9)
    bench.do(Play(1, 0, 1))
    bench.do(Play(0, 0, 0))
    bench.wait(1_000)
    assert isinstance(bench.answers[1, 1], m.Accepted)
    assert bench.look().phase == "slap"
    assert [str(card) for card in bench.state.spits[1]] == ["8h", "7s"]


def test_a_claim_that_was_never_true_is_no_excuse() -> None:
    """A touch that names a top which the pile has not shown is a misplay, not a race lost."""
    bench = race_bench()
    bench.done(Play(0, 0, 0))
    bench.wait(200)
    invented = m.Play(id=1, seat=1, stock=0, pile=0, card="7s", top="8h", top_version=3)
    answer = bench.send(1, invented)
    assert isinstance(answer, m.Refused)
    assert answer.reason is Reason.MISPLAY


def test_a_touch_that_waited_for_its_hand_is_judged_late_by_when_it_was_made() -> None:
    """It was made before the top changed, so it is a race lost however long the hand made wait."""
    bench = race_bench()
    bench.refused(Play(1, 1, 0))
    waiting = bench.message(Play(1, 0, 0))
    assert bench.send(1, waiting) is None
    bench.done(Play(0, 0, 0))
    bench.wait(2_000)
    answer = bench.answers[1, waiting.id]
    assert isinstance(answer, m.Refused)
    assert answer.reason is Reason.LOST_RACE


def test_a_last_card_settles_what_touched_before_it() -> None:
    """A play held on the other pile is final before the round ends."""
    order = Scripted()
    bench = Bench(position("5s", "8d|7s, 9d", ["6h", "8h"], ("2s", "2h")), order=order)
    bench.do(Play(1, 0, 1))
    order.next = Ruling()
    bench.done(Play(0, 0, 0))
    assert isinstance(bench.answers[1, 1], m.Accepted)
    assert bench.look().phase == "slap"
    assert [str(card) for card in bench.state.spits[1]] == ["8h", "7s"]
