"""The record of a match: what its lines say, read and written.

Owns the meaning of the header and of each line; the rules judge it in `spit.rules.verify`. It
opens no file: it reads from what is opened for it, and gives back text to be written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any, Final, TypeGuard, TypeVar

from spit.rules.cards import Card, CardError, parse_packet, write_packet
from spit.rules.events import (
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
    StopReason,
)
from spit.rules.options import FlipMode, OptionsError, Rules, Scoring, parse_rules
from spit.rules.record_format import RecordError, Source, malformed, read_objects, shown
from spit.rules.record_format import write_object as _write

FORMAT_NAME: Final = "spit-record"
VERSION: Final = 1

Recorded = Dealt | Spat | Played | Flipped | Shifted | Slapped | RoundEnded | MatchEnded
"""The events that a record keeps."""

_UTC: Final = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]"
    r"([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\.[0-9]+)?([Zz]|[+-]00:00)"
)


def is_recorded(event: Event, rules: Rules) -> TypeGuard[Recorded]:
    """Whether a record keeps an event.

    It leaves out calls, their withdrawal and the end of a race, and cards that turned by
    themselves (R5.1).
    """
    if isinstance(event, Flipped):
        return rules.flip is FlipMode.MANUAL
    return isinstance(event, Recorded)


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a record.

    Raises:
        RecordError: `started` is no RFC 3339 time in UTC.
    """

    match: str
    """The match's own name."""
    started: str
    """When time 0 was: RFC 3339 in UTC, as ``"2026-11-30T09:15:00Z"``."""
    rules: Rules
    seats: tuple[str, str]
    """Names of seat 0 and seat 1."""
    fields: Mapping[str, object] = field(default_factory=dict, compare=False, repr=False)
    """The JSON object it was read from, with unknown keys too; empty if it was not read."""

    def __post_init__(self) -> None:
        """Checks the time."""
        if not _is_utc(self.started):
            raise malformed(f"started is {shown(self.started)}, not an RFC 3339 time in UTC")

    def write(self) -> str:
        """The header as a line with its newline; one that was read comes out as it was."""
        return _write(
            self.fields
            or {
                "format": FORMAT_NAME,
                "version": VERSION,
                "match": self.match,
                "started": self.started,
                "rules": self.rules.header,
                "seats": list(self.seats),
            }
        )


