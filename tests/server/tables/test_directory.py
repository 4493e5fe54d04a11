"""All tables of a server: made, found, full, dropped, and their records kept."""

from __future__ import annotations

import asyncio
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from spit.protocol import messages as m
from spit.rules import OptionsError
from spit.rules.verify import verify
from spit.server.logs import make_log
from spit.server.metrics import Metrics
from spit.server.records import Records
from spit.server.settings import ServerSettings
from spit.server.tables.directory import FullError, Tables
from spit.table import TableSettings
from tests.server.stage import Client
from tests.table.harness import position

BRISK = TableSettings(first_deal_ms=20)


def _tables(folder: Path, **changes: Any) -> tuple[Tables, StringIO]:
    settings = ServerSettings(data=folder, table=BRISK, **changes)
    log = StringIO()
    records = Records(folder / "records")
    return Tables(settings, records, Metrics(), make_log("json", log)), log


def _join(tables: Tables, made: m.TableMade) -> Client:
    live = tables.find(made.table)
    assert live is not None
    seats = live.seats_of([made.secret])
    assert seats == (made.seat,)
    client = Client()
    live.join(client, seats, None)
    return client


async def test_a_table_is_made_as_wished(tmp_path: Path) -> None:
    """Its name, its rules, its opponent, and the way to it."""
    tables, _ = _tables(tmp_path)
    made = tables.make(m.NewTable(level="quick", name=" Ana ", rules={"name": "relaxed"}))
    assert made.socket == f"/ws/{made.table}"
    view = _join(tables, made).of(m.Snapshot)[0].view
    assert view.names == ["Ana", "Quick"]
    assert view.bots == [False, True]
    assert view.rules == {"name": "relaxed", "flip": "auto", "slap": "smaller"}
    assert view.match == made.table


async def test_rules_that_do_not_exist_make_no_table(tmp_path: Path) -> None:
    """The sentence says which there are."""
    tables, _ = _tables(tmp_path)
    with pytest.raises(OptionsError, match="known are standard"):
        tables.make(m.NewTable(rules={"name": "chess"}))
    assert len(tables) == 0


async def test_a_seed_gives_the_same_deal(tmp_path: Path) -> None:
    """And none gives another each time."""
    tables, _ = _tables(tmp_path)
    dealt = []
    for seed in (5, 5, 6, None, None):
        client = _join(tables, tables.make(m.NewTable(seed=seed)))
        dealt.append((await client.until(m.Dealt)).stocks)
    assert dealt[0] == dealt[1]
    assert len({str(each) for each in dealt[1:]}) == 4


async def test_there_are_only_so_many_tables(tmp_path: Path) -> None:
    """One more is refused; those that nobody needs make room."""
    tables, _ = _tables(tmp_path, max_tables=2)
    tables.make(m.NewTable())
    tables.make(m.NewTable())
    with pytest.raises(FullError):
        tables.make(m.NewTable())
    tables, _ = _tables(tmp_path, max_tables=2, gone_ms=0)
    for _ in range(5):
        tables.make(m.NewTable())
    assert len(tables) <= 2


async def test_only_tables_without_people_and_match_are_dropped(tmp_path: Path) -> None:
    """A match that is under way waits for its people until it is abandoned."""
    tables, _ = _tables(tmp_path, gone_ms=0)
    empty, peopled, left = (tables.make(m.NewTable()) for _ in range(3))
    _join(tables, peopled)
    client = _join(tables, left)
    await client.until(m.Dealt)
    live = tables.find(left.table)
    assert live is not None
    live.leave(client)
    tables.sweep()
    assert tables.find(empty.table) is None
    assert tables.find(peopled.table) is not None
    assert tables.find(left.table) is not None


async def test_tables_that_nobody_plays_leave_nothing_behind(tmp_path: Path) -> None:
    """A thousand made and abandoned: no table and no task is left."""
    tables, _ = _tables(tmp_path, gone_ms=0, max_tables=100)
    for _ in range(1_000):
        tables.make(m.NewTable())
    tables.sweep()
    assert len(tables) == 0
    assert len(asyncio.all_tasks()) == 1


async def test_the_record_of_a_finished_match_is_kept(tmp_path: Path) -> None:
    """It verifies, and is there by the time the result is told."""
    tables, _ = _tables(tmp_path)
    made = tables.make(m.NewTable(seed=1))
    client = _join(tables, made)
    await client.until(m.Dealt)
    live = tables.find(made.table)
    assert live is not None
    live.receive(client, m.Resign(id=1, seat=0))
    assert client.events(m.MatchEnded) == []
    await client.until(m.MatchEnded)
    with (tmp_path / "records" / f"{made.table}.spit").open("rb") as record:
        assert verify(record) is None
    await tables.saved()


async def test_a_record_that_cannot_be_kept_is_logged_and_the_result_told(tmp_path: Path) -> None:
    """A full disk is the operator's affair, not the players'."""
    (tmp_path / "records").write_text("a file where the folder should be")
    tables, log = _tables(tmp_path)
    made = tables.make(m.NewTable())
    client = _join(tables, made)
    await client.until(m.Dealt)
    live = tables.find(made.table)
    assert live is not None
    live.receive(client, m.Resign(id=1, seat=0))
    await client.until(m.MatchEnded)
    assert "record not saved" in log.getvalue()


async def test_a_match_can_go_on_from_where_it_stands(tmp_path: Path) -> None:
    """In a new epoch, so that nobody follows it from an older view."""
    tables, _ = _tables(tmp_path)
    state = position("9h|5s, 4c", "9d|7s, 8d", ["6h", "Kh"], ("2s", "2h"))
    client = _join(tables, tables.adopt(state, "child", 1))
    view = client.of(m.Snapshot)[0].view
    assert view.epoch == 2
    assert [pile.top for pile in view.spits] == ["6h", "Kh"]


async def test_the_log_never_holds_a_secret(tmp_path: Path) -> None:
    """Whoever reads it cannot take a seat."""
    tables, log = _tables(tmp_path)
    made = tables.make(m.NewTable())
    tables.sweep()
    assert made.table in log.getvalue()
    assert made.secret not in log.getvalue()
