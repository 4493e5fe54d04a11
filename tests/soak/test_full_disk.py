"""A server whose disk is full: the match goes on, the truth is told, and nothing is lost by it."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from typing import NamedTuple

import aiohttp
import msgspec
import pytest

from spit.protocol import messages as m
from spit.protocol.codec import encode
from spit.rules import verify
from spit.store import StoreReader
from tests.soak.people import Seat, Town
from tests.soak.process import ServerProcess, free_port

pytestmark = [
    pytest.mark.sockets,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="it takes Linux to fill a disk like that"),
]


class Disk(NamedTuple):
    """Where a server keeps its data, and how that is filled and emptied under it."""

    path: Path
    fill: Callable[[ServerProcess], None]
    empty: Callable[[ServerProcess], None]


@pytest.fixture(params=["disk", "limit"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    """A real one of two megabytes where one can be mounted, and files that may not grow."""
    path = tmp_path / "disk"
    path.mkdir()
    if request.param == "limit":
        yield Disk(path, lambda server: limit(server, 1), lambda server: limit(server, -1))
        return
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(path)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root may mount a disk")
    filler = path / "filler"
    yield Disk(path, lambda _: fill(filler), lambda _: filler.unlink())
    subprocess.run(["umount", "--lazy", str(path)], check=True)


def fill(filler: Path) -> None:
    """Writes a file until there is no room left."""
    with filler.open("wb", buffering=0) as file:
        for size in (65_536, 512):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                continue


def limit(server: ServerProcess, size_bytes: int) -> None:
    """From now on no file may grow beyond that size by this server; -1 for any."""
    if not server.is_running:
        return
    _, hard = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size_bytes, hard))


class Pair:
    """Two at a table of a server of their own, and what the server says of itself."""

    def __init__(self, disk: Disk, log: Path) -> None:
        self.disk = disk
        self.seats: list[Seat] = []
        self.town = Town(f"http://127.0.0.1:{free_port()}", Random(1))
        self.town.think_ms = 1.0
        self._log = log
        self._data = disk.path / "data"

    async def start(self) -> ServerProcess:
        """Starts a server, and waits until it serves."""
        port = int(self.town.address.rpartition(":")[2])
        server = await ServerProcess.start(self._data, port, self._log, "--save-seconds", "0.05")
        assert await server.serves()
        return server

    async def sit_down(self, session: aiohttp.ClientSession) -> None:
        """Makes a table for the two."""
        wish = m.NewTable(opponent="same-screen", rules={"max_rounds": 1})
        async with session.post(f"{self.town.address}/api/tables", data=encode(wish)) as answer:
            made = msgspec.json.decode(await answer.read(), type=m.TableMade)
        assert made.partner_secret is not None
        other = m.TableMade(made.table, 1, made.partner_secret, made.socket)
        self.seats = [Seat(self.town, made), Seat(self.town, other)]

    async def until(self, wanted: Callable[[m.TableView], bool]) -> None:
        """Waits until both are shown something of that kind in this life of the server."""
        await self.town.until(
            lambda: all(
                each.history and each.life == self.town.life and wanted(each.view)
                for each in self.seats
            )
        )

    async def records(self) -> dict[str, bool]:
        """By match, whether its record verifies, of all that is kept."""
        async with await StoreReader.open(self._data) as store:
            found = {}
            for row in await store.matches(100):
                text = await store.record(row.match)
                assert text is not None
                assert row.match not in found
                found[row.match] = verify(BytesIO(text.encode())) is None
            return found


@asynccontextmanager
async def playing(pair: Pair) -> AsyncIterator[aiohttp.ClientSession]:
    """Lets the two play."""
    async with aiohttp.ClientSession() as session, asyncio.TaskGroup() as group:
        await pair.sit_down(session)
        players = [group.create_task(seat.live(session)) for seat in pair.seats]
        pair.town.begin_life()
        yield session
        for player in players:
            player.cancel()


async def said(session: aiohttp.ClientSession, address: str) -> str:
    """What the server answers there."""
    async with session.get(address) as answer:
        return await answer.text()


def is_saved(view: m.TableView) -> bool:
    """Whether the result is known, and kept."""
    return view.phase == "over" and view.saved


def is_unsaved(view: m.TableView) -> bool:
    """Whether the result is known, and not kept."""
    return view.phase == "over" and not view.saved


async def test_a_match_goes_on_while_nothing_can_be_kept(disk: Disk, tmp_path: Path) -> None:
    """Its result is told as not yet kept, the operator knows, and with room again it is kept."""
    pair = Pair(disk, tmp_path / "log")
    server = await pair.start()
    town = pair.town
    try:
        async with playing(pair) as session:
            await pair.until(lambda view: view.phase == "play")
            disk.fill(server)
            await pair.until(is_unsaved)
            match = pair.seats[0].view.match
            assert "not saving" in await said(session, f"{town.address}/healthz")
            assert "\nspit_store_failing 1.0\n" in await said(session, f"{town.address}/metrics")
            assert await pair.records() == {}
            town.is_ending = True
            disk.empty(server)
            await pair.until(is_saved)
            assert await pair.records() == {match: True}
            assert "ok" in await said(session, f"{town.address}/healthz")
            assert "\nspit_store_failing 0.0\n" in await said(session, f"{town.address}/metrics")
            await server.kill()
            server = await pair.start()
            town.begin_life()
            await pair.until(is_saved)
            assert {seat.view.match for seat in pair.seats} == {match}
    finally:
        await server.clear()
    assert await pair.records() == {match: True}
    told = (tmp_path / "log").read_text()
    assert told.count("nothing can be kept at the moment") == 1
    assert told.count("everything is kept again") == 1
    assert [seat.differences for seat in pair.seats] == [[], []]


async def test_a_kill_on_a_full_disk_leaves_what_was_kept(disk: Disk, tmp_path: Path) -> None:
    """With room again the server starts, and the match goes on from there."""
    pair = Pair(disk, tmp_path / "log")
    server = await pair.start()
    town = pair.town
    try:
        async with playing(pair) as session:
            await pair.until(lambda view: is_saved(view) and view.match.endswith("-2"))
            kept = await pair.records()
            disk.fill(server)
            await pair.until(is_unsaved)
            assert "not saving" in await said(session, f"{town.address}/healthz")
            await server.kill()
            disk.empty(server)
            server = await pair.start()
            town.is_ending = True
            town.begin_life()
            await pair.until(is_saved)
            match = pair.seats[0].view.match
    finally:
        await server.clear()
    found = await pair.records()
    assert kept.items() <= found.items()
    assert all(found.values())
    assert match in found
    assert {match for seat in pair.seats for match in seat.told} == found.keys()
    assert [seat.differences for seat in pair.seats] == [[], []]
