"""``spit fairness``: who wins over which distances, measured."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column, Table

from spit.cli.terminal import complain

if TYPE_CHECKING:
    from spit.arena.study import Case
    from spit.arena.tally import Tally

ROUNDS: Final = 5_000
FULL_ROUNDS: Final = 20_000
_PIPE_WIDTH: Final = 160


def fairness(
    *,
    rows: Annotated[
        str | None,
        typer.Option(metavar="MS/MS,...", help="Round trips of the nearer and the farther player."),
    ] = None,
    order: Annotated[
        str, typer.Option(metavar="NAME", help="arrival, fair, or both of them.")
    ] = "both",
    rounds: Annotated[int | None, typer.Option(min=2, help="Rounds for each row.")] = None,
    full: Annotated[
        bool, typer.Option("--full", help=f"{FULL_ROUNDS:,} rounds for each row.")
    ] = False,
    seed: Annotated[str, typer.Option(help="The same seed gives the same figures.")] = "1",
    processes: Annotated[
        int | None, typer.Option(min=1, show_default="one a core", help="How many to use.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the figures, as FILE.svg.")
    ] = None,
) -> int:
    """Measure how fair races are over distances: equal players, real tables, virtual time.

    Prints for each pair of round trips what the nearer player wins of the rounds and of the
    contested piles, and what the order costs: plays held, and cards taken back.
    """
    from spit.arena.study import ORDERS, ROWS, Case, Trips, run  # noqa: PLC0415

    try:
        trips = [Trips.parse(each) for each in rows.split(",")] if rows else list(ROWS)
    except ValueError as error:
        return complain(str(error))
    orders = list(ORDERS) if order == "both" else [order]
    if order != "both" and order not in ORDERS:
        return complain(f"{order!r} is no order; there are {', '.join(ORDERS)} and both")
    if full and rounds is not None:
        return complain("--full says how many rounds are played, and so does --rounds")
    cases = [Case(each, name) for each in trips for name in orders]
    count = FULL_ROUNDS if full else rounds or ROUNDS
    with _progress() as progress:
        bar = progress.add_task("rounds", total=count * len(cases))
        tallies = run(
            cases,
            count,
            seed,
            processes or os.cpu_count() or 1,
            lambda played: progress.advance(bar, played),
        )
    results = list(zip(cases, tallies, strict=True))
    _print(results)
    return _draw(results, plot) if plot else 0


def _progress() -> Progress:
    """A bar on standard error, so that what is printed can be kept; none if nobody looks."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} {task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _print(results: list[tuple[Case, Tally]]) -> None:
    from spit.arena.goals import misses  # noqa: PLC0415

    def right(name: str) -> Column:
        return Column(name, justify="right")

    table = Table(
        "trips", "order", right("rounds %"), right("contests %"), right("wrong %"),
        right("held %"), right("mean"), right("p95"), right("p99"), right("max ms"),
        right("taken back"), right("stuck"), box=None, pad_edge=False,
    )  # fmt: skip
    faults: list[str] = []
    for case, tally in results:
        table.add_row(str(case.trips), case.order, *_figures(tally))
        faults += [f"{case.trips} {case.order}: {each}" for each in misses(case, tally)]
    console = Console()
    if not console.is_terminal:
        console.width = _PIPE_WIDTH
    console.print(table)
    for fault in faults:
        console.print(fault, highlight=False)


def _figures(tally: Tally) -> list[str]:
    shares = (tally.rounds_share, tally.contests_share, tally.wrong_share)
    figures = [f"{each.percent:.1f} ± {each.margin:.1f}" for each in shares]
    held = tally.held()
    if held is None:
        figures += ["–"] * 5
    else:
        times = f"{held.mean:.0f}", str(held.p95), str(held.p99), str(held.longest)
        figures += [f"{tally.held_share.percent:.0f}", *times]
    near, far = (tally.taken_back_a_round(place) for place in (0, 1))
    return [*figures, f"{near:.2f} / {far:.2f}", str(tally.stuck)]


def _draw(results: list[tuple[Case, Tally]], path: Path) -> int:
    from spit.arena.plot import PlotError, draw  # noqa: PLC0415

    try:
        draw(results, path)
    except PlotError as error:
        return complain(str(error))
    return 0
