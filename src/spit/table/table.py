"""One live table: a state machine without clock, socket or task.

Owns a match between two seats and the matches that follow it at the same table: who is there, what
each seat may do when, what is answered and what is told to all. The caller hands in the time and
carries the messages; the server, the simulations and the tests drive this same class.
"""

from __future__ import annotations

from collections.abc import Callable

from spit.protocol import messages as m
from spit.rules import Reason, Rules, State, View, view_of
from spit.table.log import LogEntry
from spit.table.mail import Mail, Outgoing
from spit.table.match import House, Match
from spit.table.races.order import ArrivalOrder, Order
from spit.table.settings import TableSettings
from spit.table.wire import race_fields

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


class Table:
    """A table for two.

    Args:
        match_id: Name of the first match; later ones append their number.
        names: What the seats are called; None for one that is free until somebody sits down.
        bots: Which seats are programs; those are always there.
        rules: The rules of all matches at this table.
        settings: Times and bounds.
        entropy: Gives 32 fresh random bytes at each call, for deals and coins.
        now_ms: The caller's time, by any clock that never goes back.
        order: Who wins contested plays; what arrives first, if None.
    """

    __slots__ = (
        "__weakref__", "_emoted_ms", "_free", "_house", "_id", "_is_counted", "_is_saved", "_log",
        "_mail", "_match", "_names", "_next_due_ms", "_number", "_online", "_rematch", "_watching",
        "_wins",
    )  # fmt: skip

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
        self._house = House(
            rules, self._names, bots, settings, order or ArrivalOrder(), entropy, self._online,
            self._free,
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
        self._leave()

    def connect(self, seat: int, now_ms: int) -> None:
        """Notes that a seat has a connection."""
        self._enter(seat, now_ms)
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
            self._mail.emit(m.Presence(seat=seat, online=False))
            if self.is_live:
                self._match.begin_pause(seat)
        self._leave()

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

    def next_deadline_ms(self) -> int | None:
        """When `tick` has something to do, by the caller's clock; None if never."""
        return self._next_due_ms

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

    # -------------------------------------------------------------- what the caller may ask

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

    def since(self, position: m.Position) -> m.Update | None:
        """What has happened after a position, or None if only a whole view will do."""
        return self._mail.history.since(position)

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
            saved=self._is_saved,
            **race_fields(self._match.referee.race),
        )

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
        if not self._is_counted:
            self._count_win()
        self._mail.seal()

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
            min(self._match.jobs(), key=lambda each: each[0])[1]()
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
