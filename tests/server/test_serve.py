"""Starting: the listening socket, the addresses, the sentences, the log."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from spit.server.serve import (
    Opened,
    PortTakenError,
    ServeError,
    _on_signals,
    _opened,
    address_of,
    run,
)
from spit.server.settings import ServerSettings
from spit.store import Batch, Store
from tests.server.process import PATIENCE, running

pytestmark = pytest.mark.sockets


def _settings(tmp_path: Path, **changes: Any) -> ServerSettings:
    return ServerSettings(data=tmp_path / "data", port=0, log_format="json", **changes)


def _never(opened: Opened) -> None:
    raise AssertionError(f"it serves at {opened.here}")


def test_a_port_that_is_taken_is_said_in_a_sentence(tmp_path: Path) -> None:
    """With what to do about it, and told from other faults, since play takes another then."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        settings = ServerSettings(data=tmp_path, port=port)
        with pytest.raises(PortTakenError, match=rf"port {port} .* is taken; .*--port"):
            run(settings, _never)


@pytest.mark.parametrize("host", ["nowhere.invalid", "192.0.2.7", "a" * 300])
def test_an_address_of_another_machine_is_refused(tmp_path: Path, host: str) -> None:
    """One sentence, whatever the system calls it."""
    with pytest.raises(ServeError, match="no address of this machine") as caught:
        run(_settings(tmp_path, host=host), _never)
    assert "\n" not in str(caught.value)


def test_a_folder_that_cannot_be_written_is_found_at_the_start(tmp_path: Path) -> None:
    """And not at the end of the first match."""
    (tmp_path / "data").write_text("a file where the folder should be")
    with pytest.raises(ServeError, match="cannot keep data in"):
        run(_settings(tmp_path), _never)


def test_a_damaged_journal_is_said_in_a_sentence(tmp_path: Path) -> None:
    """Each time, and the folder is free for whoever puts a backup in its place."""
    settings = _settings(tmp_path)

    async def keep() -> None:
        async with await Store.open(settings.data) as store:
            await store.commit(Batch(checkpoints={"k3m9rtxdw": b"whole"}))
            await store.commit(Batch(entries=[("k3m9rtxdw", b"entry")]))

    asyncio.run(keep())
    with closing(sqlite3.connect(settings.data / "spit.sqlite")) as file, file:
        file.execute("UPDATE journal SET entries = x'c1'")
    for _ in range(2):
        with pytest.raises(ServeError, match="row 1 of the journal is damaged; put a backup"):
            run(settings, _never)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:80/"),
        ("0.0.0.0", "http://127.0.0.1:80/"),
        ("::", "http://[::1]:80/"),
        ("::1", "http://[::1]:80/"),
        ("spit.local", "http://spit.local:80/"),
    ],
)
def test_the_address_can_be_typed_into_a_browser(host: str, address: str) -> None:
    """Also where the server listens everywhere."""
    assert address_of(host, 80) == address


@pytest.mark.parametrize(
    ("changes", "network"),
    [
        ({"host": "127.0.0.1"}, None),
        ({"host": "0.0.0.0"}, "http://192.168.1.20:80/"),
        ({"host": "::", "base_path": "/spit"}, "http://192.168.1.20:80/spit/"),
        ({"host": "0.0.0.0", "behind_proxy": True}, None),
    ],
)
def test_the_network_has_an_address_of_its_own(
    changes: dict[str, Any], network: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the server listens to it, and is not behind a proxy that has another name."""
    monkeypatch.setattr("spit.server.serve.lan_address", lambda: "192.168.1.20")
    opened = _opened(_settings(tmp_path, **changes), 80)
    assert opened.network == network
    assert opened.here.endswith(f":80{changes.get('base_path', '')}/")


def test_a_thread_that_may_not_hear_signals_serves_all_the_same() -> None:
    """Whoever runs a server beside something else stops it in another way."""

    async def heard() -> None:
        _on_signals(lambda: None)
        _on_signals(None)

    before = signal.getsignal(signal.SIGTERM)
    thread = threading.Thread(target=lambda: asyncio.run(heard()))
    thread.start()
    thread.join()
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize(
    "sent",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 70_000 + b"\r\n\r\n",
        (
            b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\n"
            b"Content-Length: 5\r\n\r\nabcde"
        ),
    ],
    ids=["nonsense", "no host", "two hosts", "long header", "not gzip"],
)
async def test_what_is_no_request_is_refused_and_fills_no_log(tmp_path: Path, sent: bytes) -> None:
    """Nobody can write into the log what is not ours, in a form that is not its own."""
    async with running(tmp_path) as (process, address):
        host, port = address.removeprefix("http://").rstrip("/").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(sent)
        assert b" 400 " in await asyncio.wait_for(reader.readline(), PATIENCE)
        writer.close()
        process.send_signal(signal.SIGTERM)
        _, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
    lines = [json.loads(line) for line in errors.decode().splitlines()]
    assert [line["event"] for line in lines] == ["serving", "stopping"]


async def test_the_log_of_a_served_table_has_its_name_and_no_secret(tmp_path: Path) -> None:
    """Each line is an object with its time and level."""
    async with running(tmp_path) as (process, address), aiohttp.ClientSession(address) as session:
        async with session.post("api/tables", json={"name": "Ana"}) as answer:
            made = await answer.json()
        process.send_signal(signal.SIGTERM)
        _, errors = await asyncio.wait_for(process.communicate(), PATIENCE)
    lines = [json.loads(line) for line in errors.decode().splitlines()]
    assert {"event", "level", "timestamp"} <= set(lines[0])
    assert [line["table"] for line in lines if line["event"] == "table made"] == [made["table"]]
    assert made["secret"] not in errors.decode()
