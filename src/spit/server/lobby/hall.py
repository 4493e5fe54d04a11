"""Who is in the lobby, and what they are told.

Owns the people there, their search for an opponent, and when the news is told.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

from spit.protocol import messages as m
from spit.rules import Rules
from spit.server.limits import AddressRate
from spit.server.lobby.news import News
from spit.server.lobby.pairing import Seeker, pairs
from spit.server.lobby.visitor import Met, Visitor
from spit.server.logs import Log
from spit.server.metrics import Metrics
from spit.server.people import People
from spit.server.sockets.connection import Connection
from spit.server.tables.directory import FullError, Tables

_PAIR_SECONDS = 0.25
"""How often it is looked for pairs while somebody waits."""
_NEWS_SECONDS = 1.0
"""The news is told at most so often."""

_DECLINED = m.Problem(
    code="declined", detail="Your opponent does not play now; the table is closed.", fatal=True
)
_NONE_TO_DECLINE = m.Problem(
    code="no-such-table", detail="There is no match that could be declined at this table."
)


class Hall:
    """The lobby of one server.

    Args:
        tables: The server's.
        people: The people it knows.
        new_tables: Counts the tables that are made, by address.
        metrics: The server's.
        log: The server's.
    """

    def __init__(
        self,
        tables: Tables,
        people: People,
        new_tables: AddressRate,
        metrics: Metrics,
        log: Log,
    ) -> None:
        self._tables = tables
        self._people = people
        self._new_tables = new_tables
        self._metrics, self._log = metrics, log
        self._loop = asyncio.get_running_loop()
        self._visitors: dict[Connection, Visitor] = {}
        self._news = News(tables, self._visitors.values, self._loop.time)
        self._wanted = asyncio.Event()
        self._entered = asyncio.Event()
        self._is_full = False

    def enter(self, visitor: Visitor) -> None:
        """Takes somebody in, and tells what is going on."""
        self._visitors[visitor.connection] = visitor
        visitor.connection.ping()
        self._tell(visitor, self._news.shared())
        self._entered.set()

    def leave(self, connection: Connection) -> None:
        """Takes somebody out."""
        if self._visitors.pop(connection, None) is not None:
            self._count_waiting()

    def seek(self, visitor: Visitor, rules: Rules | None) -> None:
        """Lets somebody look for an opponent by some rules; None ends that."""
        wish = "" if rules is None else _key(rules)
        if wish != visitor.wish:  # who asks for the same again has waited all the same
            visitor.since = self._loop.time()
        visitor.rules, visitor.wish, visitor.met = rules, wish, None
        visitor.connection.send(m.Seeking(rules=None if rules is None else rules.header))
        self._count_waiting()
        if rules is not None:
            visitor.connection.ping()
            self._wanted.set()

    def decline(self, visitor: Visitor, table: str, secret: str) -> None:
        """Closes the table of two who were paired, if they have not begun to play.

        The other one, if still in the lobby, looks again and has waited all the same.

        Args:
            visitor: Who says so.
            table: Name of the table.
            secret: Of a seat there.
        """
        place = self._tables.place(table)
        has_seat = place is not None and place.live.keys.seat_of(secret) is not None
        if place is None or not has_seat or not place.may_be_declined:
            visitor.connection.send(_NONE_TO_DECLINE)
            return
        self._tables.close(table, _DECLINED)
        self._log.info("declined", table=table)
        visitor.connection.send(m.Declined(table=table))
        for each in list(self._visitors.values()):
            met = each.met
            if met is None or met.table != table:
                continue
            each.met = None
            if each is not visitor:
                each.connection.send(m.Declined(table=table))
                self.seek(each, met.rules)
                each.since = met.since

    def _count_waiting(self) -> None:
        self._metrics.waiting.set(sum(1 for _ in self._seeking()))

    def _seeking(self) -> Iterator[Visitor]:
        return (each for each in self._visitors.values() if each.rules is not None)

    # -------------------------------------------------------------- pairing

    async def pair_all(self) -> None:
        """Pairs people for as long as somebody waits, until it is cancelled."""
        while True:
            await self._wanted.wait()
            await self.pair_some()
            if not any(self._seeking()):
                self._wanted.clear()
            await asyncio.sleep(_PAIR_SECONDS)

    async def pair_some(self) -> None:
        """Pairs those who can be paired now."""
        seekers = {
            Seeker(each.wish, each.since, each.connection.round_trip_ms): each
            for each in self._may_be_paired()
        }
        found = pairs(
            seekers, self._loop.time(), lambda one, two: _are_apart(seekers[one], seekers[two])
        )
        for one, two in found:
            try:
                await self._bring_together(seekers[one], seekers[two])
            except FullError:
                if not self._is_full:
                    self._log.warning("nobody is paired, since all tables are taken")
                self._is_full = True
                return
            except Exception:  # noqa: BLE001 - whatever it was, all others are paired
                self._metrics.faults.inc()
                self._log.exception("two could not be paired")
                for visitor in (seekers[one], seekers[two]):
                    self.seek(visitor, None)
            self._is_full = False

    def _may_be_paired(self) -> list[Visitor]:
        """Those who look; of one person in several tabs the newest, so that it is paired once."""
        now = self._loop.time()
        able: dict[object, Visitor] = {}
        for each in self._seeking():
            if not each.connection.is_ending and self._new_tables.has(each.address, now):
                able[each.player.guest_secret or each] = each
        return list(able.values())

    async def _bring_together(self, one: Visitor, two: Visitor) -> None:
        wish, rules, now = one.wish, one.rules, self._loop.time()
        for visitor in (one, two):
            await self._enrol(visitor)
        guests = one.player.guest, two.player.guest
        if await self._people.are_apart(*guests):  # since they have entered
            one.apart |= {guest for guest in guests if guest is not None}
            return
        wins = await self._people.head_to_head(*guests)
        if rules is None or not all(self._still_wants(each, wish) for each in (one, two)):
            return
        if not all(self._new_tables.has(each.address, now) for each in (one, two)):
            return
        made = self._tables.pair(one.player, two.player, rules, wins)
        for address in {one.address, two.address}:
            self._new_tables.take(address, now)
        for visitor, other, its in ((one, two, made[0]), (two, one, made[1])):
            self._seek_no_longer_elsewhere(visitor)
            visitor.met = Met(its.table, rules, visitor.since)
            visitor.rules, visitor.wish = None, ""
            visitor.connection.send(
                m.Paired(
                    table=its.table, seat=its.seat, secret=its.secret, socket=its.socket,
                    opponent=other.player.name,
                )
            )  # fmt: skip
        self._count_waiting()
        self._log.info("paired", table=made[0].table, rules=rules.label)

    def _seek_no_longer_elsewhere(self, visitor: Visitor) -> None:
        """Somebody is paired, who can be at one table only: the other tabs look no longer."""
        secret = visitor.player.guest_secret
        for other in list(self._seeking()):
            if secret is not None and other is not visitor and other.player.guest_secret == secret:
                self.seek(other, None)

    async def _enrol(self, visitor: Visitor) -> None:
        """Notes who it is, which only those who play are worth."""
        player = visitor.player
        guest, _ = await self._people.enrol(player.guest_secret, player.name)
        visitor.player = player._replace(guest=guest)

    def _still_wants(self, visitor: Visitor, wish: str) -> bool:
        """Whether somebody is still here, and looks for an opponent by the same rules."""
        connection = visitor.connection
        return (
            self._visitors.get(connection) is visitor
            and not connection.is_ending
            and visitor.wish == wish
        )

    # -------------------------------------------------------------- news

    def news(self) -> m.Lobby:
        """What is going on now."""
        return self._news.now()

    async def tell_all(self) -> None:
        """Tells everybody in the lobby what has changed, until it is cancelled."""
        while True:
            if not self._visitors:
                self._entered.clear()
                await self._entered.wait()
            await asyncio.sleep(_NEWS_SECONDS)
            frame = self._news.fresh()
            for visitor in list(self._visitors.values()):
                self._tell(visitor, frame)

    def _tell(self, visitor: Visitor, frame: bytes) -> None:
        """Sends the news, unless it is what somebody has been told already."""
        if visitor.told != frame:
            visitor.told = frame
            visitor.connection.send_frame(frame)


def _key(rules: Rules) -> str:
    return json.dumps(rules.options, sort_keys=True, default=str)


def _are_apart(one: Visitor, two: Visitor) -> bool:
    return one.player.guest in two.apart or two.player.guest in one.apart
