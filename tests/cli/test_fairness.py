"""``spit fairness``: what it prints, and what it says of a wrong call."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from spit.arena.liars import LIES
from spit.arena.plot import PlotError, draw
from spit.arena.study import Case, Trips
from spit.arena.tally import Tally
from spit.cli.fairness import fairness

FEW = {"rows": "20/20,20/200", "order": "arrival", "rounds": 8, "processes": 1}


def test_rows_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each row and order, and one for each bound that it fails to keep."""
    assert fairness(**FEW) == 0  # type: ignore[arg-type]
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:2] == ["trips", "order"]
    assert [line.split()[:2] for line in lines[1:3]] == [
        ["20/20", "arrival"],
        ["20/200", "arrival"],
    ]
    assert any(line.startswith("20/200 arrival: contests") for line in lines)


def test_the_same_seed_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """And another one does not."""
    printed = []
    for seed in ("a", "a", "b"):
        fairness(**FEW, seed=seed)  # type: ignore[arg-type]
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != printed[2]


def test_liars_are_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line for each lie and player, with what it gains."""
    few = {name: LIES[name] for name in ("honest", "late-first", "silent")}
    monkeypatch.setattr("spit.arena.liars.LIES", few)
    assert fairness(liars=True, order="arrival", rounds=4, processes=1) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:3] for line in lines[1:5]] == [
        ["20/200", player, lie]
        for lie in ("late-first", "silent")
        for player in ("nearer", "farther")
    ]


def test_storms_are_told_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """How many actions, and that all was the same in the end."""
    assert fairness(hostile=200, order="arrival", processes=1) == 0
    printed = capsys.readouterr().out
    assert 200 <= int(printed.split()[0]) < 205
    assert printed.split()[1] == "actions"
    assert printed.count("\n") == 1


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ({"rows": "20"}, "'20' is no row"),
        ({"rows": "200/20"}, "the nearer player comes first"),
        ({"order": "luck"}, "'luck' is no order"),
        ({"full": True, "rounds": 10}, "--full"),
        ({"liars": True, "plot": Path("plot.svg")}, "--plot draws rows"),
    ],
)
def test_a_wrong_call_gets_one_line(
    call: dict[str, object], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says what is wrong, and nothing is played."""
    assert fairness(**call) == 2  # type: ignore[arg-type]
    printed = capsys.readouterr()
    assert printed.out == ""
    assert says in printed.err
    assert printed.err.count("\n") == 1


def test_a_plot_without_matplotlib_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The figures are printed all the same."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert fairness(**FEW, plot=tmp_path / "plot.svg") == 2  # type: ignore[arg-type]
    printed = capsys.readouterr()
    assert "pip install 'spit-cards[plots]'" in printed.err
    assert "20/200" in printed.out


def test_a_plot_is_the_same_for_the_same_figures(tmp_path: Path) -> None:
    """So that it can be kept under version control."""
    results = [(Case(Trips(20, far), "arrival"), _tally(far)) for far in (20, 200)]
    draw(results, tmp_path / "one.svg")
    draw(results, tmp_path / "two.svg")
    text = (tmp_path / "one.svg").read_text(encoding="utf-8")
    assert text == (tmp_path / "two.svg").read_text(encoding="utf-8")
    assert "20/200" in text


def test_a_plot_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    """In a line: no such folder, no such kind of file."""
    results = [(Case(Trips(20, 200), "arrival"), _tally(200))]
    for path in (tmp_path / "none" / "plot.svg", tmp_path / "plot.nothing"):
        with pytest.raises(PlotError, match=r"cannot write .*plot"):
            draw(results, path)


def _tally(far_ms: int) -> Tally:
    return Tally(rounds=100, won=50.0, contests=100, contests_won=far_ms // 4, clear=90)
