"""The web application: what is where.

Owns the routes and the order in which a request is checked. It composes the other modules of this
package and decides nothing itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
from aiohttp import web

from spit import __version__
from spit.protocol.codec import BadMessageError, decode_new_table
from spit.protocol.limits import MAX_INBOUND_BYTES
from spit.rules import OptionsError
from spit.server import metrics, security
from spit.server.answers import answer, as_json, refusal
from spit.server.limits import AddressCount, AddressRate
from spit.server.live import Services
from spit.server.logs import Log
from spit.server.metrics import Metrics
from spit.server.pages import ASSETS, Pages
from spit.server.records import Records
from spit.server.security import HostCheck
from spit.server.settings import ServerSettings
from spit.server.tables import FullError, Tables
from spit.server.visit import Visit

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Health(msgspec.Struct, frozen=True):
    """Answer of ``/healthz``."""

    status: str
    version: str
    tables: int


class Server:
    """The handlers of one server.

    Args:
        settings: What it was told.
        log: Where it writes.
    """

    def __init__(self, settings: ServerSettings, log: Log) -> None:
        self._settings = settings
        self._log = log
        self._loop = asyncio.get_running_loop()
        self._services = Services(settings, Metrics(), Records(settings.data / "records"), log)
        self.tables = Tables(self._services, lambda: int(self._loop.time() * 1_000))
        self._pages = Pages(settings.static)
        self._hosts = HostCheck(settings.host, settings.allow_hosts)
        self._new_tables = AddressRate(settings.new_tables)
        self._new_connections = AddressRate(settings.new_connections)
        self._open_connections = AddressCount(settings.connections_of_address)

    def application(self) -> web.Application:
        """The application with all its routes."""
        app = web.Application(middlewares=[self._guard], client_max_size=MAX_INBOUND_BYTES)
        app.router.add_get("/", self._page)
        app.router.add_get("/t/{table}", self._page)
        app.router.add_get("/" + ASSETS + "/{name}", self._asset)
        app.router.add_post("/api/tables", self._new_table)
        app.router.add_get("/ws/{table}", self._socket)
        app.router.add_get("/records/{match}.spit", self._record)
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/metrics", self._metrics)
        app.on_response_prepare.append(security.add_headers)
        app.on_shutdown.append(self._stop)
        return app

    @property
    def is_built(self) -> bool:
        """Whether there is a page to show."""
        return self._pages.is_built

    # -------------------------------------------------------------- every request

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Checks where a request comes from, and turns every error into a sentence."""
        try:
            security.check(request, self._hosts)
            return await handler(request)
        except web.HTTPException as error:
            return as_json(error)
        except asyncio.CancelledError:
            raise
        except Exception:  # noqa: BLE001 - logged with its context; the client gets a sentence
            self._services.metrics.faults.inc()
            self._log.exception("fault", path=request.path)
            return as_json(refusal(web.HTTPInternalServerError, "Something broke here."))

    def _now(self) -> float:
        return self._loop.time()

    @staticmethod
    def _address(request: web.Request) -> str:
        return request.remote or "unknown"

    # -------------------------------------------------------------- pages and files

    async def _page(self, request: web.Request) -> web.StreamResponse:
        return self._pages.page(request)

    async def _asset(self, request: web.Request) -> web.StreamResponse:
        found = self._pages.file(request, f"{ASSETS}/{request.match_info['name']}")
        if found is None:
            raise refusal(web.HTTPNotFound, "There is no such file.")
        return found

    async def _record(self, request: web.Request) -> web.StreamResponse:
        path = self._services.records.find(request.match_info["match"])
        if path is None:
            raise refusal(web.HTTPNotFound, "There is no record of a finished match of that name.")
        return web.FileResponse(
            path,
            headers={
                "Content-Type": "application/jsonl",
                "Content-Disposition": f'attachment; filename="{path.name}"',
                "Cache-Control": "no-cache",
            },
        )

    async def _health(self, request: web.Request) -> web.StreamResponse:
        del request
        return answer(Health("ok", __version__, len(self.tables)))

    async def _metrics(self, request: web.Request) -> web.StreamResponse:
        del request
        body = self._services.metrics.text()
        return web.Response(body=body, content_type=metrics.CONTENT_TYPE, charset=metrics.CHARSET)

    # -------------------------------------------------------------- tables

    async def _new_table(self, request: web.Request) -> web.StreamResponse:
        if not self._new_tables.take(self._address(request), self._now()):
            raise refusal(
                web.HTTPTooManyRequests, "Too many new tables; wait a moment.", {"Retry-After": "5"}
            )
        try:
            made = self.tables.make(decode_new_table(await request.read()))
        except (BadMessageError, OptionsError) as error:
            raise refusal(web.HTTPBadRequest, str(error)) from None
        except FullError:
            raise refusal(
                web.HTTPServiceUnavailable, "This server is full; try again in a few minutes."
            ) from None
        return answer(made, 201)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() != "websocket":
            raise refusal(web.HTTPUpgradeRequired, "This is a WebSocket; see docs/protocol.md.")
        address = self._address(request)
        is_slow_enough = self._new_connections.take(address, self._now())
        if not is_slow_enough or not self._open_connections.take(address):
            raise refusal(web.HTTPTooManyRequests, "Too many connections; wait a moment.")
        try:
            live = self.tables.find(request.match_info["table"])
            return await Visit(self._services, live).run(request)
        finally:
            self._open_connections.give_back(address)

    async def _stop(self, app: web.Application) -> None:
        """Tells everybody before the sockets are closed."""
        del app
        self.tables.close()
