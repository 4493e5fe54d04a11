"""The log of a match as bytes."""

from __future__ import annotations

import pytest

from spit.rules import PRESETS, STANDARD, Call, EarlyReason, EndEarly, Play
from spit.table import Fact, LogEntry, LogError, MatchBegan, MatchLog, facts, pack
from spit.table.log import unpack
from tests.table.harness import Bench
from tests.table.simulation import Simulation, seated


def _log_of(entries: list[LogEntry]) -> MatchLog:
    log = MatchLog()
    for entry in entries:
        log.add(pack(entry))
    return log


@pytest.mark.parametrize("name", PRESETS)
def test_a_replay_gives_the_same_events(name: str) -> None:
    """Whatever the rules: each event of a whole match with its time, and the last state."""
    from spit.bots import LEVELS  # noqa: PLC0415 - only here

    level, rules = LEVELS["lightning"], PRESETS[name]
    simulation = Simulation((seated(level, 0, name), seated(level, 1, name)), name, rules)
    told = simulation.run()
    log = _log_of(simulation.entries)
    replayed = list(MatchLog(bytes(log)).replay())
    assert list(facts(entry for entry, _ in replayed)) == told
    assert replayed[-1][1] == simulation.table._match.referee.race.final
    assert len(log) < 20 * len(simulation.entries)


def test_every_action_comes_back_from_its_bytes() -> None:
    """A beginning with its rules and names, calls with and without a pile, an early end."""
    for what in (
        MatchBegan("k3v9q", PRESETS["house"], ("Ana", "Бен")),
        Call(0, None), Call(1, 1), Play(1, 4, 0),
        EndEarly(EarlyReason.RESIGNED, 1), EndEarly(EarlyReason.ABANDONED, None),
    ):  # fmt: skip
        assert unpack(pack(LogEntry(70_000, what))) == (70_000, what)


@pytest.mark.parametrize("bad", [b"", b"\xc1", b"\x90", b"\x92\x01\x63", b"\x93\x01\x03\x00"])
def test_bytes_that_are_no_entry(bad: bytes) -> None:
    """They are an error of one kind."""
    with pytest.raises(LogError):
        unpack(bad)


def test_a_log_that_is_cut_or_impossible() -> None:
    """Half an entry, a move against the rules, a match that never began: each is an error."""
    began = LogEntry(0, MatchBegan("k3v9q", STANDARD, ("Ana", "Ben")))
    whole = bytes(_log_of([began]))
    with pytest.raises(LogError, match="middle"):
        list(MatchLog(whole[:-1]).replay())
    with pytest.raises(LogError, match="breaks"):
        list(_log_of([began, LogEntry(5, Play(0, 0, 0))]).replay())
    with pytest.raises(LogError, match="beginning"):
        list(_log_of([LogEntry(5, Call(0, None))]).replay())


def test_a_match_goes_on_from_its_log() -> None:
    """The table that takes it over shows the same cards, in a new epoch, with times that go on."""
    first = Bench(seed=4)
    first.wait(700)
    for seat in (0, 1):
        first.done(Call(seat, None))
    last, state = list(_log_of(first.entries).replay())[-1]
    second = Bench(state=None, seed=5)
    second.table.adopt(state, epoch=3, number=2, at_ms=last.at_ms)
    view, before = second.look(), first.look()
    assert (view.stocks, view.hands, view.phase) == (before.stocks, before.hands, before.phase)
    assert (view.epoch, view.match) == (3, "test-2")


def test_what_is_final_comes_as_facts() -> None:
    """A beginning first, then what followed from each action, at its time."""
    bench = Bench(seed=4)
    bench.wait(700)
    assert isinstance(bench.log[0], Fact)
    assert isinstance(bench.log[0].what, MatchBegan)
