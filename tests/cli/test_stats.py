"""``spit stats``: what it prints, and what it says of a wrong call."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from spit.cli.stats import stats

VALID = Path(__file__).parents[1] / "rules" / "cases" / "valid"
FEW = {"matches": 3, "processes": 1}


def test_simulated_matches_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """How long they take, and how often play is stuck; the same for the same seed."""
    printed = []
    for seed in ("a", "a", "b"):
        assert stats(**FEW, seed=seed) == 0  # type: ignore[arg-type]
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != printed[2]
    for words in ("3 matches", "rounds a match", "minutes a match", "times stuck a round"):
        assert words in printed[0]


def test_records_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """As many as are named."""
    records = [VALID / "standard-116.spit", VALID / "pagat-122.spit"]
    assert stats(records, as_json=True) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["matches"] == 2
    assert told["rounds_a_match"]["mean"] > 1
    assert told["won_from"]["26"]["of"] >= 4


def test_every_option_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """A line each, the standard rules first."""
    assert stats(matches=1, processes=1, level="casual", options=True) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[0] == "standard"
    assert any(line.split()[0] == "points_count=stock" for line in lines)


def test_the_worth_of_slots_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """In a line, with its interval."""
    assert stats(**FEW, slots=True) == 0  # type: ignore[arg-type]
    assert "of 6 rounds" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ({"level": "genius"}, "'genius' is no level"),
        ({"rules": "whist"}, "'whist' is no preset"),
        ({"records": [Path("a.spit")], "matches": 4}, "records are counted as they are"),
        ({"records": [Path("none.spit")]}, "cannot read none.spit"),
        ({"options": True, "slots": True}, "one at a time"),
        ({"options": True, "plot": Path("plot.svg")}, "--plot draws"),
    ],
)
def test_a_wrong_call_gets_one_line(
    call: dict[str, object], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says what is wrong, and nothing is played."""
    assert stats(**call) == 2  # type: ignore[arg-type]
    printed = capsys.readouterr()
    assert printed.out == ""
    assert says in printed.err
    assert printed.err.count("\n") == 1


def test_a_record_that_is_none_gets_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It names the file, and what would say more."""
    path = tmp_path / "none.spit"
    path.write_text("{}\n", encoding="utf-8")
    assert stats([path]) == 2
    said = capsys.readouterr().err
    assert "none.spit" in said
    assert "spit verify" in said


def test_a_plot_without_matplotlib_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The figures are printed all the same."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert stats(**FEW, plot=tmp_path / "plot.svg") == 2  # type: ignore[arg-type]
    printed = capsys.readouterr()
    assert "pip install 'spit-cards[plots]'" in printed.err
    assert "3 matches" in printed.out


def test_a_plot_is_the_same_for_the_same_figures(tmp_path: Path) -> None:
    """So that it can be kept under version control."""
    for name in ("one.svg", "two.svg"):
        assert stats(**FEW, plot=tmp_path / name) == 0  # type: ignore[arg-type]
    text = (tmp_path / "one.svg").read_text(encoding="utf-8")
    assert text == (tmp_path / "two.svg").read_text(encoding="utf-8")
    assert "wins the match" in text
