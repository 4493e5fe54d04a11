"""The command line: what is printed where, and the exit codes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from spit import __version__

CASES = Path(__file__).parent.parent / "rules" / "cases"
VALID = sorted((CASES / "valid").glob("*.spit"))
FAULTY = sorted((CASES / "faulty").glob("*.spit"))


def _spit(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs the command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "spit", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, **environment},
    )


def _says_one_line(done: subprocess.CompletedProcess[str]) -> str:
    """The one line of a call that cannot be carried out; nothing else is printed."""
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def test_the_version_is_printed() -> None:
    """Alone, so that a script can read it."""
    done = _spit("--version")
    assert (done.returncode, done.stdout) == (0, f"spit {__version__}\n")


def test_help_names_every_command() -> None:
    """With a line for each."""
    done = _spit("--help")
    assert done.returncode == 0
    for command in ("play", "serve", "verify", "records", "backup"):
        assert command in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nope"], "No such command 'nope'"),
        (["serve", "--nope"], "No such option: --nope"),
        (["serve", "--port", "many"], "--port"),
        (["serve", "--port", "70000"], "--port"),
        (["serve", "--log-format", "xml"], "--log-format"),
        (["serve", "--host", "nowhere.invalid"], "no address of this machine"),
        (["serve", "--host", "192.0.2.7"], "no address of this machine"),
        (["serve", "--data", "/proc/spit"], "cannot keep data in /proc/spit"),
        (["play", "--host", "0.0.0.0"], "No such option: --host"),
        (["verify"], "needs a FILE"),
        (["verify", "/nowhere/none.spit"], "cannot read /nowhere/none.spit"),
        (["verify", "/"], "cannot read /"),
        (["backup"], "Missing argument 'FILE'"),
        (["records", "lst"], "No such command 'lst'"),
        (["records", "show"], "Missing argument 'MATCH'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_call_that_cannot_be_carried_out_gets_one_line(arguments: list[str], says: str) -> None:
    """On standard error, with exit code 2."""
    assert says in _says_one_line(_spit(*arguments))


@pytest.mark.sockets
def test_a_port_that_is_taken_gets_one_line() -> None:
    """It says what to do."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        line = _says_one_line(_spit("serve", "--port", str(port)))
    assert f"port {port}" in line
    assert "--port" in line


@pytest.mark.sockets
def test_play_takes_another_port_than_one_that_is_taken(tmp_path: Path) -> None:
    """It prints the address in any case, and ends well when it is told to."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        command = ["-m", "spit", "play", "--no-open", "--port", port, "--data", str(tmp_path)]
        with subprocess.Popen(
            [sys.executable, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            line = process.stdout.readline()
            process.terminate()
            process.communicate(timeout=60)
    assert "http://127.0.0.1:" in line
    assert f":{port}/" not in line
    assert process.returncode == 0


def test_settings_come_from_the_environment_too() -> None:
    """The sentence names both ways."""
    line = _says_one_line(_spit("serve", SPIT_PORT="many"))
    assert "SPIT_PORT" in line
    assert "no address" in _says_one_line(_spit("serve", SPIT_HOST="nowhere.invalid"))


# ------------------------------------------------------------------ verify


def test_records_that_hold_are_counted() -> None:
    """One line, exit code 0."""
    done = _spit("verify", *VALID)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{len(VALID)} records hold\n"
    assert _spit("verify", VALID[0]).stdout == "1 record holds\n"


def test_each_faulty_record_gets_its_line() -> None:
    """Those that hold get none; exit code 1."""
    done = _spit("verify", VALID[0], *FAULTY, VALID[1])
    assert (done.returncode, done.stderr) == (1, "")
    lines = done.stdout.splitlines()
    assert len(lines) == len(FAULTY)
    for path, line in zip(FAULTY, lines, strict=True):
        number, rule, what = line.removeprefix(f"{path}: line ").split(": ", 2)
        assert number.isdigit()
        assert rule == "format" or rule[0] == "R"
        assert what


def test_a_file_that_cannot_be_read_is_a_wrong_call_whatever_the_others_are() -> None:
    """One line on standard error alone, exit code 2."""
    line = _says_one_line(_spit("verify", FAULTY[0], "/nowhere/none.spit", VALID[0]))
    assert "/nowhere/none.spit" in line


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\xff\xfe", b"{}\r\n", b"x" * 70_000, b"[" * 60_000, b'{"format":1}\n']
)
def test_what_is_no_record_is_a_fault_and_no_traceback(tmp_path: Path, data: bytes) -> None:
    """Whatever bytes a file holds."""
    path = tmp_path / "none.spit"
    path.write_bytes(data)
    done = _spit("verify", path)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith(f"{path}: line 1: format: ")
    assert done.stdout.count("\n") == 1


def test_a_name_that_is_no_text_can_be_printed(tmp_path: Path) -> None:
    """Files may be called anything."""
    path = tmp_path / os.fsdecode(b"caf\xe9.spit")
    path.write_bytes(b"")
    done = _spit("verify", path)
    assert (done.returncode, done.stderr) == (1, "")


def test_verifying_loads_no_server() -> None:
    """It starts in a moment, since it needs neither sockets nor pages nor a store."""
    code = (
        "import sys; from spit.cli import app; import typer.main;"
        f"typer.main.get_command(app).main(['verify', {str(VALID[0])!r}], standalone_mode=False);"
        "slow = ('aiohttp', 'alembic', 'asyncio', 'msgspec', 'sqlalchemy', 'spit.store', 'uvloop');"
        "print([name for name in slow if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
