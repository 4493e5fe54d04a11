"""One WebSocket: what is sent at once, a bounded queue, and the one task that empties it.

Owns the bytes on their way to a client. Whoever sends never waits: a message is handed to the
system, or where the client reads too slowly goes into the queue; one that does not read, so that
the queue fills, is cut off. It knows no table.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

from aiohttp import WSCloseCode, WSMsgType

from spit.protocol.codec import encode
from spit.protocol.lobby import AnyLobbyOutbound
from spit.protocol.outbound import AnyOutbound, Problem
from spit.server.sockets.prompt import PromptSocket
from spit.server.sockets.pulse import KernelTrip
from spit.table import PingPace

MAX_FRAME_BYTES = 65_536
"""A longer message is not even read: the connection is closed with 1009."""

_LITTLE_BYTES = 16_384
"""While less than this is on its way, the client reads."""
_PING_BYTES = 4
_ALONE = 1.5
"""A ping that found nothing to ride along with in so many times its time goes alone."""
_FINAL = 0x80
_LENGTH_IN_2, _LENGTH_IN_8 = 126, 127


class Frame(NamedTuple):
    """A message on its way; one that goes to several is made once."""

    data: bytes
    """The payload."""
    kind: WSMsgType
    """Text, ping or pong."""
    wire: bytes
    """All of it as one frame from a server, which is not masked (RFC 6455, section 5.2)."""

    @classmethod
    def of(cls, data: bytes, kind: WSMsgType = WSMsgType.TEXT) -> Frame:
        """A frame with this payload."""
        first, length = _FINAL | kind, len(data)
        if length < _LENGTH_IN_2:
            head = bytes((first, length))
        elif length < 1 << 16:
            head = bytes((first, _LENGTH_IN_2)) + length.to_bytes(2, "big")
        else:
            head = bytes((first, _LENGTH_IN_8)) + length.to_bytes(8, "big")
        return cls(data, kind, head + data)


def _takes_more(transport: asyncio.Transport) -> bool:
    """Whether little of what was written before is still on its way."""
    return not transport.is_closing() and transport.get_write_buffer_size() < _LITTLE_BYTES


class Connection:
    """The sending half of a WebSocket.

    Args:
        socket: Prepared, with ``autoping`` off and without compression.
        transport: What it runs on, to be aborted.
        most_queued: How many messages may wait.
        close_seconds: How long a closing handshake may take.
        when_cut: Called once with the cause if the connection is cut off.
    """

    __slots__ = (
        "_awaited_pong", "_close_code", "_close_seconds", "_is_cut", "_is_measured", "_kernel",
        "_most_queued", "_pace", "_pinged", "_queue", "_socket", "_transport", "_when_cut",
        "_writer", "has_beat", "heard", "round_trip_ms", "seats", "trip_ms",
    )  # fmt: skip

    def __init__(
        self,
        socket: PromptSocket,
        transport: asyncio.Transport | None,
        most_queued: int,
        close_seconds: float,
        when_cut: Callable[[str], None],
    ) -> None:
        self.seats: tuple[int, ...] = ()
        """The seats it plays; for its table to set."""
        self.round_trip_ms: float | None = None
        """The shortest way there and back that a ping has taken; None before the first."""
        self.trip_ms = 0.0
        """How long the last ping and its answer took, or less where the system knows better."""
        self.heard = 0.0
        """When something came from it last, in the loop's seconds."""
        self.has_beat = False
        """Whether its client sends pings of its own, so that its silence says something."""
        self._socket = socket
        self._transport = transport
        self._most_queued = most_queued
        self._close_seconds = close_seconds
        self._when_cut = when_cut
        self._queue: deque[Frame] | None = None
        self._writer: asyncio.Task[None] | None = None
        self._close_code: int | None = None
        self._is_cut = False
        self._pinged = 0.0
        self._pace = PingPace()
        self._awaited_pong: bytes | None = None
        self._is_measured = False
        self._kernel: KernelTrip | None = None

    @property
    def is_ending(self) -> bool:
        """Whether nothing more will be sent."""
        return self._is_cut or self._close_code is not None

    def send(self, message: AnyOutbound | AnyLobbyOutbound) -> None:
        """Queues a message for this client alone."""
        self.send_frame(encode(message))

    def send_frame(self, data: bytes, kind: WSMsgType = WSMsgType.TEXT) -> None:
        """Queues a message that is encoded already; a full queue cuts the connection off."""
        self.send_frames((Frame.of(data, kind),))

    def send_frames(self, frames: Sequence[Frame]) -> None:
        """Queues frames, in order: as `send_frame`, but with one call of the system for all."""
        if self._is_cut or self._close_code is not None:
            return
        transport = self._transport
        if not self._queue and transport is not None and _takes_more(transport):
            if self._is_measured and self._awaited_pong is None:
                now = monotonic()
                if (now - self._pinged) * 1_000 >= self._pace.every_ms:
                    frames = [*frames, self._new_ping(now)]  # which costs no call of its own
            # The usual case, which needs no task.
            wire = frames[0].wire if len(frames) == 1 else b"".join([each.wire for each in frames])
            transport.write(wire)
            return
        for frame in frames:
            if self._queue is not None and len(self._queue) >= self._most_queued:
                self.cut("queue")
                return
            self._write_later(frame)

    def ping(self) -> None:
        """Queues a ping frame, unless one is under way already.

        What is in it nobody can know who has not got it: only whoever answers has been reached.
        """
        if self._awaited_pong is None:
            self.send_frames((self._new_ping(monotonic()),))

    def measure(self, *, is_direct: bool) -> None:
        """Measures round trips from now on, as often as `PingPace` says if answers come in time.

        A ping rides along with the first thing that is sent after that time, so that no client can
        be in step with it; one that nothing carries goes alone a little later. None goes before the
        last one is answered.

        Args:
            is_direct: Whether the connection reaches as far as the client, so that the system's
                own figure is the client's, too.
        """
        self._is_measured = True
        self._pace = PingPace()
        if is_direct and self._kernel is None and self._transport is not None:
            self._kernel = KernelTrip(self._transport)

    def measure_no_more(self) -> None:
        """Measures no round trips; the next `measure` begins anew."""
        self._is_measured = False

    def ping_if_due(self, now: float) -> None:
        """As `spit.server.sockets.pulse.Measured.ping_if_due`."""
        waits_ms = (now - self._pinged) * 1_000
        if self._awaited_pong is None and waits_ms >= _ALONE * self._pace.every_ms:
            self.send_frames((self._new_ping(now),))

    def _new_ping(self, now: float) -> Frame:
        self._awaited_pong = secrets.token_bytes(_PING_BYTES)
        self._pinged = now
        return Frame.of(self._awaited_pong, WSMsgType.PING)

    def is_silent(self, now: float, seconds: float) -> bool:
        """Whether a ping has been unanswered for so long.

        Args:
            now: By `time.monotonic`, in seconds.
            seconds: How long an answer may take.
        """
        return self._awaited_pong is not None and now - self._pinged >= seconds

    def heard_pong(self, data: bytes, now: float) -> bool:
        """Notes the answer to a ping.

        Args:
            data: What is in it: what was in the ping (RFC 6455, section 5.5.3).
            now: By `time.monotonic`, in seconds.

        Returns:
            False if it answers none, or was answered already.
        """
        if data != self._awaited_pong:
            return False
        self._awaited_pong = None
        took_ms = (now - self._pinged) * 1_000
        self.round_trip_ms = min(took_ms, self.round_trip_ms or took_ms)
        self.trip_ms = took_ms if self._kernel is None else self._kernel.shorten(took_ms)
        if self._is_measured:
            self._pace.note(self.trip_ms)
        return True

    def has_stopped(self, now: float, seconds: float) -> bool:
        """Whether the client's own pings have stopped for so long: its network is gone.

        Args:
            now: The loop's time, in seconds.
            seconds: How long it may be silent.
        """
        return self.has_beat and now - self.heard >= seconds

    def end(self, problem: Problem, code: int = WSCloseCode.POLICY_VIOLATION) -> None:
        """Says a last word and closes; what is queued before it is still sent."""
        if self.is_ending:
            return
        self._close_code = code
        self._write_later(Frame.of(encode(problem)))
        asyncio.get_running_loop().call_later(self._close_seconds, self.cut, None)

    def cut(self, cause: str | None) -> None:
        """Drops the connection at once, with whatever is queued.

        Args:
            cause: Why, in a word; None where it is only the end of a slow goodbye.
        """
        if self._is_cut:
            return
        self._is_cut = True
        self._queue = None
        if self._transport is not None:
            self._transport.abort()
        if cause is not None:
            self._when_cut(cause)

    async def done(self) -> None:
        """Waits until nothing more is on its way: what is queued is sent, or cannot be."""
        if self._writer is not None:
            if not self.is_ending:
                self._writer.cancel()
            await asyncio.wait([self._writer])

    def _write_later(self, frame: Frame) -> None:
        """Queues a frame, and has the queue emptied; most connections never need that."""
        if self._queue is None:
            self._queue = deque()
        self._queue.append(frame)
        if self._writer is None:
            self._writer = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        """Sends what is queued; the connection's one writer."""
        with suppress(ConnectionError):
            while self._queue:
                frame = self._queue.popleft()
                await self._socket.send_frame(frame.data, frame.kind)
            if self._close_code is not None and not self._is_cut:
                await self._socket.close(code=self._close_code)
                return
        self._writer = None
