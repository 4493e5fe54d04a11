"""The fair order at a table: contested plays are decided by reaction time (R4.3)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from spit.protocol import messages as m
from spit.rules import Flip, Play, Reason, Rules, SeatAction, Switch
from spit.table import FairSettings, TableSettings
from tests.table.harness import Bench, position

FAIR = FairSettings()
NEAR, FAR = 0, 1
APART = (20.0, 200.0)
SAME_RANK = Rules(same_rank=Switch.ON)


def race_bench(trips: tuple[float, float] | None = APART, **options: Any) -> Bench:
    """Both can play on the 6 of pile 0 at once; seat 0 then a 4 on its 5."""
    mine, theirs = "9h|5s, 4c, 9c, Jd", "9d|7s, 3d, Jh, Jc"
    state = position(mine, theirs, ["6h", "Jh"], ("2s", "2h"))
    return Bench(state, trips=trips, **options)


def claimed(bench: Bench, action: SeatAction, reacted_ms: int | None) -> Any:
    """The message of an action with a claim."""
    return msgspec.structs.replace(bench.message(action), reacted_ms=reacted_ms)


def refusal(bench: Bench, seat: int, action_id: int) -> m.Refused:
    """The answer to an action that was refused."""
    answer = bench.answers[seat, action_id]
    assert isinstance(answer, m.Refused)
    return answer


def test_the_faster_reaction_wins_though_it_arrives_later() -> None:
    """The nearer card is tentative; the farther one, 40 ms faster by its own screen, beats it."""
    bench = race_bench()
    bench.wait(500)
    near, far = claimed(bench, Play(NEAR, 0, 0), 480), claimed(bench, Play(FAR, 0, 0), 440)
    assert bench.send(NEAR, near) is None
    assert [play.card for play in bench.look().tentative] == ["5s"]
    bench.wait(140)
    assert isinstance(bench.send(FAR, far), m.Accepted)
    assert bench.look().spits[0].top == "7s"
    lost = refusal(bench, NEAR, near.id)
    assert (lost.reason, lost.margin_ms) == (Reason.LOST_RACE, 40)
    (back,) = bench.heard(m.TakenBack)
    assert isinstance(back, m.TakenBack)
    assert back.margin_ms == 40


def test_the_slower_reaction_loses_and_is_told_by_how_much() -> None:
    """R4.3: the card that arrives second and was slower goes back; the first is not final yet."""
    bench = race_bench()
    bench.wait(500)
    near, far = claimed(bench, Play(NEAR, 0, 0), 480), claimed(bench, Play(FAR, 0, 0), 490)
    bench.send(NEAR, near)
    bench.wait(190)
    answer = bench.send(FAR, far)
    assert isinstance(answer, m.Refused)
    assert (answer.reason, answer.margin_ms) == (Reason.LOST_RACE, 10)
    assert len(bench.look().tentative) == 1
    bench.wait(FAIR.cap_ms)
    assert isinstance(bench.answers[NEAR, near.id], m.Accepted)


def test_a_card_too_late_for_its_race_is_told_by_how_much_too() -> None:
    """The rival's card is final by then; both reactions are known all the same."""
    bench = race_bench()
    bench.wait(500)
    near, far = claimed(bench, Play(NEAR, 0, 0), 480), claimed(bench, Play(FAR, 0, 0), 560)
    bench.send(NEAR, near)
    bench.wait(260)
    assert bench.look().tentative == []
    answer = bench.send(FAR, far)
    assert isinstance(answer, m.Refused)
    assert (answer.reason, answer.margin_ms) == (Reason.LOST_RACE, 80)


def test_a_tie_is_decided_by_a_coin() -> None:
    """Within 5 ms the card that arrives later wins as often as not."""
    winners = set()
    for seed in range(12):
        bench = race_bench(seed=seed)
        bench.wait(500)
        near, far = claimed(bench, Play(NEAR, 0, 0), 480), claimed(bench, Play(FAR, 0, 0), 482)
        bench.send(NEAR, near)
        bench.wait(180)
        bench.send(FAR, far)
        winners.add(bench.look().spits[0].top)
    assert winners == {"5s", "7s"}


