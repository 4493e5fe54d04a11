"""Cards that are tentative through the rest of a match: pauses, ends, restarts, the log."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from spit.protocol import messages as m
from spit.rules import Flip, Play, Reason
from spit.table import LogEntry, MatchBegan, MatchLog, Table, pack
from tests.table.harness import STANDARD, Bench, position

APART = (20.0, 200.0)


def held_bench() -> tuple[Bench, Any]:
    """Seat 0's five is tentative, with a flip that rests on it; seat 1 could beat it with a 7."""
    mine, theirs = "9h|5s, 4c, 9c, Jd", "9d|7s, 3d, Jh, Jc"
    bench = Bench(position(mine, theirs, ["6h", "Jh"], ("2s", "2h")), trips=APART)
    bench.wait(500)
    contested = msgspec.structs.replace(bench.message(Play(1, 0, 0)), reacted_ms=440)
    held = msgspec.structs.replace(bench.message(Play(0, 0, 0)), reacted_ms=480)
    assert bench.send(0, held) is None
    bench.wait(bench.settings.hand_ms)
    assert bench.send(0, bench.message(Flip(0, 0))) is None
    assert len(bench.look().tentative) == 1
    return bench, contested


def test_a_tentative_card_is_flagged_and_otherwise_like_any() -> None:
    """All see it at once, and where it came from there is nothing."""
    bench, _ = held_bench()
    played = bench.heard(m.Played)[-1]
    assert played == m.Played(seat=0, stock=0, pile=0, card="5s", tentative=True)
    view = bench.look()
    assert (view.spits[0].top, view.stocks[0][0].up) == ("5s", [])
    assert bench.table.top_version(0) == view.tentative[0].version


@pytest.mark.parametrize("how", ["leave", "pause"])
def test_a_pause_makes_final_what_is_tentative(how: str) -> None:
    """Nothing waits through it: all that had been done is answered, then the pause begins."""
    bench, _ = held_bench()
    if how == "leave":
        bench.table.forget_round_trips(1)  # which is told before the rest
        bench.table.disconnect(1, bench.now)
        bench.collect()
    else:
        bench.ask(m.Pause, 1)
    assert bench.look().paused is not None
    assert bench.look().tentative == []
    assert all(isinstance(bench.answers[0, number], m.Accepted) for number in (1, 2))
    kinds = [type(event) for event in bench.events[-4:] if not isinstance(event, m.Presence)]
    assert kinds[-3:] == [m.Settled, m.Flipped, m.PauseStarted]


def test_after_a_pause_both_react_to_what_they_see_then() -> None:
    """The tops count from the end of the pause, and nobody's own card is one any more."""
    bench, _ = held_bench()
    bench.ask(m.Pause, 1)
    bench.wait(5_000)
    bench.ask(m.Resume, 1)
    bench.wait(bench.settings.resume_ms)
    for pile in (0, 1):
        top = bench.table._match.referee.race.top(pile)
        assert top is not None
        assert (top.seat, top.sent_ms) == (None, (bench.table._match.table_ms,) * 2)


@pytest.mark.parametrize("is_claim", [False, True])
def test_an_early_end_makes_final_what_is_tentative(is_claim: bool) -> None:
    """A card on the table stays there; the log has it before the end."""
    bench, _ = held_bench()
    if is_claim:
        bench.table._match.claimable = 1
    bench.ask(m.Claim if is_claim else m.Resign, 0)
    assert bench.look().tentative == []
    assert bench.look().result is not None
    whats = [entry.what for entry in bench.entries]
    assert whats.index(Play(0, 0, 0)) < len(whats) - 1
    assert [str(card) for card in bench.state.spits[0]] == ["6h", "5s"]


def test_only_what_is_final_is_logged_and_accepted() -> None:
    """A card that is taken back was never in the log, nor is what rested on it."""
    bench, contested = held_bench()
    logged = len(bench.entries)
    bench.send(1, contested)
    assert [entry.what for entry in bench.entries[logged:]] == [Play(1, 0, 0)]
    reasons = [bench.answers[0, number] for number in (1, 2)]
    assert [each.reason for each in reasons if isinstance(each, m.Refused)] == [
        Reason.LOST_RACE,
        Reason.TAKEN_BACK,
    ]
    bench.wait(1_000)
    assert [entry.what for entry in bench.entries[logged:]] == [Play(1, 0, 0)]


def test_a_restart_knows_nothing_of_what_was_tentative() -> None:
    """The log replays to the final state, from which another table goes on in a new epoch."""
    bench = Bench(seed=6, trips=APART)
    _play_until_held(bench)
    began = MatchBegan("test", STANDARD, ("Ana", "Ben"))
    assert bench.entries[0].what == began
    *_, (_, state) = _log_of(bench.entries).replay()
    assert state == bench.state
    second = Table("test", ("Ana", "Ben"), (False, False), STANDARD, bench.settings, bytes, 0)
    second.adopt(state, epoch=2, at_ms=60_000)
    view = second.view(0)
    assert (view.epoch, view.tentative, view.round_trips) == (2, [], [None, None])
    assert view.spits[0].cards == len(state.spits[0])


def _log_of(entries: list[LogEntry]) -> MatchLog:
    log = MatchLog()
    for entry in entries:
        log.add(pack(entry))
    return log


def _play_until_held(bench: Bench) -> None:
    """Both play whatever they can until something is tentative."""
    from tests.table.races.play import moves  # noqa: PLC0415 - only here

    for _ in range(500):
        bench.wait(150)
        for action in moves(bench):
            bench.send(action.seat, bench.message(action))
            if bench.look().tentative:
                return
    raise AssertionError("nothing was ever tentative")


def test_a_client_that_lost_touch_sees_tentative_cards() -> None:
    """In a whole view, or by the events it missed."""
    bench, _ = held_bench()
    update = bench.table.since(m.Position(2, bench.look().version - 1))
    assert update is not None
    assert update.events == [m.Played(seat=0, stock=0, pile=0, card="5s", tentative=True)]
    assert [play.card for play in bench.table.view(bench.now).tentative] == ["5s"]
