"""The lobby: who is paired with whom, and who does not want to be."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from spit.protocol import messages as m
from spit.rules import STANDARD, choose_rules
from spit.server.limits import Rate
from spit.server.lobby import hall as hall_module
from spit.server.people import People
from spit.server.tables.directory import Player
from spit.store import StoreError
from tests.server.lobby.conftest import Build
from tests.server.lobby.visitors import Caller, Foyer, secret_of
from tests.server.stage import Client

RELAXED = choose_rules({"name": "relaxed"})


async def test_two_who_look_meet_at_a_table(build: Build) -> None:
    """Each with an own seat and secret, and the other's name; they look no longer."""
    foyer = await build()
    ana, ben = foyer.enter("Ana", rules=STANDARD), foyer.enter("Ben", rules=STANDARD)
    await foyer.hall.pair_some()
    (one,), (two,) = ana.of(m.Paired), ben.of(m.Paired)
    assert (one.table, one.socket) == (two.table, two.socket)
    assert {one.seat, two.seat} == {0, 1}
    assert (one.opponent, two.opponent) == ("Ben", "Ana")
    assert one.secret != two.secret
    place = foyer.tables.place(one.table)
    assert place is not None
    assert place.kept.is_public
    assert place.live.keys.seats_of([one.secret, two.secret]) == (one.seat, two.seat)
    assert place.live.keys.seat_of(secret_of("Ana")) == one.seat
    assert foyer.hall.news().waiting == []
    await foyer.hall.pair_some()
    assert len(foyer.tables) == 1


async def test_people_who_are_nobody_are_paired_too(build: Build) -> None:
    """Without a secret of their own."""
    foyer = await build()
    callers = [foyer.enter(rules=STANDARD) for _ in range(2)]
    await foyer.hall.pair_some()
    assert all(caller.of(m.Paired) for caller in callers)


async def test_only_the_same_rules_meet(build: Build) -> None:
    """And whoever asks for others looks by those."""
    foyer = await build()
    ana, ben = foyer.enter("Ana", rules=STANDARD), foyer.enter("Ben", rules=RELAXED)
    await foyer.hall.pair_some()
    assert len(foyer.tables) == 0
    foyer.seek(ana, RELAXED)
    assert [each.rules for each in ana.of(m.Seeking)] == [STANDARD.header, RELAXED.header]
    await foyer.hall.pair_some()
    assert ana.of(m.Paired)
    assert ben.of(m.Paired)


async def test_nobody_is_paired_with_themselves(build: Build) -> None:
    """Nor twice: of one person's tabs only the newest is looked at."""
    foyer = await build()
    tabs = [foyer.enter("Ana", rules=STANDARD) for _ in range(3)]
    await foyer.hall.pair_some()
    assert len(foyer.tables) == 0
    foyer.enter("Ben", rules=STANDARD)
    foyer.enter("Cleo", rules=STANDARD)
    foyer.enter("Dan", rules=RELAXED)
    foyer.seek(tabs[0], RELAXED)
    await foyer.hall.pair_some()
    assert sum(len(tab.of(m.Paired)) for tab in tabs) <= 1
    assert tabs[0].of(m.Paired) == []


async def test_one_person_in_many_tabs_keeps_nobody_from_meeting(build: Build) -> None:
    """However long they have waited."""
    foyer = await build()
    for _ in range(200):
        foyer.enter("Ana", rules=STANDARD)
    others = [foyer.enter(name, rules=STANDARD) for name in ("Ben", "Cleo", "Dan")]
    await foyer.hall.pair_some()
    assert sum(len(other.of(m.Paired)) for other in others) >= 2


