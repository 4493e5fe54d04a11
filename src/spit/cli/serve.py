"""``spit play`` and ``spit serve``: a server that runs until it is stopped."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer
from rich.console import Console
from rich.markup import escape

from spit.cli.terminal import USAGE, Data, complain

if TYPE_CHECKING:
    from spit.server.serve import Opened
    from spit.server.settings import ServerSettings

_HERE: Final = "127.0.0.1"
_EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - only where the person has asked for it

Host = Annotated[
    str, typer.Option(envvar="SPIT_HOST", help="Address to listen on; 0.0.0.0 is everywhere.")
]
Lan = Annotated[
    bool,
    typer.Option(
        "--lan", envvar="SPIT_LAN", help="Open it to the local network, as for a friend's phone."
    ),
]
Port = Annotated[
    int, typer.Option(envvar="SPIT_PORT", min=0, max=65_535, help="Port; 0 takes any free one.")
]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(envvar="SPIT_ALLOW_HOST", help="Name by which this server is reached too."),
]
BehindProxy = Annotated[
    bool,
    typer.Option(
        "--behind-proxy",
        envvar="SPIT_BEHIND_PROXY",
        help="Believe the X-Forwarded headers of the proxy in front.",
    ),
]
BasePath = Annotated[
    str,
    typer.Option(
        envvar="SPIT_BASE_PATH",
        help="What all addresses begin with, as /spit.",
        show_default="none",
    ),
]
KeepDays = Annotated[
    int,
    typer.Option(
        envvar="SPIT_KEEP_DAYS",
        min=0,
        max=36_500,
        help="Days that finished matches are kept; 0 is for ever.",
    ),
]
MaxTables = Annotated[
    int,
    typer.Option(envvar="SPIT_MAX_TABLES", min=1, help="How many tables there are at most."),
]
LogForm = Annotated[
    Literal["auto", "console", "json"],
    typer.Option(envvar="SPIT_LOG_FORMAT", help="How logs are written."),
]


def play(
    *,
    lan: Lan = False,
    port: Port = 7310,
    data: Data = None,
    open_browser: Annotated[
        bool,
        typer.Option("--open/--no-open", envvar="SPIT_OPEN", help="Open the game in a browser."),
    ] = True,
    log_format: LogForm = "auto",
) -> int:
    """Play in the browser, on this machine, and with --lan with others in the same network."""
    from spit.server.settings import ServerSettings, default_data_folder  # noqa: PLC0415

    settings = ServerSettings(
        host=_EVERYWHERE if lan else _HERE,
        port=port,
        data=data or default_data_folder(),
        log_format=log_format,
    )
    return _run(settings, lan=lan, opens=open_browser, moves=True)


def serve(  # noqa: PLR0913 - each is an option
    *,
    host: Host = _HERE,
    lan: Lan = False,
    port: Port = 7310,
    data: Data = None,
    allow_host: AllowHost = None,
    behind_proxy: BehindProxy = False,
    base_path: BasePath = "",
    keep_days: KeepDays = 365,
    max_tables: MaxTables = 2_000,
    log_format: LogForm = "auto",
) -> int:
    """Serve the game; beyond this machine only with --lan or --host."""
    from spit.server.settings import (  # noqa: PLC0415
        ServerSettings,
        SettingError,
        default_data_folder,
        read_base_path,
    )
    from spit.server.web.security import EVERYWHERE, host_name  # noqa: PLC0415

    if lan and behind_proxy:
        return complain("--lan is for everybody in the network, --behind-proxy for the proxy alone")
    if lan and host not in (_HERE, *EVERYWHERE):
        return complain(f"--lan listens everywhere, --host at {host} alone; give one of them")
    allowed = frozenset(name.lower() for name in allow_host or [])
    for name in sorted(allowed):
        if host_name(name) != name:
            return complain(f"{name!r} is no name of a host; --allow-host takes spit.example.org")
    try:
        base = read_base_path(base_path)
    except SettingError as error:
        return complain(str(error))
    settings = ServerSettings(
        host=_EVERYWHERE if lan else host,
        port=port,
        data=data or default_data_folder(),
        allow_hosts=allowed,
        behind_proxy=behind_proxy,
        base_path=base,
        keep_days=keep_days,
        max_tables=max_tables,
        log_format=log_format,
    )
    return _run(settings, lan=lan, opens=False, moves=False)


def _run(settings: ServerSettings, *, lan: bool, opens: bool, moves: bool) -> int:
    """Runs a server; with `moves` on another port if the one asked for is taken."""
    from spit.server.serve import PortTakenError, ServeError, run  # noqa: PLC0415

    console = Console(highlight=False, soft_wrap=True)

    def started(opened: Opened) -> None:
        is_unnamed = settings.behind_proxy and not settings.allow_hosts
        say(console, opened, lan=lan, is_unnamed=is_unnamed)
        if opens and _has_browser():
            threading.Thread(target=webbrowser.open, args=(opened.here,), daemon=True).start()

    for each in (settings.port, 0) if moves else (settings.port,):
        try:
            run(replace(settings, port=each), started)
        except PortTakenError as error:
            if not moves or not each:
                return complain(str(error))
        except ServeError as error:
            return complain(str(error))
        else:
            return 0
    return USAGE


def say(console: Console, opened: Opened, *, lan: bool, is_unnamed: bool = False) -> None:
    """Prints where the game is: here, and for others if they can reach it.

    Args:
        console: Where to.
        opened: Where it is.
        lan: Whether somebody has asked for the network.
        is_unnamed: Whether there is a proxy whose name the server does not know.
    """
    here, network = escape(opened.here), opened.network
    console.print(f"Spit is open at [bold]{here}[/bold] (Ctrl-C stops it)")
    if network is not None:
        console.print(f"and in your network at [bold]{escape(network)}[/bold]")
    elif lan:
        console.print("[yellow]No local network was found, so no phone will reach it.[/yellow]")
    if is_unnamed:
        console.print(
            "[yellow]It does not know the proxy's name yet: --allow-host says it.[/yellow]"
        )


def _has_browser() -> bool:
    """Whether there is a browser with a screen; a text browser would take the terminal over."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
