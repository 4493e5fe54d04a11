"""What a client may say over a real socket, and what is said against the rest.

Whatever one connection sends, the match goes on, the answer says why, and nothing has changed.
"""

from __future__ import annotations

import asyncio
import gc
import json
import socket
import weakref
from typing import Any

import pytest

from spit.protocol import messages as m
from spit.protocol.codec import encode
from spit.server.limits import Rate
from spit.server.sockets.session import Session
from tests.protocol.samples import SAMPLES, plain, spoiled, tag
from tests.server.conftest import Build
from tests.server.people import House, Person
from tests.server.stage import PATIENCE, Stage

pytestmark = pytest.mark.sockets

ACTIONS = [sample for sample in SAMPLES if hasattr(sample, "seat")]
IDS = [tag(sample) for sample in SAMPLES]


async def _two_people(house: House) -> tuple[Stage, Person, Person]:
    """A table with a person on each seat, dealt."""
    stage = Stage()
    house.plant(stage)
    ana = await house.join("k3v9q", "secret-0")
    ben = await house.join("k3v9q", "secret-1")
    await ana.until(m.Dealt)
    await ben.until(m.Dealt)
    return stage, ana, ben


# ------------------------------------------------------------------ hello


@pytest.mark.parametrize("sample", SAMPLES, ids=IDS)
async def test_nothing_counts_before_hello(build: Build, sample: m.AnyInbound) -> None:
    """Early: it ends the connection that said it, and the table hears nothing of it."""
    house = await build()
    stage, _, ben = await _two_people(house)
    before = stage.table.position
    stranger = await house.connect("k3v9q")
    await stranger.say(sample)
    if isinstance(sample, m.Ping):
        assert await stranger.until(m.Pong) == m.Pong(n=sample.n)
    else:
        code = "bad-secret" if isinstance(sample, m.Hello) else "hello-first"
        assert (await stranger.last_word()).code == code
        assert stranger.ws.close_code == 1008
    assert stage.table.position == before
    assert await ben.is_heard()


async def test_whoever_says_nothing_is_sent_away(build: Build) -> None:
    """A connection that never says hello is not kept."""
    house = await build(hello_seconds=0.05)
    person = await house.connect((await house.make()).table)
    assert (await person.last_word()).code == "too-slow"
    assert person.ws.close_code == 1008


async def test_another_version_is_told_which_is_spoken(build: Build) -> None:
    """And the connection ends."""
    house = await build()
    made = await house.make()
    person = await house.connect(made.table)
    await person.say(m.Hello(version=2, secrets=[made.secret]))
    problem = await person.last_word()
    assert problem.code == "wrong-version"
    assert "version 1" in problem.detail


async def test_a_table_that_is_not_there_is_said_so(build: Build) -> None:
    """After the hello, so that the answer is in the protocol."""
    house = await build()
    person = await house.connect("nowhere")
    await person.say(m.Hello(version=1, secrets=[]))
    assert (await person.last_word()).code == "no-such-table"


async def test_a_secret_opens_only_its_own_table(build: Build) -> None:
    """Nor does the name of the table, or nothing at all, open a seat."""
    house = await build()
    mine, other = await house.make(), await house.make()
    for secrets in ([other.secret], [""], [mine.table], [mine.secret, mine.secret]):
        person = await house.connect(mine.table)
        await person.say(m.Hello(version=1, secrets=secrets))
        assert (await person.last_word()).code == "bad-secret"


async def test_hello_is_said_once(build: Build) -> None:
    """A second one changes nothing and harms nothing."""
    house = await build()
    made = await house.make()
    person = await house.join(made.table, made.secret)
    await person.say(m.Hello(version=1, secrets=[made.secret]))
    problem = await person.until(m.Problem)
    assert (problem.code, problem.fatal) == ("hello-twice", False)
    assert await person.is_heard()


# ------------------------------------------------------------------ what is no message


@pytest.mark.parametrize("sample", SAMPLES, ids=IDS)
async def test_a_malformed_message_is_answered_and_dropped(
    build: Build, sample: m.AnyInbound
) -> None:
    """In every way in which a message of that type can be malformed."""
    house = await build()
    stage, ana, ben = await _two_people(house)
    before = stage.table.position
    for way, spoilt in spoiled(sample):
        await ana.say_raw(spoilt)
        problem = await ana.until(m.Problem)
        assert (problem.code, problem.fatal) == ("bad-message", False), way
    assert stage.table.position == before
    assert await ana.is_heard()
    assert await ben.is_heard()


@pytest.mark.parametrize(
    "data",
    ["", "null", "[]", "{", '"play"', "\x00", "{}" * 10, '{"type":"cheat"}', "[" * 4_000,
     "x" * 4_097, "é" * 30_000],
)  # fmt: skip
async def test_what_is_no_message_is_answered_and_dropped(build: Build, data: str) -> None:
    """No JSON, no object, no type, too long."""
    house = await build()
    stage, ana, ben = await _two_people(house)
    before = stage.table.position
    await ana.say_raw(data)
    assert (await ana.until(m.Problem)).code == "bad-message"
    assert stage.table.position == before
    assert await ana.is_heard()
    assert await ben.is_heard()


