"""How fast the fast simulation is: untimed random matches, beside plain C and on two cores.

Rates are by processor time, so that what else the machine does counts less.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Final

from spit.fast import MATCH_BYTES, play

TARGET_RATE: Final = 8_000_000
"""Moves a second that are wanted of one core."""

TARGET_SHARE: Final = 0.5
"""Share of the C program's rate that is wanted."""

TARGET_TWO: Final = 1.8
"""How much faster two cores are to be than one."""

SOURCE: Final = Path(__file__).with_name("fast_play.c")


def rate(matches: int, seed: int, threads: int = 1) -> tuple[float, float]:
    """Moves a second of processor time, and of wall time, of random matches."""
    cpu, wall = process_time(), perf_counter()
    moves = int(play(matches=matches, seed=seed, threads=threads).actions.sum())
    return moves / (process_time() - cpu), moves / (perf_counter() - wall)


def build(folder: Path) -> Path | None:
    """Compiles the C program; None, with a word about it, where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        print("fast simulation: no C compiler (cc) is installed, so nothing to compare with")
        return None
    program = folder / "fast_play"
    subprocess.run([compiler, "-O2", "-o", str(program), str(SOURCE)], check=True)
    return program


def c_rate(program: Path, matches: int, seed: int) -> float:
    """Moves a second of processor time of the C program."""
    done = subprocess.run(
        [str(program), str(matches), str(seed)], check=True, capture_output=True, text=True
    )
    _, moves, seconds = done.stdout.split()
    return int(moves) / float(seconds)


def first_call() -> float:
    """Seconds that the first match of a new process takes, its kernels being in the cache."""
    code = (
        "from time import perf_counter as now; from spit.fast import play;"
        "start = now(); play(matches=1); print(now() - start)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return float(done.stdout)


def main(matches: int = 20_000, rounds: int = 5) -> None:
    """Prints the rates; of the rounds the middle one counts.

    Args:
        matches: In each round.
        rounds: How often each thing is measured, in turns.
    """
    rate(10, seed=0)
    ours: list[float] = []
    theirs: list[float] = []
    gains: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        for seed in range(rounds):
            cpu, wall = rate(matches, seed)
            ours.append(cpu)
            gains.append(rate(2 * matches, seed, threads=2)[1] / wall)
            if program is not None:
                theirs.append(c_rate(program, matches, seed))
    print(
        f"fast simulation: {median(ours):,.0f} random moves a second on one core "
        f"(wanted: {TARGET_RATE:,}), two cores {median(gains):.2f} times (wanted: {TARGET_TWO}), "
        f"first call from the cache {first_call():.2f} s (wanted: under 1), "
        f"{MATCH_BYTES} bytes a match"
    )
    if theirs:
        shares = [mine / other for mine, other in zip(ours, theirs, strict=True)]
        print(
            f"fast simulation: plain C makes {median(theirs):,.0f}, we {median(shares):.2f} of it "
            f"(wanted: {TARGET_SHARE})"
        )


if __name__ == "__main__":
    main()
