"""What a client that lost touch can be told, and what was answered already."""

from __future__ import annotations

from spit.protocol.messages import Accepted, AnyEvent, Position, Refused, Update


class History:
    """The position of a match and its last events.

    Args:
        epoch: Raised by every restore from a journal.
        limit: How many events are kept.
    """

    __slots__ = ("_events", "_limit", "epoch", "version")

    def __init__(self, epoch: int, limit: int) -> None:
        self.epoch = epoch
        self.version = 0
        self._events: list[AnyEvent] = []
        self._limit = limit

    @property
    def position(self) -> Position:
        """Where the match is now."""
        return Position(self.epoch, self.version)

    def add(self, event: AnyEvent) -> int:
        """Keeps an event.

        Returns:
            Its version.
        """
        self.version += 1
        self._events.append(event)
        if len(self._events) > self._limit:
            del self._events[0]
        return self.version

    def since(self, position: Position, until: int | None = None) -> Update | None:
        """The events after a position, or None if they are not remembered.

        Args:
            position: What somebody knows.
            until: The version of the last one; all if None.
        """
        missed = self.version - position.version
        if position.epoch != self.epoch or not 0 <= missed <= len(self._events):
            return None
        events = self._events[len(self._events) - missed :]
        if until is not None and until < self.version:
            events = events[: max(0, until - position.version)]
        version = position.version + len(events)
        return Update(epoch=self.epoch, version=version, events=events)


Answer = Accepted | Refused


class Answers:
    """The ids a seat has used, with the answers it was given.

    A repeated id is answered again, never applied again.

    Args:
        limit: How many answers are kept.
    """

    __slots__ = ("_given", "_limit", "_open", "next_id")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._given: list[Answer] = []
        self._open: set[int] = set()
        self.next_id = 1

    def is_open(self, action_id: int) -> bool:
        """Whether the action with this id still waits for its answer."""
        return action_id in self._open

    def given(self, action_id: int) -> Answer | None:
        """The answer given to this id, if it is remembered."""
        return next((each for each in self._given if each.id == action_id), None)

    def is_stale(self, action_id: int) -> bool:
        """Whether the id was used, or passed over, too long ago to know."""
        is_known = action_id in self._open or self.given(action_id) is not None
        return action_id < self.next_id and not is_known

    def open(self, action_id: int) -> None:
        """Notes that an action with this id was taken in."""
        self._open.add(action_id)
        if action_id >= self.next_id:
            self.next_id = action_id + 1

    def give(self, answer: Answer) -> None:
        """Notes the answer to an id."""
        self._open.discard(answer.id)
        self._given.append(answer)
        if len(self._given) > self._limit:
            del self._given[0]