def test_no_reaction_counts_as_faster_than_the_floor() -> None:
    """Claims of 30 and of 140 ms are both 150, so a coin decides."""
    winners = set()
    for seed in range(12):
        bench = race_bench((20.0, 60.0), seed=seed)
        bench.wait(60)
        near, far = claimed(bench, Play(NEAR, 0, 0), 30), claimed(bench, Play(FAR, 0, 0), 140)
        bench.send(NEAR, near)
        bench.wait(40)
        bench.send(FAR, far)
        winners.add(bench.look().spits[0].top)
    assert winners == {"5s", "7s"}


def test_a_claim_is_believed_only_as_far_as_the_round_trips_allow() -> None:
    """A card that arrives 700 ms after its top was sent has not reacted in 300 ms."""
    bench = race_bench()
    bench.wait(500)
    near, far = claimed(bench, Play(NEAR, 0, 0), 480), claimed(bench, Play(FAR, 0, 0), 300)
    bench.send(NEAR, near)
    bench.wait(199)
    answer = bench.send(FAR, far)
    assert isinstance(answer, m.Refused)
    assert answer.margin_ms == 699 - 200 - 10 - 480


@pytest.mark.parametrize(("is_coarse", "top"), [(False, "7s"), (True, "5s")])
def test_a_coarse_clock_goes_without_claims(is_coarse: bool, top: str) -> None:
    """The server's own estimate counts then."""
    bench = race_bench((20.0, 20.0))
    bench.table.connect(FAR, bench.now, coarse_clock=is_coarse)
    for each in (180.0, 190.0, 220.0):  # so that a claim may differ from the estimate
        bench.table.note_round_trip(FAR, each, bench.now)
    bench.wait(500)
    near, far = claimed(bench, Play(NEAR, 0, 0), 470), claimed(bench, Play(FAR, 0, 0), 460)
    bench.send(NEAR, near)
    bench.wait(172)
    bench.send(FAR, far)
    assert bench.look().spits[0].top == top


def test_a_card_that_no_rival_can_beat_is_final_at_once() -> None:
    """Nobody else shows a card that fits, so nothing waits."""
    state = position("9h|5s, Kd", "9d|9s, Jh", ["6h", "Jh"], ("2s", "2h"))
    bench = Bench(state, trips=APART)
    assert isinstance(bench.do(Play(NEAR, 0, 0)), m.Accepted)


def test_a_card_is_never_tentative_beyond_the_cap() -> None:
    """However far away the rival is."""
    bench = race_bench((20.0, 2_000.0))
    near = claimed(bench, Play(NEAR, 0, 0), 400)
    bench.wait(410)
    bench.send(NEAR, near)
    bench.wait(FAIR.cap_ms - 1)
    assert len(bench.look().tentative) == 1
    bench.wait(1)
    assert isinstance(bench.answers[NEAR, near.id], m.Accepted)


def test_a_card_that_arrives_after_the_answer_to_this_one_could_does_not_beat_it() -> None:
    """Whoever throws only after seeing the rival's card gains nothing: it is final by then."""
    bench = race_bench((20.0, 100.0))
    bench.wait(500)
    near = claimed(bench, Play(NEAR, 0, 0), 480)
    bench.send(NEAR, near)
    bench.wait(100)
    assert isinstance(bench.answers[NEAR, near.id], m.Accepted)


def late_bench() -> tuple[Bench, m.Play]:
    """The nearer one's card lies there; the farther one's, faster by 10 ms, comes 5 ms late."""
    bench = race_bench((20.0, 190.0))
    for trip_ms in (200.0, 210.0):
        bench.table.note_round_trip(FAR, trip_ms, bench.now)
    bench.wait(500)
    near, far = claimed(bench, Play(NEAR, 0, 0), 490), claimed(bench, Play(FAR, 0, 0), 440)
    bench.send(NEAR, near)
    bench.wait(195)
    assert len(bench.look().tentative) == 1
    return bench, far


