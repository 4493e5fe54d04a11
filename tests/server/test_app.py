"""What lies at which address."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSServerHandshakeError

from spit.protocol import messages as m
from spit.server.limits import Rate
from spit.server.tables.directory import Player
from spit.server.web.security import HEADERS
from tests.server.conftest import Build
from tests.server.stage import PATIENCE

pytestmark = pytest.mark.sockets


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A built client."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Spit</title>")
    (folder / "assets" / "index-1a2b.js").write_text("1")
    return folder


@pytest.mark.parametrize("path", ["/", "/t/k3v9q", "/t/none-of-that-name"])
async def test_the_page_is_at_every_table(build: Build, static: Path, path: str) -> None:
    """The page asks for the table itself and says what became of it."""
    house = await build(static=static)
    async with house.client.get(path) as answer:
        assert answer.status == 200
        assert "<title>Spit</title>" in await answer.text()


async def test_every_answer_has_the_headers_that_hold_browsers_back(
    build: Build, static: Path
) -> None:
    """Pages, files, errors and numbers alike."""
    house = await build(static=static)
    for path in ("/", "/assets/index-1a2b.js", "/nothing", "/healthz", "/metrics"):
        async with house.client.get(path) as answer:
            for name, value in HEADERS.items():
                assert answer.headers[name] == value, path


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/assets/nothing.js", "/assets/%2e%2e/%2e%2e/app.py", "/assets/..%2findex.html",
     "/.sources-sha256", "/records/none.spit", "/records/..%2f..%2fsecret.spit", "/a/b/c"],
)  # fmt: skip
async def test_what_is_not_there_is_said_in_a_sentence(
    build: Build, static: Path, path: str
) -> None:
    """As JSON, and nothing beyond the client's files and the records is found."""
    house = await build(static=static)
    (static / ".sources-sha256").write_text("digest")
    async with house.client.get(path) as answer:
        assert answer.status == 404
        assert (await answer.json())["error"].endswith(".")


async def test_a_method_that_is_not_meant_is_refused(build: Build) -> None:
    """With those that are."""
    house = await build()
    async with house.client.get("/api/tables") as answer:
        assert answer.status == 405
        assert answer.headers["Allow"] == "POST"
        assert "error" in await answer.json()


async def test_health_names_the_protocol(build: Build) -> None:
    """Every version that the server speaks."""
    house = await build()
    async with house.client.get("/healthz") as answer:
        assert (answer.status, await answer.json()) == (200, {"status": "ok", "protocol": [1]})


async def test_the_numbers_are_there(build: Build) -> None:
    """Tables and connections as they are now."""
    house = await build()
    made = await house.make()
    await house.join(made.table, made.secret)
    async with house.client.get("/metrics") as answer:
        text = await answer.text()
    assert "spit_tables 1.0" in text
    assert "spit_connections 1.0" in text
    assert 'spit_messages_total{type="hello"} 1.0' in text
    assert made.secret not in text


async def test_a_table_is_made_by_an_empty_body_too(build: Build) -> None:
    """One big button needs nothing else."""
    house = await build()
    async with house.client.post("/api/tables") as answer:
        assert answer.status == 201
        assert set(await answer.json()) == {
            "table", "seat", "secret", "socket", "partner_secret",
        }  # fmt: skip


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        ("{", 400, "truncated"),
        ("[]", 400, "object"),
        ('{"level":"god"}', 400, "god"),
        ('{"cheat":true}', 400, "cheat"),
        ('{"name":"%s"}' % ("x" * 81), 400, "80"),
        ('{"rules":{"name":"chess"}}', 400, "known are standard"),
        ('{"rules":{"wrap":"maybe"}}', 400, "wrap must be one of"),
        ('{"rules":{"max_rounds":0}}', 400, "max_rounds"),
        ('{"rules":{"max_rounds":3,"scoring":"points"}}', 400, "R7.4"),
        ('{"seed":-1}', 400, "seed"),
        ("x" * 10_000, 413, "too long"),
    ],
)
async def test_a_wish_that_cannot_be_met_says_why(
    build: Build, body: str, status: int, says: str
) -> None:
    """In one sentence, and no table is made."""
    house = await build()
    async with house.client.post("/api/tables", data=body) as answer:
        assert answer.status == status
        assert says in (await answer.json())["error"]
    assert len(house.server.tables) == 0


