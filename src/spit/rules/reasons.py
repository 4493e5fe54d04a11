"""Why an action was refused.

Owns the one list of reasons that runs unchanged from the rules over the wire to the sentence
a player reads. It knows no state and no table.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Reason(StrEnum):
    """One reason for a refusal; its value is what the wire and the catalogues use.

    The first group comes from the rules of the cards, the second from the live table.
    """

    # From spit.rules.
    WRONG_PHASE = "wrong-phase"  # nothing of that kind can happen now (R3.1, R6.1)
    NO_SUCH_PLACE = "no-such-place"  # not a seat, stock pile, slot or spit pile (R2.5, R5.3)
    EMPTY_PILE = "empty-pile"  # the stock pile holds no card (R4.1)
    FACE_DOWN = "face-down"  # its top card is still face down (R4.1)
    FACE_UP = "face-up"  # its top card is face up already (R5.1)
    DOES_NOT_FIT = "does-not-fit"  # the rank is not next to the top card's (R1.3)
    SLOT_TAKEN = "slot-taken"  # a shift needs an empty slot (R5.2)
    SINGLE_CARD = "single-card"  # shifting the only card of a pile changes nothing (R5.2)
    PLAY_EXISTS = "play-exists"  # while any legal play exists nobody may spit (R3.4)
    ALREADY_SAID = "already-said"  # what was said stands (R3.5)
    WRONG_SPIT_PILE = "wrong-spit-pile"  # not a pile this seat may spit on (R3.2)
    WRONG_CARDS = "wrong-cards"  # a packet that is not the seat's cards (R2.1, R6.6)
    # From spit.table.
    LOST_RACE = "lost-race"  # the opponent's card touched first (R4.3)
    MISPLAY = "misplay"  # it never fitted what the player's screen showed
    TOO_FAST = "too-fast"  # more touches wait than a hand can have under way (R4.2)
    CARD_MOVED = "card-moved"  # the card named is not the top of that pile any more
    NOT_YOUR_SEAT = "not-your-seat"
    PAUSED = "paused"
    TAKEN_BACK = "taken-back"  # what it rested on was taken back
    NOT_CLAIMABLE = "not-claimable"
    NOT_OFFERED = "not-offered"  # nothing to answer, to resume or to rematch now
    STALE_ID = "stale-id"  # an id lower than one already used, and no longer remembered
    NO_PAUSES_LEFT = "no-pauses-left"


class Rejected(NamedTuple):
    """An action that was refused; nothing on the table changed."""

    reason: Reason
    rule: str
    """Number of the rule it breaks, as ``"R4.1"``."""
