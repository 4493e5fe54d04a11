"""Actions of a seat that wait: for a tentative play, for an earlier one, or for a card's turn.

Owns who has to wait for whom, in the order in which they came. It judges nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from spit.protocol import messages as m
from spit.table.hands import Touched
from spit.table.races.race import Held, Race

Tended = m.Play | m.Flip | m.Shift


class Waiting(NamedTuple):
    """An action that waits."""

    seat: int
    message: Tended | m.Spit
    touched: Touched[m.Play | m.Flip | m.Shift | m.Slap] | None
    """As it was judged first; None of a call, which is said and not done."""
    ready_ms: int
    """Not before this table time."""


def stocks_of(message: Tended | m.Spit) -> tuple[int, ...]:
    """The stock piles that an action touches."""
    if isinstance(message, m.Spit):
        return ()
    if isinstance(message, m.Shift):
        return message.stock, message.slot
    return (message.stock,)


class WaitingRoom:
    """The actions of one match that wait."""

    __slots__ = ("_looked_ms", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[Waiting] = []
        self._looked_ms = -1

    def __bool__(self) -> bool:
        """Whether any waits."""
        return bool(self._waiting)

    def add(self, waiting: Waiting) -> None:
        """Lets an action wait behind the others."""
        self._waiting.append(waiting)

    def must_wait(self, seat: int, message: Tended | m.Spit, race: Race) -> bool:
        """Whether a new action waits for a tentative play or for an earlier action of its seat."""
        if not self._waiting and not race.held:  # most of the time
            return False
        return self._is_blocked(seat, message, race, self._waiting)

    def times_ms(self) -> list[int]:
        """The times for which actions wait, in table milliseconds."""
        return [each.ready_ms for each in self._waiting if each.ready_ms > self._looked_ms]

    def next_ready(self, race: Race, now_ms: int) -> Waiting | None:
        """The first action that need not wait any more; it is the caller's from now on."""
        self._looked_ms = now_ms
        for place, each in enumerate(self._waiting):
            if each.ready_ms <= now_ms and not self._is_blocked(
                each.seat, each.message, race, self._waiting[:place]
            ):
                return self._waiting.pop(place)
        return None

    def hurry(self) -> None:
        """Nothing waits for its time any more."""
        self._waiting = [each._replace(ready_ms=0) for each in self._waiting]

    def take_resting_on(self, gone: list[Held]) -> list[Waiting]:
        """Takes out the actions that rested on plays which were taken back."""
        places = {(held.play.seat, held.play.stock) for held in gone}
        taken = [
            each
            for each in self._waiting
            if any((each.seat, stock) in places for stock in stocks_of(each.message))
        ]
        self._waiting = [each for each in self._waiting if each not in taken]
        return taken

    @staticmethod
    def _is_blocked(
        seat: int, message: Tended | m.Spit, race: Race, earlier: list[Waiting]
    ) -> bool:
        before = [each for each in earlier if each.seat == seat]
        if isinstance(message, m.Spit):  # a play that is taken back might allow another one
            return bool(race.held or before)
        stocks = stocks_of(message)
        return any(race.is_held(seat, stock) for stock in stocks) or any(
            not set(stocks).isdisjoint(stocks_of(each.message)) for each in before
        )
