"""The server's process, as whoever kills it has it."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from pathlib import Path
from time import monotonic_ns
from typing import Final, Self

from tests.soak.priority import first

ROOT: Final = Path(__file__).parent.parent.parent
PATIENCE: Final = 60.0
"""Seconds after which something that should have happened has failed."""


def free_port() -> int:
    """A port of this machine that nobody uses now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """A server in a process of its own; `start` makes one.

    Args:
        process: The process.
        log: Where what it logs goes.
    """

    def __init__(self, process: asyncio.subprocess.Process, log: Path) -> None:
        self.log = log
        self._process = process
        self._copying = asyncio.create_task(self._copy_log())

    @classmethod
    async def start(cls, data: Path, port: int, log: Path, *options: str) -> Self:
        """Starts one; it may take a while until it serves.

        Args:
            data: Its data folder.
            port: Where it listens.
            log: Where what it logs goes; what lies there already stays.
            options: As `tests.soak.serving` takes them.
        """
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.soak.serving", str(data), str(port), *options,
            cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        return cls(process, log)

    async def _copy_log(self) -> None:
        """Writes the log down here, since the server may have no right to."""
        assert self._process.stderr is not None
        with self.log.open("ab", buffering=0) as file:
            async for line in self._process.stderr:
                file.write(line)

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.returncode is None

    async def serves(self) -> bool:
        """Waits until it serves; False if it has ended before."""
        assert self._process.stdout is not None
        return bool(await asyncio.wait_for(self._process.stdout.readline(), PATIENCE))

    async def kill(self) -> int:
        """Kills it by SIGKILL; returns when, in nanoseconds of the monotonic clock."""
        with first():
            self._process.kill()
            killed_ns = monotonic_ns()
        await self.ended()
        return killed_ns

    async def stop(self) -> int:
        """Tells it to stop; returns its exit code."""
        self._process.send_signal(signal.SIGTERM)
        return await self.ended()

    async def ended(self) -> int:
        """Waits for its end; returns its exit code."""
        code = await asyncio.wait_for(self._process.wait(), PATIENCE)
        await asyncio.wait_for(self._copying, PATIENCE)
        return code

    async def clear(self) -> None:
        """Kills it if it runs."""
        if self.is_running:
            await self.kill()
        await self._copying
