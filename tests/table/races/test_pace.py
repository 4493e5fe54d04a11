"""Screens in step: flips paced to the slower seat, new cards at once for both."""

from __future__ import annotations

import pytest

from spit.protocol import messages as m
from spit.protocol.follow import follow
from spit.rules import Call, Flip, Phase, Play, Reason, Shift
from spit.table import AllBut, FairSettings
from tests.table.harness import Bench, position, timeless

FAIR = FairSettings()
APART = (20.0, 200.0)


def flip_bench(trips: tuple[float, float] | None) -> Bench:
    """Both have a card to turn, and a slot that is empty."""
    mine, theirs = "9s 9h|, 5h, 9c|Jd", "9d 8d|, Js, 8c|Qd"
    return Bench(position(mine, theirs, ["2h", "2d"], ("3s 3c", "8h 8s")), trips=trips)


@pytest.mark.parametrize(
    ("trips", "seat", "wait_ms"),
    [
        (APART, 0, 180), (APART, 1, 0), ((20.0, 50.0), 0, 130), ((20.0, 20.0), 0, 40),
        ((2.0, 3.0), 0, 7), ((1.0, 1.0), 0, 0), ((20.0, 900.0), 0, 280),
        ((150.0, 150.0), 0, 0), ((160.0, 20.0), 1, 140), (None, 0, 0),
    ],
)  # fmt: skip
def test_a_flip_takes_as_long_for_both(
    trips: tuple[float, float] | None, seat: int, wait_ms: int
) -> None:
    """As long as the slower seat's way, at least 150 ms or three such ways, at most 300 ms."""
    bench = flip_bench(trips)
    answer = bench.do(Flip(seat, 0))
    assert (answer is None) == (wait_ms > 0)
    began_ms = bench.now
    while not bench.heard(m.Flipped):
        bench.wait(1)
    assert bench.now - began_ms == wait_ms


def test_a_flip_waits_for_the_play_it_rests_on_and_for_its_time() -> None:
    """Whichever is later."""
    mine, theirs = "9h|5s, 4c, 9c, Jd", "9d|7s, 3d, Jh, Jc"
    bench = Bench(position(mine, theirs, ["6h", "Jh"], ("2s", "2h")), trips=APART)
    bench.wait(500)
    bench.send(0, bench.message(Play(0, 0, 0)))
    bench.wait(bench.settings.hand_ms)
    bench.send(0, bench.message(Flip(0, 0)))
    (held,) = bench.table._match.referee.race.held
    left_ms = held.until_ms - bench.table._match.table_ms
    assert 0 < left_ms < 180
    bench.wait(179)
    assert bench.look().tentative == []
    assert not bench.heard(m.Flipped)
    bench.wait(1)
    assert bench.heard(m.Flipped)


def test_what_touches_the_pile_of_a_flip_waits_for_it() -> None:
    """A shift of the card that is being turned; other piles of the seat do not wait."""
    bench = flip_bench((20.0, 50.0))
    bench.do(Flip(0, 0))
    bench.ids[0] += 1
    shift = m.Shift(id=bench.ids[0], seat=0, stock=0, slot=3, card="9h")
    bench.wait(bench.settings.hand_ms)
    assert bench.send(0, shift) is None
    bench.wait(10)
    assert isinstance(bench.answers[0, shift.id], m.Accepted)
    assert [each for each in bench.events if isinstance(each, m.Flipped | m.Shifted)] == [
        m.Flipped(seat=0, stock=0, card="9h"),
        m.Shifted(seat=0, stock=0, slot=3, card="9h"),
    ]


def test_a_pile_that_is_not_being_turned_goes_on() -> None:
    """The rival's actions and the other piles of the seat."""
    bench = flip_bench((20.0, 20.0))
    bench.do(Flip(0, 0))
    assert isinstance(bench.send(1, bench.message(Shift(1, 2, 3))), m.Accepted)
    bench.wait(bench.settings.hand_ms)
    assert isinstance(bench.send(0, bench.message(Shift(0, 2, 3))), m.Accepted)


def test_spit_waits_for_an_own_card_that_is_being_turned() -> None:
    """It was said after the flip, and the flip may bring a play."""
    mine, theirs = "9s 3h|, 5h, 5d, 5c, 9c|Jd", "Js, Jh, Jc, Qs, 9d|Qd"
    bench = Bench(position(mine, theirs, ["2h", "2d"], ("3s 3c", "8h 8s")), trips=(20.0, 20.0))
    bench.do(Flip(0, 0))
    call = bench.message(Call(0, 0))
    assert bench.send(0, call) is None
    bench.wait(200)
    answer = bench.answers[0, call.id]
    assert isinstance(answer, m.Refused)
    assert answer.reason is Reason.PLAY_EXISTS


