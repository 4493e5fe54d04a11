"""Lost connections, pauses and claims, as both sides see them over real sockets."""

from __future__ import annotations

import pytest

from spit.protocol import messages as m
from spit.table import TableSettings
from tests.server.conftest import Build
from tests.server.people import House, Person
from tests.server.web.desk import Desk

pytestmark = pytest.mark.sockets

LONG_MS = 600_000
PATIENT = TableSettings(
    first_deal_ms=10, hand_ms=1, resume_ms=10, grace_ms=LONG_MS, pause_total_ms=2 * LONG_MS,
    idle_ms=LONG_MS, stall_ms=LONG_MS,
)  # fmt: skip
IMPATIENT = TableSettings(
    first_deal_ms=10, hand_ms=1, resume_ms=10, grace_ms=50, pause_total_ms=100,
    idle_ms=LONG_MS, stall_ms=LONG_MS,
)  # fmt: skip


async def _racing(house: House) -> tuple[m.TableMade, Person, m.TableMade, Person]:
    """Ana and Ben in the middle of a race."""
    made = await Desk(house).make()
    taken = await Desk(house, "Ben").sit(made.table)
    ana = await house.join(made.table, made.secret)
    ben = await house.join(made.table, taken.secret)
    for seat, person in enumerate((ana, ben)):
        if person.view is None or person.view.phase != "ready":
            await person.until(m.Dealt)
        await person.say(m.Spit(id=1, seat=seat))
    for person in (ana, ben):
        await person.until(m.Spat)
    return made, ana, taken, ben


async def test_a_lost_connection_pauses_and_coming_back_goes_on(build: Build) -> None:
    """Both see who is away and for how long at most, then that play goes on."""
    house = await build(table=PATIENT)
    _, ana, taken, ben = await _racing(house)
    held = ben.view
    assert held is not None
    await ben.ws.close()
    assert (await ana.until(m.Presence)) == m.Presence(seat=1, online=False)
    assert ana.view is not None
    if ana.view.paused is None:
        await ana.until(m.PauseStarted)
    assert ana.view.paused is not None
    assert ana.view.paused.seats == [1]
    assert 0 < ana.view.paused.left_ms[1] <= LONG_MS
    back = await house.join(taken.table, taken.secret, have=m.Position(held.epoch, held.version))
    back.view = held
    await back.until(m.PauseEnded)
    await ana.until(m.PauseEnded)
    for person in (ana, back):
        assert person.view is not None
        assert (person.view.paused, person.view.online) == (None, [True, True])
    assert ana.view == back.view


async def test_a_paused_table_takes_no_action(build: Build) -> None:
    """It is refused at once, not kept for later, and nothing changes."""
    house = await build(table=PATIENT)
    made, ana, _, ben = await _racing(house)
    await ben.ws.close()
    await ana.until(m.PauseStarted)
    before = house.position(made.table)
    messages: list[m.AnyInbound] = [
        m.Flip(id=2, seat=0, stock=1),
        m.Shift(id=3, seat=0, stock=1, slot=0, card="4h"),
        m.Play(id=4, seat=0, stock=0, pile=0, card="4h", top="5h", top_version=1),
        m.Slap(id=5, seat=0, pile=0),
        m.Spit(id=6, seat=0, pile=0),
    ]
    for number, message in enumerate(messages, 2):
        await ana.say(message)
        answer = await ana.answer(number)
        assert isinstance(answer, m.Refused)
        assert answer.reason == "paused"
    assert house.position(made.table) == before


async def test_whoever_stays_away_can_be_claimed_against(build: Build) -> None:
    """By the other one, after the grace and not before; both hear the result."""
    house = await build(table=IMPATIENT)
    _, ana, taken, ben = await _racing(house)
    await ana.say(m.Claim(id=2, seat=0))
    answer = await ana.answer(2)
    assert isinstance(answer, m.Refused)
    assert answer.reason == "not-claimable"
    await ben.ws.close()
    assert (await ana.until(m.Claimable)).seat == 1
    await ana.say(m.Claim(id=3, seat=0))
    assert (await ana.until(m.MatchEnded)) == m.MatchEnded(winner=0, reason="timeout")
    back = await house.join(taken.table, taken.secret)
    assert back.view is not None
    assert back.view.result == m.Result(0, "timeout")
    assert back.view.saved


