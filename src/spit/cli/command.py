"""The command itself: which subcommands there are, and how a call ends.

Owns the one place where what was typed becomes a call, and a wrong call its line and exit code.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import Annotated, NoReturn

import typer

from spit import __version__
from spit.cli import admin, bot, records
from spit.cli.arena import arena
from spit.cli.backup import backup
from spit.cli.fairness import fairness
from spit.cli.serve import play, serve
from spit.cli.stats import stats
from spit.cli.terminal import USAGE, complain
from spit.cli.verify import verify

app = typer.Typer(
    name="spit",
    help="Spit, the card race for two: play it, serve it, check its records.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)

for _each in (play, serve, verify, arena, stats, fairness, backup):
    app.command()(_each)
app.add_typer(bot.app, name="bot")
app.add_typer(records.app, name="records")
app.add_typer(admin.app, name="admin")


def main() -> NoReturn:
    """Runs the command, and says in one line what is wrong with a call."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # the name of a file may be no text
    try:
        code = app(standalone_mode=False)
    except typer.TyperException as error:
        # Without any argument typer has printed its help by now and has nothing to add.
        text = error.format_message()
        code = complain(text) if text else USAGE
    except (typer.Abort, KeyboardInterrupt):
        code = 130
    except BrokenPipeError:
        # Whoever read our output has seen enough; what is left must not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code or 0)


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