def test_a_card_that_is_a_little_late_has_the_benefit_of_the_doubt() -> None:
    """It comes when an answer to the sight of the other could, and counts all the same."""
    bench, far = late_bench()
    assert isinstance(bench.send(FAR, far), m.Accepted)


def test_without_the_benefit_of_the_doubt_a_late_card_does_not_count() -> None:
    """Nothing is said of a margin: it was the faster one, by its own account."""
    bench, far = late_bench()
    benefits = bench.table._house.order._benefits  # type: ignore[attr-defined]
    assert benefits[FAR].take()
    answer = bench.send(FAR, far)
    assert isinstance(answer, m.Refused)
    assert (answer.reason, answer.margin_ms) == (Reason.LOST_RACE, None)


def test_whoever_goes_on_from_his_own_card_counts_from_his_own_touch() -> None:
    """The placer saw his card at his touch; the rival sees it half a round trip later."""
    bench = race_bench((20.0, 20.0))
    placed = claimed(bench, Play(NEAR, 0, 0), 400)
    bench.wait(420)
    bench.send(NEAR, placed)
    bench.wait(310)
    on = claimed(bench, Play(NEAR, 1, 0), 300)
    bench.send(NEAR, on)
    top = bench.table._match.referee.race.top(0)
    assert top is not None
    assert top.score_ms == 310 - FAIR.tolerance_ms


def own_card_bench() -> Bench:
    """Seat 0, 200 ms away, has put the 5 down; it can go on with a 4, and seat 1 with a 6."""
    state = position("9h|5s, 4c, 9c, Jd", "9d|6s, Kd, Jh, Jc", ["6h", "Jh"], ("2s", "2h"))
    bench = Bench(state, trips=(200.0, 20.0))
    bench.wait(500)
    bench.done(Play(0, 0, 0))
    return bench


def test_a_rival_who_reacts_in_time_beats_who_goes_on_from_his_own_card() -> None:
    """400 ms from his own touch against 350 from the sight of it, though that one is nearer."""
    bench = own_card_bench()
    on, other = claimed(bench, Play(0, 1, 0), 400), claimed(bench, Play(1, 0, 0), 350)
    bench.wait(370)
    bench.send(1, other)
    bench.wait(30)
    answer = bench.send(0, on)
    assert isinstance(answer, m.Refused)
    assert answer.margin_ms == 50


def test_the_rival_s_card_waits_for_one_from_whoever_put_the_top_there() -> None:
    """300 ms from his own touch wins against 350 from the sight of it."""
    bench = own_card_bench()
    on, other = claimed(bench, Play(0, 1, 0), 362), claimed(bench, Play(1, 0, 0), 372)
    bench.wait(368)
    assert bench.send(1, other) is None
    bench.wait(4)
    bench.send(0, on)
    assert bench.look().spits[0].top == "4c"


def test_a_beaten_card_is_judged_again_against_the_winner() -> None:
    """R4.3: here both are fives on a 6, and a five fits on a five."""
    state = position("5s, Jd", "5d, Jh, 6c", ["6h", "Ah"], ("2s", "2h"), rules=SAME_RANK)
    bench = Bench(state, trips=APART)
    bench.wait(500)
    near, far = claimed(bench, Play(NEAR, 0, 0), 480), claimed(bench, Play(FAR, 0, 0), 440)
    bench.send(NEAR, near)
    bench.wait(140)
    bench.send(FAR, far)
    bench.wait(1_000)
    assert [str(card) for card in bench.state.spits[0]] == ["6h", "5d", "5s"]
    assert isinstance(bench.answers[NEAR, near.id], m.Accepted)


