"""A live table and its connections: who gets what, and what a fault does."""

from __future__ import annotations

import asyncio
from random import Random
from typing import get_args

import pytest

from spit.bots import LEVELS, BotDriver
from spit.protocol import messages as m
from spit.protocol.follow import follow
from spit.server.tables.botseat import BotSeat
from spit.server.tables.live import LiveTable
from spit.table import Table, TableSettings
from tests.server.stage import Client, Stage


def _view(client: Client) -> m.TableView:
    """The view that a client has by now, from its last snapshot on."""
    view: m.TableView | None = None
    for message in client.got:
        if isinstance(message, m.Snapshot):
            view = message.view
        elif isinstance(message, m.Update) and view is not None:
            view = follow(view, message)
    assert view is not None
    return view


async def test_a_player_is_welcomed_with_the_whole_view() -> None:
    """Welcome first, then a snapshot that has the player's own presence in it."""
    ana = Stage().join(0)
    welcome, snapshot = ana.got
    assert isinstance(welcome, m.Welcome)
    assert welcome.seats == [m.OwnSeat(seat=0, next_id=1, away_ms=30_000)]
    assert isinstance(snapshot, m.Snapshot)
    assert snapshot.view.online == [True, False]


async def test_both_players_follow_the_same_table() -> None:
    """Each has the table's view, whoever came first and whoever acted."""
    stage = Stage()
    ana, ben = stage.join(0), stage.join(1)
    await ben.until(m.Dealt)
    stage.live.receive(ben, m.Spit(id=1, seat=1))
    assert ana.events(m.Called) == [m.Called(seat=1, pile=None)]
    assert _view(ana) == _view(ben)
    assert _view(ana).version == stage.table.position.version
    assert [answer.id for answer in ben.of(m.Accepted)] == [1]
    assert ana.of(m.Accepted) == []


async def test_nobody_acts_for_another_seat() -> None:
    """It is refused before the table hears of it."""
    stage = Stage()
    ana, _ = stage.join(0), stage.join(1)
    await ana.until(m.Dealt)
    before = stage.table.position
    stage.live.receive(ana, m.Spit(id=1, seat=1))
    assert [each.reason for each in ana.of(m.Refused)] == ["not-your-seat"]
    assert stage.table.position == before
    assert stage.table.next_id(1) == 1


async def test_two_people_at_one_screen_have_one_connection() -> None:
    """It plays both seats, and is told everything once."""
    stage = Stage()
    both = stage.join(0, 1)
    await both.until(m.Dealt)
    stage.live.receive(both, m.Spit(id=1, seat=0))
    stage.live.receive(both, m.Spit(id=1, seat=1))
    assert len(both.events(m.Spat)) == 1
    assert [(answer.seat, answer.id) for answer in both.of(m.Accepted)] == [(0, 1), (1, 1)]
    stage.live.leave(both)
    assert stage.table.view(0).online == [False, False]


async def test_the_newer_connection_takes_the_seat() -> None:
    """The older is told and closed; the seat was never empty, so nothing is paused."""
    stage = Stage()
    older, ben = stage.join(0), stage.join(1)
    await ben.until(m.Dealt)
    newer = stage.join(0)
    assert [each.code for each in older.of(m.Problem)] == ["replaced"]
    assert older.close_code == 1008
    assert [each for each in ben.events(m.Presence) if not each.online] == []
    stage.live.leave(older)
    stage.live.receive(newer, m.Spit(id=1, seat=0))
    assert len(newer.of(m.Accepted)) == 1
    assert _view(ben).paused is None


async def test_one_of_two_seats_can_go_elsewhere() -> None:
    """The connection that played both ends, and its other seat is without one."""
    stage = Stage()
    both = stage.join(0, 1)
    await both.until(m.Dealt)
    stage.join(1)
    assert both.close_code == 1008
    assert stage.table.view(0).online == [False, True]


async def test_a_lost_connection_pauses_and_a_new_one_resumes() -> None:
    """The other seat sees both, and the one that is back has the whole view again."""
    stage = Stage()
    ana, ben = stage.join(0), stage.join(1)
    await ana.until(m.Dealt)
    stage.live.leave(ben)
    assert _view(ana).paused is not None
    back = stage.join(1)
    assert _view(back).countdown is not None
    assert _view(back).version == _view(ana).version


