"""All tables of a server: made, found, full, dropped, and their records kept."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from spit.protocol import messages as m
from spit.protocol.codec import decode, encode
from spit.rules import STANDARD, OptionsError
from spit.rules.verify import verify
from spit.server.logs import make_log
from spit.server.metrics import Metrics
from spit.server.settings import ServerSettings
from spit.server.tables import directory
from spit.server.tables.directory import FullError, Place, Player, SeatTakenError, Tables
from spit.server.tables.journal import Journal
from spit.store import StoredTable, StoreError
from spit.table import TableSettings
from tests.server.stage import Client, MemoryStore
from tests.table.harness import position

BRISK = TableSettings(first_deal_ms=20)


ANA = Player("Ana")


class Inn:
    """The tables of a server that keeps what is final in a list."""

    def __init__(self, folder: Path, **changes: Any) -> None:
        settings = ServerSettings(data=folder, table=BRISK, **changes)
        self.log = StringIO()
        self.store = MemoryStore()
        log, metrics = make_log("json", self.log), Metrics()
        self.journal = Journal(self.store, metrics, log, pause_seconds=0, retry_seconds=0)
        self.tables = Tables(settings, self.journal, metrics, log)

    def make(self, player: Player = ANA, **wish: Any) -> m.TableMade:
        """A table as wished."""
        return self.tables.make(m.NewTable(**wish), player)

    def place(self, made: m.TableMade) -> Place:
        """The table that was made."""
        place = self.tables.place(made.table)
        assert place is not None
        return place

    def join(self, made: m.TableMade) -> Client:
        """A connection at the seat."""
        live = self.place(made).live
        seats = live.keys.seats_of([made.secret])
        assert seats == (made.seat,)
        client = Client()
        live.join(client, seats, None)
        return client

    async def resign(self, made: m.TableMade) -> Client:
        """Joins, is dealt to, and gives up."""
        client = self.join(made)
        await client.until(m.Dealt)
        self.place(made).live.receive(client, m.Resign(id=1, seat=made.seat))
        return client


async def test_a_table_is_made_as_wished(tmp_path: Path) -> None:
    """Its name, its rules, its opponent, and the way to it."""
    inn = Inn(tmp_path)
    made = inn.make(level="quick", rules={"name": "relaxed"})
    assert made.socket == f"/ws/{made.table}"
    view = inn.join(made).of(m.Snapshot)[0].view
    assert view.names == ["Ana", "Quick"]
    assert view.bots == [False, True]
    assert view.rules == {"name": "relaxed", "flip": "auto", "slap": "smaller"}
    assert view.match == made.table


async def test_rules_that_do_not_exist_make_no_table(tmp_path: Path) -> None:
    """The sentence says which there are."""
    inn = Inn(tmp_path)
    with pytest.raises(OptionsError, match="known are standard"):
        inn.make(rules={"name": "chess"})
    assert len(inn.tables) == 0


async def test_a_seed_gives_the_same_deal(tmp_path: Path) -> None:
    """And none gives another each time."""
    inn = Inn(tmp_path)
    dealt = []
    for seed in (5, 5, 6, None, None):
        client = inn.join(inn.make(seed=seed))
        dealt.append((await client.until(m.Dealt)).stocks)
    assert dealt[0] == dealt[1]
    assert len({str(each) for each in dealt[1:]}) == 4


async def test_there_are_only_so_many_tables(tmp_path: Path) -> None:
    """One more is refused; those that nobody needs make room."""
    inn = Inn(tmp_path, max_tables=2)
    inn.make()
    inn.make()
    with pytest.raises(FullError):
        inn.make()
    inn = Inn(tmp_path, max_tables=2, gone_ms=0)
    for _ in range(5):
        inn.make()
    assert len(inn.tables) <= 2


async def test_tables_that_were_left_make_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The longest left first, once that was a while ago; those with people or a match stay."""
    inn = Inn(tmp_path, max_tables=4)
    peopled, played, first, second = (inn.make(opponent="computer") for _ in range(4))
    inn.join(peopled)
    client = inn.join(played)
    await client.until(m.Dealt)
    inn.place(played).live.leave(client)
    with pytest.raises(FullError):
        inn.make()
    inn.place(first).live.gone_since_ms = 1
    monkeypatch.setattr(directory, "_ROOM_MS", 0)
    inn.make(opponent="friend")
    assert inn.tables.find(first.table) is None
    for made in (peopled, played, second):
        assert inn.tables.find(made.table) is not None
    for _ in range(100):
        inn.make(opponent="friend")
    assert len(inn.tables) == 4
    for made in (peopled, played):
        assert inn.tables.find(made.table) is not None


