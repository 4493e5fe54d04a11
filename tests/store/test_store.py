"""Writing: on a full disk, by callers who do not wait, and with an index for every question."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection

from spit.store import Batch, FinishedMatch, GuestSeen, Report, Store, StoredTable, StoreError
from spit.store.schema import METADATA

MATCH = FinishedMatch(
    match="m",
    table="m",
    started_ms=1,
    ended_ms=2,
    rules_label="standard",
    names=("Ana", "Ben"),
    guests=(1, 2),
    bots=(None, None),
    winner=1,
    reason="cleared",
    rounds=3,
    record="x\n",
)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    path = tmp_path / "disk"
    path.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(path)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("only root may mount a disk")
    yield path
    # Lazily: what has failed may hold its file for as long as its error is looked at.
    subprocess.run(["umount", "--lazy", str(path)], check=True)


def fill(path: Path) -> None:
    """Writes a file until the disk is full."""
    free = os.statvfs(path.parent).f_bavail * os.statvfs(path.parent).f_frsize
    path.write_bytes(bytes(free))


async def check_full(store: Store, make_room: object) -> None:
    """What holds when the disk of a store with the live table "a" is full, and afterwards."""
    before = await store.live()
    large = Batch(entries=[("a", bytes(300_000))], matches=[MATCH], checkpoints={"b": b"B"})
    for _ in range(3):
        with pytest.raises(StoreError, match="is full; make room on it"):
            await store.commit(large)
        assert await store.live() == before
    assert await store.find("m") is None
    make_room()  # type: ignore[operator]
    await store.commit(large)
    after = await store.live()
    assert [table.name for table in after] == ["a", "b"]
    assert after[0].entries == (*before[0].entries, bytes(300_000))
    assert await store.find("m") is not None


async def test_a_full_disk_harms_nothing(small_disk: Path, tmp_path: Path) -> None:
    """A commit says so and changes nothing; once there is room the next one works."""
    store = await Store.open(small_disk / "data")
    await store.commit(Batch(checkpoints={"a": b"A"}))
    await store.commit(Batch(entries=[("a", b"1")]))
    fill(small_disk / "filler")
    await check_full(store, (small_disk / "filler").unlink)
    await store.backup(tmp_path / "copy.sqlite")  # which checks it
    await store.close()


async def test_a_file_that_may_not_grow_is_a_full_disk(tmp_path: Path) -> None:
    """The same where no disk can be mounted."""
    pages = 60

    def limit(connection: DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA max_page_count={pages}")
        cursor.close()

    def make_room() -> None:
        nonlocal pages
        pages = 10_000
        store._engine.dispose()

    store = await Store.open(tmp_path / "data")
    event.listen(store._engine, "connect", limit)
    store._engine.dispose()  # the connections of before know no limit
    await store.commit(Batch(checkpoints={"a": b"A"}))
    await store.commit(Batch(entries=[("a", b"1")]))
    await check_full(store, make_room)
    await store.backup(tmp_path / "copy.sqlite")
    await store.close()


async def test_a_disk_that_is_full_at_the_start_gets_a_sentence(small_disk: Path) -> None:
    """The folder is free again once there is room."""
    fill(small_disk / "filler")
    with pytest.raises(StoreError, match=r"is full|No space left"):
        await Store.open(small_disk / "data")
    (small_disk / "filler").unlink()
    await (await Store.open(small_disk / "data")).close()


async def test_who_stops_waiting_leaves_no_half(tmp_path: Path) -> None:
    """What was begun is done to its end; what was not is not done; the next commit fits either."""
    store = await Store.open(tmp_path)
    await store.commit(Batch(checkpoints={"a": b"A"}))
    hurried = [
        asyncio.create_task(store.commit(Batch(entries=[("a", b"%d" % n), ("a", b"%d" % n)])))
        for n in range(20)
    ]
    await asyncio.sleep(0)
    for task in hurried:
        task.cancel()
    await asyncio.wait(hurried)
    await store.commit(Batch(entries=[("a", b"last")]))
    (table,) = await store.live()
    assert table.entries[-1] == b"last"
    assert table.entries[:-1:2] == table.entries[1:-1:2]
    await store.close()


async def test_a_store_may_be_closed_twice(tmp_path: Path) -> None:
    """The second time does nothing, and harms nobody who has the folder by then."""
    store = await Store.open(tmp_path)
    await store.close()
    other = await Store.open(tmp_path)
    await store.close()
    with pytest.raises(StoreError, match="another server"):
        await Store.open(tmp_path)
    await other.close()


async def test_commits_at_once_are_written_in_their_order(tmp_path: Path) -> None:
    """As they were handed in."""
    store = await Store.open(tmp_path)
    batches = [Batch(checkpoints={"a": b"A"})]
    batches += [Batch(entries=[("a", b"%d" % n)]) for n in range(50)]
    await asyncio.gather(*(store.commit(batch) for batch in batches))
    assert await store.live() == [StoredTable("a", b"A", tuple(b"%d" % n for n in range(50)))]
    await store.close()


async def test_a_journal_does_not_grow_for_ever(tmp_path: Path) -> None:
    """A full batch empties it, and so does the end of the last table."""
    store = await Store.open(tmp_path)

    def rows() -> int:
        with store._engine.connect() as connection:
            return int(connection.exec_driver_sql("SELECT count(*) FROM journal").scalar_one())

    await store.commit(Batch(checkpoints={"a": b"A", "b": b"B"}))
    for _ in range(3):
        await store.commit(Batch(entries=[("a", b"1")]))
    assert rows() == 3
    await store.commit(Batch(checkpoints={"a": b"A"}, entries=[("b", b"2")], is_full=True))
    assert rows() == 1
    await store.commit(Batch(closed={"a"}))
    assert rows() == 1
    await store.commit(Batch(closed={"b"}))
    assert rows() == 0
    await store.close()


async def test_every_question_has_its_index(tmp_path: Path) -> None:
    """Nothing is looked for by reading a whole table, however large it has become."""
    store = await Store.open(tmp_path)
    asked: set[tuple[str, tuple[object, ...]]] = set()

    def note(*call: Any) -> None:
        statement, parameters, is_many = call[2], call[3], call[5]
        # The first one stands for many at once.
        asked.add((statement, tuple(parameters[0] if is_many else parameters)))

    await store.commit(Batch(checkpoints={"a": b"A"}, entries=[("a", b"1")]))
    event.listen(store._engine, "before_cursor_execute", note)
    for number in (1, 2):
        await store.enrol(bytes([number]), "x", 1)
    await store.commit(
        Batch(
            entries=[("a", b"1")],
            checkpoints={"a": b"A"},
            closed={"a"},
            guests=[GuestSeen(b"g", "x", 1)],
            matches=[MATCH],
            is_full=True,
        )
    )
    await store.block(1, 2, 1)
    await store.unblock(1, 2)
    await store.report(
        Report(match="m", reporter=1, reported=2, seat=0, words="", now_ms=1, record_so_far="")
    )
    await store.record("m")
    await store.find("m")
    await store.matches(10, before=5)
    await store.matches(10, before=5, player="Ana")
    await store.head_to_head(1, 2)
    await store.guest(b"g")
    await store.is_blocked(1, 2)
    await store.blocks_of(1)
    await store.forget(2)
    await store.import_records(tmp_path / "none")
    event.remove(store._engine, "before_cursor_execute", note)
    assert len(asked) > 15
    with store._engine.connect() as connection:
        for statement, parameters in asked:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
            scans = {f"SCAN {table}" for table in METADATA.tables} & {row[3] for row in plan}
            assert scans == set(), statement
    await store.close()


def test_alembic_is_loaded_only_when_there_is_something_to_do(tmp_path: Path) -> None:
    """A start that finds the newest schema does without it."""
    code = (
        "import asyncio, sys; from pathlib import Path; from spit.store import Store\n"
        "async def main(): await (await Store.open(Path(sys.argv[1]))).close()\n"
        "asyncio.run(main()); print('alembic' in sys.modules)"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    said = [
        subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)
    ]
    assert said == ["True\n", "False\n"]
