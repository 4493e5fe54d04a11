"""Writing to a store.

Owns the one connection that writes and the thread it lives in: whatever is handed in is done there
one after the other, so nothing here needs a lock, and a caller who stops waiting leaves no half.
What is written is in `spit.store.journal`, `spit.store.matches` and `spit.store.people`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Concatenate, Final, Self

from sqlalchemy import Connection, Engine, insert, select

from spit.store import matches, migrate, oldfiles, people, schema, sqlite
from spit.store.journal import Journal, stored_tables
from spit.store.model import (
    Batch,
    FinishedMatch,
    Forgotten,
    GuestSeen,
    Imported,
    Report,
    StoredTable,
)
from spit.store.reader import Answer, Parameters, StoreReader

_IMPORTED: Final = "records imported"


class Store(StoreReader):
    """The store of a data folder, to be read and written; `open` makes one, and it is to be closed.

    What is written outlives this process when the call returns, even one that is killed; what must
    outlive the machine too is waited for by `sync`. Every method raises `StoreError` where that
    cannot be done, and has then changed nothing; a later call works once the cause is gone.
    """

    def __init__(self, path: Path, engine: Engine, lock: sqlite.FolderLock) -> None:
        super().__init__(path, engine)
        self._lock = lock
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._syncer = ThreadPoolExecutor(1, thread_name_prefix="store-syncer")
        self._connection: Connection | None = None
        self._journal: Journal | None = None

    @classmethod
    def _opened(cls, folder: Path) -> Self:
        """Takes the folder, and brings its store up to date or makes one.

        What an older schema holds is copied first, beside it, as
        ``spit-before-<revision>-<UTC time>.sqlite``.

        Raises:
            StoreError: Another server has the folder, or what lies there cannot be used.
        """
        lock = sqlite.FolderLock(folder)
        try:
            path = folder / sqlite.FILE
            sqlite.prepare(path)
            with sqlite.stated(path):
                engine = sqlite.make_engine(path, may_write=True)
                try:
                    migrate.bring_up_to_date(engine, path)
                except BaseException:
                    engine.dispose()
                    raise
        except BaseException:
            lock.release()
            raise
        return cls(path, engine, lock)

    def _close(self) -> None:
        self._syncer.shutdown()
        self._writer.submit(self._disconnect).result()
        self._writer.shutdown()
        super()._close()
        self._lock.release()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # -------------------------------------------------------------- live matches

    async def commit(self, batch: Batch) -> None:
        """Writes a batch: all of it, or nothing.

        Args:
            batch: Not to be touched again until this returns.
        """
        await self._write(self._commit, batch)

    def _commit(self, connection: Connection, batch: Batch) -> Callable[[], None]:
        stands = self._journal or Journal.read(connection)
        people.see(connection, batch.guests)
        matches.save(connection, batch.matches)
        people.doubt(connection, batch.matches)
        after = stands.write(connection, batch)

        def done() -> None:
            self._journal = after

        return done

    async def sync(self) -> None:
        """Waits until all that was written before is on the disk, as long as that takes.

        Meanwhile more can be written: a disk is slow when others use it, and what was written is
        safe from all but a loss of power.
        """
        await asyncio.get_running_loop().run_in_executor(self._syncer, sqlite.sync, self._path)

    async def live(self) -> list[StoredTable]:
        """All live tables, by name: what a server goes on from after it was killed."""
        return await self._ask(stored_tables)

    # -------------------------------------------------------------- people

    async def enrol(self, secret_hash: bytes, name: str, now_ms: int) -> int:
        """Notes that a guest is here, as `GuestSeen` does; returns the guest's number."""
        return await self._write(_once(people.enrol), GuestSeen(secret_hash, name, now_ms))

    async def block(self, guest: int, blocked: int, now_ms: int) -> None:
        """Keeps two apart from now on; once more changes nothing."""
        await self._write(_once(people.block), guest, blocked, now_ms)
        await self.sync()

    async def unblock(self, guest: int, blocked: int) -> None:
        """Takes back what `block` did for the guest; what the other one did stays."""
        await self._write(_once(people.unblock), guest, blocked)
        await self.sync()

    async def report(self, report: Report) -> None:
        """Keeps a report; from now on its match's record stays."""
        await self._write(_once(people.report), report)
        await self.sync()

    # -------------------------------------------------------------- over time

    async def forget(self, before_ms: int) -> Forgotten:
        """Deletes what is too old: matches, and then guests.

        A match that was reported stays, and so does a guest with a match or report left. Not much
        is done at once, so that commits go on in between.

        Args:
            before_ms: What ended or was seen before then goes.
        """
        counts = []
        for forget in (matches.forget, people.forget):
            count = some = await self._write(_once(forget), before_ms)
            while some == matches.AT_ONCE:
                some = await self._write(_once(forget), before_ms)
                count += some
            counts.append(count)
        return Forgotten(*counts)

    async def import_records(self, folder: Path) -> Imported:
        """Takes in the records that an earlier version kept as files; does so once in its life.

        Args:
            folder: Where they lie, and stay.

        Returns:
            What became of them; nothing from the second time on.
        """
        if await self._ask(_is_marked, _IMPORTED):
            return Imported(0, ())
        found = await asyncio.to_thread(lambda: list(oldfiles.finished_matches(folder)))
        return await self._write(_once(_import), found)

    # -------------------------------------------------------------- the writer's thread

    async def _write(
        self,
        change: Callable[Concatenate[Connection, Parameters], Callable[[], Answer]],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Answer:
        """Makes one transaction; what `change` returns is called once it is done."""

        def written() -> Answer:
            with sqlite.stated(self._path):
                try:
                    connection = self._connection = self._connection or self._engine.connect()
                    with connection.begin():
                        done = change(connection, *args, **kwargs)
                except BaseException:
                    self._start_afresh()
                    raise
            return done()

        return await asyncio.get_running_loop().run_in_executor(self._writer, written)

    def _start_afresh(self) -> None:
        """After a failure nothing is known of the connection, nor of what it has written."""
        self._journal = None
        if self._connection is not None:
            self._connection.invalidate()
            self._disconnect()


def _once(
    change: Callable[Concatenate[Connection, Parameters], Answer],
) -> Callable[Concatenate[Connection, Parameters], Callable[[], Answer]]:
    """A change whose answer is known before the transaction is done."""

    def changed(
        connection: Connection, /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Callable[[], Answer]:
        answer = change(connection, *args, **kwargs)
        return lambda: answer

    return changed


def _is_marked(connection: Connection, mark: str) -> bool:
    its_name = schema.marks.c.name
    return connection.scalar(select(its_name).where(its_name == mark)) is not None


def _import(connection: Connection, found: list[tuple[Path, FinishedMatch | None]]) -> Imported:
    known = set(connection.scalars(select(schema.matches.c.match)))
    taken, left = list[FinishedMatch](), list[Path]()
    for path, match in found:
        if match is None or match.match in known:
            left.append(path)
        else:
            known.add(match.match)
            taken.append(match)
    matches.save(connection, sorted(taken, key=lambda match: match.ended_ms))
    connection.execute(insert(schema.marks), {"name": _IMPORTED})
    return Imported(len(taken), tuple(left))
