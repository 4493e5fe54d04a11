"""Asking a store, while a server writes to it or not.

Owns the threads that a database which blocks is asked in. What is asked is in
`spit.store.matches` and `spit.store.people`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import Connection, Engine

from spit.store import matches, migrate, people, sqlite
from spit.store.errors import StoreError
from spit.store.model import Guest, MatchRow, Report

Parameters = ParamSpec("Parameters")
Answer = TypeVar("Answer")

_READERS = 2


class StoreReader:
    """The store of a data folder, to be read; `open` makes one, and it is to be closed.

    Every method raises `StoreError` where the file cannot be read.
    """

    def __init__(self, path: Path, engine: Engine) -> None:
        self._path = path
        self._engine = engine
        self._is_closed = False
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="store-reader")

    @classmethod
    async def open(cls, folder: Path) -> Self:
        """Opens the store of a folder; needs no right to write and holds nobody up.

        Raises:
            StoreError: There is none, or it cannot be read by this version.
        """
        return await asyncio.to_thread(cls._opened, folder)

    @classmethod
    def _opened(cls, folder: Path) -> Self:
        path = folder / sqlite.FILE
        with sqlite.stated(path):
            if not path.is_file():
                raise StoreError(
                    f"nothing has been kept in {folder} yet; play a match first, or name another "
                    "folder with --data"
                )
            engine = sqlite.make_engine(path, may_write=False)
            try:
                migrate.check(engine, path)
            except BaseException:
                engine.dispose()
                raise
        return cls(path, engine)

    async def __aenter__(self) -> Self:
        """Itself."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Closes it."""
        await self.close()

    async def close(self) -> None:
        """Waits for what is under way, and lets go of the file; once more does nothing."""
        if not self._is_closed:
            self._is_closed = True
            await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._readers.shutdown()
        self._engine.dispose()

    async def _ask(
        self,
        question: Callable[Concatenate[Connection, Parameters], Answer],
        *args: Parameters.args,
        **kwargs: Parameters.kwargs,
    ) -> Answer:
        def answer() -> Answer:
            with sqlite.stated(self._path), self._engine.connect() as connection:
                return question(connection, *args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self._readers, answer)

    # -------------------------------------------------------------- matches

    async def record(self, match: str) -> str | None:
        """The record of a finished match, None if there is none of that name."""
        return await self._ask(matches.record, match)

    async def find(self, match: str) -> MatchRow | None:
        """The finished match of that name."""
        return await self._ask(matches.find, match)

    async def matches(
        self, limit: int, before: int | None = None, player: str | None = None
    ) -> list[MatchRow]:
        """The newest finished matches, the newest one first.

        Args:
            limit: How many at most.
            before: Only those saved before the one with this `MatchRow.number`, for the next page.
            player: Only those of somebody with this name, in upper or lower case.
        """
        return await self._ask(matches.newest, limit, before, player)

    async def head_to_head(self, guest: int, other: int) -> tuple[int, int]:
        """How often each of two has won against the other, wherever they sat; no draws."""
        return await self._ask(matches.head_to_head, guest, other)

    # -------------------------------------------------------------- people

    async def guest(self, secret_hash: bytes) -> Guest | None:
        """The guest whose secret has that SHA-256, None if there is none."""
        return await self._ask(people.guest, secret_hash)

    async def is_blocked(self, guest: int, other: int) -> bool:
        """Whether either of two has blocked the other."""
        return await self._ask(people.is_blocked, guest, other)

    async def blocks_of(self, guest: int) -> set[int]:
        """All whom a guest has blocked, and all who have blocked the guest."""
        return await self._ask(people.blocks_of, guest)

    async def reports(self, limit: int) -> list[Report]:
        """The newest reports, the newest one first."""
        return await self._ask(people.newest_reports, limit)

    # -------------------------------------------------------------- copies

    async def backup(self, to: Path) -> None:
        """Copies the store as it is at one moment into a new file, and checks the copy.

        Raises:
            StoreError: `to` exists, or cannot be written, or the store is damaged.
        """
        await asyncio.get_running_loop().run_in_executor(self._readers, sqlite.copy, self._path, to)
