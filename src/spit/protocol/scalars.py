"""The words of the wire: numbers, codes and names that messages are made of.

Owns the ranges and the lists of names; `docs/protocol.md` prints both from here.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

PROTOCOL_VERSION = 1

Seat = Annotated[int, Meta(ge=0, le=1, description="A seat.")]
Slot = Annotated[int, Meta(ge=0, le=4, description="A stock pile or slot, a fixed place (R5.3).")]
SpitPile = Annotated[
    int, Meta(ge=0, le=1, description="A spit pile, the same for both seats; 0 alone in a "
    "one-pile round, but for the slap of R6.5.")
]  # fmt: skip
CardCode = Annotated[
    str, Meta(pattern="^[2-9TJQKA][shdc]$", max_length=2, description="A card, rank then suit: "
    "`Td` (R1.4).")
]  # fmt: skip
"""The length is bounded too since `$` of a pattern lets a line break follow."""
ActionId = Annotated[
    int, Meta(ge=1, le=2**53 - 1, description="Number of an action, chosen by the client, rising "
    "for each seat; of a later epoch far higher, so not to be kept in 32 bits.")
]  # fmt: skip
Millis = Annotated[int, Meta(ge=0, le=3_600_000, description="Whole milliseconds.")]
Secret = Annotated[
    str, Meta(max_length=64, description="A secret: to be kept, and shown to nobody.")
]
TypedName = Annotated[
    str, Meta(max_length=80, description="A name as somebody typed it; it is cleaned before it is "
    "shown.")
]  # fmt: skip
Version = Annotated[
    int, Meta(ge=0, le=2**31 - 1, description="Number of an event in its epoch, or an epoch.")
]

PhaseName = Literal["deal", "ready", "play", "slap", "over"]
StopReason = Literal["cleared", "blocked"]
ResultReason = Literal[
    "cleared", "no-cards", "max-rounds", "points", "resigned", "timeout", "abandoned"
]
CountdownKind = Literal["deal", "spit", "slap", "resume"]
ErrorCode = Literal[
    "bad-message", "bad-secret", "no-such-table", "wrong-version", "too-fast", "too-slow",
    "replaced", "closing", "declined", "hello-first", "hello-twice",
]  # fmt: skip
LevelName = Literal["child", "casual", "steady", "quick", "sharp", "lightning"]
OpponentName = Literal["computer", "friend", "same-screen"]
EmoteName = Literal["hello", "nice", "wow", "oops", "hurry", "thanks"]
TableStanding = Literal["open", "full", "ended"]

NAMES: dict[str, dict[str, str]] = {
    "PhaseName": {
        "deal": "between rounds, or before the first: the next deal comes by itself",
        "ready": 'dealt; both say "spit" to begin (R3.1)',
        "play": "the race is on (R4)",
        "slap": "the round is over, slap now (R6.3)",
        "over": "the match has its result",
    },
    "StopReason": {
        "cleared": "a seat played its last stock card (R6.1)",
        "blocked": "nobody can play and nobody has a spit card (R6.2)",
    },
    "ResultReason": {
        "cleared": "won by R7.1",
        "no-cards": "won by R7.3",
        "max-rounds": "decided by R7.4",
        "points": "decided by R8.3",
        "resigned": "the other seat gave up",
        "timeout": "claimed against a seat that was away or held the match up",
        "abandoned": "nobody played on",
    },
    "CountdownKind": {
        "deal": "the next round is dealt",
        "spit": '"spit" is called for both',
        "slap": "the piles are taken without a slap, as with `slap=smaller`",
        "resume": "play goes on after a pause",
    },
    "ErrorCode": {
        "bad-message": "it was no message of this protocol; nothing was done",
        "bad-secret": "the secret is no seat's at this table",
        "no-such-table": "there is no table of this name, or not any more",
        "wrong-version": "the server does not speak this version",
        "too-fast": "more messages than the limit, the one answered was dropped; if fatal, perhaps "
        "too many names and secrets that do not exist",
        "too-slow": "nobody said hello in time",
        "replaced": "a newer connection has taken this one's seat",
        "closing": "the server is stopping, or has made a mistake",
        "declined": "one of two who were paired does not play now; the table is closed",
        "hello-first": "the first message must be a hello, in the lobby an enter",
        "hello-twice": "a connection says hello, or enter, once",
    },
    "LevelName": {
        "child": "the weakest",
        "casual": "plays now and then, in no hurry",
        "steady": "a typical adult",
        "quick": "a keen player",
        "sharp": "a champion",
        "lightning": "faster than people",
    },
    "OpponentName": {
        "computer": "a program, at once",
        "friend": "whoever opens the table's link first",
        "same-screen": "somebody at the same screen: both seats are the maker's",
    },
    "EmoteName": {
        "hello": "a greeting",
        "nice": "well played",
        "wow": "amazement",
        "oops": "one's own mistake",
        "hurry": "shall we?",
        "thanks": "thanks for the match",
    },
    "TableStanding": {
        "open": "a seat is free",
        "full": "both seats are taken; it can be watched",
        "ended": "its people have gone; its matches are on record",
    },
}
"""What each name means, for the page."""


class Position(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A point in a match. A higher epoch is later whatever the version."""

    epoch: Version
    """Rises when a server had to go back to what it had kept, for example after a crash."""
    version: Version
    """Rises by one with each event."""
