"""The conversation with a client in the lobby.

Owns its order: enter first, then look for an opponent or not.
"""

from __future__ import annotations

from collections.abc import Awaitable

from spit.protocol import messages as m
from spit.protocol.codec import BadMessageError, decode_lobby
from spit.rules import OptionsError, choose_rules
from spit.server.lobby.hall import Hall
from spit.server.lobby.visitor import Visitor
from spit.server.metrics import Metrics
from spit.server.names import clean_name
from spit.server.people import People, WeakSecretError, is_bot
from spit.server.settings import ServerSettings
from spit.server.sockets.connection import Connection
from spit.server.sockets.prompt import PromptSocket
from spit.server.sockets.talk import Talk
from spit.server.tables.directory import Player


class Visit(Talk):
    """The conversation with one client in the lobby.

    Args:
        socket: To read from.
        connection: To answer by.
        settings: The server's.
        metrics: The server's.
        hall: The lobby.
        people: The people that the server knows.
        address: Whom limits count against.
    """

    def __init__(
        self,
        socket: PromptSocket,
        connection: Connection,
        settings: ServerSettings,
        metrics: Metrics,
        *,
        hall: Hall,
        people: People,
        address: str,
    ) -> None:
        super().__init__(socket, connection, settings, metrics)
        self._hall = hall
        self._people = people
        self._address = address
        self._visitor: Visitor | None = None

    @property
    def has_begun(self) -> bool:
        """Whether somebody has entered."""
        return self._visitor is not None

    def leave(self) -> None:
        """The client is gone, and looks for nobody any more."""
        self._hall.leave(self._connection)

    def understand(self, data: bytes) -> Awaitable[None] | None:
        """As `Talk.understand`."""
        message = decode_lobby(data)
        self._metrics.messages[message.__struct_config__.tag] += 1  # type: ignore[index]
        if isinstance(message, m.Ping):
            self._connection.send(m.Pong(n=message.n))
        elif self._visitor is None:
            return self._enter(message)
        elif isinstance(message, m.Seek):
            try:
                rules = choose_rules(message.rules)
            except OptionsError as error:
                raise BadMessageError(str(error)) from None
            self._hall.seek(self._visitor, rules)
        elif isinstance(message, m.StopSeeking):
            self._hall.seek(self._visitor, None)
        elif isinstance(message, m.Decline):
            self._hall.decline(self._visitor, message.table, message.secret)
        else:
            self._problem("hello-twice", "This connection has entered already.")
        return None

    async def _enter(self, message: m.AnyLobbyInbound) -> None:
        if not isinstance(message, m.Enter):
            self._problem("hello-first", "The first message must be an enter.", is_fatal=True)
            return
        if not self._is_version(message.version):
            return
        if is_bot(message.guest):
            raise BadMessageError("A bot is paired with nobody; it plays at tables that it names.")
        try:
            guest = await self._people.recognize(message.guest)
        except WeakSecretError as error:
            raise BadMessageError(str(error)) from None
        apart = await self._people.apart_from(guest)
        player = Player(clean_name(message.name), guest, message.guest)
        self._visitor = Visitor(self._connection, player, apart, self._address)
        self._hall.enter(self._visitor)
