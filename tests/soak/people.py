"""People at tables, for whom nothing may be lost: each follows a table and keeps what was shown.

Owns one seat's connections over the lives of a server: whenever one ends it goes to the next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from time import monotonic_ns
from typing import Final, NamedTuple

import aiohttp
from msgspec.structs import asdict, replace

from bench.server_load import choose
from spit.protocol import messages as m
from spit.protocol.codec import decode_outbound, encode
from spit.protocol.follow import follow, step
from tests.soak.process import PATIENCE

_ASKS_AGAIN: Final = 40
"""One in so many actions comes with a question for the whole view, to compare it."""


class Shown(NamedTuple):
    """What somebody was shown, and when, in nanoseconds of the monotonic clock."""

    at_ns: int
    view: m.TableView
    event: m.AnyEvent | None
    """What led to it; None for a whole view."""
    life: int
    """In which life of the server."""


class Town:
    """Where everybody is: which life of the server it is, and what is played for.

    Args:
        address: The server's, in each of its lives.
        rng: Decides how long somebody looks before a hand moves.
    """

    def __init__(self, address: str, rng: Random) -> None:
        self.address = address
        self.rng = rng
        self.life = 0
        """Which life of the server it is, from 1; 0 before the first."""
        self.is_ending = False
        """Whether the match that is on is the last one at each table."""
        self.think_ms = 60.0
        """How long somebody looks before a hand moves, on average."""
        self._has_begun = asyncio.Event()
        self._wanted: Callable[[], bool] = lambda: False
        self._has_come = asyncio.Event()

    def begin_life(self) -> None:
        """The server serves again."""
        self.life += 1
        self._has_begun.set()
        self._has_begun = asyncio.Event()

    async def life_after(self, life: int) -> int:
        """Waits for a later life than that one."""
        while self.life <= life:
            await self._has_begun.wait()
        return self.life

    async def until(self, wanted: Callable[[], bool]) -> None:
        """Waits until something is so, which is looked at whenever somebody is shown something."""
        self._wanted = wanted
        self._has_come.clear()
        self.look()
        async with asyncio.timeout(PATIENCE):
            await self._has_come.wait()
        self._wanted = lambda: False

    def look(self) -> None:
        """Somebody was shown something."""
        if self._wanted():
            self._has_come.set()


class Seat:
    """Somebody at a table.

    Args:
        town: Where.
        made: What opens the seat.
    """

    def __init__(self, town: Town, made: m.TableMade) -> None:
        self.table, self.seat = made.table, made.seat
        self.history: list[Shown] = []
        self.told: dict[str, int | None] = {}
        """By match, the winner of each result that was told as saved."""
        self.differences: list[str] = []
        """Where what was followed was not what the server had."""
        self._town, self._made = town, made
        self._life = 0
        self._view: m.TableView | None = None
        self._next_id = 1
        self._awaited: int | None = None
        self._changed = asyncio.Event()
        self._asked: asyncio.Future[None] | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._asks_again = 0

    @property
    def view(self) -> m.TableView:
        """What it sees now."""
        assert self._view is not None, "nothing has come yet"
        return self._view

    @property
    def life(self) -> int:
        """The life of the server of which it has seen something."""
        return self._life

    @property
    def is_done(self) -> bool:
        """Whether its last match has its result, and that is kept."""
        view = self._view
        return (
            view is not None
            and self._life == self._town.life
            and view.phase == "over"
            and view.saved
            and not all(view.rematch)
        )

    async def live(self, session: aiohttp.ClientSession) -> None:
        """Plays until it is cancelled, from one life of the server to the next."""
        life = 0
        while True:
            life = await self._town.life_after(life)
            try:
                async with session.ws_connect(self._town.address + self._made.socket) as socket:
                    await self._play(socket, life)
            except (aiohttp.ClientError, ConnectionError):
                continue  # it was killed once more

    async def compare(self) -> None:
        """Asks for the whole view, and waits until it is compared with the one followed."""
        self._asked = asyncio.get_running_loop().create_future()
        assert self._socket is not None
        await self._socket.send_str(encode(m.Resync()).decode())
        await asyncio.wait_for(self._asked, PATIENCE)

    # -------------------------------------------------------------- one connection

    async def _play(self, socket: aiohttp.ClientWebSocketResponse, life: int) -> None:
        view = self._view
        have = None if view is None else m.Position(view.epoch, view.version)
        hello = m.Hello(version=1, secrets=[self._made.secret], have=have)
        await socket.send_str(encode(hello).decode())
        self._socket, self._awaited = socket, None
        acting = asyncio.create_task(self._act(socket))
        try:
            async for frame in socket:
                if frame.type is aiohttp.WSMsgType.TEXT:
                    self._hear(decode_outbound(frame.data), life)
                    self._changed.set()
                    self._town.look()
        finally:
            self._socket = None
            acting.cancel()
            await asyncio.gather(acting, return_exceptions=True)

    def _hear(self, message: m.AnyOutbound, life: int) -> None:
        match message:
            case m.Welcome(seats=seats):
                self._next_id = seats[0].next_id
            case m.Snapshot(view=view):
                self._take(view, life)
            case m.Update():
                self._follow(message)
            case m.Accepted(id=number) | m.Refused(id=number) if number == self._awaited:
                self._awaited = None
            case m.Problem():
                self.differences.append(f"{self.table}: the server says {message.code}")

    def _take(self, view: m.TableView, life: int) -> None:
        """A whole view: the first of a life, or one that was asked for to compare.

        One that is asked for while a result waits for the disk comes after it.
        """
        is_later = self._life != life or view.version > self.view.version
        if not is_later and timeless(view) != timeless(self.view):
            self.differences.append(f"{self.table}: {difference(self.view, view)}")
        if self._asked is not None and not self._asked.done():
            self._asked.set_result(None)
        self._life = life
        self._show(view, None)

    def _follow(self, update: m.Update) -> None:
        view = self.view
        after = follow(view, update)
        if after is None:
            self.differences.append(f"{self.table}: no update follows {view.epoch}.{view.version}")
            return
        if after is not view:
            for event in update.events:
                self._show(step(self.view, event), event)

    def _show(self, view: m.TableView, event: m.AnyEvent | None) -> None:
        self._view = view
        self.history.append(Shown(monotonic_ns(), view, event, self._life))
        if view.result is not None and view.saved:
            self.told[view.match] = view.result.winner
        elif view.result is not None:  # told a moment after the result itself
            self.told.pop(view.match, None)

    async def _act(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Does one thing after the other, each once the one before is answered."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            if self._view is None or self._awaited is not None or self._choose() is None:
                continue
            await asyncio.sleep(self._town.think_ms * self._town.rng.uniform(0.1, 1.9) / 1_000)
            message = self._choose()
            if message is None:
                continue
            self._awaited, self._next_id = self._next_id, self._next_id + 1
            await socket.send_str(encode(message).decode())
            self._asks_again += 1
            if self._asks_again % _ASKS_AGAIN == 0:
                await socket.send_str(encode(m.Resync()).decode())

    def _choose(self) -> m.AnyInbound | None:
        view = self.view
        if view.phase != "over":
            return choose(view, self._next_id, self.seat)
        if self._town.is_ending or view.rematch[self.seat] or not view.saved:
            return None
        return m.Rematch(id=self._next_id, seat=self.seat)


def timeless(view: m.TableView) -> m.TableView:
    """A view without the time left on its clocks."""
    countdown = view.countdown and replace(view.countdown, left_ms=0)
    paused = view.paused and replace(view.paused, left_ms=[])
    return replace(view, countdown=countdown, paused=paused)


def difference(one: m.TableView, other: m.TableView) -> str:
    """In what two views differ, for whoever has to find out why."""
    first, second = asdict(timeless(one)), asdict(timeless(other))
    fields = {name: (first[name], second[name]) for name in first if first[name] != second[name]}
    return f"two views of {one.epoch}.{one.version} in phase {one.phase} differ: {fields}"
