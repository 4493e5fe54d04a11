"""docs/host.md, followed as far as one machine goes."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import typer.main
from aiohttp import ClientSession, WSServerHandshakeError

from bench.server_load import choose
from spit.cli import app
from spit.protocol import messages as m
from spit.server.settings import NEW_TABLES
from spit.store import Batch, Store
from spit.store.oldfiles import finished_matches
from spit.store.sqlite import FILE
from tests.server.people import Person
from tests.server.process import running
from tests.server.proxy import NAME, PAGE, blocks, proxied, settings
from tools.docs import ROOT

pytestmark = [
    pytest.mark.sockets,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="it is about a server with Linux"),
]

BELOW = "/spit"


async def _made(session: ClientSession, at: str, **wish: Any) -> dict[str, Any]:
    async with session.post(f"{at}/api/tables", json=wish) as answer:
        assert answer.status == 201, await answer.text()
        made: dict[str, Any] = await answer.json()
        return made


async def _until_it_stops(session: ClientSession, at: str, headers: Callable[[int], Any]) -> int:
    """Makes tables until they are too many; how many were made."""
    made = 0
    while True:
        async with session.post(f"{at}/api/tables", json={}, headers=headers(made)) as answer:
            if answer.status == 429:
                return made
            assert answer.status == 201
            made += 1


@pytest.mark.parametrize("below", ["", BELOW])
async def test_a_conversation_goes_through_the_proxy(below: str, tmp_path: Path) -> None:
    """From the page to a dozen moves, by TLS, at the root of the name and below a path."""
    async with proxied(tmp_path, below=below) as there, there.visitor() as session:
        async with session.get(f"{there.url}/") as answer:
            assert f'<base href="{below}/">' in await answer.text()
            assert "max-age" in answer.headers["Strict-Transport-Security"]
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        made = await _made(session, there.url, level="child", seed=3)
        at = f"{there.url}/ws/{made['table']}"
        headers = {"Origin": there.url.removesuffix(below)}
        async with session.ws_connect(at, headers=headers) as ws:
            person, accepted, waits = Person(ws), 0, False
            await person.say(m.Hello(version=1, secrets=[made["secret"]]))
            while accepted < 12:
                wish = None if person.view is None or waits else choose(person.view, accepted + 1)
                if wish is not None:
                    await person.say(wish)
                heard = await person.hear()
                waits = (waits or wish is not None) and not isinstance(
                    heard, m.Accepted | m.Refused
                )
                accepted += isinstance(heard, m.Accepted)
        async with session.get(f"{there.url}/healthz") as answer:
            assert (await answer.json())["status"] == "ok"


async def test_limits_hit_whoever_asks_and_nobody_else(tmp_path: Path) -> None:
    """An address that a visitor makes up is not believed, neither for nor against anybody."""

    def made_up(number: int) -> dict[str, str]:
        address = f"198.51.100.{number % 250}"
        return {"X-Forwarded-For": address, "X-Real-IP": address, "Forwarded": f"for={address}"}

    async with proxied(tmp_path) as there:
        async with there.visitor("127.0.0.2") as greedy:
            assert await _until_it_stops(greedy, there.url, made_up) >= NEW_TABLES.at_once
        async with there.visitor("127.0.0.3") as other:
            await _made(other, there.url)
            forged = {"X-Forwarded-For": "127.0.0.2"}
            async with other.post(f"{there.url}/api/tables", json={}, headers=forged) as answer:
                assert answer.status == 201


async def test_only_the_own_page_may_open_a_socket(tmp_path: Path) -> None:
    """By its name, its port and TLS, and no header of the visitor's changes what these are."""
    async with proxied(tmp_path) as there, there.visitor() as session:
        at = f"{there.url}/ws"
        async with session.ws_connect(at, headers={"Origin": there.url}):
            pass
        port = there.url.rpartition(":")[2]
        for origin in (f"https://{NAME}", f"http://{NAME}:{port}", "https://evil.example", "null"):
            forged = {"Origin": origin, "X-Forwarded-Host": "evil.example",
                      "X-Forwarded-Proto": "http"}  # fmt: skip
            with pytest.raises(WSServerHandshakeError) as refused:
                await session.ws_connect(at, headers=forged)
            assert refused.value.status == 403
            async with session.post(
                f"{there.url}/api/tables", json={}, headers={"Origin": origin}
            ) as answer:
                assert answer.status == 403
        async with session.get(f"{there.url}/", headers={"Host": "evil.example"}) as answer:
            assert answer.status == 403


@pytest.mark.parametrize("below", ["", BELOW])
async def test_links_for_friends_are_secure(below: str, tmp_path: Path) -> None:
    """With the name that the browser knows, the base path, and https."""
    async with proxied(tmp_path, below=below) as there, there.visitor() as session:
        made = await _made(session, there.url, opponent="friend")
        at = f"{there.url}/api/tables/{made['table']}"
        async with session.get(f"{at}/invitation") as answer:
            invitation = await answer.json()
        async with session.post(f"{at}/handover", json={"secret": made["secret"]}) as answer:
            handover = await answer.json()
    assert invitation["link"] == f"{there.url}/t/{made['table']}"
    assert invitation["watch_link"] == f"{there.url}/t/{made['table']}/watch"
    assert invitation["reach"] == "everywhere"
    assert handover["link"].startswith(f"{there.url}/t/{made['table']}#take=")


