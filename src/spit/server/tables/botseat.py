"""A program at a seat.

Owns what stands between a `spit.bots.Driver`, which sees the cards and decides, and a table, which
takes messages: the program goes through the same door as a person, and its messages are made of
what it has seen.
"""

from __future__ import annotations

from spit.bots import Driver
from spit.protocol import messages as m
from spit.protocol.acting import message_for
from spit.table import Table


class BotSeat:
    """One seat that a driver plays."""

    def __init__(self, seat: int, driver: Driver) -> None:
        self.seat = seat
        self._driver = driver
        self._tops: dict[tuple[int, str], int] = {}
        self._wants_rematch = False

    def next_ms(self, table: Table) -> int | None:
        """When `act` has something to do, None if not before the next change."""
        if self._wants_rematch and table.is_over:
            return 0
        return self._driver.next_ms()

    def hear(self, message: m.AnyOutbound, now_ms: int) -> None:
        """Takes note of a message that the table sent to this seat, or to all."""
        if isinstance(message, m.Refused):
            self._driver.refused(message.reason, message.wait_ms, now_ms)
        elif isinstance(message, m.Update):
            for event in message.events:
                if isinstance(event, m.RematchAsked) and event.seat != self.seat:
                    self._wants_rematch = True

    def look(self, table: Table, now_ms: int) -> None:
        """Looks at the table; to be called after each change of it."""
        view = table.rules_view()
        for pile, top in enumerate(view.tops):
            self._tops[pile, str(top)] = table.top_version(pile)
        self._driver.observe(view, now_ms, table.hand_ready_ms(self.seat))

    def act(self, table: Table, now_ms: int) -> bool:
        """Does what is due; True if anything was sent to the table."""
        if self._wants_rematch and table.is_over:
            self._wants_rematch = False
            rematch = m.Rematch(id=table.next_id(self.seat), seat=self.seat)
            table.receive(self.seat, rematch, now_ms)
            return True
        next_ms = self._driver.next_ms()
        if next_ms is None or next_ms > now_ms:
            return False
        actions = self._driver.due(table.rules_view(), now_ms)
        for action in actions:
            seen = self._driver.seen
            assert seen is not None, "a driver acts on what it has seen"
            message = message_for(action, seen, table.next_id(self.seat), self._version)
            table.receive(self.seat, message, now_ms)
        return bool(actions)

    def _version(self, pile: int, top: str) -> int:
        return self._tops.get((pile, top), 0)
