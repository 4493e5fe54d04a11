"""The journal of live matches.

Owns which entries count: those of live tables after their last checkpoint. It commits nothing
itself: the caller's transaction does, and only then is the new `Journal` the true one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from spit.store.errors import StoreError
from spit.store.model import Batch, StoredTable
from spit.store.schema import journal, live

_ADD = insert(journal)
_DROP = delete(journal).where(journal.c.id <= bindparam("last"))
_BEGIN = insert(live)
_REPLACE = (
    update(live)
    .where(live.c.name == bindparam("its_name"))
    .values(since=bindparam("since"), checkpoint=bindparam("checkpoint"))
)
_CLOSE = delete(live).where(live.c.name == bindparam("its_name"))

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(list[tuple[str, bytes]])


@dataclass(frozen=True, slots=True)
class Journal:
    """Where the journal of a store stands.

    Attributes:
        last: Number of the last row there was, 0 for none.
        live: The tables that are live.
    """

    last: int
    live: frozenset[str]

    @classmethod
    def read(cls, connection: Connection) -> Journal:
        """Where it stands by what is stored."""
        rows = connection.execute(select(live.c.name, live.c.since)).all()
        since = max((row.since for row in rows), default=0)
        last = connection.scalar(select(func.max(journal.c.id))) or 0
        return cls(max(last, since), frozenset(row.name for row in rows))

    def write(self, connection: Connection, batch: Batch) -> Journal:
        """Writes what a batch says of live tables, in as few statements as there can be.

        Returns:
            Where the journal stands once the transaction is done.
        """
        closed = self.live & batch.closed
        checkpoints = {
            name: whole for name, whole in batch.checkpoints.items() if name not in batch.closed
        }
        is_live = self._with(checkpoints, closed)
        if batch.is_full or (closed and not is_live):
            connection.execute(_DROP, {"last": self.last})
        kept = [
            entry for entry in batch.entries if entry[0] in is_live and entry[0] not in checkpoints
        ]
        last = self.last
        if kept:
            last += 1
            connection.execute(_ADD, {"id": last, "entries": _ENCODER.encode(kept)})
        self._replace(connection, checkpoints, last)
        if closed:
            connection.execute(_CLOSE, [{"its_name": name} for name in closed])
        return Journal(last, is_live)

    def _with(self, checkpoints: dict[str, bytes], closed: frozenset[str]) -> frozenset[str]:
        """The live tables after a batch; mostly the same ones, and then the same set."""
        if not closed and checkpoints.keys() <= self.live:
            return self.live
        return (self.live | checkpoints.keys()) - closed

    def _replace(self, connection: Connection, checkpoints: dict[str, bytes], last: int) -> None:
        new = [
            {"name": name, "since": last, "checkpoint": whole}
            for name, whole in checkpoints.items()
            if name not in self.live
        ]
        known = [
            {"its_name": name, "since": last, "checkpoint": whole}
            for name, whole in checkpoints.items()
            if name in self.live
        ]
        if new:
            connection.execute(_BEGIN, new)
        if known:
            connection.execute(_REPLACE, known)


def stored_tables(connection: Connection) -> list[StoredTable]:
    """All live tables by name, each with what was written down since its checkpoint.

    Raises:
        StoreError: The journal is damaged.
    """
    tables = connection.execute(select(live).order_by(live.c.name)).all()
    since = {row.name: row.since for row in tables}
    entries: defaultdict[str, list[bytes]] = defaultdict(list)
    rows = connection.execute(
        select(journal).where(journal.c.id > min(since.values(), default=0)).order_by(journal.c.id)
    )
    for number, blob in rows:
        try:
            written = _DECODER.decode(blob)
        except msgspec.DecodeError as error:
            raise StoreError(
                f"row {number} of the journal is damaged; put a backup in the store's place"
            ) from error
        for name, entry in written:
            if number > since.get(name, number):
                entries[name].append(entry)
    return [StoredTable(row.name, row.checkpoint, tuple(entries[row.name])) for row in tables]