async def test_who_says_what_it_has_is_told_what_it_missed() -> None:
    """An update instead of a snapshot, if the table remembers."""
    stage = Stage()
    ana, ben = stage.join(0), stage.join(1)
    await ben.until(m.Dealt)
    held = _view(ben)
    stage.live.leave(ben)
    stage.live.receive(ana, m.Resign(id=1, seat=0))
    back = stage.join(1, have=m.Position(held.epoch, held.version))
    assert back.of(m.Snapshot) == []
    (missed,) = back.of(m.Update)
    followed = follow(held, missed)
    assert followed is not None
    assert followed.result == m.Result(1, "resigned")


@pytest.mark.parametrize("have", [m.Position(7, 3), m.Position(1, 9_999), None])
async def test_who_has_something_else_gets_the_whole_view(have: m.Position | None) -> None:
    """Another epoch, or a version that never was."""
    stage = Stage()
    ana = stage.join(0)
    stage.live.catch_up(ana, have)
    assert len(ana.of(m.Snapshot)) == 2


async def test_a_spectator_sees_the_same_frames_later() -> None:
    """And may do nothing."""
    stage = Stage(delay_ms=50)
    ana, ben = stage.join(0), stage.join(1)
    watcher = stage.join()
    assert watcher.of(m.Welcome)[0].seats == []
    assert watcher.of(m.Snapshot) == []
    stage.live.receive(watcher, m.Resign(id=1, seat=0))
    assert [each.reason for each in watcher.of(m.Refused)] == ["not-your-seat"]
    await ana.until(m.Dealt)
    assert watcher.events(m.Dealt) == []
    await watcher.until(m.Dealt)
    assert _view(watcher) == _view(ben)
    stage.live.leave(watcher)
    assert stage.live.connections == [ana, ben]


async def test_a_program_plays_against_a_person() -> None:
    """It is ready by itself, and takes no connection."""
    stage = Stage(BotSeat(1, BotDriver(LEVELS["lightning"], 1, Random(1))))
    ana = stage.join(0)
    await ana.until(m.Dealt)
    stage.live.receive(ana, m.Spit(id=1, seat=0))
    await ana.until(m.Spat)
    assert _view(ana).online == [True, True]


async def test_a_result_is_told_once_it_is_kept() -> None:
    """Nothing that came after it overtakes it."""
    awaited: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    stage = Stage(awaited=awaited)
    ana, ben = stage.join(0), stage.join(1)
    await ben.until(m.Dealt)
    stage.live.receive(ana, m.Resign(id=1, seat=0))
    stage.live.receive(ben, m.Rematch(id=1, seat=1))
    assert ben.events(m.MatchEnded) == []
    assert ana.of(m.Accepted) == []
    awaited.set_result(None)
    await ben.until(m.MatchEnded)
    told = [type(event) for update in ben.of(m.Update) for event in update.events]
    assert told.index(m.MatchEnded) < told.index(m.RematchAsked)
    assert _view(ben).version == stage.table.position.version


