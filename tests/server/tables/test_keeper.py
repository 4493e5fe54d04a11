"""What becomes final at a table goes into its ledger, and a match that is over into the store."""

from __future__ import annotations

import asyncio
import json
from io import BytesIO, StringIO
from random import Random

import pytest

from spit.rules import STANDARD
from spit.rules.verify import verify
from spit.server.logs import make_log
from spit.server.metrics import Metrics
from spit.server.tables.journal import Journal
from spit.server.tables.keeper import Keeper
from spit.server.tables.ledger import Kept, Ledger, read
from spit.table import Doubt, LogEntry, Table, TableSettings
from tests.server.stage import MemoryStore
from tests.server.tables.matches import entries_of


class Desk:
    """A keeper with all that it stands on, and a table that it may ask."""

    def __init__(self) -> None:
        rng = Random(1)
        self.store = MemoryStore()
        self.log_text = StringIO()
        log, metrics = make_log("json", self.log_text), Metrics()
        self.metrics = metrics
        self.journal = Journal(self.store, metrics, log)
        self.table = Table(
            "k3v9q", ("Ana", "Ben"), (False, False), STANDARD, TableSettings(),
            lambda: rng.randbytes(32), 0,
        )  # fmt: skip
        kept = Kept(
            name="k3v9q", rules=STANDARD.header, names=["Ana", "Ben"], bots=[None, None],
            keys=[[], []], guests=[3, 4], wins=[0, 0],
        )  # fmt: skip
        self.keeper = Keeper(
            Ledger(self.journal, kept), self.journal, metrics, log, clock=lambda: 1_700_000_000_000
        )

    def keep(self, entries: list[LogEntry]) -> asyncio.Future[None] | None:
        """Hands entries in."""
        return self.keeper.keep(entries, self.table)


async def test_a_match_is_kept_from_its_beginning_to_its_end() -> None:
    """Entry by entry; the last one gives something to wait for, which the disk then does."""
    desk = Desk()
    *entries, last = entries_of("k3v9q")
    assert desk.keep(entries) is None
    assert desk.keep([]) is None
    saved = desk.keep([last])
    assert saved is not None
    await desk.keeper.rest()
    assert not saved.done()
    await desk.journal.commit()
    await saved
    (match,) = desk.store.matches
    assert (match.match, match.table, match.guests) == ("k3v9q", "k3v9q", (3, 4))
    assert (match.started_ms, match.ended_ms) == (
        1_700_000_000_000,
        1_700_000_000_000 + last.at_ms,
    )
    assert verify(BytesIO(match.record.encode())) is None
    (stored,) = desk.store.live()
    revived = read(stored)
    assert revived.state is not None
    assert revived.state.result is not None


async def test_the_record_so_far_is_there_at_any_time() -> None:
    """Empty before the first match."""
    desk = Desk()
    assert (await desk.keeper.record_so_far()).text == ""
    desk.keep(entries_of("k3v9q")[:30])
    so_far = (await desk.keeper.record_so_far()).text
    assert so_far.startswith('{"format":"spit-record"')
    assert len(so_far.splitlines()) > 10


async def test_a_match_without_a_beginning_is_not_kept() -> None:
    """It was taken over as it stood, and a record of half of it would verify nothing."""
    desk = Desk()
    assert desk.keep(entries_of("k3v9q")[1:]) is None
    await desk.keeper.rest()
    await desk.journal.commit()
    assert desk.store.matches == []


async def test_a_log_that_breaks_the_rules_is_the_operators_affair() -> None:
    """It is counted and logged; whoever waits for it waits on, and is told in time by the table."""
    desk = Desk()
    entries = entries_of("k3v9q")
    desk.keep([entries[0], *entries[2:-1]])
    desk.keeper._tape = None  # as after a restart
    saved = desk.keep([entries[-1]])
    assert saved is not None
    await desk.keeper.rest()
    await desk.journal.commit()
    assert not saved.done()
    assert desk.store.matches == []
    assert "record not written" in desk.log_text.getvalue()


async def test_a_match_is_saved_under_what_it_was_when_it_ended() -> None:
    """A rematch that begins at once changes nothing of it."""
    desk = Desk()
    saved = desk.keep(entries_of("k3v9q"))
    desk.keep(entries_of("k3v9q-2", seed=2)[:3])
    assert saved is not None
    await desk.keeper.rest()
    await desk.journal.commit()
    assert [match.match for match in desk.store.matches] == ["k3v9q"]
    assert verify(BytesIO(desk.store.matches[0].record.encode())) is None


async def test_what_was_odd_about_a_match_is_for_the_operator_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is logged with who it was, and goes into the store with the match; no player hears."""
    desk = Desk()
    odd = Doubt(1, "faster than people are")
    monkeypatch.setattr(Table, "take_doubts", lambda _: [odd])
    desk.keep(entries_of("k3v9q"))
    await desk.keeper.rest()
    await desk.journal.commit()
    (match,) = desk.store.matches
    assert match.doubts == (odd,)
    (line,) = [line for line in desk.log_text.getvalue().splitlines() if "odd play" in line]
    said = json.loads(line)
    assert (said["seat"], said["guest"], said["what"]) == (1, 4, "faster than people are")
    assert desk.table.take_outbox() == []