async def test_a_binary_message_is_answered_and_dropped(build: Build) -> None:
    """Even one whose bytes would be a message."""
    house = await build()
    _, ana, _ = await _two_people(house)
    await ana.ws.send_bytes(encode(m.Resign(id=1, seat=0)))
    assert (await ana.until(m.Problem)).code == "bad-message"
    assert await ana.is_heard()


@pytest.mark.parametrize("sample", SAMPLES, ids=IDS)
async def test_a_huge_message_ends_its_own_connection_alone(
    build: Build, sample: m.AnyInbound
) -> None:
    """Beyond all measure: closed; the seat may come back, and the other goes on."""
    house = await build()
    _, ana, ben = await _two_people(house)
    await ana.say_raw({**plain(sample), "more": "x" * 100_000})
    await ben.until(m.Presence)
    assert await ben.is_heard()
    back = await house.join("k3v9q", "secret-0")
    assert await back.is_heard()
    while not ana.ws.closed:
        await ana.ws.receive(PATIENCE)
    assert ana.ws.close_code in (1009, 1006)  # the latter if it was still sending


# ------------------------------------------------------------------ actions at the wrong time


@pytest.mark.parametrize("sample", ACTIONS, ids=[tag(sample) for sample in ACTIONS])
async def test_nobody_acts_for_the_other_seat(build: Build, sample: Any) -> None:
    """It is refused, and the other seat's ids are its own."""
    house = await build()
    stage, ana, ben = await _two_people(house)
    before = stage.table.position
    stolen = {**plain(sample), "seat": 1, "id": 1}
    await ana.say_raw(stolen)
    answer = await ana.answer(1)
    assert isinstance(answer, m.Refused)
    assert answer.reason == "not-your-seat"
    assert stage.table.position == before
    assert stage.table.next_id(1) == 1
    assert await ben.is_heard()


@pytest.mark.parametrize("kind", ["play", "flip", "shift", "slap", "claim", "resume", "rematch"])
async def test_an_action_too_early_is_refused(build: Build, kind: str) -> None:
    """Before the first spit only "spit" itself, a pause and giving up mean anything."""
    house = await build()
    stage, ana, _ = await _two_people(house)
    before = stage.table.position
    sample = next(each for each in ACTIONS if tag(each) == kind)
    await ana.say_raw({**plain(sample), "seat": 0, "id": 1})
    assert isinstance(await ana.answer(1), m.Refused)
    assert stage.table.position == before


@pytest.mark.parametrize(
    "kind", ["play", "flip", "shift", "spit", "slap", "resign", "claim", "pause", "resume"]
)
async def test_an_action_too_late_is_refused(build: Build, kind: str) -> None:
    """After the result only a rematch means anything."""
    house = await build()
    stage, ana, ben = await _two_people(house)
    await ben.say(m.Resign(id=1, seat=1))
    await ana.until(m.MatchEnded)
    before = stage.table.position
    sample = next(each for each in ACTIONS if tag(each) == kind)
    await ana.say_raw({**plain(sample), "seat": 0, "id": 1})
    assert isinstance(await ana.answer(1), m.Refused)
    assert stage.table.position == before


@pytest.mark.parametrize("sample", ACTIONS, ids=[tag(sample) for sample in ACTIONS])
async def test_an_action_that_comes_again_is_answered_again(build: Build, sample: Any) -> None:
    """The same answer, and nothing is done twice."""
    house = await build()
    stage, ana, _ = await _two_people(house)
    message = {**plain(sample), "seat": 0, "id": 5}
    await ana.say_raw(message)
    first = await ana.answer(5)
    after = stage.table.position
    await ana.say_raw(message)
    assert await ana.answer(5) == first
    assert stage.table.position == after


# ------------------------------------------------------------------ too much


async def test_too_many_messages_are_dropped_and_then_the_connection(build: Build) -> None:
    """A flood is answered as such; the match is not touched by what was dropped."""
    house = await build(messages=Rate(0.001, 3), dropped_messages=4)
    made = await house.make()
    person = await house.join(made.table, made.secret)
    for n in range(6):
        await person.say(m.Ping(n=n))
    problem = await person.last_word()
    assert (problem.code, problem.fatal) == ("too-fast", True)
    assert [each.n for each in person.got if isinstance(each, m.Pong)] == [0, 1]
    assert house.count('spit_problems_total{code="too-fast"}') == 4


