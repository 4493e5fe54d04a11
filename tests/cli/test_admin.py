"""``spit admin``: asked of a real server, of one that was killed, and of what is none."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

import pytest

from spit import cli
from spit.store import Report, Store

pytestmark = pytest.mark.sockets


class Server:
    """A server in a process of its own."""

    def __init__(self, data: Path) -> None:
        self.data = data
        command = ["-m", "spit", "serve", "--port", "0", "--data", str(data), "--base-path", "/s"]
        self.process = subprocess.Popen(
            [sys.executable, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.address = next(word for word in line.split() if word.startswith("http"))

    def make(self, **wish: Any) -> str:
        """A new table's name."""
        body = json.dumps(wish).encode()
        with urlopen(Request(f"{self.address}api/tables", body), timeout=60) as answer:
            return str(json.load(answer)["table"])

    def end(self, how: signal.Signals) -> None:
        """Stops it, or kills it."""
        if self.process.returncode is None:
            self.process.send_signal(how)
            self.process.communicate(timeout=60)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that runs for all tests here."""
    running = Server(tmp_path_factory.mktemp("data"))
    yield running
    running.end(signal.SIGTERM)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Calls ``spit admin`` with those words for a data folder: exit code, output, errors."""

    def call(data: Path, *words: str) -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "argv", ["spit", "admin", *words, "--data", str(data)])
        with pytest.raises(SystemExit) as left:
            cli.main()
        return left.value.code, *capsys.readouterr()

    return call


def test_tables_are_listed_shown_and_closed(server: Server, said: Any) -> None:
    """As a person reads it."""
    alone = server.make(opponent="friend", name="[bold]Ana")
    code, out, err = said(server.data, "tables")
    assert (code, err) == (0, "")
    head, *rows = out.splitlines()
    assert head.split() == ["table", "players", "rules", "phase", "watching", "bytes"]
    found = {re.split(r" {2,}", row)[0]: re.split(r" {2,}", row.strip())[1:4] for row in rows}
    assert found[alone] == ["[bold]Ana (away) – free seat", "standard", "deal"]

    code, out, err = said(server.data, "show", alone.upper())
    assert (code, err) == (0, "")
    facts = dict(re.split(r" {2,}", line.strip(), maxsplit=1) for line in out.splitlines())
    assert facts["table"] == alone
    assert facts["phase"] == "deal, round 0"

    assert said(server.data, "close", alone) == (0, f"table {alone} is closed\n", "")
    assert alone not in said(server.data, "tables")[1]


def test_tables_are_listed_and_shown_for_programs(server: Server, said: Any) -> None:
    """All that the server says of them, and no secret."""
    table = server.make()
    (row,) = (
        each
        for each in json.loads(said(server.data, "tables", "--json")[1])
        if each["table"] == table
    )
    assert row["names"] == ["Guest", "Steady"]
    detail = json.loads(said(server.data, "show", table, "--json")[1])
    assert detail["table"] == row
    assert detail["view"]["phase"] == "deal"
    assert "secret" not in json.dumps(detail)


def test_a_server_without_tables_says_so(tmp_path: Path, said: Any) -> None:
    """As a line, or as an empty list."""
    server = Server(tmp_path)
    assert said(tmp_path, "tables") == (0, "no tables at the moment\n", "")
    assert json.loads(said(tmp_path, "tables", "--json")[1]) == []
    server.end(signal.SIGTERM)
    assert not (tmp_path / "admin.json").exists()
    assert "no server runs" in _line(said(tmp_path, "tables"))


