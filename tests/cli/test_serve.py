"""``spit serve`` and ``spit play``: what each option makes of the server, and what is printed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from spit import cli
from spit.cli.serve import say
from spit.server.serve import Opened
from spit.server.settings import ServerSettings, SettingError, read_base_path

Asked = Callable[..., ServerSettings]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Asked:
    """Calls the command with those words and settings; what the server was told."""
    told: list[ServerSettings] = []

    def run(settings: ServerSettings, started: object) -> None:
        assert callable(started)
        told.append(settings)

    monkeypatch.setattr("spit.server.serve.run", run)
    monkeypatch.setenv("SPIT_DATA", str(tmp_path))

    def call(*words: str, **environment: str) -> ServerSettings:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "argv", ["spit", *words])
        with pytest.raises(SystemExit) as left:
            cli.main()
        assert left.value.code == 0
        return told.pop()

    return call


@pytest.mark.parametrize(
    ("words", "setting", "text", "told"),
    [
        ("--host ::1", "SPIT_HOST", "::1", {"host": "::1"}),
        ("--lan", "SPIT_LAN", "1", {"host": "0.0.0.0"}),
        ("--port 80", "SPIT_PORT", "80", {"port": 80}),
        ("--data here", "SPIT_DATA", "here", {"data": Path("here")}),
        ("--allow-host A.example --allow-host b", "SPIT_ALLOW_HOST", "A.example b",
         {"allow_hosts": frozenset({"a.example", "b"})}),
        ("--behind-proxy", "SPIT_BEHIND_PROXY", "true", {"behind_proxy": True}),
        ("--base-path spit/", "SPIT_BASE_PATH", "spit/", {"base_path": "/spit"}),
        ("--keep-days 0", "SPIT_KEEP_DAYS", "0", {"keep_days": 0}),
        ("--max-tables 7", "SPIT_MAX_TABLES", "7", {"max_tables": 7}),
        ("--log-format json", "SPIT_LOG_FORMAT", "json", {"log_format": "json"}),
    ],
)  # fmt: skip
def test_every_option_is_a_setting_too(
    words: str, setting: str, text: str, told: dict[str, Any], asked: Asked
) -> None:
    """Either way the server is told the same, and nothing else."""
    plain = asked("serve")
    for settings in (asked("serve", *words.split()), asked("serve", **{setting: text})):
        changed = {
            name: getattr(settings, name)
            for name in ServerSettings.__dataclass_fields__
            if getattr(settings, name) != getattr(plain, name)
        }
        assert changed == told


def test_a_plain_call_tells_the_server_nothing_new(asked: Asked, tmp_path: Path) -> None:
    """The defaults are said in one place, and the command line agrees with it."""
    assert asked("serve") == ServerSettings(data=tmp_path)
    assert asked("play") == ServerSettings(data=tmp_path)


def test_play_can_be_opened_to_the_network(asked: Asked) -> None:
    """And to nothing else, unless it is asked for."""
    assert asked("play", "--lan").host == "0.0.0.0"
    assert asked("play").host == "127.0.0.1"


def test_the_option_beats_the_setting(asked: Asked) -> None:
    """As for every command."""
    assert asked("serve", "--base-path", "/a", SPIT_BASE_PATH="/b").base_path == "/a"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--base-path", "/a.b"], "'/a.b' is no base path; give one like /spit"),
        (["--lan", "--behind-proxy"], "--behind-proxy for the proxy alone"),
        (["--lan", "--host", "192.0.2.1"], "--host at 192.0.2.1 alone; give one of them"),
        (["--allow-host", "https://a"], "'https://a' is no name of a host"),
        (["--allow-host", "a:80"], "'a:80' is no name of a host"),
        (["--keep-days", "-1"], "SPIT_KEEP_DAYS"),
        (["--keep-days", "36501"], "SPIT_KEEP_DAYS"),
        (["--max-tables", "0"], "SPIT_MAX_TABLES"),
        (["--max-tables", "many"], "SPIT_MAX_TABLES"),
    ],
)
def test_a_wrong_value_gets_one_line(
    words: list[str],
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """On standard error, with exit code 2, before anything is begun."""
    monkeypatch.setattr(sys, "argv", ["spit", "serve", *words])
    with pytest.raises(SystemExit) as left:
        cli.main()
    out, err = capsys.readouterr()
    assert (left.value.code, out) == (2, "")
    assert err.startswith("spit: ")
    assert err.count("\n") == 1
    assert says in err


@pytest.mark.parametrize("text", ["spit", "/spit", "/spit/", "spit/", "//spit//"])
def test_a_base_path_has_one_form(text: str) -> None:
    """However it was typed."""
    assert read_base_path(text) == "/spit"


def test_a_base_path_can_be_none_or_long() -> None:
    """Nothing and a slash are none; folders in folders are fine."""
    assert read_base_path("") == read_base_path("/") == ""
    assert read_base_path("games/spit_2") == "/games/spit_2"


@pytest.mark.parametrize(
    "text",
    ["..", "/a/../b", "/a.b", "a//b", "/a?b", "/a#b", "/a b", "/a%2f", "/ä", "/a\\b", '/"><b',
     "/{a}", "http://a", "/a\n", " "],
)  # fmt: skip
def test_a_base_path_has_nothing_that_could_mean_something_else(text: str) -> None:
    """Neither for a browser, nor for a proxy, nor in the page."""
    with pytest.raises(SettingError, match="no base path"):
        read_base_path(text)


def _said(opened: Opened, *, lan: bool) -> list[str]:
    out = StringIO()
    say(Console(file=out, highlight=False, soft_wrap=True), opened, lan=lan)
    return out.getvalue().splitlines()


def test_the_address_for_a_phone_is_printed() -> None:
    """A line for this machine, and one for the others if they can reach it."""
    here, network = "http://127.0.0.1:80/", "http://192.168.1.20:80/"
    first = "Spit is open at http://127.0.0.1:80/ (Ctrl-C stops it)"
    assert _said(Opened(here, None), lan=False) == [first]
    assert _said(Opened(here, network), lan=True) == [first, f"and in your network at {network}"]


def test_a_proxy_whose_name_is_not_known_is_mentioned(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every browser would be refused, and nobody would know why."""

    def run(settings: ServerSettings, started: Callable[[Opened], None]) -> None:
        del settings
        started(Opened("http://127.0.0.1:80/", None))

    monkeypatch.setattr("spit.server.serve.run", run)
    for words, count in (["--behind-proxy"], 2), (["--behind-proxy", "--allow-host", "a"], 1):
        monkeypatch.setattr(sys, "argv", ["spit", "serve", *words])
        with pytest.raises(SystemExit):
            cli.main()
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) == count
        assert ("--allow-host" in lines[-1]) is (count == 2)


def test_a_network_that_is_missing_is_said() -> None:
    """Whoever asked for it should not have to find out with a phone in the hand."""
    assert _said(Opened("http://127.0.0.1:80/", None), lan=True)[1:] == [
        "No local network was found, so no phone will reach it."
    ]