@pytest.mark.parametrize("below", ["", BELOW])
async def test_what_is_the_operators_stays_on_the_machine(below: str, tmp_path: Path) -> None:
    """Neither the numbers nor the tables are to be had through the proxy, token or none."""
    async with proxied(tmp_path, below=below) as there, there.visitor() as session:
        kept = json.loads((there.data / "admin.json").read_text())
        headers = {"Authorization": f"Bearer {kept['token']}"}
        for path in ("/metrics", "/admin/tables", "/admin/tables/x", "/metrics/", "//metrics",
                     "/./admin/tables", "/%61dmin/tables", "/t/../metrics"):  # fmt: skip
            async with session.get(f"{there.url}{path}", headers=headers) as answer:
                assert answer.status == 404
                assert "spit_tables" not in await answer.text()
        async with session.get(f"{there.direct}metrics") as answer:
            assert "spit_tables" in await answer.text()
        async with session.get(f"{kept['address']}admin/tables", headers=headers) as answer:
            assert await answer.json() == {"tables": []}


async def test_the_proxy_refuses_nothing_that_the_server_would_not(tmp_path: Path) -> None:
    """Without its block for the operator's addresses the server still keeps them to itself."""
    async with proxied(tmp_path) as there, there.visitor() as session:
        kept = json.loads((there.data / "admin.json").read_text())
        headers = {"Authorization": f"Bearer {kept['token']}", "X-Forwarded-For": "192.0.2.1"}
        for path in ("metrics", "admin/tables"):
            async with session.get(f"{there.direct}{path}", headers=headers) as answer:
                assert answer.status == 404


async def test_whoever_comes_without_tls_is_sent_to_it(tmp_path: Path) -> None:
    """To the same address."""
    async with (
        proxied(tmp_path) as there,
        there.visitor() as session,
        session.get(f"{there.plain}/t/abc?d=e", allow_redirects=False) as answer,
    ):
        assert answer.status == 301
        assert answer.headers["Location"] == f"https://{NAME}/t/abc?d=e"


async def test_the_path_leads_to_the_page_without_its_slash(tmp_path: Path) -> None:
    """What a person types is what is written on a note."""
    async with (
        proxied(tmp_path, below=BELOW) as there,
        there.visitor() as session,
        session.get(there.url, allow_redirects=False) as answer,
    ):
        assert answer.status == 307
        assert answer.headers["Location"].endswith("/spit/")


# ------------------------------------------------------------------ the page and the program


def _options() -> dict[str, str]:
    """Each setting of ``spit serve`` with its option."""
    command: Any = typer.main.get_command(app)
    return {
        each.envvar[0] if isinstance(each.envvar, list) else each.envvar: each.opts[0]
        for each in command.commands["serve"].params
        if each.envvar
    }


def test_the_page_lists_every_setting() -> None:
    """With its option, in the order of the help; every option of serve has one."""
    rows = re.findall(r"^\| `(SPIT_\w+)` \| `(--[\w-]+)` \|", PAGE.read_text(), re.MULTILINE)
    assert rows == list(_options().items())
    command: Any = typer.main.get_command(app)
    assert {each.name for each in command.commands["serve"].params if not each.envvar} <= {"help"}


def test_the_page_sets_what_there_is() -> None:
    """In the file for settings, in the service and in the text."""
    assert set(settings()) < set(_options())
    named = set(re.findall(r"SPIT_[A-Z_]+", PAGE.read_text()))
    assert named == set(_options())


def _unit(folder: Path) -> Path:
    """The page's unit, with a program that this machine has."""
    unit = folder / "spit.service"
    text = blocks("ini")[1]
    assert "ExecStart=/opt/spit/bin/spit serve\n" in text
    unit.write_text(text.replace("/opt/spit/bin/spit", sys.executable))
    return unit


def _systemd(*words: str | Path) -> str:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not on this machine")
    done = subprocess.run(
        [program, *words], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_the_unit_is_one(tmp_path: Path) -> None:
    """No line of it is unknown to systemd."""
    assert "spit.service:" not in _systemd("verify", "--man=no", _unit(tmp_path))


def test_the_unit_leaves_the_service_little(tmp_path: Path) -> None:
    """By systemd's own count, from 0 (nothing to be seen) to 10 (everything)."""
    _systemd("security", "--offline=yes", "--threshold=15", _unit(tmp_path))  # tenths


# ------------------------------------------------------------------ what is kept


async def test_somebody_is_forgotten_by_the_pages_words(tmp_path: Path) -> None:
    """All of one guest, and nothing of the other but their match together."""
    found = [match for _, match in finished_matches(ROOT / "tests/rules/cases/valid") if match]
    async with await Store.open(tmp_path) as store:
        ana, ben = await store.enrol(b"a" * 32, "A", 1), await store.enrol(b"b" * 32, "B", 1)
        await store.commit(
            Batch(
                matches=[
                    replace(found[0], match="k3v9q", names=("A", "B"), guests=(ana, ben)),
                    replace(found[1], match="second", names=("B", "C"), guests=(ben, None)),
                ]
            )
        )
    look, forget = blocks("sql")
    assert "guest0 = 1 " in forget
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        assert connection.execute(look).fetchall() == [("k3v9q", "A", ana, "B", ben)]
        connection.executescript(re.sub(r"= 1\b", f"= {ana}", forget))
        assert connection.execute("SELECT match FROM matches").fetchall() == [("second",)]
        assert connection.execute("SELECT id FROM guests").fetchall() == [(ben,)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    async with await Store.open(tmp_path) as store:
        assert await store.record("second") is not None


async def test_the_service_answers_as_the_page_says(tmp_path: Path) -> None:
    """The example of a server that is well is a real one."""
    (said,) = re.findall(r"^(\{.*\})$", PAGE.read_text(), re.MULTILINE)
    async with (
        running(tmp_path) as (_, address),
        ClientSession() as session,
        session.get(f"{address}healthz") as answer,
    ):
        assert await answer.text() == said
