"""Tables over plain HTTP: making one, finding one, taking a seat, and what goes with a seat.

Owns these addresses and the sentences of their refusals.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from typing import TypeVar

from aiohttp import web

from spit.protocol import messages as m
from spit.protocol.codec import BadMessageError, decode_body
from spit.rules import OptionsError
from spit.server.clock import time_of_day_ms
from spit.server.limits import AddressRate, Rate
from spit.server.names import read_table_name, show_table_name
from spit.server.people import People, UnknownBotError, WeakSecretError
from spit.server.settings import ServerSettings
from spit.server.tables.directory import FullError, Place, Player, SeatTakenError, Tables
from spit.server.tables.handover import SECONDS
from spit.server.web.answers import answer, refusal, too_many
from spit.server.web.codes import qr_of
from spit.server.web.reach import client_address, site_for_others
from spit.store import Report, Store, StoreError

T = TypeVar("T")

_FULL = "All tables of this server are taken; try again in a few minutes."
_UNKNOWN = "There is no table of this name; look at its letters again."
_TAKEN = "Both seats of this table are taken; you can watch."
_STRANGER = "That is not the secret of a seat at this table."
NOT_NOW = "What is kept cannot be reached at the moment; try again in a few minutes."
GUESSES = "Too many names of tables that do not exist; wait a little."

_EFFORTS = Rate(2.0, 60)
"""What costs the server a drawing or a write, for one address."""
_REPORTS = Rate(0.02, 5)
"""Reports of one address."""
_REPORTS_OF_MATCH = Rate(1 / 3_600, 3)
"""Reports of one seat about one match."""


class TableRoutes:
    """What is under ``/api/tables``.

    Args:
        settings: The server's.
        tables: The server's.
        people: The people it knows.
        store: For matches that are over, and for reports.
        guesses: Counts names and secrets that do not exist, by address.
        new_tables: Counts the tables that are made, by address.
    """

    def __init__(
        self,
        settings: ServerSettings,
        tables: Tables,
        people: People,
        store: Store,
        guesses: AddressRate,
        new_tables: AddressRate,
    ) -> None:
        self._settings = settings
        self._tables = tables
        self._people = people
        self._store = store
        self._guesses = guesses
        self._new_tables = new_tables
        self._efforts = AddressRate(_EFFORTS)
        self._reports = AddressRate(_REPORTS)
        self._reports_of_match = AddressRate(_REPORTS_OF_MATCH)
        self._loop = asyncio.get_running_loop()

    def routes(self) -> Iterable[web.RouteDef]:
        """All of them."""
        at = f"{self._settings.base_path}/api/tables"
        return [
            web.post(at, self._make),
            web.get(at + "/{table}", self._info),
            web.post(at + "/{table}/seat", self._sit),
            web.get(at + "/{table}/invitation", self._invite),
            web.post(at + "/{table}/handover", self._hand_over),
            web.post(at + "/{table}/takeover", self._take_over),
            web.post(at + "/{table}/block", self._block),
            web.post(at + "/{table}/report", self._report),
        ]

    # -------------------------------------------------------------- making and finding

    async def _make(self, request: web.Request) -> web.StreamResponse:
        if not self._new_tables.take(self._address(request), self._loop.time()):
            raise too_many("You have made many tables; wait a little before the next.")
        wish = await self._read(request, m.NewTable)
        player = await self._player(wish.guest, wish.name)
        try:
            return self._made(self._tables.make(wish, player))
        except OptionsError as error:
            raise refusal(web.HTTPBadRequest, str(error)) from None
        except FullError:
            raise refusal(web.HTTPServiceUnavailable, _FULL) from None

    async def _info(self, request: web.Request) -> web.StreamResponse:
        self._refuse_guessers(request)
        name = self._name(request)
        place = self._tables.place(name)
        if place is not None:
            live = place.live
            info = m.TableInfo(
                table=name,
                standing="open" if live.has_free_seat else "full",
                names=list(live.names),
                rules=live.rules.header,
                watching=live.watching,
            )
            return answer(info)
        try:
            match = await self._store.find(name)
        except StoreError:
            raise refusal(web.HTTPServiceUnavailable, NOT_NOW) from None
        if match is None:
            raise self._unknown(request)
        rules = {"name": match.rules_label}
        return answer(m.TableInfo(name, "ended", list(match.names), {**rules}, 0))

    async def _sit(self, request: web.Request) -> web.StreamResponse:
        wish = await self._read(request, m.SitDown)
        place = self._tables.place(self._name(request))
        if place is None or place.live.keys.seat_of(wish.guest or "") is None:
            place = self._place(request)
        again = self._again(request, place, wish.guest)
        if again is not None:
            return again
        if not place.live.has_free_seat:  # whoever finds it taken is noted nowhere
            raise refusal(web.HTTPConflict, _TAKEN)
        player = await self._player(wish.guest, wish.name)
        host = place.kept.guests[0]
        if await self._people.are_apart(host, player.guest):
            raise refusal(web.HTTPForbidden, "You cannot sit down at this table.")
        wins = await self._people.head_to_head(host, player.guest)
        if self._tables.place(place.live.name) is not place:  # it was closed meanwhile
            raise self._unknown(request)
        again = self._again(request, place, wish.guest)  # they have knocked twice
        if again is not None:
            return again
        try:
            return self._made(self._tables.sit(place, player, wins))
        except SeatTakenError:
            raise refusal(web.HTTPConflict, _TAKEN) from None

    def _again(
        self, request: web.Request, place: Place, guest_secret: str | None
    ) -> web.StreamResponse | None:
        """The seat that a guest has at a table already."""
        if guest_secret is None or place.live.keys.seat_of(guest_secret) is None:
            return None
        self._count_effort(request)
        made = self._tables.seat_again(place, guest_secret)
        return None if made is None else self._made(made)

    async def _invite(self, request: web.Request) -> web.StreamResponse:
        place = self._place(request)
        self._count_effort(request)
        site = site_for_others(request, self._settings)
        link = f"{site.base}t/{place.live.name}"
        code = show_table_name(place.live.name)
        return answer(m.Invitation(code, link, f"{link}/watch", qr_of(link), site.reach))

    # -------------------------------------------------------------- the own seat

    async def _hand_over(self, request: web.Request) -> web.StreamResponse:
        wish = await self._read(request, m.SeatProof)
        place, seat = self._seat(request, wish.secret)
        self._count_effort(request)
        name = place.live.name
        code = self._tables.handovers.give(name, seat, self._loop.time())
        link = f"{site_for_others(request, self._settings).base}t/{name}#take={code}"
        return answer(m.Handover(code, link, qr_of(link), SECONDS))

    async def _take_over(self, request: web.Request) -> web.StreamResponse:
        code = (await self._read(request, m.TakeOver)).code
        place = self._tables.place(self._name(request))
        if place is not None:
            seat = self._tables.handovers.take(place.live.name, code, self._loop.time())
            if seat is not None:
                return self._made(self._tables.new_key(place, seat))
        self._place(request)
        self._count_guess(request)
        text = "This link was used already, or is too old; make a new one where you play."
        raise refusal(web.HTTPForbidden, text)

    async def _block(self, request: web.Request) -> web.StreamResponse:
        wish = await self._read(request, m.Block)
        place, seat = self._seat(request, wish.secret)
        self._count_effort(request)
        own, other = place.kept.guests[seat], place.kept.guests[1 - seat]
        if own is None or other is None or own == other:
            text = "There is nobody to block here: it takes two people that the server knows."
            raise refusal(web.HTTPConflict, text)
        if wish.blocked:
            await self._kept(self._store.block(own, other, time_of_day_ms()))
        else:
            await self._kept(self._store.unblock(own, other))
        return answer(m.Done())

    async def _report(self, request: web.Request) -> web.StreamResponse:
        wish = await self._read(request, m.Report)
        place, seat = self._seat(request, wish.secret)
        kept, live = place.kept, place.live
        if kept.bots[1 - seat] is not None or live.has_free_seat or kept.is_same_screen:
            raise refusal(web.HTTPConflict, "There is nobody to report at this table.")
        now = self._loop.time()
        if not (
            self._reports_of_match.take(f"{live.name}/{kept.number}/{seat}", now)
            and self._reports.take(self._address(request), now)
        ):
            raise too_many("You have reported this already; whoever runs the server will see it.")
        so_far = await place.keeper.record_so_far()
        report = Report(
            match=so_far.match or live.match,
            reporter=kept.guests[seat],
            reported=kept.guests[1 - seat],
            seat=1 - seat,
            words=wish.words,
            now_ms=time_of_day_ms(),
            record_so_far=so_far.text,
        )
        await self._kept(self._store.report(report))
        return answer(m.Done())

    async def _kept(self, writing: Awaitable[None]) -> None:
        try:
            await writing
        except StoreError:
            raise refusal(web.HTTPServiceUnavailable, NOT_NOW) from None

    # -------------------------------------------------------------- what requests have in common

    def _address(self, request: web.Request) -> str:
        return client_address(request, self._settings)

    def _count_guess(self, request: web.Request) -> None:
        self._guesses.take(self._address(request), self._loop.time())

    def _count_effort(self, request: web.Request) -> None:
        if not self._efforts.take(self._address(request), self._loop.time()):
            raise too_many("That was often in a short time; wait a little.")

    def _refuse_guessers(self, request: web.Request) -> None:
        """Whoever has asked for too many tables that do not exist is told of none."""
        if not self._guesses.has(self._address(request), self._loop.time()):
            raise too_many(GUESSES)

    def _unknown(self, request: web.Request) -> web.HTTPError:
        self._count_guess(request)
        return refusal(web.HTTPNotFound, _UNKNOWN)

    def _name(self, request: web.Request) -> str:
        return read_table_name(request.match_info["table"])

    def _place(self, request: web.Request) -> Place:
        """The table that is asked for by somebody who has proved nothing."""
        self._refuse_guessers(request)
        place = self._tables.place(self._name(request))
        if place is None:
            raise self._unknown(request)
        return place

    def _seat(self, request: web.Request, secret: str) -> tuple[Place, int]:
        """The table and the seat that a secret opens; it is asked for however many were guessed."""
        place = self._tables.place(self._name(request))
        seat = None if place is None else place.live.keys.seat_of(secret)
        if place is None or seat is None:
            self._place(request)
            self._count_guess(request)
            raise refusal(web.HTTPForbidden, _STRANGER)
        return place, seat

    async def _player(self, secret: str | None, typed: str) -> Player:
        try:
            guest, name = await self._people.enrol(secret, typed)
        except WeakSecretError as error:
            raise refusal(web.HTTPBadRequest, str(error)) from None
        except UnknownBotError as error:
            raise refusal(web.HTTPForbidden, str(error)) from None
        return Player(name, guest, secret)

    async def _read(self, request: web.Request, kind: type[T]) -> T:
        """What a request brings, if it brings it in time."""
        try:
            async with asyncio.timeout(self._settings.body_seconds):
                data = await request.read()
        except TimeoutError:
            raise refusal(web.HTTPRequestTimeout, "That took too long to arrive.") from None
        except web.RequestPayloadError:
            raise refusal(web.HTTPBadRequest, "That body is not what its headers say.") from None
        try:
            return decode_body(kind, data)
        except BadMessageError as error:
            raise refusal(web.HTTPBadRequest, str(error)) from None

    def _made(self, made: m.TableMade) -> web.StreamResponse:
        return answer(made, 201)
