"""Clients that behave badly, over links that do.

Owns a storm: two clients at one table that act at random, rightly or wrongly, say things twice,
lose their connections with all that was on its way, come back, and follow the wire's events by
`spit.protocol.follow`, as every client does. Whatever happens, both must show what the table shows
whenever nothing is on its way, and no action may stay without its answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from msgspec.structs import replace

from spit.arena.clock import Clock, Timer
from spit.arena.link import Link, LinkSettings
from spit.arena.spread import spread
from spit.protocol import messages as m
from spit.protocol.follow import follow
from spit.rules import STANDARD, Card, Rules
from spit.table import SeatMessage, Table, TableSettings

BETWEEN_MS: Final = 300.0
"""Mean time between two actions of a client."""

UP_MS: Final = 15_000.0
"""Mean time for which a connection holds."""

AWAY_MS: Final = 1_500.0
"""Mean time for which a client is away."""

NOISE: Final = 0.1
"""Share of actions that are made blindly, and of those that are said twice."""

MEASURED: Final = 0.5
"""Share of actions with which a round trip is measured, anything but exactly."""

_QUIET_MS: Final = 60_000
"""Time in which everything that is on its way arrives, once nobody acts any more."""


class StormError(AssertionError):
    """Somebody shows something else than the table."""


@dataclass(slots=True)
class Weather:
    """What a storm has seen."""

    actions: int = 0
    """Actions that the table has taken in."""
    compared: int = 0
    """How often both clients were held against the table."""
    lost: int = 0
    """Connections that were lost."""
    resyncs: int = 0
    rounds: int = 0
    matches: int = 0
    taken_back: int = 0

    def merge(self, other: Weather) -> None:
        """Adds another storm's."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class Stranger:
    """A client of one seat that follows the wire and acts at random."""

    def __init__(self, seat: int, rules: Rules, rng: Random) -> None:
        self.seat = seat
        self.view: m.TableView | None = None
        self.unanswered: dict[int, SeatMessage] = {}
        self._fits = rules.fits
        self._rng = rng
        self._next_id = 1

    @property
    def position(self) -> m.Position | None:
        """What it holds."""
        return None if self.view is None else m.Position(self.view.epoch, self.view.version)

    def hear(self, message: m.AnyOutbound) -> bool:
        """Follows a message; False if it has lost touch."""
        if isinstance(message, m.Snapshot):
            self.view = message.view
        elif isinstance(message, m.Update):
            after = None if self.view is None else follow(self.view, message)
            if after is None:
                return False
            self.view = after
        elif isinstance(message, m.Accepted | m.Refused):
            self.unanswered.pop(message.id, None)
        return True

    def act(self) -> SeatMessage | None:
        """What it does now, if anything."""
        view, rng = self.view, self._rng
        if view is None:
            return None
        message = self._chosen(view) if rng.random() >= NOISE else self._blind()
        if message is not None:
            self._next_id += 1
            self.unanswered[message.id] = message
        return message

    def _chosen(self, view: m.TableView) -> SeatMessage | None:
        """Something that makes sense by what it shows."""
        seat, action_id = self.seat, self._next_id
        if view.paused is not None:
            if view.claimable == 1 - seat:
                return m.Claim(id=action_id, seat=seat)
            return m.Resume(id=action_id, seat=seat) if seat in view.paused.seats else None
        match view.phase:
            case "over":
                return None if view.rematch[seat] else m.Rematch(id=action_id, seat=seat)
            case "slap":
                return m.Slap(id=action_id, seat=seat, pile=self._rng.randrange(2))
            case "ready":
                return None if view.calls[seat].said else m.Spit(id=action_id, seat=seat)
            case "play":
                return self._move(view)
            case _:
                return None

    def _move(self, view: m.TableView) -> SeatMessage | None:
        """A play that fits, else a flip, else a shift, else a call."""
        seat, rng, action_id = self.seat, self._rng, self._next_id
        stocks = view.stocks[seat]
        for stock in rng.sample(range(5), 5):
            up = stocks[stock].up
            if not up and stocks[stock].down:
                return m.Flip(id=action_id, seat=seat, stock=stock, since_touch_ms=self._span())
            for pile, spit in enumerate(view.spits):
                if up and spit.top and self._fits[Card.parse(spit.top)][Card.parse(up[-1])]:
                    return self._play(stock, pile, up[-1], spit)
        empty = [slot for slot in range(5) if not stocks[slot].up]
        full = [slot for slot in range(5) if stocks[slot].up and stocks[slot].down]
        if empty and full and rng.random() < 0.7:
            stock = rng.choice(full)
            card = stocks[stock].up[-1]
            return m.Shift(id=action_id, seat=seat, stock=stock, slot=empty[0], card=card)
        if view.calls[seat].said:
            return None
        choices = view.spit_choices[seat]
        pile_named = rng.choice(choices) if choices else None
        return m.Spit(id=action_id, seat=seat, pile=pile_named)

    def _play(self, stock: int, pile: int, card: str, spit: m.SpitPileView) -> m.Play:
        return m.Play(
            id=self._next_id,
            seat=self.seat,
            stock=stock,
            pile=pile,
            card=card,
            top=spit.top or card,
            top_version=spit.version,
            reacted_ms=self._span(),
            since_touch_ms=self._span(),
        )

    def _span(self) -> int | None:
        """A time that it claims: any, or none."""
        return None if self._rng.random() < NOISE else self._rng.randrange(2_000)

    def _blind(self) -> SeatMessage:
        """Anything at all that the wire can carry."""
        seat, rng, action_id = self.seat, self._rng, self._next_id
        stock, pile = rng.randrange(5), rng.randrange(2)
        card, top = (str(Card(rng.randrange(52))) for _ in range(2))
        makers: tuple[Callable[[], SeatMessage], ...] = (
            lambda: m.Play(
                id=action_id, seat=seat, stock=stock, pile=pile, card=card, top=top,
                top_version=rng.randrange(100), reacted_ms=self._span(),
            ),
            lambda: m.Flip(id=action_id, seat=seat, stock=stock),
            lambda: m.Shift(
                id=action_id, seat=seat, stock=stock, slot=rng.randrange(5), card=card
            ),
            lambda: m.Spit(id=action_id, seat=seat, pile=rng.choice((None, 0, 1))),
            lambda: m.Slap(id=action_id, seat=seat, pile=pile, reacted_ms=self._span()),
            lambda: m.Emote(id=action_id, seat=seat, emote="hello"),
            lambda: m.Claim(id=action_id, seat=seat),
        )  # fmt: skip
        return rng.choice(makers)()


