"""Whole matches over a real socket, against the fastest program."""

from __future__ import annotations

import re
from io import BytesIO

import pytest

from bench.server_load import choose
from spit.protocol import messages as m
from spit.rules.record import read_record
from spit.rules.verify import verify
from tests.server.conftest import Build
from tests.server.people import House, Person

_CARD = re.compile(r"\b[2-9TJQKA][shdc]\b")

pytestmark = [pytest.mark.sockets, pytest.mark.slow]


async def _play(person: Person) -> None:
    """Does the first thing that may be done, an action at a time, until the match is over."""
    action_id, waits = 0, False
    while person.view is None or person.view.phase != "over":
        message = None
        if person.view is not None and not waits:
            message = choose(person.view, action_id + 1)
        if message is not None:
            action_id, waits = action_id + 1, True
            await person.say(message)
        heard = await person.hear()
        if isinstance(heard, m.Accepted | m.Refused):
            waits = False


async def _record(house: House, match: str) -> bytes:
    async with house.client.get(f"/records/{match}.spit") as answer:
        assert answer.status == 200
        return await answer.read()


async def test_the_record_of_a_whole_match_verifies(build: Build) -> None:
    """A client that follows and plays by the protocol alone comes to a result."""
    house = await build()
    made = await house.make(m.NewTable(level="lightning", name="Ana", seed=11))
    person = await house.join(made.table, made.secret)
    await _play(person)
    assert person.view is not None
    result = person.view.result
    assert result is not None
    record = await _record(house, person.view.match)
    assert verify(BytesIO(record)) is None
    header, _ = read_record(BytesIO(record))
    assert header.seats == ("Ana", "bot:lightning")
    problems = [each for each in person.got if isinstance(each, m.Problem)]
    assert problems == []
    assert house.count("spit_faults_total") == 0
    log = house.log_text.getvalue()
    assert "match ended" in log
    assert made.secret not in log
    assert _CARD.findall(log) == []


async def test_a_rematch_has_a_record_of_its_own(build: Build) -> None:
    """The program agrees at once, and the score goes on."""
    house = await build()
    made = await house.make(m.NewTable(level="lightning"))
    person = await house.join(made.table, made.secret)
    await person.until(m.Dealt)
    await person.say(m.Resign(id=1, seat=0))
    await person.until(m.MatchEnded)
    await person.say(m.Rematch(id=2, seat=0))
    await person.until(m.Dealt)
    assert person.view is not None
    assert person.view.wins == [0, 1]
    assert person.view.match == f"{made.table}-2"
    await person.say(m.Resign(id=3, seat=0))
    await person.until(m.MatchEnded)
    for match in (made.table, person.view.match):
        assert verify(BytesIO(await _record(house, match))) is None
