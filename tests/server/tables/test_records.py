"""The record of a match, written beside it or made from its log."""

from __future__ import annotations

import asyncio
from io import BytesIO

import pytest

from spit.rules import PRESETS, MatchEnded, RoundEnded
from spit.rules.record import read_record
from spit.rules.verify import verify
from spit.server.tables.records import FinishedRecord, Tape, read_tape
from spit.table import LogError, MatchLog
from tests.server.tables.matches import entries_of, log_of

STARTED_MS = 1_700_000_000_999


async def write_record(
    log: MatchLog, bots: tuple[str | None, str | None], started_ms: int
) -> FinishedRecord:
    """The record of a match that is over, from its log."""
    return (await read_tape(log, bots, started_ms)).finished()


async def record_so_far(log: MatchLog, bots: tuple[str | None, str | None], started_ms: int) -> str:
    """The lines that a record has by now."""
    return (await read_tape(log, bots, started_ms)).text


@pytest.mark.parametrize("name", PRESETS)
async def test_a_tape_beside_the_match_says_the_same_as_its_log(name: str) -> None:
    """Line by line, whatever was packed by then; and it keeps little of a long match."""
    entries = entries_of("k3v9q", rules=PRESETS[name])
    tape = Tape((None, "quick"), STARTED_MS)
    for entry in entries:
        tape.add(entry)
    assert tape.finished() == await write_record(log_of(entries), (None, "quick"), STARTED_MS)
    kept = sum(map(len, tape._packed))
    assert kept < len(tape.text) / 2


@pytest.mark.parametrize("name", PRESETS)
async def test_a_record_verifies_whatever_the_rules(name: str) -> None:
    """And says who played, when it began, how it ended and how long it took."""
    entries = entries_of("k3v9q", rules=PRESETS[name])
    record = await write_record(log_of(entries), (None, "quick"), STARTED_MS)
    assert verify(BytesIO(record.text.encode())) is None
    header, lines = read_record(BytesIO(record.text.encode()))
    events = [line.event for line in lines]
    ended = events[-1]
    assert isinstance(ended, MatchEnded)
    assert (header.match, header.started) == ("k3v9q", "2023-11-14T22:13:20Z")
    assert header.seats == ("Ana", "bot:quick")
    assert (record.match, record.names) == ("k3v9q", ("Ana", "Ben"))
    assert (record.winner, record.reason) == (ended.winner, ended.reason.value)
    assert record.rounds == sum(isinstance(event, RoundEnded) for event in events)
    assert record.last_ms == entries[-1].at_ms


async def test_a_match_that_is_not_over_has_no_record() -> None:
    """But lines so far, which its record begins with."""
    entries = entries_of("k3v9q")
    for count in (0, 1, 40, len(entries) - 1):
        log = log_of(entries[:count])
        with pytest.raises(LogError, match="not over"):
            await write_record(log, (None, None), STARTED_MS)
        lines = await record_so_far(log, (None, None), STARTED_MS)
        whole = await write_record(log_of(entries), (None, None), STARTED_MS)
        assert whole.text.startswith(lines)
        assert (lines == "") == (count == 0)


async def test_a_damaged_log_makes_no_record() -> None:
    """Not even a part of one."""
    whole = bytes(log_of(entries_of("k3v9q")))
    with pytest.raises(LogError):
        await write_record(MatchLog(whole[:-1]), (None, None), STARTED_MS)


async def test_a_log_that_grows_while_it_is_read_does_no_harm() -> None:
    """The match goes on while somebody reports it: what was there at the beginning is written."""
    entries = entries_of("k3v9q")
    log = log_of(entries[:100])
    expected = await record_so_far(log, (None, None), STARTED_MS)
    reading = asyncio.create_task(record_so_far(log, (None, None), STARTED_MS))
    await asyncio.sleep(0)
    for entry in bytes(log_of(entries[:2])):
        log.add(bytes([entry]))
    assert await reading == expected


async def test_nobody_waits_long_for_a_record() -> None:
    """Others have their turn while it is written."""
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    entries = entries_of("k3v9q")
    task = asyncio.create_task(count())
    await write_record(log_of(entries), (None, None), STARTED_MS)
    task.cancel()
    assert turns >= len(entries) // 16
