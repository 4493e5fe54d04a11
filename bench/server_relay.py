"""What the machine asks for carrying bytes alone: a bare relay, as a yardstick for the server.

The same library, connections, sizes and pace as in `bench.server_tables`, and nothing of ours:
each message goes to both connections of its table, and a short answer to whoever sent it.
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict
from contextlib import suppress
from time import perf_counter
from typing import NamedTuple

import aiohttp
from aiohttp import web
from uvloop import new_event_loop

from bench.server_load import cpu_ms

TABLES = 500
MESSAGES_PER_SECOND = 4_000
WARM_SECONDS = 4.0
SECONDS = 12.0

_ASKED = "{" + "a" * 110 + "}"
_TOLD = "{" + "b" * 160 + "}"
_ANSWERED = "{" + "c" * 45 + "}"
"""As long as a play, the news of it and its answer."""


class Relay:
    """The server: it knows who sits at which table, and nothing else."""

    def __init__(self) -> None:
        self._tables: defaultdict[str, list[web.WebSocketResponse]] = defaultdict(list)

    async def talk(self, request: web.Request) -> web.WebSocketResponse:
        """Carries what one connection says to both at its table."""
        socket = web.WebSocketResponse(compress=False, autoping=False)
        await socket.prepare(request)
        table = self._tables[request.match_info["table"]]
        table.append(socket)
        with suppress(ConnectionError):  # of those that have gone, at the end
            async for frame in socket:
                if frame.type is aiohttp.WSMsgType.TEXT:
                    for each in table:
                        await each.send_str(_TOLD)
                    await socket.send_str(_ANSWERED)
        return socket


async def serve() -> None:
    """Serves until the process is stopped, and prints its address."""
    app = web.Application()
    app.router.add_get("/{table}", Relay().talk)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
    await asyncio.Event().wait()


class Figures(NamedTuple):
    """What the relay costs."""

    cpu_ms: float
    """Processor time for 1,000 messages."""
    echo_ms: list[float]
    """From a message to its answer, in order of length."""
    per_second: float


async def measure() -> Figures:
    """Processor and echo of the relay at the pace at which tables are measured."""
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.server_relay", "serve", stdout=asyncio.subprocess.PIPE
    )
    try:
        assert server.stdout is not None
        address = (await server.stdout.readline()).decode().strip()
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(address, connector=connector) as session:
            clients = [
                _Client(await session.ws_connect(f"/{number // 2}", compress=0))
                for number in range(2 * TABLES)
            ]
            tasks = [asyncio.create_task(each.listen()) for each in clients]
            pace = asyncio.create_task(_send(clients))
            await asyncio.sleep(WARM_SECONDS)
            for each in clients:
                each.echo_ms.clear()
            before, started = cpu_ms(server.pid), perf_counter()
            await asyncio.sleep(SECONDS)
            spent_ms, took = cpu_ms(server.pid) - before, perf_counter() - started
            echo_ms = sorted(echo for each in clients for echo in each.echo_ms)
            for task in (pace, *tasks):
                task.cancel()
    finally:
        server.terminate()
        await server.wait()
    return Figures(spent_ms * 1_000 / len(echo_ms), echo_ms, len(echo_ms) / took)


class _Client:
    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.echo_ms: list[float] = []
        self.sent_at: float | None = None

    async def listen(self) -> None:
        """Waits for answers."""
        async for frame in self.socket:
            if frame.data == _ANSWERED and self.sent_at is not None:
                self.echo_ms.append((perf_counter() - self.sent_at) * 1_000)
                self.sent_at = None


async def _send(clients: list[_Client]) -> None:
    """Has one client after another say something, evenly in time."""
    loop = asyncio.get_running_loop()
    beat = loop.time()
    while True:
        for each in clients:
            beat += 1 / MESSAGES_PER_SECOND
            if beat > loop.time():
                await asyncio.sleep(beat - loop.time())
            if each.sent_at is None:
                each.sent_at = perf_counter()
                await each.socket.send_str(_ASKED)


def main() -> None:
    """Measures and prints."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        relay = runner.run(measure())
    p50, p99 = (relay.echo_ms[int(len(relay.echo_ms) * share)] for share in (0.5, 0.99))
    print(
        f"relay: {relay.per_second:,.0f} messages a second between {2 * TABLES} connections: "
        f"{relay.cpu_ms:.0f} ms of processor for 1,000; answers after p50 {p50:.1f} ms, "
        f"p99 {p99:.1f} ms"
    )


if __name__ == "__main__":
    if sys.argv[1:] == ["serve"]:
        with asyncio.Runner(loop_factory=new_event_loop) as runner:
            runner.run(serve())
    else:
        main()