async def test_a_fault_ends_its_table_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its people are told, the fault is logged, and the table next door goes on."""
    broken, other = Stage(), Stage()
    ana, _ = broken.join(0), broken.join(1)
    cleo, _ = other.join(0), other.join(1)
    await ana.until(m.Dealt)
    await cleo.until(m.Dealt)

    def fail(self: Table, *args: object) -> None:
        del self, args
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(Table, "receive", fail)
        broken.live.receive(ana, m.Spit(id=1, seat=0))
    assert [each.code for each in ana.of(m.Problem)] == ["closing"]
    assert ana.close_code == 1011
    assert broken.live.has_failed
    assert "ZeroDivisionError" in broken.log_text.getvalue()
    other.live.receive(cleo, m.Spit(id=1, seat=0))
    assert len(cleo.of(m.Accepted)) == 1


async def test_a_table_whose_people_are_gone_says_since_when() -> None:
    """Spectators do not count: they could keep a table for ever that nobody plays at."""
    stage = Stage()
    moments = [stage.live.gone_since_ms]
    stage.join()
    moments.append(stage.live.gone_since_ms)
    ana = stage.join(0)
    moments.append(stage.live.gone_since_ms)
    stage.live.leave(ana)
    moments.append(stage.live.gone_since_ms)
    assert [moment is None for moment in moments] == [False, False, True, False]


async def test_an_ended_table_wakes_no_more() -> None:
    """Everybody hears the last word, and no timer is left."""
    stage = Stage()
    ana, watcher = stage.join(0), stage.join()
    stage.live.end(m.Problem(code="closing", detail="Bye.", fatal=True), 1001)
    assert (ana.close_code, watcher.close_code) == (1001, 1001)
    assert stage.live._timer is None


# ------------------------------------------------------------------ while a result is held back


async def _held_back() -> tuple[Stage, Client, Client, asyncio.Future[None]]:
    """A match that Ana has just given up, of which nobody may hear yet."""
    awaited: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    stage = Stage(awaited=awaited)
    ana, ben = stage.join(0), stage.join(1)
    await ben.until(m.Dealt)
    stage.live.receive(ana, m.Resign(id=1, seat=0))
    return stage, ana, ben, awaited


async def test_whoever_comes_while_a_result_is_held_back_does_not_see_it() -> None:
    """Neither in a picture nor in what was missed; afterwards it sees all."""
    stage, _, ben, awaited = await _held_back()
    held = _view(ben)
    back = stage.join(0)
    missing = stage.join(1, have=m.Position(held.epoch, held.version))
    watcher = stage.join()
    for client in (back, missing, watcher):
        assert [type(each) for each in client.got] == [m.Welcome]
    awaited.set_result(None)
    await watcher.until(m.Snapshot)
    await missing.until(m.MatchEnded)
    assert missing.of(m.Snapshot) == []
    for client in (back, watcher):
        assert _view(client).result == m.Result(1, "resigned")


async def test_an_answer_held_back_reaches_whoever_asks_for_the_table_again() -> None:
    """After the picture that has what it speaks of."""
    stage, ana, _, awaited = await _held_back()
    stage.live.catch_up(ana, None)
    stage.live.catch_up(ana, None)
    awaited.set_result(None)
    await ana.until(m.Accepted)
    told = [type(each) for each in ana.got if isinstance(each, m.Snapshot | m.Accepted)]
    assert told == [m.Snapshot, m.Snapshot, m.Accepted]
    assert ana.events(m.MatchEnded) == []
    assert _view(ana).version == stage.table.position.version


async def test_whoever_leaves_while_a_result_is_held_back_does_not_watch_for_ever() -> None:
    """Neither a spectator, nor a player, nor the one whose seat a newer connection took."""
    stage, _, _, awaited = await _held_back()
    player, watcher = stage.join(0), stage.join()
    newer = stage.join(0)
    stage.live.leave(player)
    stage.live.leave(newer)
    stage.live.leave(watcher)
    awaited.set_result(None)
    await asyncio.sleep(0)
    assert stage.live.watching == 0
    for client in (player, newer, watcher):
        assert client.of(m.Snapshot) == []


async def test_a_table_that_ends_tells_no_result_that_is_not_kept() -> None:
    """It is on the disk after a restart, or it never was; everybody hears the last word."""
    stage, ana, ben, awaited = await _held_back()
    watcher = stage.join()
    stage.live.end(m.Problem(code="closing", detail="Bye.", fatal=True), 1001)
    awaited.set_result(None)
    await asyncio.sleep(0)
    for client in (ana, ben, watcher):
        assert client.events(m.MatchEnded) == []
        assert client.close_code == 1001
    assert stage.live._patience is None


async def test_a_fault_while_a_result_is_held_back_stays_at_its_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever waits for a picture then is told as well."""
    stage, ana, ben, _ = await _held_back()
    watcher = stage.join()

    def fail(self: Table, *args: object) -> None:
        del self, args
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(Table, "tick", fail)
        patched.setattr(Table, "receive", fail)
        stage.live.receive(ben, m.Rematch(id=1, seat=1))
    assert [client.close_code for client in (ana, ben, watcher)] == [1011, 1011, 1011]


