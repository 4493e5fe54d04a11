"""What every conversation with a client has: its pace, its first word, its pings, its end.

Owns reading a socket frame by frame; what a message means is for those who inherit from it.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable
from time import monotonic, perf_counter
from typing import ClassVar

from aiohttp import WSMsgType
from aiohttp.http_websocket import WSMessageNoDecodeText

from spit.protocol import messages as m
from spit.protocol.codec import BadMessageError
from spit.protocol.scalars import ErrorCode
from spit.server.limits import Bucket
from spit.server.metrics import Metrics
from spit.server.settings import ServerSettings
from spit.server.sockets.connection import Connection
from spit.server.sockets.prompt import PromptSocket

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

    is_patient: ClassVar[bool] = True
    """Whether a message may have to wait for one before it; if not, each is taken in at once."""

    def __init__(
        self,
        socket: PromptSocket,
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
        self._fault: Exception | None = None

    @property
    @abstractmethod
    def has_begun(self) -> bool:
        """Whether the first word was said."""

    @abstractmethod
    def understand(self, data: bytes) -> Awaitable[None] | None:
        """Takes in a text message.

        Returns:
            What is to be waited for before anything else is heard, if there is something.

        Raises:
            BadMessageError: It is none of those that may come here.
        """

    def measured(self) -> None:  # noqa: B027 - most do not care
        """A round trip was measured."""

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
            if self.has_begun and not self.is_patient:
                self._socket.listen(self._take_at_once)
            while await self._listen():
                pass
        finally:
            if not self.is_patient:
                self._socket.listen(None)  # or each would keep the other for ever
            self.leave()

    async def _drain(self) -> None:
        """Waits for the other side to end what this side has ended."""
        while (await self._socket.receive()).type not in _GONE:
            pass

    async def _listen(self) -> bool:
        """Takes in one frame; False if there will be none any more."""
        frame = await self._socket.receive()
        if self._fault is not None:
            raise self._fault
        if frame.type in _GONE:
            return False
        rest = self._take(frame)
        if rest is not None:
            await rest
        return True

    def _take_at_once(self, frame: WSMessageNoDecodeText) -> bool:
        """Takes in a frame in the moment in which it is read; `_listen` has all that it leaves."""
        if frame.type in _GONE or self._fault is not None:
            return False
        try:
            rest = self._take(frame)
        except Exception as error:  # noqa: BLE001 - it is raised where somebody hears of it
            self._fault = error
            return False
        assert rest is None, "whoever is not patient waits for nothing"
        return True

    def _take(self, frame: WSMessageNoDecodeText) -> Awaitable[None] | None:
        """Takes in a frame that is no goodbye; returns what is to be waited for."""
        connection, now = self._connection, self._loop.time()
        connection.heard = now
        if frame.type is WSMsgType.PONG and connection.heard_pong(frame.data, monotonic()):
            self.measured()
            return None
        if connection.is_ending or not self._may_speak(now):
            return None
        if frame.type is WSMsgType.TEXT:
            return self._hear(frame.data)
        if frame.type is WSMsgType.PING:
            connection.send_frame(frame.data, WSMsgType.PONG)
        elif frame.type is not WSMsgType.PONG:
            self._problem("bad-message", "Messages are text, not binary.")
        return None

    def _may_speak(self, now: float) -> bool:
        """Counts a message against the connection's rate."""
        if self._bucket.take(now):
            return True
        self._dropped += 1
        is_fatal = self._dropped >= self._settings.dropped_messages
        self._problem("too-fast", "Too many messages; this one was dropped.", is_fatal=is_fatal)
        return False

    def _hear(self, data: bytes) -> Awaitable[None] | None:
        self._heard += 1
        is_timed = self._heard % _TIMED == 1
        started = perf_counter() if is_timed else 0.0
        try:
            rest = self.understand(data)
        except BadMessageError as error:
            self._refuse(error)
            return None
        if is_timed:
            self._metrics.handling.observe(perf_counter() - started)
        return rest if rest is None else self._finish(rest)

    async def _finish(self, rest: Awaitable[None]) -> None:
        """Waits for what `understand` has left to do."""
        try:
            await rest
        except BadMessageError as error:
            self._refuse(error)

    def _refuse(self, error: BadMessageError) -> None:
        self._metrics.messages["bad"] += 1
        self._problem("bad-message", str(error))

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
