"""One live table: a state machine without clock, socket or task.

Owns a match between two seats and the matches that follow it at the same table: who is there, what
each seat may do when, what is answered and what is told to all. The caller hands in the time and
carries the messages; the server, the simulations and the tests drive this same class.
"""

from __future__ import annotations

from collections.abc import Callable

from spit.protocol import messages as m
from spit.rules import Reason, Rules, State
from spit.table.asked import Asked
from spit.table.log import LogEntry
from spit.table.mail import Mail, Outgoing
from spit.table.match import House, Match
from spit.table.races.conduct import Doubt
from spit.table.races.fair import FairOrder
from spit.table.races.order import Order
from spit.table.races.settings import FairSettings
from spit.table.races.trips import Distances
from spit.table.settings import TableSettings

SEAT_ERROR = "seat must be 0 or 1"

SeatMessage = (
    m.Play
    | m.Flip
    | m.Shift
    | m.Spit
    | m.Slap
    | m.Resign
    | m.Claim
    | m.Pause
    | m.Resume
    | m.Rematch
    | m.Emote
)
"""What a seat may say to a table."""

_SEATS_OR_NONE = (0, 1, None)
_BY_HAND_OR_WORD = (m.Play, m.Flip, m.Spit, m.Shift, m.Slap)


class Table(Asked):
    """A table for two.

    Args:
        match_id: Name of the first match; later ones append their number.
        names: What the seats are called; None for one that is free until somebody sits down.
        bots: Which seats are programs; those are always there.
        rules: The rules of all matches at this table.
        settings: Times and bounds.
        entropy: Gives 32 fresh random bytes at each call, for deals and coins.
        now_ms: The caller's time, by any clock that never goes back.
        order: Who wins contested plays, if not as `settings.fair` says.
    """

    __slots__ = ()

    def __init__(
        self,
        match_id: str,
        names: tuple[str | None, str | None],
        bots: tuple[bool, bool],
        rules: Rules,
        settings: TableSettings,
        entropy: Callable[[], bytes],
        now_ms: int,
        order: Order | None = None,
    ) -> None:
        self._id = match_id
        self._online = list(bots)
        self._names = [name or "" for name in names]
        self._free = [name is None for name in names]
        self._distances = Distances(settings.fair or FairSettings())
        self._house = House(
            rules, self._names, bots, settings, order or self._order_by(settings, entropy), entropy,
            self._online, self._free, self._distances.windows,
        )  # fmt: skip
        self._mail = Mail(settings, epoch=1)
        self._log: list[LogEntry] = []
        self._wins = [0, 0]
        self._number = 1
        self._rematch = [False, False]
        self._is_counted = False
        self._watching = 0
        self._is_saved = True
        self._emoted_ms: list[int | None] = [None, None]
        self._next_due_ms: int | None = None
        self._match = Match(match_id, self._house, self._mail, now_ms)
        self._leave()

    def _order_by(self, settings: TableSettings, entropy: Callable[[], bytes]) -> Order:
        """The order that the settings ask for."""
        if settings.fair is None:
            return Order()
        coin = lambda: bool(entropy()[0] & 1)  # noqa: E731 - it is handed on
        return FairOrder(settings.fair, self._distances.windows, coin)

    def adopt(
        self,
        state: State | None,
        epoch: int,
        *,
        number: int = 1,
        at_ms: int = 0,
        first_id: int = 1,
    ) -> None:
        """Goes on with a match that was under way elsewhere, before anyone has connected.

        Args:
            state: Its final state, tentative plays do not survive; None if it had not begun.
            epoch: A number higher than any epoch this match has had.
            number: Which match at this table it is, from 1.
            at_ms: How long after its beginning it is now, in milliseconds.
            first_id: A number higher than the id of any action that was taken in elsewhere, so that
                none of them is taken in again.

        Raises:
            ValueError: The state is of other rules than the table's.
        """
        if state is not None and state.rules != self._house.rules:
            raise ValueError("the match to go on with has other rules than the table")
        self._mail = Mail(self._house.settings, epoch, first_id)
        self._number = number
        _take_apart(self._match)
        self._match = Match(self._match_name, self._house, self._mail, self._match.now_ms)
        if state is not None:
            self._match.adopt(state, at_ms)
        self._is_counted = self.is_over
        self._leave()
        self._mail.take()

    # -------------------------------------------------------------- what the caller does

    def receive(self, seat: int, message: SeatMessage, now_ms: int) -> None:
        """Takes in what a seat has sent; answers and events go to the outbox.

        Args:
            seat: The seat whose connection sent it, 0 or 1.
            message: Decoded message of the wire.
            now_ms: Arrival by the caller's clock.

        Raises:
            ValueError: `seat` is neither 0 nor 1.
        """
        self._enter(seat, now_ms)
        if message.seat != seat:
            self._mail.refuse_stranger(seat, message.id)
        elif self._mail.opens(seat, message.id):
            self._take(seat, message)
        self._leave()

    def tick(self, now_ms: int) -> None:
        """Does whatever is due; to be called at `next_deadline_ms` or whenever."""
        self._enter(None, now_ms)
        self._close()

    def connect(self, seat: int, now_ms: int, *, coarse_clock: bool = False) -> None:
        """Notes that a seat has a connection, or another one.

        Args:
            seat: Which.
            now_ms: The caller's time.
            coarse_clock: Whether its client's clock is too coarse for claims about reactions.
        """
        self._enter(seat, now_ms)
        self._forget_connection(seat)
        self._house.order.note_clock(seat, is_coarse=coarse_clock)
        if not self._online[seat]:
            self._online[seat] = True
            self._mail.emit(m.Presence(seat=seat, online=True))
            self._match.come_back(seat)
            self._begin_rematch()
        self._leave()

    def disconnect(self, seat: int, now_ms: int) -> None:
        """Notes that a seat has lost its connection; a live match is paused."""
        self._enter(seat, now_ms)
        if self._online[seat] and not self._house.bots[seat]:
            self._online[seat] = False
            self._forget_connection(seat)
            self._mail.emit(m.Presence(seat=seat, online=False))
            if self.is_live:
                self._match.begin_pause(seat)
        self._leave()

    def note_round_trip(self, seat: int, trip_ms: float, now_ms: int) -> bool:
        """Notes how long a message took to a seat and back; programs are at the table itself.

        Without any of a seat, or after a new connection before the first one, races are decided
        by arrival, nothing is tentative and nothing delayed.

        Args:
            seat: Whose connection was measured.
            trip_ms: There and back.
            now_ms: The caller's time.

        Returns:
            Whether the outbox has something new for it.

        Raises:
            ValueError: `seat` is neither 0 nor 1, or `trip_ms` is negative.
        """
        if seat not in (0, 1):
            raise ValueError(SEAT_ERROR)
        if not trip_ms >= 0:
            raise ValueError("a round trip takes no negative time")
        if self._house.bots[seat] or not self._distances.note(seat, trip_ms, now_ms):
            return False
        self._enter(None, now_ms)
        self._tell_distances()
        self._leave()
        return True

    def forget_round_trips(self, seat: int) -> None:
        """Forgets what was measured of a seat, as `connect` and `disconnect` do.

        Raises:
            ValueError: `seat` is neither 0 nor 1.
        """
        self._enter(seat, self._match.now_ms)
        self._forget_connection(seat)
        self._leave()

    def take_doubts(self) -> list[Doubt]:
        """What is odd about how the seats have played in this match, for whoever runs the server.

        The next match begins anew.
        """
        return self._house.order.take_doubts()

    def sit(self, seat: int, name: str, wins: tuple[int, int], now_ms: int) -> None:
        """Gives a free seat to somebody.

        Args:
            seat: The seat.
            name: What it is called from now on.
            wins: By seat, the matches that the two have won against each other before.
            now_ms: The caller's time.

        Raises:
            ValueError: The seat is not free, or the name is empty.
        """
        self._enter(seat, now_ms)
        if not self._free[seat] or not name:
            raise ValueError("a seat that is free is taken by somebody with a name")
        self._free[seat], self._names[seat], self._wins = False, name, list(wins)
        self._match.active_ms = self._match.now_ms
        self._mail.emit(m.Seated(seat=seat, name=name, wins=list(wins)))
        self._leave()

    def count_wins_from(self, wins: tuple[int, int]) -> None:
        """Says how the two at the table have fared before, by seat; before anyone has connected."""
        self._wins = list(wins)

    def count_watching(self, watching: int, now_ms: int) -> None:
        """Notes how many watch, and tells all if it has changed."""
        self._enter(None, now_ms)
        if watching != self._watching:
            self._watching = watching
            self._mail.emit(m.Watched(watching=watching))
        self._leave()

    def note_saved(self, now_ms: int, *, is_saved: bool) -> None:
        """Notes whether the result is kept, and tells all if that has changed."""
        self._enter(None, now_ms)
        if is_saved != self._is_saved:
            self._is_saved = is_saved
            self._mail.emit(m.Saved(saved=is_saved))
        self._leave()

    def take_outbox(self) -> list[Outgoing]:
        """The messages to be sent, in order; they are the caller's from now on."""
        return self._mail.take()

    def let_go(self) -> None:
        """Takes the match apart, so that it is freed at once; nothing can be asked any more."""
        _take_apart(self._match)

    def take_log(self) -> list[LogEntry]:
        """What has become final since the last call, for records and journals."""
        if not self._log and not self._match.log:
            return []
        taken, self._log = self._log + self._match.log, []
        self._match.log.clear()
        return taken

    # -------------------------------------------------------------- in and out

    def _enter(self, seat: int | None, now_ms: int) -> None:
        """Begins every call: what was due before comes first."""
        if seat not in _SEATS_OR_NONE:
            raise ValueError(SEAT_ERROR)
        match = self._match
        match.now_ms = max(match.now_ms, now_ms)
        if self._next_due_ms is not None and self._next_due_ms <= match.now_ms:
            self._run_due()

    def _leave(self) -> None:
        """Ends every call: clocks are looked at, and what happened is put in the outbox."""
        due_ms = self._next_due_ms = self._match.look_ahead()
        if due_ms is not None and due_ms <= self._match.now_ms:
            self._run_due()
        self._close()

    def _close(self) -> None:
        """Puts what happened in the outbox."""
        if not self._is_counted:
            self._count_win()
        if self._mail.due_ms is not None:
            self._mail.catch_up(self._match.now_ms)
        self._mail.seal()

    def _forget_connection(self, seat: int) -> None:
        """What was measured of a seat's connection says nothing of its next one."""
        if self._mail.behind == seat:
            self._mail.catch_up()
        if self._distances.forget(seat):
            self._tell_distances()

    def _tell_distances(self) -> None:
        self._mail.emit(m.RoundTrips(ms=self._distances.news(self._match.now_ms)))

    def _count_win(self) -> None:
        """Counts a match that has just ended."""
        result = self._match.referee.race.final.result
        if result is not None and not self._is_counted:
            self._is_counted = True
            if result.winner is not None:
                self._wins[result.winner] += 1

    def _run_due(self) -> None:
        """Runs what is due, in the order in which it was due."""
        while self._next_due_ms is not None and self._next_due_ms <= self._match.now_ms:
            self._match.run_first(self._next_due_ms)
            self._look_ahead()

    def _look_ahead(self) -> None:
        """Starts and stops the clocks, and finds out when the next of them is due."""
        self._next_due_ms = self._match.look_ahead()

    def _take(self, seat: int, message: SeatMessage) -> None:
        """Does what a new message asks for, or says why not."""
        match = self._match
        if isinstance(message, _BY_HAND_OR_WORD):
            match.act(seat, message)
            return
        if isinstance(message, m.Rematch):
            reason = self._ask_rematch(seat)
        elif isinstance(message, m.Emote):
            reason = self._emote(seat, message.emote)
        else:
            reason = match.ask(seat, message)
        if reason is None:
            match.accept(seat, message.id, self._mail.history.version)
        else:
            match.refuse(seat, message.id, reason)

    def _ask_rematch(self, seat: int) -> Reason | None:
        """Notes that a seat wants another match; both wanting it begins one."""
        if not self.is_over or self._rematch[seat]:
            return Reason.NOT_OFFERED
        self._rematch[seat] = True
        self._match.active_ms = self._match.now_ms
        self._mail.emit(m.RematchAsked(seat=seat))
        self._begin_rematch()
        return None

    def _emote(self, seat: int, emote: m.EmoteName) -> Reason | None:
        """Shows an emote, if the seat has not shown one a moment ago."""
        now_ms, last_ms = self._match.now_ms, self._emoted_ms[seat]
        if last_ms is not None and now_ms - last_ms < self._house.settings.emote_ms:
            return Reason.TOO_FAST
        self._emoted_ms[seat] = now_ms
        self._mail.emit(m.Emoted(seat=seat, emote=emote))
        return None

    def _begin_rematch(self) -> None:
        """Begins the next match once both have asked for it and both are there."""
        if not all(self._rematch) or not all(self._online):
            return
        self._match.drop_touches()
        self._match.referee.settle_all(self._match.table_ms)  # answers what waits for its time
        self._number += 1
        self._log += self._match.log
        _take_apart(self._match)
        self._match = Match(self._match_name, self._house, self._mail, self._match.now_ms)
        self._rematch = [False, False]
        self._is_counted, self._is_saved = False, True
        self._mail.emit(m.MatchStarted(match=self._match.name))


def _take_apart(match: Match) -> None:
    """Parts the match from its referee, who knows it too.

    Together they would stay until the collector looks at all there is, which on a server where
    somebody always plays may be never.
    """
    del match.referee
