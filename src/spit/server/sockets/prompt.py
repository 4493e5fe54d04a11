"""A WebSocket that hands on what it reads at once.

`aiohttp` puts every frame into a queue and wakes the task that waits for it, which costs a server
of many tables as much as a whole move at one of them. Owns the way around that, and nothing else:
whoever listens gets a frame in the moment in which it is read; whatever he leaves, a goodbye above
all, goes the usual way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

from aiohttp import web
from aiohttp._websocket.reader import WebSocketDataQueue
from aiohttp.base_protocol import BaseProtocol
from aiohttp.http_websocket import WebSocketReader, WebSocketWriter, WSMessageNoDecodeText
from aiohttp.web_request import BaseRequest

_QUEUED_BYTES = 65_536
"""The system's buffers fill up when more than about this waits to be received."""

Listener = Callable[[WSMessageNoDecodeText], bool]
"""Is handed a frame, and must not raise; returns whether that was all that is to be done."""


class _Inbox(WebSocketDataQueue):
    """The queue of frames that are read, with somebody who may take them before they are queued."""

    __slots__ = ("listener",)

    def __init__(self, protocol: BaseProtocol, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(protocol, _QUEUED_BYTES, loop=loop)
        self.listener: Listener | None = None

    def feed_data(self, data: WSMessageNoDecodeText, size: int) -> None:
        """Takes in a frame; none overtakes one that waits already."""
        listener = self.listener
        if listener is None or self._buffer or not listener(data):
            super().feed_data(data, size)


class PromptSocket(web.WebSocketResponse[Literal[False]]):
    """As `aiohttp.web.WebSocketResponse`, without compression, and with `listen`."""

    def listen(self, listener: Listener | None) -> None:
        """Hands on what is read from now on, as long as nothing waits to be received.

        Args:
            listener: To whom; None ends it, and lets go of him.
        """
        assert isinstance(self._reader, _Inbox), "a socket that is prepared"
        self._reader.listener = listener

    def _post_start(
        self, request: BaseRequest, protocol: str | None, writer: WebSocketWriter
    ) -> None:
        """Joins socket and connection, as the overridden one does, but with an inbox."""
        loop = request._loop  # noqa: SLF001 - what it overrides is as private
        self._ws_protocol, self._writer = protocol, writer
        self._reader = _Inbox(request.protocol, loop)
        self._parser = WebSocketReader(
            self._reader, self._max_msg_size, compress=False, decode_text=self._decode_text
        )
        request.protocol.set_parser(self._parser)
        request.protocol.keep_alive(False)
