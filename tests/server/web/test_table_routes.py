"""Tables over plain HTTP: a friend is invited, sits down, comes back; and what is refused."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from spit.protocol import messages as m
from spit.server.limits import Rate
from spit.server.names import show_table_name
from spit.server.people import People
from spit.server.tables.handover import SECONDS
from spit.server.web import table_routes
from spit.server.web.table_routes import NOT_NOW
from spit.store import StoreError
from tests.server.conftest import Build
from tests.server.people import House
from tests.server.stage import PATIENCE
from tests.server.web.desk import Desk, secret_of

pytestmark = pytest.mark.sockets


async def _two(house: House) -> tuple[Desk, m.TableMade, Desk, m.TableMade]:
    """Ana has made a table, and Ben sits at it."""
    ana, ben = Desk(house), Desk(house, "Ben")
    made = await ana.make()
    return ana, made, ben, await ben.sit(made.table)


# ------------------------------------------------------------------ inviting


async def test_a_friend_is_invited_and_both_are_dealt_to(build: Build) -> None:
    """Made, found, taken; then the cards lie there and both are asked whether they are ready."""
    house = await build()
    ana, ben = Desk(house), Desk(house, "Ben")
    made = await ana.make(rules={"name": "relaxed"})
    player = await house.join(made.table, made.secret)
    assert player.view is not None
    assert (player.view.free, player.view.names) == ([False, True], ["Ana", ""])
    info = await ben.info(made.table)
    assert (info.standing, info.names) == ("open", ["Ana", ""])
    assert info.rules == player.view.rules
    taken = await ben.sit(made.table)
    assert (taken.seat, taken.table, taken.partner_secret) == (1, made.table, None)
    assert (await player.until(m.Seated)).name == "Ben"
    friend = await house.join(made.table, taken.secret)
    for person in (player, friend):
        if person.view is None or person.view.phase != "ready":
            await person.until(m.Dealt)
        assert person.view is not None
        assert person.view.phase == "ready"
    assert (await ben.info(made.table)).standing == "full"


@pytest.mark.parametrize(
    "write", [str.upper, show_table_name, lambda name: f" {name[:4]} {name[4:]}"]
)
async def test_a_code_is_found_however_it_is_written(build: Build, write: type[str]) -> None:
    """In any case, in groups, with spaces; for sitting down and at the WebSocket too."""
    house = await build()
    made = await Desk(house).make()
    written = write(made.table).replace(" ", "%20")
    assert (await Desk(house).info(written)).table == made.table
    taken = await Desk(house, "Ben").sit(written)
    assert taken.socket == f"/ws/{made.table}"
    await house.join(written, taken.secret)


async def test_a_full_table_says_that_it_can_be_watched(build: Build) -> None:
    """Nobody is noted by knocking at it."""
    house = await build()
    _, made, _, _ = await _two(house)
    cleo = Desk(house, "Cleo")
    for wish in (m.SitDown("Cleo", cleo.guest), m.SitDown()):
        sentence = await cleo.refused(f"/api/tables/{made.table}/seat", wish, 409)
        assert sentence == "Both seats of this table are taken; you can watch."
    assert await house.server.people.recognize(cleo.guest) is None


async def test_a_table_against_the_computer_has_no_free_seat(build: Build) -> None:
    """It is full from the beginning."""
    house = await build()
    made = await house.make()
    assert (await Desk(house).info(made.table)).standing == "full"
    await Desk(house).refused(f"/api/tables/{made.table}/seat", m.SitDown(), 409)


async def test_a_table_that_is_gone_says_what_it_was(build: Build) -> None:
    """Ended if a match was played there, and unknown if not or never there."""
    house = await build(gone_ms=0, invite_ms=0)
    ana, ben = Desk(house), Desk(house, "Ben")
    played, unplayed = await ana.make(), await ana.make()
    taken = await ben.sit(played.table)
    player = await house.join(played.table, played.secret)
    friend = await house.join(played.table, taken.secret)
    await friend.until(m.Dealt)
    await friend.say(m.Resign(id=1, seat=1))
    await player.until(m.MatchEnded)
    for person in (player, friend):
        await person.ws.close()
    await _until_gone(house)
    house.server.tables.sweep()
    info = await ana.info(played.table)
    assert (info.standing, info.names, info.watching) == ("ended", ["Ana", "Ben"], 0)
    for table in (unplayed.table, "k3m9rtxdw"):
        status, data = await ana.get(f"/api/tables/{table}")
        assert status == 404
        assert b"look at its letters again" in data
        await ana.refused(f"/api/tables/{table}/seat", m.SitDown(), 404)


async def _until_gone(house: House) -> None:
    """Waits until no connection is open."""
    async with asyncio.timeout(PATIENCE):
        while len(house.server.door):
            house.server.door._none_left.clear()
            await house.server.door._none_left.wait()


async def test_an_invitation_says_how_the_table_is_reached(build: Build) -> None:
    """On this machine alone, for a server that listens to nobody else."""
    house = await build()
    made = await Desk(house).make()
    found = await Desk(house).invitation(made.table)
    assert found.link == f"http://127.0.0.1:{house.client.port}/t/{made.table}"
    assert found.watch_link == f"{found.link}/watch"
    assert (found.code, found.reach) == (show_table_name(made.table), "here")
    assert found.qr.startswith("<svg")
    assert made.secret not in msgspec.json.encode(found).decode()


async def test_an_invitation_in_the_local_network_has_an_address_that_works_there(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also for whoever has opened the page as localhost; a name that works stays."""
    monkeypatch.setattr("spit.server.web.reach.lan_address", lambda: "192.168.1.20")
    house = await build(host="0.0.0.0")
    made = await Desk(house).make()
    port = house.client.port
    found = await Desk(house).invitation(made.table, Host=f"localhost:{port}")
    assert found.link == f"http://192.168.1.20:{port}/t/{made.table}"
    assert found.reach == "network"
    found = await Desk(house).invitation(made.table, Host=f"192.168.7.7:{port}")
    assert (found.link, found.reach) == (f"http://192.168.7.7:{port}/t/{made.table}", "network")


