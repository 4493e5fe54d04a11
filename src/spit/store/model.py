"""What goes into a store and what comes out of it.

Owns the shapes alone. Every time is whole milliseconds since 1970 in UTC; every guest is the number
that the store gave them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedMatch:
    """A match that is over, as it is handed in; pairs are by seat."""

    match: str
    """The match's own name; a second one of that name is not kept."""
    table: str
    started_ms: int
    ended_ms: int
    rules_label: str
    """A preset's name, or ``custom``."""
    names: tuple[str, str]
    guests: tuple[int | None, int | None]
    """Who they are; None for a program, or for somebody nobody knows."""
    bots: tuple[str | None, str | None]
    """The level of a program; None for a person."""
    winner: int | None
    """A seat, or None for a match without a winner."""
    reason: str
    rounds: int
    record: str
    """The whole record, as ``spit verify`` reads it."""
    doubts: tuple[tuple[int, str], ...] = ()
    """What is odd about how a seat has played, in words: kept as reports by nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow:
    """A finished match as it is listed; its record is asked for by name. Pairs are by seat."""

    number: int
    """Counts up in the order in which matches were saved."""
    match: str
    table: str
    started_ms: int
    ended_ms: int
    rules_label: str
    names: tuple[str, str]
    guests: tuple[int | None, int | None]
    bots: tuple[str | None, str | None]
    winner: int | None
    reason: str
    rounds: int


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who has been here."""

    id: int
    name: str
    made_ms: int
    seen_ms: int


@dataclass(frozen=True, slots=True)
class GuestSeen:
    """Somebody is here, under that name."""

    secret_hash: bytes
    """SHA-256 of the guest's secret, 32 bytes; the secret itself is never stored."""
    name: str
    now_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one player says of another."""

    match: str
    """Its record, if it is ever saved, is kept for as long as the report is."""
    reporter: int | None
    """None for the server itself, too."""
    reported: int | None
    """None for somebody who is no guest."""
    seat: int
    """Where the one who is reported sits."""
    words: str
    now_ms: int
    record_so_far: str
    reporter_name: str | None = None
    """What the reporter was last called; read from the store and never written with a report."""
    reported_name: str | None = None
    """The same of the one who is reported."""


@dataclass(slots=True)
class Batch:
    """What is written at once: all of it or nothing.

    A table is live from its first checkpoint until it is closed, and entries of tables that are not
    are dropped. So the batch with a new table's first entry, or one before it, has its checkpoint.
    """

    entries: list[tuple[str, bytes]] = field(default_factory=list)
    """Table and entry, in order."""
    checkpoints: dict[str, bytes] = field(default_factory=dict)
    """By table, its opaque whole: it replaces all entries before, those of this batch too."""
    closed: set[str] = field(default_factory=set)
    """Tables that are live no longer, whatever else the batch says of them."""
    matches: list[FinishedMatch] = field(default_factory=list)
    guests: list[GuestSeen] = field(default_factory=list)
    is_full: bool = False
    """A promise: every live table with entries since its last checkpoint has one here. All that
    the journal held before is dropped by it, so that it does not grow for ever."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A live table as the journal knows it."""

    name: str
    checkpoint: bytes
    entries: tuple[bytes, ...]
    """What was written down after the checkpoint, in order."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of the records that lay about as files."""

    taken: int
    """How many were taken into the store."""
    left: tuple[Path, ...]
    """Those that do not verify or cannot be read, and those of a match that is there already."""


@dataclass(frozen=True, slots=True)
class Forgotten:
    """How much was too old to be kept."""

    matches: int
    guests: int