async def test_those_who_are_apart_never_meet(build: Build) -> None:
    """Whoever of the two has blocked the other, also since they came into the lobby."""
    foyer = await build()
    ana, ben = foyer.enter("Ana", rules=STANDARD), foyer.enter("Ben", rules=STANDARD)
    numbers = []
    for name in ("Ana", "Ben"):
        number, _ = await foyer.people.enrol(secret_of(name), name)
        assert number is not None
        numbers.append(number)
    await foyer.store.block(numbers[1], numbers[0], 0)
    for _ in range(3):
        await foyer.hall.pair_some()
    assert len(foyer.tables) == 0
    cleo = foyer.enter("Cleo", rules=STANDARD)
    for _ in range(2):
        await foyer.hall.pair_some()
    assert cleo.of(m.Paired)
    assert len([*ana.of(m.Paired), *ben.of(m.Paired)]) == 1


class _Doorstep:
    """Holds up whoever is about to be paired, in the middle of it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_reached = asyncio.Event()
        self.may_go_on = asyncio.Event()
        head_to_head = People.head_to_head

        async def slow(people: People, first: int | None, second: int | None) -> tuple[int, int]:
            self.is_reached.set()
            await self.may_go_on.wait()
            return await head_to_head(people, first, second)

        monkeypatch.setattr(People, "head_to_head", slow)


@pytest.mark.parametrize("way", ["leaves", "is cut", "stops", "wants other rules", "comes anew"])
async def test_whoever_changes_their_mind_in_the_last_moment_is_not_paired(
    build: Build, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """The other one goes on looking, and no table is made."""
    foyer = await build()
    doorstep = _Doorstep(monkeypatch)
    ana, ben = foyer.enter("Ana", rules=STANDARD), foyer.enter("Ben", rules=STANDARD)
    pairing = asyncio.create_task(foyer.hall.pair_some())
    await doorstep.is_reached.wait()
    if way == "leaves":
        foyer.hall.leave(ben)
    elif way == "is cut":
        ben.is_gone = True
    elif way == "stops":
        foyer.seek(ben, None)
    elif way == "wants other rules":
        foyer.seek(ben, RELAXED)
    else:
        foyer.hall.leave(ben)
        foyer.enter("Ben")
    doorstep.may_go_on.set()
    await pairing
    assert len(foyer.tables) == 0
    assert ana.of(m.Paired) == ben.of(m.Paired) == []
    cleo = foyer.enter("Cleo", rules=STANDARD)
    await foyer.hall.pair_some()
    assert ana.of(m.Paired)
    assert cleo.of(m.Paired)


async def test_pairs_count_as_tables_that_an_address_makes(build: Build) -> None:
    """So that nobody fills the server by meeting themselves; others are paired all the while."""
    foyer = await build(new_tables=Rate(0.001, 2))
    crowd = [foyer.enter(rules=STANDARD, address="192.0.2.7") for _ in range(10)]
    for _ in range(3):
        await foyer.hall.pair_some()
    assert len(foyer.tables) == 2
    assert sum(len(each.of(m.Paired)) for each in crowd) == 4
    others = [foyer.enter(rules=STANDARD, address=f"192.0.2.{number}") for number in (8, 9)]
    await foyer.hall.pair_some()
    assert all(each.of(m.Paired) for each in others)


async def test_a_full_server_pairs_nobody_and_says_so_once(build: Build) -> None:
    """Those who wait are paired when there is room."""
    foyer = await build(max_tables=1)
    made = foyer.tables.make(m.NewTable(), Player("Eve"))
    ana, _ = foyer.enter("Ana", rules=STANDARD), foyer.enter("Ben", rules=STANDARD)
    for _ in range(5):
        await foyer.hall.pair_some()
    assert ana.of(m.Paired) == []
    assert foyer.log_text.getvalue().count("all tables are taken") == 1
    foyer.tables.close(made.table, m.Problem(code="no-such-table", detail="Bye.", fatal=True))
    await foyer.hall.pair_some()
    assert ana.of(m.Paired)


async def test_whoever_knows_each_other_meets_with_their_count(build: Build) -> None:
    """Those who only look are noted nowhere; those who play are."""
    foyer = await build()
    foyer.enter("Ana", rules=STANDARD)
    assert await foyer.people.recognize(secret_of("Ana")) is None
    foyer.enter("Ben", rules=STANDARD)
    await foyer.hall.pair_some()
    (place,) = foyer.tables
    known = [await foyer.people.recognize(secret_of(name)) for name in place.live.names]
    assert None not in known
    assert place.kept.guests == known


async def test_a_store_that_fails_keeps_nobody_from_playing(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are paired as people whom nobody knows."""
    foyer = await build()

    async def fail(*_: object) -> None:
        raise StoreError("the disk is gone")

    for name in ("enrol", "guest", "is_blocked", "blocks_of", "head_to_head"):
        monkeypatch.setattr(foyer.store, name, fail)
    ana, _ = foyer.enter("Ana", rules=STANDARD), foyer.enter("Ben", rules=STANDARD)
    await foyer.hall.pair_some()
    assert ana.of(m.Paired)


