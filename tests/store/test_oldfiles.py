"""Records that an earlier version kept as files are taken into the store once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from spit.rules import STANDARD
from spit.rules.record import Header
from spit.store import Imported, Store
from spit.store.oldfiles import finished_matches

CASES = Path(__file__).parent.parent / "rules" / "cases"
VALID = CASES / "valid" / "standard-116.spit"
FAULTY = min((CASES / "faulty").glob("*.spit"))


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A folder with a record that holds, the same once more, and one that does not."""
    folder = tmp_path / "records"
    folder.mkdir()
    shutil.copy(VALID, folder / "good.spit")
    shutil.copy(FAULTY, folder / "bad.spit")
    shutil.copy(VALID, folder / "twice.spit")
    (folder / "notes.txt").write_text("not a record")
    return folder


async def test_records_are_taken_in_once(tmp_path: Path, records: Path) -> None:
    """A file that does not hold is named; all stay where they are; the second time does nothing."""
    before = sorted(records.iterdir())
    async with await Store.open(tmp_path) as store:
        assert await store.import_records(records) == Imported(
            1, (records / "bad.spit", records / "twice.spit")
        )
        (row,) = await store.matches(10)
        assert await store.record(row.match) == VALID.read_text(encoding="utf-8")
        assert (row.names, row.bots, row.guests) == (("a", "b"), (None, None), (None, None))
        assert row.ended_ms > row.started_ms
        assert row.rounds > 0
        assert await store.import_records(records) == Imported(0, ())
        await store.forget(row.ended_ms + 1)
    async with await Store.open(tmp_path) as store:
        assert await store.import_records(records) == Imported(0, ())
        assert await store.matches(10) == []
    assert sorted(records.iterdir()) == before


async def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    """Most have none."""
    async with await Store.open(tmp_path) as store:
        assert await store.import_records(tmp_path / "none") == Imported(0, ())


@pytest.mark.parametrize(
    ("started", "milliseconds"),
    [
        ("1970-01-01T00:00:01Z", 1_000),
        ("1970-01-01t00:01:00.25z", 60_250),
        ("2026-01-01T00:00:00+00:00", 1_767_225_600_000),
        ("1970-01-01T00:00:00.123456789-00:00", 123),
        ("2016-12-31T23:59:60Z", 1_483_228_800_000),
    ],
)
def test_every_time_that_a_record_may_have_is_read(
    tmp_path: Path, started: str, milliseconds: int
) -> None:
    """Whichever way it is written, to the millisecond."""
    lines = VALID.read_text(encoding="utf-8").split("\n", 1)
    header = Header("a-match-2", started, STANDARD, ("bot:lightning", "Ana")).write()
    (tmp_path / "x.spit").write_text(header + lines[1], encoding="utf-8")
    ((_, match),) = finished_matches(tmp_path)
    assert match is not None
    assert match.started_ms == milliseconds
    assert (match.names, match.bots) == (("Lightning", "Ana"), ("lightning", None))
