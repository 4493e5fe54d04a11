"""What one client says, from its hello to its end.

Owns the order of a conversation: hello first, then actions of the own seats; what is said against
whatever is not that. It changes nothing at a table except through
`spit.server.tables.live.LiveTable`.
"""

from __future__ import annotations

import asyncio
from time import perf_counter

from aiohttp import WSMessage, WSMsgType, web

from spit.protocol import messages as m
from spit.protocol.codec import BadMessageError, decode
from spit.protocol.scalars import ErrorCode
from spit.server.limits import Bucket
from spit.server.metrics import Metrics
from spit.server.settings import ServerSettings
from spit.server.sockets.connection import Connection
from spit.server.tables.directory import Tables
from spit.server.tables.live import LiveTable

_GONE = (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR)


class Session:
    """The conversation with one client.

    Args:
        socket: To read from.
        connection: To answer by.
        table_name: The table it asked for.
        tables: The server's.
        settings: The server's.
        metrics: The server's.
    """

    def __init__(
        self,
        socket: web.WebSocketResponse,
        connection: Connection,
        table_name: str,
        tables: Tables,
        settings: ServerSettings,
        metrics: Metrics,
    ) -> None:
        self._socket = socket
        self._connection = connection
        self._table_name = table_name
        self._tables = tables
        self._settings = settings
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._bucket = Bucket(settings.messages, self._loop.time())
        self._dropped = 0
        self._table: LiveTable | None = None

    async def run(self) -> None:
        """Listens until the client is gone; the seat is free again afterwards."""
        try:
            try:
                async with asyncio.timeout(self._settings.hello_seconds):
                    while self._table is None and await self._listen():
                        pass
            except TimeoutError:
                self._problem("too-slow", "Nobody said hello.", is_fatal=True)
                await self._drain()
            while await self._listen():
                pass
        finally:
            if self._table is not None:
                self._table.leave(self._connection)

    async def _drain(self) -> None:
        """Waits for the other side to end what this side has ended."""
        while (await self._socket.receive()).type not in _GONE:
            pass

    async def _listen(self) -> bool:
        """Takes in one frame; False if there will be none any more."""
        frame = await self._socket.receive()
        if frame.type in _GONE:
            return False
        if frame.type is WSMsgType.PONG:
            self._connection.awaits_pong = False
        elif not self._connection.is_ending and self._may_speak():
            if frame.type is WSMsgType.PING:
                self._connection.send_frame(frame.data, WSMsgType.PONG)
            else:
                self._hear(frame)
        return True

    def _may_speak(self) -> bool:
        """Counts a message against the connection's rate."""
        if self._bucket.take(self._loop.time()):
            return True
        self._dropped += 1
        is_fatal = self._dropped >= self._settings.dropped_messages
        self._problem("too-fast", "Too many messages; this one was dropped.", is_fatal=is_fatal)
        return False

    def _hear(self, frame: WSMessage) -> None:
        if frame.type is not WSMsgType.TEXT:
            self._problem("bad-message", "Messages are text, not binary.")
            return
        started = perf_counter()
        try:
            message = decode(frame.data)
        except BadMessageError as error:
            self._metrics.messages.labels("bad").inc()
            self._problem("bad-message", str(error))
            return
        self._metrics.messages.labels(message.__struct_config__.tag).inc()
        if isinstance(message, m.Ping):
            self._connection.send(m.Pong(n=message.n))
        elif self._table is None:
            self._greet(message)
        elif isinstance(message, m.Hello):
            self._problem("hello-twice", "This connection has said hello already.")
        elif isinstance(message, m.Resync):
            self._table.catch_up(self._connection, message.have)
        else:
            self._table.receive(self._connection, message)
        self._metrics.handling.observe(perf_counter() - started)

    def _greet(self, message: m.AnyInbound) -> None:
        """Takes in the first message, which must be a hello that opens something."""
        if not isinstance(message, m.Hello):
            self._problem("hello-first", "The first message must be a hello.", is_fatal=True)
            return
        if message.version != m.PROTOCOL_VERSION:
            text = f"This server speaks version {m.PROTOCOL_VERSION}, not {message.version}."
            self._problem("wrong-version", text, is_fatal=True)
            return
        table = self._tables.find(self._table_name)
        if table is None or table.has_failed:
            text = "There is no table of this name, or not any more."
            self._problem("no-such-table", text, is_fatal=True)
            return
        seats = table.seats_of(message.secrets)
        if seats is None:
            text = "That is not the secret of a seat at this table."
            self._problem("bad-secret", text, is_fatal=True)
            return
        self._table = table
        table.join(self._connection, seats, message.have)

    def _problem(self, code: ErrorCode, text: str, *, is_fatal: bool = False) -> None:
        self._metrics.problems.labels(code).inc()
        problem = m.Problem(code=code, detail=text, fatal=is_fatal)
        if is_fatal:
            self._connection.end(problem)
        else:
            self._connection.send(problem)
