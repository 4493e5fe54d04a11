"""Taking somebody's seat, or acting for it, with whatever can be seen or was recorded."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterable

import pytest

from bench.server_load import choose
from spit.protocol import messages as m
from spit.protocol.codec import encode
from spit.table import TableSettings
from tests.server.conftest import Build
from tests.server.lobby.visitors import LobbyPerson
from tests.server.people import PLENTY, House, Open, Person
from tests.server.web.desk import Desk

pytestmark = pytest.mark.sockets

QUICK = TableSettings(
    first_deal_ms=10, between_ms=10, hand_ms=1, stall_ms=40, stuck_ms=20, slap_ms=200, resume_ms=20
)
ONE_ROUND = {"max_rounds": 1}


async def _two(house: House) -> tuple[m.TableMade, m.TableMade]:
    """A table that Ana has made and Ben sits at."""
    made = await Desk(house).make(rules=ONE_ROUND)
    return made, await Desk(house, "Ben").sit(made.table)


async def _play(person: Person, seat: int) -> None:
    """Does the first thing that may be done, an action at a time, until the match is over."""
    action_id, waits = 0, False
    while person.view is None or person.view.phase != "over":
        message = None
        if person.view is not None and not waits:
            message = choose(person.view, action_id + 1, seat)
        if message is not None:
            action_id, waits = action_id + 1, True
            await person.say(message)
        heard = await person.hear()
        if isinstance(heard, m.Accepted | m.Refused):
            waits = False


def _strings(texts: Iterable[str]) -> set[str]:
    """Everything in them that a secret could be: what stands in quotes, and its parts."""
    found: set[str] = set()
    for text in texts:
        for quoted in re.findall(r'"((?:[^"\\]|\\.)*)"', text):
            found.add(quoted)
            found.update(re.split(r"[/:#=?&., ]", quoted))
    return {each for each in found if 8 <= len(each) <= 64}


async def test_nothing_that_is_seen_opens_a_seat(build: Build) -> None:
    """Every word that an opponent and a spectator get in a whole match, and find at every address.

    Each is tried as a secret, as a guest's own, as a proof and as a one-time code.
    """
    house = await build(guesses=PLENTY, table=QUICK)
    made, taken = await _two(house)
    lobby = await LobbyPerson.enter(house, "Eve")
    watcher = await house.join(made.table)
    people = [await house.join(made.table, secret) for secret in (made.secret, taken.secret)]
    await asyncio.gather(*(_play(person, seat) for seat, person in enumerate(people)))
    await watcher.until(m.MatchEnded)
    told = [encode(each).decode() for person in (watcher, people[1]) for each in person.got]
    told += [encode(each).decode() for each in lobby.got]
    table = made.table
    for path in ("", "/invitation"):
        told.append((await Desk(house).get(f"/api/tables/{table}{path}"))[1].decode())
    for path in (f"/records/{table}.spit", "/metrics", "/healthz"):
        told.append((await Desk(house).get(path))[1].decode())
    told.append(json.dumps([table, table.upper(), f"/ws/{table}"]))
    seen = _strings(told) - {taken.secret, Desk(house, "Ben").guest}
    assert len(seen) > 20
    place = house.server.tables.place(table)
    assert place is not None
    for each in seen:
        assert place.live.keys.seat_of(each) is None
        assert house.server.tables.handovers.take(table, each, 0.0) is None
    for each in sorted(seen, key=len)[-25:]:
        thief = await house.connect(table)
        await thief.say(m.Hello(version=1, secrets=[each]))
        assert (await thief.last_word()).code == "bad-secret"
        eve = Desk(house, "Eve")
        at = f"/api/tables/{table}"
        await eve.refused(f"{at}/handover", m.SeatProof(each), 403)
        await eve.refused(f"{at}/takeover", m.TakeOver(each), 403)
        assert (await eve.post(f"{at}/seat", m.SitDown("Eve", each)))[0] == 409
    for person in people:
        assert await person.is_heard()


async def test_one_s_own_secret_opens_nobody_else_s_seat(build: Build) -> None:
    """Neither at this table nor, but for a guest's own, at another one."""
    house = await build(guesses=PLENTY)
    made, taken = await _two(house)
    other, _ = await _two(house)
    ben = Desk(house, "Ben")
    for table, secrets in (
        (made.table, [taken.secret, taken.secret]),
        (made.table, [taken.secret, ben.guest]),
        (other.table, [taken.secret]),
        (made.table, [taken.secret, "x" * 32]),
    ):
        thief = await house.connect(table)
        await thief.say(m.Hello(version=1, secrets=secrets))
        assert (await thief.last_word()).code == "bad-secret"
    welcome = await _welcome(house, made.table, ben.guest)
    assert [own.seat for own in welcome.seats] == [1]


