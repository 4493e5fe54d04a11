"""Ends of rounds in the fair order: last cards and slaps go by when they touched (R6.1, R6.3)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from spit.protocol import messages as m
from spit.rules import Phase, Play, Reason, SeatAction, Slap
from spit.table import FairSettings, TableSettings
from tests.table.harness import Bench, position

FAIR = FairSettings()
APART = (20.0, 200.0)


def last_bench(theirs: str = "9s", trips: tuple[float, float] | None = APART) -> Bench:
    """Seat 0's last card fits pile 0 alone; a 9 or a T of seat 1's fits pile 1 alone."""
    bench = Bench(position("5s", theirs, ["6h", "8h"], ("2s", "2h")), trips=trips)
    bench.wait(500)
    return bench


def test_of_two_last_cards_the_one_that_touched_first_ends_the_round() -> None:
    """By half a round trip before each arrived: the farther one touched 50 ms earlier."""
    bench = last_bench()
    near, far = bench.message(Play(0, 0, 0)), bench.message(Play(1, 0, 1))
    assert bench.send(0, near) is None
    bench.wait(40)
    bench.send(1, far)
    bench.wait(200)
    assert bench.look().stopped == m.Stopped("cleared", 1)
    lost = bench.answers[0, near.id]
    assert isinstance(lost, m.Refused)
    assert lost.reason is Reason.LOST_RACE


def test_a_last_card_that_touched_later_comes_too_late() -> None:
    """The nearer one was first, and is waited for no longer than it takes."""
    bench = last_bench()
    near, far = bench.message(Play(0, 0, 0)), bench.message(Play(1, 0, 1))
    bench.send(0, near)
    bench.wait(96)
    bench.send(1, far)
    bench.wait(200)
    assert bench.look().stopped == m.Stopped("cleared", 0)
    assert isinstance(bench.answers[0, near.id], m.Accepted)


def test_a_last_card_waits_only_as_long_as_the_other_could_have_been_first() -> None:
    """`e + high / 2 + 10`, where e is when it touched: 100 ms after its arrival here."""
    bench = last_bench()
    bench.send(0, bench.message(Play(0, 0, 0)))
    bench.wait(99)
    assert bench.look().phase == "play"
    bench.wait(1)
    assert bench.state.phase is Phase.SLAP


@pytest.mark.parametrize("theirs", ["9s, Kd", "Ks"])
def test_a_last_card_ends_the_round_at_once_if_no_other_can(theirs: str) -> None:
    """The rival has two cards, or one that fits nowhere."""
    bench = last_bench(theirs)
    assert isinstance(bench.send(0, bench.message(Play(0, 0, 0))), m.Accepted)
    assert bench.state.phase is Phase.SLAP


def test_cards_that_touched_before_a_last_one_are_played() -> None:
    """R6.1: a card of the rival that arrives later counts if it touched earlier, and only then."""
    for wait_ms, is_played in ((60, True), (95, False)):
        mine, theirs = "5s", "7s, 9d, Kd"
        bench = Bench(position(mine, theirs, ["6h", "8h"], ("2s", "2h")), trips=APART)
        bench.wait(500)
        last, other = bench.message(Play(0, 0, 0)), bench.message(Play(1, 1, 1))
        assert bench.send(0, last) is None  # the 7 of the rival could still beat it
        bench.wait(wait_ms)
        assert bench.send(1, other) is None
        bench.wait(400)
        assert isinstance(bench.answers[0, last.id], m.Accepted)
        assert isinstance(bench.answers[1, other.id], m.Accepted) == is_played


def slap_bench(trips: tuple[float, float] | None = APART) -> Bench:
    """The round has just ended; both may slap."""
    bench = Bench(position("5s", "9d|Ks, Jh", ["6h", "Ah 4c 4d"], ("2s", "2h")), trips=trips)
    bench.wait(500)
    bench.done(Play(0, 0, 0))
    return bench


def slap(bench: Bench, seat: int, reacted_ms: int | None) -> Any:
    """A slap at pile 0, which both want."""
    action: SeatAction = Slap(seat, 0)
    return msgspec.structs.replace(bench.message(action), reacted_ms=reacted_ms)


def takes(bench: Bench) -> int:
    """Who slapped first."""
    (slapped,) = bench.heard(m.Slapped)
    assert isinstance(slapped, m.Slapped)
    return slapped.seat


def test_the_faster_slap_decides_though_it_arrives_later() -> None:
    """R6.3: both count from the sight of the end of the round."""
    bench = slap_bench()
    near, far = slap(bench, 0, 400), slap(bench, 1, 380)
    bench.wait(420)
    assert bench.send(0, near) is None
    assert not bench.heard(m.Slapped)
    bench.wait(160)
    assert isinstance(bench.send(1, far), m.Accepted)
    assert takes(bench) == 1
    lost = bench.answers[0, near.id]
    assert isinstance(lost, m.Refused)
    assert (lost.reason, lost.margin_ms) == (Reason.LOST_RACE, 20)


def test_the_slower_slap_loses() -> None:
    """And the first one need not wait any longer."""
    bench = slap_bench()
    near, far = slap(bench, 0, 400), slap(bench, 1, 420)
    bench.wait(420)
    bench.send(0, near)
    bench.wait(200)
    answer = bench.send(1, far)
    assert isinstance(answer, m.Refused)
    assert answer.margin_ms == 20
    assert takes(bench) == 0


def test_a_slap_waits_only_as_long_as_a_faster_one_could_come() -> None:
    """`end sent + score + high + 30`."""
    bench = slap_bench()
    bench.wait(420)
    bench.send(0, slap(bench, 0, 400))
    bench.wait(400 + 200 + 30 - 420 - 1)
    assert not bench.heard(m.Slapped)
    bench.wait(1)
    assert takes(bench) == 0


def test_a_slap_never_waits_beyond_its_cap() -> None:
    """However far away the other is."""
    bench = slap_bench((20.0, 1_500.0))
    bench.wait(420)
    bench.send(0, slap(bench, 0, 400))
    bench.wait(FAIR.slap_cap_ms - 1)
    assert not bench.heard(m.Slapped)
    bench.wait(1)
    assert takes(bench) == 0


def test_a_slap_that_waits_stands() -> None:
    """A second one of the same seat changes nothing."""
    bench = slap_bench()
    bench.wait(420)
    bench.send(0, slap(bench, 0, 400))
    bench.wait(bench.settings.hand_ms)
    again = m.Slap(id=99, seat=0, pile=1)
    answer = bench.send(0, again)
    assert isinstance(answer, m.Refused)
    assert answer.reason is Reason.ALREADY_SAID


def test_slaps_on_one_machine_go_by_arrival() -> None:
    """The first one decides at once."""
    bench = slap_bench(None)
    bench.wait(420)
    assert isinstance(bench.send(1, slap(bench, 1, None)), m.Accepted)


def test_a_slap_that_waits_is_made_before_nobody_slaps() -> None:
    """The clock for slaps that nobody makes does not overrule one that was made."""
    settings = TableSettings(slap_ms=500)
    state = position("5s", "9d|Ks, Jh", ["6h", "Ah 4c 4d"], ("2s", "2h"))
    bench = Bench(state, trips=(20.0, 1_500.0), settings=settings)
    bench.wait(500)
    bench.done(Play(0, 0, 0))
    bench.wait(420)
    message = msgspec.structs.replace(bench.message(Slap(1, 1)), reacted_ms=None)
    bench.send(1, message)
    bench.wait(200)
    assert isinstance(bench.answers[1, message.id], m.Accepted)