async def test_only_tables_without_people_and_match_are_dropped(tmp_path: Path) -> None:
    """A match that is under way waits for its people until it is abandoned."""
    inn = Inn(tmp_path, gone_ms=0)
    empty, peopled, left = (inn.make() for _ in range(3))
    inn.join(peopled)
    client = inn.join(left)
    await client.until(m.Dealt)
    inn.place(left).live.leave(client)
    inn.tables.sweep()
    assert inn.tables.find(empty.table) is None
    assert inn.tables.find(peopled.table) is not None
    assert inn.tables.find(left.table) is not None


async def test_tables_that_nobody_plays_leave_nothing_behind(tmp_path: Path) -> None:
    """A thousand made and abandoned: no table and no task is left, and nothing is kept."""
    inn = Inn(tmp_path, gone_ms=0, invite_ms=0, max_tables=100)
    for number in range(1_000):
        inn.make(opponent="friend" if number % 2 else "computer")
    inn.tables.sweep()
    assert len(inn.tables) == 0
    assert len(asyncio.all_tasks()) == 1
    await inn.journal.commit()
    assert inn.store.live() == []


async def test_the_record_of_a_finished_match_is_kept(tmp_path: Path) -> None:
    """It verifies, and is kept by the time the result is told."""
    inn = Inn(tmp_path)
    made = inn.make(seed=1)
    client = await inn.resign(made)
    assert client.events(m.MatchEnded) == []
    await inn.tables.rest()
    await inn.journal.commit()
    await client.until(m.MatchEnded)
    (match,) = inn.store.matches
    assert (match.match, match.names, match.bots) == (
        made.table,
        ("Ana", "Steady"),
        (None, "steady"),
    )
    assert (match.winner, match.reason, match.rules_label) == (1, "resigned", "standard")
    assert verify(BytesIO(match.record.encode())) is None


async def test_a_result_that_cannot_be_kept_is_told_as_such(tmp_path: Path) -> None:
    """A full disk is the operator's affair; the players hear of it, and of its end."""
    inn = Inn(tmp_path, save_seconds=0.02)
    inn.store.fault = StoreError("the disk is full")
    client = await inn.resign(inn.make())
    await inn.tables.rest()
    assert not await inn.journal.commit()
    await client.until(m.Saved)
    assert client.events(m.MatchEnded)
    assert client.events(m.Saved) == [m.Saved(saved=False)]
    assert "the disk is full" in inn.log.getvalue()
    inn.store.fault = None
    assert await inn.journal.commit()
    while len(client.events(m.Saved)) < 2:
        client.arrived.clear()
        await client.arrived.wait()
    assert client.events(m.Saved) == [m.Saved(saved=False), m.Saved(saved=True)]
    assert len(inn.store.matches) == 1


@pytest.mark.parametrize("opponent", ["friend", "computer"])
async def test_a_table_that_is_closed_is_freed_at_once(tmp_path: Path, opponent: str) -> None:
    """Without the collector, which looks at old things only when nobody plays."""
    inn = Inn(tmp_path)
    made = inn.make(opponent=opponent)
    place = inn.place(made)
    table = place.live._table
    parts = (place.live, place.keeper, place.keeper.ledger, table, table._match, table._mail)
    left = [weakref.ref(part) for part in (*parts, table._match.referee)]
    del place, table, parts
    client = inn.join(made)
    inn.place(made).live.leave(client)
    gc.collect()
    gc.disable()
    try:
        inn.tables.close(made.table, m.Problem(code="no-such-table", detail="Bye.", fatal=True))
        await inn.journal.commit()
        assert [each() for each in left] == [None] * len(left)
    finally:
        gc.enable()


