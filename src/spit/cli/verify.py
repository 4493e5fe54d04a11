"""``spit verify``: records against the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spit.cli.terminal import complain


def verify(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE...", help="Records to check.")
    ] = None,
) -> int:
    """Check records of matches against the rules.

    Prints how many hold and exits 0; or a line for each that does not, and exits 1.
    """
    from spit.rules import verify as verify_record  # noqa: PLC0415

    if not files:
        return complain("verify needs a FILE to check, as in: spit verify match.spit")
    faults: list[str] = []
    for path in files:
        try:
            with path.open("rb") as file:
                fault = verify_record(file)
        except OSError as error:
            return complain(f"cannot read {path}: {error.strerror or error}")
        if fault is not None:
            faults.append(f"{path}: {fault}")
    for line in faults:
        print(line)
    if faults:
        return 1
    print(f"{len(files)} {'record holds' if len(files) == 1 else 'records hold'}")
    return 0