async def _welcome(house: House, table: str, secret: str) -> m.Welcome:
    person = await house.connect(table)
    await person.say(m.Hello(version=1, secrets=[secret]))
    return await person.until(m.Welcome)


# ------------------------------------------------------------------ what was recorded


class Recorder:
    """Somebody who writes down what a player sends, and plays it back."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self.frames: list[str] = []

    async def say(self, message: m.AnyInbound) -> None:
        """Sends a message and writes it down."""
        self.frames.append(encode(message).decode())
        await self._person.say(message)

    async def play_back(self, person: Person) -> None:
        """Sends all of them again, from another connection."""
        for frame in self.frames:
            await person.say_raw(frame)


async def _recorded(house: House, made: m.TableMade, taken: m.TableMade) -> tuple[Recorder, Person]:
    """Ana's first frames of a match, all of them answered, and Ben."""
    ana = await house.join(made.table, made.secret)
    ben = await house.join(made.table, taken.secret)
    for person in (ana, ben):
        if person.view is None or person.view.phase != "ready":
            await person.until(m.Dealt)
    recorder = Recorder(ana)
    await recorder.say(m.Emote(id=1, seat=0, emote="hello"))
    await recorder.say(m.Spit(id=2, seat=0))
    await ben.say(m.Spit(id=1, seat=1))
    await ana.until(m.Spat)
    assert ana.view is not None
    slots = [n for n, stock in enumerate(ana.view.stocks[0]) if stock.down and stock.up]
    await recorder.say(m.Flip(id=3, seat=0, stock=slots[0]))
    await recorder.say(m.Pause(id=4, seat=0))
    await recorder.say(m.Resume(id=5, seat=0))
    await ana.answer(5)
    return recorder, ben


async def test_frames_that_are_played_back_are_answered_and_not_done(build: Build) -> None:
    """Each as it was, on a connection that has the secret as well."""
    house = await build()
    made, taken = await _two(house)
    recorder, _ = await _recorded(house, made, taken)
    back = await house.join(made.table, made.secret)
    before = house.position(made.table)
    await recorder.play_back(back)
    answers = [await back.answer(number) for number in range(1, 6)]
    assert [answer.id for answer in answers] == [1, 2, 3, 4, 5]
    assert isinstance(answers[1], m.Accepted)
    assert house.position(made.table) == before


async def test_frames_that_are_played_back_after_a_restart_are_not_done(
    build: Build, aiohttp_client: Open
) -> None:
    """In a new epoch, too, although nobody remembers them: their ids are too low."""
    house = await build()
    made, taken = await _two(house)
    recorder, _ = await _recorded(house, made, taken)
    await house.client.close()
    again = await House.build(aiohttp_client, house.server.settings.data)
    ana = await again.join(made.table, made.secret)
    ben = await again.join(made.table, taken.secret)
    welcomes = [each for each in ana.got if isinstance(each, m.Welcome)]
    (own,) = welcomes[0].seats
    assert own.next_id > 5
    assert ana.view is not None
    assert ana.view.epoch == 2
    await ben.is_heard()
    before = again.position(made.table)
    await recorder.play_back(ana)
    for number in range(1, 6):
        answer = await ana.answer(number)
        assert isinstance(answer, m.Refused)
        assert answer.reason == "stale-id"
    assert again.position(made.table).epoch == before.epoch
    await ana.say(m.Emote(id=own.next_id, seat=0, emote="hello"))
    assert isinstance(await ana.answer(own.next_id), m.Accepted)


# ------------------------------------------------------------------ two who want one seat


async def test_two_tabs_do_not_fight(build: Build) -> None:
    """The newer has the seat, the older is told and closed, and the match is not paused."""
    house = await build()
    made, taken = await _two(house)
    first = await house.join(made.table, made.secret)
    ben = await house.join(made.table, taken.secret)
    await ben.until(m.Dealt)
    second = await house.join(made.table, Desk(house).guest)
    problem = await first.last_word()
    assert (problem.code, first.ws.close_code) == ("replaced", 1008)
    assert ben.view is not None
    assert ben.view.paused is None
    assert await second.is_heard()


async def test_a_seat_that_was_taken_over_can_be_taken_back(build: Build) -> None:
    """Whoever has got hold of a one-time code has the seat only until its player comes again."""
    house = await build()
    made, _ = await _two(house)
    code = (await Desk(house).hand_over(made)).code
    at = f"/api/tables/{made.table}/takeover"
    stolen = await Desk(house, "Eve").done(at, m.TakeOver(code), m.TableMade, 201)
    thief = await house.join(made.table, stolen.secret)
    for _ in range(10):
        again = await Desk(house).sit(made.table)
        assert again.seat == 0
    await house.join(made.table, made.secret)
    assert (await thief.last_word()).code == "replaced"
