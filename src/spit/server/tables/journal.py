"""Group commits: everything final goes to the store in order, off the path of the game.

Owns what waits to be written and the tasks that write it. Whoever notes something never waits;
what must be on the disk before it is told, a result, is waited for by `finish`. It knows no table
and no rules: what a ledger holds are bytes to it.

What was committed outlives a killed server. The disk itself, which may be slow, is waited for
beside that, so that it holds no commit up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol

from spit.server.logs import Log
from spit.server.metrics import Metrics
from spit.store import Batch, FinishedMatch, StoreError

PAUSE_SECONDS = 0.02
"""Commits begin at least so far apart; what is noted meanwhile is committed together."""
SYNC_SECONDS = 1.0
"""What nobody waits for is on the disk so long after its commit."""
RETRY_SECONDS = 1.0
"""How long to wait after a commit that failed."""
ROWS = 3_000
"""After so many commits all that has changed is written anew, and the rows before are dropped."""
_WRITE, _SYNC = "write", "sync"
_MOST_MATCHES = 10_000
"""So many finished matches wait for room on the disk; beyond that the oldest are given up."""


class JournalStore(Protocol):
    """Where commits go: `spit.store.Store`, or what stands for it in a test."""

    async def commit(self, batch: Batch) -> None:
        """Writes a batch, all of it or nothing.

        Raises:
            StoreError: It could not.
        """

    async def sync(self) -> None:
        """Waits until all that was written is on the disk.

        Raises:
            StoreError: The disk fails.
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
        self._results: dict[str, asyncio.Future[None]] = {}
        self._rows = 0
        self._must_be_whole = False
        self._wake = asyncio.Event()
        self._unsynced: list[asyncio.Future[None]] = []
        self._is_unsynced = asyncio.Event()
        self._is_awaited = asyncio.Event()
        self._is_committing = asyncio.Lock()
        self._failing: set[str] = set()

    @property
    def is_failing(self) -> bool:
        """Whether what is noted cannot be kept at the moment."""
        return bool(self._failing)

    def keep(self, table: Whole) -> None:
        """Begins to keep a table, or writes it anew since more of it has changed than an entry."""
        self._tables[table.name] = table
        self._changed.add(table.name)
        self._wake.set()

    def note(self, name: str, entry: bytes) -> None:
        """Notes one entry of a table that is kept."""
        self._entries.append((name, entry))
        self._dirty.add(name)
        if len(self._entries) == 1:
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
            What is done once it is on the disk, however long that takes; cancelled if the match is
            given up, since too many wait.
        """
        self._matches.append(match)
        while len(self._matches) > _MOST_MATCHES:
            lost = self._matches.pop(0)
            self._log.error("record given up, since it cannot be written", match=lost.match)
            if lost.match in self._results:
                self._results[lost.match].cancel()
        done = self._results[match.match] = self.written()
        done.add_done_callback(lambda _: self._results.pop(match.match, None))
        return done

    def written(self) -> asyncio.Future[None]:
        """What is done once everything noted so far is on the disk."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._waiting.append(done)
        self._wake.set()
        return done

    async def run(self) -> None:
        """Commits whatever is noted, until it is cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._write_all())
            group.create_task(self._sync_all())

    async def commit(self) -> bool:
        """Commits what is noted now and waits for the disk; False if that failed."""
        return await self._write() and await self._sync()

    async def _write_all(self) -> None:
        began = self._loop.time() - self._pause_seconds
        while True:
            await self._wake.wait()
            await asyncio.sleep(began + self._pause_seconds - self._loop.time())
            began = self._loop.time()
            if not await self._write():
                await asyncio.sleep(self._retry_seconds)

    async def _sync_all(self) -> None:
        while True:
            await self._is_unsynced.wait()
            with suppress(TimeoutError):
                async with asyncio.timeout(SYNC_SECONDS):
                    await self._is_awaited.wait()
            if not await self._sync():
                await asyncio.sleep(self._retry_seconds)

    async def _write(self) -> bool:
        async with self._is_committing:
            self._wake.clear()
            batch, waiting = self._take()
            try:
                await self._store.commit(batch)
            except StoreError as error:
                self._put_back(batch, waiting)
                self._note_failure(_WRITE, error)
                return False
            except BaseException:  # the server stops, or a fault; if it was written is not known
                self._put_back(batch, waiting)
                raise
            self._note_success(batch)
            self._unsynced += waiting
            self._is_unsynced.set()
            if waiting:
                self._is_awaited.set()
            return True

    async def _sync(self) -> bool:
        self._is_unsynced.clear()
        self._is_awaited.clear()
        waiting, self._unsynced = self._unsynced, []
        try:
            await self._store.sync()
        except (StoreError, asyncio.CancelledError) as error:
            self._unsynced = waiting + self._unsynced
            self._is_unsynced.set()
            if not isinstance(error, StoreError):
                raise
            self._note_failure(_SYNC, error)
            return False
        self._note_well(_SYNC)
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

    def _put_back(self, batch: Batch, waiting: list[asyncio.Future[None]]) -> None:
        """What could not be written is written later, the tables as a whole."""
        self._closed |= batch.closed
        self._matches = batch.matches + self._matches
        self._waiting = waiting + self._waiting
        self._must_be_whole = True
        self._entries.clear()
        self._wake.set()

    def _note_success(self, batch: Batch) -> None:
        self._rows = 1 if batch.is_full else self._rows + bool(batch.entries)
        self._metrics.commits.inc()
        self._note_well(_WRITE)

    def _note_failure(self, step: str, error: StoreError) -> None:
        """The operator is told once, however often it is tried."""
        if not self._failing:
            self._log.error("nothing can be kept at the moment", error=str(error))
            self._metrics.failing.set(1)
        self._failing.add(step)

    def _note_well(self, step: str) -> None:
        if step in self._failing:
            self._failing.remove(step)
            if not self._failing:
                self._metrics.failing.set(0)
                self._log.info("everything is kept again")
