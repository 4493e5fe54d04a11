"""Live tables without sockets: what the tests of this folder share."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from io import StringIO
from random import Random
from typing import TypeVar

import msgspec

from spit.protocol import messages as m
from spit.protocol.codec import decode_outbound
from spit.rules import STANDARD, MatchEnded
from spit.server.logs import make_log
from spit.server.metrics import Metrics
from spit.server.sockets.connection import Connection, Frame
from spit.server.sockets.pulse import Pulse
from spit.server.tables.botseat import BotSeat
from spit.server.tables.delivery import Delivery
from spit.server.tables.directory import Place
from spit.server.tables.gallery import Gallery
from spit.server.tables.journal import Journal
from spit.server.tables.keeper import Keeper
from spit.server.tables.ledger import Kept, Ledger
from spit.server.tables.live import LiveTable
from spit.server.tables.seats import SeatKeys
from spit.store import Batch, FinishedMatch, StoredTable, StoreError
from spit.table import LogEntry, Table, TableSettings, facts

PATIENCE = 10.0
"""Seconds after which something that should have happened has failed."""

M = TypeVar("M", bound=msgspec.Struct)


class Client(Connection):
    """A connection that keeps what is sent to it and has no socket."""

    def __init__(self) -> None:
        super().__init__(None, None, 0, 0.0, lambda _: None)  # type: ignore[arg-type]
        self.got: list[m.AnyOutbound] = []
        self.close_code: int | None = None
        self.cause: str | None = None
        self.is_measured = False
        self.arrived = asyncio.Event()

    @property
    def is_ending(self) -> bool:
        """Whether it was told to end."""
        return self.close_code is not None

    def send_frames(self, frames: Sequence[Frame]) -> None:
        """Keeps messages."""
        if not self.is_ending:
            self.got += [decode_outbound(frame.data) for frame in frames]
            self.arrived.set()

    def measure(self, *, is_direct: bool) -> None:
        """Keeps that it is measured."""
        del is_direct
        self.is_measured = True

    def measure_no_more(self) -> None:
        """Keeps that it is not."""
        self.is_measured = False

    def ping_if_due(self, now: float) -> None:
        """Nobody answers here, unless the test does."""

    def cut(self, cause: str | None) -> None:
        """Keeps why."""
        self.cause = cause

    def end(self, problem: m.Problem, code: int = 1008) -> None:
        """Keeps the last word."""
        self.send(problem)
        self.close_code = code

    def of(self, kind: type[M]) -> list[M]:
        """What it got of one type."""
        return [each for each in self.got if isinstance(each, kind)]

    def events(self, kind: type[M]) -> list[M]:
        """The events of one type that it was told of."""
        told = [event for update in self.of(m.Update) for event in update.events]
        return [event for event in told if isinstance(event, kind)]

    async def until(self, kind: type[M]) -> M:
        """Waits for the first message, or event, of a type."""
        async with asyncio.timeout(PATIENCE):
            while not (found := [*self.of(kind), *self.events(kind)]):
                self.arrived.clear()
                await self.arrived.wait()
        return found[0]


class MemoryStore:
    """A store that keeps batches in a list; it fails for as long as the test says so."""

    def __init__(self) -> None:
        self.batches: list[Batch] = []
        self.fault: StoreError | None = None

    async def commit(self, batch: Batch) -> None:
        """Keeps a batch, or fails."""
        await asyncio.sleep(0)
        if self.fault is not None:
            raise self.fault
        self.batches.append(batch)

    async def sync(self) -> None:
        """There is no disk to wait for."""

    @property
    def matches(self) -> list[FinishedMatch]:
        """All matches that are over."""
        return [match for batch in self.batches for match in batch.matches]

    def live(self) -> list[StoredTable]:
        """What a server would go on from: as `spit.store.Store.live`."""
        wholes: dict[str, bytes] = {}
        entries: dict[str, list[bytes]] = {}
        for batch in self.batches:
            for name, entry in batch.entries:
                if name in wholes:
                    entries[name].append(entry)
            for name, whole in batch.checkpoints.items():
                wholes[name], entries[name] = whole, []
            for name in batch.closed:
                wholes.pop(name, None)
        return [StoredTable(name, whole, tuple(entries[name])) for name, whole in wholes.items()]


class Stage:
    """A live table for two people; programs sit at it if the test brings some."""

    def __init__(
        self,
        *bots: BotSeat,
        settings: TableSettings | None = None,
        delay_ms: int = 30,
        awaited: asyncio.Future[None] | None = None,
        save_seconds: float = 2.0,
        is_measured: bool = False,
    ) -> None:
        rng = Random(1)
        seats = [bot.seat for bot in bots]
        self.metrics = Metrics()
        self.log_text = StringIO()
        self.kept: list[LogEntry] = []
        self._awaited = awaited
        loop = asyncio.get_running_loop()
        self.table = Table(
            "k3v9q", ("Ana", "Ben"), (0 in seats, 1 in seats), STANDARD,
            settings or TableSettings(first_deal_ms=20), lambda: rng.randbytes(32),
            int(loop.time() * 1_000),
        )  # fmt: skip
        self.pulse = Pulse(is_direct=True, is_needed=is_measured)
        keys, log = SeatKeys.of("secret-0", "secret-1"), make_log("json", self.log_text)
        self.live = LiveTable(
            self.table, keys, bots, Delivery(Gallery(delay_ms), self.pulse), self._keep,
            self.metrics, log, save_seconds=save_seconds,
        )  # fmt: skip
        journal = Journal(MemoryStore(), self.metrics, log)
        kept = Kept(
            name="k3v9q", rules=STANDARD.header, names=["Ana", "Ben"], bots=[None, None],
            keys=keys.by_seat, guests=[None, None], wins=[0, 0],
        )  # fmt: skip
        keeper = Keeper(Ledger(journal, kept), journal, self.metrics, log)
        self.place = Place(self.live, keeper)

    def _keep(self, entries: list[LogEntry], table: Table) -> asyncio.Future[None] | None:
        del table
        self.kept += entries
        is_over = any(isinstance(fact.what, MatchEnded) for fact in facts(entries))
        return self._awaited if is_over else None

    def join(self, *seats: int, have: m.Position | None = None) -> Client:
        """A new connection for these seats; for none it is a spectator's."""
        client = Client()
        opened = self.live.keys.seats_of([f"secret-{seat}" for seat in seats])
        assert opened == seats
        self.live.join(client, opened, have)
        return client
