"""The bytes of a record: strict JSON Lines, one object a line.

Owns what holds for every line whatever it says: its length, its encoding, its JSON. It knows no
card and no event. Only one line is in memory at a time, however long the record or the line.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, NoReturn, Protocol

FORMAT: Final = "format"
"""What a fault names instead of a rule when the record is not well formed."""

MAX_LINE: Final = 65_536
"""Most bytes of a line, without the newline at its end."""

_SHOWN: Final = 60
_MAX_TEXT: Final = 240


class RecordError(ValueError):
    """A line of a record that is not well formed, or that breaks a rule of the game."""

    def __init__(self, rule: str, text: str, line: int | None = None) -> None:
        super().__init__(text)
        self.rule = rule
        """Number of the rule, as ``"R4.1"``, or `FORMAT`."""
        self.line = line
        """Number of the line from 1, once known."""


class Fault(NamedTuple):
    """The first thing that is wrong with a record."""

    line: int
    """Number of the line, from 1."""
    rule: str
    """Number of the rule it breaks, as ``"R4.1"``, or `FORMAT`."""
    text: str
    """What is wrong: one line of printable ASCII, whatever the record holds."""

    def __str__(self) -> str:
        """The fault as ``spit verify`` prints it after the file's name."""
        return f"line {self.line}: {self.rule}: {self.text}"

    @staticmethod
    def of(line: int, error: RecordError) -> Fault:
        """The fault that `error` is, found on `line`; its text is made safe to print."""
        text = str(error).encode("ascii", "backslashreplace").decode()
        if len(text) > _MAX_TEXT:
            text = text[:_MAX_TEXT] + "..."
        return Fault(line, error.rule, text)


class Source(Protocol):
    """A record to read from the start: any file opened in binary mode."""

    def readline(self, size: int, /) -> bytes:
        """The next line with its newline, cut after `size` bytes; nothing at the end."""


def malformed(text: str) -> RecordError:
    """The error of a line that is not well formed."""
    return RecordError(FORMAT, text)


def shown(value: object) -> str:
    """A value from a record as an error shows it: short, and on one line."""
    try:
        text = ascii(value)
    except (RecursionError, ValueError):  # nested too deep, or a number too long, to be written out
        return "that"
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."


def read_objects(source: Source) -> Iterator[tuple[int, dict[str, Any]]]:
    """Reads a record line by line.

    Yields:
        The number of the line, from 1, and its JSON object.

    Raises:
        RecordError: A line is no strict JSON object, or there is none; its `line` is set.
    """
    number = 0
    while line := source.readline(MAX_LINE + 1):
        number += 1
        try:
            yield number, parse_object(line)
        except RecordError as error:
            error.line = number
            raise
    if number == 0:
        raise RecordError(FORMAT, "the record is empty", line=1)


def parse_object(line: bytes) -> dict[str, Any]:
    """Reads one line, its newline included.

    Raises:
        RecordError: It is too long, cut short, not UTF-8, or anything but one JSON object in
            which each key stands once.
    """
    if not line.endswith(b"\n"):
        if len(line) > MAX_LINE:
            raise malformed(f"the line is longer than {MAX_LINE} bytes")
        raise malformed("the line is cut short: it has no newline")
    if b"\r" in line:
        raise malformed("the line has a carriage return")
    if line == b"\n":
        raise malformed("the line is empty")
    try:
        found = _DECODER.decode(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise malformed("the line is not UTF-8") from None
    except RecursionError:
        raise malformed("the line is nested too deep") from None
    except RecordError:
        raise
    except json.JSONDecodeError as error:
        raise malformed(f"the line is not JSON: {error.msg}") from None
    except ValueError:
        raise malformed("the line has a number too long to read") from None
    if not isinstance(found, dict):
        raise malformed(f"the line is no JSON object but {shown(found)}")
    return found


_ENCODE = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def write_object(fields: Mapping[str, object]) -> str:
    """Writes one line, its newline included, so that `parse_object` reads it back.

    Text stays as it is, apart from lone surrogates, which UTF-8 cannot hold and which are escaped.

    Raises:
        ValueError: A value is not one of JSON's, or the line is longer than a reader takes.
    """
    line = _ENCODE(fields) + "\n"
    try:
        size = len(line.encode())
    except UnicodeEncodeError:
        line = json.dumps(fields, allow_nan=False, separators=(",", ":")) + "\n"
        size = len(line)
    if size > MAX_LINE + 1:
        raise ValueError(f"a line of a record has at most {MAX_LINE} bytes, not {size - 1}")
    return line


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise malformed(f"the key {shown(key)} is given twice")
            seen.add(key)
    return fields


def _no_constant(name: str) -> NoReturn:
    raise malformed(f"{name} is not a number of JSON")


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise malformed(f"the number {shown(text)} is too large")
    return number


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_distinct, parse_constant=_no_constant, parse_float=_finite
)