def spit_bench(trips: tuple[float, float] | None) -> Bench:
    """Stuck, with spit cards for both; the 4 that turns takes seat 0's 5."""
    mine, theirs = "5s, 5h, 9s, 5c, 9h|Jd", "Js, Jh, Jc, Qs, 9d|Qd"
    return Bench(position(mine, theirs, ["2h", "2d"], ("4s 3c", "8h 8s")), trips=trips)


def spat(bench: Bench) -> None:
    """Both say it."""
    for seat in (1, 0):
        bench.send(seat, bench.message(Call(seat, seat)))


def test_the_nearer_seat_is_sent_new_cards_later() -> None:
    """By half the difference of the round trips; all others at once, in one frame."""
    bench = spit_bench(APART)
    spat(bench)
    began_ms = bench.now
    assert bench.table.is_behind(0)
    bench.wait(500)
    found = [
        (at - began_ms, each.to)
        for at, each in bench.sent
        if isinstance(each.message, m.Update)
        and any(isinstance(event, m.Spat) for event in each.message.events)
    ]
    assert found == [(0, AllBut.FIRST), (90, 0)]
    assert not bench.table.is_behind(0)


def test_the_step_is_bounded() -> None:
    """Nobody waits more than `step_max_ms`."""
    bench = spit_bench((900.0, 20.0))
    spat(bench)
    bench.wait(FAIR.step_max_ms - 1)
    assert bench.table.is_behind(1)
    bench.wait(1)
    assert not bench.table.is_behind(1)


@pytest.mark.parametrize("trips", [None, (50.0, 50.0)])
def test_nobody_is_behind_at_the_same_distance(trips: tuple[float, float] | None) -> None:
    """Nor where nothing is measured: one frame for all."""
    bench = spit_bench(trips)
    spat(bench)
    assert not bench.table.is_behind(0)
    assert all(each.to is None for _, each in bench.sent if isinstance(each.message, m.Update))


def test_what_follows_keeps_its_order_for_a_seat_that_is_behind() -> None:
    """Events and answers come after the cards on which they rest; nothing is left out."""
    bench = spit_bench((200.0, 20.0))
    spat(bench)
    bench.send(0, bench.message(Play(0, 0, 0)))
    assert bench.table.is_behind(1)
    assert bench.mirrors[1].version < bench.mirrors[0].version
    bench.wait(90)
    assert timeless(bench.mirrors[1]) == timeless(bench.mirrors[0])
    kinds = [
        [type(event) for event in each.message.events if isinstance(event, m.Spat | m.Played)]
        for _, each in bench.sent
        if isinstance(each.message, m.Update) and each.to == 1
    ]
    assert kinds == [[m.Spat], [m.Played]]


def test_a_reaction_counts_from_when_the_card_was_sent_to_that_seat() -> None:
    """Not from when it was sent to the other one."""
    bench = spit_bench(APART)
    spat(bench)
    top = bench.table._match.referee.race.top(0)
    assert top is not None
    assert top.sent_ms[0] - top.sent_ms[1] == 90


def test_a_seat_that_is_behind_cannot_ask_for_what_it_is_not_sent_yet() -> None:
    """What it missed ends where its own connection is; the others get all."""
    bench = spit_bench(APART)
    before = bench.look()
    spat(bench)
    have = m.Position(before.epoch, before.version)
    mine, theirs = bench.table.since(have, 0), bench.table.since(have, 1)
    assert mine is not None
    assert theirs is not None
    assert not any(isinstance(event, m.Spat) for event in mine.events)
    assert any(isinstance(event, m.Spat) for event in theirs.events)
    followed = follow(before, mine)
    assert followed is not None
    assert followed.version == bench.mirrors[0].version
    ahead = bench.table.since(bench.table.position, 0)
    assert ahead is not None
    assert ahead.events == []


@pytest.mark.parametrize("how", ["connect", "disconnect", "pause", "forget"])
def test_whoever_comes_anew_or_pauses_is_not_behind(how: str) -> None:
    """What was kept is sent at once, in its order."""
    bench = spit_bench(APART)
    spat(bench)
    if how == "connect":
        bench.table.connect(0, bench.now)
    elif how == "disconnect":
        bench.table.disconnect(0, bench.now)
    elif how == "forget":
        bench.table.forget_round_trips(0)
    else:
        bench.ask(m.Pause, 1)
    bench.collect()
    assert not bench.table.is_behind(0)
    assert timeless(bench.mirrors[0]) == timeless(bench.look())


def test_a_round_goes_on_while_a_seat_is_behind() -> None:
    """It is only sent later: the race is on for the table."""
    bench = spit_bench(APART)
    spat(bench)
    assert bench.state.phase is Phase.PLAY
    assert bench.table.next_deadline_ms() == bench.now + 90
