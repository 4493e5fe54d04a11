"""Who somebody is: a secret that the browser keeps, and the store's number for it.

Owns what becomes of a guest's secret: its hash is looked up and nothing else of it stays. A bot's
token is such a secret, made by `new_bot`; its name is fixed and says that it is a bot.
"""

from __future__ import annotations

from typing import Final

from spit.protocol.limits import GUEST_SECRET_CHARS, NAME_CHARS
from spit.server.clock import time_of_day_ms
from spit.server.names import clean_name, new_secret
from spit.server.tables.seats import key_of
from spit.store import Store, StoreError

BOT_TOKEN: Final = "bot-"  # noqa: S105 - what each begins with
"""What a bot's token begins with, and no browser's secret."""

BOT_MARK: Final = " (bot)"
"""What a bot's name ends with, wherever people see it."""


class WeakSecretError(ValueError):
    """A guest's secret that could be guessed; its text is a sentence for whoever wrote a client."""


class UnknownBotError(ValueError):
    """A bot's token that this server has not made; its text is a sentence for who runs the bot."""


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
            UnknownBotError: It is a bot's token, and this server has not made it.
        """
        name = clean_name(typed)
        if secret is None:
            return None, name
        _check(secret)
        if is_bot(secret):
            name = await self._bot_name(secret)
        try:
            return await self._store.enrol(key_of(secret), name, time_of_day_ms()), name
        except StoreError:  # a full disk keeps nobody from playing
            return None, name

    async def new_bot(self, typed: str) -> tuple[str, str]:
        """Takes a bot in.

        Args:
            typed: What it is to be called.

        Returns:
            Its token, and the name that people will see.

        Raises:
            StoreError: It cannot be kept.
        """
        token = BOT_TOKEN + new_secret()
        name = clean_name(typed)[: NAME_CHARS - len(BOT_MARK)].strip() + BOT_MARK
        await self._store.enrol(key_of(token), name, time_of_day_ms())
        return token, name

    async def _bot_name(self, token: str) -> str:
        """The name of a bot, as it was taken in; without one nobody plays as a bot."""
        try:
            known = await self._store.guest(key_of(token))
        except StoreError:
            known = None
        if known is None:
            raise UnknownBotError("This server knows no bot by that token: spit bot new makes one.")
        return known.name

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


def is_bot(secret: str | None) -> bool:
    """Whether a secret is a bot's token."""
    return secret is not None and secret.startswith(BOT_TOKEN)


def _check(secret: str) -> None:
    if len(secret) < GUEST_SECRET_CHARS:
        raise WeakSecretError(f"A guest's secret has at least {GUEST_SECRET_CHARS} characters.")