@dataclass(frozen=True, slots=True)
class Extra:
    """An event of a program's own: its type begins with ``x-``, and a reader skips it."""

    type: str


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One line after the header."""

    number: int
    """Number of the line, from 1; the header is line 1."""
    t_ms: int
    """When it happened, in milliseconds since the match started."""
    event: Recorded | Extra
    fields: Mapping[str, object] = field(compare=False, repr=False)
    """The JSON object it was read from, with unknown keys too."""

    def write(self) -> str:
        """The line as it was read, with its newline."""
        return _write(self.fields)


class RecordWriter:
    """Turns a match into the lines of its record.

    It writes nothing itself: each method gives the text that comes next, with its newline, or
    nothing where a record keeps nothing.
    """

    def __init__(self, header: Header) -> None:
        self._header = header
        self._is_points = header.rules.scoring is Scoring.POINTS
        self._t_ms = 0

    def header(self) -> str:
        """The first line."""
        return self._header.write()

    def event(self, event: Event, t_ms: int) -> str:
        """The line of an event, or nothing for one that a record leaves out (`is_recorded`).

        Args:
            event: What the rules say has happened; every event of a match, in order.
            t_ms: When, in milliseconds since the header's `started`.

        Raises:
            ValueError: `t_ms` is below 0 or lies before the line before.
        """
        if type(event) is Played:  # most lines; written out since a live match waits for each
            self._pass(t_ms)
            return (
                f'{{"t":{t_ms},"type":"play","seat":{event.seat},"stock":{event.stock},'
                f'"pile":{event.pile},"card":"{event.card!s}"}}\n'
            )
        if not is_recorded(event, self._header.rules):
            return ""
        if type(event) is Flipped:
            self._pass(t_ms)
            return (
                f'{{"t":{t_ms},"type":"flip","seat":{event.seat},"stock":{event.stock},'
                f'"card":"{event.card!s}"}}\n'
            )
        return self._line(t_ms, _fields_of(event, is_points=self._is_points))

    def extra(self, kind: str, t_ms: int, fields: Mapping[str, object]) -> str:
        """The line of an event of a program's own.

        Args:
            kind: Its type, which begins with ``x-``.
            t_ms: As in `event`.
            fields: Its other fields: whatever JSON can hold.

        Raises:
            ValueError: As in `event`, or the type does not begin with ``x-``.
        """
        if not kind.startswith("x-"):
            raise ValueError(f"the type of an event of one's own begins with x-, unlike {kind!r}")
        return self._line(t_ms, {"type": kind, **fields})

    def _pass(self, t_ms: int) -> None:
        if t_ms < self._t_ms:
            raise ValueError(f"time runs back from {self._t_ms} to {t_ms} ms")
        self._t_ms = t_ms

    def _line(self, t_ms: int, fields: Mapping[str, object]) -> str:
        self._pass(t_ms)
        return _write({"t": t_ms, **fields})


def read_record(source: Source) -> tuple[Header, Iterator[RecordLine]]:
    """Reads a record's header, and then its lines as they are asked for.

    It judges the form alone; `spit.rules.verify` judges the match.

    Args:
        source: A file opened in binary mode, at its start.

    Raises:
        RecordError: The header is not well formed; so does the iterator for a line.
    """
    objects = read_objects(source)
    number, fields = next(objects)
    try:
        header = parse_header(fields)
    except RecordError as error:
        error.line = number
        raise
    return header, _read_lines(objects, header.rules)


def _read_lines(
    objects: Iterator[tuple[int, dict[str, Any]]], rules: Rules
) -> Iterator[RecordLine]:
    last_ms = 0
    for number, fields in objects:
        try:
            t_ms = _whole(fields, "t")
            if t_ms < last_ms:
                raise malformed(f"time runs back from {shown(last_ms)} to {shown(t_ms)} ms")
            event = parse_event(fields, rules)
        except RecordError as error:
            error.line = number
            raise
        last_ms = t_ms
        yield RecordLine(number, t_ms, event, fields)


def parse_header(fields: Mapping[str, Any]) -> Header:
    """Reads the JSON object of a header.

    Raises:
        RecordError: It is no header of this format and version, or names no possible rules.
    """
    if _field(fields, "format") != FORMAT_NAME:
        raise malformed(f"format is {shown(fields['format'])}, not {FORMAT_NAME!r}")
    if _whole(fields, "version") != VERSION:
        raise malformed(f"version is {shown(fields['version'])}; known is {VERSION}")
    options = _field(fields, "rules")
    if not isinstance(options, dict):
        raise malformed(f"rules is {shown(options)}, not an object")
    try:
        rules = parse_rules(options)
    except OptionsError as error:
        raise malformed(f"rules: {error}") from None
    seats = _pair(fields, "seats", str)
    return Header(_text(fields, "match"), _text(fields, "started"), rules, seats, fields)


def _is_utc(text: str) -> bool:
    parts = _UTC.fullmatch(text)
    if parts is None:
        return False
    try:
        date(int(parts[1]), int(parts[2]), int(parts[3]))
    except ValueError:
        return False
    return True


# ------------------------------------------------------------------ events to JSON


def _fields_of(event: Recorded, *, is_points: bool) -> dict[str, object]:
    """The fields of an event's line, apart from its time."""
    match event:
        case Dealt(number, packets):
            return {"type": "deal", "round": number, "packets": [*map(write_packet, packets)]}
        case Spat(flips):
            landed = [{"seat": f.seat, "card": str(f.card), "pile": f.pile} for f in flips]
            return {"type": "spit", "flips": landed}
        case Played(seat, stock, pile, card):
            return {"type": "play", "seat": seat, "stock": stock, "pile": pile, "card": str(card)}
        case Flipped(seat, stock, card):
            return {"type": "flip", "seat": seat, "stock": stock, "card": str(card)}
        case Shifted(seat, stock, slot, card):
            return {"type": "shift", "seat": seat, "stock": stock, "slot": slot, "card": str(card)}
        case Slapped(seat, pile):
            return {"type": "slap", "seat": seat, "pile": pile}
        case RoundEnded(number, reason, cleared, cards, points):
            count = {"points": list(points)} if is_points else {"cards": list(cards)}
            how = {"round": number, "reason": reason.value, "cleared": cleared}
            return {"type": "round", **how, **count}
        case MatchEnded(winner, result):
            return {"type": "result", "winner": winner, "reason": result.value}


# ------------------------------------------------------------------ JSON to events


def parse_event(fields: Mapping[str, Any], rules: Rules) -> Recorded | Extra:
    """Reads the JSON object of a line after the header, its time apart.

    Args:
        fields: The object; keys that its type does not have are passed over.
        rules: The rules of the match, which say what a `round` line counts (R8.2).

    Raises:
        RecordError: Its type is unknown, or a field is missing or of the wrong kind.
    """
    kind = _text(fields, "type")
    if kind.startswith("x-"):
        return Extra(kind)
    parse = _PARSERS.get(kind)
    if parse is None:
        raise malformed(f"no event has the type {shown(kind)}")
    return parse(fields, rules)


