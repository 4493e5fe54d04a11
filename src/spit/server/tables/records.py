"""The record of a match that is over, made from its log.

Owns nothing but the way from one to the other, in slices so that no table waits for it.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import NamedTuple

from spit.rules import MatchEnded, RoundEnded
from spit.rules.record import Header, RecordWriter
from spit.table import LogEntry, LogError, MatchBegan, MatchLog

_SLICE = 16
"""Entries of a log that are read before others have their turn."""


class FinishedRecord(NamedTuple):
    """A record with what is listed of it."""

    match: str
    text: str
    names: tuple[str, str]
    winner: int | None
    reason: str
    rounds: int
    last_ms: int
    """When the match ended, in milliseconds since it began."""


Bots = tuple[str | None, str | None]
"""By seat, the level of the program that plays it, or None for a person."""


class _Writing:
    """A record while it is written."""

    def __init__(self, bots: Bots, started_ms: int) -> None:
        self.began: MatchBegan | None = None
        self.ended: MatchEnded | None = None
        self.lines: list[str] = []
        self.rounds = self.last_ms = 0
        self._bots, self._started_ms = bots, started_ms
        self._writer: RecordWriter | None = None

    def add(self, entry: LogEntry) -> None:
        """Writes what an entry says."""
        self.last_ms = entry.at_ms
        if isinstance(entry.what, MatchBegan):
            self.began = entry.what
            self._writer = RecordWriter(_header(entry.what, self._bots, self._started_ms))
            self.lines = [self._writer.header()]
        for event in entry.events:
            assert self._writer is not None, "a replay begins with the beginning"
            self.lines.append(self._writer.event(event, entry.at_ms))
            self.rounds += isinstance(event, RoundEnded)
            if isinstance(event, MatchEnded):
                self.ended = event


async def _written(log: MatchLog, bots: Bots, started_ms: int) -> _Writing:
    writing = _Writing(bots, started_ms)
    for number, (entry, _) in enumerate(MatchLog(bytes(log)).replay(), 1):
        writing.add(entry)
        if number % _SLICE == 0:
            await asyncio.sleep(0)
    return writing


async def write_record(log: MatchLog, bots: Bots, started_ms: int) -> FinishedRecord:
    """Writes the record of a match that is over.

    Args:
        log: Its log.
        bots: Who plays it.
        started_ms: When it began, by the time of day in milliseconds since 1970.

    Raises:
        LogError: The log is damaged, or the match is not over.
    """
    writing = await _written(log, bots, started_ms)
    began, ended = writing.began, writing.ended
    if began is None or ended is None:
        raise LogError("the match is not over")
    return FinishedRecord(
        began.match, "".join(writing.lines), began.names, ended.winner, ended.reason.value,
        writing.rounds, writing.last_ms,
    )  # fmt: skip


async def record_so_far(log: MatchLog, bots: Bots, started_ms: int) -> str:
    """The lines that a record has by now, whether the match is over or not; none without a match.

    Raises:
        LogError: The log is damaged.
    """
    return "".join((await _written(log, bots, started_ms)).lines)


def _header(began: MatchBegan, bots: Bots, started_ms: int) -> Header:
    first, second = (
        name if level is None else f"bot:{level}"
        for name, level in zip(began.names, bots, strict=True)
    )
    started = datetime.fromtimestamp(started_ms // 1_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Header(began.match, started, began.rules, (first, second))
