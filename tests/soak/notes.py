"""What a server that is going to be killed has noted, and when: its own view of what was lost.

Owns the form of a file that outlives the process which writes it. Times are nanoseconds of the
monotonic clock, which all processes of a machine share.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from time import monotonic_ns
from typing import NamedTuple

_HEAD = struct.Struct("<cqHH")
_NOTED, _TAKEN, _KEPT, _DIED = b"N", b"T", b"K", b"D"


class Notes:
    """The file, for the process that writes it.

    Args:
        path: It goes on where an earlier process ended.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def noted(self, table: str, entry: bytes) -> None:
        """The journal was handed an entry."""
        self._write(_NOTED, table.encode(), entry)

    def taken(self) -> None:
        """A commit of all that was noted before has begun."""
        self._write(_TAKEN)

    def kept(self) -> None:
        """That commit is done."""
        self._write(_KEPT)

    def died(self) -> None:
        """The process is about to be killed."""
        self._write(_DIED)

    def _write(self, kind: bytes, table: bytes = b"", entry: bytes = b"") -> None:
        os.write(
            self._file, _HEAD.pack(kind, monotonic_ns(), len(table), len(entry)) + table + entry
        )


class Entry(NamedTuple):
    """One entry that the journal was handed."""

    at_ns: int
    table: str
    data: bytes


class Life(NamedTuple):
    """What one process has noted."""

    entries: list[Entry]
    waits_ms: list[float]
    """How long each entry that was kept took from being noted to being written."""
    kept_ns: int
    """What was noted before then was written."""
    died_ns: int | None
    """When it killed itself, if it did."""


def read(path: Path) -> Life:
    """What a process has noted; it may have been killed while it wrote."""
    entries, waits_ms, died_ns = list[Entry](), list[float](), None
    noted_ns, taken_ns = list[int](), list[int]()
    began_ns = kept_ns = 0
    for kind, at_ns, table, data in _lines(path.read_bytes() if path.exists() else b""):
        if kind == _NOTED:
            entries.append(Entry(at_ns, table.decode(), data))
            noted_ns.append(at_ns)
        elif kind == _TAKEN:
            taken_ns += noted_ns
            noted_ns, began_ns = [], at_ns
        elif kind == _KEPT:
            waits_ms += [(at_ns - each) / 1e6 for each in taken_ns]
            taken_ns, kept_ns = [], began_ns
        else:
            died_ns = at_ns
    return Life(entries, waits_ms, kept_ns, died_ns)


def _lines(data: bytes) -> Iterator[tuple[bytes, int, bytes, bytes]]:
    place = 0
    while place + _HEAD.size <= len(data):
        kind, at_ns, table, entry = _HEAD.unpack_from(data, place)
        start = place + _HEAD.size
        place = start + table + entry
        if place > len(data):
            return
        yield kind, at_ns, data[start : start + table], data[start + table : place]
