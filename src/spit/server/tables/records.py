"""The record of a match, written while it is played or made from its log.

Owns nothing but the way there; from a log it goes in slices, so that no table waits for it.
"""

from __future__ import annotations

import asyncio
import zlib
from datetime import UTC, datetime
from typing import NamedTuple

from spit.rules import MatchEnded, RoundEnded
from spit.rules.record import Header, RecordWriter
from spit.table import LogEntry, LogError, MatchBegan, MatchLog

_SLICE = 16
"""Entries of a log that are read before others have their turn."""
_HANDFUL = 16
"""So many entries are written and packed together."""
_QUICKLY = 1
"""How hard it is tried to pack them."""


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


class RecordSoFar(NamedTuple):
    """A record whose match may not be over."""

    match: str
    """Name of the match that was dealt last; empty before the first."""
    text: str


class Tape:
    """A record while it is written: beside the match, so that nothing waits for it at the end.

    What is written already is packed, to about fifteen bytes a line. That goes by handfuls, which
    is less than half the work of a line at a time between everything else.

    Args:
        bots: Who plays it.
        started_ms: When the match began, by the time of day in milliseconds since 1970.
    """

    def __init__(self, bots: Bots, started_ms: int) -> None:
        self._bots, self._started_ms = bots, started_ms
        self._writer: RecordWriter | None = None
        self._began: MatchBegan | None = None
        self._ended: MatchEnded | None = None
        self._unwritten: list[LogEntry] = []
        self._packed: list[bytes] = []
        self._rounds = self._last_ms = 0

    @property
    def so_far(self) -> RecordSoFar:
        """What there is by now."""
        text = self.text
        return RecordSoFar("" if self._began is None else self._began.match, text)

    @property
    def text(self) -> str:
        """All lines so far."""
        self._write()
        return "".join([zlib.decompress(each).decode() for each in self._packed])

    def add(self, entry: LogEntry) -> None:
        """Takes in an entry; the first one must be the match's beginning."""
        self._unwritten.append(entry)
        if len(self._unwritten) >= _HANDFUL:
            self._write()

    def _write(self) -> None:
        """Writes the lines of what was taken in, and packs them."""
        lines: list[str] = []
        for entry in self._unwritten:
            at_ms = self._last_ms = entry.at_ms
            if isinstance(entry.what, MatchBegan):
                self._began = entry.what
                self._writer = RecordWriter(_header(entry.what, self._bots, self._started_ms))
                lines.append(self._writer.header())
            writer = self._writer
            assert writer is not None, "a match begins with its beginning"
            for event in entry.events:
                lines.append(writer.event(event, at_ms))
                if isinstance(event, RoundEnded):
                    self._rounds += 1
                elif isinstance(event, MatchEnded):
                    self._ended = event
        if lines:
            self._packed.append(zlib.compress("".join(lines).encode(), _QUICKLY))
        self._unwritten.clear()

    def finished(self) -> FinishedRecord:
        """The record of the match, now that it is over.

        Raises:
            LogError: It is not.
        """
        self._write()
        began, ended = self._began, self._ended
        if began is None or ended is None:
            raise LogError("the match is not over")
        return FinishedRecord(
            began.match, self.text, began.names, ended.winner, ended.reason.value,
            self._rounds, self._last_ms,
        )  # fmt: skip


async def read_tape(log: MatchLog, bots: Bots, started_ms: int) -> Tape:
    """The tape of a match from its log, where it was not written beside it: after a restart.

    Args:
        log: Its log.
        bots: Who plays it.
        started_ms: As in `Tape`.

    Raises:
        LogError: The log is damaged.
    """
    tape = Tape(bots, started_ms)
    for number, (entry, _) in enumerate(MatchLog(bytes(log)).replay(), 1):
        tape.add(entry)
        if number % _SLICE == 0:
            await asyncio.sleep(0)
    return tape


def _header(began: MatchBegan, bots: Bots, started_ms: int) -> Header:
    first, second = (
        name if level is None else f"bot:{level}"
        for name, level in zip(began.names, bots, strict=True)
    )
    started = datetime.fromtimestamp(started_ms // 1_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return Header(began.match, started, began.rules, (first, second))
