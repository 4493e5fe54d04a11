"""Whoever asks too much, too slowly or never reads: bounded, while all others go on."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from aiohttp import ClientSession, WSServerHandshakeError, web

from spit.protocol import messages as m
from spit.protocol.codec import encode
from spit.server import serve
from spit.server.limits import Rate
from spit.server.tables import directory
from spit.server.web import table_routes
from tests.server.conftest import Build
from tests.server.lobby.visitors import LobbyPerson, secret_of
from tests.server.people import House
from tests.server.stage import PATIENCE
from tests.server.web.desk import Desk

pytestmark = pytest.mark.sockets

EVIL, HONEST = {"X-Forwarded-For": "192.0.2.66"}, {"X-Forwarded-For": "192.0.2.7"}


# ------------------------------------------------------------------ slow ones


Open = Callable[[House], Awaitable[int]]


@pytest.fixture
async def run() -> AsyncIterator[Open]:
    """Opens a server's own port, as `spit serve` does; gives its number."""
    runners: list[web.AppRunner] = []

    async def start(house: House) -> int:
        runner = serve.runner_of(house.server)
        runners.append(runner)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        number: int = runner.addresses[0][1]
        return number

    yield start
    for runner in runners:
        await runner.cleanup()


SLOW = {
    "nothing": b"",
    "half a line": b"GET / HT",
    "half the headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: 1",
    "half a handshake": b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n",
}


