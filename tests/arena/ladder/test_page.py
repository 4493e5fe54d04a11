"""The quickstart of docs/arena.md works as it stands."""

from __future__ import annotations

import json
import os
from itertools import takewhile
from pathlib import Path

import pytest

from spit.cli.arena import arena
from spit.rules import verify
from tools.client import require_node
from tools.docs import ROOT
from tools.markdown import read_pages

PAGE = next(page for page in read_pages(ROOT) if page.path == ROOT / "docs" / "arena.md")
COMMANDS = [words[2:] for _, words in PAGE.commands() if words[:2] == ["spit", "arena"]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the page says to make."""
    for language, name in (("python", "my_bot.py"), ("javascript", "my_bot.js")):
        ((_, code),) = PAGE.blocks(language)
        (tmp_path / name).write_text(code)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _typed(words: list[str]) -> dict[str, object]:
    """The words of a command as the arguments of its function."""
    names = list(takewhile(lambda word: not word.startswith("-"), words))
    call: dict[str, object] = {"contestants": names, "jobs": 1}
    rest = iter(words[len(names) :])
    for word in rest:
        if word == "--json":
            call["as_json"] = True
        elif word == "--matches":
            call["matches"] = int(next(rest))
        else:
            assert word in {"--records", "--resume"}
            call[word.removeprefix("--")] = Path(next(rest))
    return call


def test_the_bot_of_ten_lines_plays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It plays without a fault, and every record holds."""
    for words in COMMANDS[:2]:
        assert arena(**_typed(words)) == 0  # type: ignore[arg-type]
    printed = capsys.readouterr().out
    told = json.loads(printed[printed.index("{") :])
    assert told["faults"] == []
    assert told["pairings"][0]["matches"] == 2
    records = sorted((folder / "matches").glob("*.spit"))
    assert len(records) == 2
    for record in records:
        with record.open("rb") as file:
            assert verify(file) is None


@pytest.mark.usefixtures("folder")
def test_more_than_two_are_rated(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each, and the results are kept."""
    assert arena(**_typed(COMMANDS[2])) == 0  # type: ignore[arg-type]
    assert "my_bot.py:MyBot" in capsys.readouterr().out
    assert len(Path("ladder.jsonl").read_text().splitlines()) == 4


@pytest.mark.usefixtures("folder")
def test_the_program_in_another_language_plays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It plays without a fault, by the Node that builds the client."""
    monkeypatch.setenv("PATH", f"{require_node().folder}{os.pathsep}{os.environ['PATH']}")
    (words,) = COMMANDS[3:]
    assert arena(**_typed(words)) == 0  # type: ignore[arg-type]
    printed = capsys.readouterr().out
    assert "0 : 0" in printed
    assert "own fault" not in printed
