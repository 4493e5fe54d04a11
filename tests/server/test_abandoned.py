"""Ten thousand tables, made over HTTP and abandoned: nothing of them stays behind."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

import aiohttp
import msgspec
import pytest

from spit.protocol import messages as m
from spit.protocol.codec import encode
from spit.server import app
from spit.server.tables.keeper import Keeper
from spit.server.tables.ledger import Ledger
from spit.server.tables.live import LiveTable
from spit.store.sqlite import FILE
from spit.table import Table
from tests.server.conftest import Build
from tests.server.people import House

pytestmark = [pytest.mark.sockets, pytest.mark.slow]

TABLES: Final = 10_000
CLOSE_SECONDS: Final = 0.1
TOGETHER: Final = 500
"""So many are there before the server looks for those whose people have gone."""
WISHES: Final = (
    m.NewTable(opponent="friend"),
    m.NewTable(opponent="friend", listed=True),
    m.NewTable(opponent="same-screen"),
    m.NewTable(opponent="computer", level="child"),
)

_PARTS: Final = (LiveTable, Table, Keeper, Ledger)


class Left(NamedTuple):
    """What a process has, by all that Python counts."""

    tasks: list[str]
    timers: int
    blocks: int
    """Pieces of memory; what is kept of a table takes at least one."""
    parts: int
    """Parts of tables; other tests of this process may have left some."""


async def left(house: House) -> Left:
    """What there is once all goodbyes are over, apart from the log that the test gathers."""
    loop = asyncio.get_running_loop()
    over = loop.time() + CLOSE_SECONDS
    done = loop.create_future()
    loop.call_at(over, done.set_result, None)  # after each timer of a goodbye
    await done
    house.log_text.seek(0)
    house.log_text.truncate()
    del done
    gc.collect()
    timers = [each for each in loop._scheduled if not each.cancelled()]  # type: ignore[attr-defined]
    tasks = sorted(
        task.get_coro().__qualname__  # type: ignore[union-attr]
        for task in asyncio.all_tasks()
    )
    parts = sum(issubclass(type(each), _PARTS) for each in gc.get_objects())
    return Left(tasks, len(timers), sys.getallocatedblocks(), parts)


async def abandon(house: House, session: aiohttp.ClientSession, count: int) -> None:
    """Makes tables of all kinds; some see a friend, or somebody who comes and goes."""
    for number in range(count):
        wish = encode(WISHES[number % len(WISHES)])
        async with session.post("/api/tables", data=wish) as answer:
            made = msgspec.json.decode(await answer.read(), type=m.TableMade)
        if number % 20 == 0:
            seat = f"/api/tables/{made.table}/seat"
            async with session.post(seat, data=encode(m.SitDown())) as answer:
                assert answer.status == 201
        if number % 20 in (2, 4, 5):  # not against the computer: a match would begin
            async with session.ws_connect(made.socket) as ws:
                await ws.send_str(encode(m.Hello(version=1, secrets=[made.secret])).decode())
                await ws.receive()
        if number % TOGETHER == TOGETHER - 1:
            house.server.tables.sweep()
            await house.server.journal.written()
    assert len(house.server.tables) == 0


async def test_ten_thousand_abandoned_tables_leave_nothing(
    build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No task, no timer, no memory, no row in the store."""
    monkeypatch.setattr(app, "_SWEEP_SECONDS", 3_600.0)  # the test says when
    house = await build(max_tables=TABLES, gone_ms=0, invite_ms=0, close_seconds=CLOSE_SECONDS)
    async with aiohttp.ClientSession(house.client.make_url("/")) as session:
        await abandon(house, session, 4 * TOGETHER)  # so that what is filled once is full
        before = await left(house)
        await abandon(house, session, TABLES)
        after = await left(house)
    assert after.tasks == before.tasks
    assert after.timers <= before.timers
    assert after.blocks - before.blocks < TABLES // 10
    assert after.parts <= before.parts
    with closing(sqlite3.connect(tmp_path / FILE)) as store:
        for name in ("live", "journal", "matches", "guests"):
            assert store.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,)
