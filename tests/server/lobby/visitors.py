"""People in the lobby: over a socket, and without one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from spit.protocol import messages as m
from spit.protocol.codec import decode_lobby_outbound
from spit.rules import STANDARD, Rules
from spit.server.limits import AddressRate, Rate
from spit.server.lobby.hall import Hall
from spit.server.lobby.visitor import Visitor
from spit.server.logs import make_log
from spit.server.metrics import Metrics
from spit.server.people import People
from spit.server.settings import ServerSettings
from spit.server.sockets.connection import Connection, Frame
from spit.server.tables.directory import Player, Tables
from spit.server.tables.journal import Journal
from spit.store import Store
from tests.server.people import PLENTY, House, Voice
from tests.server.stage import PATIENCE, MemoryStore

M = TypeVar("M", bound=msgspec.Struct)


def secret_of(name: str) -> str:
    """A guest's own secret."""
    return f"{name:-<32}"


class LobbyPerson(Voice[m.AnyLobbyInbound, m.AnyLobbyOutbound]):
    """A client in the lobby of a server."""

    @classmethod
    async def connect(cls, house: House) -> LobbyPerson:
        """A connection that has not entered yet."""
        return cls(await house.client.ws_connect("/ws"))

    @classmethod
    async def enter(cls, house: House, name: str = "", *, is_guest: bool = True) -> LobbyPerson:
        """One that has, and knows what is going on."""
        person = await cls.connect(house)
        guest = secret_of(name) if name and is_guest else None
        await person.say(m.Enter(version=1, name=name, guest=guest))
        await person.until(m.Lobby)
        return person

    def understand(self, data: str) -> m.AnyLobbyOutbound:
        """Reads a message."""
        return decode_lobby_outbound(data)


class Caller(Connection):
    """A connection to the lobby that keeps what is sent to it and has no socket."""

    def __init__(self, round_trip_ms: float | None) -> None:
        super().__init__(None, None, 0, 0.0, lambda _: None)  # type: ignore[arg-type]
        self.got: list[m.AnyLobbyOutbound] = []
        self.round_trip_ms = round_trip_ms
        self.is_gone = False
        self.arrived = asyncio.Event()

    @property
    def is_ending(self) -> bool:
        """Whether it was cut."""
        return self.is_gone

    def ping(self) -> None:
        """Nobody answers here."""

    def send_frames(self, frames: Sequence[Frame]) -> None:
        """Keeps messages."""
        self.got += [decode_lobby_outbound(frame.data) for frame in frames]
        self.arrived.set()

    def of(self, kind: type[M]) -> list[M]:
        """What it got of one type."""
        return [each for each in self.got if isinstance(each, kind)]

    async def until(self, kind: type[M], count: int = 1) -> M:
        """Waits for so many messages of a type; the last of them."""
        async with asyncio.timeout(PATIENCE):
            while len(found := self.of(kind)) < count:
                self.arrived.clear()
                await self.arrived.wait()
        return found[-1]


class Foyer:
    """A lobby without sockets, over a real store."""

    def __init__(self, folder: Path, store: Store, new_tables: Rate, **changes: Any) -> None:
        settings = ServerSettings(data=folder, **changes)
        self.store = store
        self.log_text = StringIO()
        log = make_log("json", self.log_text)
        self.metrics = Metrics()
        journal = Journal(MemoryStore(), self.metrics, log)
        self.tables = Tables(settings, journal, self.metrics, log)
        self.people = People(store)
        self.hall = Hall(self.tables, self.people, AddressRate(new_tables), self.metrics, log)

    @classmethod
    async def build(cls, folder: Path, new_tables: Rate = PLENTY, **changes: Any) -> Foyer:
        """A lobby that nobody is in."""
        return cls(folder, await Store.open(folder), new_tables, **changes)

    def enter(
        self,
        name: str = "",
        *,
        rules: Rules | None = None,
        round_trip_ms: float | None = 1.0,
        address: str = "",
    ) -> Caller:
        """Somebody comes in, and looks for an opponent if there are rules; no name is nobody."""
        caller = Caller(round_trip_ms)
        secret = secret_of(name) if name else None
        visitor = Visitor(caller, Player(name or "Guest", None, secret), address=address)
        self.hall.enter(visitor)
        if rules is not None:
            self.hall.seek(visitor, rules)
        return caller

    def seek(self, caller: Caller, rules: Rules | None = STANDARD) -> None:
        """Somebody who is in looks for an opponent, or does not any more."""
        self.hall.seek(self.hall._visitors[caller], rules)

    def decline(self, caller: Caller, its: m.Paired) -> None:
        """Somebody does not play the one who was found."""
        self.hall.decline(self.hall._visitors[caller], its.table, its.secret)