def test_a_card_that_loses_against_a_tentative_one_is_judged_again_too() -> None:
    """It lies on the winner, which is final with it."""
    state = position("5s, Jd", "5d, Jh, 6c", ["6h", "Ah"], ("2s", "2h"), rules=SAME_RANK)
    bench = Bench(state, trips=APART)
    bench.wait(500)
    near, far = claimed(bench, Play(NEAR, 0, 0), 480), claimed(bench, Play(FAR, 0, 0), 490)
    bench.send(NEAR, near)
    bench.wait(190)
    bench.send(FAR, far)
    bench.wait(1_000)
    assert [str(card) for card in bench.state.spits[0]] == ["6h", "5s", "5d"]


def test_what_lies_on_a_beaten_card_goes_back_with_it() -> None:
    """Newest first; each is judged again, and neither fits the winner."""
    bench = race_bench((20.0, 300.0))
    bench.wait(500)
    near, far = claimed(bench, Play(NEAR, 0, 0), 480), claimed(bench, Play(FAR, 0, 0), 440)
    bench.send(NEAR, near)
    bench.wait(150)
    on = claimed(bench, Play(NEAR, 1, 0), 150)
    assert bench.send(NEAR, on) is None
    first, second = (play.version for play in bench.look().tentative)
    bench.wait(90)
    assert isinstance(bench.send(FAR, far), m.Accepted)
    (back,) = bench.heard(m.TakenBack)
    assert isinstance(back, m.TakenBack)
    assert back.plays == [second, first]
    assert [pile.up for pile in bench.look().stocks[NEAR][:2]] == [["5s"], ["4c"]]
    assert refusal(bench, NEAR, on.id).reason is Reason.LOST_RACE


def test_a_card_on_tentative_ones_is_final_with_them_and_not_before() -> None:
    """Even one that nobody could beat."""
    bench = race_bench((20.0, 300.0))
    bench.wait(500)
    first = claimed(bench, Play(NEAR, 0, 0), 480)
    bench.send(NEAR, first)
    bench.wait(150)
    bench.send(NEAR, claimed(bench, Play(NEAR, 1, 0), 150))
    lower, upper = bench.table._match.referee.race.held
    assert upper.until_ms >= lower.until_ms
    bench.wait(400)
    assert [str(card) for card in bench.state.spits[0]] == ["6h", "5s", "4c"]


def test_a_rival_who_plays_on_a_tentative_card_has_seen_it() -> None:
    """It is final then, and what it lies on."""
    state = position("5s, 9d, Jd", "4d, 7s, Jh", ["6h", "Ah"], ("2s", "2h"))
    bench = Bench(state, trips=(20.0, 300.0))
    bench.wait(500)
    first = claimed(bench, Play(NEAR, 0, 0), 480)
    assert bench.send(NEAR, first) is None
    bench.wait(150)
    bench.send(FAR, bench.message(Play(FAR, 0, 0)))
    assert isinstance(bench.answers[NEAR, first.id], m.Accepted)
    assert bench.look().spits[0].top == "4d"


def test_a_card_on_a_top_that_is_gone_is_final_at_once_if_it_fits() -> None:
    """R4.3: judged again against what lies there now, after both had their chance."""
    state = position("5s, Jd, 6d", "5d, Jh", ["6h", "Ah"], ("2s", "2h"), rules=SAME_RANK)
    bench = Bench(state, trips=APART)
    bench.wait(500)
    late = claimed(bench, Play(FAR, 0, 0), 700)
    bench.send(NEAR, claimed(bench, Play(NEAR, 0, 0), 480))
    bench.wait(400)
    assert isinstance(bench.send(FAR, late), m.Accepted)


@pytest.mark.parametrize("bots", [(False, True), (True, False)])
def test_nothing_is_held_against_a_program(bots: tuple[bool, bool]) -> None:
    """It is on the table's own machine, whatever is measured of the person's connection."""
    bench = race_bench(None, bots=bots)
    for seat in (0, 1):
        bench.table.note_round_trip(seat, 200, bench.now)
    bench.collect()
    assert bench.table.round_trips(bots.index(True)) is None
    assert isinstance(bench.do(Play(NEAR, 0, 0)), m.Accepted)