def _silent_client(house: House, table: str, secret: str) -> socket.socket:
    """A client that speaks and never reads, with the smallest buffers it can get."""
    port = house.client.port
    assert port is not None
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    client.connect(("127.0.0.1", port))
    client.sendall(
        f"GET /ws/{table} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    client.sendall(_frame(encode(m.Hello(version=1, secrets=[secret]))))
    return client


def _frame(text: bytes) -> bytes:
    """A masked text frame of fewer than 126 bytes; the mask is zero."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


async def test_a_client_that_never_reads_is_cut_off_and_the_other_goes_on(build: Build) -> None:
    """However much it asks for, what waits for it is bounded, and nobody waits with it."""
    house = await build(queued_messages=16)
    stage = Stage()
    house.plant(stage)
    ben = await house.join("k3v9q", "secret-1")
    client = await asyncio.to_thread(_silent_client, house, "k3v9q", "secret-0")
    with client:
        client.setblocking(False)
        await ben.until(m.Dealt)
        loop = asyncio.get_running_loop()
        asked = _frame(encode(m.Resync())) * 200

        async def flood() -> None:
            while True:
                await loop.sock_sendall(client, asked)

        flooding = asyncio.create_task(flood())
        await ben.say(m.Spit(id=1, seat=1))
        assert isinstance(await ben.answer(1), m.Accepted)
        left = await ben.until(m.Presence)
        with pytest.raises(ConnectionError):
            await asyncio.wait_for(flooding, PATIENCE)
    assert (left.seat, left.online) == (0, False)
    assert house.count('spit_cut_total{cause="queue"}') == 1
    assert await ben.is_heard()


async def test_a_client_that_answers_no_ping_is_cut_off(build: Build) -> None:
    """Its network is gone, or it is; the other is told."""
    house = await build(ping_seconds=0.1)
    stage = Stage()
    house.plant(stage)
    ben = await house.join("k3v9q", "secret-1")
    client = await asyncio.to_thread(_silent_client, house, "k3v9q", "secret-0")
    with client:
        while True:
            came = await ben.until(m.Presence)
            if not came.online:
                break
    assert came.seat == 0
    assert house.count('spit_cut_total{cause="ping"}') == 1


# ------------------------------------------------------------------ coming back


async def test_a_reload_gets_the_whole_view(build: Build) -> None:
    """A page that knows nothing any more resumes in place."""
    house = await build()
    _, ana, _ = await _two_people(house)
    await ana.say(m.Spit(id=1, seat=0))
    await ana.answer(1)
    await ana.ws.close()
    back = await house.join("k3v9q", "secret-0")
    assert back.view is not None
    assert back.view.calls[0].said
    welcome = back.got[0]
    assert isinstance(welcome, m.Welcome)
    assert welcome.seats == [m.OwnSeat(seat=0, next_id=2, away_ms=30_000)]


async def test_a_client_that_says_what_it_has_gets_what_it_missed(build: Build) -> None:
    """An update that it can follow."""
    house = await build()
    stage, ana, ben = await _two_people(house)
    held = ana.view
    assert held is not None
    await ana.ws.close()
    await ben.until(m.PauseStarted)
    back = await house.connect("k3v9q")
    back.view = held
    have = m.Position(held.epoch, held.version)
    await back.say(m.Hello(version=1, secrets=["secret-0"], have=have))
    await back.until(m.Update)
    assert not any(isinstance(each, m.Snapshot) for each in back.got)
    assert back.view.version == stage.table.position.version


async def test_two_tabs_do_not_fight(build: Build) -> None:
    """The newer has the seat, the older is told so and closed."""
    house = await build()
    made = await house.make()
    older = await house.join(made.table, made.secret)
    newer = await house.join(made.table, made.secret)
    assert (await older.last_word()).code == "replaced"
    assert older.ws.close_code == 1008
    assert await newer.is_heard()


async def test_two_people_at_one_screen(build: Build) -> None:
    """Two secrets, one connection, every event once."""
    house = await build()
    house.plant(Stage())
    both = await house.join("k3v9q", "secret-0", "secret-1")
    await both.until(m.Dealt)
    await both.say(m.Spit(id=1, seat=0))
    await both.say(m.Spit(id=1, seat=1))
    await both.until(m.Spat)
    assert both.view is not None
    assert both.view.phase == "play"


async def test_a_spectator_looks_and_cannot_touch(build: Build) -> None:
    """It gets what the players get, and no secret, and may do nothing."""
    house = await build()
    stage, ana, _ = await _two_people(house)
    watcher = await house.join("k3v9q")
    await ana.say(m.Spit(id=1, seat=0))
    called = await watcher.until(m.Called)
    assert called.seat == 0
    await watcher.say(m.Resign(id=1, seat=0))
    answer = await watcher.answer(1)
    assert isinstance(answer, m.Refused)
    assert answer.reason == "not-your-seat"
    assert stage.table.is_live
    assert "secret" not in json.dumps([json.loads(encode(each)) for each in watcher.got])


async def test_a_conversation_that_is_over_keeps_nothing(build: Build) -> None:
    """Neither its socket nor its table, without a collector that looks for circles."""
    house = await build()
    made = await house.make()
    person = await house.join(made.table, made.secret)
    assert await person.is_heard()
    talks = [each for each in gc.get_objects() if issubclass(type(each), Session)]
    (talk,) = [each for each in talks if each._table_name == made.table]
    over = asyncio.Event()
    weakref.finalize(talk, over.set)
    del talk, talks
    gc.disable()
    try:
        await person.ws.close()
        await asyncio.wait_for(over.wait(), PATIENCE)
    finally:
        gc.enable()
