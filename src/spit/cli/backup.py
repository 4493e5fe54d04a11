"""``spit backup``: a copy of all that is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spit.cli.terminal import Data, ask_store, printable


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    *,
    data: Data = None,
) -> int:
    """Copy all that is kept into a file, while a server runs or not.

    The copy is checked, and no file is overwritten. To go back to it, stop the server and put it
    in the data folder as spit.sqlite.
    """
    ask_store(data, lambda store: store.backup(file))
    print(f"{printable(str(file))} holds all that is kept")
    return 0
