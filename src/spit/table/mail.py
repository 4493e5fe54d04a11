"""What a table sends: events for all, answers for one seat, each in order.

Owns the positions of the events, the answers that were given, and what waits to be carried away.
"""

from __future__ import annotations

from typing import NamedTuple

from spit.protocol import messages as m
from spit.rules import Reason
from spit.table.history import Answer, Answers, History
from spit.table.settings import TableSettings


class Outgoing(NamedTuple):
    """A message on its way: to one seat, or with None to everybody who watches or plays."""

    to: int | None
    message: m.AnyOutbound


class Mail:
    """The mail of one table.

    Args:
        settings: How much is remembered.
        epoch: Epoch of its positions.
        first_id: The lowest id that an action may have.
    """

    __slots__ = (
        "__weakref__", "_answers", "_outbox", "_unsent_answers", "_unsent_events", "history",
    )  # fmt: skip

    def __init__(self, settings: TableSettings, epoch: int, first_id: int = 1) -> None:
        self.history = History(epoch, settings.history_events)
        self._answers = tuple(Answers(settings.remembered_answers) for _ in (0, 1))
        for answers in self._answers:
            answers.next_id = first_id
        self._outbox: list[Outgoing] = []
        self._unsent_events: list[m.AnyEvent] = []
        self._unsent_answers: list[Outgoing] = []

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
            self._outbox.append(Outgoing(None, update))
            self._unsent_events = []
        if self._unsent_answers:
            self._outbox += self._unsent_answers
            self._unsent_answers = []

    def take(self) -> list[Outgoing]:
        """The outbox; it is the caller's from now on."""
        sent, self._outbox = self._outbox, []
        return sent
