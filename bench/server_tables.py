"""What tables of two people cost a server: over real sockets, on loopback, with the journal on.

The load is made in this process and served in another. Each table is played legally at a steady
pace, with the waits for the hand left out; what is measured is the server's processor time, its
memory, and the time from an action to its answer.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import aiohttp
import msgspec
from uvloop import new_event_loop

from bench import server_relay
from bench.server_load import choose, cpu_ms
from spit.protocol import messages as m
from spit.protocol.codec import decode_outbound, encode
from spit.protocol.follow import follow

TABLES = 500
ACTIONS_PER_SECOND = 4_000
WARM_TABLES = 50
WARM_SECONDS = 6.0
SECONDS = 15.0
IDLE_TABLES = 2_000
IDLE_SECONDS = 20.0
LEFT_TABLES = 10_000
SPECTATORS = 1_000
CROWD_SECONDS = 40.0
BEAT = 0.06
"""Seconds between actions at the table that is watched: two quick people."""
SWEEP_SECONDS = 12.0
APART_MS = 20, 200
"""Round trips of two people that are taken to be far apart."""

_WITH_THE_RESULT = 0.01
"""An answer that comes so many seconds around the end of a match belongs to it."""
_JOINING = 100
"""So many connect at the same time."""


class Seat:
    """One connection of a table: what comes on it, and how long its answers take.

    Args:
        socket: The connection, which answers no ping by itself.
        pongs_ms: How late pings are answered, so that a server which looks at nothing else takes it
            to be so far away.
    """

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, pongs_ms: int = 0) -> None:
        self.socket = socket
        self._pongs_ms = pongs_ms
        self._pongs: set[asyncio.Task[None]] = set()
        self.view: m.TableView | None = None
        self.next_id = 1
        self.sent: dict[int, float] = {}
        self.echoes: list[tuple[float, float]] = []
        """When an answer came, and how long it took, in seconds and milliseconds."""
        self.ended_at: list[float] = []
        """When a match was over, as far as this seat follows the table."""

    async def listen(self, *, follows: bool) -> None:
        """Takes in what comes, until the connection ends."""
        async for frame in self.socket:
            if frame.type is aiohttp.WSMsgType.PING:
                self._answer(frame.data)
                continue
            if frame.type is not aiohttp.WSMsgType.TEXT:
                return
            # A seat that does not follow the table looks at the answers alone, to save time here.
            if follows or frame.data.startswith(('{"type":"acc', '{"type":"ref')):
                self._hear(decode_outbound(frame.data))

    def _answer(self, ping: bytes) -> None:
        task = asyncio.create_task(self._pong(ping))
        self._pongs.add(task)
        task.add_done_callback(self._pongs.discard)

    async def _pong(self, ping: bytes) -> None:
        if self._pongs_ms:
            await asyncio.sleep(self._pongs_ms / 1_000)
        with suppress(ConnectionError):
            await self.socket.pong(ping)

    def _hear(self, message: m.AnyOutbound) -> None:
        if isinstance(message, m.Snapshot):
            self.view = message.view
        elif isinstance(message, m.Update) and self.view is not None:
            self.view = follow(self.view, message)
            if any(isinstance(event, m.MatchEnded) for event in message.events):
                self.ended_at.append(perf_counter())
        elif isinstance(message, m.Accepted | m.Refused):
            sent_at, now = self.sent.pop(message.id, None), perf_counter()
            if isinstance(message, m.Accepted) and sent_at is not None:
                self.echoes.append((now, (now - sent_at) * 1_000))

    async def act(self, action: m.AnyInbound) -> None:
        """Sends an action whose id is the next."""
        self.sent[self.next_id] = perf_counter()
        self.next_id += 1
        await self.socket.send_str(encode(action).decode())


class Pair:
    """The two people at one table."""

    def __init__(self, seats: tuple[Seat, Seat]) -> None:
        self.seats = seats
        self._tasks = [
            asyncio.create_task(seat.listen(follows=number == 0))
            for number, seat in enumerate(seats)
        ]

    async def play(self, every: float, first_at: float) -> None:
        """Lets one of the two act at each beat, as far as there is something to do."""
        loop, beat, turn = asyncio.get_running_loop(), first_at, 0
        while True:
            beat += every
            await asyncio.sleep(beat - loop.time())
            view = self.seats[0].view
            if view is None:
                continue
            if view.phase == "over":
                await self._play_again(view)
                continue
            for seat in (turn, 1 - turn):
                if self.seats[seat].sent:
                    continue
                action = choose(view, self.seats[seat].next_id, seat)
                if action is not None:
                    await self.seats[seat].act(action)
                    break
            turn = 1 - turn

    async def _play_again(self, view: m.TableView) -> None:
        """Asks for a rematch; both do, one after the other."""
        for number, seat in enumerate(self.seats):
            if not view.rematch[number] and not seat.sent:
                await seat.act(m.Rematch(id=seat.next_id, seat=number))
                return

    def forget(self) -> None:
        """Begins to measure anew."""
        for seat in self.seats:
            seat.echoes.clear()
            seat.ended_at.clear()

    def echo_ms(self) -> list[float]:
        """How long answers took, but for those to the last move of a match.

        Those wait with the result until the disk has it, whatever the server does meanwhile.
        """
        ends = self.seats[0].ended_at
        return [
            echo_ms
            for seat in self.seats
            for at, echo_ms in seat.echoes
            if not any(abs(at - end) < _WITH_THE_RESULT for end in ends)
        ]

    def stop(self) -> None:
        """Listens no more."""
        for task in self._tasks:
            task.cancel()


@asynccontextmanager
async def served(**changes: float) -> AsyncIterator[tuple[aiohttp.ClientSession, int]]:
    """A server in a process of its own: a client for it, and its process number."""
    with tempfile.TemporaryDirectory() as data:
        server = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.server_tables", "serve", data,
            msgspec.json.encode(changes).decode(), stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        try:
            assert server.stdout is not None
            address = (await server.stdout.readline()).decode().strip()
            connector = aiohttp.TCPConnector(limit=0)
            async with aiohttp.ClientSession(address, connector=connector) as session:
                yield session, server.pid
        finally:
            server.terminate()
            await server.wait()


async def make(session: aiohttp.ClientSession, opponent: m.OpponentName) -> m.TableMade:
    """A new table."""
    body = encode(m.NewTable(opponent=opponent))
    async with session.post("/api/tables", data=body) as answer:
        return msgspec.json.decode(await answer.read(), type=m.TableMade)


async def join(
    session: aiohttp.ClientSession, made: m.TableMade, *secrets: str, pongs_ms: int = 0
) -> Seat:
    """A connection at a table, that of a spectator without a secret."""
    socket = await session.ws_connect(made.socket, compress=0, autoping=False)
    hello = m.Hello(version=m.PROTOCOL_VERSION, secrets=list(secrets))
    await socket.send_str(encode(hello).decode())
    return Seat(socket, pongs_ms)


async def seat_pairs(
    session: aiohttp.ClientSession, count: int, pongs_ms: tuple[int, int] = (0, 0)
) -> list[Pair]:
    """So many tables with two people each."""
    some = asyncio.Semaphore(_JOINING)

    async def one() -> Pair:
        async with some:
            made = await make(session, "same-screen")
            assert made.partner_secret is not None
            near_ms, far_ms = pongs_ms
            first = await join(session, made, made.secret, pongs_ms=near_ms)
            second = await join(session, made, made.partner_secret, pongs_ms=far_ms)
            return Pair((first, second))

    return list(await asyncio.gather(*(one() for _ in range(count))))


class Played(NamedTuple):
    """What play has cost."""

    per_second: float
    """Accepted actions."""
    cpu_ms: float
    """Processor time of the server for 1,000 of them."""
    echo_ms: list[float]
    """From an action to its answer, in order of length."""
    table_kb: float
    """Memory of a table."""


async def play(per_second: int, pongs_ms: tuple[int, int] = (0, 0), **changes: float) -> Played:
    """Lets 500 tables play so many actions a second in all.

    Args:
        per_second: How many.
        pongs_ms: How late the two at each table answer pings.
        changes: To the server's settings, as `serve` takes them.
    """
    async with served(**changes) as (session, pid):
        pairs = await seat_pairs(session, WARM_TABLES, pongs_ms)
        loop, every = asyncio.get_running_loop(), TABLES / per_second
        playing = [asyncio.create_task(pair.play(every, loop.time())) for pair in pairs]
        await asyncio.sleep(WARM_SECONDS)
        warm_kb = resident_kb(pid)  # with all that is loaded and cached once
        pairs += await seat_pairs(session, TABLES - WARM_TABLES, pongs_ms)
        now = loop.time()
        playing += [
            asyncio.create_task(pair.play(every, now + every * number / TABLES))
            for number, pair in enumerate(pairs[WARM_TABLES:])
        ]
        await asyncio.sleep(WARM_SECONDS)
        for pair in pairs:
            pair.forget()
        gc.collect()
        gc.disable()  # what is measured is the server, not this
        before, started = cpu_ms(pid), perf_counter()
        await asyncio.sleep(SECONDS)
        spent_ms, took = cpu_ms(pid) - before, perf_counter() - started
        gc.enable()
        echo_ms = sorted(each for pair in pairs for each in pair.echo_ms())
        accepted = sum(len(seat.echoes) for pair in pairs for seat in pair.seats)
        grown_kb = resident_kb(pid) - warm_kb
        for task in playing:
            task.cancel()
        for pair in pairs:
            pair.stop()
    return Played(
        accepted / took, spent_ms * 1_000 / accepted, echo_ms, grown_kb / (TABLES - WARM_TABLES)
    )


async def measure_play() -> None:
    """Processor, echo and memory of 500 tables at 4,000 actions a second, beside a bare relay."""
    relay = await server_relay.measure()
    found = await play(ACTIONS_PER_SECOND)
    print(
        f"tables: {TABLES} of two connections, {found.per_second:,.0f} accepted actions a second: "
        f"{found.cpu_ms:.0f} ms of processor for 1,000 (at most 80), "
        f"{found.cpu_ms / relay.cpu_ms:.2f} times the {relay.cpu_ms:.0f} ms of a bare relay"
    )
    print(
        f"tables: answers after p50 {_at(found.echo_ms, 0.5):.1f} ms, "
        f"p99 {_at(found.echo_ms, 0.99):.1f} ms (at most 5); "
        f"{found.table_kb:.0f} KB a table (at most 60)"
    )


async def measure_orders() -> None:
    """What the fair order costs more than that of arrival, at a pace that leaves room for both."""
    for near_ms, far_ms in ((0, 0), APART_MS):
        pace, pongs_ms = ACTIONS_PER_SECOND // 2, (near_ms, far_ms)
        arrival, fair = [
            (await play(pace, pongs_ms, fair=is_fair, behind_proxy=True)).cpu_ms
            for is_fair in (False, True)
        ]
        print(
            f"tables: {arrival:.0f} ms of processor for 1,000 actions by arrival order, {fair:.0f} "
            f"by ours at {near_ms} and {far_ms} ms: {100 * (fair / arrival - 1):+.0f} % "
            "(at most +15)"
        )


async def measure_idle() -> None:
    """Processor of 2,000 tables at which nothing happens."""
    async with served(idle=True) as (session, pid):
        pairs = await seat_pairs(session, IDLE_TABLES)
        await asyncio.sleep(WARM_SECONDS)
        before, started = cpu_ms(pid), perf_counter()
        await asyncio.sleep(IDLE_SECONDS)
        share = (cpu_ms(pid) - before) / (perf_counter() - started) / 10
        for pair in pairs:
            pair.stop()
    print(
        f"tables: {IDLE_TABLES:,} idle ones of two connections: {share:.1f} % of a core (at most 2)"
    )


async def measure_left() -> None:
    """Memory and tables after 10,000 were made and abandoned."""
    async with served(gone_ms=0, invite_ms=0) as (session, pid):
        some = asyncio.Semaphore(_JOINING)

        async def one(number: int) -> None:
            async with some:
                await make(session, "friend" if number % 2 else "computer")

        await asyncio.gather(*(one(number) for number in range(LEFT_TABLES)))
        first, first_kb = await left(session), resident_kb(pid)
        await asyncio.gather(*(one(number) for number in range(LEFT_TABLES)))
        second, second_kb = await left(session), resident_kb(pid)
    print(
        f"tables: {LEFT_TABLES:,} made and abandoned leave {first}, as many again {second}; "
        f"memory {second_kb - first_kb:+,} KB from the one to the other"
    )


async def left(session: aiohttp.ClientSession) -> int:
    """How many tables there are, once the server has looked for those whose people have gone."""
    await asyncio.sleep(SWEEP_SECONDS)
    async with session.get("/metrics") as answer:
        for line in (await answer.text()).splitlines():
            if line.startswith("spit_tables "):
                return int(float(line.split()[-1]))
    return 0


async def measure_crowd() -> None:
    """What a thousand spectators do to the two whom they watch."""
    async with served() as (session, _):
        made = await make(session, "same-screen")
        assert made.partner_secret is not None
        first = await join(session, made, made.secret)
        pair = Pair((first, await join(session, made, made.partner_secret)))
        now = asyncio.get_running_loop().time()
        playing = asyncio.create_task(pair.play(BEAT, now))
        found: list[list[float]] = []
        crowd = None
        for is_watched in (False, True):
            if is_watched:  # from a process of their own, so that the players need not wait there
                port = str(first.socket.get_extra_info("peername")[1])
                crowd = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "bench.server_tables", "crowd-at", port, made.socket,
                    stdout=asyncio.subprocess.PIPE,
                )  # fmt: skip
                assert crowd.stdout is not None
                await crowd.stdout.readline()
            await asyncio.sleep(WARM_SECONDS)
            pair.forget()
            await asyncio.sleep(CROWD_SECONDS)
            found.append(sorted(pair.echo_ms()))
        playing.cancel()
        pair.stop()
        assert crowd is not None
        crowd.kill()
        await crowd.wait()
    alone, watched = (_at(each, 0.99) for each in found)
    print(
        f"tables: answers to two players p99 {alone:.1f} ms alone, {watched:.1f} ms with "
        f"{SPECTATORS:,} spectators: {watched - alone:+.1f} ms (at most 1)"
    )


async def watch(port: str, socket: str) -> None:
    """So many spectators look at a table until the process is killed."""
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(f"http://127.0.0.1:{port}", connector=connector) as session:
        made = m.TableMade("", 0, "", socket)
        crowd = [await join(session, made) for _ in range(SPECTATORS)]
        looking = [asyncio.create_task(_look(each.socket)) for each in crowd]
        print("here", flush=True)
        await asyncio.gather(*looking)


async def _look(socket: aiohttp.ClientWebSocketResponse) -> None:
    async for _ in socket:
        pass


def _at(values: list[float], share: float) -> float:
    return values[int(len(values) * share)] if values else float("nan")


def resident_kb(pid: int) -> int:
    """Memory that a process has in use, in KB (Linux)."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1_024


