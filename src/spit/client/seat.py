"""One seat at a server's table, played by a bot: what it hears, and what it says.

Owns the conversation without a socket or a clock: messages and times come in, messages go out.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from spit.bots import Driver
from spit.client.sight import rules_view
from spit.protocol import messages as m
from spit.protocol.acting import message_for
from spit.protocol.follow import follow
from spit.rules import SeatAction, View, parse_rules

HAND_MS: Final = 120
"""Touches of a seat count at least so far apart (R4.2)."""

_LONGEST_MS: Final = 3_600_000
"""No claim about time is longer."""


class BotAtSeat:
    """A driver at one seat of a server's table.

    Args:
        seat: 0 or 1.
        driver: Who plays it.
        matches: How many matches it plays; after each but the last it asks for another.
    """

    def __init__(self, seat: int, driver: Driver, matches: int = 1) -> None:
        self.seat = seat
        self.results: list[m.Result] = []
        """Of the matches that are over, the first one first."""
        self.names: list[str] = []
        """The names of these matches; each has its record at the server."""
        self._driver = driver
        self._matches = matches
        self._view: m.TableView | None = None
        self._next_id = 1
        self._heard_ms: dict[tuple[int, str], tuple[int, int]] = {}
        self._touched_ms: int | None = None
        self._claimed = ""

    @property
    def is_done(self) -> bool:
        """Whether it has played all its matches."""
        return len(self.results) >= self._matches

    @property
    def position(self) -> m.Position | None:
        """What it holds; said in the next `Hello` after a connection was lost."""
        return None if self._view is None else m.Position(self._view.epoch, self._view.version)

    def resigned(self) -> m.Resign:
        """The message by which it gives the match up."""
        return m.Resign(id=self._take_id(), seat=self.seat)

    def hear(self, message: m.AnyOutbound, now_ms: int) -> list[m.AnyInbound]:
        """Takes note of a message; returns what is to be said at once."""
        if isinstance(message, m.Welcome):
            for own in message.seats:
                if own.seat == self.seat:
                    self._next_id = max(self._next_id, own.next_id)
        elif isinstance(message, m.Snapshot):
            self._view = message.view
        elif isinstance(message, m.Update):
            if self._view is None:
                return []
            after = follow(self._view, message)
            if after is None:
                return [m.Resync(have=self.position)]
            self._view = after
        elif isinstance(message, m.Refused):
            self._driver.refused(message.reason, message.wait_ms, now_ms)
            return []
        else:
            return []
        return self._look(now_ms)

    def next_ms(self) -> int | None:
        """When `due` has something to do, None if not before the next message."""
        if self._view is None or self._view.result is not None or self._view.paused is not None:
            return None
        return self._driver.next_ms()

    def due(self, now_ms: int) -> list[m.AnyInbound]:
        """What is said at `now_ms`, which is not before `next_ms`."""
        if self._view is None or self.next_ms() is None:
            return []
        actions = self._driver.due(self._sees(self._view), now_ms)
        seen = self._driver.seen
        return [] if seen is None else [self._message(each, seen, now_ms) for each in actions]

    # -------------------------------------------------------------- what it sees

    def _sees(self, view: m.TableView) -> View:
        return rules_view(view, parse_rules(view.rules))

    def _look(self, now_ms: int) -> list[m.AnyInbound]:
        view = self._view
        if view is None:
            return []
        for pile, spit in enumerate(view.spits):
            if spit.top is not None:
                known = self._heard_ms.get((pile, spit.top))
                if known is None or known[0] != spit.version:
                    self._heard_ms[pile, spit.top] = spit.version, now_ms
        ready_ms = 0 if self._touched_ms is None else self._touched_ms + HAND_MS
        self._driver.observe(self._sees(view), now_ms, ready_ms)
        if view.result is not None:
            return self._over(view, view.result)
        if view.claimable == 1 - self.seat and self._claimed != view.match:
            self._claimed = view.match
            return [m.Claim(id=self._take_id(), seat=self.seat)]
        return []

    def _over(self, view: m.TableView, result: m.Result) -> list[m.AnyInbound]:
        if view.match not in self.names:
            self.names.append(view.match)
            self.results.append(result)
        if self.is_done or view.rematch[self.seat]:
            return []
        return [m.Rematch(id=self._take_id(), seat=self.seat)]

    # -------------------------------------------------------------- what it says

    def _take_id(self) -> int:
        self._next_id += 1
        return self._next_id - 1

    def _message(self, action: SeatAction, seen: View, now_ms: int) -> m.AnyInbound:
        """What a client sends for an action of someone who sees `seen`, with its claims."""
        message = message_for(action, seen, self._take_id(), self._version)
        if isinstance(message, m.Spit | m.Slap):
            return message
        since_ms = None if self._touched_ms is None else min(now_ms - self._touched_ms, _LONGEST_MS)
        self._touched_ms = now_ms
        if isinstance(message, m.Play):
            _, shown_ms = self._heard_ms.get((message.pile, message.top), (0, now_ms))
            message = replace(message, reacted_ms=min(now_ms - shown_ms, _LONGEST_MS))
        return replace(message, since_touch_ms=since_ms)

    def _version(self, pile: int, top: str) -> int:
        version, _ = self._heard_ms.get((pile, top), (0, 0))
        return version
