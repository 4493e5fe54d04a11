"""A real server on a loop of its own, in a thread beside the synchronous browser driver."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self, TypeVar

from aiohttp import web

from spit.protocol.messages import LevelName, Problem
from spit.rules import State
from spit.server.app import Server
from spit.server.limits import Rate
from spit.server.logs import Log, make_log
from spit.server.settings import STATIC, ServerSettings
from spit.store import Store
from spit.table import TableSettings

T = TypeVar("T")


class Adopted(NamedTuple):
    """A table whose match stands as a test wants it."""

    path: str
    keep_script: str
    """Puts the seat's secret where the client keeps it; to be run before the page is."""


class Host:
    """Runs a server with the real client on a free port.

    Args:
        data: Folder for its records.
        address: Where it listens.
        base_path: Below which path of its host it lives.
        static: Where the built client lies.
    """

    def __init__(
        self,
        data: Path,
        address: str = "127.0.0.1",
        base_path: str = "",
        static: Path = STATIC,
    ) -> None:
        self.data, self._static = data, static
        self._address, self._base_path = address, base_path
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._server: Server
        self._runner: web.AppRunner
        self.url = ""

    def __enter__(self) -> Self:
        """Starts it."""
        self._thread.start()
        plenty = Rate(1_000.0, 100_000)
        brisk = TableSettings(first_deal_ms=100, resume_ms=200, stuck_ms=500)
        settings = ServerSettings(
            table=brisk,
            spectator_delay_ms=500,
            data=self.data,
            host=self._address,
            port=0,
            base_path=self._base_path,
            new_tables=plenty,
            new_connections=plenty,
            log_format="json",
            static=self._static,
        )
        log = make_log("json", (self.data / "server.log").open("w", encoding="utf-8"))
        self.call(lambda: self._start(settings, log))
        assert self._server.is_built, "build the client first: make test does"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stops it."""
        self.call(self._runner.cleanup)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _start(self, settings: ServerSettings, log: Log) -> None:
        self._server = Server(settings, log, await Store.open(settings.data))
        self._runner = web.AppRunner(self._server.app(), access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, settings.host, settings.port).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}{self._base_path}"

    def call(self, make: Callable[[], Awaitable[T]]) -> T:
        """Runs something on the server's loop and returns what it returned."""

        async def run() -> T:
            return await make()

        return asyncio.run_coroutine_threadsafe(run(), self._loop).result(30)

    def close(self, table: str) -> None:
        """Closes a table under those who are there, once its finished matches are kept."""

        async def end() -> None:
            await self._server.tables.rest()
            problem = Problem(code="no-such-table", detail="closed", fatal=True)
            assert self._server.tables.close(table, problem)

        self.call(end)

    def adopt(self, state: State, level: LevelName = "child") -> Adopted:
        """Makes a table against the computer, at which a match stands as given."""

        async def make() -> Adopted:
            made = self._server.tables.adopt(state, level, 1)
            kept = json.dumps([{"table": made.table, "secrets": [made.secret]}])
            script = f"localStorage.setItem('spit.tables', {json.dumps(kept)})"
            return Adopted(f"/t/{made.table}", script)

        return self.call(make)
