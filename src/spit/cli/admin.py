"""``spit admin``: the tables of a server that runs on this machine, as whoever runs it sees them.

Owns the conversation with that server. Where it is, and the token that it wants, lies in its data
folder, so whoever may read that folder may ask. Reports are read from the store there.
"""

from __future__ import annotations

import json
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeVar
from urllib.parse import quote

import typer
from rich.table import Column, Table
from rich.text import Text

from spit.cli.records import console, wall_clock
from spit.cli.terminal import Data, ask_store, printable

if TYPE_CHECKING:
    from urllib.error import HTTPError

    from msgspec import Struct

    from spit.server.web.admin_routes import AdminTable, Token

app = typer.Typer(
    help="Look after a server that runs here: its tables, and what players report.",
    no_args_is_help=True,
)

_PATIENCE_SECONDS: Final = 10.0

A = TypeVar("A", bound="Struct")

TableName = Annotated[
    str, typer.Argument(metavar="TABLE", help="Its name, as the list says it, or its code.")
]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON, for programs.")]


@app.command()
def tables(*, as_json: AsJson = False, data: Data = None) -> int:
    """List all tables, the oldest one first."""
    from spit.server.web.admin_routes import AdminTables  # noqa: PLC0415

    found = ask_server(data, "GET", "tables", AdminTables).tables
    if as_json:
        _print_json(found)
        return 0
    if not found:
        print("no tables at the moment")
        return 0
    numbers = [Column(name, justify="right") for name in ("watching", "bytes")]
    grid = Table("table", "players", "rules", "phase", *numbers, box=None, pad_edge=False)
    for each in found:
        grid.add_row(
            Text(printable(each.table)),
            _players(each),
            Text(printable(each.rules)),
            each.phase,
            str(each.watching),
            str(each.bytes_kept),
        )
    console().print(grid)
    return 0


@app.command()
def show(table: TableName, *, as_json: AsJson = False, data: Data = None) -> int:
    """Show one table: who sits there, and how its match stands."""
    from spit.server.web.admin_routes import AdminDetail  # noqa: PLC0415

    found = ask_server(data, "GET", f"tables/{quote(table, safe='')}", AdminDetail)
    if as_json:
        _print_json(found)
        return 0
    row, view = found.table, found.view
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim")
    facts.add_column(overflow="fold")
    facts.add_row("table", Text(printable(row.table)))
    facts.add_row("players", _players(row))
    facts.add_row("watching", str(row.watching))
    facts.add_row("rules", Text(printable(row.rules)))
    facts.add_row("match", Text(printable(view.match)))
    facts.add_row("phase", f"{row.phase}, round {view.round}")
    facts.add_row("position", f"epoch {row.epoch}, version {row.version}")
    facts.add_row("kept", f"{row.bytes_kept} bytes, {len(found.record.splitlines())} lines")
    console().print(facts)
    return 0


@app.command()
def close(table: TableName, *, data: Data = None) -> int:
    """Close a table; everybody there is told, and a match that is under way is not kept."""
    from spit.protocol.messages import Done  # noqa: PLC0415

    ask_server(data, "DELETE", f"tables/{quote(table, safe='')}", Done)
    print(f"table {printable(table)} is closed")
    return 0


@app.command()
def reports(
    *,
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 20,
    as_json: AsJson = False,
    data: Data = None,
) -> int:
    """List what players have reported and the server has noticed, the newest first."""
    found = ask_store(data, lambda store: store.reports(limit))
    if as_json:
        _print_json(found)
        return 0
    if not found:
        print("no reports")
        return 0
    grid = Table("when", "match", "about", "by", "words", box=None, pad_edge=False)
    for each in found:
        about = f"{_guest(each.reported, each.reported_name)}, seat {each.seat}"
        by = _guest(each.reporter, each.reporter_name)
        cells = (each.match, about, by, each.words)
        grid.add_row(wall_clock(each.now_ms), *(Text(printable(cell)) for cell in cells))
    console().print(grid)
    return 0


def _guest(number: int | None, name: str | None) -> str:
    """Who somebody is: what they were last called, and the number that stays."""
    return "nobody known" if number is None else f"{name or ''} (guest {number})".strip()


def _print_json(found: object) -> None:
    """Prints what the server has said, field by field."""
    import msgspec  # noqa: PLC0415

    print(json.dumps(msgspec.to_builtins(found), ensure_ascii=False, indent=2))


def _players(row: AdminTable) -> Text:
    """Both names, and who of them is away."""
    names = [
        (printable(name) if is_online else f"{printable(name)} (away)") if name else "free seat"
        for name, is_online in zip(row.names, row.online, strict=True)
    ]
    return Text(" – ".join(names))


def ask_server(data: Path | None, method: str, path: str, kind: type[A]) -> A:
    """What the running server answers.

    Args:
        data: Its data folder, the user's own one if none is given.
        method: Of HTTP.
        path: Below ``admin/``.
        kind: The answer.

    Raises:
        TyperException: No server runs there, or it refuses; `main` says so in one line.
    """
    from http.client import HTTPException  # noqa: PLC0415
    from urllib.error import HTTPError, URLError  # noqa: PLC0415
    from urllib.request import ProxyHandler, Request, build_opener  # noqa: PLC0415

    import msgspec  # noqa: PLC0415

    from spit.server.settings import default_data_folder  # noqa: PLC0415

    folder = data or default_data_folder()
    where = _token_in(folder)
    request = Request(  # noqa: S310 - the address is one of ours
        f"{where.address}admin/{path}",
        method=method,
        headers={"Authorization": f"Bearer {where.token}"},
    )
    # Straight there: the token is not for the proxy that the environment may name.
    opener = build_opener(ProxyHandler({}))
    try:
        with opener.open(request, timeout=_PATIENCE_SECONDS) as answer:
            return msgspec.json.decode(answer.read(), type=kind)
    except HTTPError as error:
        raise typer.TyperException(_refusal(error, folder)) from error
    except URLError as error:
        raise typer.TyperException(_gone(folder)) from error
    except TimeoutError as error:
        text = f"the server of {folder} does not answer in {_PATIENCE_SECONDS:.0f} seconds"
        raise typer.TyperException(text) from error
    except (OSError, HTTPException, msgspec.MsgspecError) as error:
        text = f"what answers at {where.address} is not the server of {folder}"
        raise typer.TyperException(text) from error


def _token_in(folder: Path) -> Token:
    """Where the server of a folder is, and its token."""
    from spit.server.web.admin_routes import TOKEN_FILE, read_token  # noqa: PLC0415

    try:
        return read_token(folder)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise typer.TyperException(_gone(folder)) from error
    except PermissionError as error:
        text = f"{folder} is somebody else's; ask as root or as the user that runs the server"
        raise typer.TyperException(text) from error
    except (OSError, ValueError) as error:
        raise typer.TyperException(f"{folder / TOKEN_FILE} cannot be read: {error}") from error


def _gone(folder: Path) -> str:
    return f"no server runs with {folder}; name its data folder by --data"


def _refusal(error: HTTPError, folder: Path) -> str:
    """The server's own sentence, if it is one of ours."""
    from http.client import HTTPException  # noqa: PLC0415

    import msgspec  # noqa: PLC0415

    from spit.protocol.http import HttpError  # noqa: PLC0415

    try:
        said = msgspec.json.decode(error.read(), type=HttpError).error
    except (OSError, HTTPException, msgspec.MsgspecError):
        return f"what runs where the server of {folder} was is another program"
    if error.code == HTTPStatus.FORBIDDEN:
        return f"the server has another token than {folder}; a server before it was killed"
    return printable(said)
