"""``spit bot``: a bot of your own at a running server."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

import typer

from spit.cli.admin import ask_server
from spit.cli.terminal import Data, complain, printable

if TYPE_CHECKING:
    from spit.arena.ladder.contestant import Seating
    from spit.bots import Driver

app = typer.Typer(
    help="Let a bot of yours play at a server, against people or for practice.",
    no_args_is_help=True,
)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is to be called.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
    data: Data = None,
) -> int:
    """Make a token by which a bot plays at the server that runs here, marked as a bot."""
    from spit.server.web.admin_routes import AdminBot  # noqa: PLC0415

    made = ask_server(data, "POST", f"bots/{quote(name, safe='')}", AdminBot)
    if as_json:
        print(json.dumps({"name": made.name, "token": made.token}, ensure_ascii=False, indent=2))
    else:
        print(f"people will see: {printable(made.name)}")
        print(f"its token, shown this once: {made.token}")
    return 0


@app.command()
def join(
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="The server's, as http://127.0.0.1:7310/.")
    ],
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="FILE.py:CLASS, cmd:PROGRAM or one of ours.")
    ],
    *,
    token: Annotated[
        str | None, typer.Option(envvar="SPIT_BOT_TOKEN", help="From spit bot new.")
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="CODE", help="Sit down at this table.")
    ] = None,
    against: Annotated[
        str, typer.Option(metavar="LEVEL", help="Otherwise practise against this level.")
    ] = "steady",
    tempo: Annotated[
        str, typer.Option(metavar="LEVEL", help="The level whose eye and hand it has.")
    ] = "steady",
    matches: Annotated[int, typer.Option(min=1, help="How many to play.")] = 1,
    limit_ms: Annotated[int, typer.Option(min=1, help="The longest an answer may take.")] = 1_000,
) -> int:
    """Let a bot play at a running server: at a friend's table, or for practice against ours.

    A bot that fails gives the match up, and what it saw is reported.
    """
    import asyncio  # noqa: PLC0415 - other commands start sooner without it

    from spit.arena.ladder.contestant import Contestant, ContestantError  # noqa: PLC0415
    from spit.arena.ladder.faults import BotFaultError  # noqa: PLC0415
    from spit.bots import LEVELS  # noqa: PLC0415
    from spit.client import ClientError, Where  # noqa: PLC0415
    from spit.client import join as play_at  # noqa: PLC0415

    for level in (against, tempo):
        if level not in LEVELS:
            return complain(f"{level!r} is no level; there are {', '.join(LEVELS)}")
    seatings: list[Seating] = []

    def drive(seat: int) -> Driver:
        seatings.append(contestant.seated(seat, secrets.token_hex(), tempo, limit_ms))
        return seatings[-1].driver

    contestant, where = Contestant(bot), Where(token, table, against)
    try:
        contestant.check()
        finished = asyncio.run(play_at(address, drive, where=where, matches=matches))
    except (ContestantError, ClientError) as error:
        return complain(str(error))
    except BotFaultError as error:
        print(json.dumps(error.fault.fields(), ensure_ascii=False))
        return 1
    finally:
        for seating in seatings:
            if seating.guard is not None:
                seating.guard.close()
    for each in finished:
        how = "drawn" if each.has_won is None else "won" if each.has_won else "lost"
        print(f"{printable(each.match)}: {how}, {each.reason}")
    return 0
