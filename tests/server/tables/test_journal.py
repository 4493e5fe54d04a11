"""The journal: what is committed together, what waits for the disk, and a disk that fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from io import StringIO

import pytest

from spit.server.logs import make_log
from spit.server.metrics import Metrics
from spit.server.tables import journal as module
from spit.server.tables.journal import Journal
from spit.store import Batch, FinishedMatch, StoreError
from tests.server.stage import PATIENCE, MemoryStore

MATCH = FinishedMatch(
    match="k3v9q", table="k3v9q", started_ms=0, ended_ms=1, rules_label="standard",
    names=("Ana", "Ben"), guests=(None, None), bots=(None, None), winner=0, reason="resigned",
    rounds=1, record="",
)  # fmt: skip


class Disk(MemoryStore):
    """A store whose disk is as slow, and as broken, as the test wants."""

    def __init__(self) -> None:
        super().__init__()
        self.may_sync = asyncio.Event()
        self.may_sync.set()
        self.sync_fault: StoreError | None = None
        self.synced = 0
        self.grew = asyncio.Event()
        self.failed = asyncio.Event()
        self.has_synced = asyncio.Event()

    async def commit(self, batch: Batch) -> None:
        """Keeps a batch, or fails."""
        try:
            await super().commit(batch)
        except StoreError:
            self.failed.set()
            raise
        self.grew.set()

    async def sync(self) -> None:
        """Waits for as long as the test says."""
        await self.may_sync.wait()
        if self.sync_fault is not None:
            self.failed.set()
            raise self.sync_fault
        self.synced += 1
        self.has_synced.set()

    async def until_commits(self, count: int) -> None:
        """Waits until there were so many commits."""
        async with asyncio.timeout(PATIENCE):
            while len(self.batches) < count:
                self.grew.clear()
                await self.grew.wait()


class Ledger:
    """A table that counts what it is."""

    name = "a"

    def __init__(self) -> None:
        self.content = b""

    def whole(self) -> bytes:
        """All of it."""
        return self.content


@asynccontextmanager
async def running(disk: Disk) -> AsyncIterator[tuple[Journal, StringIO]]:
    """A journal that does what it does by itself."""
    text = StringIO()
    journal = Journal(disk, Metrics(), make_log("json", text), pause_seconds=0, retry_seconds=0.001)
    task = asyncio.create_task(journal.run())
    try:
        yield journal, text
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def fails(journal: Journal) -> bool:
    """Whether what is noted cannot be kept now."""
    return journal.is_failing


async def test_a_slow_disk_holds_up_results_and_nothing_else() -> None:
    """A result waits until it is on the disk; meanwhile entries are committed all the same."""
    disk = Disk()
    disk.may_sync.clear()
    async with running(disk) as (journal, _):
        journal.keep(Ledger())
        saved = journal.finish(MATCH)
        await disk.until_commits(1)
        for number in range(3):
            journal.note("a", b"%d" % number)
            await disk.until_commits(2 + number)
        assert not saved.done()
        disk.may_sync.set()
        await asyncio.wait_for(saved, PATIENCE)
    assert disk.matches == [MATCH]
    assert [each for batch in disk.batches for _, each in batch.entries] == [b"0", b"1", b"2"]


async def test_what_was_committed_after_a_sync_began_waits_for_the_next() -> None:
    """The one under way may have passed it by."""
    disk = Disk()
    disk.may_sync.clear()
    async with running(disk) as (journal, _):
        first = journal.written()
        await disk.until_commits(1)
        second = journal.written()
        await disk.until_commits(2)
        disk.may_sync.set()
        await asyncio.wait_for(first, PATIENCE)
        await asyncio.wait_for(second, PATIENCE)
    assert disk.synced == 2


async def test_what_nobody_waits_for_reaches_the_disk_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A little later."""
    monkeypatch.setattr(module, "SYNC_SECONDS", 0.001)
    disk = Disk()
    async with running(disk) as (journal, _):
        journal.keep(Ledger())
        await asyncio.wait_for(disk.has_synced.wait(), PATIENCE)


