"""What all commands share: options that mean the same in each, and the line for a wrong call."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

USAGE = 2
"""Exit code for a call that cannot be carried out."""

Data = Annotated[
    Path | None,
    typer.Option(envvar="SPIT_DATA", help="Folder for records.", show_default="your data folder"),
]


def complain(sentence: str) -> int:
    """Prints one line on standard error; returns the exit code for it."""
    print("spit: " + " ".join(sentence.split()), file=sys.stderr)
    return USAGE