async def test_a_match_can_go_on_from_where_it_stands(tmp_path: Path) -> None:
    """In a new epoch, so that nobody follows it from an older view; it has no record."""
    inn = Inn(tmp_path)
    state = position("9h|5s, 4c", "9d|7s, 8d", ["6h", "Kh"], ("2s", "2h"))
    made = inn.tables.adopt(state, "child", 1)
    client = inn.join(made)
    view = client.of(m.Snapshot)[0].view
    assert view.epoch == 2
    assert [pile.top for pile in view.spits] == ["6h", "Kh"]
    (own,) = client.of(m.Welcome)[0].seats
    inn.place(made).live.receive(client, m.Resign(id=own.next_id, seat=0))
    await client.until(m.MatchEnded)
    assert inn.store.matches == []


async def test_the_log_never_holds_a_secret(tmp_path: Path) -> None:
    """Whoever reads it cannot take a seat; nor whoever reads what is kept."""
    inn = Inn(tmp_path)
    made = inn.make(Player("Ana", 1, "g" * 32), opponent="friend")
    inn.tables.sit(inn.place(made), Player("Ben", 2, "h" * 32), (0, 0))
    await inn.journal.commit()
    kept = b"".join(table.checkpoint for table in inn.store.live())
    assert made.table in inn.log.getvalue()
    for secret in (made.secret, "g" * 32, "h" * 32):
        assert secret not in inn.log.getvalue()
        assert secret.encode() not in kept


# ------------------------------------------------------------------ seats


async def test_a_friend_takes_the_free_seat(tmp_path: Path) -> None:
    """Once; the second to come finds it taken, and the first finds the seat again."""
    inn = Inn(tmp_path)
    made = inn.make(opponent="friend", listed=True)
    ana, place = inn.join(made), inn.place(made)
    assert ana.of(m.Snapshot)[0].view.free == [False, True]
    ben = inn.tables.sit(place, Player("Ben", 2, "h" * 32), (1, 3))
    await ana.until(m.Seated)
    assert (ben.seat, ben.partner_secret) == (1, None)
    with pytest.raises(SeatTakenError):
        inn.tables.sit(place, Player("Cleo"), (0, 0))
    again = inn.tables.seat_again(place, "h" * 32)
    assert again is not None
    assert again.seat == 1
    assert inn.tables.seat_again(place, "i" * 32) is None
    assert inn.tables.seat_again(place, None) is None
    for secret in (ben.secret, again.secret, "h" * 32):
        assert place.live.keys.seat_of(secret) == 1
    inn.join(again)
    assert (await ana.until(m.Dealt)).round == 1


async def test_two_at_one_screen_have_both_secrets(tmp_path: Path) -> None:
    """And names that can be told apart where they give none."""
    inn = Inn(tmp_path)
    made = inn.make(Player("Guest"), opponent="same-screen")
    assert made.partner_secret is not None
    live = inn.place(made).live
    assert live.keys.seats_of([made.secret, made.partner_secret]) == (0, 1)
    assert live.names == ("Guest 1", "Guest 2")
    named = inn.make(opponent="same-screen", partner_name="  Ben ")
    assert inn.place(named).live.names == ("Ana", "Ben")


async def test_a_table_waits_longer_for_a_friend_than_for_its_people(tmp_path: Path) -> None:
    """While its seat is free."""
    inn = Inn(tmp_path, gone_ms=0, invite_ms=10_000)
    invited, other = inn.make(opponent="friend"), inn.make()
    inn.tables.sweep()
    assert inn.tables.find(invited.table) is not None
    assert inn.tables.find(other.table) is None


async def test_whoever_came_to_a_pair_is_told_that_the_other_has_not(tmp_path: Path) -> None:
    """The table is closed, so that they can look again."""
    inn = Inn(tmp_path, meet_ms=0)
    paired, _ = inn.tables.pair(ANA, Player("Ben"), STANDARD, (0, 0))
    ana = inn.join(paired)
    inn.tables.sweep()
    assert [each.code for each in ana.of(m.Problem)] == ["no-such-table"]


