"""Who wins races over real sockets: the server itself, behind a proxy that delays.

Two people of one speed sit at each table, one of them near and one far away. They are those of
`spit.arena`, played in real time: their reactions follow `spit.bots.tempo` at the level that
`spit.arena.study.LEVEL` names, their links `spit.arena.link`. Server, proxies and people are three
processes, all on loopback; the same is measured by arrival order and by ours, one after the other.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections import deque
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random
from typing import Final, cast

import aiohttp
from uvloop import new_event_loop

from bench.server_tables import make
from spit.arena.contests import Contest, Top, contests
from spit.arena.link import Link, LinkSettings
from spit.arena.person import Person
from spit.arena.screen import HandAction, Shown
from spit.arena.study import LEVEL
from spit.arena.tally import Share
from spit.bots import LEVELS
from spit.protocol import messages as m
from spit.protocol.codec import decode_outbound, encode
from spit.protocol.follow import follow
from spit.rules import STANDARD, Call, Card, Phase, PileView, SpitView, View

TRIPS_MS: Final = 20, 200
"""Round trips of seat 0, the nearer one, and of seat 1."""
CONTESTS: Final = 5_000
TABLES: Final = 60
LONGEST_SECONDS: Final = 1_500.0
"""What is measured by then counts."""
ORDERS: Final = "arrival", "fair"

_PHASES: Final = {
    "deal": Phase.DEAL, "ready": Phase.READY, "play": Phase.PLAY, "slap": Phase.SLAP,
    "over": Phase.OVER,
}  # fmt: skip


class Race:
    """One table with its two people."""

    def __init__(self, number: int, count: Callable[[list[Contest]], None]) -> None:
        self.players = [Player(seat, number, self) for seat in (0, 1)]
        self._count = count
        self._tops: dict[int, Card] = {}
        self._tentative: dict[int, tuple[int, Card, int]] = {}
        self._covered_by: dict[Top, int] = {}
        self._ends = 0

    def watch(self, update: m.Update) -> None:
        """Notes what becomes final, as one of the two is told of it."""
        version = update.version - len(update.events)
        for event in update.events:
            version += 1
            if isinstance(event, m.Played):
                play = event.pile, Card.parse(event.card), event.seat
                if event.tentative:
                    self._tentative[version] = play
                else:
                    self._settle(*play)
            elif isinstance(event, m.Settled):
                for each in event.plays:
                    self._settle(*self._tentative.pop(each))
            elif isinstance(event, m.TakenBack):
                for each in event.plays:
                    del self._tentative[each]
            elif isinstance(event, m.Spat):
                for flip in event.flips:
                    self._tops[flip.pile] = Card.parse(flip.card)

    def _settle(self, pile: int, card: Card, seat: int) -> None:
        self._covered_by[pile, self._tops[pile]] = seat
        self._tops[pile] = card

    def heard_the_end(self) -> None:
        """One of the two has seen the end of a round; with the other it is counted."""
        self._ends += 1
        if self._ends == 2:
            first, second = (each.person.attempts() for each in self.players)
            self._count(contests(first, second, self._covered_by))
            self._covered_by.clear()
            self._tops.clear()
            self._ends = 0


class Player:
    """A person at a seat, in real time."""

    def __init__(self, seat: int, number: int, race: Race) -> None:
        rng = Random(f"races/{number}/{seat}")
        self.person = Person(seat, LEVELS[LEVEL], rng, self._send, 1)
        self._seat, self._race = seat, race
        self._view: m.TableView | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()

    @property
    def _now_ms(self) -> float:
        return self._loop.time() * 1_000

    async def play(self, session: aiohttp.ClientSession, address: str, secret: str) -> None:
        """Connects and plays until it is cancelled."""
        async with session.ws_connect(address, compress=0) as self._socket:
            hello = m.Hello(version=m.PROTOCOL_VERSION, secrets=[secret])
            await self._socket.send_str(encode(hello).decode())
            async for frame in self._socket:
                if frame.type is aiohttp.WSMsgType.TEXT:
                    self._hear(decode_outbound(frame.data))

    def _hear(self, message: m.AnyOutbound) -> None:
        if isinstance(message, m.Snapshot):
            self._view = message.view
            start = m.Update(epoch=message.view.epoch, version=message.view.version, events=[])
            self.person.hear(start, _shown(self._view), self._now_ms)
        elif isinstance(message, m.Update):
            assert self._view is not None, "a picture comes first"
            self._view = follow(self._view, message)
            assert self._view is not None, "nothing is missed over TCP"
            self.person.hear(message, _shown(self._view), self._now_ms)
            if self._seat == 0:
                self._race.watch(message)
            if any(isinstance(event, m.RoundStopped) for event in message.events):
                self._race.heard_the_end()
        elif isinstance(message, m.Accepted | m.Refused):
            self.person.hear(message, None, self._now_ms)
        self._say_what_is_to_be_said()
        self._look()

    def _say_what_is_to_be_said(self) -> None:
        """Says "ready", and plays again."""
        view, seat = self._view, self._seat
        if view is None:
            return
        if view.phase == "ready" and not view.calls[seat].said and not self.person.screen.pending:
            self.person.throw(m.Spit(id=self.person.take_id(), seat=seat), int(self._now_ms))
        if view.phase == "over" and not view.rematch[seat]:
            self._post(m.Rematch(id=self.person.take_id(), seat=seat))

    def _look(self) -> None:
        """Sets the clock to the next thing that eye or hand does."""
        if self._timer is not None:
            self._timer.cancel()
        due_ms = self.person.next_ms()
        self._timer = None if due_ms is None else self._loop.call_at(due_ms / 1_000, self._wake)

    def _wake(self) -> None:
        self.person.wake(int(self._now_ms))
        self._look()

    def _send(self, message: HandAction, held_back_ms: float) -> None:
        assert not held_back_ms, "these two are honest"
        self._post(message)

    def _post(self, message: m.AnyInbound) -> None:
        assert self._socket is not None
        if self._socket.closed:  # it is over
            return
        task = self._loop.create_task(self._socket.send_str(encode(message).decode()))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)


def _shown(view: m.TableView) -> Shown:
    """The wire's view in the terms of the rules; what no player decides on is left out."""
    first, second = (
        tuple(PileView(pile.down, tuple(map(Card.parse, pile.up))) for pile in piles)
        for piles in view.stocks
    )
    calls = [Call(seat, call.pile) if call.said else None for seat, call in enumerate(view.calls)]
    bound = {tuple(choices) for choices in view.spit_choices} & {(0,), (1,)}
    in_rules = View(
        rules=STANDARD,
        phase=_PHASES[view.phase],
        round=view.round,
        stocks=(first, second),  # type: ignore[arg-type]
        hands=(view.hands[0], view.hands[1]),
        spits=tuple(
            SpitView(None if pile.top is None else Card.parse(pile.top), pile.cards)
            for pile in view.spits
        ),
        laid_hands=(view.hands[0], view.hands[1]),
        calls=(calls[0], calls[1]),
        first_call=None,
        bound=min(bound)[0] if bound else None,
        stopped=None,
        cards=(view.cards[0], view.cards[1]),
        points=(view.points[0], view.points[1]),
        result=None,
    )
    return Shown(in_rules, tuple(pile.version for pile in view.spits))


