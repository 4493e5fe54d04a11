"""``spit play`` and ``spit serve``: a server that runs until it is stopped."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.markup import escape

from spit.cli.terminal import USAGE, Data, complain

Host = Annotated[
    str, typer.Option(envvar="SPIT_HOST", help="Address to listen on; 0.0.0.0 is everywhere.")
]
Port = Annotated[
    int, typer.Option(envvar="SPIT_PORT", min=0, max=65_535, help="Port; 0 takes any free one.")
]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(envvar="SPIT_ALLOW_HOST", help="Name by which this server is reached too."),
]
LogForm = Annotated[
    Literal["auto", "console", "json"],
    typer.Option(envvar="SPIT_LOG_FORMAT", help="How logs are written."),
]


def play(
    *,
    port: Port = 7310,
    data: Data = None,
    open_browser: Annotated[
        bool,
        typer.Option("--open/--no-open", envvar="SPIT_OPEN", help="Open the game in a browser."),
    ] = True,
    log_format: LogForm = "auto",
) -> int:
    """Play in the browser, on this machine."""
    return _serve("127.0.0.1", port, data, [], log_format, opens=open_browser, moves=True)


def serve(
    *,
    host: Host = "127.0.0.1",
    port: Port = 7310,
    data: Data = None,
    allow_host: AllowHost = None,
    log_format: LogForm = "auto",
) -> int:
    """Serve the game; beyond this machine only with --host."""
    return _serve(host, port, data, allow_host or [], log_format, opens=False, moves=False)


def _serve(
    host: str,
    port: int,
    data: Path | None,
    allow_hosts: list[str],
    log_format: Literal["auto", "console", "json"],
    *,
    opens: bool,
    moves: bool,
) -> int:
    """Runs a server; with `moves` on another port if the one asked for is taken."""
    from spit.server.serve import PortTakenError, ServeError, run  # noqa: PLC0415
    from spit.server.settings import ServerSettings, default_data_folder  # noqa: PLC0415

    console = Console(highlight=False, soft_wrap=True)

    def started(address: str) -> None:
        console.print(f"Spit is open at [bold]{escape(address)}[/bold] (Ctrl-C stops it)")
        if opens and _has_browser():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    for each in (port, 0) if moves else (port,):
        settings = ServerSettings(
            host=host,
            port=each,
            data=data or default_data_folder(),
            allow_hosts=frozenset(name.lower() for name in allow_hosts),
            log_format=log_format,
        )
        try:
            run(settings, started)
        except PortTakenError as error:
            if not moves or not each:
                return complain(str(error))
        except ServeError as error:
            return complain(str(error))
        else:
            return 0
    return USAGE


def _has_browser() -> bool:
    """Whether there is a browser with a screen; a text browser would take the terminal over."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
