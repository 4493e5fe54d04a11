"""Guessing tables and seats, which is bounded; and secrets, which come out nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec
import pytest

from spit.protocol import messages as m
from spit.server.limits import Rate
from spit.server.web import table_routes
from spit.table import TableSettings
from tests.server.conftest import Build
from tests.server.people import BRISK, House, Person
from tests.server.web.desk import Desk

pytestmark = pytest.mark.sockets


async def _two(house: House) -> tuple[Desk, m.TableMade, Desk, m.TableMade]:
    """Ana has made a table, and Ben sits at it."""
    ana, ben = Desk(house), Desk(house, "Ben")
    made = await ana.make()
    return ana, made, ben, await ben.sit(made.table)


@pytest.fixture
def codes() -> Iterator[str]:
    """Names of tables that do not exist."""
    letters = "34679bcdfhjkmnprtwx"
    return (f"bbbbbb{letters[n // 361]}{letters[n // 19 % 19]}{letters[n % 19]}" for n in count())


async def _guess(house: House, codes: Iterator[str], way: str) -> int | str:
    """One name of a table that does not exist, tried in some way; its status or its code."""
    code, desk = next(codes), Desk(house)
    if way == "info":
        return (await desk.get(f"/api/tables/{code}"))[0]
    if way == "record":
        return (await desk.get(f"/records/{code}.spit"))[0]
    if way == "invitation":
        return (await desk.get(f"/api/tables/{code}/invitation"))[0]
    if way == "socket":
        person = await house.connect(code)
        await person.say(m.Hello(version=1, secrets=[]))
        return (await person.last_word()).code
    bodies: dict[str, msgspec.Struct] = {
        "seat": m.SitDown(), "handover": m.SeatProof("x"), "takeover": m.TakeOver("x"),
        "block": m.Block("x"), "report": m.Report("x"),
    }  # fmt: skip
    return (await desk.post(f"/api/tables/{code}/{way}", bodies[way]))[0]


WAYS = ["info", "invitation", "record", "socket", "seat", "handover", "takeover", "block", "report"]


@pytest.mark.parametrize("way", WAYS)
async def test_only_so_many_tables_are_guessed(
    build: Build, codes: Iterator[str], way: str
) -> None:
    """In whatever way; and after that no other way is left, even to a name that is right."""
    house = await build(guesses=Rate(0.0001, 3))
    made = await Desk(house).make()
    none, enough = ("no-such-table", "too-fast") if way == "socket" else (404, 429)
    assert [await _guess(house, codes, way) for _ in range(4)] == [none] * 3 + [enough]
    for other in WAYS:
        assert await _guess(house, codes, other) in (429, "too-fast")
        right = iter([made.table])
        assert await _guess(house, right, other) in (429, "too-fast")


async def test_whoever_proves_a_seat_is_let_in_whatever_others_guess(
    build: Build, codes: Iterator[str]
) -> None:
    """Behind the same address: playing on, connecting again, and all that goes with the seat."""
    house = await build(guesses=Rate(0.0001, 3))
    ana, made, ben, taken = await _two(house)
    player = await house.join(made.table, made.secret)
    handover = await ana.hand_over(made)
    for _ in range(5):
        await _guess(house, codes, "info")
    assert await player.is_heard()
    await player.ws.close()
    for secret in (made.secret, ana.guest):
        player = await house.join(made.table, secret)
    at = f"/api/tables/{made.table}"
    assert (await ben.sit(made.table)).seat == 1
    await ana.hand_over(made)
    await ben.done(f"{at}/block", m.Block(taken.secret), m.Done, 200)
    await ben.done(f"{at}/report", m.Report(taken.secret), m.Done, 200)
    newest = await ana.hand_over(made)
    await ana.done(f"{at}/takeover", m.TakeOver(newest.code), m.TableMade, 201)
    assert handover.code != newest.code


async def test_guessing_from_elsewhere_disturbs_nobody(build: Build, codes: Iterator[str]) -> None:
    """The limit is by address."""
    house = await build(guesses=Rate(0.0001, 3), behind_proxy=True)
    made = await Desk(house).make()
    evil, honest = {"X-Forwarded-For": "192.0.2.66"}, {"X-Forwarded-For": "192.0.2.7"}
    for status in (404, 404, 404, 429):
        async with house.client.get(f"/api/tables/{next(codes)}", headers=evil) as answer:
            assert answer.status == status
    async with house.client.get(f"/api/tables/{made.table}", headers=honest) as answer:
        assert answer.status == 200


async def test_wrong_secrets_count_as_guesses(build: Build) -> None:
    """At a table that exists, over HTTP and at the WebSocket."""
    house = await build(guesses=Rate(0.0001, 4))
    ana = Desk(house)
    made = await ana.make()
    at = f"/api/tables/{made.table}"
    await ana.refused(f"{at}/handover", m.SeatProof("x"), 403)
    await ana.refused(f"{at}/takeover", m.TakeOver("x"), 403)
    for code in ("bad-secret", "bad-secret", "too-fast"):
        person = await house.connect(made.table)
        await person.say(m.Hello(version=1, secrets=["x" * 32]))
        assert (await person.last_word()).code == code


async def test_what_costs_the_server_a_drawing_is_rationed(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Links, by address; the table goes on."""
    monkeypatch.setattr(table_routes, "_EFFORTS", Rate(0.0001, 5))
    house = await build()
    made = await Desk(house).make()
    at = f"/api/tables/{made.table}/invitation"
    statuses = [(await Desk(house).get(at))[0] for _ in range(6)]
    assert statuses == [200] * 5 + [429]
    assert (await Desk(house).info(made.table)).standing == "open"


# ------------------------------------------------------------------ what never comes out


async def test_no_secret_comes_out_anywhere(build: Build, tmp_path: Path) -> None:
    """In no message, answer, log line or file of the server, but for the one who is told it."""
    house = await build(table=TableSettings(first_deal_ms=BRISK.first_deal_ms))
    ana, made, ben, taken = await _two(house)
    player = await house.join(made.table, made.secret)
    friend = await house.join(made.table, taken.secret)
    watcher = await house.join(made.table)
    handover = await ana.hand_over(made)
    at = f"/api/tables/{made.table}"
    moved = await ana.done(f"{at}/takeover", m.TakeOver(handover.code), m.TableMade, 201)
    await player.ws.close()
    player = await house.join(made.table, moved.secret)
    await ben.done(f"{at}/report", m.Report(taken.secret, "words"), m.Done, 200)
    await ben.done(f"{at}/block", m.Block(taken.secret), m.Done, 200)
    await _end(player, friend, watcher)
    told = [await ana.refused(f"{at}/handover", m.SeatProof("x" * 40), 403)]
    paths = (at, f"{at}/invitation", f"/records/{made.table}.spit", "/metrics", "/healthz")
    told += [(await ana.get(path))[1].decode() for path in paths]
    told += [str(message) for person in (player, friend, watcher) for message in person.got]
    told.append(house.log_text.getvalue())
    await house.server.journal.commit()
    files = [each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()]
    assert any(made.table.encode() in data for data in files)
    for secret in (
        made.secret, taken.secret, moved.secret, handover.code, ana.guest, ben.guest, "x" * 40
    ):  # fmt: skip
        assert not any(secret in text for text in told)
        assert not any(secret.encode() in data for data in files)


async def _end(player: Person, friend: Person, watcher: Person) -> None:
    """A match that is given up, as everybody sees."""
    await friend.say(m.Resign(id=1, seat=1))
    for person in (player, friend, watcher):
        await person.until(m.MatchEnded)
