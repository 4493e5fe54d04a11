"""Bots at a real server on loopback: at a friend's table, for practice, and where they fail."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from spit.bots import CarefulBot, Decision
from spit.client import ClientError, Finished, Where, play
from spit.protocol import messages as m
from spit.rules import View
from spit.server.people import BOT_MARK
from tests.server.people import House, Open, Person
from tests.server.stage import PATIENCE

pytestmark = pytest.mark.sockets

Build = Callable[..., Awaitable[House]]


@pytest.fixture
def build(aiohttp_client: Open, tmp_path: Path) -> Build:
    """Starts a server."""

    async def start(**changes: Any) -> House:
        return await House.build(aiohttp_client, tmp_path, **changes)

    return start


class Thrower:
    """Throws as soon as it is asked."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def decide(self, view: View, rng: Random) -> Decision:
        """Throws."""
        raise ZeroDivisionError(f"{self.seat} {view.phase} {rng}")


def address(house: House) -> str:
    """Of the server's page."""
    return str(house.client.make_url("/"))


async def hosted(house: House) -> tuple[Person, m.TableMade]:
    """A person at a table with a free seat, which can play from four of its piles at first."""
    made = await house.make(m.NewTable(opponent="friend", name="Ana", seed=34))
    return await house.join(made.table, made.secret), made


async def test_a_bot_plays_at_a_friends_table(build: Build) -> None:
    """It is ready by itself, its cards are accepted, and it is told how the match has ended."""
    house = await build()
    person, made = await hosted(house)
    where = Where(table=made.table)
    async with asyncio.timeout(PATIENCE):
        playing = asyncio.ensure_future(
            play(address(house), CarefulBot, tempo="lightning", where=where)
        )
        await person.until(m.Dealt)
        await person.say(m.Spit(id=1, seat=0))
        await person.until(m.Spat)
        await moved(person, 2)
        await person.say(m.Resign(id=2, seat=0))
        (finished,) = await playing
    assert finished == Finished(made.table, has_won=True, reason="resigned")


async def moved(person: Person, times: int) -> None:
    """Waits until the bot has touched so many cards; where it is stuck, says "spit" with it."""
    spits = 100
    while times:
        message = await person.hear()
        for event in message.events if isinstance(message, m.Update) else ():
            times -= isinstance(event, m.Played | m.Flipped | m.Shifted) and times > 0
            if isinstance(event, m.Called) and event.seat == 1:
                spits += 1
                await person.say(m.Spit(id=spits, seat=0, pile=0))


async def test_a_bot_is_marked_where_people_see_it(build: Build) -> None:
    """Whoever has a token plays by the name that it was made for, and the name says bot."""
    house = await build()
    token, name = await house.server.people.new_bot("Hal")
    person, made = await hosted(house)
    where = Where(token=token, table=made.table)
    async with asyncio.timeout(PATIENCE):
        playing = asyncio.ensure_future(play(address(house), CarefulBot, where=where))
        seated = await person.until(m.Seated)
        await person.until(m.Dealt)
        await person.say(m.Resign(id=1, seat=0))
        await playing
    assert seated.name == name == "Hal" + BOT_MARK


async def test_matches_follow_each_other(build: Build) -> None:
    """A bot that is to play several asks for the next, and stops after the last."""
    house = await build()
    person, made = await hosted(house)
    async with asyncio.timeout(PATIENCE):
        playing = asyncio.ensure_future(
            play(address(house), CarefulBot, where=Where(table=made.table), matches=2)
        )
        await person.until(m.Dealt)
        await person.say(m.Resign(id=1, seat=0))
        await person.until(m.RematchAsked)
        await person.say(m.Rematch(id=2, seat=0))
        await person.until(m.Dealt)
        await person.say(m.Resign(id=3, seat=0))
        finished = await playing
    assert [each.has_won for each in finished] == [True, True]
    assert len({each.match for each in finished}) == 2


async def test_a_lost_connection_is_made_again(build: Build) -> None:
    """The bot comes back to its seat, knows what it missed, and plays to the end."""
    house = await build()
    person, made = await hosted(house)
    async with asyncio.timeout(PATIENCE):
        playing = asyncio.ensure_future(
            play(address(house), CarefulBot, where=Where(table=made.table))
        )
        await person.until(m.Dealt)
        live = house.server.tables.find(made.table)
        assert live is not None
        (connection,) = [each for each in live.connections if each.seats == (1,)]
        connection.cut("lost")
        while (await person.until(m.Presence)).online:
            pass
        while not (await person.until(m.Presence)).online:
            pass
        await person.say(m.Resign(id=1, seat=0))
        (finished,) = await playing
    assert finished.has_won


async def test_a_bot_that_throws_gives_up(build: Build) -> None:
    """At a practice table it resigns, and whoever runs it gets what it threw."""
    house = await build()
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(ZeroDivisionError):
            await play(address(house), Thrower, where=Where(against="child"))
        (place,) = house.server.tables
        watcher = await house.join(place.live.name)
        if watcher.view is None or watcher.view.result is None:
            await watcher.until(m.MatchEnded)
    assert watcher.view is not None
    result = watcher.view.result
    assert result is not None
    assert (result.winner, result.reason) == (1, "resigned")


@pytest.mark.parametrize(
    ("where", "says"),
    [
        (Where(table="nowhere"), "no table of this name"),
        (Where(token="bot-" + "x" * 40), "knows no bot"),
        (Where(against="nobody"), "Invalid enum value"),
    ],
)
async def test_a_refusal_is_told_in_a_line(build: Build, where: Where, says: str) -> None:
    """What the server says of a wrong call is what the bot's owner reads."""
    house = await build()
    with pytest.raises(ClientError, match=says):
        await play(address(house), CarefulBot, where=where)


async def test_no_server_is_told_in_a_line() -> None:
    """An address at which nothing answers."""
    with pytest.raises(ClientError, match="cannot be reached"):
        await play("http://127.0.0.1:9/", CarefulBot)


async def test_the_lobby_pairs_no_bot(build: Build) -> None:
    """Who looks for people is not given a bot."""
    house = await build()
    token, _ = await house.server.people.new_bot("Hal")
    socket = await house.client.ws_connect("/ws")
    await socket.send_json({"type": "enter", "version": 1, "guest": token})
    said = await socket.receive_json(timeout=PATIENCE)
    assert said["code"] == "bad-message"
    assert "bot is paired with nobody" in said["detail"]
