"""The schema: from its first revision to the newest, and not from one that nobody knows."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from spit.store import Batch, FinishedMatch, Store, StoredTable, StoreError, StoreReader
from spit.store.journal import Journal
from spit.store.matches import save
from spit.store.migrate import upgrade
from spit.store.schema import HEAD, METADATA, REVISIONS
from spit.store.sqlite import FILE, make_engine, prepare

MATCH = FinishedMatch(
    match="old",
    table="old",
    started_ms=1,
    ended_ms=2,
    rules_label="standard",
    names=("Ana", "Ben"),
    guests=(None, None),
    bots=(None, None),
    winner=1,
    reason="cleared",
    rounds=3,
    record="the record\n",
)


def make_first(folder: Path) -> Path:
    """A store as the first revision left it, with a live table and a finished match."""
    path = folder / FILE
    prepare(path)
    engine = make_engine(path, may_write=True)
    upgrade(engine, REVISIONS[0])
    with engine.begin() as connection:
        save(connection, [MATCH])
        after = Journal.read(connection).write(connection, Batch(checkpoints={"t": b"T"}))
        after.write(connection, Batch(entries=[("t", b"1")]))
    engine.dispose()
    return path


def version(path: Path) -> str:
    """The revision that a file says it is at."""
    with closing(sqlite3.connect(path)) as file:
        (found,) = file.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(found)


def test_every_revision_is_listed() -> None:
    """In the order in which each follows the other."""
    config = Config()
    config.set_main_option("script_location", "spit.store:migrations")
    config.set_main_option("path_separator", "os")
    found = [each.revision for each in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(found)) == REVISIONS


async def test_the_revisions_make_the_schema(tmp_path: Path) -> None:
    """Nothing is in one that is not in the other; a guest's number is not given twice."""
    await (await Store.open(tmp_path)).close()
    engine = make_engine(tmp_path / FILE, may_write=False)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        for table in METADATA.tables.values():
            names = {index["name"] for index in inspect(connection).get_indexes(table.name)}
            assert names == {index.name for index in table.indexes}
        rows = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql LIKE '%AUTOIN%'")
        assert len(rows.all()) == 2
    engine.dispose()


async def test_an_older_store_is_copied_and_brought_up_to_date(tmp_path: Path) -> None:
    """All that was in it is in both, and the next start makes no copy."""
    make_first(tmp_path)
    async with await Store.open(tmp_path) as store:
        assert await store.live() == [StoredTable("t", b"T", (b"1",))]
        assert await store.record("old") == "the record\n"
        assert await store.reports(1) == []
    assert version(tmp_path / FILE) == HEAD
    (kept,) = tmp_path.glob(f"spit-before-{HEAD}-*Z.sqlite")
    assert version(kept) == REVISIONS[0]
    with closing(sqlite3.connect(kept)) as file:
        assert file.execute("SELECT match FROM matches").fetchall() == [("old",)]
    if sys.platform != "win32":
        assert kept.stat().st_mode & 0o077 == 0
    await (await Store.open(tmp_path)).close()
    assert len(list(tmp_path.glob("spit-before-*"))) == 1


async def test_a_reader_leaves_an_older_store_alone(tmp_path: Path) -> None:
    """It says what brings it up to date."""
    path = make_first(tmp_path)
    with pytest.raises(StoreError, match=r"older Spit; start `spit serve` once"):
        await StoreReader.open(tmp_path)
    assert version(path) == REVISIONS[0]


async def test_a_revision_that_fails_changes_nothing(tmp_path: Path) -> None:
    """Not even the half of it that would have worked; the folder is free again."""
    path = make_first(tmp_path)
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE reports (id INTEGER)")
    for _ in range(2):
        with pytest.raises(StoreError, match="already exists"):
            await Store.open(tmp_path)
        for kept in tmp_path.glob("spit-before-*"):
            kept.unlink()
    assert version(path) == REVISIONS[0]
    with closing(sqlite3.connect(path)) as file:
        tables = file.execute("SELECT name FROM sqlite_master WHERE name = 'blocks'").fetchall()
    assert tables == []


@pytest.mark.parametrize("opener", [Store.open, StoreReader.open])
async def test_a_newer_store_is_refused(tmp_path: Path, opener: object) -> None:
    """Nothing is done to it."""
    path = make_first(tmp_path)
    with closing(sqlite3.connect(path)) as file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
        file.commit()
    with pytest.raises(StoreError, match=r"newer Spit \(its schema is 9999") as caught:
        await opener(tmp_path)  # type: ignore[operator]
    assert "\n" not in str(caught.value)
    assert version(path) == "9999"
    assert list(tmp_path.glob("spit-before-*")) == []
