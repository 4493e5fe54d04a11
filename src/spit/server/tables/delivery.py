"""Where a table's news goes: to its players, to those who have yet to see it, to its spectators.

Owns who plays which seat by which connection, and in what order each of them is told things. It
decides nothing: when news is held back, and what a connection is shown first, it is told.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from spit.protocol import messages as m
from spit.protocol.codec import encode
from spit.server.sockets.connection import Connection, Frame
from spit.server.sockets.pulse import Pulse
from spit.server.tables.gallery import Gallery, joined
from spit.table import Outgoing


class PutOff(NamedTuple):
    """A connection that is to be shown the table, but not yet."""

    connection: Connection
    have: m.Position | None
    """The position that its client holds."""
    answers: list[Frame]
    """What its seats were answered meanwhile: it rests on what they are shown first."""


class Delivery:
    """The deliveries of one table.

    Args:
        gallery: For its spectators.
        pulse: Measures how far away its people are.
    """

    __slots__ = ("_held_back", "_pulse", "_put_off", "gallery", "is_holding", "seats")

    def __init__(self, gallery: Gallery, pulse: Pulse) -> None:
        self.seats: list[Connection | None] = [None, None]
        """By seat, who plays it."""
        self.is_holding = False
        """Whether all news is held back."""
        self.gallery = gallery
        self._pulse = pulse
        self._held_back: list[Outgoing] = []
        self._put_off: dict[Connection, PutOff] = {}

    @property
    def online(self) -> tuple[bool, bool]:
        """Which seats have a connection."""
        first, second = self.seats
        return first is not None, second is not None

    @property
    def is_between_two(self) -> bool:
        """Whether each seat has a connection of its own."""
        first, second = self.seats
        return first is not None and second is not None and first is not second

    @property
    def has_put_off(self) -> bool:
        """Whether anybody is to be shown the table later."""
        return bool(self._put_off)

    @property
    def connections(self) -> list[Connection]:
        """All connections, each once."""
        players = [each for each in self.seats if each is not None]
        return [*dict.fromkeys([*players, *self.gallery, *self._put_off])]

    def put_off(
        self, connection: Connection, have: m.Position | None, answers: Iterable[Frame] = ()
    ) -> None:
        """Tells a connection nothing more until it is shown the table.

        Args:
            connection: Asks for the table, for the first time or anew.
            have: The position that its client holds.
            answers: Those it has waited for already.
        """
        waiting = self._put_off.get(connection)
        known = [] if waiting is None else waiting.answers
        self._put_off[connection] = PutOff(connection, have, [*known, *answers])

    def forget(self, connection: Connection) -> None:
        """Whoever is gone waits no longer, and is not measured."""
        self._put_off.pop(connection, None)
        self._pulse.stop(connection)

    def keep_measuring(self) -> None:
        """Has round trips measured, as something has happened between two people."""
        first, second = self.seats
        if first is not None and second is not None and first is not second:
            self._pulse.keep(first, second)

    def take_put_off(self) -> list[PutOff]:
        """Those who have been put off, who are the caller's to be shown the table, or put off."""
        taken = list(self._put_off.values())
        self._put_off.clear()
        return taken

    def pass_on(self, news: list[Outgoing], now_ms: int) -> None:
        """Sends news, or holds it back with whatever came before.

        Args:
            news: In order.
            now_ms: The loop's time.
        """
        if self.is_holding:
            self._held_back += news
        else:
            self._send(news, now_ms)

    def release(self, now_ms: int) -> None:
        """Sends what was held back, and holds nothing back any more."""
        self.is_holding = False
        held, self._held_back = self._held_back, []
        updates = [
            each.message for each in held if each.is_for_all and isinstance(each.message, m.Update)
        ]
        answers = [each for each in held if not isinstance(each.message, m.Update)]
        # All news as one message, then the answers, which rest on it.
        news = [Outgoing(None, joined(updates))] if updates else []
        self._send(news + answers, now_ms)

    def clear(self) -> None:
        """Forgets what nobody will be told any more."""
        self._held_back.clear()
        self._put_off.clear()

    def _send(self, news: list[Outgoing], now_ms: int) -> None:
        """Sends news to whom it is for; to each connection all of it at once."""
        first, second = self.seats
        is_shared = first is second
        for_first: list[Frame] = []
        for_second: list[Frame] = []
        for each in news:
            frame = Frame.of(encode(each.message))
            is_news = isinstance(each.message, m.Update)
            if each.reaches(0) or is_shared:
                self._add(frame, for_first, first, is_news=is_news)
            if each.reaches(1) and not is_shared:
                self._add(frame, for_second, second, is_news=is_news)
            if isinstance(each.message, m.Update) and each.is_for_all:
                self.gallery.broadcast(each.message, now_ms)
        if first is not None and for_first:
            first.send_frames(for_first)
        if second is not None and for_second:
            second.send_frames(for_second)

    def _add(
        self, frame: Frame, frames: list[Frame], to: Connection | None, *, is_news: bool
    ) -> None:
        """Adds a frame to those for a connection, unless it was put off."""
        waiting = self._put_off.get(to) if self._put_off and to is not None else None
        if waiting is None:
            frames.append(frame)
        elif not is_news:  # of that it will be shown a picture
            waiting.answers.append(frame)
