"""What may be asked of a table.

Owns the answers, none of which changes anything; what a table does is in `spit.table.table`.
"""

from __future__ import annotations

from spit.protocol import messages as m
from spit.rules import Rules, View, view_of
from spit.table.log import LogEntry
from spit.table.mail import Mail
from spit.table.match import House, Match
from spit.table.races.trips import Distances, Trips
from spit.table.wire import race_fields


class Asked:
    """The parts of a table, and what may be asked of it."""

    __slots__ = (
        "__weakref__",
        "_distances",
        "_emoted_ms",
        "_free",
        "_house",
        "_id",
        "_is_counted",
        "_is_saved",
        "_log",
        "_mail",
        "_match",
        "_names",
        "_next_due_ms",
        "_number",
        "_online",
        "_rematch",
        "_watching",
        "_wins",
    )  # fmt: skip

    _distances: Distances
    _emoted_ms: list[int | None]
    _free: list[bool]
    _house: House
    _id: str
    _is_counted: bool
    _is_saved: bool
    _log: list[LogEntry]
    _mail: Mail
    _match: Match
    _names: list[str]
    _next_due_ms: int | None
    _number: int
    _online: list[bool]
    _rematch: list[bool]
    _watching: int
    _wins: list[int]

    def round_trips(self, seat: int) -> Trips | None:
        """What is known of a seat's round trips; None if nothing is."""
        return self._distances.windows[seat].trips

    def is_behind(self, seat: int) -> bool:
        """Whether what a seat is sent waits a moment, so that both see new cards at once.

        Until it is not, a view would show the seat more than it may see.
        """
        return self._mail.behind == seat

    def next_deadline_ms(self) -> int | None:
        """When `tick` has something to do, by the caller's clock; None if never."""
        due_ms, mail_ms = self._next_due_ms, self._mail.due_ms
        if mail_ms is None or due_ms is None:
            return due_ms if mail_ms is None else mail_ms
        return min(due_ms, mail_ms)

    @property
    def is_running(self) -> bool:
        """Whether a match is under way and not paused."""
        return self._match.is_live and not self._match.pauses.is_paused

    @property
    def is_live(self) -> bool:
        """Whether a match is under way: dealt once, and without a result."""
        return self._match.is_live

    @property
    def is_over(self) -> bool:
        """Whether the match has its result."""
        return self._match.is_over

    @property
    def match(self) -> str:
        """Name of the match that is on, or was last."""
        return self._match.name

    @property
    def name(self) -> str:
        """Its name, which its first match has too."""
        return self._id

    @property
    def number(self) -> int:
        """Which match at this table it is, from 1."""
        return self._number

    @property
    def names(self) -> tuple[str, str]:
        """What the seats are called, empty for a free one."""
        first, second = self._names
        return first, second

    @property
    def free_seat(self) -> int | None:
        """A seat that nobody has taken, the lower one if there are two."""
        return self._free.index(True) if any(self._free) else None

    @property
    def wins(self) -> tuple[int, int]:
        """Matches won by each seat against the other."""
        first, second = self._wins
        return first, second

    @property
    def rules(self) -> Rules:
        """The rules of all matches here."""
        return self._house.rules

    @property
    def _match_name(self) -> str:
        return self._id if self._number == 1 else f"{self._id}-{self._number}"

    @property
    def position(self) -> m.Position:
        """Epoch and version after the last event."""
        return self._mail.history.position

    def next_id(self, seat: int) -> int:
        """The lowest action id that the seat has not used."""
        return self._mail.next_id(seat)

    @property
    def grace_ms(self) -> int:
        """The longest that a seat may be away at a time."""
        return self._house.settings.grace_ms

    def away_ms(self, seat: int, now_ms: int) -> int:
        """How long the seat may be away from now on before the match may be claimed.

        Args:
            seat: Which one.
            now_ms: The caller's time.
        """
        return self._match.pauses.left_ms(seat, now_ms)

    def hand_ready_ms(self, seat: int) -> int:
        """When the seat's hand is free, by the caller's clock."""
        return self._match.hand_ready_ms(seat)

    def since(self, position: m.Position, seat: int | None = None) -> m.Update | None:
        """What has happened after a position, or None if only a whole view will do.

        Args:
            position: What somebody holds.
            seat: Whose client it is, None for one that plays no seat.
        """
        return self._mail.since(position, seat)

    def rules_view(self) -> View:
        """The public view in the terms of the rules, as it is shown: what a bot decides on."""
        return view_of(self._match.referee.race.shown)

    def top_version(self, pile: int) -> int:
        """The version of the top that a spit pile shows, 0 if it has none."""
        top = self._match.referee.race.top(pile)
        return 0 if top is None else top.version

    def view(self, now_ms: int) -> m.TableView:
        """The public view for the wire.

        Args:
            now_ms: The caller's time, for what is left of clocks.
        """
        history = self._mail.history
        return m.TableView(
            epoch=history.epoch,
            version=history.version,
            match=self._match.name,
            names=list(self._names),
            bots=list(self._house.bots),
            online=list(self._online),
            paused=self._match.pauses.view(now_ms),
            countdown=self._match.countdown_view(now_ms),
            claimable=self._match.claimable,
            rematch=list(self._rematch),
            wins=list(self._wins),
            free=list(self._free),
            watching=self._watching,
            round_trips=list(self._distances.told_ms),
            saved=self._is_saved,
            **race_fields(self._match.referee.race, self._match.referee.course.tally),
        )
