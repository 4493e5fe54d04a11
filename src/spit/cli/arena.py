"""``spit arena``: matches between bots, ours and yours, in virtual time."""

from __future__ import annotations

import json
import os
import re
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column, Table
from rich.text import Text

from spit.cli.terminal import complain, printable

if TYPE_CHECKING:
    from spit.arena.ladder.game import Conditions, GameResult
    from spit.arena.ladder.series import Pair, Tally

MATCHES: Final = 20
_PIPE_WIDTH: Final = 160
_NOT_IN_A_NAME: Final = re.compile(r"[^A-Za-z0-9_-]+")

Pairing = tuple[str, str]


def arena(  # noqa: PLR0913 - each is an option
    contestants: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT BOT...",
            help="A policy, a level, FILE.py:CLASS, or 'cmd:PROGRAM ARGUMENTS'.",
        ),
    ] = None,
    *,
    matches: Annotated[
        int, typer.Option(min=2, help="For each pairing; they are played in mirrored pairs.")
    ] = MATCHES,
    tempo: Annotated[
        str, typer.Option(metavar="LEVEL", help="At whose tempo all play that are no levels.")
    ] = "steady",
    limit_ms: Annotated[
        int, typer.Option(min=1, help="The longest that a bot of yours may take for an answer.")
    ] = 1_000,
    rules: Annotated[str, typer.Option(metavar="PRESET", help="The rules.")] = "standard",
    seed: Annotated[str, typer.Option(help="The same seed gives the same matches.")] = "1",
    jobs: Annotated[
        int | None, typer.Option(min=1, show_default="one a core", help="Processes to use.")
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep the record of every match.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
) -> int:
    """Let bots play matches against each other, at real tables and in virtual time.

    Prints for each pairing what the first one won. A bot of yours that throws, sleeps, answers
    nonsense or plays illegally loses that match, and what it had before its eyes is reported.
    """
    from spit.arena.ladder.contestant import Contestant, ContestantError  # noqa: PLC0415
    from spit.arena.ladder.game import Conditions  # noqa: PLC0415
    from spit.bots import LEVELS  # noqa: PLC0415
    from spit.rules import PRESETS  # noqa: PLC0415

    names = contestants or []
    if len(names) < 2:
        return complain("arena needs two bots, as in: spit arena my_bot.py:MyBot careful")
    if len(set(names)) < len(names):
        return complain("each bot is named once; a mirrored match against itself is always even")
    if tempo not in LEVELS:
        return complain(f"{tempo!r} is no level; there are {', '.join(LEVELS)}")
    if rules not in PRESETS:
        return complain(f"{rules!r} are no rules; there are {', '.join(PRESETS)}")
    if matches % 2:
        return complain("--matches is even, since both play each other's cards")
    try:
        for name in names:
            Contestant(name).check()
        if records is not None:
            records.mkdir(parents=True, exist_ok=True)
    except ContestantError as error:
        return complain(str(error))
    except OSError as error:
        return complain(f"cannot write {records}: {error.strerror or error}")
    conditions = Conditions(tempo, limit_ms, PRESETS[rules], keep_records=records is not None)
    pairings = list(combinations(names, 2))
    results = _played(pairings, matches // 2, seed, jobs or os.cpu_count() or 1, conditions)
    if records is not None:
        try:
            _keep(results, records)
        except OSError as error:
            return complain(f"cannot write {error.filename}: {error.strerror or error}")
    _tell(results, as_json=as_json)
    return 0


def _played(
    pairings: list[Pairing], pairs: int, seed: str, jobs: int, conditions: Conditions
) -> dict[Pairing, list[Pair]]:
    """All mirrored pairs of each pairing; the first number of each pairing comes first."""
    from spit.arena.ladder.series import Processes, play_pair  # noqa: PLC0415

    work = [
        (first, second, number, seed, conditions)
        for number in range(pairs)
        for first, second in pairings
    ]
    results: dict[Pairing, list[Pair]] = {each: [] for each in pairings}
    console = Console(stderr=True)
    columns = (TextColumn("{task.completed} of {task.total} pairs"), BarColumn())
    bar = Progress(
        *columns, TimeRemainingColumn(), console=console, transient=True,
        disable=not console.is_terminal,
    )  # fmt: skip
    with bar:
        task = bar.add_task("", total=len(work))
        answers = Processes(min(jobs, len(work))).run(play_pair, work)
        for (first, second, *_), pair in zip(work, answers, strict=True):
            results[first, second].append(pair)
            bar.advance(task)
    return results


def _keep(results: dict[Pairing, list[Pair]], folder: Path) -> None:
    """Writes the records, and beside one that was lost by a fault the report of it."""
    for number, (names, pairs) in enumerate(results.items()):
        title = "-".join(_NOT_IN_A_NAME.sub("_", name)[-40:] for name in names)
        for match, game in enumerate(game for pair in pairs for game in pair):
            path = folder / f"{number:02}-{title}-{match:04}.spit"
            if game.record is not None:
                path.write_text(game.record, encoding="utf-8", newline="\n")
            if game.fault is not None:
                report = json.dumps(game.fault.fields(), ensure_ascii=False, indent=2)
                path.with_suffix(".fault.json").write_text(report + "\n", encoding="utf-8")


def _tell(results: dict[Pairing, list[Pair]], *, as_json: bool) -> None:
    tallies = {names: _tally(pairs) for names, pairs in results.items()}
    faults = [
        (game, game.names[game.fault.seat])
        for pairs in results.values()
        for pair in pairs
        for game in pair
        if game.fault is not None
    ]
    if as_json:
        told = {
            "pairings": [_fields(*names, tally) for names, tally in tallies.items()],
            "faults": [{"bot": name, **game.fault.fields()} for game, name in faults if game.fault],
        }
        print(json.dumps(told, ensure_ascii=False, indent=2))
        return
    table = Table(
        "bot", "against", *(Column(each, justify="right") for each in _TITLES), box=None,
        pad_edge=False,
    )  # fmt: skip
    for (first, second), tally in tallies.items():
        table.add_row(Text(printable(first)), Text(printable(second)), *_figures(tally))
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = _PIPE_WIDTH
    console.print(table)
    _tell_faults(faults)


_TITLES: Final = ("matches won", "95 %", "of", "rounds cleared", "lost by fault", "a match")


def _figures(tally: Tally) -> list[str]:
    low, high = tally.interval()
    seconds = tally.lasted_ms // tally.matches // 1_000
    return [
        f"{tally.share:.1%}",
        f"{low:.1%} – {high:.1%}",
        str(tally.matches),
        f"{tally.cleared[0]} : {tally.cleared[1]}",
        f"{tally.faults[0]} : {tally.faults[1]}",
        f"{seconds // 60} min {seconds % 60:02} s",
    ]


def _fields(first: str, second: str, tally: Tally) -> dict[str, Any]:
    return {
        "bot": first,
        "against": second,
        "matches": tally.matches,
        "won": sum(tally.won),
        "share": tally.share,
        "interval": list(tally.interval()),
        "rounds": tally.rounds,
        "cleared": tally.cleared,
        "faults": tally.faults,
        "lasted_ms": tally.lasted_ms,
    }


def _tally(pairs: list[Pair]) -> Tally:
    from spit.arena.ladder.series import Tally  # noqa: PLC0415

    tally = Tally()
    for pair in pairs:
        tally.add(pair)
    return tally


def _tell_faults(faults: list[tuple[GameResult, str]]) -> None:
    """The first fault of each contestant in full, with the view that it had."""
    told: set[str] = set()
    for game, name in faults:
        if name in told or game.fault is None:
            continue
        told.add(name)
        fault = game.fault
        print(
            f"\n{printable(name)} lost by its own fault ({fault.kind.value}), as seat {fault.seat}:"
        )
        for line in fault.says.splitlines():
            print(f"  {printable(line)}")
        print("  It saw:")
        print("  " + json.dumps(fault.fields()["view"], ensure_ascii=False))
