"""``spit bot``: asked of a real server, and what it says of a wrong call."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import spit.client
from spit import cli
from spit.cli.bot import join
from spit.client import Finished
from tests.cli.test_admin import Server

FAILING = "class Failing:\n    def __init__(self, seat):\n        self.seat = seat\n"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server in a process of its own."""
    running = Server(tmp_path / "data")
    yield running
    running.end(signal.SIGTERM)


def spit_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str
) -> tuple[int, str, str]:
    """The exit code of a command, and what it prints."""
    monkeypatch.setattr(sys, "argv", ["spit", *words])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    printed = capsys.readouterr()
    return int(ended.value.code or 0), printed.out, printed.err


@pytest.mark.sockets
def test_a_bot_with_a_token_fails_at_a_practice_table(
    server: Server,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The token opens the server, and a bot without `decide` is reported with what it saw."""
    data = str(server.data)
    code, out, _ = spit_says(capsys, monkeypatch, "bot", "new", "Hal", "--json", "--data", data)
    made = json.loads(out)
    assert (code, made["name"]) == (0, "Hal (bot)")
    code, out, _ = spit_says(capsys, monkeypatch, "bot", "new", "Eve", "--data", data)
    assert (code, out.splitlines()[0]) == (0, "people will see: Eve (bot)")
    (tmp_path / "failing.py").write_text(FAILING)
    bot = f"{tmp_path / 'failing.py'}:Failing"
    join_it = ("bot", "join", server.address, bot, "--token", made["token"])
    code, out, _ = spit_says(capsys, monkeypatch, *join_it)
    fault = json.loads(out)
    assert (code, fault["fault"]) == (1, "threw")
    assert fault["view"]["phase"] in {"deal", "ready"}
    code, _, err = spit_says(capsys, monkeypatch, *join_it[:-1], "bot-" + "x" * 40)
    assert (code, err.count("\n")) == (2, 1)
    assert "knows no bot" in err


def test_matches_are_told_a_line_each(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which match, whether it was won, and why it ended."""

    async def played(*_: Any, **__: Any) -> list[Finished]:
        return [
            Finished("a1", has_won=True, reason="cleared"),
            Finished("a2", has_won=False, reason="resigned"),
            Finished("a3", has_won=None, reason="abandoned"),
        ]

    monkeypatch.setattr(spit.client, "join", played)
    assert join("http://127.0.0.1:9/", "careful") == 0
    assert capsys.readouterr().out.splitlines() == [
        "a1: won, cleared",
        "a2: lost, resigned",
        "a3: drawn, abandoned",
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"bot": "careful", "tempo": "fast"}, "'fast' is no level"),
        ({"bot": "careful", "against": "me"}, "'me' is no level"),
        ({"bot": "nobody"}, "'nobody' is no contestant"),
        ({"bot": "careful"}, "cannot be reached"),
    ],
)
def test_wrong_calls_get_a_line(
    words: dict[str, Any], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong, in one line, and exit code 2."""
    assert join("http://127.0.0.1:9/", **words) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1
