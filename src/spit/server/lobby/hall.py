"""Who is in the lobby, and what they are told.

Owns the people there, their search for an opponent, and the news, which is encoded once for all.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from spit.protocol import messages as m
from spit.protocol.codec import encode
from spit.rules import Rules
from spit.server.lobby.pairing import Seeker, pairs
from spit.server.logs import Log
from spit.server.metrics import Metrics
from spit.server.people import People
from spit.server.sockets.connection import Connection
from spit.server.tables.directory import FullError, Place, Player, Tables

_PAIR_SECONDS = 0.25
"""How often it is looked for pairs while somebody waits."""
_NEWS_SECONDS = 1.0
"""The news is told at most so often."""
_LISTED = 20
"""So many tables of a kind are told of."""


@dataclass(eq=False)
class Visitor:
    """Somebody in the lobby."""

    connection: Connection
    player: Player
    apart: frozenset[int] = frozenset()
    """Guests they do not want to meet, or who do not want to meet them."""
    rules: Rules | None = None
    """What they look for an opponent by; None if they do not."""
    since: float = field(default=0.0)
    """Since when they look, by the loop's clock."""


class Hall:
    """The lobby of one server.

    Args:
        tables: The server's.
        people: The people it knows.
        count: How many connections the server has.
        metrics: The server's.
        log: The server's.
    """

    def __init__(
        self, tables: Tables, people: People, count: Callable[[], int], metrics: Metrics, log: Log
    ) -> None:
        self._tables = tables
        self._people = people
        self._count = count
        self._metrics, self._log = metrics, log
        self._loop = asyncio.get_running_loop()
        self._visitors: dict[Connection, Visitor] = {}
        self._wanted = asyncio.Event()
        self._entered = asyncio.Event()
        self._told = b""

    def enter(self, visitor: Visitor) -> None:
        """Takes somebody in, and tells what is going on."""
        self._visitors[visitor.connection] = visitor
        visitor.connection.ping()
        visitor.connection.send_frame(encode(self.news()))
        self._entered.set()

    def leave(self, connection: Connection) -> None:
        """Takes somebody out."""
        if self._visitors.pop(connection, None) is not None:
            self._count_waiting()

    def seek(self, visitor: Visitor, rules: Rules | None) -> None:
        """Lets somebody look for an opponent by some rules; None ends that."""
        visitor.rules, visitor.since = rules, self._loop.time()
        visitor.connection.send(m.Seeking(rules=None if rules is None else rules.header))
        self._count_waiting()
        if rules is not None:
            visitor.connection.ping()
            self._wanted.set()

    def _count_waiting(self) -> None:
        self._metrics.waiting.set(sum(1 for _ in self._seeking()))

    def _seeking(self) -> Iterator[tuple[Visitor, Rules]]:
        for visitor in self._visitors.values():
            if visitor.rules is not None:
                yield visitor, visitor.rules

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
            Seeker(_key(rules), visitor.since, visitor.connection.round_trip_ms): visitor
            for visitor, rules in self._seeking()
        }
        found = pairs(
            seekers, self._loop.time(), lambda one, two: _are_apart(seekers[one], seekers[two])
        )
        for one, two in found:
            try:
                await self._bring_together(seekers[one], seekers[two])
            except FullError:
                self._log.warning("nobody is paired, since all tables are taken")
                return

    async def _bring_together(self, one: Visitor, two: Visitor) -> None:
        wins = await self._people.head_to_head(one.player.guest, two.player.guest)
        rules = one.rules
        if rules is None or two.rules is None:  # one of them has left meanwhile
            return
        made = self._tables.pair(one.player, two.player, rules, wins)
        for visitor, other, its in ((one, two, made[0]), (two, one, made[1])):
            visitor.rules = None
            visitor.connection.send(
                m.Paired(
                    table=its.table, seat=its.seat, secret=its.secret, socket=its.socket,
                    opponent=other.player.name,
                )
            )  # fmt: skip
        self._count_waiting()
        self._log.info("paired", table=made[0].table, rules=rules.label)

    # -------------------------------------------------------------- news

    def news(self) -> m.Lobby:
        """What is going on."""
        waiting: dict[str, m.Waiting] = {}
        for _, rules in self._seeking():
            people = waiting[_key(rules)].people if _key(rules) in waiting else 0
            waiting[_key(rules)] = m.Waiting(rules=rules.header, people=people + 1)
        places = [place for place in self._tables if not place.live.has_failed]
        free = [each for each in places if each.kept.is_listed and each.live.has_free_seat]
        public = [each for each in places if each.kept.is_public or each.kept.is_listed]
        running = [each for each in public if each.live.is_live]
        return m.Lobby(
            people=self._count(),
            tables=sum(place.live.is_live for place in places),
            waiting=list(waiting.values()),
            open=[_listed(each) for each in free if each.live.online[0]][-_LISTED:][::-1],
            running=[_listed(each) for each in running][-_LISTED:][::-1],
        )

    async def tell_all(self) -> None:
        """Tells everybody in the lobby what has changed, until it is cancelled."""
        while True:
            if not self._visitors:
                self._entered.clear()
                await self._entered.wait()
            await asyncio.sleep(_NEWS_SECONDS)
            frame = encode(self.news())
            if frame != self._told:
                self._told = frame
                for connection in list(self._visitors):
                    connection.send_frame(frame)


def _key(rules: Rules) -> str:
    return json.dumps(rules.options, sort_keys=True, default=str)


def _are_apart(one: Visitor, two: Visitor) -> bool:
    guests = one.player.guest, two.player.guest
    if guests[0] is not None and guests[0] == guests[1]:
        return True  # one person in two tabs
    return guests[0] in two.apart or guests[1] in one.apart


def _listed(place: Place) -> m.ListedTable:
    live = place.live
    return m.ListedTable(
        table=live.name, names=list(live.names), rules=live.rules.header, watching=live.watching
    )