async def test_a_rematch_can_be_agreed_while_the_result_is_held_back() -> None:
    """It begins after it, for everybody in order."""
    stage, ana, ben, awaited = await _held_back()
    stage.live.receive(ana, m.Rematch(id=2, seat=0))
    stage.live.receive(ben, m.Rematch(id=1, seat=1))
    assert stage.table.number == 2
    assert ben.events(m.MatchStarted) == []
    awaited.set_result(None)
    await ben.until(m.MatchStarted)
    told = [type(event) for update in ben.of(m.Update) for event in update.events]
    assert told.index(m.MatchEnded) < told.index(m.MatchStarted)
    assert _view(ben).saved
    assert _view(ana).version == _view(ben).version == stage.table.position.version


async def test_a_result_that_takes_long_to_keep_is_told_as_such_in_one_message() -> None:
    """Nobody sees it as kept for a moment, neither a player nor a spectator nor a newcomer."""
    awaited: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    stage = Stage(awaited=awaited, save_seconds=0.05, delay_ms=0)
    ana, ben, watcher = stage.join(0), stage.join(1), stage.join()
    await ben.until(m.Dealt)
    await watcher.until(m.Dealt)
    stage.live.receive(ana, m.Resign(id=1, seat=0))
    stage.live.receive(ben, m.Rematch(id=1, seat=1))
    late = stage.join()
    await watcher.until(m.Saved)
    await late.until(m.Snapshot)
    for client in (ana, ben, watcher):
        (update,) = (
            each
            for each in client.of(m.Update)
            if any(isinstance(event, m.MatchEnded | m.Saved) for event in each.events)
        )
        told = [type(event) for event in update.events]
        assert told.index(m.MatchEnded) < told.index(m.RematchAsked) < told.index(m.Saved)
    assert not _view(late).saved
    assert [answer.id for answer in ana.of(m.Accepted)] == [1]
    assert isinstance(ana.got[-1], m.Accepted)
    awaited.set_result(None)
    await late.until(m.Saved)
    assert [event.saved for event in ana.events(m.Saved)] == [False, True]
    assert _view(ana).saved
    assert _view(ana).version == _view(ben).version == stage.table.position.version


async def test_whether_a_match_is_kept_says_nothing_of_the_next() -> None:
    """Both agree on another one before it is known: that one is never told as not kept."""
    awaited: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    stage = Stage(awaited=awaited, save_seconds=0.05)
    ana, ben = stage.join(0), stage.join(1)
    await ben.until(m.Dealt)
    stage.live.receive(ana, m.Resign(id=1, seat=0))
    stage.live.receive(ana, m.Rematch(id=2, seat=0))
    stage.live.receive(ben, m.Rematch(id=1, seat=1))
    await ben.until(m.MatchStarted)
    assert "result told before it is kept" in stage.log_text.getvalue()
    awaited.set_result(None)
    await asyncio.sleep(0)
    assert ben.events(m.Saved) == []
    assert _view(ben).saved


# ------------------------------------------------------------------ emotes and spectators


async def test_emotes_are_seen_by_those_who_are_there() -> None:
    """All six, at most one in a while; a newcomer is not greeted with old ones."""
    stage = Stage(settings=TableSettings(first_deal_ms=20, emote_ms=0), delay_ms=0)
    ana, ben, watcher = stage.join(0), stage.join(1), stage.join()
    await watcher.until(m.Snapshot)
    names = get_args(m.EmoteName)
    for number, emote in enumerate(names, 1):
        stage.live.receive(ana, m.Emote(id=number, seat=0, emote=emote))
    for client in (ana, ben):
        assert [event.emote for event in client.events(m.Emoted)] == list(names)
    assert len(names) == 6
    await watcher.until(m.Emoted)
    late = stage.join()
    again = stage.join(1)
    await late.until(m.Snapshot)
    assert late.events(m.Emoted) == again.events(m.Emoted) == []
    stage.live.receive(watcher, m.Emote(id=1, seat=0, emote="hello"))
    assert [each.reason for each in watcher.of(m.Refused)] == ["not-your-seat"]


async def test_emotes_come_no_faster_than_they_may() -> None:
    """A second one at once is refused to whoever sent it, and nobody sees it."""
    stage = Stage()
    ana, ben = stage.join(0), stage.join(1)
    for number in (1, 2):
        stage.live.receive(ana, m.Emote(id=number, seat=0, emote="hurry"))
    assert [each.reason for each in ana.of(m.Refused)] == ["too-fast"]
    assert len(ben.events(m.Emoted)) == 1


