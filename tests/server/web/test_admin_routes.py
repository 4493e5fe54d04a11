"""What the operator may ask, and that nobody else may."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from spit.server.web.admin_routes import TOKEN_FILE, read_token
from tests.server.conftest import Build
from tests.server.people import House

pytestmark = pytest.mark.sockets


def _token(house: House) -> dict[str, str]:
    """What opens the house."""
    house.server.admin.publish("http://127.0.0.1/")
    found = read_token(house.server.settings.data)
    assert found.address == "http://127.0.0.1/"
    return {"Authorization": f"Bearer {found.token}"}


async def test_the_operator_sees_and_closes_tables(build: Build) -> None:
    """With the token: all tables, one with its record so far, and none after it was closed."""
    house = await build()
    made, headers = await house.make(), _token(house)
    person = await house.join(made.table, made.secret)
    async with house.client.get("/admin/tables", headers=headers) as answer:
        assert [each["table"] for each in (await answer.json())["tables"]] == [made.table]
    async with house.client.get(f"/admin/tables/{made.table.upper()}", headers=headers) as answer:
        detail = await answer.json()
    assert set(detail) == {"table", "view", "record"}
    assert made.secret not in json.dumps(detail)
    async with house.client.delete(f"/admin/tables/{made.table}", headers=headers) as answer:
        assert answer.status == 200
    assert "closed by whoever runs the server" in (await person.last_word()).detail
    for method in ("GET", "DELETE"):
        async with house.client.request(
            method, f"/admin/tables/{made.table}", headers=headers
        ) as answer:
            assert answer.status == 404
            assert (await answer.json())["error"] == "There is no table of this name."


@pytest.mark.parametrize(
    "authorization",
    [None, "", "Bearer", "Bearer ", "Bearer wrong", "{token}", "Basic {token}", "Bearer {token}x",
     "bearer {token}", "Bearer ü"],
)  # fmt: skip
@pytest.mark.parametrize(("method", "path"), [("GET", ""), ("GET", "/{t}"), ("DELETE", "/{t}")])
async def test_nobody_gets_in_without_the_token(
    authorization: str | None, method: str, path: str, build: Build
) -> None:
    """A table that exists looks like one that does not, and nothing is done."""
    house = await build()
    made, token = await house.make(), _token(house)["Authorization"].removeprefix("Bearer ")
    headers = {} if authorization is None else {
        "Authorization": authorization.replace("{token}", token)
    }  # fmt: skip
    for table in (made.table, "none"):
        at = f"/admin/tables{path.replace('{t}', table)}"
        async with house.client.request(method, at, headers=headers) as answer:
            assert answer.status == 403
    assert len(house.server.tables) == 1
    assert house.count("spit_faults_total") == 0


@pytest.mark.parametrize("behind_proxy", [True, False])
@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Forwarded-Proto", "Forwarded"])
async def test_nobody_gets_in_through_a_proxy(
    header: str, behind_proxy: bool, build: Build
) -> None:
    """Not even with the token, and whether the server knows of the proxy or not."""
    house = await build(behind_proxy=behind_proxy)
    headers = {**_token(house), header: "https"}
    async with house.client.get("/admin/tables", headers=headers) as answer:
        assert answer.status == 404
        assert "token" not in await answer.text()


async def test_the_numbers_are_not_for_those_behind_the_proxy(build: Build) -> None:
    """Prometheus asks this machine; where there is no proxy a header changes nothing."""
    for changes, status in (({"behind_proxy": True}, 404), ({}, 200)):
        house = await build(**changes)
        forwarded = {"X-Forwarded-For": "198.51.100.7"}
        async with house.client.get("/metrics", headers=forwarded) as answer:
            assert answer.status == status
        async with house.client.get("/metrics") as answer:
            assert answer.status == 200
        await house.client.close()


async def test_the_token_is_for_its_owner_alone(build: Build, tmp_path: Path) -> None:
    """From its first moment, whatever lay there before, and nothing else is left behind."""
    path = tmp_path / TOKEN_FILE
    path.write_text("left by a server that was killed")
    path.chmod(0o644)
    (tmp_path / "admin.partial").write_text("left by one that was killed a moment earlier")
    house = await build()
    house.server.admin.publish("http://127.0.0.1/")
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert read_token(tmp_path).address == "http://127.0.0.1/"
    assert not (tmp_path / "admin.partial").exists()
    house.server.admin.withdraw()
    assert not path.exists()
    house.server.admin.withdraw()


async def test_a_token_that_cannot_be_written_leaves_the_old_one(
    build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole, and without half of a new one beside it."""
    house = await build()
    house.server.admin.publish("http://127.0.0.1/")
    before = (tmp_path / TOKEN_FILE).read_bytes()

    def full(*arguments: Any) -> None:
        raise OSError(28, os.strerror(28), *arguments[:0])

    monkeypatch.setattr("spit.server.web.admin_routes.json.dump", full)
    with pytest.raises(OSError, match="No space"):
        house.server.admin.publish("http://127.0.0.2/")
    assert (tmp_path / TOKEN_FILE).read_bytes() == before
    assert not (tmp_path / "admin.partial").exists()