async def test_whoever_comes_back_in_time_cannot_be_claimed_against(build: Build) -> None:
    """Also after it was offered: the offer is taken back."""
    house = await build(table=IMPATIENT)
    _, ana, taken, ben = await _racing(house)
    await ben.ws.close()
    assert (await ana.until(m.Claimable)).seat == 1
    await house.join(taken.table, taken.secret)
    assert (await ana.until(m.Claimable)).seat is None
    await ana.say(m.Claim(id=3, seat=0))
    answer = await ana.answer(3)
    assert isinstance(answer, m.Refused)
    assert answer.reason == "not-claimable"


async def test_a_pause_by_hand_is_ended_by_whoever_began_it(build: Build) -> None:
    """The other one cannot; and nobody pauses twice."""
    house = await build(table=PATIENT)
    _, ana, _, ben = await _racing(house)
    await ana.say(m.Pause(id=2, seat=0))
    assert (await ben.until(m.PauseStarted)).seats == [0]
    await ben.say(m.Resume(id=2, seat=1))
    answer = await ben.answer(2)
    assert isinstance(answer, m.Refused)
    assert answer.reason == "not-offered"
    await ana.say(m.Resume(id=3, seat=0))
    await ben.until(m.PauseEnded)
    await ben.say(m.Emote(id=3, seat=1, emote="nice"))
    assert isinstance(await ben.answer(3), m.Accepted)


async def test_reloading_the_page_loses_nothing(build: Build) -> None:
    """The new page has the seat before the old one's socket has ended: there is no pause at all."""
    house = await build(table=PATIENT)
    made, ana, _, ben = await _racing(house)
    page = await house.join(made.table, made.secret)
    assert (await ana.last_word()).code == "replaced"
    assert page.view is not None
    assert page.view.paused is None
    assert await ben.is_heard()
    assert [each for each in ben.got if isinstance(each, m.Update)
            for event in each.events if isinstance(event, m.PauseStarted)] == []  # fmt: skip


async def test_when_nobody_comes_back_the_match_is_abandoned(build: Build) -> None:
    """Without a winner; and the table goes after a while."""
    settings = TableSettings(first_deal_ms=10, hand_ms=1, abandon_ms=60)
    house = await build(table=settings, gone_ms=0)
    made, ana, _, ben = await _racing(house)
    watcher = await house.join(made.table)
    await ana.ws.close()
    await ben.ws.close()
    assert (await watcher.until(m.MatchEnded)) == m.MatchEnded(winner=None, reason="abandoned")
    house.server.tables.sweep()
    assert (await watcher.last_word()).code == "no-such-table"


async def test_two_at_one_screen_are_away_together(build: Build) -> None:
    """One connection holds both seats."""
    house = await build(table=PATIENT)
    made = await Desk(house).make(opponent="same-screen")
    assert made.partner_secret is not None
    both = await house.join(made.table, made.secret, made.partner_secret)
    await both.until(m.Dealt)
    watcher = await house.join(made.table)
    await both.ws.close()
    while watcher.view is None or watcher.view.paused is None or len(watcher.view.paused.seats) < 2:
        await watcher.hear()
    assert watcher.view.online == [False, False]
    back = await house.join(made.table, made.secret, made.partner_secret)
    await back.until(m.PauseEnded)


async def test_a_spectator_changes_nothing(build: Build) -> None:
    """Whatever it says for whichever seat; it may ask for the table again."""
    house = await build(table=PATIENT)
    made, _, _, _ = await _racing(house)
    watcher = await house.join(made.table)
    before = house.position(made.table)
    for seat in (0, 1):
        messages: list[m.AnyInbound] = [
            m.Resign(id=1, seat=seat),
            m.Claim(id=2, seat=seat),
            m.Pause(id=3, seat=seat),
            m.Resume(id=4, seat=seat),
            m.Rematch(id=5, seat=seat),
            m.Emote(id=6, seat=seat, emote="hello"),
        ]
        for number, message in enumerate(messages, 1):
            await watcher.say(message)
            answer = await watcher.answer(number)
            assert isinstance(answer, m.Refused)
            assert (answer.seat, answer.reason) == (seat, "not-your-seat")
    await watcher.say(m.Resync())
    await watcher.until(m.Snapshot)
    after = house.position(made.table)
    assert after.version - before.version <= 1  # that somebody watches
