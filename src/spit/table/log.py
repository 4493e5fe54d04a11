"""What is final at a table, entry by entry, for records and journals.

Owns the entries and their form as bytes. An entry is one action with its time; what follows from
it the rules say again when it is read, so that an entry is small and never a part of a move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from spit.rules import (
    Action,
    Call,
    Deal,
    EarlyReason,
    EndEarly,
    Event,
    Flip,
    OptionsError,
    Play,
    Rejected,
    Rules,
    Shift,
    Slap,
    State,
    apply,
    new_match,
    parse_packet,
    parse_rules,
    write_packet,
)

_LENGTH_BYTES = 2
_BEGAN, _DEAL, _CALL, _PLAY, _FLIP, _SHIFT, _SLAP, _END = range(8)
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder()


class LogError(ValueError):
    """Bytes that are no log of a match, or a log that breaks the rules."""


class MatchBegan(NamedTuple):
    """First entry of a match's log: what a record's header needs."""

    match: str
    rules: Rules
    names: tuple[str, str]


class LogEntry(NamedTuple):
    """Something final, in milliseconds since the match began."""

    at_ms: int
    what: MatchBegan | Action
    events: tuple[Event, ...] = ()
    """What the rules say followed, in order; none for the beginning."""


class Fact(NamedTuple):
    """One thing that has happened for good, in milliseconds since the match began."""

    at_ms: int
    what: MatchBegan | Event


def facts(entries: Iterable[LogEntry]) -> Iterator[Fact]:
    """What entries say has happened, in order."""
    for at_ms, what, events in entries:
        if isinstance(what, MatchBegan):
            yield Fact(at_ms, what)
        for event in events:
            yield Fact(at_ms, event)


class MatchLog:
    """The log of one match as bytes: some ten for each action.

    Args:
        data: What `bytes` of another one gave.
    """

    def __init__(self, data: bytes = b"") -> None:
        self._data = bytearray(data)

    def __len__(self) -> int:
        """How many bytes it has."""
        return len(self._data)

    def __bytes__(self) -> bytes:
        """All of it."""
        return bytes(self._data)

    def add(self, packed: bytes) -> None:
        """Adds an entry that `pack` has made."""
        self._data += len(packed).to_bytes(_LENGTH_BYTES, "big")
        self._data += packed

    def replay(self) -> Iterator[tuple[LogEntry, State]]:
        """Each entry with its events and the state after it.

        Raises:
            LogError: It is damaged, or something in it breaks the rules.
        """
        state: State | None = None
        for at_ms, what in self._entries():
            if isinstance(what, MatchBegan):
                state = new_match(what.rules)
                yield LogEntry(at_ms, what), state
                continue
            if state is None:
                raise LogError("the log of a match does not begin with its beginning")
            outcome = apply(state, what)
            if isinstance(outcome, Rejected):
                raise LogError(f"{what} breaks {outcome.rule}")
            state = outcome.state
            yield LogEntry(at_ms, what, outcome.events), state

    def _entries(self) -> Iterator[tuple[int, MatchBegan | Action]]:
        place = 0
        while place < len(self._data):
            start = place + _LENGTH_BYTES
            place = start + int.from_bytes(self._data[place:start], "big")
            if place > len(self._data):
                raise LogError("the log of a match ends in the middle of an entry")
            yield unpack(self._data[start:place])


def pack(entry: LogEntry) -> bytes:
    """An entry as bytes; its events are left out."""
    what = entry.what
    if isinstance(what, Play):  # the commonest
        return _encoder.encode((entry.at_ms, _PLAY, what.seat, what.stock, what.pile))
    return _encoder.encode((entry.at_ms, *_parts(what)))


def _parts(what: MatchBegan | Action) -> tuple[Any, ...]:
    match what:
        case Play(seat, stock, pile):
            return _PLAY, seat, stock, pile
        case Flip(seat, stock):
            return _FLIP, seat, stock
        case Shift(seat, stock, slot):
            return _SHIFT, seat, stock, slot
        case Call(seat, pile):
            return _CALL, seat, pile
        case Slap(seat, pile):
            return _SLAP, seat, pile
        case Deal((first, second)):
            return _DEAL, write_packet(first), write_packet(second)
        case EndEarly(reason, winner):
            return _END, reason.value, winner
        case MatchBegan(match, rules, names):
            return _BEGAN, match, rules.header, names


def unpack(packed: bytes | bytearray) -> tuple[int, MatchBegan | Action]:
    """The time and the content of an entry.

    Raises:
        LogError: It is none.
    """
    try:
        at_ms, kind, *parts = _decoder.decode(packed)
        return at_ms, _what(kind, parts)
    except (msgspec.DecodeError, OptionsError, LookupError, TypeError, ValueError) as error:
        raise LogError(f"no entry of a match's log: {error}") from None


def _what(kind: int, parts: list[Any]) -> MatchBegan | Action:
    if kind == _DEAL:
        first, second = parts
        return Deal((parse_packet(first), parse_packet(second)))
    if kind == _END:
        reason, winner = parts
        return EndEarly(EarlyReason(reason), winner)
    if kind == _BEGAN:
        match, rules, (first, second) = parts
        return MatchBegan(match, parse_rules(rules), (first, second))
    simple: dict[int, type[Play | Flip | Shift | Call | Slap]] = {
        _PLAY: Play, _FLIP: Flip, _SHIFT: Shift, _CALL: Call, _SLAP: Slap,
    }  # fmt: skip
    return simple[kind](*parts)
