"""``make soak``: kill a server in the middle of 50 live matches, again and again.

Each run makes tables, lets people play, kills the server at moments that its seed decides, starts
it again on what it kept, and compares. One that finds something wrong leaves its folder behind.
``make soak ARGS="--runs 5 --seed 7"`` does five, from that seed on.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final, NamedTuple

from tests.soak.run import Death, Outcome, Run

_RUN_SECONDS: Final = 180.0
"""A run that takes longer has failed."""


class Plan(NamedTuple):
    """What is done in a run."""

    deaths: tuple[Death, ...]
    rows: int


def plan(seed: int) -> Plan:
    """How often and when the server dies in the run of that seed."""
    rng = Random(f"plan {seed}")
    first = Death(rng.uniform(0.0, 4_000.0))
    nasty: list[tuple[Death, ...]] = [
        (),
        (),
        (Death(rng.uniform(0.0, 1_000.0)), Death(rng.uniform(0.0, 1_000.0))),
        (Death(rng.uniform(0.0, 60.0), is_at_once=True),) * 2,
        (Death(moment="reading:1"), Death(moment=f"reviving:{rng.randint(1, 50)}")),
        (Death(moment="committing:1"), Death(moment=f"committing:{rng.randint(2, 40)}")),
        (Death(moment="checkpoint:1"), Death(moment=f"checkpoint:{rng.randint(1, 3)}")),
        (Death(moment=f"result:{rng.randint(1, 9)}"), Death(moment=f"record:{rng.randint(1, 9)}")),
    ]
    deaths = (first, *rng.choice(nasty))
    is_full = any(each.moment is not None and "checkpoint" in each.moment for each in deaths)
    return Plan(deaths, rng.choice((10, 30) if is_full else (10, 30, 3_000)))


async def one(seed: int, tables: int, folder: Path) -> Outcome:
    """Does the run of that seed; one that comes to no end is wrong too."""
    deaths, rows = plan(seed)
    try:
        async with asyncio.timeout(_RUN_SECONDS):
            return await Run(folder, seed, tables, rows).run(deaths)
    except (ExceptionGroup, TimeoutError) as error:
        return Outcome([f"it came to no end: {error!r}"], 0, 0, [], [], 0, [])


def say(sentence: str) -> None:
    """Prints a line at once."""
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


def main() -> int:
    """Does all runs and prints a line for each; 1 if something was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--runs", type=int, default=100, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="of the first")
    parser.add_argument("--tables", type=int, default=50, help="matches in each")
    parser.add_argument("--minutes", type=float, default=90.0, help="begin none after so long")
    chosen = parser.parse_args()
    began = monotonic()
    outcomes: list[Outcome] = []
    for seed in range(chosen.seed, chosen.seed + chosen.runs):
        if monotonic() - began > chosen.minutes * 60:
            say(f"soak: no more time; {len(outcomes)} of {chosen.runs} runs were done")
            break
        started = monotonic()
        folder = Path(tempfile.mkdtemp(prefix="spit-soak-"))
        outcome = asyncio.run(one(seed, chosen.tables, folder))
        outcomes.append(outcome)
        deaths = ", ".join(each.moment or f"{each.after_ms:.0f} ms" for each in plan(seed).deaths)
        say(
            f"soak {seed}: {len(outcome.wrong)} wrong; {outcome.live} live matches taken up, "
            f"{outcome.matches} played to their end; rolled back at most "
            f"{max(outcome.rolled_back_ms, default=0.0):.1f} ms, {outcome.entries} entries; "
            f"{monotonic() - started:.0f} s; {deaths}"
        )
        for sentence in outcome.wrong:
            say(f"  {sentence}")
        if outcome.wrong:
            say(f"  what it left is in {folder}")
        else:
            shutil.rmtree(folder)
    say(summary(outcomes))
    return any(outcome.wrong for outcome in outcomes)


def summary(outcomes: Sequence[Outcome]) -> str:
    """What came of all runs."""
    rolled_back = [ms for each in outcomes for ms in each.rolled_back_ms] or [0.0]
    seen = [ms for each in outcomes for ms in each.seen_ms] or [0.0]
    waits = sorted(ms for each in outcomes for ms in each.waits_ms) or [0.0]
    return (
        f"soak: {len(outcomes)} runs, {sum(bool(each.wrong) for each in outcomes)} with something "
        f"wrong; {sum(each.live for each in outcomes)} live matches killed and taken "
        f"up, {sum(each.matches for each in outcomes)} played to "
        "their end\n"
        f"soak: rolled back {sum(rolled_back) / len(rolled_back):.1f} ms on average, at most "
        f"{max(rolled_back):.1f}; of what people had received at most {max(seen):.1f}\n"
        f"soak: from an entry's being noted to its being written p50 "
        f"{waits[len(waits) // 2]:.1f} ms, p99 {waits[len(waits) * 99 // 100]:.1f}, at most "
        f"{waits[-1]:.1f}"
    )


if __name__ == "__main__":
    sys.exit(main())
