"""The file: who may read it, what is said of one that is no good, how it is copied."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
import stat
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from spit.store import Batch, Store, StoreError, StoreReader
from spit.store.sqlite import FILE, copy

UNIX = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")


def mode(path: Path) -> int:
    """Who may do what with it."""
    return stat.S_IMODE(path.stat().st_mode)


async def made(folder: Path) -> Path:
    """The file of a store with something in it, closed."""
    async with await Store.open(folder) as store:
        await store.commit(Batch(checkpoints={f"t{n}": bytes(2_000) for n in range(50)}))
    return folder / FILE


@UNIX
async def test_the_store_is_its_owner_s_alone(tmp_path: Path) -> None:
    """Folder, file and what lies beside it while it is open."""
    folder = tmp_path / "some" / "data"
    store = await Store.open(folder)
    await store.commit(Batch(checkpoints={"a": b"A"}))
    assert mode(folder) == 0o700
    assert {mode(path) for path in folder.iterdir()} == {0o600}
    await store.close()


@UNIX
async def test_a_folder_that_was_there_keeps_its_rights(tmp_path: Path) -> None:
    """It may be for other things too; a file that was too open is not so for long."""
    path = await made(tmp_path)
    tmp_path.chmod(0o755)
    path.chmod(0o644)
    await made(tmp_path)
    assert mode(tmp_path) == 0o755
    assert mode(path) == 0o600


@UNIX
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may do anything")
async def test_a_folder_without_rights_gets_a_sentence(tmp_path: Path) -> None:
    """It names the folder."""
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError, match=f"cannot keep data in {tmp_path}: Permission denied"):
        await Store.open(tmp_path)


async def test_a_folder_that_is_a_file_gets_a_sentence(tmp_path: Path) -> None:
    """So does a file that is a folder."""
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot keep data in"):
        await Store.open(tmp_path / "file")
    (tmp_path / FILE).mkdir()
    with pytest.raises(StoreError, match="cannot keep data in"):
        await Store.open(tmp_path)


@pytest.mark.parametrize("opener", [Store.open, StoreReader.open])
async def test_a_file_that_is_no_store_gets_a_sentence(tmp_path: Path, opener: object) -> None:
    """Whether something else was written there or another program's tables are in it."""
    (tmp_path / FILE).write_bytes(b"no database at all" * 500)
    with pytest.raises(StoreError, match=r"is damaged, or no store; move it away"):
        await opener(tmp_path)  # type: ignore[operator]
    (tmp_path / FILE).unlink()
    with closing(sqlite3.connect(tmp_path / FILE)) as other:
        other.execute("CREATE TABLE songs (id INTEGER)")
    with pytest.raises(StoreError, match="belongs to another program"):
        await opener(tmp_path)  # type: ignore[operator]


async def test_a_damaged_store_gets_a_sentence(tmp_path: Path) -> None:
    """When what is damaged is read, and when it is copied; no copy is left."""
    path = await made(tmp_path)
    with path.open("r+b") as file:
        file.seek(path.stat().st_size // 2)
        file.write(b"\xff" * (path.stat().st_size // 4))
    async with await Store.open(tmp_path) as store:
        with pytest.raises(StoreError, match="is damaged"):
            await store.live()
        with pytest.raises(StoreError, match="is damaged"):
            await store.backup(tmp_path / "copy.sqlite")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["spit.lock", FILE]


async def test_nothing_to_read_gets_a_sentence(tmp_path: Path) -> None:
    """And nothing is made."""
    with pytest.raises(StoreError, match="nothing has been kept in"):
        await StoreReader.open(tmp_path)
    assert list(tmp_path.iterdir()) == []


async def test_a_copy_is_one_file_of_its_own(tmp_path: Path) -> None:
    """For its owner alone, with all that the store holds, even what is not in its file yet."""
    async with await Store.open(tmp_path / "data") as store:
        await store.commit(Batch(checkpoints={"a": b"A"}))
        await store.backup(tmp_path / "copy.sqlite")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["copy.sqlite", "data"]
    with closing(sqlite3.connect(tmp_path / "copy.sqlite")) as kept:
        assert kept.execute("SELECT name, checkpoint FROM live").fetchall() == [("a", b"A")]
    if sys.platform != "win32":
        assert mode(tmp_path / "copy.sqlite") == 0o600


async def test_a_copy_never_overwrites(tmp_path: Path) -> None:
    """Neither a file nor what came there meanwhile."""
    path = await made(tmp_path)
    target = tmp_path / "copy.sqlite"
    target.write_text("precious")
    with pytest.raises(StoreError, match=r"copy\.sqlite exists already"):
        copy(path, target)
    assert target.read_text() == "precious"


async def test_a_copy_to_nowhere_gets_a_sentence(tmp_path: Path) -> None:
    """It names the place."""
    path = await made(tmp_path)
    with pytest.raises(StoreError, match=r"nowhere/copy\.sqlite: No such file"):
        copy(path, tmp_path / "nowhere" / "copy.sqlite")


async def test_a_slow_disk_holds_no_commit_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is committed outlives the process at once; only `sync` waits for the disk."""
    may_sync = threading.Event()
    fsync = os.fsync

    def slow(descriptor: int) -> None:
        may_sync.wait()
        fsync(descriptor)

    async with await Store.open(tmp_path) as store:
        await store.commit(Batch(checkpoints={"a": b"A"}))
        monkeypatch.setattr(os, "fsync", slow)
        synced = asyncio.create_task(store.sync())
        await store.commit(Batch(entries=[("a", b"1")]))
        assert not synced.done()
        may_sync.set()
        await synced


async def test_a_disk_that_fails_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told that something is on it."""

    def fail(descriptor: int) -> None:
        raise OSError(errno.EIO, f"Input/output error of {descriptor}")

    async with await Store.open(tmp_path) as store:
        await store.commit(Batch(checkpoints={"a": b"A"}))
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", fail)
            with pytest.raises(StoreError, match=r"cannot keep data in .*: Input/output error"):
                await store.sync()
        await store.sync()


async def test_the_log_is_begun_anew_and_does_not_grow_for_ever(tmp_path: Path) -> None:
    """Beside the writer, whose commits do not wait for it."""
    log = tmp_path / f"{FILE}-wal"
    async with await Store.open(tmp_path) as store:
        for _ in range(12):
            await store.commit(Batch(checkpoints={f"t{n}": bytes(100_000) for n in range(10)}))
            await store.sync()
        assert log.stat().st_size < 7_000_000
    assert not log.exists()
