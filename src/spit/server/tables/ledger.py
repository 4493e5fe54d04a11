"""What is kept of one table, so that a server which was killed goes on with it.

Owns its form as bytes: a header for what changes seldom, and the log of the match that is on. The
journal writes them down; `read` reads what a store gives back.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from spit.protocol import messages as m
from spit.rules import State
from spit.server.tables.journal import Journal
from spit.store import StoredTable
from spit.table import LogError, MatchBegan, MatchLog

_LENGTH_BYTES = 4
_BEGAN, _MORE = b"B", b"L"
_CLOCK_BYTES = 8
_NUMBER_BYTES = 4
_WRAPPED = b"\xff" * _LENGTH_BYTES
"""In the place of a length that no header has: a checkpoint with its entries follows."""
_PARTS = msgspec.msgpack.Decoder(tuple[bytes, tuple[bytes, ...]])

Pair = Annotated[list[int], Meta(min_length=2, max_length=2)]


class Kept(Struct, frozen=True, kw_only=True):
    """What a table is, apart from the cards. Lists are by seat."""

    name: str
    rules: dict[str, str | int | None]
    names: list[str | None]
    """What the seats are called; None for a free one."""
    bots: list[m.LevelName | None]
    """The level of a program; None for a person."""
    keys: list[list[bytes]]
    """SHA-256 of each secret that opens a seat."""
    guests: list[int | None]
    """The store's numbers of the people, where it knows them."""
    wins: Pair
    number: int = 1
    """Which match at the table is on, or was last."""
    epoch: int = 1
    is_listed: bool = False
    """Whether the lobby shows it."""
    is_public: bool = False
    """Whether its people met in the lobby, so that anyone may watch."""
    is_same_screen: bool = False
    """Whether its people sit at one screen."""
    started_ms: int = 0
    """When the match began, by the time of day in milliseconds since 1970."""


class Ledger:
    """What is kept of one table.

    Args:
        journal: Where it is written down.
        kept: What the table is.
        log: The log of its match so far, if it goes on with one.
    """

    def __init__(self, journal: Journal, kept: Kept, log: MatchLog | None = None) -> None:
        self.kept = kept
        self.name = kept.name
        """The table's."""
        self.log = MatchLog() if log is None else log
        self._journal = journal
        self._header = msgspec.msgpack.encode(kept)
        journal.keep(self)

    def change(self, **changes: object) -> None:
        """Changes what the table is."""
        self._set(**changes)
        self._journal.keep(self)

    def begin(self, number: int, started_ms: int, packed: bytes) -> None:
        """Notes that a match has begun.

        Args:
            number: Which one at this table.
            started_ms: When, by the time of day.
            packed: The first entry of its log.
        """
        self._set(number=number, started_ms=started_ms)
        self.log = MatchLog()
        self.log.add(packed)
        clock = started_ms.to_bytes(_CLOCK_BYTES, "big")
        self._journal.note(self.name, _BEGAN + clock + number.to_bytes(_NUMBER_BYTES) + packed)

    def add(self, packed: bytes) -> None:
        """Notes a further entry of the match's log."""
        self.log.add(packed)
        self._journal.note(self.name, _MORE + packed)

    def whole(self) -> bytes:
        """All that is kept of the table."""
        length = len(self._header).to_bytes(_LENGTH_BYTES, "big")
        return length + self._header + bytes(self.log)

    def drop(self) -> None:
        """Nothing is kept of the table any more."""
        self._journal.drop(self.name)

    def _set(self, **changes: object) -> None:
        self.kept = replace(self.kept, **changes)
        self._header = msgspec.msgpack.encode(self.kept)


class Unread:
    """A table that this version cannot read: it is kept as it is, for one that can."""

    def __init__(self, stored: StoredTable) -> None:
        self.name = stored.name
        self._stored = stored

    def whole(self) -> bytes:
        """All that is kept of it, byte by byte: nobody knows here what it says."""
        parts = (self._stored.checkpoint, self._stored.entries)
        return _WRAPPED + msgspec.msgpack.encode(parts)


class Revived(NamedTuple):
    """A table as it was kept."""

    kept: Kept
    log: MatchLog
    state: State | None
    """Of the match that is on, or was last; None before the first."""
    at_ms: int
    """When the last thing happened, in milliseconds since that match began."""


def read(stored: StoredTable) -> Revived:
    """What a store has kept of a table.

    Raises:
        LogError: It is damaged.
    """
    kept, log = _gather(stored)
    state, at_ms = None, 0
    for entry, after in log.replay():
        state, at_ms = after, entry.at_ms
        if isinstance(entry.what, MatchBegan) and entry.what.rules.header != kept.rules:
            raise LogError("the match has other rules than its table")
    return Revived(kept, log, state, at_ms)


def _unwrapped(stored: StoredTable) -> StoredTable:
    """A table as it was before a version kept it that could not read it."""
    while stored.checkpoint.startswith(_WRAPPED):
        try:
            checkpoint, entries = _PARTS.decode(stored.checkpoint[len(_WRAPPED) :])
        except msgspec.DecodeError as error:
            raise LogError(f"what is kept of the table is damaged: {error}") from None
        stored = StoredTable(stored.name, checkpoint, (*entries, *stored.entries))
    return stored


def _gather(stored: StoredTable) -> tuple[Kept, MatchLog]:
    stored = _unwrapped(stored)
    start = _LENGTH_BYTES + int.from_bytes(stored.checkpoint[:_LENGTH_BYTES], "big")
    try:
        kept = msgspec.msgpack.decode(stored.checkpoint[_LENGTH_BYTES:start], type=Kept)
    except msgspec.DecodeError as error:
        raise LogError(f"what is kept of the table is damaged: {error}") from None
    log = MatchLog(stored.checkpoint[start:])
    for entry in stored.entries:
        kind, rest = entry[:1], entry[1:]
        if kind == _BEGAN:
            clock, rest = rest[:_CLOCK_BYTES], rest[_CLOCK_BYTES:]
            number, rest = rest[:_NUMBER_BYTES], rest[_NUMBER_BYTES:]
            kept = replace(
                kept, started_ms=int.from_bytes(clock, "big"), number=int.from_bytes(number, "big")
            )
            log = MatchLog()
        log.add(rest)
    return kept, log
