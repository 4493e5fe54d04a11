"""What a table sends: events for all, answers for one seat, each in order.

Owns the positions of the events, the answers that were given, and what waits to be carried away.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from spit.protocol import messages as m
from spit.rules import Reason
from spit.table.history import Answer, Answers, History
from spit.table.settings import TableSettings


class AllBut(Enum):
    """Everybody who watches or plays, apart from one seat."""

    FIRST = 0
    SECOND = 1


_ALL_BUT = AllBut.FIRST, AllBut.SECOND


class Outgoing(NamedTuple):
    """A message on its way: to one seat, to all but one, or with None to all who watch or play."""

    to: int | AllBut | None
    message: m.AnyOutbound

    def reaches(self, seat: int) -> bool:
        """Whether a seat gets it."""
        if isinstance(self.to, AllBut):
            return self.to.value != seat
        return self.to is None or self.to == seat

    @property
    def is_for_all(self) -> bool:
        """Whether it is no answer to one seat: those who watch get it."""
        return self.to is None or isinstance(self.to, AllBut)


class Mail:
    """The mail of one table.

    One seat at a time may be *behind*: what is for it waits, in its order, until its time.

    Args:
        settings: How much is remembered.
        epoch: Epoch of its positions.
        first_id: The lowest id that an action may have.
    """

    __slots__ = (
        "__weakref__", "_answers", "_kept", "_outbox", "_reached", "_unsent_answers",
        "_unsent_events", "behind", "due_ms", "history",
    )  # fmt: skip

    def __init__(self, settings: TableSettings, epoch: int, first_id: int = 1) -> None:
        self.history = History(epoch, settings.history_events)
        self._answers = tuple(Answers(settings.remembered_answers) for _ in (0, 1))
        for answers in self._answers:
            answers.next_id = first_id
        self._outbox: list[Outgoing] = []
        self._unsent_events: list[m.AnyEvent] = []
        self._unsent_answers: list[Outgoing] = []
        self._kept: list[Outgoing] = []
        self._reached = 0
        self.behind: int | None = None
        """The seat that is behind."""
        self.due_ms: int | None = None
        """Until when, by the caller's clock."""

    def emit(self, event: m.AnyEvent) -> int:
        """Adds an event for all; returns its version."""
        self._unsent_events.append(event)
        return self.history.add(event)

    def give(self, seat: int, answer: Answer) -> None:
        """Answers an action of a seat, once and for all."""
        self._answers[seat].give(answer)
        self._unsent_answers.append(Outgoing(seat, answer))

    def refuse_stranger(self, seat: int, action_id: int) -> None:
        """Answers a seat that has spoken for the other one; the id is not used up by it."""
        answer = m.Refused(id=action_id, seat=seat, reason=Reason.NOT_YOUR_SEAT)
        self._unsent_answers.append(Outgoing(seat, answer))

    def opens(self, seat: int, action_id: int) -> bool:
        """Opens an id that was never used.

        Returns:
            False if it was used before: then it is answered again, unless its answer is still to
            come.
        """
        answers = self._answers[seat]
        if action_id >= answers.next_id:  # the usual case
            answers.open(action_id)
            return True
        given = answers.given(action_id)
        if given is not None:
            self._unsent_answers.append(Outgoing(seat, given))
        elif answers.is_stale(action_id):
            stale = m.Refused(id=action_id, seat=seat, reason=Reason.STALE_ID)
            self._unsent_answers.append(Outgoing(seat, stale))
        return False

    def next_id(self, seat: int) -> int:
        """The lowest action id that the seat has not used."""
        return self._answers[seat].next_id

    def seal(self) -> None:
        """Puts what has happened since the last time into the outbox: events, then answers."""
        if self._unsent_events:
            history, events = self.history, self._unsent_events
            update = m.Update(epoch=history.epoch, version=history.version, events=events)
            if self.behind is None:
                self._outbox.append(Outgoing(None, update))
            else:
                self._outbox.append(Outgoing(_ALL_BUT[self.behind], update))
                self._kept.append(Outgoing(self.behind, update))
            self._unsent_events = []
        if self._unsent_answers:
            for answer in self._unsent_answers:
                (self._outbox if answer.to != self.behind else self._kept).append(answer)
            self._unsent_answers = []

    # -------------------------------------------------------------- a seat that is behind

    def fall_behind(self, seat: int, until_ms: int) -> None:
        """What is emitted from now on leaves for a seat at `until_ms` (the caller's clock)."""
        self.seal()
        if self.behind == seat:
            self.due_ms = until_ms if self.due_ms is None else max(self.due_ms, until_ms)
            return
        self.catch_up()
        self.behind, self.due_ms, self._reached = seat, until_ms, self.history.version

    def catch_up(self, now_ms: int | None = None) -> None:
        """Sends what is kept for the seat that is behind.

        Args:
            now_ms: The caller's time, if its own is to have come; None for at once.
        """
        if self.due_ms is None or (now_ms is not None and now_ms < self.due_ms):
            return
        self._outbox += self._kept
        self._kept = []
        self.behind = self.due_ms = None

    def since(self, position: m.Position, seat: int | None) -> m.Update | None:
        """What has happened after a position, as far as a seat has been sent it."""
        if seat is None or seat != self.behind:
            return self.history.since(position)
        return self.history.since(position, self._reached)

    def take(self) -> list[Outgoing]:
        """The outbox; it is the caller's from now on."""
        sent, self._outbox = self._outbox, []
        return sent
