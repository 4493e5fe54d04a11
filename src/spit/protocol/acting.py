"""What a client sends for an action: the reference for programs that play.

Owns the step from an action of the rules, and the table that its player saw, to a message; and what
a client has to remember for it, which version made which card a top.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from spit.protocol import events as e
from spit.protocol.inbound import Flip, Play, Shift, Slap, Spit
from spit.protocol.outbound import Update
from spit.rules import Call, SeatAction, View
from spit.rules import Flip as FlipAction
from spit.rules import Play as PlayAction
from spit.rules import Shift as ShiftAction

HandMessage = Play | Flip | Shift | Spit | Slap

ANY_CARD: Final = "2s"
"""Named where the player saw no card; the table will say that it has moved."""


class Tops:
    """Which version made which card the top of which spit pile, as a client keeps it."""

    def __init__(self) -> None:
        self._versions: dict[tuple[int, str], int] = {}

    def follow(self, update: Update) -> None:
        """Takes note of the cards that came onto the spit piles."""
        first = update.version - len(update.events) + 1
        for version, event in enumerate(update.events, start=first):
            if isinstance(event, e.Dealt):
                self._versions.clear()
            elif isinstance(event, e.Played):
                self._versions[event.pile, event.card] = version
            elif isinstance(event, e.Spat):
                for flip in event.flips:
                    self._versions[flip.pile, flip.card] = version

    def version(self, pile: int, card: str) -> int:
        """The version that made `card` the top of `pile`, 0 if it never was."""
        return self._versions.get((pile, card), 0)


def message_for(
    action: SeatAction, seen: View, action_id: int, version: Callable[[int, str], int]
) -> HandMessage:
    """The message that a client sends for an action of someone who sees `seen`.

    Args:
        action: It.
        seen: The table as its player believes it to be.
        action_id: The id of the message.
        version: Says which version made a card the top of a pile, as `Tops.version` does.

    Returns:
        The message, without claims about time.
    """
    seat = action.seat
    match action:
        case PlayAction(_, stock, pile):
            top = str(seen.tops[pile]) if pile < len(seen.tops) else ANY_CARD
            return Play(
                id=action_id, seat=seat, stock=stock, pile=pile, card=_card(seen, seat, stock),
                top=top, top_version=version(pile, top),
            )  # fmt: skip
        case FlipAction(_, stock):
            return Flip(id=action_id, seat=seat, stock=stock)
        case ShiftAction(_, stock, slot):
            card = _card(seen, seat, stock)
            return Shift(id=action_id, seat=seat, stock=stock, slot=slot, card=card)
        case Call(_, named):
            return Spit(id=action_id, seat=seat, pile=named)
        case _:
            return Slap(id=action_id, seat=seat, pile=action.pile)


def _card(seen: View, seat: int, stock: int) -> str:
    """The card that someone who sees `seen` takes from a stock pile."""
    up = seen.stocks[seat][stock].up
    return str(up[-1]) if up else ANY_CARD
