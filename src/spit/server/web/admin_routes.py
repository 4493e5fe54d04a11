"""What the operator may ask of a running server: ``spit admin`` speaks to these addresses.

Owns the token that opens them. It lies in the data folder, for its owner alone, so whoever may read
that folder may ask. Whoever comes through a proxy may not, token or none: it is for this machine.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from hmac import compare_digest
from pathlib import Path

import msgspec
from aiohttp import web

from spit.protocol import messages as m
from spit.server.names import read_table_name
from spit.server.people import People
from spit.server.settings import ServerSettings
from spit.server.tables.directory import Place, Tables
from spit.server.web.answers import answer, refusal
from spit.server.web.reach import is_forwarded
from spit.store import StoreError

TOKEN_FILE = "admin.json"  # noqa: S105 - the name of the file
_TOKEN_BYTES = 24

_CLOSED = m.Problem(
    code="no-such-table", detail="This table was closed by whoever runs the server.", fatal=True
)


class AdminTable(msgspec.Struct, frozen=True):
    """One table as the operator sees it."""

    table: str
    names: list[str]
    rules: str
    phase: str
    online: list[bool]
    watching: int
    epoch: int
    version: int
    bytes_kept: int
    """How many bytes the match's log has so far."""


class AdminTables(msgspec.Struct, frozen=True):
    """All tables."""

    tables: list[AdminTable]


class AdminDetail(msgspec.Struct, frozen=True):
    """One table with its public view and the record of its match so far."""

    table: AdminTable
    view: m.TableView
    record: str


class AdminBot(msgspec.Struct, frozen=True):
    """A bot that was taken in."""

    name: str
    """What people will see."""
    token: str
    """By which it plays; told once, and not kept."""


class AdminRoutes:
    """What is under ``/admin``.

    Args:
        settings: The server's.
        tables: The server's.
        people: The people and bots it knows.
    """

    def __init__(self, settings: ServerSettings, tables: Tables, people: People) -> None:
        self._settings = settings
        self._tables = tables
        self._people = people
        self._token = secrets.token_urlsafe(_TOKEN_BYTES)

    def routes(self) -> Iterable[web.RouteDef]:
        """All of them."""
        at = f"{self._settings.base_path}/admin/tables"
        return [
            web.post(f"{self._settings.base_path}/admin/bots/{{name}}", self._new_bot),
            web.get(at, self._list),
            web.get(at + "/{table}", self._show),
            web.delete(at + "/{table}", self._close),
        ]

    def publish(self, address: str) -> None:
        """Writes where the server is, and the token, for ``spit admin`` on this machine.

        Whatever a server that was killed has left there is replaced in one step.

        Args:
            address: Of the server's page.

        Raises:
            OSError: It cannot be written.
        """
        path = self._settings.data / TOKEN_FILE
        partial = path.with_suffix(".partial")
        partial.unlink(missing_ok=True)
        try:
            descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                json.dump({"address": address, "token": self._token}, file)
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)

    def withdraw(self) -> None:
        """The server stops: nobody is to look for it any more."""
        with suppress(OSError):
            (self._settings.data / TOKEN_FILE).unlink()

    async def _list(self, request: web.Request) -> web.StreamResponse:
        self._check(request)
        return answer(AdminTables([_seen(place) for place in self._tables]))

    async def _show(self, request: web.Request) -> web.StreamResponse:
        place = self._place(request)
        seen, view = _seen(place), place.live.view()  # it may be closed meanwhile
        return answer(AdminDetail(seen, view, (await place.keeper.record_so_far()).text))

    async def _close(self, request: web.Request) -> web.StreamResponse:
        place = self._place(request)
        self._tables.close(place.live.name, _CLOSED)
        return answer(m.Done())

    async def _new_bot(self, request: web.Request) -> web.StreamResponse:
        self._check(request)
        try:
            token, name = await self._people.new_bot(request.match_info["name"])
        except StoreError:
            text = "The bot cannot be kept: nothing can be written at the moment."
            raise refusal(web.HTTPServiceUnavailable, text) from None
        return answer(AdminBot(name, token), 201)

    def _place(self, request: web.Request) -> Place:
        self._check(request)
        place = self._tables.place(read_table_name(request.match_info["table"]))
        if place is None:
            raise refusal(web.HTTPNotFound, "There is no table of this name.")
        return place

    def _check(self, request: web.Request) -> None:
        if is_forwarded(request):
            raise web.HTTPNotFound
        kind, _, given = request.headers.get("Authorization", "").partition(" ")
        is_token = compare_digest(given.encode("utf-8", "surrogateescape"), self._token.encode())
        if kind != "Bearer" or not is_token:
            raise refusal(web.HTTPForbidden, "That is not this server's admin token.")


class Token(msgspec.Struct, frozen=True):
    """What lies in the file."""

    address: str
    """Of the server's page, with a slash at its end."""
    token: str


def read_token(data: Path) -> Token:
    """Where the server of a data folder is, and its token.

    Raises:
        OSError: No server runs there, or the file is somebody else's.
        ValueError: It is no such file.
    """
    return msgspec.json.decode((data / TOKEN_FILE).read_bytes(), type=Token)


def _seen(place: Place) -> AdminTable:
    live, view = place.live, place.live.view()
    return AdminTable(
        table=live.name,
        names=list(live.names),
        rules=live.rules.label,
        phase=view.phase,
        online=view.online,
        watching=live.watching,
        epoch=view.epoch,
        version=view.version,
        bytes_kept=len(place.keeper.ledger.log),
    )
