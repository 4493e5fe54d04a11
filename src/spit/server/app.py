"""The composition of a server.

Owns what lies at which address, and what lives as long as the server does.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Final

import msgspec
from aiohttp import WSCloseCode, web

from spit.protocol import messages as m
from spit.protocol.codec import BadMessageError, decode_body
from spit.protocol.limits import MAX_INBOUND_BYTES
from spit.rules import OptionsError
from spit.server.limits import AddressCount, AddressRate
from spit.server.logs import Log
from spit.server.metrics import CHARSET, CONTENT_TYPE, Metrics
from spit.server.records import Records
from spit.server.settings import ServerSettings
from spit.server.sockets.connection import MAX_FRAME_BYTES, Connection
from spit.server.sockets.session import Session
from spit.server.tables.directory import FullError, Tables
from spit.server.web import security
from spit.server.web.answers import answer, as_json, refusal
from spit.server.web.pages import ASSETS, Pages
from spit.server.web.security import HostCheck

_CLOSING: Final = m.Problem(code="closing", detail="The server is stopping.", fatal=True)
_SWEEP_SECONDS: Final = 30.0
_PHASES: Final = 8
"""Pings are spread over so many moments, so that they never come all at once."""


class Health(msgspec.Struct, frozen=True):
    """Body of ``/healthz``."""

    status: str
    protocol: list[int]


class Server:
    """One server: what its requests share.

    Args:
        settings: What it was told.
        log: Where it writes what happens.
    """

    def __init__(self, settings: ServerSettings, log: Log) -> None:
        self.settings = settings
        self.log = log
        self.metrics = Metrics()
        self.records = Records(settings.data / "records")
        self.tables = Tables(settings, self.records, self.metrics, log)
        self.is_closing = False
        self._pages = Pages(settings.static)
        self._hosts = HostCheck(settings.host, settings.allow_hosts)
        self._new_tables = AddressRate(settings.new_tables)
        self._new_connections = AddressRate(settings.new_connections)
        self._open = AddressCount(settings.connections_of_address)
        self._connections: dict[Connection, int] = {}
        self._none_left = asyncio.Event()
        self._joined = 0
        self._loop = asyncio.get_running_loop()

    def app(self) -> web.Application:
        """The application with all its addresses."""
        app = web.Application(middlewares=[self._guard], client_max_size=MAX_INBOUND_BYTES)
        app.add_routes(
            [
                web.get("/", self._page),
                web.get("/t/{table}", self._page),
                web.post("/api/tables", self._make_table),
                web.get("/ws/{table}", self._socket),
                web.get("/records/{match}.spit", self._record),
                web.get("/healthz", self._health),
                web.get("/metrics", self._metrics),
                web.get(f"/{{file:{ASSETS}/[^/]+}}", self._file),
                web.get("/{file:[^/]+}", self._file),
            ]
        )
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
            security.check(request, self._hosts)
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

    # -------------------------------------------------------------- pages

    async def _page(self, request: web.Request) -> web.StreamResponse:
        return self._pages.page(request)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        found = self._pages.file(request, request.match_info["file"])
        if found is None:
            raise web.HTTPNotFound
        return found

    async def _record(self, request: web.Request) -> web.StreamResponse:
        path = self.records.find(request.match_info["match"])
        if path is None:
            raise refusal(web.HTTPNotFound, "There is no record of a finished match of this name.")
        headers = {
            "Content-Type": "text/plain; charset=utf-8",
            "Content-Disposition": f'attachment; filename="{path.name}"',
        }
        return web.FileResponse(path, headers=headers)

    async def _health(self, request: web.Request) -> web.StreamResponse:
        del request
        status = "closing" if self.is_closing else "ok"
        health = Health(status, [m.PROTOCOL_VERSION])
        return answer(health, 503 if self.is_closing else 200)

    async def _metrics(self, request: web.Request) -> web.StreamResponse:
        del request
        return web.Response(body=self.metrics.text(), content_type=CONTENT_TYPE, charset=CHARSET)

    # -------------------------------------------------------------- tables

    async def _make_table(self, request: web.Request) -> web.StreamResponse:
        self._refuse_when_closing()
        if not self._new_tables.take(_address(request), self._loop.time()):
            raise _too_many("You have made many tables; wait a little before the next.")
        try:
            made = self.tables.make(decode_body(m.NewTable, await self._body(request)))
        except (BadMessageError, OptionsError) as error:
            raise refusal(web.HTTPBadRequest, str(error)) from None
        except FullError:
            text = "All tables of this server are taken; try again in a few minutes."
            raise refusal(web.HTTPServiceUnavailable, text) from None
        return answer(made, 201)

    async def _body(self, request: web.Request) -> bytes:
        """What a request brings, if it brings it in time."""
        try:
            async with asyncio.timeout(self.settings.body_seconds):
                return await request.read()
        except TimeoutError:
            raise refusal(web.HTTPRequestTimeout, "That took too long to arrive.") from None
        except web.RequestPayloadError:
            raise refusal(web.HTTPBadRequest, "That body is not what its headers say.") from None

    def _refuse_when_closing(self) -> None:
        if self.is_closing:
            raise refusal(web.HTTPServiceUnavailable, "The server is stopping.")

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        self._refuse_when_closing()
        if request.headers.get("Upgrade", "").lower() != "websocket":
            raise refusal(web.HTTPUpgradeRequired, "This address takes WebSockets.")
        address = _address(request)
        if not self._new_connections.take(address, self._loop.time()):
            raise _too_many("Too many connections in a short time; wait a little.")
        if not self._open.take(address):
            raise _too_many("Too many connections are open from your address.")
        try:
            return await self._converse(request)
        finally:
            self._open.give_back(address)

    async def _converse(self, request: web.Request) -> web.WebSocketResponse:
        settings = self.settings
        socket = web.WebSocketResponse(
            timeout=settings.close_seconds,
            autoping=False,
            compress=False,
            max_msg_size=MAX_FRAME_BYTES,
            decode_text=False,
        )
        await socket.prepare(request)
        name = request.match_info["table"]
        connection = Connection(
            socket,
            request.transport,
            settings.queued_messages,
            settings.close_seconds,
            lambda cause: self._was_cut(name, cause),
        )
        writer = self._loop.create_task(connection.write())
        self._joined += 1
        self._connections[connection] = self._joined % _PHASES
        self.metrics.connections.set(len(self._connections))
        if self.is_closing:
            connection.end(_CLOSING, WSCloseCode.GOING_AWAY)
        try:
            await Session(socket, connection, name, self.tables, settings, self.metrics).run()
        finally:
            del self._connections[connection]
            if not self._connections:
                self._none_left.set()
            self.metrics.connections.set(len(self._connections))
            if not connection.is_ending:
                writer.cancel()
            await asyncio.wait([writer])
            # What a peer never reads would keep a closed transport for ever.
            self._loop.call_later(settings.close_seconds, connection.cut, None)
        return socket

    def _was_cut(self, name: str, cause: str) -> None:
        self.metrics.cut.labels(cause).inc()
        table = self.tables.find(name)
        self.log.info("connection cut", table=name if table is not None else None, cause=cause)

    # -------------------------------------------------------------- as long as the server lives

    async def _housekeeping(self, app: web.Application) -> AsyncIterator[None]:
        """Pings and sweeps from the start to the end."""
        del app
        tasks = [
            self._loop.create_task(self._ping_all()),
            self._loop.create_task(self._sweep_all()),
        ]
        yield
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.tables.saved()

    async def _ping_all(self) -> None:
        """Pings every connection in turn; one whose last ping is unanswered is cut off."""
        phase = 0
        while True:
            await asyncio.sleep(self.settings.ping_seconds / _PHASES)
            phase = (phase + 1) % _PHASES
            for connection, its_phase in list(self._connections.items()):
                if its_phase != phase:
                    continue
                if connection.awaits_pong:
                    connection.cut("ping")
                else:
                    connection.awaits_pong = True
                    connection.ping()

    async def _sweep_all(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            self.tables.sweep()

    async def _shut_down(self, app: web.Application) -> None:
        """Tells everybody; what is queued is still sent, for as long as a goodbye may take."""
        del app
        self.is_closing = True
        self.tables.end(_CLOSING, WSCloseCode.GOING_AWAY)
        for connection in list(self._connections):
            connection.end(_CLOSING, WSCloseCode.GOING_AWAY)
        if self._connections:
            self._none_left.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._none_left.wait(), self.settings.close_seconds)
        for connection in list(self._connections):
            connection.cut(None)


def _address(request: web.Request) -> str:
    """Who asks: the address at the other end of the connection."""
    return request.remote or ""


def _too_many(sentence: str) -> web.HTTPError:
    return refusal(web.HTTPTooManyRequests, sentence, {"Retry-After": "10"})
