"""Running a server on the real clock until it is told to stop."""

from __future__ import annotations

import asyncio
import errno
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from aiohttp import web

from spit.server.app import Server
from spit.server.logs import Log
from spit.server.security import EVERYWHERE
from spit.server.settings import ServerSettings

STOP_SECONDS = 3.0
"""How long open connections may take to say goodbye."""


class StartError(Exception):
    """The server cannot be started; the text says why and what to do."""


class PortTakenError(StartError):
    """Somebody else listens on that port."""


def run(settings: ServerSettings, log: Log, ready: Callable[[str], None]) -> None:
    """Serves until SIGTERM or SIGINT.

    Args:
        settings: Where, and how.
        log: Where to write.
        ready: Called with the address once connections are taken.

    Raises:
        StartError: The address cannot be listened on, or the data folder not be written.
    """
    try:
        import uvloop  # noqa: PLC0415 - there is none for Windows
    except ImportError:
        asyncio.run(_serve(settings, log, ready))
    else:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_serve(settings, log, ready))


async def start(settings: ServerSettings, log: Log) -> tuple[Server, web.AppRunner, str]:
    """Starts a server in the running loop.

    Returns:
        The server, what stops it by ``cleanup()``, and its address, such as
        ``"http://127.0.0.1:7310"``.

    Raises:
        StartError: As in `run`.
    """
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StartError(f"cannot write to {settings.data}: {error.strerror}; see --data") from None
    server = Server(settings, log)
    runner = web.AppRunner(
        server.application(), access_log=None, shutdown_timeout=STOP_SECONDS, handle_signals=False
    )
    await runner.setup()
    try:
        await web.TCPSite(runner, settings.host, settings.port).start()
    except OSError as error:
        await runner.cleanup()
        raise _why_not(settings, error) from None
    port = runner.addresses[0][1]
    shown = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
    return server, runner, f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"


def _why_not(settings: ServerSettings, error: OSError) -> StartError:
    where = f"{settings.host}:{settings.port}"
    if error.errno == errno.EADDRINUSE:
        taken = f"port {settings.port} is taken on {settings.host}; choose another with --port"
        return PortTakenError(taken)
    if error.errno == errno.EACCES:
        return StartError(f"not allowed to listen on {where}; --port takes one above 1023")
    return StartError(f"cannot listen on {where}: {error.strerror or error}; see --host")


async def _serve(settings: ServerSettings, log: Log, ready: Callable[[str], None]) -> None:
    server, runner, address = await start(settings, log)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for signum in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):  # Windows raises KeyboardInterrupt instead
            loop.add_signal_handler(signum, stop.set)
    log.info("listening", address=address, client=server.is_built, python=sys.version.split()[0])
    ready(address)
    try:
        await stop.wait()
    finally:
        await runner.cleanup()
        log.info("stopped")
