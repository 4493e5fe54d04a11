"""A store and processes: one that is killed, two that want to write, one that only looks."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from spit.store import Store, StoredTable, StoreError, StoreReader
from spit.store.sqlite import FILE
from tests.store.writer import FULL_EACH

ROOT = Path(__file__).parent.parent.parent


@contextmanager
def writing(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that writes, which is killed at the end if it is not dead by then."""
    command = [sys.executable, "-m", "tests.store.writer", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def read_up_to(process: subprocess.Popen[str], number: int) -> None:
    """Waits until the batch of that number has been written."""
    assert process.stdout is not None
    for line in process.stdout:
        if int(line) == number:
            return
    pytest.fail("the process has ended")


def last_number(tables: list[StoredTable]) -> int:
    """The last batch that is there, when all before it are there too and none is there in part."""
    found = []
    for table in tables:
        numbers = [int(table.checkpoint), *map(int, table.entries)]
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
        found.append(numbers[-1])
    assert [table.name for table in tables] == ["a", "b"]
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize("number", [0, 1, FULL_EACH - 1, FULL_EACH, 3 * FULL_EACH + 7])
async def test_a_kill_loses_nothing_that_was_written(tmp_path: Path, number: int) -> None:
    """All whose commit had returned is there, at most the one under way on top, and no half."""
    with writing(tmp_path) as process:
        read_up_to(process, number)
        process.kill()
        rest, _ = process.communicate()
    written = max([number, *map(int, rest.splitlines())])
    store = await Store.open(tmp_path)
    assert last_number(await store.live()) in (written, written + 1)
    await store.close()


async def test_a_second_server_is_refused(tmp_path: Path) -> None:
    """While the first one runs, in another process or in the same one."""
    with writing(tmp_path) as process:
        read_up_to(process, 0)
        with pytest.raises(StoreError, match=f"another server keeps its data in {tmp_path}"):
            await Store.open(tmp_path)
    store = await Store.open(tmp_path)
    with pytest.raises(StoreError, match="another server"):
        await Store.open(tmp_path)
    await store.close()
    await (await Store.open(tmp_path)).close()


async def test_others_may_look_meanwhile(tmp_path: Path) -> None:
    """They see what has been written, and cannot write."""
    with writing(tmp_path) as process:
        read_up_to(process, 3)
        reader = await StoreReader.open(tmp_path)
        assert await reader.matches(10) == []
        assert not hasattr(reader, "commit")
        await reader.close()
        read_up_to(process, 10)


async def test_a_backup_while_another_process_writes_is_whole(tmp_path: Path) -> None:
    """It is the store as it was at one moment: nothing older is missing, and nothing is half."""
    folder = tmp_path / "data"
    with writing(folder) as process:
        read_up_to(process, 30)
        async with await StoreReader.open(folder) as reader:
            await reader.backup(tmp_path / "copy.sqlite")
        read_up_to(process, 60)
    restored = tmp_path / "restored"
    restored.mkdir()
    shutil.copy(tmp_path / "copy.sqlite", restored / FILE)
    store = await Store.open(restored)
    assert last_number(await store.live()) >= 30
    await store.close()
