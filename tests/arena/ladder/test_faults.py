"""A bot that fails loses by its own fault, and the report shows what it saw."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

from spit.arena.ladder.contestant import Contestant, ContestantError
from spit.arena.ladder.faults import Fault
from spit.arena.ladder.game import Conditions, Game, GameResult
from spit.rules import verify

BOTS = Path(__file__).parent / "bots.py"


def played(name: str, seat: int = 0) -> GameResult:
    """A match of a bot of that file against one of ours."""
    both = [Contestant("greedy"), Contestant("greedy")]
    both[seat] = Contestant(f"{BOTS}:{name}")
    limit_ms = 100 if name == "Sleeps" else 60_000
    conditions = Conditions(limit_ms=limit_ms, keep_records=True)
    return Game((both[0], both[1]), "faults", conditions).play()


@pytest.mark.parametrize(
    ("name", "kind", "says"),
    [
        ("Throws", "threw", "ZeroDivisionError"),
        ("Born", "threw", "is not for me"),
        ("Exits", "threw", "SystemExit"),
        ("Sleeps", "slow", "no answer within 100 ms"),
        ("Nonsense", "nonsense", "'the ace, please' is no action"),
        ("Unspeakable", "nonsense", "a Thing is no action"),
        ("Endless", "nonsense", "waits for none of 0 to"),
        ("Illegal", "illegal", "Play(seat=1, stock=0, pile=0) is not among"),
        ("Thief", "illegal", "Flip(seat=0"),
    ],
)
def test_it_loses_by_its_own_fault(name: str, kind: str, says: str) -> None:
    """With a kind, a sentence and the view; and the record of the match holds."""
    result = played(name, seat=1)
    assert (result.winner, result.reason) == (0, "fault")
    assert result.fault is not None
    assert (result.fault.kind, result.fault.seat) == (kind, 1)
    assert says in result.fault.says
    assert result.fault.view["phase"] == "ready"
    assert len(result.fault.view["stocks"][0]) == 5
    assert Fault.read(result.fault.fields()) == result.fault
    assert result.record is not None
    assert verify(BytesIO(result.record.encode())) is None


def test_one_that_does_nothing_loses_by_a_claim() -> None:
    """It is no fault of the kind that is reported: the match is claimed from it."""
    result = played("Statue")
    assert (result.winner, result.reason, result.fault) == (1, "timeout", None)


def test_one_that_plays_on_has_no_fault() -> None:
    """Its match ends by the rules."""
    result = played("Fine")
    assert result.fault is None
    assert result.rounds > 0


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nobody", "'nobody' is no contestant"),
        ("nowhere.py:Bot", "there is no file nowhere.py"),
        (f"{BOTS}:Missing", "has no class Missing"),
        (f"{BOTS}:NOT_A_CLASS", "has no class NOT_A_CLASS"),
        ("cmd:", "cmd: needs a program"),
        ("cmd:'", "No closing quotation"),
    ],
)
def test_a_wrong_name_is_told(name: str, says: str) -> None:
    """In a line that says what there is."""
    with pytest.raises(ContestantError, match=says.replace("'", ".")):
        Contestant(name).check()


def test_a_file_that_fails_is_told(tmp_path: Path) -> None:
    """With what it raised."""
    path = tmp_path / "broken.py"
    path.write_text("1 / 0\n")
    with pytest.raises(ContestantError, match="ZeroDivisionError"):
        Contestant(f"{path}:Bot").check()
