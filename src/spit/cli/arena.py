"""``spit arena``: matches between bots, ours and yours, in virtual time."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.table import Table
from rich.text import Text

from spit.cli.tables import print_table, progress_bar, right
from spit.cli.terminal import complain, printable

if TYPE_CHECKING:
    from spit.arena.ladder.faults import Fault
    from spit.arena.ladder.fit import Rating
    from spit.arena.ladder.game import Conditions
    from spit.arena.ladder.schedule import Pairing, Schedule
    from spit.arena.ladder.series import Pair, Tally

MATCHES: Final = 20
_NOT_IN_A_NAME: Final = re.compile(r"[^A-Za-z0-9_-]+")


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
    schedule: Annotated[
        str, typer.Option(metavar="NAME", help="all: everybody meets everybody; or swiss.")
    ] = "all",
    rounds: Annotated[
        int | None, typer.Option(min=1, help="Rounds of a swiss schedule.", show_default="enough")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep results here, and go on from them.")
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep the record of every match.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the ratings, as FILE.svg.")
    ] = None,
) -> int:
    """Let bots play matches against each other, at real tables and in virtual time.

    Prints their ratings, and for each pairing what the first one won. A bot of yours that throws,
    sleeps, answers nonsense or plays illegally loses that match, and what it saw is reported.
    """
    from spit.arena.ladder.contestant import ContestantError  # noqa: PLC0415
    from spit.arena.ladder.game import Conditions  # noqa: PLC0415
    from spit.arena.ladder.journal import JournalError  # noqa: PLC0415
    from spit.arena.ladder.schedule import Schedule, ScheduleKind  # noqa: PLC0415
    from spit.rules import PRESETS  # noqa: PLC0415

    names = contestants or []
    fault = _wrong(names, matches, tempo, rules, schedule) or (
        "--rounds is for --schedule swiss" if rounds and schedule != "swiss" else None
    )
    if fault is not None:
        return complain(fault)
    plan = Schedule(tuple(names), ScheduleKind(schedule), matches // 2, rounds or 0)
    conditions = Conditions(tempo, limit_ms, PRESETS[rules], keep_records=records is not None)
    try:
        _check(names)
        if records is not None:
            records.mkdir(parents=True, exist_ok=True)
        report = _played(plan, seed, jobs or os.cpu_count() or 1, conditions, resume, records)
    except (ContestantError, JournalError) as error:
        return complain(str(error))
    except OSError as error:
        return complain(f"cannot write {error.filename or records}: {error.strerror or error}")
    if as_json:
        print(json.dumps(report.fields(), ensure_ascii=False, indent=2))
    else:
        _tell(report)
    return _draw(report, plot) if plot else 0


def _wrong(names: list[str], matches: int, tempo: str, rules: str, schedule: str) -> str | None:
    """What is wrong with a call, in a sentence."""
    from spit.arena.ladder.schedule import ScheduleKind  # noqa: PLC0415
    from spit.bots import LEVELS  # noqa: PLC0415
    from spit.rules import PRESETS  # noqa: PLC0415

    if len(names) < 2:
        return "arena needs two bots, as in: spit arena my_bot.py:MyBot careful"
    if len(set(names)) < len(names):
        return "each bot is named once; a mirrored match against itself is always even"
    if tempo not in LEVELS:
        return f"{tempo!r} is no level; there are {', '.join(LEVELS)}"
    if rules not in PRESETS:
        return f"{rules!r} are no rules; there are {', '.join(PRESETS)}"
    if schedule not in set(ScheduleKind):
        return f"{schedule!r} is no schedule; there are {', '.join(ScheduleKind)}"
    if matches % 2:
        return "--matches is even, since both play each other's cards"
    return None


def _check(names: list[str]) -> None:
    """Sees that everybody is there."""
    from spit.arena.ladder.contestant import Contestant  # noqa: PLC0415

    for name in names:
        Contestant(name).check()


@dataclass(frozen=True, slots=True)
class _Report:
    """What has been played, and what it says."""

    ratings: list[Rating]
    tallies: dict[Pairing, Tally]
    faults: list[tuple[str, Fault]]
    """Each with the name of the bot."""

    def fields(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "ratings": [
                {"bot": each.name, "points": each.points, "margin": each.margin}
                for each in self.ratings
            ],
            "pairings": [_fields(*names, tally) for names, tally in self.tallies.items()],
            "faults": [{"bot": name, **fault.fields()} for name, fault in self.faults],
        }


def _played(
    plan: Schedule,
    seed: str,
    jobs: int,
    conditions: Conditions,
    resume: Path | None,
    folder: Path | None,
) -> _Report:
    """Plays a schedule, and writes what is kept as it comes.

    Raises:
        JournalError: Results cannot be kept.
        OSError: A record cannot be written.
    """
    from spit.arena.ladder.journal import Journal  # noqa: PLC0415
    from spit.arena.ladder.schedule import ratings, run  # noqa: PLC0415
    from spit.arena.ladder.series import Processes  # noqa: PLC0415

    faults: list[tuple[str, Fault]] = []
    journal = Journal() if resume is None else Journal.open(resume, _run(plan, seed, conditions))
    with progress_bar("pairs", plan.meetings * plan.pairs) as advance:

        def heard(pairing: Pairing, number: int, pair: Pair) -> None:
            faults.extend((game.names[game.fault.seat], game.fault) for game in pair if game.fault)
            if folder is not None:
                _keep(plan, pairing, number, pair, folder)
            advance(1)

        count = min(jobs, plan.meetings * plan.pairs)
        tallies = run(plan, seed, conditions, Processes(count), journal, heard)
    return _Report(ratings(plan.names, tallies), tallies, faults)


def _run(plan: Schedule, seed: str, conditions: Conditions) -> dict[str, Any]:
    """All that the results of a run depend on. More matches are no other run."""
    return {
        "bots": list(plan.names),
        "schedule": plan.kind.value,
        **({"pairs": plan.pairs} if plan.kind == "swiss" else {}),
        "tempo": conditions.tempo,
        "rules": conditions.rules.header,
        "records": conditions.keep_records,
        "seed": seed,
    }


def _keep(plan: Schedule, pairing: Pairing, number: int, pair: Pair, folder: Path) -> None:
    """Writes the records, and beside one that was lost by a fault the report of it."""
    title = "-".join(
        f"{plan.names.index(name)}-{_NOT_IN_A_NAME.sub('_', name)[-40:]}" for name in pairing
    )
    for seat, game in enumerate(pair):
        path = folder / f"{title}-{2 * number + seat:04}.spit"
        if game.record is not None:
            path.write_text(game.record, encoding="utf-8", newline="\n")
        if game.fault is not None:
            report = json.dumps(game.fault.fields(), ensure_ascii=False, indent=2)
            path.with_suffix(".fault.json").write_text(report + "\n", encoding="utf-8")


def _draw(report: _Report, path: Path) -> int:
    from spit.arena.ladder.picture import draw_ratings  # noqa: PLC0415
    from spit.arena.plot import PlotError  # noqa: PLC0415

    try:
        draw_ratings(report.ratings, path)
    except PlotError as error:
        return complain(str(error))
    return 0


def _tell(report: _Report) -> None:
    if len(report.ratings) > 2:
        ladder = Table("bot", right("rating"), "", box=None, pad_edge=False)
        for each in report.ratings:
            name = Text(printable(each.name))
            ladder.add_row(name, f"{each.points:+.0f}", f"± {each.margin:.0f}")
        print_table(ladder, [""])
    table = Table(
        "bot", "against", *(right(each) for each in _TITLES), box=None,
        pad_edge=False,
    )  # fmt: skip
    for (first, second), tally in report.tallies.items():
        table.add_row(Text(printable(first)), Text(printable(second)), *_figures(tally))
    print_table(table)
    _tell_faults(report.faults)


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


def _tell_faults(faults: list[tuple[str, Fault]]) -> None:
    """The first fault of each contestant in full, with the view that it had."""
    told: set[str] = set()
    for name, fault in faults:
        if name in told:
            continue
        told.add(name)
        kind = fault.kind.value
        print(f"\n{printable(name)} lost by its own fault ({kind}), as seat {fault.seat}:")
        for line in fault.says.splitlines():
            print(f"  {printable(line)}")
        print("  It saw:")
        print("  " + json.dumps(fault.view, ensure_ascii=False))