@pytest.mark.parametrize("sent", SLOW.values(), ids=SLOW)
async def test_whoever_never_finishes_a_request_is_cut_off(
    tmp_path: Path, run: Open, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    """However little it has sent, and however slowly it goes on."""
    monkeypatch.setattr(serve, "IDLE_SECONDS", 0.1)
    port = await run(await _house(tmp_path))
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    assert await asyncio.wait_for(reader.read(), PATIENCE) == b""
    writer.close()


async def _house(folder: Path) -> House:
    """A server that nobody has opened to anybody yet."""

    async def keep_closed(app: web.Application) -> None:
        del app

    return await House.build(keep_closed, folder)  # type: ignore[arg-type]


async def test_a_socket_outlasts_the_time_for_a_request(
    tmp_path: Path, run: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That time is not for those who play."""
    monkeypatch.setattr(serve, "IDLE_SECONDS", 0.05)
    port = await run(await _house(tmp_path))
    async with ClientSession() as session, session.ws_connect(f"http://127.0.0.1:{port}/ws") as ws:
        await ws.send_str(encode(m.Enter(version=1)).decode())
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert await asyncio.wait_for(reader.read(), PATIENCE) == b""  # by now it is over
        writer.close()
        await ws.send_str('{"type":"ping","n":7}')
        answers = [(await ws.receive_json(timeout=PATIENCE))["type"] for _ in range(2)]
        assert answers == ["lobby", "pong"]


async def test_a_visitor_who_never_reads_is_cut_off(build: Build) -> None:
    """And the news goes to all others."""
    house = await build(queued_messages=50)
    ana = await LobbyPerson.enter(house, "Ana")
    loop = asyncio.get_running_loop()
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    client.setblocking(False)
    port = house.client.port
    assert port is not None
    await loop.sock_connect(client, ("127.0.0.1", port))
    hello = (
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    words = b"".join(
        bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text
        for text in [encode(m.Enter(version=1))] + [encode(m.Ping(n=7))] * 400
    )
    with client:
        await loop.sock_sendall(client, hello)
        with pytest.raises(ConnectionError):
            await asyncio.wait_for(_pour(client, words), PATIENCE)
    assert await ana.is_heard()
    assert house.count('spit_cut_total{cause="queue"}') == 1


async def _pour(client: socket.socket, words: bytes) -> None:
    while True:
        await asyncio.get_running_loop().sock_sendall(client, words)


# ------------------------------------------------------------------ many of them


async def test_tables_made_in_a_flood_keep_nobody_out(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that were left make room; those that are played at stay."""
    house = await build(max_tables=30, behind_proxy=True, new_tables=Rate(0.0001, 40))
    body = encode(m.NewTable(opponent="friend"))
    statuses = []
    for _ in range(50):
        async with house.client.post("/api/tables", data=body, headers=EVIL) as answer:
            statuses.append(answer.status)
    assert statuses == [201] * 30 + [503] * 10 + [429] * 10
    monkeypatch.setattr(directory, "_ROOM_MS", 0)  # a minute has passed
    async with house.client.post("/api/tables", data=body, headers=HONEST) as answer:
        assert answer.status == 201
        made = await answer.json()
    await house.join(made["table"], made["secret"])
    for number in range(100):
        headers = {"X-Forwarded-For": f"198.51.100.{number}"}
        async with house.client.post("/api/tables", data=body, headers=headers) as answer:
            assert answer.status == 201
    assert len(house.server.tables) == 30
    assert house.server.tables.find(made["table"]) is not None


async def test_newcomers_in_a_flood_keep_nobody_out(build: Build) -> None:
    """One address enters the lobby only so often; another one finds its door open."""
    house = await build(new_connections=Rate(0.0001, 20), behind_proxy=True)
    for number in range(20):
        eve = LobbyPerson(await house.client.ws_connect("/ws", headers=EVIL))
        await eve.say(m.Enter(version=1, guest=secret_of(f"Eve{number}")))
        await eve.say(m.Seek())
        await eve.until(m.Lobby)
    for _ in range(5):
        with pytest.raises(WSServerHandshakeError) as caught:
            await house.client.ws_connect("/ws", headers=EVIL)
        assert caught.value.status == 429
    honest = LobbyPerson(await house.client.ws_connect("/ws", headers=HONEST))
    await honest.say(m.Enter(version=1))
    await honest.until(m.Lobby)


async def test_handovers_in_a_flood_end_nobody_else_s(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for too many is told to wait; another seat's code works."""
    monkeypatch.setattr(table_routes, "_EFFORTS", Rate(0.0001, 5))
    house = await build(behind_proxy=True)
    honest, evil = Desk(house), Desk(house, "Eve")
    mine, other = await honest.make(), await evil.make()
    code = (await honest.hand_over(mine)).code
    proof = encode(m.SeatProof(other.secret))
    statuses = []
    for _ in range(7):
        at = f"/api/tables/{other.table}/handover"
        async with house.client.post(at, data=proof, headers=EVIL) as answer:
            statuses.append(answer.status)
    assert statuses == [200] * 5 + [429] * 2
    assert len(house.server.tables.handovers) == 2
    at = f"/api/tables/{mine.table}/takeover"
    await honest.done(at, m.TakeOver(code), m.TableMade, 201)


async def test_blocks_in_a_flood_are_one(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    """And then it is enough."""
    monkeypatch.setattr(table_routes, "_EFFORTS", Rate(0.0001, 5))
    house = await build()
    ana, ben = Desk(house), Desk(house, "Ben")
    made = await ana.make()
    await ben.sit(made.table)
    at = f"/api/tables/{made.table}/block"
    statuses = [(await ana.post(at, m.Block(made.secret)))[0] for _ in range(7)]
    assert statuses == [200] * 5 + [429] * 2
    number = await house.server.people.recognize(ana.guest)
    assert len(await house.server.people.apart_from(number)) == 1


# ------------------------------------------------------------------ from elsewhere


POSTS = ["", "/{}/seat", "/{}/handover", "/{}/takeover", "/{}/block", "/{}/report"]


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"},
     {"Host": "evil.example", "Origin": "http://evil.example"}],
)  # fmt: skip
async def test_no_foreign_page_asks_for_anything(
    build: Build, path: str, headers: dict[str, str]
) -> None:
    """Whatever name it has found for this server, and even if it knew a secret."""
    house = await build()
    made = await Desk(house).make()
    bodies = {
        "": m.NewTable(), "/{}/seat": m.SitDown(), "/{}/handover": m.SeatProof(made.secret),
        "/{}/takeover": m.TakeOver("x"), "/{}/block": m.Block(made.secret),
        "/{}/report": m.Report(made.secret),
    }  # fmt: skip
    at = f"/api/tables{path.format(made.table)}"
    async with house.client.post(at, data=encode(bodies[path]), headers=headers) as answer:
        assert answer.status == 403
        assert (await answer.json())["error"].endswith(".")
    assert len(house.server.tables) == 1
    assert (await Desk(house).info(made.table)).standing == "open"


async def test_a_name_of_ten_thousand_characters_is_no_name(build: Build) -> None:
    """It is refused where it is too long to be read, and cut where it is too long to be shown."""
    house = await build()
    ana = Desk(house)
    status, data = await ana.post("/api/tables", m.NewTable(name="x" * 10_000))
    assert status == 413
    assert b"too long" in data
    made = await ana.make(name="<b>" + "\u202ex" * 30)
    (name, _) = (await ana.info(made.table)).names
    assert name == "<b>" + "x" * 21
    person = await LobbyPerson.connect(house)
    await person.say(m.Enter(version=1, name="x" * 10_000))
    assert (await person.until(m.Problem)).code == "bad-message"
