"""What somebody who means harm, or is merely slow, can do; and what is left behind by it."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest
from aiohttp import WSMsgType, web

from spit.protocol import messages as m
from spit.protocol.codec import encode
from spit.server.limits import Rate
from spit.server.tables.live import LiveTable
from spit.server.web.table_routes import TableRoutes
from spit.store import Batch, Store
from spit.table import Table
from tests.server.conftest import Build
from tests.server.people import House
from tests.server.stage import PATIENCE, Stage

pytestmark = pytest.mark.sockets

BYE = m.Problem(code="closing", detail="Bye.", fatal=True)


def _timers() -> list[asyncio.TimerHandle]:
    """The timers of live tables that the loop still has."""
    loop: Any = asyncio.get_running_loop()
    return [
        timer
        for timer in loop._scheduled
        if not timer.cancelled()
        and isinstance(getattr(timer._callback, "__self__", None), LiveTable)
    ]


def _fail(self: Table, *args: object) -> None:
    del self, args
    raise ZeroDivisionError


# ------------------------------------------------------------------ floods and slow peers


async def test_ping_frames_count_like_messages(build: Build) -> None:
    """A flood of them is no way round the rate."""
    house = await build(messages=Rate(0.001, 3), dropped_messages=2)
    made = await house.make()
    person = await house.join(made.table, made.secret)
    for _ in range(4):
        await person.ws.ping()
    assert (await person.last_word()).code == "too-fast"


async def test_a_body_that_never_comes_is_not_waited_for(build: Build) -> None:
    """The connection is answered and no table is made."""
    house = await build(body_seconds=0.05)
    port = house.client.port
    assert port is not None
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
    line = await asyncio.wait_for(reader.readline(), PATIENCE)
    writer.close()
    assert b"408" in line
    assert len(house.server.tables) == 0


async def test_a_body_that_is_not_what_it_says_is_no_fault_of_ours(build: Build) -> None:
    """It is answered as the client's mistake, and nothing is logged or counted."""
    house = await build()
    headers = {"Content-Encoding": "gzip"}
    async with house.client.post("/api/tables", data=b"abcde", headers=headers) as answer:
        assert answer.status == 400
        assert (await answer.json())["error"].endswith(".")
    assert house.log_text.getvalue() == ""
    assert house.count("spit_faults_total") == 0


