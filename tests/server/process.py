"""A server in a process of its own, as whoever runs one starts it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

PATIENCE = 30.0
"""Seconds after which something that should have happened has failed."""


def tell(process: asyncio.subprocess.Process, signal: int) -> None:
    """Sends a signal to a process that may be at its end.

    `Process.send_signal` looks first whether it has ended, which takes the exit code away from the
    loop: the loop then says 255, whatever it was.
    """
    with suppress(ProcessLookupError):
        os.kill(process.pid, signal)


@asynccontextmanager
async def running(
    data: Path, *options: str, **environment: str
) -> AsyncIterator[tuple[asyncio.subprocess.Process, str]]:
    """A server with those options and environment variables, and its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "spit", "serve", "--port", "0", "--data", str(data),
        "--log-format", "json", *options,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **environment},
    )  # fmt: skip
    assert process.stdout is not None
    try:
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        yield process, next(word for word in line.decode().split() if word.startswith("http"))
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()
