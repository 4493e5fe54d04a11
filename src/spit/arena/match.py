"""Rounds between two simulated people at a real table.

Owns what joins them: the links, the pings by which the table measures them, and the delivery of
messages. It notes what each round came to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from math import ceil
from random import Random
from typing import Final, NamedTuple

from spit.arena.clock import Clock, Timer
from spit.arena.contests import Contest, Top, contests
from spit.arena.liars import Liar, Lie
from spit.arena.link import Link, LinkSettings
from spit.arena.person import Person, Send
from spit.arena.pings import Pings, Trip
from spit.arena.screen import HandAction, Shown
from spit.bots import Level
from spit.protocol import messages as m
from spit.rules import STANDARD, Card, Played, Spat, Stopped, cards_in_stock
from spit.table import Table, TableSettings

LIMIT_MS: Final = 600_000
"""A round that takes longer is stuck."""


class Path(NamedTuple):
    """The connection of one seat."""

    down: LinkSettings
    """From the server."""
    up: LinkSettings
    """To the server."""


@dataclass(slots=True)
class RoundResult:
    """What a round came to. Pairs are by seat."""

    won: float = 0.5
    """By seat 0: 1 if it cleared, or if the round was blocked and it has fewer cards in its stock;
    0 if the other did; 0.5 for as many."""
    is_stuck: bool = False
    """Whether it did not end."""
    contests: list[Contest] = field(default_factory=list)
    plays: list[int] = field(default_factory=lambda: [0, 0])
    """Cards that were played."""
    holds_ms: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    """How long each tentative play of a seat was so."""
    withdrawn: list[int] = field(default_factory=lambda: [0, 0])
    """Tentative plays that were taken back for all to see."""
    taken_back: list[int] = field(default_factory=lambda: [0, 0])
    """Cards that lay rightly on their player's own screen and flew back from there: those that
    were withdrawn, and those that came too late to be shown to anybody else."""
    slapped: int | None = None
    """Who slapped first, if there was a slap."""
    actions: int = 0
    """Messages of both."""


class Sitting:
    """Two people who stay at one table, so that what it has learned of them goes on.

    Args:
        paths: Their connections, by seat.
        level: How well both play.
        settings: Of the table.
        chance: By seat, seeds the links.
        lies: By seat, how its client lies; None for an honest one.
    """

    def __init__(
        self,
        paths: tuple[Path, Path],
        level: Level,
        settings: TableSettings,
        chance: tuple[str, str],
        lies: tuple[Lie | None, Lie | None] = (None, None),
    ) -> None:
        self.clock = Clock()
        self.level = level
        self.lies = lies
        self.is_measured = settings.fair is not None
        self._entropy = Random()
        self.table = Table(
            "arena", ("first", "second"), (False, False), STANDARD, settings,
            lambda: self._entropy.randbytes(32), 0,
        )  # fmt: skip
        self.down = [Link(paths[seat].down, Random(f"{chance[seat]}/down")) for seat in (0, 1)]
        self.up = [Link(paths[seat].up, Random(f"{chance[seat]}/up")) for seat in (0, 1)]
        self._ping_rngs = [Random(f"{chance[seat]}/pings") for seat in (0, 1)]
        self.pings: list[Pings] = []

    def begin(self, deal: str, people: list[Person]) -> int:
        """Lets a match begin, the next one if there was one: both are there, nothing is dealt.

        Args:
            deal: Seeds the cards.
            people: By seat.

        Returns:
            When the cards are dealt.
        """
        table, now_ms = self.table, ceil(self.clock.now_ms)
        self._entropy.seed(deal)
        if self.pings:
            self._begin_again(now_ms)
        else:
            for seat in (0, 1):
                table.connect(seat, now_ms)
            self.pings = [
                Pings(
                    people[seat],
                    self.down[seat],
                    self.up[seat],
                    self._ping_rngs[seat],
                    is_direct=_is_direct(self.lies[seat]),
                )
                for seat in (0, 1)
            ]
            for pings in self.pings:
                for trip in pings.begin(now_ms):
                    table.note_round_trip(trip.seat, trip.trip_ms, now_ms)
        for pings, person in zip(self.pings, people, strict=True):
            pings.person = person
        table.take_outbox()
        table.take_log()
        start_ms = table.next_deadline_ms()
        assert start_ms is not None, "a match that is complete begins"
        return start_ms

    def _begin_again(self, now_ms: int) -> None:
        """Ends the match that is on, and begins another."""
        table = self.table
        self.clock.clear()
        if not table.is_over:
            table.receive(0, m.Resign(id=table.next_id(0), seat=0), now_ms)
        for seat in (0, 1):
            table.receive(seat, m.Rematch(id=table.next_id(seat), seat=seat), now_ms)


class Round:
    """One round, run to its end by `run`.

    Args:
        sitting: The table and who sits there; one round at a time.
        deal: Seeds the cards.
        chance: By seat, seeds the person.
    """

    def __init__(self, sitting: Sitting, deal: str, chance: tuple[str, str]) -> None:
        self._clock = sitting.clock
        self._table = sitting.table
        self._down, self._up = sitting.down, sitting.up
        self.people = [
            _person(
                sitting.lies[seat], seat, sitting.level, chance[seat], partial(self._sent, seat)
            )
            for seat in (0, 1)
        ]
        self._start_ms = sitting.begin(deal, self.people)
        for person in self.people:
            person.next_id = sitting.table.next_id(person.seat)
        self._pings = sitting.pings
        self._wakes = [
            Timer(self._clock, person.next_ms, partial(self._wake, person))
            for person in self.people
        ]
        self._ticks = Timer(self._clock, self._table.next_deadline_ms, self._tick)
        self._shown: dict[int, Shown] = {}
        self._remember()
        self._is_measured = sitting.is_measured
        self._open: dict[int, tuple[int, float]] = {}
        self._covered_by: dict[Top, int] = {}
        self._tops: dict[int, Card] = {}
        self._is_over = False
        self.result = RoundResult()

    def run(self) -> RoundResult:
        """Plays the round."""
        self._begin()
        clock, limit_ms = self._clock, self._start_ms + LIMIT_MS
        while not self._is_over:
            if not clock.step() or clock.now_ms > limit_ms:
                self.result.is_stuck = True
                break
        first, second = self.people
        self.result.taken_back = [first.flown_back, second.flown_back]
        self.result.contests = contests(first.attempts(), second.attempts(), self._covered_by)
        return self.result

    def _begin(self) -> None:
        """Both are ready: the cards are dealt and the first ones turned."""
        table, start_ms = self._table, self._start_ms
        table.tick(start_ms)
        self._remember()
        for seat, person in enumerate(self.people):
            table.receive(seat, m.Spit(id=person.take_id(), seat=seat), start_ms)
            self._remember()
        self._clock.at(start_ms, self._carry)

    # -------------------------------------------------------------- to the table

    def _sent(self, seat: int, message: HandAction, delay_ms: float) -> None:
        if delay_ms:
            later = partial(self._sent, seat, message, 0.0)
            self._clock.at(self._clock.now_ms + delay_ms, later)
            return
        self.result.actions += 1
        if self._is_measured:
            self._pings[seat].catch_up(self._clock.now_ms)
        arrival_ms = self._up[seat].send(self._clock.now_ms)
        self._clock.at(arrival_ms, partial(self._arrive, seat, message))

    def _arrive(self, seat: int, message: HandAction) -> None:
        self._measure()
        self._table.receive(seat, message, int(self._clock.now_ms))
        self._carry()

    def _measure(self) -> None:
        """Lets the table know what its pings have come to by now; by arrival it asks for none."""
        if self._is_measured:
            for pings in self._pings:
                self._note_trips(pings.until(self._clock.now_ms), int(self._clock.now_ms))

    def _note_trips(self, trips: list[Trip], now_ms: int) -> None:
        for trip in trips:
            self._table.note_round_trip(trip.seat, trip.trip_ms, now_ms)
        if trips:
            self._remember()

    def _tick(self) -> None:
        self._measure()
        self._table.tick(int(self._clock.now_ms))
        self._carry()

    # -------------------------------------------------------------- from the table

    def _carry(self) -> None:
        """Sends what the table has to say, and notes what is final."""
        sent = self._table.take_outbox()
        if sent:
            self._note_final()
            self._remember()
            for each in sent:
                if each.is_for_all and isinstance(each.message, m.Update):
                    self._watch(each.message)
            for seat in (0, 1):
                mine = [each.message for each in sent if each.reaches(seat)]
                if mine:
                    self._send(seat, mine)
        self._ticks.look()

    def _remember(self) -> None:
        """Keeps what the table shows at its present version, for those who hear of it later."""
        version = self._table.position.version
        if version not in self._shown:
            view = self._table.rules_view()
            tops = tuple([self._table.top_version(pile) for pile in range(len(view.spits))])
            self._shown[version] = Shown(view, tops)

    def _shown_at(self, version: int) -> Shown:
        """What the table showed at a version, or shortly before if that passed within a call."""
        while version not in self._shown:
            version -= 1
        return self._shown[version]

    def _send(self, seat: int, messages: list[m.AnyOutbound]) -> None:
        """What is said at once goes as one packet."""
        arrival_ms = self._down[seat].send(self._clock.now_ms)
        self._clock.at(arrival_ms, partial(self._hear, self.people[seat], messages))

    def _hear(self, person: Person, messages: list[m.AnyOutbound]) -> None:
        now_ms = self._clock.now_ms
        for message in messages:
            after = self._shown_at(message.version) if isinstance(message, m.Update) else None
            person.hear(message, after, now_ms)
        self._wakes[person.seat].look()

    def _wake(self, person: Person) -> None:
        person.wake(int(self._clock.now_ms))

    # -------------------------------------------------------------- what it comes to

    def _watch(self, update: m.Update) -> None:
        """Notes what was tentative, and for how long."""
        now_ms = self._clock.now_ms
        version = update.version - len(update.events)
        for event in update.events:
            version += 1
            if isinstance(event, m.Played):
                if event.tentative:
                    self._open[version] = event.seat, now_ms
            elif isinstance(event, m.Settled | m.TakenBack):
                for play in event.plays:
                    seat, since_ms = self._open.pop(play)
                    self.result.holds_ms[seat].append(round(now_ms - since_ms))
                    if isinstance(event, m.TakenBack):
                        self.result.withdrawn[seat] += 1
            elif isinstance(event, m.Slapped):
                self.result.slapped = event.seat
            elif isinstance(event, m.RoundEnded | m.MatchEnded):
                self._is_over = True

    def _note_final(self) -> None:
        result = self.result
        for entry in self._table.take_log():
            for event in entry.events:
                if isinstance(event, Played):
                    result.plays[event.seat] += 1
                    self._covered_by[event.pile, self._tops[event.pile]] = event.seat
                    self._tops[event.pile] = event.card
                elif isinstance(event, Spat):
                    for flip in event.flips:
                        self._tops[flip.pile] = flip.card
                elif isinstance(event, Stopped):
                    result.won = self._won(event)

    def _won(self, event: Stopped) -> float:
        if event.cleared is not None:
            return float(event.cleared == 0)
        stocks = self._table.rules_view().stocks
        mine, other = (cards_in_stock(stocks[seat]) for seat in (0, 1))
        return 0.5 if mine == other else float(mine < other)


def _is_direct(lie: Lie | None) -> bool:
    return lie is not None and lie.is_direct


def _person(lie: Lie | None, seat: int, level: Level, chance: str, send: Send) -> Person:
    rng = Random(f"{chance}/person")
    return Person(seat, level, rng, send) if lie is None else Liar(lie, seat, level, rng, send)
