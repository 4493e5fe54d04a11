"""Running a server until it is told to stop.

Owns the event loop, the listening socket and the signals.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import signal
import socket
import sys
import threading
from collections.abc import Callable
from typing import Final, NamedTuple

from aiohttp import web

from spit.server.app import Server
from spit.server.logs import framework_logger, make_log
from spit.server.settings import ServerSettings
from spit.server.web.reach import lan_address
from spit.server.web.security import EVERYWHERE
from spit.store import Store, StoreError

if sys.platform == "win32":
    new_event_loop = asyncio.new_event_loop
else:
    from uvloop import new_event_loop

_BACKLOG = 512
_STOPS: Final = (signal.SIGTERM, signal.SIGINT)
_LAST_REQUESTS_SECONDS: Final = 0.5
"""How long requests that are no WebSockets may still take when the sockets have been closed."""
IDLE_SECONDS: Final = 75.0
"""So long a connection may be open without a whole request, or the headers of one may take."""


class ServeError(Exception):
    """The server cannot start; its text is one sentence for the person who tried."""


class PortTakenError(ServeError):
    """Something else listens on that port."""


class Opened(NamedTuple):
    """Where the page of a server is."""

    here: str
    """For a browser on this machine."""
    network: str | None
    """For others in the local network; None if there is none, or the server is not for it."""


def run(settings: ServerSettings, started: Callable[[Opened], None]) -> None:
    """Serves until SIGTERM or SIGINT; both are ignored from then on, as the process is to end.

    Args:
        settings: What to serve, and where.
        started: Is called with the addresses of the page once it can be opened.

    Raises:
        ServeError: It cannot listen there, or not write where its data is to be, or not read what
            is kept there.
    """
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(_serve(settings, started))


async def _serve(settings: ServerSettings, started: Callable[[Opened], None]) -> None:
    stop = asyncio.Event()
    listener = await _listen(settings)
    log = make_log(settings.log_format)
    try:
        store = await Store.open(settings.data)
    except StoreError as error:
        listener.close()
        raise ServeError(str(error)) from None
    server = Server(settings, log, store)
    runner = runner_of(server)
    _on_signals(stop.set)
    try:
        try:
            await runner.setup()
        except StoreError as error:  # what was kept cannot be read; nothing of it is changed
            listener.close()
            await store.close()
            raise ServeError(str(error)) from None
        _settle_memory()
        await web.SockSite(runner, listener, backlog=_BACKLOG).start()
        port = listener.getsockname()[1]
        log.info("serving", host=settings.host, port=port)
        opened = _opened(settings, port)
        try:
            server.admin.publish(opened.here)
        except OSError as error:
            log.warning("spit admin will not find this server", error=str(error))
        started(opened)
        await stop.wait()
        log.info("stopping")
    finally:
        server.admin.withdraw()
        await runner.cleanup()
        _on_signals(None)


def _settle_memory() -> None:
    """Keeps the collector from stopping all tables while it looks at every object there is.

    What is loaded by now stays, so it need not be looked at. What tables leave behind is freed
    when they let go of it or by the young generations; the oldest is looked at when nobody plays
    (`spit.server.app`).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 10, 1_000_000)


def runner_of(server: Server) -> web.AppRunner:
    """What brings requests to a server; it is not set up yet."""
    return web.AppRunner(
        server.app(),
        access_log=None,
        logger=framework_logger(server.log),
        shutdown_timeout=_LAST_REQUESTS_SECONDS,
        keepalive_timeout=IDLE_SECONDS,
    )


def _opened(settings: ServerSettings, port: int) -> Opened:
    """Where the page is, once the port is known."""
    is_for_all = settings.host in EVERYWHERE and not settings.behind_proxy
    network = lan_address() if is_for_all else None
    path = f"{settings.base_path}/"
    return Opened(
        here=address_of(settings.host, port).rstrip("/") + path,
        network=None if network is None else f"http://{network}:{port}{path}",
    )


def _on_signals(do: Callable[[], object] | None) -> None:
    """Lets SIGTERM and SIGINT do something in the loop; with None, lets them do nothing any more.

    The loop's own handlers will not do: a loop that is closed puts the system's back, and a second
    signal would then end the process in the middle of its goodbye, or with the wrong exit code.
    """
    if threading.current_thread() is not threading.main_thread():
        return  # no other may; whoever runs a server there stops it in another way
    loop = asyncio.get_running_loop()
    for number in _STOPS:
        if do is None:
            signal.signal(number, signal.SIG_IGN)
        else:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(do))


async def _listen(settings: ServerSettings) -> socket.socket:
    """A socket that listens at the host and port of the settings.

    Raises:
        ServeError: There is no such host here, or the port cannot be had.
    """
    host, port = settings.host, settings.port
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise ServeError(f"{host!r} is no address of this machine; choose one by --host") from None
    family, _, _, _, place = found[0]
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen(_BACKLOG)  # two that have bound a port find out here who has it
    except OSError as error:
        listener.close()
        raise _explained(error, host, port) from None
    listener.setblocking(False)
    return listener


def _explained(error: OSError, host: str, port: int) -> ServeError:
    """One sentence for what a socket did not like."""
    if error.errno == errno.EADDRINUSE:
        return PortTakenError(f"port {port} of {host} is taken; choose another one by --port")
    if error.errno == errno.EADDRNOTAVAIL:
        return ServeError(f"{host!r} is no address of this machine; choose one by --host")
    if error.errno == errno.EACCES:
        return ServeError(f"port {port} needs special rights; choose one above 1023 by --port")
    return ServeError(f"cannot listen on port {port} of {host}: {error.strerror}")


def address_of(host: str, port: int) -> str:
    """The address of the page, as a browser on this machine takes it."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(host, host)  # noqa: S104
    if ":" in shown and not shown.startswith("["):
        shown = f"[{shown}]"
    return f"http://{shown}:{port}/"
