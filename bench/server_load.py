"""What tables cost a server: people against the computer over real sockets, on loopback.

The load is made in this process and served in another. Every client plays legally, one action at
a time, and as soon as its answer is there; so the rate is what hands and answers allow, and the
processor time of the server is what is measured.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import aiohttp
import msgspec

from spit.protocol import messages as m
from spit.protocol.codec import decode_outbound, encode
from spit.protocol.follow import follow
from spit.rules import RANKS

TABLES = 60
SECONDS = 8.0

_PAUSE = 0.2
"""Seconds that a client looks on before it asks again whether it can do something."""


class Load(NamedTuple):
    """What was measured."""

    accepted: int
    echo_ms: list[float]
    """From an action to its answer, in order of length."""
    cpu_ms: float
    seconds: float


class Player:
    """A client that does the first legal thing that it sees."""

    def __init__(self, secret: str) -> None:
        self.echo_ms: list[float] = []
        self._secret = secret
        self._view: m.TableView | None = None
        self._sent_at: float | None = None
        self._id = 0

    async def play(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Plays until it is cancelled or the match is over."""
        hello = m.Hello(version=m.PROTOCOL_VERSION, secrets=[self._secret])
        await socket.send_str(encode(hello).decode())
        while self._view is None or self._view.phase != "over":
            try:
                frame = await socket.receive(timeout=_PAUSE)
            except TimeoutError:
                pass
            else:
                if frame.type is not aiohttp.WSMsgType.TEXT:
                    return
                self._hear(decode_outbound(frame.data))
            if self._view is not None and self._sent_at is None:
                self._id += 1
                message = choose(self._view, self._id)
                if message is not None:
                    self._sent_at = perf_counter()
                    await socket.send_str(encode(message).decode())

    def _hear(self, message: m.AnyOutbound) -> None:
        if isinstance(message, m.Snapshot):
            self._view = message.view
        elif isinstance(message, m.Update) and self._view is not None:
            self._view = follow(self._view, message)
        elif isinstance(message, m.Accepted | m.Refused) and self._sent_at is not None:
            if isinstance(message, m.Accepted):
                self.echo_ms.append((perf_counter() - self._sent_at) * 1_000)
            self._sent_at = None


def choose(view: m.TableView, action_id: int, seat: int = 0) -> m.AnyInbound | None:
    """The first thing that a seat may do by the standard rules, None if it can only wait."""
    if view.paused is not None:
        return None
    if view.phase == "ready" and not view.calls[seat].said:
        return m.Spit(id=action_id, seat=seat)
    if view.phase == "slap":
        return m.Slap(id=action_id, seat=seat, pile=0)
    if view.phase != "play":
        return None
    plays = [_play(view, action_id, each) for each in (seat, 1 - seat)]
    if plays[0] is not None:
        return plays[0]
    for slot, stock in enumerate(view.stocks[seat]):
        if stock.down and not stock.up:
            return m.Flip(id=action_id, seat=seat, stock=slot)
    if plays[1] is None and not view.calls[seat].said:
        choices = view.spit_choices[seat]
        return m.Spit(id=action_id, seat=seat, pile=choices[0] if choices else None)
    return None


def _play(view: m.TableView, action_id: int, seat: int) -> m.Play | None:
    for slot, stock in enumerate(view.stocks[seat]):
        for number, pile in enumerate(view.spits):
            if stock.up and pile.top is not None and _is_next(stock.up[-1], pile.top):
                return m.Play(
                    id=action_id, seat=seat, stock=slot, pile=number, card=stock.up[-1],
                    top=pile.top, top_version=pile.version,
                )  # fmt: skip
    return None


def _is_next(card: str, top: str) -> bool:
    apart = (RANKS.index(card[0]) - RANKS.index(top[0])) % len(RANKS)
    return apart in (1, len(RANKS) - 1)


async def load(tables: int, seconds: float) -> Load:
    """Plays at so many tables of a server in a process of its own."""
    with tempfile.TemporaryDirectory() as data:
        server = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.server_load", "serve", data,
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        try:
            assert server.stdout is not None
            address = (await server.stdout.readline()).decode().strip()
            return await _measure(server.pid, address, tables, seconds)
        finally:
            server.terminate()
            await server.wait()


async def _measure(pid: int, address: str, tables: int, seconds: float) -> Load:
    async with aiohttp.ClientSession(address) as session:
        players, tasks = [], []
        for seed in range(tables):
            wish = m.NewTable(level="lightning", seed=seed)
            async with session.post("/api/tables", data=encode(wish)) as answer:
                made = msgspec.json.decode(await answer.read(), type=m.TableMade)
            player = Player(made.secret)
            players.append(player)
            tasks.append(asyncio.create_task(player.play(await session.ws_connect(made.socket))))
        before, spent_ms, started = await _accepted(session), cpu_ms(pid), perf_counter()
        await asyncio.wait(tasks, timeout=seconds)
        spent_ms, took = cpu_ms(pid) - spent_ms, perf_counter() - started
        accepted = await _accepted(session) - before
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    echo_ms = sorted(each for player in players for each in player.echo_ms)
    return Load(accepted, echo_ms, spent_ms, took)


async def _accepted(session: aiohttp.ClientSession) -> int:
    """How many actions the server has accepted, those of the computer's seats too."""
    async with session.get("/metrics") as answer:
        for line in (await answer.text()).splitlines():
            if line.startswith('spit_answers_total{answer="accepted"}'):
                return int(float(line.split()[-1]))
    return 0


def cpu_ms(pid: int) -> float:
    """Processor time of a process so far, in milliseconds (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1_000 / os.sysconf("SC_CLK_TCK")


def serve(data: str) -> None:
    """Serves with limits that one address cannot reach."""
    from spit.server.limits import Rate  # noqa: PLC0415 - of no use to the process that loads
    from spit.server.serve import run  # noqa: PLC0415
    from spit.server.settings import ServerSettings  # noqa: PLC0415

    plenty = Rate(10_000.0, 100_000)
    settings = ServerSettings(
        data=Path(data), port=0, log_format="json", connections_of_address=10_000,
        new_tables=plenty, new_connections=plenty, messages=plenty,
    )  # fmt: skip
    with Path(data, "server.log").open("w", encoding="utf-8") as log:
        sys.stderr = log
        run(settings, lambda opened: print(opened.here, flush=True))


def main() -> None:
    """Measures and prints."""
    result = asyncio.run(load(TABLES, SECONDS))
    per_thousand = result.cpu_ms * 1_000 / max(1, result.accepted)
    echo = result.echo_ms
    rate = result.accepted / result.seconds
    print(f"server: {TABLES} tables against the computer, {rate:,.0f} accepted actions a second")
    print(
        f"server: {per_thousand:.0f} ms of processor for 1,000 of them, the computer's thinking in"
    )
    if echo:
        print(
            f"server: answers after p50 {echo[len(echo) // 2]:.1f} ms, "
            f"p99 {echo[len(echo) * 99 // 100]:.1f} ms, hands counted in"
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2])
    else:
        main()