async def measure(order: str, wanted: int) -> list[Contest]:
    """Plays until so many contests have been decided."""
    found: list[Contest] = []
    enough = asyncio.Event()

    def count(contests_of_round: list[Contest]) -> None:
        found.extend(contests_of_round)
        if len(found) >= wanted:
            enough.set()

    async with AsyncExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory())
        address = await _started(stack, "serve", data, order)
        proxies = [await _started(stack, "delay", address, str(trip)) for trip in TRIPS_MS]
        connector = aiohttp.TCPConnector(limit=0)
        session = await stack.enter_async_context(
            aiohttp.ClientSession(address, connector=connector)
        )
        tasks: list[asyncio.Task[None]] = []
        for number in range(TABLES):
            race, made = Race(number, count), await make(session, "same-screen")
            assert made.partner_secret is not None
            for player, proxy, secret in zip(
                race.players, proxies, (made.secret, made.partner_secret), strict=True
            ):
                play = player.play(session, f"{proxy}{made.socket}", secret)
                tasks.append(asyncio.create_task(play))
                tasks[-1].add_done_callback(lambda _: enough.set())  # it has failed
        with suppress(TimeoutError):
            await asyncio.wait_for(enough.wait(), LONGEST_SECONDS)
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome
    return found[:wanted]