async def test_an_invitation_behind_a_proxy_has_the_address_that_the_world_knows(
    build: Build,
) -> None:
    """With its scheme and the base path."""
    house = await build(
        behind_proxy=True, base_path="/spit", allow_hosts=frozenset({"play.example"})
    )
    async with house.client.post("/spit/api/tables", data=b'{"opponent":"friend"}') as answer:
        table = (await answer.json())["table"]
    headers = {"X-Forwarded-Host": "play.example", "X-Forwarded-Proto": "https"}
    at = f"/spit/api/tables/{table}/invitation"
    async with house.client.get(at, headers=headers) as answer:
        found = await answer.json()
    assert (found["link"], found["reach"]) == (f"https://play.example/spit/t/{table}", "everywhere")


# ------------------------------------------------------------------ coming and coming back


async def test_the_maker_may_go_and_come_back_before_the_friend_is_there(build: Build) -> None:
    """As may the friend, once seated: their seats wait, and then it begins."""
    house = await build(gone_ms=0)
    ana, ben = Desk(house), Desk(house, "Ben")
    made = await ana.make()
    await (await house.join(made.table, made.secret)).ws.close()
    await _until_gone(house)
    house.server.tables.sweep()
    taken = await ben.sit(made.table)
    friend = await house.join(made.table, taken.secret)
    assert friend.view is not None
    assert friend.view.online == [False, True]
    await friend.ws.close()
    player = await house.join(made.table, made.secret)
    await house.join(made.table, taken.secret)
    await player.until(m.Dealt)


async def test_a_link_that_is_opened_again_gives_the_same_seat(build: Build) -> None:
    """To the friend and to the maker, as often as they like; each secret opens that seat alone."""
    house = await build()
    ana, made, ben, taken = await _two(house)
    keys = house.server.tables.place(made.table)
    assert keys is not None
    for desk, first in ((ana, made), (ben, taken)):
        for _ in range(12):
            again = await desk.sit(made.table)
            assert again.seat == first.seat
            assert again.secret != first.secret
            assert keys.live.keys.seat_of(again.secret) == first.seat
        for secret in (first.secret, desk.guest):
            assert keys.live.keys.seat_of(secret) == first.seat
    assert keys.live.names == ("Ana", "Ben")