def serve(data: str, changes: dict[str, Any]) -> None:
    """Serves with limits that one address cannot reach, and hands that need no rest."""
    from spit.server.limits import Rate  # noqa: PLC0415 - of no use to the process that loads
    from spit.server.serve import run  # noqa: PLC0415
    from spit.server.settings import ServerSettings  # noqa: PLC0415
    from spit.table import TableSettings  # noqa: PLC0415

    plenty = Rate(100_000.0, 1_000_000)
    table = TableSettings(hand_ms=0, between_ms=200, first_deal_ms=50)
    if changes.pop("idle", False):
        table = TableSettings(idle_ms=600_000)
    if not changes.pop("fair", True):
        table = replace(table, fair=None)
    settings = ServerSettings(
        data=Path(data), port=0, log_format="json", connections_of_address=100_000, table=table,
        new_tables=plenty, new_connections=plenty, messages=plenty, max_tables=5_000,
        **changes,
    )  # fmt: skip
    with Path(data, "server.log").open("w", encoding="utf-8") as log:
        sys.stderr = log
        run(settings, lambda opened: print(opened.here, flush=True))


MEASURES = {
    "play": measure_play,
    "orders": measure_orders,
    "idle": measure_idle,
    "left": measure_left,
    "crowd": measure_crowd,
}


def run(measure: Coroutine[Any, Any, None]) -> None:
    """Measures on the event loop that the server runs on, too."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(measure)


def main() -> None:
    """Measures and prints."""
    for measure in MEASURES.values():
        run(measure())


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2], msgspec.json.decode(sys.argv[3]))
    elif sys.argv[1:2] == ["crowd-at"]:
        run(watch(sys.argv[2], sys.argv[3]))
    else:
        for name in sys.argv[1:]:
            run(MEASURES[name]())
