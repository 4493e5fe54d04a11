"""Group commits: everything final goes to the store in order, off the path of the game.

Owns what waits to be written and the one task that writes it. Whoever notes something never waits;
what must be on the disk before it is told, a result, is waited for by `finish`. It knows no table
and no rules: what a ledger holds are bytes to it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Protocol

from spit.server.logs import Log
from spit.server.metrics import Metrics
from spit.store import Batch, FinishedMatch, StoreError

PAUSE_SECONDS = 0.02
"""How long entries gather before they are committed together."""
RETRY_SECONDS = 1.0
"""How long to wait after a commit that failed."""
ROWS = 3_000
"""After so many commits all that has changed is written anew, and the rows before are dropped."""
_MOST_MATCHES = 10_000
"""So many finished matches wait for room on the disk; beyond that the oldest are given up."""


class JournalStore(Protocol):
    """Where commits go: `spit.store.Store`, or what stands for it in a test."""

    async def commit(self, batch: Batch) -> None:
        """Writes a batch, all of it or nothing.

        Raises:
            StoreError: It could not.
        """


class Whole(Protocol):
    """What is kept of one live table."""

    @property
    def name(self) -> str:
        """The table's."""

    def whole(self) -> bytes:
        """All of it, in the place of every entry before."""


class Journal:
    """The journal of one server's live tables.

    A commit that fails loses nothing: the tables hold their own logs, so the next one that works
    writes them whole.

    Args:
        store: Where commits go.
        metrics: The server's.
        log: The server's.
        pause_seconds: As `PAUSE_SECONDS`.
        retry_seconds: As `RETRY_SECONDS`.
    """

    def __init__(
        self,
        store: JournalStore,
        metrics: Metrics,
        log: Log,
        pause_seconds: float = PAUSE_SECONDS,
        retry_seconds: float = RETRY_SECONDS,
    ) -> None:
        self.is_failing = False
        """Whether the last commit failed."""
        self._store = store
        self._metrics, self._log = metrics, log
        self._pause_seconds, self._retry_seconds = pause_seconds, retry_seconds
        self._loop = asyncio.get_running_loop()
        self._tables: dict[str, Whole] = {}
        self._dirty: set[str] = set()
        self._entries: list[tuple[str, bytes]] = []
        self._changed: set[str] = set()
        self._closed: set[str] = set()
        self._matches: list[FinishedMatch] = []
        self._waiting: list[asyncio.Future[None]] = []
        self._rows = 0
        self._must_be_whole = False
        self._wake = asyncio.Event()
        self._is_committing = asyncio.Lock()

    def keep(self, table: Whole) -> None:
        """Begins to keep a table, or writes it anew since more of it has changed than an entry."""
        self._tables[table.name] = table
        self._changed.add(table.name)
        self._wake.set()

    def note(self, name: str, entry: bytes) -> None:
        """Notes one entry of a table that is kept."""
        self._entries.append((name, entry))
        self._dirty.add(name)
        self._wake.set()

    def drop(self, name: str) -> None:
        """Keeps a table no longer."""
        if self._tables.pop(name, None) is not None:
            self._closed.add(name)
            self._changed.discard(name)
            self._dirty.discard(name)
            self._wake.set()

    def finish(self, match: FinishedMatch) -> asyncio.Future[None]:
        """Notes a match that is over.

        Returns:
            What is done once it is on the disk, however long that takes.
        """
        self._matches.append(match)
        while len(self._matches) > _MOST_MATCHES:
            lost = self._matches.pop(0)
            self._log.error("record given up, since it cannot be written", match=lost.match)
        return self.written()

    def written(self) -> asyncio.Future[None]:
        """What is done once everything noted so far is on the disk."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append(done)
        self._wake.set()
        return done

    async def run(self) -> None:
        """Commits whatever is noted, until it is cancelled."""
        while True:
            await self._wake.wait()
            await asyncio.sleep(self._pause_seconds)
            if not await self.commit():
                await asyncio.sleep(self._retry_seconds)

    async def commit(self) -> bool:
        """Commits what is noted now; False if that failed."""
        async with self._is_committing:
            self._wake.clear()
            batch, waiting = self._take()
            try:
                await self._store.commit(batch)
            except StoreError as error:
                self._put_back(batch, waiting, error)
                return False
            self._note_success(batch)
            for done in waiting:
                if not done.done():
                    done.set_result(None)
            return True

    def _take(self) -> tuple[Batch, list[asyncio.Future[None]]]:
        is_full = self._must_be_whole or self._rows >= ROWS
        if self._must_be_whole:
            self._changed |= self._tables.keys()
        elif is_full:
            self._changed |= self._dirty
        batch = Batch(
            entries=self._entries,
            checkpoints=self._whole(self._changed),
            closed=self._closed,
            matches=self._matches,
            is_full=is_full,
        )
        waiting, self._waiting = self._waiting, []
        self._dirty -= self._changed
        self._entries, self._changed, self._closed, self._matches = [], set(), set(), []
        self._must_be_whole = False
        return batch, waiting

    def _whole(self, names: Iterable[str]) -> dict[str, bytes]:
        return {name: self._tables[name].whole() for name in names}

    def _put_back(
        self, batch: Batch, waiting: list[asyncio.Future[None]], error: StoreError
    ) -> None:
        """What could not be written is written later, the tables as a whole."""
        self._closed |= batch.closed
        self._matches = batch.matches + self._matches
        self._waiting = waiting + self._waiting
        self._must_be_whole = True
        self._entries.clear()
        if not self.is_failing:
            self._log.error("nothing can be kept at the moment", error=str(error))
        self.is_failing = True
        self._metrics.failing.set(1)
        self._wake.set()

    def _note_success(self, batch: Batch) -> None:
        self._rows = 1 if batch.is_full else self._rows + bool(batch.entries)
        self._metrics.commits.inc()
        if self.is_failing:
            self.is_failing = False
            self._metrics.failing.set(0)
            self._log.info("everything is kept again")