async def test_foreign_names_and_pages_are_refused(build: Build) -> None:
    """A name that points here by trick, and a page that is not ours."""
    house = await build()
    made = await house.make()
    async with house.client.get("/", headers={"Host": "evil.example"}) as answer:
        assert answer.status == 403
    foreign = {"Origin": "http://evil.example"}
    async with house.client.post("/api/tables", headers=foreign) as answer:
        assert answer.status == 403
    with pytest.raises(WSServerHandshakeError) as caught:
        await house.client.ws_connect(made.socket, headers=foreign)
    assert caught.value.status == 403


async def test_the_own_page_may_do_everything(build: Build) -> None:
    """Its origin is the name it was asked for by."""
    house = await build()
    own = {"Origin": f"http://127.0.0.1:{house.client.port}"}
    async with house.client.post("/api/tables", headers=own) as answer:
        made = await answer.json()
    socket = await house.client.ws_connect(made["socket"], headers=own)
    await socket.close()


async def test_a_socket_is_only_for_sockets(build: Build) -> None:
    """A browser that opens the address as a page is told so."""
    house = await build()
    async with house.client.get("/ws/k3v9q") as answer:
        assert answer.status == 426


async def _status(build: Build, **changes: Any) -> list[int]:
    house = await build(**changes)
    found = []
    for _ in range(3):
        async with house.client.post("/api/tables") as answer:
            found.append(answer.status)
            if answer.status == 429:
                assert int(answer.headers["Retry-After"]) > 0
    return found


async def test_one_address_makes_only_so_many_tables(build: Build) -> None:
    """The next is told to wait."""
    assert await _status(build, new_tables=Rate(0.001, 2)) == [201, 201, 429]


async def test_a_server_has_only_so_many_tables(build: Build) -> None:
    """The next is told to come back."""
    assert await _status(build, max_tables=2) == [201, 201, 503]


async def test_one_address_opens_only_so_many_sockets(build: Build) -> None:
    """At once, and in a short time; one that is closed makes room."""
    house = await build(connections_of_address=1)
    made = await house.make()
    first = await house.join(made.table, made.secret)
    with pytest.raises(WSServerHandshakeError) as caught:
        await house.connect(made.table)
    assert caught.value.status == 429
    await first.ws.close()
    await asyncio.wait_for(house.server.door._none_left.wait(), PATIENCE)
    await house.join(made.table, made.secret)


async def test_sockets_cannot_be_opened_faster_than_the_rate(build: Build) -> None:
    """Whether they say hello or not."""
    house = await build(new_connections=Rate(0.001, 2))
    made = await house.make()
    for _ in range(2):
        await (await house.connect(made.table)).ws.close()
    with pytest.raises(WSServerHandshakeError) as caught:
        await house.connect(made.table)
    assert caught.value.status == 429


async def test_a_server_that_stops_takes_nobody_in(build: Build) -> None:
    """And says so where it is asked for its health."""
    house = await build()
    house.server.door.is_closing = True
    async with house.client.get("/healthz") as answer:
        assert answer.status == 503
    async with house.client.post("/api/tables") as answer:
        assert answer.status == 503
    with pytest.raises(WSServerHandshakeError) as caught:
        await house.connect("k3v9q")
    assert caught.value.status == 503


async def test_a_fault_of_one_request_is_a_sentence(
    build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is counted and logged, and the server goes on."""
    house = await build()

    def fail(wish: m.NewTable, player: Player) -> m.TableMade:
        del wish, player
        raise ZeroDivisionError

    with monkeypatch.context() as patched:
        patched.setattr(house.server.tables, "make", fail)
        async with house.client.post("/api/tables") as answer:
            assert answer.status == 500
            assert "ZeroDivision" not in (await answer.json())["error"]
    assert house.count("spit_faults_total") == 1
    await house.make()


async def test_a_record_is_there_when_its_match_is_over(build: Build) -> None:
    """And not before; whoever has heard the result can fetch it."""
    house = await build()
    made = await house.make()
    person = await house.join(made.table, made.secret)
    await person.until(m.Dealt)
    async with house.client.get(f"/records/{made.table}.spit") as answer:
        assert answer.status == 404
    await person.say(m.Resign(id=1, seat=0))
    await person.until(m.MatchEnded)
    async with house.client.get(f"/records/{made.table}.spit") as answer:
        assert answer.status == 200
        assert answer.content_type == "text/plain"
        assert (await answer.text()).startswith('{"format":"spit-record"')
