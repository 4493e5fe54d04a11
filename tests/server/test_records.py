"""Records of finished matches on the disk."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from spit.rules import STANDARD, EarlyReason, EndEarly, Outcome, Phase, apply, deal, new_match
from spit.rules import legal_actions as legal
from spit.rules.record import read_record
from spit.rules.verify import verify
from spit.server.records import RecordKeeper, Records
from spit.table import Fact, MatchBegan

NOON = datetime(2026, 11, 30, 12, 0, 0, 999_999, tzinfo=UTC)


def _log(match: str, actions: int) -> list[Fact]:
    """The log of a match that is played at random and then given up."""
    rng, state, at_ms = Random(match), new_match(STANDARD), 0
    entries = [Fact(0, MatchBegan(match, STANDARD, ("Ana", "Steady")))]
    for step in range(actions + 1):
        if state.phase is Phase.DEAL:
            outcome = apply(state, deal(state, rng.randbytes(32)))
        elif step == actions:
            outcome = apply(state, EndEarly(EarlyReason.RESIGNED, 1))
        else:
            outcome = apply(state, rng.choice(legal(state, 0) + legal(state, 1)))
        assert isinstance(outcome, Outcome)
        state, at_ms = outcome.state, at_ms + 250
        entries += [Fact(at_ms, event) for event in outcome.events]
    return entries


def test_a_match_becomes_a_record_that_verifies() -> None:
    """The last entry gives the whole text; every one before gives nothing."""
    keeper = RecordKeeper((None, "steady"))
    *others, last = _log("k3v9q", 40)
    assert all(keeper.keep(entry, NOON) is None for entry in others)
    finished = keeper.keep(last, NOON)
    assert finished is not None
    match, text = finished
    assert match == "k3v9q"
    assert verify(BytesIO(text.encode())) is None


def test_the_header_says_who_played_and_when() -> None:
    """A program by its level, whatever it is called on the screen; the time in UTC."""
    keeper = RecordKeeper((None, "steady"))
    finished = [keeper.keep(entry, NOON) for entry in _log("k3v9q", 3)][-1]
    assert finished is not None
    header, _ = read_record(BytesIO(finished[1].encode()))
    assert header.seats == ("Ana", "bot:steady")
    assert header.started == "2026-11-30T12:00:00Z"


def test_each_match_at_a_table_has_a_record_of_its_own() -> None:
    """A rematch begins anew."""
    keeper = RecordKeeper((None, "steady"))
    entries = [*_log("k3v9q", 5), *_log("k3v9q-2", 5)]
    finished = [kept for entry in entries if (kept := keeper.keep(entry, NOON)) is not None]
    assert [match for match, _ in finished] == ["k3v9q", "k3v9q-2"]
    assert all(verify(BytesIO(text.encode())) is None for _, text in finished)


def test_a_match_whose_beginning_is_unknown_is_not_kept() -> None:
    """Half a record would not verify."""
    keeper = RecordKeeper((None, "steady"))
    assert all(keeper.keep(entry, NOON) is None for entry in _log("k3v9q", 5)[1:])


def test_a_record_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    """The folder is made, and nothing but the record lies in it."""
    records = Records(tmp_path / "records")
    assert records.find("k3v9q") is None
    path = records.save("k3v9q", "{}\n")
    assert records.find("k3v9q") == path
    assert path.read_bytes() == b"{}\n"
    assert [each.name for each in path.parent.iterdir()] == ["k3v9q.spit"]


def test_a_record_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    """The caller learns of it."""
    blocked = tmp_path / "records"
    blocked.write_text("a file where the folder should be")
    with pytest.raises(OSError, match="records"):
        Records(blocked).save("k3v9q", "{}\n")


@pytest.mark.parametrize("name", ["", ".", "..", "../secret", "a/b", "A", "k3v9q.spit", "x" * 99])
def test_only_names_of_matches_are_looked_for(tmp_path: Path, name: str) -> None:
    """Whatever else is asked for, no other file is found."""
    (tmp_path / "secret.spit").write_text("secret")
    records = Records(tmp_path / "records")
    records.save("k3v9q", "{}\n")
    assert records.find(name) is None