async def test_a_link_that_is_opened_twice_at_once_gives_one_seat(build: Build) -> None:
    """To an impatient friend, who is not told that the table is full."""
    house = await build()
    made = await Desk(house).make()
    ben = Desk(house, "Ben")
    taken = await asyncio.gather(*(ben.sit(made.table) for _ in range(5)))
    assert [each.seat for each in taken] == [1] * 5


async def test_of_two_friends_one_sits_down(build: Build) -> None:
    """However close they come; the other is told that it is full."""
    house = await build()
    made = await Desk(house).make()
    wishes = [m.SitDown(name, secret_of(name)) for name in ("Ben", "Cleo")]
    answers = await asyncio.gather(
        *(Desk(house).post(f"/api/tables/{made.table}/seat", wish) for wish in wishes)
    )
    assert sorted(status for status, _ in answers) == [201, 409]


async def test_a_table_that_closes_while_somebody_sits_down_stays_closed(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of it is kept again."""
    house = await build()
    made = await Desk(house).make()
    head_to_head = People.head_to_head

    async def closing(people: People, first: int | None, second: int | None) -> tuple[int, int]:
        house.server.tables.close(
            made.table, m.Problem(code="no-such-table", detail="", fatal=True)
        )
        return await head_to_head(people, first, second)

    monkeypatch.setattr(People, "head_to_head", closing)
    await Desk(house, "Ben").refused(f"/api/tables/{made.table}/seat", m.SitDown("Ben"), 404)
    await house.server.journal.commit()
    assert await house.server.store.live() == []


async def test_somebody_who_is_nobody_may_sit_down(build: Build) -> None:
    """Without a secret of their own; and a name of nothing is Guest."""
    house = await build()
    made = await Desk(house).make()
    await Desk(house).done(f"/api/tables/{made.table}/seat", m.SitDown(), m.TableMade, 201)
    assert (await Desk(house).info(made.table)).names == ["Ana", "Guest"]


@pytest.mark.parametrize("secret", ["", "x" * 31])
async def test_a_secret_that_could_be_guessed_is_refused(build: Build, secret: str) -> None:
    """Where a table is made and where somebody sits down, with what is wrong and not with it."""
    house = await build()
    ana = Desk(house)
    sentence = await ana.refused("/api/tables", m.NewTable(guest=secret), 400)
    assert "at least 32 characters" in sentence
    made = await ana.make()
    at = f"/api/tables/{made.table}/seat"
    assert "at least 32" in await ana.refused(at, m.SitDown("Ben", secret), 400)
    assert (await ana.info(made.table)).standing == "open"


async def test_two_at_one_screen_play_on_one_connection(build: Build) -> None:
    """With two secrets, and two names that can be told apart."""
    house = await build()
    made = await Desk(house).make(opponent="same-screen", name="", partner_name="")
    assert made.partner_secret is not None
    both = await house.join(made.table, made.secret, made.partner_secret)
    await both.until(m.Dealt)
    assert both.view is not None
    assert both.view.names == ["Guest 1", "Guest 2"]
    for seat in (0, 1):
        await both.say(m.Spit(id=1, seat=seat))
    assert len((await both.until(m.Spat)).flips) == 2
    await both.until(m.Accepted)
    answers = [each.seat for each in both.got if isinstance(each, m.Accepted)]
    assert answers == [0, 1]
    await Desk(house, "Cleo").refused(f"/api/tables/{made.table}/seat", m.SitDown(), 409)


async def test_matches_between_two_are_counted_at_all_their_tables(build: Build) -> None:
    """By who they are, whatever they are called and wherever they sit."""
    house = await build()
    _, made, _, taken = await _two(house)
    player = await house.join(made.table, made.secret)
    friend = await house.join(made.table, taken.secret)
    await friend.until(m.Dealt)
    await friend.say(m.Resign(id=1, seat=1))
    await player.until(m.MatchEnded)
    ben = Desk(house, "Ben")
    other = await ben.make(name="Benjamin")
    await Desk(house).sit(other.table)
    view = (await house.join(other.table, other.secret)).view
    assert view is not None
    assert (view.names, view.wins) == (["Benjamin", "Ana"], [0, 1])


# ------------------------------------------------------------------ the own seat on another device


async def test_a_seat_goes_to_another_device_by_a_link(build: Build) -> None:
    """Which works once; the older device is told, and both secrets open the seat."""
    house = await build()
    ana, made, _, _ = await _two(house)
    player = await house.join(made.table, made.secret)
    handover = await ana.hand_over(made)
    assert handover.link.endswith(f"/t/{made.table}#take={handover.code}")
    assert (handover.seconds, handover.qr[:4]) == (SECONDS, "<svg")
    at = f"/api/tables/{made.table}/takeover"
    taken = await ana.done(at, m.TakeOver(handover.code), m.TableMade, 201)
    assert taken.seat == 0
    assert "was used already" in await ana.refused(at, m.TakeOver(handover.code), 403)
    tablet = await house.join(made.table, taken.secret)
    assert (await player.last_word()).code == "replaced"
    await house.join(made.table, made.secret)
    assert (await tablet.last_word()).code == "replaced"


async def test_a_handover_works_at_its_own_table_alone(build: Build) -> None:
    """And a newer one ends it; a try elsewhere does not."""
    house = await build()
    ana = Desk(house)
    made, other = await ana.make(), await ana.make()
    older, newer = await ana.hand_over(made), await ana.hand_over(made)
    for table, code in ((made.table, older.code), (other.table, newer.code), (made.table, "")):
        await ana.refused(f"/api/tables/{table}/takeover", m.TakeOver(code), 403)
    at = f"/api/tables/{made.table}/takeover"
    await ana.done(at, m.TakeOver(newer.code), m.TableMade, 201)


async def test_only_whoever_sits_there_may_hand_a_seat_over(build: Build) -> None:
    """By the seat's secret or the guest's own, and by nothing else."""
    house = await build()
    ana, made, ben, taken = await _two(house)
    proof = m.SeatProof(ben.guest)
    at = f"/api/tables/{made.table}/handover"
    handover = await ben.done(at, proof, m.Handover, 200)
    mine = await ana.done(
        f"/api/tables/{made.table}/takeover", m.TakeOver(handover.code), m.TableMade, 201
    )
    assert mine.seat == taken.seat
    for secret in ("", made.table, secret_of("Cleo"), handover.code):
        await ana.refused(at, m.SeatProof(secret), 403)


# ------------------------------------------------------------------ block and report


async def test_two_who_are_apart_do_not_sit_at_each_other_s_tables(build: Build) -> None:
    """Whoever blocked whom, until that is taken back."""
    house = await build()
    ana, made, ben, _ = await _two(house)
    at = f"/api/tables/{made.table}/block"
    await ana.done(at, m.Block(made.secret), m.Done, 200)
    await ana.done(at, m.Block(made.secret), m.Done, 200)
    for maker, other in ((ana, ben), (ben, ana)):
        table = (await maker.make()).table
        wish = m.SitDown(other.name, other.guest)
        sentence = await other.refused(f"/api/tables/{table}/seat", wish, 403)
        assert sentence == "You cannot sit down at this table."
        assert (await maker.info(table)).standing == "open"
    await ana.done(at, m.Block(made.secret, blocked=False), m.Done, 200)
    await ben.sit((await ana.make()).table)


async def test_nobody_is_blocked_who_is_nobody(build: Build) -> None:
    """Nor a program, nor oneself, nor by whoever only watches."""
    house = await build()
    ana = Desk(house)
    against_bot = await ana.make(opponent="computer")
    at_one_screen = await ana.make(opponent="same-screen")
    waiting = await ana.make()
    for made in (against_bot, at_one_screen, waiting):
        await ana.refused(f"/api/tables/{made.table}/block", m.Block(made.secret), 409)
    _, made, _, _ = await _two(house)
    await ana.refused(f"/api/tables/{made.table}/block", m.Block(secret_of("Cleo")), 403)


async def test_a_report_keeps_the_match_as_it_is(build: Build) -> None:
    """While it is played: who says what of whom, and the record so far."""
    house = await build()
    ana, made, ben, taken = await _two(house)
    player = await house.join(made.table, made.secret)
    await house.join(made.table, taken.secret)
    await player.until(m.Dealt)
    at = f"/api/tables/{made.table}/report"
    await ana.done(at, m.Report(made.secret, "a robot"), m.Done, 200)
    (report,) = await house.server.store.reports(10)
    assert (report.match, report.seat, report.words) == (made.table, 1, "a robot")
    numbers = [await house.server.people.recognize(each.guest) for each in (ana, ben)]
    assert [report.reporter, report.reported] == numbers
    assert report.record_so_far.startswith('{"format":"spit-record"')
    assert '"deal"' in report.record_so_far


async def test_a_report_before_the_rematch_is_dealt_is_about_the_match_before(
    build: Build,
) -> None:
    """Both have agreed to another one, of which there is nothing yet."""
    house = await build()
    ana, made, _, taken = await _two(house)
    player = await house.join(made.table, made.secret)
    await house.join(made.table, taken.secret)
    await player.until(m.Dealt)
    live = house.server.tables.find(made.table)
    assert live is not None
    seats = [each for each in live._delivery.seats if each is not None]
    live.receive(seats[0], m.Resign(id=1, seat=0))
    for seat, connection in enumerate(seats):
        live.receive(connection, m.Rematch(id=2, seat=seat))
    assert live._timer is not None
    live._timer.cancel()  # the deal never comes
    assert live.match == f"{made.table}-2"
    await ana.done(f"/api/tables/{made.table}/report", m.Report(made.secret), m.Done, 200)
    (report,) = await house.server.store.reports(10)
    assert report.match == made.table
    assert '"resigned"' in report.record_so_far


async def test_a_report_needs_somebody_at_the_table(build: Build) -> None:
    """It is by a seat, of another person, who is not at the same screen."""
    house = await build()
    ana = Desk(house)
    for opponent in ("computer", "friend", "same-screen"):
        made = await ana.make(opponent=opponent)
        await ana.refused(f"/api/tables/{made.table}/report", m.Report(made.secret), 409)
    _, made, _, _ = await _two(house)
    await ana.refused(f"/api/tables/{made.table}/report", m.Report(secret_of("Cleo")), 403)
    long = m.Report(made.secret, "x" * 501)
    assert "500" in await ana.refused(f"/api/tables/{made.table}/report", long, 400)
    assert await house.server.store.reports(10) == []


async def test_reports_do_not_fill_the_disk(build: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few about one match, a few more from one address; then it is enough."""
    monkeypatch.setattr(table_routes, "_REPORTS", Rate(0.0001, 5))
    house = await build()
    statuses = []
    for _ in range(3):
        ana, made, _, _ = await _two(house)
        at = f"/api/tables/{made.table}/report"
        statuses += [(await ana.post(at, m.Report(made.secret)))[0] for _ in range(4)]
    assert statuses == [200] * 3 + [429] + [200] * 2 + [429] * 6
    assert len(await house.server.store.reports(100)) == 5


async def test_what_cannot_be_kept_is_said_so(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A block and a report on a full disk; sitting down goes on as ever."""
    house = await build()
    ana, made, ben, _ = await _two(house)

    async def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    for name in ("block", "report", "enrol", "is_blocked", "find"):
        monkeypatch.setattr(house.server.store, name, fail)
    for what, body in (("block", m.Block(made.secret)), ("report", m.Report(made.secret))):
        sentence = await ana.refused(f"/api/tables/{made.table}/{what}", body, 503)
        assert sentence == NOT_NOW
    await ben.sit((await ana.make()).table)
    assert (await ana.get("/api/tables/k3m9rtxdw"))[0] == 503
