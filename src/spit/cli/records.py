"""``spit records``: which matches were played, what happened in one, and their records as files."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from spit.cli.terminal import Data, ask_store, complain, printable

if TYPE_CHECKING:
    from spit.store import MatchRow, StoreReader

app = typer.Typer(
    help="List the matches that were played, show one, or write their records out.",
    no_args_is_help=True,
)

_PAGE: Final = 500
_NOT_IN_A_NAME: Final = re.compile(r"[^A-Za-z0-9_-]+")
_STDOUT: Final = "-"
_PIPE_WIDTH: Final = 160

_REASONS: Final = {
    "cleared": "cleared",
    "no-cards": "no card left",
    "max-rounds": "last round",
    "points": "points",
    "resigned": "resigned",
    "timeout": "out of time",
    "abandoned": "abandoned",
}


@app.command("list")
def list_matches(
    *,
    player: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only matches of a player with this name.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
    data: Data = None,
) -> int:
    """List the newest matches."""
    rows = ask_store(data, lambda store: store.matches(limit, player=player))
    if as_json:
        print(json.dumps([_fields(row) for row in rows], ensure_ascii=False, indent=2))
        return 0
    if not rows:
        print(f"no matches of {printable(player)}" if player else "no matches yet")
        return 0
    rounds = Column("rounds", justify="right")
    table = Table("match", "when", "players", "result", rounds, box=None, pad_edge=False)
    for row in rows:
        players = Text(" – ").join(_player(row, seat) for seat in (0, 1))
        match, when = Text(printable(row.match)), wall_clock(row.started_ms)
        table.add_row(match, when, players, _result(row), str(row.rounds))
    console().print(table)
    return 0


@app.command()
def show(
    match: Annotated[str, typer.Argument(metavar="MATCH", help="Its name, as the list says it.")],
    *,
    data: Data = None,
) -> int:
    """Show who played a match, by which rules, and how its rounds went."""
    from spit.cli.story import told  # noqa: PLC0415

    async def ask(store: StoreReader) -> tuple[MatchRow | None, str | None]:
        return await store.find(match), await store.record(match)

    row, record = ask_store(data, ask)
    if row is None or record is None:
        return _unknown(match)
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim")
    facts.add_column(overflow="fold")
    facts.add_row("match", Text(printable(row.match)))
    for seat in (0, 1):
        level = row.bots[seat]
        facts.add_row(f"seat {seat}", _player(row, seat) + (" (computer)" if level else ""))
    facts.add_row(
        "when", f"{wall_clock(row.started_ms)}, for {_span(row.ended_ms - row.started_ms)}"
    )
    rules, rounds = told(record)
    facts.add_row("rules", rules)
    facts.add_row("result", _result(row))
    console().print(facts)
    if rounds:
        titles = ("round", "time", "dealt", "plays", "ended", "then")
        table = Table(*titles, box=None, pad_edge=False)
        for each in rounds:
            table.add_row(
                str(each.number),
                _span(each.lasted_ms),
                _pair(each.dealt),
                _pair(each.plays),
                each.ended,
                f"{_pair(each.then)} {each.unit}",
            )
        console().print()
        console().print(table)
    return 0


@app.command()
def export(
    matches: Annotated[
        list[str] | None, typer.Argument(metavar="[MATCH...]", help="Their names.")
    ] = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="All there are.")] = False,
    to: Annotated[str, typer.Option(metavar="FOLDER", help="Where they go; - prints one instead.")],
    data: Data = None,
) -> int:
    """Write records out, a file for each, as verify reads them."""
    names = matches or []
    if every == bool(names):
        return complain("name the matches to export, or say --all")
    if to == _STDOUT:
        if every or len(names) != 1:
            return complain("--to - prints one record alone; name one match, or a folder")
        record = ask_store(data, lambda store: store.record(names[0]))
        if record is None:
            return _unknown(names[0])
        sys.stdout.buffer.write(record.encode())
        return 0
    folder = Path(to)

    async def write(store: StoreReader) -> int | str:
        count = 0
        async for name in _every(store) if every else _each(names):
            record = await store.record(name)
            if record is None:
                return name
            _write(folder / f"{_file_name(name)}.spit", record)
            count += 1
        return count

    try:
        folder.mkdir(parents=True, exist_ok=True)
        written = ask_store(data, write)
    except OSError as error:
        return complain(f"cannot write {error.filename or folder}: {error.strerror or error}")
    if isinstance(written, str):
        return _unknown(written)
    print(f"{written} {'record' if written == 1 else 'records'} in {printable(str(folder))}")
    return 0


async def _every(store: StoreReader) -> AsyncIterator[str]:
    """The names of all matches, from the newest on."""
    before = None
    while rows := await store.matches(_PAGE, before=before):
        for row in rows:
            yield row.match
        before = rows[-1].number


async def _each(names: list[str]) -> AsyncIterator[str]:
    for name in names:
        yield name


def _write(path: Path, record: str) -> None:
    """Writes a file whole or not at all; one that is there is never changed.

    Raises:
        FileExistsError: Something else has that name.
    """
    data = record.encode()
    if path.exists():
        if path.read_bytes() == data:
            return
        raise FileExistsError(17, "something else has that name", str(path))
    partial = path.with_suffix(".partial")
    try:
        partial.write_bytes(data)
        partial.rename(path)
    finally:
        partial.unlink(missing_ok=True)


def _file_name(match: str) -> str:
    """A match's name as a file may be called; a record from elsewhere may have any name."""
    return _NOT_IN_A_NAME.sub("_", match)[:100] or "_"


def _unknown(match: str) -> int:
    return complain(f"no match is called {printable(match)}; see spit records list")


# ------------------------------------------------------------------ what a person reads


def console() -> Console:
    """Where tables go; into a pipe they are not squeezed."""
    width = None if sys.stdout.isatty() else _PIPE_WIDTH
    return Console(highlight=False, width=width)


def _player(row: MatchRow, seat: int) -> Text:
    return Text(printable(row.names[seat]), style="bold" if row.winner == seat else "")


def _result(row: MatchRow) -> Text:
    reason = _REASONS.get(row.reason, row.reason)
    if row.winner is None:
        return Text(reason if row.reason == "abandoned" else f"draw, {reason}")
    return Text(f"{printable(row.names[row.winner])} won, {reason}")


def wall_clock(ms: int) -> str:
    """A moment by this machine's clock on the wall."""
    return datetime.fromtimestamp(ms / 1_000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


def _span(ms: int) -> str:
    minutes, seconds = divmod(ms // 1_000, 60)
    return f"{minutes} min {seconds:02} s" if minutes else f"{seconds} s"


def _pair(numbers: tuple[int, int]) -> str:
    return f"{numbers[0]} – {numbers[1]}"


def _fields(row: MatchRow) -> dict[str, object]:
    """A match as a program reads it; times are RFC 3339 in UTC."""
    return {
        "match": row.match,
        "started": _utc(row.started_ms),
        "ended": _utc(row.ended_ms),
        "rules": row.rules_label,
        "players": [
            {"name": name, "bot": level} for name, level in zip(row.names, row.bots, strict=True)
        ],
        "winner": row.winner,
        "reason": row.reason,
        "rounds": row.rounds,
    }


def _utc(ms: int) -> str:
    moment = datetime.fromtimestamp(ms / 1_000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
