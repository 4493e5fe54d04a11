"""Where WebSockets come in.

Owns how many there are, from whom, and that those which no longer answer are cut off. What is said
on them is for the conversation that is handed in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from time import monotonic
from typing import Final

from aiohttp import WSCloseCode, web

from spit.protocol import messages as m
from spit.server.limits import AddressCount, AddressRate
from spit.server.logs import Log
from spit.server.metrics import Metrics
from spit.server.settings import ServerSettings
from spit.server.sockets.connection import MAX_FRAME_BYTES, Connection
from spit.server.sockets.prompt import PromptSocket
from spit.server.web.answers import refusal, too_many

CLOSING: Final = m.Problem(code="closing", detail="The server is stopping.", fatal=True)
FAULT: Final = m.Problem(code="closing", detail="The server made a mistake.", fatal=True)
_PHASES: Final = 8
"""Pings are spread over so many moments, so that they never come all at once."""

Converse = Callable[[PromptSocket, Connection], Awaitable[None]]
"""A conversation on a connection, until the client is gone."""


class Door:
    """The open WebSockets of one server.

    Args:
        settings: The server's.
        metrics: The server's.
        log: The server's.
    """

    def __init__(self, settings: ServerSettings, metrics: Metrics, log: Log) -> None:
        self.is_closing = False
        self._settings = settings
        self._metrics, self._log = metrics, log
        self._rate = AddressRate(settings.new_connections)
        self._open = AddressCount(settings.connections_of_address)
        self._connections: dict[Connection, int] = {}
        self._none_left = asyncio.Event()
        self._joined = 0
        self._loop = asyncio.get_running_loop()

    def __len__(self) -> int:
        """How many are open."""
        return len(self._connections)

    async def let_in(
        self, request: web.Request, address: str, place: str, converse: Converse
    ) -> web.StreamResponse:
        """Opens a WebSocket and has a conversation on it.

        Args:
            request: Asks for it.
            address: Whom limits count against.
            place: What it is for, for the log.
            converse: The conversation.

        Raises:
            web.HTTPError: It is no WebSocket, or there are too many from there.
        """
        if request.headers.get("Upgrade", "").lower() != "websocket":
            raise web.HTTPUpgradeRequired
        if self.is_closing:
            raise refusal(web.HTTPServiceUnavailable, "The server is stopping.")
        if not self._rate.take(address, self._loop.time()):
            raise too_many("Too many connections in a short time; wait a little.")
        if not self._open.take(address):
            raise too_many("Too many connections are open from your address.")
        try:
            return await self._converse(request, place, converse)
        finally:
            self._open.give_back(address)

    async def _converse(self, request: web.Request, place: str, converse: Converse) -> PromptSocket:
        settings = self._settings
        socket = PromptSocket(
            timeout=settings.close_seconds,
            autoping=False,
            compress=False,
            max_msg_size=MAX_FRAME_BYTES,
            decode_text=False,
        )
        await socket.prepare(request)
        connection = Connection(
            socket,
            request.transport,
            settings.queued_messages,
            settings.close_seconds,
            lambda cause: self._was_cut(place, cause),
        )
        self._joined += 1
        self._connections[connection] = self._joined % _PHASES
        self._metrics.connections.set(len(self._connections))
        if self.is_closing:
            connection.end(CLOSING, WSCloseCode.GOING_AWAY)
        try:
            await converse(socket, connection)
        except ConnectionError:  # nobody is there to be told
            pass
        except Exception:  # noqa: BLE001 - it is too late for an answer over HTTP
            self._metrics.faults.inc()
            self._log.exception("conversation failed", place=place)
            connection.end(FAULT, WSCloseCode.INTERNAL_ERROR)
        finally:
            del self._connections[connection]
            if not self._connections:
                self._none_left.set()
            self._metrics.connections.set(len(self._connections))
            await connection.done()
            # What a peer never reads would keep a closed transport for ever.
            self._loop.call_later(settings.close_seconds, connection.cut, None)
        return socket

    def _was_cut(self, place: str, cause: str) -> None:
        self._metrics.cut.labels(cause).inc()
        self._log.info("connection cut", place=place, cause=cause)

    async def ping_all(self) -> None:
        """Pings every connection in turn; one whose last ping is unanswered is cut off.

        A ping that somebody else has sent a moment ago has all its time to be answered.
        """
        phase = 0
        patience = self._settings.ping_seconds * (_PHASES - 1) / _PHASES
        while True:
            await asyncio.sleep(self._settings.ping_seconds / _PHASES)
            phase = (phase + 1) % _PHASES
            for connection, its_phase in list(self._connections.items()):
                if its_phase != phase:
                    continue
                if connection.is_silent(monotonic(), patience):
                    connection.cut("ping")
                else:
                    connection.ping()

    async def close(self) -> None:
        """Tells everybody; what is queued is still sent, for as long as a goodbye may take."""
        self.is_closing = True
        for connection in list(self._connections):
            connection.end(CLOSING, WSCloseCode.GOING_AWAY)
        if self._connections:
            self._none_left.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._none_left.wait(), self._settings.close_seconds)
        for connection in list(self._connections):
            connection.cut(None)
