"""Matches in virtual time: a real table, two drivers, and no clock.

Owns the loop that a server runs with sockets and a real clock: who acts next, the messages that an
action becomes, and the answers that go back.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from spit.bots import BotDriver, Driver, Level
from spit.protocol import messages as m
from spit.protocol.acting import Tops, message_for
from spit.rules import STANDARD, Rules
from spit.table import Fact, LogEntry, Outgoing, Table, TableSettings, facts

Watcher = Callable[[Outgoing], None]
"""Is shown every message that the table sends."""

HOUR_MS = 3_600_000


class SimulationError(RuntimeError):
    """The match did not end in the time it was given."""


class Simulation:
    """One table and its two drivers.

    Args:
        drivers: Who plays, by seat; None is a seat that never does anything.
        seed: Of the deals and coins.
        rules: The rules of the match.
        watch: Is shown every message at the moment at which it is sent.
        settings: The table's times.
        claims: Whether a seat with a driver claims the match as soon as it may, as an impatient
            person would; drivers themselves never do.
    """

    def __init__(
        self,
        drivers: tuple[Driver | None, Driver | None],
        seed: str,
        rules: Rules = STANDARD,
        watch: Watcher | None = None,
        settings: TableSettings | None = None,
        *,
        claims: bool = False,
    ) -> None:
        self.now_ms = 0
        self.entries: list[LogEntry] = []
        self.log: list[Fact] = []
        self._drivers = drivers
        self._watch = watch
        self._claims = claims
        self._tops = Tops()
        self._next_id = [1, 1]
        entropy = Random(f"{seed}/table")
        self.table = Table(
            "simulated",
            ("first", "second"),
            (True, True),
            rules,
            settings or TableSettings(),
            lambda: entropy.randbytes(32),
            self.now_ms,
        )
        self._deliver()

    def run(
        self, until: Callable[[Fact], bool] | None = None, limit_ms: int = 10 * HOUR_MS
    ) -> list[Fact]:
        """Plays until the match is over or `until` holds of something that has happened.

        Args:
            until: Where to stop earlier.
            limit_ms: Virtual time in which that must happen.

        Returns:
            All that has happened.

        Raises:
            SimulationError: It did not.
        """
        seen = 0
        while True:
            for entry in self.log[seen:]:
                if until is not None and until(entry):
                    return self.log
            seen = len(self.log)
            if self.table.is_over:
                return self.log
            if not self._step() or self.now_ms > limit_ms:
                raise SimulationError(f"the match stands still at {self.now_ms} ms")

    def _step(self) -> bool:
        """Does what comes next: first what the table does by itself, then the seats."""
        table_ms = self.table.next_deadline_ms()
        times = [None if each is None else each.next_ms() for each in self._drivers]
        next_ms = min((each for each in (table_ms, *times) if each is not None), default=None)
        if next_ms is None:
            return False
        self.now_ms = max(self.now_ms, next_ms)
        if table_ms == next_ms:
            self.table.tick(self.now_ms)
            self._deliver()
            return True
        for driver, at_ms in zip(self._drivers, times, strict=True):
            if driver is not None and at_ms == next_ms:
                self._act(driver)
        return True

    def _act(self, driver: Driver) -> None:
        for action in driver.due(self.table.rules_view(), self.now_ms):
            seen = driver.seen
            assert seen is not None, "a driver acts on what it has seen"
            action_id = self._next_id[action.seat]
            self._next_id[action.seat] += 1
            message = message_for(action, seen, action_id, self._tops.version)
            self.table.receive(action.seat, message, self.now_ms)
            self._deliver()

    def _claim(self) -> None:
        """Claims the match for a seat with a driver if the table lets it."""
        against = self.table.view(self.now_ms).claimable if self._claims else None
        if against is None or self._drivers[1 - against] is None:
            return
        seat, self._claims = 1 - against, False
        action_id = self._next_id[seat]
        self._next_id[seat] += 1
        self.table.receive(seat, m.Claim(id=action_id, seat=seat), self.now_ms)
        self._deliver()

    def _deliver(self) -> None:
        """Carries out what the table has sent."""
        for sent in self.table.take_outbox():
            if self._watch is not None:
                self._watch(sent)
            if isinstance(sent.message, m.Update):
                self._tops.follow(sent.message)
            elif isinstance(sent.message, m.Refused):
                driver = self._drivers[sent.message.seat]
                if driver is not None:
                    driver.refused(sent.message.reason, sent.message.wait_ms, self.now_ms)
        self._claim()
        taken = self.table.take_log()
        self.entries += taken
        self.log += facts(taken)
        view = self.table.rules_view()
        for seat, driver in enumerate(self._drivers):
            if driver is not None:
                driver.observe(view, self.now_ms, self.table.hand_ready_ms(seat))


def seated(level: Level, seat: int, seed: str) -> BotDriver:
    """A bot at a seat with a generator of its own."""
    return BotDriver(level, seat, Random(f"{seed}/seat/{seat}"))
