"""Round trips: when connections are pinged, and what the system says of them."""

from __future__ import annotations

import asyncio
import socket
import struct
import sys
from typing import cast

import pytest

from spit.server.sockets import pulse as subject
from spit.server.sockets.connection import Connection, Frame
from spit.server.sockets.pulse import REST_SECONDS, KernelTrip, Pulse
from spit.table import PingPace


class Line:
    """Stands for a connection: it notes what is asked of it, and when."""

    def __init__(self) -> None:
        self.is_direct: bool | None = None
        self.looks: list[float] = []

    def measure(self, *, is_direct: bool) -> None:
        """As `Connection.measure`."""
        self.is_direct = is_direct

    def measure_no_more(self) -> None:
        """As `Connection.measure_no_more`."""
        self.is_direct = None

    def ping_if_due(self, now: float) -> None:
        """As `Connection.ping_if_due`."""
        self.looks.append(now)


class Clock:
    """The time, and a sleep that lets it pass; after so many of them the test ends."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, sleeps: int) -> None:
        self.now = 1_000.0
        self._left = sleeps
        monkeypatch.setattr("spit.server.sockets.pulse.asyncio.sleep", self._sleep)
        monkeypatch.setattr(subject, "monotonic", lambda: self.now)

    async def _sleep(self, seconds: float) -> None:
        self.now += seconds
        self._left -= 1
        if self._left < 0:
            raise asyncio.CancelledError


async def _run(pulse: Pulse) -> None:
    with pytest.raises(asyncio.CancelledError):
        await pulse.run()


@pytest.mark.parametrize("is_direct", [True, False])
async def test_a_table_that_rests_is_measured_no_more(
    monkeypatch: pytest.MonkeyPatch, *, is_direct: bool
) -> None:
    """Until then it is looked after every half second, from the first moment on."""
    Clock(monkeypatch, 1_000)
    pulse, line = Pulse(is_direct=is_direct), Line()
    pulse.keep(line)
    asked: list[bool | None] = [line.is_direct]
    await _run_until_empty(pulse)
    assert [*asked, line.is_direct] == [is_direct, None]
    assert line.looks[0] == 1_000.0
    gaps = [later - earlier for earlier, later in zip(line.looks, line.looks[1:], strict=False)]
    assert max(gaps) <= 0.5
    assert line.looks[-1] == pytest.approx(1_000.0 + REST_SECONDS, abs=0.5)


async def _run_until_empty(pulse: Pulse) -> None:
    task = asyncio.ensure_future(pulse.run())
    loop = asyncio.get_running_loop()
    while len(pulse):
        turn = loop.create_future()
        loop.call_soon(turn.set_result, None)
        await turn
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_whoever_goes_is_measured_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """And whatever happens at a table goes on with it; to stop twice does no harm."""
    clock, pulse = Clock(monkeypatch, 5), Pulse(is_direct=True)
    one, two = Line(), Line()
    pulse.keep(one)
    pulse.keep(two)
    pulse.stop(one)
    pulse.stop(one)
    clock.now += REST_SECONDS - 1.3
    pulse.keep(two)
    await _run(pulse)
    assert (one.is_direct, two.is_direct) == (None, True)
    assert len(one.looks) == 1
    assert len(two.looks) == 6


def test_nothing_is_measured_that_decides_nothing() -> None:
    """By arrival order nobody need know how far away anybody is."""
    pulse, line = Pulse(is_direct=True, is_needed=False), Line()
    pulse.keep(line)
    assert (line.is_direct, line.looks, len(pulse)) == (None, [], 0)


class Wire:
    """Stands for a transport."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def write(self, data: bytes) -> None:
        """As `asyncio.Transport.write`."""
        self.sent.append(data)

    def is_closing(self) -> bool:
        """As `asyncio.Transport.is_closing`."""
        return False

    def get_write_buffer_size(self) -> int:
        """As `asyncio.Transport.get_write_buffer_size`."""
        return 0

    def get_extra_info(self, name: str) -> None:
        """As `asyncio.Transport.get_extra_info`."""


def _measured() -> tuple[Connection, Wire]:
    wire = Wire()
    transport = cast(asyncio.Transport, wire)
    connection = Connection(None, transport, 9, 1.0, lambda _: None)  # type: ignore[arg-type]
    connection.measure(is_direct=True)
    return connection, wire


def test_a_ping_rides_along_with_what_is_sent() -> None:
    """In the same call of the system, and not before the last one is answered."""
    connection, wire = _measured()
    connection.send_frames([Frame.of(b"news")])
    assert len(wire.sent) == 1
    assert wire.sent[0].startswith(Frame.of(b"news").wire)
    assert len(wire.sent[0]) == len(Frame.of(b"news").wire) + len(Frame.of(b"ping").wire)
    connection.send_frames([Frame.of(b"more")])
    assert wire.sent[1] == Frame.of(b"more").wire


def test_pings_come_in_their_time() -> None:
    """Alone where nothing carries them, and not before the last one is answered."""
    connection, wire = _measured()
    connection.ping_if_due(1_000.0)
    ping = wire.sent[0][2:]
    connection.ping_if_due(1_010.0)
    assert len(wire.sent) == 1
    assert connection.heard_pong(ping, 1_000.2)
    assert connection.trip_ms == pytest.approx(200)
    connection.ping_if_due(1_000.2)
    assert len(wire.sent) == 1
    connection.ping_if_due(1_000.0 + 1.5 * PingPace.OFTEN_MS / 1_000)
    assert len(wire.sent) == 2
    connection.measure_no_more()
    connection.send_frames([Frame.of(b"news")])
    assert wire.sent[2] == Frame.of(b"news").wire


class Peer:
    """Stands for a transport whose system knows the way."""

    def __init__(self, trip_us: int) -> None:
        self.trip_us = trip_us
        self.asked = 0

    def get_extra_info(self, name: str) -> Peer:
        """As `asyncio.Transport.get_extra_info`."""
        assert name == "socket"
        return self

    def getsockopt(self, level: int, option: int, length: int) -> bytes:
        """As `socket.socket.getsockopt`."""
        assert (level, option) == (socket.IPPROTO_TCP, socket.TCP_INFO)
        self.asked += 1
        return struct.pack("=I", self.trip_us).rjust(length, b"\0")


@pytest.mark.skipif(sys.platform != "linux", reason="the figure is Linux's")
def test_the_lower_of_two_figures_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that waits with its answers is seen through; near the figure nobody asks anew."""
    peer = Peer(20_000)
    monkeypatch.setattr(subject, "_INFO_BYTES", 72)
    trip = KernelTrip(cast(asyncio.Transport, peer))
    assert trip.shorten(70.0) == 20.0
    assert trip.shorten(21.0) == 21.0
    assert peer.asked == 1
    peer.trip_us = 90_000
    assert trip.shorten(80.0) == 80.0
    assert peer.asked == 2


@pytest.mark.sockets
@pytest.mark.skipif(sys.platform != "linux", reason="the figure is Linux's")
async def test_the_system_has_a_figure_for_a_real_connection() -> None:
    """On one machine it is far below any ping that was held back."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.readexactly(1))
        await reader.read()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    writer.write(b"x")
    await reader.readexactly(1)
    assert KernelTrip(writer.transport).shorten(1_000.0) < 500.0
    writer.close()
    await writer.wait_closed()
    server.close()
    await server.wait_closed()