def test_nothing_is_held_until_both_are_measured() -> None:
    """One screen, or a connection that has answered no ping yet."""
    bench = race_bench(None)
    bench.table.note_round_trip(FAR, 200, bench.now)
    assert isinstance(bench.do(Play(NEAR, 0, 0)), m.Accepted)
    assert isinstance(bench.do(Flip(NEAR, 0)), m.Accepted)


def test_a_table_can_be_set_to_plain_arrival_order() -> None:
    """With round trips or without."""
    bench = race_bench(settings=TableSettings(fair=None))
    bench.wait(500)
    far = bench.message(Play(FAR, 0, 0))
    assert isinstance(bench.send(NEAR, bench.message(Play(NEAR, 0, 0))), m.Accepted)
    bench.wait(140)
    answer = bench.send(FAR, far)
    assert isinstance(answer, m.Refused)
    assert (answer.reason, answer.margin_ms) == (Reason.LOST_RACE, 140)


def test_a_new_connection_is_measured_anew() -> None:
    """What was known of the old one says nothing; what is tentative becomes final in its time."""
    bench = race_bench()
    bench.wait(500)
    near = bench.message(Play(NEAR, 0, 0))
    far = bench.message(Play(FAR, 0, 0))
    bench.send(NEAR, near)
    bench.table.connect(FAR, bench.now)
    bench.collect()
    assert bench.table.round_trips(FAR) is None
    assert bench.look().round_trips == [20, None]
    answer = bench.send(FAR, far)
    assert isinstance(answer, m.Refused)
    assert answer.reason is Reason.LOST_RACE
    bench.wait(FAIR.cap_ms)
    assert isinstance(bench.answers[NEAR, near.id], m.Accepted)


def test_the_result_says_how_many_races_each_has_won() -> None:
    """And by how much, at the median; nothing before it."""
    bench = race_bench()
    bench.wait(500)
    near, far = claimed(bench, Play(NEAR, 0, 0), 480), claimed(bench, Play(FAR, 0, 0), 440)
    bench.send(NEAR, near)
    bench.wait(140)
    bench.send(FAR, far)
    bench.ask(m.Resign, NEAR)
    result = bench.look().result
    assert result is not None
    assert result.races == [m.RacesWon(0, None), m.RacesWon(1, 40)]


def test_a_touch_is_late_by_the_measured_round_trip() -> None:
    """250 ms of the hand and the seat's own way, instead of a way that is assumed."""
    for late_ms, reason in ((440, Reason.LOST_RACE), (460, Reason.MISPLAY)):
        bench = race_bench((200.0, 200.0))
        bench.wait(500)
        bench.send(NEAR, claimed(bench, Play(NEAR, 0, 0), 300))
        bench.wait(late_ms)
        answer = bench.send(FAR, bench.message(Play(FAR, 0, 0)))
        assert isinstance(answer, m.Refused)
        assert answer.reason is reason


def test_touches_cannot_be_bunched_by_a_stall_that_the_link_does_not_show() -> None:
    """Where round trips are measured, a touch may claim to lie only so far back."""
    for trips, is_accepted in ((None, True), (APART, False)):
        bench = race_bench(trips)
        bench.wait(2_000)
        first = msgspec.structs.replace(bench.message(Play(NEAR, 3, 1)), since_touch_ms=5_000)
        bench.send(NEAR, first)
        second = msgspec.structs.replace(bench.message(Play(NEAR, 0, 0)), since_touch_ms=0)
        bench.send(NEAR, second)
        due_ms = bench.table._match._hands[NEAR].due_ms
        assert due_ms is not None
        assert is_accepted or due_ms - bench.table._match.table_ms > 100
