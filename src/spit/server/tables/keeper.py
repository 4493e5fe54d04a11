"""From what becomes final at a table to what is kept of it.

Owns the way of each entry into the table's ledger, and of a match that is over into the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from spit.rules import MatchEnded
from spit.server.clock import time_of_day_ms
from spit.server.logs import Log
from spit.server.metrics import Metrics
from spit.server.tables.journal import Journal
from spit.server.tables.ledger import Kept, Ledger
from spit.server.tables.records import Bots, RecordSoFar, Tape, read_tape
from spit.store import FinishedMatch
from spit.table import Doubt, LogEntry, LogError, MatchBegan, MatchLog, Table, pack


class Keeper:
    """Keeps one table.

    Args:
        ledger: What is kept of it.
        journal: The server's.
        metrics: The server's.
        log: The server's.
        clock: The time of day in milliseconds, for when a match began.
    """

    def __init__(
        self,
        ledger: Ledger,
        journal: Journal,
        metrics: Metrics,
        log: Log,
        clock: Callable[[], int] = time_of_day_ms,
    ) -> None:
        self.ledger = ledger
        self._journal = journal
        self._metrics, self._log = metrics, log
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._has_beginning = len(ledger.log) > 0
        self._tape: Tape | None = None
        self._writing: set[asyncio.Task[None]] = set()

    def keep(self, entries: Iterable[LogEntry], table: Table) -> asyncio.Future[None] | None:
        """Takes in what has become final.

        Returns:
            If a match is over by it, what is done once its result is on the disk.
        """
        saved = None
        for entry in entries:
            if isinstance(entry.what, MatchBegan):
                self._has_beginning = True
                self.ledger.begin(table.number, self._clock(), pack(entry))
                self._tape = Tape(self._bots, self.ledger.kept.started_ms)
                self._tape.add(entry)
                continue
            if not self._has_beginning:  # a match that was taken over has no record of its own
                continue
            self.ledger.add(pack(entry))
            if self._tape is not None:
                self._tape.add(entry)
            for event in entry.events:
                if isinstance(event, MatchEnded):
                    self._metrics.matches.labels(event.reason.value).inc()
                    self._log.info("match ended", table=table.name, reason=event.reason.value)
                    self.ledger.change(wins=list(table.wins))
                    saved = self.save(self._doubts(table))
        return saved

    def _doubts(self, table: Table) -> tuple[Doubt, ...]:
        """What is odd about how people have played, which only whoever runs the server hears."""
        doubts = tuple(table.take_doubts())
        for seat, words in doubts:
            guest = self.ledger.kept.guests[seat]
            self._log.warning(
                "odd play", table=table.name, match=table.match, seat=seat, guest=guest, what=words
            )
        return doubts

    def save(self, doubts: tuple[Doubt, ...] = ()) -> asyncio.Future[None]:
        """Saves the match that is over; harmless if it is saved already.

        Args:
            doubts: What is odd about it.

        Returns:
            What is done once it is on the disk.
        """
        saved: asyncio.Future[None] = self._loop.create_future()
        # Both may have asked for a rematch by the time that the record is written.
        task = self._loop.create_task(
            self._save(saved, self.ledger.kept, self.ledger.log, self._tape, doubts)
        )
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        return saved

    async def rest(self) -> None:
        """Waits until the record of a match that is over is noted."""
        await asyncio.gather(*self._writing, return_exceptions=True)

    async def record_so_far(self) -> RecordSoFar:
        """The record of the match that was dealt last; a rematch takes its place with its deal."""
        ledger = self.ledger
        tape = self._tape or await read_tape(ledger.log, self._bots, ledger.kept.started_ms)
        return tape.so_far

    @property
    def _bots(self) -> Bots:
        first, second = self.ledger.kept.bots
        return first, second

    async def _save(
        self,
        saved: asyncio.Future[None],
        kept: Kept,
        log: MatchLog,
        tape: Tape | None,
        doubts: tuple[Doubt, ...],
    ) -> None:
        try:
            tape = tape or await read_tape(log, self._bots, kept.started_ms)
            record = tape.finished()
        except LogError:
            self._metrics.faults.inc()
            self._log.exception("record not written", table=self.ledger.name)
            return
        guests = kept.guests
        match = FinishedMatch(
            match=record.match,
            table=kept.name,
            started_ms=kept.started_ms,
            ended_ms=kept.started_ms + record.last_ms,
            rules_label=str(kept.rules["name"]),
            names=record.names,
            guests=(guests[0], guests[1]),
            bots=self._bots,
            winner=record.winner,
            reason=record.reason,
            rounds=record.rounds,
            record=record.text,
            doubts=doubts,
        )
        self._journal.finish(match).add_done_callback(
            lambda done: None if done.cancelled() or saved.done() else saved.set_result(None)
        )
