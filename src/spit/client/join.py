"""A bot joins a server.

Owns the sockets and the clock: it makes a table or sits down at one, carries messages to and fro,
and connects again when a connection breaks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final
from urllib.parse import quote

import msgspec
from aiohttp import ClientError as HttpClientError
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from spit.bots import LEVELS, BotDriver, BotMaker, Driver
from spit.client.errors import ClientError
from spit.client.seat import BotAtSeat
from spit.protocol import messages as m
from spit.protocol.codec import decode_outbound, encode

PATIENCE_SECONDS: Final = 10.0
"""How long an answer over HTTP may take, and the first words on a socket."""

TRIES: Final = 6
"""How often in a row a lost connection is tried again, after 0.5 s, 1 s, 2 s and so on."""


NAME: Final = "Bot"
"""What a bot without a token is called."""

DriverMaker = Callable[[int], Driver]
"""Makes who plays a seat."""


@dataclass(frozen=True, slots=True)
class Where:
    """As whom a bot plays, and at which table."""

    token: str | None = None
    """From ``spit bot new``: it plays under its name, marked as a bot. Without one it is a guest
    whom nobody knows, which is for practice."""
    table: str | None = None
    """Name or code of a table with a free seat; None makes a practice table."""
    against: str = "steady"
    """The level at a practice table."""


PRACTICE: Final = Where()


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over."""

    match: str
    """Its name; the record is ``/records/<match>.spit`` on the server."""
    has_won: bool | None
    """None for a draw."""
    reason: str
    """As `spit.protocol.scalars.ResultReason`."""


async def play(
    address: str,
    bot: BotMaker,
    *,
    tempo: str = "steady",
    seed: str = "bot",
    where: Where = PRACTICE,
    matches: int = 1,
) -> list[Finished]:
    """Plays matches at a running server, with the eye and the hand of a level.

    Args:
        address: Of the server's page, as ``http://127.0.0.1:7310/``.
        bot: Makes the bot for the seat that it gets.
        tempo: The level whose eye and hand it has.
        seed: Seeds its eye, hand and choices.
        where: As whom, and at which table.
        matches: How many matches it plays there.

    Returns:
        What each match came to.

    Raises:
        ClientError: The server cannot be reached, refuses, or closes the table.
    """

    def drive(seat: int) -> Driver:
        return BotDriver(LEVELS[tempo], seat, Random(seed), bot(seat))

    return await join(address, drive, where=where, matches=matches)


async def join(
    address: str, drive: DriverMaker, *, where: Where = PRACTICE, matches: int = 1
) -> list[Finished]:
    """Plays matches at a running server by a driver, as `play` does by a bot.

    Whatever a driver raises comes out here; the match is given up before.
    """
    base = f"{address.rstrip('/')}"
    async with ClientSession() as session:
        made = await _seated(session, base, where)
        at_seat = BotAtSeat(made.seat, drive(made.seat), matches)
        await _Visit(session, f"{base}/ws/{made.table}", made.secret, at_seat).run()
    return [
        Finished(name, None if result.winner is None else result.winner == made.seat, result.reason)
        for name, result in zip(at_seat.names, at_seat.results, strict=True)
    ]


async def _seated(session: ClientSession, base: str, where: Where) -> m.TableMade:
    """Makes a practice table, or takes the free seat of one."""
    if where.table is not None:
        sit = m.SitDown(name=NAME, guest=where.token)
        return await _asked(session, f"{base}/api/tables/{quote(where.table, safe='')}/seat", sit)
    level: Any = where.against  # the server refuses what is no level
    wish = m.NewTable(level=level, name=NAME, guest=where.token)
    return await _asked(session, f"{base}/api/tables", wish)


async def _asked(session: ClientSession, url: str, wish: m.NewTable | m.SitDown) -> m.TableMade:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS), session.post(url, data=encode(wish)) as got:
            data = await got.read()
            if got.ok:
                return msgspec.json.decode(data, type=m.TableMade)
            raise ClientError(msgspec.json.decode(data, type=m.HttpError).error)
    except msgspec.MsgspecError:
        raise ClientError(f"what answers at {url} is no server of Spit") from None
    except TimeoutError:
        raise ClientError(f"{url} does not answer") from None
    except (HttpClientError, ValueError) as error:
        raise ClientError(f"{url} cannot be reached: {error}") from None


class _LostError(Exception):
    """The connection has broken."""


class _Visit:
    """The time of a bot at one table."""

    def __init__(self, session: ClientSession, url: str, secret: str, at_seat: BotAtSeat) -> None:
        self._session, self._url, self._secret = session, url, secret
        self._at_seat = at_seat
        self._loop = asyncio.get_running_loop()
        self._tries = 0

    async def run(self) -> None:
        """Plays until all matches are over.

        Raises:
            ClientError: The server has closed the table, or is gone for good.
        """
        while not self._at_seat.is_done:
            try:
                async with self._session.ws_connect(self._url) as socket:
                    await self._converse(socket)
            except (_LostError, HttpClientError, ConnectionError) as error:
                self._tries += 1
                if self._tries > TRIES:
                    raise ClientError(f"the connection is lost: {error}") from None
                await asyncio.sleep(0.25 * 2**self._tries)

    async def _converse(self, socket: ClientWebSocketResponse) -> None:
        at_seat = self._at_seat
        hello = m.Hello(version=m.PROTOCOL_VERSION, secrets=[self._secret], have=at_seat.position)
        await self._say(socket, [hello])
        try:
            while not at_seat.is_done:
                message = await self._heard(socket, at_seat.next_ms())
                if message is None:
                    await self._say(socket, at_seat.due(self._now_ms()))
                else:
                    await self._say(socket, at_seat.hear(message, self._now_ms()))
        except (_LostError, ClientError, ConnectionError, asyncio.CancelledError):
            raise
        except Exception:  # the bot's: it gives the match up, and whoever runs it is told
            await self._say(socket, [at_seat.resigned()])
            raise

    async def _heard(
        self, socket: ClientWebSocketResponse, until_ms: int | None
    ) -> m.AnyOutbound | None:
        """The next message; None if there is none before a time."""
        wait = None if until_ms is None else max(0.0, (until_ms - self._now_ms()) / 1_000)
        try:
            async with asyncio.timeout(wait):
                frame = await socket.receive()
        except TimeoutError:
            return None
        if frame.type is not WSMsgType.TEXT:
            raise _LostError(f"the server has closed it ({socket.close_code})")
        try:
            message = decode_outbound(frame.data)
        except msgspec.DecodeError:  # a later server's word
            return m.Pong(n=0)
        if isinstance(message, m.Problem) and message.fatal and message.code != "closing":
            raise ClientError(message.detail)
        if isinstance(message, m.Welcome):
            self._tries = 0
        return message

    async def _say(self, socket: ClientWebSocketResponse, messages: list[m.AnyInbound]) -> None:
        for message in messages:
            await socket.send_str(encode(message).decode())

    def _now_ms(self) -> int:
        return int(self._loop.time() * 1_000)
