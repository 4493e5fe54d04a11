"""What is going on: what everybody in the lobby is told.

Owns the counting and the choice of what is told, and that it is put into words once for many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from spit.protocol import messages as m
from spit.protocol.codec import encode
from spit.server.lobby.visitor import Visitor
from spit.server.tables.directory import Place, Tables
from spit.server.tables.seats import key_of

SHARED_SECONDS = 0.25
"""The news that is told to newcomers may be so old."""
_LISTED = 20
"""So many tables of a kind, and rules that people wait for, are told of."""


class News:
    """The news of one lobby.

    Args:
        tables: The server's.
        visitors: Those who are in the lobby at the moment.
        clock: The loop's, in seconds.
    """

    def __init__(
        self, tables: Tables, visitors: Callable[[], Iterable[Visitor]], clock: Callable[[], float]
    ) -> None:
        self._tables = tables
        self._visitors = visitors
        self._clock = clock
        self._frame = b""
        self._made = 0.0

    def shared(self) -> bytes:
        """The news in one message, at most `SHARED_SECONDS` old: a crowd that comes costs one."""
        is_old = self._clock() - self._made >= SHARED_SECONDS
        return self.fresh() if is_old or not self._frame else self._frame

    def fresh(self) -> bytes:
        """The news in one message, as it is now."""
        self._frame, self._made = encode(self.now()), self._clock()
        return self._frame

    def now(self) -> m.Lobby:
        """What is going on."""
        seeking = [each for each in self._visitors() if each.rules is not None]
        wishes = Counter(each.wish for each in seeking)
        rules = {each.wish: each.rules.header for each in seeking if each.rules is not None}
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
        for visitor in self._visitors():
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


def _newest(places: list[Place]) -> list[m.ListedTable]:
    """The newest of some tables, the newest one first."""
    return [_listed(each) for each in reversed(places[-_LISTED:])]


def _listed(place: Place) -> m.ListedTable:
    live = place.live
    return m.ListedTable(
        table=live.name, names=list(live.names), rules=live.rules.header, watching=live.watching
    )