class Storm:
    """One table in bad weather.

    Args:
        settings: Of the table.
        seed: Of everything.
        trips_ms: Round trips by seat.
    """

    def __init__(
        self, settings: TableSettings, seed: str, trips_ms: tuple[float, float] = (40.0, 240.0)
    ) -> None:
        self._rng = Random(f"{seed}/weather")
        self._clock = Clock()
        entropy = Random(f"{seed}/table")
        self._table = Table(
            "storm", ("first", "second"), (False, False), STANDARD, settings,
            lambda: entropy.randbytes(32), 0,
        )  # fmt: skip
        self._ticks = Timer(self._clock, self._table.next_deadline_ms, self._tick)
        self._strangers = [Stranger(seat, STANDARD, Random(f"{seed}/{seat}")) for seat in (0, 1)]
        self._links = [
            [
                Link(
                    LinkSettings(trips_ms[seat] / 2, jitter=0.5, stall=0.05),
                    Random(f"{seed}/{seat}/{way}"),
                )
                for way in ("down", "up")
            ]
            for seat in (0, 1)
        ]
        self._trips_ms = trips_ms
        self._calls = [0, 0]
        """By seat, the number of its connection; what belongs to an older one is lost."""
        self._has_joined = [False, False]
        self._on_the_way = 0
        self._wanted = 0
        self._is_calm = False
        self.weather = Weather()

    def run(self, actions: int) -> Weather:
        """Lets the storm rage until the table has taken in so many actions, then calm down.

        Raises:
            StormError: A client shows something else than the table, or was left unanswered.
        """
        self._wanted = actions
        for seat in (0, 1):
            self._dial(seat)
            self._clock.at(0.0, partial(self._act, seat))
        while not self._is_calm and self._clock.step():
            self._compare_if_quiet()
        self._is_calm = True
        until_ms = self._clock.now_ms + _QUIET_MS
        while not (self._is_answered() and self._compare_if_quiet()):
            if not self._clock.step() or self._clock.now_ms > until_ms:
                open_ids = [list(each.unanswered) for each in self._strangers]
                raise StormError(f"not all was answered and shown; without answer: {open_ids}")
        return self.weather

    # -------------------------------------------------------------- connections

    def _dial(self, seat: int) -> None:
        """A client connects: its hello is on its way."""
        self._calls[seat] += 1
        self._up(seat, partial(self._join, seat))
        if not self._is_calm:
            self._clock.at(
                self._clock.now_ms + self._rng.expovariate(1 / UP_MS),
                partial(self._lose, seat, self._calls[seat]),
            )

    def _join(self, seat: int) -> None:
        now_ms = int(self._clock.now_ms)
        self._has_joined[seat] = True
        self._table.connect(seat, now_ms)
        self._show(seat)
        self._carry()
        for message in list(self._strangers[seat].unanswered.values()):
            self._up(seat, partial(self._receive, seat, message))

    def _show(self, seat: int) -> None:
        """Sends what the client has missed, or the whole view."""
        position, table = self._strangers[seat].position, self._table
        missed = None if position is None else table.since(position, seat)
        view = table.view(int(self._clock.now_ms))
        self._down(seat, m.Snapshot(view=view) if missed is None else missed)

    def _lose(self, seat: int, call: int) -> None:
        """A connection is gone with all that is on its way; the client comes back later."""
        if call != self._calls[seat] or self._is_calm:
            return
        self.weather.lost += 1
        self._calls[seat] += 1
        if self._has_joined[seat]:
            self._has_joined[seat] = False
            self._table.disconnect(seat, int(self._clock.now_ms))
            self._carry()
        away_ms = self._rng.expovariate(1 / AWAY_MS)
        self._clock.at(self._clock.now_ms + away_ms, partial(self._dial, seat))

    def _up(self, seat: int, arrive: Callable[[], None]) -> None:
        self._carried(seat, self._links[seat][1], arrive)

    def _down(self, seat: int, message: m.AnyOutbound) -> None:
        self._carried(seat, self._links[seat][0], partial(self._hear, seat, message))

    def _carried(self, seat: int, link: Link, arrive: Callable[[], None]) -> None:
        call = self._calls[seat]
        self._on_the_way += 1

        def arrived() -> None:
            self._on_the_way -= 1
            if call == self._calls[seat]:
                arrive()

        self._clock.at(link.send(self._clock.now_ms), arrived)

    # -------------------------------------------------------------- what is said

    def _act(self, seat: int) -> None:
        """A client acts, and will again."""
        if self._is_calm:
            return
        if self._has_joined[seat]:
            message = self._strangers[seat].act()
            if message is not None:
                for _ in range(1 + (self._rng.random() < NOISE)):
                    self._up(seat, partial(self._receive, seat, message))
        self._clock.at(
            self._clock.now_ms + self._rng.expovariate(1 / BETWEEN_MS), partial(self._act, seat)
        )

    def _receive(self, seat: int, message: SeatMessage) -> None:
        """The table takes an action in; of the way there it hears this and that."""
        if self._rng.random() < MEASURED:
            trip_ms = self._trips_ms[seat] * self._rng.uniform(0.5, 2.5)
            self._table.note_round_trip(seat, trip_ms, int(self._clock.now_ms))
        self._table.receive(seat, message, int(self._clock.now_ms))
        self.weather.actions += 1
        self._is_calm = self._is_calm or self.weather.actions >= self._wanted
        self._carry()

    def _tick(self) -> None:
        self._table.tick(int(self._clock.now_ms))
        self._carry()

    def _carry(self) -> None:
        """Sends what the table has to say to those who are there."""
        for each in self._table.take_outbox():
            if each.is_for_all and isinstance(each.message, m.Update):
                self._note(each.message)
            for seat in (0, 1):
                if each.reaches(seat) and self._has_joined[seat]:
                    self._down(seat, each.message)
        self._table.take_log()
        self._ticks.look()

    def _note(self, update: m.Update) -> None:
        for event in update.events:
            self.weather.rounds += isinstance(event, m.RoundEnded)
            self.weather.matches += isinstance(event, m.MatchEnded)
            self.weather.taken_back += isinstance(event, m.TakenBack)

    def _hear(self, seat: int, message: m.AnyOutbound) -> None:
        if not self._strangers[seat].hear(message):
            self.weather.resyncs += 1
            self._up(seat, partial(self._show, seat))

    # -------------------------------------------------------------- what must be so

    def _compare_if_quiet(self) -> bool:
        """Holds both clients against the table if nothing is on its way; whether it could."""
        is_behind = self._table.is_behind(0) or self._table.is_behind(1)
        if self._on_the_way or is_behind or not all(self._has_joined):
            return False
        view = self._table.view(int(self._clock.now_ms))
        self.weather.compared += 1
        for stranger in self._strangers:
            if stranger.view is None or _timeless(stranger.view) != _timeless(view):
                raise StormError(f"seat {stranger.seat} shows {stranger.view}, the table {view}")
        return True

    def _is_answered(self) -> bool:
        """Whether everybody is there and has heard what became of all that he did."""
        return all(self._has_joined) and not any(each.unanswered for each in self._strangers)


