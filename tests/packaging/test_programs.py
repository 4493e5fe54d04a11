"""The programs for the tests of docs/host.md are found, or one line says what to install."""

from pathlib import Path

import pytest

from tests.packaging.test_chromium import put_program
from tools import programs


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any program, whose PATH is this folder."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(programs, "_FOLDERS", ())
    monkeypatch.setattr(programs, "UNPACKED", tmp_path / "unpacked")
    return tmp_path


def _put_debian(folder: Path, *, lists: str = "") -> Path:
    """An apt-get and a dpkg-deb that write down what they are asked; the file they write to.

    Args:
        folder: Where they are.
        lists: A file without which there is no package.
    """
    log = folder / "log"
    needs = f"[ $1 = update ] && : > {lists}; [ -e {lists} ] || exit 1\n" if lists else ""
    put_program(folder / "apt-get", f"echo $1 >> {log}\n{needs}[ $1 = update ] || : > $2.deb")
    unpacked = folder / "unpacked" / "usr" / "sbin"
    body = f"/bin/mkdir -p {unpacked}; : > {unpacked}/nginx; /bin/chmod 755 {unpacked}/nginx"
    put_program(folder / "dpkg-deb", body)
    return log


def test_a_program_is_found_beside_the_path(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers lie where only root looks."""
    assert programs.find_program("nginx") is None
    (bare / "sbin").mkdir()
    put_program(bare / "sbin" / "nginx")
    monkeypatch.setattr(programs, "_FOLDERS", (str(bare / "sbin"),))
    assert programs.find_program("nginx") == str(bare / "sbin" / "nginx")


def test_a_missing_one_is_unpacked_and_not_installed(bare: Path) -> None:
    """No rights are needed for it."""
    log = _put_debian(bare)
    assert programs.unpack("nginx")
    assert programs.find_program("nginx") == str(bare / "unpacked" / "usr" / "sbin" / "nginx")
    assert log.read_text().split() == ["download"]


@pytest.mark.parametrize(("user", "steps"), [(0, ["download", "update", "download"]),
                                             (1000, ["download"])])  # fmt: skip
def test_new_lists_are_for_root_to_get(
    user: int, steps: list[str], bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who may not is not asked for a password."""
    monkeypatch.setattr("os.geteuid", lambda: user)
    log = _put_debian(bare, lists=str(bare / "lists"))
    assert programs.unpack("nginx") is (user == 0)
    assert log.read_text().split() == steps


@pytest.mark.usefixtures("bare")
def test_what_cannot_be_had_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each, and no error, since the other tests run without it."""
    assert programs.main(["--unpack"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == len(programs.PROGRAMS)
    assert "apt-get install nginx" in lines[0]
