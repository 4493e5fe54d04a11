"""People at a real socket: a server in this process, and clients that follow its tables."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from io import StringIO
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec
from aiohttp import ClientWebSocketResponse, WSMsgType, web
from aiohttp.test_utils import TestClient

from spit.protocol import messages as m
from spit.protocol.codec import decode_outbound, encode
from spit.protocol.follow import follow
from spit.server.app import Server
from spit.server.limits import Rate
from spit.server.logs import make_log
from spit.server.settings import ServerSettings
from spit.store import Store
from spit.table import TableSettings
from tests.server.stage import PATIENCE, Stage

PLENTY = Rate(100_000.0, 1_000_000)
BRISK = TableSettings(first_deal_ms=20, between_ms=20, hand_ms=10)

Open = Callable[[web.Application], Awaitable[TestClient[web.Request, web.Application]]]
M = TypeVar("M", bound=msgspec.Struct)
In = TypeVar("In", bound=msgspec.Struct)
Out = TypeVar("Out", bound=msgspec.Struct)


class Closed(Exception):  # noqa: N818 - it is how a connection ends, no error
    """The server has closed the connection."""


class Voice(ABC, Generic[In, Out]):
    """Somebody at a socket: what they say, and all that they have heard."""

    def __init__(self, ws: ClientWebSocketResponse) -> None:
        self.ws = ws
        self.got: list[Out] = []

    @abstractmethod
    def understand(self, data: str) -> Out:
        """Reads a message."""

    async def say(self, message: In | m.Ping) -> None:
        """Sends a message."""
        await self.ws.send_str(encode(message).decode())

    async def say_raw(self, message: str | dict[str, Any]) -> None:
        """Sends whatever the test makes up."""
        await self.ws.send_str(message if isinstance(message, str) else json.dumps(message))

    async def hear(self) -> Out:
        """The next message.

        Raises:
            Closed: There is none any more.
        """
        frame = await self.ws.receive(PATIENCE)
        if frame.type is not WSMsgType.TEXT:
            raise Closed
        self.got.append(self.understand(frame.data))
        return self.got[-1]

    async def until(self, kind: type[M]) -> M:
        """The next message, or event, of a type."""
        while True:
            message = await self.hear()
            if isinstance(message, kind):
                return message
            for event in message.events if isinstance(message, m.Update) else ():
                if isinstance(event, kind):
                    return event

    async def last_word(self) -> m.Problem:
        """What the server says before it closes the connection."""
        try:
            while True:
                await self.hear()
        except Closed:
            last = self.got[-1]
            assert isinstance(last, m.Problem)
            assert last.fatal
            return last

    async def is_heard(self) -> bool:
        """Whether the server still answers this connection."""
        await self.say(m.Ping(n=77))
        return (await self.until(m.Pong)).n == 77


class Person(Voice[m.AnyInbound, m.AnyOutbound]):
    """A client that follows its table."""

    view: m.TableView | None = None

    def understand(self, data: str) -> m.AnyOutbound:
        """Reads a message, and brings the view up to date by it."""
        message = decode_outbound(data)
        if isinstance(message, m.Snapshot):
            self.view = message.view
        elif isinstance(message, m.Update):
            assert self.view is not None
            self.view = follow(self.view, message)
            assert self.view is not None, "an update was missed"
        return message

    async def answer(self, action_id: int) -> m.Accepted | m.Refused:
        """The answer to an action."""
        while True:
            message = await self.hear()
            if isinstance(message, m.Accepted | m.Refused) and message.id == action_id:
                return message


class House:
    """A server with its HTTP client."""

    def __init__(
        self, server: Server, client: TestClient[web.Request, web.Application], log_text: StringIO
    ) -> None:
        self.server = server
        self.client = client
        self.log_text = log_text

    @staticmethod
    async def build(open_client: Open, folder: Path, **changes: Any) -> House:
        """Starts a server with generous limits; `changes` are those of its settings."""
        generous: dict[str, Any] = {
            "new_tables": PLENTY, "new_connections": PLENTY, "messages": PLENTY, "table": BRISK,
            "spectator_delay_ms": 30,
        }  # fmt: skip
        settings = ServerSettings(data=folder, **{**generous, **changes})
        log_text = StringIO()
        server = Server(settings, make_log("json", log_text), await Store.open(folder))
        return House(server, await open_client(server.app()), log_text)

    async def make(self, wish: m.NewTable | None = None) -> m.TableMade:
        """A new table against the computer."""
        body = encode(m.NewTable(level="child") if wish is None else wish)
        async with self.client.post("/api/tables", data=body) as answer:
            assert answer.status == 201, await answer.text()
            return msgspec.json.decode(await answer.read(), type=m.TableMade)

    def plant(self, stage: Stage) -> None:
        """Puts a table for two people among the server's."""
        self.server.tables._places[stage.live.name] = stage.place

    async def connect(self, table: str) -> Person:
        """A connection that has not said hello yet."""
        return Person(await self.client.ws_connect(f"/ws/{table}"))

    async def join(self, table: str, *secrets: str, have: m.Position | None = None) -> Person:
        """A connection that has said hello and knows the table."""
        person = await self.connect(table)
        await person.say(m.Hello(version=1, secrets=list(secrets), have=have))
        await person.until(m.Welcome)
        if have is None:
            await person.until(m.Snapshot)
        return person

    def position(self, table: str) -> m.Position:
        """Where the match at a table is."""
        live = self.server.tables.find(table)
        assert live is not None
        return live._table.position

    def count(self, sample: str) -> float:
        """A number of the server's metrics, 0 if it has none of that name."""
        for line in self.server.metrics.text().decode().splitlines():
            if line.startswith(f"{sample} "):
                return float(line.split()[-1])
        return 0.0