async def test_spectators_are_counted_once_a_second_at_most() -> None:
    """A crowd that comes and goes in a moment is one event or two, and the number is right."""
    stage = Stage(delay_ms=0)
    ana = stage.join(0)
    crowd = [stage.join() for _ in range(50)]
    for watcher in crowd[:20]:
        stage.live.leave(watcher)
    await ana.until(m.Watched)
    assert [event.watching for event in ana.events(m.Watched)] == [30]
    for watcher in crowd[20:]:
        stage.live.leave(watcher)
    assert stage.live._count_at_ms == stage.live._counted_ms + 1_000
    assert stage.live.watching == 0


@pytest.mark.parametrize("due_ms", range(1, 6))
async def test_nothing_comes_before_the_first_picture(
    monkeypatch: pytest.MonkeyPatch, due_ms: int
) -> None:
    """Also if something falls due in the very moment in which somebody joins."""
    stage = Stage(settings=TableSettings(first_deal_ms=due_ms))
    moment = stage.live._now_ms
    moments = iter(range(moment, moment + 1_000))
    with monkeypatch.context() as patched:
        patched.setattr(LiveTable, "_now_ms", property(lambda _: next(moments)))
        ana, ben = stage.join(0), stage.join(1)
    for client in (ana, ben):
        assert [type(each) for each in client.got[:2]] == [m.Welcome, m.Snapshot]


async def test_a_player_whose_pings_have_stopped_is_cut_off() -> None:
    """Only one whose client sends any, and only while the match runs: a pause is patient."""
    stage = Stage()
    ana, ben = stage.join(0), stage.join(1)
    ana.has_beat = True
    ana.heard = ben.heard = 100.0
    stage.live.cut_silent(200.0, 7.0)
    assert not ana.cause  # nothing is dealt yet
    await ana.until(m.Dealt)
    stage.live.cut_silent(106.0, 7.0)
    assert not ana.cause
    stage.live.cut_silent(107.0, 7.0)
    assert [ana.cause, ben.cause] == ["silent", None]


async def test_nobody_is_cut_off_in_a_pause() -> None:
    """A page out of sight may sleep."""
    stage = Stage()
    ana, ben = stage.join(0), stage.join(1)
    await ana.until(m.Dealt)
    stage.live.receive(ana, m.Pause(id=1, seat=0))
    ben.has_beat = True
    stage.live.cut_silent(1_000.0, 7.0)
    assert ben.cause is None


async def test_how_far_away_two_people_are_is_measured() -> None:
    """From the first deal on, for as long as they are there; it is told to both."""
    stage = Stage(is_measured=True)
    ana, ben = stage.join(0), stage.join(1)
    await ana.until(m.Dealt)
    assert (ana.is_measured, ben.is_measured) == (True, True)
    ana.trip_ms = 30.0
    stage.live.note_round_trip(ana)
    trips = stage.table.round_trips(0)
    assert trips is not None
    assert trips.mid == 30
    assert stage.table.round_trips(1) is None
    assert ben.events(m.RoundTrips)[-1].ms == [30, None]
    stage.live.leave(ben)
    assert (ana.is_measured, ben.is_measured) == (True, False)


async def test_two_people_at_one_screen_are_equally_far_away() -> None:
    """Nothing is measured there, and nothing counts that was."""
    stage = Stage(is_measured=True)
    both = stage.join(0, 1)
    await both.until(m.Dealt)
    assert not both.is_measured
    both.trip_ms = 30.0
    stage.live.note_round_trip(both)
    assert (stage.table.round_trips(0), stage.table.round_trips(1)) == (None, None)


async def test_a_seat_sees_no_card_before_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is sent new cards later, and asks for the table meanwhile, is shown it then."""
    stage = Stage()
    ana, _ = stage.join(0), stage.join(1)
    await ana.until(m.Dealt)
    with monkeypatch.context() as patched:
        patched.setattr(Table, "is_behind", lambda _, seat: seat == 0)
        stage.live.catch_up(ana, None)
        assert len(ana.of(m.Snapshot)) == 1
    stage.live.catch_up(stage.join(), None)
    assert len(ana.of(m.Snapshot)) == 2
