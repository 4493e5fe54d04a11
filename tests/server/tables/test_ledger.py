"""What is kept of a table: its form as bytes, and how it is read back."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest

from spit.rules import STANDARD
from spit.server.logs import make_log
from spit.server.metrics import Metrics
from spit.server.tables.journal import Journal
from spit.server.tables.ledger import Kept, Ledger, Unread, read
from spit.store import StoredTable
from spit.table import LogError, pack
from tests.server.stage import MemoryStore
from tests.server.tables.matches import entries_of, log_of


def _kept(**changes: Any) -> Kept:
    plain: dict[str, Any] = {
        "name": "k3v9q", "rules": STANDARD.header, "names": ["Ana", None], "bots": [None, "sharp"],
        "keys": [[b"\0" * 32], []], "guests": [7, None], "wins": [2, 1],
    }  # fmt: skip
    return Kept(**{**plain, **changes})


class Shelf:
    """A ledger, its journal, and the store that this writes to."""

    def __init__(self, **changes: Any) -> None:
        self.store = MemoryStore()
        self.journal = Journal(self.store, Metrics(), make_log("json", StringIO()))
        self.ledger = Ledger(self.journal, _kept(**changes))

    async def stored(self) -> StoredTable:
        """What the store has of it."""
        assert await self.journal.commit()
        (stored,) = self.store.live()
        return stored


async def test_a_table_without_a_match_is_read_back() -> None:
    """All that it is, and no state."""
    shelf = Shelf(is_listed=True, is_public=True, epoch=5, number=2)
    revived = read(await shelf.stored())
    assert revived.kept == shelf.ledger.kept
    assert (revived.state, revived.at_ms, len(revived.log)) == (None, 0, 0)


@pytest.mark.parametrize("count", [1, 2, 10, 60])
@pytest.mark.parametrize("commits", ["one", "each"])
async def test_a_match_goes_on_from_every_entry(count: int, commits: str) -> None:
    """However they were committed: as a whole, or entry by entry behind one."""
    shelf = Shelf()
    if commits == "each":
        await shelf.journal.commit()
    first, *others = entries_of("k3v9q")[:count]
    shelf.ledger.begin(1, 1_700_000_000_123, pack(first))
    for entry in others:
        if commits == "each":
            await shelf.journal.commit()
        shelf.ledger.add(pack(entry))
    stored = await shelf.stored()
    assert len(stored.entries) == (count if commits == "each" else 0)
    revived = read(stored)
    *_, (last, state) = log_of([first, *others]).replay()
    assert (revived.state, revived.at_ms) == (state, last.at_ms)
    assert revived.kept.started_ms == 1_700_000_000_123
    assert bytes(revived.log) == bytes(shelf.ledger.log)


async def test_a_rematch_takes_the_place_of_the_match_before() -> None:
    """In the log, in what is stored, and in its number and beginning."""
    shelf = Shelf()
    await shelf.journal.commit()
    for number, match in ((1, "k3v9q"), (2, "k3v9q-2")):
        first, *others = entries_of(match, seed=number)[:20]
        shelf.ledger.begin(number, number * 1_000, pack(first))
        for entry in others:
            shelf.ledger.add(pack(entry))
    revived = read(await shelf.stored())
    assert bytes(revived.log) == bytes(log_of(entries_of("k3v9q-2", seed=2)[:20]))
    assert (revived.kept.number, revived.kept.started_ms) == (2, 2_000)


async def test_what_changes_of_a_table_is_kept_with_its_match() -> None:
    """A seat that is taken, a new secret."""
    shelf = Shelf()
    shelf.ledger.begin(1, 5, pack(entries_of("k3v9q")[0]))
    await shelf.journal.commit()
    shelf.ledger.change(names=["Ana", "Ben"], wins=[3, 1])
    revived = read(await shelf.stored())
    assert (revived.kept.names, revived.kept.wins) == (["Ana", "Ben"], [3, 1])
    assert revived.state is not None


async def test_a_table_that_is_dropped_is_gone() -> None:
    """From the store too."""
    shelf = Shelf()
    await shelf.journal.commit()
    shelf.ledger.drop()
    await shelf.journal.commit()
    assert shelf.store.live() == []


@pytest.mark.parametrize(
    "checkpoint",
    [b"", b"\0\0", b"\0\0\0\5nope!", b"\0\0\0\1\x80", b"\xff\xff\xff\xff", b"\0\0\0\0"],
)
def test_what_is_damaged_is_an_error(checkpoint: bytes) -> None:
    """Of one kind, whatever the bytes are."""
    with pytest.raises(LogError):
        read(StoredTable("k3v9q", checkpoint, ()))


async def test_a_match_by_other_rules_is_an_error() -> None:
    """Something has been mixed up."""
    shelf = Shelf(rules={"name": "relaxed", "flip": "auto"})
    shelf.ledger.begin(1, 5, pack(entries_of("k3v9q")[0]))
    with pytest.raises(LogError, match="other rules"):
        read(await shelf.stored())


@pytest.mark.parametrize("entry", [b"", b"L", b"B", b"L\xc1", b"?junk"])
async def test_a_damaged_entry_is_an_error(entry: bytes) -> None:
    """And nothing that was before it is taken for the whole."""
    shelf = Shelf()
    shelf.ledger.begin(1, 5, pack(entries_of("k3v9q")[0]))
    stored = await shelf.stored()
    with pytest.raises(LogError):
        read(StoredTable(stored.name, stored.checkpoint, (entry,)))


async def test_a_table_of_another_version_is_kept_as_it_is() -> None:
    """With its entries behind it, if these can be told apart, or else its checkpoint."""
    shelf = Shelf()
    await shelf.journal.commit()
    first, second = entries_of("k3v9q")[:2]
    shelf.ledger.begin(1, 5, pack(first))
    shelf.ledger.add(pack(second))
    stored = await shelf.stored()
    whole = Unread(stored).whole()
    assert bytes(read(StoredTable("k3v9q", whole, ())).log) == bytes(log_of([first, second]))
    again = Unread(StoredTable("k3v9q", whole, ())).whole()  # for another life that cannot either
    assert bytes(read(StoredTable("k3v9q", again, ())).log) == bytes(log_of([first, second]))
    damaged = StoredTable("k3v9q", b"\0\0\0\1\xc1", (b"Lmore",))
    for part in (damaged.checkpoint, *damaged.entries):
        assert part in Unread(damaged).whole()
    with pytest.raises(LogError, match="damaged"):
        read(StoredTable("k3v9q", Unread(damaged).whole()[:-1], ()))
