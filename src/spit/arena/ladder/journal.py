"""What has been played, kept so that an interrupted run goes on.

Owns the file: a line that says what is played, then one for each mirrored pair of matches. A line
that was cut short, as by a kill, is played again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from spit.arena.ladder.game import GameResult
from spit.arena.ladder.series import Pair

FORMAT: Final = "spit-arena 1"

Place = tuple[tuple[str, str], int]


class JournalError(RuntimeError):
    """The file is of another run, no journal, or cannot be written; says why in a line."""


class Journal:
    """The pairs that were played; one that was not opened from a file keeps nothing."""

    def __init__(self) -> None:
        self._pairs: dict[Place, Pair] = {}
        self._path: Path | None = None

    @staticmethod
    def open(path: Path, run: Mapping[str, Any]) -> Journal:
        """Opens a journal, which is begun if there is no such file.

        Args:
            path: The file.
            run: All that the results depend on, as a JSON object.

        Raises:
            JournalError: It is of another run, or no journal, or cannot be read or written.
        """
        journal = Journal()
        journal._path = path
        head = json.dumps({"format": FORMAT, **run}, ensure_ascii=False) + "\n"
        try:
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            lines = text.splitlines(keepends=True)
            if lines and lines[-1][-1] != "\n":
                lines.pop()
            if not lines:
                lines = [head]
            elif lines[0] != head:
                raise JournalError(f"{path} is of another run; name another file, or remove it")
            for number, line in enumerate(lines[1:], start=2):
                journal._read(line, number)
            whole = "".join(lines)
            if whole != text:
                path.write_text(whole, encoding="utf-8", newline="\n")
        except (OSError, UnicodeDecodeError) as error:
            raise JournalError(f"cannot keep results in {path}: {error}") from error
        return journal

    def _read(self, line: str, number: int) -> None:
        try:
            fields = json.loads(line)
            first, second = fields["pairing"]
            one, other = (GameResult.read(each) for each in fields["games"])
            self._pairs[(first, second), fields["number"]] = one, other
        except (KeyError, TypeError, ValueError) as error:
            raise JournalError(f"{self._path}: line {number} is no pair of matches") from error

    def find(self, pairing: tuple[str, str], number: int) -> Pair | None:
        """The pair of that number, None if it was not played yet."""
        return self._pairs.get((pairing, number))

    def add(self, pairing: tuple[str, str], number: int, pair: Pair) -> None:
        """Keeps a pair.

        Raises:
            JournalError: It cannot be written.
        """
        if self._path is None:
            return
        self._pairs[pairing, number] = pair
        games = [game.fields() for game in pair]
        fields = {"pairing": list(pairing), "number": number, "games": games}
        try:
            with self._path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(json.dumps(fields, ensure_ascii=False) + "\n")
        except OSError as error:
            raise JournalError(f"cannot keep results in {self._path}: {error}") from error
