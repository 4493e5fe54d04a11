"""What a client may say in the lobby over a real socket, and what becomes of it."""

from __future__ import annotations

import asyncio

import pytest
from aiohttp import WSMsgType

from spit.protocol import messages as m
from spit.rules import STANDARD
from spit.server.limits import Rate
from tests.server.conftest import Build
from tests.server.lobby.visitors import LobbyPerson, secret_of
from tests.server.people import Closed, House
from tests.server.stage import PATIENCE

pytestmark = pytest.mark.sockets


async def _paired(house: House, *names: str) -> list[tuple[LobbyPerson, m.Paired]]:
    """People who have found each other."""
    people = [await LobbyPerson.enter(house, name) for name in names]
    for person in people:
        await person.say(m.Seek())
    return [(person, await person.until(m.Paired)) for person in people]


async def test_strangers_meet_and_play(build: Build) -> None:
    """From the lobby to the table, where both are dealt to and asked."""
    house = await build()
    (ana, one), (_, two) = await _paired(house, "Ana", "Ben")
    assert [each.rules for each in ana.got if isinstance(each, m.Seeking)] == [STANDARD.header]
    people = [await house.join(each.table, each.secret) for each in (one, two)]
    for person in people:
        if person.view is None or person.view.phase != "ready":
            await person.until(m.Dealt)
    view = people[0].view
    assert view is not None
    assert sorted(view.names) == ["Ana", "Ben"]
    assert [table.table for table in house.server.hall.news().running] == [one.table]


async def test_whoever_comes_alone_is_told_and_looks_again(build: Build) -> None:
    """The table is closed when the other has not come in time."""
    house = await build(meet_ms=0)
    (ana, one), _ = await _paired(house, "Ana", "Ben")
    person = await house.join(one.table, one.secret)
    house.server.tables.sweep()
    problem = await person.last_word()
    assert problem.code == "no-such-table"
    assert problem.detail == "Your opponent did not come to the table."
    cleo = await LobbyPerson.enter(house, "Cleo")
    for each in (ana, cleo):
        await each.say(m.Seek())
    assert (await ana.until(m.Paired)).opponent == "Cleo"


async def test_whoever_ends_the_connection_looks_no_longer(build: Build) -> None:
    """As does whoever says so."""
    house = await build()
    ana, ben = [await LobbyPerson.enter(house, name) for name in ("Ana", "Ben")]
    await ana.say(m.Seek({"name": "relaxed"}))
    await ana.until(m.Seeking)
    await ben.say(m.Seek())
    assert (await ben.until(m.Seeking)).rules == {"name": "standard"}
    await ben.say(m.StopSeeking())
    assert (await ben.until(m.Seeking)).rules is None
    await ana.ws.close()
    async with asyncio.timeout(PATIENCE):
        while len(house.server.door) > 1:
            assert await ben.is_heard()
    await LobbyPerson.enter(house, "Cleo")
    news = house.server.hall.news()
    assert (news.people, news.waiting) == (2, [])


async def test_one_person_in_two_tabs_is_nobody_s_opponent(build: Build) -> None:
    """A third one is found by one of the tabs."""
    house = await build()
    first, second = [await LobbyPerson.enter(house, "Ana") for _ in range(2)]
    for tab in (first, second):
        await tab.say(m.Seek())
        await tab.until(m.Seeking)
    await house.server.hall.pair_some()
    assert len(house.server.tables) == 0
    ben = await LobbyPerson.enter(house, "Ben")
    await ben.say(m.Seek())
    assert (await ben.until(m.Paired)).opponent == "Ana"
    assert (await second.until(m.Paired)).opponent == "Ben"


@pytest.mark.parametrize(
    "message", [m.Seek(), m.StopSeeking(), m.Decline(table="zzzzzzzzz", secret="")]
)
async def test_nothing_counts_before_one_has_entered(
    build: Build, message: m.AnyLobbyInbound
) -> None:
    """But a ping."""
    house = await build()
    person = await LobbyPerson.connect(house)
    assert await person.is_heard()
    await person.say(message)
    assert (await person.last_word()).code == "hello-first"


async def test_one_enters_once(build: Build) -> None:
    """A second time changes nothing and harms nothing."""
    house = await build()
    person = await LobbyPerson.enter(house, "Ana")
    await person.say(m.Enter(version=1))
    problem = await person.until(m.Problem)
    assert (problem.code, problem.fatal) == ("hello-twice", False)
    assert await person.is_heard()


async def test_another_version_is_told_which_is_spoken(build: Build) -> None:
    """And the connection ends."""
    house = await build()
    person = await LobbyPerson.connect(house)
    await person.say(m.Enter(version=2))
    assert (await person.last_word()).code == "wrong-version"


