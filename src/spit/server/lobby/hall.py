"""Who is in the lobby, and what they are told.

Owns the people there, their search for an opponent, and the news, which is encoded once for all.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from spit.protocol import messages as m
from spit.protocol.codec import encode
from spit.rules import Rules
from spit.server.limits import AddressRate
from spit.server.lobby.pairing import Seeker, pairs
from spit.server.logs import Log
from spit.server.metrics import Metrics
from spit.server.people import People
from spit.server.sockets.connection import Connection
from spit.server.tables.directory import FullError, Place, Player, Tables
from spit.server.tables.seats import key_of

_PAIR_SECONDS = 0.25
"""How often it is looked for pairs while somebody waits."""
_NEWS_SECONDS = 1.0
"""The news is told at most so often."""
_LISTED = 20
"""So many tables of a kind, and rules that people wait for, are told of."""


@dataclass(eq=False)
class Visitor:
    """Somebody in the lobby."""

    connection: Connection
    player: Player
    apart: frozenset[int] = frozenset()
    """Guests they do not want to meet, or who do not want to meet them."""
    address: str = ""
    """Whom limits count against."""
    rules: Rules | None = None
    """What they look for an opponent by; None if they do not."""
    wish: str = ""
    """The same as a key."""
    since: float = 0.0
    """Since when they look, by the loop's clock."""
    told: bytes = field(default=b"", repr=False)
    """The news they have."""


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
        self._wanted = asyncio.Event()
        self._entered = asyncio.Event()
        self._is_full = False

    def enter(self, visitor: Visitor) -> None:
        """Takes somebody in, and tells what is going on."""
        self._visitors[visitor.connection] = visitor
        visitor.connection.ping()
        self._tell(visitor, encode(self.news()))
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
        visitor.rules, visitor.wish = rules, wish
        visitor.connection.send(m.Seeking(rules=None if rules is None else rules.header))
        self._count_waiting()
        if rules is not None:
            visitor.connection.ping()
            self._wanted.set()

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
        """What is going on."""
        wishes = Counter(each.wish for each in self._seeking())
        rules = {each.wish: each.rules.header for each in self._seeking() if each.rules is not None}
        places = [place for place in self._tables if not place.live.has_failed]
        free = [each for each in places if each.kept.is_listed and each.live.has_free_seat]
        public = [each for each in places if each.kept.is_public or each.kept.is_listed]
        running = [each for each in public if each.live.is_live]
        return m.Lobby(
            people=self._count_people(places),
            tables=sum(place.live.is_live for place in places),
            waiting=[
                m.Waiting(rules[wish], people) for wish, people in wishes.most_common(_LISTED)
            ],
            open=_newest([each for each in free if each.live.online[0]]),
            running=_newest(running),
        )

    def _count_people(self, places: list[Place]) -> int:
        """How many are here; a guest is one, in however many tabs and at however many tables.

        Whoever watches, or plays without being a guest, is one by each connection.
        """
        seated = [
            (place, seat)
            for place in places
            for seat, is_here in enumerate(place.live.online)
            if is_here
        ]
        numbers = [place.kept.guests[seat] for place, seat in seated]
        guests = {number for number in numbers if number is not None}
        visitors: set[object] = set()
        newcomers: set[str] = set()
        for visitor in self._visitors.values():
            number, secret = visitor.player.guest, visitor.player.guest_secret
            if number is None and secret is not None:
                newcomers.add(secret)
            elif number not in guests:
                visitors.add(secret or visitor)
        if newcomers:  # they may have been given a number since, at a table
            keys = {key for place, seat in seated for key in place.live.keys.by_seat[seat]}
            visitors |= {secret for secret in newcomers if key_of(secret) not in keys}
        watching = sum(place.live.watching for place in places)
        return len(guests) + numbers.count(None) + len(visitors) + watching

    async def tell_all(self) -> None:
        """Tells everybody in the lobby what has changed, until it is cancelled."""
        while True:
            if not self._visitors:
                self._entered.clear()
                await self._entered.wait()
            await asyncio.sleep(_NEWS_SECONDS)
            frame = encode(self.news())
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


def _newest(places: list[Place]) -> list[m.ListedTable]:
    """The newest of some tables, the newest one first."""
    return [_listed(each) for each in reversed(places[-_LISTED:])]


def _listed(place: Place) -> m.ListedTable:
    live = place.live
    return m.ListedTable(
        table=live.name, names=list(live.names), rules=live.rules.header, watching=live.watching
    )
