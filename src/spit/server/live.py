"""One live table on the real clock.

Owns what stands between a `spit.table.Table` and the people and programs at it: who is connected,
when it is woken, who is told what, and that its records are kept. Nothing here waits: whatever is
sent goes into queues.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from aiohttp import WSCloseCode

from spit.protocol import messages as m
from spit.protocol.codec import encode
from spit.rules import MatchEnded
from spit.server.botseat import BotSeat
from spit.server.gallery import Gallery
from spit.server.logs import Log
from spit.server.metrics import Metrics
from spit.server.records import RecordKeeper, Records
from spit.server.settings import ServerSettings
from spit.server.sockets import Connection
from spit.table import LogEntry, Outgoing, SeatMessage, Table

REPLACED = m.Problem(
    code="replaced", detail="This seat is played from another window now.", fatal=True
)
FAULTY = m.Problem(
    code="closing", detail="Something broke at this table; it is closed. Start another.", fatal=True
)
_MOST_TURNS = 1_000
"""More rounds of "a bot does something" within one moment are a fault."""


class Services(NamedTuple):
    """What all live tables of a server share."""

    settings: ServerSettings
    metrics: Metrics
    records: Records
    log: Log


class LiveTable:
    """A table with its connections.

    Args:
        name: Name of the table.
        table: The table itself.
        secrets: The secret of each seat, None for a program's.
        bots: The programs at it.
        keeper: Turns its log into records.
        services: What all tables share.
        drop: Called once when the table is not needed any more.
    """

    def __init__(
        self,
        name: str,
        table: Table,
        secrets: tuple[str | None, str | None],
        bots: tuple[BotSeat, ...],
        keeper: RecordKeeper,
        services: Services,
        drop: Callable[[LiveTable], None],
    ) -> None:
        self.name = name
        self._table = table
        self._secrets = secrets
        self._bots = bots
        self._keeper = keeper
        self._services = services
        self._drop = drop
        self._log = services.log.bind(table=name)
        self._loop = asyncio.get_running_loop()
        self._seats: dict[int, Connection] = {}
        self._gallery = Gallery(services.settings.spectator_delay_ms)
        self._timer: asyncio.TimerHandle | None = None
        self._wakes_at_ms: int | None = None
        self._gone_timer: asyncio.TimerHandle | None = None
        self._held_back: list[Outgoing] | None = None
        self._saving: set[asyncio.Future[Path]] = set()
        self._is_closed = False
        self._pump()
        self._await_people()

    def _now_ms(self) -> int:
        return int(self._loop.time() * 1_000)

    # -------------------------------------------------------------- who is here

    @property
    def connections(self) -> list[Connection]:
        """All connections, those of spectators too, each once."""
        return list(dict.fromkeys([*self._seats.values(), *self._gallery]))

    def seats_of(self, secrets: list[str]) -> tuple[int, ...] | None:
        """The seats that these secrets prove, None if one of them proves nothing."""
        known = {secret: seat for seat, secret in enumerate(self._secrets) if secret is not None}
        if any(secret not in known for secret in secrets):
            return None
        return tuple(dict.fromkeys(known[secret] for secret in secrets))

    def join(self, connection: Connection, seats: tuple[int, ...], have: m.Position | None) -> None:
        """Takes a connection in: for its seats, or as a spectator if it has none."""
        connection.seats = seats
        for seat in seats:
            older = self._seats.get(seat)
            self._seats[seat] = connection
            if older is not None:
                older.seats = tuple(each for each in older.seats if each not in seats)
                older.end(REPLACED)
        owned = [m.OwnSeat(seat, self._table.next_id(seat)) for seat in seats]
        connection.send(m.Welcome(version=m.PROTOCOL_VERSION, table=self.name, seats=owned))
        self.catch_up(connection, have)
        for seat in seats:
            self._table.connect(seat, self._now_ms())
        self._pump()
        if self._gone_timer is not None:
            self._gone_timer.cancel()
            self._gone_timer = None

    def catch_up(self, connection: Connection, have: m.Position | None) -> None:
        """Tells a connection what it has missed, or the whole view."""
        now_ms = self._now_ms()
        if not connection.seats:
            picture = encode(m.Snapshot(view=self._table.view(now_ms)))
            self._gallery.show(connection, picture, now_ms)
            self._wake_in_time()
            return
        missed = self._table.since(have) if have is not None else None
        connection.send(missed or m.Snapshot(view=self._table.view(now_ms)))

    def leave(self, connection: Connection) -> None:
        """Takes a connection out that has ended."""
        self._gallery.leave(connection)
        for seat in connection.seats:
            if self._seats.get(seat) is connection:
                del self._seats[seat]
                self._table.disconnect(seat, self._now_ms())
        self._pump()
        self._await_people()

    def _await_people(self) -> None:
        """Lets the table go once nobody has been here for long and no match is under way."""
        if self._seats or self._is_closed or self._gone_timer is not None:
            return
        seconds = self._services.settings.gone_ms / 1_000
        self._gone_timer = self._loop.call_later(seconds, self._look_for_people)

    def _look_for_people(self) -> None:
        self._gone_timer = None
        if self._seats:
            return
        if self._table.is_live:
            self._await_people()
        else:
            self.close(m.Problem(code="closing", detail="This table is closed.", fatal=True))

    # -------------------------------------------------------------- what they say

    def receive(self, message: SeatMessage) -> None:
        """Takes in a message from the connection that plays its seat."""
        self._table.receive(message.seat, message, self._now_ms())
        self._pump()

    def close(self, problem: m.Problem) -> None:
        """Ends the table: everybody is told, and nothing wakes it any more."""
        if self._is_closed:
            return
        self._is_closed = True
        for timer in (self._timer, self._gone_timer):
            if timer is not None:
                timer.cancel()
        for connection in self.connections:
            connection.end(problem, WSCloseCode.GOING_AWAY)
        self._drop(self)

    # -------------------------------------------------------------- what happens

    def _wake(self) -> None:
        """The timer's callback: a fault here ends this table and no other."""
        self._timer = None
        try:
            self._table.tick(self._now_ms())
            self._pump()
        except Exception:  # noqa: BLE001 - whatever it is, the other tables go on
            self.fail()

    def fail(self) -> None:
        """A fault of ours: it is logged with its traceback, and the table is closed."""
        self._services.metrics.faults.inc()
        self._log.exception("fault", match=self._table.match)
        self.close(FAULTY)

    def _pump(self) -> None:
        """Carries out what has happened, lets programs act, and sets the timer anew."""
        if self._is_closed:
            return
        for _ in range(_MOST_TURNS):
            now_ms = self._now_ms()
            self._carry(now_ms)
            have_acted = [bot.act(self._table, now_ms) for bot in self._bots]
            if not any(have_acted):
                break
        else:
            raise RuntimeError("the programs at this table never come to rest")
        self._gallery.deliver(self._now_ms())
        self._wake_in_time()

    def _carry(self, now_ms: int) -> None:
        """Takes the table's outbox and log to where they belong."""
        outbox = self._table.take_outbox()
        for entry in self._table.take_log():
            self._keep(entry)
        for bot in self._bots:
            for to, message in outbox:
                if to is None or to == bot.seat:
                    bot.hear(message, now_ms)
            if outbox:
                bot.look(self._table, now_ms)
        for to, message in outbox:
            if to is not None and isinstance(message, m.Accepted | m.Refused):
                answer = "accepted" if isinstance(message, m.Accepted) else str(message.reason)
                self._services.metrics.answers.labels(answer).inc()
        if self._held_back is not None:
            self._held_back += outbox
        else:
            self._send(outbox, now_ms)

    def _send(self, outbox: list[Outgoing], now_ms: int) -> None:
        for to, message in outbox:
            if to is not None:
                connection = self._seats.get(to)
                if connection is not None:
                    connection.send(message)
                continue
            frame = encode(message)
            for connection in dict.fromkeys(self._seats.values()):
                connection.send_frame(frame)
            self._gallery.broadcast(frame, now_ms)

    def _wake_in_time(self) -> None:
        """Sets the timer to the next moment at which something is due."""
        dues = [self._table.next_deadline_ms(), self._gallery.next_ms]
        dues += [bot.next_ms(self._table) for bot in self._bots]
        wakes_at_ms = min((due for due in dues if due is not None), default=None)
        if self._timer is not None:
            if wakes_at_ms == self._wakes_at_ms:
                return
            self._timer.cancel()
        self._wakes_at_ms = wakes_at_ms
        self._timer = (
            None if wakes_at_ms is None else self._loop.call_at(wakes_at_ms / 1_000, self._wake)
        )

    # -------------------------------------------------------------- records

    def _keep(self, entry: LogEntry) -> None:
        """Keeps the log; a finished match is written before its result is told."""
        if isinstance(entry.what, MatchEnded):
            self._services.metrics.matches.labels(entry.what.reason.value).inc()
            self._log.info("match ended", match=self._table.match, reason=entry.what.reason.value)
        finished = self._keeper.keep(entry, datetime.now(UTC))
        if finished is None:
            return
        if self._held_back is None:
            self._held_back = []
        saving = self._loop.run_in_executor(None, self._services.records.save, *finished)
        self._saving.add(saving)
        saving.add_done_callback(self._saved)
        self._loop.call_later(self._services.settings.save_seconds, self._tell_result, saving)

    def _saved(self, saving: asyncio.Future[Path]) -> None:
        error = None if saving.cancelled() else saving.exception()
        if error is not None:
            self._log.error("record not saved", match=self._table.match, error=str(error))
        self._tell_result(saving)

    def _tell_result(self, saving: asyncio.Future[Path]) -> None:
        """Sends what was held back for a record that is saved now, or takes too long."""
        self._saving.discard(saving)
        if self._saving or self._held_back is None:
            return
        held, self._held_back = self._held_back, None
        self._send(held, self._now_ms())
