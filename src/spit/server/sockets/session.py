"""The conversation with a client at a table.

Owns its order: hello first, then actions of the own seats; what is said against whatever is not
that. It changes nothing at a table except through `spit.server.tables.live.LiveTable`.
"""

from __future__ import annotations

from typing import ClassVar

from spit.protocol import messages as m
from spit.protocol.codec import decode
from spit.server.limits import AddressRate
from spit.server.metrics import Metrics
from spit.server.settings import ServerSettings
from spit.server.sockets.connection import Connection
from spit.server.sockets.prompt import PromptSocket
from spit.server.sockets.talk import Talk
from spit.server.tables.directory import Tables
from spit.server.tables.live import LiveTable


class Session(Talk):
    """The conversation with one client at a table.

    Args:
        socket: To read from.
        connection: To answer by.
        settings: The server's.
        metrics: The server's.
        table_name: The table it asked for.
        tables: The server's.
        guesses: Counts names and secrets that do not exist, by address.
        address: Whom limits count against.
    """

    is_patient: ClassVar[bool] = False

    def __init__(
        self,
        socket: PromptSocket,
        connection: Connection,
        settings: ServerSettings,
        metrics: Metrics,
        *,
        table_name: str,
        tables: Tables,
        guesses: AddressRate,
        address: str,
    ) -> None:
        super().__init__(socket, connection, settings, metrics)
        self._table_name = table_name
        self._tables = tables
        self._guesses = guesses
        self._address = address
        self._table: LiveTable | None = None

    @property
    def has_begun(self) -> bool:
        """Whether hello was said."""
        return self._table is not None

    def leave(self) -> None:
        """The client is gone: its seat is free for another connection."""
        if self._table is not None:
            self._table.leave(self._connection)

    def measured(self) -> None:
        """As `Talk.measured`: it counts in races."""
        if self._table is not None:
            self._table.note_round_trip(self._connection)

    def understand(self, data: bytes) -> None:
        """As `Talk.understand`."""
        message = decode(data)
        self._metrics.messages[message.__struct_config__.tag] += 1  # type: ignore[index]
        if isinstance(message, m.Ping):
            self._connection.has_beat = True
            self._connection.send(m.Pong(n=message.n))
        elif self._table is None:
            self._greet(message)
        elif isinstance(message, m.Hello):
            self._problem("hello-twice", "This connection has said hello already.")
        elif isinstance(message, m.Resync):
            self._table.catch_up(self._connection, message.have)
        else:
            self._table.receive(self._connection, message)

    def _greet(self, message: m.AnyInbound) -> None:
        """Takes in the first message, which must be a hello that opens something."""
        if not isinstance(message, m.Hello):
            self._problem("hello-first", "The first message must be a hello.", is_fatal=True)
            return
        if not self._is_version(message.version):
            return
        table = self._tables.find(self._table_name)
        if table is not None and table.has_failed:
            table = None
        seats = None if table is None else table.keys.seats_of(message.secrets)
        now = self._loop.time()
        if not seats and not self._guesses.has(self._address, now):  # whoever proves a seat may in
            text = "Too many names of tables that do not exist; wait a little."
            self._problem("too-fast", text, is_fatal=True)
        elif table is None:
            self._guesses.take(self._address, now)
            text = "There is no table of this name, or not any more."
            self._problem("no-such-table", text, is_fatal=True)
        elif seats is None:
            self._guesses.take(self._address, now)
            text = "That is not the secret of a seat at this table."
            self._problem("bad-secret", text, is_fatal=True)
        else:
            self._table = table
            table.join(self._connection, seats, message.have, coarse_clock=message.coarse_clock)
