"""What is going on: what is told to whom, how often, and how many it is worked out for."""

from __future__ import annotations

import asyncio

import pytest

from spit.protocol import messages as m
from spit.rules import STANDARD, choose_rules
from spit.server.lobby import hall as hall_module
from spit.server.lobby import news as news_module
from spit.server.tables.directory import Place, Player
from tests.server.lobby.conftest import Build
from tests.server.lobby.visitors import secret_of
from tests.server.stage import Client

RELAXED = choose_rules({"name": "relaxed"})


@pytest.fixture
def unshared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is told what is true at that very moment."""
    monkeypatch.setattr(news_module, "SHARED_SECONDS", 0.0)


@pytest.mark.usefixtures("unshared")
async def test_a_newcomer_is_told_what_is_going_on(build: Build) -> None:
    """How many are here, who looks for what, and the tables that may be found."""
    foyer = await build()
    foyer.enter(rules=STANDARD)
    foyer.enter(rules=RELAXED)
    foyer.enter(rules=RELAXED)
    (news,) = foyer.enter().of(m.Lobby)
    assert (news.people, news.tables, news.open, news.running) == (4, 0, [], [])
    assert [(each.rules, each.people) for each in news.waiting] == [
        (RELAXED.header, 2),
        (STANDARD.header, 1),
    ]


@pytest.mark.usefixtures("unshared")
async def test_the_news_is_told_when_it_has_changed(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once, and to nobody twice."""
    monkeypatch.setattr(hall_module, "_NEWS_SECONDS", 0.001)
    foyer = await build()
    ana = foyer.enter("Ana")
    task = asyncio.create_task(foyer.hall.tell_all())
    ben = foyer.enter("Ben")
    assert (await ana.until(m.Lobby, 2)).people == 2
    foyer.enter("Cleo")
    await ana.until(m.Lobby, 3)
    await ben.until(m.Lobby, 2)
    task.cancel()
    assert [each.people for each in ana.of(m.Lobby)] == [1, 2, 3]
    assert [each.people for each in ben.of(m.Lobby)] == [2, 3]


@pytest.mark.usefixtures("unshared")
async def test_a_newcomer_does_not_keep_what_was_true_for_a_moment(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What all others were told last may be news to somebody who came in between."""
    monkeypatch.setattr(hall_module, "_NEWS_SECONDS", 0.001)
    foyer = await build()
    ana, cleo = foyer.enter("Ana"), foyer.enter("Cleo")
    ben = foyer.enter("Ben")
    foyer.hall.leave(cleo)
    task = asyncio.create_task(foyer.hall.tell_all())
    assert (await ben.until(m.Lobby, 2)).people == 2
    await ana.until(m.Lobby, 2)
    task.cancel()
    assert [each.people for each in ana.of(m.Lobby)] == [1, 2]
    assert [each.people for each in ben.of(m.Lobby)] == [3, 2]


async def test_people_are_counted_and_not_their_tabs(build: Build) -> None:
    """A guest once, also one who was new in the lobby; programs and empty seats not at all."""
    foyer = await build()
    for _ in range(2):
        foyer.enter("Ana")
    foyer.enter()
    foyer.enter()
    assert foyer.hall.news().people == 3
    number, _ = await foyer.people.enrol(secret_of("Ana"), "Ana")
    ana = Player("Ana", number, secret_of("Ana"))
    wishes = [
        m.NewTable(opponent="friend"),
        m.NewTable(opponent="computer"),
        m.NewTable(opponent="same-screen"),
    ]
    places = [foyer.tables.place(foyer.tables.make(wish, ana).table) for wish in wishes]
    for place in places:
        assert place is not None
        place.live.join(Client(), (0,), None)
    assert foyer.hall.news().people == 3
    friend, _, screen = places
    assert friend is not None
    assert screen is not None
    friend.live.join(Client(), (), None)
    assert foyer.hall.news().people == 4
    screen.live.join(Client(), (0, 1), None)
    assert foyer.hall.news().people == 5


async def test_rules_that_many_make_up_do_not_fill_the_news(build: Build) -> None:
    """The most wanted are told of."""
    foyer = await build()
    for rounds in range(1, 60):
        foyer.enter(rules=choose_rules({"max_rounds": rounds}))
    foyer.enter(rules=choose_rules({"max_rounds": 59}))
    waiting = foyer.hall.news().waiting
    assert len(waiting) == 20
    assert waiting[0].people == 2


async def test_a_listed_table_is_told_of_while_its_maker_is_there(build: Build) -> None:
    """It moves to those that can be watched once somebody has sat down and it is dealt."""
    foyer = await build()
    made = foyer.tables.make(m.NewTable(opponent="friend", listed=True), Player("Ana"))
    hidden = foyer.tables.make(m.NewTable(opponent="friend"), Player("Eve"))
    assert foyer.hall.news().open == []
    for each in (made, hidden):
        live = foyer.tables.find(each.table)
        assert live is not None
        live.join(Client(), (0,), None)
    (listed,) = foyer.hall.news().open
    assert (listed.table, listed.names, listed.watching) == (made.table, ["Ana", ""], 0)
    for each in (made, hidden):
        place = foyer.tables.place(each.table)
        assert place is not None
        ben = foyer.tables.sit(place, Player("Ben"), (0, 0))
        client = Client()
        place.live.join(client, (ben.seat,), None)
        await client.until(m.Dealt)
    news = foyer.hall.news()
    assert news.open == []
    assert [each.table for each in news.running] == [made.table]
    assert news.tables == 2
    foyer.tables.close(made.table, m.Problem(code="no-such-table", detail="Bye.", fatal=True))
    assert foyer.hall.news().running == []


async def test_a_crowd_that_comes_is_told_what_was_worked_out_once(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A quarter of a second old at the most; what has changed since is told with the next news."""
    foyer = await build()
    now, counted = 100.0, 0
    news = foyer.hall._news
    monkeypatch.setattr(news, "_clock", lambda: now)
    count_people = news._count_people

    def count(places: list[Place]) -> int:
        nonlocal counted
        counted += 1
        return count_people(places)

    monkeypatch.setattr(news, "_count_people", count)
    told = [foyer.enter().of(m.Lobby)[0].people for _ in range(50)]
    assert (set(told), counted) == ({1}, 1)
    now += news_module.SHARED_SECONDS
    assert foyer.enter().of(m.Lobby)[0].people == 51
    assert counted == 2
