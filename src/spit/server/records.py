"""Records of finished matches, as files.

Owns the folder of records: each file appears whole or not at all. What a record says is
`spit.rules.record`'s.
"""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime
from pathlib import Path

from spit.rules import MatchEnded
from spit.rules.record import Header, RecordWriter
from spit.table import Fact, MatchBegan

_MATCH = re.compile(r"[a-z0-9]{1,32}(-[0-9]{1,9})?")


class Records:
    """The folder of records.

    Args:
        folder: Made when the first record is kept.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def save(self, match: str, text: str) -> Path:
        """Writes a record; it blocks until the disk has it.

        Raises:
            OSError: It could not be written; nothing half is left.
        """
        path = self._folder / f"{match}.spit"
        self._folder.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial")
        try:
            with partial.open("w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(path)
        except OSError:
            partial.unlink(missing_ok=True)
            raise
        return path

    def find(self, match: str) -> Path | None:
        """Where the record of a finished match is, None if there is none of that name."""
        if _MATCH.fullmatch(match) is None:
            return None
        path = self._folder / f"{match}.spit"
        return path if path.is_file() else None


class RecordKeeper:
    """Turns the log of one table into records, a match at a time.

    Args:
        bots: By seat, the level of the program that plays it, or None for a person.
    """

    def __init__(self, bots: tuple[str | None, str | None]) -> None:
        self._bots = bots
        self._writer: RecordWriter | None = None
        self._lines: list[str] = []
        self._match = ""

    def keep(self, entry: Fact, now: datetime) -> tuple[str, str] | None:
        """Takes in one entry of the log.

        Args:
            entry: The next entry.
            now: The time of day, in UTC; the first entry of a match makes it the match's start.

        Returns:
            The match's name and its record's text if this entry was its last, else None.
        """
        what = entry.what
        if isinstance(what, MatchBegan):
            self._begin(what, now)
            return None
        if self._writer is None:
            return None
        self._lines.append(self._writer.event(what, entry.at_ms))
        if not isinstance(what, MatchEnded):
            return None
        self._writer = None
        return self._match, "".join(self._lines)

    def _begin(self, what: MatchBegan, now: datetime) -> None:
        first, second = (
            name if level is None else f"bot:{level}"
            for name, level in zip(what.names, self._bots, strict=True)
        )
        started = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        header = Header(what.match, started, what.rules, (first, second))
        self._writer, self._match = RecordWriter(header), what.match
        self._lines = [self._writer.header()]