async def test_a_client_that_goes_in_mid_sentence_is_no_fault_of_ours(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a body and then nothing: the server forgets it."""
    house = await build()
    port = house.client.port
    assert port is not None
    body_is_read = asyncio.Event()
    read = TableRoutes._read
    outcome: list[BaseException] = []

    async def reading(self: TableRoutes, request: web.Request, kind: type[Any]) -> object:
        body_is_read.set()
        try:
            return await read(self, request, kind)
        except BaseException as error:
            outcome.append(error)
            raise

    monkeypatch.setattr(TableRoutes, "_read", reading)
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
    await asyncio.wait_for(body_is_read.wait(), PATIENCE)
    writer.close()
    await writer.wait_closed()
    async with asyncio.timeout(PATIENCE):
        while not outcome:
            (await house.client.get("/healthz")).close()
    assert isinstance(outcome[0], ConnectionError | asyncio.CancelledError)
    assert house.log_text.getvalue() == ""
    assert house.count("spit_faults_total") == 0


def _frame(kind: WSMsgType, data: bytes) -> bytes:
    """A masked frame of fewer than 126 bytes; the mask is zero."""
    return bytes([0x80 | kind, 0x80 | len(data), 0, 0, 0, 0]) + data


async def _unread(house: House, made: m.TableMade) -> socket.socket:
    """A connection that has said hello and whose client reads but the answer's first byte."""
    port = house.client.port
    assert port is not None
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    client.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(client, ("127.0.0.1", port))
    hello = encode(m.Hello(version=1, secrets=[made.secret]))
    await loop.sock_sendall(
        client,
        f"GET {made.socket} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        + _frame(WSMsgType.TEXT, hello),
    )
    assert await loop.sock_recv(client, 1) == b"H"
    return client


async def _until_unsent(house: House) -> None:
    """Waits until the server has handed on more than the system takes."""
    runner = house.client.server.runner
    assert runner is not None
    assert runner.server is not None
    transports = [each.transport for each in runner.server.connections if each.transport]
    for each in transports:
        each.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
    async with asyncio.timeout(PATIENCE):
        while not any(each.get_write_buffer_size() for each in transports):
            (await house.client.get("/healthz")).close()


async def _flood(client: socket.socket, data: bytes) -> None:
    """Sends it again and again until the connection is gone."""
    while True:
        await asyncio.get_running_loop().sock_sendall(client, data)


async def test_a_goodbye_without_reading_keeps_no_socket(build: Build) -> None:
    """A client that closes and never reads what was sent before is cut off after a while."""
    house = await build(close_seconds=0.05, queued_messages=100_000)
    made = await house.make()
    loop = asyncio.get_running_loop()
    resync = _frame(WSMsgType.TEXT, encode(m.Resync()))
    with await _unread(house, made) as client:
        await loop.sock_sendall(client, resync * 1_000)
        await _until_unsent(house)
        await loop.sock_sendall(client, _frame(WSMsgType.CLOSE, b"\x03\xe8"))
        with pytest.raises(ConnectionError):
            await asyncio.wait_for(_flood(client, resync * 200), PATIENCE)


# ------------------------------------------------------------------ what is left behind


async def test_tables_made_and_left_leave_no_timer(build: Build) -> None:
    """Two hundred over HTTP, some of them dealt and played at."""
    house = await build(gone_ms=0)
    for number in range(200):
        made = await house.make()
        if number % 50 == 0:
            person = await house.join(made.table, made.secret)
            await person.until(m.Dealt)
            await person.say(m.Resign(id=1, seat=0))
            await person.until(m.MatchEnded)
            await person.ws.close()
    async with asyncio.timeout(PATIENCE):
        while house.server.door._connections:
            house.server.door._none_left.clear()
            await house.server.door._none_left.wait()
    assert _timers() != []
    house.server.tables.sweep()
    assert len(house.server.tables) == 0
    assert house.count("spit_tables") == 0
    assert _timers() == []


async def test_nothing_happens_at_a_table_that_has_ended() -> None:
    """Neither a message nor a connection that goes wakes it again."""
    stage = Stage()
    ana, ben = stage.join(0), stage.join(1)
    await ana.until(m.Dealt)
    stage.live.end(BYE, 1001)
    before = stage.table.position
    stage.live.receive(ana, m.Resign(id=1, seat=0))
    stage.live.leave(ben)
    stage.live.end(BYE, 1001)
    assert stage.table.position == before
    assert _timers() == []
    assert [each.code for each in ana.of(m.Problem)] == ["closing"]


async def test_a_fault_that_stays_does_not_stop_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever fails at the table fails in ending it too, and must not reach the server."""
    stage = Stage()
    ana, ben = stage.join(0), stage.join(1)
    await ana.until(m.Dealt)
    with monkeypatch.context() as patched:
        for name in ("receive", "tick", "next_deadline_ms", "disconnect", "take_outbox"):
            patched.setattr(Table, name, _fail)
        stage.live.receive(ana, m.Spit(id=1, seat=0))
        stage.live.leave(ben)
    assert (ana.close_code, ben.close_code) == (1011, 1011)
    assert stage.log_text.getvalue().count("table failed") == 1
    assert _timers() == []


async def test_whoever_comes_to_a_fault_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The newcomer at whose coming the table fails is not left waiting."""
    stage = Stage()
    ana = stage.join(0)
    with monkeypatch.context() as patched:
        patched.setattr(Table, "connect", _fail)
        ben = stage.join(1)
    for client in (ana, ben):
        assert [each.code for each in client.of(m.Problem)] == ["closing"]
        assert client.close_code == 1011


# ------------------------------------------------------------------ a disk that does not answer


async def test_a_slow_disk_holds_a_result_up_only_so_long(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told then, at once as not yet kept, and that it is kept once the disk has it."""
    house = await build(save_seconds=0.05)
    may_save = asyncio.Event()
    commit = Store.commit

    async def slow(self: Store, batch: Batch) -> None:
        if batch.matches:
            await may_save.wait()
        await commit(self, batch)

    monkeypatch.setattr(Store, "commit", slow)
    made = await house.make()
    person = await house.join(made.table, made.secret)
    await person.until(m.Dealt)
    await person.say(m.Resign(id=1, seat=0))
    await person.until(m.MatchEnded)
    assert person.view is not None
    assert not person.view.saved
    assert await house.server.store.record(made.table) is None
    may_save.set()
    assert (await person.until(m.Saved)).saved
    assert await house.server.store.record(made.table) is not None