async def test_a_commit_that_fails_loses_nothing() -> None:
    """What waits still waits, the operator is told once, and then everything is written whole."""
    disk = Disk()
    async with running(disk) as (journal, text):
        ledger = Ledger()
        journal.keep(ledger)
        await disk.until_commits(1)
        disk.fault = StoreError("the disk is full")
        ledger.content = b"1"
        journal.note("a", b"1")
        saved = journal.finish(MATCH)
        await asyncio.wait_for(disk.failed.wait(), PATIENCE)
        assert fails(journal)
        ledger.content = b"12"
        journal.note("a", b"2")
        assert not saved.done()
        disk.fault = None
        await asyncio.wait_for(saved, PATIENCE)
        assert not fails(journal)
    assert disk.live()[0].checkpoint == b"12"
    assert disk.matches == [MATCH]
    assert text.getvalue().count("nothing can be kept") == 1
    assert text.getvalue().count("everything is kept again") == 1


async def test_a_disk_that_fails_keeps_a_result_waiting() -> None:
    """It is told as kept only once the disk has it."""
    disk = Disk()
    disk.sync_fault = StoreError("the disk fails")
    async with running(disk) as (journal, text):
        saved = journal.finish(MATCH)
        await asyncio.wait_for(disk.failed.wait(), PATIENCE)
        assert fails(journal)
        assert not saved.done()
        disk.sync_fault = None
        await asyncio.wait_for(saved, PATIENCE)
        assert not fails(journal)
    assert text.getvalue().count("nothing can be kept") == 1


@pytest.mark.parametrize("is_written", [False, True])
async def test_stopping_in_the_middle_of_a_commit_loses_nothing(
    monkeypatch: pytest.MonkeyPatch, is_written: bool
) -> None:
    """Whether it was written or not is not known then, so all of it is written again."""
    disk = Disk()
    ledger = Ledger()
    async with running(disk) as (journal, _):
        journal.keep(ledger)
        await disk.until_commits(1)
        is_reached = asyncio.Event()
        commit = disk.commit

        async def never_done(batch: Batch) -> None:
            if is_written:
                await commit(batch)
            is_reached.set()
            await asyncio.get_running_loop().create_future()

        with monkeypatch.context() as patched:
            patched.setattr(disk, "commit", never_done)
            ledger.content = b"1"
            journal.note("a", b"1")
            saved = journal.finish(MATCH)
            await asyncio.wait_for(is_reached.wait(), PATIENCE)
            tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    ledger.content = b"12"
    journal.note("a", b"2")
    assert await journal.commit()
    assert saved.done()
    (stored,) = disk.live()
    assert (stored.checkpoint, stored.entries) == (b"12", ())
    assert MATCH in disk.matches
    assert not fails(journal)


async def test_a_fault_in_the_middle_of_a_commit_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nor does what is noted next rest on entries that were never written."""
    disk = Disk()
    ledger = Ledger()
    journal = Journal(disk, Metrics(), make_log("json", StringIO()))
    journal.keep(ledger)
    assert await journal.commit()

    async def fail(batch: Batch) -> None:
        del batch
        raise ZeroDivisionError

    ledger.content = b"1"
    journal.note("a", b"1")
    saved = journal.finish(MATCH)
    with monkeypatch.context() as patched:
        patched.setattr(disk, "commit", fail)
        with pytest.raises(ZeroDivisionError):
            await journal.commit()
    ledger.content = b"12"
    journal.note("a", b"2")
    assert await journal.commit()
    assert saved.done()
    (stored,) = disk.live()
    assert (stored.checkpoint, stored.entries) == (b"12", ())
    assert MATCH in disk.matches


async def test_a_match_that_is_given_up_is_never_told_as_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Too many wait for room: the oldest is lost, and whoever waits for it hears no lie."""
    monkeypatch.setattr(module, "_MOST_MATCHES", 2)
    store, log = Disk(), StringIO()
    store.fault = StoreError("the disk is full")
    journal = Journal(store, Metrics(), make_log("json", log), 0, 0)
    matches = [replace(MATCH, match=f"k3v9q-{number}") for number in (2, 3, 4)]
    waiting = [journal.finish(match) for match in matches]
    assert not await journal.commit()
    store.fault = None
    assert await journal.commit()
    assert [each.cancelled() for each in waiting] == [True, False, False]
    assert [each.match for each in store.matches] == ["k3v9q-3", "k3v9q-4"]
    assert "k3v9q-2" in log.getvalue()