# ------------------------------------------------------------------ after a restart


async def test_a_server_goes_on_with_what_was_kept(tmp_path: Path) -> None:
    """Cards, seats, names, wins and rules, in a new epoch; and from there once more."""
    first = Inn(tmp_path)
    made = first.make(opponent="friend", rules={"name": "house"})
    ben = first.tables.sit(first.place(made), Player("Ben"), (2, 1))
    clients = [first.join(made), first.join(ben)]
    await clients[0].until(m.Dealt)
    live = first.place(made).live
    for seat, client in enumerate(clients):
        live.receive(client, m.Spit(id=1, seat=seat))
    before = live.view()
    await first.journal.commit()
    for epoch in (2, 3):
        again = Inn(tmp_path)
        for stored in first.store.live():
            again.tables.revive(stored)
        view = again.place(made).live.view()
        assert (view.epoch, view.version > 0) == (epoch, True)
        assert (view.stocks, view.hands, view.phase) == (before.stocks, before.hands, "play")
        assert [pile.top for pile in view.spits] == [pile.top for pile in before.spits]
        assert (view.names, view.wins, view.rules) == (["Ana", "Ben"], [2, 1], before.rules)
        assert view.paused is not None
        again.join(made)
        again.join(ben)
        await again.journal.commit()
        first = again


async def test_a_match_that_was_over_is_saved_after_all(tmp_path: Path) -> None:
    """The server was killed after the last move and before the record was written."""
    first = Inn(tmp_path)
    made = first.make(seed=3)
    await first.resign(made)
    await first.journal.commit()
    assert first.store.matches == []
    again = Inn(tmp_path)
    for stored in first.store.live():
        again.tables.revive(stored)
    await again.tables.rest()
    await again.journal.commit()
    assert [match.match for match in again.store.matches] == [made.table]
    view = again.place(made).live.view()
    assert (view.phase, view.wins) == ("over", [0, 1])


async def test_a_rematch_goes_on_under_its_own_name(tmp_path: Path) -> None:
    """The number of the match at its table is kept."""
    first = Inn(tmp_path)
    made = first.make(seed=3)
    client = await first.resign(made)
    await first.tables.rest()
    await first.journal.commit()
    first.place(made).live.receive(client, m.Rematch(id=2, seat=0))
    while len(client.events(m.Dealt)) < 2:
        client.arrived.clear()
        await client.arrived.wait()
    await first.journal.commit()
    again = Inn(tmp_path)
    for stored in first.store.live():
        again.tables.revive(stored)
    view = again.place(made).live.view()
    assert (view.match, view.round, view.wins) == (f"{made.table}-2", 1, [0, 1])


async def test_a_rematch_that_was_not_dealt_yet_is_asked_for_again(tmp_path: Path) -> None:
    """After a kill the match before is over, with its wins, and the next has the name it had."""
    first = Inn(tmp_path)
    made = first.make(opponent="friend")
    ben = first.tables.sit(first.place(made), Player("Ben"), (0, 0))
    clients = [first.join(made), first.join(ben)]
    await clients[0].until(m.Dealt)
    first.place(made).live.receive(clients[0], m.Resign(id=1, seat=0))
    await first.tables.rest()
    await first.journal.commit()
    for seat, client in enumerate(clients):
        first.place(made).live.receive(client, m.Rematch(id=2, seat=seat))
    assert first.place(made).live.match == f"{made.table}-2"
    await first.journal.commit()
    again = Inn(tmp_path)
    for stored in first.store.live():
        again.tables.revive(stored)
    live = again.place(made).live
    assert (live.match, live.is_over, live.view().wins) == (made.table, True, [0, 1])
    for seat, client in enumerate([again.join(made), again.join(ben)]):
        (own,) = client.of(m.Welcome)[0].seats
        live.receive(client, m.Rematch(id=own.next_id, seat=seat))
    await client.until(m.Dealt)
    assert live.match == f"{made.table}-2"


