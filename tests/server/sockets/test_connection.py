"""The sending half of a connection: its queue, its end, and those who do not read."""

from __future__ import annotations

import asyncio
import json
from typing import cast

import pytest
from aiohttp import WSMsgType

from spit.protocol import messages as m
from spit.server.sockets.connection import Connection, Frame
from spit.server.sockets.prompt import PromptSocket

PATIENCE = 10.0


class Wire:
    """Stands for a WebSocket and its transport: it takes what is sent while it is not `stuck`."""

    def __init__(self) -> None:
        self.sent: list[tuple[bytes, WSMsgType]] = []
        self.stuck = False
        self.writes = 0
        self.closed: int | None = None
        self.aborted = asyncio.Event()

    async def send_frame(self, data: bytes, kind: WSMsgType) -> None:
        """As `aiohttp.web.WebSocketResponse.send_frame`."""
        if self.stuck:
            await self.aborted.wait()
            raise ConnectionResetError
        self.sent.append((data, kind))

    async def close(self, *, code: int) -> None:
        """As `aiohttp.web.WebSocketResponse.close`."""
        if self.stuck:
            await self.aborted.wait()
        self.closed = code

    def write(self, frames: bytes) -> None:
        """As `asyncio.Transport.write`, of whole frames."""
        self.writes += 1
        while frames:
            length, start = frames[1], 2
            if length == 126:
                length, start = int.from_bytes(frames[2:4], "big"), 4
            elif length == 127:
                length, start = int.from_bytes(frames[2:10], "big"), 10
            end = start + length
            assert len(frames) >= end
            self.sent.append((frames[start:end], WSMsgType(frames[0] & 0x0F)))
            frames = frames[end:]

    def get_write_buffer_size(self) -> int:
        """As `asyncio.Transport.get_write_buffer_size`."""
        return 1_000_000 if self.stuck else 0

    def is_closing(self) -> bool:
        """As `asyncio.Transport.is_closing`."""
        return self.aborted.is_set()

    def abort(self) -> None:
        """As `asyncio.Transport.abort`."""
        self.aborted.set()


def _connection(
    wire: Wire, causes: list[str], *, most: int = 3, close_seconds: float = PATIENCE
) -> Connection:
    socket = cast(PromptSocket, wire)
    transport = cast(asyncio.Transport, wire)
    return Connection(socket, transport, most, close_seconds, causes.append)


@pytest.fixture
def wire() -> Wire:
    """A fresh one."""
    return Wire()


async def test_what_is_queued_is_sent_in_order(wire: Wire) -> None:
    """Messages, frames that are encoded already, and pings, each once."""
    connection = _connection(wire, [])
    connection.send(m.Pong(n=1))
    connection.send_frame(b"two")
    connection.ping()
    connection.end(m.Problem(code="closing", detail="Bye.", fatal=True), 1001)
    await asyncio.wait_for(connection.done(), PATIENCE)
    assert [data for data, _ in wire.sent[:2]] == [b'{"type":"pong","n":1}', b"two"]
    assert [kind for _, kind in wire.sent] == [
        WSMsgType.TEXT, WSMsgType.TEXT, WSMsgType.PING, WSMsgType.TEXT,
    ]  # fmt: skip
    assert json.loads(wire.sent[3][0])["code"] == "closing"
    assert wire.closed == 1001


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
async def test_a_message_of_any_length_is_one_frame(wire: Wire, length: int) -> None:
    """The length of the length follows from it."""
    _connection(wire, []).send_frame(b"x" * length)
    assert wire.sent == [(b"x" * length, WSMsgType.TEXT)]


async def test_what_waits_is_not_overtaken(wire: Wire) -> None:
    """A client that reads again gets the oldest first."""
    connection = _connection(wire, [])
    wire.stuck = True
    connection.send_frame(b"one")
    wire.stuck = False
    connection.send_frame(b"two")
    await asyncio.sleep(0)
    connection.send_frame(b"three")
    assert [data for data, _ in wire.sent] == [b"one", b"two", b"three"]


async def test_sending_never_waits_and_a_full_queue_is_the_end(wire: Wire) -> None:
    """A client that does not read is cut off; whoever sends to it notices nothing."""
    causes: list[str] = []
    connection = _connection(wire, causes)
    wire.stuck = True
    for _ in range(3):
        connection.send_frame(b"x")
    await asyncio.sleep(0)  # the writer takes the first and is stuck with it
    connection.send_frame(b"x")
    assert causes == []
    connection.send_frame(b"x")
    assert connection.is_ending
    assert causes == ["queue"]
    await asyncio.wait_for(connection.done(), PATIENCE)
    assert wire.sent == []


async def test_after_the_last_word_nothing_is_sent(wire: Wire) -> None:
    """Nor a second last word."""
    connection = _connection(wire, [])
    goodbye = m.Problem(code="replaced", detail="Bye.", fatal=True)
    connection.end(goodbye)
    connection.end(goodbye)
    connection.send_frame(b"late")
    await asyncio.wait_for(connection.done(), PATIENCE)
    assert len(wire.sent) == 1
    assert wire.closed == 1008


async def test_a_goodbye_that_takes_too_long_is_cut(wire: Wire) -> None:
    """Without being counted as a fault of the client's."""
    causes: list[str] = []
    connection = _connection(wire, causes, close_seconds=0.01)
    wire.stuck = True
    connection.end(m.Problem(code="closing", detail="Bye.", fatal=True))
    await asyncio.wait_for(connection.done(), PATIENCE)
    assert wire.aborted.is_set()
    assert causes == []


async def test_a_client_that_has_gone_ends_the_writer(wire: Wire) -> None:
    """It is not an error."""
    connection = _connection(wire, [])
    wire.stuck = True
    wire.aborted.set()
    connection.send_frame(b"x")
    await asyncio.wait_for(connection.done(), PATIENCE)
    assert wire.sent == []


async def test_cutting_twice_is_cutting_once(wire: Wire) -> None:
    """The cause is told once."""
    causes: list[str] = []
    connection = _connection(wire, causes)
    connection.cut("ping")
    connection.cut("queue")
    assert causes == ["ping"]


async def test_only_what_was_in_a_ping_answers_it(wire: Wire) -> None:
    """An answer sent ahead, without waiting for the ping, makes no round trip shorter."""
    connection = _connection(wire, [])
    connection.ping()
    connection.ping()
    ((first, _),) = wire.sent
    started = connection._pinged
    for guess in (b"", bytes(len(first)), first + b"x"):
        assert not connection.heard_pong(guess, started + 0.001)
    assert connection.is_silent(started + 5.0, 5.0)
    assert connection.heard_pong(first, started + 0.25)
    assert connection.round_trip_ms == pytest.approx(250)
    assert not connection.heard_pong(first, started + 0.3)
    assert not connection.is_silent(started + 5.0, 5.0)
    connection.ping()
    assert wire.sent[1][0] != first
    assert not connection.heard_pong(first, started + 0.4)


async def test_frames_that_belong_together_go_together(wire: Wire) -> None:
    """With one call of the system, in their order; behind what waits they wait, too."""
    connection = _connection(wire, [], most=5)
    frames = [Frame.of(b"one"), Frame.of(b"two")]
    connection.send_frames(frames)
    assert wire.writes == 1
    assert [data for data, _ in wire.sent] == [b"one", b"two"]
    wire.stuck = True
    connection.send_frames(frames)
    assert wire.writes == 1
    assert connection._queue is not None
    assert [frame.data for frame in connection._queue] == [b"one", b"two"]
    connection.cut(None)
    await asyncio.wait_for(connection.done(), PATIENCE)
