"""The game: every rule of docs/rules.md, as pure functions over immutable values.

Owns what is legal and what follows from it. It imports the standard library's pure parts only and
knows no clock, no network, no player. A whole match at random::

    from random import Random
    from spit.rules import Phase, STANDARD, apply, deal, legal_actions, new_match

    rng, state = Random(7), new_match(STANDARD)
    while state.phase is not Phase.OVER:
        if state.phase is Phase.DEAL:
            action = deal(state, rng.randbytes(32))
        else:
            action = rng.choice(legal_actions(state, 0) + legal_actions(state, 1))
        state, events = apply(state, action)
"""

from spit.rules.actions import (
    SEATS,
    SLOTS,
    Action,
    Call,
    Deal,
    EarlyReason,
    EndEarly,
    Flip,
    Play,
    SeatAction,
    Shift,
    Slap,
)
from spit.rules.cards import PACK, RANKS, SUITS, Card, CardError, parse_packet, write_packet
from spit.rules.engine import apply
from spit.rules.events import (
    Called,
    CallsWithdrawn,
    Dealt,
    Event,
    Flipped,
    MatchEnded,
    Played,
    ResultReason,
    RoundEnded,
    Shifted,
    Slapped,
    Spat,
    SpitFlip,
    Stopped,
    StopReason,
)
from spit.rules.legal import (
    can_flip,
    chance_actions,
    has_play,
    is_stuck,
    is_useful_shift,
    legal_actions,
    smaller_pile,
    spit_card_counts,
    spit_choices,
    who_can_play,
)
from spit.rules.options import (
    CUSTOM,
    OPTIONS,
    PRESETS,
    STANDARD,
    FlipMode,
    OptionsError,
    PointsCount,
    Respit,
    Rules,
    Scoring,
    ShortDeal,
    SlapMode,
    Switch,
    Wrap,
    choose_rules,
    parse_rules,
)
from spit.rules.reasons import Reason, Rejected
from spit.rules.record import Extra, Header, RecordLine, RecordWriter, read_record
from spit.rules.record_format import FORMAT, Fault, RecordError
from spit.rules.settle import Outcome
from spit.rules.shuffle import deal, shuffled
from spit.rules.state import (
    Phase,
    Pile,
    PileView,
    Position,
    SpitView,
    State,
    View,
    cards_in_stock,
    new_match,
    view_of,
)
from spit.rules.verify import Replay, verify

__all__ = [
    "CUSTOM",
    "FORMAT",
    "OPTIONS",
    "PACK",
    "PRESETS",
    "RANKS",
    "SEATS",
    "SLOTS",
    "STANDARD",
    "SUITS",
    "Action",
    "Call",
    "Called",
    "CallsWithdrawn",
    "Card",
    "CardError",
    "Deal",
    "Dealt",
    "EarlyReason",
    "EndEarly",
    "Event",
    "Extra",
    "Fault",
    "Flip",
    "FlipMode",
    "Flipped",
    "Header",
    "MatchEnded",
    "OptionsError",
    "Outcome",
    "Phase",
    "Pile",
    "PileView",
    "Play",
    "Played",
    "PointsCount",
    "Position",
    "Reason",
    "RecordError",
    "RecordLine",
    "RecordWriter",
    "Rejected",
    "Replay",
    "Respit",
    "ResultReason",
    "RoundEnded",
    "Rules",
    "Scoring",
    "SeatAction",
    "Shift",
    "Shifted",
    "ShortDeal",
    "Slap",
    "SlapMode",
    "Slapped",
    "Spat",
    "SpitFlip",
    "SpitView",
    "State",
    "StopReason",
    "Stopped",
    "Switch",
    "View",
    "Wrap",
    "apply",
    "can_flip",
    "cards_in_stock",
    "chance_actions",
    "choose_rules",
    "deal",
    "has_play",
    "is_stuck",
    "is_useful_shift",
    "legal_actions",
    "new_match",
    "parse_packet",
    "parse_rules",
    "read_record",
    "shuffled",
    "smaller_pile",
    "spit_card_counts",
    "spit_choices",
    "verify",
    "view_of",
    "who_can_play",
    "write_packet",
]