async def test_a_table_that_cannot_be_read_stays_as_it_is(tmp_path: Path) -> None:
    """The others go on, the operator is told, and nothing of it is lost."""
    inn = Inn(tmp_path)
    stored = StoredTable("k3m9rtxdw", b"\0\0\0\1\xc1rest", (b"Lmore",))
    inn.tables.revive(stored)
    assert inn.tables.find("k3m9rtxdw") is None
    assert "table not restored" in inn.log.getvalue()
    await inn.journal.commit()
    (kept,) = inn.store.live()
    for part in (stored.checkpoint, *stored.entries):
        assert part in kept.checkpoint


async def test_a_fault_of_one_kept_table_keeps_no_other_from_going_on(tmp_path: Path) -> None:
    """Bytes that can be read but are no table of ours are kept as they are, too."""
    first = Inn(tmp_path)
    made = first.make(opponent="friend")
    await first.journal.commit()
    (good,) = first.store.live()
    three = msgspec.structs.replace(
        first.place(made).kept, name="k3m9rtxdw", names=["Ana", "Ben", "Cleo"]
    )
    header = msgspec.msgpack.encode(three)
    bad = StoredTable("k3m9rtxdw", len(header).to_bytes(4, "big") + header, ())
    again = Inn(tmp_path)
    for stored in (bad, good):
        again.tables.revive(stored)
    assert [place.live.name for place in again.tables] == [made.table]
    assert "ValueError" in again.log.getvalue()
    await again.journal.commit()
    assert any(header in table.checkpoint for table in again.store.live())


async def test_a_match_that_was_taken_over_goes_on_in_a_third_epoch(tmp_path: Path) -> None:
    """Its first one here was the second already."""
    first = Inn(tmp_path)
    state = position("9h|5s, 4c", "9d|7s, 8d", ["6h", "Kh"], ("2s", "2h"))
    made = first.tables.adopt(state, "child", 1)
    await first.journal.commit()
    again = Inn(tmp_path)
    for stored in first.store.live():
        again.tables.revive(stored)
    assert again.place(made).live.view().epoch == 3


async def test_epochs_are_new_also_where_they_could_not_be_written(tmp_path: Path) -> None:
    """Two starts on a full disk: no position of the first means something in the second."""
    first = Inn(tmp_path)
    made = first.make(opponent="friend")
    await first.journal.commit()
    epochs = []
    for _ in range(2):
        again = Inn(tmp_path)
        for stored in first.store.live():
            again.tables.revive(stored)
        again.store.fault = StoreError("the disk is full")
        assert not await again.journal.commit()
        again.tables.skip_epochs()
        epochs.append(again.place(made).live.view().epoch)
    now = time.time() - 1_577_836_800
    assert all(now - 60 < epoch <= now for epoch in epochs)


async def test_after_a_start_on_a_full_disk_everybody_can_act_also_after_the_next(
    tmp_path: Path,
) -> None:
    """Ids are new as the epochs are, none of them is too high to be sent, and all is kept."""
    inn = Inn(tmp_path)
    made = inn.make(opponent="friend")
    ben = inn.tables.sit(inn.place(made), Player("Ben"), (2, 1))
    await inn.journal.commit()
    used, epochs = [0], [1]
    for is_full in (True, False, False):
        before = inn.store.live()
        inn = Inn(tmp_path)
        for stored in before:
            inn.tables.revive(stored)
        inn.store.fault = StoreError("the disk is full") if is_full else None
        if not await inn.journal.commit():
            inn.tables.skip_epochs()
        clients = [inn.join(made), inn.join(ben)]
        ((own,), _) = (client.of(m.Welcome)[0].seats for client in clients)
        assert own.next_id > used[-1]
        rematch = decode(encode(m.Rematch(id=own.next_id, seat=0)))
        assert isinstance(rematch, m.Rematch)
        inn.place(made).live.receive(clients[0], rematch)
        assert [each.reason for each in clients[0].of(m.Refused)] == ["not-offered"]
        used.append(own.next_id)
        epochs.append(inn.place(made).live.view().epoch)
        inn.store.fault = None  # there is room again
        assert await inn.journal.commit()
        assert inn.place(made).live.view().wins == [2, 1]
    assert epochs[2:] == [epochs[1] + 1, epochs[1] + 2]
