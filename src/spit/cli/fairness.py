"""``spit fairness``: who wins over which distances, measured."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.table import Table

from spit.cli.tables import print_table, progress_bar, right
from spit.cli.terminal import complain

if TYPE_CHECKING:
    from spit.arena.study import Case, Trips
    from spit.arena.tally import Tally

ROUNDS: Final = 5_000
FULL_ROUNDS: Final = 20_000
LIARS_ROUNDS: Final = 2_000


def fairness(  # noqa: PLR0913 - each is an option
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
    lost: Annotated[
        float,
        typer.Option(
            min=0, max=50, metavar="PERCENT", help="Round trips on which something is lost."
        ),
    ] = 1.0,
    liars: Annotated[
        bool, typer.Option("--liars", help="Measure what clients gain that lie.")
    ] = False,
    hostile: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="ACTIONS", help="See that nothing gets lost over links that break."
        ),
    ] = None,
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
    from spit.arena.study import ORDERS, ROWS, Case, Trips  # noqa: PLC0415

    try:
        trips = [Trips.parse(each) for each in rows.split(",")] if rows else list(ROWS)
    except ValueError as error:
        return complain(str(error))
    if order != "both" and order not in ORDERS:
        return complain(f"{order!r} is no order; there are {', '.join(ORDERS)} and both")
    if full and rounds is not None:
        return complain("--full says how many rounds are played, and so does --rounds")
    if plot and (liars or hostile):
        return complain("--plot draws rows, not what --liars and --hostile measure")
    orders = list(ORDERS) if order == "both" else [order]
    count = FULL_ROUNDS if full else rounds or (LIARS_ROUNDS if liars else ROUNDS)
    workers = processes or os.cpu_count() or 1
    if hostile:
        return _hostile(hostile, orders[-1], seed, workers)
    if liars:
        here = trips if rows else [Trips(20, 200)]
        return _liars(here, orders[-1], count, seed, workers)
    cases = [Case(each, name, stall=lost / 100) for each in trips for name in orders]
    results = _played(cases, count, seed, workers)
    _print_rows(results)
    return _draw(results, plot) if plot else 0


def _played(cases: list[Case], rounds: int, seed: str, processes: int) -> list[tuple[Case, Tally]]:
    from spit.arena.study import run  # noqa: PLC0415

    with progress_bar("rounds", rounds * len(cases)) as advance:
        tallies = run(cases, rounds, seed, processes, advance)
    return list(zip(cases, tallies, strict=True))


# ------------------------------------------------------------------ rows


def _print_rows(results: list[tuple[Case, Tally]]) -> None:
    from spit.arena.goals import misses  # noqa: PLC0415

    table = Table(
        "trips", "order", right("rounds %"), right("contests %"), right("wrong %"),
        right("held %"), right("mean"), right("p95"), right("p99"), right("max ms"),
        right("taken back"), right("stuck"), box=None, pad_edge=False,
    )  # fmt: skip
    faults: list[str] = []
    for case, tally in results:
        table.add_row(str(case.trips), case.order, *_figures(tally))
        faults += [f"{case.trips} {case.order}: {each}" for each in misses(case, tally)]
    print_table(table, faults)


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


# ------------------------------------------------------------------ liars, and storms


def _liars(rows: list[Trips], order: str, rounds: int, seed: str, processes: int) -> int:
    from spit.arena.goals import exceeds, gain  # noqa: PLC0415
    from spit.arena.liars import LIES  # noqa: PLC0415
    from spit.arena.study import Case  # noqa: PLC0415
    from spit.arena.tally import Share  # noqa: PLC0415

    def of_liar(share: Share, liar: int) -> str:
        own = share if liar == 0 else Share(share.of - share.won, share.of)
        return f"{own.percent:.1f} ± {own.margin:.1f}"

    lies = [lie for lie in LIES if lie != "honest"]
    cases = [Case(trips, order) for trips in rows] + [
        Case(trips, order, lie=lie, liar=liar) for trips in rows for lie in lies for liar in (0, 1)
    ]
    results = _played(cases, rounds, seed, processes)
    honest = {case.trips: tally for case, tally in results[: len(rows)]}
    table = Table(
        "trips", "liar", "lie", right("contests %"), right("gain"), right("rounds %"),
        right("gain"), box=None, pad_edge=False,
    )  # fmt: skip
    faults: list[str] = []
    for case, tally in results[len(rows) :]:
        gained = gain(case.liar, tally, honest[case.trips])
        who = ("nearer", "farther")[case.liar]
        table.add_row(
            str(case.trips),
            who,
            case.lie,
            of_liar(tally.contests_share, case.liar),
            f"{gained.contests:+.1f}",
            of_liar(tally.rounds_share, case.liar),
            f"{gained.rounds:+.1f}",
        )
        fault = exceeds(case.lie, gained)
        if fault:
            faults.append(f"{case.trips} {who} {case.lie}: {fault}")
    print_table(table, faults)
    return 0


def _hostile(actions: int, order: str, seed: str, processes: int) -> int:
    from spit.arena.hostile import StormError, storms  # noqa: PLC0415
    from spit.arena.study import ORDERS  # noqa: PLC0415

    with progress_bar("actions", actions) as advance:
        try:
            weather = storms(actions, ORDERS[order], seed, processes, advance)
        except StormError as error:
            return complain(str(error))
    print(
        f"{weather.actions:,} actions in {weather.rounds:,} rounds, {weather.lost:,} connections"
        f" lost, {weather.taken_back:,} times cards taken back;"
        f" both clients were as the table each of {weather.compared:,} times"
    )
    return 0
