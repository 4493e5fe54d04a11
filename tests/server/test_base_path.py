"""A server whose addresses all begin with a path of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.conftest import Build

pytestmark = pytest.mark.sockets


@pytest.mark.parametrize(
    "path",
    ["/", "/t/any", "/ws", "/ws/any", "/healthz", "/metrics", "/api/tables/any", "/records/x.spit",
     "/admin/tables"],
)  # fmt: skip
async def test_everything_is_below_it_and_nothing_beside(path: str, build: Build) -> None:
    """Each address answers there, and only there."""
    house = await build(base_path="/games/spit")
    async with house.client.get(f"/games/spit{path}") as answer:
        below = await answer.read()
    async with house.client.get(path) as answer:
        assert answer.status == 404
        assert await answer.json() == {"error": "There is nothing here."}
        assert await answer.read() != below


async def test_without_its_last_slash_it_leads_to_the_page(build: Build) -> None:
    """Addresses in the page are relative to it, so the slash matters."""
    house = await build(base_path="/spit")
    async with house.client.get("/spit", allow_redirects=False) as answer:
        assert (answer.status, answer.headers["Location"]) == (307, "/spit/")


async def test_the_page_knows_it(build: Build, tmp_path: Path) -> None:
    """At every table, however deep its address is."""
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text("<html><head><title>Spit</title></head></html>")
    house = await build(base_path="/spit", static=tmp_path / "static")
    for path in ("/spit/", "/spit/t/any", "/spit/t/any/watch"):
        async with house.client.get(path) as answer:
            assert '<head>\n    <base href="/spit/"><title>' in await answer.text()
            assert "base-uri 'self'" in answer.headers["Content-Security-Policy"]


async def test_a_client_is_told_where_its_socket_is(build: Build) -> None:
    """Whole, for whoever makes a table, joins one, or comes back to one."""
    house = await build(base_path="/spit")
    ana = {"opponent": "friend", "guest": "a" * 43}
    async with house.client.post("/spit/api/tables", json=ana) as answer:
        made = await answer.json()
    at = f"/spit/api/tables/{made['table']}/seat"
    told = [made["socket"]]
    for body in ({"guest": "b" * 43}, {"guest": "b" * 43}):
        async with house.client.post(at, json=body) as answer:
            assert answer.status == 201, await answer.text()
            told.append((await answer.json())["socket"])
    assert told == [f"/spit/ws/{made['table']}"] * 3
    async with house.client.ws_connect(made["socket"]) as ws:
        assert not ws.closed
