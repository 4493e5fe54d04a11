"""Who somebody is: a secret that the browser keeps, and the store's number for it.

Owns what becomes of a guest's secret: its hash is looked up and nothing else of it stays.
"""

from __future__ import annotations

from spit.protocol.limits import GUEST_SECRET_CHARS
from spit.server.clock import time_of_day_ms
from spit.server.names import clean_name
from spit.server.tables.seats import key_of
from spit.store import Store, StoreError


class WeakSecretError(ValueError):
    """A guest's secret that could be guessed; its text is a sentence for whoever wrote a client."""


class People:
    """The people that a server knows.

    Args:
        store: Where they are kept.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def enrol(self, secret: str | None, typed: str) -> tuple[int | None, str]:
        """Notes that somebody is here.

        Args:
            secret: Their own, None for nobody in particular.
            typed: What they want to be called.

        Returns:
            Their number, None for nobody in particular and while nothing can be kept; and the name
            that can be shown.

        Raises:
            WeakSecretError: The secret is too short.
        """
        name = clean_name(typed)
        if secret is None:
            return None, name
        _check(secret)
        try:
            return await self._store.enrol(key_of(secret), name, time_of_day_ms()), name
        except StoreError:  # a full disk keeps nobody from playing
            return None, name

    async def recognize(self, secret: str | None) -> int | None:
        """The number of somebody who was enrolled before; notes nothing.

        Raises:
            WeakSecretError: As `enrol`.
        """
        if secret is None:
            return None
        _check(secret)
        try:
            guest = await self._store.guest(key_of(secret))
        except StoreError:
            return None
        return None if guest is None else guest.id

    async def head_to_head(self, first: int | None, second: int | None) -> tuple[int, int]:
        """How often each of two has won against the other; 0 and 0 for people nobody knows."""
        if first is None or second is None or first == second:
            return 0, 0
        try:
            return await self._store.head_to_head(first, second)
        except StoreError:
            return 0, 0

    async def are_apart(self, first: int | None, second: int | None) -> bool:
        """Whether one of two has blocked the other; as far as that can be found out."""
        if first is None or second is None:
            return False
        try:
            return await self._store.is_blocked(first, second)
        except StoreError:
            return False

    async def apart_from(self, guest: int | None) -> frozenset[int]:
        """All whom somebody has blocked, and all who have blocked them; as `are_apart`."""
        if guest is None:
            return frozenset()
        try:
            return frozenset(await self._store.blocks_of(guest))
        except StoreError:
            return frozenset()


def _check(secret: str) -> None:
    if len(secret) < GUEST_SECRET_CHARS:
        raise WeakSecretError(f"A guest's secret has at least {GUEST_SECRET_CHARS} characters.")
