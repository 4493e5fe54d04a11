"""The browser for the tests is found, or one line says what to install."""

import os
from pathlib import Path

import pytest

from tools import chromium


@pytest.fixture
def empty_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH with nothing on it."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("SPIT_CHROMIUM", raising=False)
    return tmp_path


def put_program(path: Path, script: str = "") -> str:
    """A program that runs that shell script."""
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


def test_found_by_name(empty_path: Path) -> None:
    """The first of the known names that is on PATH is the browser."""
    put_program(empty_path / "google-chrome")
    assert chromium.find_chromium() == str(empty_path / "google-chrome")
    put_program(empty_path / "chromium")
    assert chromium.find_chromium() == str(empty_path / "chromium")


def test_named_by_setting(empty_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SPIT_CHROMIUM names the browser, whatever is on PATH."""
    put_program(empty_path / "chromium")
    mine = put_program(empty_path / "mine")
    monkeypatch.setenv("SPIT_CHROMIUM", mine)
    assert chromium.find_chromium() == mine


@pytest.mark.usefixtures("empty_path")
def test_missing(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a browser, and without a way to install one, one line says what to do."""
    assert chromium.main(["--install"]) == 1
    assert "apt-get install chromium" in capsys.readouterr().err


def test_no_install_without_rights(empty_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who may not install packages is not asked for a password."""
    put_program(empty_path / "apt-get")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert chromium.install_chromium() is False


def test_install_as_root(empty_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As root the package lists are fetched first, then Chromium is installed."""
    log, chrome = empty_path / "log", empty_path / "chromium"
    install = f"[ $1 = update ] || {{ : > {chrome}; /bin/chmod 755 {chrome}; }}"
    put_program(empty_path / "apt-get", f"echo $1 >> {log}\n{install}")
    put_program(empty_path / "env", 'shift\nexec "$@"')
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert chromium.install_chromium() is True
    assert log.read_text().splitlines() == ["update", "install"]
