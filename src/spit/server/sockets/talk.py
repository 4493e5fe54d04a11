"""What every conversation with a client has: its pace, its first word, its pings, its end.

Owns reading a socket frame by frame; what a message means is for those who inherit from it.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from time import perf_counter

from aiohttp import WSMessage, WSMsgType, web

from spit.protocol import messages as m
from spit.protocol.codec import BadMessageError
from spit.protocol.scalars import ErrorCode
from spit.server.limits import Bucket
from spit.server.metrics import Metrics
from spit.server.settings import ServerSettings
from spit.server.sockets.connection import Connection

_TIMED = 16
"""Of so many messages one is timed, the first of each connection among them."""
_GONE = (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR)


class Talk(ABC):
    """The conversation with one client.

    Args:
        socket: To read from.
        connection: To answer by.
        settings: The server's.
        metrics: The server's.
    """

    def __init__(
        self,
        socket: web.WebSocketResponse,
        connection: Connection,
        settings: ServerSettings,
        metrics: Metrics,
    ) -> None:
        self._socket = socket
        self._connection = connection
        self._settings = settings
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._bucket = Bucket(settings.messages, self._loop.time())
        self._dropped = self._heard = 0

    @property
    @abstractmethod
    def has_begun(self) -> bool:
        """Whether the first word was said."""

    @abstractmethod
    async def understand(self, data: bytes) -> None:
        """Takes in a text message.

        Raises:
            BadMessageError: It is none of those that may come here.
        """

    @abstractmethod
    def leave(self) -> None:
        """The client is gone."""

    async def run(self) -> None:
        """Listens until the client is gone."""
        try:
            try:
                async with asyncio.timeout(self._settings.hello_seconds):
                    while not self.has_begun and await self._listen():
                        pass
            except TimeoutError:
                self._problem("too-slow", "Nobody said hello.", is_fatal=True)
                await self._drain()
            while await self._listen():
                pass
        finally:
            self.leave()

    async def _drain(self) -> None:
        """Waits for the other side to end what this side has ended."""
        while (await self._socket.receive()).type not in _GONE:
            pass

    async def _listen(self) -> bool:
        """Takes in one frame; False if there will be none any more."""
        frame = await self._socket.receive()
        if frame.type in _GONE:
            return False
        connection, now = self._connection, self._loop.time()
        connection.heard = now
        is_answer = frame.type is WSMsgType.PONG and connection.heard_pong(frame.data, now)
        if not is_answer and not connection.is_ending and self._may_speak(now):
            if frame.type is WSMsgType.PING:
                connection.send_frame(frame.data, WSMsgType.PONG)
            elif frame.type is not WSMsgType.PONG:
                await self._hear(frame)
        return True

    def _may_speak(self, now: float) -> bool:
        """Counts a message against the connection's rate."""
        if self._bucket.take(now):
            return True
        self._dropped += 1
        is_fatal = self._dropped >= self._settings.dropped_messages
        self._problem("too-fast", "Too many messages; this one was dropped.", is_fatal=is_fatal)
        return False

    async def _hear(self, frame: WSMessage) -> None:
        if frame.type is not WSMsgType.TEXT:
            self._problem("bad-message", "Messages are text, not binary.")
            return
        self._heard += 1
        is_timed = self._heard % _TIMED == 1
        started = perf_counter() if is_timed else 0.0
        try:
            await self.understand(frame.data)
        except BadMessageError as error:
            self._metrics.count_message("bad")
            self._problem("bad-message", str(error))
            return
        if is_timed:
            self._metrics.handling.observe(perf_counter() - started)

    def _is_version(self, version: int) -> bool:
        """Whether the client speaks a version that is spoken here; it is told if not."""
        if version == m.PROTOCOL_VERSION:
            return True
        text = f"This server speaks version {m.PROTOCOL_VERSION}, not {version}."
        self._problem("wrong-version", text, is_fatal=True)
        return False

    def _problem(self, code: ErrorCode, text: str, *, is_fatal: bool = False) -> None:
        self._metrics.problems.labels(code).inc()
        problem = m.Problem(code=code, detail=text, fatal=is_fatal)
        if is_fatal:
            self._connection.end(problem)
        else:
            self._connection.send(problem)
