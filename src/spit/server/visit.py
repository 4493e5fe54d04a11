"""One client's connection from its hello to its end.

Owns the reading half of a WebSocket: what may be said when, how much of it, and what is answered
where no table is asked. A client's fault ends its own connection at most.
"""

from __future__ import annotations

import asyncio

from aiohttp import WSMessage, WSMsgType, web

from spit.protocol import messages as m
from spit.protocol.codec import BadMessageError, decode
from spit.rules import Reason
from spit.server.limits import Bucket
from spit.server.live import LiveTable, Services
from spit.server.sockets import MAX_FRAME_BYTES, Connection

_ENDS = (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR)


class Visit:
    """A client's visit to a table.

    Args:
        services: What the server shares.
        live: The table, None if there is none of that name.
    """

    def __init__(self, services: Services, live: LiveTable | None) -> None:
        self._services = services
        self._live = live
        self._has_joined = False
        self._loop = asyncio.get_running_loop()
        self._bucket = Bucket(services.settings.messages, self._loop.time())
        self._dropped = 0

    async def run(self, request: web.Request) -> web.WebSocketResponse:
        """Serves the connection until it ends."""
        settings = self._services.settings
        socket = web.WebSocketResponse(
            autoping=False,
            compress=False,
            max_msg_size=MAX_FRAME_BYTES,
            writer_limit=MAX_FRAME_BYTES,
        )
        await socket.prepare(request)
        connection = Connection(
            socket,
            request.transport,
            settings.queued_messages,
            settings.close_seconds,
            lambda cause: self._services.metrics.cut.labels(cause).inc(),
        )
        writer = asyncio.create_task(connection.write())
        self._pinger = self._loop.call_later(settings.ping_seconds, self._ping, connection)
        self._services.metrics.connections.inc()
        try:
            await self._listen(socket, connection)
        finally:
            self._pinger.cancel()
            self._services.metrics.connections.dec()
            if self._live is not None and self._has_joined:
                self._live.leave(connection)
            if not connection.is_ending:
                connection.cut(None)
            await writer
        return socket

    async def _listen(self, socket: web.WebSocketResponse, connection: Connection) -> None:
        """Reads messages, the hello first and in time, until the connection ends."""
        if self._live is None:
            self._problem(connection, "no-such-table", "There is no such table.", fatal=True)
        until: float | None = self._loop.time() + self._services.settings.hello_seconds
        while True:
            try:
                async with asyncio.timeout_at(None if self._has_joined else until):
                    message = await socket.receive()
            except TimeoutError:
                self._problem(connection, "hello-first", "No hello came in time.", fatal=True)
                until = None  # the goodbye has its own clock
                continue
            if message.type in _ENDS:
                return
            self._hear(message, connection)

    def _ping(self, connection: Connection) -> None:
        """Pings a client, and cuts one off that has not answered the last one."""
        if connection.awaits_pong:
            connection.cut("ping")
            return
        connection.awaits_pong = True
        connection.ping()
        seconds = self._services.settings.ping_seconds
        self._pinger = self._loop.call_later(seconds, self._ping, connection)

    def _problem(
        self, connection: Connection, code: m.ErrorCode, detail: str, *, fatal: bool = False
    ) -> None:
        """Tells a client what is wrong; a fatal problem ends the connection."""
        if connection.is_ending:
            return
        self._services.metrics.problems.labels(code).inc()
        problem = m.Problem(code=code, detail=detail, fatal=fatal)
        if fatal:
            connection.end(problem)
        else:
            connection.send(problem)

    # -------------------------------------------------------------- what is said

    def _hear(self, message: WSMessage, connection: Connection) -> None:
        """Takes in one frame."""
        if message.type is WSMsgType.PONG:
            connection.awaits_pong = False
            return
        if connection.is_ending or not self._may_speak(connection):
            return
        if message.type is WSMsgType.PING:
            connection.send_frame(message.data, WSMsgType.PONG)
            return
        if message.type is not WSMsgType.TEXT:
            self._problem(connection, "bad-message", "Messages are text, not binary.")
            return
        try:
            said = decode(message.data)
        except BadMessageError as error:
            self._problem(connection, "bad-message", str(error))
            return
        started = self._loop.time()
        self._services.metrics.messages.labels(type(said).__struct_config__.tag).inc()
        live = self._live
        try:
            self._answer(said, connection)
        except Exception:  # noqa: BLE001 - a fault of ours ends this table and no other
            if live is not None:
                live.fail()
        self._services.metrics.handling.observe(self._loop.time() - started)

    def _may_speak(self, connection: Connection) -> bool:
        """Whether the rate allows another message; far beyond it the connection ends."""
        if self._bucket.take(self._loop.time()):
            return True
        self._dropped += 1
        if self._dropped == 1:
            self._problem(connection, "too-fast", "Too many messages; some were dropped.")
        elif self._dropped > self._services.settings.dropped_messages:
            self._problem(connection, "too-fast", "Far too many messages.", fatal=True)
        return False

    def _answer(self, said: m.AnyInbound, connection: Connection) -> None:
        live = self._live
        if live is None:
            return
        match said:
            case m.Ping(n=n):
                connection.send(m.Pong(n=n))
            case m.Hello() if self._has_joined:
                self._problem(connection, "hello-twice", "Hello is said once.")
            case m.Hello():
                self._join(live, said, connection)
            case _ if not self._has_joined:
                self._problem(connection, "hello-first", "Say hello first.")
            case m.Resync(have=have):
                live.catch_up(connection, have)
            case _ if said.seat in connection.seats:
                live.receive(said)
            case _:
                refused = m.Refused(id=said.id, seat=said.seat, reason=Reason.NOT_YOUR_SEAT)
                connection.send(refused)

    def _join(self, live: LiveTable, hello: m.Hello, connection: Connection) -> None:
        if hello.version != m.PROTOCOL_VERSION:
            detail = f"This server speaks version {m.PROTOCOL_VERSION} of the protocol."
            self._problem(connection, "wrong-version", detail, fatal=True)
            return
        seats = live.seats_of(hello.secrets)
        if seats is None:
            detail = "That secret is not of a seat at this table."
            self._problem(connection, "bad-secret", detail, fatal=True)
            return
        self._has_joined = True
        live.join(connection, seats, hello.have)
