"""``spit records`` and ``spit backup``: what is printed, and what lies in a folder afterwards."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple

import pytest

from spit import cli
from spit.store import Batch, FinishedMatch, Store
from spit.store.oldfiles import finished_matches
from spit.store.sqlite import FILE
from tools.docs import ROOT
from tools.markdown import Page

CASES = ROOT / "tests" / "rules" / "cases" / "valid"
NAMES = ("gen-116", "k3v9q", "rüde/../name\x1b[31m")


def played() -> list[FinishedMatch]:
    """Three matches: by the rules of a preset, against a bot for points, and one with odd names."""
    found = {path.stem: match for path, match in finished_matches(CASES) if match is not None}
    first, second = found["standard-116"], found["points_tie-1142"]
    return [
        first,
        replace(second, match=NAMES[1], names=("Ana", "Skilled"), bots=(None, "skilled")),
        replace(first, match=NAMES[2], names=("[bold]\x1b[2J", "\u202eevil"), winner=None),
    ]


async def _keep(folder: Path, matches: list[FinishedMatch]) -> None:
    async with await Store.open(folder) as store:
        await store.commit(Batch(matches=matches))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with those matches."""
    folder = tmp_path_factory.mktemp("data")
    asyncio.run(_keep(folder, played()))
    return folder


class Done(NamedTuple):
    """How a command ended, and what it printed."""

    returncode: object
    stdout: bytes
    stderr: bytes


def spit(data: Path, *arguments: str | Path, cwd: Path = ROOT) -> Done:
    """Runs a command to its end, as `spit` does, but in this process."""
    out, err = TextIOWrapper(BytesIO(), "utf-8"), TextIOWrapper(BytesIO(), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPIT_DATA", str(data))
        patch.chdir(cwd)
        patch.setattr(sys, "argv", ["spit", *map(str, arguments)])
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        with pytest.raises(SystemExit) as left:
            cli.main()
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue())
    return Done(left.value.code, *texts)