def test_the_environments_proxy_never_sees_the_token(
    server: Server, said: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is asked straight, whatever proxy others are to use."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert said(server.data, "tables")[0] == 0


async def _reported(folder: Path) -> None:
    """Keeps two reports in a store, one of them by and about people nobody knows."""
    async with await Store.open(folder) as store:
        ana, ben = await store.enrol(b"a" * 32, "Ana", 1), await store.enrol(b"b" * 32, "Ben", 1)
        for match, people, words in (("k3v9q", (ana, ben), "\x1b[2Jrude"), ("x", (None, None), "")):
            report = Report(
                match=match, reporter=people[0], reported=people[1], seat=1, words=words,
                now_ms=1_767_225_600_000, record_so_far="{}",
            )  # fmt: skip
            await store.report(report)


def test_reports_are_read_without_a_server(tmp_path: Path, said: Any) -> None:
    """Who, about whom, and their words, which play no tricks; for programs the record too."""
    assert "nothing has been kept" in _line(said(tmp_path, "reports"))
    asyncio.run(_reported(tmp_path))
    code, out, err = said(tmp_path, "reports")
    assert (code, err) == (0, "")
    head, unknown, known = (re.split(r" {2,}", line.strip()) for line in out.splitlines())
    assert head == ["when", "match", "about", "by", "words"]
    assert unknown[1:] == ["x", "nobody known, seat 1", "nobody known"]
    words = "\N{REPLACEMENT CHARACTER}[2Jrude"
    assert known[1:] == ["k3v9q", "Ben (guest 2), seat 1", "Ana (guest 1)", words]
    assert len(said(tmp_path, "reports", "--limit", "1")[1].splitlines()) == 2
    found = json.loads(said(tmp_path, "reports", "--json")[1])
    assert [each["match"] for each in found] == ["x", "k3v9q"]
    assert found[0]["record_so_far"] == "{}"


def test_nobody_has_reported_anything(tmp_path: Path, said: Any) -> None:
    """As a line, or as an empty list."""

    async def empty() -> None:
        await (await Store.open(tmp_path)).close()

    asyncio.run(empty())
    assert said(tmp_path, "reports") == (0, "no reports\n", "")
    assert json.loads(said(tmp_path, "reports", "--json")[1]) == []


def _line(said: tuple[object, str, str]) -> str:
    """The one line of a call that cannot be carried out."""
    code, out, err = said
    assert (code, out) == (2, "")
    assert err.startswith("spit: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize("name", ["none", "../tables", "%2e%2e", "a b", "ä", "x" * 500])
def test_a_table_that_is_not_there_gets_one_line(name: str, server: Server, said: Any) -> None:
    """Whatever it is called."""
    for command in ("show", "close"):
        assert "no table of this name" in _line(said(server.data, command, name))


def test_where_no_server_runs_a_line_says_so(tmp_path: Path, said: Any) -> None:
    """In a folder that is empty, that is not there, or that is none."""
    (tmp_path / "file").write_text("")
    for folder in (tmp_path, tmp_path / "none", tmp_path / "file"):
        assert f"no server runs with {folder}; name its data folder" in _line(
            said(folder, "tables")
        )


def test_what_a_killed_server_has_left_does_no_harm(tmp_path: Path, said: Any) -> None:
    """Its token leads nowhere; the next server there writes another."""
    first = Server(tmp_path)
    first.end(signal.SIGKILL)
    left = (tmp_path / "admin.json").read_text()
    assert "no server runs" in _line(said(tmp_path, "tables"))
    second = Server(tmp_path)
    try:
        assert said(tmp_path, "tables")[0] == 0
        address = json.loads((tmp_path / "admin.json").read_text())["address"]
        (tmp_path / "admin.json").write_text(json.dumps({**json.loads(left), "address": address}))
        assert "has another token" in _line(said(tmp_path, "tables"))
    finally:
        second.end(signal.SIGTERM)


@contextmanager
def _stranger(status: int, body: bytes) -> Iterator[int]:
    """The port of another program, which answers everything so."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as other:
        thread = Thread(target=other.serve_forever)
        thread.start()
        yield other.server_address[1]
        other.shutdown()
        thread.join()


@pytest.mark.parametrize(
    ("status", "body"), [(200, b"<html>"), (200, b"{}"), (404, b"<html>"), (500, b"")]
)
def test_another_program_at_the_old_port_is_told_from_a_server(
    status: int, body: bytes, tmp_path: Path, said: Any
) -> None:
    """It gets a token that opens nothing any more, and what it answers is not shown."""
    with _stranger(status, body) as port:
        kept = {"address": f"http://127.0.0.1:{port}/", "token": "old"}
        (tmp_path / "admin.json").write_text(json.dumps(kept))
        line = _line(said(tmp_path, "tables"))
    assert "is not the server" in line or "is another program" in line


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"address": 1, "token": "a"}'])
def test_a_file_that_is_damaged_is_named(kept: str, tmp_path: Path, said: Any) -> None:
    """With what is wrong about it."""
    (tmp_path / "admin.json").write_text(kept)
    assert "admin.json cannot be read" in _line(said(tmp_path, "tables"))


def test_somebody_elses_server_is_not_asked(
    tmp_path: Path, said: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line says who may."""

    def denied(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", denied)
    assert "is somebody else's; ask as root" in _line(said(tmp_path, "tables"))
