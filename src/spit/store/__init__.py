"""What outlives a server: the journal of live matches, finished matches, the people who played.

Owns the one file that all of it lies in, its schema, and what is asked of it. A journal entry is
opaque bytes to it: what a table writes down and how it goes on from that is the server's. It knows
no socket and no live table, and of the rules only how a record is read.

    StoreError                one sentence: what is wrong, and what to do
    StoreReader               asks; any number of them, while a server runs or not
    └── Store                 writes too; one per folder, held by a lock
"""

from spit.store.errors import StoreError
from spit.store.model import (
    Batch,
    FinishedMatch,
    Forgotten,
    Guest,
    GuestSeen,
    Imported,
    MatchRow,
    Report,
    StoredTable,
)
from spit.store.reader import StoreReader
from spit.store.store import Store

__all__ = [
    "Batch",
    "FinishedMatch",
    "Forgotten",
    "Guest",
    "GuestSeen",
    "Imported",
    "MatchRow",
    "Report",
    "Store",
    "StoreError",
    "StoreReader",
    "StoredTable",
]