STORM: Final = 5_000
"""Actions of one storm, of many."""


def storms(
    actions: int,
    settings: TableSettings,
    seed: str,
    processes: int,
    progress: Callable[[int], None] = lambda _: None,
) -> Weather:
    """Lets storms rage over many tables until they have taken in so many actions.

    Args:
        actions: How many at least.
        settings: Of the tables.
        seed: The same seed gives the same storms, whatever the number of processes.
        processes: How many to use.
        progress: Is told of each number of actions.

    Raises:
        StormError: Somebody was shown something else than the table, or was left unanswered.
    """
    weather = Weather()
    jobs = [
        (settings, f"{seed}/{first}", min(STORM, actions - first))
        for first in range(0, actions, STORM)
    ]
    for each in spread(storm, jobs, processes):
        weather.merge(each)
        progress(each.actions)
    return weather


def storm(settings: TableSettings, seed: str, actions: int) -> Weather:
    """One storm; as `Storm.run`."""
    return Storm(settings, seed).run(actions)


def _timeless(view: m.TableView) -> m.TableView:
    """A view without what is left of its clocks, which runs on while messages are on their way."""
    countdown, paused = view.countdown, view.paused
    return replace(
        view,
        countdown=None if countdown is None else m.Countdown(countdown.kind, 0),
        paused=None if paused is None else replace(paused, left_ms=[0, 0]),
    )
