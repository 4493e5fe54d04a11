"""Stopping: whoever is there is told, what is played is kept, and nothing holds the end up."""

from __future__ import annotations

import asyncio
import json
import signal
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic
from typing import Any

import aiohttp
import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, TCPConnector, WSMsgType

from spit.server.serve import _LAST_REQUESTS_SECONDS
from spit.server.settings import ServerSettings
from tests.server.process import PATIENCE, running, tell

pytestmark = pytest.mark.sockets

UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
MOST_SECONDS = 5.0


async def test_a_server_that_is_told_to_stop_says_so_and_ends_well(tmp_path: Path) -> None:
    """SIGTERM: clients are told, sockets are closed with 1001, exit code 0, in a few seconds."""
    async with running(tmp_path) as (process, address), aiohttp.ClientSession(address) as session:
        async with session.post("api/tables", json={}) as answer:
            made = await answer.json()
        async with session.ws_connect(made["socket"]) as ws:
            await ws.send_json({"type": "hello", "version": 1, "secrets": [made["secret"]]})
            while json.loads((await ws.receive(PATIENCE)).data)["type"] != "snapshot":
                pass
            started = monotonic()
            process.send_signal(signal.SIGTERM)
            frames = []
            while (frame := await ws.receive(PATIENCE)).type is aiohttp.WSMsgType.TEXT:
                frames.append(json.loads(frame.data))
            code = await asyncio.wait_for(process.wait(), PATIENCE)
    assert frames[-1]["type"] == "problem"
    assert (frames[-1]["code"], frames[-1]["fatal"]) == ("closing", True)
    assert ws.close_code == 1001
    assert code == 0
    assert monotonic() - started < MOST_SECONDS


async def test_a_client_that_never_reads_does_not_hold_the_end_up(tmp_path: Path) -> None:
    """Its goodbye has a time limit."""
    async with running(tmp_path) as (process, address), aiohttp.ClientSession(address) as session:
        async with session.post("api/tables", json={}) as answer:
            made = await answer.json()
        host, port = address.removeprefix("http://").rstrip("/").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(UPGRADE.format(path=made["socket"]).encode())
        assert b"101" in await asyncio.wait_for(reader.readline(), PATIENCE)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
        writer.close()


def test_the_parts_of_a_goodbye_fit_into_its_time(tmp_path: Path) -> None:
    """Sockets first, then whatever else is asked for, which is waited for and then cut.

    A second is left for the journal and for a machine that has other things to do.
    """
    closing = ServerSettings(data=tmp_path).close_seconds + 2 * _LAST_REQUESTS_SECONDS
    assert closing <= MOST_SECONDS - 1.0


async def _made(session: ClientSession) -> dict[str, Any]:
    """A new table against the computer."""
    async with session.post("api/tables", json={}) as answer:
        made: dict[str, Any] = await answer.json()
        return made


async def _greet(session: ClientSession, made: dict[str, Any]) -> ClientWebSocketResponse:
    """A socket at a table, from the first word to the first picture."""
    ws = await session.ws_connect(made["socket"])
    await ws.send_json({"type": "hello", "version": 1, "secrets": [made["secret"]]})
    while json.loads((await ws.receive(PATIENCE)).data)["type"] != "snapshot":
        pass
    return ws


async def _last_words(ws: ClientWebSocketResponse) -> tuple[str, int | None]:
    """The code of the last message, and how the socket was closed."""
    last = ""
    while (frame := await ws.receive(PATIENCE)).type is WSMsgType.TEXT:
        last = json.loads(frame.data).get("code", "")
    return last, ws.close_code


@pytest.mark.parametrize("again", [signal.SIGTERM, signal.SIGINT])
async def test_many_are_told_and_being_told_twice_changes_nothing(
    again: signal.Signals, tmp_path: Path
) -> None:
    """Beside them one never reads, one never ends its request and one has nothing to say.

    Every socket hears it and is closed with 1001; a further signal, in the middle of it and until
    the process is gone, does not end it in another way.
    """
    async with AsyncExitStack() as stack:
        process, address = await stack.enter_async_context(running(tmp_path))
        sockets: list[ClientWebSocketResponse] = []
        session, made = await stack.enter_async_context(ClientSession(address)), {"socket": ""}
        for host in range(1, 5):  # each address may make only so many tables at once
            connector = TCPConnector(local_addr=(f"127.0.0.{host}", 0), limit=0)
            session = await stack.enter_async_context(ClientSession(address, connector=connector))
            for _ in range(25):
                made = await _made(session)
                sockets.append(await _greet(session, made))
        port = int(address.rstrip("/").rpartition(":")[2])
        half = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"
        for words in (UPGRADE.format(path=made["socket"]).encode(), half, b""):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(words)
            stack.callback(writer.close)
        async with session.get("healthz") as answer:  # the words above have arrived before it
            assert answer.status == 200
        process.send_signal(signal.SIGTERM)
        heard = await asyncio.gather(*(_last_words(ws) for ws in sockets))
        while process.returncode is None:
            tell(process, again)
            await asyncio.wait([asyncio.ensure_future(process.wait())], timeout=0.01)
        _, errors = await process.communicate()
    assert heard == [("closing", 1001)] * 100
    assert process.returncode == 0
    assert [json.loads(line)["event"] for line in errors.splitlines()][-1] == "stopping"


async def _dealt(session: ClientSession, made: dict[str, Any]) -> dict[str, Any]:
    """The view at a table as a newcomer gets it, once there are cards."""
    while True:
        async with session.ws_connect(made["socket"]) as ws:
            await ws.send_json({"type": "hello", "version": 1, "secrets": [made["secret"]]})
            while (message := await ws.receive_json(timeout=PATIENCE))["type"] != "snapshot":
                pass
            view: dict[str, Any] = message["view"]
            while not view["round"]:
                message = await ws.receive_json(timeout=PATIENCE)
                if any(each["type"] == "dealt" for each in message.get("events", [])):
                    break
            else:
                return view


async def test_a_match_goes_on_after_a_stop(tmp_path: Path) -> None:
    """In a new epoch, with the same secret and the same cards."""
    async with running(tmp_path) as (process, address), ClientSession(address) as session:
        made = await _made(session)
        before = await _dealt(session, made)
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
    async with running(tmp_path) as (_, address), ClientSession(address) as session:
        after = await _dealt(session, made)
    assert after["epoch"] == before["epoch"] + 1
    for each in ("match", "round", "stocks", "hands", "phase"):
        assert after[each] == before[each]