def _parse_deal(fields: Mapping[str, Any], _rules: Rules) -> Dealt:
    first, second = _pair(fields, "packets", str)
    return Dealt(_whole(fields, "round"), (_packet(first), _packet(second)))


def _parse_spit(fields: Mapping[str, Any], _rules: Rules) -> Spat:
    flips = _field(fields, "flips")
    if not isinstance(flips, list) or not all(isinstance(flip, dict) for flip in flips):
        raise malformed(f"flips is {shown(flips)}, not a list of objects")
    return Spat(tuple(SpitFlip(_seat(flip), _card(flip), _whole(flip, "pile")) for flip in flips))


def _parse_play(fields: Mapping[str, Any], _rules: Rules) -> Played:
    stock, pile = _whole(fields, "stock"), _whole(fields, "pile")
    return Played(_seat(fields), stock, pile, _card(fields))


def _parse_flip(fields: Mapping[str, Any], _rules: Rules) -> Flipped:
    return Flipped(_seat(fields), _whole(fields, "stock"), _card(fields))


def _parse_shift(fields: Mapping[str, Any], _rules: Rules) -> Shifted:
    stock, slot = _whole(fields, "stock"), _whole(fields, "slot")
    return Shifted(_seat(fields), stock, slot, _card(fields))


def _parse_slap(fields: Mapping[str, Any], _rules: Rules) -> Slapped:
    return Slapped(_seat(fields), _whole(fields, "pile"))


def _parse_round(fields: Mapping[str, Any], rules: Rules) -> RoundEnded:
    cleared = None if _field(fields, "cleared") is None else _seat(fields, "cleared")
    number, reason = _whole(fields, "round"), _one_of(fields, "reason", StopReason)
    if rules.scoring is Scoring.POINTS:
        return RoundEnded(number, reason, cleared, (26, 26), _pair(fields, "points", int))
    return RoundEnded(number, reason, cleared, _pair(fields, "cards", int), (0, 0))


def _parse_result(fields: Mapping[str, Any], _rules: Rules) -> MatchEnded:
    winner = None if _field(fields, "winner") is None else _seat(fields, "winner")
    return MatchEnded(winner, _one_of(fields, "reason", ResultReason))


_PARSERS: Final[dict[str, Callable[[Mapping[str, Any], Rules], Recorded]]] = {
    "deal": _parse_deal,
    "spit": _parse_spit,
    "play": _parse_play,
    "flip": _parse_flip,
    "shift": _parse_shift,
    "slap": _parse_slap,
    "round": _parse_round,
    "result": _parse_result,
}

_KINDS: Final[dict[type, str]] = {int: "whole numbers", str: "texts"}

Kind = TypeVar("Kind", int, str)
Member = TypeVar("Member", bound=StrEnum)


def _field(fields: Mapping[str, Any], name: str) -> Any:  # noqa: ANN401 - any JSON value
    if name not in fields:
        raise malformed(f"{name} is missing")
    return fields[name]


def _whole(fields: Mapping[str, Any], name: str) -> int:
    value = _field(fields, name)
    if type(value) is not int:  # a bool is no number of JSON
        raise malformed(f"{name} is {shown(value)}, not a whole number")
    return value


def _text(fields: Mapping[str, Any], name: str) -> str:
    value = _field(fields, name)
    if not isinstance(value, str):
        raise malformed(f"{name} is {shown(value)}, not a text")
    return value


def _seat(fields: Mapping[str, Any], name: str = "seat") -> int:
    value = _whole(fields, name)
    if value not in (0, 1):
        raise malformed(f"{name} is {shown(value)}, not a seat")
    return value


def _card(fields: Mapping[str, Any]) -> Card:
    text = _text(fields, "card")
    try:
        return Card.parse(text)
    except CardError:
        raise RecordError("R1.4", f"{shown(text)} is not a card") from None


def _packet(text: str) -> tuple[Card, ...]:
    try:
        return parse_packet(text)
    except CardError:
        raise RecordError("R1.4", f"{shown(text)} is not a packet of cards") from None


def _pair(fields: Mapping[str, Any], name: str, kind: type[Kind]) -> tuple[Kind, Kind]:
    value = _field(fields, name)
    match value:
        case [first, second] if type(first) is kind and type(second) is kind:
            return first, second
    raise malformed(f"{name} is {shown(value)}, not two {_KINDS[kind]}")


def _one_of(fields: Mapping[str, Any], name: str, kind: type[Member]) -> Member:
    value = _text(fields, name)
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(kind)
        raise malformed(f"{name} is {shown(value)}, not one of {known}") from None