async def test_a_fault_of_one_pair_is_no_other_s(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two are told that they look no longer, the operator that something is wrong."""
    foyer = await build()
    pair = foyer.tables.pair
    faults = [ZeroDivisionError()]

    def fail_once(*args: Any) -> tuple[m.TableMade, m.TableMade]:
        if faults:
            raise faults.pop()
        return pair(*args)

    monkeypatch.setattr(foyer.tables, "pair", fail_once)
    callers = [foyer.enter(rules=STANDARD) for _ in range(4)]
    await foyer.hall.pair_some()
    assert sum(len(caller.of(m.Paired)) for caller in callers) == 2
    unlucky = [caller for caller in callers if not caller.of(m.Paired)]
    assert [caller.of(m.Seeking)[-1].rules for caller in unlucky] == [None, None]
    assert "ZeroDivisionError" in foyer.log_text.getvalue()


async def test_asking_again_for_the_same_loses_no_time(build: Build) -> None:
    """A client that is not sure whether it was heard may say it again."""
    foyer = await build()
    ana = foyer.enter("Ana", rules=STANDARD)
    visitor = foyer.hall._visitors[ana]
    visitor.since -= 20
    since = visitor.since
    foyer.seek(ana)
    assert visitor.since == since
    foyer.seek(ana, RELAXED)
    assert visitor.since > since


async def test_people_are_paired_for_as_long_as_somebody_looks(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And again after a while in which nobody has."""
    monkeypatch.setattr(hall_module, "_PAIR_SECONDS", 0.001)
    foyer = await build()
    task = asyncio.create_task(foyer.hall.pair_all())
    for names in (("Ana", "Ben"), ("Cleo", "Dan")):
        callers = [foyer.enter(name, rules=STANDARD) for name in names]
        for caller in callers:
            await caller.until(m.Paired)
    task.cancel()


async def test_hundreds_who_wait_cost_little(build: Build) -> None:
    """They are paired in one go, or compared with few."""
    foyer = await build()
    callers = [foyer.enter(rules=STANDARD) for _ in range(500)]
    await foyer.hall.pair_some()
    assert len(foyer.tables) == 250
    assert all(len(caller.of(m.Paired)) == 1 for caller in callers)


async def test_whoever_is_paired_in_one_tab_looks_in_no_other(build: Build) -> None:
    """They can be at one table only; the tab is told, and nobody is sent to an empty seat."""
    foyer = await build()
    older, newer = (foyer.enter("Ana", rules=STANDARD) for _ in range(2))
    foyer.enter("Ben", rules=STANDARD)
    await foyer.hall.pair_some()
    assert newer.of(m.Paired)
    assert [each.rules for each in older.of(m.Seeking)] == [STANDARD.header, None]
    foyer.enter("Cleo", rules=STANDARD)
    await foyer.hall.pair_some()
    assert older.of(m.Paired) == []
    assert len(foyer.tables) == 1


# ------------------------------------------------------------------ declining


async def _met(foyer: Foyer) -> tuple[Caller, Caller, m.Paired, m.Paired]:
    """Two in the lobby who have found each other."""
    ana, ben = foyer.enter("Ana", rules=RELAXED), foyer.enter("Ben", rules=RELAXED)
    await foyer.hall.pair_some()
    return ana, ben, ana.of(m.Paired)[0], ben.of(m.Paired)[0]


async def test_who_is_declined_in_the_lobby_looks_again_at_once(build: Build) -> None:
    """By the same rules, with the time they have waited; who declined looks for nobody."""
    foyer = await build()
    ana, ben, one, two = await _met(foyer)
    visitor = foyer.hall._visitors[ben]
    assert visitor.met is not None
    since = visitor.met.since
    foyer.decline(ana, one)
    assert len(foyer.tables) == 0
    assert [each.table for each in ana.of(m.Declined)] == [one.table]
    assert [each.table for each in ben.of(m.Declined)] == [two.table]
    assert ben.of(m.Seeking)[-1].rules == RELAXED.header
    assert visitor.since == since
    assert foyer.hall._visitors[ana].rules is None
    cleo = foyer.enter("Cleo", rules=RELAXED)
    await foyer.hall.pair_some()
    assert cleo.of(m.Paired)[0].opponent == "Ben"


async def test_who_waits_at_the_table_is_told_at_once(build: Build) -> None:
    """Whether the other has not come, or sits there without being ready."""
    foyer = await build()
    for comes in (False, True):
        ana, _, one, two = await _met(foyer)
        live = foyer.tables.find(two.table)
        assert live is not None
        waits, late = Client(), Client()
        live.join(waits, (two.seat,), None)
        if comes:
            live.join(late, (one.seat,), None)
            await waits.until(m.Dealt)
        foyer.decline(ana, one)
        told = [each for each in (waits, late) if each.close_code is not None]
        assert told == ([waits, late] if comes else [waits])
        assert [each.of(m.Problem)[-1].code for each in told] == ["declined"] * len(told)


async def test_who_looks_for_something_else_by_then_is_left_alone(build: Build) -> None:
    """A new wish is not put aside for the old one."""
    foyer = await build()
    ana, ben, one, _ = await _met(foyer)
    foyer.seek(ben, STANDARD)
    foyer.decline(ana, one)
    assert ben.of(m.Declined) == []
    assert ben.of(m.Seeking)[-1].rules == STANDARD.header


@pytest.mark.parametrize("way", ["no table", "no seat", "a friend's", "begun"])
async def test_only_two_who_have_not_begun_can_part(build: Build, way: str) -> None:
    """Everything else is refused in words, and the table stands."""
    foyer = await build()
    ana, ben, one, two = await _met(foyer)
    if way == "no table":
        one = msgspec.structs.replace(one, table="zzzzzzzzz")
    elif way == "no seat":
        one = msgspec.structs.replace(one, secret="nobody-s")
    elif way == "a friend's":
        made = foyer.tables.make(m.NewTable(opponent="friend"), Player("Ana"))
        one = msgspec.structs.replace(one, table=made.table, secret=made.secret)
    else:
        await _begin(foyer, one, two)
    count = len(foyer.tables)
    foyer.decline(ana, one)
    assert [each.code for each in ana.of(m.Problem)] == ["no-such-table"]
    assert ana.of(m.Declined) == ben.of(m.Declined) == []
    assert len(foyer.tables) == count


async def _begin(foyer: Foyer, *all_paired: m.Paired) -> None:
    """Both come to their table and say "ready"."""
    live = foyer.tables.find(all_paired[0].table)
    assert live is not None
    clients = [Client() for _ in all_paired]
    for client, its in zip(clients, all_paired, strict=True):
        live.join(client, (its.seat,), None)
    await clients[0].until(m.Dealt)
    for client, its in zip(clients, all_paired, strict=True):
        live.receive(client, m.Spit(id=1, seat=its.seat))
    await clients[0].until(m.Spat)
