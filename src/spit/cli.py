"""The command ``spit``: the composition root.

Owns options and what a person reads at a terminal. A wrong option, a taken port, a file that
cannot be read: one line on standard error that says what is wrong and what to do, and exit code 2.
What a command needs is imported in it, since a server takes longer to load than a record to verify.
"""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Literal, NoReturn

import typer
from rich.console import Console
from rich.markup import escape

from spit import __version__

USAGE = 2
"""Exit code for a call that cannot be carried out."""

app = typer.Typer(
    name="spit",
    help="Spit, the card race for two: play it, serve it, check its records.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)

Host = Annotated[
    str, typer.Option(envvar="SPIT_HOST", help="Address to listen on; 0.0.0.0 is everywhere.")
]
Port = Annotated[
    int, typer.Option(envvar="SPIT_PORT", min=0, max=65_535, help="Port; 0 takes any free one.")
]
Data = Annotated[
    Path | None,
    typer.Option(envvar="SPIT_DATA", help="Folder for records.", show_default="your data folder"),
]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(envvar="SPIT_ALLOW_HOST", help="Name by which this server is reached too."),
]
LogForm = Annotated[
    Literal["auto", "console", "json"],
    typer.Option(envvar="SPIT_LOG_FORMAT", help="How logs are written."),
]


def main() -> NoReturn:
    """Runs the command, and says in one line what is wrong with a call."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # the name of a file may be no text
    try:
        code = app(standalone_mode=False)
    except typer.TyperException as error:
        # Without any argument typer has printed its help by now and has nothing to add.
        code = complain(error.format_message()) if error.message else USAGE
    except (typer.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        # Whoever read our output has seen enough; what is left must not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code or 0)


def complain(sentence: str) -> int:
    """Prints one line on standard error; returns the exit code for it."""
    print("spit: " + " ".join(sentence.split()), file=sys.stderr)
    return USAGE


def _show_version(*, wanted: bool) -> None:
    if wanted:
        print(f"spit {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            is_eager=True,
            callback=lambda value: _show_version(wanted=value),
            help="Show the version.",
        ),
    ] = False,
) -> None:
    """What every command takes."""
    del version


@app.command()
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


@app.command()
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


@app.command()
def verify(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE...", help="Records to check.")
    ] = None,
) -> int:
    """Check records of matches against the rules.

    Prints how many hold and exits 0; or a line for each that does not, and exits 1.
    """
    from spit.rules import verify as verify_record  # noqa: PLC0415

    if not files:
        return complain("verify needs a FILE to check, as in: spit verify match.spit")
    faults: list[str] = []
    for path in files:
        try:
            with path.open("rb") as file:
                fault = verify_record(file)
        except OSError as error:
            return complain(f"cannot read {path}: {error.strerror or error}")
        if fault is not None:
            faults.append(f"{path}: {fault}")
    for line in faults:
        print(line)
    if faults:
        return 1
    print(f"{len(files)} {'record holds' if len(files) == 1 else 'records hold'}")
    return 0
