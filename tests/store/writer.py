"""A process that writes to a store until it is killed: python -m tests.store.writer FOLDER.

It prints a number when the batch of that number has been written.
"""

from __future__ import annotations

import asyncio
import sys
from itertools import count
from pathlib import Path

from spit.store import Batch, Store

FULL_EACH = 25
"""Every so many batches, the journal is begun anew."""


def say(number: int) -> None:
    """The batch of that number has been written."""
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


async def write(folder: Path) -> None:
    """Batches with the number in two tables; a checkpoint holds the number that it is up to."""
    store = await Store.open(folder)
    await store.commit(Batch(checkpoints={"a": b"0", "b": b"0"}))
    say(0)
    for number in count(1):
        entry = str(number).encode()
        batch = Batch(entries=[("a", entry), ("b", entry)])
        if number % FULL_EACH == 0:
            batch.checkpoints = {"a": entry, "b": entry}
            batch.is_full = True
        await store.commit(batch)
        say(number)


if __name__ == "__main__":
    asyncio.run(write(Path(sys.argv[1])))
