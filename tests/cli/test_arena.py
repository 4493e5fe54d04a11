"""``spit arena``: what it prints, and what it says of a wrong call."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from spit.cli.arena import arena

BROKEN = """
class Broken:
    def __init__(self, seat):
        self.seat = seat

    def decide(self, view, rng):
        raise KeyError("no idea")
"""


def test_each_pairing_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """With the share, its interval and the rounds; above them are the ratings."""
    assert arena(["random", "child", "greedy"], matches=2, jobs=1) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in lines[1:4]} == {"random", "child", "greedy"}
    assert lines[4] == ""
    assert [line.split()[:2] for line in lines[6:9]] == [
        ["random", "child"],
        ["random", "greedy"],
        ["child", "greedy"],
    ]


def test_a_fault_is_told_with_its_view(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Once at the terminal, in a file beside each record, and in JSON."""
    (tmp_path / "broken.py").write_text(BROKEN)
    name = f"{tmp_path}/broken.py:Broken"
    call = {"matches": 2, "jobs": 1, "records": tmp_path / "records"}
    assert arena([name, "greedy"], **call) == 0  # type: ignore[arg-type]
    printed = capsys.readouterr().out
    assert printed.count("lost by its own fault (threw)") == 1
    assert "KeyError: 'no idea'" in printed
    assert '"phase": "ready"' in printed
    reports = sorted((tmp_path / "records").glob("*.fault.json"))
    assert [json.loads(each.read_text())["seat"] for each in reports] == [0, 1]
    assert arena([name, "greedy"], **call, as_json=True) == 0  # type: ignore[arg-type]
    told = json.loads(capsys.readouterr().out)
    assert [each["bot"] for each in told["faults"]] == [name, name]
    assert told["pairings"][0]["faults"] == [2, 0]
    assert told["pairings"][0]["share"] == 0


def test_results_are_kept_and_gone_on_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second call plays nothing again and prints the same; another seed is another run."""
    call = {"matches": 2, "jobs": 1, "resume": tmp_path / "run.jsonl", "schedule": "swiss"}
    printed = []
    for _ in range(2):
        assert arena(["random", "child"], **call) == 0  # type: ignore[arg-type]
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]
    assert arena(["random", "child"], **call, seed="2") == 2  # type: ignore[arg-type]
    assert "of another run" in capsys.readouterr().err


def test_ratings_are_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """To a file, if matplotlib is there; else a line says what is missing."""
    path = tmp_path / "ladder.svg"
    code = arena(["random", "child"], matches=2, jobs=1, plot=path)
    if find_spec("matplotlib") is None:
        assert code == 2
        assert "spit-cards[plots]" in capsys.readouterr().err
    else:
        assert code == 0
        assert ">random<" in path.read_text()


@pytest.mark.parametrize(
    ("names", "options", "says"),
    [
        (["careful"], {}, "arena needs two bots"),
        (["careful", "careful"], {}, "named once"),
        (["careful", "nobody"], {}, "'nobody' is no contestant"),
        (["careful", "greedy"], {"matches": 3}, "--matches is even"),
        (["careful", "greedy"], {"tempo": "slow"}, "'slow' is no level"),
        (["careful", "greedy"], {"rules": "mine"}, "'mine' are no rules"),
        (["careful", "greedy"], {"schedule": "luck"}, "'luck' is no schedule"),
        (["careful", "greedy"], {"rounds": 3}, "--rounds is for"),
        (["careful", "greedy"], {"resume": Path("/proc/spit")}, "cannot keep results"),
        (["careful", "greedy"], {"records": Path("/proc/spit")}, "cannot write /proc/spit"),
    ],
)
def test_a_wrong_call_gets_one_line(
    names: list[str], options: dict[str, object], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says what is wrong, and nothing is played."""
    assert arena(names, **options) == 2  # type: ignore[arg-type]
    printed = capsys.readouterr()
    assert printed.out == ""
    assert says in printed.err
    assert printed.err.count("\n") == 1
