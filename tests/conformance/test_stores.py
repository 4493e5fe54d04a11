"""One suite over every store; a store that is not registered here is not a store."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import spit.store
from spit.store import (
    Batch,
    FinishedMatch,
    Forgotten,
    Guest,
    GuestSeen,
    Report,
    Store,
    StoredTable,
    StoreError,
)

Opener = Callable[[Path], Awaitable[Store]]

STORES: dict[type[Store], Opener] = {Store: Store.open}
"""Every store, and how it is opened; what was kept in a folder is there when it is opened again."""

ANA, BEN, EVA = (bytes([number]) * 32 for number in range(3))

MATCH = FinishedMatch(
    match="k3v9q",
    table="k3v9q",
    started_ms=1_000,
    ended_ms=61_000,
    rules_label="standard",
    names=("Ana", "Skilled"),
    guests=(None, None),
    bots=(None, "skilled"),
    winner=0,
    reason="cleared",
    rounds=4,
    record='{"format":"spit-record"}\nΕλλάδα\n',
)


@pytest.fixture(params=STORES.values(), ids=[store.__name__ for store in STORES])
def opener(request: pytest.FixtureRequest) -> Opener:
    """How the store under test is opened."""
    opened: Opener = request.param
    return opened


@pytest.fixture
async def store(opener: Opener, tmp_path: Path) -> AsyncIterator[Store]:
    """The store under test, empty."""
    opened = await opener(tmp_path)
    yield opened
    await opened.close()


def test_every_store_is_registered() -> None:
    """Whatever in the package can commit is tested here."""
    found = {
        value
        for module in iter_modules(spit.store.__path__)
        if not module.ispkg
        for value in vars(import_module(f"spit.store.{module.name}")).values()
        if inspect.isclass(value) and hasattr(value, "commit") and hasattr(value, "live")
    }
    assert found == set(STORES)


# ------------------------------------------------------------------ live matches


async def test_an_empty_store_has_no_live_table(store: Store) -> None:
    """Nor anything else."""
    assert await store.live() == []
    assert await store.matches(10) == []
    assert await store.reports(10) == []


async def test_entries_come_back_in_order(opener: Opener, tmp_path: Path) -> None:
    """By table, after the checkpoint, and after the store was closed."""
    store = await opener(tmp_path)
    await store.commit(Batch(checkpoints={"b": b"B", "a": b"A"}))
    await store.commit(Batch(entries=[("a", b"1"), ("b", b"2"), ("a", b"3")]))
    await store.commit(Batch())
    await store.close()
    store = await opener(tmp_path)
    await store.commit(Batch(entries=[("a", b"4")]))
    assert await store.live() == [
        StoredTable("a", b"A", (b"1", b"3", b"4")),
        StoredTable("b", b"B", (b"2",)),
    ]
    await store.close()


async def test_a_checkpoint_replaces_what_was_before_it(store: Store) -> None:
    """The entries of its own batch too, and those of no other table."""
    await store.commit(Batch(checkpoints={"a": b"A", "b": b"B"}))
    await store.commit(Batch(entries=[("a", b"1"), ("b", b"2")]))
    await store.commit(Batch(entries=[("a", b"3"), ("b", b"4")], checkpoints={"a": b"A2"}))
    await store.commit(Batch(entries=[("a", b"5")]))
    assert await store.live() == [
        StoredTable("a", b"A2", (b"5",)),
        StoredTable("b", b"B", (b"2", b"4")),
    ]


async def test_a_full_batch_loses_nothing_that_counts(opener: Opener, tmp_path: Path) -> None:
    """A table without entries needs no new checkpoint, and what comes later counts again."""
    store = await opener(tmp_path)
    await store.commit(Batch(checkpoints={"a": b"A", "idle": b"I"}))
    await store.commit(Batch(entries=[("a", b"1")]))
    await store.commit(Batch(entries=[("a", b"2")], checkpoints={"a": b"A2"}, is_full=True))
    await store.close()
    store = await opener(tmp_path)
    await store.commit(Batch(entries=[("a", b"3"), ("idle", b"4")]))
    assert await store.live() == [
        StoredTable("a", b"A2", (b"3",)),
        StoredTable("idle", b"I", (b"4",)),
    ]
    await store.close()


async def test_a_closed_table_is_gone(opener: Opener, tmp_path: Path) -> None:
    """Whatever else the batch says of it, and whatever entries come late."""
    store = await opener(tmp_path)
    await store.commit(Batch(checkpoints={"a": b"A", "b": b"B"}))
    await store.commit(Batch(entries=[("a", b"1"), ("b", b"2")]))
    await store.commit(Batch(entries=[("a", b"3")], checkpoints={"a": b"A2"}, closed={"a", "no"}))
    await store.commit(Batch(entries=[("a", b"4"), ("b", b"5")]))
    kept = [StoredTable("b", b"B", (b"2", b"5"))]
    assert await store.live() == kept
    await store.close()
    store = await opener(tmp_path)
    assert await store.live() == kept
    await store.commit(Batch(closed={"b"}))
    assert await store.live() == []
    await store.close()


async def test_a_table_of_the_same_name_begins_anew(store: Store) -> None:
    """Entries of the one before are not its own."""
    await store.commit(Batch(checkpoints={"a": b"A", "b": b"B"}))
    await store.commit(Batch(entries=[("a", b"1")]))
    await store.commit(Batch(closed={"a"}))
    await store.commit(Batch(checkpoints={"a": b"again"}))
    assert (await store.live())[0] == StoredTable("a", b"again", ())


async def test_entries_of_a_table_without_a_checkpoint_are_dropped(store: Store) -> None:
    """It was never live."""
    await store.commit(Batch(entries=[("a", b"1")]))
    assert await store.live() == []


async def test_a_batch_is_written_whole_or_not_at_all(store: Store) -> None:
    """One thing in it that cannot be written keeps the rest out; the next batch goes in."""
    await store.commit(Batch(checkpoints={"a": b"A"}))
    impossible = replace(MATCH, match="other", reason=None)  # type: ignore[arg-type]
    batch = Batch(
        entries=[("a", b"1")],
        checkpoints={"new": b"N"},
        guests=[GuestSeen(ANA, "Ana", 1)],
        matches=[MATCH, impossible],
    )
    with pytest.raises(StoreError):
        await store.commit(batch)
    assert await store.live() == [StoredTable("a", b"A", ())]
    assert await store.matches(10) == []
    assert await store.guest(ANA) is None
    await store.commit(Batch(entries=[("a", b"2"), ("new", b"3")]))
    assert await store.live() == [StoredTable("a", b"A", (b"2",))]


# ------------------------------------------------------------------ finished matches


async def test_a_match_comes_back_as_it_was(store: Store) -> None:
    """Its record to the letter."""
    await store.commit(Batch(matches=[MATCH]))
    assert await store.record("k3v9q") == MATCH.record
    assert await store.record("none") is None
    row = await store.find("k3v9q")
    assert row is not None
    assert {name: getattr(row, name) for name in row.__slots__ if name != "number"} == {
        name: getattr(MATCH, name) for name in MATCH.__slots__ if name not in ("record", "doubts")
    }
    assert await store.find("none") is None
    assert await store.matches(10) == [row]


async def test_saving_a_match_twice_doubles_nothing(store: Store) -> None:
    """In one batch or in two; the first one stays."""
    await store.commit(Batch(matches=[MATCH, MATCH]))
    await store.commit(Batch(matches=[replace(MATCH, record="other")]))
    assert len(await store.matches(10)) == 1
    assert await store.record(MATCH.match) == MATCH.record


async def test_matches_are_listed_newest_first_and_by_page(store: Store) -> None:
    """A page goes on where the one before ended."""
    await store.commit(Batch(matches=[replace(MATCH, match=f"m{n}") for n in range(5)]))
    first = await store.matches(2)
    second = await store.matches(2, before=first[-1].number)
    last = await store.matches(2, before=second[-1].number)
    assert [row.match for row in [*first, *second, *last]] == ["m4", "m3", "m2", "m1", "m0"]


async def test_matches_are_found_by_a_player_s_name(store: Store) -> None:
    """At either seat, in upper or lower case, and the whole name alone."""
    names = [("Ana", "Ben"), ("Ben", "ÀNA"), ("Anatol", "Ben"), ("Eva", "ana")]
    await store.commit(
        Batch(matches=[replace(MATCH, match=f"m{n}", names=pair) for n, pair in enumerate(names)])
    )
    assert [row.match for row in await store.matches(10, player="ANA")] == ["m3", "m0"]
    assert [row.match for row in await store.matches(10, player="àna")] == ["m1"]
    assert [row.match for row in await store.matches(1, player="ben")] == ["m2"]


async def test_a_pair_s_wins_are_counted_wherever_they_sat(store: Store) -> None:
    """Draws do not count, and nor do matches against others."""
    ana = await store.enrol(ANA, "Ana", 1)
    ben = await store.enrol(BEN, "Ben", 1)
    eva = await store.enrol(EVA, "Eva", 1)
    played = [
        ((ana, ben), 0),
        ((ana, ben), 1),
        ((ben, ana), 1),
        ((ben, ana), 1),
        ((ben, ana), None),
        ((ana, eva), 0),
        ((eva, ben), 1),
        ((ana, None), 0),
    ]
    await store.commit(
        Batch(
            matches=[
                replace(MATCH, match=f"m{n}", guests=guests, winner=winner)
                for n, (guests, winner) in enumerate(played)
            ]
        )
    )
    assert await store.head_to_head(ana, ben) == (3, 1)
    assert await store.head_to_head(ben, ana) == (1, 3)
    assert await store.head_to_head(eva, ben) == (0, 1)
    assert await store.head_to_head(99, ben) == (0, 0)


async def test_a_match_of_a_forgotten_guest_is_kept(store: Store) -> None:
    """As that of somebody nobody knows."""
    ana = await store.enrol(ANA, "Ana", 1)
    await store.commit(Batch(matches=[replace(MATCH, guests=(99, ana))]))
    row = await store.find(MATCH.match)
    assert row is not None
    assert row.guests == (None, ana)


# ------------------------------------------------------------------ guests


async def test_a_guest_keeps_the_number(store: Store) -> None:
    """By whichever way the store hears of them; the newest name and time count."""
    ana = await store.enrol(ANA, "Ana", 1)
    await store.commit(Batch(guests=[GuestSeen(BEN, "Ben", 2), GuestSeen(ANA, "Anna", 3)]))
    assert await store.enrol(ANA, "Anne", 4) == ana
    assert await store.guest(ANA) == Guest(ana, "Anne", 1, 4)
    ben = await store.guest(BEN)
    assert ben is not None
    assert (ben.name, ben.made_ms, ben.seen_ms) == ("Ben", 2, 2)
    assert ben.id != ana
    assert await store.guest(EVA) is None


async def test_a_guest_and_a_match_of_theirs_fit_in_one_batch(store: Store) -> None:
    """The number is known from before, the rest is new."""
    ana = await store.enrol(ANA, "Ana", 1)
    await store.commit(
        Batch(guests=[GuestSeen(ANA, "A", 2)], matches=[replace(MATCH, guests=(ana, None))])
    )
    assert (await store.matches(1))[0].guests == (ana, None)


async def test_blocks_hold_either_way_round(store: Store) -> None:
    """Until the one who blocked takes it back."""
    ana, ben, eva = [await store.enrol(each, "x", 1) for each in (ANA, BEN, EVA)]
    await store.block(ana, ben, 5)
    await store.block(ana, ben, 6)
    await store.block(eva, ana, 7)
    assert await store.is_blocked(ana, ben)
    assert await store.is_blocked(ben, ana)
    assert not await store.is_blocked(ben, eva)
    assert await store.blocks_of(ana) == {ben, eva}
    assert await store.blocks_of(ben) == {ana}
    await store.unblock(ben, ana)
    assert await store.is_blocked(ana, ben)
    await store.unblock(ana, ben)
    assert not await store.is_blocked(ana, ben)
    assert await store.blocks_of(ana) == {eva}


async def test_a_block_of_nobody_is_refused(store: Store) -> None:
    """And the store goes on."""
    ana = await store.enrol(ANA, "Ana", 1)
    with pytest.raises(StoreError):
        await store.block(ana, 99, 1)
    assert await store.blocks_of(ana) == set()
    await store.commit(Batch(checkpoints={"a": b"A"}))
    assert len(await store.live()) == 1


async def test_what_the_server_has_noticed_is_kept_with_its_match(store: Store) -> None:
    """As a report by nobody, with the whole record; a match without doubts brings none."""
    ben = await store.enrol(BEN, "Ben", 1)
    odd = replace(MATCH, guests=(None, ben), doubts=((1, "faster than people are"),))
    await store.commit(Batch(matches=[odd, replace(MATCH, match="plain", guests=(None, None))]))
    (found,) = await store.reports(10)
    assert (found.match, found.reporter, found.reported, found.seat) == ("k3v9q", None, ben, 1)
    assert (found.words, found.record_so_far) == ("faster than people are", MATCH.record)
    assert (found.now_ms, found.reported_name) == (MATCH.ended_ms, "Ben")


async def test_reports_are_listed_newest_first(store: Store) -> None:
    """With the record as it was when they were made."""
    ana = await store.enrol(ANA, "Ana", 1)
    first = Report(
        match="k3v9q",
        reporter=ana,
        reported=None,
        seat=1,
        words="says „rude“ things",
        now_ms=5,
        record_so_far="{}\n",
    )
    second = replace(first, now_ms=6)
    await store.report(first)
    await store.report(second)
    named = [replace(each, reporter_name="Ana") for each in (second, first)]
    assert await store.reports(10) == named
    assert await store.reports(1) == named[:1]


# ------------------------------------------------------------------ retention


async def test_what_is_old_is_forgotten(store: Store) -> None:
    """Not a match that was reported, nor a guest with a match or a report left."""
    ana, ben, eva = [await store.enrol(each, "x", 100) for each in (ANA, BEN, EVA)]
    dan = await store.enrol(b"d" * 32, "Dan", 900)
    await store.block(eva, dan, 1)
    matches = [
        replace(MATCH, match="old", ended_ms=100, guests=(eva, None)),
        replace(MATCH, match="reported", ended_ms=100, guests=(ana, None)),
        replace(MATCH, match="new", ended_ms=500, guests=(None, ana)),
    ]
    await store.commit(Batch(matches=matches))
    await store.report(
        Report(
            match="reported",
            reporter=ben,
            reported=ana,
            seat=0,
            words="",
            now_ms=100,
            record_so_far="",
        )
    )
    assert await store.forget(500) == Forgotten(matches=1, guests=1)
    assert [row.match for row in await store.matches(10)] == ["new", "reported"]
    assert await store.guest(EVA) is None
    assert await store.blocks_of(dan) == set()
    for kept in (ANA, BEN, b"d" * 32):
        assert await store.guest(kept) is not None
    assert await store.forget(500) == Forgotten(0, 0)
    assert await store.enrol(EVA, "Eva", 1_000) not in (ana, ben, eva, dan)


async def test_a_great_deal_is_forgotten(store: Store) -> None:
    """More than is done at once."""
    count = 1_203
    await store.commit(
        Batch(
            matches=[replace(MATCH, match=f"m{n}", ended_ms=1) for n in range(count)],
            guests=[GuestSeen(n.to_bytes(32), "x", 1) for n in range(count)],
        )
    )
    assert await store.forget(2) == Forgotten(count, count)
    assert await store.matches(1) == []
