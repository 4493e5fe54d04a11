"""Where WebSockets come in: how many, from whom, and those that no longer answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from aiohttp import WSMsgType, WSServerHandshakeError

from spit.protocol import messages as m
from spit.server.logs import make_log
from spit.server.metrics import Metrics
from spit.server.settings import ServerSettings
from spit.server.sockets.connection import Connection
from spit.server.sockets.door import Door
from spit.server.sockets.session import Session
from tests.server.conftest import Build
from tests.server.stage import PATIENCE

PING_SECONDS = 8.0


class Clock:
    """The time, and a sleep that lets it pass; after so many of them the test ends."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, sleeps: int) -> None:
        self.now = 1_000.0
        self._left = sleeps
        self._then: Callable[[], None] | None = None
        monkeypatch.setattr("spit.server.sockets.door.asyncio.sleep", self._sleep)
        monkeypatch.setattr("spit.server.sockets.door.monotonic", self.time)

    def time(self) -> float:
        """As `time.monotonic`."""
        return self.now

    async def _sleep(self, seconds: float) -> None:
        self.now += seconds
        self._left -= 1
        if self._left < 0:
            raise asyncio.CancelledError


class Line(Connection):
    """A connection without a socket whose pings are answered, or not, after a while."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._awaited_pong = None
        self.pings: list[float] = []
        self.cuts: list[float] = []

    def ping(self) -> None:
        """Notes it."""
        if self._awaited_pong is None:
            self._awaited_pong = b"ping"
            self._pinged = self._clock.now
            self.pings.append(self._clock.now)

    def cut(self, cause: str | None) -> None:
        """Notes it."""
        assert cause == "ping"
        self.cuts.append(self._clock.now)


def _door() -> Door:
    settings = ServerSettings(data=Path(), ping_seconds=PING_SECONDS)
    return Door(settings, Metrics(), make_log("json", StringIO()))


async def _pinged(door: Door) -> None:
    with pytest.raises(asyncio.CancelledError):
        await door.ping_all()


async def test_every_connection_is_pinged_in_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that never answers is cut off at its next turn; not all have theirs at once."""
    clock = Clock(monkeypatch, 16)
    door = _door()
    lines = [Line(clock) for _ in range(8)]
    door._connections = {line: number for number, line in enumerate(lines)}
    await _pinged(door)
    assert len({line.pings[0] for line in lines}) == 8
    for line in lines:
        assert line.cuts == [line.pings[0] + PING_SECONDS]


async def test_a_ping_of_a_moment_ago_has_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lobby sends one too, perhaps just before the turn; its answer is under way."""
    clock = Clock(monkeypatch, 1)
    door = _door()
    line = Line(clock)
    door._connections = {line: 1}
    line.ping()
    await _pinged(door)
    assert line.cuts == []
    assert len(line.pings) == 1


async def test_a_ping_is_not_sent_into_another_one() -> None:
    """Whose answer would seem to come too soon."""
    connection = Connection(None, None, 10, 1.0, lambda _: None)  # type: ignore[arg-type]
    connection.ping()
    sent = connection._pinged
    connection._pinged = sent - 1.0
    connection.ping()
    assert connection._queue is not None
    ((data, _, _),) = connection._queue
    assert connection.heard_pong(data, sent)
    assert connection.round_trip_ms == pytest.approx(1_000)


@pytest.mark.sockets
async def test_the_lobby_and_tables_share_the_limits(build: Build) -> None:
    """Connections of an address count wherever they lead; closed ones make room."""
    house = await build(connections_of_address=2)
    made = await house.make()
    lobby = await house.client.ws_connect("/ws")
    await house.join(made.table, made.secret)
    for path in ("/ws", made.socket):
        with pytest.raises(WSServerHandshakeError) as caught:
            await house.client.ws_connect(path)
        assert caught.value.status == 429
    await lobby.close()
    async with asyncio.timeout(PATIENCE):
        while len(house.server.door) == 2:
            (await house.client.get("/healthz")).close()
    await house.client.ws_connect("/ws")


@pytest.mark.sockets
@pytest.mark.parametrize("path", ["/ws", "/ws/k3v9q"])
@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"},
     {"Host": "evil.example", "Origin": "http://evil.example"}, {"Host": ""}],
)  # fmt: skip
async def test_no_foreign_page_opens_a_socket(
    build: Build, path: str, headers: dict[str, str]
) -> None:
    """Whatever name it has found for this server."""
    house = await build()
    with pytest.raises(WSServerHandshakeError) as caught:
        await house.client.ws_connect(path, headers=headers)
    assert caught.value.status in (400, 403)
    assert len(house.server.door) == 0


@pytest.mark.sockets
async def test_a_door_that_closes_tells_everybody(build: Build) -> None:
    """In the lobby and at tables; those who do not leave are cut off."""
    house = await build()
    made = await house.make()
    player = await house.join(made.table, made.secret)
    lobby = await house.client.ws_connect("/ws")
    closing = asyncio.create_task(house.server.door.close())
    assert (await player.last_word()).code == "closing"
    message = await lobby.receive_json()
    assert (message["type"], message["code"]) == ("problem", "closing")
    await lobby.close()
    await closing
    assert len(house.server.door) == 0


@pytest.mark.sockets
async def test_a_fault_in_a_conversation_is_said_in_it(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a last word and a code, and to nobody else; it is logged and counted."""
    house = await build()
    made = await house.make()
    person = await house.join(made.table, made.secret)
    other = await house.join(made.table)

    def fail(self: Session, data: bytes) -> None:
        del self, data
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(Session, "understand", fail)
        await person.say(m.Ping(n=1))
        problem = await person.until(m.Problem)
    assert (problem.code, problem.fatal) == ("closing", True)
    assert (await person.ws.receive(PATIENCE)).type is WSMsgType.CLOSE
    assert person.ws.close_code == 1011
    await other.say(m.Ping(n=2))
    assert (await other.until(m.Pong)).n == 2
    assert house.count("spit_faults_total") == 1
