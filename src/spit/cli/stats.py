"""``spit stats``: what the game is like, by matches that are simulated or were recorded."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.table import Table

from spit.cli.tables import print_table, progress_bar, right
from spit.cli.terminal import complain

if TYPE_CHECKING:
    from spit.arena.stats.sums import Sums
    from spit.arena.tally import Share

MATCHES: Final = 500
_FEW: Final = 30
"""A share of fewer than this is not printed."""
_STEP: Final = 4
"""Cards are printed in steps of so many."""


def stats(  # noqa: PLR0913 - each is an option
    records: Annotated[
        list[Path] | None, typer.Argument(metavar="[RECORD...]", help="Records of matches.")
    ] = None,
    *,
    matches: Annotated[
        int | None, typer.Option(min=1, show_default=str(MATCHES), help="How many to simulate.")
    ] = None,
    level: Annotated[
        str | None, typer.Option(metavar="NAME", show_default="steady", help="Who plays.")
    ] = None,
    rules: Annotated[
        str | None,
        typer.Option(metavar="NAME", show_default="standard", help="A preset of the rules."),
    ] = None,
    options: Annotated[
        bool, typer.Option("--options", help="What each option of the rules changes.")
    ] = False,
    slots: Annotated[
        bool, typer.Option("--slots", help="What it is worth to use empty slots.")
    ] = False,
    seed: Annotated[str, typer.Option(help="The same seed gives the same figures.")] = "1",
    processes: Annotated[
        int | None, typer.Option(min=1, show_default="one a core", help="How many to use.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, for programs.")] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the figures, as FILE.svg.")
    ] = None,
) -> int:
    """Tell what the game is like: how long it takes, how often play is stuck, who wins from where.

    Counts the records that are named, or matches between two computers of one level and speed.
    """
    from spit.bots import LEVELS  # noqa: PLC0415
    from spit.rules import PRESETS  # noqa: PLC0415

    if level is not None and level not in LEVELS:
        return complain(f"{level!r} is no level; there are {', '.join(LEVELS)}")
    if rules is not None and rules not in PRESETS:
        return complain(f"{rules!r} is no preset; there are {', '.join(PRESETS)}")
    if records and (matches, level, rules, options, slots) != (None, None, None, False, False):
        return complain("records are counted as they are; the other options are for simulated ones")
    if options and slots:
        return complain("--options and --slots are two studies; ask for one at a time")
    if plot and (options or slots):
        return complain("--plot draws what one kind of match is like, not --options or --slots")
    count, who, workers = matches or MATCHES, level or "steady", processes or os.cpu_count() or 1
    if slots:
        return _slots(who, count, seed, workers, as_json=as_json)
    if options:
        return _options(who, count, seed, workers, as_json=as_json)
    sums = (
        _counted(records) if records else _simulated(rules or "standard", who, count, seed, workers)
    )
    if isinstance(sums, int):
        return sums
    if as_json:
        print(json.dumps(_fields(sums), indent=2))
    else:
        _print_sums(sums)
    return _draw(sums, plot) if plot else 0


# ------------------------------------------------------------------ counting


def _counted(records: list[Path]) -> Sums | int:
    from spit.arena.stats.matches import recorded  # noqa: PLC0415
    from spit.arena.stats.sums import Sums  # noqa: PLC0415
    from spit.rules import RecordError  # noqa: PLC0415

    sums = Sums()
    for path in records:
        try:
            with path.open("rb") as file:
                sums.add(recorded(file))
        except OSError as error:
            return complain(f"cannot read {path}: {error.strerror or error}")
        except RecordError as error:
            return complain(f"{path}: {error}; see: spit verify {path}")
    return sums


def _simulated(preset: str, level: str, matches: int, seed: str, processes: int) -> Sums:
    from spit.arena.stats.variants import play  # noqa: PLC0415
    from spit.rules import PRESETS  # noqa: PLC0415

    with progress_bar("matches", matches) as advance:
        (sums,) = play([PRESETS[preset].options], level, matches, seed, processes, advance)
    return sums


def _draw(sums: Sums, path: Path) -> int:
    from spit.arena.plot import PlotError  # noqa: PLC0415
    from spit.arena.stats.picture import draw  # noqa: PLC0415

    try:
        draw(sums, path)
    except PlotError as error:
        return complain(str(error))
    return 0


# ------------------------------------------------------------------ telling


def _share(share: Share) -> str:
    return f"{share.percent:.1f} ± {share.margin:.1f}" if share.of else "–"


def _figures(sums: Sums) -> list[tuple[str, str]]:
    from spit.arena.stats.sums import mean_of  # noqa: PLC0415

    return [
        ("rounds a match", str(mean_of(sums.matches))),
        ("minutes a match", str(mean_of(sums.match_s, 60))),
        ("seconds a round", str(mean_of(sums.round_s))),
        ("cards played a round", str(mean_of(sums.plays))),
        ("times stuck a round", str(mean_of(sums.stuck))),
        ("rounds that nobody clears, %", _share(sums.blocked_share)),
    ]


def _print_sums(sums: Sums) -> None:
    table = Table("", right(f"{sums.matches.total():,} matches"), box=None)
    for name, text in _figures(sums):
        table.add_row(name, text)
    print_table(table)
    cards = [each for each in range(2, 53, _STEP) if sums.won_from(each).of >= _FEW]
    if len(cards) > 1:
        table = Table(
            "begins a round with", right("wins the match, %"), right("clears the round, %"),
            box=None,
        )  # fmt: skip
        for each in cards:
            table.add_row(
                _cards(each), _share(sums.won_from(each)), _share(sums.cleared_from(each))
            )
        print_table(table)
    leads = [each for each in sorted(sums.leads) if sums.leads[each] >= _FEW]
    if leads:
        table = Table("stuck, and ahead by", right("clears the round, %"), box=None)
        for each in leads:
            table.add_row(_cards(each), _share(sums.cleared_ahead(each)))
        print_table(table)


def _cards(number: int) -> str:
    return f"{number} card" if number == 1 else f"{number} cards"


def _fields(sums: Sums) -> dict[str, Any]:
    """All that was counted, and the figures, for programs."""
    from spit.arena.stats.sums import mean_of  # noqa: PLC0415

    means = {
        "rounds_a_match": mean_of(sums.matches),
        "seconds_a_match": mean_of(sums.match_s),
        "seconds_a_round": mean_of(sums.round_s),
        "plays_a_round": mean_of(sums.plays),
        "stuck_a_round": mean_of(sums.stuck),
    }
    shares = {
        "won_from": {each: sums.won_from(each) for each in sorted(sums.cards_decided)},
        "cleared_from": {each: sums.cleared_from(each) for each in sorted(sums.cards)},
        "cleared_ahead": {each: sums.cleared_ahead(each) for each in sorted(sums.leads)},
    }
    return {
        "matches": sums.matches.total(),
        **{
            name: {"mean": round(mean.value, 4), "margin": round(mean.margin, 4)}
            for name, mean in means.items()
            if mean.of
        },
        "blocked": _share_fields(sums.blocked_share),
        **{
            name: {str(key): _share_fields(share) for key, share in some.items()}
            for name, some in shares.items()
        },
    }


def _share_fields(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {"won": share.won, "of": share.of, "interval": [round(low, 2), round(high, 2)]}


# ------------------------------------------------------------------ studies


def _options(level: str, matches: int, seed: str, processes: int, *, as_json: bool) -> int:
    from spit.arena.stats.variants import VARIANTS, play  # noqa: PLC0415

    with progress_bar("matches", matches * len(VARIANTS)) as advance:
        found = play(list(VARIANTS.values()), level, matches, seed, processes, advance)
    named = dict(zip(VARIANTS, found, strict=True))
    if as_json:
        print(json.dumps({name: _fields(each) for name, each in named.items()}, indent=2))
        return 0
    names = [name for name, _ in _figures(found[0])]
    table = Table("rules", *[right(name) for name in names], box=None)
    for name, each in named.items():
        table.add_row(name, *[text for _, text in _figures(each)])
    print_table(table)
    return 0


def _slots(level: str, deals: int, seed: str, processes: int, *, as_json: bool) -> int:
    from spit.arena.stats.variants import worth_of_slots  # noqa: PLC0415

    share = worth_of_slots(level, deals, seed, processes)
    if as_json:
        print(json.dumps(_share_fields(share), indent=2))
    else:
        print(
            f"who uses empty slots wins {_share(share)} % of {share.of:,} rounds against one who "
            "does not"
        )
    return 0
