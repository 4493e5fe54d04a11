"""A call that cannot be carried out gets one line and exit code 2, never a traceback."""

import re
import tomllib

import pytest

from spit import cli
from tools.client import ROOT


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int | str | None:
    """The exit code of `spit` with those arguments."""
    monkeypatch.setattr("sys.argv", ["spit", *arguments])
    with pytest.raises(SystemExit) as left:
        cli.main()
    return left.value.code


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("serve --port abc", "--port"),
        ("serve --port 65536", "--port"),
        ("serve --prot 1", "No such option: --prot"),
        ("sevre", "No such command 'sevre'"),
        ("play now", "now"),
        ("verify", "spit verify match.spit"),
        ("verify none.spit", "cannot read none.spit"),
    ],
)
def test_wrong_call(
    arguments: str,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One line on standard error says what is wrong, and nothing is printed to standard output."""
    assert run(monkeypatch, *arguments.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("spit: ")
    assert says in err
    assert err.count("\n") == 1


def test_no_arguments(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without arguments the commands are listed."""
    assert run(monkeypatch) == 2
    assert "verify" in capsys.readouterr().out


def test_version(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The version printed is the one in pyproject.toml."""
    assert run(monkeypatch, "--version") == 0
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert re.fullmatch(r"spit (\S+)\n", capsys.readouterr().out)[1] == project["version"]  # type: ignore[index]
