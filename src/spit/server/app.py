"""The composition of a server.

Owns what lies at which address, and what lives as long as the server does.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Final

import msgspec
from aiohttp import WSCloseCode, web

from spit.protocol import messages as m
from spit.protocol.limits import MAX_INBOUND_BYTES
from spit.server.clock import time_of_day_ms
from spit.server.limits import AddressRate
from spit.server.lobby.hall import Hall
from spit.server.logs import Log
from spit.server.metrics import Metrics
from spit.server.names import read_table_name
from spit.server.people import People
from spit.server.settings import ServerSettings
from spit.server.sockets.connection import Connection
from spit.server.sockets.door import CLOSING, Door
from spit.server.sockets.prompt import PromptSocket
from spit.server.sockets.session import Session
from spit.server.sockets.visit import Visit
from spit.server.tables.directory import Tables
from spit.server.tables.journal import Journal
from spit.server.web import security
from spit.server.web.admin_routes import AdminRoutes
from spit.server.web.answers import answer, as_json, refusal, too_many
from spit.server.web.pages import ASSETS, Pages
from spit.server.web.reach import client_address, forwarded_scheme, host_of, is_forwarded
from spit.server.web.security import HostCheck
from spit.server.web.table_routes import GUESSES, NOT_NOW, TableRoutes
from spit.store import Store, StoreError

_SWEEP_SECONDS: Final = 10.0
_FORGET_SECONDS: Final = 3_600.0
_AGAIN_SECONDS: Final = 1.0
"""How long after it has failed a job is begun again."""
_DAY_MS: Final = 86_400_000


class Health(msgspec.Struct, frozen=True):
    """Body of ``/healthz``."""

    status: str
    protocol: list[int]


class Server:
    """One server: what its requests share.

    Args:
        settings: What it was told.
        log: Where it writes what happens.
        store: What it keeps; the server's own from now on, closed when it stops.
    """

    def __init__(self, settings: ServerSettings, log: Log, store: Store) -> None:
        self.settings = settings
        self.log = log
        self.metrics = Metrics()
        self.store = store
        self.journal = Journal(store, self.metrics, log)
        self.tables = Tables(settings, self.journal, self.metrics, log)
        self.people = People(store)
        self.door = Door(settings, self.metrics, log)
        self._new_tables = AddressRate(settings.new_tables)
        self.hall = Hall(self.tables, self.people, self._new_tables, self.metrics, log)
        self.admin = AdminRoutes(settings, self.tables, self.people)
        self._pages = Pages(settings.static, settings.base_path)
        self._hosts = HostCheck(settings.host, settings.allow_hosts)
        self._guesses = AddressRate(settings.guesses)
        self._loop = asyncio.get_running_loop()

    def app(self) -> web.Application:
        """The application with all its addresses."""
        app = web.Application(middlewares=[self._guard], client_max_size=MAX_INBOUND_BYTES)
        base = self.settings.base_path
        tables = TableRoutes(
            self.settings, self.tables, self.people, self.store, self._guesses, self._new_tables
        )
        app.add_routes([*tables.routes(), *self.admin.routes()])
        app.add_routes(
            [
                web.get(f"{base}/", self._page),
                web.get(base + "/t/{table}", self._page),
                web.get(base + "/t/{table}/watch", self._page),
                web.get(f"{base}/ws", self._lobby),
                web.get(base + "/ws/{table}", self._table),
                web.get(base + "/records/{match}.spit", self._record),
                web.get(f"{base}/healthz", self._health),
                web.get(f"{base}/metrics", self._metrics),
                web.get(f"{base}/{{file:{ASSETS}/[^/]+}}", self._file),
                web.get(base + "/{file:[^/]+}", self._file),
            ]
        )
        if base:
            app.router.add_get(base, self._to_page)
        app.on_response_prepare.append(security.add_headers)
        app.cleanup_ctx.append(self._housekeeping)
        app.on_shutdown.append(self._shut_down)
        return app

    @property
    def is_built(self) -> bool:
        """Whether there is a page to show."""
        return self._pages.is_built

    # -------------------------------------------------------------- every request

    @web.middleware
    async def _guard(
        self,
        request: web.Request,
        handler: Callable[[web.Request], Awaitable[web.StreamResponse]],
    ) -> web.StreamResponse:
        """Refuses strangers, and turns every error into a sentence."""
        try:
            settings = self.settings
            scheme = forwarded_scheme(request, settings)
            security.check(request, self._hosts, host_of(request, settings), scheme)
            self._refuse_when_closing(request)
            return await handler(request)
        except web.HTTPException as error:
            return as_json(error)
        except asyncio.CancelledError:
            raise
        except ConnectionError:  # nobody is there to read this
            return as_json(refusal(web.HTTPBadRequest, "The connection was lost."))
        except Exception:
            self.metrics.faults.inc()
            self.log.exception("request failed", path=request.path)
            return as_json(refusal(web.HTTPInternalServerError, "The server made a mistake."))

    def _refuse_when_closing(self, request: web.Request) -> None:
        if self.door.is_closing and request.method == "POST":
            raise refusal(web.HTTPServiceUnavailable, "The server is stopping.")

    # -------------------------------------------------------------- pages

    async def _page(self, request: web.Request) -> web.StreamResponse:
        return self._pages.page(request)

    async def _to_page(self, request: web.Request) -> web.StreamResponse:
        del request
        return web.Response(status=307, headers={"Location": f"{self.settings.base_path}/"})

    async def _file(self, request: web.Request) -> web.StreamResponse:
        found = self._pages.file(request, request.match_info["file"])
        if found is None:
            raise web.HTTPNotFound
        return found

    async def _record(self, request: web.Request) -> web.StreamResponse:
        match = request.match_info["match"]
        address = client_address(request, self.settings)
        if not self._guesses.has(address, self._loop.time()):
            raise too_many(GUESSES)
        try:
            text = await self.store.record(match)
        except StoreError:
            raise refusal(web.HTTPServiceUnavailable, NOT_NOW) from None
        if text is None:  # the name of a record is a table's too
            self._guesses.take(address, self._loop.time())
            raise refusal(web.HTTPNotFound, "There is no record of a finished match of this name.")
        headers = {"Content-Disposition": f'attachment; filename="{match}.spit"'}
        return web.Response(text=text, headers=headers)

    async def _health(self, request: web.Request) -> web.StreamResponse:
        del request
        if self.door.is_closing:
            return answer(Health("closing", [m.PROTOCOL_VERSION]), 503)
        status = "not saving" if self.journal.is_failing else "ok"
        return answer(Health(status, [m.PROTOCOL_VERSION]))

    async def _metrics(self, request: web.Request) -> web.StreamResponse:
        if self.settings.behind_proxy and is_forwarded(request):
            raise web.HTTPNotFound  # they are for whoever runs the server
        return web.Response(text=self.metrics.text().decode())

    # -------------------------------------------------------------- sockets

    async def _table(self, request: web.Request) -> web.StreamResponse:
        address = client_address(request, self.settings)
        name = read_table_name(request.match_info["table"])
        known = name if self.tables.find(name) is not None else "unknown"

        async def converse(socket: PromptSocket, connection: Connection) -> None:
            session = Session(
                socket, connection, self.settings, self.metrics,
                table_name=name, tables=self.tables, guesses=self._guesses, address=address,
            )  # fmt: skip
            await session.run()

        return await self.door.let_in(request, address, known, converse)

    async def _lobby(self, request: web.Request) -> web.StreamResponse:
        address = client_address(request, self.settings)

        async def converse(socket: PromptSocket, connection: Connection) -> None:
            visit = Visit(
                socket, connection, self.settings, self.metrics,
                hall=self.hall, people=self.people, address=address,
            )  # fmt: skip
            await visit.run()

        return await self.door.let_in(request, address, "lobby", converse)

    # -------------------------------------------------------------- as long as the server lives

    async def _housekeeping(self, app: web.Application) -> AsyncIterator[None]:
        """What goes on from the start to the end: what was kept first, then all that repeats."""
        del app
        for stored in await self.store.live():
            self.tables.revive(stored)
        if not await self.journal.commit():  # the new epochs are known to nobody else yet
            self.tables.skip_epochs()
        imported = await self.store.import_records(self.settings.data / "records")
        for path in imported.left:
            self.log.warning("record not taken over, since it does not verify", file=path.name)
        jobs: list[Callable[[], Awaitable[None]]] = [
            self.journal.run,
            self.door.ping_all,
            self.tables.pulse.run,
            self.hall.pair_all,
            self.hall.tell_all,
            self._sweep_all,
            self._cut_silent,
            self._forget_all,
        ]
        tasks = [self._loop.create_task(self._watched(job)) for job in jobs]
        yield
        await self.tables.rest()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.journal.commit()
        await self.store.close()

    async def _watched(self, job: Callable[[], Awaitable[None]]) -> None:
        """Runs a job; should it fail, somebody is told, and it is begun again."""
        while True:
            try:
                await job()
            except Exception:
                self.metrics.faults.inc()
                self.log.exception("a job of the server has failed")
                await asyncio.sleep(_AGAIN_SECONDS)
            else:
                return

    async def _sweep_all(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            self.tables.sweep()
            if not any(place.live.is_live for place in self.tables):
                gc.collect()  # a moment of it disturbs nobody now

    async def _cut_silent(self) -> None:
        """Notices soon when somebody's network is gone in the middle of a match."""
        while True:
            await asyncio.sleep(1.0)
            now = self._loop.time()
            for place in self.tables:
                place.live.cut_silent(now, self.settings.silent_seconds)

    async def _forget_all(self) -> None:
        """Deletes what is older than it is to be kept."""
        while self.settings.keep_days:
            before_ms = time_of_day_ms() - self.settings.keep_days * _DAY_MS
            with suppress(StoreError):
                forgotten = await self.store.forget(before_ms)
                if forgotten.matches or forgotten.guests:
                    self.log.info("forgotten", matches=forgotten.matches, guests=forgotten.guests)
            await asyncio.sleep(_FORGET_SECONDS)

    async def _shut_down(self, app: web.Application) -> None:
        """Tells everybody; what is queued is still sent, for as long as a goodbye may take."""
        del app
        self.tables.end(CLOSING, WSCloseCode.GOING_AWAY)
        await self.door.close()
