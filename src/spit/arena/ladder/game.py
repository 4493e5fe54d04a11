"""One match between two contestants at a real table, in virtual time.

Owns the loop between a table and its drivers, and what a match came to. A contestant that fails
gives the match up, so that its record holds like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from spit.arena.ladder.contestant import Contestant, Seating
from spit.arena.ladder.faults import BotFaultError, Fault
from spit.protocol import messages as m
from spit.protocol.acting import Tops, message_for
from spit.rules import (
    SEATS,
    STANDARD,
    Header,
    MatchEnded,
    RecordWriter,
    RoundEnded,
    Rules,
)
from spit.table import LogEntry, MatchBegan, SeatMessage, Table, TableSettings

LIMIT_MS: Final = 10 * 3_600_000
"""Virtual time after which a match that does not end is left as a draw, without a record."""

STARTED: Final = "2026-01-01T00:00:00Z"
"""When every match of an arena began, since virtual time has no date."""

_SETTINGS: Final = TableSettings(fair=None)
"""No player of an arena is farther away than the other: by arrival is by reaction."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What is the same for every match."""

    tempo: str = "steady"
    """Level at whose tempo all play that are not levels themselves."""
    limit_ms: int = 1_000
    """The longest that an answer of a bot that is not ours may take, by the clock on the wall."""
    rules: Rules = STANDARD
    keep_records: bool = False


@dataclass(frozen=True, slots=True)
class GameResult:
    """What a match came to. Pairs are by seat."""

    names: tuple[str, str]
    winner: int | None
    """The seat that won, None for a draw or a match that was left."""
    reason: str
    """As the record says it; ``fault`` for a contestant's own, ``unfinished`` for one that was
    left."""
    cleared: tuple[int, int]
    """Rounds that each seat cleared (R6.1)."""
    rounds: int
    """Rounds that were counted, blocked ones too (R6.2)."""
    lasted_ms: int
    """Virtual time."""
    fault: Fault | None = None
    record: str | None = None
    """The lines of its record, if they were to be kept."""

    def fields(self) -> dict[str, Any]:
        """All but the record, as a JSON object."""
        return {
            "names": list(self.names),
            "winner": self.winner,
            "reason": self.reason,
            "cleared": list(self.cleared),
            "rounds": self.rounds,
            "lasted_ms": self.lasted_ms,
            "fault": None if self.fault is None else self.fault.fields(),
        }

    @staticmethod
    def read(fields: Mapping[str, Any]) -> GameResult:
        """A result that `fields` has made.

        Raises:
            KeyError, TypeError, ValueError: It is none.
        """
        first, second = fields["names"]
        mine, theirs = fields["cleared"]
        fault = fields["fault"]
        return GameResult(
            (str(first), str(second)),
            fields["winner"],
            str(fields["reason"]),
            (int(mine), int(theirs)),
            int(fields["rounds"]),
            int(fields["lasted_ms"]),
            None if fault is None else Fault.read(fault),
        )


class Game:
    """A table with two contestants, run to its end by `play`.

    Args:
        contestants: By seat.
        seed: Of the deals, and of each seat's eye, hand and choices. With contestants and seats
            changed over it is the mirrored match: each seat has the luck that it had.
        conditions: How it is played.
    """

    def __init__(
        self, contestants: tuple[Contestant, Contestant], seed: str, conditions: Conditions
    ) -> None:
        self._names = contestants[0].name, contestants[1].name
        self._seats: tuple[Seating, Seating] = tuple(  # type: ignore[assignment]
            each.seated(seat, f"{seed}/seat/{seat}", conditions.tempo, conditions.limit_ms)
            for seat, each in enumerate(contestants)
        )
        self._keep_record = conditions.keep_records
        self._tops = Tops()
        self._entries: list[LogEntry] = []
        self._fault: Fault | None = None
        self._now_ms = 0
        entropy = Random(f"{seed}/table")
        self._table = Table(
            "arena", self._names, (True, True), conditions.rules, _SETTINGS,
            lambda: entropy.randbytes(32), 0,
        )  # fmt: skip
        self._seed = seed

    def play(self) -> GameResult:
        """Plays the match."""
        try:
            self._carry()
            while not self._table.is_over and self._now_ms <= LIMIT_MS and self._step():
                pass
        finally:
            for seating in self._seats:
                if seating.guard is not None:
                    seating.guard.close()
        return self._result()

    def _step(self) -> bool:
        """Does what comes next: first what the table does by itself, then the seats."""
        table_ms = self._table.next_deadline_ms()
        times = [seating.driver.next_ms() for seating in self._seats]
        next_ms = min((each for each in (table_ms, *times) if each is not None), default=None)
        if next_ms is None:
            return False
        self._now_ms = max(self._now_ms, next_ms)
        if table_ms == next_ms:
            self._table.tick(self._now_ms)
            self._carry()
            return True
        for seat, at_ms in enumerate(times):
            if at_ms == next_ms and not self._table.is_over:
                self._act(seat)
        return True

    def _act(self, seat: int) -> None:
        driver = self._seats[seat].driver
        try:
            actions = driver.due(self._table.rules_view(), self._now_ms)
        except BotFaultError as error:
            self._fault = error.fault
            self._receive(seat, m.Resign(id=self._table.next_id(seat), seat=seat))
            return
        for action in actions:
            seen = driver.seen
            assert seen is not None, "a driver acts on what it has seen"
            own_id = self._table.next_id(seat)
            self._receive(seat, message_for(action, seen, own_id, self._tops.version))

    def _receive(self, seat: int, message: SeatMessage) -> None:
        self._table.receive(seat, message, self._now_ms)
        self._carry()

    def _carry(self) -> None:
        """Carries out what the table has to say, and claims the match from a seat that sleeps."""
        table, now_ms = self._table, self._now_ms
        for sent in table.take_outbox():
            if isinstance(sent.message, m.Update):
                self._tops.follow(sent.message)
            elif isinstance(sent.message, m.Refused):
                refused = sent.message
                driver = self._seats[refused.seat].driver
                driver.refused(refused.reason, refused.wait_ms, now_ms)
        self._entries += table.take_log()
        view = table.rules_view()
        for seat, seating in enumerate(self._seats):
            seating.driver.observe(view, now_ms, table.hand_ready_ms(seat))
        against = table.view(now_ms).claimable
        if against is not None and not table.is_over:
            seat = 1 - against
            self._receive(seat, m.Claim(id=table.next_id(seat), seat=seat))

    # -------------------------------------------------------------- what it comes to

    def _result(self) -> GameResult:
        events = [event for entry in self._entries for event in entry.events]
        rounds = [each for each in events if isinstance(each, RoundEnded)]
        ended = next((each for each in events if isinstance(each, MatchEnded)), None)
        reason = "unfinished" if ended is None else ended.reason.value
        cleared = [sum(each.cleared == seat for each in rounds) for seat in SEATS]
        return GameResult(
            names=self._names,
            winner=None if ended is None else ended.winner,
            reason=reason if self._fault is None else "fault",
            cleared=(cleared[0], cleared[1]),
            rounds=len(rounds),
            lasted_ms=self._entries[-1].at_ms if self._entries else 0,
            fault=self._fault,
            record=self._record() if self._keep_record and ended is not None else None,
        )

    def _record(self) -> str:
        began = self._entries[0].what
        assert isinstance(began, MatchBegan), "a match begins with its beginning"
        writer = RecordWriter(Header(self._seed, STARTED, began.rules, self._names))
        lines = [writer.header()]
        lines += [
            writer.event(event, entry.at_ms) for entry in self._entries for event in entry.events
        ]
        return "".join(lines)