@pytest.fixture(scope="module", autouse=True)
def _clock_on_the_wall() -> Iterator[None]:
    """Times are shown as they are in UTC, where a test can choose."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "UTC")
        if sys.platform != "win32":
            time.tzset()
        yield
    if sys.platform != "win32":
        time.tzset()


def printed(data: Path, *arguments: str | Path) -> str:
    """What a command that works prints."""
    done = spit(data, *arguments)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def complaint(data: Path, *arguments: str | Path) -> str:
    """The one line of a command that cannot be carried out."""
    done = spit(data, *arguments)
    line = done.stderr.decode()
    assert (done.returncode, done.stdout) == (2, b"")
    assert line.startswith("spit: ")
    assert line.count("\n") == 1
    return line


# ------------------------------------------------------------------ list


def test_the_list_has_a_line_for_each_match(data: Path) -> None:
    """The newest one first, with who won and how."""
    head, odd, points, first = printed(data, "records", "list").splitlines()
    assert head.split() == ["match", "when", "players", "result", "rounds"]
    assert re.split(r" {2,}", points.strip()) == [
        "k3v9q",
        "2026-01-01 00:00",
        "Ana – Skilled",
        "Skilled won, points",
        "17",
    ]
    assert "b won, cleared" in first
    assert "draw, cleared" in odd


def test_names_play_no_tricks(data: Path) -> None:
    """Neither with the terminal nor with our own markup."""
    for arguments in (["list"], ["show", NAMES[2]]):
        text = printed(data, "records", *arguments)
        assert "[bold]�[2J" in text
        assert "\x1b" not in text
        assert "\u202e" not in text


def test_the_list_can_be_of_one_player(data: Path) -> None:
    """Whatever the case of the name; a name that nobody has gives a line, not an error."""
    assert [
        line.split()[0]
        for line in printed(data, "records", "list", "--player", "ANA").splitlines()[1:]
    ] == ["k3v9q"]
    assert printed(data, "records", "list", "--player", "Nobody") == "no matches of Nobody\n"


def test_the_list_is_as_long_as_asked(data: Path) -> None:
    """At most."""
    assert len(printed(data, "records", "list", "--limit", "2").splitlines()) == 3
    assert "--limit" in complaint(data, "records", "list", "--limit", "0")


def test_the_list_as_json(data: Path) -> None:
    """All that a program may want of a match but its record."""
    (found,) = json.loads(printed(data, "records", "list", "--json", "--player", "Ana"))
    assert found == {
        "match": "k3v9q",
        "started": "2026-01-01T00:00:00.000Z",
        "ended": "2026-01-01T00:08:03.761Z",
        "rules": "points",
        "players": [{"name": "Ana", "bot": None}, {"name": "Skilled", "bot": "skilled"}],
        "winner": 1,
        "reason": "points",
        "rounds": 17,
    }
    assert json.loads(printed(data, "records", "list", "--json", "--player", "Nobody")) == []


# ------------------------------------------------------------------ show


def test_a_match_is_shown_round_by_round(data: Path) -> None:
    """What the record says, in a table."""
    lines = printed(data, "records", "show", "k3v9q").splitlines()
    facts = dict(re.split(r" {2,}", line.strip(), maxsplit=1) for line in lines[:6])
    assert facts == {
        "match": "k3v9q",
        "seat 0": "Ana",
        "seat 1": "Skilled (computer)",
        "when": "2026-01-01 00:00, for 8 min 03 s",
        "rules": facts["rules"],
        "result": "Skilled won, points",
    }
    assert facts["rules"].startswith("points (")
    assert "scoring=points" in facts["rules"]
    rounds = [re.split(r" {2,}", line.strip()) for line in lines[7:]]
    assert rounds[0] == ["round", "time", "dealt", "plays", "ended", "then"]
    assert [row[0] for row in rounds[1:]] == [str(number) for number in range(1, 18)]
    assert all(row[2] == "26 – 26" and row[5].endswith(" points") for row in rounds[1:])


def test_a_match_that_is_not_there_gets_a_line(data: Path) -> None:
    """It says where to look."""
    for arguments in (
        ["show", "none"],
        ["export", "none", "--to", "-"],
        ["export", "k3v9q", "none", "--to", str(data / "out")],
    ):
        line = complaint(data, "records", *arguments)
        assert line == "spit: no match is called none; see spit records list\n"


# ------------------------------------------------------------------ export


def test_all_records_are_exported_and_hold(data: Path, tmp_path: Path) -> None:
    """A file each, to the letter, whatever a match is called; once more changes nothing."""
    folder = tmp_path / "new" / "folder"
    for _ in range(2):
        assert printed(data, "records", "export", "--all", "--to", folder).startswith(
            "3 records in"
        )
    assert sorted(path.name for path in folder.iterdir()) == [
        "gen-116.spit",
        "k3v9q.spit",
        "r_de_name_31m.spit",
    ]
    for match, name in zip(played(), ["gen-116", "k3v9q", "r_de_name_31m"], strict=True):
        assert (folder / f"{name}.spit").read_bytes() == match.record.encode()
    assert printed(data, "verify", *folder.iterdir()) == "3 records hold\n"


def test_one_record_can_be_printed(data: Path) -> None:
    """To the letter."""
    record = spit(data, "records", "export", "k3v9q", "--to", "-").stdout
    assert record == played()[1].record.encode()


def test_an_export_overwrites_nothing(data: Path, tmp_path: Path) -> None:
    """It names the file."""
    (tmp_path / "k3v9q.spit").write_text("mine")
    line = complaint(data, "records", "export", "k3v9q", "--to", tmp_path)
    assert f"cannot write {tmp_path}/k3v9q.spit: something else has that name" in line
    assert (tmp_path / "k3v9q.spit").read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--to", "x"], "name the matches to export, or say --all"),
        (["k3v9q", "--all", "--to", "x"], "name the matches to export, or say --all"),
        (["--all", "--to", "-"], "--to - prints one record alone"),
        (["k3v9q", "gen-116", "--to", "-"], "--to - prints one record alone"),
        (["k3v9q"], "--to"),
        (["k3v9q", "--to", "/proc/nowhere"], "cannot write /proc/nowhere"),
    ],
)
def test_an_export_that_cannot_be_made_gets_a_line(
    data: Path, arguments: list[str], says: str
) -> None:
    """It says what to give."""
    assert says in complaint(data, "records", "export", *arguments)


# ------------------------------------------------------------------ backup


def test_a_backup_holds_all(data: Path, tmp_path: Path) -> None:
    """Put in the place of the store it is the store; it overwrites nothing."""
    copy = tmp_path / "copy.sqlite"
    assert printed(data, "backup", copy) == f"{copy} holds all that is kept\n"
    assert "exists already" in complaint(data, "backup", copy)
    restored = tmp_path / "restored"
    restored.mkdir()
    shutil.copy(copy, restored / FILE)
    assert printed(restored, "records", "list") == printed(data, "records", "list")


async def test_all_of_it_works_while_a_server_has_the_store(tmp_path: Path) -> None:
    """Even what was written a moment ago is there."""

    async def said(*arguments: str) -> str:
        command = [sys.executable, "-m", "spit", *arguments, "--data", str(tmp_path)]
        done = await asyncio.to_thread(subprocess.run, command, capture_output=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout.decode()

    store = await Store.open(tmp_path)
    await store.commit(Batch(matches=played()[:1]))
    assert "gen-116" in await said("records", "list")
    await said("backup", str(tmp_path / "copy.sqlite"))
    await store.commit(Batch(matches=[replace(played()[0], match="later")]))
    assert "later" in await said("records", "list")
    await store.close()


@pytest.mark.parametrize(
    "arguments",
    [
        ["records", "list"],
        ["records", "show", "x"],
        ["records", "export", "--all", "--to", "out"],
        ["backup", "copy.sqlite"],
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_where_nothing_is_kept_a_line_says_so(tmp_path: Path, arguments: list[str]) -> None:
    """And where a store is damaged too; no folder is made for it."""
    missing = tmp_path / "none"
    done = spit(missing, *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert f"nothing has been kept in {missing} yet" in done.stderr.decode()
    assert not missing.exists()
    (tmp_path / FILE).write_bytes(b"\xff" * 5_000)
    done = spit(tmp_path, *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert "is damaged" in done.stderr.decode()
    assert not (tmp_path / "copy.sqlite").exists()


# ------------------------------------------------------------------ the page


def test_every_command_on_the_page_works(data: Path, tmp_path: Path) -> None:
    """As it stands there, one after the other."""
    path = ROOT / "docs" / "commands.md"
    page = Page(path, tuple(path.read_text(encoding="utf-8").splitlines()))
    commands = [
        words[1:]
        for line, words in page.commands()
        if words[:2] in (["spit", "records"], ["spit", "backup"])
        and page.lines[line - 1].startswith("$ ")
    ]
    assert len(commands) == 5
    for words in commands:
        done = spit(data, *words, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, b""), words
