"""What every conversation has: its pace, its first word, its pings, its end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from aiohttp import WSMessage, WSMsgType

from spit.protocol import messages as m
from spit.protocol.codec import BadMessageError
from spit.server.limits import Rate
from spit.server.metrics import Metrics
from spit.server.settings import ServerSettings
from spit.server.sockets.talk import Talk
from tests.server.stage import Client

FEW = Rate(0.0001, 3)


class Socket:
    """Stands for a WebSocket: gives out frames, and is gone after them or goes silent."""

    def __init__(self, frames: Iterable[WSMessage], *, is_silent: bool = False) -> None:
        self._frames = iter(frames)
        self._is_silent = is_silent

    async def receive(self) -> WSMessage:
        """The next frame."""
        frame = next(self._frames, None)
        if frame is None and self._is_silent:
            self._is_silent = False
            await asyncio.get_running_loop().create_future()
        return frame or WSMessage(WSMsgType.CLOSED, None, None)


class Echo(Talk):
    """A conversation that begins with a word and repeats all others."""

    def __init__(self, socket: Socket, **changes: Any) -> None:
        self.client = Client()
        settings = ServerSettings(data=Path(), **changes)
        super().__init__(socket, self.client, settings, Metrics())  # type: ignore[arg-type]
        self.heard: list[bytes] = []
        self.has_left = False

    @property
    def has_begun(self) -> bool:
        """Whether anything was said."""
        return bool(self.heard)

    def understand(self, data: bytes) -> None:
        """Notes it."""
        if data == b"nonsense":
            raise BadMessageError("That is nonsense.")
        self.heard.append(data)

    def leave(self) -> None:
        """Notes it."""
        self.has_left = True

    @property
    def problems(self) -> list[str]:
        """The codes of what was said against it."""
        return [each.code for each in self.client.of(m.Problem)]


def _text(data: bytes) -> WSMessage:
    return WSMessage(WSMsgType.TEXT, data, None)


def _control(kind: WSMsgType) -> WSMessage:
    return WSMessage(kind, b"", None)


async def test_what_is_said_is_heard_to_the_end() -> None:
    """In order; then the client has left."""
    talk = Echo(Socket([_text(b"one"), _text(b"two")]))
    await talk.run()
    assert (talk.heard, talk.has_left, talk.problems) == ([b"one", b"two"], True, [])


async def test_what_is_no_message_ends_nothing() -> None:
    """Neither bytes nor nonsense; the next word is heard."""
    frames = [WSMessage(WSMsgType.BINARY, b"x", None), _text(b"nonsense"), _text(b"word")]
    talk = Echo(Socket(frames))
    await talk.run()
    assert (talk.heard, talk.problems) == ([b"word"], ["bad-message", "bad-message"])


async def test_silence_is_not_waited_for() -> None:
    """Whoever never says the first word is told and left, whatever else it sends."""
    talk = Echo(Socket([_text(b"nonsense")], is_silent=True), hello_seconds=0.01)
    await talk.run()
    assert (talk.problems, talk.has_left) == (["bad-message", "too-slow"], True)
    assert talk.client.close_code == 1008


async def test_messages_beyond_the_rate_are_dropped_and_then_the_connection() -> None:
    """Each is told of; the last one ends it, and nothing is heard after."""
    talk = Echo(Socket([_text(b"word")] * 9), messages=FEW, dropped_messages=3)
    await talk.run()
    assert len(talk.heard) == 3
    assert talk.problems == ["too-fast"] * 3
    assert talk.client.close_code == 1008


async def test_pongs_that_nobody_asked_for_count_like_messages() -> None:
    """A flood of them is no way round the rate."""
    frames = [_text(b"word")] + [_control(WSMsgType.PONG)] * 9
    talk = Echo(Socket(frames), messages=FEW, dropped_messages=2)
    await talk.run()
    assert talk.problems == ["too-fast"] * 2
    assert talk.client.close_code == 1008


async def test_the_answer_to_a_ping_costs_nothing() -> None:
    """However little may be said."""
    talk = Echo(Socket([_control(WSMsgType.PONG), _text(b"word")]), messages=Rate(0.0001, 1))
    talk.client._awaited_pong = b""
    talk.client._pinged = 0.0
    await talk.run()
    assert (talk.heard, talk.problems) == ([b"word"], [])
    assert talk.client.round_trip_ms is not None


async def test_a_pong_that_answers_no_ping_counts_like_a_message() -> None:
    """Also while one is under way: whoever guesses is not nearer by it."""
    frames = [_text(b"word")] + [_control(WSMsgType.PONG)] * 9
    talk = Echo(Socket(frames), messages=FEW, dropped_messages=2)
    talk.client._awaited_pong = b"what"
    talk.client._pinged = 0.0
    await talk.run()
    assert talk.problems == ["too-fast"] * 2
    assert talk.client.round_trip_ms is None
