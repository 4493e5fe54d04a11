"""A live table: the pure one, its connections, its programs, and one timer.

Owns the loop around `spit.table.Table`: it hands in the time, carries messages both ways and wakes
it when something is due. It awaits nothing. A fault here ends this table and no other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from aiohttp import WSCloseCode

from spit.protocol import messages as m
from spit.protocol.codec import encode
from spit.rules import Reason, Rules
from spit.server.logs import Log
from spit.server.metrics import Metrics
from spit.server.sockets.connection import Connection, Frame
from spit.server.tables.botseat import BotSeat
from spit.server.tables.delivery import Delivery
from spit.server.tables.seats import SeatKeys
from spit.table import LogEntry, SeatMessage, Table

_MOST_TURNS = 1_000
"""More turns than anything that happens at one moment takes."""

_COUNT_MS = 1_000
"""The number of spectators is told at most so often."""

Keep = Callable[[list[LogEntry], Table], asyncio.Future[None] | None]
"""Is handed what has become final; returns what the news of it has to wait for."""

_FAULT = m.Problem(
    code="closing",
    detail="This table had to be closed because of a fault of the server.",
    fatal=True,
)


class LiveTable:
    """One table of a running server.

    Args:
        table: The match.
        keys: What opens its seats.
        bots: The programs at it.
        delivery: For its news.
        keep: Where what has become final goes.
        save_seconds: How long the news of a result waits for it to be kept.
        metrics: The server's.
        log: The server's.
    """

    def __init__(
        self,
        table: Table,
        keys: SeatKeys,
        bots: Sequence[BotSeat],
        delivery: Delivery,
        keep: Keep,
        metrics: Metrics,
        log: Log,
        *,
        save_seconds: float = 2.0,
    ) -> None:
        self.name = table.name
        """What it is called in addresses."""
        self.keys = keys
        self.gone_since_ms: int | None
        """Since when nobody plays; None while somebody does."""
        self.has_failed = False
        """Whether a fault has ended it."""
        self._has_ended = False
        self._table = table
        self._bots = bots
        self._gallery = delivery.gallery
        self._delivery = delivery
        self._keep = keep
        self._save_seconds = save_seconds
        self._awaits: asyncio.Future[None] | None = None
        self._patience: asyncio.TimerHandle | None = None
        self._is_serving = False
        self._count_at_ms: int | None = None
        self._counted_ms = 0
        self._metrics, self._log = metrics, log
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_ms: int | None = None
        self.gone_since_ms = self.made_ms = self._now_ms
        self._run(self._begin)

    def _begin(self) -> None:
        for bot in self._bots:
            bot.look(self._table, self._now_ms)
        self._settle()

    @property
    def _now_ms(self) -> int:
        return int(self._loop.time() * 1_000)

    @property
    def is_live(self) -> bool:
        """Whether a match is under way."""
        return self._table.is_live

    @property
    def is_over(self) -> bool:
        """Whether the match has its result."""
        return self._table.is_over

    @property
    def has_free_seat(self) -> bool:
        """Whether somebody may still sit down."""
        return self._table.free_seat is not None

    @property
    def is_fresh(self) -> bool:
        """Whether its first match has not begun."""
        return self._table.number == 1 and not self._table.is_live and not self._table.is_over

    @property
    def watching(self) -> int:
        """How many watch."""
        return len(self._gallery)

    @property
    def names(self) -> tuple[str, str]:
        """What the seats are called, empty for a free one."""
        return self._table.names

    @property
    def rules(self) -> Rules:
        """The rules of its matches."""
        return self._table.rules

    @property
    def match(self) -> str:
        """Name of the match that is on, or was last."""
        return self._table.match

    @property
    def online(self) -> tuple[bool, bool]:
        """Which seats have a connection."""
        return self._delivery.online

    def view(self) -> m.TableView:
        """The public view now."""
        return self._table.view(self._now_ms)

    @property
    def connections(self) -> list[Connection]:
        """All connections, each once."""
        return self._delivery.connections

    # -------------------------------------------------------------- connections

    def sit(self, seat: int, name: str, wins: tuple[int, int]) -> None:
        """Gives a free seat to somebody; everybody is told."""
        self._run(lambda: self._sit(seat, name, wins))

    def _sit(self, seat: int, name: str, wins: tuple[int, int]) -> None:
        self._table.sit(seat, name, wins, self._now_ms)
        self._settle()

    def join(
        self,
        connection: Connection,
        seats: tuple[int, ...],
        have: m.Position | None,
        *,
        coarse_clock: bool = False,
    ) -> None:
        """Takes a connection in; those that held one of its seats before are told and closed.

        Args:
            connection: Has said hello.
            seats: What its secrets open; none for a spectator.
            have: The position that its client holds.
            coarse_clock: Whether its client's clock is too coarse for claims about reactions.
        """
        self._run(lambda: self._join(connection, seats, have, coarse_clock=coarse_clock))
        if self.has_failed:  # perhaps before it was one of those that are told
            connection.end(_FAULT, WSCloseCode.INTERNAL_ERROR)

    def _join(
        self,
        connection: Connection,
        seats: tuple[int, ...],
        have: m.Position | None,
        *,
        coarse_clock: bool,
    ) -> None:
        now_ms = self._now_ms
        for older in [each for seat in seats if (each := self._delivery.seats[seat]) is not None]:
            self._replace(older, seats, now_ms)
        for seat in seats:
            self._table.connect(seat, now_ms, coarse_clock=coarse_clock)
        self._settle()  # the others are told before the new one is among them
        for seat in seats:
            self._delivery.seats[seat] = connection
        connection.seats = seats
        connection.send(self._welcome(seats, now_ms))
        self._show(connection, have)
        if seats:
            self.gone_since_ms = None

    def _welcome(self, seats: tuple[int, ...], now_ms: int) -> m.Welcome:
        table = self._table
        own = [m.OwnSeat(each, table.next_id(each), table.away_ms(each, now_ms)) for each in seats]
        return m.Welcome(
            version=m.PROTOCOL_VERSION, table=self.name, seats=own, grace_ms=table.grace_ms
        )

    def _replace(self, older: Connection, seats: tuple[int, ...], now_ms: int) -> None:
        """A seat's older connection goes; other seats that it played are without one."""
        for seat in older.seats:
            self._delivery.seats[seat] = None
            if seat not in seats:
                self._table.disconnect(seat, now_ms)
        older.seats = ()
        self._delivery.forget(older)
        text = "This seat is now played from another window or device."
        older.end(m.Problem(code="replaced", detail=text, fatal=True))

    def leave(self, connection: Connection) -> None:
        """Takes a connection out, whose socket is gone."""
        self._run(lambda: self._leave(connection))

    def cut_silent(self, now: float, seconds: float) -> None:
        """Cuts off players whose own pings have stopped while a match runs, so that it pauses."""
        if not self._has_ended and self._table.is_running:
            for connection in self._delivery.seats:
                if connection is not None and connection.has_stopped(now, seconds):
                    connection.cut("silent")

    def _leave(self, connection: Connection) -> None:
        now_ms = self._now_ms
        self._gallery.leave(connection)
        self._delivery.forget(connection)
        for seat in connection.seats:
            self._delivery.seats[seat] = None
            self._table.disconnect(seat, now_ms)
        has_played = bool(connection.seats)
        connection.seats = ()
        self._count_soon()
        self._settle()
        if has_played and not any(self.online):
            self.gone_since_ms = now_ms

    def catch_up(self, connection: Connection, have: m.Position | None) -> None:
        """Sends what was missed since a position, or the whole view."""
        self._run(lambda: self._catch_up(connection, have))

    def _catch_up(self, connection: Connection, have: m.Position | None) -> None:
        self._table.tick(self._now_ms)
        self._settle()
        self._show(connection, have)

    def _show(
        self, connection: Connection, have: m.Position | None, answers: Sequence[Frame] = ()
    ) -> None:
        """As `catch_up`; nothing else may happen before it to somebody who has no view yet."""
        now_ms = self._now_ms
        # What is held back is nobody's to see before, nor what has yet to reach a seat.
        if self._delivery.is_holding or any(map(self._table.is_behind, connection.seats)):
            self._delivery.put_off(connection, have, answers)
            return
        seat = connection.seats[0] if connection.seats else None
        missed = None if have is None else self._table.since(have, seat)
        if seat is None:
            # Spectators see an older table than the one that their position would be asked of.
            picture = encode(m.Snapshot(view=self._table.view(now_ms)))
            self._gallery.show(connection, picture, now_ms)
            self._count_soon()
            self._schedule()
            return
        picture = encode(m.Snapshot(view=self._table.view(now_ms)) if missed is None else missed)
        connection.send_frames([Frame.of(picture), *answers])

    def _show_put_off(self) -> None:
        """Shows the table to those for whom it was too early."""
        for each in self._delivery.take_put_off():
            self._show(each.connection, each.have, each.answers)

    # -------------------------------------------------------------- messages

    def receive(self, connection: Connection, message: SeatMessage) -> None:
        """Takes in what a connection says for a seat."""
        if message.seat in connection.seats:
            if not self._has_ended:
                try:
                    self._table.receive(message.seat, message, self._now_ms)
                    self._settle()
                except Exception:  # noqa: BLE001 - as in `_run`, without its closure
                    self._fail()
            return
        self._metrics.answers[Reason.NOT_YOUR_SEAT.value] += 1
        reason = Reason.NOT_YOUR_SEAT
        connection.send(m.Refused(id=message.id, seat=message.seat, reason=reason))

    def note_round_trip(self, connection: Connection) -> None:
        """Notes how far away a player is, unless both sit at the same connection."""
        self._run(lambda: self._note_round_trip(connection))

    def _note_round_trip(self, connection: Connection) -> None:
        if self._delivery.is_between_two:
            for seat in connection.seats:
                if self._table.note_round_trip(seat, connection.trip_ms, self._now_ms):
                    self._settle()

    def end(self, problem: m.Problem, code: int) -> None:
        """Tells all connections a last word and lets nothing more happen.

        What is held back until it is kept is told to nobody: after a restart they see it.
        """
        if self._has_ended:
            return
        self._has_ended = True
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for connection in self.connections:
            connection.end(problem, code)
        self._delivery.clear()

    def let_go(self) -> None:
        """Frees what it holds, once it has ended; nothing can be asked of it any more."""
        self._table.let_go()

    # -------------------------------------------------------------- the loop

    def _run(self, step: Callable[[], object]) -> None:
        """Does something; a fault ends this table and is logged, and harms nobody else."""
        if self._has_ended:
            return
        try:
            step()
        except Exception:  # noqa: BLE001 - whatever it was, the other tables go on
            self._fail()

    def _fail(self) -> None:
        """Ends this table for a fault, which is the exception that is being handled."""
        self.has_failed = True
        self._metrics.faults.inc()
        self._log.exception("table failed", table=self.name)
        self.end(_FAULT, WSCloseCode.INTERNAL_ERROR)

    def _wake(self) -> None:
        """Does what is due, then sleeps until the next thing is."""
        self._timer = None
        self._run(self._tick)

    def _tick(self) -> None:
        now_ms = self._now_ms
        self._table.tick(now_ms)
        if self._count_at_ms is not None and self._count_at_ms <= now_ms:
            self._count_at_ms, self._counted_ms = None, now_ms
            self._table.count_watching(len(self._gallery), now_ms)
        if self._gallery.deliver(now_ms) and not self._is_serving:
            self._is_serving = True
            self._loop.call_soon(self._serve)
        self._settle()

    def _serve(self) -> None:
        """Serves some spectators, and the others once the players have had their turn."""
        self._is_serving = False
        if not self._has_ended and self._gallery.send_some():
            self._is_serving = True
            self._loop.call_soon(self._serve)

    def _count_soon(self) -> None:
        """Has the spectators counted, but not at every coming and going."""
        if self._count_at_ms is None:
            self._count_at_ms = max(self._now_ms, self._counted_ms + _COUNT_MS)

    def _settle(self) -> None:
        """Delivers all that the table says and lets the programs act until all are at rest."""
        now_ms = self._now_ms
        for _ in range(_MOST_TURNS):
            self._deliver(now_ms)
            if not self._bots:
                break
            have_acted = [bot.act(self._table, now_ms) for bot in self._bots]
            if not any(have_acted):
                break
        else:
            raise RuntimeError("the programs at the table never come to rest")
        if self._delivery.has_put_off and not self._delivery.is_holding:
            self._show_put_off()
        self._schedule()

    def _deliver(self, now_ms: int) -> None:
        """Sends what the table has to say, and lets the programs look at it."""
        sent = self._table.take_outbox()
        log = self._table.take_log()
        if log:
            saved = self._keep(log, self._table)
            if saved is not None:
                self._hold_back(saved)
            self._delivery.keep_measuring()
        for each in sent:
            if not isinstance(each.message, m.Update):
                self._count(each.message)
            for bot in self._bots:
                if each.reaches(bot.seat):
                    bot.hear(each.message, now_ms)
        if sent:
            self._delivery.pass_on(sent, now_ms)
            for bot in self._bots:
                bot.look(self._table, now_ms)

    def _count(self, message: m.AnyOutbound) -> None:
        if isinstance(message, m.Accepted):
            self._metrics.answers["accepted"] += 1
        elif isinstance(message, m.Refused):
            self._metrics.answers[message.reason.value] += 1

    def _hold_back(self, saved: asyncio.Future[None]) -> None:
        """Holds all news back until a result is kept, or that takes too long."""
        self._awaits, match = saved, self._table.match
        self._delivery.is_holding = True
        saved.add_done_callback(lambda done: self._run(lambda: self._tell_saved(done, match)))
        self._patience = self._loop.call_later(
            self._save_seconds, lambda: self._run(lambda: self._tell_unsaved(saved, match))
        )

    def _tell_saved(self, saved: asyncio.Future[None], match: str) -> None:
        """The result is kept: now it is told, or that it is kept after all."""
        if saved.cancelled():
            return
        if self._awaits is saved:
            self._release()
        self._note_saved(match, is_saved=True)

    def _tell_unsaved(self, saved: asyncio.Future[None], match: str) -> None:
        """It takes too long: the result is told as not yet kept, both in one message."""
        if self._awaits is not saved:
            return
        self._log.warning("result told before it is kept", table=self.name, match=match)
        self._note_saved(match, is_saved=False)
        self._release()

    def _note_saved(self, match: str, *, is_saved: bool) -> None:
        """Notes whether a result is kept; that of a match before says nothing of this one."""
        if match == self._table.match:
            self._table.note_saved(self._now_ms, is_saved=is_saved)
            self._settle()

    def _release(self) -> None:
        """Sends what was held back."""
        self._awaits = None
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        self._delivery.release(self._now_ms)
        self._show_put_off()
        self._schedule()  # spectators may have something to come

    def _schedule(self) -> None:
        """Sets the one timer to the next thing that is due."""
        due_ms = self._table.next_deadline_ms()
        if self._bots or self._gallery or self._count_at_ms is not None:
            times = [due_ms, self._gallery.next_ms, self._count_at_ms]
            times += [bot.next_ms(self._table) for bot in self._bots]
            due_ms = min([each for each in times if each is not None], default=None)
        if self._timer is not None and self._timer_ms is not None:
            # One that comes too early does no harm: it looks again. So few are ever moved.
            if due_ms is not None and self._timer_ms <= due_ms:
                return
            self._timer.cancel()
        self._timer_ms = due_ms
        self._timer = None if due_ms is None else self._loop.call_at(due_ms / 1_000, self._wake)