async def _started(stack: AsyncExitStack, *words: str) -> str:
    """A process of this module; the address that it prints."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.server_races", *words, stdout=asyncio.subprocess.PIPE
    )
    stack.push_async_callback(process.wait)
    stack.callback(process.terminate)
    assert process.stdout is not None
    return (await process.stdout.readline()).decode().strip().rstrip("/")


# ------------------------------------------------------------------ the other processes


def serve(data: str, order: str) -> None:
    """Serves behind a proxy, so that what the system knows of the way to it is left out."""
    from spit.server.limits import Rate  # noqa: PLC0415 - of no use to the other processes
    from spit.server.serve import run as run_server  # noqa: PLC0415
    from spit.server.settings import ServerSettings  # noqa: PLC0415
    from spit.table import FairSettings, TableSettings  # noqa: PLC0415

    fair = FairSettings() if order == "fair" else None
    plenty = Rate(100_000.0, 1_000_000)
    settings = ServerSettings(
        data=Path(data), port=0, log_format="json", connections_of_address=100_000,
        new_tables=plenty, new_connections=plenty, behind_proxy=True,
        table=TableSettings(between_ms=500, fair=fair),
    )  # fmt: skip
    with Path(data, "server.log").open("w", encoding="utf-8") as log:
        sys.stderr = log
        run_server(settings, lambda opened: print(opened.here, flush=True))


class Delayed(asyncio.Protocol):
    """One direction of a connection: what comes is written to the other side later."""

    def __init__(self, link: Link, other: asyncio.Future[asyncio.Transport]) -> None:
        self._link, self._other = link, other
        self._way: deque[bytes] = deque()
        self._loop = asyncio.get_running_loop()
        self.own: asyncio.Future[asyncio.Transport] = self._loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """As `asyncio.Protocol.connection_made`."""
        self.own.set_result(cast(asyncio.Transport, transport))

    def data_received(self, data: bytes) -> None:
        """As `asyncio.Protocol.data_received`."""
        arrival_ms = self._link.send(self._loop.time() * 1_000)
        self._way.append(data)
        self._loop.call_at(arrival_ms / 1_000, self._pass)

    def _pass(self) -> None:
        data = self._way.popleft()  # whatever the order in which clocks of one moment go off
        if self._other.done() and not self._other.result().is_closing():
            self._other.result().write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """As `asyncio.Protocol.connection_lost`."""
        del exc
        if self._other.done():
            self._other.result().close()


async def delay(address: str, trip_ms: str) -> None:
    """Passes connections on to an address, with a round trip of so many milliseconds more."""
    host, _, port = address.rpartition("/")[2].partition(":")
    loop, settings = asyncio.get_running_loop(), LinkSettings(delay_ms=float(trip_ms) / 2)
    seeds = Random(f"delay/{trip_ms}")
    joining: set[asyncio.Task[None]] = set()

    def accept() -> asyncio.Protocol:
        inner: asyncio.Future[asyncio.Transport] = loop.create_future()
        outer = Delayed(Link(settings, Random(seeds.random())), inner)

        async def join() -> None:
            down = Delayed(Link(settings, Random(seeds.random())), outer.own)
            transport, _ = await loop.create_connection(lambda: down, host, int(port))
            inner.set_result(transport)

        task = loop.create_task(join())
        joining.add(task)
        task.add_done_callback(joining.discard)
        return outer

    server = await loop.create_server(accept, "127.0.0.1", 0)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


def main(wanted: int = CONTESTS) -> None:
    """Measures and prints."""
    for order in ORDERS:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            found = runner.run(measure(order, wanted))
        far = Share(sum(each.winner for each in found), len(found))
        clear = [each for each in found if each.is_clear]
        wrong = Share(sum(each.is_wrong for each in clear), len(clear))
        print(
            f"races: {order} order, round trips {TRIPS_MS[0]} and {TRIPS_MS[1]} ms, people at "
            f"level {LEVEL}: the farther one won {far.percent:.1f} ± {far.margin:.1f} % of "
            f"{len(found):,} contests; {wrong.percent:.1f} % of the clear ones went to the slower",
            flush=True,
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2], sys.argv[3])
    elif sys.argv[1:2] == ["delay"]:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            runner.run(delay(sys.argv[2], sys.argv[3]))
    else:
        main(*map(int, sys.argv[1:]))