async def test_whoever_never_enters_is_sent_away(build: Build) -> None:
    """However many pings it sends."""
    house = await build(hello_seconds=0.05)
    person = await LobbyPerson.connect(house)
    assert (await person.last_word()).code == "too-slow"


async def test_a_secret_that_could_be_guessed_opens_nothing(build: Build) -> None:
    """It is said so, and a better one may be tried."""
    house = await build()
    person = await LobbyPerson.connect(house)
    await person.say(m.Enter(version=1, guest="short"))
    problem = await person.until(m.Problem)
    assert (problem.code, problem.fatal) == ("bad-message", False)
    await person.say(m.Enter(version=1, guest=secret_of("Ana")))
    await person.until(m.Lobby)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"type":"seek"}x', '{"type":"play","id":1}', '{"type":"enter"}',
     '{"type":"seek","rules":{"name":"chess"}}', '{"type":"seek","rules":{"wrap":"maybe"}}',
     '{"type":"seek","rules":[]}', '{"type":"seek","cheat":1}', "[" * 4_000,
     '{"type":"enter","version":1,"guest":"\\ud800xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}',
     '{"type":"seek","rules":' + '{"a":' * 700 + "1" + "}" * 700 + "}", "x" * 5_000],
)  # fmt: skip
async def test_what_is_no_message_of_the_lobby_changes_nothing(build: Build, text: str) -> None:
    """The answer says why, and the visitor is still here."""
    house = await build()
    person = await LobbyPerson.enter(house, "Ana")
    await person.ws.send_str(text)
    problem = await person.until(m.Problem)
    assert (problem.code, problem.fatal) == ("bad-message", False)
    assert len(problem.detail) <= 250
    assert await person.is_heard()
    assert house.server.hall.news().waiting == []


async def test_bytes_and_broken_text_change_nothing(build: Build) -> None:
    """Neither a binary message nor one that is no UTF-8."""
    house = await build()
    person = await LobbyPerson.enter(house, "Ana")
    await person.ws.send_bytes(b"\0\1")
    assert (await person.until(m.Problem)).code == "bad-message"
    await person.ws._writer.send_frame(b'{"type":"\xff"}', WSMsgType.TEXT)
    assert (await person.until(m.Problem)).code == "bad-message"
    assert await person.is_heard()


async def test_a_message_beyond_all_measure_ends_its_connection_alone(build: Build) -> None:
    """The others in the lobby hear nothing of it."""
    house = await build()
    ana, eve = [await LobbyPerson.enter(house, name) for name in ("Ana", "Eve")]
    await eve.ws.send_str("x" * 100_000)
    with pytest.raises(Closed):
        await _listen(eve)
    assert await ana.is_heard()


async def _listen(person: LobbyPerson) -> None:
    while True:
        await person.hear()


async def test_a_flood_of_wishes_is_dropped(build: Build) -> None:
    """And then its connection; whoever looks honestly is paired."""
    house = await build(messages=Rate(0.0001, 20), dropped_messages=30)
    eve = await LobbyPerson.enter(house, "Eve")
    for _ in range(30):
        await eve.say(m.Seek())
        await eve.say(m.StopSeeking())
    assert (await eve.last_word()).code == "too-fast"
    assert len([each for each in eve.got if isinstance(each, m.Seeking)]) <= 20
    await _paired(house, "Ana", "Ben")


async def test_whoever_only_looks_around_is_noted_nowhere(build: Build) -> None:
    """A flood of newcomers with ever new secrets leaves nothing in the store."""
    house = await build()
    for number in range(50):
        person = await LobbyPerson.enter(house, f"Eve{number}")
        await person.ws.close()
    known = [await house.server.people.recognize(secret_of(f"Eve{n}")) for n in range(50)]
    assert set(known) == {None}


async def test_who_declines_tells_the_one_at_the_table(build: Build) -> None:
    """At once, and both are free to look for somebody else."""
    house = await build()
    (ana, one), (ben, two) = await _paired(house, "Ana", "Ben")
    waits = await house.join(two.table, two.secret)
    await ana.say(m.Decline(table=one.table, secret=one.secret))
    assert (await ana.until(m.Declined)).table == one.table
    assert (await waits.last_word()).code == "declined"
    assert (await ben.until(m.Declined)).table == one.table
    await ana.say(m.Decline(table=one.table, secret=one.secret))
    assert (await ana.until(m.Problem)).code == "no-such-table"
    cleo = await LobbyPerson.enter(house, "Cleo")
    await cleo.say(m.Seek())
    assert (await ben.until(m.Paired)).opponent == "Cleo"
