"""A server that is going to be killed: python -m tests.soak.serving DATA PORT [options].

It is the real one, brisk and generous. It prints its address once it serves. With ``--notes`` it
writes down, as `tests.soak.notes` reads it, when it noted what and when that was on the disk; with
``--die`` it kills itself at a moment that nobody outside could hit.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from spit.server.limits import Rate
from spit.server.serve import Opened, run
from spit.server.settings import ServerSettings
from spit.server.tables import journal as server_journal
from spit.server.tables.directory import Tables
from spit.server.tables.journal import Journal
from spit.server.tables.keeper import Keeper
from spit.store import Store
from spit.store import journal as store_journal
from spit.table import TableSettings
from tests.soak.notes import Notes
from tests.soak.priority import come_first

PLENTY: Final = Rate(1_000_000.0, 1_000_000)
BRISK: Final = TableSettings(
    first_deal_ms=20,
    between_ms=20,
    hand_ms=0,
    miss_ms=0,
    resume_ms=50,
    stuck_ms=20,
    stall_ms=200,
)

MOMENTS: Final[dict[str, tuple[type, str]]] = {
    "reading": (Store, "live"),
    "reviving": (Tables, "revive"),
    "committing": (Store, "commit"),
    "checkpoint": (store_journal.Journal, "_replace"),
    "result": (Keeper, "save"),
    "record": (Journal, "finish"),
}
"""When it can kill itself: just before the call of that name, which is

- ``reading`` what was kept, so before anything is taken up;
- ``reviving`` a table, so between some and others;
- ``committing`` a batch, and with that before the new epochs are on the disk if it is the first;
- ``checkpoint``: the old entries are deleted, the new wholes are not written;
- ``result``: the last move of a match is made, and nothing of it is on the disk;
- ``record``: the record is written, and nowhere but in memory.
"""


def main() -> None:
    """Serves until it is killed or told to stop."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.serving", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("port", type=int)
    parser.add_argument("--notes", type=Path)
    parser.add_argument("--rows", type=int, default=server_journal.ROWS)
    parser.add_argument("--die", metavar="MOMENT:NUMBER")
    parser.add_argument("--save-seconds", type=float, default=2.0)
    chosen = parser.parse_args()
    come_first()
    notes = None if chosen.notes is None else Notes(chosen.notes)
    server_journal.ROWS = chosen.rows
    if notes is not None:
        _take_notes(notes)
    if chosen.die is not None:
        moment, number = chosen.die.split(":")
        _die_at(moment, int(number), notes)
    settings = ServerSettings(
        data=chosen.data, port=chosen.port, log_format="json", table=BRISK, max_tables=20_000,
        connections_of_address=10_000, new_tables=PLENTY, new_connections=PLENTY, messages=PLENTY,
        guesses=PLENTY, save_seconds=chosen.save_seconds,
    )  # fmt: skip
    run(settings, _say)


def _say(opened: Opened) -> None:
    sys.stdout.write(f"{opened.here}\n")
    sys.stdout.flush()


def _take_notes(notes: Notes) -> None:
    """Writes down what the journal is given, what it takes to the disk, and when that is done."""
    _before(Journal, "note", lambda _journal, name, entry: notes.noted(name, entry))
    _before(Journal, "_take", lambda _journal: notes.taken())
    _before(Journal, "_note_success", lambda _journal, _batch: notes.kept())


def _die_at(moment: str, number: int, notes: Notes | None) -> None:
    """Kills this process at the `number`-th time, from 1, that it comes to a moment."""
    left = number

    def die(*_: object) -> None:
        nonlocal left
        left -= 1
        if not left:
            if notes is not None:
                notes.died()
            sys.stderr.flush()
            os.kill(os.getpid(), signal.SIGKILL)

    owner, name = MOMENTS[moment]
    if moment != "checkpoint":
        _before(owner, name, die)
        return
    full: list[bool] = []
    _before(owner, "write", lambda _journal, _connection, batch: full.append(batch.is_full))
    _before(owner, name, lambda *_: die() if full[-1] else None)


def _before(owner: type, name: str, do: Callable[..., object]) -> None:
    """Has something done before each call of a method."""
    method = getattr(owner, name)

    def both(*args: Any) -> Any:
        do(*args)
        return method(*args)

    setattr(owner, name, both)


if __name__ == "__main__":
    main()
